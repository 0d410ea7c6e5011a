"""The keys to lists of moves and to their odds, as methods of rules in machine code: ``_moves_key``, ``_odds_key``."""

import ast
import inspect
from functools import cache
from types import FunctionType
from typing import Any

from faceup.native.lowering.memo_keys import KEYED, has_key
from faceup.native.lowering.tree import NoSource, definition_of
from faceup.native.rules_type import register_version, rules_type
from faceup.native.state_shape import StateShape
from faceup.rules.contract import Game


def key_methods(game: Game) -> tuple[str, ...]:
    """The methods that tell together which list of moves a state has, and with which odds; none where they do not."""
    classes: Any = type(game), type(game.start())
    return _key_methods(*classes)


@cache
def _key_methods(rules_class: Any, state_class: Any) -> tuple[str, ...]:
    if any(isinstance(member, property) for cls in state_class.__mro__ for member in vars(cls).values()):
        return ()  # which may make a list, where fields hold what nothing can change
    names = ("moves",) if getattr(rules_class, "odds", None) is Game.odds else ("moves", "odds")
    return names if all(_has_key(inspect.getattr_static(rules_class, name)) for name in names) else ()


def _has_key(method: object) -> bool:
    if not isinstance(method, FunctionType):
        return False
    try:
        definition = definition_of(method)
    except NoSource:
        return False
    return isinstance(definition, ast.FunctionDef) and has_key(definition)


def register_keys(game: Game, shape: StateShape) -> None:
    """Let compiled code ask rules, whose states are of this shape, for the keys of a state."""
    rules_class = type(game)
    kind = rules_type(rules_class, shape.layout, shape.moves.kinds)
    for name in key_methods(game):
        register_version(kind, rules_class, name, f"_{name}_key", KEYED)
