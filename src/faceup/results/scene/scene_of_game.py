"""The scene of a game with decisions, or of one player's view: board, track, scores, fields, cards, choices."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from faceup.results.scene.boards.found_boards import found_board
from faceup.results.scene.boards.piece_looks import with_looks
from faceup.results.scene.boards.pieces_in_play import with_falling_pieces, with_numbered_squares
from faceup.results.scene.boards.zone_of_board import fields_on_board, shown_board, texts_of_squares
from faceup.results.scene.dice import dice_kept, is_die, with_dice
from faceup.results.scene.field_owners import named_after_players, named_by_seats
from faceup.results.scene.moves_in_fields import NOT_YET, fields_of_moves
from faceup.results.scene.plain_fields import PlainNumbers, plain_numbers
from faceup.results.scene.positions_met import positions_met
from faceup.results.scene.sets_in_play import fields_of_cards, hand_of, moves_are_members, sets_are_places
from faceup.results.scene.things import Item, Scene, Selection, Zone
from faceup.results.scene.view_words import plain_fields
from faceup.results.scene.zones import FieldPlace, Stones, board_zones, field_zones, is_drawn, stones_taken
from faceup.rules.boards import Board, DotGrid, Track, board_of
from faceup.rules.cards import HIGHEST_CARD, bits, holds
from faceup.rules.contract import OVER, Game
from faceup.rules.errors import RulesError
from faceup.rules.facts import facts_of
from faceup.rules.fields import MOVER, Card, Dice, Die, Field, Place, fields_of, item_kind
from faceup.rules.moves import Move
from faceup.rules.names import seat_name, short_seat_name
from faceup.rules.parameters import Cards, write_parameters
from faceup.rules.rows import place_name
from faceup.rules.texts import line_of, move_text, state_text

MOST_SQUARES = 200  # of a track, before places are numbers
ALONE = "●"  # the sign of a counter that has the track for itself
NUMBERS = re.compile(r"(\d+)(?:-(\d+))?")
THINGS_FIRST = re.compile(r"\d+(?: and \d+)*: ")
MOST_NUMBERS = 6  # of a state, before those that are 0 from the start on are left out
NOTHING_KNOWN = PlainNumbers()
PAIR = 2  # players, or squares; two places of a row need not be theirs
FEWEST = 2  # things to choose from
MANY = 4  # numbers, too many to equal those on the table by accident
WORDS_OF_SHOWING = ("the", "shows", "show", "is", "are", "on", "table", "thrown")


def scene_of(game: Game, state: Any, legal: Collection[Move], rolled: Zone | None = None) -> Scene:
    """The scene of a position with its legal moves, empty if nobody decides; ``rolled`` are the dice rolled last."""
    shown, scores = shown_board(game, state, legal), score_zones(game, state)
    found = found_board(game)
    numbers = plain_numbers(game) if shown is None or found else NOTHING_KNOWN
    bare = board_of(game) is None and type(game).say is Game.say and not hasattr(game, "faces")
    fields = fields_of(state)
    fields = numbers.annotate_heaps(with_dice(game, fields) if finds_dice(game) else fields)
    fields = with_cards(game, fields) if shown is None else fields
    fields = told_fields(game, state, fields, numbers, bool(scores))
    kept = dice_kept(game, state, legal) if bare else ()
    stones = stones_taken(game, state, {field.name: field.kind for field in fields}, legal)
    text = state_text(game, state)
    scene = scene_of_fields(
        game,
        fields,
        text,
        _without_pairs(game, state, legal),
        game.turn(state),
        stones,
        rolled,
        scores,
        shown,
        numbers,
        found.fields if found else None,
    )
    if kept:
        scene = replace(
            scene, zones=tuple(replace(zone, selections=kept) if zone.kind == "dice" else zone for zone in scene.zones)
        )
    if facts_of(type(game)).hidden and type(game).show is not Game.show:
        scene = without_numbers(scene)
    if shown is None and board_of(game) is None:
        if sets_are_places(game):
            scene = replace(scene, zones=tuple(map(_as_numbers, scene.zones)))
        return with_moves_said(scene, game, state, fields, legal)
    return with_falling_pieces(with_numbered_squares(scene, game, state, legal), game)


def told_fields(
    game: Game, state: Any, fields: Sequence[Field], numbers: PlainNumbers, scored: bool = False
) -> list[Field]:
    """The fields that mean something to people, as the empty place of a card does, in words and, unless there are
    scores, with the names of their owners, plain ones of all players in a row; all of them as they are if the rules
    ``show`` a state in words of their own.
    """
    if type(game).show is not Game.show:
        return list(fields)
    told = [numbers.in_words(one) for one in fields if one.name == MOVER or one.kind is Card or numbers.tell(one)]
    return told if scored else named_by_seats(game, state, _in_rows(game, fields, told))


def _in_rows(game: Game, fields: Sequence[Field], told: Sequence[Field]) -> list[Field]:
    """The fields that are told, with those named after players in one row, if all of the players' are plain fields."""
    kinds, known = {field.name: field.kind for field in fields}, {field.name: field for field in told}
    for thing, names in named_after_players(game).items():
        if not known.keys().isdisjoint(names) and {kinds.get(name) for name in names} in ({int}, {bool}):
            row = Field(thing, tuple(known[name].text if name in known else NOT_YET for name in names), tuple[int, ...])
            known = {thing if name in names else name: row if name in names else one for name, one in known.items()}
    return list(known.values())


