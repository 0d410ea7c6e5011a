"""Rows of whole numbers in machine code: the tuples in a state, each packed into a few 64-bit words.

A row is its length and then its items, each in as many bits as the rows of the game need. All bits behind the last item
are zero, so that equal rows are equal words. All rows of a game have one type, which holds the longest of them; a row
that does not fit raises RowTooSmall. Rows are immutable, as tuples are. ``operations.packed_rows`` has the operations
on them.
"""

from collections.abc import Iterable
from functools import cache, reduce
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.imputils import RefType, impl_ret_untracked, iternext_impl
from numba.core.typeconv import Conversion
from numba.extending import (
    NativeValue,
    box,
    intrinsic,
    lower_builtin,
    lower_cast,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from faceup.native.operations.operation import BIT, WORD, RowOfWords, TooLarge, dispatch_on_types, is_whole, raise_if
from faceup.native.refusal_words import kind as called
from faceup.native.value_types import WordType

BITS = 64  # of a word
NARROW = 4  # bits of an item, if that saves words
WIDTHS = (8, 16, 32, 64)
FEW = 4  # the most words among which one is selected by comparisons; from more it is read from memory
TOO_LONG = "a row is longer than rows of this game are held in machine code"
WORDS_IN_ROW = "a row has a word, where only whole numbers can be"
TOO_LARGE = "a row has a number that is larger than rows of this game hold in machine code"


class RowTooSmall(TooLarge):
    """A row is too long for its type, or an item is too large."""


class RowType(RowOfWords):
    """The type of rows of up to ``capacity`` items of ``width`` bits, in ``words`` words."""

    def __init__(self, width: int, words: int) -> None:
        self.width, self.words = width, words
        self.capacity = min(words * BITS // width - 1, longest(width))
        self.dtype = types.int64
        super().__init__(name=f"Row<{width},{words}>")

    @property
    def iterator_type(self) -> Any:
        return RowIterator(self)

    def can_convert_from(self, typing_context: Any, other: Any) -> Any:
        return Conversion.safe if is_row_of_numbers(other) else None

    def unify(self, typing_context: Any, other: Any) -> Any:
        return self if is_row_of_numbers(other) else None


def longest(width: int) -> int:
    """Return the greatest length of rows whose items have so many bits; the length takes one slot."""
    return (1 << NARROW) - 1 if width == NARROW else (1 << min(width, 32) - 1) - 1


class RowIterator(types.SimpleIteratorType):  # type: ignore[name-defined]
    """An iterator over the items of a row."""

    def __init__(self, container: RowType) -> None:
        self.container = container
        super().__init__(f"Iterator<{container.name}>", types.int64)


def is_row_of_numbers(kind: Any) -> bool:
    """Whether values of this type are rows of whole numbers: packed rows, tuples or lists."""
    if isinstance(kind, types.BaseTuple):
        return not isinstance(kind, types.BaseNamedTuple) and all(is_whole(item) for item in kind)
    return isinstance(kind, RowType) or (isinstance(kind, types.List) and is_whole(kind.dtype))


class PackedRow(tuple[int, ...]):
    """A row on its way from CPython to compiled code, with its type."""

    kind: RowType
    words: tuple[int, ...]

    def __new__(cls, row: Iterable[int], kind: RowType) -> "PackedRow":
        packed = super().__new__(cls, row)
        packed.kind, packed.words = kind, pack_row(packed, kind.width, kind.words)
        return packed


def pack_row(row: tuple[int, ...], width: int, words: int) -> tuple[int, ...]:
    """Return the words of a row. Raises RowTooSmall."""
    if (len(row) + 1) * width > words * BITS or len(row) > longest(width):
        raise RowTooSmall(TOO_LONG)
    number, place, least = len(row), width, -(1 << width - 1)
    mask = (1 << width) - 1
    for item in row:
        if not least <= item < -least:
            raise RowTooSmall(TOO_LARGE)
        number |= (int(item) & mask) << place
        place += width
    return tuple(_sign_extend(number >> BITS * k, BITS) for k in range(words))


def unpack_row(words: Iterable[int], width: int) -> tuple[int, ...]:
    """Return the row packed in these words."""
    number = sum((int(word) & (2**BITS - 1)) << BITS * k for k, word in enumerate(words))
    length = number & (1 << width) - 1
    return tuple(_sign_extend(number >> width * k, width) for k in range(1, length + 1))


def _sign_extend(number: int, bits: int) -> int:
    """Return the number in the lowest bits, of which the highest is the sign."""
    number &= (1 << bits) - 1
    return number - (1 << bits) if number >> bits - 1 else number


@typeof_impl.register(PackedRow)
def _typeof_row(row: PackedRow, context: Any) -> RowType:
    return row.kind


@register_model(RowType)
class RowModel(models.PrimitiveModel):
    """An array of words, held by value."""

    def __init__(self, manager: Any, kind: RowType) -> None:
        super().__init__(manager, kind, ir.ArrayType(WORD, kind.words))


@unbox(RowType)
def _unbox(kind: RowType, source: Any, c: Any) -> NativeValue:
    words = c.pyapi.object_getattr_string(source, "words")
    words_value = c.unbox(types.UniTuple(types.int64, kind.words), words)
    c.pyapi.decref(words)
    return words_value


@box(RowType)
def _box(kind: RowType, row: Any, c: Any) -> Any:
    """Convert a row to a tuple of CPython."""
    length = _length(c.builder, kind, row)
    items = c.pyapi.list_new(length)
    with cgutils.for_range(c.builder, length) as loop:
        c.pyapi.list_setitem(items, loop.index, c.box(types.int64, _item(c.builder, kind, row, loop.index)))
    boxed = c.pyapi.sequence_tuple(items)
    c.pyapi.decref(items)
    return boxed


@lower_cast(types.BaseTuple, RowType)
def _from_tuple(context: Any, builder: Any, source: Any, kind: Any, value: Any) -> Any:
    """Pack a tuple of machine code into a row. Raises RowTooSmall."""
    row = context.get_constant_null(kind)
    if len(source) > kind.capacity:
        raise_if(context, builder, ir.IntType(1)(1), RowTooSmall, TOO_LONG)
        return row
    for k, item_kind in enumerate(source):
        item = context.cast(builder, builder.extract_value(value, k), item_kind, types.int64)
        row = _with_item(context, builder, kind, row, WORD(k), item)
    return builder.insert_value(row, builder.or_(builder.extract_value(row, 0), WORD(len(source))), 0)


register_model(RowIterator)(models.UniTupleIter)


@lower_builtin("getiter", RowType)
def _iterate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    iterator = context.make_helper(builder, signature.return_type)
    iterator.index = cgutils.alloca_once_value(builder, WORD(0))
    iterator.tuple = arguments[0]
    return impl_ret_untracked(context, builder, signature.return_type, iterator._getvalue())


@lower_builtin("iternext", RowIterator)
@iternext_impl(RefType.UNTRACKED)
def _next(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    kind = signature.args[0]
    iterator = context.make_helper(builder, kind, value=arguments[0])
    row, place = iterator.tuple, builder.load(iterator.index)
    has_next = builder.icmp_signed("<", place, _length(builder, kind.container, row))
    result.set_valid(has_next)
    with builder.if_then(has_next):
        result.yield_(_item(builder, kind.container, row, place))
        builder.store(builder.add(place, WORD(1)), iterator.index)


def _word(builder: Any, row: Any, place: Any) -> Any:
    """Return the word at a place that is known only at run time."""
    count = row.type.count
    if count > FEW:
        memory = cgutils.alloca_once_value(builder, row)
        return builder.load(builder.gep(memory, [WORD(0), place]))
    word = builder.extract_value(row, 0)
    for k in range(1, count):
        word = builder.select(builder.icmp_unsigned("==", place, WORD(k)), builder.extract_value(row, k), word)
    return word


def _with_word(builder: Any, row: Any, place: Any, word: Any) -> Any:
    """Return the words of a row with another word at a place."""
    count = row.type.count
    if count > FEW:
        memory = cgutils.alloca_once_value(builder, row)
        builder.store(word, builder.gep(memory, [WORD(0), place]))
        return builder.load(memory)
    for k in range(count):
        is_here = builder.icmp_unsigned("==", place, WORD(k))
        row = builder.insert_value(row, builder.select(is_here, word, builder.extract_value(row, k)), k)
    return row


def _place(builder: Any, kind: RowType, slot: Any) -> tuple[Any, Any]:
    """Return the word that holds a slot, and the shift of the slot in it."""
    in_word = BITS // kind.width
    word = builder.lshr(slot, WORD(in_word.bit_length() - 1))
    return word, builder.mul(builder.and_(slot, WORD(in_word - 1)), WORD(kind.width))


def _without_length(builder: Any, kind: RowType, row: Any) -> Any:
    """Return all items of a row as one integer, the first in its lowest bits."""
    wide = ir.IntType(BITS * kind.words)
    words = (builder.zext(builder.extract_value(row, k), wide) for k in range(kind.words))
    number = reduce(builder.or_, (builder.shl(word, wide(BITS * k)) for k, word in enumerate(words)))
    return builder.lshr(number, wide(kind.width)) if kind.width < wide.width else wide(0)


def _with_length(builder: Any, kind: RowType, items: Any, count: Any) -> Any:
    """Return the words of a row with these items and this length, as one integer."""
    shifted = builder.shl(items, items.type(kind.width)) if kind.width < items.type.width else items.type(0)
    return builder.or_(shifted, builder.zext(count, items.type) if kind.words > 1 else count)


def _words(builder: Any, number: Any, kind: RowType) -> Any:
    """Return the row whose words this integer holds."""
    row = ir.ArrayType(WORD, kind.words)(ir.Undefined)
    for k in range(kind.words):
        row = builder.insert_value(row, builder.trunc(builder.lshr(number, number.type(BITS * k)), WORD), k)
    return row


def _bits(builder: Any, kind: RowType, count: Any) -> Any:
    """Return the number of bits that ``count`` items take."""
    wide = ir.IntType(BITS * kind.words)
    bits = builder.mul(count, WORD(kind.width))
    return bits if wide == WORD else builder.zext(bits, wide)


def _length(builder: Any, kind: RowType, row: Any) -> Any:
    first = builder.extract_value(row, 0)
    return first if kind.width == BITS else builder.and_(first, WORD((1 << kind.width) - 1))


def _item(builder: Any, kind: RowType, row: Any, k: Any) -> Any:
    word, shift = _place(builder, kind, builder.add(k, WORD(1)))
    value = builder.lshr(_word(builder, row, word), shift)
    return cut(builder, value, kind.width)


def cut(builder: Any, value: Any, width: int) -> Any:
    """Return the number in the lowest bits, sign-extended."""
    return value if width == BITS else builder.sext(builder.trunc(value, ir.IntType(width)), WORD)


def _with_item(
    context: Any, builder: Any, kind: RowType, row: Any, k: Any, item: Any, behind_last: bool = False
) -> Any:
    """Return the row with an item at a place, which is still empty if it is ``behind_last``."""
    large = builder.icmp_signed("!=", cut(builder, item, kind.width), item)
    raise_if(context, builder, large, RowTooSmall, TOO_LARGE)
    word, shift = _place(builder, kind, builder.add(k, WORD(1)))
    if kind.width == BITS:
        return _with_word(builder, row, word, item)
    mask = WORD((1 << kind.width) - 1)
    old_word = _word(builder, row, word)
    if not behind_last:
        old_word = builder.and_(old_word, builder.not_(builder.shl(mask, shift)))
    return _with_word(builder, row, word, builder.or_(old_word, builder.shl(builder.and_(item, mask), shift)))


@lower_cast(types.List, RowType)
def _from_list(context: Any, builder: Any, source: Any, kind: Any, value: Any) -> Any:
    maker = row_maker(kind)
    return context.compile_internal(builder, lambda row: maker(row), kind(source), [value])


@intrinsic
def length(typing_context: Any, row: Any) -> Any:
    """Return the number of items in a row."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _length(builder, row, *arguments)

    return types.int64(row), generate


@intrinsic
def item(typing_context: Any, row: Any, place: Any) -> Any:
    """Return the item at a place, which must be within the row."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _item(builder, row, *arguments)

    return types.int64(row, types.int64), generate


@intrinsic
def with_item(typing_context: Any, row: Any, place: Any, value: Any) -> Any:
    """Return the row with another item at a place, which must be within the row."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _with_item(context, builder, row, *arguments)

    return row(row, types.int64, types.int64), generate


@intrinsic
def with_one_more(typing_context: Any, row: Any, value: Any) -> Any:
    """Return the row with an item behind its last."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        old, value = arguments
        count = _length(builder, row, old)
        full = builder.icmp_unsigned(">=", count, WORD(row.capacity))
        raise_if(context, builder, full, RowTooSmall, TOO_LONG)
        first = builder.add(builder.extract_value(old, 0), WORD(1))  # which holds the length
        longer = builder.insert_value(old, first, 0)
        return _with_item(context, builder, row, longer, count, value, behind_last=True)

    return row(row, types.int64), generate


@intrinsic
def part(typing_context: Any, row: Any, first: Any, last: Any) -> Any:
    """Return the slice from one place up to another, both within the row; for rows of few words."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source, first, last = arguments
        count = builder.sub(last, first)
        items = builder.lshr(_without_length(builder, row, source), _bits(builder, row, first))
        kind = items.type
        behind = builder.shl(kind(-1), _bits(builder, row, count))  # (of all slots, the length has one)
        items = builder.and_(items, builder.not_(behind))
        return _words(builder, _with_length(builder, row, items, count), row)

    return row(row, types.int64, types.int64), generate


@intrinsic
def concatenate_packed(typing_context: Any, row: Any, other: Any) -> Any:
    """Return the concatenation of two rows of one type; for rows of few words."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        one, two = (_without_length(builder, row, side) for side in arguments)
        counts = [_length(builder, row, side) for side in arguments]
        full = builder.icmp_unsigned(">", builder.add(*counts), WORD(row.capacity))
        raise_if(context, builder, full, RowTooSmall, TOO_LONG)
        items = builder.or_(one, builder.shl(two, _bits(builder, row, counts[0])))
        return _words(builder, _with_length(builder, row, items, builder.add(*counts)), row)

    return row(row, row), generate


@intrinsic
def same(typing_context: Any, row: Any, other: Any) -> Any:
    """Whether two rows of one type are equal."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        one, other = arguments
        pairs = ((builder.extract_value(one, k), builder.extract_value(other, k)) for k in range(row.words))
        return reduce(builder.and_, (builder.icmp_unsigned("==", *pair) for pair in pairs))

    return types.boolean(row, row), generate


@intrinsic
def empty(typing_context: Any, row: Any) -> Any:
    """Return a row of this type without items."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.get_constant_null(row)

    return row(row), generate


@cache
def row_maker(kind: RowType) -> Any:
    """Return a function for compiled code that makes a row of this type of any row of whole numbers."""

    @intrinsic
    def fresh(typing_context: Any) -> Any:
        return kind(), lambda context, builder, signature, arguments: context.get_constant_null(kind)

    @intrinsic
    def convert(typing_context: Any, row: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return context.cast(builder, arguments[0], row, kind)

        return kind(row), generate

    @intrinsic
    def refuse(typing_context: Any, row: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            raise_if(context, builder, ir.Constant(BIT, 1), TooLarge, WORDS_IN_ROW)
            return context.get_constant_null(kind)

        return kind(row), generate

    @dispatch_on_types
    def make(row):  # type: ignore[no-untyped-def]
        if row == kind:
            return lambda row: row
        if isinstance(row, types.BaseTuple) and any(isinstance(item, WordType) for item in row):
            return lambda row: refuse(row)  # a move of another kind than this line is for, so it is never executed
        if not is_row_of_numbers(row):
            raise TypingError(f"a row of whole numbers is needed here, and this is {called(str(row))}")
        if isinstance(row, types.BaseTuple):
            return lambda row: convert(row)

        def impl(row):  # type: ignore[no-untyped-def]
            result = fresh()
            for value in row:
                result = with_one_more(result, value)
            return result

        return impl

    return make


@intrinsic(prefer_literal=True)
def word(typing_context: Any, row: Any, place: Any) -> Any:
    """Return one word of a row, at a constant place."""
    k = place.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.extract_value(arguments[0], k)

    return types.int64(row, place), generate


@intrinsic(prefer_literal=True)
def with_word(typing_context: Any, row: Any, place: Any, value: Any) -> Any:
    """Return a row with another word at a constant place."""
    k = place.literal_value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.insert_value(arguments[0], arguments[2], k)

    return row(row, place, types.int64), generate
