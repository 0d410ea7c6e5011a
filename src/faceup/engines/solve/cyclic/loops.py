"""The kernels on flat arrays, in machine code."""

from collections.abc import Callable
from typing import Any

import numpy as np

from faceup.engines.exact import retrograde
from faceup.engines.graph import component_driver
from faceup.engines.graph.components import search
from faceup.engines.model import prospects
from faceup.engines.solve.cyclic import certificate, component_kernel, flat_components, value_iteration
from faceup.native.kernels import kernels_of
from faceup.numbers import intervals

# The functions that kernels consist of, each after those that it calls.
STEPS: tuple[Callable[..., Any], ...] = (
    *(*intervals.STEPS, *component_driver.STEPS, *prospects.STEPS, *retrograde.STEPS),
    *(*certificate.STEPS, *flat_components.STEPS, *value_iteration.STEPS, *component_kernel.STEPS),
)
compiled = kernels_of(STEPS)  # compiled(function) is its machine code


def in_components(first: Any, targets: Any) -> tuple[Any, Any]:
    """Return the positions in an order of components, successors first, and where each component begins."""
    count = len(first) - 1
    order, starts = np.empty(count, np.int32), np.empty(count + 1, np.int32)
    components = compiled(search)(first, targets, order, starts, np.zeros((5, count), np.int32))
    return order, starts[: components + 1].copy()
