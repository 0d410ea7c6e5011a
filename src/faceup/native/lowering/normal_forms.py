"""Normal forms: the first stage rewrites equivalent spellings to those that later stages know; and texts of values."""

import ast
import builtins
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from faceup.native.constants import overloaded_operator
from faceup.native.lowering.containers import READING_METHODS
from faceup.native.lowering.names import Comprehension, Names, bindings, targets_of
from faceup.native.lowering.tree import Unsupported, call, operation, place_node
from faceup.rules.word_numbers import is_symbol

SHOWING = {"show", "say", "format", "join"}  # methods that return a text


class NormalForms(ast.NodeTransformer):
    """Rewrites calls, comparisons and comprehensions of one function to normal forms."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        node.args = _unstar(node.args)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "__next__" and not node.args:
            node = ast.copy_location(call("next", node.func.value), node)
        if self.names.value(node.func) is map and len(node.args) == 2 and isinstance(node.args[1], ast.Starred):
            raise Unsupported(node, "map with a star", "write a loop")
        value = self.names.value(node.func)
        if value is type and len(node.args) == 1:
            raise Unsupported(node, f"`{ast.unparse(node)}`", "ask the thing itself: self.TABLE")
        node.keywords = [part for keyword in node.keywords for part in self.expand_stars(keyword)]
        if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
            return _with_defaults(node, value)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """``phase is Phase.ROLL`` as ``==``, for each member of such an enumeration is a single object."""
        self.generic_visit(node)
        for k, (test, sides) in enumerate(zip(node.ops, pairwise((node.left, *node.comparators)), strict=True)):
            if isinstance(test, ast.Is | ast.IsNot) and any(is_symbol(self.names.value(side)) for side in sides):
                node.ops[k] = ast.Eq() if isinstance(test, ast.Is) else ast.NotEq()
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.AST]:
        """Keep the side effects of a ``print``, as in ``print(row.pop())``; machine code does not print."""
        if not isinstance(node.value, ast.Call) or self.names.value(node.value.func) is not print:
            return self.generic_visit(node)
        values = [*node.value.args, *(keyword.value for keyword in node.value.keywords)]
        statements: list[ast.stmt] = [ast.Expr(part) for value in values for part in _effects(value)]
        return [self.generic_visit(ast.copy_location(statement, node)) for statement in statements or [ast.Pass()]]

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if node.attr == "__class__":
            raise Unsupported(node, f"`{ast.unparse(node)}`", "ask the thing itself: self.TABLE")
        return self.generic_visit(node)

    def expand_stars(self, keyword: ast.keyword) -> list[ast.keyword]:
        """``**NAMES`` of a dictionary of constants, written out as keywords."""
        if keyword.arg is not None:
            return [keyword]
        dictionary = self.names.value(keyword.value)
        if not isinstance(dictionary, dict) or not all(isinstance(value, int) for value in dictionary.values()):
            raise Unsupported(keyword.value, "two stars before a dictionary", "write the names out: name=value")
        return [
            ast.keyword(name, place_node(ast.Constant(int(value)), keyword.value)) for name, value in dictionary.items()
        ]

    def visit_comprehension_of(self, node: Comprehension) -> ast.AST:
        """Refuse ``sum(c for c in range(c))``: the first row is evaluated outside, where the name differs."""
        self.generic_visit(node)
        outer_names = {part.id for part in ast.walk(node.generators[0].iter) if isinstance(part, ast.Name)}
        for name in sorted(outer_names & targets_of(node)):
            raise Unsupported(node, f"{name}, a name of two things", "give the inner one another name")
        return node

    visit_GeneratorExp = visit_ListComp = visit_SetComp = visit_DictComp = visit_comprehension_of


def _effects(value: ast.expr) -> list[ast.expr]:
    """Return the parts of an expression that may have side effects."""
    if isinstance(value, ast.JoinedStr | ast.FormattedValue | ast.Starred):
        return [
            part for child in ast.iter_child_nodes(value) if isinstance(child, ast.expr) for part in _effects(child)
        ]
    changes = any(isinstance(part, ast.NamedExpr) or _may_change(part) for part in ast.walk(value))
    return [value] if changes else []


def _may_change(node: ast.AST) -> bool:
    """Whether this is a call that may have side effects."""
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Name):
        return not hasattr(builtins, node.func.id)
    if not isinstance(node.func, ast.Attribute) or isinstance(node.func.value, ast.Constant):
        return False
    return node.func.attr not in READING_METHODS | SHOWING


def _with_defaults(node: ast.Call, kind: Any) -> ast.expr:
    """Write the defaults of a NamedTuple of the rules out, since the compiler would leave those fields unset."""
    if operator_name := overloaded_operator(kind):
        raise Unsupported(node, f"a {kind.__name__}, whose {operator_name} is its own", "write a method with a name")
    set_names = {*kind._fields[: len(node.args)], *(keyword.arg for keyword in node.keywords)}
    starred = any(isinstance(argument, ast.Starred) for argument in node.args)
    for name, value in () if starred else kind._field_defaults.items():
        if not (name in set_names or isinstance(value, int | float | str | None)):
            raise Unsupported(node, f"a {kind.__name__} of which fields have defaults", "give all fields, one by one")
        if name not in set_names:
            node.keywords.append(ast.keyword(name, place_node(ast.Constant(value), node)))
    return node


def _unstar(arguments: Iterable[ast.expr]) -> list[ast.expr]:
    """Arguments with starred displays written out: ``f(*(a, b), c)`` becomes ``f(a, b, c)``."""
    return [
        part
        for argument in arguments
        for part in (
            _unstar(argument.value.elts)
            if isinstance(argument, ast.Starred) and isinstance(argument.value, ast.Tuple | ast.List)
            else [argument]
        )
    ]


ARITHMETIC = ast.Add | ast.Sub | ast.Mult | ast.FloorDiv | ast.Mod | ast.Pow | ast.LShift | ast.RShift
NUMBERS = (int, len, abs, ord, round)
METHODS = ("count", "index", "bit_count", "bit_length")


class Texts(ast.NodeTransformer):
    """Checks the arguments of ``str`` and of f-strings in one function, unless they are surely numbers."""

    def __init__(self, definition: ast.FunctionDef, names: Names) -> None:
        self.names = names
        binding_counts = Counter(bindings(definition))
        self.numbers: set[str] = set()  # the names that surely hold numbers
        assignments: list[tuple[ast.expr, bool]] = []
        for node in ast.walk(definition):
            if isinstance(node, ast.Assign | ast.AugAssign):
                sure = self.is_number(node.value) or (
                    isinstance(node, ast.AugAssign) and isinstance(node.op, ARITHMETIC)
                )
                assignments += [
                    (target, sure) for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
                ]
            elif isinstance(node, ast.For | ast.comprehension):
                row = node.iter
                sure = isinstance(row, ast.Call) and self.names.value(row.func) is range
                assignments.append((node.target, sure))
        number_counts = Counter(target.id for target, sure in assignments if sure and isinstance(target, ast.Name))
        self.numbers = {name for name, count in number_counts.items() if count == binding_counts[name]}

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if self.names.value(node.func) is str and len(node.args) == 1:
            node.args = [self.check_text(node.args[0])]
        elif any(
            self.names.value(argument) is str for argument in (*node.args, *(part.value for part in node.keywords))
        ):
            raise Unsupported(node, "str, handed on", "say what it is asked of: str(int(x)) for x in ...")
        return node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        self.generic_visit(node)
        if node.format_spec or node.conversion != -1:
            raise Unsupported(node, "a value in an f-string with a colon or an exclamation mark", "write str(...)")
        node.value = self.check_text(node.value)
        return node

    def check_text(self, node: ast.expr) -> ast.expr:
        name = "text_of_number" if self.is_number(node) else "text"
        return ast.copy_location(operation(name, node), node)

    def is_number(self, node: ast.expr) -> bool:
        """Whether an expression that is a number in machine code is surely one in Python, not a truth value."""
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
