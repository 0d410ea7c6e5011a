"""The scene of what one player sees of a position, where something is hidden."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from faceup.results.scene.dice import dice_by_name, found_dice
from faceup.results.scene.plain_fields import PlainNumbers, plain_numbers
from faceup.results.scene.scene_of_game import finds_dice, scene_of_fields, told_fields, with_cards, without_numbers
from faceup.results.scene.things import Scene
from faceup.results.scene.view_words import fields_seen, is_state, sets_in_row, view_text
from faceup.results.scene.zones import FACE_DOWN
from faceup.rules.contract import Game
from faceup.rules.fields import MOVER, Card, Die, Field, item_kind
from faceup.rules.moves import Move
from faceup.rules.parameters import Cards

TURNED = (Card, Die)  # hidden ones lie face down


def scene_of_view(
    game: Game,
    view: Any,
    legal: Collection[Move],
    turn: int,
    behind: Callable[[str], Sequence[Any]],
    player: int | None = None,
) -> Scene:
    """The scene of a view of the ``player``, or of any, with the moves of the player to move who sees it. ``behind``
    gives what a field may be.
    """
    text = view_text(game, view, player)
    fields = fields_seen(game, view, player)
    if fields is None:
        return Scene((), text, text)
    if hasattr(view, "_fields"):
        dice = {*found_dice(game), *dice_by_name(game)} if finds_dice(game) else ()
        fields = [field._replace(kind=Die) if field.name in dice and field.kind is int else field for field in fields]
        fields = with_cards(game, fields)
        turned = (_turn_over(part, of_part) for field in fields for part, of_part in _parts_of(game, field, behind))
        fields = [field for field in turned if field is not None]
    else:
        fields = [field for field in fields if field.value is not None]
    numbers = plain_numbers(game)
    held = PlainNumbers(turns=numbers.turns, unset=numbers.unset, words=numbers.words, leads=numbers.leads)
    fields = told_fields(game, view, fields, held)
    if is_state(game, view) and type(game).show is Game.show:  # what is hidden is no 0 in words either
        text = ", ".join(_words_of(field) for field in fields if field.name != MOVER and held.tell(field))
    scene = scene_of_fields(game, fields, text, legal, turn, {}, numbers=held)
    return without_numbers(scene) if is_state(game, view) and type(game).show is not Game.show else scene


def _parts_of(
    game: Game, field: Field, behind: Callable[[str], Sequence[Any]]
) -> Iterator[tuple[Field, Callable[[str], Sequence[Any]]]]:
    """Yield a field, or each set of a row of them, with what it may be."""
    parts = sets_in_row(game, field)
    if parts == [field]:
        yield field, behind
    else:
        rows = behind(field.name)
        yield from ((part, lambda _, k=k: [row[k] for row in rows]) for k, part in enumerate(parts))


def _words_of(field: Field) -> str:
    """The label and the value of a field, with a sign for each thing that lies face down."""
    if isinstance(field.value, tuple):
        field = field._replace(value=tuple(FACE_DOWN if one is None else one for one in field.value))
    return f"{field.label} {FACE_DOWN}" if field.value is None else field.labelled_text()


def _turn_over(field: Field, behind: Callable[[str], Sequence[Any]]) -> Field | None:
    """The field with None for things face down, and a sign for a hidden number; None for a hidden set whose size is
    unknown, too.
    """
    if field.kind in TURNED:
        return field if {*behind(field.name)} <= {field.value} else field._replace(value=None)
    if field.kind is int and field.name != MOVER:
        values = behind(field.name) or [field.value]
        return field if field.value in values else field._replace(value=FACE_DOWN)
    if item_kind(field.kind) in TURNED and isinstance(field.value, tuple):
        values = behind(field.name)
        if any(len(value) != len(field.value) for value in values):
            return field
        places = zip(*values, strict=True) if values else ([card] for card in field.value)
        turned = (card if card in some else None for card, some in zip(field.value, places, strict=True))
        return field._replace(value=tuple(turned))
    if field.kind is Cards:
        sizes = {cards.bit_count() if type(cards) is int else len(cards) for cards in behind(field.name)}
        if field.value or sizes <= {0}:
            return field
        return field._replace(value=(None,) * max(sizes), kind=tuple[Card, ...]) if len(sizes) == 1 else None
    return field
