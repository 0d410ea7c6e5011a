"""The kind of container that a name surely holds in Python; machine code may hold tuples and deques as lists."""

import ast
from collections import Counter, deque
from collections.abc import Iterator
from typing import Any

from faceup.native.lowering.arithmetic import Arithmetic
from faceup.native.lowering.inner_functions import bindings
from faceup.native.lowering.names import Names
from faceup.native.lowering.tree import Unsupported, load, operation, place_node

MAKERS: dict[Any, Any] = {list: list, sorted: list, tuple: tuple, deque: deque, set: set, frozenset: frozenset}
DISPLAY_KINDS: dict[type[ast.expr], type] = {
    ast.List: list,
    ast.ListComp: list,
    ast.Tuple: tuple,
    ast.Set: set,
    ast.SetComp: set,
}
PLAIN = ast.Tuple | ast.Name | ast.Constant | ast.Attribute | ast.Load  # evaluating these has no effect
FIXED = (tuple, frozenset)
SAME: Any = object()  # the kind of a name that its own value mentions: that of its other values


class Lists(ast.NodeTransformer):
    """Marks comparisons of two lists in one function; the compiler refuses others once it knows the types.

    ``a += b`` of a tuple or a frozen set becomes ``a = a + b``.
    """

    def __init__(self, definition: ast.FunctionDef, names: Names) -> None:
        self.names = names
        self.assigned_values: dict[str, list[ast.expr]] = {}
        binding_counts = Counter(bindings(definition))
        for node in ast.walk(definition):
            if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value is not None:
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    for name, value in _pairs(target, node.value):
                        self.assigned_values.setdefault(name, []).append(value)
            elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                binding_counts[node.target.id] -= 1  # of a list it makes a list, of a tuple a tuple
        # (what one name stands for has one type, and a list here would become the tuple that it is there)
        self.mixed = {
            name for name, values in self.assigned_values.items() if len(set(map(self.is_list, _not_none(values)))) > 1
        }
        self.assigned_values = {
            name: values for name, values in self.assigned_values.items() if len(values) == binding_counts[name]
        }

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        if not isinstance(node.target, ast.Name) or self.kind(node.target) not in FIXED:
            grows = isinstance(node.op, ast.Add) and self.kind(node.target) in (list, deque)
            if grows and isinstance(node.value, ast.Tuple):
                node.value = ast.copy_location(ast.List(node.value.elts, ast.Load()), node.value)
            return self.generic_visit(node)
        both = self.visit(ast.copy_location(ast.BinOp(load(node.target.id), node.op, node.value), node))
        return ast.copy_location(ast.Assign([node.target], both), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """``row[i:j]``, also of a tuple, when only the running rules know the length."""
        self.generic_visit(node)
        bounds = [node.slice.lower, node.slice.upper, node.slice.step] if isinstance(node.slice, ast.Slice) else []
        computed = not all(bound is None or _is_number(bound) for bound in bounds)
        if not computed or not isinstance(node.ctx, ast.Load) or self.kind(node.value) is list:
            return node
        arguments = [bound or ast.Constant(None) for bound in bounds]
        return place_node(operation("sliced", node.value, *arguments), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """``a + b`` of tuples, when machine code may know the length of only one."""
        both = isinstance(node.op, ast.Add) and self.kind(node.left) is self.kind(node.right) is tuple
        self.generic_visit(node)
        return place_node(operation("made_tuple", operation("joined", node.left, node.right)), node) if both else node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """``self.held(s) or (0,)``, where machine code may hold the first tuple as a list."""
        self.generic_visit(node)
        row, default = node.values[0], node.values[-1]
        plain = isinstance(default, ast.Tuple) and all(isinstance(part, PLAIN) for part in ast.walk(default))
        if not isinstance(node.op, ast.Or) or len(node.values) > 2 or not plain or self.kind(row) is list:
            return node
        return place_node(operation("row_or", row, default), node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        for side in (node.left, *node.comparators):
            if isinstance(side, ast.Name) and side.id in self.mixed and not isinstance(node.ops[0], ast.Is | ast.IsNot):
                raise Unsupported(node, f"{side.id}, which is a list here and something else there", "use two names")
        name = Arithmetic.COMPARISONS.get(type(node.ops[0]))
        sides = (node.left, node.comparators[0])
        if len(node.ops) > 1 or not name or not all(map(self.is_list, sides)):
            return node
        return ast.copy_location(operation(f"{name}_alike", *sides), node)

    def is_list(self, node: ast.expr) -> bool:
        return self.kind(node) is list

    def changes_in_place(self, node: ast.expr) -> bool:
        """Whether this is surely a list, a deque or a set, which an in-place operator changes."""
        return self.kind(node) in (list, deque, set)

    def kind(self, node: ast.expr, visited: frozenset[str] = frozenset()) -> Any:
        """The kind of container that an expression surely makes; None if unsure. ``visited`` stops recursion."""
        if isinstance(node, ast.Name):
            if type(self.names.value(node)) is tuple:
                return tuple
            return (
                SAME
                if node.id in visited
                else self.one_kind(self.assigned_values.get(node.id, []), visited | {node.id})
            )
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr == "copy":
                return self.kind(node.func.value, visited)
            value = self.names.value(node.func)
            return next((kind for maker, kind in MAKERS.items() if maker is value), None)
        if isinstance(node, ast.Subscript):
            return self.kind(node.value, visited) if isinstance(node.slice, ast.Slice) else None
        if isinstance(node, ast.Attribute):  # a constant of a class or a module
            return tuple if type(self.names.value(node)) is tuple else None
        if isinstance(node, ast.BinOp):
            left, right = self.kind(node.left, visited), self.kind(node.right, visited)
            return left if right in (None, SAME, set, frozenset) else right
        if isinstance(node, ast.IfExp):
            return self.one_kind([node.body, node.orelse], visited)
        return DISPLAY_KINDS.get(type(node))

    def one_kind(self, nodes: list[ast.expr], visited: frozenset[str]) -> Any:
        kinds = {self.kind(node, visited) for node in nodes} - {SAME}
        return kinds.pop() if len(kinds) == 1 else None


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) or (isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant))


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Each name that a target binds, with its value, where both are written out."""
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        for one, part in zip(target.elts, value.elts, strict=True):
            yield from _pairs(one, part)


def _not_none(values: list[ast.expr]) -> list[ast.expr]:
    return [value for value in values if not (isinstance(value, ast.Constant) and value.value is None)]