def finds_dice(game: Game) -> bool:
    """Whether dice are looked for among plain numbers: not on a board, nor if the rules have words for what may be no
    roll.
    """
    return board_of(game) is None and (type(game).say is Game.say or hasattr(game, "faces") or is_die(game))


def with_cards(game: Game, fields: Sequence[Field]) -> list[Field]:
    """The fields with those annotated as cards that hold the cards of its sets, as play shows it."""
    cards = fields_of_cards(game) if board_of(game) is None and not sets_are_places(game) else ()
    return [field._replace(kind=Card) if field.name in cards and field.kind is int else field for field in fields]


def _as_numbers(zone: Zone) -> Zone:
    """The cards of a set as the mere numbers that they are, or ``none``."""
    return replace(zone, kind="number", rows=(zone.rows[0] or (Item("none"),),)) if zone.kind == "cards" else zone


def _without_pairs(game: Game, state: Any, legal: Collection[Move]) -> Collection[Move]:
    """The moves without numbers that the rules say by two squares, ``3 to 4``, on a board without names of squares."""
    board = board_of(game)
    if board is None or isinstance(board, Board | DotGrid) or type(game).say is Game.say:
        return legal
    return [move for move in legal if len(re.findall(r"\d+", move_text(game, state, move))) < PAIR]


def with_moves_said(scene: Scene, game: Game, state: Any, fields: Sequence[Field], legal: Collection[Move]) -> Scene:
    """The scene with the moves that sets hold by what the rules say: ``e4``, or 4 of ``take 4``."""
    said, moves = fields_of_moves(game), {move for move in legal if isinstance(move, int)}
    held = {field.label: said[field.name] for field in fields if field.name in said}

    def item(number: int, words: Mapping[int, str]) -> Item:
        word = move_text(game, state, number) if number in moves else words.get(number, str(number))
        return Item(str(number) if str(number) in word.split() else word, number if number in moves else None)

    def zone_said(zone: Zone) -> Zone:
        words = held.get(zone.label) if zone.kind == "cards" and not zone.choices else None
        if words is None or not zone.items or zone.items[0].text in words.values():
            return zone
        row = tuple(item(int(each.text), words) for each in zone.items)
        return replace(zone, rows=(row,), selections=())

    return replace(scene, zones=tuple(map(zone_said, scene.zones)))


def scene_of_fields(
    game: Game,
    fields: Sequence[Field],
    text: str,
    legal: Collection[Move],
    turn: int,
    stones: Stones,
    rolled: Zone | None = None,
    scores: Sequence[Zone] = (),
    shown: Zone | None = None,
    numbers: PlainNumbers = NOTHING_KNOWN,
    found: Collection[str] | None = None,
) -> Scene:
    """The scene of fields by their annotation, except those on the game's ``board`` or ``track``, and those on
    ``shown``: the fields ``found`` by play, or all but cards, dice and heaps on a board that ``show`` draws. Of
    ``numbers`` that tell nothing to a person the text alone tells.
    """
    check_sets(game, fields)
    moves = {move for move in legal if isinstance(move, int)}
    if shown is None:
        picked = cards_picked(game, fields, turn, moves)
        board, on_board = board_zones(game, fields, moves)
        to_take = cards_to_take(game, fields, moves - picked.keys())
    else:
        picked, to_take = {}, []
        board, on_board = [shown], fields_on_board(fields, found)
    board = [with_looks(zone, game, texts_of_squares) for zone in board]
    track, on_track = track_zones(game, fields)
    zones: list[Zone] = [*scores, *to_take, *board, *track]
    chosen_from, selections = selections_of(game, fields, legal) if turn >= 0 else ("", ())
    by_seat = {*numbers.by_seat, *named_after_players(game)}
    for field in fields:
        if field not in on_board and field not in on_track and not is_of_scores(field, scores):
            laid = field_zones(field, picked, stones, seats_of_rows(game, field.name in by_seat))
            zones += [replace(zone, selections=selections) if field.name == chosen_from else zone for zone in laid]
    if scores and turn == OVER:  # what lay in a pot is in the scores
        zones = [zone for zone in zones if zone.kind != "heap"]
    if scores:
        fields = [field for field in fields if is_drawn(field) or field.name not in plain_fields(game, "scores")]
    bare = bare_numbers(game, fields) if all(zone.kind in ("heap", "dice") for zone in zones) else []
    zones += [Zone("number", field.label, ((Item(field.text),),)) for field in bare]
    if bare:
        fields = [field for field in fields if field not in bare and not (field.kind is int and field.value == 0)]
    if found is not None:
        fields = [field for field in fields if field not in on_board]
    more = not_drawn(game, text, fields, zones) if shown is None or found is not None else ""
    if rolled and not any(zone.kind == "dice" for zone in zones):
        zones.append(rolled)
        more = more and not_drawn(game, text, fields, zones)
    return Scene(tuple(zones), text, more)


