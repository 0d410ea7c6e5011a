"""Operations on lists, tuples, dictionaries and states that the compiler would refuse or do wrongly."""

import inspect
import operator
from collections.abc import Collection
from functools import cache
from typing import Any

from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer, signature
from numba.extending import overload, overload_method, register_jitable
from numba.typed import Dict

from faceup.native.compiler.whole_code import function_from
from faceup.native.operations.integers import whole
from faceup.native.operations.number_sets import state_set
from faceup.native.operations.operation import OPERATIONS, dispatch_on_types, operation
from faceup.native.operations.row_type import RowType, row_maker
from faceup.native.operations.values import ORDER_OF_SETS, as_tuple
from faceup.native.operations.words import word_maker
from faceup.native.value_types import WordType, number_set

NO_NUMBERS = types.UniTuple(types.int64, 0)
ANY_NUMBER = inspect.signature(lambda *arguments: None)


@operation
@dispatch_on_types
def backwards(row):  # type: ignore[no-untyped-def]
    """Return the items in reverse order, as ``reversed`` does."""
    listed = types.Sequence | RowType | types.UnicodeType
    if not isinstance(row, listed | types.BaseTuple | types.Array | types.RangeType):
        return None

    def impl(row):  # type: ignore[no-untyped-def]
        for k in range(len(row) - 1, -1, -1):
            yield row[k]

    def of_range(row):  # type: ignore[no-untyped-def]
        for k in range(len(row) - 1, -1, -1):
            yield row.start + k * row.step

    if isinstance(row, listed):  # a generator would never give them back
        return lambda row: row[::-1]
    return of_range if isinstance(row, types.RangeType) else impl


@operation
@dispatch_on_types
def row_of(items):  # type: ignore[no-untyped-def]
    """Return the items of an iterable in a row that nothing changes."""
    if isinstance(items, types.Set):
        raise TypingError(ORDER_OF_SETS)
    if isinstance(items, types.UniTuple | RowType):
        return lambda items: items
    return lambda items: list(items)


@operation
@dispatch_on_types
def pop_last(items):  # type: ignore[no-untyped-def]
    """Remove and return the last item."""
    if isinstance(items, types.Set):
        raise TypingError("which item a set gives first is Python's own; take `min(...)` of it")
    return lambda items: items.pop()


@operation
@dispatch_on_types
def copy_row(row):  # type: ignore[no-untyped-def]
    """Return a list with the same items."""
    if isinstance(row, types.Array):
        return lambda row: list(row)
    return lambda row: row.copy()


@operation
@dispatch_on_types
def concatenate(row, other):  # type: ignore[no-untyped-def]
    """Return the concatenation of two rows: a tuple of two tuples, else a list."""
    if isinstance(row, types.Set) or isinstance(other, types.Set):
        raise TypingError(ORDER_OF_SETS)
    if isinstance(row, RowType) or isinstance(other, RowType):
        return lambda row, other: row + other
    if isinstance(row, types.BaseTuple) and isinstance(other, types.BaseTuple):
        return lambda row, other: tuple(row) + tuple(other)
    if isinstance(row, types.List) and row == other and not isinstance(row.dtype, types.Integer):
        return lambda row, other: row + other

    def impl(row, other):  # type: ignore[no-untyped-def]
        items = [whole(item) for item in row]
        for item in other:
            items.append(whole(item))
        return items

    return impl


@overload(operator.add)
def _add(row, other):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    """Return ``row + other`` of a tuple and a list that stands for a tuple, since Python adds no list to a tuple."""
    mixed = all(any(isinstance(kind, one) for kind in (row, other)) for one in (types.List, types.BaseTuple))
    return (lambda row, other: as_tuple(concatenate(row, other))) if mixed else None


@overload(operator.mul)
def _repeat(row, times):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    if not isinstance(row, types.UniTuple) or not isinstance(times, types.Integer):
        return None
    return lambda row, times: as_tuple([item for _ in range(times) for item in row])


