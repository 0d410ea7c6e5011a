"""The check mode: play the rules in CPython with integers that raise an error when they leave 64 bits.

CPython's integers grow and Numba's wrap round, so rules can be right in one and wrong in the other. The check covers
every number that arithmetic makes of states, moves and parameters. A number that passes through ``range`` or ``int``
becomes an ordinary integer until it is combined with a checked one again.
"""

import dataclasses
import inspect
import operator
import random
import threading
import traceback
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain
from math import inf
from pathlib import Path
from typing import Any

from faceup.engines.model import broken_rules
from faceup.engines.model.contract_check import check_state
from faceup.engines.model.legal_moves import exact_payoff, exact_reward, lowest_odds
from faceup.engines.model.limits import Deadline
from faceup.library.errors_in_rules import place_of
from faceup.native.refusal_words import SYMBOLS
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import MISTAKES, RulesError, error_words
from faceup.rules.moves import Move
from faceup.rules.parameters import WORD_MAX, WORD_MIN
from faceup.rules.texts import line_of, place_in_file


class WordError(ArithmeticError):
    """A number left 64 bits, or was shifted by an amount that machine code does not have."""


class Word(int):
    """An integer that stays within 64 bits or raises WordError."""


def _watch_operation(name: str, operation: Callable[[int, int], Any]) -> None:
    """Make an operator of Word check its result."""
    symbol, sign = name.strip("_"), SYMBOLS[name]

    def check_result(result: Any, a: int, b: int) -> Any:
        if isinstance(result, int) and not isinstance(result, bool):
            if not WORD_MIN <= result <= WORD_MAX:
                raise WordError(f"{a} {sign} {b} does not fit in 64 bits")
            return Word(result)
        return result

    def guard(a: int, b: int) -> None:
        if symbol in ("lshift", "rshift") and not 0 <= b < 64:
            raise WordError(f"{a} {sign} {b}: a shift goes by 0 to 63 bits")

    def forward(self: int, other: Any, *modulus: int) -> Any:
        if not isinstance(other, int):
            return NotImplemented
        if modulus:
            return Word(pow(int(self), int(other), *map(int, modulus)))
        guard(int(self), int(other))
        return check_result(operation(int(self), int(other)), int(self), int(other))

    def backward(self: int, other: Any) -> Any:
        if not isinstance(other, int):
            return NotImplemented
        guard(int(other), int(self))
        return check_result(operation(int(other), int(self)), int(other), int(self))

    setattr(Word, f"__{symbol}__", forward)
    setattr(Word, f"__r{symbol}__", backward)


for _name in ("add", "sub", "mul", "floordiv", "mod", "pow", "lshift", "rshift", "and_", "or_", "xor"):
    _watch_operation(_name, getattr(operator, _name))
Word.bit_count = lambda self: Word(int.bit_count(self))  # type: ignore[method-assign]
Word.bit_length = lambda self: Word(int.bit_length(self))  # type: ignore[method-assign]
Word.__abs__ = lambda self: Word(0) - self if self < 0 else self  # type: ignore[method-assign]
Word.__neg__ = lambda self: Word(0) - self  # type: ignore[method-assign]
Word.__invert__ = lambda self: Word(~int(self))  # type: ignore[method-assign]


class LeavesWord(RulesError):
    """A number leaves 64 bits, and the person asked for machine code only."""

    def __init__(self, game: Game, state: Any, line: str) -> None:
        super().__init__(
            f"{broken_rules.at(game, state)}{line}: a number leaves 64 bits, which machine code does not have; "
            "CPython has it: --exact, or --engine cpython"
        )


class LeavesFloats(LeavesWord):
    """A number is larger than a float64 can be."""

    def __init__(self, game: Game, state: Any) -> None:
        RulesError.__init__(
            self,
            f"{broken_rules.at(game, state)}: a sum of odds and payoffs is larger than any float64, which is what "
            "machine code adds; CPython has it: --exact, or --engine cpython",
        )


