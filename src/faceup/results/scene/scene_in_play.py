"""The scene of a position after known moves, with dice, tricks and the winning set; and the table of a solitaire game.

For a trick game the scene says who played the cards between the hands, and keeps the last complete round.

The winning set has the fewest cards or squares of the winner that the rules still call a win. No rules need to define
it: things are removed from the final state, and the rules say whether it is still won.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from faceup.results.scene.boards.found_boards import found_board
from faceup.results.scene.boards.pieces_in_play import squares_that_differ, with_laid_pieces
from faceup.results.scene.dice import dice_lying, faces_shown
from faceup.results.scene.scene_of_game import scene_of
from faceup.results.scene.sets_in_play import sets_by_seat
from faceup.results.scene.things import Item, Made, Scene, Zone, last_decider
from faceup.results.scene.zones import FACE_DOWN, dice_zone, row_of_squares
from faceup.results.stakes import Stakes
from faceup.rules.boards import board_of
from faceup.rules.cards import bits, bits_of, holds
from faceup.rules.contract import CHANCE, OVER, Game, Patience
from faceup.rules.errors import MISTAKES
from faceup.rules.fields import Card, Field, Heap, field_kinds, fields_of, item_kind, label_of
from faceup.rules.moves import Move
from faceup.rules.names import as_player
from faceup.rules.pile import Tally
from faceup.rules.rows import is_set_kind, members_of, with_sets
from faceup.rules.texts import move_text, state_text

MOST = 6  # members of such a set
MOST_ASKED = 5_000  # positions for which the rules are called
PLAYERS = 2
Without = Callable[[Iterable[int], Iterable[int]], Any]  # the end, with these things of the winner and of the other


def with_winning_set(
    scene: Scene, game: Game, state: Any, winner_of: Callable[[], int | None], history: Sequence[Made]
) -> Scene:
    """The scene with the winning things marked: squares of the board, else cards of the winner's set.

    ``winner_of`` gives the winner of two players, or None; it is called only if there may be such things.
    """
    if game.turn(state) != OVER:
        return scene
    board, fields = board_of(game), fields_of(state)
    row = row_of_squares(board, fields) if board is not None else _row_found(game, fields)
    squares = None if row is None or item_kind(row.kind) is Heap else row.name
    sets = sets_by_seat(game)
    if (squares is None and len(sets) != PLAYERS) or (winner := winner_of()) is None:
        return scene
    winning = winning_set(game, state, winner, sets, squares, history)
    hand = label_of(sets[winner]) if len(sets) == PLAYERS else None
    if winning and board is None and row is None:
        members = members_of(getattr(state, sets[winner])) & ~bits_of(winning)
        on_board = squares_that_differ(game, state, with_sets(state, **{sets[winner]: members}))
    else:
        on_board = winning

    def mark(item: Item, zone: Zone) -> Item:
        return item._replace(won=item.square in on_board if zone.kind == "board" else int(item.text) in winning)

    zones = (
        replace(zone, rows=tuple(tuple(mark(item, zone) for item in row) for row in zone.rows))
        if zone.kind == "board" or (zone.kind == "cards" and zone.label == hand)
        else zone
        for zone in scene.zones
    )
    return replace(scene, zones=tuple(zones)) if winning else scene


def _row_found(game: Game, fields: Sequence[Field]) -> Field | None:
    """The row of the squares that play shows."""
    found = found_board(game)
    rows = [field for field in fields if found and field.name in found.fields and isinstance(field.value, tuple)]
    return rows[0] if found and rows and not found.heaps else None


def winning_set(
    game: Game, state: Any, winner: int, sets: Sequence[str], squares: str | None, history: Sequence[Made] = ()
) -> frozenset[int]:
    """The winning set of a player: members of their set, or squares with their number; else empty.

    ``sets`` are the names of the fields with each player's things, ``squares`` that of a row of squares. Several
    smallest sets are shown together if they have a member in common, such as the square that finished two lines.
    """
    payoff, other = game.payoff(state), 1 - winner
    if squares is not None and set(getattr(state, squares)) <= {0, 1, 2}:
        row = getattr(state, squares)
        members = [k for k, number in enumerate(row) if number == winner + 1]

        def board(remaining: Iterable[int], _: Iterable[int]) -> Any:
            removed = set(members) - set(remaining)
            return state._replace(**{squares: tuple(0 if k in removed else number for k, number in enumerate(row))})

        return _smallest(game, payoff, members, [], board)
    if squares is not None:
        return _around_last(game, payoff, squares, history)
    if len(sets) == PLAYERS:
        members, others = (list(bits(members_of(getattr(state, sets[player])))) for player in (winner, other))

        def hands(remaining: Iterable[int], others_remaining: Iterable[int]) -> Any:
            return with_sets(state, **{sets[winner]: bits_of(remaining), sets[other]: bits_of(others_remaining)})

        return _smallest(game, payoff, members, others, hands)
    return frozenset()


def _around_last(game: Game, payoff: Any, squares: str, history: Sequence[Made]) -> frozenset[int]:
    """The square that the last move filled, with the fewest others that make it win, where pieces are nobody's own."""
    if not history:
        return frozenset()
    before, turn, move = history[-1]
    row, now, empty = (getattr(one, squares) for one in (before, game.play(before, move), game.start()))
    last = [square for square, (one, other) in enumerate(zip(row, now, strict=True)) if one != other]
    if turn < 0 or len(last) != 1:
        return frozenset()

    def board(remaining: Iterable[int], _: Iterable[int]) -> Any:
        kept = {*remaining}
        left = tuple(number if square in kept else empty[square] for square, number in enumerate(row))
        return game.play(before._replace(**{squares: left}), move)

    members = [square for square, number in enumerate(row) if number != empty[square]]
    others = _smallest(game, payoff, members, [], board)
    return others and others | {*last}


