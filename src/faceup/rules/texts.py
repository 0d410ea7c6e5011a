"""Moves and states as text; and the order and the checks of moves that are words."""

import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from faceup.rules.contract import Game, Patience
from faceup.rules.errors import RulesError, is_own, quoted
from faceup.rules.moves import Move, is_word, numbers_text, parts_of
from faceup.rules.word_numbers import words_of

CARDS = re.compile(r"\b(cards?|decks?)\b", re.IGNORECASE)
DRAWN = re.compile(r"\b(draws?|drawn|drawing|bags?|tiles?)\b", re.IGNORECASE)
SPUN = re.compile(r"\b(wheels?|spins?|spun|spinning)\b", re.IGNORECASE)
DICE = re.compile(r"\b(die|dice|roll(s|ed|ing)?|throw(s|n|ing)?)\b", re.IGNORECASE)


def move_text(game: Game, state: Any, move: Move) -> str:
    """A move as text, by ``say``. Raises RulesError if that is no text."""
    text: Any = game.say(state, move)
    if not isinstance(text, str):
        place = f"{type(game).__name__}, in state {state!r}"
        raise RulesError(f"{place}: say returns {text!r} for move {move}; possible: text{line_of(game, 'say')}")
    return text


def line_texts(
    game: Game, state: Any, moves: Iterable[Move], text_of: Callable[[Game, Any, Move], str] = move_text
) -> list[str]:
    """A sequence of moves from a state, as texts."""
    texts = []
    for move in moves:
        texts.append(text_of(game, state, move))
        state = game.play(state, move)
    return texts


def distinct_texts(game: Game, state: Any, moves: Sequence[Move]) -> list[str]:
    """Moves as distinct texts of one line; moves with equal texts are written as numbers."""
    words, numbers = [" ".join(move_text(game, state, move).split()) for move in moves], list(map(numbers_text, moves))
    count = Counter(words)
    texts = [word if word and count[word] == 1 else number for word, number in zip(words, numbers, strict=True)]
    return texts if len(set(texts)) == len(texts) else numbers


def state_text(game: Game | Patience, state: Any) -> str:
    """A state, or the table of a solitaire game, as text, by ``show``. Raises RulesError if that is no text."""
    text: Any = game.show(state)
    if not isinstance(text, str):
        raise RulesError(f"{type(game).__name__}: show returns {text!r}; possible: text{line_of(game, 'show')}")
    return text


def own_docstring(rules_class: type) -> str:
    """The docstring that a rules class itself has; empty if it has none but the signature that a dataclass gets."""
    text = rules_class.__dict__.get("__doc__") or ""
    return "" if text.startswith(f"{rules_class.__name__}(") and text.endswith(")") else text


def speaks_of_cards(game: Game) -> bool:
    """Whether the docstring of the rules mentions cards or a deck."""
    return CARDS.search(own_docstring(type(game))) is not None


def names_dice(text: str) -> bool:
    """Whether a text mentions dice or rolls."""
    return DICE.search(text) is not None


def speaks_of_dice(game: Game) -> bool:
    """Whether the docstring of the rules mentions dice or rolls."""
    return names_dice(own_docstring(type(game)))


def speaks_of_other_lots(game: Game) -> bool:
    """Whether the docstring of the rules mentions cards, or, and neither dice nor rolls, what is drawn or spun."""
    drawn = DRAWN.search(own_docstring(type(game))) is not None
    return speaks_of_cards(game) or ((drawn or speaks_of_wheels(game)) and not speaks_of_dice(game))


def speaks_of_wheels(game: Game) -> bool:
    """Whether the docstring of the rules mentions what is spun."""
    return SPUN.search(own_docstring(type(game))) is not None


def print_aside(*things: Any, **how: Any) -> None:
    """``print`` for rule files: on standard error, since standard output has the answer."""
    print(*things, **{"file": sys.stderr, **how})


def line_of(game: Game | Patience, method: str) -> str:
    """The place of a method, to end a message: `` (hog.py, line 40)``; empty if the rules do not define it."""
    code = getattr(getattr(type(game), method, None), "__code__", None)
    if code is None or is_own(code.co_filename):
        return ""
    return place_in_file(code.co_filename, code.co_firstlineno)


def place_in_file(path: str, line: int) -> str:
    """A line of a file, to end a message: `` (hog.py, line 40)``."""
    return f" ({os.path.basename(path)}, line {line})"


# The reason why a text is not a word, and the possible words.
NO_WORD = (
    "which does not stand in the rules' text as a whole",
    'a word that is written there, as in `yield "stop"`, or with a number, as in `yield "take", n`',
)


def in_order(game: Any, moves: Iterable[Move]) -> list[Move]:
    """The moves in their order: numbers, words in the order of the rules' source, tuples."""
    moves_given = list(moves)
    texts = _texts_of(moves_given)
    words = words_of(type(game)) if texts else {}
    if strange := next((text for text in texts if text not in words), None):
        raise RulesError(f"{type(game).__name__}: moves yields {quoted(strange)}, {NO_WORD[0]}; possible: {NO_WORD[1]}")

    def place(part: int | str) -> tuple[bool, int]:
        return isinstance(part, str), words[part] if isinstance(part, str) else part

    return sorted(moves_given, key=lambda move: (isinstance(move, tuple), [*map(place, parts_of(move))]))


def check_words(game: Game, state: Any, moves: list[Any]) -> None:
    """Raise RulesError for a text in moves that is no word of the rules, or reads like a number."""
    texts = _texts_of(moves)
    words = words_of(type(game)) if texts else {}
    for text in texts:
        if not is_word(text):
            problem, possible = f"moves yields {quoted(text)}", "a word of printed letters, with single spaces inside"
        elif text not in words:
            problem, possible = f"moves yields {quoted(text)}, {NO_WORD[0]}", NO_WORD[1]
        elif text.lstrip("-").isdecimal() and any(type(move) is int for move in moves):
            problem, possible = f"moves yields the text {quoted(text)} and numbers, too", "one of the two"
        else:
            continue
        place = f"{type(game).__name__}, in state {state!r}"
        raise RulesError(f"{place}: {problem}; possible: {possible}{line_of(game, 'moves')}")


def _texts_of(moves: Iterable[Any]) -> list[str]:
    """All texts that are moves or parts of moves."""
    return [part for move in moves for part in parts_of(move) if isinstance(part, str)]
