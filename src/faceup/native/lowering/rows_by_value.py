"""Lists that need no memory, since machine code holds their rows by value (escape analysis).

``tuple(sorted(row))`` of a row of a state is a packed row, held by value. The items of a generator expression have no
known size, unless the row goes into a state, which has to hold them: ``dice = tuple(...)``, ``self.State(dice, 0)``.

A list of one function alone, as ``board = list(s.board)``, is held by value too, if its items come from a row of a
state. Then ``board[k] = x`` and ``board.sort()`` assign a new value to the name. This is right as long as the list does
not escape: it has one name, and the function only reads its items and its length, or makes something new of it.
"""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator

from faceup.native.lowering.names import Names, bindings
from faceup.native.lowering.tree import Naming, assign, flat, load, operation, place_node
from faceup.rules.rows import replaced

INTO_STATE = "into_state"  # marks calls of tuple whose result goes into a state
ROWS = ast.Name | ast.Attribute | ast.Subscript | ast.BinOp  # expressions that may be rows, not iterators
ITERATING = (enumerate, zip, sum, max, min, len)


class RowsByValue(ast.NodeTransformer):
    """Replaces ``sorted`` of rows in one function, and marks calls of tuple whose result goes into a state."""

    def __init__(self, definition: ast.FunctionDef, names: Names) -> None:
        self.names = names
        for node in _values_in_states(definition):
            if isinstance(node, ast.Call) and names.value(node.func) is tuple:
                setattr(node, INTO_STATE, True)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        value = self.names.value(node.func)
        if value is tuple and len(node.args) == 1 and is_sorted_call(node.args[0], self.names):
            return self.in_order(node.args[0])
        if any(value is one for one in ITERATING):
            node.args = [self.in_order(argument) for argument in node.args]
        return node

    def go_through(self, node: ast.For | ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.iter = self.in_order(node.iter)
        return node

    visit_For = visit_comprehension = go_through

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.slice, ast.Slice):
            node.value = self.in_order(node.value)
        return node

    def in_order(self, node: ast.expr) -> ast.expr:
        """Return ``sorted(row)`` as an operation, for uses that only read its items; any other node unchanged."""
        return sorted_row_operation(node) if is_sorted_call(node, self.names) else node


def is_sorted_call(node: ast.expr, names: Names) -> bool:
    """Whether this is ``sorted``, without a key, of what may be a row of a state."""
    if not isinstance(node, ast.Call) or names.value(node.func) is not sorted or len(node.args) != 1:
        return False
    (row,), options = node.args, [keyword.arg for keyword in node.keywords]
    if isinstance(row, ast.Tuple | ast.List):
        may_be = any(isinstance(part, ast.Starred) for part in row.elts)
    else:
        may_be = isinstance(row, ROWS) or (isinstance(row, ast.Call) and names.value(row.func) is replaced)
    return may_be and options in ([], ["reverse"])


def sorted_row_operation(node: ast.expr) -> ast.expr:
    """Return the operation that replaces a call of ``sorted``."""
    assert isinstance(node, ast.Call)
    (row,) = node.args
    if isinstance(row, ast.List):
        row = ast.copy_location(ast.Tuple(row.elts, ast.Load()), row)
    reverse = node.keywords[0].value if node.keywords else ast.Constant(False)
    return place_node(operation("in_order_of_size", row, reverse), node)


def _values_in_states(definition: ast.FunctionDef) -> Iterator[ast.expr]:
    """Yield the values that go into the fields of states, directly or through a name."""
    assigned: dict[str, list[ast.expr]] = {}
    for node in ast.walk(definition):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    assigned.setdefault(target.id, []).append(node.value)
    calls = (node for node in ast.walk(definition) if isinstance(node, ast.Call) and _makes_state(node.func))
    todo = [field for node in calls for field in (*node.args, *(keyword.value for keyword in node.keywords))]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Name):
            todo += assigned.pop(node.id, [])
        else:
            todo += _parts(node)
            yield node


