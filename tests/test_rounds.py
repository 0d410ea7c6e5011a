"""Cyclic games, against an oracle that tries every pair of policies and shares no code."""

from fractions import Fraction
from itertools import product
from math import inf
from typing import Any

import pytest

import faceup
from faceup.engines.exact import component_solver
from faceup.engines.exact.decision_process import Action, free_end_components
from faceup.engines.exact.opponents import values_of
from faceup.engines.graph.game_graph import walk
from faceup.engines.solve.cyclic.cyclic_engines import NativeCyclic
from faceup.games.pig import Pig
from faceup.numbers.linear_systems import Chain, eliminate
from faceup.rules import CHANCE, OVER
from faceup.rules.errors import LimitReached, RepeatingStateError, RulesError
from tests.elimination import solve_linear
from tests.games.pieces import Exchanged, Pieces, Together
from tests.games.rounds import Arbitrary, Chase, Duration, Gates, Ruin, Wheel
from tests.games.shortest_ways import Corridor, Errand, Lights
from tests.library import deep


def chain_values(game: Arbitrary, chosen: dict[int, int]) -> dict[int, Fraction]:
    """What each position is worth when all moves are chosen: by Gauss, with positions that never end put apart."""
    places, _ = game.made
    onward: dict[int, dict[int, Fraction]] = {}
    for k, (turn, targets, odds) in enumerate(places):
        if turn == CHANCE:
            onward[k] = {}
            for target, weight in zip(targets, odds, strict=True):
                onward[k][target] = onward[k].get(target, Fraction(0)) + Fraction(weight, sum(odds))
        else:
            onward[k] = {targets[chosen[k]]: Fraction(1)}
    ends = {k for k in onward if any(target < 0 for target in onward[k])}
    while more := {k for k in onward if ends & onward[k].keys()} - ends:
        ends |= more
    values = {k: Fraction(game.endless) for k in onward if k not in ends}
    values |= {k: Fraction(game.payoff(game.State(k))) for k in (-1, -2, -3)}
    order = sorted(ends)
    rows = [[Fraction(int(i == j)) - onward[i].get(j, 0) for j in order] for i in order]
    right = [sum((p * values[t] for t, p in onward[i].items() if t in values), Fraction(0)) for i in order]
    return values | dict(zip(order, solve_linear(rows, right), strict=True))


def oracle(game: Arbitrary) -> Fraction:
    """The most that player 0 is sure of at the start, over all pairs of policies."""
    places, _ = game.made
    options = [[(k, m) for m in range(len(targets))] for k, (turn, targets, _) in enumerate(places) if turn in (0, 1)]
    mine = [own for own in options if places[own[0][0]][0] == 0]
    theirs = [own for own in options if places[own[0][0]][0] == 1]
    return max(
        min(chain_values(game, dict([*first, *second]))[0] for second in product(*theirs)) for first in product(*mine)
    )


CASES = [
    *[{"seed": seed, "endless": seed % 3 - 1} for seed in range(120)],
    *[{"seed": seed, "chance": False, "size": 6} for seed in range(60)],
    *[{"seed": seed, "players": 1, "size": 6, "endless": seed % 2} for seed in range(60)],
    *[{"seed": seed, "players": 0, "size": 8} for seed in range(20)],
]


@pytest.mark.parametrize("first", range(0, len(CASES), 20))
def test_random_games_have_the_value_that_all_pairs_of_policies_give(first: int) -> None:
    for case in CASES[first : first + 20]:
        game = Arbitrary(**case)
        assert faceup.solve(game, engine="cyclic-cpython").value.exact == oracle(game), case


@pytest.mark.parametrize("first", range(0, len(CASES), 40))
def test_best_play_gets_what_was_promised(first: int) -> None:
    for case in CASES[first : first + 40]:
        game = Arbitrary(**case)
        solution = faceup.solve(game, engine="cyclic-cpython")
        places, _ = game.made
        reached = [k for k in range(game.size) if solution.table.knows(game.State(k))]
        policy = {k: solution.move(game.State(k)) if places[k][0] in (0, 1) else 0 for k in reached}
        policy |= dict.fromkeys(set(range(game.size)) - set(reached), 0)
        values = chain_values(game, policy)
        assert values[0] == solution.value.exact, case


