"""Iterators that Python asks later: what they read may have changed by then, and machine code reads it at once."""

import ast
import itertools
from collections.abc import Iterable, Iterator
from types import FunctionType

from faceup.native.lowering.changes import ASKED
from faceup.native.lowering.names import MISSING, Names
from faceup.native.lowering.scopes import bound_in_block
from faceup.native.lowering.unlowered import Unlowered

COMBINING = ("combinations", "combinations_with_replacement", "permutations", "product")
ITERTOOLS = (value for name, value in vars(itertools).items() if not name.startswith("_"))
LAZY = (map, filter, iter, enumerate, zip, reversed, *ITERTOOLS)
AT_ONCE = (iter, enumerate, zip, *(getattr(itertools, name) for name in COMBINING))


def refuse_late_answers(definition: ast.FunctionDef, names: Names) -> None:
    """Raise Unlowered where an iterator is kept under a name, or reads what the loop over it changes."""
    inner = {node.name: node for node in ast.walk(definition) if isinstance(node, ast.FunctionDef)}
    del inner[definition.name]
    for node in ast.walk(definition):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr | ast.AugAssign) and node.value is not None:
            kept = node.value.elts if isinstance(node.value, ast.Tuple | ast.List) else [node.value]
            if any(is_lazy(part, names) or _yields(part, names) for part in kept) and not _is_unpacked(node, names):
                raise Unlowered(node, "an iterator that is kept under a name", "make a list of it: [...]")
        if isinstance(node, ast.Call) and not _takes_all(node, names):
            for part in (*node.args, *(keyword.value for keyword in node.keywords)):
                if is_lazy(part, names) or _yields(part, names):
                    raise Unlowered(node, "an iterator that is handed on", "make a list of it: [...]")
        if isinstance(node, ast.For):
            lazy = [part for part in ast.walk(node.iter) if is_lazy(part, names)]
            read = {name for one in lazy for name in _names_read(one, inner)}
            late = {name for one in lazy if not _reads_at_once(one, names) for name in _names_read(one, inner)}
            target = ast.Assign([node.target], ast.Constant(None))
            if changed := (read & bound_in_block([target, *node.body])) | (late & _names_changed(node.body)):
                what = f"a loop over an iterator that reads {min(changed)}, which the loop changes"
                raise Unlowered(node, what, "loop over a list: [...]")


def _is_unpacked(node: ast.AST, names: Names) -> bool:
    """Whether the items get names at once: ``a, b = (... for ...)``"""
    if not isinstance(node, ast.Assign) or not (isinstance(node.value, ast.GeneratorExp) or _yields(node.value, names)):
        return False
    return all(isinstance(target, ast.Tuple | ast.List) for target in node.targets)


def _yields(node: ast.AST, names: Names) -> bool:
    """Whether this is a call of a function that yields: what it holds may be taken at once."""
    return isinstance(node, ast.Call) and names.is_generator(node.func)


def _takes_all(node: ast.Call, names: Names) -> bool:
    """Whether this is a call of a function of Python's own, which goes through an iterator once."""
    value = names.value(node.func)
    if value is MISSING:
        return isinstance(node.func, ast.Attribute) and not (
            isinstance(node.func.value, ast.Name) and node.func.value.id == "self"
        )
    return not isinstance(value, FunctionType)


def _names_read(lazy: ast.AST, inner: dict[str, ast.FunctionDef]) -> Iterator[str]:
    """The names that an iterator reads, also in the functions inside this one that it calls."""
    for part in ast.walk(lazy):
        if isinstance(part, ast.Name):
            yield part.id
            if part.id in inner:
                called = inner[part.id]
                yield from (name.id for name in ast.walk(called) if isinstance(name, ast.Name) and name.id not in inner)


def _reads_at_once(node: ast.AST, names: Names) -> bool:
    """Whether Python too takes the items when the loop begins, or machine code one by one as Python does."""
    if not isinstance(node, ast.Call) or any(isinstance(part, ast.Starred) for part in node.args):
        return False
    return any(names.value(node.func) is each for each in AT_ONCE)


def _names_changed(body: Iterable[ast.stmt]) -> set[str]:
    """The names of what a loop's body may change in place."""
    changed = set[str]()
    for part in (part for statement in body for part in ast.walk(statement)):
        stored = isinstance(part, ast.Subscript) and not isinstance(part.ctx, ast.Load)
        asked = isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr not in ASKED
        owner = part.value if stored else part.func.value if asked else None
        while isinstance(owner, ast.Subscript):
            owner = owner.value
        if isinstance(owner, ast.Name) and owner.id != "self":
            changed.add(owner.id)
    return changed


def is_lazy(node: ast.AST, names: Names) -> bool:
    if isinstance(node, ast.GeneratorExp):
        return True
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr == "from_iterable":
        return True
    value = names.value(node.func)
    return any(value is each for each in LAZY)
