"""Numba types of fractions, sets of small numbers, words, and variables that have no value yet."""

from collections.abc import Iterable
from enum import Enum
from fractions import Fraction
from functools import cache
from hashlib import sha256
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import RefType, impl_ret_untracked, iternext_impl
from numba.core.typeconv import Conversion
from numba.extending import (
    NativeValue,
    intrinsic,
    lower_builtin,
    make_attribute_wrapper,
    models,
    register_model,
    typeof_impl,
    unbox,
)

from faceup.rules.cards import bits_of
from faceup.rules.word_numbers import spelling, words_of


class UnsetType(types.Type):
    """The type of a variable without a value yet; it unifies with any other type."""

    def __init__(self) -> None:
        super().__init__(name="Unset")

    def can_convert_to(self, typing_context: Any, other: Any) -> Any:
        return Conversion.promote

    def unify(self, typing_context: Any, other: Any) -> Any:
        return other


TERMS = ("numerator", "denominator")


class FractionType(types.Type):
    """A fraction in lowest terms, both in 64 bits."""

    def __init__(self) -> None:
        super().__init__(name="Fraction")

    def can_convert_from(self, typing_context: Any, other: Any) -> Any:
        return Conversion.safe if isinstance(other, types.Integer | types.Boolean) else None

    def unify(self, typing_context: Any, other: Any) -> Any:
        return self if isinstance(other, types.Integer | types.Boolean) else None


fraction_type = FractionType()


@typeof_impl.register(Fraction)
def _typeof_fraction(number: Fraction, context: Any) -> FractionType:
    return fraction_type


@register_model(FractionType)
class FractionModel(models.StructModel):
    """Two words."""

    def __init__(self, manager: Any, frontend: Any) -> None:
        super().__init__(manager, frontend, [(term, types.int64) for term in TERMS])


for _term in TERMS:
    make_attribute_wrapper(FractionType, _term, _term)


@unbox(FractionType)
def _unbox_fraction(typ: Any, source: Any, c: Any) -> NativeValue:
    """Convert a fraction of CPython to machine code."""
    struct = cgutils.create_struct_proxy(typ)(c.context, c.builder)
    for term in TERMS:
        attribute = c.pyapi.object_getattr_string(source, term)
        setattr(struct, term, c.unbox(types.int64, attribute).value)
        c.pyapi.decref(attribute)
    return NativeValue(struct._getvalue(), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


def constant_fraction(context: Any, builder: Any, number: Fraction) -> Any:
    """Return a fraction as a constant of the code."""
    struct = cgutils.create_struct_proxy(fraction_type)(context, builder)
    for term in TERMS:
        setattr(struct, term, context.get_constant(types.int64, getattr(number, term)))
    return struct._getvalue()


WORD, BIT = ir.IntType(64), ir.IntType(1)


class NumberSetType(types.IterableType):
    """A set of numbers."""

    dtype = types.int64

    def __init__(self) -> None:
        super().__init__(name="NumberSet")

    @property
    def iterator_type(self) -> "NumberSetIterator":
        return NumberSetIterator()


class NumberSetIterator(types.SimpleIteratorType):  # type: ignore[name-defined]
    """An iterator over the numbers of a set, in ascending order."""

    def __init__(self) -> None:
        super().__init__("Iterator<NumberSet>", types.int64)


number_set = NumberSetType()


@register_model(NumberSetType)
class _Bits(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, WORD)


@register_model(NumberSetIterator)
class _SetIteratorModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("remaining", types.EphemeralPointer(types.int64))])


class NativeSet(frozenset[int]):
    """A set on its way from CPython to compiled code."""

    def __new__(cls, numbers: Iterable[int]) -> "NativeSet":
        numbers_set = super().__new__(cls, numbers)
        numbers_set.bits = bits_of(numbers_set)
        return numbers_set

    bits: int


@typeof_impl.register(NativeSet)
def _typeof_set(numbers: NativeSet, context: Any) -> NumberSetType:
    return number_set


