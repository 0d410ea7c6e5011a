"""A version of each method for each kind of moves, in games with several kinds: two cards to deal, then a bet.

In compiled code a name has one type. So the method that yields moves yields them as 64-bit words, and a method that
takes a move is compiled once for each kind (partial evaluation), as is every helper that it passes the move to. A
version evaluates the tests that the kind decides: ``isinstance(m, str)``, ``len(m) == 2``, a comparison with a word. A
statement that needs a move of another kind becomes an error, and CPython plays on.
"""

import ast
import inspect
import operator
from collections.abc import Callable
from functools import cache
from itertools import zip_longest
from types import FunctionType
from typing import Any, NamedTuple

from faceup.native.digests.reach import is_of_rules
from faceup.native.lowering.forms.move_kinds import (
    ANOTHER_KIND,
    ForKind,
    OfAnotherKind,
    OfKind,
    are_plain,
    names_of,
    one_by_one,
)
from faceup.native.lowering.names import is_generator
from faceup.native.lowering.tree import (
    OPERATION,
    NoSource,
    Unsupported,
    conditional,
    copy_tree,
    definition_of,
    flat,
    load,
    operation,
    place_node,
    subscript,
)
from faceup.rules.contract import Game

VERSION = "_f_version_"  # of a helper

OF_NUMBERS = ("range", "abs", "int", "min", "max", "divmod", "bin", "pow", "bits", "holds", "round", "Fraction")
OF_ROWS = ("tuple", "list", "sorted", "reversed", "set", "frozenset", "len", "sum", "enumerate", "zip", "any", "all")
LEAVING = ast.Return | ast.Raise | ast.Break | ast.Continue
TESTS: dict[type, Any] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def for_kind(function: FunctionType, definition: ast.FunctionDef, form: ForKind) -> "dict[str, tuple[Any, ForKind]]":
    """Specialise a function to moves of one kind; return the versions of helpers that it calls, by name."""
    arguments = definition.args.args
    names = names_of(definition, arguments[form.place].arg) if len(arguments) > form.place else set()
    if not names:
        return {}
    version = Version(function, definition, form, names)
    definition.body = version.block(definition.body)
    return version.helpers


def takes(function: Any, form: ForKind) -> bool:
    """Whether the function can return for a move of this kind."""
    return not (_effect_of(function, form) or Effect(False, False)).fails


class Effect(NamedTuple):
    """The effect of specialising a helper."""

    changed: bool  # whether the version differs from the helper
    fails: bool  # whether the version always fails


_in_progress: set[Any] = set()


@cache
def _effect_of(function: FunctionType, form: ForKind) -> Effect | None:
    """Return the effect of specialising a helper; None if it cannot be specialised."""
    key = function, form
    if key in _in_progress:
        return None
    _in_progress.add(key)
    try:
        definition = definition_of(function)
        if isinstance(definition, ast.Lambda) or is_generator(definition):
            return None
        before = ast.dump(definition)
        for_kind(function, definition, form)
    except (NoSource, Unsupported):
        return None
    finally:
        _in_progress.discard(key)
    gives = any(isinstance(part, ast.Return) for each in definition.body for part in ast.walk(each))
    return Effect(ast.dump(definition) != before, _fails(definition.body) and not gives)


def _fails(body: list[ast.stmt]) -> bool:
    """Whether these statements end in the error for a move of another kind."""
    match body:
        case [*_, ast.Expr(ast.Call(ast.Name(name))), ast.Raise()]:
            return name == OPERATION + ANOTHER_KIND
    return False


