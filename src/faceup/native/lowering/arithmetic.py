"""Arithmetic that tells when a number leaves 64 bits: each operator becomes a call of a checked operation."""

import ast
from collections.abc import Callable
from typing import ClassVar

from faceup.native.lowering.tree import CHECKED, call


class Arithmetic(ast.NodeTransformer):
    """Replaces the operators of one function; ``is_builtin`` says whether a name means Python's own function."""

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
    }

    def __init__(self, is_builtin: Callable[[str], bool]) -> None:
        self.is_builtin = is_builtin

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant):
            return node  # Python computes it
        name = self.OPERATIONS.get(type(node.op))
        return ast.copy_location(call(CHECKED + name, node.left, node.right), node) if name else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.USub) or isinstance(node.operand, ast.Constant):
            return node
        return ast.copy_location(call(CHECKED + "neg", node.operand), node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in ("int", "abs", "pow") and self.is_builtin(node.func.id):
            operation = {"int": "word", "abs": "abs", "pow": "pow"}[node.func.id]
            if not node.keywords and len(node.args) == (2 if operation == "pow" else 1):
                return ast.copy_location(call(CHECKED + operation, *node.args), node)
        return node