class LeavesRow(LeavesWord):
    """A row of a state is longer, or has larger numbers, than machine code holds."""

    def __init__(self, game: Game, state: Any, error: Exception) -> None:
        RulesError.__init__(
            self, f"{broken_rules.at(game, state)}: {error_words(error)}; CPython has it: --exact, or --engine cpython"
        )


class OnlyCompiled(RulesError):
    """Rules raise an error in machine code that they do not raise in CPython."""

    def __init__(self, game: Game, state: Any, error: Exception) -> None:
        problem = f"in machine code alone the rules stumble: {error_words(error)}"
        super().__init__(f"{broken_rules.at(game, state)}: {problem}; CPython solves it: --exact, or --engine cpython")


def as_cpython_meets_it(game: Game, state: Any, error: Exception) -> Exception:
    """Return the error that CPython raises at this state, with its line, in place of the one from machine code."""
    from faceup.native.operations.encodings import AnotherKind
    from faceup.native.operations.operation import TooLarge
    from faceup.native.operations.row_type import RowTooSmall

    if isinstance(error, RowTooSmall):  # which is a number too large as well
        return error
    if isinstance(error, TooLarge):
        return LeavesWord(game, *place_of_overflow(game, state))
    if not isinstance(error, (AnotherKind, *broken_rules.RAISED)):
        return error
    try:
        for after in check_state(game, state):
            check_state(game, game.canon(after))
    except MISTAKES as same:
        return same
    return OnlyCompiled(game, state, error)


def broken_contract(game: Game, *states: Any) -> Exception:
    """Return the error for rules that break the contract at one of these states, as a loop in machine code reports."""
    try:
        for state in states:
            _hold_contract(game, state)
    except MISTAKES as error:
        return error
    return OnlyCompiled(game, states[0], ValueError("a turn, a number or the odds are wrong"))


def _hold_contract(game: Game, state: Any) -> None:
    """Raise RulesError for a turn, moves, odds or numbers that machine code cannot go on with."""
    turn = game.turn(state)
    if turn == OVER:
        exact_payoff(game, state)
        return
    if turn not in (CHANCE, 0, 1):
        raise broken_rules.bad_turn(game, state, turn)
    moves = broken_rules.legal_moves_of(game, state, "moves" if turn == CHANCE else "choices")
    if not moves:
        raise broken_rules.no_moves(game, state)
    for move in moves:
        exact_reward(game, state, move)
    if turn == CHANCE:
        lowest_odds(game, state, moves)


def place_of_overflow(game: Game, state: Any) -> tuple[Any, str]:
    """Return the state (this one or a successor) and the line of the rules at which a number leaves 64 bits."""
    watched = watched_rules(game)
    position = state
    try:
        for position in chain([state], _after(watched, state)):
            _ask_all(watched, watched_state(game, position))
    except (WordError, ValueError, OverflowError) as error:
        rules = inspect.getsourcefile(type(game))
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == rules]
        return position, f", line {lines[-1]} of {Path(rules).name}" if rules and lines else ""
    except RulesError:
        pass
    return state, ""


def _after(watched: Game, state: Any) -> Iterator[Any]:
    for move in broken_rules.legal_moves_of(watched, state):
        yield watched.canon(watched.play(state, watched_move(move)))


def _ask_all(watched: Game, state: Any) -> None:
    """Call every method of the rules that an engine calls at a state."""
    turn = watched.turn(state)
    if turn == OVER:
        watched.payoff(state)
        return
    for move in [*broken_rules.legal_moves_of(watched, state), *broken_rules.legal_moves_of(watched, state, "choices")]:
        watched.odds(state, watched_move(move))
        watched.reward(state, watched_move(move))
        watched.canon(watched.play(state, watched_move(move)))


