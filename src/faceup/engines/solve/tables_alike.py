"""Tables of a patience that are one to whoever counts deals: cards that nobody has seen stay open, and of all tables
that differ by a relabelling of cards alone one stands for the others.

A relabelling is a translation of bytes: byte c becomes byte ``new[c]``. The cards of a table are taken one by one, each
to the lowest card that it can become, and from then on only relabellings that leave it there are used. What is still
free then makes the set of unseen cards low.

Whatever is found is made of the relabellings that were declared, so a representative that is not the best one merges
less and is never wrong.
"""

import operator
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any

from faceup.engines.same.permutation_groups import Group, elements
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


IDENTITY = bytes(range(256))
MOST_LISTED = 720  # relabellings of a group that is listed whole
MOST_REMEMBERED = 1 << 16  # sets of unseen cards that one group remembers


def cards_alike(relabellings: Sequence[bytes]) -> "CardGroup | CardClasses":
    """What makes tables alike under these relabellings and all that follow from them."""
    swaps = all(sum(map(int.__ne__, new, IDENTITY)) == 2 for new in relabellings)
    return CardClasses(relabellings) if swaps else CardGroup(relabellings)


class CardClasses:
    """Classes of cards within which any two may be swapped: a card is one of a class and no more."""

    def __init__(self, swaps: Sequence[bytes]) -> None:
        self.members = {card: [card] for card in IDENTITY}  # of the class of each card
        for swap in swaps:
            one, other = (self.members[card] for card in IDENTITY if swap[card] != card)
            if one is not other:
                one += other
                for card in other:
                    self.members[card] = one
        for card in IDENTITY:
            self.members[card].sort()

    def canonical(self, cards: bytes, unseen: bytes) -> tuple[bytes, bytes]:
        """A relabelling for the known cards of a table, in their order, and the unseen cards as they are then."""
        copies = Counter(unseen)
        new = bytearray(IDENTITY)
        taken: Counter[int] = Counter()  # how many names of each class
        for card in dict.fromkeys((*cards, *sorted(copies, key=lambda card: -copies[card]))):
            members = self.members[card]
            new[card] = members[taken[members[0]]]
            taken[members[0]] += 1
        return bytes(new), bytes(sorted(unseen.translate(new)))

    def choices(self, cards: bytes, unseen: bytes) -> dict[int, int]:
        """Unseen cards enough to consider, each with the number of those that it stands for."""
        first: dict[tuple[int, int], int] = {}  # of each class, with so many copies
        weights: dict[int, int] = {}
        for card, copies in Counter(unseen).items():
            chosen = card if card in cards else first.setdefault((self.members[card][0], copies), card)
            weights[chosen] = weights.get(chosen, 0) + copies
        return weights


class CardGroup(Group[bytes]):
    """Any relabellings of cards, with all that follow from them."""

    def __init__(self, relabellings: Sequence[bytes]) -> None:
        super().__init__(relabellings)
        self.listed: Collection[bytes] = ()  # once looked up: all of a small group, the generators of a large one
        self.lowest: dict[bytes, bytes] = {}

    def canonical(self, cards: bytes, unseen: bytes) -> tuple[bytes, bytes]:
        """A relabelling for the known cards of a table, in their order, and the unseen cards as they are then."""
        group = self
        new = IDENTITY
        for card in cards:
            home = group.homes.get(new[card])
            if home is not None:
                to_lowest, low = home
                new = new.translate(to_lowest)
                group = group.stabiliser(low)
                if not group.generators:
                    break
        unseen = bytes(sorted(unseen.translate(new)))
        return new, group.least(unseen) if group.generators else unseen

    def choices(self, cards: bytes, unseen: bytes) -> dict[int, int]:
        """Unseen cards enough to consider, each with the number of those that it stands for: all of them here."""
        return Counter(unseen)

    def least(self, unseen: bytes) -> bytes:
        """The first in order of the sets that this one can become; of a large group, the first found going down."""
        if unseen not in self.lowest:
            self.listed = self.listed or elements(IDENTITY, self.generators, MOST_LISTED) or self.generators
            best, before = unseen, b""
            while best != before:
                before = best
                best = min(best, *(bytes(sorted(before.translate(new))) for new in self.listed))
            if len(self.lowest) >= MOST_REMEMBERED:
                self.lowest.clear()
            self.lowest[unseen] = best
        return self.lowest[unseen]
