"""Iterators that Python asks later: what they read may have changed by then, and machine code reads it at once."""

import ast
import itertools

from faceup.native.lowering.names import Names
from faceup.native.lowering.scopes import bound_in_block
from faceup.native.lowering.unlowered import Unlowered

ITERTOOLS = (value for name, value in vars(itertools).items() if not name.startswith("_"))
LAZY = (map, filter, iter, enumerate, zip, reversed, *ITERTOOLS)


def refuse_late_answers(definition: ast.FunctionDef, names: Names) -> None:
    """Raise Unlowered where an iterator is kept under a name, or reads what the loop over it changes."""
    for node in ast.walk(definition):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr | ast.AugAssign) and node.value is not None:
            kept = node.value.elts if isinstance(node.value, ast.Tuple | ast.List) else [node.value]
            if any(is_lazy(part, names) for part in kept) and not _is_unpacked(node):
                raise Unlowered(node, "an iterator that is kept under a name", "make a list of it: [...]")
        if isinstance(node, ast.For):
            lazy = [part for part in ast.walk(node.iter) if is_lazy(part, names)]
            read = {part.id for one in lazy for part in ast.walk(one) if isinstance(part, ast.Name)}
            if changed := read & bound_in_block(node.body):
                what = f"a loop over an iterator that reads {min(changed)}, which the loop changes"
                raise Unlowered(node, what, "loop over a list: [...]")


def _is_unpacked(node: ast.AST) -> bool:
    """Whether the items get names at once: ``a, b = (... for ...)``"""
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.GeneratorExp):
        return False
    return all(isinstance(target, ast.Tuple | ast.List) for target in node.targets)


def is_lazy(node: ast.AST, names: Names) -> bool:
    if isinstance(node, ast.GeneratorExp):
        return True
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr == "from_iterable":
        return True
    value = names.value(node.func)
    return any(value is each for each in LAZY)
