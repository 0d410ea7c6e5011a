"""What the source of rules shows: what each method returns, and the names that the rules give to the parts of a move.

Threads parse in turn. Before 3.11.5, CPython counts the depth of a syntax tree for all threads together, so two threads
that parse at once may end in an error (python/cpython, issue 106905). ``inspect`` parses too, where it finds a class.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from threading import RLock
from typing import Any

from faceup.rules.moves import Move

SHORTEST_NAME = 3  # letters: k and to say nothing
NOTHING_KNOWN: Mapping[str, int] = {}

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


def returned_values(function: ast.FunctionDef, known: Mapping[str, int] = NOTHING_KNOWN) -> list[ast.expr]:
    """Return the expressions that a method returns, those between which ``if`` and ``else`` decide one by one.

    Those that these ``known`` values of its arguments rule out are left out.
    """
    return [branch for value in _return_values(function.body, known) for branch in branches(value, known)]


def _return_values(body: Sequence[ast.stmt], known: Mapping[str, int]) -> Iterator[ast.expr]:
    for statement in body:
        if isinstance(statement, ast.If):
            holds = _holds(statement.test, known)
            taken = (statement.body if holds is not False else []) + (statement.orelse if holds is not True else [])
            yield from _return_values(taken, known)
            if holds is not None and taken and isinstance(taken[-1], ast.Return):
                return
        else:
            nodes = ast.walk(statement)
            yield from (node.value for node in nodes if isinstance(node, ast.Return) and node.value is not None)


def branches(node: ast.expr, known: Mapping[str, int] = NOTHING_KNOWN) -> Iterator[ast.expr]:
    """Yield the expressions between which ``if`` and ``else`` decide."""
    if isinstance(node, ast.IfExp):
        holds = _holds(node.test, known)
        yield from branches(node.body, known) if holds is not False else ()
        yield from branches(node.orelse, known) if holds is not True else ()
    else:
        yield node


def _holds(test: ast.expr, known: Mapping[str, int]) -> bool | None:
    """Return whether a test of a known value holds: ``player``, ``player == 1`` or ``player != 1``; else None."""
    match test:
        case ast.Name(name) if name in known:
            return bool(known[name])
        case ast.Compare(ast.Name(name), [ast.Eq() | ast.NotEq() as sign], [ast.Constant(value)]) if name in known:
            return (known[name] == value) == isinstance(sign, ast.Eq)
    return None


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
