"""Several seats: values, also of policies, and how play ends, beside plain recursion and elimination with Fractions."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import faceup
from faceup.games.left_center_right import LeftCenterRight
from faceup.games.triple_duel import TripleDuel
from faceup.rules import CHANCE, OVER
from faceup.rules.errors import UnsupportedError, UsageError
from tests.elimination import solve_linear as eliminated
from tests.games.seats import Paid, Table

GAMES = 400
Row = tuple[Fraction, ...]
Ends = Counter[tuple[Row, int]]  # with which probability play ends with these payoffs after so many moves
Choose = Callable[[list[Row], int], list[int]]


def plus(one: Any, other: Any) -> Row:
    return tuple(Fraction(a) + b for a, b in zip(one, other, strict=True))


def mean(rows: list[Row], weights: list[int]) -> Row:
    total = sum(weights)
    return tuple(
        sum((w * row[k] for w, row in zip(weights, rows, strict=True)), Fraction(0)) / total
        for k in range(len(rows[0]))
    )


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
    rows = [
        plus(game.reward(state, m) or (0,) * game.players, induction(game, choose, game.play(state, m))) for m in moves
    ]
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
    assert {row: share for row, share in found.histogram.items() if share} == {
        row: share for row, share in rows.items() if share
    }
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
    for seed in range(GAMES // 2):
        kind = Paid if seed % 3 == 0 else Table
        game = kind(players=2 + seed % 3, seed=seed, size=4 + seed % 3, most=1 + seed % 2)
        ties = list(CONVENTIONS)[seed % 4]
        solution = faceup.solve(game, ties=ties)
        worth = induction(game, CONVENTIONS[ties], game.start())
        assert tuple(seat.value.exact for seat in solution.seats) == worth, game
        differing += worth != induction(game, CONVENTIONS["first"], game.start())
        policies = ("random", "first", last, "random")[: game.players]
        check_distribution(faceup.outcomes(game, policies), followed(game, policies, game.start()))
        best = faceup.outcomes(solution)
        assert tuple(seat.value.exact for seat in best.seats) == worth, game
    assert differing > 10


def chain_figures(game: Any, policies: Any) -> tuple[list[list[Fraction]], Fraction] | None:
    """Of places that can repeat, by elimination: how often each is met from the start on, and how long play lasts.

    None where play may never end.
    """
    size = game.size
    chances = [{} if game.made[k][0] == OVER else policy_chances(game, policies, game.State(k)) for k in range(size)]
    onward = [[Fraction(0)] * size for _ in range(size)]
    for k, moves in enumerate(chances):
        for move, chance in moves.items():
            onward[k][game.made[k][1][move]] += chance
    ending = {k for k in range(size) if not chances[k]}
    while more := {k for k in range(size) if k not in ending and any(onward[k][j] for j in ending)}:
        ending |= more
    if len(ending) < size:
        return None
    rows = [[Fraction(int(j == k)) - onward[j][k] for j in range(size)] for k in range(size)]
    met = eliminated(rows, [Fraction(int(k == 0)) for k in range(size)])
    return met, sum((times for times, moves in zip(met, chances, strict=True) if moves), Fraction(0))


def test_how_games_end_that_repeat_is_what_elimination_says() -> None:
    known = 0
    for seed in range(GAMES // 4):
        game = Table(players=2 + seed % 3, seed=seed, size=6, back=True)
        policies = ("random", last, "first", "random")[: game.players]
        if (figures := chain_figures(game, policies)) is None:
            continue
        met, length = figures
        known += 1
        rows = Counter[Row]()
        for k, times in enumerate(met):
            if game.made[k][0] == OVER and times:
                rows[tuple(map(Fraction, game.made[k][3]))] += times
        found = faceup.outcomes(game, policies)
        assert found.histogram == rows, game
        assert found.length.exact == length, game
        for seat in found.seats:
            assert seat.value.exact == sum(row[seat.seat] * share for row, share in rows.items()), game
    assert known > 40


def test_best_play_of_cyclic_games_is_followed_to_what_it_is_worth() -> None:
    mixed = 0
    for seed in range(GAMES // 8):
        game = Table(players=2 + seed % 3, seed=seed, size=8, back=True)
        try:
            solution = faceup.solve(game)
        except UnsupportedError:
            continue
        found = faceup.outcomes(solution)
        assert [seat.value for seat in found.seats] == [seat.value for seat in solution.seats], game
        mixed += solution.table.may_stay or len(found.histogram) > 1
    assert mixed > 10


class Stalling(Table):
    """One of two may end play or throw again; a play without end costs the first, and pays the second."""

    players: int = 2
    endless = (-1, Fraction(1, 2))
    made = [(0, [1, 0], [1, 1], (0, 0)), (CHANCE, [0, 2], [1, 1], (0, 0)), (OVER, [], [], (3, 3))]


def test_a_play_without_end_is_worth_to_each_what_the_rules_say() -> None:
    found = faceup.outcomes(Stalling(), last)
    assert found.endless == 1
    assert [seat.value.exact for seat in found.seats] == [-1, Fraction(1, 2)]
    assert [seat.win_rate.exact for seat in found.seats] == [0, 0]
    ended = faceup.outcomes(Stalling(), "random")
    assert [seat.tie_rate.exact for seat in ended.seats] == [1, 1]
    assert (ended.endless, ended.seats[0].mean.exact, ended.length.exact) == (0, 3, 6)


def test_who_sits_alone_wins_nothing() -> None:
    found = faceup.outcomes(Table(players=1, seed=3), "random")
    assert (found.won, found.drawn, found.seats[0].win_rate.value) == (None, None, None)
    assert found.seats[0].mean == found.value


def test_policies_are_one_or_one_for_each_seat() -> None:
    with pytest.raises(UsageError, match="2 policies; possible: one for all players, or one for each of 3 seats"):
        faceup.outcomes(Table(), ("random", "first"))


def test_the_worst_moves_are_worst_for_whoever_makes_them() -> None:
    game = TripleDuel()
    solution = faceup.solve(game)
    for seat in range(3):
        policies = tuple("worst" if k == seat else "best" for k in range(3))
        worst = faceup.outcomes(solution, policies).seats[seat].value.exact
        assert worst <= solution.seats[seat].value.exact


def test_left_center_right_ends_as_its_values_say() -> None:
    game = LeftCenterRight(players=3, chips=1)
    found, solution = faceup.outcomes(game), faceup.solve(game)
    assert [seat.win_rate for seat in found.seats] == [seat.value for seat in solution.seats]
    assert sum(seat.win_rate.exact for seat in found.seats) == 1
    assert found.to_frame().columns.tolist() == ["seat_1", "seat_2", "seat_3", "share", "exact"]
