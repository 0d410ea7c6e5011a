"""The words of rules: each text in their files has a number, which replaces it in machine code.

The number of a word is its place among all texts of the file, in the order of their first occurrence. After the texts
come the members of enumerations that are neither numbers nor texts, class by class.
"""

import ast
import linecache
import sys
from collections.abc import Collection
from enum import Enum, EnumType
from functools import cache, lru_cache
from types import FunctionType
from typing import Any

from faceup.rules.errors import is_own
from faceup.rules.method_source import parse
from faceup.rules.moves import is_word, member_name

FOR_PEOPLE = ("read", "say", "show")  # methods whose texts are not words
AUTO = ("auto", "enum.auto")  # calls that make a text of a member's name


def words_of(rules_class: Any) -> dict[str, int]:
    """The number of each word of these rules; the words of base classes come first."""
    return _words_of(rules_class)


@cache
def _words_of(rules_class: Any) -> dict[str, int]:
    files = dict.fromkeys(file for cls in reversed(rules_class.__mro__) if (file := _file_of(cls)))
    texts = [text for file in files for text in _texts_in(tuple(linecache.getlines(file)))]
    members = [spelling(member) for members in enumerations_of(rules_class) for member in members]
    return {text: number for number, text in enumerate(dict.fromkeys([*filter(is_word, texts), *members]))}


def spelling(word: str | Enum) -> str:
    """The text of a word; a unique text for a member of an enumeration that is no text."""
    return str.__str__(word) if isinstance(word, str) else f"<{type(word).__qualname__}.{word.name}>"


def word_labels(rules_class: Any) -> list[str]:
    """The words of rules as people read them, in the order of their numbers."""
    members = [member_name(member) for members in enumerations_of(rules_class) for member in members]
    texts = [*words_of(rules_class)]
    return [*texts[: len(texts) - len(members)], *members]


def is_symbol(value: Any) -> bool:
    """Whether a value is a member of an enumeration that is neither a number nor a text."""
    return isinstance(value, Enum) and not isinstance(value, int | str)


def enumerations_of(rules_class: Any) -> list[Any]:
    """The enumerations of symbols in the rules and in the files of their methods."""
    values = [value for cls in reversed(rules_class.__mro__) for value in vars(cls).values()]
    functions = [value for value in values if isinstance(value, FunctionType)]
    spaces = {id(each.__globals__): each.__globals__ for each in functions if not is_own(each.__code__.co_filename)}
    values += [value for space in spaces.values() for value in space.values()]
    return [*dict.fromkeys(value for value in values if isinstance(value, EnumType) and _is_of_words(value))]


def _is_of_words(members: Any) -> bool:
    return len(members) > 0 and all(map(is_symbol, members))


def _file_of(cls: type) -> str:
    """The source file of a class; empty for a part of faceup that is no game."""
    file = getattr(sys.modules.get(cls.__module__), "__file__", None) or ""
    codes = [member.__code__ for member in vars(cls).values() if hasattr(member, "__code__")]
    own_codes = (
        code for code in codes if code.co_qualname.startswith(f"{cls.__qualname__}.")
    )  # and none of a dataclass
    file = next((code.co_filename for code in own_codes if code.co_filename != "<string>"), file)
    return "" if is_own(file) or cls is object else file


def words_never_made(rules_class: Any, parameters: Collection[str]) -> list[tuple[str, str, int]]:
    """Words that occur in comparisons alone, so that no value can equal them, as (word, file, line).

    Comparisons with one of the ``parameters``, or with a name like it, do not count, for a parameter can be any word.
    """
    places = []
    for file in dict.fromkeys(file for cls in reversed(rules_class.__mro__) if (file := _file_of(cls))):
        try:
            tree = parse("".join(linecache.getlines(file)))
        except (SyntaxError, ValueError):
            continue
        shown = {node for part in ast.walk(tree) if _is_for_people(part) for node in ast.walk(part)}
        compared = {text for node in ast.walk(tree) if node not in shown for text in _compared_with(node, parameters)}
        texts = [(node.value, node) for node in ast.walk(tree) if isinstance(node, ast.Constant)]
        values_made = {value for value, node in texts if node not in compared}
        never = [(node.lineno, value) for value, node in texts if isinstance(value, str) and value not in values_made]
        places += [(word, file, line) for line, word in sorted(never, reverse=True) if is_word(word)]
    return [(word, file, line) for (word, file), line in {(word, file): line for word, file, line in places}.items()]


def _compared_with(node: ast.AST, parameters: Collection[str]) -> list[ast.expr]:
    """The texts that a node compares something with, unless it is a parameter."""
    match node:
        case ast.MatchValue(value):
            return [value]
        case ast.Compare(left, _, others):
            names = {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}
            names |= {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
            if not names.isdisjoint(parameters):
                return []
            rows = [side.elts for side in others if isinstance(side, ast.Tuple | ast.List | ast.Set)]
            return [left, *others, *(item for row in rows for item in row)]
    return []


def _is_for_people(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and node.name in FOR_PEOPLE


@lru_cache(maxsize=64)
def _texts_in(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The texts in a file, without docstrings, parts of f-strings and methods for people; ``auto()`` counts as the
    text that it makes."""
    try:
        tree = parse("".join(lines))
    except (SyntaxError, ValueError):
        return ()
    texts: list[tuple[int, int, str]] = []
    todo: list[ast.AST] = [tree]
    for node in todo:
        match node:
            case ast.Constant(value=str(text)):
                texts.append((node.lineno, node.col_offset, text))
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=maker)) if ast.unparse(maker) in AUTO:
                texts.append((node.lineno, node.col_offset, name.lower()))
        for child in ast.iter_child_nodes(node):
            docstring = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            if not (docstring or _is_for_people(child) or isinstance(child, ast.JoinedStr)):
                todo.append(child)
    return tuple(text for _, _, text in sorted(texts))
