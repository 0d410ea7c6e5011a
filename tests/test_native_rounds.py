"""Cyclic games in machine code: against the oracle, CPython's exact numbers, and the loops as plain Python."""

import threading
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy import sparse
from scipy.sparse.csgraph import connected_components

import faceup
from faceup.engines.graph import component_driver
from faceup.engines.graph.component_driver import APART, DONE, NEXT, enter, leave
from faceup.engines.graph.components import components, is_cyclic, search
from faceup.engines.graph.game_graph import walk
from faceup.engines.model import thresholds
from faceup.engines.model.limits import GivenUp, Limits, run_in_parallel
from faceup.engines.solve.cyclic import flat_solver, policy_iteration
from faceup.engines.solve.cyclic.bounded_table import BoundedPart, NativeCyclicTable
from faceup.engines.solve.cyclic.certificate import assured_positions
from faceup.engines.solve.cyclic.component_kernel import solve_in_floats, solve_single, traits_of
from faceup.engines.solve.cyclic.exact_table import CyclicTable
from faceup.engines.solve.cyclic.flat_components import Flat, extract_component
from faceup.engines.solve.cyclic.flat_solver import MemberActions
from faceup.engines.solve.cyclic.loops import compiled, in_components
from faceup.engines.solve.cyclic.policy_iteration import FACTOR_BYTES, MemberMoves, factor_bytes
from faceup.engines.solve.cyclic.walk import Graph, Walk
from faceup.engines.solve.table import LimitHit
from faceup.games.pig import Pig
from faceup.numbers import intervals
from faceup.rules import CHANCE, OVER
from faceup.rules.errors import LimitReached, RepeatingStateError, UnsupportedError
from tests.games.rounds import Arbitrary, Bump, Chase, Drawn, Paid, Ruin, Tug
from tests.library import deep
from tests.test_rounds import chain_values, oracle

CASES = [
    *[{"seed": seed, "endless": seed % 3 - 1} for seed in range(24)],
    *[{"seed": seed, "chance": False, "size": 6} for seed in range(12)],
    *[{"seed": seed, "players": 1, "size": 6, "endless": seed % 2} for seed in range(12)],
    *[{"seed": seed, "players": 0, "size": 8} for seed in range(4)],
]
CHEAP = Paid(seed=7, size=40, chance=False, players=1, least=-3)
PIG_100 = 0.530592725  # wins of the first player: T. W. Neller, C. G. M. Presser (2004)


def solved(game: Any, **options: Any) -> Any:
    return faceup.solve(game, engine="cyclic-native", **options)


def test_bounds_hold_what_all_pairs_of_policies_give() -> None:
    for case in CASES:
        game = Drawn(**case)
        value = solved(game).value
        assert value.low <= oracle(game) <= value.high, case
        assert value.high - value.low < 1e-11, case
        assert case.get("chance", True) or value.how == "exact", case


def known_states(game: Any) -> dict[Any, Any]:
    """All positions with what is known of them in fractions."""
    (part,) = faceup.solve(game, engine="cyclic-cpython").table.parts
    return dict(zip(part.graph.states, part.known, strict=True))


def same_as_exact(game: Any, width: float = 1e-11) -> int:
    """How many positions are known exactly; everywhere bounds hold the exact value, and distances are the same."""
    exact, found = faceup.solve(game, engine="cyclic-cpython"), solved(game)
    assert found.table.may_stay == exact.table.may_stay
    surely = 0
    for state, known in known_states(game).items():
        bounds, distance, onward, _ = found.table.look_up(state)
        assert bounds.low <= known.value.low <= bounds.high, (game, state)
        assert bounds.high - bounds.low < width * max(1, abs(known.value.low)), (game, state)
        assert distance in (None, known.distance), (game, state)
        assert onward is None or any(game.play(state, move) == onward for move in game.moves(state))
        if game.turn(state) in (0, 1):
            assert found.table.move(state) == CyclicTable.move(found.table, state), (game, state)
        surely += bounds.low == bounds.high
    return surely


