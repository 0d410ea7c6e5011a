"""The search for one renaming of moves that turns the graph of one game into that of another.

Every name of the first game keeps its *domain*: the set of names of the second that it may become. Two positions are
*paired* if any renaming that fits must turn one into the other: the starts, and the targets of settled names. A pair
narrows the domains: a move becomes one that can be played there too, with the same reward and odds, and leads to a
position of the same colour.

When nothing more follows, the search assigns a name and backtracks. It tries all names in the end, so finding none is a
proof that there is none; a renaming that it finds is compared with the whole graph.
"""

from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple, TypeVar

from faceup.engines.model.limits import Limits
from faceup.engines.same.labelled_graph import LabelledGraph, match_positions
from faceup.engines.same.permutation_groups import swap
from faceup.engines.same.refinement import Colours, refine, sharpen_colours
from faceup.rules.cards import bits
from faceup.rules.errors import LimitReached

LOOK_EVERY = 10_000  # moves between two checks of the limits
MOST_PAIRS = 5_000  # more pairs cost more than they exclude

DOMAIN, SETTLED, WAITING, PAIRED = range(4)  # kinds of changes


class Moves(NamedTuple):
    """The moves at a position."""

    leads: dict[int, tuple[int, int]]  #: for each name the colour of its edge and the position it leads to
    coloured: dict[int, int]  #: the set of names for each colour of an edge


class PartialRenaming:
    """A partial renaming from the minimal graph a to the minimal graph b; assignments of names can be undone."""

    def __init__(
        self, a: LabelledGraph, b: LabelledGraph, colours: tuple[Colours, Colours], most_work: int, limits: Limits
    ) -> None:
        self.a, self.b, self.colours, self.limits = a, b, colours, limits
        self.most_work = most_work
        self.work = self.looked = 0
        self.failed = 0  # failed assignments of names
        self.domains = _names_of_the_same_colour(a, b, colours)
        self.settled = [False] * len(self.domains)
        self.pairs: tuple[dict[int, int], dict[int, int]] = ({}, {})  # from a to b and back
        self.waiting: list[list[int]] = [[] for _ in self.domains]  # the paired positions with each open name
        self.trail: list[tuple[int, int, int]] = []  # kind, place and old value of each change
        self.new_names: list[int] = []  # assigned names whose consequences are open
        self.new_pairs: deque[int] = deque()  # pairs whose consequences are open
        self.of_kind = [[name for name, (of, _) in enumerate(a.names) if of == kind] for kind in range(3)]
        self.position_colours = [each.positions.tolist() for each in colours]
        self.moves: tuple[dict[int, Moves], dict[int, Moves]] = ({}, {})  # cache
        self.possible = len(a.names) == len(b.names) and all(self.domains) and self.pair(0, 0)
        if self.possible:
            self.new_names.extend(name for name, domain in enumerate(self.domains) if is_one(domain))
            self.possible = self.propagate()

    def fix(self, name: int, value: int) -> bool:
        """Map the name to this value; False if that is impossible."""
        if not self.domains[name] >> value & 1:
            return False
        if self.domains[name] != 1 << value:
            self.restrict(name, 1 << value)
        return self.propagate()

    def undo(self, mark: int) -> None:
        """Undo all changes since the trail had this length."""
        self.new_names.clear()
        self.new_pairs.clear()
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

    def propagate(self) -> bool:
        """Propagate all consequences; False if they contradict each other."""
        while self.new_names or self.new_pairs:
            while self.new_names:
                if not self.settle(self.new_names.pop()):
                    return False
            if self.new_pairs and not self.compare_moves(self.new_pairs.popleft()):
                return False
        return all(domain.bit_count() >= count for domain, count in Counter(self.domains).items())

    def settle(self, name: int) -> bool:
        """Propagate an assigned name: its value is taken, and targets of paired positions are paired."""
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
        """Pair the targets of an assigned name."""
        mine = self.moves_at(0, position).leads
        theirs = self.moves_at(1, self.pairs[0][position]).leads
        value = self.domains[name].bit_length() - 1
        return value in theirs and self.pair(mine[name][1], theirs[value][1])

    def compare_moves(self, position: int) -> bool:
        """Propagate a new pair: both positions must have the same moves."""
        mine = self.moves_at(0, position).leads
        theirs, coloured = self.moves_at(1, self.pairs[0][position])
        self.spend(len(mine))
        if mine:
            there = sum(1 << name for name in theirs)
            for name in self.of_kind[self.a.names[next(iter(mine))][0]]:
                if name not in mine and self.domains[name] & there:
                    if not self.domains[name] & ~there:
                        return False
                    self.restrict(name, self.domains[name] & ~there)
        for name, (colour, _) in mine.items():
            domain = self.domains[name] & coloured.get(colour, 0)
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

    def pair(self, mine: int, theirs: int) -> bool:
        """Pair these two positions; False if that is impossible."""
        if mine in self.pairs[0] or theirs in self.pairs[1]:
            return self.pairs[0].get(mine) == theirs
        if self.position_colours[0][mine] != self.position_colours[1][theirs]:
            return False
        if len(self.pairs[0]) < MOST_PAIRS:
            self.pairs[0][mine], self.pairs[1][theirs] = theirs, mine
            self.trail.append((PAIRED, mine, 0))
            self.new_pairs.append(mine)
        return True

    def restrict(self, name: int, domain: int) -> None:
        """Restrict the name to these values."""
        self.trail.append((DOMAIN, name, self.domains[name]))
        self.domains[name] = domain
        if is_one(domain):
            self.new_names.append(name)

    def moves_at(self, side: int, position: int) -> Moves:
        """Return the moves at a position of a (0) or b (1)."""
        if position not in self.moves[side]:
            labelled = (self.a, self.b)[side]
            edges = slice(int(labelled.graph.first[position]), int(labelled.graph.first[position + 1]))
            colours = self.colours[side].edges[edges].tolist()
            names = labelled.labels[edges].tolist()
            targets = labelled.graph.targets[edges].tolist()
            coloured: dict[int, int] = {}
            for name, colour in zip(names, colours, strict=True):
                coloured[colour] = coloured.get(colour, 0) | 1 << name
            leads = dict(zip(names, zip(colours, targets, strict=True), strict=True))
            self.moves[side][position] = Moves(leads, coloured)
        return self.moves[side][position]

    def spend(self, work: int) -> None:
        """Count visited moves; raises LimitReached if they are too many, or at another limit."""
        self.work += work
        if self.work - self.looked >= LOOK_EVERY:
            self.looked = self.work
            self.limits.check(self.a.graph.game, len(self.a.graph.states))
        if self.work > self.most_work:
            games = " and ".join(dict.fromkeys(type(labelled.graph.game).name for labelled in (self.a, self.b)))
            raise LimitReached(
                f"{games}: given up after {self.failed:,} beginnings of a renaming that failed; nothing is proven"
            )


