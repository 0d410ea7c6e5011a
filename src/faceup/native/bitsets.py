"""Sets of cards in machine code: one instruction for each question."""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from faceup.rules import cards


def _instruction(name: str) -> Any:
    @intrinsic
    def call(typing_context: Any, word: Any) -> Any:
        if not isinstance(word, types.Integer):
            return None

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value = context.cast(builder, arguments[0], word, types.int64)
            if name == "ctpop":
                return builder.ctpop(value)
            return getattr(builder, name)(value, ir.Constant(ir.IntType(1), 0))

        return types.int64(word), generate

    return call


_popcount, _trailing, _leading = _instruction("ctpop"), _instruction("cttz"), _instruction("ctlz")


@overload(cards.size, inline="always")
def _size(cards):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    return lambda cards: _popcount(cards)


@overload(cards.lowest, inline="always")
def _lowest(cards):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    return lambda cards: _trailing(cards)


@overload(cards.highest, inline="always")
def _highest(cards):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    return lambda cards: 63 - _leading(cards)