@pytest.mark.parametrize(("size", "seeds"), [(4, 12), (25, 6), deep(4, 40), deep(9, 40), deep(25, 40)])
def test_every_position_is_worth_what_fractions_say(size: int, seeds: int) -> None:
    assert sum(same_as_exact(Drawn(seed=seed, size=size, endless=seed % 3 - 1)) for seed in range(seeds))
    for seed in range(seeds):
        game = Drawn(seed=seed, size=size, chance=False)
        exact = known_states(game)
        table = solved(game).table
        assert same_as_exact(game) == len(exact) == table.states
        assert all(table.distance(state) == known.distance for state, known in exact.items())


def test_what_is_gained_on_the_way_is_within_the_bounds() -> None:
    settled = 0
    for seed in range(30):
        game = Paid(seed=seed, size=10)
        try:
            faceup.solve(game, engine="cyclic-cpython")
        except RepeatingStateError:
            with pytest.raises(UnsupportedError, match="cyclic-native"):
                solved(game)
            continue
        same_as_exact(game)
        settled += 1
    assert settled > 10


def played(game: Drawn, solution: Any) -> Fraction:
    """What the moves are worth that the solution makes."""
    places, _ = game.made
    reached = [k for k in range(game.size) if solution.table.knows(game.State(k)) and places[k][0] != CHANCE]
    policy = dict.fromkeys(range(game.size), 0) | {k: solution.move(game.State(k)) for k in reached}
    return chain_values(game, policy)[0]


@pytest.mark.parametrize("few", [0, thresholds.STALLING_POSITIONS])
def test_best_play_gets_what_was_promised(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "STALLING_POSITIONS", few)
    monkeypatch.setattr(thresholds, "STALLING_POSITIONS_AT_LAST", few)
    stalls = 0
    for seed in range(15):
        game = Drawn(seed=seed, size=7, endless=seed % 3 - 1)
        solution = solved(game)
        assert solution.value.low <= played(game, solution) <= solution.value.high, seed
        stalls += solution.endless is not None
    assert stalls > 1


@pytest.mark.parametrize("engine", ["cyclic-cpython", "cyclic-native"])
@pytest.mark.parametrize(("seed", "endless"), [(19, 100), (288, -100)])
def test_best_play_leaves_where_chance_decides_rather_than_stay_for_ever(seed: int, endless: int, engine: str) -> None:
    game = Drawn(seed=seed, size=7, endless=endless)
    solution = faceup.solve(game, engine=engine)
    assert solution.value.low <= played(game, solution) <= solution.value.high


def test_positions_in_which_one_player_may_stall_are_taken_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "STALLING_POSITIONS", 0)
    monkeypatch.setattr(thresholds, "STALLING_POSITIONS_AT_LAST", 0)
    for seed in range(10):
        same_as_exact(Drawn(seed=seed, size=20, players=1, endless=seed % 3 - 1))
        game, settled = Paid(seed=seed, size=12, players=1, least=-2), True
        try:
            faceup.solve(game, engine="cyclic-cpython")
        except RepeatingStateError:
            settled = False
        if settled:
            same_as_exact(game)
        else:
            with pytest.raises(UnsupportedError):
                solved(game)


def test_what_two_who_may_both_stall_are_sure_of_holds_the_exact_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "STALLING_POSITIONS", 0)
    monkeypatch.setattr(thresholds, "STALLING_POSITIONS_AT_LAST", 0)
    met, rivals = 0, flat_solver.StrategyIteration.solve

    def counted(*arguments: Any) -> None:
        nonlocal met
        met += 1
        rivals(*arguments)

    monkeypatch.setattr(flat_solver.StrategyIteration, "solve", counted)
    for seed in range(12):
        same_as_exact(Drawn(seed=seed, size=[6, 12, 24][seed % 3], endless=seed % 3 - 1), width=1e-10)
    same_as_exact(Bump(length=6))
    assert met > 3


def test_a_long_race_in_which_both_may_stall_is_bounded() -> None:
    value = solved(Bump(length=12)).value
    assert value.high - value.low < 1e-12
    assert value.low <= faceup.solve(Bump(length=12), engine="cyclic-cpython").value.low <= value.high


