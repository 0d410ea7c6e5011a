"""The names in rules: which names a part of a function binds or reads, and what each of them means.

Inner functions and lambdas that the compiler would take wrongly are refused. Numba inlines an inner function at its
calls, and where a call gives an argument by name, it takes the default instead (seen with 0.68). A comprehension
becomes a function of its own, to which an inner function cannot be passed.
"""

import ast
import builtins
import inspect
import itertools
import types
from collections.abc import Iterable, Iterator
from typing import Any

from faceup.native.constants import attribute
from faceup.native.lowering.tree import Unsupported

Comprehension = ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp


def is_generator(function: ast.FunctionDef) -> bool:
    """Whether the function yields."""
    todo: list[ast.AST] = [*function.body]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            todo.extend(ast.iter_child_nodes(node))
    return False


def bound_names(function: ast.FunctionDef | ast.Lambda) -> set[str]:
    """Return the names local to a function: its arguments and the names that it assigns."""
    body = [function.body] if isinstance(function, ast.Lambda) else function.body
    return set(arguments_of(function)) | {name for node in body for name in _assigned_names(node)}


def names_bound_by(statements: Iterable[ast.stmt]) -> set[str]:
    """Return the names that some statements assign."""
    return {name for node in statements for name in _assigned_names(node)}


def arguments_of(function: ast.FunctionDef | ast.Lambda) -> list[str]:
    """Return the names of a function's arguments."""
    arguments = function.args
    positional = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    return [*positional, *(argument.arg for argument in (arguments.vararg, arguments.kwarg) if argument)]


