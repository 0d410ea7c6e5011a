"""Solved games with hidden information, and best responses to a policy."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NoReturn, Protocol, cast

from faceup.numbers.value import Value, ValueColumns, exactly, within
from faceup.results.answers.decision import Decision, GivenMoves, MixedStrategy
from faceup.results.answers.solution import NO_OPENING, UNKNOWN, Opening, Solution
from faceup.results.answers.value_table import Values
from faceup.results.seats import units_in
from faceup.results.showable import FormerName, Showable, Tabular, columns
from faceup.results.stakes import Stakes
from faceup.rules.contract import Game
from faceup.rules.errors import LimitReached, UnsupportedError
from faceup.rules.facts import hides
from faceup.rules.moves import Move


class Known(Protocol):
    """A position with the knowledge of all players; hashable."""

    @property
    def state(self) -> Any: ...


class PlanTable(Values, Protocol):
    """The values of public states, and the players' decisions under hidden information between them."""

    def knowledge_at(self, start: Any) -> Known:
        """Return the knowledge of the players at a public state."""

    def after(self, knowledge: Any, move: Move) -> Known:
        """Return the knowledge of the players after a legal move."""

    def move_weights(self, knowledge: Any) -> Mapping[Move, int]:
        """Return the probabilities of the moves, as whole numbers in proportion."""

    def decision(self, start: Any, moves: GivenMoves) -> Decision:
        """Return the decision after these moves, by what the player to move knows."""


@dataclass(frozen=True, repr=False)
class HiddenSolution(Solution):
    """A solved game of hidden information: its value, and plans that secure it to both players.

    ``value`` lies between the amounts that the plans of player 0 and of player 1 guarantee against any play of the
    other. ``information_sets`` is the number of decisions that their players can distinguish; ``method`` is how they
    were solved. Values of positions are those of public states. If the rules pay rows, player 0 is the first deciding
    seat, values are in its units, and ``to_seats`` computes those of all seats.
    """

    information_sets: int = 0
    method: str = ""
    to_seats: Callable[["HiddenSolution"], tuple[Value, ...]] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def own_values(self) -> tuple[Value, ...]:
        """The value to every seat in its own units, if the rules pay rows; else empty."""
        return () if self.to_seats is None else self.to_seats(self)

    @property
    def decisions(self) -> NoReturn:
        """No attribute, but where people look for what ``faceup.mixed_strategy`` collects."""
        instead = "faceup.mixed_strategy(solution).decisions are all, and solution.decision(moves) is one"
        raise AttributeError(f"HiddenSolution has no decisions; possible: {instead}")

    @property
    def plans(self) -> PlanTable:
        """The table with the players' plans."""
        return cast(PlanTable, self.table)

    def decision(self, moves: GivenMoves = ()) -> Decision:
        """Return the decision of best play after these moves, by what the player to move knows, with the value of each
        move.

        Moves are given one by one, as the rules have them or in the words of the game, or as one text.

        Raises UsageError if no player decides there, and LimitReached if a limit left the plan unknown.
        """
        self._require_plans()
        return replace(self.plans.decision(self.start, moves), solution=self)

    @property
    def known(self) -> Known:
        """The knowledge of the players at the start."""
        self._require_plans()
        return self.plans.knowledge_at(self.start)

    def _require_plans(self) -> None:
        """Raise LimitReached if a limit ended the search before there were plans."""
        if self.value.how == "stopped" and not self.plans.knows(self.start):
            raise LimitReached(UNKNOWN)

    def after(self, knowledge: Known, move: Move) -> Known:
        """Return the knowledge of the players after a legal move."""
        return self.plans.after(knowledge, move)

    lots = FormerName("move_weights")

    def move_weights(self, knowledge: Known) -> Mapping[Move, int]:
        """Return the probabilities of the moves in best play, as whole numbers in proportion; moves with 0 are left
        out.
        """
        return self.plans.move_weights(knowledge)

    def move(self, state: Any = None) -> Move:
        """Raise UnsupportedError: no one move is best."""
        raise UnsupportedError(
            f"{hides(self.game)}: best play is mixed, and depends on all that was seen; decision has it"
        )

    def distance(self, state: Any = None) -> None:
        """Return None: the distance is unknown under hidden information."""
        return None

    def standings(self, stakes: Stakes) -> None:
        """Return None: hidden positions are not won or lost by themselves."""
        return None

    def sure(self, state: Any, best: Sequence[Move] | None = None) -> bool:
        return self.value.how == "exact"

    def observations(self) -> Mapping[str, Sequence[Any]]:
        """Return the first moves with their values; empty if chance begins, because its outcomes are hidden."""
        if self.value.how == "stopped" or (self.value.how == "exact" and self.game.turn(self.start) >= 0):
            return super().observations()
        return columns(("move", "word", *ValueColumns.__annotations__, "best"), [])

    def plain_opening(self, most: int | None) -> Opening:
        """Return the best moves at the start, if a player decides there; no line, because play goes on at random."""
        if self.game.turn(self.start) < 0 or self.value.how != "exact":
            return NO_OPENING
        return NO_OPENING._replace(best=self.best(self.start))


@dataclass(frozen=True, repr=False)
class BestAnswer(Showable, Tabular):
    """The best response of ``player`` to a ``policy`` of the other, and its value; numbers are the player's own.

    ``solution`` is that of the game in which the policy is a part of chance, ``best_play`` that of the game itself;
    ``strategy`` has the moves by information set, with a ``value`` to player 0 as everywhere.
    """

    brief = ("game", "policy", "value")
    document_keys = ("player", "answer=value", "best_play=secured", "gain", "decisions=strategy.labelled")

    game: Game
    player: int
    policy: str
    solution: HiddenSolution
    best_play: HiddenSolution
    strategy: MixedStrategy

    @property
    def value(self) -> Value:
        """The value of the best response to its player."""
        return self._in_own_units(self.solution.value)

    @property
    def secured(self) -> Value:
        """The value of best play by both, to the same player."""
        return self._in_own_units(self.best_play.value)

    @property
    def gain(self) -> Value:
        """The value of the best response less that of best play by both."""
        value, secured = Fraction(self.value.low), self.secured
        if secured.exact is not None:
            return exactly(value - secured.exact)
        return within(value - Fraction(secured.high), value - Fraction(secured.low))

    def _in_own_units(self, value: Value) -> Value:
        return units_in(self.game).of(self.player, value)

    def observations(self) -> Mapping[str, Sequence[Any]]:
        """Return a row for each move in each decision of the best response."""
        return self.strategy.observations()
