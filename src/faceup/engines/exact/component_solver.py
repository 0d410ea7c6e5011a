"""Choose a method for each component of a graph and solve it, ends first, in exact numbers.

The value of a position is a row of bounds: one entry for two opponents, or one for each seat with a payoff of its own.
A component is given by its ``members``, positions of the graph, and by ``place``: the number of each position among the
members, below 0 for positions outside.

``method_of`` alone decides which method solves a cyclic component, from traits that can be counted; the exact solver,
the float solver and the compiled loop all ask it. A position to which play cannot come back needs no method: its value
follows from its successors.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import inf
from typing import Any, NamedTuple

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

# Retrograde analysis, from the ends backwards; shortest paths, if one player decides and every move costs; equations
# with one solution, linear if nobody decides; each end component as one position, then equations; strategy iteration of
# two players; an equilibrium of several seats, by best responses in turn.
RETROGRADE, SHORTEST_PATH, EQUATIONS, END_COMPONENTS, STRATEGY_ITERATION, EQUILIBRIUM = 0, 1, 2, 3, 4, 5


class Traits(NamedTuple):
    """The traits of a component that decide its method.

    ``chance``: a member is a chance node. ``paid``: a move inside pays a reward. ``costs``: every move inside costs the
    one player who decides. ``exact``: all values outside are exact. Without chance, ``costs`` and ``exact`` are known;
    with it they are not used. ``deciders``: how many players have a choice, 2 for more. ``chooser``: the last of them.
    ``by_seat``: each seat has a payoff of its own.
    """

    chance: Any
    paid: Any
    costs: Any
    exact: Any
    deciders: Any
    chooser: Any
    by_seat: Any


def method_of(traits: Any, stays: bool) -> int:
    """Return the method for a component; ``stays`` tells whether play may be endless there, as far as is known."""
    if traits.by_seat:
        return EQUILIBRIUM if traits.deciders > 0 or stays else EQUATIONS
    if not traits.chance and not traits.paid:
        return RETROGRADE
    if traits.costs and traits.exact:
        return SHORTEST_PATH
    if not stays:
        return EQUATIONS
    return END_COMPONENTS if traits.deciders < 2 else STRATEGY_ITERATION


Places = Sequence[int]  # the number of each position among the members of a component; below 0 outside
Row = tuple[Bounds, ...]  # the value of a position, for each seat


class ExactComponents(ABC):
    """Components of a graph as decision processes in exact numbers.

    The moves of position i are the edges ``first[i]`` to before ``first[i + 1]``, as in ``GameGraph``.
    """

    by_seat = False  # whether each seat has a payoff of its own
    turns: Sequence[int]
    first: Sequence[int]
    targets: Sequence[int]
    weights: Sequence[int]

    @abstractmethod
    def gain(self, edge: int, seat: int) -> Exact:
        """Return the reward of an edge to a seat."""

    @abstractmethod
    def bounds(self, i: int, seat: int) -> Bounds:
        """Return the bounds of a solved position's value to a seat."""

    @abstractmethod
    def check_limits(self) -> None:
        """Raise at a limit; called between two steps of the work on a component."""

    def edges(self, i: int) -> range:
        return range(self.first[i], self.first[i + 1])

    def exit_targets(self, members: Sequence[int], place: Places) -> Iterator[int]:
        """Yield the targets of edges that leave the component."""
        return (
            target for i in members for target in self.targets[self.first[i] : self.first[i + 1]] if place[target] < 0
        )

    def has_exit(self, members: Sequence[int], place: Places) -> bool:
        """Whether an edge leaves the component."""
        return next(self.exit_targets(members, place), None) is not None

    def has_exact_exits(self, members: Sequence[int], place: Places, seat: int = 0) -> bool:
        """Whether the values of all targets outside the component are exact."""
        return all(low == high for low, high in (self.bounds(i, seat) for i in self.exit_targets(members, place)))

    def pays_inside(self, members: Sequence[int], place: Places, seat: int = 0) -> bool:
        """Whether an edge within the component pays a seat."""
        return any(
            self.gain(edge, seat) != 0 and place[self.targets[edge]] >= 0 for i in members for edge in self.edges(i)
        )

    def decides(self, i: int) -> bool:
        """Whether a player has a choice at a position."""
        return self.turns[i] >= 0 and len(self.edges(i)) > 1

    def traits(self, members: Sequence[int], place: Places) -> Traits:
        """Return the traits that decide a component's method; ``costs`` is False, as shortest paths are for floats."""
        deciding = [self.turns[i] for i in members if self.decides(i)]
        return Traits(
            chance=any(self.turns[i] == CHANCE for i in members),
            paid=self.pays_inside(members, place),
            costs=False,
            exact=self.has_exact_exits(members, place),
            deciders=min(len(set(deciding)), 2),
            chooser=deciding[-1] if deciding else 0,
            by_seat=self.by_seat,
        )

    def response(
        self, members: Sequence[int], place: Places, traits: Traits, method: int, endless: Exact, side: int
    ) -> Response:
        """Solve one or two players, from the lower bounds outside (``side`` 0) or the upper bounds (1).

        Raises Unsettled, Inexact.
        """
        actions = [self.actions(i, place, side=side) for i in members]
        if method == STRATEGY_ITERATION:
            return solve_recursive_game(actions, [self.turns[i] for i in members], endless, self.check_limits)
        return best_response(actions, 1 - 2 * traits.chooser, endless, check_limits=self.check_limits)

    def actions(self, i: int, place: Places, seat: int = 0, side: int = 0) -> list[Action]:
        """Return the actions at a position: one for each move, or one for all outcomes of chance.

        Outside the component a seat's values are the lower bounds, or with ``side`` 1 the upper bounds.
        """
        edges = self.edges(i)
        if self.turns[i] != CHANCE:
            return [self._action({edge: Fraction(1)}, place, seat, side) for edge in edges]
        total = sum(self.weights[edge] for edge in edges)
        return [self._action({edge: Fraction(self.weights[edge], total) for edge in edges}, place, seat, side)]

    def _action(self, chances: Mapping[int, Fraction], place: Places, seat: int, side: int) -> Action:
        """Return the action that takes these edges with these probabilities."""
        transitions: dict[int, Fraction] = {}
        gain: Exact = 0
        paid = False
        for edge, chance in chances.items():
            target, reward = self.targets[edge], self.gain(edge, seat)
            gain += chance * reward
            if place[target] >= 0:
                transitions[place[target]] = transitions.get(place[target], Fraction(0)) + chance
                paid = paid or reward != 0
            else:
                gain += chance * self.bounds(target, seat)[side]
        return Action(transitions, simplest(Fraction(gain)), paid)


