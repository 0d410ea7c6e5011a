"""What every engine demands of rules, with the error a person sees when they break it."""

import dis
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isfinite
from types import FunctionType
from typing import Any

from faceup.native.digest import helpers_of
from faceup.results.totals import UNFINISHED, Outcomes
from faceup.rules.contract import CHANCE, OVER, Game, Patience, Rules
from faceup.rules.errors import RepeatingStateError, RulesError, UnsupportedError, UsageError

OWN = (Game, Patience, Rules, object)


def overrides(game: Game, name: str) -> bool:
    """Whether the rules say something of their own for an optional method."""
    return name in vars(game) or getattr(type(game), name) is not getattr(Game, name)


def open_game(game: Game | Patience) -> None:
    """Raise where the rules are none of a game with decisions in which everybody sees everything."""
    if not isinstance(game, Game):
        raise UsageError(f"{type(game).name!r} is a patience that plays itself; possible: games with decisions")
    complete(game)
    if overrides(game, "view"):
        raise UnsupportedError(f"{type(game).__name__} hides something from its players; only open games are compared")


def complete(game: Game | Patience) -> None:
    """Raise RulesError where the rules lack something that no game can do without."""
    name = type(game).__name__
    if isinstance(game, Patience):
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
        if not overrides(game, "payoff") and not overrides(game, "reward"):
            raise RulesError(f"{name} has neither payoff(self, s) nor reward(self, s, m): nothing is at stake")
    if isinstance(game, Patience) and (inside := touched(type(game))):
        raise RulesError(
            f"{name} reaches into a pile, for {inside}; its methods are push, pop, top, drop, tuck and others"
        )
    for method, signature in needed.items():
        if getattr(type(game), method) is getattr(base, method):
            raise RulesError(f"{name} has no method {signature}")
    if isinstance(game, Game):
        state = game.start()
        if not hasattr(state, "_fields"):
            raise RulesError(
                f"{name}: start gives {state!r}; possible: a state, self.State(...), a NamedTuple of integers"
            )
        for quantity in getattr(type(game), "quantities", ()):
            if quantity not in state._fields and not callable(getattr(game, quantity, None)):
                raise RulesError(
                    f"{name}: quantities has {quantity!r}; possible: {', '.join(state._fields)}, or a method (self, s)"
                )
        for field, word in zip(state._fields, state, strict=True):
            if not isinstance(word, int):
                raise RulesError(f"{at(game, state)}: field {field} is {word!r}; a state's fields are integers")


def touched(rules_class: type) -> str:
    """What the rules use of a pile that is no method of it: unchecked, machine code would leave the pile."""
    methods = [value for cls in rules_class.__mro__ if cls not in OWN for value in vars(cls).values()]
    plain = {method for method in methods if isinstance(method, FunctionType)}
    for function in plain | {helper for method in plain for helper in helpers_of(method)}:
        if function.__module__.startswith("faceup.rules"):
            continue
        for instruction in dis.get_instructions(function):
            name, stores = str(instruction.argval), instruction.opname == "STORE_ATTR"
            if (name == "cells" and "ATTR" in instruction.opname) or (stores and name in ("bottom", "end")):
                return f"{name} in {function.__name__}"
    return ""


def state_after(game: Game, moves: Sequence[int]) -> Any:
    """The state after these moves from the start; raises UsageError that says what was possible instead."""
    state = game.start()
    for k, move in enumerate(moves, 1):
        legal = _possible(game, state, k, move)
        if move not in legal:
            raise UsageError(f"move {k} ({move}) is not possible; possible: {' '.join(map(str, legal))}")
        state = game.play(state, move)
    return state


def moves_named(game: Game, words: Sequence[str]) -> list[int]:
    """The moves that these words name, as numbers or as the game says them; raises UsageError for any other word."""
    state, moves = game.start(), []
    for k, word in enumerate(words, 1):
        legal = _possible(game, state, k, word)
        named = named_moves(game, state, legal)
        if word not in named:
            possible = " ".join(map(str, legal))
            texts = [text for text in named if text not in map(str, legal)]
            possible += f" ({', '.join(texts)})" if texts else ""
            raise UsageError(f"move {k} ({word!r}) is not possible; possible: {possible}")
        moves.append(named[word])
        state = game.play(state, named[word])
    return moves


