"""Symmetries: the renamings of moves that leave a game unchanged, computed from its rules."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from faceup.engines.graph.game_graph import MOST_POSITIONS, walk
from faceup.engines.model.contract_check import open_game
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import seats_of
from faceup.engines.same.labelled_graph import (
    LabelledGraph,
    label,
    match_positions,
    minimal_graph,
    renaming_of,
    sorted_by_move,
    steps,
)
from faceup.engines.same.permutation_groups import elements, orbit, swap, without_products
from faceup.engines.same.renaming_search import Search, searching
from faceup.results.answers.sameness import Symmetries
from faceup.rules.cards import bits
from faceup.rules.contract import Game, alter
from faceup.rules.moves import Move

MOST_LISTED = 1000  # elements of a group that is listed in full

Permutation = tuple[int, ...]  # the image of each name


def symmetries(
    game: Game,
    *,
    start: Any = None,
    most: int = MOST_POSITIONS,
    limits: Limits | None = None,
    patient: bool = True,
) -> Symmetries:
    """Return the group of renamings of moves that leave the game unchanged, with the openings and positions up to it.

    All players have one renaming, outcomes of chance have another; seats keep their places. The group is complete,
    however large. ``start`` is the state to play from, by default the game's own. Raises LimitReached beyond ``most``
    positions, at other ``limits``, or when the search takes too long: soon if it is not ``patient``.
    """
    return _explore(game, start, most, limits or Limits(), patient)[0]


def reduce_game(
    game: Game, *, start: Any = None, most: int = MOST_POSITIONS, limits: Limits | None = None, patient: bool = True
) -> tuple[Game, Symmetries]:
    """Return the game with a canon that gives one representative for all states that are equivalent by symmetry.

    The canon lists the representatives of all reachable states; other states have the game's own canon. Raises
    LimitReached as ``symmetries`` does.
    """
    result, states, first_alike = _explore(game, start, most, limits or Limits(), patient)
    others = {state: states[k] for state, k in zip(states, first_alike.tolist(), strict=True) if state is not states[k]}
    return alter(game, canon=Representatives(game.canon, others)), result


class Representatives:
    """A canon with a table of representatives, applied after another canon."""

    def __init__(self, canon: Callable[[Any], Any], others: dict[Any, Any]) -> None:
        self.canon, self.others = canon, others

    def __call__(self, state: Any) -> Any:
        state = self.canon(state)
        return self.others.get(state, state)


def _explore(
    game: Game, start: Any, most: int, limits: Limits, patient: bool = True
) -> tuple[Symmetries, list[Any], Any]:
    """Return the symmetries, all states, and for each state the first equivalent one."""
    open_game(game, "compared")
    began = time.perf_counter()
    graph = walk(game, start=start, most=most, limits=limits, seats=seats_of(game))
    (least,) = label([minimal_graph(graph)])
    order, generators = automorphisms(least, limits, patient)
    unchanged = tuple(range(len(least.names)))
    group = elements(unchanged, generators) if order <= MOST_LISTED else None
    if group is not None:
        generators = without_products(unchanged, generators)
    (whole,) = label([sorted_by_move(graph)])
    first_alike = orbits_of_positions(whole, generators)
    result = Symmetries(
        game,
        order=order,
        generators=tuple(renaming_of(least, least, new) for new in generators),
        elements=None if group is None else tuple(renaming_of(least, least, new) for new in sorted(group)),
        start=graph.states[0],
        openings=_openings(least, generators),
        positions=len(graph.states),
        different=len(np.unique(first_alike)),
        words=least.move_texts(),
        seconds=time.perf_counter() - began,
    )
    return result, graph.states, first_alike


def _openings(least: LabelledGraph, generators: Sequence[Permutation]) -> tuple[tuple[Move, ...], ...]:
    """Return the first moves, grouped by equivalence under the symmetries."""
    names = np.arange(len(least.names))
    orbits = components(len(names), [(names, np.array(new, np.int64)) for new in generators])
    groups: dict[int, list[Move]] = {}
    for name in least.labels[: least.graph.first[1]].tolist():
        groups.setdefault(int(orbits[name]), []).append(least.names[name][1])
    return tuple(map(tuple, groups.values()))


def automorphisms(least: LabelledGraph, limits: Limits, patient: bool = True) -> tuple[int, list[Permutation]]:
    """Return the order of the automorphism group of the minimal graph, and generators (Schreier-Sims).

    The search fixes one name after another. On the way back, with the names before it fixed, each name has an orbit;
    the product of the orbit sizes is the order of the group.
    """
    return searching(least, least, _stabiliser_chain, limits, patient)


def _stabiliser_chain(search: Search) -> tuple[int, list[Permutation]]:
    """Return the order of the group and its generators, as ``automorphisms`` describes."""
    count = len(search.domains)
    marks = []
    for name in range(count):
        marks.append(len(search.trail))
        search.fix(name, name)
    order, generators = 1, list[Permutation]()
    for name in reversed(range(count)):
        search.undo(marks[name])
        deeper = list(generators)  # these fix the name
        images, refused = {name}, set[int]()
        for other in bits(search.domains[name]):
            if other in images or other in refused:
                continue
            new = _automorphism_mapping(search, name, other)
            if new is None:
                refused |= orbit(other, deeper)
            else:
                generators.append(new)
                images = orbit(name, generators)
        order *= len(images)
    return order, generators


def _automorphism_mapping(search: Search, name: int, other: int) -> Permutation | None:
    """Return an automorphism that fixes all names fixed so far and maps one name to another, or None."""
    if search.same(name, other):
        return swap(len(search.a.names), name, other)
    mark = len(search.trail)
    renaming = search.find() if search.fix(name, other) else None
    search.undo(mark)
    return renaming


def orbits_of_positions(graph: LabelledGraph, generators: Sequence[Permutation]) -> Any:
    """Return for each position of a whole graph the first equivalent one."""
    everywhere = np.arange(len(graph.graph.states))
    links = []
    for new in generators:
        partners = match_positions(graph, graph, new, least=False)
        if partners is None:  # an error in faceup
            raise RuntimeError("a symmetry of the minimal graph is not a symmetry of the whole graph")
        mine, theirs = steps(graph, graph, np.array(new), everywhere, partners)
        pairs = np.unique(mine * len(everywhere) + theirs)
        links.append(np.divmod(pairs, len(everywhere)))
    return components(len(everywhere), links)


def components(count: int, links: Sequence[tuple[Any, Any]]) -> Any:
    """Return for each of ``count`` numbers the lowest of its connected component under the links."""
    lowest = np.arange(count)
    while True:
        before = lowest.copy()
        for one, other in links:
            low = np.minimum(lowest[one], lowest[other])
            np.minimum.at(lowest, one, low)
            np.minimum.at(lowest, other, low)
        lowest = lowest[lowest]
        if (lowest == before).all():
            return lowest
