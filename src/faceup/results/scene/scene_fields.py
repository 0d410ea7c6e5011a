"""The zones of one field of a state, by its annotation."""

from collections.abc import Collection, Iterable, Mapping

from faceup.results.scene.stones import Stones
from faceup.results.scene.things import Item, Zone
from faceup.rules.cards import bits, bits_of
from faceup.rules.fields import Card, Dice, Die, Field, Heap, Place, item_kind
from faceup.rules.moves import Move
from faceup.rules.parameters import Cards
from faceup.rules.rows import place_name

FACE_DOWN = "?"  # the text of a card or a die that only another player sees
MOST_COUNTERS = 200  # of a heap, before it is a number
DRAWN = (Cards, Card, Die, Heap, Place)  # alone; a row of anything is drawn


def is_drawn(field: Field) -> bool:
    """Whether a field is drawn, not left to text."""
    return field.kind in DRAWN or isinstance(field.value, tuple | frozenset)


def field_zones(field: Field, picked: Collection[int], stones: Stones) -> list[Zone]:
    """The zones of a field: cards, dice, heaps, sets or numbers side by side; empty if the field is left to text.

    ``picked`` are the cards of it that are moves, ``stones`` the moves that take some from one heap. A card or die that
    is None lies face down.
    """
    name, value, kind = field
    if not is_drawn(field):
        return []
    if kind is Dice:
        return [dice_zone(field.label, (face for face, count in enumerate(value, start=1) for _ in range(count)))]
    if isinstance(value, frozenset):
        value, kind = bits_of(value), Cards
    row, kind = (value, item_kind(kind)) if isinstance(value, tuple) else ((value,), kind)
    labels = [field.label] if len(row) == 1 else [place_name(field.label, k) for k in range(len(row))]
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
    return [Zone("number", field.label, (tuple(Item(str(number)) for number in row),))]


def dice_zone(label: str, faces: Iterable[int | None]) -> Zone:
    """Dice with these numbers, 0 before they are rolled, None for a hidden one."""
    items = (Item(FACE_DOWN if face is None else str(face) if face else "") for face in faces)
    return Zone("dice", label, (tuple(items),))


def _set(label: str, members: int, picked: Collection[int]) -> Zone:
    return Zone("cards", label, (tuple(Item(str(card), card if card in picked else None) for card in bits(members)),))


def _heap(label: str, size: int, moves: Mapping[int, Move]) -> Zone:
    return Zone("heap", label, (tuple(Item("", moves.get(remaining)) for remaining in range(size)),))