def _assigned_names(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node assigns, without those of inner scopes."""
    if isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Load):
            yield node.id
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
        return
    elif isinstance(node, ast.Lambda):
        return
    elif isinstance(node, Comprehension):  # its targets are its own; an assignment expression in it is not
        yield from (part.target.id for part in ast.walk(node) if isinstance(part, ast.NamedExpr))
        return
    elif isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
        yield node.name
    for child in ast.iter_child_nodes(node):
        yield from _assigned_names(child)


def targets_of(comprehension: Comprehension) -> set[str]:
    """Return the names that the loops of a comprehension assign."""
    return {
        name.id
        for generator in comprehension.generators
        for name in ast.walk(generator.target)
        if isinstance(name, ast.Name)
    }


def names_read(nodes: Iterable[ast.AST], around: set[str]) -> list[str]:
    """Return the names in ``around`` that these nodes read, sorted."""
    return sorted({name for node in nodes for name in _read_names(node)} & around)


def _read_names(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node reads, without those that its inner scopes bind."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, Comprehension):
        inner = {name for child in ast.iter_child_nodes(node) for name in _read_names(child)}
        yield from inner - targets_of(node)
        return
    elif isinstance(node, ast.Lambda):
        for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            yield from _read_names(default)
        yield from set(_read_names(node.body)) - set(arguments_of(node))
        return
    for child in ast.iter_child_nodes(node):
        yield from _read_names(child)


MISSING: Any = object()


class Names:
    """The meanings of the global and builtin names in one function; local names mean nothing here."""

    def __init__(self, function: types.FunctionType, definition: ast.FunctionDef) -> None:
        self.space = function.__globals__
        self.owner = function.__qualname__.rpartition(".")[0]
        inner = (targets_of(node) for node in ast.walk(definition) if isinstance(node, Comprehension))
        within = (bound_names(node) for node in ast.walk(definition) if isinstance(node, ast.FunctionDef | ast.Lambda))
        function_names = bound_names(definition).union(function.__code__.co_freevars)
        self.local_names = function_names.union(*inner, *within)
        self.refuse_second_meanings(definition, self.local_names - function_names)

    def refuse_second_meanings(self, definition: ast.FunctionDef, inner: set[str]) -> None:
        """Raise Unsupported where an inner scope binds a name that is also a function or module used here."""
        for node in ast.walk(definition):
            base = node.func if isinstance(node, ast.Call) else node.value if isinstance(node, ast.Attribute) else None
            if isinstance(base, ast.Name) and base.id in inner:
                meaning = self.space.get(base.id, getattr(builtins, base.id, None))
                if callable(meaning) or isinstance(meaning, types.ModuleType):
                    raise Unsupported(node, f"{base.id}, a name of two things", "give the inner one another name")

    def value(self, node: ast.expr) -> Any:
        """Return the value of a dotted name; MISSING if only the running function knows it."""
        if isinstance(node, ast.Name):
            if node.id in self.local_names:
                return MISSING
            return self.space.get(node.id, getattr(builtins, node.id, MISSING))
        if isinstance(node, ast.Attribute):
            owner = self.value(node.value)
            try:
                return MISSING if owner is MISSING else attribute(owner, node.attr)
            except AttributeError:
                return MISSING
        return MISSING

    def is_generator(self, node: ast.expr) -> bool:
        """Whether an expression names a generator function of the rules."""
        value = self.value(node)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            value = getattr(self.space.get(self.owner), node.attr, None)
        return inspect.isgeneratorfunction(value)

    def is_builtin(self, name: str) -> bool:
        """Whether a name means the builtin of that name."""
        meaning = self.value(ast.Name(name, ast.Load()))
        return meaning is not MISSING and meaning is getattr(builtins, name, MISSING)


LOOKING: tuple[object, ...] = (all, any, enumerate, frozenset, len, list, max, min, set, sorted, sum, zip)
LOOKING += (itertools.combinations, itertools.permutations, itertools.product)


def is_only_looked_at(name: str, nodes: Iterable[ast.AST], names: Names) -> bool:
    """Whether these nodes only read the items of the row that has this name."""
    parents = _parents_in(nodes)
    uses = [part for node in nodes for part in ast.walk(node) if isinstance(part, ast.Name) and part.id == name]
    return all(_looks(parents.get(id(use)), use, names) for use in uses if isinstance(use.ctx, ast.Load))


def _parents_in(nodes: Iterable[ast.AST]) -> dict[int, ast.AST]:
    """Return the parent of every node inside these, by the node's identity."""
    return {id(child): part for node in nodes for part in ast.walk(node) for child in ast.iter_child_nodes(part)}


def _looks(parent: ast.AST | None, use: ast.expr, names: Names) -> bool:
    """Whether a use of a row only reads its items."""
    if isinstance(parent, ast.Call):
        return use in parent.args and any(names.value(parent.func) is one for one in LOOKING)
    if isinstance(parent, ast.comprehension | ast.For):
        return parent.iter is use
    return (isinstance(parent, ast.Subscript) and parent.value is use) or isinstance(parent, ast.Compare)


Inner = ast.FunctionDef | ast.Lambda


def refuse_inner_functions(definition: ast.FunctionDef) -> None:
    """Raise Unsupported for an inner function that is not plainly called in the statements of this function."""
    inner = {*_inner_names(definition)}
    apart = (part for part in ast.walk(definition) if isinstance(part, Inner | Comprehension))
    within = {id(part) for node in apart if node is not definition for part in ast.walk(node)}
    called = {id(node.func) for node in ast.walk(definition) if isinstance(node, ast.Call)} - within
    for node in ast.walk(definition):
        if isinstance(node, ast.Nonlocal):
            raise Unsupported(node, "nonlocal", "let the inner function return what changes")
        if isinstance(node, Inner) and node is not definition and (node.args.defaults or node.args.kwonlyargs):
            raise Unsupported(node, "an inner function with defaults", "let it read the name itself, or give it all")
        if isinstance(node, ast.Call) and node.keywords:
            function = node.func
            if isinstance(function, ast.Lambda) or (isinstance(function, ast.Name) and function.id in inner):
                raise Unsupported(node, "an inner function that is called with names", "give its arguments in order")
        is_read = isinstance(node, ast.Name) and node.id in inner and isinstance(node.ctx, ast.Load)
        if is_read and id(node) not in called:
            what = f"{ast.unparse(node)}, an inner function that is handed on, or called in a comprehension or function"
            raise Unsupported(node, what, "write a method of the class")
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and not _names_one(node):
            parts = (node.value, *getattr(node.value, "elts", ()))
            if any(isinstance(part, ast.Lambda) for part in parts):
                raise Unsupported(node, "a lambda among several things that get names", "give it a line of its own")


def _names_one(node: ast.Assign | ast.AnnAssign) -> bool:
    """Whether this gives a lambda its only name, without an annotation."""
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Lambda):
        return False
    return len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)


def _inner_names(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield the names of inner functions, and of lambdas."""
    for node in ast.walk(definition):
        if isinstance(node, ast.FunctionDef) and node is not definition:
            yield node.name
        if isinstance(node, ast.Assign) and _names_one(node):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def bindings(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield the names that a function and its inner functions bind, one for each binding."""
    for node in ast.walk(definition):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.MatchAs | ast.MatchStar) and node is not definition and node.name:
            yield node.name
