"""The errors for rules that break the contract: each names the game, the state and what was possible."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum, EnumType
from fractions import Fraction
from itertools import chain, islice
from math import isfinite
from operator import index
from typing import Any, get_args

from faceup.rules.cards import HIGHEST_CARD
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import CARDS_ARE, RepeatingStateError, RulesError, error_words
from faceup.rules.fields import field_kinds, holds_words
from faceup.rules.moves import Move
from faceup.rules.parameters import Cards
from faceup.rules.rows import holds_numbers, is_number_set
from faceup.rules.texts import NO_WORD, line_of
from faceup.rules.word_numbers import is_symbol, spelling, words_of

MOST_MOVES = 1_000_000  # of one state; more are taken to be endless
# The exceptions that rules raise in machine code.
RAISED = (ArithmeticError, AssertionError, LookupError, NameError, RuntimeError, TypeError, ValueError)


@contextmanager
def errors_as_unfit(unfit: Callable[[str], Exception]) -> Iterator[None]:
    """Turn errors that rules raise in a loop into ``unfit(text)``; a row that is too small is raised as it is."""
    from faceup.native.operations.encodings import AnotherKind
    from faceup.native.operations.operation import TooLarge
    from faceup.native.operations.row_type import RowTooSmall

    try:
        yield
    except RowTooSmall:
        raise
    except AnotherKind as error:
        raise unfit("met a method that treats a move as one of another kind") from error
    except TooLarge as error:
        raise unfit("met a number that leaves 64 bits") from error
    except RAISED as error:
        raise unfit(f"met an error of the rules: {error_words(error)}") from error


def at(game: Game, state: Any) -> str:
    return f"{type(game).__name__}, in state {state!r}"


def checked_number(game: Game, state: Any, what: str, number: Any) -> Any:
    """Return the number. Raises RulesError for anything but a finite number."""
    if not isinstance(number, int | float | Fraction) or (isinstance(number, float) and not isfinite(number)):
        raise bad_number(game, state, what, number)
    return number


def check_fields(game: Game, state: Any, method: str = "play") -> None:
    """Raise RulesError for a field that is not an integer, a row of them or a word; ``method`` gave the state."""
    kinds = field_kinds(type(state))
    for name, field in zip(state._fields, state, strict=True):
        if instead := _instead(game, name, kinds.get(name), field):
            raise RulesError(f"{at(game, state)}: field {name} is {field!r}; {instead}{line_of(game, method)}")


def _instead(game: Game, name: str, kind: Any, field: Any) -> str:
    """Return what a field of this name and annotation may be; empty if the field is valid."""
    if isinstance(field, str) or is_symbol(field):
        return _instead_of_word(game, name, kind, field)
    if holds_words(kind):
        return "it is annotated as words"
    if isinstance(field, set | frozenset) or holds_numbers(kind):
        return _instead_of_set(name, kind, field)
    if isinstance(field, int) or _is_row(field):
        return ""
    if isinstance(field, list):
        return "a list can change, and a state does not: keep a tuple of it, `tuple(...)`"
    if isinstance(field, tuple):
        if any(isinstance(item, set | frozenset) for item in field):
            return "a row of sets is a tuple[Cards, ...], each the sum of 1 << member"
        return "a row in a state is a tuple of whole numbers; of a board, all squares in one row"
    if kind is Cards:
        return CARDS_ARE
    return "a state's fields are whole numbers, and tuples of them"


def _instead_of_set(name: str, kind: Any, field: Any) -> str:
    """Return what a set, or a field annotated as one, may be; empty if the field is valid."""
    if isinstance(field, set):
        return f"a set can change, and a state does not: keep `frozenset(...)` of it, as `{name}: frozenset[int]`"
    if not isinstance(field, frozenset):
        return "it is annotated as a set of numbers"
    if holds_numbers(kind) and is_number_set(field):
        return ""
    if holds_numbers(kind):
        return f"the members of a set are whole numbers from 0 to {HIGHEST_CARD}; keep others as a sorted tuple"
    small = f"a set of numbers from 0 to {HIGHEST_CARD} is annotated `{name}: frozenset[int]`"
    return f"{small}, and a set of others is kept as a sorted tuple"


def _instead_of_word(game: Game, name: str, kind: Any, word: Any) -> str:
    """Return why a field cannot hold this word, and what to write; empty if it can."""
    if not holds_words(kind):
        own = type(word).__name__
        return f"a field that holds words is annotated so: `{name}: {own if isinstance(word, Enum) else 'str'}`"
    if isinstance(kind, EnumType) and word not in list[Any](kind):
        return f"it is annotated with {kind.__name__}, of which this is not a member"
    if get_args(kind) and word not in get_args(kind):
        return f"it is annotated with {', '.join(map(repr, get_args(kind)))}"
    if kind is str and isinstance(word, Enum) and not isinstance(word, str):
        return f"annotate it with its enumeration: `{name}: {type(word).__name__}`"
    if not spelling(word):
        return 'a word cannot be empty; possible: a word for what it means, as in `"none"`'
    if spelling(word) not in words_of(type(game)):
        possible = "possible: a word that is written there; what is put together is kept as a tuple"
        return f"it {NO_WORD[0].removeprefix('which ')}; {possible}"
    return ""


def _is_row(field: Any) -> bool:
    return type(field) is tuple and all(isinstance(item, int) for item in field)


def no_move(game: Game, state: Any, move: Any) -> RulesError:
    """Return the error for something that ``moves`` gives and that cannot be a move."""
    possible = 'a move is a whole number, a word as in `yield "stop"`, or a tuple of these'
    parts = move if isinstance(move, tuple) else (move,)
    if kinds := [type(part).__name__ for part in parts if isinstance(part, Enum)]:
        possible = f"members of an enumeration are moves where it is one of numbers: `class {kinds[0]}(IntEnum)`"
    return RulesError(f"{at(game, state)}: moves yields {move!r}; {possible}{line_of(game, 'moves')}")


def check_played(game: Game, state: Any, move: Any, after: Any) -> None:
    """Raise RulesError if ``play`` gave no state for this move."""
    if getattr(after, "_fields", None) != state._fields:
        expected = "possible: the state after the move, self.State(...) or s._replace(...)"
        raise RulesError(
            f"{at(game, state)}: play of move {move!r} returns {after!r}; {expected}{line_of(game, 'play')}"
        )
    check_fields(game, after)


def legal_moves_of(game: Game, state: Any, method: str = "moves", most: int = 0) -> list[Any]:
    """Return the moves of a state, at most ``most`` if given. Raises RulesError if they are no moves or never end."""
    moves: Any = getattr(game, method)(state)
    if not isinstance(moves, Iterable):
        raise RulesError(
            f"{at(game, state)}: {method} returns {moves!r}; it must yield every move{line_of(game, method)}"
        )
    listed = list(islice(moves, most or MOST_MOVES + 1))
    if len(listed) > MOST_MOVES:
        raise endless_moves(game, state, method)
    return listed


def some_moves(game: Game, state: Any, method: Callable[[Any], Iterable[Any]]) -> Iterator[Any]:
    """Yield the moves of a state one by one; raise RulesError after MOST_MOVES of them."""
    moves = iter(method(state))
    return chain(islice(moves, MOST_MOVES), _none_left(game, state, method, moves))


def _none_left(game: Game, state: Any, method: Any, moves: Iterator[Any]) -> Iterator[Any]:
    for _ in moves:
        raise endless_moves(game, state, method.__name__)
    yield from ()


def check_end(game: Game, state: Any, moves: int) -> None:
    """Raise RulesError if the moves of a state never end; ``moves`` is how many machine code has listed."""
    if moves > MOST_MOVES:
        for method in ("moves", "choices"):
            legal_moves_of(game, state, method)


def endless_moves(game: Game, state: Any, method: str = "moves") -> RulesError:
    """Return the error for a method whose moves never end."""
    problem = f"{method} yields more than {MOST_MOVES:,} moves, the last of them"
    last = list(islice(getattr(game, method)(state), MOST_MOVES - 2, MOST_MOVES))
    return RulesError(
        f"{at(game, state)}: {problem} {' '.join(map(repr, last))} ...; does it end?{line_of(game, method)}"
    )


def bad_turn(game: Game, state: Any, turn: Any, seats: int = 0) -> RulesError:
    """Return the error for an invalid turn; ``seats`` is the number of seats with payoffs of their own."""
    check_fields(game, state)
    possible = f"0 to {seats - 1}, a seat" if seats > 2 else "0, 1"
    more = "" if seats or not isinstance(turn, int) or turn < 2 else "; with more than two seats payoff gives a row"
    return RulesError(
        f"{at(game, state)}: turn is {turn!r}; possible: {possible}, CHANCE ({CHANCE}), OVER ({OVER}){more}"
        f"{line_of(game, 'turn')}"
    )


def no_moves(game: Game, state: Any) -> RulesError:
    check_fields(game, state)
    return RulesError(f"{at(game, state)}: no legal move, but turn is not OVER{line_of(game, 'moves')}")


def bad_odds(game: Game, state: Any, move: Move, weight: Any) -> RulesError:
    possible = "a weight is a whole number or a fraction, from 0 up"
    return RulesError(f"{at(game, state)}: odds of outcome {move} are {weight!r}; {possible}{line_of(game, 'odds')}")


def no_odds(game: Game, state: Any) -> RulesError:
    return RulesError(f"{at(game, state)}: the odds of all outcomes sum to zero{line_of(game, 'odds')}")


def bad_number(game: Game, state: Any, what: str, number: Any) -> RulesError:
    """Return the error for an invalid number; ``what`` begins with the name of the method that gave it."""
    line = line_of(game, what.partition(" ")[0])
    if isinstance(number, list):
        return RulesError(f"{at(game, state)}: {what} is the list {number!r}; possible: a number, or a tuple{line}")
    return RulesError(f"{at(game, state)}: {what} is {number!r}, which is not a finite number{line}")


def repeats(game: Game, state: Any) -> RepeatingStateError:
    """Return the error for a state that can repeat, for a question or engine that does not take such games."""
    problem = (
        "this state can repeat, so play need not end; "
        "solve, strategy, why, play and simulate take such games, and this question or engine does not yet"
    )
    return _without_end(game, state, problem)


def long_unknown(game: Game, state: Any, not_known: str) -> RepeatingStateError:
    """Return the error for very many moves without a public state."""
    problem = f"{not_known}; if play can go on so for ever, count turns in the state and end the game after some"
    return _without_end(game, state, problem)


def _without_end(game: Game, state: Any, problem: str) -> RepeatingStateError:
    check_fields(game, state)
    error = RepeatingStateError(f"{at(game, state)}: {problem}")
    error.state = state
    return error


def quantity(game: Game, state: Any, name: str) -> int:
    """Return the quantity ``name`` of a state: a field, or the result of the game's method of that name.

    Raises RulesError for anything but a whole number.
    """
    number = getattr(state, name) if name in state._fields else getattr(game, name)(state)
    try:
        return index(number)
    except TypeError:
        message = f"{at(game, state)}: the quantity {name} is {number!r}; possible: a whole number"
        raise RulesError(message) from None
