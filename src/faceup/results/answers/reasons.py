"""The reasons for a value, as facts from which sentences are made.

An explanation of a position has best play as a graph. For mixed moves, the reasons are what other probabilities would
cost, and the values that the right probabilities make equal.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from faceup.numbers.value import Number, Value, few_digits, nearest_float, within
from faceup.results.answers.decision import Decision, LabelledDecision, MixedStrategy
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.sameness import Sameness, Symmetries
from faceup.results.answers.solution import Seat
from faceup.results.answers.strategy import ShortStrategy, Strategy
from faceup.results.answers.winning_scale import WinningScale
from faceup.results.certified import Certified
from faceup.results.showable import FormerTuple, Showable
from faceup.results.stakes import Stakes
from faceup.rules.contract import Game
from faceup.rules.moves import Move

TWO_SIDED = 1.96  # standard errors to either side of a mean, for 95%


@dataclass(frozen=True)
class MoveGroup(FormerTuple):
    """Moves that are alike by symmetry, with their value to player 0, and whether they are best.

    ``worth`` is their value to each seat if seats have their own payoffs; ``value`` is then the mover's. ``replies`` is
    the number of the other player's replies, of which ``safe`` are best; both are empty if nobody replies. ``length``
    is as in Explanation, this move included.
    """

    moves: tuple[Move, ...]
    value: Value
    best: bool
    replies: int
    safe: tuple[Move, ...]
    length: int | None = None
    worth: tuple[Value, ...] = ()

    document_keys = (
        *("moves", "value=value.value", "exact=value.exact", "best", "seats=worth"),
        *("replies", "safe", "distance=length"),
    )


class Branch(NamedTuple):
    """Moves of ``who`` followed by a common plan, which is empty at the end of the game."""

    who: int
    moves: tuple[Move, ...]
    then: tuple["Branch", ...] = ()


@dataclass(frozen=True)
class ForcedWin:
    """A forced win of ``winner`` within ``length`` moves of both players.

    ``plan`` has one move for each decision of the winner, and every move of the loser; None if it is too long.
    ``branches`` counts its branches.
    """

    winner: int
    length: int
    plan: tuple[Branch, ...] | None
    branches: int

    document_keys = ("winner", "length", "plan")


class Step(NamedTuple):
    """A move on a line of best play, its player, and how many of the legal moves are best (``safe``)."""

    who: int
    word: str
    safe: int
    legal: int


def half_width_of(variance: float, games: int) -> float:
    """Half the width of the 95% interval of a mean of so many games; 0 without any."""
    return TWO_SIDED * sqrt(variance / games) if games else 0.0


@dataclass(frozen=True)
class Contest(FormerTuple):
    """Policies against each other: the ``mean`` gain of player 0, and the share of every possible payoff.

    If seats have their own payoffs, the mean is that of the one seat that does not play its best. The numbers come from
    all positions, or from a number of ``games`` if there are too many.
    """

    players: tuple[str, ...]
    mean: Number
    shares: Mapping[Any, float]
    games: int = 0

    document_keys = ("players", "mean=average", "shares=by_payoff", "games=played")

    @property
    def half_width(self) -> float:
        """Half the width of the 95% interval of the mean; 0 if it is exact."""
        variance = sum(share * (nearest_float(payoff) - self.average) ** 2 for payoff, share in self.shares.items())
        return half_width_of(variance, self.games)

    @property
    def average(self) -> float:
        """The mean as the nearest float."""
        return nearest_float(self.mean)

    @property
    def by_payoff(self) -> Mapping[str, float]:
        """The shares by the texts of payoffs."""
        return {few_digits(payoff, 6): share for payoff, share in self.shares.items()}

    @property
    def played(self) -> int | None:
        """The number of games; None if the numbers come from all positions."""
        return self.games or None


class Weighed(NamedTuple):
    """A decision against chance of the player ``who``, with the values of its moves, best first, to player 0.

    ``place`` is the position in words. A first decision is the likeliest ``among`` so many. The closest decision has
    the number of decisions that are ``as_close``, itself included, and whether it is the closest ``among_all`` or only
    among the first ones.
    """

    state: Any
    who: int
    place: str
    values: tuple[tuple[Move, Value], ...]
    as_close: int = 1
    among_all: bool = True
    among: int = 1


@dataclass(frozen=True, repr=False)
class Explanation(Showable):
    """The facts that explain the value of a position. Values are player 0's.

    ``moves`` led to the position ``state``, and ``who`` is the player to move (CHANCE, or OVER at the end). ``stakes``
    are those of the whole game, ``length`` the moves within which the winner has won. ``seats`` has the values to seats
    with their own payoffs; ``scale`` the payoffs of a loss and a win, if there are no others. ``short`` are the best
    rules that look at one number, of the players whose ``strategy`` has more lines. In a game of chance, ``weighed``
    has the first decision and the closest one. Facts that would take too long to compute are None or empty.
    """

    brief = ("game", "value")
    document_keys = (
        *("game", "*value", "moves", "turn=who", "seats=seat_values", "distance=length", "positions"),
        *("first_moves=groups", "forced_win=win", "line", "symmetries=symmetries.order", "same_as", "contests"),
    )

    game: Game
    moves: tuple[Move, ...]
    state: Any
    who: int
    value: Value
    stakes: Stakes
    positions: int | None
    groups: tuple[MoveGroup, ...]
    win: ForcedWin | None
    line: tuple[Step, ...]
    symmetries: Symmetries | None
    twins: tuple[Sameness, ...]
    contests: tuple[Contest, ...]
    strategy: Strategy | None
    short: tuple[ShortStrategy, ...]
    length: int | None = None
    seats: tuple[Seat, ...] = ()
    teams: tuple[tuple[int, ...], ...] = ()
    others_may_be: bool = False
    scale: WinningScale | None = None
    certified: Certified | None = None  # of the solution
    weighed: tuple[Weighed, ...] = ()

    @property
    def seat_values(self) -> tuple[Value, ...]:
        """The value to each seat with its own payoff."""
        return tuple(seat.value for seat in self.seats)

    @property
    def same_as(self) -> tuple[str, ...]:
        """The names of isomorphic games."""
        return tuple(type(twin.games[1]).name for twin in self.twins)


class Position(NamedTuple):
    """A state that best play meets, the player to move, and the value of play from there on to player 0."""

    state: Any
    turn: int
    value: Value


class BestMove(NamedTuple):
    """A best move, or an outcome of chance with its probability ``share``, from one position to another.

    ``reward`` is its reward to player 0. Unless ``sure``, rounding hides whether it is best.
    """

    source: int
    target: int
    move: Move
    reward: int | float | Fraction
    share: Fraction | None
    sure: bool


@dataclass(frozen=True)
class BestPlay:
    """Every position that best play can meet, the start first, and every best move between them."""

    game: Game
    positions: tuple[Position, ...]
    moves: tuple[BestMove, ...]


def _at_least_nothing(number: Number, off: Number) -> Value:
    """A number of at least 0, with its error bound."""
    middle, width = Fraction(number), Fraction(off)
    return within(max(middle - width, Fraction(0)), middle + width)


@dataclass(frozen=True)
class ResponseGain(FormerTuple):
    """A decision of the other, the moves of its best response there, and the gain by them, with its error ``off``."""

    decision: Decision
    sees: str
    words: tuple[str, ...]
    gain: Number
    off: Number

    document_keys = ("sees", "words", "gain=bounds")

    @property
    def bounds(self) -> Value:
        """The gain with its error bound."""
        return _at_least_nothing(self.gain, self.off)


@dataclass(frozen=True)
class Change(FormerTuple):
    """A move made ``always`` in a decision, or never: the ``cost`` is the gain of the other's best response, from the
    last public state on; ``answers`` are the decisions that bring it together, the greatest gain first.

    If later positions are known within bounds, ``off`` is the error bound of the cost and of each gain; ``answers`` are
    then those that gain more than that.
    """

    document_keys = ("word", "always", "cost=bounds", "answers")

    word: str
    always: bool
    cost: Number
    answers: tuple[ResponseGain, ...]
    off: Number = 0

    @property
    def bounds(self) -> Value:
        """The cost with its error bound."""
        return _at_least_nothing(self.cost, self.off)


@dataclass(frozen=True)
class Balance(FormerTuple):
    """A decision of the other in which the right probabilities make moves equal."""

    decision: Decision
    sees: str
    words: tuple[str, ...]

    document_keys = ("sees", "words")


@dataclass(frozen=True)
class MixedReason(FormerTuple):
    """A mixed decision, the cost of changing it, and the decisions of the other that it keeps equal."""

    document_keys = ("decision=labelled", "changes", "equal=balances")

    labelled: LabelledDecision
    changes: tuple[Change, ...]
    balances: tuple[Balance, ...]

    @property
    def decision(self) -> Decision:
        return self.labelled.decision

    @property
    def most(self) -> Number:
        """The cost of the costliest change."""
        return max(change.cost for change in self.changes)


class DominatedMove(NamedTuple):
    """A weakly dominated move: never better than another, and worse against some play of the other."""

    player: int
    word: str
    by: str


@dataclass(frozen=True, repr=False)
class MixedExplanation(Showable):
    """The reasons for all mixed decisions that best play can reach, those that protect most first.

    ``left_out`` counts further ones that are rarely reached. ``strategy`` has all decisions with their labels. If both
    players move once and simultaneously, ``dominated`` moves are named.
    """

    brief = ("solution",)
    document_keys = ("game=solution.game", "*value=solution.value", "reasons", "dominated", "left_out")

    solution: HiddenSolution
    strategy: MixedStrategy
    reasons: tuple[MixedReason, ...]
    dominated: tuple[DominatedMove, ...]
    left_out: int
