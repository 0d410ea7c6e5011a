"""Strategy iteration for two players who may both keep play for ever, with chance: a policy for each, and its value.

Where both can keep play for ever, the equations of the values have many solutions, and no step of them proves a bound.
But when one player's policy is fixed, only the other decides, and the best response has proven bounds. So for any two
policies, the value is at least what the first player's policy gets against the best response to it, and at most what
the second player's policy concedes. Each policy is improved as in ``recursive_game``, starting from estimates. Floats
decide which policy is better; no bound rests on that decision.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from faceup.engines.exact.recursive_game import Guarantee, RecursiveGame
from faceup.engines.graph.game_graph import first_of_kept
from faceup.engines.solve.cyclic.flat_components import Flat, by_itself, gather_component
from faceup.engines.solve.cyclic.loops import compiled
from faceup.engines.solve.cyclic.value_iteration import gauss_seidel_sweep, greedy_policy, sweep_from
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import all_around, middle_of
from faceup.rules.contract import CHANCE

MOST_POLICIES = 200  # of each player
MOST_SWEEPS = 1 << 24  # edges read for the initial policies
TOLERANCE = 2.0**-40  # relative error allowed for floats when one move is called better than another


class StrategyIteration(RecursiveGame):
    """Strategy iteration on one component; ``solve_restricted`` solves it for one player, within proven bounds."""

    tolerance = TOLERANCE
    most_policies = MOST_POLICIES

    def __init__(
        self, flat: Flat, members: Any, place: Any, endless: Exact, solve_restricted: Callable[[Flat], bool]
    ) -> None:
        self.original, self.members, self.endless, self.solve_restricted = (
            flat,
            members,
            float(endless),
            solve_restricted,
        )
        self.count = len(members)
        self.flat, self.edges = by_itself(flat, members, place)
        self.flat.values[: self.count], self.flat.errors[: self.count] = self.endless, 0.0
        self.owner = np.repeat(np.arange(self.count), np.diff(self.flat.first[: self.count + 1]))
        self.turns, self.first, self.targets = self.flat.turns[: self.count], self.flat.first, self.flat.targets
        self.gains = self.flat.rewards if len(self.flat.rewards) else np.zeros(len(self.edges))

    def solve(self) -> None:
        """Write the bounds that both policies prove. Raises Unfit."""
        estimate = self.estimate_policies()
        mine, low = self.improve_policy(0, estimate)
        theirs, high = self.improve_policy(1, estimate)
        least = all_around(low.values, low.errors)[0][: self.count]
        most = all_around(high.values, high.errors)[1][: self.count]
        if (least > most).any():
            raise AssertionError("the players' policies are sure of more than there is")
        original = self.original
        between = [middle_of(*bounds) for bounds in zip(least.tolist(), most.tolist(), strict=True)]
        original.values[self.members], original.errors[self.members] = np.array(between).T
        original.distances[self.members] = -1
        edges = np.where(self.turns == 0, mine, theirs)
        edges[self.turns == CHANCE] = self.flat.first[: self.count][self.turns == CHANCE]
        original.onward[self.members] = original.targets[self.edges[edges]]

    def estimate_policies(self) -> Any:
        """Return the best edge of each player's position by rough estimates, of play cut off after some moves."""
        members, place = np.arange(self.count, dtype=np.int32), np.full(len(self.flat.turns), -1, np.int32)
        place[members] = members
        part = compiled(gather_component)(self.flat, members, place)
        sweep = sweep_from(self.flat.values[: self.count].copy())
        compiled(gauss_seidel_sweep)(part, sweep, max(MOST_SWEEPS // max(len(part.targets), 1), 1), 2 * MOST_SWEEPS)
        if np.isfinite(sweep.values).all():
            self.flat.values[: self.count] = sweep.values
        edges, gains = np.full(self.count, -1), np.empty(self.count)
        compiled(greedy_policy)(self.flat, members, place, edges, gains)
        return edges

    def guarantee(self, player: int, policy: Any) -> Guarantee:
        flat = self.flat
        playable = (self.turns[self.owner] != player) | (np.arange(len(self.owner)) == policy[self.owner])
        restricted = flat._replace(
            first=first_of_kept(flat.first, playable),
            targets=flat.targets[playable],
            weights=flat.weights[playable] if len(flat.weights) else flat.weights,
            rewards=flat.rewards[playable] if len(flat.rewards) else flat.rewards,
            values=flat.values.copy(),
            errors=flat.errors.copy(),
            distances=flat.distances.copy(),
            onward=flat.onward.copy(),
        )
        self.solve_restricted(restricted)
        return Guarantee(restricted.values, restricted.errors)