def _parts(node: ast.expr) -> Iterable[ast.expr]:
    """Return the rows that make up a row, whose items are as large as theirs."""
    if isinstance(node, ast.IfExp):
        return node.body, node.orelse
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return node.left, node.right
    return [part.value for part in node.elts if isinstance(part, ast.Starred)] if isinstance(node, ast.Tuple) else ()


def _makes_state(function: ast.expr) -> bool:
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in ("State", "_replace")


#: Functions that look at a row and keep nothing of it.
READING = ("len", "sum", "min", "max", "any", "all", "sorted", "tuple", "enumerate", "reversed", "set", "frozenset")


def hold_lists_by_value(definition: ast.FunctionDef, names: Names) -> None:
    """Hold by value the lists of one function that do not escape."""
    local = _find_local_lists(definition, names)
    if local:
        rewriter = _ListsByValue(local, names)
        definition.body = [part for statement in definition.body for part in flat(rewriter.visit(statement))]


def _find_local_lists(definition: ast.FunctionDef, names: Names) -> set[str]:
    """Return the names of lists that do not escape."""
    assigned = (node for node in ast.walk(definition) if isinstance(node, ast.Assign))
    creations = Counter(
        node.targets[0].id
        for node in assigned
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name) and _is_list_of_row(node.value, names)
    )
    binding_counts = Counter(bindings(definition))
    local = {name for name, times in creations.items() if times == binding_counts[name]}
    while local:
        escaping = {*_escaping_names(definition, local, names)}
        if not escaping & local:
            return local
        local -= escaping
    return local


def _is_list_of_row(node: ast.expr, names: Names) -> bool:
    """Whether this makes a list of a row that may be one of a state, or of slices and sums of such lists."""
    if isinstance(node, ast.List):
        return len(node.elts) == 1 and isinstance(node.elts[0], ast.Starred)
    if is_sorted_call(node, names):
        return True
    if isinstance(node, ast.Call):
        return names.value(node.func) is list and len(node.args) == 1 and not isinstance(node.args[0], ast.GeneratorExp)
    return isinstance(node, ast.BinOp | ast.Subscript) and all(isinstance(part, ast.Name) for part in _values_in(node))


