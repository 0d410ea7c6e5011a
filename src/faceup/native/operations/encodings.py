"""Values as 64-bit words: moves of several kinds, fingerprints in two words, and memo keys in four.

A fingerprint is a 128-bit hash of a number, a row, a tuple, a state, or a tuple of these. Equal values of one type have
equal fingerprints. Among 10**9 different values, two have the same fingerprint with a probability below 1e-20.
"""

from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from faceup.native.compiler.whole_code import function_from
from faceup.native.operations.integers import whole
from faceup.native.operations.operation import BIT, WORD, TooLarge, dispatch_on_types, is_whole, operation, raise_if
from faceup.native.operations.row_type import RowType, is_row_of_numbers, word
from faceup.native.operations.words import NO_WORD, number_in
from faceup.native.refusal_words import kind as called
from faceup.native.value_types import UNKNOWN, NumberSetType, WordType, plain_bits, plain_number

SEEDS = 0x243F6A8885A308D3, 0x13198A2E03707345
FACTORS = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93  # odd, bits well mixed
FINISH = 0xD1B54A32D192ED03


@dispatch_on_types
def fingerprint(value):  # type: ignore[no-untyped-def]
    """Return the fingerprint of a value, two words."""
    lines = [
        f"    {lane} = ({lane} ^ uint64({each})) * {factor}; {lane} ^= {lane} >> uint64(32)"
        for each in _words(value, "value")
        for lane, factor in (("one", "FIRST"), ("two", "SECOND"))
    ]
    text = "\n".join(
        [
            "def fingerprint(value):",
            "    one, two = SEED, OTHER_SEED",
            *lines,
            "    one *= FINISH; two *= FINISH",
            "    return int64(one ^ (one >> uint64(29))), int64(two ^ (two >> uint64(29)))",
        ]
    )
    seed, other_seed = map(np.uint64, SEEDS)
    first, second = map(np.uint64, FACTORS)
    return function_from(
        text,
        SEED=seed,
        OTHER_SEED=other_seed,
        FIRST=first,
        SECOND=second,
        FINISH=np.uint64(FINISH),
        int64=types.int64,
        uint64=types.uint64,
        whole=whole,
        word=word,
        plain_number=plain_number,
        plain_bits=plain_bits,
    )


def _words(kind: Any, name: str) -> list[str]:
    """Return the expressions for the words of a value of this type."""
    if isinstance(kind, RowType):
        return [f"word({name}, {k})" for k in range(kind.words)]
    if isinstance(kind, types.BaseTuple):
        return [each for k, item in enumerate(kind) for each in _words(item, f"{name}[{k}]")]
    if isinstance(kind, WordType):
        return [f"plain_number({name})"]
    if isinstance(kind, NumberSetType):
        return [f"plain_bits({name})"]
    if is_whole(kind):
        return [f"whole({name})"]
    possible = "a whole number, a tuple of them, a NamedTuple or a state"
    raise TypingError(f"a view of {called(str(kind))}; possible: {possible}")


Kind = tuple[Any, int, tuple[int, ...]]
WRONG_KIND = "a move that is not a number where a number is expected, or not a tuple where a tuple is expected"


class AnotherKind(TooLarge):
    """A method uses a move as one of another kind, so CPython has to play on."""


