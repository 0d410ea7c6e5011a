"""Dice that chance has rolled, also in games that do not call them so, and outcomes of chance in words."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import Any

from faceup.results.scene.field_owners import items_dealt, named_by_seats, outcomes_in
from faceup.results.scene.positions_met import MOST_TRIED, positions_met
from faceup.results.scene.things import Made, Selection
from faceup.results.scene.view_words import sets_in_row
from faceup.rules.cards import bits, list_cards
from faceup.rules.contract import CHANCE, Game
from faceup.rules.errors import MISTAKES, RulesError
from faceup.rules.fields import Card, Dice, Die, Field, field_kinds, fields_of, item_kind, label_of
from faceup.rules.moves import Move, parts_of
from faceup.rules.names import as_player, short_seat_name
from faceup.rules.parameters import Cards
from faceup.rules.rows import members_of
from faceup.rules.texts import (
    line_of,
    move_text,
    names_dice,
    speaks_of_cards,
    speaks_of_dice,
    speaks_of_other_lots,
    speaks_of_wheels,
)

LARGEST = 20  # number of a die
FEWEST = 2  # dice to choose from
FACES = range(1, 7)
MOST_THROWS = 50_000  # that are listed
TWO_DICE = Counter(one + other for one in FACES for other in FACES)


@lru_cache(maxsize=64)
def found_dice(game: Game) -> tuple[str, ...]:
    """The fields that are dice: the row, or the numbers, to which each outcome of chance adds itself, or a number that
    becomes what is rolled; none of rules that speak of other lots, nor, unless the rules tell ``faces``, where the odds
    vary, or other numbers than those of six faces come and neither the rules nor their fields speak of dice.
    """
    told = callable(getattr(game, "faces", None))
    if speaks_of_cards(game) or not (told or (_odds_everywhere(game) and not speaks_of_other_lots(game))):
        return ()
    kinds = field_kinds(type(game.start()))
    fills = [
        (met.state, outcome, after)
        for met in positions_met(game)
        for outcome, after in (met.after.items() if met.turn == CHANCE else ())
    ]
    if not fills or not all(type(outcome) is int and 0 < outcome <= LARGEST for _, outcome, _ in fills):
        return ()
    spoken = told or speaks_of_dice(game) or names_dice(" ".join(map(label_of, kinds)))
    if not spoken and {outcome for _, outcome, _ in fills} != {*FACES}:
        return ()

    def are_dice(names: Collection[str]) -> bool:
        def faces(state: Any) -> Counter[int]:
            return Counter(_faces(state, names))

        return all(faces(after) - faces(state) == Counter((outcome,)) for state, outcome, after in fills)

    rows = [name for name, kind in kinds.items() if kind is tuple or item_kind(kind) is int]
    pairs = {name: [(getattr(state, name), getattr(after, name)) for state, _, after in fills] for name in kinds}
    numbers = tuple(
        name
        for name, both in pairs.items()
        if kinds[name] is int
        and any(old != new for old, new in both)
        and all(0 <= number <= LARGEST for pair in both for number in pair)
    )
    without_one = [tuple(name for name in numbers if name != one) for one in numbers]
    groups = [*((row,) for row in rows), *(group for group in (numbers, *without_one) if len(group) >= FEWEST)]
    found = next(filter(are_dice, groups), ())
    if not found and numbers and all(faces_shown(game, state, outcome) == (outcome,) for state, outcome, _ in fills):
        set_by_it = (name for name in numbers if all(getattr(after, name) == outcome for _, outcome, after in fills))
        found = tuple(islice(set_by_it, 1))
    return found


@lru_cache(maxsize=64)
def dice_by_name(game: Game) -> frozenset[str]:
    """The numbers that chance always makes what ``faces`` of the rules say that one die shows, if each roll sets one of
    them, as the die of each player; empty if ``found_dice`` finds any.
    """
    if found_dice(game) or not callable(getattr(game, "faces", None)):
        return frozenset()
    kinds = field_kinds(type(game.start()))
    try:
        rolls = [
            (met.state, faces_shown(game, met.state, outcome), after)
            for met in positions_met(game)
            for outcome, after in (met.after.items() if met.turn == CHANCE else ())
        ]
    except RulesError:  # told where the dice are rolled
        return frozenset()
    changed = {
        (name, (getattr(after, name),) == faces)
        for state, faces, after in rolls
        for name, kind in kinds.items()
        if kind is int and getattr(state, name) != getattr(after, name)
    }
    names = {name for name, _ in changed} - {name for name, is_face in changed if not is_face}
    told = all(any((getattr(after, name),) == faces for name in names) for _, faces, after in rolls)
    return frozenset(names if told else ())


@lru_cache(maxsize=64)
def is_die(game: Game) -> bool:
    """Whether chance always rolls one die, whose number is the outcome."""
    return not any(isinstance(outcome, tuple) for outcome in odds_again(game)) and dice_rolled(game) == 1


@lru_cache(maxsize=64)
def dice_rolled(game: Game) -> int:
    """How many alike dice chance always rolls, again and again: its outcomes have the odds of so many fair dice, each
    with six faces, or with any number of faces if the rules speak of dice. 0 if that is not so, or if the rules call an
    outcome anything but a roll.
    """
    weights = dict[tuple[Any, ...], Any]()  # of dice without an order
    if speaks_of_other_lots(game) and not speaks_of_dice(game):
        return 0
    for outcome, weight in odds_again(game).items():
        row = _row(outcome)
        if not row or not all(type(face) is int and 0 < face <= LARGEST for face in row):
            return 0
        weights[tuple(sorted(row))] = weights.get(tuple(sorted(row)), 0) + weight
    count, sides = max(map(len, weights), default=0), max(map(max, weights), default=0)
    if not weights or sides**count > MOST_THROWS or (sides != len(FACES) and not speaks_of_dice(game)):
        return 0
    fair = Counter(tuple(sorted(row)) for row in product(range(1, max(sides, FEWEST) + 1), repeat=count))
    all_weights, all_fair = sum(weights.values()), fair.total()
    if weights.keys() != fair.keys() or any(weights[row] * all_fair != fair[row] * all_weights for row in fair):
        return 0
    words = move_text(game, _chance_states(game)[0], next(iter(odds_again(game))))
    return count if not _has_letters(words) or names_dice(words) else 0


def _row(outcome: Move) -> tuple[Any, ...]:
    return outcome if isinstance(outcome, tuple) else (outcome,)


def is_rolled(game: Game) -> bool:
    """Whether chance always rolls one die, or chooses the sum of two dice."""
    return dice_rolled(game) > 0 or odds_again(game) == TWO_DICE


@lru_cache(maxsize=64)
def odds_again(game: Game) -> Mapping[Move, Any]:
    """The outcomes with their odds that chance has again and again; empty if they vary, or if it decides once."""
    return _odds_everywhere(game) if len(_chance_states(game)) > 1 else {}


@lru_cache(maxsize=64)
def _odds_everywhere(game: Game) -> Mapping[Move, Any]:
    """The outcomes with their odds wherever chance decides; empty if they vary."""
    try:
        rows = [{move: game.odds(state, move) for move in game.moves(state)} for state in _chance_states(game)]
    except MISTAKES:  # told where the position is reached
        return {}
    return rows[0] if rows and all(row == rows[0] for row in rows) else {}


def _chance_states(game: Game) -> list[Any]:
    met = (
        state
        for one in positions_met(game)
        for turn, state in ((one.turn, one.state), *zip(one.turns, one.after.values(), strict=True))
        if turn == CHANCE
    )
    return [*dict.fromkeys(islice(met, MOST_TRIED))]


def _faces(state: Any, names: Collection[str]) -> list[int]:
    """The numbers that the dice show, none for those that are not rolled."""
    values = (getattr(state, name) for name in names)
    return [face for value in values for face in (value if isinstance(value, tuple) else (value,)) if face]


def with_dice(game: Game, fields: Sequence[Field]) -> list[Field]:
    """The fields with the dice as one row of dice, in the place of the first of them; apart if each is a player's."""
    names = found_dice(game)
    if not names:
        alone = dice_by_name(game)
        return [field._replace(kind=Die) if field.name in alone else field for field in fields]
    dice = [field for field in fields if field.name in names]
    seats = {short_seat_name(seat, game.player_names).lower() for seat in range(len(dice))}
    called = {field.label.lower() for field in named_by_seats(game, None, dice)}
    owned = called == seats or not called & {field.label for field in dice}
    if type(dice[0].value) is int and (len(dice) == 1 or owned):
        return [field._replace(kind=Die) if field.name in names else field for field in fields]
    single = isinstance(dice[0].value, tuple)
    row = dice[0].value if single else tuple(field.value for field in dice)
    as_dice = Field(names[0] if single else "dice", row, tuple[Die, ...])
    return [as_dice if field is dice[0] else field for field in fields if field is dice[0] or field.name not in names]


