"""Operations on values of any type: truth, texts, and refusals of types that would differ."""

import sys
from typing import Any

from numba.core import types
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed
from numba.core.typeconv import Conversion
from numba.extending import intrinsic, lower_cast, models, register_model

from faceup.native.operations.integers import SMALLEST
from faceup.native.operations.operation import (
    WORD,
    TooLarge,
    dispatch_on_types,
    of_words,
    operation,
    pass_through,
    raise_if,
)
from faceup.native.operations.row_type import RowType
from faceup.native.value_types import UnsetType


class TupleType(types.List):  # type: ignore[name-defined]
    """The type of a tuple of any length with items of one type; it converts to a list of the same items."""

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
def as_tuple(typing_context: Any, row: Any) -> Any:
    """Return a fresh row as the tuple that it stands for."""
    if not isinstance(row, types.List):
        return pass_through(row)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return impl_ret_borrowed(context, builder, signature.return_type, arguments[0])

    plain = types.List(row.dtype)
    return TupleType(row.dtype)(row if isinstance(row, TupleType) else plain), generate


UNSET = UnsetType()
register_model(UnsetType)(models.OpaqueModel)


@lower_cast(UnsetType, types.Any)
def _null(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    return context.get_constant_null(target)


@operation
@intrinsic
def unset(typing_context: Any) -> Any:
    """Return the value of a variable that has no value yet."""
    return UNSET(), lambda context, builder, signature, arguments: context.get_dummy_value()


def _refuse_kind(name: str, kind: Any, instead: str) -> Any:
    """Return an operation that returns its argument, and refuses types that would differ from Python."""

    def resolve(typing_context: Any, value: Any) -> Any:
        if isinstance(value, kind):
            raise TypingError(instead)
        return pass_through(value)

    resolve.__name__ = resolve.__qualname__ = name
    return operation(intrinsic(resolve))


# Guards of conditions, loops, keys, sums and sets.
yes = _refuse_kind("yes", types.Array, "a long row of constants has no truth in machine code; ask for its length")
ORDER_OF_SETS = "a loop over a set has an order of Python's own; loop over `sorted(...)` of it"
in_order = _refuse_kind("in_order", types.Set, ORDER_OF_SETS)
key = _refuse_kind("key", types.Float, "a fraction as a key of a dictionary; use whole numbers, or a tuple of them")
CHANGING = types.DictType | types.Set
steady = _refuse_kind(
    "steady", CHANGING, "a dictionary or a set that changes while it is looped over; loop over a list of it"
)
COMPENSATED = types.Float if sys.version_info >= (3, 12) else ()
summand = _refuse_kind("summand", COMPENSATED, "Python sums fractions with a care of its own; add them in a loop")


SET_OF_TUPLES = (
    "a set of tuples that may be of any length; write `kept = sorted({...})` where it is made, or `len({...})`, else "
    "pack each into a whole number"
)
member_of_set = _refuse_kind("member_of_set", types.List, SET_OF_TUPLES)  # a number, not the one that is written there


@operation
@intrinsic
def text_of_number(typing_context: Any, value: Any) -> Any:
    """Return a value whose text is taken, and which, if it is a number, is a number in Python too."""
    if isinstance(value, types.Float):
        raise TypingError("the text of a fraction; write it as whole numbers")
    _refuse_rows(value)
    if not isinstance(value, types.Integer):
        return pass_through(value)
    return of_words(_smaller, 1)


def _refuse_rows(value: Any) -> None:
    """Refuse the text of a row, which the compiler formats in its own way."""
    if isinstance(value, types.BaseTuple | types.Container | types.Array | types.DictType | RowType):
        raise TypingError("the text of a whole row or state; join the texts of its items")


def _smaller(context: Any, builder: Any, number: Any) -> Any:
    """Return the number. Raises TooLarge for -2**63, whose text the compiler cannot write, since it has no opposite."""
    smallest = builder.icmp_signed("==", number, WORD(SMALLEST))
    raise_if(context, builder, smallest, TooLarge, "the text of the smallest number of 64 bits")
    return number


@operation
@intrinsic
def text(typing_context: Any, value: Any) -> Any:
    """Return a value whose text is taken; refuse a whole number, since it may be a truth value in Python."""
    if isinstance(value, types.Integer | types.Float | types.Optional | types.NoneType):
        raise TypingError("the text of what may be a truth value, none or a fraction; write `str(int(...))`")
    _refuse_rows(value)
    return pass_through(value)


@operation
@dispatch_on_types(inline="always")
def no(value):  # type: ignore[no-untyped-def]
    """Return ``not value``."""
    if isinstance(
        value, types.Container | types.BaseTuple | RowType | types.Array | types.DictType | types.UnicodeType
    ):
        return lambda value: len(value) == 0
    return lambda value: not value
