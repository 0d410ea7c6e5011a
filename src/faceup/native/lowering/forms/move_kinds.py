"""How a function uses its move: what the kind of the move decides, and what needs a move of another kind."""

import ast
import inspect
from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from types import FunctionType, UnionType
from typing import Any, NamedTuple

from faceup.native.lowering.names import MISSING, Names
from faceup.native.lowering.tree import compare, copy_tree, load, operation, place_node

PLAIN = ast.Constant | ast.Name | ast.Attribute
ANOTHER_KIND, ANOTHER_ROW = "another_kind", "another_row"  # operations that stand for a number, and for a row


class ForKind(NamedTuple):
    """The form of a function that takes a move, for moves of one kind."""

    rules_class: Any
    move_class: Any  # the class of the moves: int, str for words, tuple, or a NamedTuple
    width: int  # how many parts they have
    other_classes: tuple[Any, ...]  # the classes of the other kinds
    rows: tuple[str, ...] = ()  # the fields of a state that are rows
    texts: tuple[str, ...] = ()  # and those that are words
    place: int = 2  # of the move among the arguments
    state: int | None = 1  # and of the state

    @property
    def is_tuple(self) -> bool:
        return issubclass(self.move_class, tuple)


class OfAnotherKind(Exception):
    """A statement that is certainly evaluated needs a move of another kind."""