def seats_of_rows(game: Game, two: bool) -> list[str]:
    """The names of the players, if rows of their number have a place for each; ``two`` for a game of two."""
    players = getattr(game, "players", None)
    seats = players if type(players) is int else max(len(game.player_names), 1 + _last_seat_met(game))
    return [seat_name(seat, game.player_names) for seat in range(seats if seats > PAIR else PAIR if two else 0)]


def _last_seat_met(game: Game) -> int:
    return max((met.turn for met in positions_met(game)), default=0)


def check_sets(game: Game, fields: Sequence[Field]) -> None:
    """Raise RulesError for a negative set, which would have infinitely many members."""
    for name, value, kind in fields:
        sets = [value] if kind is Cards else value if item_kind(kind) is Cards else []
        for members in sets:
            if members < 0:
                raise RulesError(f"{type(game).__name__}: {name} is {value}; a set of cards is a number from 0 up")


def cards_picked(game: Game, fields: Sequence[Field], turn: int, moves: Collection[int]) -> dict[int, FieldPlace]:
    """The set from which each move is picked, as a field and a place in its row, if sets are drawn and moves are
    numbers.

    If several sets hold the card, it is picked from the mover's hand as a few plays show it, or else from the set in
    the place of the mover's seat.
    """
    if not _are_cards(game, moves):
        return {}
    sets = [(field.name, 0, field.value) for field in fields if field.kind is Cards]
    in_rows = [field for field in fields if item_kind(field.kind) is Cards]
    rows = [(field.name, *place) for field in in_rows for place in enumerate(field.value)]
    hands = [one for one in sets if turn >= 0 and one[0] == hand_of(game, turn)]
    own = [one for one in rows if one[1] == turn]
    places: dict[int, FieldPlace] = {}
    for name, place, members in (*hands, *own, *sets[turn : turn + 1] * (turn >= 0), *sets, *rows):
        places |= {move: (name, place) for move in moves if move not in places and holds(members, move)}
    return places


def cards_to_take(game: Game, fields: Sequence[Field], moves: Collection[int]) -> list[Zone]:
    """These moves as cards on the table, if other moves are cards of sets."""
    if not moves or not _are_cards(game, moves) or not any(Cards in (f.kind, item_kind(f.kind)) for f in fields):
        return []
    return [Zone("cards", "on the table", (tuple(Item(str(card), card) for card in sorted(moves)),), choices=True)]


def _are_cards(game: Game, moves: Collection[int]) -> bool:
    bare = board_of(game) is None and type(game).say is Game.say
    numbered = bare and all(0 <= move <= HIGHEST_CARD for move in moves)
    return numbered and moves_are_members(game) and not sets_are_places(game)


def score_zones(game: Game, state: Any) -> list[Zone]:
    """The score of each player by the method ``scores`` of the rules, up to the parameter ``goal`` if there is one;
    empty without that method. Raises RulesError if ``scores`` yields anything but whole numbers.
    """
    scores = getattr(game, "scores", None)
    if not callable(scores):
        return []
    values: Any = scores(state)
    if not isinstance(values, tuple | list) or not values or not all(type(score) is int for score in values):
        problem = f"{type(game).__name__}: scores returns {values!r}; possible: a whole number for each player"
        raise RulesError(f"{problem}, as a tuple{line_of(game, 'scores')}")
    names = [short_seat_name(seat, game.player_names) if len(values) > 1 else "" for seat in range(len(values))]
    row = tuple(Item(str(score), by=name) for score, name in zip(values, names, strict=True))
    goal = getattr(game, "goal", 0)
    return [Zone("scores", "score", (row,), goal=goal if type(goal) is int and goal > 0 else 0)]


