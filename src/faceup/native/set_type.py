"""Sets of numbers from 0 to 62 in machine code, which states hold as frozensets: one word, a bit for each number."""

from collections.abc import Iterable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.imputils import RefType, impl_ret_untracked, iternext_impl
from numba.extending import NativeValue, intrinsic, lower_builtin, register_model, typeof_impl, unbox

from faceup.rules.cards import bits_of

WORD, BIT = ir.IntType(64), ir.IntType(1)


class NumberSetType(types.IterableType):
    """A set of numbers."""

    dtype = types.int64

    def __init__(self) -> None:
        super().__init__(name="NumberSet")

    @property
    def iterator_type(self) -> "NumberSetIterator":
        return NumberSetIterator()


class NumberSetIterator(types.SimpleIteratorType):  # type: ignore[name-defined]
    """What goes through the numbers of a set, in ascending order."""

    def __init__(self) -> None:
        super().__init__("Iterator<NumberSet>", types.int64)


number_set = NumberSetType()


@register_model(NumberSetType)
class _Bits(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, WORD)


@register_model(NumberSetIterator)
class _Left(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("left", types.EphemeralPointer(types.int64))])


class HandedSet(frozenset[int]):
    """A set on its way from CPython to compiled code."""

    def __new__(cls, numbers: Iterable[int]) -> "HandedSet":
        made = super().__new__(cls, numbers)
        made.bits = bits_of(made)
        return made

    bits: int


@typeof_impl.register(HandedSet)
def _typeof_set(numbers: HandedSet, context: Any) -> NumberSetType:
    return number_set


@unbox(NumberSetType)
def _unbox(kind: NumberSetType, source: Any, c: Any) -> NativeValue:
    number = c.pyapi.object_getattr_string(source, "bits")
    made = c.unbox(types.int64, number)
    c.pyapi.decref(number)
    return made


@lower_builtin("getiter", NumberSetType)
def _iterate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    iterator = context.make_helper(builder, signature.return_type)
    iterator.left = cgutils.alloca_once_value(builder, arguments[0])
    return impl_ret_untracked(context, builder, signature.return_type, iterator._getvalue())


@lower_builtin("iternext", NumberSetIterator)
@iternext_impl(RefType.UNTRACKED)
def _next(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    iterator = context.make_helper(builder, signature.args[0], value=arguments[0])
    left = builder.load(iterator.left)
    there = builder.icmp_unsigned("!=", left, WORD(0))
    result.set_valid(there)
    with builder.if_then(there):
        result.yield_(builder.cttz(left, BIT(0)))
        builder.store(builder.and_(left, builder.sub(left, WORD(1))), iterator.left)


@intrinsic
def plain_bits(typing_context: Any, numbers: Any) -> Any:
    """The whole number that a set is, in machine code."""
    return types.int64(numbers), lambda context, builder, signature, arguments: arguments[0]


@intrinsic
def set_of_bits(typing_context: Any, number: Any) -> Any:
    """The set that a whole number is, in machine code."""
    return number_set(types.int64), lambda context, builder, signature, arguments: arguments[0]
