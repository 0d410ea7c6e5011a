"""Tuples whose length only the running rules know: lists in machine code, of a type that tells them from lists."""

from typing import Any

from numba.core import types
from numba.core.datamodel import models
from numba.core.imputils import impl_ret_borrowed
from numba.core.typeconv import Conversion
from numba.extending import intrinsic, register_model

from faceup.native.operations.operation import handed_on, operation


class TupleType(types.List):  # type: ignore[name-defined]
    """A tuple of any number of things of one kind; where a list may stand too, it is taken for a list."""

    def __init__(self, dtype: Any) -> None:
        super().__init__(dtype)
        self.name = f"tuple of {self.dtype}"

    def __unliteral__(self) -> "TupleType":
        return self

    def can_convert_to(self, typing_context: Any, other: Any) -> Any:
        return Conversion.safe if type(other) is types.List and other.dtype == self.dtype else None

    def unify(self, typing_context: Any, other: Any) -> Any:
        unified = super().unify(typing_context, other)
        return TupleType(unified.dtype) if unified is not None and isinstance(other, TupleType) else unified


register_model(TupleType)(models.ListModel)


@operation
@intrinsic
def made_tuple(typing_context: Any, row: Any) -> Any:
    """A row that was made just now, as the tuple that it stands for."""
    if not isinstance(row, types.List):
        return handed_on(row)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return impl_ret_borrowed(context, builder, signature.return_type, arguments[0])

    plain = types.List(row.dtype)
    return TupleType(row.dtype)(row if isinstance(row, TupleType) else plain), generate
