"""Calls that the compiler does not know as Python writes them, and the constants and helpers that a function has."""

import ast
import bisect
import math
import operator
import types
from collections import deque
from collections.abc import Callable
from enum import EnumType, Flag
from fractions import Fraction
from functools import partial, reduce
from types import FunctionType, ModuleType
from typing import Any

from faceup.native.constants import NoConstant, constant, is_constant
from faceup.native.lowering.names import MISSING, Names
from faceup.native.lowering.tree import CALLER, CONSTANT, OPERATION, Unlowered, call, load, operation, place_node
from faceup.rules import cards

OF_FLOATS = (
    *("sqrt", "exp", "expm1", "log", "log2", "log10", "log1p"),
    *("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh"),
)
#: What stands for the functions of the standard library: the names of operations.
OPERATIONS: dict[Any, str] = {
    divmod: "quotient_and_rest",
    round: "rounded",
    pow: "power",
    abs: "absolute",
    int: "to_whole",
    bin: "binary_text",
    reversed: "backwards",
    operator.add: "add",
    operator.sub: "sub",
    operator.mul: "mul",
    operator.floordiv: "floordiv",
    operator.mod: "mod",
    operator.truediv: "truediv",
    operator.pow: "power",
    operator.lshift: "lshift",
    operator.rshift: "rshift",
    operator.and_: "and_",
    operator.or_: "or_",
    operator.xor: "xor",
    operator.iadd: "iadd",
    operator.imul: "imul",
    operator.eq: "eq",
    operator.ne: "ne",
    operator.lt: "lt",
    operator.le: "le",
    operator.gt: "gt",
    operator.ge: "ge",
    operator.neg: "neg",
    operator.abs: "absolute",
    math.comb: "comb",
    math.perm: "perm",
    math.factorial: "factorial",
    math.gcd: "gcd",
    math.lcm: "lcm",
    math.isqrt: "isqrt",
    math.floor: "floor",
    math.ceil: "ceil",
    math.trunc: "trunc",
    math.pow: "power_of_math",
    **{getattr(math, name): name for name in OF_FLOATS},
    math.prod: "prod",
    Fraction: "fraction",
    bisect.bisect_left: "bisect_left",
    bisect.bisect_right: "bisect_right",
    cards.size: "bit_count",
    cards.lowest: "lowest",
    cards.highest: "highest",
}
SOUGHT = ("count", "index", "remove")
PLAIN = {"pop": "popped", "popleft": "popped_first", "copy": "copied_row"}
ONE_BY_ONE = ("map", "filter", "zip", "enumerate", "range")
OF_DICTIONARIES = ("keys", "values")
OF_ANY_NUMBER = ("gcd", "lcm")
BITS = ("bit_count", "bit_length")
ASKED_FOR_MOVES = ("moves", "choices")


def operation_for(function: Any) -> str | None:
    """The operation that stands for a function of Python's own, which nothing would check."""
    try:
        return OPERATIONS.get(function)
    except TypeError:  # what has no hash
        return None


def handed_on(function: Any) -> str | None:
    """The same for one that is not called by its name: for sum too, whose calls become loops."""
    return "summed" if function is sum else operation_for(function)