def test_the_cheapest_way_is_that_of_fractions() -> None:
    ways = 0
    for seed in range(15):
        game = Paid(seed=seed, size=12, chance=False, players=1, least=-3)
        try:
            exact = known_states(game)
        except RepeatingStateError:  # there is no way to an end
            continue
        assert same_as_exact(game) == len(exact), seed
        ways += len(exact) > 3
    assert ways > 5


@pytest.mark.parametrize("gate", [0, 4])
def test_a_chase_is_decided_as_in_fractions(gate: int) -> None:
    game = Chase(squares=24, gate=gate)
    exact = known_states(game)
    assert same_as_exact(game) == len(exact)
    table = solved(game).table
    assert all(table.distance(state) == known.distance for state, known in exact.items())


@pytest.mark.deep  # in every run the docs print it
def test_the_value_of_pig_is_within_narrow_bounds() -> None:
    value = faceup.solve(Pig(goal=100)).value
    assert value.how == "bounded"
    assert value.high - value.low < 1e-12
    assert abs((value.value + 1) / 2 - PIG_100) < 1e-9


def test_the_value_of_a_shorter_pig_is_that_of_fractions() -> None:
    same_as_exact(Pig(goal=8))


@pytest.mark.parametrize("length", [deep(10), 3000])
def test_a_long_walk_is_bounded_all_the_same(length: int) -> None:
    value = solved(Ruin(wanted=length)).value
    assert value.low <= Fraction(3, length) <= value.high
    assert value.high - value.low < 1e-13


def test_a_game_of_two_that_takes_long_to_end_is_bounded_all_the_same() -> None:
    same_as_exact(Tug(places=20), width=1e-9)


def flat_of(game: Any, exact: bool) -> Flat:
    """The positions of a game, nothing of which is known."""
    graph = Walk(game, game.start(), Limits()).graph
    count = len(graph.turns)
    return Flat(
        *graph,
        errors=np.zeros(0 if exact else count),
        distances=np.zeros(count, np.int32),
        onward=np.zeros(0, np.int32) if exact else np.full(count, -1, np.int32),
        finer=np.zeros(0),
    )


@pytest.mark.parametrize(
    "game", [Pig(goal=6), Drawn(seed=8, size=40), Drawn(seed=9, size=40, chance=False), Paid(seed=3, size=30), CHEAP]
)
def test_the_loops_are_the_same_in_plain_python(game: Any) -> None:
    found = []
    for look, loop in ((search, solve_in_floats), (compiled(search), compiled(solve_in_floats))):
        flat = flat_of(game, exact=type(game) is Drawn and not game.chance)
        count = len(flat.turns)
        order, starts = np.empty(count, np.int32), np.zeros(count + 1, np.int32)
        parts = look(flat.first, flat.targets, order, starts, np.zeros((5, count), np.int32))
        place, registers = np.full(count, -1, np.int32), np.array([0, parts, 0, 0])
        turns = np.arange(parts, dtype=np.int32)
        while (said := loop(flat, 0.0, order, starts[: parts + 1], turns, place, registers)) == APART:
            members = order[starts[registers[NEXT]] : starts[registers[NEXT] + 1]]
            place[members] = -1
            flat.values[members] = 0.5
            registers[NEXT] += 1
        assert said == DONE
        found.append([order, starts, *flat, registers])
    for plain, fast in zip(*found, strict=True):
        assert np.array_equal(plain, fast)


@pytest.mark.parametrize(
    "game", [Pig(goal=6), Drawn(seed=9, size=40), Drawn(seed=9, size=40, chance=False), Paid(seed=3, size=30), CHEAP]
)
def test_what_decides_by_which_method_a_component_is_solved_is_counted_alike_in_fractions_and_floats(game: Any) -> None:
    flat, met = flat_of(game, exact=False), 0
    order, starts = in_components(flat.first, flat.targets)
    place = np.full(len(flat.turns), -1, np.int32)
    for begin, end in pairwise(starts):
        if is_cyclic(flat.first, flat.targets, order, begin, end):
            members, count = order[begin:end], end - begin
            enter(flat.first, members, place)
            alone, _ = extract_component(flat, members, place)
            wanted = MemberMoves(alone, Limits()).traits(
                range(count), [*range(count), *[-1] * (len(alone.turns) - count)]
            )
            found = traits_of(flat, members, place)
            leave(members, place)
            assert (found.chance, found.deciders) == (wanted.chance, wanted.deciders)
            assert found.deciders != 1 or found.chooser == wanted.chooser
            assert found.chance or (found.paid, found.exact) == (wanted.paid, wanted.exact)
            met += 1
    assert met
    assert (place == -1).all()


