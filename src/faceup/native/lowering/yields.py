"""Methods that return moves as ones that yield them, and functions that yield as ones that return a list.

Moves that are returned, one by one: a method that returns a list, a tuple or a range becomes one that yields.

What it returns need not be of one type then: a tuple here, a range there. Where moves are of several kinds, all that
it yields becomes words.
"""

import ast
from typing import Any, NamedTuple

from faceup.native.lowering.names import is_generator
from faceup.native.lowering.tree import assign, call, conditional, copy_tree, flat, load, loop, method, place_node

LISTING = "listing"  # of a lowered function that yields: the code of its other form, None where it would have no end
ITEMS = "_f_yielded"


class _Collected(ast.NodeTransformer):
    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if not isinstance(node.value, ast.Yield):
            return node
        item = node.value.value or ast.Constant(None)
        return place_node(ast.Expr(method(load(ITEMS), "append", item)), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node  # what it yields and returns is its own

    def visit_Return(self, node: ast.Return) -> ast.AST:
        return ast.copy_location(ast.Return(load(ITEMS)), node)


def has_no_end(definition: ast.FunctionDef) -> bool:
    """Whether the function goes on yielding for ever, as far as can be seen."""
    endless = [node for node in ast.walk(definition) if isinstance(node, ast.While) and _is_true(node.test)]
    return any(not any(isinstance(part, ast.Break | ast.Return) for part in ast.walk(node)) for node in endless)


def _is_true(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and bool(test.value)


def listing(definition: ast.FunctionDef, name: str) -> ast.FunctionDef:
    """The other function, under this name."""
    made: ast.FunctionDef = copy_tree(definition)
    made.name = name
    body = [part for statement in made.body for part in flat(_Collected().visit(statement))]
    made.body = [assign(ITEMS, ast.List([], ast.Load())), *body, ast.Return(load(ITEMS))]
    place_node(made, definition)
    return made


WORDS, MOVE = "_f_words_of_move", "_f_move"  # what makes words of a move in the method that yields them, and of which


class Yields(ast.NodeTransformer):
    """Rewrites the returns of one method."""

    def visit_Return(self, node: ast.Return) -> ast.AST | list[ast.AST]:
        made: list[ast.AST] = [*_each(node.value or ast.Tuple([], ast.Load())), ast.Return(None)]
        return [place_node(statement, node) for statement in made]

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node  # its returns are its own


def _each(value: ast.expr) -> list[ast.stmt]:
    if isinstance(value, ast.IfExp):
        return [conditional(value.test, _each(value.body), _each(value.orelse))]
    if isinstance(value, ast.Tuple | ast.List) and not any(isinstance(item, ast.Starred) for item in value.elts):
        return [ast.Expr(ast.Yield(item)) for item in value.elts]
    return [ast.Expr(ast.YieldFrom(value))]


def yielding(definition: ast.FunctionDef) -> None:
    """Let the method yield what it returns."""
    if not is_generator(definition):
        definition.body = [part for statement in definition.body for part in flat(Yields().visit(statement))]


class InWords(NamedTuple):
    """The form of the method that yields moves."""

    words: Any  # what makes them


class YieldWords(ast.NodeTransformer):
    """Rewrites what a method yields."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.YieldFrom):
            each = ast.Expr(ast.Yield(call(WORDS, load(MOVE))))
            return place_node(loop(ast.Name(MOVE, ast.Store()), node.value.value, [each]), node)
        if isinstance(node.value, ast.Yield) and node.value.value is not None:
            node.value.value = place_node(call(WORDS, node.value.value), node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node


def yield_words(definition: ast.FunctionDef) -> None:
    """Let the method yield words of moves, where it yields moves."""
    definition.body = [YieldWords().visit(statement) for statement in definition.body]