class OfKind(ast.NodeTransformer):
    """A stage that knows which names of a function hold the move, and the kind of the move."""

    def __init__(self, function: FunctionType, definition: ast.FunctionDef, form: ForKind, names: set[str]) -> None:
        self.form, self.names, self.space = form, names, Names(function, definition)
        arguments = [argument.arg for argument in definition.args.args]
        self.rules_name, self.move = arguments[0], arguments[form.place]
        self.state = arguments[form.state] if form.state is not None else ""
        self.certain = True  # whether the visited part is evaluated whenever its statement is
        self.mixed = int in form.other_classes  # then arithmetic is for moves that are numbers

    # Uses of the move, and what replaces a use that needs another kind.

    def is_move(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id in self.names and isinstance(node.ctx, ast.Load)

    def other_kind(self, node: ast.AST, row: bool = False) -> Any:
        """Replace a use that needs another kind: raise if it is certainly evaluated, else fail when it is."""
        if self.certain:
            raise OfAnotherKind
        return place_node(operation(ANOTHER_ROW if row else ANOTHER_KIND, load(self.move)), node)

    def row(self, node: ast.expr) -> Any:
        """Visit an expression that is used as a row."""
        if isinstance(node, ast.IfExp):
            return self.visit_branches(node, self.row)
        if not self.is_move(node):
            return self.visit(node)
        return node if self.form.is_tuple else self.other_kind(node, row=True)

    def number(self, node: ast.expr) -> Any:
        """Visit an expression that is used as a number."""
        if isinstance(node, ast.IfExp):
            return self.visit_branches(node, self.number)
        if not self.is_move(node):
            return self.visit(node)
        return node if self.form.move_class is int else self.other_kind(node)

    def visit_branches(self, node: ast.IfExp, visit_as: Callable[[Any], Any]) -> Any:
        """Visit a conditional expression, both branches with ``visit_as``."""
        raise NotImplementedError

    def maybe(self, node: Any, visit_as: Callable[[Any], Any] | None = None) -> Any:
        """Visit a node that may not be evaluated."""
        certain, self.certain = self.certain, False
        result = (visit_as or self.visit)(node)
        self.certain = certain
        return result

    def meaning(self, node: ast.expr) -> Any:
        """Return the value of a dotted name, also of ``self.name``; MISSING if only the running rules know it."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == self.rules_name:
            member = inspect.getattr_static(self.form.rules_class, node.attr, MISSING)
            parameters = {each.name for each in fields(self.form.rules_class)}  # without the class of states
            return MISSING if node.attr in parameters else getattr(member, "__func__", member)
        return node.value if isinstance(node, ast.Constant) else self.space.value(node)

    def is_row(self, node: ast.expr) -> bool:
        """Whether this is a display, or a row field of the state."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == self.state:
            return node.attr in self.form.rows
        return isinstance(node, ast.Tuple | ast.List)

    def is_row_of(self, node: ast.expr) -> bool:
        """Whether this is indexed by numbers: a display, a constant row or text, or a part of the state."""
        base = self.meaning(node)
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        of_state = base is MISSING and isinstance(root, ast.Name) and root.id == self.state
        return of_state or isinstance(base, list | tuple | str) or self.is_row(node)

    def specialize(self, pattern: ast.pattern) -> ast.pattern | None:
        """Return the pattern specialised to moves of this kind; None if it matches none of them."""
        match pattern:
            case ast.MatchOr(patterns):
                pattern.patterns = [each for one in patterns if (each := self.specialize(one))]
                return pattern if len(pattern.patterns) > 1 else next(iter(pattern.patterns), None)
            case ast.MatchAs(pattern=ast.pattern() as inner):
                pattern.pattern = self.specialize(inner)
                return pattern.pattern and pattern
            case ast.MatchSequence(patterns) if not any(isinstance(part, ast.MatchStar) for part in patterns):
                return pattern if self.form.is_tuple and self.form.width == len(patterns) else None
            case ast.MatchClass(cls, patterns, []) if (one := self.is_one(cls)) is not None:
                if not patterns or not one:
                    return place_node(ast.MatchAs(), pattern) if one else None
                if not self.form.is_tuple or ast.unparse(cls) == "tuple":
                    return patterns[0]
                more = [ast.MatchAs() for _ in range(self.form.width - len(patterns))]
                return place_node(ast.MatchSequence([*patterns, *more]), pattern)
            case ast.MatchValue(value) if self.is_like(value) is False:
                return None
        return pattern

    def is_like(self, other: ast.expr) -> bool | None:
        """Whether a move of this kind can equal an expression; None if the kind does not decide it."""
        if isinstance(other, ast.Tuple):
            starred = any(isinstance(part, ast.Starred) for part in other.elts)
            return None if starred else self.form.is_tuple and len(other.elts) == self.form.width
        value = self.meaning(other.operand if isinstance(other, ast.UnaryOp) else other)
        if isinstance(value, tuple):
            return self.form.is_tuple and len(value) == self.form.width
        return issubclass(self.form.move_class, str if isinstance(value, str) else int) if _is_plain(value) else None

    def is_one(self, classes: ast.expr) -> bool | None:
        """Whether a move of this kind is an instance of these classes; None if the kind does not decide it."""
        if isinstance(classes, ast.Tuple):
            each = [self.is_one(one) for one in classes.elts]
            return True if True in each else None if None in each else False
        if isinstance(classes, ast.BinOp):
            return self.is_one(ast.Tuple([classes.left, classes.right], ast.Load()))
        value = self.meaning(classes)
        if isinstance(value, UnionType) or not isinstance(value, type):
            return None
        decided = value in (int, str, tuple, list, float, bool, dict, set, frozenset) or issubclass(value, tuple)
        return issubclass(self.form.move_class, value) if decided else None

    def decide(self, node: ast.Call) -> bool | int | None:
        """Return the result of a call if it is the same for every move of this kind, else None."""
        match node:
            case ast.Call(ast.Name("isinstance"), [move, classes], []) if self.is_move(move):
                return self.is_one(classes)
            case ast.Call(ast.Name("len"), [move], []) if self.is_move(move) and self.form.is_tuple:
                return self.form.width
            case ast.Call(ast.Name("sum"), [move], []) if self.is_move(move) and self.form.is_tuple:
                return 0 if self.form.width == 0 else None
        return None

    def kind_of(self, node: ast.expr) -> ast.expr | None:
        """Return the move in ``type(move)``; None for another expression."""
        match node:
            case ast.Call(ast.Name("type"), [move], []) if self.is_move(move):
                return move
        return None

    def visit_compared(self, node: ast.expr) -> Any:
        """Visit an expression that is only compared, so that a move of any kind will do."""
        return node if self.is_move(node) else self.visit(node)


def _is_plain(value: Any) -> bool:
    """Whether a value is a number or a text."""
    return isinstance(value, int | str | float)


def names_of(definition: ast.FunctionDef, move: str) -> set[str]:
    """Return the names that only ever hold the move: its argument, and names that are assigned nothing else."""
    sets = Counter(name for node in ast.walk(definition) for name in _names_set(node))
    names: set[str] = set()
    candidates = set() if sets[move] else {move}
    while candidates != names:
        names = candidates
        again = Counter(name for node in ast.walk(definition) for name in _names_set_to(node, names))
        candidates = {move} | {name for name, count in again.items() if count == sets[name]}
    return names


def _names_set_to(node: ast.AST, names: set[str]) -> list[str]:
    """Return the names that a node assigns one of these names to."""
    match node:
        case ast.Assign([ast.Name(name)], ast.Name(value)) if value in names:
            return [name]
        case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
            pairs = zip(targets, values, strict=True)
            return [name for pair in pairs for name in _names_set_to(ast.Assign([pair[0]], pair[1]), names)]
        case ast.Match(ast.Name(value), cases) if value in names:
            return [whole for case in cases if (whole := _name_of_whole(case.pattern))]
    return []


def _name_of_whole(pattern: ast.pattern) -> str | None:
    """Return the name that a pattern gives to its whole subject; None for none."""
    match pattern:
        case ast.MatchAs(name=name) | ast.MatchClass(
            ast.Name("int" | "str" | "tuple"), [ast.MatchAs(pattern=None, name=name)], []
        ):
            return name
    return None


def _names_set(node: ast.AST) -> list[str]:
    """Return the name that a node itself binds, in a list; empty for none."""
    match node:
        case ast.Name(name, ast.Store() | ast.Del()) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            return [name]
    return []


def are_plain(rows: list[ast.expr]) -> bool:
    """Whether this is a single display of constants and names."""
    (row, *more) = rows
    items = row.elts if isinstance(row, ast.Tuple | ast.List | ast.Set) and not more else []
    parts = [part for item in items for part in (item.elts if isinstance(item, ast.Tuple) else [item])]
    return bool(parts) and all(isinstance(part, PLAIN) for part in parts)


def one_by_one(node: ast.Compare) -> ast.expr:
    """Return ``move in (a, b)`` as ``move == a or move == b``, since each item may be of another kind."""
    is_member_test = isinstance(node.ops[0], ast.In)
    (row,) = node.comparators
    assert isinstance(row, ast.Tuple | ast.List | ast.Set)
    tests: list[ast.expr] = [
        compare(copy_tree(node.left), ast.Eq() if is_member_test else ast.NotEq(), each) for each in row.elts
    ]
    return place_node(
        ast.BoolOp(ast.Or() if is_member_test else ast.And(), tests) if len(tests) > 1 else tests[0], node
    )
