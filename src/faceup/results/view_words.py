"""Views of players, and moves by their views, as text."""

import ast
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from random import Random
from typing import Any, NamedTuple

from faceup.rules.cards import bits
from faceup.rules.contract import OVER, Game
from faceup.rules.fields import MOVER, Card, Dice, Die, Field, Heap, field_kinds, fields_of, item_kind, value_text
from faceup.rules.method_source import branches, method_tree, returned_values
from faceup.rules.moves import Move
from faceup.rules.names import short_seat_name
from faceup.rules.parameters import Cards
from faceup.rules.texts import move_text, state_text


def is_state(game: Game, view: Any) -> bool:
    """Whether a view has the fields of a state, so that the rules accept it as one."""
    return bool(getattr(view, "_fields", None) == game.start()._fields)


def view_text(game: Game, view: Any) -> str:
    """A view as the rules show a state, if it is like one; else its content."""
    return state_text(game, view) if is_state(game, view) else view_texts(game, [view], whole=True)[0]


def view_texts(game: Game, views: Sequence[Any], whole: bool = False, player: int | None = None) -> list[str]:
    """Each view in one line: as the rules show a state, if they do; else the fields that differ, or the ``whole``.

    Cards have the names by which they are played, and a field that is called as the ``player`` is that player's hand.
    """
    first = views[0]
    if is_state(game, first) and type(game).show is not Game.show:
        return [" ".join(state_text(game, view).split()) for view in views]
    every_view = [view_fields(game, view) for view in views]
    names = {tuple(field.name for field in fields or ()) for fields in every_view}
    if None in every_view or len(names) > 1:
        return [value_text(None, view) for view in views]
    rows = [[field for field in fields or () if field.name != MOVER] for fields in every_view]
    differing = [k for k in range(len(rows[0])) if whole or len({row[k].value for row in rows}) > 1]
    if len(views) == 1 and not whole and is_state(game, first):  # what has happened since the start
        begin = [field for field in fields_of(game.start()) if field.name != MOVER]
        differing = [k for k, field in enumerate(rows[0]) if field.value != begin[k].value]
    differing = differing or list(range(len(rows[0])))
    cards = {} if player is None else card_names(game)
    own = "" if player is None else short_seat_name(player, game.player_names).lower()
    return [", ".join(_field_text(row[k], cards, own) for k in differing) or "the start" for row in rows]


def _field_text(field: Field, names: Mapping[int, str], own: str) -> str:
    """The label and the value of a field, its cards by these ``names``; ``hand`` if it is called as its player."""
    if not {Cards, Card} & {field.kind, item_kind(field.kind)}:
        return field.labelled_text()
    held = (
        field.value if isinstance(field.value, tuple) else bits(field.value) if field.kind is Cards else [field.value]
    )
    label = HAND if field.name.lower() == own else field.label
    cards = [names.get(card, str(card)) for card in held]
    return f"{label} {' '.join(cards) if cards and (names or label == HAND) else field.text}"


HAND = "hand"
MOST_DEALS = 30  # plays in which the names of cards are looked for
LONGEST_DEAL = 100  # moves of each


@lru_cache(maxsize=16)
def card_names(game: Game) -> Mapping[int, str]:
    """The names of cards: of a move that takes its number out of a field of cards, in some plays, the word.

    Empty if a number has several words, a word several numbers, or each number no other word than itself. What all
    words begin with, as ``play``, is left out.
    """
    kinds = field_kinds(type(game.start()))
    hands = [name for name, kind in kinds.items() if kind is Cards]
    words: dict[int, set[str]] = {}
    for seed in range(MOST_DEALS) if hands else ():
        state, chosen = game.start(), Random(seed)
        for _ in range(LONGEST_DEAL):
            who = game.turn(state)
            if who == OVER:
                break
            move = chosen.choice([one for one in game.moves(state) if who >= 0 or game.odds(state, one)])
            after = game.play(state, move)
            if (
                who >= 0
                and isinstance(move, int)
                and any(getattr(state, hand) - getattr(after, hand) == 1 << max(move, 0) for hand in hands)
            ):
                words.setdefault(move, set()).add(move_text(game, state, move))
            state = after
    if any(len(several) > 1 for several in words.values()) or len(set().union(*words.values())) < len(words):
        return {}
    names = {card: word.split() for card, (word,) in words.items()}
    begins = 0  # so many words are the same in all names
    while len(names) > 1 and len({tuple(name[: begins + 1]) for name in names.values()}) == 1:
        begins += 1
    called = {card: " ".join(name[begins:]) for card, name in names.items()}
    return called if all(called.values()) and any(name != str(card) for card, name in called.items()) else {}


class Part(NamedTuple):
    """What the rules write at one place of a view that is a bare tuple: a field's name, or the name of its kind; the
    annotation; and whether a plain number may stand in its place, for what is hidden.
    """

    name: str
    kind: Any
    may_hide: bool


