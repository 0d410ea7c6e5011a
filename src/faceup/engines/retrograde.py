"""Two players without chance in positions that come round: who can force which end, and how soon (Zermelo, Thompson).

The ends outside and what a play without end is worth are put in order. What is better than a play without end, the
first player has to force; from the best end down, the positions are collected from which that can be done. What is
worse, the second has to force, from the worst end up. Positions that are left go round.
"""

from collections import deque
from collections.abc import Container, Sequence
from math import inf
from typing import NamedTuple

from faceup.engines.prospects import hurries
from faceup.numbers.exact import Exact


class Exits(NamedTuple):
    """Where a position leads: to which others, and to which ends, with the number of the way there."""

    inside: list[tuple[int, int]]
    ends: list[tuple[Exact, int, float]]  # worth, way, and the moves from there to the end, infinite if not known


class Forced(NamedTuple):
    """What a position is worth, in how many moves that is forced, and by which way.

    The moves are infinite where play goes round, and None where they are not known.
    """

    value: Exact
    distance: float | None
    way: int


class _Found(NamedTuple):
    """The same of a position from which an end is forced: infinite moves are not known."""

    value: Exact
    distance: float
    way: int


def forced(exits: Sequence[Exits], turns: Sequence[int], endless: Exact, counts: int = 0) -> list[Forced]:
    """What each position is worth to player 0, who moves where the turn is 0.

    ``counts`` is what an end worth no more and no less than play without end is to player 0: see ``prospects``.
    """
    found: dict[int, _Found] = {}
    worths = sorted({worth for own in exits for worth, _, _ in own.ends})
    into: list[list[tuple[int, int]]] = [[] for _ in exits]
    for i, own in enumerate(exits):
        for there, way in own.inside:
            into[there].append((i, way))
    for worth in reversed([worth for worth in worths if hurries(0, worth, endless, counts)]):
        _collect(exits, turns, into, found, worth, 0)
    for worth in (worth for worth in worths if hurries(1, worth, endless, counts)):
        _collect(exits, turns, into, found, worth, 1)
    return [_told(found[i]) if i in found else _goes_round(own, found, endless) for i, own in enumerate(exits)]


def _told(found: "_Found") -> Forced:
    return Forced(found.value, None if found.distance == inf else found.distance, found.way)


def _collect(
    exits: Sequence[Exits],
    turns: Sequence[int],
    into: Sequence[Sequence[tuple[int, int]]],
    found: dict[int, _Found],
    worth: Exact,
    player: int,
) -> None:
    """Find the positions from which the player forces an end as good as this, those nearest to it first."""
    sign = 1 if player == 0 else -1
    layers: dict[float, list[tuple[int, int]]] = {}  # positions that may be found, by the moves from them to the end
    left: dict[int, int] = {}  # the ways of the other player that are not yet known to lead there, or to a better end
    longest: dict[int, tuple[float, int]] = {}  # the longest of those that lead there

    def offer(i: int, way: int, moves: float, leads_to: Exact) -> None:
        if i in found:
            return
        if turns[i] == player:
            layers.setdefault(moves, []).append((i, way))
            return
        if i not in left:
            own = exits[i]
            left[i] = len(own.inside) + len(own.ends)
        left[i] -= 1
        if leads_to == worth:  # to a better end for this player the other one does not go
            longest[i] = max(longest.get(i, (0, way)), (moves, way))
        if left[i] == 0:
            layers.setdefault(longest[i][0], []).append((i, longest[i][1]))

    for i, own in enumerate(exits):
        for end, way, moves in own.ends:
            if sign * end >= sign * worth:
                offer(i, way, moves + 1, end)
        for there, way in own.inside:
            if there in found and sign * found[there].value >= sign * worth:
                offer(i, way, found[there].distance + 1, found[there].value)
    while layers:
        moves = min(layers)
        queue = deque(layers.pop(moves))
        while queue:
            i, way = queue.popleft()
            if i in found:
                continue
            found[i] = _Found(worth, moves, way)
            for before, towards in into[i]:
                offer(before, towards, moves + 1, worth)


def _goes_round(own: Exits, found: Container[int], endless: Exact) -> Forced:
    """A position of which nobody forces an end: a way that goes on, or an end worth the same."""
    for there, way in own.inside:
        if there not in found:
            return Forced(endless, inf, way)
    return Forced(endless, inf, next(way for worth, way, _ in own.ends if worth == endless))