def test_the_moves_to_an_end_are_one_more_than_after_a_best_move() -> None:
    for seed in range(100):
        game = Arbitrary(seed=seed, chance=False, size=6)
        table = faceup.solve(game, engine="cyclic-cpython").table
        for state, known in zip(table.parts[0].graph.states, table.parts[0].known, strict=True):
            value, who = known.value.low, game.turn(state)
            if who == OVER or value == 0:
                continue
            after = [table.look_up(game.play(state, move)) for move in game.moves(state)]
            ways = [other.distance for other in after if other.value.low == value]
            assert known.distance == 1 + (min if (value > 0) == (who == 0) else max)(ways), (seed, state)


def test_what_is_known_with_very_long_denominators_stays_exact() -> None:
    rows = [{(i + 1) % 40: Fraction(1, 3), (i * 7) % 40: Fraction(2 + i % 3, 9)} for i in range(40)]
    constants = [Fraction(i - 20, 7**400) if i % 3 else Fraction(1, 2 + i) for i in range(40)]
    exact = eliminate(rows, constants)
    chain = Chain(rows)
    assert [low for low, high in chain.expectation(constants) if low == high] == exact
    wide = chain.between(constants, [constant + Fraction(1, 10**30) for constant in constants])
    assert all(low <= value <= high for (low, high), value in zip(wide, exact, strict=True))
    assert all(high - low < Fraction(1, 10**28) for low, high in wide)


@pytest.mark.parametrize("count", [1, 5, 24, 25, 60])
def test_expectations_are_those_of_elimination(count: int) -> None:
    rows = [
        {(3 * i + 7 * k) % count: Fraction(k + 1, 11) for k in range(min(4, count))}
        if i % 5
        else {(i + 1) % count: Fraction(1)}
        for i in range(count)
    ]
    rows[0] = {}
    constants = [Fraction(i % 7, 1 + i % 3) for i in range(count)]
    chain = Chain(rows)
    found = chain.between(constants, constants)
    assert all(low == high for low, high in found)
    assert [low for low, _ in found] == eliminate(rows, constants)
    long = [constant + Fraction(1, (2 * i + 3) ** 40) for i, constant in enumerate(constants)]  # no float has the least
    wider = [constant + Fraction(1, 1000) for constant in long]
    for given in (long, wider):
        bounds = chain.between(long, given)
        least, most = eliminate(rows, long), eliminate(rows, given)
        assert all(low <= one <= other <= high for (low, high), one, other in zip(bounds, least, most, strict=True))
        assert all(low >= one - Fraction(1, 10**20) for (low, _), one in zip(bounds, least, strict=True))
        assert all(high <= other + Fraction(1, 10**20) for (_, high), other in zip(bounds, most, strict=True))


@pytest.mark.parametrize(
    ("game", "value"),
    [
        (Ruin(), Fraction(3, 7)),
        (Ruin(coins=10, wanted=100), Fraction(1, 10)),
        (Ruin(p=Fraction(2, 5)), (Fraction(3, 2) ** 3 - 1) / (Fraction(3, 2) ** 7 - 1)),
        (Duration(), 12),
        (Duration(coins=30, wanted=100), 2100),
        (Pig(goal=2, sides=2), Fraction(1, 7)),  # wins of 4 in 7
        (Chase(), 0),
        (Chase(gate=4), -1),
    ],
)
def test_known_values(game: Any, value: Any) -> None:
    solution = faceup.solve(game)
    assert (solution.engine, solution.value.how) == ("cyclic-cpython", "exact")
    assert solution.value.exact == value
    assert game.turn(solution.start) in (CHANCE, OVER) or solution.move(solution.start) in solution.best(solution.start)


def test_a_line_that_repeats_ends() -> None:
    solution = faceup.solve(Chase())
    line = solution.line()
    assert 0 < len(line) <= 2 * 36


def test_rewards_without_a_sum_are_told_with_a_way_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """At once: what exact numbers do not give nobody looks for in machine code."""
    monkeypatch.setattr(NativeCyclic, "answer", lambda *_: pytest.fail("machine code was asked"))
    with pytest.raises(
        RepeatingStateError, match=r"in state State\(place=\d\): play can come back to this state, by 0, 0, 0 and"
    ):
        faceup.solve(Wheel())


