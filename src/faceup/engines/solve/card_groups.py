"""Cards that are alike: one representative for all tables that differ by a relabelling of the cards alone.

A relabelling is a translation of bytes: byte c becomes byte ``new[c]``. The cards of a table are taken one by one, each
to the lowest card that it can become, and from then on only relabellings that leave it there are used. What is still
free then makes the set of unseen cards low.

``Classes`` is for relabellings that swap two cards, so that a card is one of a class and no more; ``Group`` for any
(Sims's chain of stabilisers, built where it is needed). Whatever they find is made of the relabellings that were
declared, so a representative that is not the best one merges less and is never wrong.
"""

from collections import Counter

IDENTITY = bytes(range(256))
LISTED = 720  # a group of at most so many relabellings is listed whole
REMEMBERED = 1 << 16  # sets of unseen cards that one group remembers


def back(new: bytes) -> bytes:
    """The relabelling that undoes it."""
    return bytes.maketrans(new, IDENTITY)


def independent(relabellings: list[bytes]) -> list[bytes]:
    """Fewer relabellings that generate the same group: one for each first card moved and where to (Sims's filter)."""
    kept: dict[tuple[int, int], bytes] = {}
    for new in relabellings:
        while new != IDENTITY:
            moved = next(card for card, to in enumerate(new) if card != to)
            known = kept.setdefault((moved, new[moved]), new)
            if known is new:
                break
            new = new.translate(back(known))  # leaves the card in its place
    return list(kept.values())


def listed(generators: list[bytes]) -> list[bytes]:
    """The whole group where it is small, else its generators."""
    found = {IDENTITY: None}
    queue = [IDENTITY]
    for old in queue:
        for generator in generators:
            if (new := old.translate(generator)) not in found:
                found[new] = None
                queue.append(new)
                if len(found) > LISTED:
                    return generators
    return queue


def sameness(relabellings: list[bytes]) -> "Group | Classes":
    """What makes tables alike under these relabellings and all that follow from them."""
    swaps = all(sum(map(int.__ne__, new, IDENTITY)) == 2 for new in relabellings)
    return Classes(relabellings) if swaps else Group(relabellings)


class Classes:
    """Classes of cards within which any two may be swapped."""

    def __init__(self, swaps: list[bytes]) -> None:
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
        found: dict[tuple[int, int], int] = {}
        weights: dict[int, int] = {}
        for card, copies in Counter(unseen).items():
            name = card if card in cards else found.setdefault((self.members[card][0], copies), card)
            weights[name] = weights.get(name, 0) + copies
        return weights


class Group:
    """The group that some relabellings generate."""

    def __init__(self, relabellings: list[bytes]) -> None:
        self.generators = independent(relabellings)
        self.others: dict[frozenset[bytes], Group] = {}  # shared by all stabilisers within one group
        self.homes: dict[int, tuple[bytes, int]] = {}  # for each card that moves: how to the lowest, and which that is
        self.orbits: dict[int, list[bytes]] = {}  # for each lowest card: the relabellings that take it elsewhere
        for low in range(256):
            if low not in self.homes:
                self.explore(low)
        self.fixing: dict[int, Group] = {}
        self.elements: list[bytes] | None = None
        self.lowest: dict[bytes, bytes] = {}

    def explore(self, low: int) -> None:
        reached = {low: IDENTITY}
        queue = [low]
        for card in queue:
            for generator in self.generators:
                if (to := generator[card]) not in reached:
                    reached[to] = reached[card].translate(generator)
                    queue.append(to)
        if len(queue) > 1:
            self.orbits[low] = list(reached.values())
            for card, new in reached.items():
                self.homes[card] = (back(new), low)

    def stabiliser(self, low: int) -> "Group":
        """The relabellings that leave this card, the lowest of its orbit, in its place (Schreier's lemma)."""
        found = []
        for there in self.orbits[low]:
            for generator in self.generators:
                new = there.translate(generator)
                found.append(new.translate(self.homes[new[low]][0]))
        kept = independent(found)
        key = frozenset(kept)
        if key not in self.others:
            self.others[key] = Group(kept)
            self.others[key].others = self.others
        return self.others[key]

    def canonical(self, cards: bytes, unseen: bytes) -> tuple[bytes, bytes]:
        """A relabelling for the known cards of a table, in their order, and the unseen cards as they are then."""
        group = self
        new = IDENTITY
        for card in cards:
            home = group.homes.get(new[card])
            if home is not None:
                new = new.translate(home[0])
                low = home[1]
                if low not in group.fixing:
                    group.fixing[low] = group.stabiliser(low)
                group = group.fixing[low]
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
            if self.elements is None:
                self.elements = listed(self.generators)
            best, before = unseen, b""
            while best != before:
                before = best
                best = min(best, *(bytes(sorted(before.translate(new))) for new in self.elements))
            if len(self.lowest) >= REMEMBERED:
                self.lowest.clear()
            self.lowest[unseen] = best
        return self.lowest[unseen]
