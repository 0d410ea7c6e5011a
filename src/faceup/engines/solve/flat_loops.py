"""The loops on flat arrays in machine code."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from faceup.engines import prospects, retrograde
from faceup.engines.components import search
from faceup.engines.solve import flat_bounds as bounds
from faceup.engines.solve import flat_cheapest, flat_choices, flat_sweeps
from faceup.engines.solve import flat_positions as positions
from faceup.engines.solve import flat_settling as settling
from faceup.native.kernels import shared_kernel
from faceup.numbers import intervals

# What they are made of, each after those that it calls.
STEPS: tuple[Callable[..., Any], ...] = (
    *intervals.STEPS,
    *(bounds.difference, bounds.left_over),
    *(
        bounds.advantage,
        *prospects.STEPS,
        settling.after_throw,
        settling.alone,
        settling.lossless,
        flat_cheapest.pushed,
        flat_cheapest.popped,
    ),
    *(retrograde.incoming, flat_cheapest.cheapest, retrograde.in_order, retrograde.goes_round),
    *(retrograde.ends_beyond, retrograde.followed, retrograde.stand, retrograde.forced, settling.without_chance),
    *(positions.gathered, positions.ways_to_stay, settling.looked_at),
    *(flat_sweeps.largest, flat_sweeps.is_enough, flat_sweeps.gone_through, flat_sweeps.leap),
    *(flat_sweeps.sweep_from, flat_sweeps.swept),
    *(bounds.wrong_at, bounds.kept, bounds.bounded, bounds.missing),
    *(flat_choices.gone_on_to, settling.written, settling.proven, settling.together),
)


@cache
def compiled(function: Callable[..., Any]) -> Any:
    """One of the functions on flat arrays in machine code."""
    before = STEPS.index(function) if function in STEPS else len(STEPS)
    return shared_kernel(function, STEPS[:before])


def in_components(first: Any, targets: Any) -> tuple[Any, Any]:
    """The positions, those first that others lead to, and where each strongly connected component begins."""
    count = len(first) - 1
    order, starts = np.empty(count, np.int32), np.empty(count + 1, np.int32)
    found = compiled(search)(first, targets, order, starts, np.zeros((5, count), np.int32))
    return order, starts[: found + 1].copy()
