"""Lists of one function alone: ``board = list(s.board)``, which changes and becomes a tuple again.

Such a list needs no memory of its own where the row is one of a state: it is held by value, and ``board[k] = x`` and
``board.sort()`` are new values of the name. That means the same as long as nothing else knows the list: it has one
name, and is asked only for its items, its length, and whatever makes something new of it.
"""

import ast
from collections import Counter
from collections.abc import Iterator

from faceup.native.lowering.inner_functions import bindings
from faceup.native.lowering.names import Names
from faceup.native.lowering.rows_by_value import is_sorted_row, sorted_row
from faceup.native.lowering.tree import Naming, assign, flat, load, operation, place_node

#: Functions that look at a row and keep nothing of it.
ASKING = ("len", "sum", "min", "max", "any", "all", "sorted", "tuple", "enumerate", "reversed", "set", "frozenset")


def in_values(definition: ast.FunctionDef, names: Names) -> None:
    """Rewrite the lists of one function that nothing else knows."""
    local = _find_local_lists(definition, names)
    if local:
        changed = _Changed(local, names)
        definition.body = [part for statement in definition.body for part in flat(changed.visit(statement))]


def _find_local_lists(definition: ast.FunctionDef, names: Names) -> set[str]:
    """The names of lists that nothing else knows."""
    assigned = (node for node in ast.walk(definition) if isinstance(node, ast.Assign))
    made = Counter(
        node.targets[0].id
        for node in assigned
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) and _is_list_of_row(node.value, names)
    )
    bound = Counter(bindings(definition))
    local = {name for name, times in made.items() if times == bound[name]}
    while local:
        known = {*_known_elsewhere(definition, local, names)}
        if not known & local:
            return local
        local -= known
    return local


def _is_list_of_row(node: ast.expr, names: Names) -> bool:
    """Whether this makes a list of what may be a row of a state, or of another part of such a list."""
    if isinstance(node, ast.List):
        return len(node.elts) == 1 and isinstance(node.elts[0], ast.Starred)
    if is_sorted_row(node, names):
        return True
    if isinstance(node, ast.Call):
        return names.value(node.func) is list and len(node.args) == 1 and not isinstance(node.args[0], ast.GeneratorExp)
    return isinstance(node, ast.BinOp | ast.Subscript) and all(isinstance(part, ast.Name) for part in _parts(node))


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    """What slices and sums of lists are made of."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from _parts(node.left)
        yield from _parts(node.right)
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        yield from _parts(node.value)
    else:
        yield node


def _known_elsewhere(definition: ast.FunctionDef, local: set[str], names: Names) -> Iterator[str]:
    """Which of these names something else may know the list by, or asks for more than a value can tell."""
    fine: set[int] = set()  # the places of names where they may stand
    for node in ast.walk(definition):
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            fine.add(id(node.value))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in (*ASKING, "list") and names.is_builtin(node.func.id) and len(node.args) == 1:
                fine.update(map(id, _parts(node.args[0])))
        elif isinstance(node, ast.Compare) and isinstance(node.ops[-1], ast.In | ast.NotIn):
            fine.add(id(node.comparators[-1]))
        elif isinstance(node, ast.For | ast.comprehension):
            fine.update(map(id, _parts(node.iter)))
        elif isinstance(node, ast.Starred):
            fine.add(id(node.value))
        elif isinstance(node, ast.Expr) and (row := _sorted_here(node)):
            fine.add(id(row))
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in local:
            fine.add(id(node.targets[0]))
            if _is_list_of_row(node.value, names):
                fine.update(map(id, _parts(node.value)))
    for node in ast.walk(definition):
        if isinstance(node, ast.Name) and node.id in local and id(node) not in fine:
            yield node.id
        elif isinstance(node, ast.Delete | ast.Lambda) or (
            isinstance(node, ast.FunctionDef) and node is not definition
        ):
            yield from (part.id for part in ast.walk(node) if isinstance(part, ast.Name))
        elif isinstance(node, ast.For):  # which would see what changes in it
            asked = {part.id for part in ast.walk(node.iter) if isinstance(part, ast.Name)}
            yield from asked & {name for line in node.body for name in _changed_in(line)}
        elif isinstance(node, ast.Assign):
            yield from _in_strange_targets(node.targets)


def _sorted_here(node: ast.Expr) -> ast.Name | None:
    """The ``row`` of ``row.sort()``."""
    asked = node.value
    if not isinstance(asked, ast.Call) or not isinstance(asked.func, ast.Attribute) or asked.args or asked.keywords:
        return None
    row = asked.func.value
    return row if asked.func.attr == "sort" and isinstance(row, ast.Name) else None


def _changed_in(statement: ast.stmt) -> Iterator[str]:
    for node in ast.walk(statement):
        if isinstance(node, ast.Expr) and (row := _sorted_here(node)):
            yield row.id
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
            yield node.value.id


def _in_strange_targets(targets: list[ast.expr]) -> Iterator[str]:
    """Names in targets that are more than a row of places, or that change a slice."""
    for target in targets:
        for part in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
            simple = isinstance(part, ast.Name | ast.Attribute) or (
                isinstance(part, ast.Subscript)
                and isinstance(part.value, ast.Name)
                and not isinstance(part.slice, ast.Slice | ast.Tuple)
            )
            if not simple:
                yield from (name.id for name in ast.walk(part) if isinstance(name, ast.Name))


class _Changed(Naming):
    """Rewrites what is assigned to such lists and into them."""

    def __init__(self, local: set[str], names: Names) -> None:
        self.local, self.names = local, names

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        row = _sorted_here(node)
        if row is None or row.id not in self.local:
            return node
        return place_node(assign(row.id, operation("sorted_here", row)), node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.AST]:
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in self.local and len(node.targets) == 1:
            value = node.value
            if isinstance(value, ast.List) and isinstance(value.elts[0], ast.Starred):
                node.value = operation("list_by_value", value.elts[0].value)
            elif is_sorted_row(value, self.names):
                node.value = sorted_row(value)
            elif isinstance(value, ast.Call):
                node.value = operation("list_by_value", *value.args)
            return place_node(node, node)
        parts = [part for each in node.targets for part in _elements(each)]
        if not any(map(self.changes, parts)):
            return node
        if len(node.targets) == 1 and parts[0] is target:
            return place_node(self.store(target, node.value), node)
        # Python assigns from left to right, and looks for each place when its turn has come.
        whole = self.fresh("local")
        made: list[ast.stmt] = [assign(whole, node.value)]
        for each in node.targets:
            elements = _elements(each)
            given = [whole] if elements == [each] else [self.fresh("local") for _ in elements]
            if elements != [each]:
                names: list[ast.expr] = [ast.Name(name, ast.Store()) for name in given]
                made.append(ast.Assign([ast.Tuple(names, ast.Store())], load(whole)))
            made += [self.store(part, load(name)) for part, name in zip(elements, given, strict=True)]
        return [place_node(part, node) for part in made]

    def changes(self, target: ast.expr) -> bool:
        return (
            isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id in self.local
        )

    def store(self, target: ast.expr, value: ast.expr) -> ast.stmt:
        if not self.changes(target):
            return ast.Assign([target], value)
        assert isinstance(target, ast.Subscript)
        assert isinstance(target.value, ast.Name)
        name = target.value.id
        return assign(name, operation("with_place", load(name), value, target.slice))


def _elements(target: ast.expr) -> list[ast.expr]:
    return target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