class Calls(ast.NodeTransformer):
    """Rewrites them in one function of the class ``owner``; ``replaced`` is what ``_replace`` is asked for,
    ``callers`` which methods, or none, are called with a starred row, and with which arguments by name."""

    def __init__(self, names: Names, owner: str) -> None:
        self.names, self.owner = names, owner
        self.replaced: set[tuple[str, ...]] = set()
        self.callers: set[tuple[str, tuple[str, ...]]] = set()

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if self.names.value(node.func) is isinstance:
            raise Unlowered(node, "isinstance", "ask for the value itself")
        node.args = [self.visit(argument) for argument in node.args]
        for keyword in node.keywords:
            keyword.value = self.visit(keyword.value)
        made = self.rewritten(node)
        if made is not None:
            return ast.copy_location(made, node)
        if not isinstance(node.func, ast.Name):
            node.func = self.visit(node.func)
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """A function that is not called here, but handed on."""
        known = handed_on(self.names.value(node)) if isinstance(node.ctx, ast.Load) else None
        return ast.copy_location(load(OPERATION + known), node) if known else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        known = self.known(node) if isinstance(node.ctx, ast.Load) else None
        return ast.copy_location(load(OPERATION + known), node) if known else self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        """``(*row, x)``: how long it is only the running rules may know."""
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or not any(isinstance(part, ast.Starred) for part in node.elts):
            return node
        rows = [_row(part) for part in node.elts]
        made = operation("made_tuple", reduce(_concatenation, rows)) if len(rows) > 1 else operation("tuple_of", *rows)
        return place_node(made, node)

    def known(self, node: ast.expr) -> str | None:
        """The operation that stands for what an expression means."""
        return operation_for(self.names.value(node))

    def rewritten(self, node: ast.Call) -> ast.expr | None:
        value = self.names.value(node.func)
        if any(isinstance(argument, ast.Starred) for argument in node.args) and self.takes_rows(node.func):
            return self.called_with_row(node)
        if (value is max or value is min) and any(isinstance(argument, ast.Starred) for argument in node.args):
            node.args = [operation("several", reduce(_concatenation, map(_row, node.args)))]
        if value is zip and node.keywords:
            return self.rewrite_zip(node)
        if value is enumerate and [keyword.arg for keyword in node.keywords] == ["start"]:
            return call("enumerate", *node.args, node.keywords[0].value)
        if value is deque and len(node.args) < 2 and not node.keywords:
            return call("list", *node.args) if node.args else ast.List([], ast.Load())
        if isinstance(value, Callable) and not node.keywords:  # type: ignore[arg-type]
            known = self.known(node.func)
            if known == "power" and len(node.args) == 3:
                known = "power_modulo"
            if known in OF_ANY_NUMBER and len(node.args) > 2:
                return reduce(partial(operation, known), node.args)
            if known == "log" and len(node.args) == 2:
                return operation("truediv", *(operation(known, number) for number in node.args))
            if known == "to_whole" and len(node.args) == 2:
                known = "read_in_base"
            if known and node.args:
                return operation(known, *node.args)
        if not isinstance(node.func, ast.Attribute):
            return None
        name, given = node.func.attr, node.func.value
        if name in BITS and not node.args:
            return operation(name, given)
        if name == "appendleft" and len(node.args) == 1:
            return call(ast.Attribute(given, "insert", ast.Load()), ast.Constant(0), *node.args)
        if name == "add" and len(node.args) == 1 and not _is_self(given):
            node.args = [operation("member_of_set", *node.args)]
        if name in PLAIN and not node.args and not node.keywords:
            return operation(PLAIN[name], given)
        if (
            name == "count"
            and _is_call(given, "bin")
            and self.names.is_builtin("bin")
            and ast.unparse(node.args[0]) == "'1'"
        ):
            return operation("bit_count", given.args[0])
        if name in SOUGHT and len(node.args) == 1 and not (node.keywords or _is_self(given) or self.is_module(given)):
            return operation(f"{name}_in", given, *node.args)
        if name == "_replace" and not node.args and all(keyword.arg for keyword in node.keywords):
            fields = tuple(str(keyword.arg) for keyword in node.keywords)
            self.replaced.add(fields)
            return call(replacer_name(fields), given, *(keyword.value for keyword in node.keywords))
        if name in ASKED_FOR_MOVES and isinstance(given, ast.Name) and given.id == "self":
            node.func.attr = asked_name(name)
            return node
        if _is_call(given, "super") and not given.args:
            above = ast.Attribute(ast.Name("self", ast.Load()), super_name(self.owner, name), ast.Load())
            made = call(above, *node.args)
            made.keywords = node.keywords
            return made
        return None

    def takes_rows(self, function: ast.expr) -> bool:
        """Whether this is a class of named tuples, a function or a method of the rules, or an operation."""
        value = self.names.value(function)
        named = isinstance(value, type) and hasattr(value, "_fields")
        if named or isinstance(value, FunctionType) or self.known(function):
            return True
        if isinstance(function, ast.Attribute):
            return _is_self(function.value) or function.attr[:1].isupper()
        return isinstance(function, ast.Name) and function.id.startswith(CONSTANT)

    def called_with_row(self, node: ast.Call) -> ast.expr:
        """``f(a, *row, b, c=1)``: how long the row is only the running rules may know."""
        stars = [k for k, argument in enumerate(node.args) if isinstance(argument, ast.Starred)]
        before, row, after = node.args[: stars[0]], node.args[stars[0] : stars[-1] + 1], node.args[stars[-1] + 1 :]
        function, method = node.func, ""
        if known := self.known(function):
            function = load(OPERATION + known)
        elif isinstance(function, ast.Attribute) and _is_self(function.value) and not function.attr[:1].isupper():
            function, method = function.value, function.attr
        names = tuple(str(keyword.arg) for keyword in node.keywords)
        self.callers.add((method, names))
        around = (ast.Tuple(part, ast.Load()) for part in (before, after))
        given = (keyword.value for keyword in node.keywords)
        return operation(
            caller_name(method, names), self.visit(function), reduce(_concatenation, map(_row, row)), *around, *given
        )

    def is_module(self, node: ast.expr) -> bool:
        return isinstance(self.names.value(node), ModuleType)

    def rewrite_zip(self, node: ast.Call) -> ast.expr:
        """``zip`` with its option."""
        strict = node.keywords[0].value
        if isinstance(strict, ast.Constant) and not strict.value:
            return call("zip", *node.args)
        if len(node.args) == 2 and all(isinstance(row, ast.Name | ast.Attribute) for row in node.args):
            first, second = node.args
            return call("zip", operation("as_long_as", first, second), second)
        raise Unlowered(node, "zip(..., strict=True) of anything but two names", "leave strict out, or name the rows")