def watched_rules(game: Game) -> Game:
    """Return a copy of the game whose parameters are checked integers."""
    copy = object.__new__(type(game))
    for field in dataclasses.fields(game):
        value = getattr(game, field.name)
        object.__setattr__(copy, field.name, Word(value) if type(value) is int else value)
    vars(copy).update(
        {name: attribute for name, attribute in vars(game).items() if name not in vars(copy)}
    )  # where it begins
    return copy


def watched_move(move: Move) -> Any:
    """Return the move with checked integers."""
    if not isinstance(move, tuple):
        return Word(move) if isinstance(move, int) else move
    move_class: Any = type(move)
    numbers = [Word(part) if isinstance(part, int) else part for part in move]
    return move_class(*numbers) if hasattr(move, "_fields") else tuple(numbers)


def watched_state(game: Game, state: Any) -> Any:
    """Return the state with checked integers as fields. Raises RulesError if a field is not a 64-bit integer."""
    broken_rules.check_fields(game, state)
    for name, field in zip(state._fields, state, strict=True):
        for word in field if isinstance(field, tuple) else [field] if isinstance(field, int) else []:
            if not WORD_MIN <= word <= WORD_MAX:
                raise Overflow(f"{broken_rules.at(game, state)}: field {name} does not fit in 64 bits")
    return type(state)(*map(_watched_field, state))


def _watched_field(field: Any) -> Any:
    """Return a field with checked integers."""
    if isinstance(field, tuple):
        return tuple(map(Word, field))
    return Word(field) if isinstance(field, int) else field


def _check_gain(game: Game, state: Any, method: str, gain: Any) -> None:
    """Raise Overflow if a payoff or reward is not a 64-bit integer or a fraction of two."""
    for number in gain if isinstance(gain, tuple) else [gain]:
        for word in (number.numerator, number.denominator) if isinstance(number, int | Fraction) else ():
            if not WORD_MIN <= word <= WORD_MAX:
                problem = f"{method} {number} does not fit in 64 bits"
                raise Overflow(f"{broken_rules.at(game, state)}: {problem}{line_of(game, method)}")


class Overflow(RulesError):
    """A number of a random game leaves 64 bits."""


def check_numbers(
    game: Game,
    plays: int = 100,
    moves: int = 1_000_000,
    longest: int = 50_000,
    seed: int = 0,
    until: threading.Event | None = None,
) -> int:
    """Play random games with checked integers; raise Overflow, with the state, when a number leaves 64 bits.

    Passing is no proof. It plays ``plays`` random games, or fewer (at least five) if they exceed ``moves`` moves in
    all, each to its end or for ``longest`` moves. Returns how many games were finished before ``until`` was set.
    """
    until = until or Deadline(inf)
    chooser = random.Random(seed)
    moves_left, games = moves, 0
    watched = watched_rules(game)
    state = game.start()
    try:
        for play in range(plays):
            if moves_left <= 0 and play >= 5:
                break
            state = watched_state(game, watched.start())
            for _ in range(longest):
                if until.is_set():
                    return games
                moves_left -= 1
                turn = watched.turn(state)
                if turn == OVER:
                    _check_gain(game, state, "payoff", watched.payoff(state))
                    break
                options = [watched_move(move) for move in broken_rules.legal_moves_of(watched, state)]
                if not options:
                    raise broken_rules.no_moves(game, state)
                if turn == CHANCE:
                    options = [move for move in options if watched.odds(state, move) > 0] or options
                else:
                    broken_rules.legal_moves_of(watched, state, "choices")
                move = chooser.choice(options)
                _check_gain(game, state, "reward", watched.reward(state, move))
                watched.canon(state)
                state = watched_state(game, watched.play(state, move))
            games += 1
        return games
    except (WordError, ValueError, OverflowError) as error:
        place = place_of(error)
        line = place_in_file(place.file, place.line) if place else ""
        raise Overflow(f"{broken_rules.at(game, state)}: {error}{line}") from error
