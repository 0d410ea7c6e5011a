"""A strategy as a picture: a map of decisions over what a person looks at, or a curve of thresholds."""

from collections.abc import Iterable, Sequence
from typing import Any

from faceup.results.answers.strategy import Row, Strategy, boundaries_of
from faceup.results.scene.scene_boards import row_of_squares
from faceup.results.sentences.words import either, words_of
from faceup.rules.boards import board_of
from faceup.rules.contract import Game
from faceup.rules.errors import NothingToDraw, UsageError
from faceup.rules.facts import facts_of
from faceup.rules.fields import MOVER, Card, Dice, Die, fields_of, item_kind
from faceup.rules.parameters import Cards
from faceup.rules.rows import holds_numbers
from faceup.show.drawings.decisions import boundaries_drawing, decisions_drawing
from faceup.show.drawings.drawing import Drawing
from faceup.show.drawings.regions import curve_drawing

FEW_PANELS = 4  # up to which they are read at a glance
POSSIBLE = "possible: a strategy over one to three numbers, which a game may name in quantities"
NO_NUMBERS = {"set": "sets of cards", "hand": "hands of dice or cards"}


def strategy_drawing(strategy: Strategy) -> Drawing:
    """The decisions over one to three numbers as a map, with the thresholds if each step has one.

    Raises UsageError for a strategy over sets of cards, or over more numbers.
    """
    if not strategy.rows and strategy.thresholds is not None:
        return curve_drawing(strategy)
    names, rows = _rows(strategy)
    numbers = len(names) == 3 and not any(name in strategy.looks for name in names)
    crowded = numbers and len({row.key[0] for row in rows}) > FEW_PANELS
    if boundaries := boundaries_of(strategy.game, rows) if crowded else None:
        return boundaries_drawing(strategy, names, boundaries)
    return decisions_drawing(strategy, names, rows)


def check_drawable(game: Game) -> None:
    """Raise UsageError, before any work, for a game whose states hold no number for a map."""
    facts, state = facts_of(game), game.start()
    if facts.theory or facts.hidden or hasattr(type(game), "quantities"):
        return
    board = board_of(game)
    squares = row_of_squares(board, fields_of(state)) if board is not None else None
    fields = [field for field in fields_of(state) if field.name != MOVER]
    if fields and all(field == squares or _is_no_number(field.kind) for field in fields):
        names = ", ".join(field.label for field in fields)
        raise UsageError(f"{type(game).name} has no number to draw a map over, only {names}; {POSSIBLE}")


def _is_no_number(kind: Any) -> bool:
    return kind in (Cards, Dice) or holds_numbers(kind) or item_kind(kind) in (Cards, Card, Die)


def _rows(strategy: Strategy) -> tuple[tuple[str, ...], tuple[Row, ...]]:
    """The quantities of the axes, and the rows; raises UsageError if they make no picture."""
    names, rows = strategy.quantities, strategy.rows
    if not rows:
        raise UsageError(f"{type(strategy.game).name} has no decision to draw")
    if len(names) > 3 and 0 < len(strategy.columns) <= 3:  # fewer numbers decide as well
        places = [k for k, name in enumerate(names) if name in strategy.columns]
        names, rows = tuple(names[k] for k in places), _merge_rows(rows, places)
    if not names or len({row.moves for row in rows}) == 1:
        word = either([strategy.word(move) for move in rows[0].moves])
        raise NothingToDraw(f"no plot: the best move is always {word}")
    labels = [words_of(name) for name in names]
    for kind, words in NO_NUMBERS.items():
        if those := [words_of(name) for name in names if name in strategy.looks and strategy.looks[name].kind == kind]:
            raise UsageError(f"a strategy over {words} ({', '.join(those)}) cannot be drawn; {POSSIBLE}")
    if set(names) & {name for group in strategy.groups if not group.apart for name in group.names}:
        raise UsageError(f"a strategy over places of a board ({', '.join(labels)}) cannot be drawn; {POSSIBLE}")
    if len(names) > 3:
        raise UsageError(f"a strategy over {len(names)} numbers ({', '.join(labels)}) cannot be drawn; {POSSIBLE}")
    return names, rows


def _merge_rows(rows: Iterable[Row], places: Sequence[int]) -> tuple[Row, ...]:
    """The rows over fewer quantities, each with the moves that are best in all rows merged into it."""
    merged: dict[tuple[int, ...], Row] = {}
    for row in rows:
        key = tuple(row.key[k] for k in places)
        before = merged.get(key, row)
        merged[key] = Row(key, tuple(move for move in before.moves if move in row.moves), before.sure and row.sure)
    return tuple(merged[key] for key in sorted(merged))