def _row(argument: ast.expr) -> ast.expr:
    """What an argument adds to a row of arguments."""
    if not isinstance(argument, ast.Starred):
        return ast.copy_location(ast.Tuple([argument], ast.Load()), argument)
    items = argument.value
    if isinstance(items, ast.GeneratorExp):
        return ast.copy_location(ast.ListComp(items.elt, items.generators), items)
    if isinstance(items, ast.Call) and getattr(items.func, "id", "") in ONE_BY_ONE:
        each = ast.comprehension(ast.Name("_f_starred", ast.Store()), items, [], 0)
        return ast.copy_location(ast.ListComp(load("_f_starred"), [each]), items)
    if isinstance(items, ast.Call) and getattr(items.func, "attr", "") in OF_DICTIONARIES:
        return ast.copy_location(call("list", items), items)
    return items


def _concatenation(row: ast.expr, other: ast.expr) -> ast.expr:
    return ast.copy_location(operation("joined", row, other), row)


def _is_call(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _is_self(node: ast.expr) -> bool:
    return (isinstance(node, ast.Name) and node.id == "self") or _is_call(node, "super")


def super_name(owner: str, name: str) -> str:
    """How ``super().name`` of a class is called among the methods of compiled rules."""
    return f"_above_{owner}_{name}"


def asked_name(name: str) -> str:
    """How rules themselves call a method that yields moves to an engine, which takes them all."""
    return f"_asked_{name}"


def caller_name(method: str, names: tuple[str, ...]) -> str:
    """The operation that calls a function, or this method of the rules, with a starred row and these names."""
    return "_".join([CALLER, *([f"of_{method}"] if method else []), *(["and", *names] if names else [])])


def replacer_name(fields: tuple[str, ...]) -> str:
    """The function that is a state's ``_replace`` of these fields."""
    return f"{OPERATION}replace_{'_and_'.join(fields)}"


class References(ast.NodeTransformer):
    """Gives them names in one function; ``space`` has what the new names mean."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.space: dict[str, Any] = {}
        self.known: dict[int, str] = {}

    def visit_Name(self, node: ast.Name) -> ast.AST:
        value = self.names.value(node) if isinstance(node.ctx, ast.Load) else MISSING
        if members := _members(value):
            return self.name_value(node, value, members)
        return self.refer(node, value) if value is not MISSING else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        value = self.names.value(node) if isinstance(node.ctx, ast.Load) else MISSING
        if members := _members(value):
            return self.name_value(node, value, members)
        if value is not MISSING and (is_constant(value) or isinstance(value, types.FunctionType)):
            return self.refer(node, value)
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        if any(_members(self.names.value(side)) for side in node.comparators):
            raise Unlowered(node, "a comparison with a class of constants", "ask `in tuple(...)` of it")
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        value = self.names.value(node.func)
        if members := _members(value):
            if len(node.args) != 1 or node.keywords or not _is_plain(value):
                raise Unlowered(node, f"`{ast.unparse(node)}`", "use the number itself")
            return ast.copy_location(
                operation("member", self.visit(node.args[0]), self.name_value(node, value, members)), node
            )
        if isinstance(value, partial):
            fixed = [self.name_value(node, argument) for argument in value.args]
            options = [ast.keyword(name, self.name_value(node, given)) for name, given in value.keywords.items()]
            made = call(self.name_value(node, value.func), *fixed, *node.args)
            made.keywords = [*options, *node.keywords]
            node = ast.copy_location(made, node)
        return self.generic_visit(node)

    def refer(self, node: ast.expr, value: Any) -> ast.AST:
        """The node, or a new name where what it means is another thing in machine code."""
        if isinstance(value, types.FunctionType):
            return node if isinstance(node, ast.Name) else self.name_value(node, value)
        if not is_constant(value):
            return node
        try:
            made = constant(value)
        except NoConstant as error:
            what = f"{ast.unparse(node)} holds {error}"
            raise Unlowered(node, what, "machine code holds rows and tables of numbers") from None
        return node if isinstance(node, ast.Name) and made is value else self.name_value(node, value, made)

    def name_value(self, node: ast.AST, value: Any, made: Any = MISSING) -> ast.expr:
        if known := handed_on(value):
            return ast.copy_location(load(OPERATION + known), node)
        if id(value) not in self.known:
            self.known[id(value)] = f"{CONSTANT}{len(self.known)}"
            self.space[self.known[id(value)]] = value if made is MISSING else made
        return ast.copy_location(load(self.known[id(value)]), node)


def _members(value: Any) -> tuple[Any, ...]:
    """The members of a class of constants, as the numbers or words that they are."""
    return tuple(constant(member) for member in list[Any](value)) if isinstance(value, EnumType) else ()


def _is_plain(value: Any) -> bool:
    """Whether a class of constants takes numbers of its members, and no others."""
    return not issubclass(value, Flag) and "_missing_" not in vars(value)
