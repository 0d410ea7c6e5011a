"""Games that pay now and games that pay later: a form in which both read alike, where no position comes round.

What can least be gained from a position on is paid to it by the moves that lead there, as soon as that is sure, and
taken from what follows; what is sure from the start on is paid at every end. So each move brings what the least becomes
by it, whenever the rules pay; all plays are worth what they were. Two games are worth the same in each play if and only
if their least graphs in this form are the same (pushing weights before minimizing: Mohri 1997).
"""

from dataclasses import replace
from fractions import Fraction

import numpy as np

from faceup.engines.graph import GameGraph
from faceup.engines.numbers import Exact, simplest


def pays_on_the_way(graph: GameGraph) -> bool:
    return bool(graph.rewards.any())


def paid_early(graph: GameGraph) -> GameGraph:
    """The same game with all that is sure paid as early as can be. No position may come round."""
    first, targets = graph.first.tolist(), graph.targets.tolist()
    gains = [graph.numbers[k] for k in graph.rewards.tolist()]
    least = [graph.numbers[k] for k in graph.payoffs.tolist()]
    for level in graph.levels[1:]:  # from the ends up
        for i in level.tolist():
            least[i] = min(gains[edge] + least[targets[edge]] for edge in range(first[i], first[i + 1]))
    numbers: dict[Exact, int] = {0: 0}

    def place(number: Exact) -> int:
        return numbers.setdefault(simplest(Fraction(number)), len(numbers))

    rewards = [place(gains[edge] + least[targets[edge]] - least[i]) for edge, i in enumerate(graph.sources.tolist())]
    ends = np.diff(graph.first) == 0
    return replace(
        graph,
        rewards=np.array(rewards, np.int64),
        payoffs=np.where(ends, place(least[0]), 0),
        numbers=list(numbers),
    )
