"""Arithmetic that tells when a number leaves 64 bits: each operator becomes a call of a checked operation."""

import ast
from typing import ClassVar

from faceup.native.lowering.tree import CHECKED, call
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
        ast.Pow: "pow",
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
        return ast.copy_location(call(CHECKED + name, node.left, node.right), node) if name else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and not isinstance(node.operand, ast.Compare | ast.BoolOp | ast.UnaryOp):
            return ast.copy_location(call(CHECKED + "no", node.operand), node)
        if not isinstance(node.op, ast.USub) or isinstance(node.operand, ast.Constant):
            return node
        return ast.copy_location(call(CHECKED + "neg", node.operand), node)


def _fits(node: ast.BinOp) -> bool:
    """Whether an operation of constants, which Python computes, gives what machine code can hold."""
    operands = [part.value for part in (node.left, node.right) if isinstance(part, ast.Constant)]
    numbers = [operand for operand in operands if type(operand) is int and operand.bit_length() < 64]
    if len(numbers) < 2:
        return True  # no arithmetic of whole numbers, or none that machine code could do
    if isinstance(node.op, ast.LShift | ast.Pow) and not 0 <= numbers[1] < 64:
        return False
    try:
        value = eval(compile(ast.Expression(node), "", "eval"))
    except ArithmeticError:  # which is raised where the rules come there
        return True
    return type(value) is not int or WORD_MIN <= value <= WORD_MAX
