"""Rows that need no list: those that go into a state, and rows in order of size that are only gone through.

``tuple(sorted(row))`` of a row of a state is a row of that kind, in machine code held by value. Of a generator
expression nobody knows how large its items are, unless they go into a state, where a row has to hold them:
``dice = tuple(...)`` and ``self.State(dice, 0)``.
"""

import ast
from collections.abc import Iterable, Iterator
from itertools import groupby

from faceup.native.lowering.names import Names
from faceup.native.lowering.tree import operation, place_node
from faceup.rules.rows import replaced

INTO_STATE = "into_state"  # marks calls of tuple, what they make goes into a state
ROWS = ast.Name | ast.Attribute | ast.Subscript | ast.BinOp  # what may be a row, and is no iterator
GOING_THROUGH = (enumerate, zip, groupby, sum, max, min, len)


class RowsByValue(ast.NodeTransformer):
    """Finds them in one function: some are rewritten, others marked for when comprehensions are."""

    def __init__(self, definition: ast.FunctionDef, names: Names) -> None:
        self.names = names
        for node in _in_states(definition):
            if isinstance(node, ast.Call) and names.value(node.func) is tuple:
                setattr(node, INTO_STATE, True)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        value = self.names.value(node.func)
        if value is tuple and len(node.args) == 1 and is_sorted_row(node.args[0], self.names):
            return self.in_order(node.args[0])
        if any(value is one for one in GOING_THROUGH):
            node.args = [self.in_order(argument) for argument in node.args]
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.iter = self.in_order(node.iter)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.iter = self.in_order(node.iter)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.slice, ast.Slice):
            node.value = self.in_order(node.value)
        return node

    def in_order(self, node: ast.expr) -> ast.expr:
        """``sorted(row)`` as what is only gone through; anything else as it is."""
        return sorted_row(node) if is_sorted_row(node, self.names) else node


def is_sorted_row(node: ast.expr, names: Names) -> bool:
    """Whether this is ``sorted`` of what may be a row of a state, by the size of its items."""
    if not isinstance(node, ast.Call) or names.value(node.func) is not sorted or len(node.args) != 1:
        return False
    (row,), options = node.args, [keyword.arg for keyword in node.keywords]
    if isinstance(row, ast.Tuple | ast.List):
        may_be = any(isinstance(part, ast.Starred) for part in row.elts)
    else:
        may_be = isinstance(row, ROWS) or (isinstance(row, ast.Call) and names.value(row.func) is replaced)
    return may_be and options in ([], ["reverse"])


def sorted_row(node: ast.expr) -> ast.expr:
    """The operation that stands for it."""
    assert isinstance(node, ast.Call)
    (row,) = node.args
    if isinstance(row, ast.List):
        row = ast.copy_location(ast.Tuple(row.elts, ast.Load()), row)
    reverse = node.keywords[0].value if node.keywords else ast.Constant(False)
    return place_node(operation("in_order_of_size", row, reverse), node)


def _in_states(definition: ast.FunctionDef) -> Iterator[ast.expr]:
    """What goes into the fields of states, as it stands or under a name of its own."""
    given: dict[str, list[ast.expr]] = {}
    for node in ast.walk(definition):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    given.setdefault(target.id, []).append(node.value)
    calls = (node for node in ast.walk(definition) if isinstance(node, ast.Call) and _makes_state(node.func))
    left = [field for node in calls for field in (*node.args, *(keyword.value for keyword in node.keywords))]
    while left:
        node = left.pop()
        if isinstance(node, ast.Name):
            left += given.pop(node.id, [])
        else:
            left += _parts(node)
            yield node


def _parts(node: ast.expr) -> Iterable[ast.expr]:
    """What a row is, or is made of, as large as its parts."""
    if isinstance(node, ast.IfExp):
        return node.body, node.orelse
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return node.left, node.right
    return [part.value for part in node.elts if isinstance(part, ast.Starred)] if isinstance(node, ast.Tuple) else ()


def _makes_state(function: ast.expr) -> bool:
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in ("State", "_replace")
