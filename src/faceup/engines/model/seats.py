"""Games of any number of seats: a payoff is a row, one number for each seat.

A payoff of one number means two opponents, and is player 0's: what one gains the other loses.
"""

import ast
from collections.abc import Collection, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import inf
from numbers import Real
from typing import Any, get_args, get_origin

from faceup.engines.model import broken_rules
from faceup.engines.model.dealing import deal
from faceup.engines.model.legal_moves import endless_value, exact_number
from faceup.numbers.exact import Exact
from faceup.results.sentences.words import count_phrase
from faceup.rules.contract import CHANCE, OVER, Game, Patience
from faceup.rules.errors import MISTAKES, RulesError, UnsupportedError, UsageError
from faceup.rules.facts import facts_of, plays_itself
from faceup.rules.method_source import method_tree, returned_values
from faceup.rules.moves import Move
from faceup.rules.texts import line_of

ENDS, LOOKED_AT = 50, 20_000  # limits of the depth-first search for a row: ends, and states
LONGEST = 10_000  # steps of a solitaire game
NEAR = 2_000  # states of the breadth-first search for a row
MANY = 1000  # moves of a state that are listed, at most
MOST_SEATS = 64
#: How a seat chooses between moves that are equal to it: the first of the rules, one at random, the one with the
#: highest total value to the others, or the lowest.
TIES = ("first", "random", "kind", "spiteful")


def seats_of(game: Game | Patience) -> int:
    """Return the number of seats if payoffs, rewards or scores are rows; 0 if they are numbers."""
    if plays_itself(game):
        return _seats_at_table(game)
    return 0 if "_opposed" in vars(game) else _seats(game)  # ``two_opponents`` made this game


@lru_cache(maxsize=256)
def _seats_at_table(game: Patience) -> int:
    """Return the length of the score of one deal, at its end or after LONGEST steps; 0 if it is a number."""
    try:
        table = deal(game, 0, 0)
        any(game.step(table) == OVER for _ in range(LONGEST))
        score: Any = game.score(table)
    except MISTAKES:  # an engine will meet and report it
        return 0
    if not isinstance(score, tuple):
        return 0
    _check_count(game, f"{type(game).__name__}, at the table {game.show(table)}", "score", score)
    return len(score)


def check_ties(game: Game | Patience, ties: str) -> None:
    """Raise UsageError for an unknown way to break ties, or for a game in which ties change nothing."""
    if ties not in TIES:
        raise UsageError(f"ties {ties!r}; possible: {', '.join(TIES)}")
    if plays_itself(game) or not seats_of(game):
        name = type(game).name
        raise UsageError(f"ties are for games in which each seat has its own payoff; {name!r} is not one of them")


def checked_score(game: Patience, table: Any, score: Any, seats: int) -> Any:
    """Return the score: a number, or a row of ``seats`` numbers. Raises RulesError for anything else."""
    if not seats and isinstance(score, Real):
        return score
    if seats and isinstance(score, tuple) and len(score) == seats and all(isinstance(number, Real) for number in score):
        return score
    possible = f"a row of {seats} numbers, one for each seat" if seats else "one number"
    raise RulesError(
        f"{type(game).__name__}, at the table {game.show(table)}: score is {score!r}; possible: {possible}, as "
        f"elsewhere{line_of(game, 'score')}"
    )


@lru_cache(maxsize=256)
def _seats(game: Game) -> int:
    """Return the length of rows: by the annotation of ``payoff`` or ``reward``, else by the first gain.

    Gains are searched in the order of the moves, up to ENDS ends, then near the start; a 0 tells nothing. Where none is
    found, as in a game with long plays, the source of the rules tells. All gains must agree with it. Raises RulesError
    if ``players`` is another number.
    """
    annotated = _annotated_length(game)
    if annotated == 0:
        return 0
    try:
        example = _first_gain(game) or _nearest_gain(game)
    except MISTAKES:  # an engine will meet and report it
        example = None
    if example is not None:
        state, name, gain = example
        if not isinstance(gain, tuple):
            return 0
        _check_count(game, broken_rules.at(game, state), name, gain)
        return len(gain)
    if isinstance(game.endless, tuple):
        _check_count(game, type(game).__name__, "endless", game.endless)
        return len(game.endless)
    players = getattr(game, "players", 0)
    return annotated or _written_length(game) or (players if type(players) is int and players > 2 else 0)


