"""Arithmetic that tells when a number leaves 64 bits: each operator becomes a call of a checked operation."""

import ast
from typing import ClassVar

from faceup.native.lowering.tree import CHECKED, call


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
        if isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant):
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