def test_a_search_for_end_components_looks_at_the_limits() -> None:
    flat = flat_of(Pig(goal=6), exact=False)
    actions = MemberActions(flat, len(flat.turns), Limits(seconds=0))
    with pytest.raises(LimitHit):
        actions.free_end_components(range(len(flat.turns)))


@pytest.mark.parametrize(
    "game", [Pig(goal=12), Drawn(seed=9, size=60, endless=1), Drawn(seed=5, size=60, chance=False)]
)
def test_threads_settle_components_of_one_level_as_one_thread_does(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "SORTED_POSITIONS", 0)
    monkeypatch.setattr(thresholds, "SHARED_POSITIONS", 2)
    at_once = []
    run = run_in_parallel
    monkeypatch.setattr(component_driver, run.__name__, lambda tasks: at_once.append(len(tasks)) or run(tasks))

    def settled(threads: int) -> list[Any]:
        graph = Walk(game, game.start(), Limits()).graph  # whose values are written over
        found = BoundedPart.of_graph(graph, game.endless, Limits(threads=threads))
        return [found.values, found.errors, found.distances, found.onward, np.array(found.stays)]

    by_one = settled(1)
    assert max(at_once) == 1
    for threads in (2, 5):
        assert all(map(np.array_equal, by_one, settled(threads)))
    assert max(at_once) > 1


@pytest.mark.parametrize("game", [Pig(goal=12), Drawn(seed=4, size=400, most=150), Drawn(seed=5, chance=False)])
def test_the_positions_are_those_that_cpython_walks(game: Any) -> None:
    wanted, found = walk(game), Walk(game, game.start(), Limits())
    assert [found.directory.state(i) for i in range(found.count)] == wanted.states
    assert [found.directory.find(state) for state in wanted.states] == list(range(found.count))
    graph = found.graph
    assert np.array_equal(graph.first, wanted.first)
    assert np.array_equal(graph.targets, wanted.targets)
    assert np.array_equal(graph.turns, wanted.turns)
    for i in np.flatnonzero(graph.turns == CHANCE).tolist():
        odds = graph.odds[wanted.edges(i)]
        assert np.array_equal(odds / odds.sum(), wanted.weights[wanted.edges(i)] / wanted.totals[i])


def test_components_are_those_of_another_library_ends_first() -> None:
    for seed in range(20):
        flat = flat_of(Drawn(seed=seed, size=60), exact=True)
        count = len(flat.turns)
        order, starts = in_components(flat.first, flat.targets)
        parts = [order[begin:end].tolist() for begin, end in pairwise(starts)]
        assert list(map(sorted, parts)) == list(map(sorted, components(flat.first.tolist(), flat.targets.tolist())))
        number = {i: k for k, part in enumerate(parts) for i in part}
        sources = np.repeat(np.arange(count), np.diff(flat.first))
        for here, there in zip(sources.tolist(), flat.targets.tolist(), strict=True):
            assert number[there] <= number[here]
        moves = np.zeros((count, count), np.bool_)  # SciPy never ends where a move stands twice in a sparse matrix
        moves[sources, flat.targets] = True
        found, labels = connected_components(moves, connection="strong")
        assert found == len(parts) == len({(number[i], int(label)) for i, label in enumerate(labels)})


def test_the_products_and_sums_lose_nothing() -> None:
    for a, b in ((0.1, 3.0), (1e16 + 2, 1 / 3), (-1e-3, 7e9)):
        for function, wanted in (
            (intervals.two_sum, Fraction(a) + Fraction(b)),
            (intervals.two_product, Fraction(a) * Fraction(b)),
        ):
            assert sum(map(Fraction, function(a, b))) == wanted


