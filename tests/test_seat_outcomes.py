"""Several seats: values, values of policies and how play ends, beside plain recursion and elimination with Fractions."""

import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import faceup
from faceup.games.left_center_right import LeftCenterRight
from faceup.rules import CHANCE, OVER
from faceup.rules.errors import UnsupportedError, UsageError
from tests.elimination import solved as eliminated
from tests.games.seats import Paid, Shooting, Table

GAMES = 1000
Row = tuple[Fraction, ...]
Ends = Counter[tuple[Row, int]]  # with which probability play ends with these payoffs after so many moves
Choose = Callable[[list[Row], int], list[int]]


def plus(one: Any, other: Any) -> Row:
    return tuple(Fraction(a) + b for a, b in zip(one, other, strict=True))


def mean(rows: list[Row], weights: list[int]) -> Row:
    total = sum(weights)
    return tuple(sum((w * row[k] for w, row in zip(weights, rows, strict=True)), Fraction(0)) / total for k in range(len(rows[0])))


CONVENTIONS: dict[str, Choose] = {
    "first": lambda rows, who: [0],
    "random": lambda rows, who: list(range(len(rows))),
    "kind": lambda rows, who: [max(range(len(rows)), key=lambda k: sum(rows[k]) - rows[k][who])],
    "spiteful": lambda rows, who: [min(range(len(rows)), key=lambda k: sum(rows[k]) - rows[k][who])],
}


def induction(game: Any, choose: Choose, state: Any) -> Row:
    """What a state is worth to all where each takes what is best for itself, and ties are broken so."""
    who = game.turn(state)
    if who == OVER:
        return tuple(map(Fraction, game.payoff(state)))
    moves = list(game.moves(state))
    rows = [plus(game.reward(state, m) or (0,) * game.players, induction(game, choose, game.play(state, m))) for m in moves]
    if who == CHANCE:
        return mean(rows, [game.odds(state, m) for m in moves])
    equal = [row for row in rows if row[who] == max(other[who] for other in rows)]
    taken = choose(equal, who)
    return mean([equal[k] for k in taken], [1] * len(taken))


def followed(game: Any, policies: Any, state: Any) -> Ends:
    """How play ends where everybody keeps to a policy, by all ways there are."""
    if game.turn(state) == OVER:
        return Counter({(tuple(map(Fraction, game.payoff(state))), 0): Fraction(1)})
    found: Ends = Counter()
    chances = policy_chances(game, policies, state)
    for move, chance in chances.items():
        gain = game.reward(state, move) or (0,) * game.players
        for (row, length), share in followed(game, policies, game.play(state, move)).items():
            found[plus(row, gain), length + 1] += chance * share
    return found


def policy_chances(game: Any, policies: Any, state: Any) -> dict[int, Fraction]:
    """With which chance each move is made."""
    moves, who = list(game.moves(state)), game.turn(state)
    if who == CHANCE:
        total = sum(game.odds(state, move) for move in moves)
        return {move: Fraction(game.odds(state, move), total) for move in moves}
    policy = policies[who % len(policies)]
    if policy == "random":
        return dict.fromkeys(moves, Fraction(1, len(moves)))
    return {moves[0] if policy == "first" else policy(game, state): Fraction(1)}


def last(game: Any, state: Any) -> int:
    """A policy: the last of the moves."""
    return max(game.moves(state))


def seat_rates(ends: Ends, seat: int) -> tuple[Fraction, Fraction]:
    """How often a seat has the highest payoff alone, and with others."""
    top = [(row, share) for (row, _), share in ends.items() if row[seat] == max(row)]
    alone = sum((share for row, share in top if row.count(row[seat]) == 1), Fraction(0))
    return alone, sum((share for _, share in top), Fraction(0)) - alone


def check_distribution(found: Any, ends: Ends) -> None:
    """All that a distribution says, beside what play comes to in every way."""
    rows, lengths = Counter[Row](), Counter[int]()
    for (row, length), share in ends.items():
        rows[row] += share
        lengths[length] += share
    assert {row: share for row, share in found.histogram.items() if share} == {row: share for row, share in rows.items() if share}
    assert found.lengths == lengths
    assert found.length.exact == sum(length * share for length, share in lengths.items())
    for seat in found.seats:
        first = sum(row[seat.seat] * share for row, share in rows.items())
        assert (seat.value.exact, seat.mean.exact) == (first, first)
        assert seat.variance.exact == sum((row[seat.seat] - first) ** 2 * share for row, share in rows.items())
        assert (seat.win_rate.exact, seat.tie_rate.exact) == seat_rates(ends, seat.seat)
    assert (found.won, found.drawn) == seat_rates(ends, 0)


def test_values_and_ends_of_random_games_are_those_of_plain_recursion() -> None:
    differing = 0
    for seed in range(GAMES):
        kind = Paid if seed % 3 == 0 else Table
        game = kind(players=2 + seed % 3, seed=seed, size=5 + seed % 4, most=1 + seed % 2)
        ties = list(CONVENTIONS)[seed % 4]
        solution = faceup.solve(game, ties=ties)
        worth = induction(game, CONVENTIONS[ties], game.start())
        assert tuple(seat.value.exact for seat in solution.seats) == worth, game
        differing += worth != induction(game, CONVENTIONS["first"], game.start())
        policies = ("random", "first", last, "random")[: game.players]
        check_distribution(faceup.outcomes(game, policies), followed(game, policies, game.start()))
        best = faceup.outcomes(solution)
        assert tuple(seat.value.exact for seat in best.seats) == worth, game
    assert differing > 20
