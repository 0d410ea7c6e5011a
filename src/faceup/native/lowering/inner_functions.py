"""Functions inside a function, and lambdas: all arguments are in their places, and some are lifted out.

The compiler writes an inner function out where it is called, and there it takes a default for an argument that was
given by its name (seen with Numba 0.68).

Those that are handed on, or called in a comprehension, become functions of their own. At every call they are handed
what they read from around them. What they read must have its value before they are defined and mean one thing
everywhere; others stay, and the compiler writes them out where they are called.
"""

import ast
from collections import Counter
from collections.abc import Iterator

from faceup.native.lowering.names import Comprehension, arguments_of, bound_in, targets_of, used_in
from faceup.native.lowering.tree import Naming, Unlowered, assign, call, flat, load, place_node

Inner = ast.FunctionDef | ast.Lambda


def give_all_arguments(definition: ast.FunctionDef) -> None:
    """Rewrite the inner functions of one function, and their calls. Raises Unlowered."""
    inner = dict(_named_functions(definition))
    bound = Counter(bindings(definition))
    named = {node.func.id for node in ast.walk(definition) if isinstance(node, ast.Call) and _is_named(node)}
    for name, function in _named_functions(definition):
        if bound[name] > 1 and (_has_options(function) or name in named):
            raise Unlowered(function, f"{name}, an inner function and not the only {name}", "give it another name")
    rewritten = _Rewritten(inner)
    definition.body = [part for statement in definition.body for part in flat(rewritten.visit(statement))]


def in_places(call: ast.Call, function: Inner, defaults: dict[str, ast.expr]) -> list[ast.expr]:
    """All arguments of a call, each in its place; raises Unlowered where that cannot be told."""
    names, given = arguments_of(function), {keyword.arg: keyword.value for keyword in call.keywords}
    starred = any(isinstance(argument, ast.Starred) for argument in call.args)
    if function.args.vararg or function.args.kwarg or None in given or starred:
        raise Unlowered(call, "an inner function with a star and with names for its arguments", "name them one by one")
    placed = [*call.args]
    for name in names[len(placed) :]:
        value = given.get(name, defaults.get(name))
        if value is None:
            raise Unlowered(call, f"a call without the argument {name}", "give it")
        placed.append(value)
    return placed


def defaults_of(function: Inner) -> dict[str, ast.expr]:
    """The defaults of a function's arguments."""
    given = function.args
    places = [*given.posonlyargs, *given.args]
    last = places[len(places) - len(given.defaults) :]
    named = [
        (argument.arg, value) for argument, value in zip(given.kwonlyargs, given.kw_defaults, strict=True) if value
    ]
    return {argument.arg: value for argument, value in zip(last, given.defaults, strict=True)} | dict(named)


def without_options(function: Inner) -> None:
    """Let the function take all its arguments in their places."""
    given = function.args
    given.args = [*given.args, *given.kwonlyargs]
    given.kwonlyargs, given.kw_defaults, given.defaults = [], [], []


class _Rewritten(Naming):
    def __init__(self, inner: dict[str, Inner]) -> None:
        self.inner = inner
        self.kept: dict[str, dict[str, ast.expr]] = {}  # the names under which the defaults of each are kept

    def visit_FunctionDef(self, node: ast.FunctionDef) -> list[ast.stmt]:
        before = self.keep_defaults(node.name, node)
        self.generic_visit(node)
        return [*before, node]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if isinstance(node.value, ast.Lambda):
            raise Unlowered(node, "a lambda under a name with an annotation", "leave the annotation out, or use def")
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        before: list[ast.stmt] = []
        target = node.targets[0]
        parts = node.value.elts if isinstance(node.value, ast.Tuple | ast.List) else [node.value]
        if any(isinstance(part, ast.Lambda) for part in parts) and not (
            isinstance(target, ast.Name) and len(node.targets) == 1 and parts == [node.value]
        ):
            raise Unlowered(node, "a lambda among several things that get names", "give it a line of its own")
        if isinstance(node.value, ast.Lambda) and isinstance(target, ast.Name):
            before = self.keep_defaults(target.id, node.value)
        self.generic_visit(node)
        return [*before, node]

    def keep_defaults(self, name: str, function: Inner) -> list[ast.stmt]:
        """Python computes a default once, where the function is defined."""
        if not _has_options(function):
            return []
        made, kept = list[ast.stmt](), dict[str, ast.expr]()
        for argument, value in defaults_of(function).items():
            own = self.fresh("default")
            made.append(ast.fix_missing_locations(ast.copy_location(assign(own, value), function)))
            kept[argument] = load(own)
        without_options(function)
        self.kept[name] = kept
        return made

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = node.func
        if isinstance(function, ast.Name) and function.id in self.inner:
            inner, defaults = self.inner[function.id], self.kept.get(function.id, {})
            node.args = [self.visit(argument) for argument in node.args]
            for keyword in node.keywords:
                keyword.value = self.visit(keyword.value)
            if node.keywords or defaults or function.id in self.kept:
                node.args, node.keywords = in_places(node, inner, defaults), []
            return node
        if isinstance(function, ast.Lambda) and (node.keywords or _has_options(function)):
            node.args, node.keywords = in_places(node, function, defaults_of(function)), []
            without_options(function)
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self.kept and isinstance(node.ctx, ast.Load):
            what = f"{node.id}, an inner function with defaults, that is handed on"
            raise Unlowered(node, what, "give it all its arguments in a lambda")
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
    """The names that a function and those in it bind, each as often as they do."""
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


TAKING = {"filter": 1, "takewhile": 1, "dropwhile": 1, "reduce": 2}  # with so many arguments they call what they take


