"""A game of hidden information in sequence form, plans of a player in it, and what is surely known from a plan of each.

A game of hidden information in sequence form: each player's information sets, and what pairs of sequences pay.

A sequence is all that a player has done so far: number 0 is nothing yet, every other one ends with a move in an
information set. A strategy is a plan: the chance of doing all of a sequence, if chance and the other let it come to
that. What two plans pay is linear in each (D. Koller, N. Megiddo, B. von Stengel, Efficient Computation of Equilibria
for Extensive Two-Person Games, Games and Economic Behavior 14, 1996).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.hidden.regret_kernel import best_upwards
from faceup.engines.hidden.tree import TreeWalk
from faceup.engines.hidden.tree_kernel import PAYS
from faceup.numbers.exact import Exact, product
from faceup.numbers.value import simplest
from faceup.rules.moves import Move


class InformationSet(NamedTuple):
    """A decision: what the player remembers, the sequence that led to it, and that of the first of the moves."""

    memory: int
    parent: int
    first: int
    moves: tuple[Move, ...]

    @property
    def sequences(self) -> range:
        return range(self.first, self.first + len(self.moves))


class FlatPays(NamedTuple):
    """What sequences of one player bring that player against each of the other's, in float64, row by row."""

    starts: Any
    columns: Any
    numbers: Any


class FlatSets(NamedTuple):
    """The information sets of a player: the sequence that leads to each, and where its sequences begin and end."""

    parents: Any
    firsts: Any  # one more than there are sets


