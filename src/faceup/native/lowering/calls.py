"""Calls of library functions and methods become operations; constants and helpers get names in lowered code."""

import ast
import math
import types
from collections.abc import Callable
from enum import EnumType
from fractions import Fraction
from functools import partial, reduce
from types import FunctionType, ModuleType
from typing import Any

from faceup.native.constants import NoConstant, constant, is_constant
from faceup.native.lowering.names import MISSING, Names
from faceup.native.lowering.tree import CALLER, CONSTANT, OPERATION, Unsupported, call, load, operation, place_node
from faceup.rules import cards

#: The operation that replaces each function of the standard library.
OPERATIONS: dict[Any, str] = {
    divmod: "quotient_and_rest",
    round: "nearest",
    pow: "power",
    abs: "absolute",
    int: "to_whole",
    reversed: "backwards",
    math.comb: "comb",
    math.factorial: "factorial",
    math.gcd: "gcd",
    math.lcm: "lcm",
    math.isqrt: "isqrt",
    math.floor: "floor",
    math.ceil: "ceil",
    math.prod: "prod",
    Fraction: "fraction",
    cards.size: "bit_count",
    cards.lowest: "lowest",
    cards.highest: "highest",
}
SEARCHES = ("count", "index", "remove")
RENAMED_METHODS = {"pop": "pop_last", "copy": "copy_row"}
ONE_BY_ONE = ("map", "filter", "zip", "enumerate", "range")
OF_DICTIONARIES = ("keys", "values")
OF_ANY_NUMBER = ("gcd", "lcm")
BITS = ("bit_count", "bit_length")
MOVE_LISTS = ("moves", "choices")


def operation_for(function: Any) -> str | None:
    """Return the operation that replaces a library function, whose arithmetic would be unchecked; else None."""
    try:
        return OPERATIONS.get(function)
    except TypeError:  # an unhashable value
        return None


def operation_for_value(function: Any) -> str | None:
    """Return the operation for a library function passed as a value; also for sum, whose calls become loops."""
    return "sum_items" if function is sum else operation_for(function)


