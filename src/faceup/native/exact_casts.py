"""The compiler's target for what was made of rules: casts without rounding, and operations that are other ones there.

The compiler says of nothing that it casts a number. Here it asks whether a float that comes of a whole number, where a
name, a row or an answer of rules holds both, is that number, and if not leaves the game to CPython, which keeps it.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from numba.core import types
from numba.core.base import BaseContext
from numba.core.errors import LoweringError, NumbaError
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering

from faceup.native.compiler_parts import require
from faceup.native.lowering.lowered import is_lowered_code
from faceup.native.operations.integers import exactly

require(Lower.init, "self")
require(Lower.lower_inst, "self", "inst")
require(Lower.create_cfunc_wrapper, "self")
require(BaseContext.cast, "self", "builder", "val", "fromty", "toty")
require(BaseContext.get_function, "self", "fn", "sig", "_firstcall")
require(NativeLowering.lowering_class.fget, "self")

Written = Callable[[Any, tuple[Any, ...]], Any]  # writes the code of an operation, for a builder and its arguments
_others: dict[Any, list[tuple[tuple[Any, ...], Callable[[Any, Any, Written], Written]]]] = {}


def in_rules(key: Any, *kinds: Any) -> Callable[[Any], Any]:
    """Let an operation on these types be another one in what was made of rules, and there alone.

    What is registered gets the compiler's context, the signature, and what writes Numba's own code.
    """

    def register(other: Any) -> Any:
        _others.setdefault(key, []).append((kinds, other))
        return other

    return register


@cache
def _exact(context_class: Any) -> Any:
    """A compiler's target that casts without rounding, and asks for other operations."""

    class Exact(context_class):
        def cast(self, builder: Any, value: Any, given: Any, wanted: Any) -> Any:
            if isinstance(given, types.Integer) and isinstance(wanted, types.Float):
                word = super().cast(builder, value, given, types.int64)
                exactly(self, builder, word)
            return super().cast(builder, value, given, wanted)

        def get_function(self, function: Any, signature: Any, _firstcall: bool = True) -> Any:
            own: Written = super().get_function(function, signature, _firstcall)
            plain = signature.as_function()
            key = function.get_impl_key(plain) if isinstance(function, types.Callable) else function
            for kinds, other in _others.get(key, ()):
                if len(kinds) == len(plain.args) and all(map(isinstance, plain.args, kinds)):
                    return other(self, plain, own)
            return own

    return Exact


class ExactLower(Lower):
    """Numba's last step, in which it writes the code for a function."""

    def init(self) -> None:
        super().init()
        if is_lowered_code(self.func_ir.func_id.code):
            context: Any = self.context
            context.__class__ = _exact(context.__class__)

    def create_cfunc_wrapper(self) -> None:
        """What Python cannot call, nothing but compiled code does: it needs no other way in."""
        if not self.flags.no_cpython_wrapper:
            super().create_cfunc_wrapper()

    def lower_inst(self, inst: Any) -> None:
        """An error without a place has that of the line of the rules for which code is being written."""
        try:
            super().lower_inst(inst)
        except NumbaError as error:
            error.loc = getattr(error, "loc", None) or inst.loc
            raise
        except Exception as error:  # whatever the compiler raises: it gets a place in the rules
            if isinstance(error, MemoryError) or not is_lowered_code(self.func_ir.func_id.code):
                raise
            raise LoweringError(str(error), inst.loc) from error


NativeLowering.lowering_class = property(lambda self: ExactLower)
