"""Views of players, and moves by their views, as text."""

import ast
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from faceup.results.scene.field_owners import named_by_seats
from faceup.results.scene.plain_fields import PlainNumbers, plain_numbers
from faceup.results.scene.positions_met import UNSET
from faceup.rules.cards import bits, list_cards
from faceup.rules.contract import Game
from faceup.rules.fields import (
    MOVER,
    Card,
    Dice,
    Die,
    Field,
    Heap,
    field_kinds,
    field_of,
    fields_of,
    item_kind,
    value_text,
)
from faceup.rules.method_source import branches, method_tree, returned_values
from faceup.rules.moves import Move
from faceup.rules.names import as_player, seat_name, short_possessive, short_seat_name
from faceup.rules.parameters import Cards
from faceup.rules.rows import place_label, place_name, singular
from faceup.rules.texts import move_text, state_text


def is_state(game: Game, view: Any) -> bool:
    """Whether a view has the fields of a state, so that the rules accept it as one."""
    return bool(getattr(view, "_fields", None) == game.start()._fields)


def view_text(game: Game, view: Any, player: int | None = None) -> str:
    """A view as the rules show a state, if it is like one; else its content."""
    return state_text(game, view) if is_state(game, view) else view_texts(game, [view], whole=True, player=player)[0]


def view_texts(
    game: Game,
    views: Sequence[Any],
    whole: bool = False,
    player: int | None = None,
    played: Sequence[Mapping[Move, str]] = (),
) -> list[str]:
    """Each view in one line: as the rules show a state, if they do; else the fields that differ, or the ``whole``, with
    the words of moves that they hold, and without those that hold none yet.

    They are those of one ``player``, if it is known. With the moves that this player can make at each of these views,
    and their words (``played``), a set of cards that is called as the player, and has these moves for cards, is the
    hand, and cards have the words by which they are played.
    """
    first, numbers = views[0], plain_numbers(game)
    if is_state(game, first) and type(game).show is not Game.show:
        return [" ".join(state_text(game, view).split()) for view in views]
    rows = _rows_of_fields(game, views, player)
    if rows is None:
        return [value_text(None, view) for view in views]
    told = range(len(rows[0])) if whole else _telling_places(game, views, rows)
    sources = [k for k, column in enumerate(zip(*rows, strict=True)) if played and _hold_moves(column, played)]
    own = short_seat_name(player or 0, game.player_names).lower()
    hand = next((k for k in sources if rows[0][k].name.lower() == own), None)
    cards = _names_of_all([row[k] for row in rows for k in told], played) if sources else {}
    named = [fields_named(game, view, row, player) for view, row in zip(views, rows, strict=True)]
    return [
        ", ".join(_field_text(named[n][k], cards, k == hand) for k in told if _is_told(numbers, row[k])) or "the start"
        for n, row in enumerate(rows)
    ]


def sets_in_row(game: Game, field: Field, viewer: int | None = None) -> list[Field]:
    """A row of sets as a field each, ``own hand`` and ``North's hand`` if players have a place each; else the field."""
    if item_kind(field.kind) is not Cards or not isinstance(field.value, tuple):
        return [field]
    names = [place_name(field.name, k) for k in range(len(field.value))]
    if field.name in plain_numbers(game).by_seat:
        owners = [short_possessive(seat_name(k, game.player_names)) for k in range(len(names))]
        thing = place_label(field.name, field.kind)
        names = [f"{'own' if k == viewer else owner} {thing}" for k, owner in enumerate(owners)]
    return [Field(name, members, Cards) for name, members in zip(names, field.value, strict=True)]


def fields_named(game: Game, view: Any, fields: Sequence[Field], player: int | None) -> list[Field]:
    """The fields of a player's view, by their owners' names and with the words of moves that they hold."""
    told = named_by_seats(game, view, [plain_numbers(game).in_words(field) for field in fields], player)
    return [field._replace(name=as_player(field.label, game.player_names)) for field in told]


def _is_told(numbers: PlainNumbers, field: Field) -> bool:
    """Whether a field of a view is told: all are but what is hidden, not dealt, a choice that is not made yet, or says
    whose turn it is.
    """
    nothing = numbers.unset.get(field.name) == field.value and (field.name in numbers.words or field.value != UNSET)
    return field.value is not None and not nothing and field.name not in numbers.turns


def _rows_of_fields(game: Game, views: Sequence[Any], player: int | None) -> list[list[Field]] | None:
    """The fields of each view without the player to move, hidden ones with None; None unless all views have the same
    fields.
    """
    every_view = [fields_seen(game, view, player) for view in views]
    names = {tuple(field.name for field in fields or ()) for fields in every_view}
    if None in every_view or len(names) > 1:
        return None
    return [
        [part for field in fields or () if field.name != MOVER for part in sets_in_row(game, field, player)]
        for fields in every_view
    ]


