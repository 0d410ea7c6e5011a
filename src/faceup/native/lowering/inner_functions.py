"""Inner functions and lambdas under names: those that the compiler takes wrongly are refused.

Numba inlines an inner function at its calls, and takes the default of an argument that the call gives by name (seen
with 0.68). A comprehension becomes a function of its own, which an inner function cannot be handed to.
"""

import ast
from collections.abc import Iterator

from faceup.native.lowering.names import Comprehension
from faceup.native.lowering.tree import Unsupported

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
    """The names of inner functions, and of lambdas."""
    for node in ast.walk(definition):
        if isinstance(node, ast.FunctionDef) and node is not definition:
            yield node.name
        if isinstance(node, ast.Assign) and _names_one(node):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def bindings(definition: ast.FunctionDef) -> Iterator[str]:
    """The names that a function and its inner functions bind, one for each binding."""
    for node in ast.walk(definition):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.MatchAs | ast.MatchStar) and node is not definition and node.name:
            yield node.name
