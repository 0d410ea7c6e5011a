"""Functions and lambdas inside a function: all arguments are given in their places.

The compiler writes an inner function out where it is called, and there it takes a default for an argument that was
given by its name (seen with Numba 0.68).
"""

import ast
from collections import Counter
from collections.abc import Iterator

from faceup.native.lowering.scopes import arguments_of
from faceup.native.lowering.tree import Naming, assign, flat, load
from faceup.native.lowering.unlowered import Unlowered

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
