"""The search for one renaming of moves that turns the graph of one game into that of another.

When nothing more follows from what is known of the renaming, a name is tried. All names are tried in the end, so
finding none is a proof that there is none; what is found is compared with the whole graph.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from faceup.engines.model.limits import Limits
from faceup.engines.same.labelled_graph import LabelledGraph, in_step
from faceup.engines.same.partial_renaming import PartialRenaming, is_one
from faceup.engines.same.permutation_groups import swap
from faceup.engines.same.refinement import Colours, refine, sharpen_colours
from faceup.rules.cards import bits
from faceup.rules.errors import LimitReached

T = TypeVar("T")

MOST_WORK = 30_000_000  # moves looked at, some tens of seconds
LITTLE_WORK = 1_000_000  # before sharper colours are asked for
POSITIONS_ASKED = 20  # positions looked at to see whether a name is worth trying
WORTH_A_CHECK = 1_000  # moves looked at in vain before asking whether another name would fare the same


class Search(PartialRenaming):
    """The search for the part of a renaming that is not known."""

    def __init__(
        self, a: LabelledGraph, b: LabelledGraph, colours: tuple[Colours, Colours], most_work: int, limits: Limits
    ) -> None:
        super().__init__(a, b, colours, most_work, limits)
        self.swappable: dict[tuple[int, int], bool] = {}

    def find(self) -> tuple[int, ...] | None:
        """A renaming that fits what is fixed, or None where there is none; nothing stays changed.

        Raises LimitReached when that takes too long to say.
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
                if in_step(self.a, self.b, renaming) is not None:
                    self.undo(base)
                    return renaming
            if not self.try_next(branches):
                return None

    def next_name(self) -> int | None:
        """The name to try: one that leads to new pairs, with few possibilities; None where all are known."""
        unknown = [name for name, domain in enumerate(self.domains) if not is_one(domain)]
        return min(unknown, key=lambda name: (not self.leads_on(name), self.domains[name].bit_count()), default=None)

    def leads_on(self, name: int) -> bool:
        """Whether knowing the name would pair positions that are not paired yet, and from which play goes on."""
        for position in self.waiting[name][:POSITIONS_ASKED]:
            target = self.moves_at(0, position).leads[name][1]
            if target not in self.pairs[0] and self.a.graph.first[target] < self.a.graph.first[target + 1]:
                return True
        return False

    def try_next(self, branches: list["_Branch"]) -> bool:
        """Fix the next name that is left to try; False where none is."""
        while branches:
            branch = branches[-1]
            self.undo(branch.mark)
            if branch.value >= 0:  # it has failed, and so would all that can take its place
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
        """Whether two names of b can be swapped, so that what fails with one fails with the other."""
        if (one, other) not in self.swappable:
            self.spend(len(self.b.labels) // 10)
            fits = in_step(self.b, self.b, swap(len(self.b.names), one, other)) is not None
            self.swappable[one, other] = self.swappable[other, one] = fits
        return self.swappable[one, other]


class _Branch:
    """A name with more than one possibility, the one being tried, and those left."""

    __slots__ = ("left", "mark", "name", "value", "work")

    def __init__(self, name: int, left: int, mark: int) -> None:
        self.name, self.left, self.mark = name, left, mark
        self.value, self.work = -1, 0


def first_renaming(search: Search) -> tuple[int, ...] | None:
    """The renaming that comes first in the order of the names, or None where there is none.

    Where that takes too long, one that comes early.
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
    """The first renaming there is, given one."""
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


def searching(a: LabelledGraph, b: LabelledGraph, question: Callable[[Search], T], limits: Limits) -> T:
    """The answer of a search; where it takes long, of one that begins again with sharper colours."""
    graphs = [a] if a is b else [a, b]
    colours = refine(graphs)
    try:
        return question(Search(a, b, (colours[0], colours[-1]), LITTLE_WORK, limits))
    except LimitReached:
        colours = sharpen_colours(graphs, colours, limits)
        return question(Search(a, b, (colours[0], colours[-1]), MOST_WORK, limits))
