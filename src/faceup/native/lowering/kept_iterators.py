"""Iterators that are kept under a name and asked once, before anything else is done: written where they are asked."""

import ast
from collections import Counter

from faceup.native.lowering.changes import CHANGING
from faceup.native.lowering.inner_functions import bindings
from faceup.native.lowering.laziness import is_lazy
from faceup.native.lowering.names import Names
from faceup.native.lowering.scopes import Comprehension, used_in


class KeptIterators(ast.NodeTransformer):
    """Writes them there in one function; others stay, to be refused."""

    def __init__(self, definition: ast.FunctionDef, names: Names) -> None:
        self.names = names
        self.stored = Counter(bindings(definition))
        self.uses = Counter(part.id for part in ast.walk(definition) if isinstance(part, ast.Name))

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                setattr(node, field, self.join_statements(block))
        return node

    def join_statements(self, block: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for statement in reversed(block):
            place = len(made) - 1
            while place > 0 and _is_beginning(made[place], statement):
                place -= 1
            if made and isinstance(statement, ast.Assign) and self.is_asked_next(statement, made[place]):
                (target,) = statement.targets
                assert isinstance(target, ast.Name)
                made[place] = _Written(target.id, statement.value).visit(made[place])
            else:
                made.append(statement)
        return made[::-1]

    def is_asked_next(self, kept: ast.Assign, after: ast.stmt) -> bool:
        """Whether nothing can come between the iterator and its items."""
        (target, *others), value = kept.targets, kept.value
        if others or not isinstance(target, ast.Name) or self.uses[target.id] != 2 or not is_lazy(value, self.names):
            return False
        if any(self.stored[name] > 1 for name in used_in([value], {*self.stored})):
            return False
        if isinstance(after, ast.For):
            first: ast.AST = after.iter
        elif isinstance(after, ast.Return | ast.Assign | ast.Expr) and after.value is not None:
            first = after.value
        else:
            return False
        return _is_asked_first(first, target.id) and not any(map(_changes, (*ast.walk(value), *ast.walk(first))))


def is_asked_once(node: ast.AST, name: str) -> bool:
    """Whether an expression asks for the name, and not in a part that is computed again and again, later, or never."""
    if isinstance(node, ast.Name):
        return node.id == name
    if isinstance(node, ast.Lambda | ast.IfExp | ast.BoolOp):
        return False
    if isinstance(node, Comprehension):
        return is_asked_once(node.generators[0].iter, name)
    return any(is_asked_once(child, name) for child in ast.iter_child_nodes(node))


def _changes(node: ast.AST) -> bool:
    """Whether this may change what the iterator reads."""
    return isinstance(node, ast.NamedExpr) or (isinstance(node, ast.Attribute) and node.attr in CHANGING)


def _is_asked_first(node: ast.AST, name: str) -> bool:
    """Whether an expression asks for the name before it does anything else."""
    if isinstance(node, ast.Name):
        return node.id == name
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and bool(node.args) and _is_asked_first(node.args[0], name)
    if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return _is_asked_first(node.generators[0].iter, name)
    if isinstance(node, ast.BinOp | ast.Compare):
        return _is_asked_first(node.left, name)
    return isinstance(node, ast.Subscript) and _is_asked_first(node.value, name)


def _is_beginning(statement: ast.stmt, kept: ast.stmt) -> bool:
    """Whether this gives a name its first value, which the iterator does not read: ``total = 0``, ``found = []``"""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
        return False
    if any(isinstance(part, ast.Name) and part.id == statement.targets[0].id for part in ast.walk(kept)):
        return False
    value = statement.value
    return isinstance(value, ast.Constant) or (isinstance(value, ast.List) and not value.elts)


class _Written(ast.NodeTransformer):
    def __init__(self, name: str, value: ast.expr) -> None:
        self.name, self.value = name, value

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self.value if node.id == self.name else node
