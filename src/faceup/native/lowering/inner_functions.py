"""Inner functions and lambdas: every argument is positional, and some functions are lifted out (lambda lifting).

Numba inlines an inner function at its calls, and takes the default of an argument that the call gives by name (seen
with 0.68), so all arguments get their places first.

Functions that are passed as values, or called in a comprehension, are lifted: each call gets the outer names that they
read as further arguments. Such a name must have its value before the function is defined, and mean one thing
everywhere; functions that read another stay, and Numba inlines them.
"""

import ast
from collections import Counter
from collections.abc import Iterator

from faceup.native.lowering.names import Comprehension, arguments_of, bound_names, names_read, targets_of
from faceup.native.lowering.tree import Naming, Unsupported, assign, call, flat, load, place_node

Inner = ast.FunctionDef | ast.Lambda


def give_all_arguments(definition: ast.FunctionDef) -> None:
    """Make every argument of inner functions and of their calls positional. Raises Unsupported."""
    inner = dict(_named_functions(definition))
    binding_counts = Counter(bindings(definition))
    keyword_called = {node.func.id for node in ast.walk(definition) if isinstance(node, ast.Call) and _is_named(node)}
    for name, function in _named_functions(definition):
        if binding_counts[name] > 1 and (_has_options(function) or name in keyword_called):
            raise Unsupported(function, f"{name}, an inner function and not the only {name}", "give it another name")
    rewriter = _PlaceArguments(inner)
    definition.body = [part for statement in definition.body for part in flat(rewriter.visit(statement))]


def in_places(call: ast.Call, function: Inner, defaults: dict[str, ast.expr]) -> list[ast.expr]:
    """All arguments of a call in their places, defaults too. Raises Unsupported where the call does not tell."""
    names, keywords = arguments_of(function), {keyword.arg: keyword.value for keyword in call.keywords}
    starred = any(isinstance(argument, ast.Starred) for argument in call.args)
    if function.args.vararg or function.args.kwarg or None in keywords or starred:
        raise Unsupported(
            call, "an inner function with a star and with names for its arguments", "name them one by one"
        )
    placed = [*call.args]
    for name in names[len(placed) :]:
        value = keywords.get(name, defaults.get(name))
        if value is None:
            raise Unsupported(call, f"a call without the argument {name}", "give it")
        placed.append(value)
    return placed


def defaults_of(function: Inner) -> dict[str, ast.expr]:
    """The defaults of a function's arguments."""
    arguments = function.args
    places = [*arguments.posonlyargs, *arguments.args]
    defaulted = places[len(places) - len(arguments.defaults) :]
    keyword_defaults = [
        (argument.arg, value)
        for argument, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if value
    ]
    return {argument.arg: value for argument, value in zip(defaulted, arguments.defaults, strict=True)} | dict(
        keyword_defaults
    )


def without_options(function: Inner) -> None:
    """Make all arguments of a function positional, without defaults."""
    arguments = function.args
    arguments.args = [*arguments.args, *arguments.kwonlyargs]
    arguments.kwonlyargs, arguments.kw_defaults, arguments.defaults = [], [], []


class _PlaceArguments(Naming):
    def __init__(self, inner: dict[str, Inner]) -> None:
        self.inner = inner
        self.default_names: dict[str, dict[str, ast.expr]] = {}  # the variable with each default, by function

    def visit_FunctionDef(self, node: ast.FunctionDef) -> list[ast.stmt]:
        before = self.store_defaults(node.name, node)
        self.generic_visit(node)
        return [*before, node]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if isinstance(node.value, ast.Lambda):
            raise Unsupported(node, "a lambda under a name with an annotation", "leave the annotation out, or use def")
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        before: list[ast.stmt] = []
        target = node.targets[0]
        parts = node.value.elts if isinstance(node.value, ast.Tuple | ast.List) else [node.value]
        if any(isinstance(part, ast.Lambda) for part in parts) and not (
            isinstance(target, ast.Name) and len(node.targets) == 1 and parts == [node.value]
        ):
            raise Unsupported(node, "a lambda among several things that get names", "give it a line of its own")
        if isinstance(node.value, ast.Lambda) and isinstance(target, ast.Name):
            before = self.store_defaults(target.id, node.value)
        self.generic_visit(node)
        return [*before, node]

    def store_defaults(self, name: str, function: Inner) -> list[ast.stmt]:
        """Statements that compute the defaults where Python does, once, at the definition."""
        if not _has_options(function):
            return []
        statements, names = list[ast.stmt](), dict[str, ast.expr]()
        for argument, value in defaults_of(function).items():
            variable = self.fresh("default")
            statements.append(ast.fix_missing_locations(ast.copy_location(assign(variable, value), function)))
            names[argument] = load(variable)
        without_options(function)
        self.default_names[name] = names
        return statements

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = node.func
        if isinstance(function, ast.Name) and function.id in self.inner:
            inner, defaults = self.inner[function.id], self.default_names.get(function.id, {})
            node.args = [self.visit(argument) for argument in node.args]
            for keyword in node.keywords:
                keyword.value = self.visit(keyword.value)
            if node.keywords or defaults or function.id in self.default_names:
                node.args, node.keywords = in_places(node, inner, defaults), []
            return node
        if isinstance(function, ast.Lambda) and (node.keywords or _has_options(function)):
            node.args, node.keywords = in_places(node, function, defaults_of(function)), []
            without_options(function)
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self.default_names and isinstance(node.ctx, ast.Load):
            what = f"{node.id}, an inner function with defaults, that is handed on"
            raise Unsupported(node, what, "give it all its arguments in a lambda")
        return node


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


def _is_named(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and bool(call.keywords)


def _has_options(function: Inner) -> bool:
    return bool(function.args.defaults or function.args.kwonlyargs)


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
