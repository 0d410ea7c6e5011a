"""Counter and defaultdict(int), under the names of one function, as dictionaries that are asked with care."""

import ast
from collections import Counter, defaultdict

from faceup.native.lowering.names import Names
from faceup.native.lowering.scopes import arguments_of
from faceup.native.lowering.tree import call, operation
from faceup.native.lowering.unlowered import Unlowered

METHODS = {"values", "keys", "items", "get", "pop", "most_common", "total"}
GONE_THROUGH = {"len", "sorted", "list", "tuple", "set", "max", "min", "sum", "any", "all", "enumerate", "bool"}


class Counters(ast.NodeTransformer):
    """Rewrites them in one function; raises Unlowered where one is used in a way that is not known here."""

    def __init__(self, definition: ast.FunctionDef, names: Names) -> None:
        self.names = names
        stored = (node for node in ast.walk(definition) if isinstance(node, ast.Name) and not is_read(node))
        bound = Counter([*arguments_of(definition), *(node.id for node in stored)])
        self.kinds: dict[str, str] = {}  # of the variables that hold one: the operation that reads them
        for node in ast.walk(definition):
            if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and (kind := self.kind(node.value)):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                self.kinds |= {target.id: kind for target in targets if isinstance(target, ast.Name)}
                bound -= Counter(target.id for target in targets if isinstance(target, ast.Name))
        for name in self.kinds.keys() & (+bound).keys():
            raise Unlowered(definition, f"{name}, once a Counter and once something else", "use two names")

    def reading_operation(self, node: ast.expr | None) -> str:
        """The operation that reads what this expression makes; empty where it makes neither kind."""
        if not isinstance(node, ast.Call):
            return ""
        value = self.names.value(node.func)
        return "count_of" if value is Counter else "count_or_zero" if value is defaultdict else ""

    def kind(self, node: ast.expr | None) -> str:
        """The operation that reads what an expression holds."""
        return self.kinds.get(node.id, "") if isinstance(node, ast.Name) else self.reading_operation(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if kind := self.reading_operation(node):
            return ast.copy_location(self.dictionary(node, kind), node)
        function = node.func
        if isinstance(function, ast.Attribute) and self.kind(function.value):
            if function.attr not in METHODS:
                raise Unlowered(node, f"`{function.attr}` of a Counter", "write it as a loop")
            function.value = self.inside(function.value)
            node.args = [self.visit(argument) for argument in node.args]
            if function.attr in ("most_common", "total"):
                return ast.copy_location(operation(function.attr, function.value, *node.args), node)
            return node
        if isinstance(function, ast.Name) and function.id in GONE_THROUGH and self.names.is_builtin(function.id):
            node.args = [self.inside(argument) for argument in node.args]
            for keyword in node.keywords:
                keyword.value = self.visit(keyword.value)
            return node
        return self.generic_visit(node)

    def dictionary(self, node: ast.Call, kind: str) -> ast.expr:
        """What stands for the call that makes one."""
        if kind == "count_or_zero":
            if len(node.args) != 1 or self.names.value(node.args[0]) is not int:
                instead = "where the keys are small numbers, take a list of lists: [[0] * n for _ in range(n)]"
                raise Unlowered(node, "defaultdict of something else than int", instead)
            return operation("dictionary")
        if node.keywords or len(node.args) > 1:
            raise Unlowered(node, "Counter with these arguments", "count in a loop")
        return operation("counts", call("list", self.visit(node.args[0]))) if node.args else operation("dictionary")

    def inside(self, node: ast.expr) -> ast.expr:
        """A counter where it is used as it may be; anything else visited."""
        visited = node if isinstance(node, ast.Name) and self.kind(node) else self.visit(node)
        assert isinstance(visited, ast.expr)
        return visited

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        kind = self.kind(node.value)
        if not kind:
            return self.generic_visit(node)
        node.value, node.slice = self.inside(node.value), self.visit(node.slice)
        return ast.copy_location(operation(kind, node.value, node.slice), node) if is_read(node) else node

    def visit_For(self, node: ast.For) -> ast.AST:
        node.iter = self.inside(node.iter)
        node.body, node.orelse = ([self.visit(part) for part in block] for block in (node.body, node.orelse))
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        node.iter = self.inside(node.iter)
        node.ifs = [self.visit(test) for test in node.ifs]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        if all(isinstance(operator, ast.In | ast.NotIn) for operator in node.ops):
            node.left, node.comparators = self.visit(node.left), [self.inside(side) for side in node.comparators]
            return node
        if any(self.kind(side) for side in (node.left, *node.comparators)):
            raise Unlowered(node, "a Counter that is compared", "compare what is asked of it")
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self.kinds and is_read(node):
            raise Unlowered(node, f"{node.id}, a Counter that is handed on", "ask it where it is made, or use a list")
        return node


def is_read(node: ast.Name | ast.Subscript) -> bool:
    """Whether a node is read, and not given a value."""
    return isinstance(node.ctx, ast.Load)
