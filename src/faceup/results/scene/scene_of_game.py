"""The scene of a game with decisions: board or track, scores, fields, cards that may be taken, things to choose."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from faceup.results.scene.scene import Scene
from faceup.results.scene.scene_boards import board_zones
from faceup.results.scene.scene_fields import dice_zone, field_zones, is_drawn
from faceup.results.scene.stones import Stones, stones_taken
from faceup.results.scene.things import Item, Selection, Zone
from faceup.rules.boards import Track
from faceup.rules.cards import HIGHEST_CARD, bits, holds
from faceup.rules.contract import Game
from faceup.rules.errors import RulesError
from faceup.rules.fields import MOVER, Dice, Die, Field, Place, fields_of, item_kind
from faceup.rules.moves import Move
from faceup.rules.parameters import Cards, write_parameters
from faceup.rules.player_names import short_seat_name
from faceup.rules.rows import place_name
from faceup.rules.texts import line_of, state_text

MOST_SQUARES = 200  # of a track, before places are numbers
ALONE = "●"  # the sign of a counter that has the track for itself
NUMBERS = re.compile(r"(\d+)(?:-(\d+))?")
FEWEST = 2  # things among which to choose
MANY = 4  # numbers, which are not the same as those on the table by accident
WORDS_OF_SHOWING = ("the", "shows", "show", "is", "are", "on", "table")


def scene_of(game: Game, state: Any, legal: Collection[Move], thrown: Iterable[int] = ()) -> Scene:
    """A position with the moves that are legal in it, none where nobody decides; ``thrown`` are dice thrown last."""
    fields, text = fields_of(state), state_text(game, state)
    stones, scores = stones_taken(game, state, legal), score_zones(game, state)
    return scene_of_fields(game, fields, text, legal, game.turn(state), stones, thrown, scores)


def scene_of_fields(
    game: Game,
    fields: Sequence[Field],
    text: str,
    legal: Collection[Move],
    turn: int,
    stones: Stones,
    thrown: Iterable[int] = (),
    scores: Sequence[Zone] = (),
) -> Scene:
    """Fields drawn by their annotation, but for those that the game's ``board`` or ``track`` shows."""
    check_sets(game, fields)
    moves = {move for move in legal if isinstance(move, int)}
    picked = cards_picked(game, fields, turn, moves)
    board, on_board = board_zones(game, fields, moves)
    track, on_track = track_zones(game, fields)
    zones: list[Zone] = [*scores, *cards_to_take(game, fields, moves - picked.keys()), *board, *track]
    chosen_from, selections = selections_of(game, fields, legal) if turn >= 0 else ("", ())
    for field in fields:
        if field not in on_board and field not in on_track and not is_of_scores(field, scores):
            drawn = field_zones(field, {move for move, name in picked.items() if name == field.name}, stones)
            zones += [zone._replace(selections=selections) if field.name == chosen_from else zone for zone in drawn]
    more = not_drawn(game, text, fields, zones)
    if thrown and not any(zone.kind == "dice" for zone in zones):
        zones.append(dice_zone("thrown", thrown))
        more = more and not_drawn(game, text, fields, zones)  # the text may speak of the throw, or not
    return Scene(tuple(zones), text, more)


def check_sets(game: Game, fields: Sequence[Field]) -> None:
    """Refuse a set below zero, which would have no end."""
    for name, value, kind in fields:
        sets = [value] if kind is Cards else value if item_kind(kind) is Cards else []
        for held in sets:
            if held < 0:
                raise RulesError(f"{type(game).__name__}: {name} is {value}; a set of cards is a number from 0 up")


def cards_picked(game: Game, fields: Sequence[Field], turn: int, moves: Collection[int]) -> dict[int, str]:
    """The field from which each move is picked, where sets are drawn and moves are said by their numbers.

    Of several that hold the card it is the mover's: the sets are in seat order.
    """
    if not _are_cards(game, moves):
        return {}
    sets = [field for field in fields if field.kind is Cards]
    places: dict[int, str] = {}
    for name, held, _ in (*sets[turn : turn + 1] * (turn >= 0), *sets):
        places |= {move: name for move in moves if move not in places and holds(held, move)}
    return places


