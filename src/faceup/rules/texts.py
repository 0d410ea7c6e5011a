"""What rules say for people, a move or a state as text: it must be text."""

import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from faceup.rules.contract import Game, Patience
from faceup.rules.errors import RulesError, is_own
from faceup.rules.moves import Move, numbers_text


def move_text(game: Game, state: Any, move: Move) -> str:
    """A move as text."""
    text: Any = game.say(state, move)
    if not isinstance(text, str):
        place = f"{type(game).__name__}, in state {state!r}"
        raise RulesError(f"{place}: say gives {text!r} for move {move}; possible: text{line_of(game, 'say')}")
    return text


def line_texts(game: Game, state: Any, moves: Iterable[Move]) -> list[str]:
    """Moves one after another from a state, as text."""
    texts = []
    for move in moves:
        texts.append(move_text(game, state, move))
        state = game.play(state, move)
    return texts


def distinct_texts(game: Game, state: Any, moves: Sequence[Move]) -> list[str]:
    """Moves as texts of one line that tell them apart: by their numbers, where several are called the same."""
    words, numbers = [" ".join(move_text(game, state, move).split()) for move in moves], list(map(numbers_text, moves))
    count = Counter(words)
    texts = [word if word and count[word] == 1 else number for word, number in zip(words, numbers, strict=True)]
    return texts if len(set(texts)) == len(texts) else numbers


def state_text(game: Game | Patience, state: Any) -> str:
    """A state, or the table of a patience, as text."""
    text: Any = game.show(state)
    if not isinstance(text, str):
        raise RulesError(f"{type(game).__name__}: show gives {text!r}; possible: text{line_of(game, 'show')}")
    return text


def print_aside(*things: Any, **how: Any) -> None:
    """``print`` as rule files have it: on standard error, for standard output has the answer."""
    print(*things, **{"file": sys.stderr, **how})


def line_of(game: Game | Patience, method: str) -> str:
    """Where the rules have this method, to end a message with: `` (hog.py, line 40)``; empty where nobody wrote it."""
    code = getattr(getattr(type(game), method, None), "__code__", None)
    if code is None or is_own(code.co_filename):
        return ""
    return f" ({os.path.basename(code.co_filename)}, line {code.co_firstlineno})"
