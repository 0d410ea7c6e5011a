"""Containers that change during a loop, counters, and the kinds of lists that machine code holds alike."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from faceup.native.lowering.arithmetic import Arithmetic
from faceup.native.lowering.names import MISSING, Names, arguments_of, bindings
from faceup.native.lowering.tree import Unsupported, call, load, operation, place_node

if TYPE_CHECKING:
    from typing_extensions import TypeIs

GROWING_METHODS = {"append", "extend", "insert"}
EXHAUSTING = (frozenset, len, list, max, min, set, sorted, sum, tuple)
DISPLAYS = ast.Tuple | ast.List | ast.Dict | ast.ListComp
READING_METHODS = {"get", "keys", "values", "items", "count", "index", "copy", "isdisjoint", "issubset", "issuperset"}


class Changes(ast.NodeTransformer):
    """Checks that a container which may change during a loop over it is a list."""

    def __init__(self, definition: ast.FunctionDef, names: Names) -> None:
        self.names = names
        self.aliases = _aliases(definition)

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.iter = self.check_loop(node.iter, node.target, node.body)
        return node

    def check_comprehension(self, node: ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp) -> ast.AST:
        """Check the containers that a comprehension loops over."""
        self.generic_visit(node)
        results = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        for k, generator in enumerate(node.generators):
            later = [part for inner in node.generators[k + 1 :] for part in (inner.iter, *inner.ifs)]
            generator.iter = self.check_loop(generator.iter, generator.target, [*results, *generator.ifs, *later])
        return node

    visit_GeneratorExp = visit_ListComp = visit_SetComp = visit_DictComp = check_comprehension

    def check_loop(self, iterable: ast.expr, target: ast.expr, body: Iterable[ast.AST]) -> ast.expr:
        mutated = self.with_aliases(name for part in body for name in self.mutated_names(part, _key_name(target)))
        changing = [node for node in self.names_iterated(iterable) if self.is_local(node) and node.id in mutated]
        result: ast.expr = _Wrap({id(node): operation("steady", node) for node in changing}).visit(iterable)
        return result

    def names_iterated(self, node: ast.AST) -> Iterator[ast.Name]:
        """Yield the names whose items a loop takes one by one; ``row`` in ``list(row)`` is not one."""
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node
        elif not isinstance(node, ast.Call) or not any(self.names.value(node.func) is one for one in EXHAUSTING):
            for part in ast.iter_child_nodes(node):
                yield from self.names_iterated(part)

    def with_aliases(self, names: Iterable[str]) -> set[str]:
        """Return these names and all that may refer to the same objects."""
        return {alias for name in names for alias in self.aliases.get(name, {name})}

    def is_local(self, node: ast.Name) -> bool:
        return node.id != "self" and self.names.value(node) is MISSING

    def mutated_names(self, node: ast.AST, key: str) -> set[str]:
        """Return the names of objects that a node may change, also through an alias; ``key`` is the loop key."""
        harmless = None
        if isinstance(node, ast.Subscript):
            same = isinstance(node.slice, ast.Name) and node.slice.id == key
            harmless = (
                node.value if isinstance(node.ctx, ast.Load) or (same and not isinstance(node.ctx, ast.Del)) else None
            )
        elif isinstance(node, ast.Attribute):
            harmless = node.value if node.attr in READING_METHODS else None
        elif isinstance(node, ast.Call) and _name(node.func) == "len" and node.args:
            harmless = node.args[0]
        elif isinstance(node, ast.Compare):
            harmless = node.comparators[-1]
        elif isinstance(node, ast.Name):
            return {node.id}
        parts = [part for part in ast.iter_child_nodes(node) if part is not harmless or not _name(part)]
        return {name for part in parts for name in self.mutated_names(part, key)}


def _aliases(definition: ast.FunctionDef) -> dict[str, set[str]]:
    """Return for each name its aliases, and containers that may hold its object: after ``b = a`` and ``rows = [a]``."""
    pairs = [pair for node in ast.walk(definition) for pair in _assigned_values(node)]
    containers = [
        (targets, value)
        for targets, value in pairs
        if isinstance(value, DISPLAYS) and any(_possible_names(value, set()))
    ]
    rows = {name for targets, _ in containers for name in _names(targets)}
    aliases: dict[str, set[str]] = {}
    for targets, value in pairs:
        if sources := {*_possible_names(value, rows)}:
            same = sources | _names(targets)
            same = same.union(*(aliases.get(name, set()) for name in same))
            aliases |= dict.fromkeys(same, same)
    return aliases


def _assigned_values(node: ast.AST) -> Iterator[tuple[list[ast.expr], ast.expr]]:
    """Yield the targets that a node assigns or stores into, each with the value."""
    if isinstance(node, ast.Assign):
        yield node.targets, node.value
    elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and node.value is not None:
        yield [node.target], node.value
    elif isinstance(node, ast.For | ast.comprehension):
        yield [node.target], ast.Subscript(node.iter, ast.Constant(0), ast.Load())
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in GROWING_METHODS:
        yield [node.func.value], ast.Tuple(node.args, ast.Load())


def _possible_names(node: ast.expr, rows: set[str]) -> Iterator[str]:
    """Yield the names whose objects a value may be or hold."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Subscript):
        is_row = isinstance(node.value, DISPLAYS) or _name(node.value) in rows
        yield from _possible_names(node.value, rows) if is_row else ()
    elif isinstance(node, ast.IfExp | ast.BoolOp | ast.NamedExpr | DISPLAYS):
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.expr) and not (isinstance(node, ast.IfExp) and part is node.test):
                yield from _possible_names(part, rows)


