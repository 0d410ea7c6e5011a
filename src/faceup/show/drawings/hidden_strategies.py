"""A strategy under hidden information without mixing as maps: the move by the one or two numbers that are seen."""

from collections.abc import Iterator, Mapping
from types import NoneType
from typing import Any, NamedTuple

from faceup.results.answers.decision import Decision, MixedStrategy
from faceup.results.scene.view_words import fields_named, fields_seen
from faceup.results.sentences.mixed_strategies import as_good
from faceup.results.sentences.words import capital, either, one_line
from faceup.rules.errors import UsageError
from faceup.rules.fields import Field
from faceup.rules.names import seat_name
from faceup.show.drawings.drawing import Axis, Cells, Drawing, Label, Panel, look_of_moves, new_drawing, places
from faceup.show.drawings.regions import Cell, runs

MOST_MAPS, MOST_PLACES = 12, 40  # maps of a picture, and places along an axis
LONGEST_WORD = 24  # characters of a move
NO_NUMBERS = "no decision is mixed, and what players see is not one or two numbers; possible: the table of moves"
TOO_MANY = "no decision is mixed, and there are too many decisions for maps; possible: the table of moves"
NOWHERE = "nothing to decide"


class _Map(NamedTuple):
    """The decisions of a player who sees the same but for the numbers across and up; ``up`` may have no name."""

    title: str
    across: str
    up: str
    cells: Mapping[tuple[Field, Field | None], Decision]

    @property
    def columns(self) -> list[Field]:
        return _in_order({one for one, _ in self.cells})

    @property
    def rows(self) -> list[Field | None]:
        return [*_in_order({other for _, other in self.cells if other is not None})] or [None]


def pure_drawings(strategy: MixedStrategy) -> dict[int, list[Drawing]]:
    """Return the maps of each player, a cell for each decision in the look of its move, striped if another is as good.

    Raises UsageError if a player sees other things than one or two numbers, or if the maps or places are too many.
    """
    maps = {player: [*_maps(strategy, player)] for player in strategy.players}
    every_map = [one for some in maps.values() for one in some]
    if len(every_map) > MOST_MAPS or any(max(len(one.columns), len(one.rows)) > MOST_PLACES for one in every_map):
        raise UsageError(TOO_MANY)
    all_words = dict.fromkeys(word for one in strategy.decisions for word in one.words)
    used = {word for one in strategy.decisions for word in _best_words(one)}
    numbers = {word: k for k, word in enumerate(word for word in all_words if word in used)}
    return {player: [_drawing(one, numbers) for one in some] for player, some in maps.items()}


def _best_words(decision: Decision) -> list[str]:
    """Return the move in words, and those that are as good against best play."""
    return [decision.words[decision.moves.index(decision.played[0])], *as_good(decision)]


def _maps(strategy: MixedStrategy, player: int) -> Iterator[_Map]:
    """Yield the maps of a player: over the two numbers with most values, one for each value of what else is seen."""
    decisions = strategy.of(player)
    rows = [fields_seen(strategy.game, one.view, player) or [] for one in decisions]
    named = [fields_named(strategy.game, one.view, row, player) for one, row in zip(decisions, rows, strict=True)]
    if len({len(row) for row in rows}) > 1:
        raise UsageError(NO_NUMBERS)
    values = [{field.text for field in column} for column in zip(*rows, strict=True)]
    varying = sorted((k for k, column in enumerate(values) if len(column) > 1), key=lambda k: -len(values[k]))
    across, up = sorted(varying[:2]) if len(varying) > 1 else (*varying, None) if varying else (None, None)
    seen = {type(row[k].value) for row in rows for k in (across, up) if k is not None}
    if across is None or not seen <= {int, NoneType}:
        raise UsageError(NO_NUMBERS)
    name = capital(seat_name(player, strategy.game.player_names))
    cells: dict[str, dict[tuple[Field, Field | None], Decision]] = {}
    for one, row, told in zip(decisions, rows, named, strict=True):
        others = (told[k].labelled_text() for k in sorted(varying[2:]) if row[k].value is not None)
        title = ", ".join((name, *others))
        where = row[across], None if up is None else row[up]
        if where in cells.setdefault(title, {}):  # what else the player remembers is no number
            raise UsageError(NO_NUMBERS)
        cells[title][where] = one
    labels = named[0][across].label, "" if up is None else named[0][up].label
    yield from (_Map(title, *labels, decisions_there) for title, decisions_there in cells.items())


def _in_order(fields: set[Field]) -> list[Field]:
    return sorted(fields, key=lambda field: (field.value is not None, field.value or 0))


def _drawing(one: _Map, numbers: Mapping[str, int]) -> Drawing:
    """Return a map, with the move in each cell that has room for it."""
    columns, rows = one.columns, one.rows
    alone = rows[0] if len(rows) == 1 else None  # the same in every cell
    title = f"{one.title}, {one.up} {alone.text}" if alone and alone.value is not None else one.title
    by_moves: dict[tuple[str, ...], list[Cell]] = {}
    labels: list[Label] = []
    for (across, up), decision in one.cells.items():
        place = columns.index(across), rows.index(up)
        words = _best_words(decision)
        by_moves.setdefault((words[0], *sorted(words[1:], key=numbers.__getitem__)), []).append(place)
        labels.append({"look": "word", "text": one_line(words[0], LONGEST_WORD), "boxes": [(*place, 1.0, 1.0)]})
    moves = {words: sorted(map(numbers.__getitem__, words)) for words in by_moves}
    cells: list[Cells] = [
        {"look": look_of_moves(moves[words]), "name": "", "runs": list(runs(where)), "text": _text_of(words)}
        for words, where in by_moves.items()
    ]
    in_order = sorted(by_moves, key=lambda words: (len(words), moves[words]))
    keys = {(look := look_of_moves(moves[words])): _meaning(look, words) for words in in_order}
    panel: Panel = {"cells": cells, "labels": labels}
    return new_drawing(
        title,
        _axis(one.across, columns),
        _axis(one.up, rows),
        [panel],
        [*keys.items()],
        moves=len(numbers),
        nowhere=NOWHERE,
    )


def _axis(label: str, fields: list[Any]) -> Axis:
    """Return the axis of these values; without a name if there is one alone."""
    names = ["" if field is None else "not seen" if field.value is None else field.text for field in fields]
    return places(label if len(fields) > 1 else "", [names])


def _text_of(words: tuple[str, ...]) -> str:
    return words[0] if len(words) == 1 else f"{either([*words])}, equally good"


def _meaning(look: str, words: tuple[str, ...]) -> str:
    if look == "crossed":
        return "crossed: several equally good"
    return _text_of(tuple(one_line(word, LONGEST_WORD) for word in words))
