"""Any number of seats, each with a payoff of its own: values, ties, loops, and rules that are wrong."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import faceup
from faceup.engines.explain.strategies import strategy
from faceup.engines.seats import seats_of
from faceup.engines.solve.rounds import POSITION_BYTES
from faceup.games.centipede import Centipede
from faceup.games.coin_race import CoinRace
from faceup.games.fifteen import Fifteen
from faceup.rules import CHANCE, OVER
from faceup.rules.errors import RulesError, UnsupportedError, UsageError
from faceup.show.text.seats import seat_lines
from faceup.show.text.strategies import strategy_lines
from tests.elimination import solved as eliminated
from tests.games.seats import Bargain, Shooting, Table

SEED_COUNT = 120


def rows_of(solution: Any) -> tuple[Fraction, ...]:
    return tuple(Fraction(seat.value.exact) for seat in solution.seats)


def outcomes_of_ties(game: Any, state: Any) -> set[tuple[Fraction, ...]]:
    """What a game without loops may be worth, over all ways to break ties: one for each position at a time."""
    who = game.turn(state)
    if who == OVER:
        return {tuple(map(Fraction, game.payoff(state)))}
    after = [sorted(outcomes_of_ties(game, game.play(state, move))) for move in game.moves(state)]
    found = set()
    for rows in product(*after):
        if who == CHANCE:
            odds = [game.odds(state, move) for move in game.moves(state)]
            total = sum(odds)
            found.add(
                tuple(sum(w * row[k] for w, row in zip(odds, rows, strict=True)) / total for k in range(game.players))
            )
        else:
            best = max(row[who] for row in rows)
            found |= {row for row in rows if row[who] == best}
    return found


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_values_are_those_of_a_subgame_perfect_equilibrium(players: int) -> None:
    tied = 0
    for seed in range(SEED_COUNT):
        game = Table(players=players, seed=seed, size=9, most=1)
        possible = outcomes_of_ties(game, game.start())
        solution = faceup.solve(game)
        assert solution.engine == "seats"
        for ties in ("first", "kind", "spiteful"):
            assert rows_of(faceup.solve(game, ties=ties)) in possible, (game, ties)
        for k, seat in enumerate(solution.seats):
            assert seat.least.exact <= seat.value.exact <= seat.most.exact
            assert min(row[k] for row in possible) <= seat.least.exact
            assert seat.most.exact <= max(row[k] for row in possible)
        for k, number in enumerate(rows_of(faceup.solve(game, ties="random"))):
            assert min(row[k] for row in possible) <= number <= max(row[k] for row in possible)
        tied += len(possible) > 1
    assert tied > 10 or players == 1


def policy_worth(game: Any, policy: dict[int, int]) -> list[tuple[Fraction, ...]]:
    """What each place is worth to every seat where this is played, and play surely ends; by elimination."""
    size = game.size
    columns = []
    for seat in range(game.players):
        rows, right = [], []
        for k, (who, targets, odds, row) in enumerate(game.made):
            line = [Fraction(int(j == k)) for j in range(size)]
            if who != OVER:
                chosen = list(zip(targets, odds, strict=True)) if who == CHANCE else [(targets[policy[k]], 1)]
                for there, weight in chosen:
                    line[there] -= Fraction(weight, sum(w for _, w in chosen))
            rows.append(line)
            right.append(Fraction(row[seat] if who == OVER else 0))
        columns.append(eliminated(rows, right))
    return list(zip(*columns, strict=True))


def test_an_equilibrium_of_a_game_that_comes_round_is_one() -> None:
    """No seat does better by another move anywhere, where play surely ends whatever is played."""
    solved = refused = 0
    for seed in range(200):
        game = Table(players=3, seed=seed, size=9, back=True)
        try:
            solution = faceup.solve(game)
        except UnsupportedError:
            refused += 1
            continue
        table = solution.table
        decided = [k for k, (who, targets, *_) in enumerate(game.made) if who >= 0 and table.knows(game.State(k))]
        for k in decided:
            rows, who = table.rows(game.State(k)), game.made[k][0]
            assert max(row[who].low for row in rows.values()) == table.row(game.State(k))[who].low, (seed, k)
        solved += solution.endless is None
    assert solved > 100
    assert refused < 20


def test_a_duel_of_three_is_worth_what_is_known() -> None:
    """The weakest shoots in the air: R. Kinnaird (1946), in Gardner's Scientific American column."""
    solution = faceup.solve(Shooting())
    assert rows_of(solution) == (Fraction(25, 63), Fraction(8, 21), Fraction(2, 9))
    assert solution.best(solution.start) == [0]


