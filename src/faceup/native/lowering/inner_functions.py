"""Inner functions and lambdas: some functions are lifted out (lambda lifting).

Numba inlines an inner function at its calls, and takes the default of an argument that the call gives by name (seen
with 0.68), so defaults and names are refused.

Functions that are passed as values, or called in a comprehension, are lifted: each call gets the outer names that they
read as further arguments. Such a name must have its value before the function is defined, and mean one thing
everywhere; functions that read another stay, and Numba inlines them.
"""

import ast
from collections import Counter
from collections.abc import Iterator

from faceup.native.lowering.names import Comprehension, arguments_of, bound_names, names_read, targets_of
from faceup.native.lowering.tree import Unsupported, call, load, place_node

Inner = ast.FunctionDef | ast.Lambda


def refuse_options(definition: ast.FunctionDef) -> None:
    """Raise Unsupported for an inner function whose arguments have defaults, or are given by name."""
    inner = dict(_named_functions(definition))
    for node in ast.walk(definition):
        if isinstance(node, Inner) and node is not definition and (node.args.defaults or node.args.kwonlyargs):
            raise Unsupported(node, "an inner function with defaults", "let it read the name itself, or give it all")
        if isinstance(node, ast.Call) and node.keywords:
            function = node.func
            if isinstance(function, ast.Lambda) or (isinstance(function, ast.Name) and function.id in inner):
                raise Unsupported(node, "an inner function that is called with names", "give its arguments in order")
        if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Lambda):
            raise Unsupported(node, "a lambda under a name with an annotation", "leave the annotation out, or use def")
        if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Lambda):
            parts = node.value.elts if isinstance(node.value, ast.Tuple | ast.List) else []
        else:
            parts = [node.value] if isinstance(node, ast.Assign) and not _is_one_name(node.targets) else []
        if any(isinstance(part, ast.Lambda) for part in parts):
            raise Unsupported(node, "a lambda among several things that get names", "give it a line of its own")


def _is_one_name(targets: list[ast.expr]) -> bool:
    return len(targets) == 1 and isinstance(targets[0], ast.Name)


def _named_functions(definition: ast.FunctionDef) -> Iterator[tuple[str, Inner]]:
    for node in ast.walk(definition):
        if isinstance(node, ast.FunctionDef) and node is not definition:
            yield node.name, node
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    yield target.id, node.value


def bindings(definition: ast.FunctionDef) -> Iterator[str]:
    """The names that a function and its inner functions bind, one for each binding."""
    for node in ast.walk(definition):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.MatchAs | ast.MatchStar) and node is not definition and node.name:
            yield node.name


def lift_inner_functions(definition: ast.FunctionDef) -> list[ast.FunctionDef]:
    """Lift the inner functions that must be lifted out of one function. Raises Unsupported."""
    for node in ast.walk(definition):
        if isinstance(node, ast.Nonlocal):
            raise Unsupported(node, "nonlocal", "let the inner function return what changes")
    inner_functions = {
        name: inner for name, inner, assigned in _inner(definition) if _may_be_lifted(definition, inner, assigned)
    }
    uses = _Uses({*inner_functions})
    uses.visit(definition)
    if not uses.needs_lifting & inner_functions.keys():
        return []
    local_names, binding_counts = bound_names(definition), Counter(bindings(definition))
    reads = {name: {*names_read([inner], local_names)} - bound_names(inner) for name, inner in inner_functions.items()}
    for _ in inner_functions:  # a function must also get what the functions that it calls read
        reads = {
            name: around.union(*(reads[callee] for callee in around & inner_functions.keys()))
            for name, around in reads.items()
        }
    handed = {name: sorted(around - inner_functions.keys()) for name, around in reads.items()}
    two_meanings = set().union(*handed.values()) & _inner_names(definition)
    if (
        uses.as_values & inner_functions.keys()
        or two_meanings
        or any(binding_counts[name] > 1 for name in inner_functions)
    ):
        return []
    definition.body = [statement for statement in definition.body if not _defines(statement, inner_functions)]
    rewriter = _PassOuterNames(handed)
    for function in (definition, *inner_functions.values()):
        rewriter.generic_visit(function)
    for name, inner in inner_functions.items():
        inner.args.args = [ast.arg(argument) for argument in (*arguments_of(inner), *handed[name])]
        inner.args.posonlyargs, inner.name = [], _lifted_name(name)
        place_node(inner, inner)
    return [*inner_functions.values()]


