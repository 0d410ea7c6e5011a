"""Chains of comparisons as comparisons of two: ``a < b < c`` is ``a < b and b < c``, with b computed once."""

import ast

from faceup.native.lowering.syntax import copy_tree
from faceup.native.lowering.tree import Naming, compare, load, place_node
from faceup.native.lowering.unlowered import Unlowered


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
