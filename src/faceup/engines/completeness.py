"""What no engine can do without, looked for in the rules before any work begins."""

import dis
import inspect
from difflib import get_close_matches
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

from faceup.engines.broken_rules import check_fields
from faceup.engines.contract_check import check_contract
from faceup.engines.seats import for_two
from faceup.native.reach import helpers_of
from faceup.rules.contract import Game, Patience, Rules
from faceup.rules.errors import RulesError, UnsupportedError, UsageError, quoted
from faceup.rules.facts import facts_of, plays_itself
from faceup.rules.texts import line_of

OWN = (Game, Patience, Rules, object)


def open_game(game: Game | Patience, deed: str, seats: bool = False) -> None:
    """Raise where this is no game with decisions in which everybody sees all: others are not ``compared``, say.

    With ``seats`` each may have a payoff of its own.
    """
    with_decisions(game)
    if facts_of(game).hidden:
        raise UnsupportedError(f"{hides(game)}; only open games are {deed}")
    if not seats:
        for_two(game, deed)


def with_decisions(game: Game | Patience) -> None:
    """Raise where this is no game with decisions, or one that lacks something."""
    check_game(game)
    if plays_itself(game):
        raise UsageError(f"{type(game).name!r} is a patience that plays itself; possible: games with decisions")
    complete(game)


def check_game(game: Any) -> None:
    """Raise UsageError for what is no game, but its name or its class, say."""
    if isinstance(game, Game | Patience):
        return
    if isinstance(game, str):
        raise UsageError(f"{quoted(game)} is the name of a game; possible: faceup.game({quoted(game)})")
    if isinstance(game, type) and issubclass(game, Game | Patience):
        raise UsageError(f"{game.__name__} is the rules of a game; possible: {game.__name__}()")
    raise UsageError(f"{quoted(repr(game))} is no game; possible: faceup.game(NAME)")


def hides(game: Game | Patience) -> str:
    """Why a game is none for an engine that must see all."""
    return f"{type(game).__name__} hides something from its players"


def complete(game: Game | Patience) -> None:
    """Raise RulesError where the rules lack something that no game can do without."""
    check_game(game)
    name = type(game).__name__
    if plays_itself(game):
        needed = {"deck": "deck(self)", "step": "step(self, t)", "score": "score(self, t)"}
        base: type = Patience
        if not hasattr(getattr(game, "Table", None), "_fields"):
            raise RulesError(f"{name} has no class Table(NamedTuple) with its piles")
    else:
        needed = {
            "start": "start(self)",
            "turn": "turn(self, s)",
            "moves": "moves(self, s)",
            "play": "play(self, s, m)",
        }
        base = Game
        if not facts_of(game).staked:
            meant = _meant(game, "payoff") or _meant(game, "reward")
            raise RulesError(f"{name} has neither payoff(self, s) nor reward(self, s, m): nothing is at stake{meant}")
    if plays_itself(game) and (inside := touched(type(game))):
        raise RulesError(
            f"{name} reaches into a pile, for {inside}; its methods are push, pop, top, drop, tuck and others"
        )
    for method, signature in needed.items():
        if getattr(type(game), method) is getattr(base, method):
            raise RulesError(f"{name} has no method {signature}{_meant(game, method)}")
    _check_arguments(game, base)
    _check_player_names(game)
    if not plays_itself(game):
        state = _first_state(game)
        if not hasattr(state, "_fields"):
            raise RulesError(
                f"{name}: start gives {state!r}; possible: a state, self.State(...), a NamedTuple of whole numbers, "
                "and rows of them"
            )
        for quantity in getattr(type(game), "quantities", ()):
            if quantity not in state._fields and not callable(getattr(game, quantity, None)):
                raise RulesError(
                    f"{name}: quantities has {quantity!r}; possible: {', '.join(state._fields)}, or a method (self, s)"
                )
        check_fields(game, state, "start")
    check_contract(game)


def _meant(game: Game | Patience, method: str) -> str:
    """The method of the rules that may be meant for one of the contract, to end a message with; empty for none."""
    own = {name: value for cls in type(game).__mro__ if cls not in OWN for name, value in vars(cls).items()}
    methods = {name for name, value in own.items() if isinstance(value, FunctionType)}
    near = get_close_matches(method, sorted(methods - {name for cls in OWN for name in dir(cls)}), 1)
    return f"; is {near[0]} meant for it?{line_of(game, near[0])}" if near else ""


def _first_state(game: Game) -> Any:
    """The state that start gives; raises RulesError where its class cannot make one."""
    try:
        return game.start()
    except TypeError:
        shape = getattr(type(game), "State", None)
        if not isinstance(shape, type):
            raise
        if not hasattr(shape, "_fields"):
            problem = "State is no NamedTuple; write `class State(NamedTuple):`, and in it a line for each field"
        elif bare := [name for name, value in vars(shape).items() if name[0] != "_" and isinstance(value, int | tuple)]:
            problem = f"{bare[0]} in State is no field; with an annotation it is one: `{bare[0]}: int`"
        else:
            raise
        raise RulesError(f"{type(game).__name__}: {problem}{line_of(game, 'start')}") from None


def _check_player_names(game: Game | Patience) -> None:
    """Raise RulesError where those who play cannot be told apart by what the rules call them."""
    names = game.player_names
    texts = isinstance(names, tuple | list) and all(isinstance(name, str) and name.strip() for name in names)
    if not texts or len(set(names)) < len(names):
        raise RulesError(
            f'{type(game).__name__}: player_names is {names!r}; possible: a name for each, as in ("Ann", "Ben")'
        )


def _check_arguments(game: Game | Patience, base: type) -> None:
    """Raise RulesError where a method of the contract cannot be called as it will be."""
    for method, meant in vars(base).items():
        if method.startswith("_") or not isinstance(meant, FunctionType):
            continue
        own = getattr(game, method)
        if getattr(own, "__func__", None) is meant:
            continue
        arguments = list(inspect.signature(meant).parameters)
        try:
            inspect.signature(own).bind(*arguments[1:])
        except TypeError:
            wanted = f"is asked as {method}({', '.join(arguments)}), and written with other arguments"
            raise RulesError(f"{type(game).__name__}: {method} {wanted}{line_of(game, method)}") from None


def touched(rules_class: type) -> str:
    """What the rules use of a pile that is no method of it: unchecked, machine code would leave the pile."""
    methods = [value for cls in rules_class.__mro__ if cls not in OWN for value in vars(cls).values()]
    plain = {method for method in methods if isinstance(method, FunctionType)}
    for function in plain | {helper for method in plain for helper in helpers_of(method)}:
        if not function.__module__.startswith("faceup.rules") and (name := _inside_of_a_pile(function.__code__)):
            return f"{name} in {function.__name__}"
    return ""


@lru_cache(4096)
def _inside_of_a_pile(code: CodeType) -> str:
    """What this code uses of a pile that is no method of it; each sample of a game asks for the same code again."""
    for instruction in dis.get_instructions(code):
        name, stores = str(instruction.argval), instruction.opname == "STORE_ATTR"
        if (name == "cells" and "ATTR" in instruction.opname) or (stores and name in ("bottom", "end")):
            return name
    return ""
