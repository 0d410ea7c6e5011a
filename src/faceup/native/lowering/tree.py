"""Short ways to write syntax trees."""

import ast
from collections.abc import Iterable
from typing import Any, TypeVar

from faceup.native.lowering.syntax import copy_tree

Node = TypeVar("Node", bound=ast.AST)
OPERATION = "_operation_"  # the names of operations begin with this, in the functions that use them
CONSTANT = "_f_constant_"  # and those of constants and helpers that rules reach by another name
CALLER = "call_with_row"  # the operation that calls a function with a starred row


class Naming(ast.NodeTransformer):
    """A stage that makes names which nothing else has: each stage uses words of its own."""

    made = 0

    def fresh(self, word: str) -> str:
        self.made += 1
        return f"_f_{word}_{self.made}"


def load(name: str) -> ast.Name:
    """The value of a name."""
    return ast.Name(name, ast.Load())


def assign(name: str, value: ast.expr) -> ast.stmt:
    """``name = value``"""
    return ast.Assign([ast.Name(name, ast.Store())], value)


def call(function: str | ast.expr, *arguments: ast.expr) -> ast.Call:
    """``function(arguments)``"""
    return ast.Call(load(function) if isinstance(function, str) else function, list(arguments), [])


def operation(name: str, *arguments: ast.expr) -> ast.Call:
    """A call of the operation of this name, see native/operations."""
    return call(OPERATION + name, *arguments)


def method(value: ast.expr, name: str, *arguments: ast.expr) -> ast.Call:
    """``value.name(arguments)``"""
    return call(ast.Attribute(value, name, ast.Load()), *arguments)


def compare(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.Compare:
    """``left operator right``"""
    return ast.Compare(left, [operator], [right])


def conditional(test: ast.expr, body: Iterable[ast.stmt], otherwise: Iterable[ast.stmt] = ()) -> ast.stmt:
    """``if test: body else: otherwise``"""
    return ast.If(test, list(body), list(otherwise))


def loop(target: ast.expr, iterable: ast.expr, body: Iterable[ast.stmt]) -> ast.stmt:
    """``for target in iterable: body``"""
    return ast.For(target, iterable, list(body), [], None)


def function(name: str, arguments: Iterable[str], body: Iterable[ast.stmt]) -> ast.FunctionDef:
    """``def name(arguments): body``"""
    given = ast.arguments([], [ast.arg(argument) for argument in arguments], None, [], [], None, [])
    return ast.FunctionDef(name, given, list(body), [], None, None)


def flat(made: ast.AST | list[ast.AST]) -> list[Any]:
    """What a stage made of one statement, which may be several."""
    return made if isinstance(made, list) else [made]


def place_node(made: Node, node: ast.AST) -> Node:
    """What was made, each part without a place in the file at that of the node that it stands for."""
    for part in ast.walk(made):
        if "lineno" in part._attributes and not hasattr(part, "lineno"):
            ast.copy_location(part, node)
    return made


def parse_statements(text: str, **parts: ast.expr) -> list[ast.stmt]:
    """The statements of a text, in which these names stand for expressions. They have no place in a file."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        for name in node._attributes:
            if hasattr(node, name):
                delattr(node, name)
    return [_Filled(parts).visit(statement) for statement in tree.body]


class _Filled(ast.NodeTransformer):
    def __init__(self, parts: dict[str, ast.expr]) -> None:
        self.parts = parts

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return copy_tree(self.parts[node.id]) if node.id in self.parts else node


def subscript(value: ast.expr, index: ast.expr) -> ast.Subscript:
    """``value[index]``"""
    return ast.Subscript(value, index, ast.Load())
