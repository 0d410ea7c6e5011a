"""The bits of whole numbers, and sets of cards, which are such numbers: one instruction for each question."""

from typing import Any

from numba.extending import intrinsic, overload

from faceup.native.operations.operation import BIT, WORD, is_whole, of_words, operation
from faceup.rules import cards


def _asking(name: str, write: Any) -> Any:
    """An operation; ``write`` writes the code that asks the size of a number."""

    def of_size(context: Any, builder: Any, value: Any) -> Any:
        negative = builder.icmp_signed("<", value, WORD(0))
        return write(builder, builder.select(negative, builder.sub(WORD(0), value), value))

    def ask(typing_context: Any, number: Any) -> Any:
        return of_words(of_size, 1) if is_whole(number) else None

    ask.__name__ = ask.__qualname__ = name
    return operation(intrinsic(ask))


def _lowest(builder: Any, size: Any) -> Any:
    return builder.select(builder.icmp_signed("==", size, WORD(0)), WORD(-1), builder.cttz(size, BIT(0)))


def _length(builder: Any, size: Any) -> Any:
    return builder.sub(WORD(64), builder.ctlz(size, BIT(0)))


def _calling(same: Any) -> Any:
    return lambda cards: lambda cards: same(cards)


bit_count = _asking("bit_count", lambda builder, size: builder.ctpop(size))
bit_length = _asking("bit_length", _length)
lowest = _asking("lowest", _lowest)
highest = _asking("highest", lambda builder, size: builder.sub(_length(builder, size), WORD(1)))

# (a function of cards that is not called but handed on, to min(key=...) say, is known by itself)
for _function, _same in ((cards.size, bit_count), (cards.lowest, lowest), (cards.highest, highest)):
    overload(_function, inline="always")(_calling(_same))