class Calls(ast.NodeTransformer):
    """Rewrites the calls in one function of the class ``owner``.

    ``replaced_fields`` has the fields of each ``_replace``; ``callers`` each method, or "" for a function, that is
    called with a starred row, with the names of its keyword arguments.
    """

    def __init__(self, names: Names, owner: str) -> None:
        self.names, self.owner = names, owner
        self.replaced_fields: set[tuple[str, ...]] = set()
        self.callers: set[tuple[str, tuple[str, ...]]] = set()

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if self.names.value(node.func) is isinstance:
            raise Unsupported(node, "isinstance", "ask for the value itself")
        node.args = [self.visit(argument) for argument in node.args]
        for keyword in node.keywords:
            keyword.value = self.visit(keyword.value)
        replacement = self.rewrite(node)
        if replacement is not None:
            return ast.copy_location(replacement, node)
        if not isinstance(node.func, ast.Name):
            node.func = self.visit(node.func)
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Replace a library function that is passed as a value by its operation."""
        name = operation_for_value(self.names.value(node)) if isinstance(node.ctx, ast.Load) else None
        return ast.copy_location(load(OPERATION + name), node) if name else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        name = self.operation_name(node) if isinstance(node.ctx, ast.Load) else None
        return ast.copy_location(load(OPERATION + name), node) if name else self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        """Replace ``(*row, x)``, whose length may be known only at run time."""
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or not any(isinstance(part, ast.Starred) for part in node.elts):
            return node
        rows = [_row(part) for part in node.elts]
        row = operation("as_tuple", reduce(_concatenation, rows)) if len(rows) > 1 else operation("tuple_of", *rows)
        return place_node(row, node)

    def operation_name(self, node: ast.expr) -> str | None:
        """Return the operation that replaces the function which an expression names."""
        return operation_for(self.names.value(node))

    def rewrite(self, node: ast.Call) -> ast.expr | None:
        """Return the replacement of a call; None if it stays."""
        value = self.names.value(node.func)
        if any(isinstance(argument, ast.Starred) for argument in node.args) and self.takes_rows(node.func):
            return self.call_with_row(node)
        if value is zip and node.keywords:
            return self.rewrite_zip(node)
        if value is enumerate and [keyword.arg for keyword in node.keywords] == ["start"]:
            return call("enumerate", *node.args, node.keywords[0].value)
        if isinstance(value, Callable) and not node.keywords:  # type: ignore[arg-type]
            operation_name = self.operation_name(node.func)
            if operation_name in OF_ANY_NUMBER and len(node.args) > 2:
                return reduce(partial(operation, operation_name), node.args)
            if operation_name and node.args:
                return operation(operation_name, *node.args)
        if not isinstance(node.func, ast.Attribute):
            return None
        name, target = node.func.attr, node.func.value
        if name in BITS and not node.args:
            return operation(name, target)
        if name == "add" and len(node.args) == 1 and not _is_self(target):
            node.args = [operation("member_of_set", *node.args)]
        if name in RENAMED_METHODS and not node.args and not node.keywords:
            return operation(RENAMED_METHODS[name], target)
        if (
            name in SEARCHES
            and len(node.args) == 1
            and not (node.keywords or _is_self(target) or self.is_module(target))
        ):
            return operation(f"{name}_in", target, *node.args)
        if name == "_replace" and not node.args and all(keyword.arg for keyword in node.keywords):
            fields = tuple(str(keyword.arg) for keyword in node.keywords)
            self.replaced_fields.add(fields)
            return call(replacer_name(fields), target, *(keyword.value for keyword in node.keywords))
        if name in MOVE_LISTS and isinstance(target, ast.Name) and target.id == "self":
            node.func.attr = inner_call_name(name)
            return node
        if _is_call(target, "super") and not target.args:
            above = ast.Attribute(ast.Name("self", ast.Load()), super_name(self.owner, name), ast.Load())
            super_call = call(above, *node.args)
            super_call.keywords = node.keywords
            return super_call
        return None

    def takes_rows(self, function: ast.expr) -> bool:
        """Whether a call of this may have starred rows: a NamedTuple, a function of the rules, or an operation."""
        value = self.names.value(function)
        is_named_tuple = isinstance(value, type) and hasattr(value, "_fields")
        if is_named_tuple or isinstance(value, FunctionType) or self.operation_name(function):
            return True
        if isinstance(function, ast.Attribute):
            return _is_self(function.value) or function.attr[:1].isupper()
        return isinstance(function, ast.Name) and function.id.startswith(CONSTANT)

    def call_with_row(self, node: ast.Call) -> ast.expr:
        """Replace ``f(a, *row, b, c=1)``, where the length of the row may be known only at run time."""
        stars = [k for k, argument in enumerate(node.args) if isinstance(argument, ast.Starred)]
        before, row, after = node.args[: stars[0]], node.args[stars[0] : stars[-1] + 1], node.args[stars[-1] + 1 :]
        function, method = node.func, ""
        if operation_name := self.operation_name(function):
            function = load(OPERATION + operation_name)
        elif isinstance(function, ast.Attribute) and _is_self(function.value) and not function.attr[:1].isupper():
            function, method = function.value, function.attr
        names = tuple(str(keyword.arg) for keyword in node.keywords)
        self.callers.add((method, names))
        around = (ast.Tuple(part, ast.Load()) for part in (before, after))
        values = (keyword.value for keyword in node.keywords)
        return operation(
            caller_name(method, names), self.visit(function), reduce(_concatenation, map(_row, row)), *around, *values
        )

    def is_module(self, node: ast.expr) -> bool:
        return isinstance(self.names.value(node), ModuleType)

    def rewrite_zip(self, node: ast.Call) -> ast.expr:
        """Replace ``zip(..., strict=...)``."""
        strict = node.keywords[0].value
        if isinstance(strict, ast.Constant) and not strict.value:
            return call("zip", *node.args)
        if len(node.args) == 2 and all(isinstance(row, ast.Name | ast.Attribute) for row in node.args):
            first, second = node.args
            return call("zip", operation("as_long_as", first, second), second)
        raise Unsupported(node, "zip(..., strict=True) of anything but two names", "leave strict out, or name the rows")


def _row(argument: ast.expr) -> ast.expr:
    """Return one argument of a call as a row: a starred one is its items."""
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
    return ast.copy_location(operation("concatenate", row, other), row)


def _is_call(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _is_self(node: ast.expr) -> bool:
    return (isinstance(node, ast.Name) and node.id == "self") or _is_call(node, "super")


def super_name(owner: str, name: str) -> str:
    """Return the name of ``super().name`` of a class among the methods of compiled rules."""
    return f"_above_{owner}_{name}"


def inner_call_name(name: str) -> str:
    """Return the name by which rules call their own ``moves`` or ``choices``; engines call the form that yields."""
    return f"_asked_{name}"


def caller_name(method: str, names: tuple[str, ...]) -> str:
    """Return the operation that calls a function, or this method of rules, with a starred row and these keywords."""
    return "_".join([CALLER, *([f"of_{method}"] if method else []), *(["and", *names] if names else [])])


def replacer_name(fields: tuple[str, ...]) -> str:
    """Return the name of the function that does ``_replace`` of these fields."""
    return f"{OPERATION}replace_{'_and_'.join(fields)}"


class References(ast.NodeTransformer):
    """Names the constants and helpers of one function; ``space`` maps each new name to its value."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.space: dict[str, Any] = {}
        self.names_by_id: dict[int, str] = {}

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
            raise Unsupported(node, "a comparison with a class of constants", "ask `in tuple(...)` of it")
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        value = self.names.value(node.func)
        if _members(value):
            raise Unsupported(node, f"`{ast.unparse(node)}`", "use the number itself")
        return self.generic_visit(node)

    def refer(self, node: ast.expr, value: Any) -> ast.AST:
        """Return the node, or a new name for its value in the form of machine code."""
        if isinstance(value, types.FunctionType):
            return node if isinstance(node, ast.Name) else self.name_value(node, value)
        if not is_constant(value):
            return node
        try:
            native_value = constant(value)
        except NoConstant as error:
            what = f"{ast.unparse(node)} holds {error}"
            raise Unsupported(node, what, "machine code holds rows and tables of numbers") from None
        return (
            node if isinstance(node, ast.Name) and native_value is value else self.name_value(node, value, native_value)
        )

    def name_value(self, node: ast.AST, value: Any, native_value: Any = MISSING) -> ast.expr:
        """Return a name for a value, one for each value."""
        if name := operation_for_value(value):
            return ast.copy_location(load(OPERATION + name), node)
        if id(value) not in self.names_by_id:
            self.names_by_id[id(value)] = f"{CONSTANT}{len(self.names_by_id)}"
            self.space[self.names_by_id[id(value)]] = value if native_value is MISSING else native_value
        return ast.copy_location(load(self.names_by_id[id(value)]), node)


def _members(value: Any) -> tuple[Any, ...]:
    """Return the members of an enumeration, as numbers or words; none for another value."""
    return tuple(constant(member) for member in list[Any](value)) if isinstance(value, EnumType) else ()
