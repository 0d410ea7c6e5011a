"""The contract held against the rules: what no engine can do without, and what each method gives on a few states.

A sample of states is no proof; it finds what is wrong everywhere before an engine begins.
"""

import dis
import inspect
import random
import warnings
from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice
from types import CodeType, FunctionType
from typing import Any
from weakref import WeakSet

from faceup.engines.model import broken_rules
from faceup.engines.model.broken_rules import at, check_fields
from faceup.engines.model.dealing import deal
from faceup.engines.model.legal_moves import exact_odds
from faceup.engines.model.seats import checked_gain, for_two, seats_of
from faceup.native.digests.reach import helpers_of, names_in
from faceup.rules.contract import CHANCE, OVER, Game, Patience, Rules
from faceup.rules.errors import MISTAKES, MisspelledWarning, RulesError, UnsupportedError, UsageError, quoted
from faceup.rules.facts import facts_of, hides, plays_itself
from faceup.rules.moves import is_move
from faceup.rules.parameters import kinds
from faceup.rules.pile import contents
from faceup.rules.texts import check_words, line_of
from faceup.rules.theory import Theory

PLAYS = 3  # random games
LONGEST = 100  # moves of each
LONG_PLAY = 10_000  # moves in which most games end
MANY = 1000  # moves of a state that are listed: others are not looked at
MOST_TRIED = 6  # moves of a state that are played
LOOKED_AT = 100  # states of a game
OWN = (Game, Patience, Rules, object)

_counted: WeakSet[type] = WeakSet()  # games of which all moves of a state that has MANY were counted
_checked: WeakSet[Game | Patience] = WeakSet()
misspelled_told: WeakSet[type] = WeakSet()  # rules of which somebody hears that a method may be misspelled


def check_contract(game: Game | Patience) -> None:
    """Look at the states of a few random games, or at one deal.

    Raises RulesError that shows the state.
    """
    if game in _checked:
        return
    _checked.add(game)
    try:
        looks = _look_at_table(game) if plays_itself(game) else _look_at_states(game)
        for _ in islice(looks, LOOKED_AT):
            pass
    except RulesError:
        raise
    except MISTAKES:  # which an engine will meet too, and tell in its own way
        pass


def _look_at_states(game: Game) -> Iterator[Any]:
    first = game.start()
    _twice(game, first, "start", "start", first, game.start())
    chooser = random.Random(0)
    for _ in range(PLAYS):
        for state in random_play(game, chooser, LONGEST):
            yield check_state(game, state)


def _look_at_table(game: Patience) -> Iterator[Any]:
    """Play one deal twice, step by step. What else is wrong, the engines say with the table."""
    try:
        one, other = deal(game, 0, 0), deal(game, 0, 0)
        for _ in range(LONGEST):
            before = game.show(one)
            steps = game.step(one), game.step(other)
            if steps[0] != steps[1] or contents(one) != contents(other):
                break
            if steps[0] == OVER:
                return
            yield
        else:
            return
    except MISTAKES:
        return
    raise RulesError(
        f"{type(game).__name__}: step does not do the same twice at the table {before}; only the shuffle is drawn "
        f"by lot{line_of(game, 'step')}"
    )


def random_play(game: Game, chooser: random.Random, longest: int) -> Iterator[Any]:
    """The states of a random game, up to so many."""
    state = game.start()
    for _ in range(longest):
        yield state
        who = game.turn(state)
        if who == OVER:
            return
        moves = broken_rules.legal_moves_of(game, state, most=MANY)
        if who == CHANCE:
            moves = [move for move in moves if game.odds(state, move)] or moves
        state = game.play(state, chooser.choice(moves))


def seems_endless(game: Game) -> bool:
    """Whether a random game does not come to an end soon."""
    return sum(1 for _ in random_play(game, random.Random(0), LONG_PLAY)) == LONG_PLAY