def dice_kept(game: Game, state: Any, moves: Collection[Move]) -> tuple[Selection, ...]:
    """The dice that each move keeps, if each keeps some of those that lie there; none for a move that keeps the same
    as another but leads elsewhere, as one that scores what was rolled.
    """
    names = found_dice(game)
    faces = Counter(_faces(state, names))
    if (
        faces.total() < FEWEST
        or len(moves) < FEWEST
        or game.turn(state) < 0
        or not all(type(move) is int for move in moves)
    ):
        return ()
    after = {move: game.play(state, move) for move in moves}
    kept = {move: Counter(_faces(one, names)) for move, one in after.items()}
    if len({*map(str, kept.values())}) < FEWEST or not all(some <= faces for some in kept.values()):
        return ()
    rest = {move: tuple(field for field in fields_of(one) if field.name not in names) for move, one in after.items()}
    usual = Counter(rest.values()).most_common(1)[0][0]
    texts = {move: tuple(map(str, sorted(some.elements()))) for move, some in kept.items()}
    common = {texts[move] for move in moves if rest[move] == usual}
    return tuple(Selection(move, texts[move]) for move in moves if rest[move] == usual or texts[move] not in common)


LARGEST_CARD = 104  # of two decks
COIN = 2  # outcomes, of which numbers say too little
HAPPENED = {"roll": "rolled", "throw": "threw", "draw": "drew", "deal": "dealt", "spin": "spun", "flip": "flipped"}
COURT = 10  # the value of tens and court cards