def _annotated_length(game: Game) -> int | None:
    """Return the length of rows by the annotation of ``payoff`` or ``reward``, 0 for one number; None without one."""
    for method in ("payoff", "reward"):
        kind = getattr(type(game), method).__annotations__.get("return")
        if getattr(type(game), method) is getattr(Game, method) or kind is None:
            continue
        if kind in (int, float, Fraction, "int", "float", "Fraction"):
            return 0
        parts = get_args(kind)
        if get_origin(kind) is tuple and parts and Ellipsis not in parts:
            return len(parts)
    return None


def _written_length(game: Game) -> int:
    """Return the length of the first row that the source of ``payoff`` or ``reward`` returns; 0 if it writes none.

    A row without a written length, as in ``tuple(...)``, has one number for each of the ``players``.
    """
    players = getattr(game, "players", 0)
    for method in ("payoff", "reward"):
        function = method_tree(type(game), method)
        for value in returned_values(function) if function else ():
            match value:
                case ast.Tuple(elts=parts) if not any(isinstance(part, ast.Starred) for part in parts):
                    return len(parts)
                case ast.Tuple() | ast.Call(func=ast.Name(id="tuple")) if type(players) is int:
                    return players
    return 0


def _first_gain(game: Game) -> tuple[Any, str, Any] | None:
    """Return (state, what, gain) of the first gain, in the order of the moves, that shows whether gains are rows."""
    rewarding, paying = facts_of(game).rewarding, "payoff" in facts_of(game).overridden
    start = game.start()
    stack, visited, ends = [start], {start}, 0
    while stack and ends < ENDS and len(visited) < LOOKED_AT:
        state = stack.pop()
        turn = game.turn(state)
        if turn == OVER:
            ends += 1
            if paying and _shows_form(gain := game.payoff(state)):
                return state, "payoff", gain
            continue
        after = []
        for move in broken_rules.legal_moves_of(game, state, most=MANY):
            if turn == CHANCE and not game.odds(state, move):
                continue
            if rewarding and _shows_form(gain := game.reward(state, move)):
                return state, f"reward of move {move}", gain
            after.append(game.play(state, move))
        for state in reversed(after):  # the first move is on top of the stack
            if state not in visited:
                visited.add(state)
                stack.append(state)
    return None


def _nearest_gain(game: Game) -> tuple[Any, str, Any] | None:
    """Return (state, "payoff", gain) of the nearest end that shows whether payoffs are rows, among NEAR states."""
    states = [game.start()] if "payoff" in facts_of(game).overridden else []
    visited = set(states)
    for state in states:
        if game.turn(state) == OVER:
            if _shows_form(gain := game.payoff(state)):
                return state, "payoff", gain
            continue
        if len(states) >= NEAR:
            continue  # there is no room for successors
        for move in broken_rules.legal_moves_of(game, state, most=MANY):
            after = game.play(state, move)
            if after not in visited and len(states) < NEAR:
                visited.add(after)
                states.append(after)
    return None


def _shows_form(gain: Any) -> bool:
    """Whether a gain shows if gains are rows or numbers: 0 may stand for a row of zeros."""
    return isinstance(gain, tuple) or bool(gain)


def _check_count(game: Game | Patience, where: str, name: str, row: tuple[Any, ...]) -> None:
    """Raise RulesError unless a row has one number for each seat."""
    players, line = getattr(game, "players", None), line_of(game, name.partition(" ")[0])
    if not 1 <= len(row) <= MOST_SEATS:
        possible = f"possible: 1 to {MOST_SEATS}, one for each seat"
        raise RulesError(f"{where}: {name} has {count_phrase(len(row), 'number')}; {possible}{line}")
    if type(players) is int and players != len(row):
        raise RulesError(f"{where}: {name} has {count_phrase(len(row), 'number')}, and players is {players}{line}")


