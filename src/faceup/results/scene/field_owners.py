"""Whose a field of a state is, and who leads by it, as far as a few plays show it beyond doubt."""

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from faceup.results.scene.positions_met import UNSET, Met, positions_met
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import MISTAKES
from faceup.rules.facts import facts_of
from faceup.rules.fields import MOVER, Field, field_kinds, field_of, item_kind, label_of
from faceup.rules.method_source import method_tree
from faceup.rules.moves import Move, parts_of
from faceup.rules.names import seat_name, short_possessive, short_seat_name
from faceup.rules.rows import singular
from faceup.rules.texts import speaks_of_cards, speaks_of_dice

SCORES = {"ahead", "balance", "difference", "lead", "margin", "points", "score"}  # names of numbers that say who leads
OF_MOVER = ("mine", "theirs"), ("mine", "yours"), ("own", "other")  # names of fields, of which players have one each


def leads_of(game: Game, names: Collection[str]) -> dict[str, tuple[str, str]]:
    """The numbers, called as scores are, that are the payoff at every end of a game of two, of which either is seen to
    lead on the way, with the short names of both; none that may change its sign with the player to move.
    """
    met, names = positions_met(game), [name for name in names if name in SCORES and shows_as_it_is(game, name)]
    values = {name: {getattr(after, name) for one in met for after in one.after.values()} for name in names}
    ends = [after for one in met for after, turn in zip(one.after.values(), one.turns, strict=True) if turn == OVER]
    if facts_of(game).rewarding or {one.turn for one in met} - {CHANCE} != {0, 1} or not ends:
        return {}
    try:
        payoffs = [game.payoff(end) for end in ends]
    except MISTAKES:
        return {}
    players = short_seat_name(0, game.player_names), short_seat_name(1, game.player_names)
    return {
        name: players
        for name, numbers in values.items()
        if payoffs == [getattr(end, name) for end in ends]
        and all(type(number) is int for number in numbers)
        and min(numbers) < 0 < max(numbers)
        and _keeps_its_sign(met, name)
    }


def _keeps_its_sign(met: Sequence[Met], name: str) -> bool:
    """Whether a number that is not 0 stays the same while the turn passes, whatever the move, in a few plays."""
    return any(
        {one.turn, *one.turns} == {0, 1}
        and len(one.after) > 1
        and one.turn not in one.turns
        and {getattr(after, name) for after in one.after.values()} == {getattr(one.state, name)} != {0}
        for one in met
    )


@lru_cache(maxsize=256)
def shows_as_it_is(game: Game, name: str) -> bool:
    """Whether views that have this field show the number of the state in it, or nothing, as a few plays show it."""
    if not facts_of(game).hidden:
        return True
    nothing = {0, UNSET, getattr(game.start(), name)}
    try:
        views = [(met.state, game.view(met.state, player)) for met in positions_met(game) for player in (0, 1)]
    except MISTAKES:
        return False
    return all(getattr(view, name, None) in (None, getattr(state, name), *nothing) for state, view in views)


def named_by_seats(game: Game, state: Any, fields: Sequence[Field], viewer: int | None = None) -> list[Field]:
    """The fields, where the rules call two of them ``mine`` and ``theirs``, with the names of those whose they are:
    ``Ann``; of what chance deals, ``Ann's card``, and ``own card`` to the ``viewer`` who has it. So it is with fields
    that the rules name after each of the players, ``bid_ann`` and ``bid_bob``.
    """
    if owned := _named_after_players(game):
        whose = {name: "own" if seat == viewer else _whose(game, seat) for name, (seat, _) in owned.items()}
        names = {name: f"{whose[name]} {thing}" for name, (_, thing) in owned.items()}
        fields = [field._replace(name=names.get(field.name, field.name)) for field in fields]
    all_names, mover = {*field_kinds(type(game.start()))}, getattr(state, MOVER, OVER)
    pair = next((pair for pair in OF_MOVER if all_names.issuperset(pair)), None)
    turned = pair is not None and _are_of_mover(game, pair)
    if pair is None or (turned and mover not in (0, 1)) or not all(shows_as_it_is(game, name) for name in pair):
        return list(fields)
    first = int(mover) if turned else 0
    seats, thing = dict(zip(pair, (first, 1 - first), strict=True)), _thing_dealt(game, pair)
    names = {name: short_seat_name(seat, game.player_names) for name, seat in seats.items()}
    if thing:
        names = {name: f"{'own' if seat == viewer else _whose(game, seat)} {thing}" for name, seat in seats.items()}
    if all_names & {*names.values()}:  # which mean something else
        return list(fields)
    return [field._replace(name=names.get(field.name, field.name)) for field in fields]


