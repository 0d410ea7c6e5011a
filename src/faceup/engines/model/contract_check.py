"""Check rules against the contract: the methods that no engine can do without, and their results on a few states.

A sample of states is no proof; it finds what is wrong everywhere before an engine starts.
"""

import dis
import inspect
import random
import warnings
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from itertools import islice, pairwise
from time import sleep
from types import CodeType, FunctionType
from typing import Any
from weakref import WeakSet

from faceup.engines.model import broken_rules
from faceup.engines.model.broken_rules import at, check_fields
from faceup.engines.model.dealing import deal, deck_of, no_decisions
from faceup.engines.model.legal_moves import exact_odds
from faceup.engines.model.seats import checked_gain, seats_of
from faceup.native.digests.reach import helpers_of, is_installed, is_standard, names_in, reachable_values
from faceup.rules.contract import CHANCE, OVER, Game, Patience, Rules
from faceup.rules.errors import (
    MISTAKES,
    MisspelledWarning,
    RulesError,
    UnsupportedError,
    UsageError,
    quoted,
)
from faceup.rules.facts import facts_of, hides, plays_itself
from faceup.rules.moves import is_move
from faceup.rules.names import near_names
from faceup.rules.parameters import kinds
from faceup.rules.pile import contents
from faceup.rules.texts import check_words, line_of, place_in_file
from faceup.rules.theory import Theory

PLAYS = 3  # random games
LONGEST = 100  # moves of each
LONG_PLAY = 10_000  # moves in which most games end
MANY = 1000  # moves of a state that are listed, at most
MOST_TRIED = 6  # moves of a state that are played, at most
LOOKED_AT = 100  # states of a game that are checked
ASKED = 8  # times that deck and start are called again, since two random ones may be equal by chance
SAME = "rules return the same for the same state"
LOT = f"{SAME}: a random event is an outcome of CHANCE, with odds"
ONE_LOT = "only the shuffle is random"
LEAST_TO_WARN = (
    4  # letters of a name of the contract, for a warning about a similar name: many words are similar to say
)
SEEDED = {"Random", "RandomState", "default_rng", "seed"}  # a method that uses one may return the same each time
UNSEEDED = {"getrandom", "urandom", "uuid1", "uuid4"}  # functions that return random numbers of the machine
NOW = {"now", "today", "utcnow"}
FOR_PEOPLE = {"show", "say", "read", "theory"}
OWN = (Game, Patience, Rules, object)

_counted: WeakSet[type] = WeakSet()  # games with a state of MANY moves, which were all counted once
_checked: WeakSet[Game | Patience] = WeakSet()
misspelled_told: WeakSet[type] = WeakSet()  # rules that were already reported for a misspelled method


def check_contract(game: Game | Patience) -> None:
    """Check the states of a few random games, or one deal. Raises RulesError, which shows the state."""
    if game in _checked:
        return
    _checked.add(game)
    try:
        looks = _look_at_table(game) if plays_itself(game) else _look_at_states(game)
        for _ in islice(looks, LOOKED_AT):
            pass
    except RulesError:
        raise
    except MISTAKES:  # an engine will meet and report it
        pass
    if impurity := _impurity_of(type(game)):
        raise RulesError(f"{type(game).__name__}: {impurity}")


def _impurity_of(rules_class: type) -> str:
    """Return the use of a random generator or a clock in the rules, with what to write instead; empty if there is none.

    Generators with a seed are allowed.
    """
    base, way = (Game, LOT) if issubclass(rules_class, Game) else (Patience, ONE_LOT)
    for name in sorted(vars(base).keys() - FOR_PEOPLE):
        method = getattr(rules_class, name)  # the one that is called, also if a base class has it
        if not isinstance(method, FunctionType) or method is getattr(base, name):
            continue
        for function in (method, *helpers_of(method)):
            code = function.__code__
            module = function.__module__ or ""
            if is_standard(module) or is_installed(module):
                continue
            if clock := _clock_read(function):
                return f"{name} reads the clock, with {clock}; {SAME}{_place_of(code)}"
            if not SEEDED.intersection(names_in(code)) and (generator := _generator_asked(function)):
                return f"{name} draws by lot, with {generator}; {way}{_place_of(code)}"
    return ""


