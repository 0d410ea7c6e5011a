"""The registry of operations, and functions that they share."""

from collections.abc import Callable
from functools import partial
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed
from numba.core.registry import cpu_target
from numba.extending import overload

from faceup.native.constants import overloaded_operator
from faceup.native.value_types import FractionType, UnsetType, fraction_type

WORD = ir.IntType(64)
BIT = ir.IntType(1)
TOO_LARGE = "a number leaves 64 bits"
EXACT = 2**53  # whole numbers up to here, of either sign, are floats without rounding
MIDDLE = "lists are taken out of a list one by one, at its end: row.pop()"
FRACTION = "a fraction where machine code has whole numbers alone; take self.p.numerator and self.p.denominator"

FRACTION_OPERATIONS: dict[str, tuple[Any, Any]] = {}  # the function for each operator, and the type of its result
OPERATIONS: dict[str, Any] = {}  # by their names in lowered code


class RowOfWords(types.IterableType):
    """A row of whole numbers that is held by value; see ``row_type``."""


class TooLarge(ArithmeticError):
    """A number in machine code left 64 bits, so CPython plays on."""


def operation(function: Any) -> Any:
    """Register a function as an operation, under its name."""
    OPERATIONS[function.__name__] = function
    return function


DISPATCH_MARK = "_dispatched_on_types"  # marks functions that exist in machine code alone


def dispatch_on_types(choose: Any = None, **options: Any) -> Any:
    """Return a function for machine code alone: ``choose`` returns the implementation for the types of its arguments.

    It has no annotations, since the compiler compares signatures. ``options`` are those of
    ``numba.extending.overload``.
    """
    if choose is None:
        return partial(dispatch_on_types, **options)

    def stand_in(*arguments: Any) -> Any:
        raise NotImplementedError(f"{choose.__name__} is there in machine code alone")

    for name in ("__module__", "__name__", "__qualname__", "__doc__"):
        setattr(stand_in, name, getattr(choose, name))
    overload(stand_in, **options)(choose)
    setattr(stand_in, DISPATCH_MARK, True)
    return stand_in


def is_whole(kind: Any) -> bool:
    """Whether values of this type are 64-bit integers or truth values. Raises TypingError for some others."""
    if isinstance(kind, types.Array):
        raise TypingError("a long row of constants can be looked into, and not reckoned with as a whole")
    if isinstance(kind, types.Integer) and kind in (types.uint64, types.uintp):
        raise TypingError(f"{TOO_LARGE}: machine code has none from 2**63 on")
    if isinstance(kind, FractionType):
        raise TypingError(FRACTION)
    if isinstance(kind, types.Optional):  # for None, Python raises an error, and so does the conversion
        return is_whole(kind.type)
    return isinstance(kind, types.Integer | types.Boolean)


def is_value(kind: Any) -> bool:
    """Whether values of this type are tuples of 64-bit integers, or of such tuples, as a state is."""
    if isinstance(kind, types.BaseTuple):
        return len(kind) > 0 and all(item == types.int64 or is_value(item) for item in kind)
    return isinstance(kind, RowOfWords)


def refuse_counted(row: Any) -> None:
    """Raise TypingError for lists whose items the compiler counts references to, such as other lists."""
    manager = cpu_target.target_context.data_model_manager
    if isinstance(row, types.List) and manager[row.dtype].contains_nrt_meminfo():
        raise TypingError(MIDDLE)


def are_whole(*kinds: Any) -> bool:
    """Whether values of all these types are whole; a variable without a value yet takes the type of the others."""
    whole = [is_whole(kind) for kind in kinds]  # all are checked, since each may raise
    return any(whole) and all(one or isinstance(kind, UnsetType) for one, kind in zip(whole, kinds, strict=True))


def by_function(function: Any, signature: Any) -> Any:
    """Return the answer of an intrinsic with this signature, implemented by a Python function."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.compile_internal(builder, function, signature, arguments)

    return signature, generate


def of_fractions(name: str, *kinds: Any) -> Any:
    """Return the answer of an intrinsic if an operand is a fraction, else None."""
    if not any(isinstance(kind, FractionType) for kind in kinds):
        return None
    if name not in FRACTION_OPERATIONS or not all(isinstance(kind, FractionType) or is_whole(kind) for kind in kinds):
        raise TypingError(FRACTION)
    function, result = FRACTION_OPERATIONS[name]
    return by_function(function, result(*[fraction_type] * len(kinds)))


def of_words(write: Callable[..., Any], count: int, result: Any = types.int64) -> Any:
    """Return the answer of an intrinsic for ``count`` 64-bit integers; ``write`` writes the code for their values."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return write(context, builder, *arguments)

    return result(*[types.int64] * count), generate


def as_compiled(typing_context: Any, python: Any, *kinds: Any) -> Any:
    """Return the answer of an intrinsic that uses the compiler's own operator; None if it has none for these types."""
    for kind in kinds:
        if isinstance(kind, types.BaseNamedTuple) and overloaded_operator(kind.instance_class):
            name = kind.instance_class.__name__
            raise TypingError(f"an operator of a {name}, which defines its own operators; write a method with a name")
    function = typing_context.resolve_value_type(python)
    signature = function.get_call_type(typing_context, kinds, {})
    if signature is None:
        return None
    if all(isinstance(kind, types.Integer) for kind in signature.args):
        raise TypingError("whole numbers are not reckoned with unchecked")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        implementation = context.get_function(function, signature)
        context.add_linking_libs(getattr(implementation, "libs", ()))
        return implementation(builder, arguments)

    return signature, generate


def pass_through(kind: Any) -> Any:
    """Return the answer of an intrinsic that returns its argument."""
    kind = types.unliteral(kind)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return impl_ret_borrowed(context, builder, signature.return_type, arguments[0])

    return kind(kind), generate


def raise_if(context: Any, builder: Any, condition: Any, error: type[Exception], text: str) -> None:
    """Write code that raises an error if the condition holds."""
    with builder.if_then(condition, likely=False):
        context.call_conv.return_user_exc(builder, error, (text,))
