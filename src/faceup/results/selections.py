"""Moves that are made by choosing some of the things that lie together: dice that are kept, tiles that are shut."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from faceup.results.things import Selection
from faceup.rules.cards import bits
from faceup.rules.contract import Game
from faceup.rules.fields import Dice, Die, Field, item_kind
from faceup.rules.moves import Move
from faceup.rules.parameters import Cards

FEWEST = 2  # things among which to choose


def selections_of(game: Game, fields: Sequence[Field], legal: Collection[Move]) -> tuple[str, tuple[Selection, ...]]:
    """The field of whose things every legal move chooses some, with what each move chooses; nothing where there is no
    such field, and where a move is said by one number, which is then a thing of its own.

    A move chooses of ``Dice`` where it is such a row itself, of a row of ``Die`` where it is a row of what they show,
    and of ``Cards`` where it is a set of them.
    """
    if not legal or type(game).say is Game.say or getattr(game, "board", None) is not None:
        return "", ()
    for field in fields:
        texts = _texts(field)
        if texts is not None and texts.total() >= FEWEST:
            chosen = {move: _chosen(field, move) for move in legal}
            if all(some is not None and some <= texts for some in chosen.values()):
                pairs = ((move, tuple(sorted(some.elements()))) for move, some in chosen.items() if some is not None)
                return field.name, tuple(Selection(*pair) for pair in pairs)
    return "", ()


def _texts(field: Field) -> Counter[str] | None:
    """What is written on the things of a field of which some may be chosen, each as often as it lies there."""
    if field.kind is Dice and isinstance(field.value, tuple):
        return Counter({str(face): count for face, count in enumerate(field.value, start=1)})
    if item_kind(field.kind) is Die:
        return Counter(map(str, field.value))
    if field.kind is Cards:
        return Counter(map(str, bits(field.value)))
    return None


def _chosen(field: Field, move: Any) -> Counter[str] | None:
    """What a move chooses of a field; None where it is no choice of such things."""
    if field.kind is Cards:
        return Counter(map(str, bits(move))) if type(move) is int and move >= 0 else None
    if not isinstance(move, tuple) or not all(type(part) is int and part >= 0 for part in move):
        return None
    if field.kind is Dice:
        counts = {str(face): count for face, count in enumerate(move, start=1)}
        return Counter(counts) if len(move) == len(field.value) else None
    return Counter(map(str, move))
