"""Dictionaries, sets and deques: counters that are asked with care, and what changes while it is looped over."""

import ast
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator

from faceup.native.lowering.names import MISSING, Names, arguments_of
from faceup.native.lowering.tree import Unlowered, call, operation

TAKING = {"append", "appendleft", "extend", "insert"}
CHANGING = {*TAKING, "add", "clear", "discard", "pop", "popleft", "remove", "update"}
AT_ONCE = (frozenset, len, list, max, min, set, sorted, sum, tuple)
DISPLAYS = ast.Tuple | ast.List | ast.Dict | ast.ListComp
ASKED = {"get", "keys", "values", "items", "count", "index", "copy", "isdisjoint", "issubset", "issuperset"}


class Changes(ast.NodeTransformer):
    """Lets what may change in such a loop be checked: it must be a list. Raises Unlowered where it is a deque."""

    def __init__(self, definition: ast.FunctionDef, names: Names) -> None:
        self.names = names
        self.made: dict[type, set[str]] = {deque: set(), defaultdict: set()}  # the names of each kind
        for node in ast.walk(definition):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                kind = names.value(node.value.func)
                if kind is deque or kind is defaultdict:
                    self.made[kind] |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        self.alike = _alike(definition)
        self.made = {kind: self.under_other_names(made) for kind, made in self.made.items()}
        self.given = {*arguments_of(definition)}

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.iter = self.check_loop(node.iter, node.target, node.body)
        return node

    def check_comprehension(self, node: ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp) -> ast.AST:
        self.generic_visit(node)
        given = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        for k, generator in enumerate(node.generators):
            later = [part for other in node.generators[k + 1 :] for part in (other.iter, *other.ifs)]
            generator.iter = self.check_loop(generator.iter, generator.target, [*given, *generator.ifs, *later])
        return node

    visit_GeneratorExp = visit_ListComp = visit_SetComp = visit_DictComp = check_comprehension

    def check_loop(self, iterable: ast.expr, target: ast.expr, body: Iterable[ast.AST]) -> ast.expr:
        changed = self.under_other_names(name for part in body for name in self.changed_names(part, _first(target)))
        looped = {node.id for node in self.gone_through(iterable) if self.is_local(node)}
        grown = self.under_other_names(name for part in body for name in _grown(part))
        if both := looped & (changed & self.made[deque] | grown & self.given):  # what is given may be a deque
            raise Unlowered(iterable, f"a loop over {min(both)}, which the loop changes", "loop over a list: list(...)")
        changing = [node for node in self.gone_through(iterable) if node.id in changed & looped]
        checked: ast.expr = _Checked({id(node): operation("steady", node) for node in changing}).visit(iterable)
        return checked

    def gone_through(self, node: ast.AST) -> Iterator[ast.Name]:
        """The names in an iterable, those apart of which it takes all items at once: ``list(row)``"""
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node
        elif not isinstance(node, ast.Call) or not any(self.names.value(node.func) is one for one in AT_ONCE):
            for part in ast.iter_child_nodes(node):
                yield from self.gone_through(part)

    def under_other_names(self, names: Iterable[str]) -> set[str]:
        """These names, and others that may stand for the same things."""
        return {other for name in names for other in self.alike.get(name, {name})}

    def is_local(self, node: ast.Name) -> bool:
        return node.id != "self" and self.names.value(node) is MISSING

    def changed_names(self, node: ast.AST, key: str) -> set[str]:
        """The names of what this may change, by itself or under another name; ``key`` is the key that is there."""
        harmless = None
        if isinstance(node, ast.Subscript):
            same = isinstance(node.slice, ast.Name) and node.slice.id == key
            read = isinstance(node.ctx, ast.Load) and _name(node.value) not in self.made[defaultdict]
            harmless = node.value if read or (same and not isinstance(node.ctx, ast.Del)) else None
        elif isinstance(node, ast.Attribute):
            harmless = node.value if node.attr in ASKED else None
        elif isinstance(node, ast.Call) and _name(node.func) == "len" and node.args:
            harmless = node.args[0]
        elif isinstance(node, ast.Compare):
            harmless = node.comparators[-1]
        elif isinstance(node, ast.Name):
            return {node.id}
        parts = [part for part in ast.iter_child_nodes(node) if part is not harmless or not _name(part)]
        return {name for part in parts for name in self.changed_names(part, key)}


