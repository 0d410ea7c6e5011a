"""Assignment expressions, chained comparisons, names that may be unset, and methods that end without a result.

Machine code must raise the errors that Python raises. One of them is for a name that is read before it has a value;
another for a method of the contract that ends without returning, for instance if no case of a ``match`` fits. The
compiler would return None there, whose type is neither a state nor a number. A helper may mean None, so helpers stay
unchanged.
"""

import ast
from collections.abc import Iterable, Iterator
from typing import Any

from faceup.native.lowering.names import arguments_of, bound_names, is_generator
from faceup.native.lowering.tree import (
    Naming,
    Unsupported,
    assign,
    compare,
    conditional,
    copy_tree,
    load,
    place_node,
)


class Chains(Naming):
    """Splits chained comparisons: ``a < b < c`` becomes ``a < b and b < c``, with b computed once."""

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        chains = [part for part in ast.walk(node.body) if isinstance(part, ast.Compare)]
        middle = [side for chain in chains for side in chain.comparators[:-1]]
        if not all(map(_is_plain, middle)):  # no name can be given to what is computed once
            raise Unsupported(node, "a chain of comparisons in a lambda", "write `and` between them")
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if len(node.ops) == 1:
            return node
        parts, left = list[ast.expr](), node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            again = right
            if not _is_plain(right) and right is not node.comparators[-1]:
                again = load(self.fresh("between"))
                right = ast.NamedExpr(ast.Name(again.id, ast.Store()), right)
            parts.append(compare(left, operator, right))
            left = copy_tree(again)
        return place_node(ast.BoolOp(ast.And(), parts), node)


def _is_plain(node: ast.expr) -> bool:
    """Whether reading this twice has no effect: a name, a constant, or an attribute of one."""
    return isinstance(node, ast.Name | ast.Constant) or (isinstance(node, ast.Attribute) and _is_plain(node.value))


