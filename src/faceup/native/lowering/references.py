"""References: constants and helpers that a function reaches, under names of their own, as compiled code has them."""

import ast
import types
from enum import EnumType, Flag
from functools import partial
from typing import Any

from faceup.native.constants import NoConstant, constant, is_constant
from faceup.native.lowering.calls import handed_on
from faceup.native.lowering.names import MISSING, Names
from faceup.native.lowering.tree import CONSTANT, OPERATION, call, load, operation
from faceup.native.lowering.unlowered import Unlowered


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
