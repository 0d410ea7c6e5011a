"""Syntax trees: reading the tree of a function from its file, building nodes, and refusing a construct."""

import ast
import linecache
from collections.abc import Iterable, Iterator
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any, TypeVar

from faceup.rules.method_source import parse

Definition = ast.FunctionDef | ast.Lambda


class NoSource(Exception):
    """The source of a function is missing, or has changed since Python loaded it."""

    def __init__(self, function: FunctionType) -> None:
        code = function.__code__
        super().__init__(f"the text of {function.__qualname__} is not at hand as it runs")
        self.file, self.line = code.co_filename, code.co_firstlineno


def definition_of(function: FunctionType) -> Definition:
    """Return a fresh syntax tree of a function. Raises NoSource.

    The file may have been edited since Python read it, so the source must compile to the very code that runs.
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
    """Return the functions in a file and the code that they compile to, each by first line and name."""
    tree = parse("".join(lines), filename)
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
    """Whether two constants of code are the same, apart from line numbers and the order of sets."""
    if isinstance(one, CodeType) and isinstance(other, CodeType):
        return same_code(one, other)
    if isinstance(one, frozenset) and isinstance(other, frozenset):  # bytecode files may change its order
        return sorted(map(repr, one)) == sorted(map(repr, other))
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_same_constant, one, other))
    return type(one) is type(other) and repr(one) == repr(other)


def copy_tree(node: Any) -> Any:
    """Return a deep copy of a tree, whose nodes may be changed."""
    fields = {name: _copy_field(value) for name, value in ast.iter_fields(node)}
    return ast.copy_location(type(node)(**fields), node)


def _copy_field(value: object) -> object:
    if isinstance(value, list):
        return [_copy_field(item) for item in value]
    return copy_tree(value) if isinstance(value, ast.AST) else value


Node = TypeVar("Node", bound=ast.AST)
OPERATION = "_operation_"  # the prefix of operations in lowered code
CONSTANT = "_f_constant_"  # the prefix of constants and helpers that rules reach by a dotted name
CALLER = "call_with_row"  # the operation that calls a function with a starred row


class OwnCode(ast.NodeTransformer):
    """A transformer that leaves alone the functions inside a function: their returns and yields are their own."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node


class Naming(ast.NodeTransformer):
    """A stage that makes fresh names; no two stages use the same word."""

    name_count = 0

    def fresh(self, word: str) -> str:
        self.name_count += 1
        return f"_f_{word}_{self.name_count}"


def load(name: str) -> ast.Name:
    """Return a read of a name."""
    return ast.Name(name, ast.Load())


def assign(name: str, value: ast.expr) -> ast.stmt:
    """Return ``name = value``."""
    return ast.Assign([ast.Name(name, ast.Store())], value)


def call(function: str | ast.expr, *arguments: ast.expr) -> ast.Call:
    """Return ``function(arguments)``."""
    return ast.Call(load(function) if isinstance(function, str) else function, list(arguments), [])


def operation(name: str, *arguments: ast.expr) -> ast.Call:
    """Return a call of the operation of this name (``native/operations``)."""
    return call(OPERATION + name, *arguments)


def method(value: ast.expr, name: str, *arguments: ast.expr) -> ast.Call:
    """Return ``value.name(arguments)``."""
    return call(ast.Attribute(value, name, ast.Load()), *arguments)


def compare(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.Compare:
    """Return ``left operator right``."""
    return ast.Compare(left, [operator], [right])


def conditional(test: ast.expr, body: Iterable[ast.stmt], otherwise: Iterable[ast.stmt] = ()) -> ast.stmt:
    """Return ``if test: body else: otherwise``."""
    return ast.If(test, list(body), list(otherwise))


def loop(target: ast.expr, iterable: ast.expr, body: Iterable[ast.stmt]) -> ast.stmt:
    """Return ``for target in iterable: body``."""
    return ast.For(target, iterable, list(body), [], None)


def function(name: str, arguments: Iterable[str], body: Iterable[ast.stmt]) -> ast.FunctionDef:
    """Return ``def name(arguments): body``."""
    parameters = ast.arguments([], [ast.arg(argument) for argument in arguments], None, [], [], None, [])
    return ast.FunctionDef(name, parameters, list(body), [], None, None)


def flat(nodes: ast.AST | list[ast.AST]) -> list[Any]:
    """Return the result of visiting a statement, as a list."""
    return nodes if isinstance(nodes, list) else [nodes]


def place_node(tree: Node, node: ast.AST) -> Node:
    """Give the parts of a new tree that have no place in the file that of the node which it replaces."""
    for part in ast.walk(tree):
        if "lineno" in part._attributes and not hasattr(part, "lineno"):
            ast.copy_location(part, node)
    return tree


def parse_expression(text: str) -> ast.expr:
    """Return the expression that a text is."""
    statement = parse(text).body[0]
    assert isinstance(statement, ast.Expr)
    return statement.value


def parse_statements(text: str, **parts: ast.expr) -> list[ast.stmt]:
    """Return the statements of a template, with these names replaced by expressions; they have no place in a file."""
    tree = parse(text)
    for node in ast.walk(tree):
        for name in node._attributes:
            if hasattr(node, name):
                delattr(node, name)
    return [_FillIn(parts).visit(statement) for statement in tree.body]


class _FillIn(ast.NodeTransformer):
    def __init__(self, parts: dict[str, ast.expr]) -> None:
        self.parts = parts

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return copy_tree(self.parts[node.id]) if node.id in self.parts else node


def subscript(value: ast.expr, index: ast.expr) -> ast.Subscript:
    """Return ``value[index]``."""
    return ast.Subscript(value, index, ast.Load())


class Unsupported(Exception):
    """A construct that machine code does not support; ``instead`` says what to write."""

    def __init__(self, node: ast.AST | None, construct: str, instead: str, file: str = "", line: int = 0) -> None:
        super().__init__(f"{construct}; {instead}")
        self.line = getattr(node, "lineno", line)
        self.file = file
        self.construct, self.instead = construct, instead
