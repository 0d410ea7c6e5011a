"""What the source of rules shows: what each method returns, and the names that the rules give to the parts of a move.

Threads parse in turn. Before 3.11.5, CPython counts the depth of a syntax tree for all threads together, so two threads
that parse at once may end in an error (python/cpython, issue 106905). ``inspect`` parses too, where it finds a class.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache
from threading import RLock
from typing import Any

from faceup.rules.moves import Move

SHORTEST_NAME = 3  # letters: k and to say nothing

_parsing = RLock()


def parse(text: str, filename: str = "<unknown>") -> ast.Module:
    """Return the syntax tree of a module, parsed by one thread at a time. Raises SyntaxError and ValueError."""
    with _parsing:
        return ast.parse(text, filename)


def class_lines(cls: type) -> tuple[list[str], int]:
    """Return the source lines of a class and the number of the first. Raises OSError or TypeError without source."""
    with _parsing:
        return inspect.getsourcelines(cls)


def method_tree(rules_class: Any, method: str) -> ast.FunctionDef | None:
    """Return the syntax tree of a method; None without its source, as of rules typed into an interpreter."""
    try:
        function = parse(textwrap.dedent(inspect.getsource(getattr(rules_class, method)))).body[0]
    except (OSError, SyntaxError, TypeError, ValueError):
        return None
    return function if isinstance(function, ast.FunctionDef) else None


def returned_values(function: ast.FunctionDef, player: int | None = None) -> list[ast.expr]:
    """Return the expressions that a method returns, those between which ``if`` and ``else`` decide one by one; of a
    method that begins with ``if`` and the number of its last argument, a player, those for this ``player``.
    """
    nodes: list[ast.AST] = [function]
    if player is not None:
        match next((node for node in function.body if not _is_docstring(node)), None):
            case ast.If(ast.Compare(ast.Name(name), [ast.Eq()], [ast.Constant(int() as number)])) as first:
                if name == _last_argument(function) and isinstance(first.body[-1], ast.Return):
                    others = [node for node in function.body if node is not first]
                    nodes = [*(first.body if player == number else [*first.orelse, *others])]
    every = (node for top in nodes for node in ast.walk(top))
    returned = [node.value for node in every if isinstance(node, ast.Return) and node.value is not None]
    return [branch for value in returned for branch in branches(value)]


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def branches(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the expressions between which ``if`` and ``else`` decide."""
    if isinstance(node, ast.IfExp):
        yield from (*branches(node.body), *branches(node.orelse))
    else:
        yield node


def part_names(rules_class: Any, move: Move) -> tuple[str, ...]:
    """The names of the parts of a move: the fields of a NamedTuple, else those that ``play`` of the rules gives to
    them, ``pile, coins = move``. Empty if one of them is no word.
    """
    names = getattr(move, "_fields", ()) or _names_in_play(rules_class)
    plain = len(names) == len({*names}) and all(len(name) >= SHORTEST_NAME and name[-1].isalpha() for name in names)
    return tuple(name.replace("_", " ") for name in names) if plain else ()


@cache
def _names_in_play(rules_class: Any) -> tuple[str, ...]:
    function = method_tree(rules_class, "play")
    if function is None:
        return ()
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=parts)], value=ast.Name(id=value)):
                if value == _last_argument(function):
                    return tuple(part.id if isinstance(part, ast.Name) else "" for part in parts)
    return ()


def _last_argument(function: ast.FunctionDef) -> str:
    arguments = function.args.args
    return arguments[-1].arg if arguments else ""