def one_step(turn: int, targets: list[tuple[float, int]], weights: list[float], rewards: list[float]) -> Flat:
    """A position, the first, from which play leads to ends: these have values that are exact, and distances."""
    count = len(targets)
    flat = Flat(
        turns=np.array([turn, *[OVER] * count], np.int8),
        first=np.array([0, *[count] * (count + 1)]),
        targets=np.arange(1, count + 1, dtype=np.int32),
        weights=np.array(weights),
        rewards=np.array(rewards),
        values=np.array([0.0, *[value for value, _ in targets]]),
        errors=np.zeros(count + 1),
        distances=np.array([0, *[distance for _, distance in targets]], np.int32),
        onward=np.full(count + 1, -1, np.int32),
        finer=np.zeros(0),
    )
    assert solve_single(flat, 0.0, 0) == DONE
    return flat


def test_what_is_rounded_to_the_best_is_not_counted_as_best() -> None:
    flat = one_step(0, [(2.0**52, 0), (2.0**52, 5)], [], [-0.25, 0.0])
    assert (flat.values[0], flat.errors[0], flat.distances[0], flat.onward[0]) == (2.0**52, 0, 6, 2)


def test_what_a_share_loses_is_in_the_bounds_where_floats_end() -> None:
    """The number that is missed is divided by all odds, and so too small for a float."""
    flat = one_step(CHANCE, [(1e-310, 0), (-2e-310, 0)], [1.0, 2.0**40], [])
    truth = (Fraction(1e-310) - 2**40 * Fraction(2e-310)) / (1 + 2**40)
    assert abs(Fraction(flat.values[0]) - truth) <= Fraction(flat.errors[0])
    assert intervals.share(2.0**-1074, 2.0**40) > 0.0


def proven(graph: Graph, values: Any, errors: float, endless: float) -> Any:
    proof = compiled(assured_positions)
    return tuple(proof(graph, player, values, errors + np.zeros(len(values)), 1.0, endless) for player in (0, 1))


@pytest.mark.parametrize("case", CASES[::4])
def test_bounds_moved_past_the_value_are_not_proven(case: dict[str, Any]) -> None:
    game = Drawn(**case)
    graph = Walk(game, game.start(), Limits()).graph
    found = BoundedPart.of_graph(graph, case.get("endless", 0), Limits())
    errors = np.maximum(found.errors if len(found.errors) else 0.0, 1e-12)
    low, high = proven(graph, found.values, errors, found.endless)
    assert low.all()
    assert high.all()
    for moved in (0.01, -0.01):  # all positions together too: one step of the equations sees ends alone
        for some in (*range(len(graph.turns)), graph.turns != OVER):
            values = found.values.copy()
            values[some] += moved
            low, high = proven(graph, values, errors, found.endless)
            assert not (low if moved > 0 else high).all(), (case, moved, some)


def test_a_small_cost_counts_beside_a_large_payoff() -> None:
    """Values without errors are compared exactly: going back from position 1 costs more than it should."""
    graph = Graph(
        turns=np.array([0, 0, OVER], np.int8),
        first=np.array([0, 1, 3, 3], np.int64),
        targets=np.array([1, 0, 2], np.int32),
        weights=np.zeros(0),
        rewards=np.array([-1.0, -1.0, -1.0]),
        values=np.array([0.0, 0.0, -1e15]),
    )
    values, scale = np.array([-1e15 - 2, -1e15 - 1, -1e15]), 1e15
    proof = compiled(assured_positions)
    assert all(proof(graph, player, values, np.zeros(3), scale, 0.0).all() for player in (0, 1))
    values[:2] += 1
    assert not proof(graph, 0, values, np.zeros(3), scale, 0.0).all()


def test_a_value_that_a_player_can_only_wait_for_is_not_proven() -> None:
    # Player 0 goes round between positions 0 and 1, or leaves to an end that is worse than a play without end.
    graph = Graph(
        turns=np.array([0, 0, OVER], np.int8),
        first=np.array([0, 2, 3, 3]),
        targets=np.array([1, 2, 0], np.int32),
        weights=np.zeros(0),
        rewards=np.zeros(0),
        values=np.array([0.0, 0.0, -1.0]),
    )
    low, high = proven(graph, np.array([0.5, 0.5, -1.0]), 0.0, 0.0)
    assert low.tolist() == [False, False, True]
    assert high.all()  # more than the value is no wrong bound for player 1
    low, high = proven(graph, np.array([0.0, 0.0, -1.0]), 0.0, 0.0)
    assert low.all()
    assert high.all()