def faces_shown(game: Game, state: Any, outcome: Move) -> tuple[int, ...]:
    """The numbers of the dice for an outcome of chance, by ``faces`` of the rules or if chance always rolls dice."""
    faces = getattr(game, "faces", None)
    if not callable(faces):
        return _row(outcome) if dice_rolled(game) else ()
    numbers: Any = faces(state, outcome)
    if not isinstance(numbers, tuple | list) or not all(map(_is_face, numbers)):
        problem = f"{type(game).__name__}: faces returns {numbers!r}; possible: a whole number for each die"
        raise RulesError(f"{problem}, as a tuple{line_of(game, 'faces')}")
    return tuple(numbers)


def _is_face(face: Any) -> bool:
    return isinstance(face, int) and not isinstance(face, bool) and face >= 0


def dice_lying(game: Game, history: Sequence[Made]) -> tuple[str, tuple[int, ...]]:
    """What the dice that lie there are, ``rolled``, or the ``last roll`` if somebody has decided since; their numbers:
    those of all rolls between two decisions, or of the last roll of several dice, or where nobody decides.
    """
    alone = not any(one.turn >= 0 for one in positions_met(game))
    label, faces = "rolled", list[int]()
    for state, turn, move in reversed(history):
        if turn != CHANCE and faces:
            break
        if turn != CHANCE:
            label = "last roll"
            continue
        numbers = faces_shown(game, state, move)
        if len(numbers) > 1 or (alone and numbers):
            return label, tuple(faces) or numbers
        faces[:0] = numbers
    return label, tuple(faces)


def rolls_dice(game: Game) -> bool:
    """Whether what chance decides is a roll of dice."""
    return callable(getattr(game, "faces", None)) or bool(found_dice(game)) or is_rolled(game)


def outcome_words(game: Game, state: Any, outcome: Move) -> str:
    """An outcome of chance in words: ``rolled 4``, ``drew 20``, ``prize 3``, or the game's own words."""
    word = move_text(game, state, outcome)
    if _has_letters(word):
        return seen_outcome_words(word)
    if faces := faces_shown(game, state, outcome):
        return f"rolled {' '.join(map(str, faces))}"
    after = fields_of(game.play(state, outcome))
    changed = [new for old, new in zip(fields_of(state), after, strict=True) if new.value != old.value]
    if (
        found_dice(game)
        or is_rolled(game)
        or (speaks_of_dice(game) and not speaks_of_cards(game))
        or any(kind in (Dice, Die) or item_kind(kind) is Die for _, _, kind in changed)
    ):
        return f"rolled {word.replace('-', ' ')}"
    cards = [field for field in changed if field.kind is Card and field.text == word]
    if not cards and (is_card_value(game, state) or _is_drawn_again(game) or _is_drawn_from_cards(game, state)):
        return f"drew {word}"
    if len(cards) != 1:
        return seen_outcome_words(word)
    return f"drew {word}" if cards[0].label == "card" else f"{cards[0].label} {word}"


