"""The zones of one field of a state, by its annotation, and the stones that can be picked."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from faceup.results.scene.things import Item, Zone
from faceup.rules.cards import bits, bits_of
from faceup.rules.contract import Game
from faceup.rules.fields import Card, Dice, Die, Field, Heap, Place, item_kind, value_text
from faceup.rules.moves import Move
from faceup.rules.parameters import Cards
from faceup.rules.rows import place_name

MOST_MOVES = 1000  # to try; with more of them, stones cannot be picked
HeapPlace = tuple[str, int]  # the field of a heap, and its place in a row
Stones = Mapping[HeapPlace, Mapping[int, Move]]  # for each heap the moves that take some of it, by how many they leave


def stones_taken(game: Game, state: Any, kinds: Mapping[str, Any], moves: Collection[Move]) -> Stones:
    """The moves that take stones from one heap alone, by playing each by the rules.

    If two moves leave the same number, no stone stands for either. If a move takes none from any heap, as rolling does
    besides holding, the pot is not a heap. ``kinds`` are the annotations of the fields.
    """
    heaps = dict(_heaps(state, kinds))
    if not heaps or len(moves) > MOST_MOVES:
        return {}
    by_heap: dict[HeapPlace, dict[int, list[Move]]] = {}
    for move in moves:
        after = dict(_heaps(game.play(state, move), kinds))
        changed = [place for place in heaps if after.get(place) != heaps[place]]
        if (
            not changed
            or after.keys() != heaps.keys()
            or not all(0 <= after[place] < heaps[place] for place in changed)
        ):
            return {}
        if len(changed) == 1:
            by_heap.setdefault(changed[0], {}).setdefault(after[changed[0]], []).append(move)
    return {
        place: {rest: moves_left[0] for rest, moves_left in each.items() if len(moves_left) == 1}
        for place, each in by_heap.items()
    }


def _heaps(state: Any, kinds: Mapping[str, Any]) -> Iterator[tuple[HeapPlace, int]]:
    for name, value in zip(state._fields, state, strict=True):
        if kinds.get(name) is Heap:
            yield (name, 0), value
        elif item_kind(kinds.get(name)) is Heap:
            yield from (((name, k), size) for k, size in enumerate(value))


FACE_DOWN = "?"  # the text of a card or a die that only another player sees
MOST_COUNTERS = 200  # of a heap, before it is a number
DRAWN = (Cards, Card, Die, Heap, Place)  # alone; a row of anything is drawn


def is_drawn(field: Field) -> bool:
    """Whether a field is drawn, not left to text."""
    return field.kind in DRAWN or isinstance(field.value, tuple | frozenset)


def field_zones(field: Field, picked: Collection[int], stones: Stones, seats: Sequence[str] = ()) -> list[Zone]:
    """The zones of a field: cards, dice, heaps, sets or numbers side by side; empty if the field is left to text.

    ``picked`` are the cards of it that are moves, ``stones`` the moves that take some from one heap. A card or die that
    is None lies face down. ``seats`` are names of players, each of whom has a place in a row of that length.
    """
    name, value, kind = field
    if not is_drawn(field):
        return []
    if kind is Dice:
        return [dice_zone(field.label, (face for face, count in enumerate(value, start=1) for _ in range(count)))]
    if isinstance(value, frozenset):
        value, kind = bits_of(value), Cards
    row, kind = (value, item_kind(kind)) if isinstance(value, tuple) else ((value,), kind)
    owners = seats if len(row) == len(seats) > 1 else ()
    places = [f"{field.label}: {owner.removeprefix('the ').removesuffix(' player')}" for owner in owners] or [
        place_name(field.label, k) for k in range(len(row))
    ]
    labels = [field.label] if len(row) == 1 else places
    if kind is Card:
        cards = (Item(FACE_DOWN if card is None else str(card)) for card in row if card != 0)
        return [Zone("cards", field.label, (tuple(cards),))]
    if kind is Die:
        return [dice_zone(field.label, row)]
    if kind is Cards:
        return [_set(label, members, picked) for label, members in zip(labels, row, strict=True)]
    if kind is Heap and all(0 <= size <= MOST_COUNTERS for size in row):
        stones_of_place = [stones.get((name, k), {}) for k in range(len(row))]
        return [_heap(*heap) for heap in zip(labels, row, stones_of_place, strict=True)]
    names = owners or [""] * len(row)
    texts = (value_text(kind if kind is bool else None, number) for number in row)
    items = (Item(text, by=name.removeprefix("the ")) for text, name in zip(texts, names, strict=True))
    return [Zone("number", field.label, (tuple(items),))]


def dice_zone(label: str, faces: Iterable[int | None]) -> Zone:
    """Dice with these numbers, 0 before they are rolled, None for a hidden one."""
    items = (Item(FACE_DOWN if face is None else str(face) if face else "") for face in faces)
    return Zone("dice", label, (tuple(items),))


def _set(label: str, members: int, picked: Collection[int]) -> Zone:
    return Zone("cards", label, (tuple(Item(str(card), card if card in picked else None) for card in bits(members)),))


def _heap(label: str, size: int, moves: Mapping[int, Move]) -> Zone:
    return Zone("heap", label, (tuple(Item("", moves.get(remaining)) for remaining in range(size)),))
