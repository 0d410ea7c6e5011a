"""The kernels on flat arrays, in machine code."""

from collections.abc import Callable
from typing import Any

import numpy as np

from faceup.engines.exact import component_method, retrograde
from faceup.engines.graph import component_driver
from faceup.engines.graph.components import search
from faceup.engines.model import prospects
from faceup.engines.solve.cyclic import certificate, flat_components, settling, value_iteration
from faceup.native.kernels import kernels_of
from faceup.numbers import intervals

# The functions that kernels consist of, each after those that it calls.
STEPS: tuple[Callable[..., Any], ...] = (
    *intervals.STEPS,
    *(certificate.bound_at, certificate.close_others),
    *(flat_components.weight_of, value_iteration.difference, value_iteration.chance_residual),
    *component_driver.STEPS,
    *(
        value_iteration.advantage,
        *prospects.STEPS,
        settling.after_throw,
        settling.settle_node,
        settling.lossless,
        settling.push_node,
        settling.pop_node,
    ),
    *(retrograde.incoming, settling.shortest_path, retrograde.in_order, retrograde.goes_round),
    *(
        retrograde.ends_beyond,
        retrograde.follow_back,
        retrograde.stand,
        retrograde.retrograde_analysis,
        settling.without_chance,
    ),
    *(flat_components.gather_component, flat_components.ways_to_stay, component_method.method_of, settling.traits_of),
    *(value_iteration.largest, value_iteration.is_enough, value_iteration.iterate, value_iteration.aitken_extrapolate),
    *(value_iteration.sweep_from, value_iteration.gauss_seidel_sweep),
    *(value_iteration.most_sweeps, value_iteration.estimate_values),
    *(
        value_iteration.error_at,
        value_iteration.errors_hold,
        value_iteration.bound_errors,
        value_iteration.bellman_residual,
    ),
    *(
        value_iteration.best_edge,
        settling.write_values,
        settling.prove_values,
        settling.by_sweeps,
        settling.settle_component,
    ),
)


compiled = kernels_of(STEPS)  # compiled(function) is its machine code


def in_components(first: Any, targets: Any) -> tuple[Any, Any]:
    """Return the positions in an order of components, successors first, and where each component begins."""
    count = len(first) - 1
    order, starts = np.empty(count, np.int32), np.empty(count + 1, np.int32)
    components = compiled(search)(first, targets, order, starts, np.zeros((5, count), np.int32))
    return order, starts[: components + 1].copy()