def _names_of_the_same_colour(a: LabelledGraph, b: LabelledGraph, colours: tuple[Colours, Colours]) -> list[int]:
    """Return for each name of a the set of names of b with its kind and colour."""
    sets: dict[tuple[int, int], int] = {}
    for value, key in enumerate(zip(b.kinds, colours[1].names.tolist(), strict=True)):
        sets[key] = sets.get(key, 0) | 1 << value
    return [sets.get(key, 0) for key in zip(a.kinds, colours[0].names.tolist(), strict=True)]


def is_one(domain: int) -> bool:
    """Whether a set has one member."""
    return domain & (domain - 1) == 0


T = TypeVar("T")

MOST_WORK = 30_000_000  # visited moves, some tens of seconds
LITTLE_WORK = 1_000_000  # before the search computes sharper colours
POSITIONS_ASKED = 20  # positions checked to judge a name
WORTH_A_CHECK = 1_000  # moves visited in vain before a check for interchangeable names


class Search(PartialRenaming):
    """The backtracking search that completes a partial renaming."""

    def __init__(
        self, a: LabelledGraph, b: LabelledGraph, colours: tuple[Colours, Colours], most_work: int, limits: Limits
    ) -> None:
        super().__init__(a, b, colours, most_work, limits)
        self.swappable: dict[tuple[int, int], bool] = {}

    def find(self) -> tuple[int, ...] | None:
        """Return a renaming that extends the assignments so far, or None; leave no changes.

        Raises LimitReached if the search takes too long.
        """
        if not self.possible:
            return None
        base = len(self.trail)
        branches: list[_Branch] = []
        while True:
            name = self.next_name()
            if name is not None:
                branches.append(_Branch(name, self.domains[name], len(self.trail)))
            else:
                renaming = tuple(domain.bit_length() - 1 for domain in self.domains)
                self.spend(len(self.a.labels) // 10)
                if match_positions(self.a, self.b, renaming) is not None:
                    self.undo(base)
                    return renaming
            if not self.try_next(branches):
                return None

    def next_name(self) -> int | None:
        """Return the next name to branch on: one that leads to new pairs, with few values; None if all are assigned."""
        unknown = [name for name, domain in enumerate(self.domains) if not is_one(domain)]
        return min(unknown, key=lambda name: (not self.leads_on(name), self.domains[name].bit_count()), default=None)

    def leads_on(self, name: int) -> bool:
        """Whether assigning the name would pair new positions that are not ends of play."""
        for position in self.waiting[name][:POSITIONS_ASKED]:
            target = self.moves_at(0, position).leads[name][1]
            if target not in self.pairs[0] and self.a.graph.first[target] < self.a.graph.first[target + 1]:
                return True
        return False

    def try_next(self, branches: list["_Branch"]) -> bool:
        """Assign the next open value of the last branch; False if no branch is left."""
        while branches:
            branch = branches[-1]
            self.undo(branch.mark)
            if branch.value >= 0:  # it has failed, and so would all interchangeable values
                self.failed += 1
                branch.left &= ~(1 << branch.value)
                if self.work - branch.work > WORTH_A_CHECK:
                    branch.left &= ~sum(1 << other for other in bits(branch.left) if self.same(branch.value, other))
            if not branch.left:
                branches.pop()
                continue
            branch.value = (branch.left & -branch.left).bit_length() - 1
            branch.work = self.work
            if self.fix(branch.name, branch.value):
                return True
        return False

    def same(self, one: int, other: int) -> bool:
        """Whether two names of b are interchangeable, so that both fail or none."""
        if (one, other) not in self.swappable:
            self.spend(len(self.b.labels) // 10)
            fits = match_positions(self.b, self.b, swap(len(self.b.names), one, other)) is not None
            self.swappable[one, other] = self.swappable[other, one] = fits
        return self.swappable[one, other]


class _Branch:
    """A branch: a name, its current value, and its open values."""

    __slots__ = ("left", "mark", "name", "value", "work")

    def __init__(self, name: int, left: int, mark: int) -> None:
        self.name, self.left, self.mark = name, left, mark
        self.value, self.work = -1, 0


def first_renaming(search: Search) -> tuple[int, ...] | None:
    """Return the lexicographically first renaming, or None if there is none.

    If that takes too long, return an early one.
    """
    renaming = search.find()
    if renaming is None:
        return None
    base = len(search.trail)
    search.most_work = search.work + LITTLE_WORK
    with suppress(LimitReached):
        renaming = _earlier(search, renaming)
    search.undo(base)
    return renaming


def _earlier(search: Search, renaming: tuple[int, ...]) -> tuple[int, ...]:
    """Return the lexicographically first renaming, starting from one."""
    for name in range(len(renaming)):
        for value in bits(search.domains[name] & (1 << renaming[name]) - 1):
            mark = len(search.trail)
            better = search.find() if search.fix(name, value) else None
            search.undo(mark)
            if better is not None:
                renaming = better
                break
        search.fix(name, renaming[name])
    return renaming


def searching(
    a: LabelledGraph, b: LabelledGraph, question: Callable[[Search], T], limits: Limits, patient: bool = True
) -> T:
    """Return the answer of a search; if it takes long, start again with sharper colours, if ``patient``."""
    graphs = [a] if a is b else [a, b]
    colours = refine(graphs)
    try:
        return question(Search(a, b, (colours[0], colours[-1]), LITTLE_WORK, limits))
    except LimitReached:
        if not patient:
            raise
        colours = sharpen_colours(graphs, colours, limits)
        return question(Search(a, b, (colours[0], colours[-1]), MOST_WORK, limits))