def _place_of(code: CodeType) -> str:
    return place_in_file(code.co_filename, code.co_firstlineno)


def _generator_asked(function: FunctionType) -> str:
    """Return the name under which a function of the rules uses a random generator; empty if it uses none."""
    for place, value in reachable_values(function):
        generator = getattr(value, "__self__", value)
        is_of_numpy = type(generator).__module__.startswith("numpy.random")
        is_of_machine = callable(value) and (
            getattr(value, "__module__", "") == "secrets" or getattr(value, "__name__", "") in UNSEEDED
        )
        if isinstance(generator, random.Random) or is_of_numpy or is_of_machine:
            return place.partition(".")[0]
    return ""


def _clock_read(function: FunctionType) -> str:
    """Return the name under which a function of the rules reads a clock; empty if it reads none."""
    code = function.__code__
    for place, value in reachable_values(function):
        owner, _, attribute = place.rpartition(".")
        if owner == attribute and not _has_attribute(code, owner):  # the name ``time`` alone is no ``time.time``
            continue
        is_date = isinstance(value, type) and issubclass(value, date) and not NOW.isdisjoint(names_in(code))
        is_of_time = callable(value) and getattr(value, "__module__", "") == "time" and value is not sleep
        if is_date or is_of_time:
            return place.partition(".")[0]
    return ""


def _has_attribute(code: CodeType, name: str) -> bool:
    """Whether code reads an attribute from an object of the same name, as in ``time.time``."""
    steps = [*dis.get_instructions(code)]
    taken = any(
        one.argval == other.argval == name and other.opname in ("LOAD_ATTR", "LOAD_METHOD")
        for one, other in pairwise(steps)
    )
    return taken or any(_has_attribute(each, name) for each in code.co_consts if isinstance(each, CodeType))


def _look_at_states(game: Game) -> Iterator[Any]:
    """Check the states of a few random games; yield the successors of each."""
    first = game.start()
    for _ in range(ASKED):
        _twice(game, first, "start", "start", first, game.start())
    chooser = random.Random(0)
    for _ in range(PLAYS):
        for state in random_play(game, chooser, LONGEST):
            yield check_state(game, state)


def _look_at_table(game: Patience) -> Iterator[Any]:
    """Play one deal twice, step by step. Raises RulesError if they differ; engines report other errors."""
    deck = deck_of(game)
    for _ in range(ASKED):
        if (other := deck_of(game)) != deck:
            raise RulesError(
                f"{type(game).__name__}: deck yields {quoted(deck)}, and the second time {quoted(other)}; "
                f"{ONE_LOT}{line_of(game, 'deck')}"
            )
    try:
        first, second = deal(game, 0, 0), deal(game, 0, 0)
        for _ in range(LONGEST):
            before = game.show(first)
            steps = game.step(first), game.step(second)
            if steps[0] != steps[1] or contents(first) != contents(second):
                break
            if steps[0] == OVER:
                return
            yield
        else:
            return
    except MISTAKES:
        return
    raise RulesError(
        f"{type(game).__name__}: step does not do the same twice at the table {before}; "
        f"{ONE_LOT}{line_of(game, 'step')}"
    )


def random_play(game: Game, chooser: random.Random, longest: int) -> Iterator[Any]:
    """Yield the states of a random game, at most ``longest``."""
    state = game.start()
    for _ in range(longest):
        yield state
        turn = game.turn(state)
        if turn == OVER:
            return
        moves = broken_rules.legal_moves_of(game, state, most=MANY)
        if turn == CHANCE:
            moves = [move for move in moves if game.odds(state, move)] or moves
        state = game.play(state, chooser.choice(moves))


def seems_endless(game: Game) -> bool:
    """Whether a random game does not end within LONG_PLAY moves."""
    return sum(1 for _ in random_play(game, random.Random(0), LONG_PLAY)) == LONG_PLAY