def _names(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names that targets bind, but not ``row`` in ``row[k] = x``: rows of numbers would all be aliases."""
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Tuple | ast.List):
            names |= _names(node.elts)
        elif isinstance(node, ast.Name | ast.Starred):
            names.add(_name(node.value if isinstance(node, ast.Starred) else node))
    return names


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _key_name(target: ast.expr) -> str:
    """Return the name of the key in ``for key in ...`` and ``for key, value in ...``."""
    return _name(target.elts[0] if isinstance(target, ast.Tuple) and target.elts else target)


class _Wrap(ast.NodeTransformer):
    def __init__(self, wrapped: dict[int, ast.Call]) -> None:
        self.wrapped = wrapped

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.copy_location(self.wrapped.get(id(node), node), node)


METHODS = {"values", "keys", "items", "get"}
EXHAUSTING_NAMES = {"len", "sorted", "list", "tuple", "set", "max", "min", "sum", "any", "all", "enumerate", "bool"}


class Counters(ast.NodeTransformer):
    """Rewrites the Counters in one function; raises Unsupported for other uses of them."""

    def __init__(self, definition: ast.FunctionDef, names: Names) -> None:
        self.names = names
        stores = (node for node in ast.walk(definition) if isinstance(node, ast.Name) and not is_read(node))
        binding_counts = Counter([*arguments_of(definition), *(node.id for node in stores)])
        self.held: set[str] = set()  # the variables that hold one
        for node in ast.walk(definition):
            if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and self.is_counter(node.value):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                self.held |= {target.id for target in targets if isinstance(target, ast.Name)}
                binding_counts -= Counter(target.id for target in targets if isinstance(target, ast.Name))
        for name in self.held & (+binding_counts).keys():
            raise Unsupported(definition, f"{name}, once a Counter and once something else", "use two names")

    def makes_counter(self, node: ast.expr | None) -> "TypeIs[ast.Call]":
        """Whether this is a call of Counter."""
        return isinstance(node, ast.Call) and self.names.value(node.func) is Counter

    def is_counter(self, node: ast.expr | None) -> bool:
        """Whether an expression makes a Counter, or names one."""
        return node.id in self.held if isinstance(node, ast.Name) else self.makes_counter(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if self.makes_counter(node):
            if node.keywords or len(node.args) > 1:
                raise Unsupported(node, "Counter with these arguments", "count in a loop")
            items = [call("list", self.visit(row)) for row in node.args]
            return ast.copy_location(operation("counts", *items) if items else operation("dictionary"), node)
        function = node.func
        if isinstance(function, ast.Attribute) and self.is_counter(function.value):
            if function.attr not in METHODS:
                raise Unsupported(node, f"`{function.attr}` of a Counter", "write it as a loop")
            function.value = self.inside(function.value)
            node.args = [self.visit(argument) for argument in node.args]
            return node
        if isinstance(function, ast.Name) and function.id in EXHAUSTING_NAMES and self.names.is_builtin(function.id):
            node.args = [self.inside(argument) for argument in node.args]
            for keyword in node.keywords:
                keyword.value = self.visit(keyword.value)
            return node
        return self.generic_visit(node)

    def inside(self, node: ast.expr) -> ast.expr:
        """Return the name of a counter unchanged, where rules may use it; any other node visited."""
        visited = node if isinstance(node, ast.Name) and node.id in self.held else self.visit(node)
        assert isinstance(visited, ast.expr)
        return visited

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if not self.is_counter(node.value):
            return self.generic_visit(node)
        node.value, node.slice = self.inside(node.value), self.visit(node.slice)
        return ast.copy_location(operation("count_of", node.value, node.slice), node) if is_read(node) else node

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
        if any(map(self.is_counter, (node.left, *node.comparators))):
            raise Unsupported(node, "a Counter that is compared", "compare what is asked of it")
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self.held and is_read(node):
            raise Unsupported(node, f"{node.id}, a Counter that is handed on", "ask it where it is made, or use a list")
        return node


def is_read(node: ast.Name | ast.Subscript) -> bool:
    """Whether a node is read, not assigned."""
    return isinstance(node.ctx, ast.Load)


MAKERS: dict[Any, Any] = {list: list, sorted: list, tuple: tuple, set: set, frozenset: frozenset}
DISPLAY_KINDS: dict[type[ast.expr], type] = {
    ast.List: list,
    ast.ListComp: list,
    ast.Tuple: tuple,
    ast.Set: set,
    ast.SetComp: set,
}
FIXED = (tuple, frozenset)
SAME: Any = object()  # the kind of a name that its own value mentions: that of its other values


class Lists(ast.NodeTransformer):
    """Marks comparisons of two lists in one function; the compiler refuses others once it knows the types.

    ``a += b`` of a tuple or a frozen set becomes ``a = a + b``.
    """

    def __init__(self, definition: ast.FunctionDef, names: Names) -> None:
        self.names = names
        self.assigned_values: dict[str, list[ast.expr]] = {}
        binding_counts = Counter(bindings(definition))
        for node in ast.walk(definition):
            if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value is not None:
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    for name, value in _pairs(target, node.value):
                        self.assigned_values.setdefault(name, []).append(value)
            elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                binding_counts[node.target.id] -= 1  # of a list it makes a list, of a tuple a tuple
        # A name has one type in machine code, so a list would become the tuple that the name is elsewhere.
        self.mixed = {
            name for name, values in self.assigned_values.items() if len(set(map(self.is_list, _not_none(values)))) > 1
        }
        self.assigned_values = {
            name: values for name, values in self.assigned_values.items() if len(values) == binding_counts[name]
        }

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        if not isinstance(node.target, ast.Name) or self.kind(node.target) not in FIXED:
            grows = isinstance(node.op, ast.Add) and self.kind(node.target) is list
            if grows and isinstance(node.value, ast.Tuple):
                node.value = ast.copy_location(ast.List(node.value.elts, ast.Load()), node.value)
            return self.generic_visit(node)
        both = self.visit(ast.copy_location(ast.BinOp(load(node.target.id), node.op, node.value), node))
        return ast.copy_location(ast.Assign([node.target], both), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Replace ``row[i:j]``, also of a tuple, if only the running rules know the length."""
        self.generic_visit(node)
        bounds = [node.slice.lower, node.slice.upper, node.slice.step] if isinstance(node.slice, ast.Slice) else []
        computed = not all(bound is None or _is_number(bound) for bound in bounds)
        if not computed or not isinstance(node.ctx, ast.Load) or self.kind(node.value) is list:
            return node
        arguments = [bound or ast.Constant(None) for bound in bounds]
        return place_node(operation("slice_row", node.value, *arguments), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Replace ``a + b`` of tuples, since machine code may know the length of only one."""
        both = isinstance(node.op, ast.Add) and self.kind(node.left) is self.kind(node.right) is tuple
        self.generic_visit(node)
        return (
            place_node(operation("as_tuple", operation("concatenate", node.left, node.right)), node) if both else node
        )

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        for side in (node.left, *node.comparators):
            if isinstance(side, ast.Name) and side.id in self.mixed and not isinstance(node.ops[0], ast.Is | ast.IsNot):
                raise Unsupported(node, f"{side.id}, which is a list here and something else there", "use two names")
        name = Arithmetic.COMPARISONS.get(type(node.ops[0]))
        sides = (node.left, node.comparators[0])
        if len(node.ops) > 1 or not name or not all(map(self.is_list, sides)):
            return node
        return ast.copy_location(operation(f"{name}_alike", *sides), node)

    def is_list(self, node: ast.expr) -> bool:
        return self.kind(node) is list

    def changes_in_place(self, node: ast.expr) -> bool:
        """Whether this is surely a list or a set, which an in-place operator changes."""
        return self.kind(node) in (list, set)

    def kind(self, node: ast.expr, visited: frozenset[str] = frozenset()) -> Any:
        """Return the kind of container that an expression surely makes; None if unsure. ``visited`` stops recursion."""
        if isinstance(node, ast.Name):
            if type(self.names.value(node)) is tuple:
                return tuple
            return (
                SAME
                if node.id in visited
                else self.one_kind(self.assigned_values.get(node.id, []), visited | {node.id})
            )
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr == "copy":
                return self.kind(node.func.value, visited)
            value = self.names.value(node.func)
            return next((kind for maker, kind in MAKERS.items() if maker is value), None)
        if isinstance(node, ast.Subscript):
            return self.kind(node.value, visited) if isinstance(node.slice, ast.Slice) else None
        if isinstance(node, ast.Attribute):  # a constant of a class or a module
            return tuple if type(self.names.value(node)) is tuple else None
        if isinstance(node, ast.BinOp):
            left, right = self.kind(node.left, visited), self.kind(node.right, visited)
            return left if right in (None, SAME, set, frozenset) else right
        if isinstance(node, ast.IfExp):
            return self.one_kind([node.body, node.orelse], visited)
        return DISPLAY_KINDS.get(type(node))

    def one_kind(self, nodes: list[ast.expr], visited: frozenset[str]) -> Any:
        kinds = {self.kind(node, visited) for node in nodes} - {SAME}
        return kinds.pop() if len(kinds) == 1 else None


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) or (isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant))


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Yield each name that a target binds, with its value, where both are written out."""
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        for one, part in zip(target.elts, value.elts, strict=True):
            yield from _pairs(one, part)


def _not_none(values: list[ast.expr]) -> list[ast.expr]:
    return [value for value in values if not (isinstance(value, ast.Constant) and value.value is None)]