def lift_inner_functions(definition: ast.FunctionDef) -> list[ast.FunctionDef]:
    """Take them out of one function. Raises Unlowered."""
    for node in ast.walk(definition):
        if isinstance(node, ast.Nonlocal):
            raise Unlowered(node, "nonlocal", "let the inner function return what changes")
    found = {name: inner for name, inner, known in _inner(definition) if _may_be_lifted(definition, inner, known)}
    asked = _Uses({*found})
    asked.visit(definition)
    if not asked.anew & found.keys():
        return []
    own, once = bound_in(definition), Counter(bindings(definition))
    reads = {name: {*used_in([inner], own)} - bound_in(inner) for name, inner in found.items()}
    for _ in found:  # what those read that it calls it must be handed too
        reads = {
            name: around.union(*(reads[other] for other in around & found.keys())) for name, around in reads.items()
        }
    handed = {name: sorted(around - found.keys()) for name, around in reads.items()}
    two_meanings = set().union(*handed.values()) & _hidden(definition)
    if asked.other & found.keys() or two_meanings or any(once[name] > 1 for name in found):
        return []
    definition.body = [statement for statement in definition.body if not _defines(statement, found)]
    called = _Called(handed)
    for function in (definition, *found.values()):
        called.generic_visit(function)
    for name, inner in found.items():
        inner.args.args = [ast.arg(argument) for argument in (*arguments_of(inner), *handed[name])]
        inner.args.posonlyargs, inner.name = [], _lifted_name(name)
        place_node(inner, inner)
    return [*found.values()]


def _inner(definition: ast.FunctionDef) -> Iterator[tuple[str, ast.FunctionDef, set[str]]]:
    """The functions that stand in a function's own lines, and what has a value there."""
    known = {*arguments_of(definition)}
    for statement in definition.body:
        if isinstance(statement, ast.FunctionDef):
            yield statement.name, statement, {*known}
            known.add(statement.name)
        elif isinstance(statement, ast.Assign):
            names = {part.id for target in statement.targets for part in ast.walk(target) if isinstance(part, ast.Name)}
            if isinstance(statement.value, ast.Lambda):
                (name,) = names
                body: list[ast.stmt] = [ast.Return(statement.value.body)]
                made = place_node(ast.FunctionDef(name, statement.value.args, body, [], None, None), statement)
                yield name, made, {*known}
            known |= names


def _may_be_lifted(definition: ast.FunctionDef, inner: ast.FunctionDef, known: set[str]) -> bool:
    deep = any(isinstance(part, ast.FunctionDef | ast.Lambda) for part in ast.walk(inner) if part is not inner)
    reads = {*used_in([inner], bound_in(definition))} - bound_in(inner) - {inner.name}
    return not deep and not inner.args.vararg and not inner.args.kwarg and reads <= known


def _hidden(definition: ast.FunctionDef) -> set[str]:
    """The names that mean something of their own in a comprehension or an inner function."""
    hidden: set[str] = set()
    for part in ast.walk(definition):
        if isinstance(part, Comprehension):
            hidden |= targets_of(part)
        elif isinstance(part, ast.FunctionDef | ast.Lambda) and part is not definition:
            hidden |= bound_in(part)
    return hidden


def _defines(statement: ast.stmt, found: dict[str, ast.FunctionDef]) -> bool:
    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Lambda):
        return getattr(statement.targets[0], "id", "") in found
    return isinstance(statement, ast.FunctionDef) and statement.name in found


def _lifted_name(name: str) -> str:
    return f"_f_inner_{name}"


class _Uses(ast.NodeTransformer):
    """How functions are used: ``anew`` in a part that becomes a function of its own, ``other`` not as functions.

    Where one is handed on to what calls it, a lambda that calls it stands in its place.
    """

    def __init__(self, names: set[str]) -> None:
        self.names = names
        self.anew: set[str] = set()
        self.other: set[str] = set()
        self.depth = 0

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = getattr(node.func, "attr", "") or getattr(node.func, "id", "")
        counts = {0: len(node.args) - 1 if name == "map" else TAKING.get(name, 0), 1: 2 if name == "accumulate" else 0}
        for place, count in counts.items():
            if count > 0 and place < len(node.args):
                node.args[place] = self.written_out(node.args[place], count)
        for keyword in node.keywords:
            if keyword.arg in ("key", "func"):
                keyword.value = self.written_out(keyword.value, 1 if keyword.arg == "key" else 2)
        if not isinstance(node.func, ast.Name):
            node.func = self.visit(node.func)
        elif self.depth and node.func.id in self.names:
            self.anew.add(node.func.id)
        node.args = [self.visit(argument) for argument in node.args]
        node.keywords = [self.visit(keyword) for keyword in node.keywords]
        return node

    def written_out(self, function: ast.expr, count: int) -> ast.expr:
        if not isinstance(function, ast.Name) or function.id not in self.names:
            return function
        self.anew.add(function.id)
        names = [f"_f_argument_{k}" for k in range(count)]
        given = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
        return place_node(ast.Lambda(given, call(function.id, *map(load, names))), function)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self.names and isinstance(node.ctx, ast.Load):
            self.other.add(node.id)
        return node

    def deeper(self, node: ast.AST) -> ast.AST:
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1
        return node

    visit_GeneratorExp = visit_ListComp = visit_SetComp = visit_DictComp = deeper

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self.deeper(node) if node.name in self.names else self.generic_visit(node)


class _Called(ast.NodeTransformer):
    """Hands what they read to the functions that are called."""

    def __init__(self, handed: dict[str, list[str]]) -> None:
        self.handed = handed

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.handed:
            node.args += [place_node(load(name), node) for name in self.handed[node.func.id]]
            node.func = place_node(load(_lifted_name(node.func.id)), node)
        return node