@operation
@dispatch_on_types
def slice_row(row, first, last, step):  # type: ignore[no-untyped-def]
    """Return ``row[first:last:step]``; a slice of a tuple is a list in machine code."""
    bounds = {"first": first, "last": last, "step": step}
    places = ":".join("" if isinstance(kind, types.NoneType) else name for name, kind in bounds.items())
    items, made = "row", "{}"
    if isinstance(row, types.BaseTuple) and len(row):
        whole_items = all(isinstance(item, types.Integer | types.Boolean) for item in row)
        if not whole_items and not isinstance(row, types.UniTuple):
            raise TypingError("a slice of a tuple with things of several kinds; let it hold one kind")
        each = (f"whole(row[{k}])" if whole_items else f"row[{k}]" for k in range(len(row)))
        items, made = f"[{', '.join(each)}]", "as_tuple({})"
    text = f"def slice_row(row, first, last, step):\n    return {made.format(f'{items}[{places}]')}"
    return function_from(text, whole=whole, as_tuple=as_tuple)


@infer
class EmptyIteration(AbstractTemplate):
    """Types a loop over the empty tuple, which is a move too; Numba has loops over tuples with items alone."""

    key = "getiter"

    def generic(self, arguments, _):  # type: ignore[no-untyped-def]
        (row,) = arguments
        return signature(types.UniTupleIter(NO_NUMBERS), row) if isinstance(row, types.Tuple) and not len(row) else None


@lower_builtin("getiter", types.Tuple)
def _iterate_over_nothing(context, builder, called, arguments):  # type: ignore[no-untyped-def]
    """Generate the iteration over an empty tuple."""
    iterator = context.make_helper(builder, called.return_type)
    place = context.get_constant(types.intp, 0)
    iterator.index = cgutils.alloca_once_value(builder, place)
    iterator.tuple = context.make_tuple(builder, NO_NUMBERS, ())
    return iterator._getvalue()


@overload_method(RowType, "count")
@overload_method(types.UniTuple, "count")
def _count(row, item):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    def impl(row, item):  # type: ignore[no-untyped-def]
        count = 0
        for other in row:
            if other == item:
                count += 1
        return count

    return impl


@operation
@dispatch_on_types
def length_of_row(row):  # type: ignore[no-untyped-def]
    """Return the length of the subject of a sequence pattern, a list or a tuple."""
    if isinstance(row, types.List | types.BaseTuple | RowType):
        return lambda row: len(row)
    raise TypingError("only a list or a tuple is taken apart by a case in machine code")


@operation
@register_jitable
def dictionary():  # type: ignore[no-untyped-def]
    """Return an empty dictionary of whole numbers."""
    return Dict.empty(types.int64, types.int64)


@operation
@register_jitable
def as_long_as(row, other):  # type: ignore[no-untyped-def]
    """Return the row. Raises ValueError if the other has another length."""
    if len(row) != len(other):
        raise ValueError("zip() arguments are of different length")
    return row


@cache
def caller(method: str = "", names: tuple[str, ...] = ()) -> Any:
    """Return an operation that calls a function, a NamedTuple class or a method of the rules with a starred row.

    Its arguments are the function or the rules, the row, the arguments before and after it, and those of these
    ``names``. If the length of the row is known only at run time, the code has a call for each length that the function
    accepts.
    """

    def call(function, row, before, after, *values):  # type: ignore[no-untyped-def]
        target = getattr(function, method) if method else function
        return target(*before, *row, *after, **dict(zip(names, values, strict=True)))

    @overload(call)
    def resolve(function, row, before, after, *values):  # type: ignore[no-untyped-def]
        if not isinstance(row, types.List | types.BaseTuple | RowType):
            raise TypingError("a star before what is not a row; write a list of it, `*[...]`")
        around = len(before) + len(after)
        parameters = Arguments(function, method)
        counts = [count for count in range(parameters.most - around + 1) if parameters.takes(count + around, names)]
        if isinstance(row, types.BaseTuple):
            counts = [len(row)] if parameters.any_number or len(row) in counts else []
        if parameters.any_number and not isinstance(row, types.BaseTuple):
            raise TypingError("a list after a star; give a tuple, or write a loop")
        lines = ["def called(function, row, before, after, *values):"]
        for count in counts:
            rows = (("before", len(before)), ("row", count), ("after", len(after)))
            places = [f"{part}[{k}]" for part, length in rows for k in range(length)]
            parts = ", ".join(parameters.in_full(places, {name: f"values[{k}]" for k, name in enumerate(names)}))
            lines.append(f"    if len(row) == {count}:\n        return function{method and '.'}{method}({parts})")
        if not counts:
            raise TypingError("a call with more or fewer arguments than are taken")
        lines.append("    raise TypeError('a call with more or fewer arguments than are taken')")
        return function_from("\n".join(lines))

    return call


