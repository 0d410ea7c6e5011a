"""Dice that chance has rolled, and outcomes of chance in words."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from faceup.results.scene.example_plays import positions_met
from faceup.results.scene.found_dice import found_dice, is_die, is_rolled, odds_again
from faceup.results.scene.things import Made
from faceup.rules.contract import CHANCE, Game
from faceup.rules.errors import RulesError
from faceup.rules.fields import Card, Dice, Die, fields_of, item_kind
from faceup.rules.moves import Move
from faceup.rules.texts import line_of, move_text, speaks_of_cards

LARGEST_CARD = 104  # of two decks
COIN = 2  # outcomes, of which numbers say too little
HAPPENED = {"roll": "rolled", "throw": "threw", "draw": "drew", "deal": "dealt", "spin": "spun", "flip": "flipped"}
COURT = 10  # the value of tens and court cards


def faces_shown(game: Game, state: Any, outcome: Move) -> tuple[int, ...]:
    """The numbers of the dice for an outcome of chance, by ``faces`` of the rules or if chance always rolls a die."""
    faces = getattr(game, "faces", None)
    if not callable(faces):
        return (outcome,) if isinstance(outcome, int) and is_die(game) else ()
    numbers: Any = faces(state, outcome)
    if not isinstance(numbers, tuple | list) or not all(map(_is_face, numbers)):
        problem = f"{type(game).__name__}: faces returns {numbers!r}; possible: a whole number for each die"
        raise RulesError(f"{problem}, as a tuple{line_of(game, 'faces')}")
    return tuple(numbers)


def _is_face(face: Any) -> bool:
    return isinstance(face, int) and not isinstance(face, bool) and face >= 0


def dice_lying(game: Game, history: Sequence[Made]) -> tuple[int, ...]:
    """The numbers of the dice that chance has rolled since the last decision, one after another, or of the last roll of
    several dice, or where nobody decides; else those of the dice that still lie there.
    """
    alone = not any(one.turn >= 0 for one in positions_met(game))
    faces: list[int] = []
    for state, turn, move in reversed(history):
        if turn != CHANCE and faces:
            break
        if turn == CHANCE:
            numbers = faces_shown(game, state, move)
            if len(numbers) > 1 or (alone and numbers):
                return tuple(faces) or numbers
            faces[:0] = numbers
    return tuple(faces)


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
        or any(kind in (Dice, Die) or item_kind(kind) is Die for _, _, kind in changed)
    ):
        return f"rolled {word.replace('-', ' ')}"
    cards = [field for field in changed if field.kind is Card and field.text == word]
    if not cards and (is_card_value(game, state) or _is_drawn_again(game) or _is_drawn_from_cards(game, state)):
        return f"drew {word}"
    if len(cards) != 1:
        return seen_outcome_words(word)
    return f"drew {word}" if cards[0].label == "card" else f"{cards[0].label} {word}"


def is_card_value(game: Game, state: Any) -> bool:
    """Whether chance chooses a number from 1 to 10 and, as with tens and court cards of one value, 10 is four times as
    likely as any other that is possible.
    """
    odds = {outcome: game.odds(state, outcome) for outcome in game.moves(state)}
    others = {odds[value] for value in odds if value != COURT} - {0}
    return [*odds] == [*range(1, COURT + 1)] and len(others) == 1 and odds[COURT] in (0, 4 * others.pop())


@lru_cache(maxsize=64)
def _is_drawn_again(game: Game) -> bool:
    """Whether chance always chooses from the same numbers, more than two, with the same odds."""
    odds = odds_again(game)
    return len(odds) > COIN and all(isinstance(outcome, int) for outcome, _ in odds)


def _is_drawn_from_cards(game: Game, state: Any) -> bool:
    """Whether the rules speak of cards and chance chooses one of their numbers, and not one of two ends."""
    outcomes = list(islice(game.moves(state), LARGEST_CARD + 1))
    numbers = all(type(outcome) is int and 0 <= outcome <= LARGEST_CARD for outcome in outcomes)
    return speaks_of_cards(game) and numbers and len(outcomes) > COIN


def seen_outcome_words(word: str) -> str:
    """An outcome of chance in words, from its word alone: what rules call ``roll 4`` has happened, ``rolled 4``."""
    if not _has_letters(word):
        return f"chance: {word}"
    verb, space, rest = word.partition(" ")
    return f"{HAPPENED.get(verb, verb)}{space}{rest}" if rest else word


def _has_letters(word: str) -> bool:
    return any(map(str.isalpha, word))
