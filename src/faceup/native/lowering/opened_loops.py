"""A loop over items that are made one by one, as what makes them with the loop's body in the place of each ``yield``.

``for a, b in combinations(row, 2): body`` becomes two loops around ``a, b = row[i], row[j]; body``: neither a
generator, which costs a call for each item, nor a list of them.
"""

import ast
from collections.abc import Iterable, Sequence

from faceup.native.lowering.syntax import copy_tree
from faceup.native.lowering.tree import flat


class Opened(ast.expr):
    """What stands for an iterable whose items some statements yield."""

    _fields = ("body",)

    def __init__(self, body: Sequence[ast.stmt]) -> None:
        super().__init__()
        self.body = list(body)


def can_be_opened(body: Iterable[ast.stmt]) -> bool:
    """Whether what yields the items yields in one place, so that the loop's body is written once, and never returns."""
    parts = [part for statement in body for part in ast.walk(statement)]
    once = sum(isinstance(part, ast.Yield | ast.YieldFrom) for part in parts) == 1
    return once and not any(isinstance(part, ast.Return) for part in parts)


def is_left(body: Iterable[ast.stmt]) -> bool:
    """Whether the body of a loop goes on with the next item, or ends the loop, before its own end."""
    todo: list[ast.AST] = [*body]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Break | ast.Continue):
            return True
        if isinstance(node, ast.For | ast.While):
            todo.extend(node.orelse)
        elif not isinstance(node, ast.FunctionDef | ast.Lambda):
            todo.extend(ast.iter_child_nodes(node))
    return False


def with_body(opened: Opened, target: ast.expr, body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The loop over these items, each of which gets the target's names before the body."""
    return [part for statement in opened.body for part in flat(_Filled(target, body).visit(statement))]


class _Filled(ast.NodeTransformer):
    def __init__(self, target: ast.expr, body: Sequence[ast.stmt]) -> None:
        self.target, self.body = target, body

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        if not isinstance(node.value, ast.Yield) or node.value.value is None:
            return node
        return [ast.Assign([self.target], node.value.value), *self.body]


def with_own_names(body: Sequence[ast.stmt], own: set[str], suffix: int) -> list[ast.stmt]:
    """A copy in which these names are others that nobody else has."""
    renamed: list[ast.stmt] = []
    for statement in body:
        copy = copy_tree(statement)
        for part in ast.walk(copy):
            if isinstance(part, ast.Name) and part.id in own:
                part.id = f"_f_{part.id.removeprefix('_f_')}_{suffix}"
        renamed.append(copy)
    return renamed
