"""The shortest and the longest play, and the least and the most that is gained: over paths, whatever their chances are.

From the ends on, component by component. Where positions can repeat, with a gain each time, there is no most.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import inf, isinf, isnan, lcm, nan
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.graph import components
from faceup.numbers.exact import Exact
from faceup.numbers.value import simplest
from faceup.results.samples.distribution import Span

MOST_WORK = 1 << 31  # moves looked at, before it is left open
MOST_GAIN = 1 << 40  # units that a reward may be
FEW = 4096  # moves of a chain that plain Python goes through before compiled code would be loaded


def best_paths(first: Any, targets: Any, gains: Any, best: Any, order: Any, starts: Any, rises: Any) -> bool:
    """From what each position brings by itself to the most that any path from it brings, -inf where none ends; whether
    that was done (Bellman and Ford, each component from both of its sides in turn). A component that ``rises`` brings
    more each time that positions repeat.
    """
    work = 0
    for c in range(len(starts) - 1):
        members = order[starts[c] : starts[c + 1]]
        changed, times = True, 0
        while changed:
            changed = False
            for k in range(len(members)):
                i = members[k] if times % 2 == 0 else members[len(members) - 1 - k]
                work += first[i + 1] - first[i]
                for edge in range(first[i], first[i + 1]):
                    other = gains[edge] + best[targets[edge]]
                    if other > best[i]:
                        best[i] = other
                        changed = True
            times += 1
            if changed and (rises[c] or times > len(members)):
                for k in range(len(members)):
                    best[members[k]] = np.inf
                changed = False
            if work > MOST_WORK:
                return False
    return True


def in_components(first: Any, targets: Any) -> tuple[Any, Any]:
    """The positions, those first that others lead to, and where each strongly connected component begins."""
    if len(targets) > FEW:
        from faceup.engines.solve.cyclic import loops

        return loops.in_components(first, targets.astype(np.int32))
    order, starts = components.in_components(first.tolist(), targets.tolist())
    return np.array(order), np.array(starts)


def most_from(first: Any, targets: Any, gains: Any, ends: Any, order: Any, starts: Any) -> Any:
    """The most that paths from each position bring, inf where there is no most and -inf where none ends; nan for all
    where that would take long. The components are given, ends first; ``ends`` are -inf where play goes on.
    """
    part = np.empty(len(order), np.int32)
    part[order] = np.repeat(np.arange(len(starts) - 1, dtype=np.int32), np.diff(starts))
    sources = np.repeat(part, np.diff(first))
    inside = sources == part[targets]
    falls, rises = np.zeros((2, len(starts) - 1), np.bool_)
    falls[sources[inside & (gains < 0)]] = True
    rises[sources[inside & (gains > 0)]] = True
    columns = first, targets.astype(np.int32), gains.astype(float), ends.astype(float), order, starts, rises & ~falls
    if len(targets) > FEW:
        from faceup.native.kernels import shared_kernel

        best = columns[3]
        done = shared_kernel(best_paths)(*columns)
    else:
        lists = [column.tolist() for column in columns]
        best = lists[3]
        done = best_paths(*lists)
    return np.array(best) if done else np.full(len(best), nan)


class Units(NamedTuple):
    """Payoffs and rewards in whole numbers, of which ``unit`` make 1."""

    ends: Any
    gains: Any
    unit: int


def whole_units(numbers: Sequence[Exact], most_units: float = inf) -> tuple[Any, int] | None:
    """The numbers in whole units, and how many of these make 1; None where either are too many."""
    unit = lcm(*(number.denominator for number in numbers))
    whole = [int(number * unit) for number in numbers]
    if unit > most_units or max(map(abs, whole), default=0) >= MOST_GAIN:
        return None
    return np.array(whole, np.int64), unit


class Paths:
    """The paths of a chain from its first position to ends."""

    def __init__(self, first: Any, targets: Any, over: Any, components: tuple[Any, Any]) -> None:
        self.first, self.targets, self.over, self.components = first, targets, over, components

    @property
    def lengths(self) -> Span:
        """The fewest and most moves."""
        return self.totals(np.zeros(len(self.over)), np.ones(len(self.targets)), 1)

    def totals(self, ends: Any, gains: Any, unit: int) -> Span:
        """The least and the most of gains on the way with what the end brings; ``unit`` of them make 1."""
        least, most = (
            sign
            * float(
                most_from(
                    self.first,
                    self.targets,
                    sign * gains,
                    np.where(self.over, sign * ends, -np.inf),
                    *self.components,
                )[0]
            )
            for sign in (-1, 1)
        )
        return Span(_exact(least, unit), _exact(most, unit)) if least <= most else Span(None, None)


def _exact(total: float, unit: int) -> Exact | float | None:
    if isnan(total):
        return None
    return total if isinf(total) else simplest(Fraction(total) / unit)