def view_fields(game: Game, view: Any) -> list[Field] | None:
    """The fields of a view; of a bare tuple by what the rules write into it; None where they do not say it plainly."""
    if hasattr(view, "_fields"):
        return fields_of(view)
    parts = next((parts for parts in _written_views(game) if len(parts) == _length(view)), None)
    if parts is None or not isinstance(view, tuple):
        return None
    return [Field(part.name, value, part.kind) for part, value in zip(parts, view, strict=True)]


def _length(view: Any) -> int:
    return len(view) if isinstance(view, tuple) else -1


KIND_NAMES = {Card: "card", Die: "die", Dice: "dice", Heap: "heap"}


def _written_views(game: Any) -> tuple[tuple[Part, ...], ...]:
    """The tuples that ``view`` of the rules returns, of different lengths, if every one of their parts has a name."""
    rules: Any = type(game)
    return _views_of(rules)


@cache
def _views_of(rules: Any) -> tuple[tuple[Part, ...], ...]:
    state, returned = _return_expressions(rules, "view")
    kinds = field_kinds(getattr(rules, "State", None))
    rows = [list(row.elts) for row in returned if isinstance(row, ast.Tuple)]
    views = []
    for length in sorted({len(row) for row in rows}):
        parts = [
            _part(places, state, kinds) for places in zip(*(row for row in rows if len(row) == length), strict=True)
        ]
        names = {part.name for part in parts if part is not None}
        if parts and len(names) == len(parts):
            views.append(tuple(part for part in parts if part is not None))
    return tuple(views)


def plain_fields(game: Any, method: str) -> frozenset[str]:
    """The fields that this method of the rules returns in tuples, as they are; none if it computes anything."""
    rules: Any = type(game)
    return _plain_fields(rules, method)


@cache
def _plain_fields(rules: Any, method: str) -> frozenset[str]:
    state, returned = _return_expressions(rules, method)
    kinds = field_kinds(getattr(rules, "State", None))
    places = [place for row in returned for place in (row.elts if isinstance(row, ast.Tuple) else [row])]
    found = [_field_of(branch, state, kinds) for place in places for branch in branches(place)]
    return frozenset(field[0] for field in found if field) if None not in found else frozenset()


def _return_expressions(rules: Any, method: str) -> tuple[str, list[ast.expr]]:
    """The name by which a method of rules calls the state, and the expressions that it returns."""
    function = method_tree(rules, method)
    if function is None or len(function.args.args) < len(("self", "s")):
        return "", []
    return function.args.args[1].arg, returned_values(function)


def _part(places: Iterable[ast.expr], state: str, kinds: Any) -> Part | None:
    """What stands at one place of the tuples; None if that is no field, or different fields of no common kind."""
    written = [branch for place in places for branch in branches(place)]
    plain = [branch for branch in written if isinstance(branch, ast.Constant)]
    found = {_field_of(branch, state, kinds) for branch in written if branch not in plain}
    if not found or None in found:
        return None
    names, its_kinds = {field[0] for field in found if field}, {field[1] for field in found if field}
    kind = its_kinds.pop()
    name = names.pop() if len(names) == 1 else KIND_NAMES.get(kind, "")
    return Part(name, kind, bool(plain)) if name and not its_kinds else None


def _field_of(node: ast.expr, state: str, kinds: Any) -> tuple[str, Any] | None:
    """The name and annotation of the field, or of the item of a row, that an expression reads."""
    match node:
        case ast.Attribute(ast.Name(name), field) if name == state and field in kinds:
            return field, kinds[field]
        case ast.Subscript(row, ast.Name() | ast.Constant()) if (found := _field_of(row, state, kinds)) is not None:
            kind = item_kind(found[1])
            return (KIND_NAMES.get(kind, found[0]), kind) if kind is not None else None
    return None


def hides(game: Game, view: Any, place: int) -> bool:
    """Whether a plain number may stand for something hidden at this place of a bare tuple."""
    parts = next((parts for parts in _written_views(game) if len(parts) == _length(view)), ())
    return not hasattr(view, "_fields") and parts[place].may_hide


def words_by_view(game: Game, view: Any, examples: Sequence[Any], moves: Iterable[Move]) -> tuple[str, ...]:
    """The words of moves for a player who sees only the view, from some ``examples`` of states with that view.

    These are the words in the states if all agree; else those in the view, if it is like a state.
    """
    states = [view] if is_state(game, view) else list(examples[:1])
    return tuple(_word(game, list(examples), states, move) for move in moves)


def _word(game: Game, examples: list[Any], otherwise: list[Any], move: Move) -> str:
    words = {move_text(game, state, move) for state in examples}
    return words.pop() if len(words) == 1 else move_text(game, otherwise[0], move)