def named_moves(game: Game, state: Any, legal: Iterable[int] | None = None) -> dict[str, int]:
    """The legal moves, or possible outcomes of chance, by their words and by their numbers.

    A number wins; a word that several moves have names none of them.
    """
    moves = list(dict.fromkeys(possible_moves(game, state) if legal is None else legal))
    words = [said(game, state, move) for move in moves]
    count = Counter(words)
    once = {word: move for word, move in zip(words, moves, strict=True) if count[word] == 1}
    return once | {str(move): move for move in moves}


def said(game: Game, state: Any, move: int) -> str:
    """A move as text."""
    word = game.say(state, move)
    if not isinstance(word, str):
        raise RulesError(f"{at(game, state)}: say gives {word!r} for move {move}; possible: text")
    return word


def possible_moves(game: Game, state: Any) -> list[int]:
    """The legal moves, or the outcomes of chance that can happen."""
    moves = game.moves(state)
    if not isinstance(moves, Iterable):
        raise RulesError(f"{at(game, state)}: moves gives {moves!r}; it yields every legal move")
    legal = list(moves)
    return [m for m in legal if game.odds(state, m) > 0] if game.turn(state) == CHANCE else legal


def _possible(game: Game, state: Any, k: int, word: Any) -> list[int]:
    """The same; raises UsageError where the game is over."""
    if game.turn(state) == OVER:
        raise UsageError(f"the game is over before move {k} ({word}); {game.show(state)}")
    return possible_moves(game, state)


def at(game: Game, state: Any) -> str:
    return f"{type(game).__name__}, in state {state!r}"


def checked_number(game: Game, state: Any, what: str, number: Any) -> Any:
    """The number; raises RulesError for what is none, or is not finite."""
    if not isinstance(number, int | float | Fraction) or not isfinite(number):
        raise bad_number(game, state, what, number)
    return number


def bad_turn(game: Game, state: Any, who: Any) -> RulesError:
    return RulesError(f"{at(game, state)}: turn is {who!r}; possible: 0, 1, CHANCE ({CHANCE}), OVER ({OVER})")


def no_moves(game: Game, state: Any) -> RulesError:
    return RulesError(f"{at(game, state)}: no legal move, yet turn does not say OVER")


def bad_odds(game: Game, state: Any, move: int, weight: Any) -> RulesError:
    return RulesError(f"{at(game, state)}: odds of outcome {move} are {weight!r}; a weight is a whole number from 0 up")


def no_odds(game: Game, state: Any) -> RulesError:
    return RulesError(f"{at(game, state)}: the odds of all outcomes sum to zero")


def bad_number(game: Game, state: Any, what: str, number: Any) -> RulesError:
    return RulesError(f"{at(game, state)}: {what} is {number!r}, which is no finite number")


def repeats(game: Game, state: Any) -> RepeatingStateError:
    return RepeatingStateError(
        f"{at(game, state)}: this state can come round again, so play need not end; "
        "backward induction cannot solve games whose states repeat"
    )


def tried(player: Any, games: int, steps: int) -> Outcomes:
    """The outcomes of the first games, in CPython: so many, or until they took so many steps together."""
    import numpy as np

    found: list[Outcomes] = []
    for number in range(games):
        found.append(player.outcomes(number, 1))
        steps -= int(found[-1].lengths[0])
        if steps <= 0:
            break
    return Outcomes(*map(np.concatenate, zip(*found, strict=True)))


def same(game: Game | Patience, seed: int, found: Any, expected: Any) -> None:
    """Raise RulesError where the outcomes of machine code are not those of CPython, which may have stopped earlier."""
    for i in range(len(expected.marks)):
        mine, theirs = ([array[i].item() for array in outcomes] for outcomes in (found, expected))
        if mine != theirs and theirs[1] != UNFINISHED:
            raise RulesError(
                f"{type(game).__name__}, game {i} of seed {seed}: CPython gives score, end and length {theirs}, "
                f"machine code {mine}; most likely a number leaves 64 bits"
            )
