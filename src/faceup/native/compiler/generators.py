"""Generators that hold what is counted become functions that return lists.

Numba never gives back what a generator was handed, nor what it held where its loop was left early, nor what it yielded
and kept no longer (its issues 1807, 1278 and 5350; all seen with 0.68): rules that make a list in a generator would
take ever more memory. Only the types tell whether a generator has such things, so this looks when they are known, and
then begins anew with the other form of the function. A list that is handed to a generator is still not given back.
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
    """A generator that would not give back what it holds."""


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
    """Numba's compiler, which here leaves nothing in memory."""

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
    """Whether values of a generator, or what it keeps between them, are counted, and nothing that it is given.

    What it is given may change while its values are asked for, and then they must not be known before.
    """

    def hold_references(parts: Iterable[Any]) -> bool:
        return any(context.data_model_manager[part].contains_nrt_meminfo() for part in parts)

    if not isinstance(kind, types.Generator) or hold_references(kind.arg_types):
        return False
    return hold_references((kind.yield_type, *kind.state_types))


def listing_of(function: Any) -> Any:
    """The function that returns a list of what this one yields; None where there is none."""
    code = function.__dict__.get(LISTING)
    if code is None:
        return None
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    closure = tuple(cells[name] for name in code.co_freevars)
    listed = python_types.FunctionType(code, function.__globals__, function.__name__, function.__defaults__, closure)
    listed.__module__, listed.__qualname__ = function.__module__, f"{function.__qualname__}_listed"
    return listed
