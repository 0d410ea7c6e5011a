"""A position as things to look at: boards, cards, piles, heaps. Drawn alike in a terminal and on a page."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, get_type_hints

from faceup.results.scene_boards import board_zone, row_of_squares
from faceup.results.stones import stones_taken
from faceup.results.things import Item, Zone
from faceup.rules.cards import HIGHEST_CARD, bits, holds
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import RulesError
from faceup.rules.fields import Card, Dice, Die, Heap, item_kind
from faceup.rules.moves import Move
from faceup.rules.parameters import Cards
from faceup.rules.pile import Tally
from faceup.rules.rows import place_name
from faceup.rules.texts import state_text

MOST_COUNTERS = 200  # of a heap, before it is a number


@dataclass(frozen=True)
class Scene:
    """What lies on the table, and the position as the rules show it; ``more`` is what of that is not drawn."""

    zones: tuple[Zone, ...]
    text: str
    more: str

    @property
    def moves(self) -> set[Move]:
        """The moves that can be made by picking something."""
        return {item.move for zone in self.zones for item in zone.items if item.move is not None}


def scene_of(game: Game, state: Any, legal: Collection[Move], thrown: Iterable[int] = ()) -> Scene:
    """A position with the moves that are legal in it, none where nobody decides; ``thrown`` are dice thrown last.

    Fields of the state are drawn by their annotation: ``Cards``, ``Card``, ``Die``, ``Dice``, ``Heap``, and rows of
    them or of numbers. A game with a ``board`` has the squares instead, each marked by the set that holds it, or with
    the number that a row has at that place, by the game's ``marks``. Where sets or cards are drawn and moves are said
    by their numbers, a move is the card of that number: in a hand, or else on the table. A move that takes stones from
    one heap is the first of these stones.
    """
    moves = {move for move in legal if isinstance(move, int)}
    zones: list[Zone] = []
    kinds = field_kinds(type(state))
    board = getattr(game, "board", None)
    fields = list(zip(state._fields, state, strict=True))
    _check_sets(game, fields, kinds)
    squares = row_of_squares(board, state) if board is not None else None
    if board is not None:
        zones.append(board_zone(game, board, state, kinds, moves))
    are_cards = board is None and type(game).say is Game.say and all(0 <= move <= HIGHEST_CARD for move in moves)
    pickable = _hands(fields, kinds, game.turn(state), moves) if are_cards else {}
    stones = stones_taken(game, state, kinds, legal)
    for name, value in fields:
        label, kind = name.replace("_", " "), kinds.get(name)
        if name == squares:
            continue
        if kind is Dice:
            zones.append(_dice(label, (face for face, count in enumerate(value, start=1) for _ in range(count))))
        elif isinstance(value, tuple):
            zones += _row(label, value, item_kind(kind), [stones.get((name, k), {}) for k in range(len(value))])
        elif kind is Cards and board is None:
            cards = tuple(Item(str(c), c if pickable.get(c) == name else None) for c in bits(value))
            zones.append(Zone("cards", label, (cards,)))
        elif kind in (Card, Die, Heap):
            zones += _row(label, (value,), kind, [stones.get((name, 0), {})])
    if thrown and not any(zone.kind == "dice" for zone in zones):
        zones.append(_dice("thrown", thrown))
    left = sorted(moves - set(pickable))
    if are_cards and left and Cards in kinds.values():
        zones.insert(0, Zone("cards", "on the table", (tuple(Item(str(c), c) for c in left),), choices=True))
    text = more = state_text(game, state)
    hidden = [(name, value) for name, value in fields if kinds.get(name) not in DRAWN and not isinstance(value, tuple)]
    if type(game).show is Game.show:
        more = " ".join(f"{name}={value}" for name, value in hidden if name != MOVER)
    elif not hidden or (board is not None and _is_grid(text)) or _repeats(text, zones):
        more = ""
    return Scene(tuple(zones), text, more if zones else text)


MOVER = "mover"  # as rules call the field that says whose turn it is, which is said above what is drawn
DRAWN = (Cards, Card, Die, Heap)  # besides rows


def _check_sets(game: Game, fields: list[tuple[str, Any]], kinds: Mapping[str, Any]) -> None:
    for name, value in fields:
        sets = [value] if kinds.get(name) is Cards else value if item_kind(kinds.get(name)) is Cards else []
        for held in sets:
            if held < 0:
                raise RulesError(f"{type(game).__name__}: {name} is {value}; a set of cards is a number from 0 up")


def _row(label: str, row: tuple[int, ...], kind: Any, stones: list[dict[int, Move]]) -> list[Zone]:
    """Cards, dice, heaps, sets of cards or numbers that lie side by side; ``stones`` are the moves of each heap."""
    labels = [label] if len(row) == 1 else [place_name(label, k) for k in range(len(row))]
    if kind is Card:
        return [Zone("cards", label, (tuple(Item(str(card)) for card in row if card),))]
    if kind is Die:
        return [_dice(label, row)]
    if kind is Cards:
        return [
            Zone("cards", each, (tuple(Item(str(c)) for c in bits(held)),))
            for each, held in zip(labels, row, strict=True)
        ]
    if kind is Heap and all(0 <= size <= MOST_COUNTERS for size in row):
        return [
            Zone("heap", each, (tuple(Item("", taken.get(k)) for k in range(size)),))
            for each, size, taken in zip(labels, row, stones, strict=True)
        ]
    return [Zone("number", label, (tuple(Item(str(number)) for number in row),))]


def _dice(label: str, faces: Iterable[int]) -> Zone:
    return Zone("dice", label, (tuple(Item(str(face) if face else "") for face in faces),))


def _repeats(text: str, zones: list[Zone]) -> bool:
    """Whether the text has just the numbers that are drawn, each as often: then it tells no more."""
    shown = [zone for zone in zones if not zone.choices]
    drawn = Counter(str(len(zone.items)) for zone in shown if zone.kind == "heap")
    drawn += Counter(item.text for zone in shown for item in zone.items if item.text)
    said = Counter(number for both in NUMBERS.findall(text) for number in _all_of(*both))
    return bool(said) and said == drawn


NUMBERS = re.compile(r"(\d+)(?:-(\d+))?")


def _all_of(first: str, last: str) -> list[str]:
    """``1-3`` is 1, 2 and 3."""
    return [str(number) for number in range(int(first), min(int(last or first), int(first) + 200) + 1)]


def _hands(fields: list[tuple[str, int]], kinds: dict[str, Any], turn: int, moves: set[int]) -> dict[int, str]:
    """Which set each move is picked from; of several that hold the card, the mover's: the sets are in seat order."""
    sets = [(name, value) for name, value in fields if kinds.get(name) is Cards]
    places: dict[int, str] = {}
    for name, value in (*sets[turn : turn + 1] * (turn >= 0), *sets):
        for move in moves - set(places):
            if holds(value, move):
                places[move] = name
    return places


def _is_grid(text: str) -> bool:
    """Whether the rules draw the board themselves: lines of one length."""
    lines = text.splitlines()
    return len(lines) > 1 and len({len(line) for line in lines}) == 1


def table_scene(game: Patience, table: Any) -> Scene:
    """The table of a patience."""
    zones = []
    for name, thing in zip(table._fields, table, strict=True):
        label = name.replace("_", " ")
        if isinstance(thing, Tally):
            zones.append(Zone("number", label, ((Item(str(thing.n)),),)))
        else:
            zones.append(Zone("pile", label, (tuple(Item(game.say(card)) for card in thing.cards()),)))
    text = state_text(game, table)
    return Scene(tuple(zones), text, "" if type(game).show is Patience.show else text)


def field_kinds(state_class: Any) -> dict[str, Any]:
    """The annotations of a state's fields; none where they name what cannot be found."""
    try:
        return get_type_hints(state_class)
    except NameError:
        return {}
