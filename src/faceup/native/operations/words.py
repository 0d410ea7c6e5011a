"""Comparisons of words with words and texts; a word is its number in machine code."""

from functools import cache
from typing import Any

from numba.core import types
from numba.core.errors import TypingError
from numba.core.imputils import lower_cast
from numba.extending import intrinsic

from faceup.native.compiler.whole_code import function_from
from faceup.native.constants import overloaded_operator
from faceup.native.operations.operation import BIT, TooLarge, by_function, dispatch_on_types, raise_if
from faceup.native.value_types import UNKNOWN, WordType, plain_number, word_of

NO_WORD = "a text that does not stand in the rules as a whole"
TEXTS = types.UnicodeType | types.StringLiteral
ORDER = "an order of words, which in Python is that of their letters; compare words with == alone"


def is_worded(kind: Any) -> bool:
    """Whether values of this type are words, or tuples in which there are some."""
    return isinstance(kind, WordType) or (isinstance(kind, types.BaseTuple) and any(map(is_worded, kind)))


@cache
def number_in(kind: WordType) -> Any:
    """Return a function that returns the number of a word or a text among these words, or UNKNOWN."""

    number_of_text = _number_of_text(kind)

    @dispatch_on_types(prefer_literal=True)
    def number(text):  # type: ignore[no-untyped-def]
        if text == kind:
            return lambda text: plain_number(text)
        if isinstance(text, types.StringLiteral):
            literal_number = kind.number(text.literal_value)
            return lambda text: literal_number
        if not isinstance(text, types.UnicodeType):
            return None
        return lambda text: number_of_text(text)

    return number


def _number_of_text(kind: WordType) -> Any:
    """Return an intrinsic that searches these words for a text.

    It is never inlined: comparing so many letters wherever a text becomes a word would take LLVM seconds.
    """
    tests = "".join(f"    if text == {word!r}:\n        return {k}\n" for k, word in enumerate(kind.words))
    search = function_from(f"def search(text):\n{tests}    return {UNKNOWN}")

    @intrinsic
    def number_of_text(typing_context: Any, text: Any) -> Any:
        signature = types.int64(text)

        def generate(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
            compiled = context.compile_subroutine(builder, search, signature).fndesc
            function = context.declare_function(builder.module, compiled)
            conventions = (signature.return_type, signature.args, arguments)
            status, number = context.call_conv.call_function(builder, function, *conventions, attrs=("noinline",))
            with builder.if_then(status.is_error, likely=False):
                context.call_conv.return_status_propagate(builder, status)
            return number

        return signature, generate

    return number_of_text


@cache
def word_maker(kind: WordType) -> Any:
    """Return a function that makes a word of a word or a text, as for a field of a state; TooLarge for another text."""
    number_of, make_word = number_in(kind), word_of(kind)

    @dispatch_on_types(prefer_literal=True)
    def know(text):  # type: ignore[no-untyped-def]
        if text == kind:
            return lambda text: text
        if not isinstance(text, TEXTS):
            raise TypingError("a field of words that is set to what is none")

        def know(text):  # type: ignore[no-untyped-def]
            number = number_of(text)
            if number == UNKNOWN:
                raise TooLarge(NO_WORD)
            return make_word(number)

        return know

    return know


def _cast(context: Any, builder: Any, text: Any, kind: Any, value: Any) -> Any:
    return context.compile_internal(
        builder, function_from("def cast(text):\n    return known(text)", known=word_maker(kind)), kind(text), [value]
    )


for texts in (types.UnicodeType, types.StringLiteral):
    lower_cast(texts, WordType)(_cast)


def of_words(name: str, a: Any, b: Any) -> Any:
    """Return the answer of a comparison in which one side is a word, or a tuple with words in it."""
    if name not in ("eq", "ne"):
        if are_unlike(a, b):
            return types.boolean(a, b), no_order
        raise TypingError(ORDER)
    return by_function(_equal(a, b) if name == "eq" else _unequal(a, b), types.boolean(a, b))


def no_order(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Write the code that raises TooLarge for the order of a word and a number, so that CPython raises its error."""
    raise_if(context, builder, BIT(1), TooLarge, "the order of a word and a number")
    return BIT(0)


def _unequal(a: Any, b: Any) -> Any:
    equal = _equal(a, b)
    return function_from("def unequal(a, b):\n    return not equal(a, b)", equal=_jit(equal))


def _equal(a: Any, b: Any) -> Any:
    """Return a function that compares a word, or a tuple with words in it, with another value for equality."""
    if isinstance(a, types.BaseTuple) and isinstance(b, types.BaseTuple) and len(a) == len(b):
        parts = {f"equal_{k}": _jit(_equal(*pair)) for k, pair in enumerate(zip(a, b, strict=True))}
        tests = " and ".join(f"equal_{k}(a[{k}], b[{k}])" for k in range(len(a)))
        return function_from(f"def equal(a, b):\n    return {tests or 'True'}", **parts)
    words = a if isinstance(a, WordType) else b
    if isinstance(words, WordType) and all(isinstance(kind, TEXTS) or kind == words for kind in (a, b)):
        number = number_in(words)
        return function_from("def equal(a, b):\n    return number(a) == number(b)", number=number)
    if all(isinstance(kind, types.Integer | types.Boolean) for kind in (a, b)):
        return function_from("def equal(a, b):\n    return a == b")
    if are_unlike(a, b):
        return function_from("def equal(a, b):\n    return False")
    raise TypingError("a word or a tuple of words, compared with what machine code does not compare it with")


def are_unlike(a: Any, b: Any) -> bool:
    """Whether values of these types are never equal: number, text and tuple, or tuples of different lengths."""
    kinds = types.Integer | types.Boolean | types.Float, TEXTS | WordType, types.BaseTuple
    one, other = (next((k for k, kinds in enumerate(kinds) if isinstance(kind, kinds)), None) for kind in (a, b))
    if one is None or other is None or any(map(_overloads_equality, (a, b))):
        return False
    return one != other or (one == 2 and len(a) != len(b))


def _overloads_equality(kind: Any) -> bool:
    """Whether values of this type override comparisons."""
    return isinstance(kind, types.BaseNamedTuple) and bool(overloaded_operator(kind.instance_class))


def _jit(function: Any) -> Any:
    from numba import njit

    from faceup.native.compiler.whole_code import NOT_FROM_PYTHON

    return njit(function, **NOT_FROM_PYTHON)


def among_words(item: Any, row: Any) -> Any:
    """Return the answer of ``item in row``, if either of them has words."""
    if not isinstance(row, types.BaseTuple):
        raise TypingError("a word that is looked for in what is not a tuple; write a tuple")
    parts = {f"equal_{k}": _jit(_equal(item, kind)) for k, kind in enumerate(row)}
    tests = " or ".join(f"equal_{k}(item, row[{k}])" for k in range(len(row)))
    function = function_from(f"def among(item, row):\n    return {tests or 'False'}", **parts)
    return by_function(function, types.boolean(item, row))
