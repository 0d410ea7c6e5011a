"""Two players who may both stall where chance has a part: a policy for each, and what it is sure of.

Where both can keep play for ever, the equations of the values have many solutions, and no step of them proves a bound.
But once one player's policy is fixed, the other alone chooses, and the best answer has proven bounds. So whatever
policies are found, the game is worth no less than the first player's gets against the best answer to it, and no more
than the second's lets the first player get. Each is improved as in ``recursive_game``, from what the estimates say;
floats decide what is better, and nothing rests on that.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from faceup.engines.exact.recursive_game import Answer, RecursiveGame
from faceup.engines.model.graph import first_of_kept
from faceup.engines.solve.cyclic.flat_components import Flat, by_itself, gather_component
from faceup.engines.solve.cyclic.loops import compiled
from faceup.engines.solve.cyclic.value_iteration import chosen, gauss_seidel_sweep, sweep_from
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import all_around, middle_of
from faceup.rules.contract import CHANCE

MOST_POLICIES = 200  # of each player
MOST_SWEEPS = 1 << 24  # edges gone through for the policies to begin with
CLOSE = 2.0**-40  # what floats may be wrong by, of the size of the numbers, where a move is said to be better


class Rivals(RecursiveGame):
    """A component by itself; ``answered`` finds all values where one player chooses, within proven bounds."""

    close = CLOSE
    most_policies = MOST_POLICIES

    def __init__(self, flat: Flat, members: Any, place: Any, endless: Exact, answered: Callable[[Flat], bool]) -> None:
        self.own, self.members, self.endless, self.answered = flat, members, float(endless), answered
        self.count = len(members)
        self.flat, self.edges = by_itself(flat, members, place)
        self.flat.values[: self.count], self.flat.errors[: self.count] = self.endless, 0.0
        self.owner = np.repeat(np.arange(self.count), np.diff(self.flat.first[: self.count + 1]))
        self.turns, self.first, self.targets = self.flat.turns[: self.count], self.flat.first, self.flat.targets
        self.gains = self.flat.rewards if len(self.flat.rewards) else np.zeros(len(self.edges))

    def solve(self) -> None:
        """Write down what both policies are sure of. Raises Unfit."""
        begun = self.estimate_policies()
        mine, low = self.improve_policy(0, begun)
        theirs, high = self.improve_policy(1, begun)
        least = all_around(low.values, low.errors)[0][: self.count]
        most = all_around(high.values, high.errors)[1][: self.count]
        if (least > most).any():
            raise AssertionError("the players' policies are sure of more than there is")
        own = self.own
        between = [middle_of(*bounds) for bounds in zip(least.tolist(), most.tolist(), strict=True)]
        own.values[self.members], own.errors[self.members] = np.array(between).T
        own.distances[self.members] = -1
        taken = np.where(self.turns == 0, mine, theirs)
        taken[self.turns == CHANCE] = self.flat.first[: self.count][self.turns == CHANCE]
        own.onward[self.members] = own.targets[self.edges[taken]]

    def estimate_policies(self) -> Any:
        """The best edge of each player's position by rough estimates, as if play would end after so many moves."""
        members, place = np.arange(self.count, dtype=np.int32), np.full(len(self.flat.turns), -1, np.int32)
        place[members] = members
        part = compiled(gather_component)(self.flat, members, place)
        sweep = sweep_from(self.flat.values[: self.count].copy())
        compiled(gauss_seidel_sweep)(part, sweep, max(MOST_SWEEPS // max(len(part.targets), 1), 1), 2 * MOST_SWEEPS)
        if np.isfinite(sweep.values).all():
            self.flat.values[: self.count] = sweep.values
        edges, gains = np.full(self.count, -1), np.empty(self.count)
        compiled(chosen)(self.flat, members, place, edges, gains)
        return edges

    def answer(self, player: int, policy: Any) -> Answer:
        flat = self.flat
        kept = (self.turns[self.owner] != player) | (np.arange(len(self.owner)) == policy[self.owner])
        restricted = flat._replace(
            first=first_of_kept(flat.first, kept),
            targets=flat.targets[kept],
            weights=flat.weights[kept] if len(flat.weights) else flat.weights,
            rewards=flat.rewards[kept] if len(flat.rewards) else flat.rewards,
            values=flat.values.copy(),
            errors=flat.errors.copy(),
            distances=flat.distances.copy(),
            onward=flat.onward.copy(),
        )
        self.answered(restricted)
        return Answer(restricted.values, restricted.errors)
