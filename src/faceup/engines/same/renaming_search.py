"""The search for one renaming of moves that turns the graph of one game into that of another.

Every name of the first game keeps a set of names of the second that it may become. Two positions are *paired* when any
renaming that fits must turn one into the other: the starts, and whatever names already settled lead to. A pair narrows
the sets: a move becomes one that can be played there too, with the same reward and odds, and leads to a position of the
same colour. When nothing narrows any more, a name is tried. All names are tried in the end, so finding none is a proof
that there is none; what is found is compared with the whole graph.
"""

from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from faceup.engines.permutation_groups import swap
from faceup.engines.same.labelled_graph import Named, in_step
from faceup.engines.same.refinement import Colours, refine, sharpened
from faceup.rules.cards import bits
from faceup.rules.errors import LimitReached

T = TypeVar("T")

MOST_WORK = 30_000_000  # moves looked at, some tens of seconds
LITTLE_WORK = 1_000_000  # before sharper colours are asked for
MOST_PAIRS = 5_000  # beyond, more pairs cost more than they narrow
FIRST = 20  # positions looked at to see whether a name tells something
WORTH_A_CHECK = 1_000  # moves looked at in vain before asking whether another name would fare the same


class Search:
    """A renaming under way from the least graph a to the least graph b: names can be fixed, and that undone."""

    def __init__(self, a: Named, b: Named, colours: tuple[Colours, Colours], most_work: int) -> None:
        self.a, self.b = a, b
        self.most_work = most_work
        self.tried = 0  # names that were tried and could not be
        self.work = 0
        same_colour: dict[tuple[int, int], int] = {}
        for value, (kind, colour) in enumerate(zip(b.kinds, colours[1].names.tolist(), strict=True)):
            same_colour[kind, colour] = same_colour.get((kind, colour), 0) | 1 << value
        mine = zip(a.kinds, colours[0].names.tolist(), strict=True)
        self.domains = [same_colour.get(key, 0) for key in mine]
        self.others = [[name for name, (of, _) in enumerate(a.names) if of == kind] for kind in range(3)]
        self.position_colours = [found.positions.tolist() for found in colours]
        self.edge_colours = [found.edges for found in colours]
        self.settled = [False] * len(self.domains)
        self.waiting: list[list[int]] = [[] for _ in self.domains]  # paired positions that have each unsettled name
        self.pairs: tuple[dict[int, int], dict[int, int]] = ({}, {})  # from a to b and back
        self.trail: list[tuple[int, int, int]] = []  # what was changed, where, and what it was
        self.edges_at: tuple[dict[int, Any], dict[int, Any]] = ({}, {})
        self.colours = colours
        self.alike: dict[tuple[int, int], bool] = {}
        self.names: list[int] = []  # known, but not yet told to the others
        self.positions: deque[int] = deque()  # paired, but not yet looked at
        possible = len(a.names) == len(b.names) and all(self.domains) and self.pair(0, 0)
        if possible:
            self.names.extend(name for name, domain in enumerate(self.domains) if is_one(domain))
            possible = self.narrow()
        self.possible = possible

    def fix(self, name: int, value: int) -> bool:
        """Let the name become that one; False where that cannot be."""
        if not self.domains[name] >> value & 1:
            return False
        if self.domains[name] != 1 << value:
            self.restrict(name, 1 << value)
        return self.narrow()

    def undo(self, mark: int) -> None:
        """Take back all changes since the trail was so long."""
        self.names.clear()
        self.positions.clear()
        while len(self.trail) > mark:
            what, where, before = self.trail.pop()
            if what == DOMAIN:
                self.domains[where] = before
            elif what == SETTLED:
                self.settled[where] = False
            elif what == WAITING:
                self.waiting[where].pop()
            else:
                del self.pairs[1][self.pairs[0].pop(where)]

    def find(self) -> tuple[int, ...] | None:
        """A renaming that fits what is fixed, or None where there is none; nothing stays changed.

        Raises LimitReached when that takes too long to say.
        """
        if not self.possible:
            return None
        base = len(self.trail)
        stack: list[_Branch] = []
        while True:
            open_names = [name for name, domain in enumerate(self.domains) if not is_one(domain)]
            if open_names:
                name = min(open_names, key=lambda name: (not self.tells(name), self.domains[name].bit_count()))
                stack.append(_Branch(name, self.domains[name], len(self.trail)))
            else:
                found = tuple(domain.bit_length() - 1 for domain in self.domains)
                self.spend(len(self.a.labels) // 10)
                if in_step(self.a, self.b, found) is not None:
                    self.undo(base)
                    return found
            if not self.try_next(stack):
                return None

    def tells(self, name: int) -> bool:
        """Whether knowing the name would pair positions that are not paired yet, and from which play goes on."""
        for position in self.waiting[name][:FIRST]:
            target = self.moves_at(0, position)[0][name][1]
            if target not in self.pairs[0] and self.a.graph.first[target] < self.a.graph.first[target + 1]:
                return True
        return False

    def try_next(self, stack: list["_Branch"]) -> bool:
        """Fix the next name that is left to try; False where none is."""
        while stack:
            branch = stack[-1]
            self.undo(branch.mark)
            if branch.value >= 0:  # it has failed, and so would all that can take its place
                self.tried += 1
                branch.left &= ~(1 << branch.value)
                if self.work - branch.work > WORTH_A_CHECK:
                    branch.left &= ~sum(1 << other for other in bits(branch.left) if self.same(branch.value, other))
            if not branch.left:
                stack.pop()
                continue
            branch.value = (branch.left & -branch.left).bit_length() - 1
            branch.work = self.work
            if self.fix(branch.name, branch.value):
                return True
        return False

    def same(self, one: int, other: int) -> bool:
        """Whether two names of b can be swapped, so that what fails with one fails with the other."""
        if (one, other) not in self.alike:
            self.spend(len(self.b.labels) // 10)
            swapped = swap(len(self.b.names), one, other)
            self.alike[one, other] = self.alike[other, one] = in_step(self.b, self.b, swapped) is not None
        return self.alike[one, other]

    def restrict(self, name: int, domain: int) -> None:
        self.trail.append((DOMAIN, name, self.domains[name]))
        self.domains[name] = domain
        if is_one(domain):
            self.names.append(name)

    def pair(self, mine: int, theirs: int) -> bool:
        """These two positions must be one; False where they cannot."""
        if mine in self.pairs[0] or theirs in self.pairs[1]:
            return self.pairs[0].get(mine) == theirs
        if self.position_colours[0][mine] != self.position_colours[1][theirs]:
            return False
        if len(self.pairs[0]) < MOST_PAIRS:
            self.pairs[0][mine], self.pairs[1][theirs] = theirs, mine
            self.trail.append((PAIRED, mine, 0))
            self.positions.append(mine)
        return True

    def narrow(self) -> bool:
        """Draw all conclusions; False where they contradict each other."""
        while self.names or self.positions:
            if not (self.tell(self.names.pop()) if self.names else self.look(self.positions.popleft())):
                return False
        return all(domain.bit_count() >= count for domain, count in Counter(self.domains).items())

    def tell(self, name: int) -> bool:
        """A name is known: no other becomes the same, and it leads from paired positions to paired positions."""
        if self.settled[name]:
            return True
        self.settled[name] = True
        self.trail.append((SETTLED, name, 0))
        self.spend(1 + len(self.domains) // 10)
        bit = self.domains[name]
        for other, domain in enumerate(self.domains):
            if domain & bit and other != name:
                if domain == bit:
                    return False
                self.restrict(other, domain & ~bit)
        return all(self.follow(position, name) for position in self.waiting[name])

    def follow(self, position: int, name: int) -> bool:
        """Pair the positions that a settled name leads to."""
        mine, _ = self.moves_at(0, position)
        theirs, _ = self.moves_at(1, self.pairs[0][position])
        value = self.domains[name].bit_length() - 1
        return value in theirs and self.pair(mine[name][1], theirs[value][1])

    def look(self, position: int) -> bool:
        """A new pair: whatever can be played in one must be played in the other, and nothing else."""
        mine, _ = self.moves_at(0, position)
        theirs, possible = self.moves_at(1, self.pairs[0][position])
        self.spend(len(mine))
        if mine:
            there = sum(1 << name for name in theirs)
            for name in self.others[self.a.names[next(iter(mine))][0]]:
                if name not in mine and self.domains[name] & there:
                    if not self.domains[name] & ~there:
                        return False
                    self.restrict(name, self.domains[name] & ~there)
        for name, (colour, _) in mine.items():
            domain = self.domains[name] & possible.get(colour, 0)
            if not domain:
                return False
            if domain != self.domains[name]:
                self.restrict(name, domain)
            if not self.settled[name]:
                self.waiting[name].append(position)
                self.trail.append((WAITING, name, 0))
            elif not self.follow(position, name):
                return False
        return True

    def moves_at(self, side: int, position: int) -> Any:
        """The names at a position, each with the colour of its edge and its target; and by colour, as a set."""
        if position not in self.edges_at[side]:
            named = (self.a, self.b)[side]
            edges = slice(int(named.graph.first[position]), int(named.graph.first[position + 1]))
            colours = self.edge_colours[side][edges].tolist()
            names = named.labels[edges].tolist()
            sets: dict[int, int] = {}
            for name, colour in zip(names, colours, strict=True):
                sets[colour] = sets.get(colour, 0) | 1 << name
            targets = named.graph.targets[edges].tolist()
            self.edges_at[side][position] = dict(zip(names, zip(colours, targets, strict=True), strict=True)), sets
        return self.edges_at[side][position]

    def spend(self, work: int) -> None:
        self.work += work
        if self.work > self.most_work:
            games = " and ".join(dict.fromkeys(type(named.graph.game).name for named in (self.a, self.b)))
            raise LimitReached(
                f"{games}: given up after {self.tried:,} beginnings of a renaming that failed; nothing is proven"
            )


DOMAIN, SETTLED, WAITING, PAIRED = range(4)  # kinds of changes


class _Branch:
    """A name with more than one possibility, the one being tried, and those left."""

    __slots__ = ("left", "mark", "name", "value", "work")

    def __init__(self, name: int, left: int, mark: int) -> None:
        self.name, self.left, self.mark = name, left, mark
        self.value, self.work = -1, 0


def is_one(domain: int) -> bool:
    """Whether a set has one member."""
    return domain & (domain - 1) == 0


def first_renaming(search: Search) -> tuple[int, ...] | None:
    """The renaming that comes first in the order of the names, or None where there is none.

    Where that takes too long, one that comes early.
    """
    found = search.find()
    if found is None:
        return None
    base = len(search.trail)
    search.most_work = search.work + LITTLE_WORK
    with suppress(LimitReached):
        found = _earlier(search, found)
    search.undo(base)
    return found


def _earlier(search: Search, found: tuple[int, ...]) -> tuple[int, ...]:
    """The first renaming there is, given one."""
    for name in range(len(found)):
        for value in bits(search.domains[name] & (1 << found[name]) - 1):
            mark = len(search.trail)
            better = search.find() if search.fix(name, value) else None
            search.undo(mark)
            if better is not None:
                found = better
                break
        search.fix(name, found[name])
    return found


def searching(a: Named, b: Named, question: Callable[[Search], T]) -> T:
    """The answer of a search; where it takes long, of one that begins again with sharper colours."""
    graphs = [a] if a is b else [a, b]
    colours = refine(graphs)
    try:
        return question(Search(a, b, (colours[0], colours[-1]), LITTLE_WORK))
    except LimitReached:
        colours = sharpened(graphs, colours)
        return question(Search(a, b, (colours[0], colours[-1]), MOST_WORK))
