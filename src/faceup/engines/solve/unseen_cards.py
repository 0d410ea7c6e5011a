"""Cards that nobody has looked at: piles move them freely; to do anything else with one is to reveal it."""

import operator
from collections.abc import Callable
from typing import Any

from faceup.rules.pile import LARGEST_CARD, Pile, Tally

FIRST = LARGEST_CARD + 1  # unknown cards are numbered from here on
END = 255  # no number: what ends a pile in a key


class Reveal(BaseException):
    """The rules look at a card that is not known; no Exception, so that rules cannot catch it unawares."""

    def __init__(self, number: int) -> None:
        self.number = number


class Unknown:
    """A card that nobody has looked at. Only what is true of every card can be learnt without revealing it."""

    __slots__ = ("number",)
    __class__ = property(lambda self: int)  # isinstance(card, int) holds
    __hash__: Any

    def __init__(self, number: int) -> None:
        self.number = number

    def __getattr__(self, name: str) -> Any:
        raise Reveal(self.number)

    def __eq__(self, other: Any) -> bool:
        if other is self:
            return True
        if type(other) is int and not 0 <= other <= LARGEST_CARD:
            return False
        raise Reveal(self.number)

    def __ne__(self, other: Any) -> bool:
        return not self == other


def _reveals(self: Unknown, *others: Any) -> Any:
    raise Reveal(self.number)


def _compares(compare: Callable[[int, int], bool]) -> Callable[[Unknown, Any], bool]:
    def answer(self: Unknown, other: Any) -> bool:
        if type(other) is int and compare(0, other) is (found := compare(LARGEST_CARD, other)):
            return found  # so that the range check of push reveals nothing
        raise Reveal(self.number)

    return answer


for _name in [
    "add",
    "sub",
    "mul",
    "matmul",
    "truediv",
    "floordiv",
    "mod",
    "divmod",
    "pow",
    "lshift",
    "rshift",
    "and",
    "xor",
    "or",
]:
    setattr(Unknown, f"__{_name}__", _reveals)
    setattr(Unknown, f"__r{_name}__", _reveals)
for _name in [
    "neg",
    "pos",
    "abs",
    "invert",
    "bool",
    "int",
    "float",
    "complex",
    "index",
    "hash",
    "round",
    "trunc",
    "floor",
    "ceil",
    "repr",
    "str",
    "format",
    "bytes",
    "len",
    "iter",
    "getitem",
    "contains",
    "call",
    "reduce_ex",
]:
    setattr(Unknown, f"__{_name}__", _reveals)
for _name in ["lt", "le", "gt", "ge"]:
    setattr(Unknown, f"__{_name}__", _compares(getattr(operator, _name)))

#: What a byte means: a known card, or an unknown one.
NAMED: list[Any] = [*range(FIRST), *map(Unknown, range(FIRST, END))]


class LazyPile(Pile):
    """A pile in which unknown cards may lie; its cells are a list."""

    cells: list[Any]  # type: ignore[assignment]

    def __init__(self, room: int) -> None:
        self.cells = [0] * (2 * room)
        self.bottom = self.end = 0

    def load(self, cards: list[Any]) -> None:
        self.cells[: len(cards)] = cards
        self.bottom, self.end = 0, len(cards)


class LazyTally(Tally):
    """A tally, into which a card can only be written by looking at it."""

    @property
    def n(self) -> int:
        return self._n

    @n.setter
    def n(self, number: Any) -> None:
        self._n = operator.index(number)
