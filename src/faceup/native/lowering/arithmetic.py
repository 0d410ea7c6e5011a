"""Arithmetic that tells when a number leaves 64 bits: each operator becomes a call of a checked operation."""

import ast
from typing import ClassVar

from faceup.native.lowering.tree import OPERATION, operation
from faceup.native.lowering.unlowered import Unlowered
from faceup.rules.parameters import WORD_MAX, WORD_MIN


class Arithmetic(ast.NodeTransformer):
    """Replaces the operators of one function."""

    OPERATIONS: ClassVar[dict[type[ast.operator], str]] = {
        ast.Add: "add",
        ast.Sub: "sub",
        ast.Mult: "mul",
        ast.FloorDiv: "floordiv",
        ast.Mod: "mod",
        ast.Div: "truediv",
        ast.Pow: "power",
        ast.LShift: "lshift",
        ast.RShift: "rshift",
        ast.BitAnd: "and_",
        ast.BitOr: "or_",
        ast.BitXor: "xor",
    }

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant) and _fits(node):
            return node  # Python computes it
        name = self.OPERATIONS.get(type(node.op))
        return ast.copy_location(operation(name, node.left, node.right), node) if name else node

    def tested(self, node: ast.If | ast.While | ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        node.test = _truth(node.test)
        return node

    visit_If = visit_While = visit_IfExp = tested

    def visit_For(self, node: ast.For) -> ast.AST:
        """A loop over a set goes in an order of Python's own, which machine code does not have."""
        self.generic_visit(node)
        if not getattr(node, ANY_ORDER, False):
            node.iter = _in_order(node.iter)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """What else goes through things in their order."""
        self.generic_visit(node)
        name, method = getattr(node.func, "id", ""), getattr(node.func, "attr", "")
        if name in IN_ORDER or method == "extend":
            node.args = [row if isinstance(row, ast.Starred) else _in_order(row) for row in node.args]
        return node

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.value = _in_order(node.value)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        unpacked = any(isinstance(target, ast.Tuple | ast.List) for target in node.targets)
        if unpacked and not isinstance(node.value, ast.Tuple | ast.List):
            node.value = _in_order(node.value)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        sides = [node.left, *node.comparators]
        named = any(isinstance(side, ast.Constant) and isinstance(side.value, bool) for side in sides)
        if named and any(isinstance(operator, ast.Is | ast.IsNot) for operator in node.ops):
            raise Unlowered(node, "a comparison with True or False by `is`", "ask for the value itself: `if x`")
        equal = any(isinstance(operator, ast.Eq | ast.NotEq) for operator in node.ops)
        if equal and not any(isinstance(side, ast.Constant) for side in sides):
            node.left, *node.comparators = sides = [
                ast.copy_location(operation("comparable", side), side) if _may_be_row(side) else side for side in sides
            ]
        if any(map(_is_fraction, sides)):  # Python compares a whole number with a float exactly
            node.left, *node.comparators = (_near(side) for side in sides)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and not isinstance(node.operand, ast.Compare | ast.BoolOp | ast.UnaryOp):
            return ast.copy_location(operation("no", node.operand), node)
        if isinstance(node.op, ast.Invert):
            return ast.copy_location(operation("xor", node.operand, ast.Constant(-1)), node)
        if not isinstance(node.op, ast.USub) or isinstance(node.operand, ast.Constant):
            return node
        return ast.copy_location(operation("neg", node.operand), node)


def _fits(node: ast.BinOp) -> bool:
    """Whether an operation of constants, which Python computes, gives what machine code can hold."""
    operands = [part.value for part in (node.left, node.right) if isinstance(part, ast.Constant)]
    numbers = [operand for operand in operands if type(operand) is int and operand.bit_length() < 64]
    if len(numbers) < 2:
        return True  # no arithmetic of whole numbers, or none that machine code could do
    if isinstance(node.op, ast.LShift | ast.Pow) and not 0 <= numbers[1] < 64:
        return False
    try:
        value = eval(compile(ast.fix_missing_locations(ast.Expression(node)), "", "eval"))
    except ArithmeticError:  # which is raised where the rules come there
        return True
    return type(value) is not int or WORD_MIN <= value <= WORD_MAX


ROWS = ast.Name | ast.Subscript  # what a row of constants can be under
ANY_ORDER = "any_order"  # marks loops whose outcome does not depend on the order of the items
IN_ORDER = ("list", "tuple", "iter", "enumerate", "zip")


def _may_be_row(side: ast.expr) -> bool:
    """Whether an expression may give a row of constants."""
    return isinstance(side, ROWS) or (isinstance(side, ast.Call) and getattr(side.func, "attr", "") == "get")


def _in_order(row: ast.expr) -> ast.expr:
    return ast.copy_location(operation("in_order", row), row)


def _truth(test: ast.expr) -> ast.expr:
    """What is asked for its truth; a row of constants is not asked."""
    if isinstance(test, ast.Attribute) or _may_be_row(test):
        return ast.copy_location(operation("yes", test), test)
    return test


def _is_fraction(side: ast.expr) -> bool:
    if isinstance(side, ast.Constant):
        return isinstance(side.value, float)
    if isinstance(side, ast.BinOp):  # of constants: others are calls by now
        return _is_fraction(side.left) or _is_fraction(side.right)
    return isinstance(side, ast.Call) and ast.unparse(side.func) in (f"{OPERATION}truediv", "float")


def _near(side: ast.expr) -> ast.expr:
    return side if isinstance(side, ast.Constant) else ast.copy_location(operation("exactly_float", side), side)
