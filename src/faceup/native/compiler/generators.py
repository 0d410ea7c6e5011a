"""Generators that hold references become functions that return lists.

Numba never releases the arguments of a generator, nor what it holds when its loop ends early, nor what it has yielded
(its issues 1807, 1278 and 5350; all seen with 0.68). Rules that make a list in a generator would take ever more memory.
Only the types tell whether a generator holds references, so this pass runs after type inference, and then compiles the
list form of the function instead. A list that is passed to a generator is still not released.
"""

import types as python_types
from collections.abc import Iterable
from typing import Any

from numba.core import types
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.errors import TypingError
from numba.core.typed_passes import NopythonTypeInference

from faceup.native.compiler import whole_code  # noqa: F401  # calls become plain ones
from faceup.native.lowering.forms.yields import LISTING


class _HoldsReferences(Exception):
    """A generator would not release the references that it holds."""


@register_pass(mutates_CFG=False, analysis_only=True)
class _RefuseReferences(FunctionPass):
    _name = "refuse_counted"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        if LISTING in state.func_id.func.__dict__ and _holds_references(state.targetctx, state.return_type):
            raise _HoldsReferences
        return False


class ReleasingCompiler(Compiler):
    """Numba's compiler, with generators that would leak memory replaced by functions that return lists."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.arguments = arguments

    def define_pipelines(self) -> Any:
        managers = super().define_pipelines()
        for manager in managers:
            manager.add_pass_after(_RefuseReferences, NopythonTypeInference)
            manager.finalize()
        return managers

    def compile_extra(self, function: Any) -> Any:
        try:
            return super().compile_extra(function)
        except _HoldsReferences:
            listed = listing_of(function)
            if listed is None:
                raise TypingError("a generator without an end that makes or is given a list; write a loop") from None
            return type(self)(*self.arguments).compile_extra(listed)


def _holds_references(context: Any, kind: Any) -> bool:
    """Whether the items or the variables of a generator hold references, and its arguments do not.

    Arguments with references may change during the loop, so their items must not be computed before it.
    """

    def hold_references(parts: Iterable[Any]) -> bool:
        return any(context.data_model_manager[part].contains_nrt_meminfo() for part in parts)

    if not isinstance(kind, types.Generator) or hold_references(kind.arg_types):
        return False
    return hold_references((kind.yield_type, *kind.state_types))


def listing_of(function: Any) -> Any:
    """Return the function that returns a list of what this generator yields; None if it has no such form."""
    code = function.__dict__.get(LISTING)
    if code is None:
        return None
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    closure = tuple(cells[name] for name in code.co_freevars)
    listed = python_types.FunctionType(code, function.__globals__, function.__name__, function.__defaults__, closure)
    listed.__module__, listed.__qualname__ = function.__module__, f"{function.__qualname__}_listed"
    return listed
