"""Stones that can be picked: moves that take stones from one heap and leave all others alone."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from faceup.rules.contract import Game
from faceup.rules.fields import Heap, field_kinds, item_kind
from faceup.rules.moves import Move

MOST_MOVES = 1000  # to try; with more of them, stones cannot be picked
Place = tuple[str, int]  # the field of a heap, and its place in a row
Stones = Mapping[Place, Mapping[int, Move]]  # for each heap the moves that take some of it, by how many they leave


def stones_taken(game: Game, state: Any, moves: Collection[Move]) -> Stones:
    """The moves that take stones from one heap alone, by playing each by the rules.

    If two moves leave the same number, no stone stands for either. If there is another kind of move too, such as
    rolling besides holding, the pot is not a heap.
    """
    kinds = field_kinds(type(state))
    heaps = dict(_heaps(state, kinds))
    if not heaps or len(moves) > MOST_MOVES:
        return {}
    by_heap: dict[Place, dict[int, list[Move]]] = {}
    for move in moves:
        after = dict(_heaps(game.play(state, move), kinds))
        changed = [place for place in heaps if after.get(place) != heaps[place]]
        if after.keys() == heaps.keys() and len(changed) == 1 and 0 <= after[changed[0]] < heaps[changed[0]]:
            by_heap.setdefault(changed[0], {}).setdefault(after[changed[0]], []).append(move)
    if sum(len(moves_left) for each in by_heap.values() for moves_left in each.values()) < len(moves):
        return {}
    return {
        place: {rest: moves_left[0] for rest, moves_left in each.items() if len(moves_left) == 1}
        for place, each in by_heap.items()
    }


def _heaps(state: Any, kinds: Mapping[str, Any]) -> Iterator[tuple[Place, int]]:
    for name, value in zip(state._fields, state, strict=True):
        if kinds.get(name) is Heap:
            yield (name, 0), value
        elif item_kind(kinds.get(name)) is Heap:
            yield from (((name, k), size) for k, size in enumerate(value))