def is_of_scores(field: Field, scores: Sequence[Zone]) -> bool:
    """Whether a field is the row of these scores, which are drawn once."""
    row = list(map(str, field.value)) if isinstance(field.value, tuple) else None
    return any([item.text for item in zone.items] == row for zone in scores)


def track_zones(game: Game, fields: Sequence[Field]) -> tuple[list[Zone], list[Field]]:
    """The zone of the track with a counter for each place in the state, if it fits; and the fields it shows."""
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
    seats = [short_seat_name(seat, game.player_names) for seat in range(len(seats_of_rows(game, two=False)))]
    counters = [counter for field, sign in zip(places, signs, strict=True) for counter in _counters(field, sign, seats)]
    last = tuple(
        Item(sign, owner=k, square=number if number in track.squares else None, name=name)
        for k, (name, sign, number) in enumerate(counters)
    )
    rows = tuple(tuple(_square(track, number) for number in row) for row in track.rows)
    named = [f"{name} {sign}" for name, sign, _ in counters if name in seats]
    labels = [
        ", ".join(named) if _is_by_seat(field, seats) else f"{field.label} {sign}".rstrip(f" {ALONE}")
        for field, sign in zip(places, signs, strict=True)
    ]
    return [Zone("track", ", ".join(labels), (*rows, last), jumps=tuple(track.jumps.items()))], places


def _signs(places: Sequence[Field]) -> list[str]:
    """The letter of each field's counters; counters of a row have numbers too, or only numbers if the row is alone."""
    single = [field for field in places if not isinstance(field.value, tuple)]
    if len(places) == 1:
        return [ALONE if single else ""]
    lettered = single if len(places) == len(single) + 1 else places
    letters = [field.label[:1].upper() for field in lettered]
    if len(set(letters)) < len(letters):
        letters = [chr(ord("A") + k) for k in range(len(letters))]
    free_letters = iter(letters)
    return [next(free_letters) if field in lettered else "" for field in places]


def _is_by_seat(field: Field, seats: Sequence[str]) -> bool:
    """Whether a field is a row with a place for each of several players."""
    return isinstance(field.value, tuple) and len(field.value) == len(seats) > 0


def _counters(field: Field, sign: str, seats: Sequence[str]) -> list[tuple[str, str, int]]:
    """The name of each counter, its sign, and the number of its square; ``seats`` are the names of the players."""
    if not isinstance(field.value, tuple):
        return [(field.label, sign, field.value)]
    if _is_by_seat(field, seats):
        return [(seats[k], f"{sign}{k + 1}", number) for k, number in enumerate(field.value)]
    return [(place_name(field.label, k), f"{sign}{k}", number) for k, number in enumerate(field.value)]


def _square(track: Track, number: int | None) -> Item:
    return Item("") if number is None else Item(str(track.names.get(number, number)), square=number)


def bare_numbers(game: Game, fields: Sequence[Field]) -> list[Field]:
    """The whole numbers of a state without a ``show``, of which at most heaps and dice are drawn, but for the player to
    move, and the words of those that stand for a move; of many, those that are or at the start were more than 0.
    """
    numbers = [field for field in fields if field.kind is int and field.name != MOVER]
    start = game.start()
    if sum(field.kind is int and field.name != MOVER for field in fields_of(start)) > MOST_NUMBERS:
        numbers = [field for field in numbers if field.value or getattr(start, field.name)]
    return numbers if type(game).show is Game.show else []


def not_drawn(game: Game, text: str, fields: Sequence[Field], zones: Sequence[Zone]) -> str:
    """The text beside the drawing: nothing, all of it, or the fields that are not drawn."""
    hidden = [field for field in fields if not is_drawn(field)]
    if type(game).show is Game.show:
        return ", ".join(field.labelled_text() for field in hidden if field.name != MOVER)
    if not zones:
        return text
    has_board = any(zone.kind == "board" for zone in zones)
    return "" if not hidden or (has_board and _is_grid(text)) or _repeats(text, zones) else text_not_drawn(text, zones)


def _is_grid(text: str) -> bool:
    """Whether the text draws the board itself, in lines of one length."""
    lines = text.splitlines()
    return len(lines) > 1 and len({len(line) for line in lines}) == 1


