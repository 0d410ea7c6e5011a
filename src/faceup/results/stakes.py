"""The stakes of a game: whether it is played for wins, draws and losses, or for numbers.

The stakes turn a payoff, or the value of best play, into an outcome: a win, a draw, a loss, or a number.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from faceup.numbers.value import Number, Value
from faceup.results.seats import OPPOSITE, OwnUnits
from faceup.rules.contract import CHANCE
from faceup.rules.names import seat_name

Kind = Literal["win", "draw", "loss", "no win", "number"]

FOR_THE_OTHER: dict[Kind, Kind] = {"win": "loss", "loss": "win"}


@dataclass(frozen=True)
class Outcome:
    """The outcome for ``player``, who gets ``amount`` (None if unknown).

    ``kind`` is ``no win`` if a draw cannot be told from a loss, and ``number`` if the game has no wins and losses.
    ``proved`` says that every end of the game is known; else the ends of some games judge it.
    """

    kind: Kind
    player: int
    amount: Number | None
    proved: bool

    def of(self, player: int) -> "Outcome":
        """Return the outcome for another player; ``no win`` of one says nothing about the other."""
        if player == self.player or self.kind == "no win":
            return self
        amount = None if self.amount is None else -self.amount
        return replace(self, kind=FOR_THE_OTHER.get(self.kind, self.kind), player=player, amount=amount)

    @property
    def decisive(self) -> bool:
        """Whether it is a win, a draw or a loss."""
        return self.kind in ("win", "draw", "loss")

    @property
    def winner(self) -> int | None:
        """The winner of two players; None without one."""
        return self.player if self.kind == "win" else 1 - self.player if self.kind == "loss" else None


# What values are, by the payoff that tells: -1 of wins and losses, 1 of wins and 0, 0 of losses and 0.
UNITS = {-1: "wins minus losses", 1: "share of games won", 0: "minus the share of games lost"}


@dataclass(frozen=True)
class Stakes:
    """The payoffs at the ends, the deciding players, and whether there is chance.

    ``payoffs`` are those of all ends, to player 0; empty if there are ``rewards``. ``players`` are those who decide,
    ``first`` the one who begins (CHANCE if none). ``closings`` are pairs of the player who decided last before an end
    and its payoff. Unless ``complete``, these are the ends of some games. ``seats`` is the number of seats with their
    own payoffs; then ``payoffs`` is empty. ``own`` are the players' names in the rules. ``both_ways`` says that, with
    rewards, some games had positive and others negative totals. ``units`` are those of the second of two opponents.
    ``drawless`` says that the source of the rules shows no payoff of 0.
    """

    payoffs: frozenset[Number]
    players: frozenset[int]
    chance: bool
    first: int
    complete: bool
    closings: frozenset[tuple[int, Number]] = frozenset()
    rewards: bool = False
    seats: int = 0
    own: tuple[str, ...] = ()
    both_ways: bool = False
    units: OwnUnits = OPPOSITE
    drawless: bool = False

    def with_ends(self, ends: Iterable[tuple[int | None, Number]]) -> "Stakes":
        """Return the stakes with more ends: pairs of the last player to decide, or None if unknown, and the payoff."""
        if self.rewards:
            return self
        new_ends = frozenset(ends)
        closings = {(last, payoff) for last, payoff in new_ends if last is not None}
        return replace(self, payoffs=self.payoffs.union(p for _, p in new_ends), closings=self.closings | closings)

    @property
    def two(self) -> bool:
        """Whether two players decide."""
        return len(self.players) == 2 and not self.seats

    @property
    def numeric(self) -> bool:
        """Whether games end in numbers that are not wins, draws and losses."""
        if self.rewards or self.seats or not self.units.wins_and_losses(self.payoffs):
            return True
        return not self.payoffs <= {-1, 0, 1} or (self.payoffs == {0} and not self.two)

    @property
    def unit(self) -> str:
        """What values are on average in a game of wins and losses with chance: ``wins minus losses``; else empty."""
        if not self.chance or self.numeric or not self.payoffs <= UNITS.keys() or len(self.payoffs) < 2:
            return ""
        return UNITS[-1 if {-1, 1} <= self.payoffs else 1 if 1 in self.payoffs else 0]

    @property
    def opposed(self) -> bool:
        """Whether one player gets what the other pays: payoffs of both signs show it, counts of points do not."""
        return self.two and self.both_signs and self.units.plain

    @property
    def both_signs(self) -> bool:
        """Whether some games end with more than nothing, and others with less."""
        return self.both_ways or (min(self.payoffs, default=0) < 0 < max(self.payoffs, default=0))

    def side(self, person: int | None) -> int:
        """Return the player whose numbers a person reads: their own if the players are opposed, else player 0's."""
        return person or 0 if self.opposed else 0

    @property
    def decided(self) -> bool:
        """Whether games end in a win, a loss, or perhaps a draw."""
        return {-1, 1} <= self.payoffs <= {-1, 0, 1} and not self.numeric

    @property
    def may_draw(self) -> bool:
        """Whether a game that is won or lost may also end in a draw, as far as it is known."""
        return 0 in self.payoffs or not (self.complete or self.drawless)

    @property
    def duel(self) -> bool:
        """Whether two players win, draw or lose against each other without chance."""
        return self.decided and self.two and not self.chance

    @property
    def race(self) -> bool:
        """Whether one of two players wins and the other loses at every end, though a win or a loss counts 0.

        Payoffs 0 and 1 alone do not distinguish a draw from a loss. But if the player who decided last always has the
        better of two payoffs, or always the worse one, every end has a winner.
        """
        if self.payoffs not in ({0, 1}, {-1, 0}) or len(self.closings) != 2:
            return False
        return {player for player, _ in self.closings} == {0, 1} and {end for _, end in self.closings} == self.payoffs

    @property
    def alone(self) -> int:
        """The only player who decides; None if there are more."""
        return min(self.players, default=0)

    def name(self, turn: int) -> str:
        """Return the name of a player; without names in the rules, the player who begins is the first player."""
        if turn == CHANCE:
            return "chance"
        if self.seats or (self.two and turn < len(self.own)):
            return seat_name(turn, self.own)
        if not self.two:
            return "the player"
        return seat_name(1 - turn if self.first == 1 else turn)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, player 0 first; one name if a single player decides."""
        if self.seats:
            return tuple(seat_name(k, self.own) for k in range(self.seats))
        return (self.name(0), self.name(1)) if self.two else (self.name(0),)

    def outcome_of_end(self, payoff: Number, last: int | None = None) -> Outcome:
        """Return the outcome of an end with this payoff; ``last`` is the player who decided last before it."""
        return self.with_ends([(last, payoff)])._outcome_of(payoff)

    def worth(self, value: Value) -> Outcome:
        """Return the outcome of a value: a certain win or loss, a draw if there is no chance, else a number.

        If a win or a loss counts 0, all ends must be known to name it.
        """
        number = value.exact
        if number is not None and number in self.payoffs:
            outcome = self._outcome_of(number)
            if outcome.winner is not None and (number or self.complete) and len(self.payoffs) > 1:
                return outcome
            if outcome.kind == "draw" and self.duel:
                return outcome
        return self._outcome("number", value.middle if number is None else number)

    def kind_for(self, mover: int, value: Value) -> Literal["win", "draw", "loss"] | None:
        """Return the outcome of a value for the player to move; None at chance nodes and for numbers."""
        kind = self.worth(value).of(mover).kind
        return None if mover == CHANCE or kind == "no win" or kind == "number" else kind

    def _outcome_of(self, payoff: Number) -> Outcome:
        """Return the outcome of a payoff among all payoffs of the game."""
        if self.numeric:
            return self._outcome("number", payoff)
        if payoff:
            return self._outcome("win" if payoff > 0 else "loss", payoff)
        worse = 0 if self.payoffs == {0, 1} else 1 if self.payoffs == {-1, 0} else None  # whose worse result 0 is
        if worse is None:
            return self._outcome("draw", payoff)
        if self.race or (not self.two and self.alone != worse):
            return self._outcome("win" if worse == 1 else "loss", payoff)
        return Outcome("no win", worse, payoff, self.complete)

    def _outcome(self, kind: Kind, payoff: Number | None) -> Outcome:
        return Outcome(kind, 0, payoff, self.complete)
