"""Expressions that name a value: assignment expressions before their statement; chains of comparisons as ``and``."""

import ast
from typing import Any

from faceup.native.lowering.tree import Naming, Unlowered, assign, compare, conditional, copy_tree, load, place_node


class Chains(Naming):
    """Takes them apart in one function."""

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        chains = [part for part in ast.walk(node.body) if isinstance(part, ast.Compare)]
        middle = [side for chain in chains for side in chain.comparators[:-1]]
        if not all(map(_is_plain, middle)):  # no name can be given to what is computed once
            raise Unlowered(node, "a chain of comparisons in a lambda", "write `and` between them")
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
    """Whether this may as well be read twice."""
    return isinstance(node, ast.Name | ast.Constant) or (isinstance(node, ast.Attribute) and _is_plain(node.value))


class Assignments(Naming):
    """Takes ``(name := value)`` out of the statements of one function; conditions under which it stands are kept."""

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.AST]:
        self.generic_visit(node)
        return self.before(node, "test")

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        if _assigns(node.body):  # what stands before the statement would be done before the lambda is called
            raise Unlowered(node, "an assignment in a lambda", "write an inner function: def ...")
        return self.generic_visit(node)

    def visit_While(self, node: ast.While) -> ast.AST | list[ast.AST]:
        """The condition is asked inside the loop, where it is preceded by its assignments."""
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
        """The statement, after the assignments of the expression in this field."""
        value = getattr(node, field)
        if value is None or not _assigns(value):
            return node
        before, value = self.take_out(value)
        setattr(node, field, value)
        for statement in before:
            ast.copy_location(statement, node)
        return [ast.fix_missing_locations(statement) for statement in (*before, node)]

    def take_out(self, node: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        """The statements to execute first, and the expression without assignments."""
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
            chosen, other = ([*first, assign(name, value)] for first, value in branches)
            return [*before, conditional(test, chosen, other)], load(name)
        if isinstance(node, ast.Compare) and any(map(_assigns, node.comparators[1:])):
            raise Unlowered(node, "an assignment late in a chain of comparisons", "write and between them")
        before = []
        places: list[tuple[Any, Any]] = [
            (owner, key)
            for field, value in ast.iter_fields(node)
            for owner, key in ([(value, k) for k in range(len(value))] if isinstance(value, list) else [(node, field)])
        ]
        found = [(owner, key, owner[key] if isinstance(owner, list) else getattr(owner, key)) for owner, key in places]
        last = max(k for k, (_, _, value) in enumerate(found) if isinstance(value, ast.AST) and _assigns(value))
        for k, (owner, key, value) in enumerate(found[: last + 1]):
            if not isinstance(value, ast.expr) or (isinstance(node, ast.Call) and key == "func"):
                continue
            first, changed = self.take_out(value)
            before += first
            if k < last and not isinstance(changed, ast.Constant):  # it is computed before the assignments that follow
                name = self.fresh("test")
                before.append(assign(name, changed))
                changed = load(name)
            if isinstance(owner, list):
                owner[key] = changed
            else:
                setattr(owner, key, changed)
        return before, node

    def take_out_of_connective(self, node: ast.BoolOp) -> tuple[list[ast.stmt], ast.expr]:
        """``a and b``: b is evaluated where a holds, with what it assigns."""
        name = self.fresh("test")
        first, value = self.take_out(node.values[0])
        before = [*first, assign(name, value)]
        goes_on = load(name) if isinstance(node.op, ast.And) else ast.UnaryOp(ast.Not(), load(name))
        rest = node.values[1] if len(node.values) == 2 else ast.BoolOp(node.op, node.values[1:])
        more, value = self.take_out(rest)
        return [*before, conditional(goes_on, [*more, assign(name, value)])], load(name)


def _assigns(node: ast.AST) -> bool:
    return any(isinstance(part, ast.NamedExpr) for part in ast.walk(node))