def check_state(game: Game, state: Any) -> list[Any]:
    """Ask the rules about a state twice all that an engine asks; the states after it, of its first moves.

    Raises RulesError, and what the rules raise.
    """
    own, seats = facts_of(game).overridden, seats_of(game)
    who = _twice(game, state, "turn", "turn", game.turn(state), game.turn(state))
    for player in range(seats or 2) if "view" in own else ():
        seen = game.view(state, player)
        _twice(game, state, "view", f"view of player {player}", seen, game.view(state, player))
    if who == OVER:
        payoff = checked_gain(game, state, "payoff", game.payoff(state), seats)
        _twice(game, state, "payoff", "payoff", payoff, game.payoff(state))
        return []
    if not isinstance(who, int) or not CHANCE <= who < (seats or 2):
        raise broken_rules.bad_turn(game, state, who, seats)
    moves = broken_rules.legal_moves_of(game, state, most=MANY)
    if not moves:
        raise broken_rules.no_moves(game, state)
    if len(moves) == MANY and "theory" not in own and type(game) not in _counted:  # a theory lists no moves
        _counted.add(type(game))
        broken_rules.legal_moves_of(game, state)  # raises RulesError where they have no end
    if strange := [move for move in moves if not is_move(move)]:
        raise broken_rules.no_move(game, state, strange[0])
    check_words(game, state, moves)
    _twice(game, state, "moves", "moves", moves, broken_rules.legal_moves_of(game, state, most=MANY))
    if who != CHANCE and "choices" in own:
        choices = broken_rules.legal_moves_of(game, state, "choices", MANY)
        _twice(game, state, "choices", "choices", choices, broken_rules.legal_moves_of(game, state, "choices", MANY))
        if len(moves) < MANY and (extra := [move for move in choices if move not in moves]):
            raise RulesError(
                f"{at(game, state)}: choices has {extra[0]!r}, which moves has not{line_of(game, 'choices')}"
            )
    return [_after(game, state, who, move, "reward" in own) for move in islice(moves, MOST_TRIED)]


def _after(game: Game, state: Any, who: int, move: Any, rewarding: bool) -> Any:
    """The state after a move, asked for twice as are its odds and its reward."""
    if who == CHANCE:
        weight = game.odds(state, move)
        exact_odds(game, state, move, weight)
        _twice(game, state, "odds", f"odds of outcome {move}", weight, game.odds(state, move))
    if rewarding:
        what = f"reward of move {move}"
        gain = checked_gain(game, state, what, game.reward(state, move), seats_of(game))
        _twice(game, state, "reward", what, gain, game.reward(state, move))
    after = game.play(state, move)
    broken_rules.check_played(game, state, move, after)
    _twice(game, state, "play", f"play of move {move}", after, game.play(state, move))
    canon: Any = game.canon(after)
    if "canon" in facts_of(game).overridden:
        if getattr(canon, "_fields", None) != after._fields:
            raise RulesError(f"{at(game, after)}: canon gives {canon!r}; possible: a state{line_of(game, 'canon')}")
        _twice(game, after, "canon", "canon", canon, game.canon(after))
    return after


def _twice(game: Game, state: Any, method: str, what: str, first: Any, second: Any) -> Any:
    """What was given twice for one state; raises RulesError where it was not the same."""
    if first != second:
        raise RulesError(
            f"{at(game, state)}: {what} gives {first!r}, and asked again {second!r}; rules give the same for the same "
            f"state: what is drawn by lot is an outcome of CHANCE, with odds{line_of(game, method)}"
        )
    return first


def breach(game: Game, state: Any) -> RulesError | None:
    """How the rules break the contract at this state, or at one after it, where they do."""
    try:
        for after in check_state(game, state):
            check_state(game, after)
    except RulesError as error:
        return error
    except MISTAKES:  # which the rules raise themselves
        return None
    return None


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


def complete(game: Game | Patience, value_alone: bool = False) -> None:
    """Raise RulesError where the rules lack something that no game can do without.

    Raises UnsupportedError for a game that its theory says is too long to be looked at, unless it is the
    ``value_alone`` that is asked for.
    """
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
        if not facts_of(game).has_payoffs:
            meant = _meant(game, "payoff") or _meant(game, "reward")
            raise RulesError(f"{name} has neither payoff(self, s) nor reward(self, s, m): nothing is at stake{meant}")
    if plays_itself(game) and (inside := unchecked_pile_use(type(game))):
        raise RulesError(
            f"{name} reaches into a pile, for {inside}; its methods are push, pop, top, drop, tuck and others"
        )
    for method, signature in needed.items():
        if getattr(type(game), method) is getattr(base, method):
            raise RulesError(f"{name} has no method {signature}{_meant(game, method)}")
    _check_arguments(game, base)
    if type(game) not in misspelled_told:
        misspelled_told.add(type(game))
        for problem in misspelled_methods(game):
            warnings.warn(f"{name}: {problem}", MisspelledWarning, stacklevel=3)
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
        if is_too_long(game, state):
            if value_alone:
                return
            raise UnsupportedError(
                f"{name} has too many moves with these parameters to be looked at one by one; possible: faceup solve, "
                "which tells what it is worth"
            )
    check_contract(game)