def _telling_places(game: Game, views: Sequence[Any], rows: Sequence[Sequence[Field]]) -> Sequence[int]:
    """The places of the fields that differ, of a single state from the start; all places if none does."""
    every = range(len(rows[0]))
    others = rows
    if len(views) == 1 and is_state(game, views[0]):
        others = [*rows, [field for field in fields_of(game.start()) if field.name != MOVER]]
    return [k for k in every if len({row[k].value for row in others}) > 1] or every


def _names_of_all(fields: Sequence[Field], played: Sequence[Mapping[Move, str]]) -> Mapping[int, str]:
    """The names of the cards in these fields; empty unless all have one: a number among names would be read as one."""
    cards = _card_names(played)
    zero = 0 in cards and any(field.kind is Card and field.value == 0 for field in fields)  # a card, or none?
    return {} if zero or not cards.keys() >= {card for field in fields for card in _cards_in(field)} else cards


def _hold_moves(fields: Sequence[Field], played: Sequence[Mapping[Move, str]]) -> bool:
    """Whether a field is a set of cards that holds every move at every view, and several times no other cards.

    Of a single view that may be chance: a player who holds cards 0 and 1 may pass by move 0, and bet by move 1.
    """
    pairs = [({*_cards_in(field)}, {*moves}) for field, moves in zip(fields, played, strict=True)]
    inside = all(field.kind is Cards for field in fields) and all(moves <= cards for cards, moves in pairs)
    return inside and len({frozenset(moves) for cards, moves in pairs if moves == cards}) > 1


def _cards_in(field: Field) -> list[int]:
    """The cards that a field shows; none if it holds anything else, as a mark for hidden cards, or 0 for no card."""
    if not isinstance(field.value, int) or field.value <= 0:
        return []
    return [*bits(field.value)] if field.kind is Cards else [field.value] if field.kind is Card else []


def _field_text(field: Field, names: Mapping[int, str], hand: bool) -> str:
    """The label and the value of a field, its cards by these ``names``; those of a hand, or a few, one by one."""
    cards = _cards_in(field) if names or hand else []
    plain = list_cards(field.value) if field.kind is Cards and _cards_in(field) else ""
    text = " ".join(names.get(card, str(card)) for card in cards) or plain or field.text
    return f"hand {text}" if hand else f"{field.label} {text}"


def _card_names(played: Sequence[Mapping[Move, str]]) -> Mapping[Any, str]:
    """The one word of each card that is played, without a first word that all have in common, as ``play``.

    Empty if cards have no such words, or no other words than their numbers.
    """
    words = {*chain.from_iterable(moves.items() for moves in played)}
    names = dict(words)
    if len({word.partition(" ")[0] for word in names.values()}) == 1 < len(names):
        names = {card: word.partition(" ")[2] for card, word in names.items()}
    apart = len({*names.values()}) == len(names) == len(words)
    single = all(len(name.split()) == 1 for name in names.values())
    return names if apart and single and any(name != str(card) for card, name in names.items()) else {}


class Part(NamedTuple):
    """What the rules write at one place of a view that is a bare tuple: a field's name, the name of its kind, or what
    is asked or counted, as it is written; the annotation; and the plain values that may stand there, for what is
    hidden.
    """

    name: str
    kind: Any
    hidden: frozenset[Any]


def view_fields(game: Game, view: Any, player: int | None = None) -> list[Field] | None:
    """The fields of a view; of a bare tuple or number by what the rules write into it, for this ``player`` if it is
    known; None where they do not say it plainly.
    """
    seen = _fields_and_gaps(game, view, player)
    return None if seen is None else [field for field, _ in seen]


def fields_seen(game: Game, view: Any, player: int | None = None) -> list[Field] | None:
    """The fields of a view as ``view_fields``, with None for what is hidden in a bare tuple."""
    seen = _fields_and_gaps(game, view, player)
    return None if seen is None else [field._replace(value=None) if hidden else field for field, hidden in seen]


def _fields_and_gaps(game: Any, view: Any, player: int | None) -> list[tuple[Field, bool]] | None:
    """The fields of a view, each with whether a plain value stands for something hidden."""
    if hasattr(view, "_fields"):
        return [(field, False) for field in fields_of(view)]
    rules: Any = type(game)
    values = view if isinstance(view, tuple) else (view,)
    shape = isinstance(view, tuple), len(values)
    parts = _views_of(rules, None).get(shape) or _views_of(rules, player).get(shape)
    if parts is None:
        return None
    own = _views_of(rules, player).get(shape, parts)
    return [
        (field_of(part.name, value, part.kind), value in mine.hidden)
        for part, mine, value in zip(parts, own, values, strict=True)
    ]


KIND_NAMES = {Card: "card", Die: "die", Dice: "dice", Heap: "heap"}