@unbox(NumberSetType)
def _unbox_set(kind: NumberSetType, source: Any, c: Any) -> NativeValue:
    number = c.pyapi.object_getattr_string(source, "bits")
    value = c.unbox(types.int64, number)
    c.pyapi.decref(number)
    return value


@lower_builtin("getiter", NumberSetType)
def _iterate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    iterator = context.make_helper(builder, signature.return_type)
    iterator.remaining = cgutils.alloca_once_value(builder, arguments[0])
    return impl_ret_untracked(context, builder, signature.return_type, iterator._getvalue())


@lower_builtin("iternext", NumberSetIterator)
@iternext_impl(RefType.UNTRACKED)
def _next(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    iterator = context.make_helper(builder, signature.args[0], value=arguments[0])
    remaining = builder.load(iterator.remaining)
    has_next = builder.icmp_unsigned("!=", remaining, WORD(0))
    result.set_valid(has_next)
    with builder.if_then(has_next):
        result.yield_(builder.cttz(remaining, BIT(0)))
        builder.store(builder.and_(remaining, builder.sub(remaining, WORD(1))), iterator.remaining)


@intrinsic
def plain_bits(typing_context: Any, numbers: Any) -> Any:
    """Return the bits of a set, a whole number."""
    return types.int64(numbers), lambda context, builder, signature, arguments: arguments[0]


@intrinsic
def set_of_bits(typing_context: Any, number: Any) -> Any:
    """Return the set with these bits."""
    return number_set(types.int64), lambda context, builder, signature, arguments: arguments[0]


UNKNOWN = -1  # the number of a text that is no word of the rules


class WordType(types.Type):
    """The type of a word, one of ``words``; in machine code it is the number of the word."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words
        super().__init__(name=f"Word<{sha256(repr(words).encode()).hexdigest()[:32]}>")

    def number(self, word: str | Enum) -> int:
        """Return the number of a word; UNKNOWN for a text that is none of the words."""
        text = spelling(word)
        return self.words.index(text) if text in self.words else UNKNOWN

    def unify(self, typing_context: Any, other: Any) -> Any:
        """Let a word and a text unify to a word."""
        return self if isinstance(other, types.UnicodeType | types.StringLiteral) else None

    def can_convert_from(self, typing_context: Any, other: Any) -> Any:
        return Conversion.unsafe if isinstance(other, types.UnicodeType | types.StringLiteral) else None


def words_type(rules_class: type) -> WordType:
    """Return the type of the words of these rules."""
    return WordType(tuple(words_of(rules_class)))


@register_model(WordType)
class _Number(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, ir.IntType(64))


@unbox(WordType)
def _unbox_word(kind: Any, text: Any, c: Any) -> NativeValue:
    """Convert a text, which must be one of the words, to its number."""
    words = c.pyapi.unserialize(c.pyapi.serialize_object(kind.words))
    place = c.pyapi.call_method(words, "index", (text,))
    number = c.unbox(types.int64, place)
    c.pyapi.decref(words)
    c.pyapi.decref(place)
    return number


class SpelledWord(str):
    """A word on its way from CPython to compiled code, with its type."""

    kind: WordType

    def __new__(cls, word: str | Enum, kind: WordType) -> "SpelledWord":
        text = super().__new__(cls, spelling(word))
        text.kind = kind
        return text


@typeof_impl.register(SpelledWord)
def _typeof_word(word: SpelledWord, context: Any) -> WordType:
    return word.kind


@cache
def word_of(kind: WordType) -> Any:
    """Return an intrinsic that makes a word of its number."""

    @intrinsic
    def make_word(typing_context: Any, number: Any) -> Any:
        return kind(types.int64), lambda context, builder, signature, arguments: arguments[0]

    return make_word


@intrinsic
def plain_number(typing_context: Any, word: Any) -> Any:
    """Return the number of a word."""
    return types.int64(word), lambda context, builder, signature, arguments: arguments[0]
