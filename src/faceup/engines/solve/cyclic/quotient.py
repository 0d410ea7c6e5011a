"""The quotient of a component by its end components: after it, play surely ends (de Alfaro 1999).

In an end component one player can keep play for ever. From any of its positions that player may choose any move that
leads out of it, or stay for the value of an endless play. So the end component becomes one position with these moves.

An end component whose moves cost the player who stays is left as it is: staying is never best there, and a bound that
one step of the equations T does not make worse is still a bound. If u >= T(u), u is at least what any policy that ends
gets. If v <= T(v), v is at most what the best moves by v get, and these end, for else v would sink for ever (Bertsekas
and Tsitsiklis 1991).
"""

from typing import Any

import numpy as np

from faceup.engines.graph.components import ActionGraph, Quotient, Unsettled
from faceup.engines.model.limits import Limits
from faceup.engines.solve.cyclic.flat_components import KNOWN, Flat, by_itself
from faceup.engines.solve.cyclic.value_iteration import best_edge
from faceup.engines.solve.engine import Unfit
from faceup.engines.solve.table import look_at_limits
from faceup.numbers.exact import Exact
from faceup.rules.contract import CHANCE

GAINS = "finds no sum of rewards that may be gained again and again"


class MemberActions(ActionGraph):
    """The actions at the first ``count`` positions, a component: each edge of a player, all edges of a chance node."""

    def __init__(self, flat: Flat, count: int, limits: Limits) -> None:
        self.limits = limits
        self.turns = flat.turns.tolist()
        self.first = flat.first.tolist()
        self.targets: list[int] = np.where(flat.targets < count, flat.targets, -1).tolist()
        self.gains: list[float] = flat.rewards.tolist() if len(flat.rewards) else [0.0] * len(flat.targets)

    def check_limits(self) -> None:
        look_at_limits(self.limits, len(self.turns))

    def decides(self, k: int) -> bool:
        return bool(self.turns[k] != CHANCE)

    def actions(self, k: int) -> list[range]:
        edges = range(self.first[k], self.first[k + 1])
        return [range(edge, edge + 1) for edge in edges] if self.decides(k) else [edges]

    def successors(self, k: int, action: range) -> list[int]:
        return self.targets[action.start : action.stop]

    def pays(self, k: int, action: range) -> bool:
        return any(self.gains[action.start : action.stop])

    def costs(self, k: int, action: range, sign: int) -> bool:
        return all(sign * gain < 0 for gain in self.gains[action.start : action.stop] if gain)


class FlatQuotient:
    """A component with each of its end components as one position, and with the positions beyond it as ends.

    ``flat`` has these positions; the first ``count`` are to be solved. Raises Unfit.
    """

    def __init__(
        self, flat: Flat, members: Any, place: Any, stayers: list[int], chooser: int, endless: Exact, limits: Limits
    ) -> None:
        self.original, self.members = flat, members
        self.own_flat, self.edges = by_itself(flat, members, place)
        actions = MemberActions(self.own_flat, len(members), limits)
        try:
            parts = actions.free_end_components(stayers, 1 - 2 * chooser)
        except Unsettled:
            raise Unfit(GAINS) from None
        self.quotient = Quotient(actions, len(members), parts)
        self.count = len(self.quotient.origins)
        self.join(chooser, endless)

    def join(self, chooser: int, endless: Exact) -> None:
        """Build ``flat``: single positions, then end components, then ends; the first end has the value of staying."""
        own_flat, quotient, stay = self.own_flat, self.quotient, self.count
        members = len(self.members)
        number = np.arange(len(own_flat.turns)) + stay + 1 - members
        number[list(quotient.number)] = list(quotient.number.values())
        actions = [
            [range(-1, 0) if origin is None else origin[1] for origin in origins] for origins in quotient.origins
        ]
        edges = np.array([edge for origins in actions for action in origins for edge in action])
        staying = edges < 0
        spans = [sum(map(len, origins)) for origins in actions]
        ends = len(own_flat.turns) - members + 1
        turns = [*own_flat.turns[quotient.single_places].tolist(), *[chooser] * len(quotient.parts), *[KNOWN] * ends]
        self.flat = Flat(
            turns=np.array(turns, np.int8),
            first=np.cumsum([0, *spans, *[0] * ends]).astype(np.int64),
            targets=np.where(staying, stay, number[own_flat.targets[edges]]).astype(np.int32),
            weights=np.where(staying, 1.0, own_flat.weights[edges]) if len(own_flat.weights) else own_flat.weights,
            rewards=np.where(staying, 0.0, own_flat.rewards[edges]) if len(own_flat.rewards) else own_flat.rewards,
            values=np.concatenate((np.zeros(stay), [float(endless)], own_flat.values[members:])),
            errors=np.concatenate((np.zeros(stay + 1), own_flat.errors[members:])),
            distances=np.zeros(len(turns), np.int32),
            onward=np.full(len(turns), -1, np.int32),
            finer=np.zeros(0),
        )

    def write_back(self) -> None:
        """Write values, errors and next positions of the solved quotient back to the members."""
        original, contracted = self.original, self.flat
        for k, i in enumerate(self.members.tolist()):
            n = self.quotient.number[k]
            original.values[i], original.errors[i], original.distances[i] = (
                contracted.values[n],
                contracted.errors[n],
                -1,
            )
        choices = [int(best_edge(contracted, n) - contracted.first[n]) for n in range(self.count)]
        for k, action in self.quotient.policy_of(choices).items():
            original.onward[self.members[k]] = original.targets[self.edges[action.start]]
