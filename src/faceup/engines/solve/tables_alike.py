"""Tables of a solitaire game up to symmetry: unseen cards stay unknown, and one table represents all its relabellings.

A relabelling is a translation of bytes: byte c becomes byte ``new[c]``. To find the representative, the cards of a
table are taken one by one, each to the lowest card that it can become; from then on only relabellings that fix it are
used. The relabellings that remain make the set of unseen cards low.

Every relabelling used is a product of declared ones. So a representative that is not the lowest merges fewer tables,
but is never wrong.
"""

import operator
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any

from faceup.engines.same.permutation_groups import Group, elements
from faceup.rules.pile import LARGEST_CARD, Pile, Tally

FIRST = LARGEST_CARD + 1  # the number of the first unknown card
END = 255  # ends a pile in a key; not the number of a card


class Reveal(BaseException):
    """The rules look at an unknown card. Not an Exception, so that rules cannot catch it by accident."""

    def __init__(self, number: int) -> None:
        self.number = number


class Unknown:
    """A card that nobody has looked at. Operations whose result is the same for every card do not reveal it."""

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
    """Return a comparison that reveals a card only if the result depends on it."""

    def answer(self: Unknown, other: Any) -> bool:
        if type(other) is int and compare(0, other) is (verdict := compare(LARGEST_CARD, other)):
            return verdict  # so that the range check of push reveals nothing
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

#: The card of each byte: a known card, or an unknown one.
NAMED: list[Any] = [*range(FIRST), *map(Unknown, range(FIRST, END))]


class LazyPile(Pile):
    """A pile that may hold unknown cards; its cells are a list."""

    cells: list[Any]  # type: ignore[assignment]

    def __init__(self, room: int) -> None:
        self.cells = [0] * (2 * room)
        self.bottom = self.end = 0

    def load(self, cards: list[Any]) -> None:
        self.cells[: len(cards)] = cards
        self.bottom, self.end = 0, len(cards)


class LazyTally(Tally):
    """A tally. Writing a card into it reveals the card."""

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
    """Return the group that these relabellings generate: classes of cards if all are swaps, else a general group."""
    swaps = all(sum(map(int.__ne__, new, IDENTITY)) == 2 for new in relabellings)
    return CardClasses(relabellings) if swaps else CardGroup(relabellings)


class CardClasses:
    """Classes of interchangeable cards: any two cards of a class may be swapped."""

    def __init__(self, swaps: Sequence[bytes]) -> None:
        self.members = {card: [card] for card in IDENTITY}  # all cards in the class of each card
        for swap in swaps:
            members, joined = (self.members[card] for card in IDENTITY if swap[card] != card)
            if members is not joined:
                members += joined
                for card in joined:
                    self.members[card] = members
        for card in IDENTITY:
            self.members[card].sort()

    def canonical(self, cards: bytes, unseen: bytes) -> tuple[bytes, bytes]:
        """Return the relabelling to the representative, given the known cards in order, and the unseen cards after."""
        copies = Counter(unseen)
        new = bytearray(IDENTITY)
        used: Counter[int] = Counter()  # how many names of each class are taken
        for card in dict.fromkeys((*cards, *sorted(copies, key=lambda card: -copies[card]))):
            members = self.members[card]
            new[card] = members[used[members[0]]]
            used[members[0]] += 1
        return bytes(new), bytes(sorted(unseen.translate(new)))

    def choices(self, cards: bytes, unseen: bytes) -> dict[int, int]:
        """Return one unseen card for each set of equivalent ones, with the number of cards in the set."""
        first: dict[tuple[int, int], int] = {}  # by class and number of copies
        weights: dict[int, int] = {}
        for card, copies in Counter(unseen).items():
            stand_in = card if card in cards else first.setdefault((self.members[card][0], copies), card)
            weights[stand_in] = weights.get(stand_in, 0) + copies
        return weights


class CardGroup(Group[bytes]):
    """The group that any relabellings of cards generate."""

    def __init__(self, relabellings: Sequence[bytes]) -> None:
        super().__init__(relabellings)
        self.listed: Collection[bytes] = ()  # filled by ``least``: all of a small group, the generators of a large one
        self.lowest: dict[bytes, bytes] = {}

    def canonical(self, cards: bytes, unseen: bytes) -> tuple[bytes, bytes]:
        """Return the relabelling to the representative, given the known cards in order, and the unseen cards after."""
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
        """Return all unseen cards, each with its number of copies: a general group declares none equivalent."""
        return Counter(unseen)

    def least(self, unseen: bytes) -> bytes:
        """Return the least set in the orbit of these cards; of a large group, a local minimum by descent."""
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