class Assignments(Naming):
    """Moves ``(name := value)`` before its statement; one that Python evaluates conditionally stays conditional."""

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.AST]:
        self.generic_visit(node)
        return self.before(node, "test")

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        if _assigns(node.body):  # moved before the statement it would run before the lambda is called
            raise Unsupported(node, "an assignment in a lambda", "write an inner function: def ...")
        return self.generic_visit(node)

    def visit_While(self, node: ast.While) -> ast.AST | list[ast.AST]:
        """Move the condition into the loop, behind its assignments."""
        self.generic_visit(node)
        if not _assigns(node.test) or node.orelse:
            return node
        before, test = self.take_out(node.test)
        stop = conditional(ast.UnaryOp(ast.Not(), test), [ast.Break()])
        node.test, node.body = ast.Constant(True), [*before, stop, *node.body]
        return ast.fix_missing_locations(node)

    def visit_Return(self, node: ast.Return) -> ast.AST | list[ast.AST]:
        return self.before(node, "value")

    visit_Assign = visit_AugAssign = visit_Expr = visit_Return  # type: ignore[assignment]

    def visit_Assert(self, node: ast.Assert) -> ast.AST | list[ast.AST]:
        return self.before(node, "test")

    def visit_For(self, node: ast.For) -> ast.AST | list[ast.AST]:
        self.generic_visit(node)
        return self.before(node, "iter")

    def before(self, node: ast.stmt, field: str) -> ast.AST | list[ast.AST]:
        """Return the assignments of the expression in this field, then the statement."""
        value = getattr(node, field)
        if value is None or not _assigns(value):
            return node
        before, value = self.take_out(value)
        setattr(node, field, value)
        for statement in before:
            ast.copy_location(statement, node)
        return [ast.fix_missing_locations(statement) for statement in (*before, node)]

    def take_out(self, node: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        """Return the statements to execute first, and the expression without assignments."""
        if not _assigns(node):
            return [], node
        if isinstance(node, ast.NamedExpr):
            before, value = self.take_out(node.value)
            return [*before, assign(node.target.id, value)], load(node.target.id)
        if isinstance(node, ast.BoolOp):
            return self.take_out_of_connective(node)
        if isinstance(node, ast.IfExp):
            before, test = self.take_out(node.test)
            name = self.fresh("test")
            branches = [self.take_out(branch) for branch in (node.body, node.orelse)]
            yes, no = ([*statements, assign(name, value)] for statements, value in branches)
            return [*before, conditional(test, yes, no)], load(name)
        if isinstance(node, ast.Compare) and any(map(_assigns, node.comparators[1:])):
            raise Unsupported(node, "an assignment late in a chain of comparisons", "write and between them")
        before = []
        places: list[tuple[Any, Any]] = [
            (owner, key)
            for field, value in ast.iter_fields(node)
            for owner, key in ([(value, k) for k in range(len(value))] if isinstance(value, list) else [(node, field)])
        ]
        entries = [
            (owner, key, owner[key] if isinstance(owner, list) else getattr(owner, key)) for owner, key in places
        ]
        last = max(k for k, (_, _, value) in enumerate(entries) if isinstance(value, ast.AST) and _assigns(value))
        for k, (owner, key, value) in enumerate(entries[: last + 1]):
            if not isinstance(value, ast.expr) or (isinstance(node, ast.Call) and key == "func"):
                continue
            statements, result = self.take_out(value)
            before += statements
            if k < last and not isinstance(result, ast.Constant):  # it is computed before the assignments that follow
                name = self.fresh("test")
                before.append(assign(name, result))
                result = load(name)
            if isinstance(owner, list):
                owner[key] = result
            else:
                setattr(owner, key, result)
        return before, node

    def take_out_of_connective(self, node: ast.BoolOp) -> tuple[list[ast.stmt], ast.expr]:
        """Take the assignments out of ``a and b``, where b and its assignments run only if a holds."""
        name = self.fresh("test")
        statements, value = self.take_out(node.values[0])
        before = [*statements, assign(name, value)]
        goes_on = load(name) if isinstance(node.op, ast.And) else ast.UnaryOp(ast.Not(), load(name))
        remainder = node.values[1] if len(node.values) == 2 else ast.BoolOp(node.op, node.values[1:])
        more, value = self.take_out(remainder)
        return [*before, conditional(goes_on, [*more, assign(name, value)])], load(name)


def _assigns(node: ast.AST) -> bool:
    return any(isinstance(part, ast.NamedExpr) for part in ast.walk(node))


RETURNING_METHODS = ("start", "turn", "play", "payoff", "odds", "reward", "canon")


def raise_at_the_end(definition: ast.FunctionDef) -> None:
    """Let a method that returns a value raise AssertionError where it ends without one."""
    gives = any(isinstance(part, ast.Return) and part.value is not None for part in ast.walk(definition))
    if definition.name not in RETURNING_METHODS or not gives or is_generator(definition) or _leaves(definition.body):
        return
    last = definition.body[-1]
    error = ast.Call(ast.Name("AssertionError", ast.Load()), [ast.Constant(f"{definition.name} gives nothing")], [])
    definition.body.append(ast.copy_location(ast.Raise(error, None), last))


def _leaves(body: list[ast.stmt]) -> bool:
    """Whether every path through these statements returns or raises."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _leaves(last.body) and _leaves(last.orelse)
    return isinstance(last, ast.Return | ast.Raise)


AssignedNames = set[str] | None  # the names that surely have a value; None for unreachable code


def refuse_unset_names(function: ast.FunctionDef) -> None:
    """Refuse a name that may have no value yet where it is read (definite assignment analysis)."""
    _Flow(bound_names(function)).through(function.body, set(arguments_of(function)))


class _Flow:
    """Raises Unsupported for a name that some path through a function reads before it assigns it."""

    def __init__(self, local_names: set[str]) -> None:
        self.local_names = local_names
        self.breaks: list[list[set[str]]] = []

    def through(self, statements: Iterable[ast.stmt], assigned: AssignedNames) -> AssignedNames:
        """Return the names that are assigned after these statements."""
        for statement in statements:
            if assigned is None:
                return None
            assigned = self.after(statement, assigned)
        return assigned

    def note_reads(self, node: ast.AST | None, assigned: set[str]) -> None:
        for part in _parts(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load) and part.id in self.local_names - assigned:
                raise Unsupported(part, f"{part.id}, which may have no value here", "give it a value before")

    def after(self, node: ast.stmt, assigned: set[str]) -> AssignedNames:
        """Return the names that are assigned after a statement; None if the next one is unreachable."""
        if isinstance(node, ast.If):
            self.note_reads(node.test, assigned)
            return _after_all(self.through(part, set(assigned)) for part in (node.body, node.orelse))
        if isinstance(node, ast.For | ast.While):
            self.note_reads(node.iter if isinstance(node, ast.For) else node.test, assigned)
            self.breaks.append([])
            self.through(node.body, assigned | (_names(node.target) if isinstance(node, ast.For) else set()))
            breaks = self.breaks.pop()
            if isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and node.test.value:
                return _after_all(breaks)
            return _after_all([self.through(node.orelse, set(assigned)), *breaks])
        if isinstance(node, ast.Break):
            self.breaks[-1].append(set(assigned))
            return None
        self.note_reads(node, assigned)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            self.note_reads(place_node(load(node.target.id), node), assigned)
        if isinstance(node, ast.Return | ast.Raise | ast.Continue):
            return None
        if isinstance(node, ast.With):
            return self.through(node.body, assigned)
        if isinstance(node, ast.FunctionDef):
            return assigned | {node.name}
        return assigned | {name for part in _parts(node) for name in _names(part)} - _deleted_names(node)


def _after_all(ways: Iterable[AssignedNames]) -> AssignedNames:
    """Return the names that are assigned on every one of these paths."""
    reachable = [assigned for assigned in ways if assigned is not None]
    return set.intersection(*reachable) if reachable else None


def _deleted_names(node: ast.stmt) -> set[str]:
    targets = node.targets if isinstance(node, ast.Delete) else []
    return {target.id for target in targets if isinstance(target, ast.Name)}


def _parts(node: ast.AST | None) -> Iterator[ast.AST]:
    """Yield a node and its parts, without the bodies of inner functions and blocks."""
    if node is None or isinstance(node, ast.Lambda | ast.FunctionDef):
        return
    yield node
    for field, value in ast.iter_fields(node):
        if isinstance(node, ast.With) and field == "body":
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                yield from _parts(part)


def _names(target: ast.AST) -> set[str]:
    """Return the names that a target binds."""
    return {part.id for part in ast.walk(target) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
