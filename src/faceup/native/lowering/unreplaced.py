"""A last look at lowered trees: nothing is left in them that machine code would compute in a way of its own."""

import ast
import builtins
import math
from collections.abc import Iterator
from types import BuiltinFunctionType, ModuleType
from typing import Any

from faceup.native.lowering.names import MISSING, Names
from faceup.native.lowering.unlowered import Unlowered

# What means the same in machine code as it stands.
SAME = (bool, float, str, list, set, tuple, dict, range, enumerate, zip, len, ord, chr, iter, next)
SAME_OF_FLOATS = (
    *(math.isnan, math.isinf, math.isfinite, math.fabs, math.copysign),
    *(math.atan2, math.degrees, math.radians),
)
# What lowered trees ask for by these names, which must mean Python's own.
WRITTEN = ("len", "range", "list", "set", "enumerate", "zip")
BITS = ast.BitOr | ast.BitAnd | ast.BitXor


def refuse_unreplaced(part: ast.FunctionDef, names: Names) -> None:
    """Raise Unlowered where an operator or a function of Python's own is left that no operation stands for."""
    for node in [inner for statement in part.body for inner in _walk(statement)]:
        if isinstance(node, ast.Global):
            raise Unlowered(node, "global", "keep it in the state")
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Del) and isinstance(node.slice, ast.Slice):
            raise Unlowered(node, "a slice that is deleted", "make a new list")
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            value = names.value(node)
            if _is_pythons(value) and not any(value is same for same in SAME + SAME_OF_FLOATS):
                raise Unlowered(node, f"`{ast.unparse(node)}`, as it is used here", "write it as a loop or a helper")
        if isinstance(node, ast.Name) and node.id in WRITTEN and not names.is_builtin(node.id):
            raise Unlowered(node, f"{node.id}, which is not Python's own here", "give it another name")
        if _is_operator(node):
            raise Unlowered(
                node, f"`{ast.unparse(node)}`, an operator that nothing checks", "write it in two statements"
            )


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """A tree without the annotations in it."""
    yield node
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _walk(child)


def _is_pythons(value: Any) -> bool:
    """Whether this is a function or a class of Python's own; an error, which rules may raise, is none."""
    if value is MISSING or isinstance(value, ModuleType):
        return False
    if isinstance(value, type):
        return value.__module__ == builtins.__name__ and not issubclass(value, BaseException)
    return isinstance(value, BuiltinFunctionType)


def _is_operator(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp):
        return not (_is_constant(node.left) and _is_constant(node.right))
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub | ast.Invert) and not _is_constant(node.operand)
    if isinstance(node, ast.Compare):
        plain = all(map(_is_constant, (node.left, *node.comparators)))
        return not plain and not all(isinstance(operator, ast.Is | ast.IsNot) for operator in node.ops)
    if not isinstance(node, ast.AugAssign) or isinstance(node.op, BITS):
        return False
    grows = isinstance(node.op, ast.Add) and isinstance(node.value, ast.List | ast.Call)
    return not grows and not _is_own(node.target)


def _is_constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant)


def _is_own(target: ast.expr) -> bool:
    """Whether this is a place that lowering counts in."""
    name = target.value if isinstance(target, ast.Subscript) else target
    return isinstance(name, ast.Name) and name.id.startswith("_f_")