def check_state(game: Game, state: Any) -> list[Any]:
    """Call all methods that an engine calls at a state, twice; return the successors by its first moves.

    Raises RulesError, and what the rules raise.
    """
    methods, seats = facts_of(game).overridden, seats_of(game)
    turn = _twice(game, state, "turn", "turn", game.turn(state), game.turn(state))
    for player in range(seats or 2) if "view" in methods else ():
        view = game.view(state, player)
        _twice(game, state, "view", f"view of player {player}", view, game.view(state, player))
    if turn == OVER:
        payoff = checked_gain(game, state, "payoff", game.payoff(state), seats)
        _twice(game, state, "payoff", "payoff", payoff, game.payoff(state))
        return []
    if not isinstance(turn, int) or not CHANCE <= turn < (seats or 2):
        raise broken_rules.bad_turn(game, state, turn, seats)
    moves = broken_rules.legal_moves_of(game, state, most=MANY)
    if not moves:
        raise broken_rules.no_moves(game, state)
    if len(moves) == MANY and "theory" not in methods and type(game) not in _counted:  # a theory lists no moves
        _counted.add(type(game))
        broken_rules.legal_moves_of(game, state)  # raises RulesError if they never end
    if invalid := [move for move in moves if not is_move(move)]:
        raise broken_rules.no_move(game, state, invalid[0])
    check_words(game, state, moves)
    _twice(game, state, "moves", "moves", moves, broken_rules.legal_moves_of(game, state, most=MANY))
    if "milestone" in methods:
        kept = game.milestone(state)
        if kept not in (True, False):
            possible = f"possible: True or False{line_of(game, 'milestone')}"
            raise RulesError(f"{at(game, state)}: milestone returns {quoted(kept)}; {possible}")
        _twice(game, state, "milestone", "milestone", kept, game.milestone(state))
    if turn != CHANCE and "information_set" in methods:
        listed = list(islice(game.information_set(game.view(state, turn), turn), MANY))
        if len(listed) < MANY and state not in listed:
            raise RulesError(
                f"{at(game, state)}: information_set does not list this state for the view that player {turn} has of "
                f"it{line_of(game, 'information_set')}"
            )
    if turn != CHANCE and "choices" in methods:
        choices = broken_rules.legal_moves_of(game, state, "choices", MANY)
        _twice(game, state, "choices", "choices", choices, broken_rules.legal_moves_of(game, state, "choices", MANY))
        if len(moves) < MANY and (extra := [move for move in choices if move not in moves]):
            raise RulesError(
                f"{at(game, state)}: choices has {extra[0]!r}, which moves does not yield{line_of(game, 'choices')}"
            )
    return [_after(game, state, turn, move, "reward" in methods) for move in islice(moves, MOST_TRIED)]


def _after(game: Game, state: Any, turn: int, move: Any, rewarding: bool) -> Any:
    """Return the state after a move; compute it, its odds and its reward twice. Raises RulesError."""
    if turn == CHANCE:
        weight = game.odds(state, move)
        exact_odds(game, state, move, weight)
        _twice(game, state, "odds", f"odds of outcome {move}", weight, game.odds(state, move))
    if rewarding:
        quantity = f"reward of move {move}"
        gain = checked_gain(game, state, quantity, game.reward(state, move), seats_of(game))
        _twice(game, state, "reward", quantity, gain, game.reward(state, move))
    after = game.play(state, move)
    broken_rules.check_played(game, state, move, after)
    _twice(game, state, "play", f"play of move {move}", after, game.play(state, move))
    canon: Any = game.canon(after)
    if "canon" in facts_of(game).overridden:
        if getattr(canon, "_fields", None) != after._fields:
            raise RulesError(f"{at(game, after)}: canon returns {canon!r}; possible: a state{line_of(game, 'canon')}")
        _twice(game, after, "canon", "canon", canon, game.canon(after))
    return after


def _twice(game: Game, state: Any, method: str, what: str, first: Any, second: Any) -> Any:
    """Return a result that was computed twice. Raises RulesError if the two differ."""
    if first != second:
        raise RulesError(
            f"{at(game, state)}: {what} returns {first!r}, and the second time {second!r}; {LOT}{line_of(game, method)}"
        )
    return first


