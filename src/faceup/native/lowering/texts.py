"""What ``str`` and f-strings say of numbers: machine code may hold a truth value as a number, and must not say that."""

import ast
from collections import Counter

from faceup.native.lowering.inner_functions import bindings
from faceup.native.lowering.names import Names
from faceup.native.lowering.tree import operation
from faceup.native.lowering.unlowered import Unlowered

ARITHMETIC = ast.Add | ast.Sub | ast.Mult | ast.FloorDiv | ast.Mod | ast.Pow | ast.LShift | ast.RShift
NUMBERS = (int, len, abs, ord, round)
METHODS = ("count", "index", "bit_count", "bit_length")


class Texts(ast.NodeTransformer):
    """Lets what is asked for its text be checked, unless it is surely a number, in one function."""

    def __init__(self, definition: ast.FunctionDef, names: Names) -> None:
        self.names = names
        bound = Counter(bindings(definition))
        self.numbers: set[str] = set()  # the names of what is surely a number
        given: list[tuple[ast.expr, bool]] = []
        for node in ast.walk(definition):
            if isinstance(node, ast.Assign | ast.AugAssign):
                sure = self.is_number(node.value) or (
                    isinstance(node, ast.AugAssign) and isinstance(node.op, ARITHMETIC)
                )
                given += [
                    (target, sure) for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
                ]
            elif isinstance(node, ast.For | ast.comprehension):
                row = node.iter
                sure = isinstance(row, ast.Call) and self.names.value(row.func) is range
                given.append((node.target, sure))
        often = Counter(target.id for target, sure in given if sure and isinstance(target, ast.Name))
        self.numbers = {name for name, count in often.items() if count == bound[name]}

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if self.names.value(node.func) is str and len(node.args) == 1:
            node.args = [self.check_text(node.args[0])]
        elif any(self.names.value(given) is str for given in (*node.args, *(part.value for part in node.keywords))):
            raise Unlowered(node, "str, handed on", "say what it is asked of: str(int(x)) for x in ...")
        return node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        self.generic_visit(node)
        if node.format_spec or node.conversion != -1:
            raise Unlowered(node, "a value in an f-string with a colon or an exclamation mark", "write str(...)")
        node.value = self.check_text(node.value)
        return node

    def check_text(self, node: ast.expr) -> ast.expr:
        name = "text_of_number" if self.is_number(node) else "text"
        return ast.copy_location(operation(name, node), node)

    def is_number(self, node: ast.expr) -> bool:
        """Whether this, if it is a number in machine code, is one in Python too."""
        if isinstance(node, ast.Constant):
            return not isinstance(node.value, bool)
        if isinstance(node, ast.Name):
            return node.id in self.numbers
        if isinstance(node, ast.IfExp):
            return self.is_number(node.body) and self.is_number(node.orelse)
        if isinstance(node, ast.Call):
            method = isinstance(node.func, ast.Attribute) and node.func.attr in METHODS
            return method or any(self.names.value(node.func) is each for each in NUMBERS)
        if isinstance(node, ast.UnaryOp):
            return not isinstance(node.op, ast.Not)
        return isinstance(node, ast.BinOp) and isinstance(node.op, ARITHMETIC)
