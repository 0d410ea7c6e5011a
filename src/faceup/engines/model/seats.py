"""Games of any number of seats: what everybody gains is a row, one number for each.

One number means two opponents, and is player 0's: what one gains the other loses.
"""

from collections.abc import Collection, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import inf
from numbers import Real
from typing import Any, get_args, get_origin

from faceup.engines.model import broken_rules
from faceup.engines.model.dealing import deal
from faceup.engines.model.legal_moves import exact_number
from faceup.numbers.exact import Exact
from faceup.rules.contract import CHANCE, OVER, Game, Patience
from faceup.rules.errors import MISTAKES, RulesError, UnsupportedError, UsageError
from faceup.rules.facts import facts_of, plays_itself
from faceup.rules.texts import line_of

ENDS, LOOKED_AT = 50, 20_000  # ends, and states on the way to them, among which a row is looked for
LONGEST = 10_000  # steps of a patience
NEAR = 2_000  # states among which an end is looked for that random games do not meet
MANY = 1000  # moves of a state that are listed
MOST_SEATS = 64
#: Which of several moves is made that are the same to whoever makes it: the first of the rules, one at random, what is
#: worth most to the others together, or least.
TIES = ("first", "random", "kind", "spiteful")


def seats_of(game: Game | Patience) -> int:
    """How many seats there are where payoffs, rewards or scores are rows; 0 where they are numbers."""
    if plays_itself(game):
        return _seats_at_table(game)
    return 0 if "_opposed" in vars(game) else _seats(game)  # a game of two opponents that was made of one of seats


@lru_cache(maxsize=256)
def _seats_at_table(game: Patience) -> int:
    """The length of the score where it is a row, at the end of a deal or where it is still not over after long."""
    try:
        table = deal(game, 0, 0)
        any(game.step(table) == OVER for _ in range(LONGEST))
        score: Any = game.score(table)
    except MISTAKES:  # which an engine will meet too, and tell in its own way
        return 0
    if not isinstance(score, tuple):
        return 0
    _check_count(game, f"{type(game).__name__}, at the table {game.show(table)}", "score", score)
    return len(score)


def check_ties(game: Game | Patience, ties: str) -> None:
    """Raise UsageError for a way to break ties that there is not, or that would change nothing."""
    if ties not in TIES:
        raise UsageError(f"ties {ties!r}; possible: {', '.join(TIES)}")
    if plays_itself(game) or not seats_of(game):
        name = type(game).name
        raise UsageError(f"ties are for games in which each seat has a payoff of its own, and {name!r} is none of them")


def checked_score(game: Patience, table: Any, score: Any, seats: int) -> Any:
    """What rules give: a number, or a row of one for each of so many ``seats``; raises RulesError for anything else."""
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
    """How many seats rows have: as ``payoff`` or ``reward`` is annotated, else as the first gain shows.

    Gains are looked for in the order of the moves, up to the first ENDS ends, then near the start; 0 alone tells
    nothing. Whatever rules give later must be like it. Raises RulesError where ``players`` says another number.
    """
    annotated = _annotated_length(game)
    if annotated == 0:
        return 0
    try:
        met = _first_gain(game) or _nearest_gain(game)
    except MISTAKES:  # which an engine will meet too, and tell in its own way
        met = None
    if met is not None:
        state, what, given = met
        if not isinstance(given, tuple):
            return 0
        _check_count(game, broken_rules.at(game, state), what, given)
        return len(given)
    if isinstance(game.endless, tuple):
        _check_count(game, type(game).__name__, "endless", game.endless)
        return len(game.endless)
    players = getattr(game, "players", 0)
    return annotated or (players if type(players) is int and players > 2 else 0)  # no end was met


def _annotated_length(game: Game) -> int | None:
    """How many numbers the rows have that ``payoff`` or ``reward`` says it returns, 0 for one number; else None."""
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


def _first_gain(game: Game) -> tuple[Any, str, Any] | None:
    """A state with what is gained there, the first in the order of the moves that tells rows from numbers."""
    rewarding, paying = facts_of(game).rewarding, "payoff" in facts_of(game).overridden
    start = game.start()
    stack, seen, ends = [start], {start}, 0
    while stack and ends < ENDS and len(seen) < LOOKED_AT:
        state = stack.pop()
        who = game.turn(state)
        if who == OVER:
            ends += 1
            if paying and _tells(given := game.payoff(state)):
                return state, "payoff", given
            continue
        after = []
        for move in broken_rules.legal_moves_of(game, state, most=MANY):
            if who == CHANCE and not game.odds(state, move):
                continue
            if rewarding and _tells(given := game.reward(state, move)):
                return state, f"reward of move {move}", given
            after.append(game.play(state, move))
        for state in reversed(after):  # so that the first move is followed first
            if state not in seen:
                seen.add(state)
                stack.append(state)
    return None


