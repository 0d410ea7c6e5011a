"""A strategy as a document."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from faceup.results.answers.strategy import ShortStrategy, Strategy
from faceup.rules.moves import Move
from faceup.rules.names import seat_name
from faceup.rules.rows import ABSENT

Seen = int | tuple[int, ...]  # the value of a quantity: a whole number, or the dice or cards of a hand
Key = tuple[Seen | None, ...]  # the value of each quantity; None for a place that a row does not have


class ShownLine(NamedTuple):
    """A line: the lowest and highest value of each leading column, and the best moves along the last one."""

    ranges: tuple[tuple[Seen, ...], ...]
    parts: tuple[tuple[Seen, tuple[Move, ...]], ...]


class Lines(NamedTuple):
    """The smallest table without loss."""

    columns: tuple[str, ...]
    rows: tuple[ShownLine, ...]


class PlayerLines(NamedTuple):
    """The smallest table without loss of one player's decisions."""

    player: int
    name: str
    lines: Lines


@dataclass(frozen=True)
class StrategyTable:
    """A strategy: ``rows`` of ``columns``, the last of which has the best moves.

    A square of a board is a column by its name, another place of a row by its number (``pit 3``); a hand of dice or
    cards is a list. ``names`` are those of the numbers of pieces and of players. ``for_mover`` is one table for all
    players if they are alike, with the mover's quantities as ``own``. ``thresholds`` stand for each of the ``steps``,
    if they suffice. ``short`` is a shorter table, if asked for, and ``unshortened`` the reason for none.
    """

    document_keys = (
        *("game=strategy.game", "*value=strategy.value", "columns", "rows", "names", "lines", "equal", "unsure"),
        *("moves", "by_player", "for_mover", "*about=strategy.about", "thresholds=strategy.thresholds?", "steps?"),
        *("short?", "unshortened?", "certified=strategy.certified?"),
    )

    strategy: Strategy
    short: ShortStrategy | None = None
    unshortened: str | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.strategy.quantities, "best")

    @property
    def rows(self) -> tuple[tuple[Seen | tuple[Move, ...] | None, ...], ...]:
        return tuple((*self._key(row.key), row.moves) for row in self.strategy.rows)

    @property
    def names(self) -> Mapping[str, Mapping[int, str]]:
        return {name: look.names for name, look in self.strategy.looks.items() if look.ordered}

    @property
    def lines(self) -> Lines:
        return _lines(self.strategy)

    @property
    def equal(self) -> tuple[Key, ...]:
        """The rows in which several moves are equally good, without the moves."""
        return tuple(self._key(row.key) for row in self.strategy.equal)

    @property
    def unsure(self) -> tuple[Key, ...]:
        """The rows in which rounding hides which move is best, without the moves."""
        return tuple(self._key(row.key) for row in self.strategy.unsure)

    @property
    def moves(self) -> Mapping[Move, str]:
        """The word of each best move."""
        return {move: self.strategy.word(move) for row in self.strategy.rows for move in row.moves}

    @property
    def by_player(self) -> tuple[PlayerLines, ...]:
        names = self.strategy.game.player_names
        parts = ((one.player, _lines(one)) for one in self.strategy.by_player if one.player is not None)
        return tuple(PlayerLines(player, seat_name(player, names), lines) for player, lines in parts)

    @property
    def for_mover(self) -> Lines | None:
        return None if self.strategy.for_mover is None else _lines(self.strategy.for_mover)

    @property
    def steps(self) -> tuple[int, ...] | None:
        return None if self.strategy.thresholds is None else self.strategy.steps

    def _key(self, key: Sequence[int]) -> Key:
        values = zip(self.strategy.quantities, key, strict=True)
        return tuple(None if value == ABSENT else _value_seen(self.strategy, name, value) for name, value in values)


def _lines(strategy: Strategy) -> Lines:
    *leads, last = strategy.columns or ("",)
    rows = (
        ShownLine(
            tuple(
                tuple(_value_seen(strategy, name, value) for value in pair)
                for name, pair in zip(leads, line.ranges, strict=True)
            ),
            tuple((_value_seen(strategy, last, part.low), part.moves) for part in line.parts),
        )
        for line in strategy.lines
    )
    return Lines(strategy.columns, tuple(rows))


def _value_seen(strategy: Strategy, name: str, value: int) -> Seen:
    look = strategy.looks.get(name)
    return look.hands[value] if look and look.hands else value
