"""The syntax tree of a function, from the file that it was read from."""

import ast
import linecache
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

Definition = ast.FunctionDef | ast.Lambda


class NoSource(Exception):
    """The text of a function is not at hand, or no longer the one that runs."""

    def __init__(self, function: FunctionType) -> None:
        code = function.__code__
        super().__init__(f"the text of {function.__qualname__} is not at hand as it runs")
        self.file, self.line = code.co_filename, code.co_firstlineno


def definition_of(function: FunctionType) -> Definition:
    """A tree of its own for this function; raises NoSource.

    The file may have been edited since Python read it: only a text that compiles to the very code that runs is taken.
    """
    code = function.__code__
    lines = tuple(linecache.getlines(code.co_filename, function.__globals__))
    try:
        trees, codes = _definitions(code.co_filename, lines)
    except (SyntaxError, ValueError):
        raise NoSource(function) from None
    if any(same_code(code, other) for other in codes.get((code.co_firstlineno, code.co_name), ())):
        candidates = trees.get((code.co_firstlineno, code.co_name), [])
        if len(candidates) == 1:
            definition: Definition = copy_tree(candidates[0])
            return definition
    raise NoSource(function)


@lru_cache(maxsize=64)
def _definitions(
    filename: str, lines: tuple[str, ...]
) -> tuple[dict[tuple[int, str], list[Definition]], dict[tuple[int, str], list[CodeType]]]:
    """The functions of a file and the code they compile to, each by its first line and name."""
    tree = ast.parse("".join(lines), filename)
    trees: dict[tuple[int, str], list[Definition]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            trees.setdefault((first, node.name), []).append(node)
        elif isinstance(node, ast.Lambda):
            trees.setdefault((node.lineno, "<lambda>"), []).append(node)
    codes: dict[tuple[int, str], list[CodeType]] = {}
    for code in _codes(compile(tree, filename, "exec", dont_inherit=True)):
        codes.setdefault((code.co_firstlineno, code.co_name), []).append(code)
    return trees, codes


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def same_code(one: CodeType, other: CodeType) -> bool:
    """Whether two code objects do the same."""
    if (one.co_code, one.co_names, one.co_varnames) != (other.co_code, other.co_names, other.co_varnames):
        return False
    mine, theirs = one.co_consts, other.co_consts
    return len(mine) == len(theirs) and all(map(_same_constant, mine, theirs))


def _same_constant(one: object, other: object) -> bool:
    if isinstance(one, CodeType) and isinstance(other, CodeType):
        return same_code(one, other)
    if isinstance(one, frozenset) and isinstance(other, frozenset):  # read from bytecode, it may have another order
        return sorted(map(repr, one)) == sorted(map(repr, other))
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same_constant, one, other))
    return type(one) is type(other) and repr(one) == repr(other)


def copy_tree(node: Any) -> Any:
    """A copy of a tree, which may be changed."""
    fields = {name: _copied_field(value) for name, value in ast.iter_fields(node)}
    return ast.copy_location(type(node)(**fields), node)


def _copied_field(value: object) -> object:
    if isinstance(value, list):
        return [_copied_field(item) for item in value]
    return copy_tree(value) if isinstance(value, ast.AST) else value