def _nearest_gain(game: Game) -> tuple[Any, str, Any] | None:
    """The same as of random games, by the shortest way to an end, where few states are nearer."""
    states = [game.start()] if "payoff" in facts_of(game).overridden else []
    seen = set(states)
    for state in states:
        if game.turn(state) == OVER:
            if _tells(given := game.payoff(state)):
                return state, "payoff", given
            continue
        if len(states) >= NEAR:
            continue  # there is room for none of those that follow
        for move in broken_rules.legal_moves_of(game, state, most=MANY):
            after = game.play(state, move)
            if after not in seen and len(states) < NEAR:
                seen.add(after)
                states.append(after)
    return None


def _tells(given: Any) -> bool:
    """Whether what rules give is a row or a number for certain: 0 may be nothing for anybody."""
    return isinstance(given, tuple) or bool(given)


def _check_count(game: Game | Patience, where: str, what: str, row: tuple[Any, ...]) -> None:
    players, line = getattr(game, "players", None), line_of(game, what.partition(" ")[0])
    if not 1 <= len(row) <= MOST_SEATS:
        possible = f"possible: 1 to {MOST_SEATS}, one for each seat"
        raise RulesError(f"{where}: {what} has {len(row)} numbers; {possible}{line}")
    if type(players) is int and players != len(row):
        raise RulesError(f"{where}: {what} has {len(row)} numbers, and players is {players}{line}")


def checked_gain(game: Game, state: Any, what: str, given: Any, seats: int) -> Any:
    """What rules give: a number, or in a game of ``seats`` a row of as many; raises RulesError for anything else.

    0 in the place of a row is nothing for anybody.
    """
    if not seats:
        return broken_rules.checked_number(game, state, what, given)
    if not isinstance(given, tuple):
        if broken_rules.checked_number(game, state, what, given) == 0:
            return given
        problem = f"{what} is {given!r}, one number; possible: a row of {seats}, one for each seat, as elsewhere"
        raise RulesError(f"{broken_rules.at(game, state)}: {problem}{line_of(game, what.partition(' ')[0])}")
    if len(given) != seats:
        problem = f"{what} has {len(given)} numbers, elsewhere {seats}"
        raise RulesError(f"{broken_rules.at(game, state)}: {problem}{line_of(game, what.partition(' ')[0])}")
    for number in given:
        broken_rules.checked_number(game, state, what, number)
    return given


def exact_gain(game: Game, state: Any, what: str, given: Any, seats: int) -> tuple[Exact, ...]:
    """The row that rules mean, without rounding."""
    row = checked_gain(game, state, what, given, seats)
    if not isinstance(row, tuple):
        return (0,) * seats
    return tuple(exact_number(game, state, what, number) for number in row)


def exact_endless(game: Game, state: Any, seats: int) -> tuple[Exact, ...]:
    """What a play without end is worth to each of so many seats: a number is the same for all."""
    if isinstance(game.endless, tuple):
        return exact_gain(game, state, "endless", game.endless, seats)
    return (exact_number(game, state, "endless", game.endless),) * seats


class Teams:
    """Seats that get the same of all that anybody may get, and so decide as one, where there are several such.

    ``columns`` are what each seat may get. ``captains`` decide for each.
    """

    def __init__(self, columns: Iterable[Hashable]) -> None:
        alike: dict[Hashable, list[int]] = {}
        for seat, column in enumerate(columns):
            alike.setdefault(column, []).append(seat)
        self.all = [team for team in alike.values() if len(team) > 1]
        captain = {seat: team[0] for team in self.all for seat in team}
        self.captains = [captain.get(seat, seat) for seat in range(sum(map(len, alike.values())))]

    def among(self, deciding: Collection[int]) -> list[list[int]]:
        """Those of which several decide somewhere."""
        return [team for team in self.all if len({*team}.intersection(deciding)) > 1]


def are_opposed(rows: Iterable[Sequence[Any]]) -> bool:
    """Whether two seats alone share the same sum in all of these."""
    rows = list(rows)
    return {*map(len, rows)} == {2} and len({*map(sum, rows)}) == 1


def with_gain(
    game: Game, totals: tuple[Exact, ...], state: Any, what: str, given: Any, seats: int
) -> tuple[Exact, ...]:
    """What everybody has after rules gave this, without rounding; of two opponents it is what player 0 has."""
    row = exact_gain(game, state, what, given, seats) if seats else (exact_number(game, state, what, given),)
    return plus_row(totals, row)


def plus_row(one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...]:
    """What each seat has of both together."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def add(totals: list[Any], given: Any) -> None:
    """Add what rules give to what everybody has; a number is the first's, or nothing for anybody."""
    for k in range(len(totals)):
        try:
            totals[k] += given[k] if isinstance(given, tuple) else given
        except OverflowError:  # of a whole number that no float can hold
            totals[k] = inf


def for_two(game: Game | Patience, deed: str) -> None:
    """Raise UnsupportedError where there are seats with gains of their own; only other games are ``compared``, say."""
    if seats := seats_of(game):
        name = type(game).__name__
        raise UnsupportedError(
            f"{name} has {seats} seats, each with a payoff of its own; only games of two opponents are {deed}"
        )
