"""Moves of several kinds in machine code, each in words: the number of its kind, and its numbers."""

from functools import cache
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic, overload

from faceup.native.operations.integers import whole
from faceup.native.operations.operation import BIT, WORD, TooLarge, is_whole, operation, raise_if
from faceup.native.operations.row_type import is_row_of_numbers
from faceup.native.unique_names import function_from

OTHER = "a move that is no number where a number is meant, or no tuple where a tuple is"


class AnotherKind(TooLarge):
    """A method takes a move for one of another kind than it is: CPython has to look at it."""


@operation
@intrinsic
def another_kind(typing_context: Any, move: Any) -> Any:
    """What stands where a method means a move of another kind than it is made for: an error, as a number."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        raise_if(context, builder, ir.Constant(BIT, 1), AnotherKind, OTHER)
        return ir.Constant(WORD, 0)

    return types.int64(move), generate


@operation
def another_row(move):  # type: ignore[no-untyped-def]  # overloaded below
    """The same where a row is meant: an error, as a row without items."""
    raise AnotherKind(OTHER)


@overload(another_row)
def _another_row(move):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    def row(move):  # type: ignore[no-untyped-def]
        another_kind(move)
        return ()

    return row


@cache
def in_words(kinds: tuple[tuple[Any, int], ...], made: Any) -> Any:
    """What makes words, of the class ``made``, of a move of one of these kinds, each a class (None for numbers) and how
    many numbers it has."""

    def words(move):  # type: ignore[no-untyped-def]  # overloaded below
        return move

    longest = max(width for _, width in kinds)

    @overload(words)
    def typed(move):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
        if is_row_of_numbers(move) and not isinstance(move, types.BaseTuple):
            return _of_row(kinds, longest, made)
        kind = _kind(move)
        if kind not in kinds:
            raise TypingError("moves of kinds that were not met in the first games")
        own = [f"whole(move[{k}])" for k in range(kind[1])] if kind[0] else ["whole(move)"]
        parts = [str(kinds.index(kind)), *own, *["0"] * (longest - len(own))]
        return function_from(f"def words(move):\n    return made({', '.join(parts)})", whole=whole, made=made)

    return words


def _of_row(kinds: tuple[tuple[Any, int], ...], longest: int, made: Any) -> Any:
    """What makes words of a row that stands for a tuple, of a length that only the running rules know."""
    text = "def words(move):\n"
    for k, (kind, width) in enumerate(kinds):
        if kind is tuple:
            parts = [str(k), *(f"move[{j}]" for j in range(width)), *["0"] * (longest - width)]
            text += f"    if len(move) == {width}:\n        return made({', '.join(parts)})\n"
    none = ", ".join(["0"] * (longest + 1))
    return function_from(f"{text}    another_kind(0)\n    return made({none})\n", another_kind=another_kind, made=made)


def _kind(move: Any) -> tuple[Any, int] | None:
    """The class of what has this type, and its length; None where it is no move."""
    if isinstance(move, types.BaseTuple):
        return (getattr(move, "instance_class", tuple), len(move)) if all(map(is_whole, move)) else None
    return (None, 1) if is_whole(move) else None