def cards_to_take(game: Game, fields: Sequence[Field], moves: Collection[int]) -> list[Zone]:
    """These moves as cards on the table, where moves are cards and others of them are in sets."""
    if not moves or not _are_cards(game, moves) or not any(field.kind is Cards for field in fields):
        return []
    return [Zone("cards", "on the table", (tuple(Item(str(card), card) for card in sorted(moves)),), choices=True)]


def _are_cards(game: Game, moves: Collection[int]) -> bool:
    has_board = getattr(game, "board", None) is not None
    return not has_board and type(game).say is Game.say and all(0 <= move <= HIGHEST_CARD for move in moves)


def score_zones(game: Game, state: Any) -> list[Zone]:
    """The score of each player by the method ``scores`` of the rules, up to the parameter ``goal`` where there is one;
    nothing in games without that method. Raises RulesError where ``scores`` gives anything but whole numbers.
    """
    scores = getattr(game, "scores", None)
    if not callable(scores):
        return []
    given: Any = scores(state)
    if not isinstance(given, tuple | list) or not given or not all(type(score) is int for score in given):
        problem = f"{type(game).__name__}: scores gives {given!r}; possible: a whole number for each player"
        raise RulesError(f"{problem}, as a tuple{line_of(game, 'scores')}")
    names = [short_seat_name(seat, game.player_names) if len(given) > 1 else "" for seat in range(len(given))]
    row = tuple(Item(str(score), by=name) for score, name in zip(given, names, strict=True))
    goal = getattr(game, "goal", 0)
    return [Zone("scores", "score", (row,), goal=goal if type(goal) is int and goal > 0 else 0)]


def is_of_scores(field: Field, scores: Sequence[Zone]) -> bool:
    """Whether a field is a row of just these scores, which are drawn once."""
    row = list(map(str, field.value)) if isinstance(field.value, tuple) else None
    return any([item.text for item in zone.items] == row for zone in scores)


def track_zones(game: Game, fields: Sequence[Field]) -> tuple[list[Zone], list[Field]]:
    """The track with a counter for each place in the state, where that fits; and the fields that are shown so."""
    try:
        track = getattr(game, "track", None)
    except RulesError as error:  # of a track that depends on parameters
        parameters = (f"{name}={value}" for name, value in write_parameters(game).items())
        raise RulesError(f"{' '.join((type(game).__name__, *parameters))}: {error}") from None
    places = [field for field in fields if Place in (field.kind, item_kind(field.kind))]
    if track is None or not places:
        return [], []
    if not isinstance(track, Track):
        raise RulesError(f"{type(game).__name__}: track is {track!r}; possible: Track(range(1, 101)) or the like")
    if len(track.squares) > MOST_SQUARES:
        return [], []
    signs = _signs(places)
    counters = [counter for field, sign in zip(places, signs, strict=True) for counter in _counters(field, sign)]
    last = tuple(
        Item(sign, owner=k, square=number if number in track.squares else None, name=name)
        for k, (name, sign, number) in enumerate(counters)
    )
    rows = tuple(tuple(_square(track, number) for number in row) for row in track.rows)
    labels = [f"{field.label} {sign}".rstrip(f" {ALONE}") for field, sign in zip(places, signs, strict=True)]
    return [Zone("track", ", ".join(labels), (*rows, last), jumps=tuple(track.jumps.items()))], places


def _signs(places: Sequence[Field]) -> list[str]:
    """For each field the letter of its counters; a row's have numbers too, and these alone where there is one row."""
    single = [field for field in places if not isinstance(field.value, tuple)]
    if len(places) == 1:
        return [ALONE if single else ""]
    lettered = single if len(places) == len(single) + 1 else places
    letters = [field.label[:1].upper() for field in lettered]
    if len(set(letters)) < len(letters):
        letters = [chr(ord("A") + k) for k in range(len(letters))]
    left = iter(letters)
    return [next(left) if field in lettered else "" for field in places]


def _counters(field: Field, sign: str) -> list[tuple[str, str, int]]:
    """What each counter is called, its sign, and the number where it stands."""
    if not isinstance(field.value, tuple):
        return [(field.label, sign, field.value)]
    return [(place_name(field.label, k), f"{sign}{k}", number) for k, number in enumerate(field.value)]


