"""The strategy of a solved game as a table that a person can use.

If a choice between two moves depends on three numbers, ``Boundaries`` has the value of the third from which one of the
moves is best.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from faceup.numbers.value import How, Value
from faceup.results.answers.quantities import Group, Look
from faceup.results.answers.solution import Solution
from faceup.results.certified import Certified
from faceup.results.showable import Showable, Tabular, columns
from faceup.rules.contract import Game
from faceup.rules.moves import Move, numbers_text
from faceup.rules.rows import ABSENT
from faceup.rules.texts import in_order


class Row(NamedTuple):
    """What a player sees, and the moves that are best in every state that looks so.

    Several moves are exactly equal in value; unless ``sure``, they are rounded and too close to compare. ``free`` means
    that every legal move is among them. ``others`` are equally good and left out, if not every best move may be played:
    some lead nowhere, or matter to another player.
    """

    key: tuple[int, ...]
    moves: tuple[Move, ...]
    sure: bool = True
    free: bool = False
    others: tuple[Move, ...] = ()


def is_telling(row: Row) -> bool:
    """Whether some move of the row is worse than another, or may be."""
    return not (row.free and row.sure and len(row.moves) > 1)


class Part(NamedTuple):
    """A part of a line: from this value of the last column to the next part, any of these moves, with their words.

    ``free`` means that every legal move is as good wherever the part is.
    """

    low: int
    moves: tuple[Move, ...]
    words: tuple[str, ...] = ()
    free: bool = False


class Line(NamedTuple):
    """The best moves along the last column, for leading columns within ``ranges`` (lowest and highest of each)."""

    ranges: tuple[tuple[int, int], ...]
    parts: tuple[Part, ...]


class BoardMet(NamedTuple):
    """A decision on a board: the moves that lead there (``after``), and its best moves with their words.

    ``key`` is that of its row, if it has one. ``others``, ``sure`` and ``free`` are as in ``Row``. A player who makes
    one best move each time meets the decisions of the ``plan``. ``alike`` means that the board stands for others too.
    """

    state: Any
    after: tuple[str, ...]
    moves: tuple[Move, ...]
    words: tuple[str, ...]
    others: tuple[str, ...] = ()
    sure: bool = True
    free: bool = False
    plan: bool = True
    alike: bool = False
    key: tuple[int, ...] | None = None

    @property
    def is_telling(self) -> bool:
        """Whether some move is worse than another, or may be; or the decision is the first one."""
        return not self.after or not (self.free and self.sure)


class About(NamedTuple):
    """The player and the reach of a strategy, and the value of playing by it, as text."""

    reach: str
    player: int | None
    played: str | None
    lossless: bool
    representatives: bool


@dataclass(frozen=True, repr=False)
class Strategy(Showable, Tabular):
    """The best moves in every decision that matters.

    ``rows`` is the full table over ``quantities``, without those that never vary. ``lines`` is the smallest table
    without loss, over ``columns``; both are in the order in which play comes to them. If each step has one boundary
    from which ``move`` is best, ``thresholds`` has it for each of ``steps`` (None if the move is never best). ``words``
    has the word of each move, by a row's key.

    ``value`` is that of best play, ``played`` that of play by ``lines``, both to player 0. ``player`` is the player of
    the decisions (None for all), ``reach`` their extent: ``best``, ``one`` or ``all``. ``looks`` has the quantities
    that are not plain numbers, ``groups`` those that are places of one row, ``fixed`` the labels of places that never
    vary, ``labels`` what quantities are to a player, as ``your score``. ``players`` counts the deciding players. With
    ``representatives``, each position stands for all that are alike by symmetry, in which its moves have other names.
    With ``seats``, each has its own payoff, and the others keep to the computed equilibrium. ``by_player`` has a table
    for each player if the columns do not show the player to move; ``for_mover`` is one table instead, if players are
    alike, with the mover's quantities as ``own``. For a game with a board, if each row is one position, ``boards`` are
    the decisions in the order of play, one of those that are alike, as mirror images are. ``plan`` has the keys of the
    rows that best play by all meets, where the other may play anything. ``start`` is the key of the first position, if
    it has a row. ``solution`` is that of the game.
    """

    brief = ("game", "value")

    game: Game
    value: Value
    quantities: tuple[str, ...]
    rows: tuple[Row, ...]
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    words: Mapping[tuple[tuple[int, ...], Move], str]
    thresholds: tuple[int | None, ...] | None = None
    steps: tuple[int, ...] = ()
    move: Move | None = None
    played: Value | None = None
    player: int | None = None
    reach: str = "best"
    looks: Mapping[str, Look] = field(default_factory=dict)
    groups: tuple[Group, ...] = ()
    fixed: Mapping[str, str] = field(default_factory=dict)
    players: int = 1
    representatives: bool = False
    seats: int = 0
    certified: Certified | None = None  # of the solution
    labels: Mapping[str, str] = field(default_factory=dict)
    by_player: "tuple[Strategy, ...]" = ()
    for_mover: "Strategy | None" = None
    boards: tuple[BoardMet, ...] = ()
    plan: frozenset[tuple[int, ...]] = frozenset()
    start: tuple[int, ...] | None = None
    solution: Solution | None = field(default=None, repr=False, compare=False)

    @property
    def lossless(self) -> bool:
        """Whether play by ``lines`` achieves the value of best play, to the last known digit."""
        if self.played is None:
            return False
        if self.value.exact is not None and self.played.exact is not None:
            return self.value.exact == self.played.exact
        return self.played.low <= self.value.high and self.value.low <= self.played.high

    @property
    def about(self) -> About:
        """Whose decisions these are, and the value of playing by ``lines``."""
        played = None if self.played is None else str(self.played)
        return About(self.reach, self.player, played, self.lossless, self.representatives)

    @property
    def sets(self) -> frozenset[str]:
        """The quantities that are sets of cards or squares."""
        return frozenset(name for name, look in self.looks.items() if look.kind == "set")

    def value_label(self, quantity: str, value: int) -> str:
        """The label of a value of a quantity."""
        if quantity in self.looks:
            return self.looks[quantity].names[value]
        return "-" if value == ABSENT else str(value)

    def seen_at(self, key: Sequence[int]) -> Mapping[str, str]:
        """The labels of a row with this key, by quantity."""
        return {name: self.value_label(name, value) for name, value in zip(self.quantities, key, strict=True)}

    @property
    def on_boards(self) -> bool:
        """Whether the decisions are shown on boards, here or in the tables of each player."""
        return any(one.boards for one in (self, *self.by_player))

    @property
    def telling_boards(self) -> tuple[BoardMet, ...]:
        """The boards on which some move is worse than another, and the first one."""
        return tuple(board for board in self.boards if board.is_telling)

    @property
    def equal(self) -> tuple[Row, ...]:
        """The rows in which several moves are equally good."""
        return tuple(row for row in self.rows if row.sure and len(row.moves) > 1)

    @property
    def left_out_ties(self) -> tuple[Row, ...]:
        """The rows with equally good moves that are left out, here with these among the moves."""
        return tuple(row._replace(moves=row.moves + row.others, others=()) for row in self.rows if row.others)

    @property
    def unsure(self) -> tuple[Row, ...]:
        """The rows in which rounding hides which move is best."""
        return tuple(row for row in self.rows if not row.sure)

    def observations(self) -> Mapping[str, Sequence[Any]]:
        """The rows: quantities, best moves as numbers and words, whether they are equal, and whether that is certain.

        If there are only thresholds, a row for each step.
        """
        if not self.rows and self.thresholds is not None:
            marks = list(zip(self.steps, self.thresholds, strict=True))
            return columns(("step", "threshold"), marks)
        column_names = ("moves", "words", "equal", "sure")
        names = tuple(f"{name}_" if name in column_names else name for name in self.quantities)
        return columns(
            (*names, *column_names),
            [
                (
                    *(
                        self.value_label(name, n) if name in self.looks else None if n == ABSENT else n
                        for name, n in zip(self.quantities, row.key, strict=True)
                    ),
                    ", ".join(map(str, row.moves)),
                    " or ".join(self.words_of(row)),
                    row.sure and len(row.moves) > 1,
                    row.sure,
                )
                for row in self.rows
            ],
        )

    def word(self, move: Move) -> str:
        """The word of a move if it is the same everywhere, else its number."""
        return common_word(move, (text for (_, other), text in self.words.items() if other == move))

    def words_of(self, row: Row) -> tuple[str, ...]:
        """Each move of a row as text."""
        return tuple(self.words[row.key, move] for move in row.moves)

    @property
    def otherwise(self) -> Move | None:
        """The move below the thresholds, if the rows agree on one."""
        return next((move for row in self.rows for move in row.moves if move != self.move), None)


def common_word(move: Move, texts: Iterable[str]) -> str:
    """The common word of a move, or its number if its words differ."""
    distinct = set(texts)
    return distinct.pop() if len(distinct) == 1 else f"move {numbers_text(move)}"


@dataclass(frozen=True)
class Boundary:
    """A line of a short table: the range of ``by`` that it is for, and the boundary in ``column``."""

    document_keys = ("within", "from=mark")

    within: tuple[int, int] | None
    mark: int | None


@dataclass(frozen=True, repr=False)
class ShortStrategy(Showable):
    """The best table found of so many lines, and its cost.

    Each line plays ``below`` under its boundary in ``column`` and ``above`` from there on; each of ``lines`` has a
    range of ``by``, or none if ``by`` is None. ``value`` is that of this play against best play, ``best`` that of best
    play, both to player 0. ``proven`` means that all tables of this form were tried, and none is better. ``labels`` has
    what columns are to the player, as in ``Strategy``.
    """

    brief = ("game", "value")
    document_keys = (
        *("column", "by", "below=word_below", "above=word_above", "lines=boundaries"),
        *("value=value.value", "exact=value.exact", "cost=cost.value", "proven"),
    )

    game: Game
    player: int
    column: str
    by: str | None
    lines: tuple[tuple[tuple[int, int] | None, int | None], ...]
    below: Move
    above: Move
    words: tuple[str, str]
    value: Value
    best: Value
    proven: bool
    labels: Mapping[str, str] = field(default_factory=dict)

    @property
    def word_below(self) -> str:
        return self.words[0]

    @property
    def word_above(self) -> str:
        return self.words[1]

    @property
    def boundaries(self) -> tuple[Boundary, ...]:
        """The lines one by one."""
        return tuple(Boundary(within, mark) for within, mark in self.lines)

    @property
    def cost(self) -> Value:
        """The loss against best play of the player who uses the table, at least 0."""
        low, high = self.best.low - self.value.high, self.best.high - self.value.low
        if self.player == 1:
            low, high = -high, -low
        how: How = "exact" if self.value.how == self.best.how == "exact" else "bounded"
        return Value(max(low, 0), max(high, 0), how)


class Boundaries(NamedTuple):
    """The value of the last number from which ``above`` is best, for each pair of the others, or None if it never is.

    For the pairs in ``again``, ``below`` is best once more from a still larger value on; for those in ``equal``, both
    are somewhere; and those in ``skipped`` have values just below the boundary that are not among the rows.
    """

    below: Move
    above: Move
    starts: dict[tuple[int, int], int | None]
    again: frozenset[tuple[int, int]]
    equal: frozenset[tuple[int, int]]
    skipped: frozenset[tuple[int, int]]


def boundaries_of(game: Game, rows: Sequence[Row]) -> Boundaries | None:
    """The boundaries of the rows if each pair of numbers has one, between the same two moves; else None.

    Rows in which both moves are best may lie on either side.
    """
    moves = in_order(game, {move for row in rows for move in row.moves})
    if len(moves) != 2 or not all(row.sure and row.moves for row in rows):
        return None
    pairs: dict[tuple[int, int], list[Row]] = {}
    for row in sorted(rows, key=lambda row: row.key):
        pairs.setdefault((row.key[0], row.key[1]), []).append(row)
    for below, above in (moves, moves[::-1]):
        starts, again = {}, set()
        for pair, column in pairs.items():
            parts = _alternating(column)
            first = 1 if parts and parts[0].moves == (below,) else 0
            if len(parts) > first + 2 or (first == 0 and len(parts) > 1):
                break
            starts[pair] = parts[first].key[2] if first < len(parts) else None
            again |= {pair} if len(parts) > first + 1 else set()
        else:
            if any(start is not None for start in starts.values()):
                equal = frozenset(pair for pair, column in pairs.items() if any(len(row.moves) > 1 for row in column))
                return Boundaries(below, above, starts, frozenset(again), equal, _skipped_pairs(rows, starts))
    return None


def _alternating(column: Sequence[Row]) -> list[Row]:
    """The first rows of the parts in which one move alone is best, and then the other, by turns."""
    alone = [row for row in column if len(row.moves) == 1]
    return [next(part) for _, part in groupby(alone, lambda row: row.moves)]


def _skipped_pairs(rows: Sequence[Row], starts: Mapping[tuple[int, int], int | None]) -> frozenset[tuple[int, int]]:
    """The pairs whose boundary has no row just below it, though one is possible."""
    keys, least = {row.key for row in rows}, min(row.key[2] for row in rows)
    bounds = {pair: start for pair, start in starts.items() if start is not None}
    return frozenset(pair for pair, start in bounds.items() if start > least and (*pair, start - 1) not in keys)
