"""A solved game in which players do not see everything."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol, cast

from faceup.numbers.value import Value, ValueColumns
from faceup.results.answers.decision import Decision, GivenMoves
from faceup.results.answers.solution import NO_OPENING, UNKNOWN, Opening, Solution, Values
from faceup.results.frames import columns
from faceup.results.stakes import Stakes
from faceup.rules.errors import LimitReached, UnsupportedError
from faceup.rules.facts import hides
from faceup.rules.moves import Move


class Known(Protocol):
    """A position, with all that players know there; hashable."""

    @property
    def state(self) -> Any: ...


class PlanTable(Values, Protocol):
    """The values of positions that everybody knows, and how players decide in between who do not see everything."""

    def knowledge_at(self, start: Any) -> Known:
        """What they know who begin at a position that everybody knows."""

    def after(self, known: Any, move: Move) -> Known:
        """What they know after a legal move."""

    def lots(self, known: Any) -> Mapping[Move, int]:
        """How often whoever is to move makes each move, in whole parts."""

    def decision(self, start: Any, moves: GivenMoves) -> Decision:
        """The decision after these moves, as whoever is to move knows it."""


@dataclass(frozen=True, repr=False)
class HiddenSolution(Solution):
    """A solved game of hidden information: its value, and plans that secure it to both players.

    ``value`` lies between what the plan of player 0 surely brings and what that of player 1 surely allows, whatever the
    other does. There are so many ``information_sets``, decisions that whoever decides can tell apart; ``method`` is how
    they were solved. The values of positions are of those that everybody knows. Where rules pay rows, player 0 is the
    first seat that decides, values are in units of that one, and ``to_seats`` finds those of all.
    """

    information_sets: int = 0
    method: str = ""
    to_seats: Callable[["HiddenSolution"], tuple[Value, ...]] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def own_values(self) -> tuple[Value, ...]:
        """What it is worth to every seat in units of its own, where the rules pay rows; none elsewhere."""
        return () if self.to_seats is None else self.to_seats(self)

    @property
    def plans(self) -> PlanTable:
        """The table, which knows how players decide."""
        return cast(PlanTable, self.table)

    def decision(self, moves: GivenMoves = ()) -> Decision:
        """What best play does after these moves, by what whoever is to move knows, and what each move is worth there.

        Moves are given one by one, as the rules have them or in the words of the game, or as one text.

        Raises UsageError where nobody decides, and LimitReached where a limit left it unknown.
        """
        self._require_plans()
        return replace(self.plans.decision(self.start, moves), solution=self)

    @property
    def known(self) -> Known:
        """What players know at the start."""
        self._require_plans()
        return self.plans.knowledge_at(self.start)

    def _require_plans(self) -> None:
        """Raise LimitReached where a limit ended the search before there were any: to find them might take for ever."""
        if self.value.how == "stopped" and not self.plans.knows(self.start):
            raise LimitReached(UNKNOWN)

    def after(self, known: Known, move: Move) -> Known:
        """What they know after a legal move."""
        return self.plans.after(known, move)

    def lots(self, known: Known) -> Mapping[Move, int]:
        """How often best play makes each move there, in whole parts; moves that it never makes are left out."""
        return self.plans.lots(known)

    def move(self, state: Any = None) -> Move:
        """Raise UnsupportedError: no one move is best."""
        raise UnsupportedError(f"{hides(self.game)}: best play is by lot, and by all that was seen; decision has it")

    def distance(self, state: Any) -> None:
        """Nobody knows how long play goes on."""
        return None

    def standings(self, stakes: Stakes) -> None:
        """Positions are not won or lost by themselves, for nobody knows them."""
        return None

    def sure(self, state: Any) -> bool:
        return self.value.how == "exact"

    def observations(self) -> Mapping[str, Sequence[Any]]:
        """As of other solutions, where somebody decides at the start; else nothing: what chance does is not seen."""
        if self.value.how == "stopped" or (self.value.how == "exact" and self.game.turn(self.start) >= 0):
            return super().observations()
        return columns(("move", "word", *ValueColumns.__annotations__, "best"), [])

    def plain_opening(self, most: int | None) -> Opening:
        """The moves that are best at the start, where somebody decides there. Play goes on by chance or by lot."""
        if self.game.turn(self.start) < 0 or self.value.how != "exact":
            return NO_OPENING
        return NO_OPENING._replace(best=self.best(self.start))
