"""Moves that are words, ``yield "stop"``: their order, and what makes a text a word."""

from collections.abc import Iterable
from typing import Any

from faceup.rules.contract import Game
from faceup.rules.errors import RulesError, quoted
from faceup.rules.moves import Move, is_word, parts_of
from faceup.rules.texts import line_of
from faceup.rules.word_numbers import words_of

# Why a text is no word, and what is possible.
NO_WORD = (
    "which does not stand in the rules' text as a whole",
    'a word that is written there, as in `yield "stop"`, or with a number, as in `yield "take", n`',
)


def in_order(game: Any, moves: Iterable[Move]) -> list[Move]:
    """The moves: numbers, then words in the order of the rules' text, then tuples."""
    given = list(moves)
    texts = _texts_of(given)
    words = words_of(type(game)) if texts else {}
    if strange := next((text for text in texts if text not in words), None):
        raise RulesError(f"{type(game).__name__}: moves gives {quoted(strange)}, {NO_WORD[0]}; possible: {NO_WORD[1]}")

    def place(part: int | str) -> tuple[bool, int]:
        return isinstance(part, str), words[part] if isinstance(part, str) else part

    return sorted(given, key=lambda move: (isinstance(move, tuple), [*map(place, parts_of(move))]))


def check_words(game: Game, state: Any, moves: list[Any]) -> None:
    """Raise RulesError for a text among moves that is no word of the rules, or reads like another move."""
    texts = _texts_of(moves)
    words = words_of(type(game)) if texts else {}
    for text in texts:
        if not is_word(text):
            problem, possible = f"moves gives {quoted(text)}", "a word of printed letters, with single spaces inside"
        elif text not in words:
            problem, possible = f"moves gives {quoted(text)}, {NO_WORD[0]}", NO_WORD[1]
        elif text.lstrip("-").isdecimal() and any(type(move) is int for move in moves):
            problem, possible = f"moves gives the text {quoted(text)} and numbers, too", "one of the two"
        else:
            continue
        place = f"{type(game).__name__}, in state {state!r}"
        raise RulesError(f"{place}: {problem}; possible: {possible}{line_of(game, 'moves')}")


def _texts_of(moves: Iterable[Any]) -> list[str]:
    """All texts that are moves or stand in them."""
    return [part for move in moves for part in parts_of(move) if isinstance(part, str)]
