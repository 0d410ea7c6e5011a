"""A strategy under hidden information without mixing as a picture: the move by the one or two numbers that are seen."""

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
from faceup.show.drawings.drawing import Key, look_of_moves
from faceup.show.pictures.house_style import INK, PLAIN, ink_on, new_axes, new_figure, text_width
from faceup.show.pictures.painter import draw_key, style_of

MOST_MAPS, MOST_PLACES = 12, 40  # maps of a picture, and places along an axis
LONGEST_WORD = 24  # characters of a move
BARS, ROW, FRAME = 6.5, 0.34, 0.75  # inches across; up for a row, and around a map
SIZE = 9  # the size of words in cells, in points
NO_NUMBERS = "no decision is mixed, and what players see is not one or two numbers; possible: the table of moves"
TOO_MANY = "no decision is mixed, and there are too many decisions for maps; possible: the table of moves"


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


def pure_figure(strategy: MixedStrategy, heading: str) -> Any:
    """Return a figure of maps, a cell for each decision in the look of its move, striped if others are as good.

    Raises UsageError if a player sees other things than one or two numbers, or if the maps or places are too many.
    """
    maps = [each for player in strategy.players for each in _maps(strategy, player)]
    if len(maps) > MOST_MAPS or any(max(len(one.columns), len(one.rows)) > MOST_PLACES for one in maps):
        raise UsageError(TOO_MANY)
    heights = [FRAME + ROW * len(one.rows) for one in maps]
    figure = new_figure(heading, BARS + 1.5, sum(heights) + 0.7)
    grid = figure.add_gridspec(len(maps), 1, height_ratios=heights)
    all_words = dict.fromkeys(word for one in strategy.decisions for word in one.words)
    used = {word for one in strategy.decisions for word in _best_words(one)}
    numbers = {word: k for k, word in enumerate(word for word in all_words if word in used)}
    for place, one in enumerate(maps):
        _draw(new_axes(figure, grid[place], grid=""), one, numbers)
    looks = {_look(one, numbers): _best_words(one) for one in strategy.decisions}
    keys = sorted(looks.items(), key=lambda key: (len(key[1]), sorted(map(numbers.__getitem__, key[1]))))
    draw_key(figure, [_key(look, words) for look, words in keys])
    return figure


def _best_words(decision: Decision) -> list[str]:
    """Return the move in words, and those that are as good against best play."""
    return [decision.words[decision.moves.index(decision.played[0])], *as_good(decision)]


def _look(decision: Decision, numbers: Mapping[str, int]) -> str:
    """Return the look of a decision, as in maps of strategies without hidden information."""
    return look_of_moves(sorted(numbers[word] for word in _best_words(decision)))


def _key(look: str, words: list[str]) -> Key:
    if look == "crossed":
        return {"look": look, "text": "crossed: several equally good"}
    told = either([one_line(word, LONGEST_WORD) for word in words])
    return {"look": look, "text": told if len(words) == 1 else f"{told}, equally good"}


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


def _text(field: Field) -> str:
    return "not seen" if field.value is None else field.text


def _draw(axes: Any, one: _Map, numbers: Mapping[str, int]) -> None:
    """Draw a map, with the move in each cell that has room for it."""
    columns, rows = one.columns, one.rows
    axes.spines[["left", "bottom"]].set_visible(False)
    alone = rows[0] if len(rows) == 1 else None  # the same in every cell
    told = [f"{one.up} {alone.text}"] if alone and alone.value is not None else []
    axes.set_title(", ".join((one.title, *told)), loc="left")
    axes.set_xticks(range(len(columns)), [*map(_text, columns)])
    axes.set_yticks(range(len(rows)), [_text(field) if field and len(rows) > 1 else "" for field in rows])
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(-0.5, len(rows) - 0.5)
    axes.tick_params(length=0)
    axes.set_xlabel(one.across)
    axes.set_ylabel(one.up if len(rows) > 1 else "")
    for (across, up), decision in one.cells.items():
        played, *others = _best_words(decision)
        word, style = one_line(played, LONGEST_WORD), style_of(_look(decision, numbers))
        x, y = columns.index(across), rows.index(up)
        axes.barh(y, 0.96, 0.92, left=x - 0.48, zorder=2, **style)
        if others:
            axes.barh(y, 0.96, 0.92, left=x - 0.48, zorder=2.5, facecolor="none", edgecolor=INK, linewidth=0.6)
        if text_width(word, SIZE) + 6 < 72 * BARS / len(columns):
            box, ink = (PLAIN, INK) if "hatch" in style else (None, ink_on(style["facecolor"]))
            axes.text(x, y, word, size=SIZE, color=ink, bbox=box, ha="center", va="center", zorder=3)
