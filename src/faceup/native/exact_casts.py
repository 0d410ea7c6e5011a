"""Whole numbers that become floats, where a name, a row or an answer of rules holds both: never with rounding.

The compiler says of nothing that it casts a number. Here it asks, in what was made of rules, whether the float is the
number, and if not leaves the game to CPython, which keeps the number.
"""

from functools import cache
from typing import Any

from numba.core import types
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering

from faceup.native.lowering.lowered import is_lowered_code
from faceup.native.operations.integers import exactly


@cache
def _exact(context_class: Any) -> Any:
    """A compiler's target that casts without rounding."""

    class Exact(context_class):
        def cast(self, builder: Any, value: Any, given: Any, wanted: Any) -> Any:
            if isinstance(given, types.Integer) and isinstance(wanted, types.Float):
                word = super().cast(builder, value, given, types.int64)
                exactly(self, builder, word)
            return super().cast(builder, value, given, wanted)

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


NativeLowering.lowering_class = property(lambda self: ExactLower)