def test_rewards_that_two_players_may_go_round_for_are_refused() -> None:
    options = {"most": 4, "endless": -3, "low": -2, "payoffs": 5, "apart": 100, "least": -2}
    game = Paid(seed=851984, size=59, chance=True, players=2, **options)
    for engine in ("cyclic-native", "cyclic-cpython"):
        with pytest.raises((UnsupportedError, RepeatingStateError)):
            faceup.solve(game, engine=engine)


def test_few_positions_that_lead_back_to_each_other_are_solved_in_fractions(monkeypatch: pytest.MonkeyPatch) -> None:
    assert faceup.solve(Pig(goal=4)).engine == "cyclic-cpython"
    monkeypatch.setattr(thresholds, "CYCLIC_COMPONENT", 2)
    assert faceup.solve(Pig(goal=4)).engine == "cyclic-native"


def test_few_positions_are_solved_in_fractions_and_many_in_machine_code() -> None:
    assert faceup.solve(Chase(squares=50)).engine == "cyclic-cpython"
    large = faceup.solve(Chase(squares=120))
    assert (large.engine, large.value.how, large.endless) == ("cyclic-native", "exact", 0)
    refused = {refusal.engine: refusal.reason for refusal in large.refused}
    assert refused["cyclic-cpython"] == "takes more than 10,000 positions, which a compiler is worth"
    assert large.move(large.start) in large.best(large.start)


def test_rules_that_do_not_compile_are_left_to_fractions() -> None:
    with pytest.raises(UnsupportedError, match="engine 'cyclic-native' takes compiled rules alone"):
        solved(Arbitrary())


def test_limits_are_kept() -> None:
    game = Chase(squares=120)
    for limit, options in (("memory", {"memory": 500_000}), ("time", {"seconds": 0.0})):
        value = solved(game, **options).value
        assert (value.how, value.limit) == ("stopped", limit)
    stop = threading.Event()
    stop.set()
    with pytest.raises(GivenUp):
        solved(game, stop=stop)


def test_equations_whose_factors_take_too_much_memory_are_not_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_iteration, "FACTOR_BYTES", 1e12)
    value = solved(Ruin(wanted=3000), memory=10**9).value
    assert (value.how, value.limit) == ("stopped", "memory")


def test_the_memory_of_factors_is_what_their_envelope_takes() -> None:
    count = 200
    corridor = sparse.diags([0.5, 0.5], [-1, 1], shape=(count, count), format="csc")
    assert factor_bytes(corridor) == FACTOR_BYTES * (2 * count - 1)
    assert factor_bytes(sparse.csc_matrix(np.ones((count, count)))) == FACTOR_BYTES * count * (count + 1) / 2


class Eternal(Chase):
    """One that is worth more than floats hold where it has no end."""

    endless = 10**400


def test_what_floats_do_not_hold_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="only values of `endless` that a float can hold"):
        solved(Eternal())


class Faulty(Chase):
    """One that breaks where the hare is at the gate."""

    def payoff(self, s):  # type: ignore[no-untyped-def]
        return 1 if s.hunter == s.hare else 1 // (s.hare - self.gate)


def test_rules_that_break_are_told_by_cpython() -> None:
    with pytest.raises(ZeroDivisionError):
        faceup.solve(Faulty(squares=120, gate=60))


def test_a_state_that_was_not_met_is_solved_when_it_is_asked_for() -> None:
    solution = solved(Chase(squares=24, gate=4))
    other = Chase.State(1, 3, 0)
    assert not solution.table.knows(other)
    assert solution.value_of(other).how == "exact"
    assert solution.table.knows(other)


def test_all_that_was_solved_counts_against_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = solved(Chase(squares=24, gate=4), memory=1 << 22)
    with monkeypatch.context() as patch:
        patch.setattr(NativeCyclicTable, "bytes", (1 << 22) - 1000)
        with pytest.raises(LimitReached):
            solution.value_of(Chase.State(1, 3, 0))
    assert solution.value_of(Chase.State(1, 3, 0)).how == "exact"
