"""Words of rules in machine code: each is its number among all of them, and knows no arithmetic."""

from enum import Enum
from functools import cache
from hashlib import sha256
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.datamodel import models
from numba.core.typeconv import Conversion
from numba.extending import NativeValue, intrinsic, register_model, typeof_impl, unbox

from faceup.rules.word_numbers import spelling, words_of

UNKNOWN = -1  # the number of a text that is no word


class WordType(types.Type):
    """One of these words."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words
        super().__init__(name=f"Word<{sha256(repr(words).encode()).hexdigest()[:32]}>")

    def number(self, word: str | Enum) -> int:
        """The number of a word, UNKNOWN where it is none of these."""
        text = spelling(word)
        return self.words.index(text) if text in self.words else UNKNOWN

    def unify(self, typing_context: Any, other: Any) -> Any:
        """A word or a text, as the running rules have it, is a word."""
        return self if isinstance(other, types.UnicodeType | types.StringLiteral) else None

    def can_convert_from(self, typing_context: Any, other: Any) -> Any:
        return Conversion.unsafe if isinstance(other, types.UnicodeType | types.StringLiteral) else None


def words_type(rules_class: type) -> WordType:
    """The type of the words of these rules."""
    return WordType(tuple(words_of(rules_class)))


@register_model(WordType)
class _Number(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, ir.IntType(64))


@unbox(WordType)
def _unbox(kind: Any, text: Any, c: Any) -> NativeValue:
    """The number of a text that is one of the words, as a parameter is."""
    words = c.pyapi.unserialize(c.pyapi.serialize_object(kind.words))
    place = c.pyapi.call_method(words, "index", (text,))
    number = c.unbox(types.int64, place)
    c.pyapi.decref(words)
    c.pyapi.decref(place)
    return number


class SpelledWord(str):
    """A word on its way from CPython to compiled code, as one of this type."""

    kind: WordType

    def __new__(cls, word: str | Enum, kind: WordType) -> "SpelledWord":
        made = super().__new__(cls, spelling(word))
        made.kind = kind
        return made


@typeof_impl.register(SpelledWord)
def _typeof_word(word: SpelledWord, context: Any) -> WordType:
    return word.kind


@cache
def word_of(kind: WordType) -> Any:
    """What makes a word of its number, in machine code."""

    @intrinsic
    def make_word(typing_context: Any, number: Any) -> Any:
        return kind(types.int64), lambda context, builder, signature, arguments: arguments[0]

    return make_word


@intrinsic
def plain_number(typing_context: Any, word: Any) -> Any:
    """The number of a word, in machine code."""
    return types.int64(word), lambda context, builder, signature, arguments: arguments[0]
