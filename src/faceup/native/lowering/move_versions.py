"""Rules with moves of several kinds, as a deal of two cards and then a bet: a version of a method for each kind.

Compiled code has one type for each name. So the method that yields moves yields their words, and one that is given a
move is compiled for each kind; where it means a move of another kind than it is compiled for, it raises an error, and
the rules are left to CPython.
"""

import ast
from typing import Any, NamedTuple

from faceup.native.lowering.syntax import copied
from faceup.native.lowering.tree import call, compare, load, loop, operation, placed, subscript

WORDS, MOVE = "_f_words_of_move", "_f_move"  # what makes words of a move in the method that yields them, and of which


OF_NUMBERS = ("range", "abs", "int", "min", "max", "sum", "divmod", "bin", "pow", "bits", "holds")
OF_ROWS = ("tuple", "list", "sorted", "set", "len", "sum", "min", "max", "enumerate", "zip")  # functions of rows


class InWords(NamedTuple):
    """The form of the method that yields moves."""

    words: Any  # what makes them


class ForKind(NamedTuple):
    """The form of a method that is given a move, for one kind: of so many numbers, 0 for a number by itself."""

    numbers: int
    fields: tuple[str, ...] = ()  # their names, where they have some
    rows: tuple[str, ...] = ()  # the fields of a state that are rows
    word: bool = False  # whether it is a word by itself