def is_too_long(game: Game, start: Any) -> bool:
    """Whether nothing but a theory can tell anything about the game."""
    theory = game.theory() if facts_of(game).theory else None
    return isinstance(theory, Theory) and not theory.is_short(start)


def _meant(game: Game | Patience, method: str) -> str:
    """The method of the rules that may be meant for one of the contract, to end a message with; empty for none."""
    own = {name: value for cls in type(game).__mro__ if cls not in OWN for name, value in vars(cls).items()}
    methods = {name for name, value in own.items() if isinstance(value, FunctionType)}
    near = get_close_matches(method, sorted(methods - {name for cls in OWN for name in dir(cls)}), 1)
    return f"; is {near[0]} meant for it?{line_of(game, near[0])}" if near else ""


def misspelled_methods(game: Game | Patience) -> list[str]:
    """Methods that nothing calls and that are named almost as one of the contract, which the rules have not."""
    own = vars(type(game))
    known = [name for base in OWN if isinstance(game, base) for name in vars(base) if not name.startswith("_")]
    called = names_read(type(game)) | {*known, *IF_THERE, *getattr(game, "quantities", ())}
    problems = []
    for name, method in own.items():
        if isinstance(method, FunctionType) and name not in called and name[0] != "_":
            near = get_close_matches(name, known, 1, cutoff=0.7)
            if near and near[0] not in own:
                problem = f"the method {name} is called nowhere in the rules; is it meant for {near[0]}?"
                problems.append(f"{problem}{line_of(game, name)}")
    return problems


def names_read(rules_class: type) -> set[str]:
    """The names that stand in the methods, but for ``check``, and in the helpers that they reach."""
    methods = set[FunctionType]()
    for cls in rules_class.__mro__:
        for name, member in vars(cls).items():
            plain = getattr(member, "fget", None) or getattr(member, "__func__", member)
            of_rules = isinstance(plain, FunctionType) and not plain.__module__.startswith("faceup.rules")
            if of_rules and name != "check" and not name.startswith("__"):  # those a dataclass has by itself
                methods.add(plain)
    functions = methods | {helper for method in methods for helper in helpers_of(method)}
    return {name for function in functions for name in names_in(function.__code__)}


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


IF_THERE = {"faces": "self, s, m", "scores": "self, s"}  # methods that are asked of rules which have them


def _check_arguments(game: Game | Patience, base: type) -> None:
    """Raise RulesError where a method of the contract cannot be called as it will be, or is something else."""
    asked: dict[str, Any] = {name: meant for name, meant in vars(base).items() if isinstance(meant, FunctionType)}
    asked |= {name: None for name in IF_THERE if callable(getattr(game, name, None))}
    for method, meant in asked.items():
        own = getattr(game, method)
        if method.startswith("_") or getattr(own, "__func__", None) is meant:
            continue
        arguments = list(inspect.signature(meant).parameters) if meant else IF_THERE[method].split(", ")
        form = f"{method}({', '.join(arguments)})"
        if method in kinds(type(game)):
            problem = f"a parameter {method} takes the place of the method {form}, which rules are asked"
            raise RulesError(f"{type(game).__name__}: {problem}; it needs another name{line_of(game, method)}")
        try:
            inspect.signature(own).bind(*arguments[1:])
        except (TypeError, ValueError):  # the second for a method without self
            wanted = f"is asked as {form}, and written with other arguments"
            wanted += "" if meant else "; a helper of your own needs another name"
            raise RulesError(f"{type(game).__name__}: {method} {wanted}{line_of(game, method)}") from None


def unchecked_pile_use(rules_class: type) -> str:
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
