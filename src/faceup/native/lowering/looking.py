"""Whether what has a name is only looked at, and nobody keeps it."""

import ast
import itertools
from collections.abc import Iterable

from faceup.native.lowering.names import Names

LOOKING: tuple[object, ...] = (all, any, enumerate, frozenset, len, list, max, min, set, sorted, sum, zip)
LOOKING += (itertools.combinations, itertools.pairwise, itertools.permutations, itertools.product)


def is_only_looked_at(name: str, nodes: Iterable[ast.AST], names: Names) -> bool:
    """Whether these nodes ask a row of this name for its items, and do nothing else with it."""
    parents = {id(child): part for node in nodes for part in ast.walk(node) for child in ast.iter_child_nodes(part)}
    uses = [part for node in nodes for part in ast.walk(node) if isinstance(part, ast.Name) and part.id == name]
    return all(_looks(parents.get(id(use)), use, names) for use in uses if isinstance(use.ctx, ast.Load))


def _looks(parent: ast.AST | None, use: ast.Name, names: Names) -> bool:
    if isinstance(parent, ast.Call):
        return use in parent.args and any(names.value(parent.func) is one for one in LOOKING)
    if isinstance(parent, ast.comprehension | ast.For):
        return parent.iter is use
    return (isinstance(parent, ast.Subscript) and parent.value is use) or isinstance(parent, ast.Compare)