def dealt_words(game: Game, state: Any, outcome: Move) -> str:
    """An outcome of chance with the field, or the fields one by one, that it became, ``Bob's card 4``, or with the sets
    that got its cards; else as ``outcome_words``.
    """
    word, before, dealt = move_text(game, state, outcome), fields_of(state), game.play(state, outcome)
    changed = [(old, new) for old, new in zip(before, fields_of(dealt), strict=True) if new.value != old.value]
    if not _has_letters(word) and (sets := _sets_dealt(game, changed, outcome)):
        return ", ".join(f"{as_player(one.label, game.player_names)} {list_cards(one.value)}" for one in sets)
    always = [new for _, new in changed if new.text == word and outcomes_in(game, new.name)]  # and not by accident
    became = named_by_seats(game, dealt, always)
    became += [one for old, new in changed for one in items_dealt(game, old, new) if one.text == word]
    if not _has_letters(word) and tuple(new.value for _, new in changed) == outcome:
        became = named_by_seats(game, dealt, [new for _, new in changed])
    elif len(became) != 1:
        return outcome_words(game, state, outcome)
    return ", ".join(one._replace(name=as_player(one.label, game.player_names)).labelled_text() for one in became)


def _sets_dealt(game: Game, changed: Sequence[tuple[Field, Field]], outcome: Move) -> list[Field]:
    """The sets that gained cards, with these; empty unless they are several cards, the numbers of the outcome."""
    pairs = [
        (before, after)
        for old, new in changed
        for before, after in zip(sets_in_row(game, old), sets_in_row(game, new), strict=True)
        if after.kind is Cards
    ]
    new_cards = [new._replace(value=members_of(new.value) & ~members_of(old.value)) for old, new in pairs]
    gained = [one for one in new_cards if one.value > 0]
    cards = [str(card) for one in gained for card in bits(one.value)]
    return gained if len(cards) > 1 and sorted(cards) == sorted(map(str, parts_of(outcome))) else []


def is_card_value(game: Game, state: Any) -> bool:
    """Whether chance chooses a number from 1 to 10 and, as with tens and court cards of one value, 10 is four times as
    likely as any other that is possible.
    """
    odds = {outcome: game.odds(state, outcome) for outcome in game.moves(state)}
    others = {odds[value] for value in odds if value != COURT} - {0}
    return [*odds] == [*range(1, COURT + 1)] and len(others) == 1 and odds[COURT] in (0, 4 * others.pop())


@lru_cache(maxsize=64)
def _is_drawn_again(game: Game) -> bool:
    """Whether chance always chooses from the same numbers, more than two, with the same odds, and spins no wheel."""
    odds = odds_again(game)
    return not speaks_of_wheels(game) and len(odds) > COIN and all(isinstance(outcome, int) for outcome in odds)


def _is_drawn_from_cards(game: Game, state: Any) -> bool:
    """Whether the rules speak of cards and chance chooses one of their numbers, and not always one of two ends."""
    outcomes = list(islice(game.moves(state), LARGEST_CARD + 1))
    numbers = all(type(outcome) is int and 0 <= outcome <= LARGEST_CARD for outcome in outcomes)
    if not (speaks_of_cards(game) and numbers) or len(outcomes) > COIN:
        return speaks_of_cards(game) and numbers
    decided = _names_decided([state, *(game.play(state, outcome) for outcome in outcomes)])
    return any(
        len(met.after) > COIN and decided & _names_decided([met.state, *met.after.values()])
        for met in positions_met(game)
        if met.turn == CHANCE
    )


def _names_decided(states: Sequence[Any]) -> set[str]:
    """The fields that outcomes of chance change from the first of these states, each in a way of its own."""
    before, *after = states
    values = {name: {getattr(one, name) for one in after} for name in before._fields}
    return {name for name, new in values.items() if len(new) == len(after) and {getattr(before, name)} != new}


def seen_outcome_words(word: str) -> str:
    """An outcome of chance in words, from its word alone: what rules call ``roll 4`` has happened, ``rolled 4``."""
    if not _has_letters(word):
        return f"chance: {word}"
    verb, space, rest = word.partition(" ")
    return f"{HAPPENED.get(verb, verb)}{space}{rest}" if rest else word


def _has_letters(word: str) -> bool:
    return any(map(str.isalpha, word))