@operation
@intrinsic
def another_kind(typing_context: Any, move: Any) -> Any:
    """Raise AnotherKind in the place of a number, where a method needs a move of another kind."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        raise_if(context, builder, ir.Constant(BIT, 1), AnotherKind, WRONG_KIND)
        return ir.Constant(WORD, 0)

    return types.int64(move), generate


@operation
@dispatch_on_types
def another_row(move):  # type: ignore[no-untyped-def]
    """Raise AnotherKind in the place of a row, where a method needs a move of another kind."""

    def row(move):  # type: ignore[no-untyped-def]
        another_kind(move)
        return ()

    return row


@cache
def words_maker(kinds: tuple[Kind, ...], words_class: Any, spelled: WordType | None) -> Any:
    """Return a compiled function that makes the words of a move, of class ``words_class``.

    Each kind is a class (None for numbers, str for words), its number of parts, and the places of those that are words,
    ``spelled`` so.
    """

    longest = max(width for _, width, _ in kinds)
    number_of = _required_number(spelled) if spelled else None

    @dispatch_on_types(prefer_literal=True)
    def words(move):  # type: ignore[no-untyped-def]
        if is_row_of_numbers(move) and not isinstance(move, types.BaseTuple):
            return _of_row(kinds, longest, words_class)
        kind = _kind(move)
        if kind not in kinds:
            raise TypingError("moves of kinds that were not met in the first games")
        numbers = ["number" if k in kind[2] else "whole" for k in range(kind[1])]
        items = [f"{each}(move{'' if kind[0] in (None, str) else f'[{k}]'})" for k, each in enumerate(numbers)]
        parts = [str(kinds.index(kind)), *items, *["0"] * (longest - len(items))]
        return function_from(
            f"def words(move):\n    return made({', '.join(parts)})", whole=whole, number=number_of, made=words_class
        )

    return words


@cache
def _required_number(spelled: WordType) -> Any:
    """Return a function that returns the number of a word, and raises AnotherKind for a text that is no word."""
    number_of = number_in(spelled)

    @dispatch_on_types(prefer_literal=True)
    def number(text):  # type: ignore[no-untyped-def]
        def number(text):  # type: ignore[no-untyped-def]
            result = number_of(text)
            if result == UNKNOWN:
                raise AnotherKind(NO_WORD)
            return result

        return number

    return number


def _of_row(kinds: tuple[Kind, ...], longest: int, words_class: Any) -> Any:
    """Return a function that makes the words of a move that is a row of a length known only at run time."""
    text = "def words(move):\n"
    for k, (kind, width, places) in enumerate(kinds):
        if kind is tuple and not places:
            parts = [str(k), *(f"move[{j}]" for j in range(width)), *["0"] * (longest - width)]
            text += f"    if len(move) == {width}:\n        return made({', '.join(parts)})\n"
    none = ", ".join(["0"] * (longest + 1))
    return function_from(
        f"{text}    another_kind(0)\n    return made({none})\n", another_kind=another_kind, made=words_class
    )


def _kind(move: Any) -> Kind | None:
    """Return the class of moves of this type, their length and the places of words; None if the type is no move."""
    if isinstance(move, types.BaseTuple):
        places = tuple(k for k, part in enumerate(move) if _is_text(part))
        sound = all(k in places or is_whole(part) for k, part in enumerate(move))
        return (getattr(move, "instance_class", tuple), len(move), places) if sound else None
    return (str, 1, (0,)) if _is_text(move) else (None, 1, ()) if is_whole(move) else None


def _is_text(kind: Any) -> bool:
    return isinstance(kind, WordType | types.UnicodeType | types.StringLiteral)


KEY = 4  # words of a memo key; the first is the number of the path through the method, 0 for no key


@operation
@intrinsic
def memo_key(typing_context: Any, parts: Any) -> Any:
    """Return the memo key of a tuple of parts; zeros, for no key, if a part is no number or row, or if too many."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words = _key_words(context, builder, parts, arguments[0])
        if len(words) > KEY:
            words = []
        words += [ir.Constant(WORD, 0)] * (KEY - len(words))
        return context.make_tuple(builder, signature.return_type, words)

    return types.UniTuple(types.int64, KEY)(parts), generate


def _key_words(context: Any, builder: Any, kind: Any, value: Any) -> list[Any]:
    """Return the words of a part of a key; empty if it is no number, word, set or row."""
    if isinstance(kind, types.Integer | types.Boolean):
        return [context.cast(builder, value, kind, types.int64)]
    if isinstance(kind, WordType | NumberSetType):
        return [value]
    if isinstance(kind, RowType):
        return [builder.extract_value(value, k) for k in range(kind.words)]
    if isinstance(kind, types.BaseTuple):
        items = [_key_words(context, builder, item, builder.extract_value(value, k)) for k, item in enumerate(kind)]
        return [word for item in items for word in item] if all(items) else []
    return []
