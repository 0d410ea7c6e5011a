"""A function that yields, as one that returns a list of all that it would have yielded."""

import ast

from faceup.native.lowering.syntax import copy_tree
from faceup.native.lowering.tree import assign, flat, load, method, place_node

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