def _values_in(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the operands of slices and sums of lists."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from _values_in(node.left)
        yield from _values_in(node.right)
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        yield from _values_in(node.value)
    else:
        yield node


def _escaping_names(definition: ast.FunctionDef, local: set[str], names: Names) -> Iterator[str]:
    """Yield the names whose list escapes, or is used in a way that a value does not allow."""
    fine: set[int] = set()  # the ids of the name nodes in allowed places
    for node in ast.walk(definition):
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            fine.add(id(node.value))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in (*READING, "list") and names.is_builtin(node.func.id) and len(node.args) == 1:
                fine.update(map(id, _values_in(node.args[0])))
        elif isinstance(node, ast.Compare) and isinstance(node.ops[-1], ast.In | ast.NotIn):
            fine.add(id(node.comparators[-1]))
        elif isinstance(node, ast.For | ast.comprehension):
            fine.update(map(id, _values_in(node.iter)))
        elif isinstance(node, ast.Starred):
            fine.add(id(node.value))
        elif isinstance(node, ast.Expr) and (row := _sort_target(node)):
            fine.add(id(row))
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in local:
            fine.add(id(node.targets[0]))
            if _is_list_of_row(node.value, names):
                fine.update(map(id, _values_in(node.value)))
    for node in ast.walk(definition):
        if isinstance(node, ast.Name) and node.id in local and id(node) not in fine:
            yield node.id
        elif isinstance(node, ast.Delete | ast.Lambda) or (
            isinstance(node, ast.FunctionDef) and node is not definition
        ):
            yield from (part.id for part in ast.walk(node) if isinstance(part, ast.Name))
        elif isinstance(node, ast.For):  # which would see what changes in it
            iterated = {part.id for part in ast.walk(node.iter) if isinstance(part, ast.Name)}
            yield from iterated & {name for line in node.body for name in _mutated_names(line)}
        elif isinstance(node, ast.Assign):
            yield from _names_in_complex_targets(node.targets)


def _sort_target(node: ast.Expr) -> ast.Name | None:
    """Return the ``row`` of ``row.sort()``; None for another statement."""
    sort_call = node.value
    if (
        not isinstance(sort_call, ast.Call)
        or not isinstance(sort_call.func, ast.Attribute)
        or sort_call.args
        or sort_call.keywords
    ):
        return None
    row = sort_call.func.value
    return row if sort_call.func.attr == "sort" and isinstance(row, ast.Name) else None


def _mutated_names(statement: ast.stmt) -> Iterator[str]:
    """Yield the names of lists that a statement changes."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Expr) and (row := _sort_target(node)):
            yield row.id
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
            yield node.value.id


def _names_in_complex_targets(targets: list[ast.expr]) -> Iterator[str]:
    """Yield names in assignment targets that are nested, or that assign to a slice."""
    for target in targets:
        for part in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
            simple = isinstance(part, ast.Name | ast.Attribute) or (
                isinstance(part, ast.Subscript)
                and isinstance(part.value, ast.Name)
                and not isinstance(part.slice, ast.Slice | ast.Tuple)
            )
            if not simple:
                yield from (name.id for name in ast.walk(part) if isinstance(name, ast.Name))


class _ListsByValue(Naming):
    """Rewrites assignments to lists that are held by value, and to their items."""

    def __init__(self, local: set[str], names: Names) -> None:
        self.local, self.names = local, names

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        row = _sort_target(node)
        if row is None or row.id not in self.local:
            return node
        return place_node(assign(row.id, operation("sort_list", row)), node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.AST]:
        target = node.targets[0]
        if isinstance(target, ast.Name) and target.id in self.local and len(node.targets) == 1:
            value = node.value
            if isinstance(value, ast.List) and isinstance(value.elts[0], ast.Starred):
                node.value = operation("list_by_value", value.elts[0].value)
            elif is_sorted_call(value, self.names):
                node.value = sorted_row_operation(value)
            elif isinstance(value, ast.Call):
                node.value = operation("list_by_value", *value.args)
            return place_node(node, node)
        parts = [part for each in node.targets for part in _elements(each)]
        if not any(map(self.changes, parts)):
            return node
        if len(node.targets) == 1 and parts[0] is target:
            return place_node(self.store(target, node.value), node)
        # Python assigns from left to right, and evaluates each target when its turn comes.
        whole = self.fresh("local")
        statements: list[ast.stmt] = [assign(whole, node.value)]
        for each in node.targets:
            elements = _elements(each)
            temporaries = [whole] if elements == [each] else [self.fresh("local") for _ in elements]
            if elements != [each]:
                names: list[ast.expr] = [ast.Name(name, ast.Store()) for name in temporaries]
                statements.append(ast.Assign([ast.Tuple(names, ast.Store())], load(whole)))
            statements += [self.store(part, load(name)) for part, name in zip(elements, temporaries, strict=True)]
        return [place_node(part, node) for part in statements]

    def changes(self, target: ast.expr) -> bool:
        return (
            isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id in self.local
        )

    def store(self, target: ast.expr, value: ast.expr) -> ast.stmt:
        """Return the assignment of a value to a target; an item of a list becomes a new value of its name."""
        if not self.changes(target):
            return ast.Assign([target], value)
        assert isinstance(target, ast.Subscript)
        assert isinstance(target.value, ast.Name)
        name = target.value.id
        return assign(name, operation("with_place", load(name), value, target.slice))


def _elements(target: ast.expr) -> list[ast.expr]:
    return target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