def _repeats(text: str, zones: Sequence[Zone]) -> bool:
    """Whether the text has exactly the numbers that are drawn, each as often, so that it says no more."""
    without_choices = [zone for zone in zones if not zone.choices]
    drawn_numbers = Counter(str(len(zone.items)) for zone in without_choices if zone.kind == "heap")
    drawn_numbers += Counter(text for zone in without_choices for text in _texts(zone))
    text_numbers = Counter(number for both in NUMBERS.findall(text) for number in _all_of(*both))
    return bool(text_numbers) and text_numbers == drawn_numbers


def text_not_drawn(text: str, zones: Sequence[Zone]) -> str:
    """The text without clauses that repeat a zone: ``dice 2 3 4``, ``the die shows 5``, ``3``; nor does it begin with
    cards or dice that are drawn, ``3 and 1: check, bet``.

    A clause of many numbers repeats a zone with the same numbers; one of few does only if its words are in the label.
    """
    things = {text for zone in zones if zone.kind in ("cards", "dice") for text in _texts(zone)}
    if (first := THINGS_FIRST.match(text)) and things.issuperset(re.findall(r"\d+", first[0])):
        text = text[first.end() :]
    contents = [({*zone.label.split(), *WORDS_OF_SHOWING}, Counter(_texts(zone))) for zone in zones if not zone.choices]

    def is_drawn_already(clause: str) -> bool:
        counts = Counter(number for both in NUMBERS.findall(clause) for number in _all_of(*both))
        words = {*re.findall(r"[^\W\d_]+", clause.lower())}
        if not counts and not words:
            return False
        return any(counts == texts and (len(counts) >= MANY or words <= label) for label, texts in contents)

    clauses = re.split(r"(; |, |\n)", text)
    new_clauses = [k for k in range(0, len(clauses), 2) if not is_drawn_already(clauses[k])]
    return "".join(clauses[k] + ("" if k == new_clauses[-1] else clauses[k + 1]) for k in new_clauses)


def _texts(zone: Zone) -> list[str]:
    """The texts of a zone; for a track, the squares of its counters."""
    if zone.kind == "track":
        names = {item.square: item.text for row in zone.rows[:-1] for item in row}
        return [names[item.square] for item in zone.rows[-1] if item.square is not None]
    return [item.text for item in zone.items if item.text]


def _all_of(first: str, last: str) -> list[str]:
    """``1-3`` is 1, 2 and 3."""
    return [str(number) for number in range(int(first), min(int(last or first), int(first) + 200) + 1)]


def selections_of(game: Game, fields: Sequence[Field], legal: Collection[Move]) -> tuple[str, tuple[Selection, ...]]:
    """The field from whose things every legal move chooses some, with the choice of each move; empty if there is no
    such field, or if a single number is a move, which is then a thing of its own.

    A move chooses from ``Dice`` if it is such a row itself, from a row of ``Die`` if it is a row of their numbers, and
    from ``Cards`` if it is a set of them.
    """
    if not legal or type(game).say is Game.say or board_of(game) is not None:
        return "", ()
    for field in fields:
        texts = _texts_to_choose(field)
        if texts is not None and texts.total() >= FEWEST:
            choices = {move: _choice_of(field, move) for move in legal}
            if all(some is not None and some <= texts for some in choices.values()):
                pairs = ((move, tuple(sorted(some.elements()))) for move, some in choices.items() if some is not None)
                return field.name, tuple(Selection(*pair) for pair in pairs)
    return "", ()


def _texts_to_choose(field: Field) -> Counter[str] | None:
    """The texts of the things of a field that may be chosen, with their multiplicity."""
    if field.kind is Dice and isinstance(field.value, tuple):
        return Counter({str(face): count for face, count in enumerate(field.value, start=1)})
    if item_kind(field.kind) is Die:
        return Counter(map(str, field.value))
    if field.kind is Cards:
        return Counter(map(str, bits(field.value)))
    return None


def _choice_of(field: Field, move: Any) -> Counter[str] | None:
    """The things of a field that a move chooses; None if the move is no such choice."""
    if field.kind is Cards:
        return Counter(map(str, bits(move))) if type(move) is int and move >= 0 else None
    if not isinstance(move, tuple) or not all(type(part) is int and part >= 0 for part in move):
        return None
    if field.kind is Dice:
        counts = {str(face): count for face, count in enumerate(move, start=1)}
        return Counter(counts) if len(move) == len(field.value) else None
    return Counter(map(str, move))


def without_numbers(scene: Scene) -> Scene:
    """The scene without the numbers of a game with something hidden, for which ``show`` has words."""
    zones = tuple(zone for zone in scene.zones if zone.kind != "number")
    return scene if zones == scene.zones else Scene(zones, scene.text, text_not_drawn(scene.text, zones))
