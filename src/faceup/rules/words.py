"""Words of rules: texts that stand in them for moves, ``yield "stop"``. Machine code has their numbers instead.

A word's number is its place among all texts of the file, in the order in which they first stand there.
"""

import ast
import linecache
import sys
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from faceup.rules.contract import Game
from faceup.rules.errors import RulesError, quoted
from faceup.rules.moves import Move, is_word, parts_of
from faceup.rules.texts import is_own, line_of

# Why a text is no word, and what is possible.
NO_WORD = (
    "which does not stand in the rules' text as a whole",
    'a word that is written there, as in `yield "stop"`, or with a number, as in `yield "take", n`',
)
FOR_PEOPLE = ("read", "say", "show")  # methods whose texts are no words


def words_of(game: Any) -> dict[str, int]:
    """The number of each text that can be a word of these rules, the rules that they are made from before them."""
    rules_class: Any = type(game)
    return _words_of(rules_class)


@cache
def _words_of(rules_class: Any) -> dict[str, int]:
    files = dict.fromkeys(file for cls in reversed(rules_class.__mro__) if (file := _file_of(cls)))
    texts = [text for file in files for text in _texts_in(tuple(linecache.getlines(file)))]
    return {text: number for number, text in enumerate(dict.fromkeys(filter(is_word, texts)))}


def in_order(game: Any, moves: Iterable[Move]) -> list[Move]:
    """The moves: numbers, then words in the order of the rules' text, then tuples."""
    given = list(moves)
    texts = _texts_of(given)
    words = words_of(game) if texts else {}
    if strange := next((text for text in texts if text not in words), None):
        raise RulesError(f"{type(game).__name__}: moves gives {quoted(strange)}, {NO_WORD[0]}; possible: {NO_WORD[1]}")

    def place(part: int | str) -> tuple[bool, int]:
        return isinstance(part, str), words[part] if isinstance(part, str) else part

    return sorted(given, key=lambda move: (isinstance(move, tuple), [*map(place, parts_of(move))]))


def check_words(game: Game, state: Any, moves: list[Any]) -> None:
    """Raise RulesError for a text among moves that is no word of the rules, or reads like another move."""
    texts = _texts_of(moves)
    words = words_of(game) if texts else {}
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


def _file_of(cls: type) -> str:
    """The file that a class was read from; empty for what is part of faceup and no game."""
    file = getattr(sys.modules.get(cls.__module__), "__file__", None) or ""
    codes = [member.__code__ for member in vars(cls).values() if hasattr(member, "__code__")]
    file = next((code.co_filename for code in codes if code.co_filename != "<string>"), file)
    return "" if is_own(file) or cls is object else file


@lru_cache(maxsize=64)
def _texts_in(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The texts in a file, but for docstrings, parts of f-strings and what is said to people alone."""
    try:
        tree = ast.parse("".join(lines))
    except (SyntaxError, ValueError):
        return ()
    found: list[ast.Constant] = []
    todo: list[ast.AST] = [tree]
    for node in todo:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.append(node)
        for child in ast.iter_child_nodes(node):
            docstring = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            said = isinstance(child, ast.FunctionDef) and child.name in FOR_PEOPLE
            if not (docstring or said or isinstance(child, ast.JoinedStr)):
                todo.append(child)
    found.sort(key=lambda node: (node.lineno, node.col_offset))
    return tuple(str(node.value) for node in found)
