"""Checked arithmetic: every operator becomes an operation that reports a number beyond 64 bits."""

import ast
import builtins
from collections.abc import Iterator
from functools import reduce
from types import BuiltinFunctionType, ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

from faceup.native.lowering.names import MISSING, Names
from faceup.native.lowering.tree import Unsupported, compare, copy_tree, operation, place_node
from faceup.rules.parameters import WORD_MAX, WORD_MIN

if TYPE_CHECKING:
    from typing_extensions import TypeIs


class Arithmetic(ast.NodeTransformer):
    """Replaces every operator of one function by a checked operation."""

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
    COMPARISONS: ClassVar[dict[type[ast.cmpop], str]] = {
        ast.Eq: "eq",
        ast.NotEq: "ne",
        ast.Lt: "lt",
        ast.LtE: "le",
        ast.Gt: "gt",
        ast.GtE: "ge",
    }

    def __init__(self, names: Names) -> None:
        self.names = names

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant) and _fits(node):
            return node  # Python computes it
        name = self.OPERATIONS.get(type(node.op))
        return ast.copy_location(operation(name, node.left, node.right), node) if name else node

    def test_truth(self, node: ast.If | ast.While | ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        node.test = _truth(node.test)
        return node

    visit_If = visit_While = visit_IfExp = test_truth

    def visit_For(self, node: ast.For) -> ast.AST:
        """Mark the row of a loop, since machine code cannot repeat the order in which Python walks a set."""
        self.generic_visit(node)
        if not getattr(node, ANY_ORDER, False):
            node.iter = _in_order(node.iter)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Mark the arguments of calls that read items in order, and replace max, min and tuple."""
        self.generic_visit(node)
        name, method = getattr(node.func, "id", ""), getattr(node.func, "attr", "")
        if name in EXTREMES and len(node.args) > 1 and not node.keywords and self.names.is_builtin(name):
            return reduce(lambda one, other: place_node(operation(f"{name}_of_two", one, other), node), node.args)
        if name in ORDERED_BUILTINS or method == "extend":
            node.args = [row if isinstance(row, ast.Starred) else _in_order(row) for row in node.args]
        if name == "tuple" and len(node.args) == 1 and self.names.is_builtin(name):
            return place_node(operation("tuple_of", *node.args), node)
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

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        node.keys = [key and ast.copy_location(operation("key", key), key) for key in node.keys]
        return node

    def visit_Set(self, node: ast.Set) -> ast.AST:
        self.generic_visit(node)
        node.elts = [ast.copy_location(operation("member_of_set", part), part) for part in node.elts]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        (operator,), (right,) = node.ops, node.comparators
        return place_node(self.compare(node, node.left, operator, right), node)

    def compare(self, node: ast.Compare, left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.expr:
        """Return the operation for one comparison. Raises Unsupported for some uses of ``is``."""
        if isinstance(operator, ast.Is | ast.IsNot):
            constants = [side.value for side in (left, right) if isinstance(side, ast.Constant)]
            if any(isinstance(value, bool) for value in constants):
                raise Unsupported(node, "a comparison with True or False by `is`", "ask for the value itself: `if x`")
            if None not in constants:
                raise Unsupported(node, "a comparison by `is`", "compare with `==`")
            return compare(left, operator, right)
        if isinstance(operator, ast.In | ast.NotIn):
            if isinstance(right, ast.List | ast.Set):
                right = ast.copy_location(ast.Tuple(right.elts, ast.Load()), right)
            if isinstance(left, ast.Name | ast.Attribute) and self.are_texts(right):
                return self.one_of(left, right.elts, isinstance(operator, ast.NotIn))
            membership: ast.expr = operation("among", left, right)
            return ast.UnaryOp(ast.Not(), membership) if isinstance(operator, ast.NotIn) else membership
        if _is_small(left) and _is_small(right):
            return compare(left, operator, right)
        name = self.COMPARISONS[type(operator)]
        if name in ("eq", "ne") and (self.is_text(left) or self.is_text(right)):
            return operation(f"{name}_to_text", left, right)
        return operation(f"{name}_alike" if _is_key(left) and _is_key(right) else name, left, right)

    def are_texts(self, row: ast.expr) -> "TypeIs[ast.Tuple]":
        """Whether this is a display of literal texts."""
        return isinstance(row, ast.Tuple) and bool(row.elts) and all(map(self.is_text, row.elts))

    def one_of(self, left: ast.expr, texts: list[ast.expr], none: bool) -> ast.expr:
        """Return the test whether ``left`` equals one of the texts, or none of them."""
        name, join = ("ne_to_text", ast.And()) if none else ("eq_to_text", ast.Or())
        tests: list[ast.expr] = [operation(name, copy_tree(left), text) for text in texts]
        return ast.BoolOp(join, tests) if len(tests) > 1 else tests[0]

    def is_text(self, side: ast.expr) -> bool:
        """Whether this is a literal text, or a name for a constant text."""
        value = side.value if isinstance(side, ast.Constant) else self.names.value(side)
        return isinstance(value, str)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        plain = isinstance(node.operand, ast.Compare | ast.BoolOp | ast.UnaryOp)
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and not plain:
            return ast.copy_location(operation("no", node.operand), node)
        if isinstance(node.op, ast.Invert):
            return ast.copy_location(operation("xor", node.operand, ast.Constant(-1)), node)
        if not isinstance(node.op, ast.USub) or isinstance(node.operand, ast.Constant):
            return node
        return ast.copy_location(operation("neg", node.operand), node)


def _fits(node: ast.BinOp) -> bool:
    """Whether Python's result of an operation on constants fits in 64 bits."""
    operands = [part.value for part in (node.left, node.right) if isinstance(part, ast.Constant)]
    numbers = [operand for operand in operands if type(operand) is int and operand.bit_length() < 64]
    if len(numbers) < 2:
        return True  # no arithmetic of whole numbers, or none that machine code could do
    if isinstance(node.op, ast.LShift | ast.Pow) and not 0 <= numbers[1] < 64:
        return False
    try:
        value = eval(compile(ast.fix_missing_locations(ast.Expression(node)), "", "eval"))
    except ArithmeticError:  # the rules raise it when they run
        return True
    return type(value) is not int or WORD_MIN <= value <= WORD_MAX


ANY_ORDER = "any_order"  # marks loops whose outcome does not depend on the order of the items
EXTREMES = ("max", "min")
ORDERED_BUILTINS = ("list", "tuple", "iter", "enumerate", "zip")


def _in_order(row: ast.expr) -> ast.expr:
    return ast.copy_location(operation("in_order", row), row)


def _truth(test: ast.expr) -> ast.expr:
    """Return the test of a condition; the operation ``yes`` refuses arrays of constants, which have no truth value."""
    is_lookup = isinstance(test, ast.Call) and getattr(test.func, "attr", "") == "get"
    if is_lookup or isinstance(test, ast.Name | ast.Subscript | ast.Attribute):
        return ast.copy_location(operation("yes", test), test)
    return test


def _is_small(side: ast.expr) -> bool:
    """Whether this is a literal whole number that a float holds exactly."""
    return isinstance(side, ast.Constant) and type(side.value) is int and abs(side.value) <= 2**53


def _is_key(side: ast.expr) -> bool:
    """Whether this is a generated sort key; all sort keys of one loop have one type."""
    name = side.value if isinstance(side, ast.Subscript) else side
    return isinstance(name, ast.Name) and name.id in ("_f_key", "_f_keys", "_f_best_key")


# These builtins mean the same in machine code.
SAME = (bool, float, str, list, set, tuple, dict, range, enumerate, zip, len, ord, chr, iter, next)
# Templates of lowered code use these names, which must mean Python's builtins.
TEMPLATE_BUILTINS = ("len", "range", "list", "set", "enumerate", "zip")
BITS = ast.BitOr | ast.BitAnd | ast.BitXor


def refuse_unreplaced(part: ast.FunctionDef, names: Names) -> None:
    """Raise Unsupported for an operator or a builtin that no operation replaced."""
    for node in [inner for statement in part.body for inner in _walk(statement)]:
        if isinstance(node, ast.Global):
            raise Unsupported(node, "global", "keep it in the state")
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Del) and isinstance(node.slice, ast.Slice):
            raise Unsupported(node, "a slice that is deleted", "make a new list")
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            value = names.value(node)
            if _is_pythons(value) and not any(value is same for same in SAME):
                raise Unsupported(node, f"`{ast.unparse(node)}`, as it is used here", "write it as a loop or a helper")
        if isinstance(node, ast.Name) and node.id in TEMPLATE_BUILTINS and not names.is_builtin(node.id):
            raise Unsupported(node, f"{node.id}, which is not Python's own here", "give it another name")
        if _is_operator(node):
            raise Unsupported(
                node, f"`{ast.unparse(node)}`, an operator that nothing checks", "write it in two statements"
            )


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield every node of a tree, apart from its annotations."""
    yield node
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _walk(child)


def _is_pythons(value: Any) -> bool:
    """Whether this is a builtin function or class; exceptions, which rules may raise, do not count."""
    if value is MISSING or isinstance(value, ModuleType):
        return False
    if isinstance(value, type):
        return value.__module__ == builtins.__name__ and not issubclass(value, BaseException)
    return isinstance(value, BuiltinFunctionType)


def _is_operator(node: ast.AST) -> bool:
    """Whether a node is an operator that an operation should have replaced."""
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
    return not grows and not _is_generated(node.target)


def _is_constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant)


def _is_generated(target: ast.expr) -> bool:
    """Whether the target is a counter that lowering generated."""
    name = target.value if isinstance(target, ast.Subscript) else target
    return isinstance(name, ast.Name) and name.id.startswith("_f_")
