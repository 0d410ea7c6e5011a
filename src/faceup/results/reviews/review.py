"""The review of a game: each move beside the best one."""

from dataclasses import dataclass
from typing import NamedTuple

from faceup.numbers.value import Number, Value, add_numbers
from faceup.results.reviews.review_scale import OWN, Scale, is_nothing
from faceup.results.shown import Shown
from faceup.rules.contract import CHANCE, Game


class Judged(NamedTuple):
    """A move that was made, by ``turn`` (CHANCE: nobody), called ``who``.

    ``before`` and ``after`` are the values of play around it, to player 0, or to whoever moved where each seat has a
    payoff of its own; rewards of this move are included in both.
    ``lost`` is what whoever moved threw away, 0 or more; ``luck`` what chance gave to player 0, None for a player's
    move. ``best`` moves would have lost nothing; ``text`` says what was lost where the game is won, drawn or lost, and
    ``reason`` how best play shows it. ``free``: no legal move would have lost anything, so there was nothing to decide.
    ``changes`` are what the move changed for every seat that has a payoff of its own. ``hopes`` are what every player
    may hope for after it, what was gained so far included, and ``hoped`` what they could hope for just before, where
    that is not what they could after the row before: chance and others have moved unseen, or unjudged.
    """

    number: int
    turn: int
    who: str
    word: str
    before: Value
    after: Value
    lost: Number
    luck: Number | None
    best: tuple[str, ...]
    text: str
    changes: tuple[Number, ...] = ()
    hopes: tuple[Number, ...] = ()
    free: bool = False
    reason: str = ""
    hoped: tuple[Number, ...] = ()

    @property
    def favours(self) -> bool:
        """Whether the move cost its player nothing, and changed the values of others."""
        return self.luck is None and not self.lost and not all(map(is_nothing, self.changes))

    def luck_of(self, player: int) -> Number:
        """The luck of a player; of two opponents, one gains what the other loses."""
        if self.luck is None:
            return 0
        if self.changes:
            return self.changes[player]
        return -self.luck if player == 1 else self.luck


class Accuracy(NamedTuple):
    """How many of a player's moves were ``best`` of those that ``counted``: some other move would have lost value."""

    best: int
    counted: int
    free: int  # moves that do not count, as every legal move was as good

    @property
    def share(self) -> float | None:
        """From 0 to 1; None where no move counts."""
        return self.best / self.counted if self.counted else None

    @property
    def text(self) -> str:
        """``67% (2 of 3)``; 0% and 100% are exact."""
        best, total, _ = self
        if not total:
            return "nothing to lose"
        share = 100 if best == total else min(max(round(100 * best / total), best > 0), 99)
        return f"{share}% ({best} of {total})"


@dataclass(frozen=True, repr=False)
class Review(Shown):
    """Every move of a game, and what each player threw away in all.

    ``moves`` were made; where ``unknown`` says why the first of them could not be judged, ``rows`` are the rest, and
    ``limited`` says whether a limit was reached. ``start`` is what every player could hope for before the first of the
    rows, and ``scale`` says in what to count. ``players`` are what to call them, player 0 first; the ``person`` is
    called you, None where there is not one. It is told from the side of the ``reader``, and ``of`` some players alone
    where others know what is hidden from these; the ``note`` says what else there is to know. ``result`` is how the
    game ended, where it did, and ``made`` counts all moves, those that others do not see too.
    """

    game: Game
    rows: tuple[Judged, ...]
    lost: tuple[Number, ...]
    players: tuple[str, ...]
    person: int | None = None
    reader: int = 0
    start: tuple[Number, ...] = ()
    scale: Scale = OWN
    moves: int = 0
    unknown: str = ""
    limited: bool = False
    of: tuple[int, ...] = ()
    note: str = ""
    result: str = ""
    made: int = 0

    @property
    def mistakes(self) -> tuple[Judged, ...]:
        """The moves that lost value."""
        return tuple(row for row in self.rows if row.lost)

    @property
    def chance(self) -> tuple[Judged, ...]:
        """The moves of chance."""
        return tuple(row for row in self.rows if row.turn == CHANCE)

    @property
    def movers(self) -> tuple[int, ...]:
        """The players who decided anything, in the order of their first moves."""
        return tuple(dict.fromkeys(row.turn for row in self.rows if row.turn != CHANCE))

    @property
    def seats(self) -> tuple[int, ...]:
        """The players in the table of skill."""
        if self.of:
            return self.of
        return tuple(range(len(self.players))) if len(self.players) > 1 else (self.reader,)

    def luck(self, player: int) -> Number:
        """The luck of a player in all: the gains by chance beyond their expectation."""
        return add_numbers(*(row.luck_of(player) for row in self.chance))

    def accuracy(self, player: int) -> Accuracy:
        """How many of a player's moves were best."""
        moves = [row for row in self.rows if row.turn == player]
        judged = [row for row in moves if not row.free]
        return Accuracy(sum(not row.lost for row in judged), len(judged), len(moves) - len(judged))

    def hope_before(self, row: Judged, player: int) -> Number:
        """The expected result of a player before one of the rows."""
        if row.hoped:
            return row.hoped[player]
        place = row.number - self.rows[0].number
        return self.hopes(player)[place]

    def hopes(self, player: int) -> tuple[Number, ...]:
        """The expected results of a player before the first row and after each; empty if nothing is known."""
        return tuple(row[player] for row in (self.start, *(row.hopes for row in self.rows)) if row)
