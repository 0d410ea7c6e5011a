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


def key_methods(rules_class: type) -> tuple[str, ...]:
    """The methods that tell together which list of moves a state has, and with which odds; none where they do not."""
    return _key_methods(rules_class)


@cache
def _key_methods(rules_class: Any) -> tuple[str, ...]:
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


def register_keys(rules_class: type, shape: StateShape) -> None:
    """Let compiled code ask rules, whose states are of this shape, for the keys of a state."""
    kind = rules_type(rules_class, shape.layout, shape.moves.kinds)
    for name in key_methods(rules_class):
        register_version(kind, rules_class, name, f"_{name}_key", KEYED)
