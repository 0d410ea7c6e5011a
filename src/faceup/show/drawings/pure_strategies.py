"""A strategy under hidden information without mixing as maps: the move by the one or two numbers that are seen."""

from collections import Counter
from collections.abc import Iterator, Mapping
from types import NoneType
from typing import NamedTuple

from faceup.results.answers.decision import Decision, MixedStrategy
from faceup.results.scene.view_words import fields_named, fields_seen
from faceup.results.sentences.mixed_strategies import as_good
from faceup.results.sentences.words import capital, either, one_line
from faceup.rules.errors import UsageError
from faceup.rules.fields import Field
from faceup.rules.names import seat_name
from faceup.show.drawings.drawing import Axis, Drawing, Panel, look_of_moves, new_drawing, places
from faceup.show.drawings.regions import Cell, boxes, regions, runs
from faceup.show.drawings.strategies import best_shares

MOST_MAPS, MOST_PLACES = 12, 40  # maps of a picture, and places along an axis
LONGEST_WORD = 24  # characters of a move
BLANK, CROSSED = "never seen together, or never reached", "crossed: several equally good"
NO_NUMBERS = "no decision is mixed, and what players see is not one or two numbers; possible: the table of moves"
TOO_MANY = "no decision is mixed, and there are too many decisions for maps; possible: the table of moves"


class _Map(NamedTuple):
    """The decisions of a player who sees the same but for the numbers across and up; ``up`` may have no name."""

    title: str
    across: str
    up: str
    cells: Mapping[tuple[Field, Field | None], Decision]


def pure_drawing(strategy: MixedStrategy) -> Drawing:
    """Return maps with axes of their own, a cell for each decision in the look of its move, striped if others are as
    good.

    Raises UsageError if a player sees other things than one or two numbers, or if the maps or places are too many.
    """
    maps = [each for player in strategy.players for each in _maps(strategy, player)]
    if not maps:
        raise UsageError("there is no decision to draw")
    all_words = dict.fromkeys(word for one in strategy.decisions for word in one.words)
    best = [_best_words(one) for one in strategy.decisions]
    used = {word for words in best for word in words}
    numbers = {word: k for k, word in enumerate(word for word in all_words if word in used)}
    panels = [_panel(one, numbers) for one in maps]
    if len(maps) > MOST_MAPS or any(
        len(axis["names"][0]) > MOST_PLACES for panel in panels for axis in (panel["across"], panel["up"])
    ):
        raise UsageError(TOO_MANY)
    by_look = {_look(words, numbers): words for words in best}
    in_order = sorted(by_look.items(), key=lambda key: (len(key[1]), sorted(map(numbers.__getitem__, key[1]))))
    keys = [(look, CROSSED if look == "crossed" else _best_text(words)) for look, words in in_order]
    if len(best) < sum(len(panel["across"]["names"][0]) * len(panel["up"]["names"][0]) for panel in panels):
        keys.append(("blank", f"blank: {BLANK}"))
    counts = Counter(words[0] for words in best if len(words) == 1)
    title = best_shares(counts, {word: word for word in counts}, len(best), len(used), len(best) - counts.total())
    return new_drawing(title, panels[0]["across"], panels[0]["up"], panels, keys, moves=len(numbers), nowhere=BLANK)


def _best_words(decision: Decision) -> list[str]:
    """Return the move in words, and those that are as good against best play."""
    return [decision.words[decision.moves.index(decision.played[0])], *as_good(decision)]


def _look(words: list[str], numbers: Mapping[str, int]) -> str:
    """Return the look of a decision, as in maps of strategies without hidden information."""
    return look_of_moves(sorted(numbers[word] for word in words))


def _best_text(words: list[str]) -> str:
    told = either([one_line(word, LONGEST_WORD) for word in words])
    return told if len(words) == 1 else f"{told}, equally good"


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


def _axis(label: str, fields: list[Field]) -> Axis:
    return places(label, [["not seen" if field.value is None else field.text for field in fields]])


def _panel(one: _Map, numbers: Mapping[str, int]) -> Panel:
    """Return the cells of a map, and in each region of one look the move that the strategy makes there."""
    columns = _in_order({across for across, _ in one.cells})
    rows = _in_order({up for _, up in one.cells if up is not None})
    by_words: dict[tuple[str, ...], list[Cell]] = {}
    for (across, up), decision in one.cells.items():
        place = columns.index(across), rows.index(up) if up is not None else 0
        by_words.setdefault(tuple(_best_words(decision)), []).append(place)
    alone = [f"{one.up} {rows[0].text}"] if len(rows) == 1 and rows[0].value is not None else []
    return {
        "title": ", ".join((one.title, *alone)),
        "begins": True,
        "across": _axis(one.across, columns),
        "up": _axis(one.up, rows) if len(rows) > 1 else places("", [[""]]),
        "cells": [
            {"look": _look([*words], numbers), "name": "", "runs": list(runs(where)), "text": _best_text([*words])}
            for words, where in by_words.items()
        ],
        "labels": [
            {"look": "word", "text": one_line(words[0], LONGEST_WORD), "boxes": boxes(part)}
            for words, where in by_words.items()
            for part in regions(where)
        ],
    }
