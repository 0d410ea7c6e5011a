"""The names that rules give to the parts of their moves."""

import ast
import inspect
import textwrap
from functools import cache
from typing import Any

from faceup.rules.moves import Move

SHORTEST_NAME = 3  # letters: k and to say nothing


def part_names(rules_class: Any, move: Move) -> tuple[str, ...]:
    """The names of the parts of a move: the fields of a NamedTuple, else those that ``play`` of the rules gives to
    them, ``pile, coins = move``. Empty if one of them is no word.
    """
    names = getattr(move, "_fields", ()) or _names_in_play(rules_class)
    plain = len(names) == len({*names}) and all(len(name) >= SHORTEST_NAME and name[-1].isalpha() for name in names)
    return tuple(name.replace("_", " ") for name in names) if plain else ()


@cache
def _names_in_play(rules_class: Any) -> tuple[str, ...]:
    try:
        function = ast.parse(textwrap.dedent(inspect.getsource(rules_class.play))).body[0]
    except (OSError, SyntaxError, TypeError, ValueError):  # no source, as of rules typed into an interpreter
        return ()
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=parts)], value=ast.Name(id=value)):
                if value == _last_argument(function):
                    return tuple(part.id if isinstance(part, ast.Name) else "" for part in parts)
    return ()


def _last_argument(function: ast.stmt) -> str:
    arguments = function.args.args if isinstance(function, ast.FunctionDef) else []
    return arguments[-1].arg if arguments else ""