class YieldWords(ast.NodeTransformer):
    """Rewrites what a method yields."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if isinstance(node.value, ast.YieldFrom):
            each = ast.Expr(ast.Yield(call(WORDS, load(MOVE))))
            return placed(loop(ast.Name(MOVE, ast.Store()), node.value.value, [each]), node)
        if isinstance(node.value, ast.Yield) and node.value.value is not None:
            node.value.value = placed(call(WORDS, node.value.value), node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node


def yield_words(definition: ast.FunctionDef) -> None:
    """Let the method yield words of moves, where it yields moves."""
    definition.body = [YieldWords().visit(statement) for statement in definition.body]


class ForNumbers(ast.NodeTransformer):
    """Puts an error where a method takes a move to pieces, which is a number."""

    def __init__(self, move: str, kind: ForKind, state: str) -> None:
        self.move, self.kind, self.state = move, kind, state

    def is_move(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id == self.move and isinstance(node.ctx, ast.Load)

    def error(self, node: ast.AST) -> ast.expr:
        return placed(operation("another_kind", load(self.move)), node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        if self.is_move(node.value) and isinstance(target := node.targets[0], ast.Tuple):
            if len(target.elts) == self.kind.numbers:
                return node
            node.value = placed(ast.Tuple([self.error(node) for _ in target.elts], ast.Load()), node)
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        return self.error(node) if self.is_move(node.value) else self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """A row of a move, or a move in the place of a row; or whether it is one."""
        if isinstance(node.func, ast.Name) and node.func.id == "isinstance" and len(node.args) == 2:
            move, kind = node.args
            if self.is_move(move) and isinstance(kind, ast.Name) and kind.id in ("int", "str", "tuple"):
                own = "tuple" if self.kind.numbers else "str" if self.kind.word else "int"
                return placed(ast.Constant(kind.id == own), node)
        if isinstance(node.func, ast.Name) and node.func.id in OF_ROWS and any(map(self.is_move, node.args)):
            node.args = [self.row(one) if self.is_move(one) else self.visit(one) for one in node.args]
            return node
        if isinstance(node.func, ast.Attribute) and node.func.attr == "get" and any(map(self.is_move, node.args[:1])):
            node.args[1:] = [*map(self.visit, node.args[1:])]  # of a dictionary, which may have keys of another kind
            return node
        for keyword in node.keywords:
            if keyword.arg in self.kind.rows and self.is_move(keyword.value):
                keyword.value = self.row(keyword.value)
            else:
                keyword.value = self.visit(keyword.value)
        node.func, node.args = self.visit(node.func), [self.visit(argument) for argument in node.args]
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        return self.over_row(node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        return self.over_row(node)

    def over_row(self, node: Any) -> ast.AST:
        """A loop, which may go over the numbers of a move."""
        kept = self.row(node.iter) if self.is_move(node.iter) else self.visit(node.iter)
        node.iter = ast.Constant(None)
        self.generic_visit(node)
        node.iter = kept
        return node  # type: ignore[no-any-return]

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """What is asked for among the numbers of a move, or whether that is one of some kind."""
        test, equal = node.ops[0], len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq | ast.NotEq)
        if isinstance(test, ast.In | ast.NotIn) and self.is_move(node.left) and _are_plain(node.comparators):
            each: ast.AST = self.visit(_one_by_one(node))
            return each
        if equal and self.is_move(node.left) and (like := self.is_like(node.comparators[0])) is not None:
            return node if like else placed(ast.Constant(isinstance(test, ast.NotEq)), node)
        if equal and self.is_move(node.left):  # machine code sees by their types what is never equal
            node.comparators = [*map(self.visit, node.comparators)]
            return node
        kept = {
            k: self.row(one)
            for k, (test, one) in enumerate(zip(node.ops, node.comparators, strict=True))
            if isinstance(test, ast.In | ast.NotIn) and self.is_move(one)
        }
        node.left = self.visit(node.left)
        node.comparators = [kept[k] if k in kept else self.visit(one) for k, one in enumerate(node.comparators)]
        return node

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        if self.is_move(node.value):
            node.value = self.row(node.value)
            return node
        return self.generic_visit(node)

    def is_like(self, other: ast.expr) -> bool | None:
        """Whether a move of this kind may be equal to what is written there; None where that does not tell."""
        if isinstance(other, ast.Tuple):
            starred = any(isinstance(part, ast.Starred) for part in other.elts)
            return None if starred else len(other.elts) == self.kind.numbers
        number = other.operand if isinstance(other, ast.UnaryOp) else other
        if not isinstance(number, ast.Constant):
            return None
        return not self.kind.numbers and isinstance(number.value, str) == self.kind.word

    def visit_Match(self, node: ast.Match) -> ast.AST:
        """Of the cases of a move those that one of this kind may be; a tuple is written out, to be taken apart."""
        if not self.is_move(node.subject):
            return self.generic_visit(node)
        node.cases = [case for case in node.cases if self.may_match(case.pattern)]
        if not node.cases:
            return placed(ast.Pass(), node)
        if any(isinstance(case.pattern, ast.MatchSequence) for case in node.cases):
            parts: list[ast.expr] = [subscript(copied(node.subject), ast.Constant(k)) for k in range(self.kind.numbers)]
            node.subject = placed(ast.Tuple(parts, ast.Load()), node.subject)
        node.cases = [self.visit(case) for case in node.cases]
        return node

    def may_match(self, pattern: ast.pattern) -> bool:
        """Whether a move of this kind may be what a case is about; of several patterns the others are dropped."""
        if isinstance(pattern, ast.MatchOr):
            pattern.patterns = [*filter(self.may_match, pattern.patterns)]
            return bool(pattern.patterns)
        if isinstance(pattern, ast.MatchAs):
            return pattern.pattern is None or self.may_match(pattern.pattern)
        if isinstance(pattern, ast.MatchSequence):
            starred = any(isinstance(part, ast.MatchStar) for part in pattern.patterns)
            return bool(self.kind.numbers) and (starred or len(pattern.patterns) == self.kind.numbers)
        return not isinstance(pattern, ast.MatchValue) or self.is_like(pattern.value) is not False

    def row(self, node: ast.expr) -> ast.expr:
        """What stands for a move where a row is meant."""
        return placed(operation("another_row", load(self.move)), node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return self.error(node) if self.is_move(node.value) else self.generic_visit(node)


PLAIN = ast.Constant | ast.Name | ast.Attribute


def _are_plain(rows: list[ast.expr]) -> bool:
    """Whether this is one row of constants and names."""
    (row, *more) = rows
    items = row.elts if isinstance(row, ast.Tuple | ast.List | ast.Set) and not more else []
    parts = [part for item in items for part in (item.elts if isinstance(item, ast.Tuple) else [item])]
    return bool(parts) and all(isinstance(part, PLAIN) for part in parts)


def _one_by_one(node: ast.Compare) -> ast.expr:
    """``move in (a, b)`` as ``move == a or move == b``, for what each is may be of another kind."""
    there = isinstance(node.ops[0], ast.In)
    (row,) = node.comparators
    assert isinstance(row, ast.Tuple | ast.List | ast.Set)
    tests: list[ast.expr] = [compare(copied(node.left), ast.Eq() if there else ast.NotEq(), each) for each in row.elts]
    return placed(ast.BoolOp(ast.Or() if there else ast.And(), tests) if len(tests) > 1 else tests[0], node)


class ForWords(ForNumbers):
    """Puts an error, too, where a method gives a move, which is a word, to a function of numbers or looks up a row."""

    def kept(self, node: Any) -> Any:
        return self.error(node) if self.is_move(node) else self.visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        node.operand = self.visit(node.operand) if isinstance(node.op, ast.Not) else self.kept(node.operand)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """What stands at the place of that number in a row of the state; a constant may be a dictionary."""
        if self.is_move(node.slice) and self.state and _begins(node.value) == self.state:
            node.value, node.slice = self.visit(node.value), self.error(node.slice)
            return node
        return super().visit_Subscript(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id in OF_NUMBERS:
            node.args = [*map(self.kept, node.args)]
            return node
        return super().visit_Call(node)


def _begins(node: ast.expr) -> str:
    """The name at the beginning of an attribute."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


class ForTuples(ForNumbers):
    """Puts an error where a method takes a move for a number, which is a tuple."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        return node if self.is_move(node.value) else self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return node if self.is_move(node.value) and node.attr in self.kind.fields else super().visit_Attribute(node)

    def row(self, node: ast.expr) -> ast.expr:
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self.error(node) if self.is_move(node) else node


def for_kind(definition: ast.FunctionDef, kind: ForKind) -> None:
    """Let the method take moves of one kind alone."""
    given = definition.args.args
    if len(given) < 3:
        return
    move = given[2].arg
    written = any(
        isinstance(node, ast.Name) and node.id == move and not isinstance(node.ctx, ast.Load)
        for node in ast.walk(definition)
    )
    if not written:
        made = ForTuples if kind.numbers else ForWords if kind.word else ForNumbers
        version = made(move, kind, given[1].arg)
        definition.body = [version.visit(statement) for statement in definition.body]