def _inner(definition: ast.FunctionDef) -> Iterator[tuple[str, ast.FunctionDef, set[str]]]:
    """The functions defined in the body of a function, with their names and the names assigned before them."""
    assigned = {*arguments_of(definition)}
    for statement in definition.body:
        if isinstance(statement, ast.FunctionDef):
            yield statement.name, statement, {*assigned}
            assigned.add(statement.name)
        elif isinstance(statement, ast.Assign):
            names = {part.id for target in statement.targets for part in ast.walk(target) if isinstance(part, ast.Name)}
            if isinstance(statement.value, ast.Lambda):
                (name,) = names
                body: list[ast.stmt] = [ast.Return(statement.value.body)]
                function = place_node(ast.FunctionDef(name, statement.value.args, body, [], None, None), statement)
                yield name, function, {*assigned}
            assigned |= names


def _may_be_lifted(definition: ast.FunctionDef, inner: ast.FunctionDef, assigned: set[str]) -> bool:
    deep = any(isinstance(part, ast.FunctionDef | ast.Lambda) for part in ast.walk(inner) if part is not inner)
    reads = {*names_read([inner], bound_names(definition))} - bound_names(inner) - {inner.name}
    return not deep and not inner.args.vararg and not inner.args.kwarg and reads <= assigned


def _inner_names(definition: ast.FunctionDef) -> set[str]:
    """The names that comprehensions and inner functions bind for themselves."""
    names: set[str] = set()
    for part in ast.walk(definition):
        if isinstance(part, Comprehension):
            names |= targets_of(part)
        elif isinstance(part, ast.FunctionDef | ast.Lambda) and part is not definition:
            names |= bound_names(part)
    return names


def _defines(statement: ast.stmt, inner_functions: dict[str, ast.FunctionDef]) -> bool:
    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Lambda):
        return getattr(statement.targets[0], "id", "") in inner_functions
    return isinstance(statement, ast.FunctionDef) and statement.name in inner_functions


def _lifted_name(name: str) -> str:
    return f"_f_inner_{name}"


class _Uses(ast.NodeTransformer):
    """Collects how inner functions are used.

    ``needs_lifting`` has those called in a part that becomes a function of its own, ``as_values`` those used otherwise
    than in calls. A function passed to a known consumer, such as map, becomes a lambda that calls it.
    """

    def __init__(self, names: set[str]) -> None:
        self.names = names
        self.needs_lifting: set[str] = set()
        self.as_values: set[str] = set()
        self.depth = 0

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = getattr(node.func, "attr", "") or getattr(node.func, "id", "")
        first = len(node.args) - 1 if name == "map" else int(name == "filter")
        counts = {0: first, 1: 2 if name == "accumulate" else 0}
        for place, count in counts.items():
            if count > 0 and place < len(node.args):
                node.args[place] = self.as_lambda(node.args[place], count)
        for keyword in node.keywords:
            if keyword.arg in ("key", "func"):
                keyword.value = self.as_lambda(keyword.value, 1 if keyword.arg == "key" else 2)
        if not isinstance(node.func, ast.Name):
            node.func = self.visit(node.func)
        elif self.depth and node.func.id in self.names:
            self.needs_lifting.add(node.func.id)
        node.args = [self.visit(argument) for argument in node.args]
        node.keywords = [self.visit(keyword) for keyword in node.keywords]
        return node

    def as_lambda(self, function: ast.expr, count: int) -> ast.expr:
        if not isinstance(function, ast.Name) or function.id not in self.names:
            return function
        self.needs_lifting.add(function.id)
        names = [f"_f_argument_{k}" for k in range(count)]
        arguments = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
        return place_node(ast.Lambda(arguments, call(function.id, *map(load, names))), function)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self.names and isinstance(node.ctx, ast.Load):
            self.as_values.add(node.id)
        return node

    def deeper(self, node: ast.AST) -> ast.AST:
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1
        return node

    visit_GeneratorExp = visit_ListComp = visit_SetComp = visit_DictComp = deeper

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self.deeper(node) if node.name in self.names else self.generic_visit(node)


class _PassOuterNames(ast.NodeTransformer):
    """Adds the outer names that lifted functions read to the arguments of their calls."""

    def __init__(self, handed: dict[str, list[str]]) -> None:
        self.handed = handed

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.handed:
            node.args += [place_node(load(name), node) for name in self.handed[node.func.id]]
            node.func = place_node(load(_lifted_name(node.func.id)), node)
        return node