class Version(OfKind):
    """Writes the version of a function for moves of one kind."""

    def __init__(self, function: FunctionType, definition: ast.FunctionDef, form: ForKind, names: set[str]) -> None:
        super().__init__(function, definition, form, names)
        self.owner = next((cls for cls in form.rules_class.__mro__ if function in vars(cls).values()), None)
        self.helpers: dict[str, tuple[Any, ForKind]] = {}
        self.before: list[ast.stmt] | None = None  # to go before the current statement; None if nothing can

    # Statements.

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """Visit statements in order, up to one at which a move of this kind always fails."""
        certain, before, result = self.certain, self.before, list[ast.stmt]()
        for statement in statements:
            again = isinstance(statement, ast.While) or any(
                isinstance(part, ast.NamedExpr) for part in ast.walk(statement)
            )
            self.certain, self.before = True, None if again else []
            try:
                ready = flat(self.visit(statement))
                result += [*(self.before or ()), *ready]
            except OfAnotherKind:
                result += self.failing(statement)
            if result and isinstance(result[-1], LEAVING):
                break
        self.certain, self.before = certain, before
        return result or [place_node(ast.Pass(), statements[0])]

    def failing(self, node: ast.AST) -> list[ast.stmt]:
        """Return the statements that fail because a move of another kind is needed."""
        fails = ast.Expr(operation(ANOTHER_KIND, load(self.move)))
        return [place_node(fails, node), place_node(ast.Raise(load("AssertionError"), None), node)]

    def visit_If(self, node: ast.If) -> Any:
        node.test = self.truth(node.test)
        if isinstance(node.test, ast.Constant):
            branch = node.body if node.test.value else node.orelse
            return self.block(branch) if branch else []
        node.body, node.orelse = self.block(node.body), self.block(node.orelse) if node.orelse else []
        return node

    def visit_While(self, node: ast.While) -> Any:
        node.test = self.visit(node.test)
        node.body, node.orelse = self.block(node.body), self.block(node.orelse) if node.orelse else []
        return node

    def truth(self, node: ast.expr) -> Any:
        """Visit a condition; the length decides the truth of a tuple."""
        if self.is_move(node) and self.form.is_tuple:
            return place_node(ast.Constant(self.form.width > 0), node)
        return self.either(node, self.truth) if isinstance(node, ast.BoolOp) else self.visit(node)

    def visit_For(self, node: ast.For) -> Any:
        if self.is_move(node.iter) and self.form.is_tuple and self.form.width == 0:
            return self.block(node.orelse) if node.orelse else []
        node.iter = self.row(node.iter)
        node.body, node.orelse = self.block(node.body), self.block(node.orelse) if node.orelse else []
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        if self.names.isdisjoint(argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)):
            node.body = self.block(node.body)
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        if self.is_move(node.value) and isinstance(target := node.targets[0], ast.Tuple | ast.List):
            starred = any(isinstance(part, ast.Starred) for part in target.elts)
            fits = len(target.elts) - 1 <= self.form.width if starred else len(target.elts) == self.form.width
            if not (self.form.is_tuple and fits):
                raise OfAnotherKind
            return node
        if self.is_move(node.value) and all(isinstance(target, ast.Name) for target in node.targets):
            return node
        return self.generic_visit(node)

    def visit_Match(self, node: ast.Match) -> Any:
        """Keep the cases that a move of this kind can match; a tuple is written out, item by item."""
        if self.is_move(node.subject):
            specialized = [(case, self.specialize(case.pattern)) for case in node.cases]
            node.cases = [ast.match_case(pattern, case.guard, case.body) for case, pattern in specialized if pattern]
            if any(isinstance(case.pattern, ast.MatchSequence) for case in node.cases):
                parts = [subscript(copy_tree(node.subject), ast.Constant(k)) for k in range(self.form.width)]
                node.subject = place_node(ast.Tuple([*parts], ast.Load()), node.subject)
        else:
            node.subject = self.visit(node.subject)
        for case in node.cases:
            case.guard = case.guard and self.maybe(case.guard)
            case.body = self.block(case.body)
        return node if node.cases else []

    # Expressions.

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        return self.either(node, self.visit)

    def either(self, node: ast.BoolOp, visit_as: Callable[[Any], Any]) -> Any:
        """Visit ``and`` or ``or``, and drop operands that do not affect the result."""
        first, *rest = node.values
        parts = [visit_as(first), *(self.maybe(other, visit_as) for other in rest)]
        ends = isinstance(node.op, ast.Or)  # the truth that ends it
        deciding = [part for part in parts if not (_is_truth(part) and part.value is not ends)]
        stop = next((k for k, part in enumerate(deciding) if _is_truth(part)), len(deciding))
        node.values = deciding[: stop + 1] or [place_node(ast.Constant(not ends), node)]
        return node if len(node.values) > 1 else node.values[0]

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if not isinstance(node.op, ast.Not):
            node.operand = self.number(node.operand)
            return node
        node.operand = self.truth(node.operand)
        return place_node(ast.Constant(not node.operand.value), node) if _is_truth(node.operand) else node

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        return self.visit_branches(node, self.visit)

    def visit_branches(self, node: ast.IfExp, visit_as: Callable[[Any], Any]) -> Any:
        """Visit a conditional expression; if one branch always fails, test for it before the statement."""
        node.test = self.truth(node.test)
        if _is_truth(node.test):
            return visit_as(node.body if node.test.value else node.orelse)
        if not self.certain or self.before is None:
            node.body, node.orelse = self.maybe(node.body, visit_as), self.maybe(node.orelse, visit_as)
            return node
        body, orelse = self.branch(node.body, visit_as), self.branch(node.orelse, visit_as)
        if body and orelse:
            node.body, node.orelse = body, orelse
            return node
        if not body and not orelse:
            raise OfAnotherKind
        test = node.test if orelse else ast.UnaryOp(ast.Not(), node.test)
        self.before.append(place_node(conditional(test, self.failing(node)), node))
        return body or orelse

    def branch(self, node: ast.expr, visit_as: Callable[[Any], Any]) -> Any:
        """Visit one branch of a conditional expression; None if it always fails."""
        before, self.before = self.before, None
        try:
            return visit_as(node)
        except OfAnotherKind:
            return None
        finally:
            self.before = before

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        if self.names.isdisjoint(argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)):
            node.body = self.maybe(node.body)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        sides = node.left, node.right
        with_row = isinstance(node.op, ast.Add) and any(map(self.is_row, sides))
        joins = with_row or (isinstance(node.op, ast.Add | ast.Mult) and self.form.is_tuple and not self.mixed)
        node.left, node.right = map(self.row if joins else self.number, sides)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        joins = self.form.is_tuple and not self.mixed
        node.target, node.value = self.visit(node.target), (self.row if joins else self.number)(node.value)
        return node

    def visit_Compare(self, node: ast.Compare) -> Any:
        """Decide a comparison that the kind of the move decides; visit any other."""
        test, equal = node.ops[0], len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq | ast.NotEq)
        left, right = node.left, node.comparators[0]
        if isinstance(test, ast.In | ast.NotIn) and self.is_move(left) and are_plain(node.comparators):
            return self.visit(one_by_one(node))
        if equal and self.is_move(right) and not self.is_move(left):
            left, right = node.left, node.comparators[0] = right, left
        if equal and self.is_move(left):  # the compiler sees from the types what else is never equal
            if self.is_like(right) is False:
                return place_node(ast.Constant(isinstance(test, ast.NotEq)), node)
            node.comparators = [*map(self.visit, node.comparators)]
            return node
        kind = self.kind_of(left)
        if kind is not None and len(node.ops) == 1 and isinstance(test, ast.Eq | ast.NotEq | ast.Is | ast.IsNot):
            value = self.meaning(right)
            if isinstance(value, type):
                same = value is self.form.move_class
                return place_node(ast.Constant(same is isinstance(test, ast.Eq | ast.Is)), node)
        if isinstance(test, ast.Lt | ast.LtE | ast.Gt | ast.GtE) and (self.mixed or self.form.move_class is int):
            rows = any(isinstance(side, ast.Tuple) for side in (left, *node.comparators))
            node.left, *node.comparators = map(self.row if rows else self.number, (left, *node.comparators))
        else:
            node.left = self.visit_compared(left)
            node.comparators = [
                self.row(one) if isinstance(op, ast.In | ast.NotIn) else self.visit_compared(one)
                for op, one in zip(node.ops, node.comparators, strict=True)
            ]
        decide = TESTS.get(type(node.ops[0])) if len(node.ops) == 1 else None
        if decide and isinstance(node.left, ast.Constant) and isinstance(node.comparators[0], ast.Constant):
            return place_node(ast.Constant(decide(node.left.value, node.comparators[0].value)), node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if self.is_move(node.value):
            place = node.slice.value if isinstance(node.slice, ast.Constant) else 0
            if not self.form.is_tuple or (isinstance(place, int) and place >= self.form.width):
                return self.other_kind(node)
            node.slice = self.visit(node.slice)
            return node
        if not self.is_move(node.slice):
            node.slice = self.visit(node.slice)
        elif self.is_row_of(node.value):  # a dictionary may have keys of every kind
            node.slice = self.number(node.slice)
        node.value = self.visit(node.value)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if not self.is_move(node.value):
            return self.generic_visit(node)
        return (
            node
            if self.form.move_class is not str and hasattr(self.form.move_class, node.attr)
            else self.other_kind(node)
        )

    def visit_Starred(self, node: ast.Starred) -> Any:
        node.value = self.row(node.value)
        return node

    def visit_Name(self, node: ast.Name) -> Any:
        """Replace a move in any other place; if some moves are numbers, a number is needed here."""
        return self.other_kind(node) if self.is_move(node) and self.form.is_tuple and self.mixed else node

    def visit_ListComp(self, node: Any) -> Any:
        """Visit a comprehension, of which only the first row is certainly evaluated."""
        first, *rest = node.generators
        first.iter = self.row(first.iter)
        certain, self.certain = self.certain, False
        for one in rest:
            one.iter = self.row(one.iter)
        for one in node.generators:
            one.ifs = [*map(self.visit, one.ifs)]
        for part in ("elt", "key", "value"):
            if hasattr(node, part):
                setattr(node, part, self.visit(getattr(node, part)))
        self.certain = certain
        return node

    visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_ListComp

    # Calls.

    def visit_Call(self, node: ast.Call) -> Any:
        if (decided := self.decide(node)) is not None:
            return place_node(ast.Constant(decided), node)
        if self.move_places(node) and (version := self.of_helper(node)) is not None:
            return version
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in OF_ROWS or (name in ("min", "max") and len(node.args) == 1):
            node.args = [*map(self.row, node.args)]
        elif name in OF_NUMBERS and (self.mixed or not (self.form.is_tuple and name in ("min", "max"))):
            node.args = [*map(self.number, node.args)]
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            node.func = self.visit(node.func)
            node.args = [*map(self.visit_compared, node.args)]  # of a dictionary, which may have keys of another kind
        else:
            node.func = self.visit(node.func)
            fields = self.fields_set_by(node.func)
            node.args = [self.field(name, one) for name, one in zip_longest(fields[: len(node.args)], node.args)]
        for keyword in node.keywords:
            keyword.value = self.field(keyword.arg if self.fields_set_by(node.func) else None, keyword.value)
        return node

    def fields_set_by(self, function: ast.expr) -> tuple[str, ...]:
        """Return the fields that a call sets, in order: of a class of states, or of ``_replace``."""
        if isinstance(function, ast.Attribute) and function.attr == "_replace":
            return ("_replace",)  # they are given by name
        return tuple(getattr(self.meaning(function), "_fields", ()))

    def field(self, name: str | None, value: ast.expr) -> Any:
        """Visit the value of a field, or, without a name, any argument."""
        if name is None or not self.is_move(value):
            return self.visit(value)
        expected = tuple if name in self.form.rows else str if name in self.form.texts else int
        return value if issubclass(self.form.move_class, expected) else self.other_kind(value, row=expected is tuple)

    def move_places(self, node: ast.Call) -> list[int | str]:
        """Return the positions and keywords by which a call passes the move."""
        places: list[int | str] = [k for k, one in enumerate(node.args) if self.is_move(one)]
        return places + [each.arg for each in node.keywords if each.arg and self.is_move(each.value)]

    def of_helper(self, node: ast.Call) -> ast.Call | None:
        """Return the call of the version of a helper; None if the helper has none."""
        function, bound = self.function_of(node.func)
        (passed_as, *more) = self.move_places(node)
        if function is None or more or any(isinstance(one, ast.Starred) for one in node.args):
            return None
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        if isinstance(passed_as, str) and passed_as not in names:
            return None
        place = passed_as + bound if isinstance(passed_as, int) else names.index(passed_as)
        states = [k + bound for k, one in enumerate(node.args) if isinstance(one, ast.Name) and one.id == self.state]
        form = self.form._replace(place=place, state=states[0] if states and self.state else None)
        effect = _effect_of(function, form)
        if effect is None or not effect.changed:
            return None
        if effect.fails:
            result: ast.Call = self.other_kind(node)
            return result
        name = f"{VERSION}{function.__name__}_{len(self.helpers)}"
        self.helpers[name] = function, form
        node.args = [*map(self.visit_compared, node.args)]
        node.args[:0] = [place_node(load(self.rules_name), node)] if bound else []
        node.func = place_node(load(name), node)
        for keyword in node.keywords:
            keyword.value = self.visit_compared(keyword.value)
        return node

    def function_of(self, node: ast.expr) -> tuple[Any, int]:
        """Return the helper that a call names, or None, and how many implicit arguments it has (``self``)."""
        match node:
            case ast.Attribute(ast.Call(ast.Name("super"), [], []), name) if self.owner:
                member = getattr(super(self.owner, self.form.rules_class), name, None)
            case ast.Attribute(ast.Name(owner), name) if owner == self.rules_name and name not in vars(Game):
                member = inspect.getattr_static(self.form.rules_class, name, None)
            case _:
                member = self.space.value(node)
                return (member if self.is_helper(member) else None), 0
        bound = isinstance(member, FunctionType)
        member = member.__func__ if isinstance(member, staticmethod) else member
        return (member if self.is_helper(member) else None), int(bound)

    def is_helper(self, function: Any) -> bool:
        """Whether this is a plain function of the rules, without keyword-only arguments."""
        return isinstance(function, FunctionType) and is_of_rules(function) and not function.__kwdefaults__


def _is_truth(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)