class ComponentSolver(ExactComponents):
    """Solve the components of a graph, each after those that it leads to.

    ``rows`` has the value of each position, ``policy`` the edge chosen there or -1. A subclass chooses the move at a
    position outside cycles (``choose``) and solves cyclic components (``solve_cyclic``).
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
        self.policy = [-1] * len(turns)

    @abstractmethod
    def choose(self, i: int, rows: Sequence[Row]) -> Row:
        """Return the value of a position where a player decides, given those of its moves; note the ``policy``."""

    @abstractmethod
    def solve_cyclic(self, members: Sequence[int], place: Places, traits: Traits, method: int) -> bool:
        """Solve a cyclic component; return whether play may be endless there."""

    @abstractmethod
    def is_limited(self, members: Sequence[int], place: Places) -> bool:
        """Whether a component can be solved only if it has at most ``component_limit`` positions."""

    def note_outcomes(self, i: int, rows: Sequence[Row]) -> None:
        """Note what else a subclass needs at a chance node, given the values of its outcomes."""

    def is_solved(self, members: Sequence[int]) -> bool:
        """Whether the component is solved already."""
        return False

    def check_limits(self) -> None:
        self.limits.check(self.graph.game, len(self.turns))

    def gain(self, edge: int, seat: int) -> Exact:
        reward: Exact = self.rewards[edge][seat]
        return reward

    def bounds(self, i: int, seat: int) -> Bounds:
        return self.rows[i][seat]

    def solve(self) -> Any:
        """Solve all components; return the registers of the driver."""
        single, cyclic = ComponentSolver.settle_single, ComponentSolver.settle_cyclic
        loop = partial(solve_components, single, cyclic, self, None, IN_CPYTHON)
        components, place = in_components(self.first, self.targets), [-1] * len(self.turns)
        self.check_sizes(*components, place)
        return solve_in_turn(loop, components, place, partial(self.limits.check, self.graph.game))

    def check_sizes(self, order: Sequence[int], starts: Sequence[int], place: list[int]) -> None:
        """Raise TooManyTogether, before any work, if a component is too large for exact numbers."""
        for begin, end in pairwise(starts):
            if end - begin <= self.limits.component_limit:
                continue
            members = order[begin:end]
            for k, i in enumerate(members):
                place[i] = k
            if self.is_limited(members, place) and not self.is_solved(members):
                raise self.unsolved_error(members, Inexact())
            for i in members:
                place[i] = -1

    def settle_single(self, given: None, i: int) -> int:
        """Solve a position outside cycles, for the driver; return the status."""
        if not self.is_solved([i]):
            self.solve_single(i)
        return DONE

    def settle_cyclic(self, given: None, members: Sequence[int], place: Places, registers: Any) -> int:
        """Solve a cyclic component, for the driver; return the status."""
        if not self.is_solved(members):
            registers[STAYS] |= self.solve_component(members, place)
        return DONE

    def solve_component(self, members: Sequence[int], place: Places) -> bool:
        """Solve a cyclic component by its method; return whether play may be endless there.

        If a player decides, play may be endless as far as is known.
        """
        traits = self.traits(members, place)
        method = method_of(traits, traits.deciders > 0 or not self.has_exit(members, place))
        if method == EQUATIONS:
            self.solve_chain(members, place)
            return False
        return self.solve_cyclic(members, place, traits, method)

    def edge_row(self, edge: int) -> Row:
        """Return the value of an edge: its reward and its target's value."""
        row = self.rows[self.targets[edge]]
        return tuple(map(plus, row, self.rewards[edge])) if self.paying else row

    def solve_single(self, i: int) -> None:
        """Solve a position outside cycles from its successors."""
        if self.turns[i] == OVER:
            self.rows[i] = tuple(Bounds(number, number) for number in self.payoffs[i])
            return
        rows = [self.edge_row(edge) for edge in self.edges(i)]
        if self.turns[i] == CHANCE:
            self.rows[i] = mean_row(rows, self.weights[self.first[i] : self.first[i + 1]], self.longest)
            self.note_outcomes(i, rows)
        else:
            self.rows[i] = self.choose(i, rows)

    def solve_chain(self, members: Sequence[int], place: Places) -> None:
        """Solve a component without decisions that play surely leaves: a Markov chain, solved by linear equations.

        Large components are solved within proven bounds. Raises UnsupportedError for one that is too large.
        """
        columns, chain = [], None
        try:
            for seat in range(len(self.payoffs[0])):
                actions = [self.actions(i, place, seat)[0] for i in members]
                chain = chain or Chain([action.transitions for action in actions], self.check_limits)
                low = [action.gain for action in actions]
                exact = self.has_exact_exits(members, place, seat)
                high = low if exact else [self.actions(i, place, seat, 1)[0].gain for i in members]
                columns.append([outwards(bounds) for bounds in chain.between(low, high)])
        except NotTransient as error:
            raise self.unsolved_error(members, error) from None
        for i, row in zip(members, zip(*columns, strict=True), strict=True):
            self.rows[i] = row
            if self.turns[i] != CHANCE:  # the only move
                self.policy[i] = self.first[i]

    def unsolved_error(self, members: Sequence[int], error: ArithmeticError) -> Exception:
        """Return the error for a component that could not be solved."""
        return TooManyTogether(f"{self.cycle_text(members)}, which is more than can be solved exactly")

    def cycle_text(self, members: Sequence[int], k: int = 0) -> str:
        """Return the beginning of an error about a cyclic component: one of its states, and its size."""
        state = self.graph.states[members[k]]
        return f"{at(self.graph.game, state)}: this state and {len(members) - 1:,} others lead back to each other"


def mean_row(rows: Sequence[Row], weights: Sequence[int], longest: float = LONGEST_NUMBER) -> Row:
    """Return the weighted mean of rows; a number of more than ``longest`` bits is rounded."""
    return tuple(weighted_mean(column, weights, longest) for column in zip(*rows, strict=True))