OPERATIONS["call_with_row"] = caller()


class Arguments:
    """The parameters of a function, a NamedTuple class or a method of compiled rules."""

    def __init__(self, kind: Any, method: str) -> None:
        self.named_tuple = kind.instance_class if isinstance(kind, types.NamedTupleClass) else None
        if isinstance(kind, types.Dispatcher):
            signature = inspect.signature(kind.dispatcher.py_func)
        elif method:
            signature = inspect.signature(getattr(kind.rules_class, method))
        else:
            signature = ANY_NUMBER if self.named_tuple is None else inspect.signature(self.named_tuple)
        parameters = [*signature.parameters.values()]
        if method and not isinstance(inspect.getattr_static(kind.rules_class, method), staticmethod | classmethod):
            del parameters[0]
        self.any_number = any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters)
        self.names = [parameter.name for parameter in parameters]
        self.defaults = {each.name: each.default for each in parameters if each.default is not each.empty}
        self.most = len(parameters)

    def takes(self, count: int, names: Collection[str]) -> bool:
        """Whether a call with ``count`` positional arguments and these keywords is complete."""
        rest = self.names[count:]
        return {*names} <= {*rest} <= {*names, *self.defaults}

    def in_full(self, places: list[str], named: dict[str, str]) -> list[str]:
        """Return the arguments of a call as text, with the defaults of a NamedTuple, which the compiler needs."""
        if self.named_tuple is None:
            return [*places, *(f"{name}={value}" for name, value in named.items())]
        missing = self.names[len(places) :]
        if any(not isinstance(self.defaults[name], int | float | str | None) for name in missing if name not in named):
            raise TypingError(f"a {self.named_tuple.__name__} of which fields have defaults; give all fields")
        return [*places, *(named.get(name) or repr(self.defaults[name]) for name in missing)]


def replacer(fields: tuple[str, ...]) -> Any:
    """Return a function that returns a NamedTuple with new values of these fields."""

    def replace(*arguments):  # type: ignore[no-untyped-def]
        return arguments[0]._replace(**dict(zip(fields, arguments[1:], strict=True)))

    @overload(replace)
    def resolve(*arguments):  # type: ignore[no-untyped-def]
        (kind, *_) = arguments[0] if isinstance(arguments[0], tuple) else arguments
        if not isinstance(kind, types.BaseNamedTuple):
            return None
        kinds = dict(zip(kind.fields, kind, strict=True))
        rows: set[Any] = {item for item in kind if isinstance(item, RowType)}  # all of one type
        words = {item for item in kind if isinstance(item, WordType)}  # these too
        makers = dict.fromkeys(rows, "row") | dict.fromkeys(words, "word") | {number_set: "set"}
        conversions = {field: makers.get(kinds[field], "whole") for field in fields}
        new_values = {field: f"{conversions[field]}(arguments[{k + 1}])" for k, field in enumerate(fields)}
        parts = ", ".join(new_values.get(field, f"arguments[0].{field}") for field in kind.fields)
        return function_from(
            f"def replaced(*arguments):\n    return make({parts})",
            make=kind.instance_class,
            whole=whole,
            row=row_maker(*rows) if rows else None,
            word=word_maker(*words) if words else None,
            set=state_set,
        )

    return replace