def _alike(definition: ast.FunctionDef) -> dict[str, set[str]]:
    """For each name those that may stand for the same thing, or hold it: after ``b = a`` and ``rows = [a]``."""
    pairs = [pair for node in ast.walk(definition) for pair in _values_given(node)]
    held = [
        (targets, value) for targets, value in pairs if isinstance(value, DISPLAYS) and any(_held_names(value, set()))
    ]
    rows = {name for targets, _ in held for name in _names(targets)}
    alike: dict[str, set[str]] = {}
    for targets, value in pairs:
        if found := {*_held_names(value, rows)}:
            same = found | _names(targets)
            same = same.union(*(alike.get(name, set()) for name in same))
            alike |= dict.fromkeys(same, same)
    return alike


def _values_given(node: ast.AST) -> Iterator[tuple[list[ast.expr], ast.expr]]:
    """What a node gives to names, or puts into what has a name."""
    if isinstance(node, ast.Assign):
        yield node.targets, node.value
    elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and node.value is not None:
        yield [node.target], node.value
    elif isinstance(node, ast.For | ast.comprehension):
        yield [node.target], ast.Subscript(node.iter, ast.Constant(0), ast.Load())
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in TAKING:
        yield [node.func.value], ast.Tuple(node.args, ast.Load())


def _held_names(node: ast.expr, rows: set[str]) -> Iterator[str]:
    """The names of what a value may be, or hold."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Subscript):
        is_row = isinstance(node.value, DISPLAYS) or _name(node.value) in rows
        yield from _held_names(node.value, rows) if is_row else ()
    elif isinstance(node, ast.IfExp | ast.BoolOp | ast.NamedExpr | DISPLAYS):
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.expr) and not (isinstance(node, ast.IfExp) and part is node.test):
                yield from _held_names(part, rows)


def _names(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that are given, and not those in which a place is given: of numbers there would be too many."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Tuple | ast.List):
            found |= _names(node.elts)
        elif isinstance(node, ast.Name | ast.Starred):
            found.add(_name(node.value if isinstance(node, ast.Starred) else node))
    return found


def _grown(node: ast.AST) -> Iterator[str]:
    """The names of what becomes longer or shorter here."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr in CHANGING:
            yield _name(part.func.value)
        elif isinstance(part, ast.AugAssign) or (isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Del)):
            yield _name(part.target if isinstance(part, ast.AugAssign) else part.value)


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _first(target: ast.expr) -> str:
    """The name that a key has: ``for key in ...`` and ``for key, value in ...``"""
    return _name(target.elts[0] if isinstance(target, ast.Tuple) and target.elts else target)


class _Checked(ast.NodeTransformer):
    def __init__(self, wrapped: dict[int, ast.Call]) -> None:
        self.wrapped = wrapped

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.copy_location(self.wrapped.get(id(node), node), node)


METHODS = {"values", "keys", "items", "get", "pop", "most_common", "total"}
GONE_THROUGH = {"len", "sorted", "list", "tuple", "set", "max", "min", "sum", "any", "all", "enumerate", "bool"}