def _smallest(game: Game, payoff: Any, members: list[int], others: list[int], without: Without) -> frozenset[int]:
    """The union of the smallest winning sets, if they have a member in common; else empty."""
    questions = 0

    def wins(subset: tuple[int, ...]) -> Iterator[bool]:
        """Whether the game is won with this subset, for each number of the other's things (rules may count turns)."""
        nonlocal questions
        for dropped in range(len(others) + 1):
            questions += 1
            end = without(subset, others[dropped:])
            yield game.turn(end) == OVER and game.payoff(end) == payoff

    try:
        for size in range(min(MOST, len(members)) + 1):
            smallest = []
            for subset in combinations(members, size):
                if any(wins(subset)):
                    smallest.append(frozenset(subset))
                if questions > MOST_ASKED:
                    return frozenset()
            if smallest:
                return frozenset().union(*smallest) if frozenset.intersection(*smallest) else frozenset()
    except MISTAKES:  # rules need not know positions that never arise
        return frozenset()
    return frozenset()


LAST_ROUND = "last round"
Laid = tuple[str, int]  # a card and its player, or CHANCE


def with_tricks(scene: Scene, state: Any, history: Sequence[Made], who: Callable[[int], str]) -> Scene:
    """The scene of a game of hands, first the cards between them, each with the name of its player.

    A round is over when a ``Card`` field becomes empty by a card from a hand.
    """
    kinds = field_kinds(type(state))
    between = {label_of(name): name for name, kind in kinds.items() if kind is Card}
    if not between or not any(map(is_set_kind, kinds.values())):
        return scene

    def name_cards(cards: Sequence[Laid]) -> tuple[Item, ...]:
        return tuple(Item(card, by="" if turn == CHANCE else who(turn)) for card, turn in cards)

    lying = [
        replace(zone, rows=(name_cards(_lying(history, len(history), state, [between[zone.label]])),))
        for zone in scene.zones
        if zone.label in between
    ]
    over = _last_round(history, state, kinds, list(between.values()))
    last = [Zone("cards", LAST_ROUND, (name_cards(over),))] if over else []
    others = [zone for zone in scene.zones if zone.label not in between]
    return Scene((*lying, *last, *others), scene.text, scene.more)


def _last_round(history: Sequence[Made], state: Any, kinds: Mapping[str, Any], between: Sequence[str]) -> list[Laid]:
    """The cards of the last complete round, in the order of play."""
    after = state
    for k in reversed(range(len(history))):
        before, turn, move = history[k]
        if turn >= 0 and _any(before, between) and not _any(after, between) and _in_a_hand(before, move, kinds):
            return [*_lying(history, k, before, between), (str(move), turn)]
        after = before
    return []


def _in_a_hand(state: Any, move: Move, kinds: Mapping[str, Any]) -> bool:
    hands = (members_of(getattr(state, name)) for name, kind in kinds.items() if is_set_kind(kind))
    return isinstance(move, int) and move >= 0 and any(holds(hand, move) for hand in hands)


def _any(state: Any, between: Iterable[str]) -> bool:
    return any(getattr(state, name) for name in between)


def _lying(history: Sequence[Made], number: int, state: Any, between: Iterable[str]) -> list[Laid]:
    """The cards in these fields after so many moves of the history."""
    return [(str(card), _laid_by(history, number, name, card)) for name in between if (card := getattr(state, name))]