def _whose(game: Game, seat: int) -> str:
    return short_possessive(seat_name(seat, game.player_names))


def _named_after_players(game: Game) -> dict[str, tuple[int, str]]:
    """The fields of which the rules have one for each player, ``bid_ann``: the seat, and what they are; but not those
    where the player comes first, as in ``ann_did``.
    """
    owned = [(names, thing) for thing, names in named_after_players(game).items() if names[0].startswith(f"{thing}_")]
    return {name: (seat, label_of(thing)) for names, thing in owned for seat, name in enumerate(names)}


@lru_cache(maxsize=64)
def named_after_players(game: Game) -> Mapping[str, tuple[str, ...]]:
    """What the rules have one field of for each player, ``bid_ann`` or ``ann_bid``, with the fields in the order of
    seats.
    """
    players, fields = [name.lower().replace(" ", "_") for name in game.player_names], field_kinds(type(game.start()))
    found = dict[str, tuple[str, ...]]()
    for name in fields if len(players) > 1 else ():
        after, before = name.removesuffix(f"_{players[0]}"), name.removeprefix(f"{players[0]}_")
        thing = min(after, before, key=len)
        names = tuple(f"{thing}_{player}" if after == thing else f"{player}_{thing}" for player in players)
        if thing not in fields and fields.keys() >= {*names}:
            found[thing] = names
    return found


@lru_cache(maxsize=64)
def _are_of_mover(game: Game, pair: tuple[str, str]) -> bool:
    """Whether the first of these fields is that of the player to move: they change places as the turn passes."""
    mine, theirs = pair
    passed = [
        (met.state, after)
        for met in positions_met(game)
        for after, turn in zip(met.after.values(), met.turns, strict=True)
        if getattr(met.state, MOVER, met.turn) != getattr(after, MOVER, turn)
    ]
    turned = bool(passed) and all(getattr(after, mine) == getattr(before, theirs) for before, after in passed)
    always = all(getattr(before, mine) == getattr(before, theirs) == getattr(after, mine) for before, after in passed)
    return turned and not always


def _thing_dealt(game: Game, names: Iterable[str]) -> str:
    """What each of these fields is if chance deals it, ``card``, ``die`` or ``number``; empty if not all are dealt."""
    if not all(outcomes_in(game, name) for name in names):
        return ""
    return "card" if speaks_of_cards(game) else "die" if speaks_of_dice(game) else "number"


@lru_cache(maxsize=256)
def outcomes_in(game: Game, name: str) -> frozenset[Move]:
    """The outcomes of chance, or parts of them, that a field became; empty if chance makes anything else of it."""
    dealt = set[tuple[Move, Any]]()
    for met in positions_met(game):
        became = {(outcome, getattr(after, name)) for outcome, after in met.after.items()}
        if met.turn == CHANCE and any(new != getattr(met.state, name) for _, new in became):
            dealt |= became  # that which it was before is an outcome, too
    return frozenset(new for _, new in dealt) if all(new in parts_of(one) for one, new in dealt) else frozenset()


def items_dealt(game: Game, old: Field, new: Field) -> Iterator[Field]:
    """Yield what players got in a row of which each sees the own place, as fields: ``Ben's hand``."""
    if new.name in _rows_of_players(game) and len(old.value) == len(new.value):
        for seat, (before, after) in enumerate(zip(old.value, new.value, strict=True)):
            if before != after:
                yield field_of(f"{_whose(game, seat)} {singular(new.name)}", after, item_kind(new.kind))


@lru_cache(maxsize=64)
def _rows_of_players(game: Game) -> frozenset[str]:
    """The rows with a place for each player, of which ``view`` reads that of the one who looks: ``s.hands[player]``."""
    view = method_tree(type(game), "view")
    player = view.args.args[-1].arg if view else ""
    return frozenset(
        node.value.attr
        for node in (ast.walk(view) if view else ())
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute)
        if isinstance(node.slice, ast.Name) and node.slice.id == player
    )