def _square(track: Track, number: int | None) -> Item:
    return Item("") if number is None else Item(str(track.names.get(number, number)), square=number)


def not_drawn(game: Game, text: str, fields: Sequence[Field], zones: Sequence[Zone]) -> str:
    """What of the text is to be said beside what is drawn: nothing, all of it, or the fields that are not drawn."""
    if not zones:
        return text
    hidden = [field for field in fields if not is_drawn(field)]
    if type(game).show is Game.show:
        return ", ".join(field.labelled_text() for field in hidden if field.name != MOVER)
    has_board = any(zone.kind == "board" for zone in zones)
    return "" if not hidden or (has_board and _is_grid(text)) or _repeats(text, zones) else told_anew(text, zones)


def _is_grid(text: str) -> bool:
    """Whether the rules draw the board themselves: lines of one length."""
    lines = text.splitlines()
    return len(lines) > 1 and len({len(line) for line in lines}) == 1


def _repeats(text: str, zones: Sequence[Zone]) -> bool:
    """Whether the text has just the numbers that are drawn, each as often: then it tells no more."""
    shown = [zone for zone in zones if not zone.choices]
    drawn = Counter(str(len(zone.items)) for zone in shown if zone.kind == "heap")
    drawn += Counter(text for zone in shown for text in _texts(zone))
    said = Counter(number for both in NUMBERS.findall(text) for number in _all_of(*both))
    return bool(said) and said == drawn


def told_anew(text: str, zones: Sequence[Zone]) -> str:
    """The text without the clauses that tell no more than one zone: ``dice 2 3 4``, ``the die shows 5``, ``3``.

    A clause of many numbers is about those that lie there; one of few is, where its words are those of the label too.
    """
    drawn = [({*zone.label.split(), *WORDS_OF_SHOWING}, Counter(_texts(zone))) for zone in zones if not zone.choices]

    def is_drawn_already(clause: str) -> bool:
        said = Counter(number for both in NUMBERS.findall(clause) for number in _all_of(*both))
        words = {*re.findall(r"[^\W\d_]+", clause.lower())}
        return any(said and said == texts and (len(said) >= MANY or words <= known) for known, texts in drawn)

    clauses = re.split(r"(; |, |\n)", text)
    kept = [k for k in range(0, len(clauses), 2) if not is_drawn_already(clauses[k])]
    return "".join(clauses[k] + ("" if k == kept[-1] else clauses[k + 1]) for k in kept)


def _texts(zone: Zone) -> list[str]:
    """What is written there; of a track, where its counters stand."""
    if zone.kind == "track":
        names = {item.square: item.text for row in zone.rows[:-1] for item in row}
        return [names[item.square] for item in zone.rows[-1] if item.square is not None]
    return [item.text for item in zone.items if item.text]


def _all_of(first: str, last: str) -> list[str]:
    """``1-3`` is 1, 2 and 3."""
    return [str(number) for number in range(int(first), min(int(last or first), int(first) + 200) + 1)]


def selections_of(game: Game, fields: Sequence[Field], legal: Collection[Move]) -> tuple[str, tuple[Selection, ...]]:
    """The field of whose things every legal move chooses some, with what each move chooses; nothing where there is no
    such field, and where a move is said by one number, which is then a thing of its own.

    A move chooses of ``Dice`` where it is such a row itself, of a row of ``Die`` where it is a row of what they show,
    and of ``Cards`` where it is a set of them.
    """
    if not legal or type(game).say is Game.say or getattr(game, "board", None) is not None:
        return "", ()
    for field in fields:
        texts = _texts_to_choose(field)
        if texts is not None and texts.total() >= FEWEST:
            chosen = {move: _chosen(field, move) for move in legal}
            if all(some is not None and some <= texts for some in chosen.values()):
                pairs = ((move, tuple(sorted(some.elements()))) for move, some in chosen.items() if some is not None)
                return field.name, tuple(Selection(*pair) for pair in pairs)
    return "", ()


def _texts_to_choose(field: Field) -> Counter[str] | None:
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
