"""The groups of itertools.groupby, which Python gives once: as lists they are the same where each is asked once."""

import ast
import itertools

from faceup.native.lowering.kept_iterators import is_asked_once
from faceup.native.lowering.names import Names
from faceup.native.lowering.scopes import Comprehension, targets_of
from faceup.native.lowering.unlowered import Unlowered

TAKING = {"list", "tuple", "set", "frozenset", "sum", "max", "min", "any", "all", "sorted"}


def refuse_groups_asked_again(definition: ast.FunctionDef, names: Names) -> None:
    """Raise Unlowered where a group may be asked twice, or later."""
    known: set[int] = set()
    for node in ast.walk(definition):
        loops = node.generators if isinstance(node, Comprehension) else [node] if isinstance(node, ast.For) else []
        for loop in loops:
            call, target = _without_places(loop.iter, loop.target)
            if not _is_groupby(call, names):
                continue
            known.add(id(call))
            group = target.elts[1] if isinstance(target, ast.Tuple) and len(target.elts) == 2 else None
            if not isinstance(group, ast.Name) or not _is_taken_once(node, group.id, definition):
                raise _again(call)
    for node in ast.walk(definition):
        if _is_groupby(node, names) and id(node) not in known:
            raise _again(node)


def _again(node: ast.AST) -> Unlowered:
    return Unlowered(
        node, "groupby whose groups are not taken at once", "loop over it, and take each group once: list(group)"
    )


def _is_groupby(node: ast.AST, names: Names) -> bool:
    return isinstance(node, ast.Call) and names.value(node.func) is itertools.groupby


def _without_places(rows: ast.expr, target: ast.expr) -> tuple[ast.expr, ast.expr]:
    """What enumerate counts, and the names for it."""
    counted = isinstance(rows, ast.Call) and getattr(rows.func, "id", "") == "enumerate" and len(rows.args) == 1
    if counted and isinstance(target, ast.Tuple) and len(target.elts) == 2:
        assert isinstance(rows, ast.Call)
        return rows.args[0], target.elts[1]
    return rows, target


def _is_taken_once(loop: ast.AST, name: str, definition: ast.FunctionDef) -> bool:
    loops = [part for part in ast.walk(definition) if _gives(part, name)]
    outside = {*_loads_of(definition, name)}.difference(*(_loads_of(part, name) for part in loops))
    uses = [part for part in ast.walk(loop) if isinstance(part, ast.Name) and part.id == name]
    asked = _loads_of(loop, name)
    if outside or not asked:
        return not outside
    taken = {id(part.args[0]) for part in ast.walk(loop) if _takes(part)}
    taken |= {id(part.iter) for part in ast.walk(loop) if isinstance(part, ast.For | ast.comprehension)}
    if len(uses) != 2 or id(asked[0]) not in taken:
        return False
    if isinstance(loop, ast.For):
        return any(_is_taken_in(part, name) for part in loop.body)
    if isinstance(loop, Comprehension) and len(loop.generators) == 1:
        parts = [*loop.generators[0].ifs, *([loop.key, loop.value] if isinstance(loop, ast.DictComp) else [loop.elt])]
        return any(is_asked_once(part, name) for part in parts)
    return False


def _gives(loop: ast.AST, name: str) -> bool:
    """Whether this is a loop that gives the name to its items."""
    if isinstance(loop, Comprehension):
        return name in targets_of(loop)
    return isinstance(loop, ast.For) and any(getattr(part, "id", "") == name for part in ast.walk(loop.target))


def _loads_of(node: ast.AST, name: str) -> list[ast.Name]:
    names = [part for part in ast.walk(node) if isinstance(part, ast.Name) and part.id == name]
    return [part for part in names if isinstance(part.ctx, ast.Load)]


def _takes(part: ast.AST) -> bool:
    return isinstance(part, ast.Call) and getattr(part.func, "id", "") in TAKING and len(part.args) == 1


def _is_taken_in(statement: ast.stmt, name: str) -> bool:
    """Whether a statement takes the group, and not in a loop of its own."""
    if isinstance(statement, ast.If):
        return is_asked_once(statement.test, name) or any(
            _is_taken_in(part, name) for part in (*statement.body, *statement.orelse)
        )
    if isinstance(statement, ast.For):
        return is_asked_once(statement.iter, name)
    if isinstance(statement, ast.While | ast.FunctionDef):
        return False
    return is_asked_once(statement, name)
