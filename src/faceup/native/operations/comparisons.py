"""Comparisons with Python's meaning: whole numbers with floats exactly, and any value with None.

A comparison is refused if machine code holds as one type what Python holds as two: a list may stand for a
tuple, and in Python no list equals one.
"""

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload, register_jitable

from faceup.native.compiler.whole_code import function_from
from faceup.native.operations.integers import whole
from faceup.native.operations.operation import (
    BIT,
    WORD,
    TooLarge,
    are_whole,
    as_compiled,
    by_function,
    is_whole,
    of_fractions,
    operation,
    raise_if,
    refuse_counted,
)
from faceup.native.operations.row_type import RowType
from faceup.native.operations.values import TupleType
from faceup.native.operations.words import among_words, are_unlike, is_worded, of_words
from faceup.native.value_types import UnsetType

SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
MIRRORED = {"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
CONSTANTS = "a long row of constants is not compared as a whole in machine code"
SAME = "whether a float that is not a number is in a row: in Python that very one may be"
ROWS = (
    "a list and a tuple, or what may be either, which machine code holds alike where only the running rules know the "
    "length; compare tuples with tuples, tuple(...) with tuple(...), or lists with lists, [...] with [...]"
)
MIXED = "rows of whole numbers and of fractions are not compared in machine code; compare their items"


def _comparison(name: str) -> Any:
    """Return the operation for one of Python's comparisons of two values."""

    def resolve(typing_context: Any, a: Any, b: Any) -> Any:
        return _answer(typing_context, name, a, b)

    resolve.__name__ = resolve.__qualname__ = name
    return operation(intrinsic(resolve))


def _answer(typing_context: Any, name: str, a: Any, b: Any) -> Any:
    """Return the signature of a comparison of values of these types, and the writer of its code."""
    a, b = (partner if isinstance(kind, UnsetType) else kind for kind, partner in ((a, b), (b, a)))
    if isinstance(a, types.Array) or isinstance(b, types.Array):
        raise TypingError(CONSTANTS)
    if name in ("eq", "ne") and (_may_be_none(a) or _may_be_none(b)):
        return _with_none(typing_context, name, a, b)
    if is_worded(a) or is_worded(b) or (name in ("eq", "ne") and are_unlike(a, b)):
        return of_words(name, a, b)
    if answer := of_fractions(name, a, b):
        return answer
    if are_whole(a, b):
        return types.boolean(types.int64, types.int64), _words(SIGNS[name])
    if is_whole(a) and isinstance(b, types.Float):
        return types.boolean(types.int64, types.float64), _exactly(name)
    if isinstance(a, types.Float) and is_whole(b):
        return types.boolean(types.float64, types.int64), _swap_operands(_exactly(MIRRORED[name]))
    _refuse_rows(a, b)
    if isinstance(a, TupleType) or isinstance(b, TupleType):
        return _of_tuples(name, a, b)
    return as_compiled(typing_context, getattr(operator, name), a, b)


def _of_tuples(name: str, a: Any, b: Any) -> Any:
    """Return the comparison of tuples of whole numbers, one of which has a length known only at run time."""
    if not all(isinstance(kind, TupleType | RowType | types.UniTuple) and is_whole(kind.dtype) for kind in (a, b)):
        raise TypingError(ROWS)
    text = f"def compared(a, b):\n    return order(a, b) {SIGNS[name]} 0"
    return by_function(function_from(text, order=_order), types.boolean(a, b))


@register_jitable
def _order(a, b):  # type: ignore[no-untyped-def]
    """Return a negative number if the first tuple is less, 0 if they are equal, else a positive one."""
    for k in range(min(len(a), len(b))):
        one, another = whole(a[k]), whole(b[k])
        if one != another:
            return -1 if one < another else 1
    return len(a) - len(b)


def _may_be_none(kind: Any) -> bool:
    return isinstance(kind, types.Optional | types.NoneType)


def _words(sign: str) -> Any:
    return lambda context, builder, signature, arguments: builder.icmp_signed(sign, *arguments)


def _swap_operands(write: Any) -> Any:
    return lambda context, builder, signature, arguments: write(context, builder, signature, arguments[::-1])


def _exactly(name: str) -> Any:
    """Return the writer of an exact comparison of a whole number and a float."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number, fraction = arguments
        double = ir.DoubleType()
        near = builder.sitofp(number, double)  # on the same side of the fraction as the number, or equal to it
        fits = builder.fcmp_ordered("<", fraction, double(2.0**63))
        same = builder.fcmp_ordered("==", near, fraction)
        back = builder.fptosi(builder.select(builder.and_(same, fits), fraction, double(0.0)), WORD)
        exact = builder.select(fits, builder.icmp_signed(SIGNS[name], number, back), BIT(name in ("lt", "le", "ne")))
        compare = builder.fcmp_unordered if name == "ne" else builder.fcmp_ordered
        return builder.select(same, exact, compare(SIGNS[name], near, fraction))

    return generate


def _with_none(typing_context: Any, name: str, a: Any, b: Any) -> Any:
    """Return the comparison of values that may be None: equal if both are, or neither is and they are equal."""
    bare = [kind.type if isinstance(kind, types.Optional) else kind for kind in (a, b)]
    never = any(isinstance(kind, types.NoneType) for kind in bare)
    answer = None if never else _answer(typing_context, "eq", *bare)
    if answer is None and not never:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        present = [_is_there(context, builder, kind, value) for kind, value in zip((a, b), arguments, strict=True)]
        result = cgutils.alloca_once_value(builder, builder.not_(builder.or_(*present)))
        if answer is not None:
            with builder.if_then(builder.and_(*present)):
                values = [_value(context, builder, *pair) for pair in zip((a, b), arguments, strict=True)]
                inner, write = answer
                cast = [
                    context.cast(builder, value, kind, target)
                    for value, kind, target in zip(values, bare, inner.args, strict=True)
                ]
                builder.store(write(context, builder, inner, cast), result)
        equal = builder.load(result)
        return builder.not_(equal) if name == "ne" else equal

    return types.boolean(a, b), generate


def _is_there(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.Optional):
        return cgutils.as_bool_bit(builder, context.make_helper(builder, kind, value=value).valid)
    return BIT(not isinstance(kind, types.NoneType))


def _value(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return context.make_helper(builder, kind, value=value).data if isinstance(kind, types.Optional) else value


def _refuse_rows(a: Any, b: Any) -> None:
    """Raise TypingError if the compiler would compare rows of these types wrongly, or round their items."""
    if isinstance(a, types.BaseTuple) and isinstance(b, types.BaseTuple):
        for one, another in zip(a, b, strict=False):
            _refuse_items(one, another)
    elif isinstance(a, types.List | types.BaseTuple | RowType) and isinstance(
        b, types.List | types.BaseTuple | RowType
    ):
        if any(isinstance(kind, types.List) and not isinstance(kind, TupleType) for kind in (a, b)):
            raise TypingError(ROWS)
    elif isinstance(a, types.Set) and isinstance(b, types.Set):
        _refuse_items(a.dtype, b.dtype)
    elif isinstance(a, types.DictType) and isinstance(b, types.DictType):
        _refuse_items(a.value_type, b.value_type)


def _refuse_items(a: Any, b: Any) -> None:
    """Raise TypingError for items of rows that machine code would compare wrongly as a whole."""
    kinds = (a, b)
    if any(map(is_worded, kinds)):
        raise TypingError("words in rows that machine code compares as a whole; compare them one by one")
    if any(map(_may_be_none, kinds)) or (any(map(is_whole, kinds)) and any(isinstance(k, types.Float) for k in kinds)):
        raise TypingError(MIXED)
    _refuse_rows(a, b)


eq, ne, lt, le, gt, ge = map(_comparison, SIGNS)


def _to_text(name: str) -> Any:
    """Return a comparison with a literal text; if the other side is a word, their numbers are compared."""

    def resolve(typing_context: Any, a: Any, b: Any) -> Any:
        literal = (a, b) if is_worded(a) or is_worded(b) else (types.unliteral(a), types.unliteral(b))
        return _answer(typing_context, name, *literal)

    resolve.__name__ = resolve.__qualname__ = f"{name}_to_text"
    return operation(intrinsic(prefer_literal=True)(resolve))


eq_to_text, ne_to_text = map(_to_text, ("eq", "ne"))


def _of_lists(name: str) -> Any:
    """Return a comparison of two values that Python holds as one type; if they are lists, both are lists in Python."""
    python = getattr(operator, name)

    def resolve(typing_context: Any, a: Any, b: Any) -> Any:
        if isinstance(a, types.List) and isinstance(b, types.List):
            _refuse_items(a.dtype, b.dtype)
            return as_compiled(typing_context, python, a, b)
        return _answer(typing_context, name, a, b)

    resolve.__name__ = resolve.__qualname__ = f"{name}_alike"
    return operation(intrinsic(resolve))


eq_alike, ne_alike, lt_alike, le_alike, gt_alike, ge_alike = map(_of_lists, SIGNS)


@operation
@intrinsic
def among(typing_context: Any, item: Any, row: Any) -> Any:
    """Answer ``item in row``."""
    bare = item.type if isinstance(item, types.Optional) else item
    if is_worded(item) or any(map(is_worded, _items(row))):
        return among_words(item, row)
    for item_kind in _items(row):
        _refuse_items(bare, item_kind)
    answer = as_compiled(typing_context, operator.contains, row, bare)
    if answer is None:
        return None
    inner, write = answer

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if isinstance(bare, types.Float):
            number = _value(context, builder, item, arguments[0])
            raise_if(context, builder, builder.fcmp_unordered("uno", number, number), TooLarge, SAME)
        result = cgutils.alloca_once_value(builder, BIT(0))
        with builder.if_then(_is_there(context, builder, item, arguments[0])):
            operands = arguments[1], _value(context, builder, item, arguments[0])
            cast = [context.cast(builder, *one) for one in zip(operands, (row, bare), inner.args, strict=True)]
            builder.store(write(context, builder, inner, cast), result)
        return builder.load(result)

    return types.boolean(item, row), generate


def _define_search(name: str) -> None:
    """Define the operation for a method that searches a row: count, index or remove."""

    def ask(row, item):  # type: ignore[no-untyped-def]
        return getattr(row, name)(item)

    @overload(ask)
    def resolve(row, item):  # type: ignore[no-untyped-def]
        if name == "remove":
            refuse_counted(row)
        for item_kind in _items(row):
            _refuse_items(item, item_kind)
        text = f"def asked(row, item):\n    return row.{name}(item)"
        if name == "count" and isinstance(row, types.BaseTuple) and not len(row):
            return lambda row, item: 0
        if isinstance(item, types.Float):
            check = "    if item != item:\n        raise error(message)\n"
            text = f"def asked(row, item):\n{check}    return row.{name}(item)"
        return function_from(text, error=TooLarge, message=SAME)

    ask.__name__ = ask.__qualname__ = f"{name}_in"
    operation(ask)


for _name in ("count", "index", "remove"):
    _define_search(_name)


def _items(row: Any) -> tuple[Any, ...]:
    """Return the types of the items of a row, a set or a dictionary."""
    if isinstance(row, types.BaseTuple):
        return tuple(row)
    if isinstance(row, types.DictType):
        return (row.key_type,)
    kinds: Any = RowType | types.Sequence | types.Set | types.Array | types.RangeType
    return (row.dtype,) if isinstance(row, kinds) else ()