@dataclass(frozen=True, eq=False)
class SequenceForm:
    """The ``sets`` of both players, each after those on the way to it, and what pairs of sequences pay player 0."""

    sets: tuple[list[InformationSet], list[InformationSet]]
    pays: Mapping[tuple[int, int], Exact]

    @cached_property
    def counts(self) -> tuple[int, int]:
        """How many sequences each player has."""
        first, second = (1 + sum(len(one.moves) for one in sets) for sets in self.sets)
        return first, second

    @cached_property
    def scale(self) -> int:
        """The least common denominator of all that is paid."""
        return lcm(*(pay.denominator for pay in self.pays.values()))

    @cached_property
    def whole(self) -> list[tuple[int, int, int]]:
        """What is paid, times ``scale``."""
        return [(a, b, pay.numerator * (self.scale // pay.denominator)) for (a, b), pay in self.pays.items() if pay]

    @property
    def matrix(self) -> list[list[Exact]]:
        """What each pair of moves pays where both players move once."""
        first, second = self.counts
        get = self.pays.get
        return [
            [get((i, j), 0) + get((i, 0), 0) + get((0, j), 0) + get((0, 0), 0) for j in range(1, second)]
            for i in range(1, first)
        ]

    @cached_property
    def flat_pays(self) -> tuple[FlatPays, FlatPays]:
        """What is paid, to each of the players."""
        rows, columns = np.array([*self.pays] or [(0, 0)], dtype=np.int64).T
        numbers = np.array([float(pay) for pay in self.pays.values()] or [0.0])
        return both_ways(rows, columns, numbers, self.counts)

    @cached_property
    def flat_sets(self) -> tuple[FlatSets, FlatSets]:
        first, second = (
            FlatSets(
                np.array([one.parent for one in sets], dtype=np.int64),
                np.array([*(one.first for one in sets), count], dtype=np.int64),
            )
            for sets, count in zip(self.sets, self.counts, strict=True)
        )
        return first, second


def both_ways(rows: Any, columns: Any, numbers: Any, counts: tuple[int, int]) -> tuple[FlatPays, FlatPays]:
    """What these pairs of sequences pay player 0, to each of the players; what is paid in several places is added."""
    from scipy.sparse import coo_matrix

    matrix = coo_matrix((numbers, (rows, columns)), shape=counts)
    return _flat(matrix.tocsr()), _flat((-matrix.T).tocsr())


def _flat(matrix: Any) -> FlatPays:
    return FlatPays(matrix.indptr.astype(np.int64), matrix.indices.astype(np.int64), matrix.data)


class TreeForm:
    """What a walk has noted: the sequences of each player are numbered by themselves here, in the same order.

    ``mine`` are those of each player among the walk's, where number 0 is nothing yet of the one and 1 of the other.
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
        """How many sequences each player has."""
        first, second = map(len, self.mine)
        return first, second

    @cached_property
    def flat_pays(self) -> tuple[FlatPays, FlatPays]:
        """What is paid, to each of the players."""
        rows, columns = self._numbers[self._pairs[:, 0]], self._numbers[self._pairs[:, 1]]
        return both_ways(rows, columns, self.pays, self.counts)

    @cached_property
    def flat_sets(self) -> tuple[FlatSets, FlatSets]:
        first, second = map(self._sets, (0, 1))
        return first, second

    def _sets(self, player: int) -> FlatSets:
        own = self._owners == player
        firsts = np.concatenate([[1], 1 + np.cumsum(self._widths[own])])
        return FlatSets(self._numbers[self._parents[own]].astype(np.int64), firsts.astype(np.int64))


PARTS = 1 << 30  # into which certainty is cut where a strategy of floats is made exact
TREMBLE = 0.001  # how often a trembling hand makes any of the moves, whatever the plan says


@dataclass(frozen=True)
class Plan:
    """The chance of doing all of each sequence, if chance and the other let it come to that: ``parts`` of ``unit``."""

    parts: list[int]
    unit: int

    def chances(self, choice: InformationSet) -> list[Exact] | None:
        """How the player decides there; None where the plan never comes there."""
        total = self.parts[choice.parent]
        return [simplest(Fraction(self.parts[q], total)) for q in choice.sequences] if total else None


def plan_of(chances: Sequence[Exact]) -> Plan:
    """The plan with these chances of sequences."""
    unit = lcm(*(chance.denominator for chance in chances))
    return Plan([chance.numerator * (unit // chance.denominator) for chance in chances], unit)


def behavioral_plan(sets: Sequence[InformationSet], chances: Sequence[Sequence[Exact]]) -> Plan:
    """The plan that decides in each information set with these chances."""
    reach: list[Exact] = [1] * (1 + sum(len(choice.moves) for choice in sets))
    for choice, choice_chances in zip(sets, chances, strict=True):
        for q, chance in zip(choice.sequences, choice_chances, strict=True):
            reach[q] = product(reach[choice.parent], chance)
    return plan_of(reach)


def best_move_alone(worths: Sequence[Exact]) -> list[Exact]:
    """The chances of a player who makes the first of the best moves."""
    best = worths.index(max(worths))
    return [int(k == best) for k in range(len(worths))]


def rounded_plan(sets: Sequence[InformationSet], near: Any) -> Plan:
    """A plan near to one of floats: at each information set the chances are rounded to parts of one whole."""
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
    """A plan near to another one: at each information set the chances are fractions with denominators up to ``most``,
    where that leaves something for the largest of them, which is what is left.
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
    """The plan of a hand that trembles: it comes everywhere, and makes every move at least now and then.

    A best response to it is a best move also where the plan never comes (R. Selten, Reexamination of the Perfectness
    Concept for Equilibrium Points in Extensive Games, International Journal of Game Theory 4, 1975). Where the plan
    itself never comes, every move is as likely.
    """
    near = [0.0] * len(plan.parts)
    for choice in sets:
        even = Fraction(1, len(choice.moves))
        for q, chance in zip(choice.sequences, plan.chances(choice) or [even] * len(choice.moves), strict=True):
            near[q] = (1 - TREMBLE) * float(chance) + TREMBLE * float(even)
    return rounded_plan(sets, near)


@dataclass(frozen=True)
class BestResponse:
    """``worth`` of each sequence of the player who answers, from there on, in parts of ``unit``.

    Each is weighed by how often chance and the other's plan let it come to that.
    """

    worth: list[int]
    unit: int

    @property
    def value(self) -> Exact:
        """What the player gets."""
        return simplest(Fraction(self.worth[0], self.unit))


def best_response(form: SequenceForm, player: int, plan: Plan) -> BestResponse:
    """The best that a player can do against a plan of the other."""
    worth, sign = [0] * form.counts[player], 1 if player == 0 else -1
    for *pair, pay in form.whole:
        if part := plan.parts[pair[1 - player]]:
            worth[pair[player]] += sign * pay * part
    sets = form.sets[player]
    best_upwards([one.parent for one in sets], [*(one.first for one in sets), len(worth)], len(sets), worth)
    return BestResponse(worth, form.scale * plan.unit)


def best_answer(form: SequenceForm, player: int) -> Plan:
    """One of the best plans, of certain moves, where the other does nothing."""
    worth = best_response(form, player, Plan([1] + [0] * (form.counts[1 - player] - 1), 1)).worth
    parts = [1] + [0] * (len(worth) - 1)
    for one in form.sets[player]:
        parts[max(one.sequences, key=lambda q: worth[q])] = parts[one.parent]
    return Plan(parts, 1)
