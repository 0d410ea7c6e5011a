"""What changes while it is looped over: of dictionaries, sets and deques Python raises an error at the next step."""

import ast
from collections import defaultdict, deque
from collections.abc import Iterable

from faceup.native.lowering.names import MISSING, Names
from faceup.native.lowering.tree import operation
from faceup.native.lowering.unlowered import Unlowered

ASKED = {"get", "keys", "values", "items", "count", "index", "copy", "isdisjoint", "issubset", "issuperset"}


class Changes(ast.NodeTransformer):
    """Lets what may change in such a loop be checked: it must be a list. Raises Unlowered where it is a deque."""

    def __init__(self, definition: ast.FunctionDef, names: Names) -> None:
        self.names = names
        self.made: dict[type, set[str]] = {deque: set(), defaultdict: set()}  # the names of each kind
        for node in ast.walk(definition):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                kind = names.value(node.value.func)
                if kind is deque or kind is defaultdict:
                    self.made[kind] |= {target.id for target in node.targets if isinstance(target, ast.Name)}

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.iter = self.checked(node.iter, node.target, node.body)
        return node

    def comprehended(self, node: ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp) -> ast.AST:
        self.generic_visit(node)
        given = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        for k, generator in enumerate(node.generators):
            later = [part for other in node.generators[k + 1 :] for part in (other.iter, *other.ifs)]
            generator.iter = self.checked(generator.iter, generator.target, [*given, *generator.ifs, *later])
        return node

    visit_GeneratorExp = visit_ListComp = visit_SetComp = visit_DictComp = comprehended

    def checked(self, iterable: ast.expr, target: ast.expr, body: Iterable[ast.AST]) -> ast.expr:
        changed = {name for part in body for name in self.changed(part, _first(target))}
        looped = {node.id for node in ast.walk(iterable) if isinstance(node, ast.Name) and self.is_local(node)}
        if both := changed & looped & self.made[deque]:
            raise Unlowered(iterable, f"a loop over {min(both)}, which the loop changes", "loop over a list: list(...)")
        checked: ast.expr = _Checked(changed & looped).visit(iterable)
        return checked

    def is_local(self, node: ast.Name) -> bool:
        return node.id != "self" and self.names.value(node) is MISSING

    def changed(self, node: ast.AST, key: str) -> set[str]:
        """The names of what this may change, by itself or under another name; ``key`` is the key that is there."""
        harmless = None
        if isinstance(node, ast.Subscript):
            same = isinstance(node.slice, ast.Name) and node.slice.id == key
            read = isinstance(node.ctx, ast.Load) and _name(node.value) not in self.made[defaultdict]
            harmless = node.value if read or (same and not isinstance(node.ctx, ast.Del)) else None
        elif isinstance(node, ast.Attribute):
            harmless = node.value if node.attr in ASKED else None
        elif isinstance(node, ast.Call) and _name(node.func) == "len" and node.args:
            harmless = node.args[0]
        elif isinstance(node, ast.Compare):
            harmless = node.comparators[-1]
        elif isinstance(node, ast.Name):
            return {node.id}
        parts = [part for part in ast.iter_child_nodes(node) if part is not harmless or not _name(part)]
        return {name for part in parts for name in self.changed(part, key)}


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _first(target: ast.expr) -> str:
    """The name that a key has: ``for key in ...`` and ``for key, value in ...``"""
    return _name(target.elts[0] if isinstance(target, ast.Tuple) and target.elts else target)


class _Checked(ast.NodeTransformer):
    def __init__(self, names: set[str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        changes = node.id in self.names and isinstance(node.ctx, ast.Load)
        return ast.copy_location(operation("steady", node), node) if changes else node
