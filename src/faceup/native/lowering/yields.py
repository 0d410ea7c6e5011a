"""Moves that are returned, one by one: a method that returns a list, a tuple or a range becomes one that yields.

What it returns need not be of one type then: a tuple here, a range there. Where moves are of several kinds, all that
it yields becomes words.
"""

import ast
from typing import Any, NamedTuple

from faceup.native.lowering.scopes import is_generator
from faceup.native.lowering.tree import call, conditional, flat, load, loop, place_node

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
