"""Moves that are returned, one by one: a method that returns a list, a tuple or a range becomes one that yields.

What it returns need not be of one type then: a tuple here, a range there.
"""

import ast

from faceup.native.lowering.scopes import is_generator
from faceup.native.lowering.tree import conditional, flat, placed


class Yields(ast.NodeTransformer):
    """Rewrites the returns of one method."""

    def visit_Return(self, node: ast.Return) -> ast.AST | list[ast.AST]:
        made: list[ast.AST] = [*_each(node.value or ast.Tuple([], ast.Load())), ast.Return(None)]
        return [placed(statement, node) for statement in made]

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