def breach(game: Game, state: Any) -> RulesError | None:
    """Return how the rules break the contract at this state or at a successor; None if they do not."""
    try:
        for after in check_state(game, state):
            check_state(game, after)
    except RulesError as error:
        return error
    except MISTAKES:  # the rules raise an error of their own
        return None
    return None


def open_game(game: Game | Patience, deed: str) -> None:
    """Raise unless this is a game with decisions and without hidden information; ``deed`` is a verb for the message."""
    with_decisions(game)
    if facts_of(game).hidden:
        raise UnsupportedError(f"{hides(game)}; only open games are {deed}")


def with_decisions(game: Game | Patience) -> None:
    """Raise unless this is a complete game with decisions."""
    check_game(game)
    if plays_itself(game):
        raise no_decisions(game)
    complete(game)


def check_game(game: Any) -> None:
    """Raise UsageError for anything that is not a game, such as its name or its class."""
    if isinstance(game, Game | Patience):
        return
    if isinstance(game, str):
        raise UsageError(f"{quoted(game)} is the name of a game; possible: faceup.game({quoted(game)})")
    if isinstance(game, type) and issubclass(game, Game | Patience):
        raise UsageError(f"{game.__name__} is the rules of a game; possible: {game.__name__}()")
    raise UsageError(f"{quoted(repr(game))} is not a game; possible: faceup.game(NAME)")


