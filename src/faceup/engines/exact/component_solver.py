"""A graph solved in exact numbers, one strongly connected component after another, ends first.

The value of a position is a row of bounds: one entry for two opponents, or one for each seat with its own payoffs.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import inf
from typing import Any

from faceup.engines.exact.component_method import EQUATIONS, STRATEGY_ITERATION, Traits, method_of
from faceup.engines.exact.decision_process import Action, Inexact, Response, best_response
from faceup.engines.exact.recursive_game import solve_recursive_game
from faceup.engines.graph.component_driver import DONE, IN_CPYTHON, STAYS, solve_components, solve_in_turn
from faceup.engines.graph.components import in_components
from faceup.engines.graph.game_graph import GameGraph
from faceup.engines.model.broken_rules import at
from faceup.engines.model.limits import Limits, TooManyTogether
from faceup.numbers.exact import LONGEST_NUMBER, Exact
from faceup.numbers.intervals import Bounds, outwards, plus, weighted_mean
from faceup.numbers.linear_systems import Chain, NotTransient
from faceup.numbers.value import simplest
from faceup.rules.contract import CHANCE, OVER

Place = Sequence[int]  # the index of each position within its component; below 0 for all other positions
Row = tuple[Bounds, ...]  # the value of a position, column by column


class Moves(ABC):
    """The edges of positions, as in ``GameGraph``, with rewards and the values of solved positions in exact numbers."""

    by_seat = False  # whether each seat has gains of its own
    turns: Sequence[int]
    first: Sequence[int]
    targets: Sequence[int]
    weights: Sequence[int]

    @abstractmethod
    def gain(self, edge: int, seat: int) -> Exact:
        """The reward of a seat on an edge."""

    @abstractmethod
    def bounds(self, i: int, seat: int) -> Bounds:
        """The value of a solved position to a seat."""

    @abstractmethod
    def look(self) -> None:
        """Check the limits between two steps of the work on a component. Raises LimitReached."""

    def edges(self, i: int) -> range:
        return range(self.first[i], self.first[i + 1])

    def ends(self, part: Sequence[int], place: Place) -> Iterator[int]:
        """The targets of edges that leave the component."""
        return (there for i in part for there in self.targets[self.first[i] : self.first[i + 1]] if place[there] < 0)

    def is_left(self, part: Sequence[int], place: Place) -> bool:
        """Whether an edge leaves the component."""
        return next(self.ends(part, place), None) is not None

    def exact_beyond(self, part: Sequence[int], place: Place, seat: int = 0) -> bool:
        """Whether all targets outside the component have exact values."""
        return all(low == high for low, high in (self.bounds(there, seat) for there in self.ends(part, place)))

    def pays_inside(self, part: Sequence[int], place: Place, seat: int = 0) -> bool:
        """Whether a seat has a reward on an edge within the component."""
        return any(
            self.gain(edge, seat) != 0 and place[self.targets[edge]] >= 0 for i in part for edge in self.edges(i)
        )

    def decides(self, i: int) -> bool:
        """Whether a player has a choice at a position."""
        return self.turns[i] >= 0 and len(self.edges(i)) > 1

    def traits(self, part: Sequence[int], place: Place) -> Traits:
        """The traits that decide the method of a component. ``costs`` is for floats, which have shortest paths too."""
        deciding = [self.turns[i] for i in part if self.decides(i)]
        return Traits(
            chance=any(self.turns[i] == CHANCE for i in part),
            paid=self.pays_inside(part, place),
            costs=False,
            exact=self.exact_beyond(part, place),
            deciders=min(len(set(deciding)), 2),
            chooser=deciding[-1] if deciding else 0,
            by_seat=self.by_seat,
        )

    def response(
        self, part: Sequence[int], place: Place, traits: Traits, method: int, endless: Exact, side: int
    ) -> Response:
        """The values for one player or two, from the lower (``side`` 0) or upper (1) bounds of successors outside.

        Raises Unsettled, Inexact.
        """
        actions = [self.actions(i, place, side=side) for i in part]
        if method == STRATEGY_ITERATION:
            return solve_recursive_game(actions, [self.turns[i] for i in part], endless, self.look)
        return best_response(actions, 1 - 2 * traits.chooser, endless, look=self.look)

    def actions(self, i: int, place: Place, seat: int = 0, side: int = 0) -> list[Action]:
        """The actions at a position: one for each move, or a single one of chance.

        The gain outside the component is the lower bound of the value there, or with ``side`` 1 the upper bound.
        """
        edges = self.edges(i)
        if self.turns[i] != CHANCE:
            return [self._action({edge: Fraction(1)}, place, seat, side) for edge in edges]
        total = sum(self.weights[edge] for edge in edges)
        return [self._action({edge: Fraction(self.weights[edge], total) for edge in edges}, place, seat, side)]

    def _action(self, chances: Mapping[int, Fraction], place: Place, seat: int, side: int) -> Action:
        inside: dict[int, Fraction] = {}
        gain: Exact = 0
        paid = False
        for edge, chance in chances.items():
            there, reward = self.targets[edge], self.gain(edge, seat)
            gain += chance * reward
            if place[there] >= 0:
                inside[place[there]] = inside.get(place[there], Fraction(0)) + chance
                paid = paid or reward != 0
            else:
                gain += chance * self.bounds(there, seat)[side]
        return Action(inside, simplest(Fraction(gain)), paid)


class ComponentSolver(Moves):
    """Solves the components of a graph, each after those that it leads to.

    ``rows`` has the value of each position, ``taken`` the edge that is taken there, or -1. A subclass chooses moves at
    single positions, and solves the positions of a cyclic component together.
    """

    def __init__(self, graph: GameGraph, turns: Sequence[int], limits: Limits, exact: bool = False) -> None:
        self.graph, self.turns, self.limits = graph, turns, limits
        self.longest = inf if exact else LONGEST_NUMBER  # bits of a number, before it is rounded
        self.first, self.targets, self.weights = graph.first.tolist(), graph.targets.tolist(), graph.weights.tolist()
        numbers: list[Any] = [number if isinstance(number, tuple) else (number,) for number in graph.numbers]
        self.rewards = [numbers[k] for k in graph.rewards.tolist()]
        self.payoffs = [numbers[k] for k in graph.payoffs.tolist()]
        self.paying = any(any(row) for row in self.rewards)
        self.rows: list[Row] = [()] * len(turns)
        self.taken = [-1] * len(turns)

    @abstractmethod
    def choose_best(self, i: int, rows: Sequence[Row]) -> Row:
        """The value of a player's position whose moves have these values; sets ``taken``."""

    @abstractmethod
    def solve_members(self, part: Sequence[int], place: Place, traits: Traits, method: int) -> bool:
        """Solve the positions of a cyclic component; return whether play may stay there for ever."""

    @abstractmethod
    def is_limited(self, part: Sequence[int], place: Place) -> bool:
        """Whether this component can be solved only if it is no larger than ``component_limit``."""

    def note_chance(self, i: int, rows: Sequence[Row]) -> None:
        """Record further results of a position of chance whose outcomes have these values."""

    def is_solved(self, part: Sequence[int]) -> bool:
        """Whether these positions were solved before."""
        return False

    def look(self) -> None:
        self.limits.check(self.graph.game, len(self.turns))

    def gain(self, edge: int, seat: int) -> Exact:
        reward: Exact = self.rewards[edge][seat]
        return reward

    def bounds(self, i: int, seat: int) -> Bounds:
        return self.rows[i][seat]

    def solve(self) -> Any:
        """Solve all positions; return the registers of the driver."""
        alone, round_trip = ComponentSolver.solve_single, ComponentSolver.solve_cyclic
        loop = partial(solve_components, alone, round_trip, self, None, IN_CPYTHON)
        components, place = in_components(self.first, self.targets), [-1] * len(self.turns)
        self.check_sizes(*components, place)
        return solve_in_turn(loop, components, place, partial(self.limits.check, self.graph.game))

    def check_sizes(self, order: Sequence[int], starts: Sequence[int], place: list[int]) -> None:
        """Raise TooManyTogether, before any work, if a component is too large for exact numbers."""
        for begin, end in pairwise(starts):
            if end - begin <= self.limits.component_limit:
                continue
            part = order[begin:end]
            for k, i in enumerate(part):
                place[i] = k
            if self.is_limited(part, place) and not self.is_solved(part):
                raise self.unsolved_error(part, Inexact())
            for i in part:
                place[i] = -1

    def solve_single(self, given: None, i: int) -> int:
        """Solve a position outside cycles, unless it is solved; the driver calls this."""
        if not self.is_solved([i]):
            self.solve_position(i)
        return DONE

    def solve_cyclic(self, given: None, part: Sequence[int], place: Place, registers: Any) -> int:
        """Solve a cyclic component, unless it is solved; the driver calls this."""
        if not self.is_solved(part):
            registers[STAYS] |= self.solve_component(part, place)
        return DONE

    def solve_component(self, part: Sequence[int], place: Place) -> bool:
        """Solve a cyclic component by the method for its traits; return whether play may stay there for ever.

        If a player decides, play may stay, as far as is known here.
        """
        traits = self.traits(part, place)
        method = method_of(traits, traits.deciders > 0 or not self.is_left(part, place))
        if method == EQUATIONS:
            self.solve_equations(part, place)
            return False
        return self.solve_members(part, place, traits, method)

    def edge_value(self, edge: int) -> Row:
        """The value of an edge: that of its target plus its reward."""
        row = self.rows[self.targets[edge]]
        return tuple(map(plus, row, self.rewards[edge])) if self.paying else row

    def solve_position(self, i: int) -> None:
        """Solve a position outside cycles from its successors."""
        if self.turns[i] == OVER:
            self.rows[i] = tuple(Bounds(number, number) for number in self.payoffs[i])
            return
        rows = [self.edge_value(edge) for edge in self.edges(i)]
        if self.turns[i] == CHANCE:
            self.rows[i] = mean_row(rows, self.weights[self.first[i] : self.first[i + 1]], self.longest)
            self.note_chance(i, rows)
        else:
            self.rows[i] = self.choose_best(i, rows)

    def solve_equations(self, part: Sequence[int], place: Place) -> None:
        """Solve a component without choices, which play leaves with probability 1, by linear equations.

        Many positions have values within proven bounds. Raises UnsupportedError if they are too many.
        """
        columns, chain = [], None
        try:
            for seat in range(len(self.payoffs[0])):
                actions = [self.actions(i, place, seat)[0] for i in part]
                chain = chain or Chain([action.inside for action in actions], self.look)  # the same for all seats
                low = [action.gain for action in actions]
                exact = self.exact_beyond(part, place, seat)
                high = low if exact else [self.actions(i, place, seat, 1)[0].gain for i in part]
                columns.append([outwards(bounds) for bounds in chain.between(low, high)])
        except NotTransient as error:
            raise self.unsolved_error(part, error) from None
        for i, row in zip(part, zip(*columns, strict=True), strict=True):
            self.rows[i] = row
            if self.turns[i] != CHANCE:  # the only move
                self.taken[i] = self.first[i]

    def unsolved_error(self, part: Sequence[int], error: ArithmeticError) -> Exception:
        """The error for positions that could not be solved together."""
        return TooManyTogether(f"{self.component_text(part)}, which is more than can be solved exactly")

    def component_text(self, part: Sequence[int], k: int = 0) -> str:
        """The beginning of an error about a component: one of its positions, and the number of the others."""
        state = self.graph.states[part[k]]
        return f"{at(self.graph.game, state)}: this state and {len(part) - 1:,} others lead back to each other"


def mean_row(rows: Sequence[Row], weights: Sequence[int], longest: float = LONGEST_NUMBER) -> Row:
    """The weighted mean, column by column, rounded if a number would have more bits than ``longest``."""
    return tuple(weighted_mean(column, weights, longest) for column in zip(*rows, strict=True))
