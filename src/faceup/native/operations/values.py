"""What Python asks of any value: its truth, whether it is there at all, whether it can be compared or gone through."""

from typing import Any

from numba.core import types
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic, overload

from faceup.native.operations.operation import handed_on, operation, raise_if


@operation
@intrinsic
def yes(typing_context: Any, value: Any) -> Any:
    """Something that is asked for its truth."""
    if isinstance(value, types.Array):
        raise TypingError("a long row of constants has no truth in machine code; ask for its length")
    return handed_on(value)


@operation
def no(value):  # type: ignore[no-untyped-def]  # overloaded below
    """Whether Python takes this for false."""
    return not value


@overload(no, inline="always")
def _no(value):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    if isinstance(value, types.Container | types.BaseTuple | types.Array | types.DictType | types.UnicodeType):
        return lambda value: len(value) == 0
    return lambda value: not value


@operation
@intrinsic
def in_order(typing_context: Any, items: Any) -> Any:
    """Something that a loop goes through."""
    if isinstance(items, types.Set):
        raise TypingError("a loop over a set has an order of Python's own; loop over `sorted(...)` of it")
    return handed_on(items)


@operation
@intrinsic
def comparable(typing_context: Any, value: Any) -> Any:
    """Something that is asked whether it equals another."""
    if isinstance(value, types.Array):
        raise TypingError("a long row of constants is not compared as a whole in machine code")
    return handed_on(value)


@operation
@intrinsic
def known(typing_context: Any, value: Any, given: Any) -> Any:
    """The value of a name, where it has been given one."""
    kind = types.unliteral(value)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        raise_if(context, builder, builder.not_(arguments[1]), UnboundLocalError, "a name has no value yet")
        return impl_ret_borrowed(context, builder, signature.return_type, arguments[0])

    return kind(kind, types.boolean), generate