def checked_gain(game: Game, state: Any, what: str, gain: Any, seats: int) -> Any:
    """Return a gain: a number, or in a game of ``seats`` a row of as many. Raises RulesError for anything else.

    In place of a row, 0 stands for zeros.
    """
    if not seats:
        return broken_rules.checked_number(game, state, what, gain)
    if not isinstance(gain, tuple):
        if broken_rules.checked_number(game, state, what, gain) == 0:
            return gain
        problem = f"{what} is {gain!r}, one number; possible: a row of {seats}, one for each seat, as elsewhere"
        raise RulesError(f"{broken_rules.at(game, state)}: {problem}{line_of(game, what.partition(' ')[0])}")
    if len(gain) != seats:
        problem = f"{what} has {count_phrase(len(gain), 'number')}, elsewhere {seats}"
        raise RulesError(f"{broken_rules.at(game, state)}: {problem}{line_of(game, what.partition(' ')[0])}")
    for number in gain:
        broken_rules.checked_number(game, state, what, number)
    return gain


def exact_gain(game: Game, state: Any, what: str, gain: Any, seats: int) -> tuple[Exact, ...]:
    """Return a gain as an exact row."""
    row = checked_gain(game, state, what, gain, seats)
    if not isinstance(row, tuple):
        return (0,) * seats
    return tuple(exact_number(game, state, what, number) for number in row)


def payoff_row(game: Game, state: Any, seats: int) -> tuple[Exact, ...]:
    """Return what the end in this state pays each seat, exactly."""
    return exact_gain(game, state, "payoff", game.payoff(state), seats)


def reward_row(game: Game, state: Any, move: Move, seats: int) -> tuple[Exact, ...]:
    """Return what a move gains each seat, exactly."""
    return exact_gain(game, state, f"reward of move {move}", game.reward(state, move), seats)


def exact_endless(game: Game, state: Any, seats: int) -> tuple[Exact, ...]:
    """Return the value of an endless play to each seat; one number is the same for all."""
    if isinstance(game.endless, tuple):
        return exact_gain(game, state, "endless", game.endless, seats)
    return (endless_value(game, state),) * seats


class Teams:
    """Sets of seats with equal payoffs, which decide as one.

    ``columns`` are the possible gains of each seat. ``captains`` is the seat that decides for each.
    """

    def __init__(self, columns: Iterable[Hashable]) -> None:
        alike: dict[Hashable, list[int]] = {}
        for seat, column in enumerate(columns):
            alike.setdefault(column, []).append(seat)
        self.all = [team for team in alike.values() if len(team) > 1]
        captain = {seat: team[0] for team in self.all for seat in team}
        self.captains = [captain.get(seat, seat) for seat in range(sum(map(len, alike.values())))]

    def among(self, deciding: Collection[int]) -> list[list[int]]:
        """Return the teams of which several seats decide."""
        return [team for team in self.all if len({*team}.intersection(deciding)) > 1]


def are_opposed(rows: Iterable[Sequence[Any]]) -> bool:
    """Whether there are two seats and all rows have the same sum."""
    rows = list(rows)
    return {*map(len, rows)} == {2} and len({*map(sum, rows)}) == 1


def with_gain(game: Game, totals: tuple[Exact, ...], state: Any, what: str, gain: Any, seats: int) -> tuple[Exact, ...]:
    """Return the totals of all seats plus a gain, exactly; for two opponents, player 0's total only."""
    row = exact_gain(game, state, what, gain, seats) if seats else (exact_number(game, state, what, gain),)
    return plus_row(totals, row)


def plus_row(one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the sum of two rows."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def add(totals: list[Any], gain: Any) -> None:
    """Add a gain to the totals, in place; a number is player 0's, or 0 for a row of zeros."""
    for k in range(len(totals)):
        try:
            totals[k] += gain[k] if isinstance(gain, tuple) else gain
        except OverflowError:  # a whole number too large for a float
            totals[k] = inf


def for_two(game: Game | Patience, deed: str) -> None:
    """Raise UnsupportedError for a game in which each seat has a payoff; ``deed`` is a verb for the message."""
    if seats := seats_of(game):
        name = type(game).__name__
        raise UnsupportedError(
            f"{name} has {seats} seats, each with a payoff of its own; only games of two opponents are {deed}"
        )