def test_the_seats_are_counted_in_the_rules() -> None:
    assert [seats_of(Table(players=players)) for players in (1, 2, 5)] == [1, 2, 5]
    assert seats_of(Fifteen()) == 0


class Uneven(Table):
    def payoff(self, s):  # type: ignore[no-untyped-def]
        return super().payoff(s)[: s.place % 3 + 1]


class Miscounted(Table):
    players: int = 4

    def payoff(self, s):  # type: ignore[no-untyped-def]
        return super().payoff(s)[:3]


class Crowd(Table):
    def turn(self, s):  # type: ignore[no-untyped-def]
        return 7 if super().turn(s) >= 0 else super().turn(s)


def test_rows_that_are_wrong_are_told_with_the_state() -> None:
    with pytest.raises(RulesError, match=r"payoff has \d numbers"):
        faceup.solve(Uneven(seed=1))
    with pytest.raises(RulesError, match="payoff has 3 numbers, and players is 4"):
        faceup.solve(Miscounted())
    with pytest.raises(RulesError, match="turn is 7; possible: 0 to 2, a seat, CHANCE"):
        faceup.solve(Crowd())


def test_who_asks_for_two_opponents_is_told() -> None:
    with pytest.raises(UsageError, match="engine 'cpython' is for two opponents, and here are 3 seats"):
        faceup.solve(Table(), engine="cpython")
    with pytest.raises(UsageError, match="engine 'seats' is for games in which payoffs are rows"):
        faceup.solve(Fifteen(), engine="seats")
    with pytest.raises(UnsupportedError, match="and fifteen has two opponents; only games of as many are compared"):
        faceup.same(Table(), Fifteen())
    with pytest.raises(UsageError, match="ties 'nice'; possible: first, random, kind, spiteful"):
        faceup.solve(Table(), ties="nice")


def test_that_there_may_be_other_equilibria_is_said_where_there_are() -> None:
    solution = faceup.solve(Bargain())
    assert solution.others_may_be
    assert "there may be others" in "\n".join(seat_lines(solution))
    assert not faceup.solve(Bargain(opposed=True)).others_may_be  # the value of two opponents is one number
    assert not faceup.solve(Centipede()).others_may_be
    assert faceup.solve(CoinRace()).others_may_be


@pytest.mark.parametrize("positions", [200, 500])
def test_the_memory_says_how_many_positions_there_may_be(positions: int) -> None:
    stopped = faceup.solve(faceup.game("wheel"), memory=positions * POSITION_BYTES)
    assert (stopped.value.how, stopped.value.limit) == ("stopped", "memory")
    assert stopped.states == positions


def test_a_list_in_the_place_of_a_row_is_told() -> None:
    class Listed(Centipede):
        def payoff(self, s: Any) -> Any:
            return list(super().payoff(s))

    with pytest.raises(RulesError, match=r"is the list .*; possible: a number, or a tuple"):
        faceup.solve(Listed())


def test_a_strategy_of_a_seat_is_against_the_others_best_play() -> None:
    found = strategy(faceup.solve(Centipede()), player=1)
    (checked,) = [line for line in strategy_lines(found) if line.startswith("checked")]
    assert "by the second player against the others' best play" in checked
    assert "whatever" not in checked
