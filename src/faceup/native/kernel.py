"""Kernels: engine loops compiled once for each rules class."""

import warnings
from collections.abc import Callable
from functools import cache
from typing import Any

from numba import njit
from numba.core.errors import NumbaError

from faceup.native.cache import keep_on_disk
from faceup.native.table import state_class_of, table_functions
from faceup.native.types import linked, rules_type
from faceup.rules.contract import Game, Rules

_kernels: dict[tuple[type, str], Any] = {}


class InterpretedWarning(UserWarning):
    """Rules that the compiler does not take run in CPython: right, but slow."""


def kernel(function: Callable[..., Any], rules: Rules, **names: Any) -> Any:
    """An engine loop, compiled for the class of these rules and kept on disk.

    ``names`` become globals of the loop, beside the state functions of the game.
    """
    key = (type(rules), function.__qualname__)
    if key not in _kernels:
        numba_type = rules_type(type(rules))
        body = linked(function)
        if isinstance(rules, Game):
            body.__globals__.update(_functions_of(rules))
        body.__globals__.update(names)
        dispatcher = njit(nogil=True, error_model="python")(body)
        keep_on_disk(dispatcher, numba_type.digest, type(rules).__module__)
        _kernels[key] = dispatcher
    return _kernels[key]


@cache
def _functions_of_class(state_class: Any) -> dict[str, Any]:
    return table_functions(state_class)


def _functions_of(rules: Rules) -> dict[str, Any]:
    return _functions_of_class(state_class_of(rules))


def explain(rules: Rules, error: Exception) -> str:
    """Which line of the rules the compiler does not take, and what to do about it, in one line."""
    text = str(error)
    where, reason = "", ""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    places = [line for line in lines if line.startswith('File "') and "faceup/engines" not in line]
    if places:
        where = places[0].rstrip(":").replace('File "', "").replace('"', "")
        where = where.split("/")[-1]
    for line in lines:
        if not line.startswith(
            ("Failed in", "-", "During", "File", ">>>", "There are", "No implementation", "Overload")
        ):
            reason = line
            break
    for line in lines:
        if any(word in line for word in ("Unknown attribute", "Untyped", "Unsupported", "unsupported", "Cannot unify")):
            reason = line
            break
    return f"{type(rules).__name__} runs interpreted, slowly: {where or 'a rule'} cannot be compiled ({reason[:160]}); \
use whole numbers, tuples, bitsets, plain functions and no super()"


def warn_interpreted(rules: Rules, error: Exception) -> None:
    """Say, once for each rules class, that it runs interpreted."""
    if type(rules) not in _warned:
        _warned.add(type(rules))
        warnings.warn(explain(rules, error), InterpretedWarning, stacklevel=3)


_warned: set[type] = set()
COMPILER_ERRORS = (NumbaError, NotImplementedError, AssertionError, KeyError, TypeError)
