"""The key to what a method answers, in machine code: a few words, which tell two answers apart."""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from faceup.native.operations.operation import WORD, operation
from faceup.native.operations.row_type import RowType
from faceup.native.value_types import NumberSetType, WordType

KEY = 4  # words of a key; the first says which way was gone through the method, 0 where there is no key


@operation
@intrinsic
def memo_key(typing_context: Any, parts: Any) -> Any:
    """A key of a tuple of parts; none where one of them is no number and no row of numbers, or they are too many."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words = _words(context, builder, parts, arguments[0])
        if len(words) > KEY:
            words = []
        words += [ir.Constant(WORD, 0)] * (KEY - len(words))
        return context.make_tuple(builder, signature.return_type, words)

    return types.UniTuple(types.int64, KEY)(parts), generate


def _words(context: Any, builder: Any, kind: Any, value: Any) -> list[Any]:
    """The words of a value; none where it is of another kind."""
    if isinstance(kind, types.Integer | types.Boolean):
        return [context.cast(builder, value, kind, types.int64)]
    if isinstance(kind, WordType | NumberSetType):
        return [value]
    if isinstance(kind, RowType):
        return [builder.extract_value(value, k) for k in range(kind.words)]
    if isinstance(kind, types.BaseTuple):
        items = [_words(context, builder, item, builder.extract_value(value, k)) for k, item in enumerate(kind)]
        return [word for item in items for word in item] if all(items) else []
    return []
