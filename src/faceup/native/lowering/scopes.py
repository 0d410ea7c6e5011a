"""Which names a piece of a function needs from around it."""

import ast
from collections.abc import Iterable, Iterator

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


def bound_in(function: ast.FunctionDef | ast.Lambda) -> set[str]:
    """The names that belong to a function: its arguments and what it assigns."""
    body = [function.body] if isinstance(function, ast.Lambda) else function.body
    return set(arguments_of(function)) | {name for node in body for name in _assigned_names(node)}


def bound_in_block(statements: Iterable[ast.stmt]) -> set[str]:
    """The names that some statements assign."""
    return {name for node in statements for name in _assigned_names(node)}


def arguments_of(function: ast.FunctionDef | ast.Lambda) -> list[str]:
    """The names of a function's arguments."""
    given = function.args
    named = [argument.arg for argument in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    return [*named, *(argument.arg for argument in (given.vararg, given.kwarg) if argument)]


def _assigned_names(node: ast.AST) -> Iterator[str]:
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
    """The names that the loops of a comprehension assign."""
    return {
        name.id
        for generator in comprehension.generators
        for name in ast.walk(generator.target)
        if isinstance(name, ast.Name)
    }


def used_in(nodes: Iterable[ast.AST], around: set[str]) -> list[str]:
    """Which of the names around are read in these nodes, sorted."""
    return sorted({name for node in nodes for name in _read_names(node)} & around)


def _read_names(node: ast.AST) -> Iterator[str]:
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