@cache
def _views_of(rules: Any, player: int | None) -> Mapping[tuple[bool, int], tuple[Part, ...]]:
    """The parts of the views that the rules return to the ``player``, or to both, if every one of them has a name; by
    whether a view is a tuple, and its length.
    """
    state, known, returned = _return_expressions(rules, "view", player)
    kinds = field_kinds(getattr(rules, "State", None))
    rows: dict[tuple[bool, int], list[list[ast.expr]]] = {}
    for row in returned:
        places = list(row.elts) if isinstance(row, ast.Tuple) else [row]
        rows.setdefault((isinstance(row, ast.Tuple), len(places)), []).append(places)
    views = {}
    for shape, alike in rows.items():
        parts = [
            _part([branch for place in places for branch in branches(place, known)], state, kinds)
            for places in zip(*alike, strict=True)
        ]
        names = {part.name for part in parts if part is not None}
        if parts and len(names) == len(parts):
            views[shape] = tuple(part for part in parts if part is not None)
    return views


def plain_fields(game: Any, method: str) -> frozenset[str]:
    """The fields that this method of the rules returns in tuples, as they are; none if it computes anything."""
    rules: Any = type(game)
    return _plain_fields(rules, method)


@cache
def _plain_fields(rules: Any, method: str) -> frozenset[str]:
    state, _, returned = _return_expressions(rules, method)
    kinds = field_kinds(getattr(rules, "State", None))
    places = [place for row in returned for place in (row.elts if isinstance(row, ast.Tuple) else [row])]
    found = [_field_of(branch, state, kinds) for place in places for branch in branches(place)]
    return frozenset(field[0] for field in found if field) if None not in found else frozenset()


def _return_expressions(
    rules: Any, method: str, player: int | None = None
) -> tuple[str, Mapping[str, int], list[ast.expr]]:
    """The name by which a method of rules calls the state, what is known of its other arguments, and the expressions
    that it returns for this player.
    """
    function = method_tree(rules, method)
    if function is None or len(function.args.args) < len(("self", "s")):
        return "", {}, []
    _, state, *others = (argument.arg for argument in function.args.args)
    known = {} if player is None else dict.fromkeys(others, player)
    return state, known, returned_values(function, known)


def _part(written: Sequence[ast.expr], state: str, kinds: Any) -> Part | None:
    """What stands at one place of the views; None for different fields of no common kind, and what is computed in
    several ways.
    """
    plain = {_constant(branch) for branch in written} - {None}
    found = {_field_of(branch, state, kinds) for branch in written if _constant(branch) is None}
    if not found or None in found:
        texts = {ast.unparse(branch).replace(f"{state}.", "") for branch in written}
        return Part(texts.pop(), None, frozenset()) if len(texts) == 1 and _is_computed(written[0]) else None
    names, its_kinds = {field[0] for field in found if field}, {field[1] for field in found if field}
    kind = its_kinds.pop()
    name = names.pop() if len(names) == 1 else KIND_NAMES.get(kind, "")
    return Part(name, kind, frozenset(plain)) if name and not its_kinds else None


def _is_computed(node: ast.expr) -> bool:
    """Whether an expression is yes or no, or a count, by its form; before a number, "pot + 1" would be read wrongly."""
    match node:
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp(ast.Not()):
            return True
        case ast.Call(ast.Name("len" | "sum" | "bool")) | ast.Call(ast.Attribute(attr="bit_count" | "count")):
            return True
    return False


def _constant(node: ast.expr) -> Any:
    """The value of a plain number, which may have a sign, or of another constant; else None."""
    try:
        return ast.literal_eval(node) if isinstance(node, ast.Constant | ast.UnaryOp) else None
    except ValueError:
        return None


def _field_of(node: ast.expr, state: str, kinds: Any) -> tuple[str, Any] | None:
    """The name and annotation of the field, or of the item of a row, that an expression reads."""
    match node:
        case ast.Attribute(ast.Name(name), field) if name == state and field in kinds:
            return field, kinds[field]
        case ast.Subscript(row, ast.Name() | ast.Constant()) if (found := _field_of(row, state, kinds)) is not None:
            kind = item_kind(found[1])
            return (KIND_NAMES.get(kind, singular(found[0])), kind) if kind is not None else None
    return None


def words_by_view(game: Game, view: Any, examples: Sequence[Any], moves: Iterable[Move]) -> tuple[str, ...]:
    """The words of moves for a player who sees only the view, from some ``examples`` of states with that view.

    These are the words in the states if all agree; else those in the view, if it is like a state.
    """
    states = [view] if is_state(game, view) else list(examples[:1])
    return tuple(_word(game, list(examples), states, move) for move in moves)


def _word(game: Game, examples: list[Any], otherwise: list[Any], move: Move) -> str:
    words = {move_text(game, state, move) for state in examples}
    return words.pop() if len(words) == 1 else move_text(game, otherwise[0], move)
