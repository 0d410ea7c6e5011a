"""Between which numbers all payoffs lie, as the text of the rules shows it.

A search that knows it need not ask whether a position is worth more than a win. Where the text does not show it, as a
payoff is looked up or added up over fields, nothing is claimed, and the search asks.
"""

import ast
from fractions import Fraction
from functools import partial
from math import inf
from types import FunctionType
from typing import Any

from faceup.native.lowering.tree import NoSource, definition_of
from faceup.numbers.value import Number
from faceup.rules.contract import Game
from faceup.rules.facts import facts_of

Range = tuple[int, int]
DEEPEST = 5  # calls within calls


class _Unknown(Exception):
    """An expression of which the text does not show what it may be."""


def payoff_range(game: Game) -> Range | None:
    """The least and the most that player 0 may get at an end; None where that is not known, or gained on the way."""
    if facts_of(game).rewarding:
        return None
    try:
        return _of_function(game, type(game).payoff, 0)
    except (_Unknown, NoSource):
        return None


def value_bounds(game: Game) -> tuple[Number, Number]:
    """Between what player 0's value lies wherever play goes, even round for ever; infinite where that is not known."""
    known, endless = payoff_range(game), game.endless
    if known is None or not isinstance(endless, int | Fraction):
        return -inf, inf
    return min(known[0], endless), max(known[1], endless)


def _of_function(game: Game, function: Any, depth: int) -> Range:
    """What a function may return."""
    if not isinstance(function, FunctionType) or depth > DEEPEST:
        raise _Unknown
    definition = definition_of(function)
    if isinstance(definition, ast.Lambda):
        raise _Unknown
    returned = [node.value for node in _own_nodes(definition) if isinstance(node, ast.Return)]
    if not returned or None in returned:
        raise _Unknown
    return _union([_of(game, function, depth, node) for node in returned])


def _own_nodes(node: ast.AST) -> list[ast.AST]:
    """All parts of a function but those of functions in it."""
    found: list[ast.AST] = []
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, ast.FunctionDef | ast.Lambda):
            found += [part, *_own_nodes(part)]
    return found


def _union(ranges: list[Range]) -> Range:
    return min(low for low, _ in ranges), max(high for _, high in ranges)


def _of(game: Game, function: FunctionType, depth: int, node: Any) -> Range:
    """What an expression in a function may be."""
    of = partial(_of, game, function, depth)
    match node:
        case ast.Constant(value=int(number)):
            return int(number), int(number)
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return 0, 1
        case ast.UnaryOp(op=ast.USub()):
            low, high = of(node.operand)
            return -high, -low
        case ast.IfExp():
            return _union([of(node.body), of(node.orelse)])
        case ast.BoolOp():
            return _union([of(value) for value in node.values])
        case ast.BinOp(op=ast.Add()):
            (low, high), (least, most) = of(node.left), of(node.right)
            return low + least, high + most
        case ast.BinOp(op=ast.Sub()):
            (low, high), (least, most) = of(node.left), of(node.right)
            return low - most, high - least
        case ast.BinOp(op=ast.Mult()):
            ends = [one * other for one in of(node.left) for other in of(node.right)]
            return min(ends), max(ends)
        case ast.Attribute(value=ast.Name(id="self"), attr=name) if _is_method(game, function):
            return _whole(_of_game(game, name))
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name)) if _is_method(game, function):
            return _of_function(game, getattr(type(game), name, None), depth + 1)
        case ast.Call(func=ast.Name(id="int"), args=[given], keywords=[]) if _is_builtin(function, "int"):
            return of(given)
        case ast.Call(func=ast.Name(id="bool")) if _is_builtin(function, "bool"):
            return 0, 1
        case ast.Call(func=ast.Name(id=name)) if _is_global(function, name):
            return _of_function(game, function.__globals__.get(name), depth + 1)
        case ast.Name(id=name) if _is_global(function, name):
            return _whole(function.__globals__.get(name))
    raise _Unknown


def _is_method(game: Game, function: FunctionType) -> bool:
    """Whether ``self`` is the game there: the first argument of a method of its class, and never another thing."""
    code = function.__code__
    own = getattr(type(game), function.__name__, None) is function and code.co_varnames[:1] == ("self",)
    stored = any(
        isinstance(node, ast.Name) and node.id == "self" and isinstance(node.ctx, ast.Store)
        for node in ast.walk(definition_of(function))
    )
    return own and not stored


def _of_game(game: Game, name: str) -> Any:
    """A parameter or constant of the game: what a property would compute is not asked."""
    return None if isinstance(getattr(type(game), name, None), property) else getattr(game, name, None)


def _is_global(function: FunctionType, name: str) -> bool:
    """Whether a name in a function is one of its module."""
    code = function.__code__
    return name not in (*code.co_varnames, *code.co_cellvars, *code.co_freevars)


def _is_builtin(function: FunctionType, name: str) -> bool:
    """Whether a name in a function is that of Python itself."""
    return _is_global(function, name) and name not in function.__globals__


def _whole(number: Any) -> Range:
    """A number that the rules name."""
    if not isinstance(number, int):
        raise _Unknown
    return int(number), int(number)