def _laid_by(history: Sequence[Made], number: int, name: str, card: int) -> int:
    """The player whose move of the card put it into the field; else CHANCE."""
    for k in range(number - 1, -1, -1):
        before, turn, move = history[k]
        if getattr(before, name) != card:
            return turn if move == card else CHANCE
    return CHANCE


def scene_in_play(
    game: Game, state: Any, legal: Collection[Move], history: Sequence[Made], stakes_of: Callable[[], Stakes]
) -> Scene:
    """The scene after these moves, with the moves that can be picked; ``stakes`` are computed only if needed."""

    def winner() -> int | None:
        stakes = stakes_of()
        if not stakes.two:
            return None
        return stakes.outcome_of_end(game.payoff(state), last_decider(history)).winner

    def who(turn: int) -> str:
        return stakes_of().name(turn)

    label, faces = dice_lying(game, history)
    if not history and game.turn(state) == CHANCE:  # the dice lie there before the first roll, too
        faces = (0,) * len(faces_shown(game, state, next(iter(game.moves(state)))))
    rolled = dice_zone(label if any(faces) else "dice", faces) if faces else None
    scene = with_laid_pieces(scene_of(game, state, legal, rolled), game, state, legal, history)
    if game.turn(state) == OVER:
        scene = _with_cards_dealt(scene, game, state, history, stakes_of)
    scene = _with_moves_in_words(scene, game, state, history)
    scene = with_tricks(with_winning_set(scene, game, state, winner, history), state, history, who)
    return with_players_names(scene, game)


def with_players_names(scene: Scene, game: Game) -> Scene:
    """The scene with fields that are called as players, ``ann``, spelled as these are."""
    zones = (replace(zone, label=as_player(zone.label, game.player_names)) for zone in scene.zones)
    return replace(scene, zones=tuple(zones))


def _with_moves_in_words(scene: Scene, game: Game, state: Any, history: Sequence[Made]) -> Scene:
    """The scene with each row of numbers that is a record of moves in the words of these moves."""
    states = [*(before for before, _, _ in history), state]
    words: dict[str, list[str]] = {}
    for k, field in enumerate(fields_of(state)):
        if isinstance(field.value, tuple) and field.value:
            steps = [(one[k], other[k], *made) for one, other, made in zip(states, states[1:], history, strict=False)]
            added = [step for step in steps if step[0] != step[1]]
            if all(turn >= 0 and after == (*before, move) for before, after, _, turn, move in added):
                words[field.label] = [move_text(game, before, move) for _, _, before, _, move in added]
    if not words:
        return scene
    return replace(scene, zones=tuple(_in_words(zone, words.get(zone.label, [])) for zone in scene.zones))


def _in_words(zone: Zone, words: Sequence[str]) -> Zone:
    """A zone of numbers with words in their place, if there are as many."""
    if zone.kind != "number" or len(zone.rows) != 1 or len(zone.rows[0]) != len(words):
        return zone
    row = tuple(item._replace(text=word) for item, word in zip(zone.rows[0], words, strict=True))
    return replace(zone, rows=(row,))


def _with_cards_dealt(
    scene: Scene, game: Game, state: Any, history: Sequence[Made], stakes_of: Callable[[], Stakes]
) -> Scene:
    """The scene at the end of a game in which one player turns cards, with every card that chance dealt: those without
    a number face down, under the word for them, and the one in the player's hand marked if it has won.
    """
    cards = [field for field in fields_of(state) if field.kind is Card]
    dealt = [move_text(game, before, move) for before, turn, move in history if turn == CHANCE]
    alone = {turn for _, turn, _ in history} <= {0, CHANCE} and not any(zone.kind != "cards" for zone in scene.zones)
    if len(cards) != 1 or len(scene.zones) != 1 or not alone or not dealt:
        return scene
    own = str(cards[0].value)
    won = stakes_of().outcome_of_end(game.payoff(state), 0).kind == "win"
    row = tuple(
        Item(word, won=won and word == own, by="yours" if word == own else "")
        if word.isdecimal()
        else Item(FACE_DOWN, by=word)
        for word in dealt
    )
    return replace(scene, zones=(Zone("cards", "turned", (row,)),))


def table_scene(game: Patience, table: Any) -> Scene:
    """The table of a solitaire game."""
    zones = []
    for name, thing in zip(table._fields, table, strict=True):
        if isinstance(thing, Tally):
            zones.append(Zone("number", label_of(name), ((Item(str(thing.n)),),)))
        else:
            zones.append(Zone("pile", label_of(name), (tuple(Item(game.say(card)) for card in thing.cards()),)))
    text = state_text(game, table)
    return Scene(tuple(zones), text, "" if type(game).show is Patience.show else text)
