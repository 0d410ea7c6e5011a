"""The sequence form of a game with hidden information, realisation plans, and best responses to them.

A sequence is the list of a player's own moves so far: number 0 is the empty sequence, and every other one ends with a
move in an information set. A realisation plan gives each sequence a weight: the product of the probabilities of its
moves. The weights of an information set sum to the weight of the sequence that leads to it (its parent), and the
expected payoff of two plans x and y is the sum of pays[a, b] x[a] y[b], linear in each of them (D. Koller, N. Megiddo,
B. von Stengel, Efficient Computation of Equilibria for Extensive Two-Person Games, Games and Economic Behavior 14,
1996).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.hidden.regret_kernel import best_response_values
from faceup.engines.hidden.tree import TreeWalk
from faceup.engines.hidden.tree_kernel import PAYS
from faceup.numbers.exact import Exact, product
from faceup.numbers.value import simplest
from faceup.rules.moves import Move


class InformationSet(NamedTuple):
    """An information set: the player's memory there, the parent sequence, and the sequence of the first move.

    The sequences of the other moves follow the first one in the order of ``moves``.
    """

    memory: int
    parent: int
    first: int
    moves: tuple[Move, ...]

    @property
    def sequences(self) -> range:
        return range(self.first, self.first + len(self.moves))


class FlatPays(NamedTuple):
    """The payoffs of one player in float64, as a sparse matrix by rows: own sequences against those of the other."""

    starts: Any
    columns: Any
    numbers: Any


class FlatSets(NamedTuple):
    """The information sets of a player: the parent sequence of each, and where its sequences begin and end."""

    parents: Any
    firsts: Any  # one more than there are sets


@dataclass(frozen=True, eq=False)
class SequenceForm:
    """The information ``sets`` of both players, each after those that lead to it, and the payoffs of player 0.

    ``pays`` has the payoff of each pair of sequences, multiplied by the probability of chance's moves on the way.
    """

    sets: tuple[list[InformationSet], list[InformationSet]]
    pays: Mapping[tuple[int, int], Exact]

    @cached_property
    def counts(self) -> tuple[int, int]:
        """The number of sequences of each player."""
        first, second = (1 + sum(len(one.moves) for one in sets) for sets in self.sets)
        return first, second

    @cached_property
    def scale(self) -> int:
        """The least common denominator of all payoffs."""
        return lcm(*(pay.denominator for pay in self.pays.values()))

    @cached_property
    def whole(self) -> list[tuple[int, int, int]]:
        """The payoffs multiplied by ``scale``, as (sequence of player 0, of player 1, payoff)."""
        return [(a, b, pay.numerator * (self.scale // pay.denominator)) for (a, b), pay in self.pays.items() if pay]

    @property
    def matrix(self) -> list[list[Exact]]:
        """The payoff of each pair of moves, if both players move once."""
        first, second = self.counts
        get = self.pays.get
        return [
            [get((i, j), 0) + get((i, 0), 0) + get((0, j), 0) + get((0, 0), 0) for j in range(1, second)]
            for i in range(1, first)
        ]

    @cached_property
    def flat_pays(self) -> tuple[FlatPays, FlatPays]:
        """The payoffs to each player."""
        rows, columns = np.array([*self.pays] or [(0, 0)], dtype=np.int64).T
        numbers = np.array([float(pay) for pay in self.pays.values()] or [0.0])
        return payoff_matrices(rows, columns, numbers, self.counts)

    @cached_property
    def flat_sets(self) -> tuple[FlatSets, FlatSets]:
        """The information sets of each player."""
        first, second = (
            FlatSets(
                np.array([one.parent for one in sets], dtype=np.int64),
                np.array([*(one.first for one in sets), count], dtype=np.int64),
            )
            for sets, count in zip(self.sets, self.counts, strict=True)
        )
        return first, second


def payoff_matrices(rows: Any, columns: Any, numbers: Any, counts: tuple[int, int]) -> tuple[FlatPays, FlatPays]:
    """Return the payoffs to each player, from those of pairs of sequences to player 0; equal pairs are added up."""
    from scipy.sparse import coo_matrix

    matrix = coo_matrix((numbers, (rows, columns)), shape=counts)
    return _flat_pays(matrix.tocsr()), _flat_pays((-matrix.T).tocsr())


def _flat_pays(matrix: Any) -> FlatPays:
    """Return a sparse matrix by rows as payoffs."""
    return FlatPays(matrix.indptr.astype(np.int64), matrix.indices.astype(np.int64), matrix.data)


class TreeForm:
    """The sequence form that a tree walk has recorded, with the sequences of each player numbered from 0.

    ``mine`` has the walk's numbers of each player's sequences. In the walk, the empty sequences are 0 and 1.
    """

    def __init__(self, walk: TreeWalk) -> None:
        tree, sets = walk.tree, walk.sets
        self._parents, self._owners = tree.parents[:sets], tree.owners[:sets]
        self._widths = np.diff(tree.firsts[: sets + 1])
        owners = np.concatenate([np.array([0, 1], np.int8), np.repeat(self._owners, self._widths)])
        self.mine = tuple(np.flatnonzero(owners == player) for player in (0, 1))
        self._numbers = np.empty(len(owners), np.int32)
        for mine in self.mine:
            self._numbers[mine] = np.arange(len(mine))
        count = int(tree.registers[PAYS])
        self.pays, self._pairs = tree.pays[:count], tree.pairs[:count]

    @property
    def counts(self) -> tuple[int, int]:
        """The number of sequences of each player."""
        first, second = map(len, self.mine)
        return first, second

    @cached_property
    def flat_pays(self) -> tuple[FlatPays, FlatPays]:
        """The payoffs to each player."""
        rows, columns = self._numbers[self._pairs[:, 0]], self._numbers[self._pairs[:, 1]]
        return payoff_matrices(rows, columns, self.pays, self.counts)

    @cached_property
    def flat_sets(self) -> tuple[FlatSets, FlatSets]:
        """The information sets of each player."""
        first, second = map(self._sets, (0, 1))
        return first, second

    def _sets(self, player: int) -> FlatSets:
        """Return the information sets of a player."""
        own = self._owners == player
        firsts = np.concatenate([[1], 1 + np.cumsum(self._widths[own])])
        return FlatSets(self._numbers[self._parents[own]].astype(np.int64), firsts.astype(np.int64))


PARTS = 1 << 30  # probabilities in floats become multiples of 1 / PARTS
TREMBLE = 0.001  # the probability with which a trembling hand makes a random move


@dataclass(frozen=True)
class Plan:
    """A realisation plan: the weight of each sequence is ``parts`` / ``unit``."""

    parts: list[int]
    unit: int

    def chances(self, choice: InformationSet) -> list[Exact] | None:
        """Return the probabilities of the moves at an information set; None if the plan never leads there."""
        total = self.parts[choice.parent]
        return [simplest(Fraction(self.parts[q], total)) for q in choice.sequences] if total else None


def plan_of(chances: Sequence[Exact]) -> Plan:
    """Return the plan with these realisation weights."""
    unit = lcm(*(chance.denominator for chance in chances))
    return Plan([chance.numerator * (unit // chance.denominator) for chance in chances], unit)


def behavioral_plan(sets: Sequence[InformationSet], chances: Sequence[Sequence[Exact]]) -> Plan:
    """Return the plan with these probabilities of the moves in each information set."""
    reach: list[Exact] = [1] * (1 + sum(len(choice.moves) for choice in sets))
    for choice, choice_chances in zip(sets, chances, strict=True):
        for q, chance in zip(choice.sequences, choice_chances, strict=True):
            reach[q] = product(reach[choice.parent], chance)
    return plan_of(reach)


def pure_best(worths: Sequence[Exact]) -> list[Exact]:
    """Return the probabilities of a player who makes the first of the best moves."""
    best = worths.index(max(worths))
    return [int(k == best) for k in range(len(worths))]


def rounded_plan(sets: Sequence[InformationSet], near: Any) -> Plan:
    """Return the plan near one in floats whose probabilities of moves are multiples of 1 / PARTS."""
    parts, depths = [1] + [0] * (len(near) - 1), [0] * len(near)
    for choice in sets:
        weights = [max(float(near[q]), 0.0) for q in choice.sequences]
        total = sum(weights)
        cut = [int(PARTS * weight / total) for weight in weights] if total > 0 else [0] * len(weights)
        cut[cut.index(max(cut))] += PARTS - sum(cut)
        for q, own in zip(choice.sequences, cut, strict=True):
            parts[q], depths[q] = parts[choice.parent] * own, depths[choice.parent] + 1
    deepest, bits = max(depths), PARTS.bit_length() - 1
    return Plan(
        [part << bits * (deepest - depth) for part, depth in zip(parts, depths, strict=True)], 1 << bits * deepest
    )


def simple_plan(sets: Sequence[InformationSet], plan: Plan, most: int) -> Plan:
    """Return a plan near another one, with probabilities whose denominators are at most ``most``.

    At each information set the largest probability is 1 minus the others; if that is below 0, the exact ones stay.
    """
    chances: list[Exact] = [1, *([0] * (len(plan.parts) - 1))]
    for choice in sets:
        exact = plan.chances(choice)
        if exact is None:
            continue
        near = [Fraction(chance).limit_denominator(most) for chance in exact]
        largest = near.index(max(near))
        near[largest] += 1 - sum(near)
        for q, chance in zip(choice.sequences, exact if near[largest] < 0 else near, strict=True):
            chances[q] = chances[choice.parent] * chance
    return plan_of(chances)


def trembling_plan(sets: Sequence[InformationSet], plan: Plan) -> Plan:
    """Return the plan with a trembling hand: every move has at least probability TREMBLE / number of moves.

    A best response to it is also a best move where the plan itself never leads (R. Selten, Reexamination of the
    Perfectness Concept for Equilibrium Points in Extensive Games, International Journal of Game Theory 4, 1975). In an
    information set that the plan never reaches, all moves are equally likely.
    """
    near = [0.0] * len(plan.parts)
    for choice in sets:
        even = Fraction(1, len(choice.moves))
        for q, chance in zip(choice.sequences, plan.chances(choice) or [even] * len(choice.moves), strict=True):
            near[q] = (1 - TREMBLE) * float(chance) + TREMBLE * float(even)
    return rounded_plan(sets, near)


@dataclass(frozen=True)
class BestResponse:
    """The values of a best response: ``worth`` of each sequence of the responding player, divided by ``unit``.

    They are counterfactual values: weighted by the probabilities of chance and of the other's plan.
    """

    worth: list[int]
    unit: int

    @property
    def value(self) -> Exact:
        """The value of the best response to the responding player."""
        return simplest(Fraction(self.worth[0], self.unit))


def best_response(form: SequenceForm, player: int, plan: Plan) -> BestResponse:
    """Return the best response of a player to a plan of the other, by dynamic programming from the last sets."""
    worth, sign = [0] * form.counts[player], 1 if player == 0 else -1
    for *pair, pay in form.whole:
        if part := plan.parts[pair[1 - player]]:
            worth[pair[player]] += sign * pay * part
    sets = form.sets[player]
    best_response_values([one.parent for one in sets], [*(one.first for one in sets), len(worth)], len(sets), worth)
    return BestResponse(worth, form.scale * plan.unit)


def best_plan_alone(form: SequenceForm, player: int) -> Plan:
    """Return a pure optimal plan of a player if the other has no decisions."""
    worth = best_response(form, player, Plan([1] + [0] * (form.counts[1 - player] - 1), 1)).worth
    parts = [1] + [0] * (len(worth) - 1)
    for one in form.sets[player]:
        parts[max(one.sequences, key=lambda q: worth[q])] = parts[one.parent]
    return Plan(parts, 1)