class Counters(ast.NodeTransformer):
    """Rewrites them in one function; raises Unlowered where one is used in a way that is not known here."""

    def __init__(self, definition: ast.FunctionDef, names: Names) -> None:
        self.names = names
        stored = (node for node in ast.walk(definition) if isinstance(node, ast.Name) and not is_read(node))
        bound = Counter([*arguments_of(definition), *(node.id for node in stored)])
        self.kinds: dict[str, str] = {}  # of the variables that hold one: the operation that reads them
        for node in ast.walk(definition):
            if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and (kind := self.kind(node.value)):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                self.kinds |= {target.id: kind for target in targets if isinstance(target, ast.Name)}
                bound -= Counter(target.id for target in targets if isinstance(target, ast.Name))
        for name in self.kinds.keys() & (+bound).keys():
            raise Unlowered(definition, f"{name}, once a Counter and once something else", "use two names")

    def reading_operation(self, node: ast.expr | None) -> str:
        """The operation that reads what this expression makes; empty where it makes neither kind."""
        if not isinstance(node, ast.Call):
            return ""
        value = self.names.value(node.func)
        return "count_of" if value is Counter else "count_or_zero" if value is defaultdict else ""

    def kind(self, node: ast.expr | None) -> str:
        """The operation that reads what an expression holds."""
        return self.kinds.get(node.id, "") if isinstance(node, ast.Name) else self.reading_operation(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if kind := self.reading_operation(node):
            return ast.copy_location(self.dictionary(node, kind), node)
        function = node.func
        if isinstance(function, ast.Attribute) and self.kind(function.value):
            if function.attr not in METHODS:
                raise Unlowered(node, f"`{function.attr}` of a Counter", "write it as a loop")
            function.value = self.inside(function.value)
            node.args = [self.visit(argument) for argument in node.args]
            if function.attr in ("most_common", "total"):
                return ast.copy_location(operation(function.attr, function.value, *node.args), node)
            return node
        if isinstance(function, ast.Name) and function.id in GONE_THROUGH and self.names.is_builtin(function.id):
            node.args = [self.inside(argument) for argument in node.args]
            for keyword in node.keywords:
                keyword.value = self.visit(keyword.value)
            return node
        return self.generic_visit(node)

    def dictionary(self, node: ast.Call, kind: str) -> ast.expr:
        """What stands for the call that makes one."""
        if kind == "count_or_zero":
            if len(node.args) != 1 or self.names.value(node.args[0]) is not int:
                instead = "where the keys are small numbers, take a list of lists: [[0] * n for _ in range(n)]"
                raise Unlowered(node, "defaultdict of something else than int", instead)
            return operation("dictionary")
        if node.keywords or len(node.args) > 1:
            raise Unlowered(node, "Counter with these arguments", "count in a loop")
        return operation("counts", call("list", self.visit(node.args[0]))) if node.args else operation("dictionary")

    def inside(self, node: ast.expr) -> ast.expr:
        """A counter where it is used as it may be; anything else visited."""
        visited = node if isinstance(node, ast.Name) and self.kind(node) else self.visit(node)
        assert isinstance(visited, ast.expr)
        return visited

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        kind = self.kind(node.value)
        if not kind:
            return self.generic_visit(node)
        node.value, node.slice = self.inside(node.value), self.visit(node.slice)
        return ast.copy_location(operation(kind, node.value, node.slice), node) if is_read(node) else node

    def visit_For(self, node: ast.For) -> ast.AST:
        node.iter = self.inside(node.iter)
        node.body, node.orelse = ([self.visit(part) for part in block] for block in (node.body, node.orelse))
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        node.iter = self.inside(node.iter)
        node.ifs = [self.visit(test) for test in node.ifs]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        if all(isinstance(operator, ast.In | ast.NotIn) for operator in node.ops):
            node.left, node.comparators = self.visit(node.left), [self.inside(side) for side in node.comparators]
            return node
        if any(self.kind(side) for side in (node.left, *node.comparators)):
            raise Unlowered(node, "a Counter that is compared", "compare what is asked of it")
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self.kinds and is_read(node):
            raise Unlowered(node, f"{node.id}, a Counter that is handed on", "ask it where it is made, or use a list")
        return node


def is_read(node: ast.Name | ast.Subscript) -> bool:
    """Whether a node is read, and not given a value."""
    return isinstance(node.ctx, ast.Load)
