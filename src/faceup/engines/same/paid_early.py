"""Games that pay now and games that pay later: a form in which both read alike.

What can least be gained from a position on is paid to it by the moves that lead there, as soon as that is sure, and
taken from what follows; what is sure from the start on is paid at every end. So each move brings what the least becomes
by it, whenever the rules pay; all plays are worth what they were. Two games are worth the same in each play if and only
if their least graphs in this form are the same (pushing weights before minimizing: Mohri 1997).

Where play comes round there is a least as long as nothing is gained by going round that is less than nothing, else
perhaps a most. Every play must come to an end: of one that is kept for ever nothing is paid at the end.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from faceup.engines.model.components import components, end_components
from faceup.engines.model.graph import GameGraph
from faceup.numbers.exact import Exact
from faceup.numbers.value import simplest


def pays_on_the_way(graph: GameGraph) -> bool:
    return bool(graph.rewards.any())


def paid_early(graphs: Sequence[GameGraph]) -> list[GameGraph] | None:
    """The same games with all that is sure paid as early as can be; None where that cannot be said of all of them."""
    if any(graph.comes_round and _may_be_kept(graph) for graph in graphs):
        return None
    for sign in (1, -1):
        sure = [_surely_gained(graph, sign) for graph in graphs]
        known = [one for one in sure if one is not None]
        if len(known) == len(graphs):
            return [_with_payments(graph, one) for graph, one in zip(graphs, known, strict=True)]
    return None


def _may_be_kept(graph: GameGraph) -> bool:
    """Whether play can be kept for ever somewhere, by all who decide together."""
    first, targets, turns = graph.first.tolist(), graph.targets.tolist(), graph.turns.tolist()
    parts = components(first, targets)
    round_ = [
        i for part in parts if len(part) > 1 or part[0] in targets[first[part[0]] : first[part[0] + 1]] for i in part
    ]

    def ways(i: int) -> list[list[int]]:
        onward = targets[first[i] : first[i + 1]]
        return [[there] for there in onward] if turns[i] >= 0 else [onward]

    return bool(end_components(round_, lambda i: turns[i] >= 0, ways))


def _surely_gained(graph: GameGraph, sign: int) -> list[Exact] | None:
    """The least that is gained from each position on, the most where ``sign`` is -1; None where there is no such."""
    first, targets = graph.first.tolist(), graph.targets.tolist()
    gains = [sign * graph.numbers[k] for k in graph.rewards.tolist()]
    least = [sign * graph.numbers[k] for k in graph.payoffs.tolist()]
    into: list[list[int]] = [[] for _ in least]  # from which positions
    for edge, i in enumerate(graph.sources.tolist()):
        into[targets[edge]].append(i)
    for part in components(first, targets):
        if not _relax_component(part, first, targets, gains, least, into):
            return None
    return [sign * one for one in least]


def _relax_component(
    part: Sequence[int],
    first: Sequence[int],
    targets: Sequence[int],
    gains: Sequence[Exact],
    least: list[Exact],
    into: Sequence[Sequence[int]],
) -> bool:
    """Find the least of positions that lead back to each other; False where going round brings ever less."""
    known = {i for i in part if first[i] == first[i + 1]}
    inside, waiting = set(part), deque(i for i in part if i not in known)
    queued, changes = set(waiting), dict.fromkeys(part, 0)
    unknown = inside - known
    while waiting:
        i = waiting.popleft()
        queued.discard(i)
        ways = [
            gains[edge] + least[there]
            for edge in range(first[i], first[i + 1])
            if (there := targets[edge]) not in unknown
        ]
        if not ways or (i not in unknown and min(ways) >= least[i]):
            continue
        unknown.discard(i)
        least[i] = min(ways)
        changes[i] += 1
        if changes[i] > len(part):
            return False
        for before in into[i]:
            if before in inside and before not in queued:
                queued.add(before)
                waiting.append(before)
    return True


def _with_payments(graph: GameGraph, sure: Sequence[Exact]) -> GameGraph:
    """The game in which each move pays what becomes sure by it."""
    targets = graph.targets.tolist()
    gains = [graph.numbers[k] for k in graph.rewards.tolist()]
    numbers: dict[Exact, int] = {0: 0}

    def place(number: Exact) -> int:
        return numbers.setdefault(simplest(Fraction(number)), len(numbers))

    rewards = [place(gains[edge] + sure[targets[edge]] - sure[i]) for edge, i in enumerate(graph.sources.tolist())]
    ends = np.diff(graph.first) == 0
    return replace(
        graph,
        rewards=np.array(rewards, np.int64),
        payoffs=np.where(ends, place(sure[0]), 0),
        numbers=list(numbers),
    )
