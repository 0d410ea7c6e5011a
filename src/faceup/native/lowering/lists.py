"""Comparisons of what is a list in Python too: in machine code tuples and deques may be lists as well."""

import ast
from collections import Counter

from faceup.native.lowering.arithmetic import Arithmetic
from faceup.native.lowering.inner_functions import bindings
from faceup.native.lowering.names import Names
from faceup.native.lowering.tree import operation
from faceup.native.lowering.unlowered import Unlowered


class Lists(ast.NodeTransformer):
    """Marks them in one function; other comparisons of lists are refused when their types are known."""

    def __init__(self, definition: ast.FunctionDef, names: Names) -> None:
        self.names = names
        self.given: dict[str, list[ast.expr]] = {}
        bound = Counter(bindings(definition))
        for node in ast.walk(definition):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        self.given.setdefault(target.id, []).append(node.value)
            elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                bound[node.target.id] -= 1  # a list stays one
        self.tuples = {name for name, values in self.given.items() if any(map(self.is_tuple, values))}
        # (what one name stands for has one type, and a list here would become the tuple that it is there)
        self.mixed = {name for name, values in self.given.items() if len(set(map(self.is_list, _not_none(values)))) > 1}
        self.given = {name: values for name, values in self.given.items() if len(values) == bound[name]}

    def is_tuple(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and self.names.value(node.func) is tuple

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """Of a tuple Python makes a new one."""
        if isinstance(node.target, ast.Name) and node.target.id in self.tuples:
            raise Unlowered(node, f"{node.target.id}, a tuple that is added to in place", "write `a = a + b`")
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        for side in (node.left, *node.comparators):
            if isinstance(side, ast.Name) and side.id in self.mixed and not isinstance(node.ops[0], ast.Is | ast.IsNot):
                raise Unlowered(node, f"{side.id}, which is a list here and something else there", "use two names")
        name = Arithmetic.COMPARISONS.get(type(node.ops[0]))
        if len(node.ops) > 1 or not name or not (self.is_list(node.left) and self.is_list(node.comparators[0])):
            return node
        return ast.copy_location(operation(f"{name}_alike", node.left, node.comparators[0]), node)

    def is_list(self, node: ast.expr, asked: frozenset[str] = frozenset()) -> bool:
        """Whether this is surely a list."""
        if isinstance(node, ast.Name):
            given = self.given.get(node.id, [])
            return node.id in asked or (bool(given) and all(self.is_list(value, asked | {node.id}) for value in given))
        if isinstance(node, ast.Call):
            return self.names.value(node.func) in (list, sorted)
        if isinstance(node, ast.Subscript):
            return isinstance(node.slice, ast.Slice) and self.is_list(node.value, asked)
        if isinstance(node, ast.BinOp):
            return self.is_list(node.left, asked) or self.is_list(node.right, asked)
        return isinstance(node, ast.List | ast.ListComp)


def _not_none(values: list[ast.expr]) -> list[ast.expr]:
    return [value for value in values if not (isinstance(value, ast.Constant) and value.value is None)]
