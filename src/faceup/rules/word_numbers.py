"""The words of rules: the texts that stand in their files, each with its number, which machine code has instead.

A word's number is its place among all texts of the file, in the order in which they first stand there.
"""

import ast
import linecache
import sys
from functools import cache, lru_cache
from typing import Any

from faceup.rules.errors import is_own
from faceup.rules.moves import is_word

FOR_PEOPLE = ("read", "say", "show")  # methods whose texts are no words
AUTO = ("auto", "enum.auto")  # what makes a text of a member's name


def words_of(rules_class: Any) -> dict[str, int]:
    """The number of each text that can be a word of these rules, those that they are made from before them."""
    return _words_of(rules_class)


@cache
def _words_of(rules_class: Any) -> dict[str, int]:
    files = dict.fromkeys(file for cls in reversed(rules_class.__mro__) if (file := _file_of(cls)))
    texts = [text for file in files for text in _texts_in(tuple(linecache.getlines(file)))]
    return {text: number for number, text in enumerate(dict.fromkeys(filter(is_word, texts)))}


def _file_of(cls: type) -> str:
    """The file that a class was read from; empty for what is part of faceup and no game."""
    file = getattr(sys.modules.get(cls.__module__), "__file__", None) or ""
    codes = [member.__code__ for member in vars(cls).values() if hasattr(member, "__code__")]
    own = (code for code in codes if code.co_qualname.startswith(f"{cls.__qualname__}."))  # and none of a dataclass
    file = next((code.co_filename for code in own if code.co_filename != "<string>"), file)
    return "" if is_own(file) or cls is object else file


@lru_cache(maxsize=64)
def _texts_in(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The texts in a file, but for docstrings, parts of f-strings and what is said to people alone; where ``auto()``
    makes a text of a member's name, that."""
    try:
        tree = ast.parse("".join(lines))
    except (SyntaxError, ValueError):
        return ()
    found: list[tuple[int, int, str]] = []
    todo: list[ast.AST] = [tree]
    for node in todo:
        match node:
            case ast.Constant(value=str(text)):
                found.append((node.lineno, node.col_offset, text))
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=made)) if ast.unparse(made) in AUTO:
                found.append((node.lineno, node.col_offset, name.lower()))
        for child in ast.iter_child_nodes(node):
            docstring = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            said = isinstance(child, ast.FunctionDef) and child.name in FOR_PEOPLE
            if not (docstring or said or isinstance(child, ast.JoinedStr)):
                todo.append(child)
    return tuple(text for _, _, text in sorted(found))