def complete(game: Game | Patience, value_alone: bool = False) -> None:
    """Raise RulesError if the rules lack something that no game can do without.

    Raises UnsupportedError for a game that its theory says is too long to walk, unless only the value is needed
    (``value_alone``).
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
            meant = _misspelling_hint(game, "payoff") or _misspelling_hint(game, "reward")
            raise RulesError(f"{name} has neither payoff(self, s) nor reward(self, s, m): nothing is at stake{meant}")
    if plays_itself(game) and (inside := unchecked_pile_use(type(game))):
        raise RulesError(
            f"{name} reaches into a pile, for {inside}; its methods are push, pop, top, drop, tuck and others"
        )
    for method, signature in needed.items():
        if getattr(type(game), method) is getattr(base, method):
            raise RulesError(f"{name} has no method {signature}{_misspelling_hint(game, method)}")
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
                f"{name}: start returns {state!r}; possible: a state, self.State(...), which is a NamedTuple of whole "
                "numbers, and rows of them"
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
                f"{name} has too many moves with these parameters to list; possible: faceup solve, which prints "
                "its value"
            )
    check_contract(game)


def is_too_long(game: Game, start: Any) -> bool:
    """Whether only a theory can solve the game."""
    theory = game.theory() if facts_of(game).theory else None
    return isinstance(theory, Theory) and not theory.is_short(start)


def _misspelling_hint(game: Game | Patience, method: str) -> str:
    """Return a hint at the method that may be meant for one of the contract, to end a message; empty for none."""
    attributes = {name: value for cls in type(game).__mro__ if cls not in OWN for name, value in vars(cls).items()}
    methods = {name for name, value in attributes.items() if isinstance(value, FunctionType)}
    near = near_names(method, sorted(methods - {name for cls in OWN for name in dir(cls)}))
    return f"; is {near[0]} meant for it?{line_of(game, near[0])}" if near else ""


def misspelled_methods(game: Game | Patience) -> list[str]:
    """Return the methods that nothing calls, with names close to a method of the contract that the rules lack."""
    own = vars(type(game))
    known = [name for base in OWN if isinstance(game, base) for name in vars(base) if not name.startswith("_")]
    long_names = [name for name in known if len(name) >= LEAST_TO_WARN]
    called = names_read(type(game)) | {*known, *IF_THERE, *getattr(game, "quantities", ())}
    problems = []
    for name, method in own.items():
        if isinstance(method, FunctionType) and name not in called and name[0] != "_":
            meant = [part for part in name.split("_") if part in known] or near_names(name, long_names)
            if meant and meant[0] not in own:
                problem = f"the method {name} is called nowhere in the rules; is it meant for {meant[0]}?"
                problems.append(f"{problem}{line_of(game, name)}")
    return problems


def names_read(rules_class: type) -> set[str]:
    """Return the names that occur in the methods, except ``check``, and in the helpers that they reach."""
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
    """Return the start state. Raises RulesError if the State class cannot make one."""
    try:
        return game.start()
    except TypeError:
        shape = getattr(type(game), "State", None)
        if not isinstance(shape, type):
            raise
        if not hasattr(shape, "_fields"):
            problem = "State is not a NamedTuple; write `class State(NamedTuple):`, and in it a line for each field"
        elif bare := [name for name, value in vars(shape).items() if name[0] != "_" and isinstance(value, int | tuple)]:
            problem = f"{bare[0]} in State is not a field; with an annotation it is one: `{bare[0]}: int`"
        else:
            raise
        raise RulesError(f"{type(game).__name__}: {problem}{line_of(game, 'start')}") from None


def _check_player_names(game: Game | Patience) -> None:
    """Raise RulesError unless ``player_names`` are different, non-empty texts."""
    names = game.player_names
    texts = isinstance(names, tuple | list) and all(isinstance(name, str) and name.strip() for name in names)
    if not texts or len(set(names)) < len(names):
        raise RulesError(
            f'{type(game).__name__}: player_names is {names!r}; possible: a name for each, as in ("Ann", "Ben")'
        )


IF_THERE = {"faces": "self, s, m", "scores": "self, s"}  # optional methods that Game does not define


def _check_arguments(game: Game | Patience, base: type) -> None:
    """Raise RulesError if a method of the contract cannot be called with its arguments, or is not a method."""
    methods: dict[str, Any] = {
        name: base_method for name, base_method in vars(base).items() if isinstance(base_method, FunctionType)
    }
    methods |= {name: None for name in IF_THERE if callable(getattr(game, name, None))}
    for method, base_method in methods.items():
        method_given = getattr(game, method)
        if method.startswith("_") or getattr(method_given, "__func__", None) is base_method:
            continue
        arguments = list(inspect.signature(base_method).parameters) if base_method else IF_THERE[method].split(", ")
        form = f"{method}({', '.join(arguments)})"
        if method in kinds(type(game)):
            problem = f"a parameter {method} hides the method {form}, which faceup calls"
            raise RulesError(f"{type(game).__name__}: {problem}; it needs another name{line_of(game, method)}")
        if base_method and not callable(method_given):
            problem = f"{method} is {quoted(method_given)}; possible: a method, as def {form}"
            raise RulesError(f"{type(game).__name__}: {problem}{line_of(game, method)}")
        try:
            inspect.signature(method_given).bind(*arguments[1:])
        except (TypeError, ValueError):  # the second for a method without self
            mismatch = f"faceup calls {form}, but the rules define it with other arguments"
            mismatch += "" if base_method else "; a helper of your own needs another name"
            raise RulesError(f"{type(game).__name__}: {mismatch}{line_of(game, method)}") from None


def unchecked_pile_use(rules_class: type) -> str:
    """Return what the rules access inside a pile that is not a method: machine code would not check its bounds."""
    methods = [value for cls in rules_class.__mro__ if cls not in OWN for value in vars(cls).values()]
    plain = {method for method in methods if isinstance(method, FunctionType)}
    for function in plain | {helper for method in plain for helper in helpers_of(method)}:
        if not function.__module__.startswith("faceup.rules") and (name := _inside_of_a_pile(function.__code__)):
            return f"{name} in {function.__name__}"
    return ""


@lru_cache(4096)
def _inside_of_a_pile(code: CodeType) -> str:
    """Return what this code accesses inside a pile that is not a method."""
    for instruction in dis.get_instructions(code):
        name, stores = str(instruction.argval), instruction.opname == "STORE_ATTR"
        if (name == "cells" and "ATTR" in instruction.opname) or (stores and name in ("bottom", "end")):
            return name
    return ""