def cost_of(game: Errand, chosen: dict[int, int]) -> dict[int, Fraction | float]:
    """What each place is worth when all ways are chosen: minus infinity where costs never end."""
    places = game.made
    onward: dict[int, dict[int, Fraction]] = {}
    paid: dict[int, Fraction] = {}
    for k, (turn, targets, odds, costs) in enumerate(places):
        ways = list(zip(targets, odds, costs, strict=True)) if turn == CHANCE else []
        if turn != CHANCE:
            ways = [(targets[chosen[k]], 1, costs[chosen[k]])]
        total = sum(weight for _, weight, _ in ways)
        onward[k], paid[k] = {}, Fraction(0)
        for target, weight, cost in ways:
            onward[k][target] = onward[k].get(target, Fraction(0)) + Fraction(weight, total)
            paid[k] -= Fraction(weight * cost, total)
    reach = {k: {k} for k in onward}
    for _ in onward:
        reach = {k: reach[k].union(*(reach.get(t, {t}) for t in onward[k])) for k in onward}
    values: dict[int, Fraction | float] = {-1: Fraction(0)}
    for k in [k for k in onward if all(k in reach.get(t, ()) for t in reach[k])]:  # among which play stays
        values[k] = -inf if any(paid[t] for t in reach[k]) else Fraction(game.endless)
    values |= {k: -inf for k in onward if any(values.get(t) == -inf for t in reach[k])}
    order = [k for k in onward if k not in values]
    rows = [[Fraction(int(i == j)) - onward[i].get(j, 0) for j in order] for i in order]
    right = [
        paid[i] + sum((p * Fraction(values[t]) for t, p in onward[i].items() if t in values), Fraction(0))
        for i in order
    ]
    return values | dict(zip(order, solve_linear(rows, right), strict=True))


@pytest.mark.parametrize("free", [False, True])
def test_the_cheapest_way_is_that_of_all_policies(free: bool) -> None:
    solved = refused = 0
    for seed in range(60):
        game = Errand(seed=seed, free=free)
        places = game.made
        options = [[(k, m) for m in range(len(own[1]))] for k, own in enumerate(places) if own[0] == 0]
        best = max(cost_of(game, dict(policy))[0] for policy in product(*options))
        try:
            found = faceup.solve(game, engine="cyclic-cpython")
        except RepeatingStateError:
            refused += 1
            continue
        assert found.value.exact == best, seed
        reached = [k for k in range(game.size) if found.table.knows(game.State(k))]
        policy = {k: found.move(game.State(k)) for k in reached if places[k][0] == 0}
        policy |= {k: 0 for k in range(game.size) if k not in policy}
        assert cost_of(game, policy)[0] == best, seed
        solved += 1
    assert solved > 24
    assert refused  # where some place costs for ever, or chance alone goes round for nothing


def test_the_fewest_presses_put_out_the_lights() -> None:
    for lamps in range(1, 7):
        after = {0: 0}
        todo = [0]
        for lit in todo:
            for m in range(lamps):
                there = lit ^ sum(1 << k for k in (m - 1, m, m + 1) if 0 <= k < lamps)
                if there not in after:
                    after[there] = after[lit] + 1
                    todo.append(there)
        solution = faceup.solve(Lights(lamps=lamps))
        assert solution.value.exact == -after[2**lamps - 1]
        assert len(solution.line()) == after[2**lamps - 1]


def test_a_long_corridor_is_walked_straight_on() -> None:
    solution = faceup.solve(Corridor())
    assert solution.value.exact == -2000
    assert solution.move(Corridor.State(1000)) == 1


@pytest.mark.parametrize("engine", ["cyclic-cpython", "cyclic-native"])
@pytest.mark.parametrize("track", [3, deep(9)])
def test_a_canon_that_changes_what_is_worth_what_is_an_error_where_positions_repeat(engine: str, track: int) -> None:
    with pytest.raises(
        RulesError,
        match=r"worth 1 (as canon has it|with canon), and -1 (by its own moves|without); canon may join only states",
    ):
        faceup.solve(Exchanged(track=track), engine=engine)
    right, plain = (faceup.solve(kind(track=track), engine="cyclic-cpython").value for kind in (Together, Pieces))
    assert right == plain


def test_a_race_to_what_is_rounded_is_bounded_by_its_least_and_its_most(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = walk(Gates())
    exact = {state.place: known.value.low for state, known in zip(graph.states, values_of(graph), strict=True)}
    assert [11 * exact[place] for place in range(4)] == [5, -5, 5, -5]
    monkeypatch.setattr(component_solver, "LONGEST_NUMBER", 2)
    for (place,), known in zip(graph.states, values_of(graph), strict=True):
        assert known.value.low <= exact[place] <= known.value.high
        assert (known.value.low < known.value.high) == (place < 4)
        assert place > 1 or known.distance is None


def test_a_search_for_end_components_in_fractions_looks_at_the_limits() -> None:
    def stop() -> None:
        raise LimitReached

    with pytest.raises(LimitReached):
        free_end_components([[Action({0: Fraction(1)}, 0), Action({}, 1)]], 1, stop)
