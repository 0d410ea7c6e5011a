"""How large chains end in machine code: every bound holds what fractions say, and what the oracle of chains says."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import inf
from typing import Any

import numpy as np
import pytest

import faceup
from faceup.engines.chain import absorption, exact_chain, float_chain, lengths, outcomes, policy_walk, slow_decay
from faceup.engines.chain.policy_graphs import worst_move
from faceup.engines.chain.policy_walk import BookPolicy, PolicyWalk
from faceup.engines.model import thresholds
from faceup.engines.model.limits import Limits
from faceup.engines.model.policies import Policy
from faceup.engines.solve.best_move_lookup import move_lookup
from faceup.engines.solve.cyclic import value_iteration
from faceup.engines.solve.table import LimitHit
from faceup.native.not_compiled import InterpretedWarning
from faceup.numbers.value import Value
from faceup.results.answers.solution import Solution
from faceup.results.samples.distribution import Distribution
from faceup.results.samples.long_plays import SlowPlays
from faceup.rules.errors import LimitReached, RepeatingStateError, UnsupportedError
from tests.games.rounds import Arbitrary, Drawn, Paid, Ruin, Wheel
from tests.library import deep


def last(game: Any, state: Any) -> Any:
    return max(game.moves(state))


POLICIES: tuple[tuple[Policy | str, ...], ...] = (
    ("random",),
    ("best", "random"),
    ("first", "best"),
    (last, "worst"),
)
NAMES = ["random", "best-random", "first-best", "last-worst"]
WIDTH = Fraction(1, 10**10)


@contextmanager
def in_machine_code() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thresholds, "CHAIN_POSITIONS", 0)
        yield


def found(game: Any, policies: Any, **options: Any) -> Distribution:
    with in_machine_code():
        told = faceup.outcomes(game, policies, **options)
    assert told.engine == outcomes.IN_MACHINE_CODE
    return told


def holds(bounds: Value, truth: Value) -> None:
    """Both may be what is true, and are as sure as was promised."""
    if truth.value is None:
        assert bounds.value is None
        return
    assert bounds.low <= truth.high
    assert truth.low <= bounds.high
    assert Fraction(bounds.high) - Fraction(bounds.low) < WIDTH * max(1, abs(Fraction(bounds.high)))


def share_holds(least: Fraction, open_share: Fraction, truth: Fraction, truth_open: Fraction) -> None:
    assert least <= truth + truth_open
    assert truth <= least + open_share


def all_hold(told: Distribution, exact: Distribution) -> None:
    """Every number of a distribution holds what is exact."""
    assert told.states == exact.states
    assert told.undecided < WIDTH or exact.undecided > 0
    for result in told.histogram.keys() | exact.histogram.keys():
        share_holds(
            told.histogram.get(result, Fraction(0)),
            told.undecided,
            exact.histogram.get(result, Fraction(0)),
            exact.undecided,
        )
    share_holds(told.endless, told.undecided, exact.endless, exact.undecided)
    assert told.longer < WIDTH or exact.longer > WIDTH / 10
    for length in told.lengths.keys() | exact.lengths.keys():
        share_holds(
            told.lengths.get(length, Fraction(0)),
            told.longer,
            exact.lengths.get(length, Fraction(0)),
            exact.longer,
        )
    for figure in ("value", "mean", "variance", "length", "length_variance", "win_rate", "draw_rate", "loss_rate"):
        holds(getattr(told, figure), getattr(exact, figure))


@pytest.mark.parametrize("seeds", [range(4), deep(range(4, 24))])
@pytest.mark.parametrize("policies", POLICIES, ids=NAMES)
def test_random_games_end_as_fractions_say(policies: tuple[Policy | str, ...], seeds: range) -> None:
    endless = 0
    for seed in seeds:
        for size in (5, 12):
            game = Drawn(seed=seed, size=size, endless=seed % 3 - 1)
            solution = faceup.solve(game, engine="cyclic-cpython")
            told = found(solution, policies)
            all_hold(told, faceup.outcomes(solution, policies, exact=True))
            endless += told.endless > 0
    assert 0 < endless < 3 * len(seeds)


@pytest.mark.parametrize("seeds", [range(8), deep(range(8, 24))])
@pytest.mark.parametrize("policies", POLICIES, ids=NAMES)
def test_what_is_gained_on_the_way_is_within_bounds(policies: tuple[Policy | str, ...], seeds: range) -> None:
    settled = 0
    for seed in seeds:
        game = Paid(seed=seed, size=8, endless=seed % 3 - 1)
        try:
            solution = faceup.solve(game, engine="cyclic-cpython")
        except RepeatingStateError:
            continue
        try:
            exact = faceup.outcomes(solution, policies, exact=True)
        except RepeatingStateError:
            with pytest.raises(RepeatingStateError, match="never settle"):
                found(solution, policies)
            continue
        all_hold(found(solution, policies), exact)
        settled += 1
    assert settled > len(seeds) / 3


def test_few_positions_that_take_long_in_fractions_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Paid(seed=2, size=8, least=0)
    exact = faceup.outcomes(game, "random", exact=True)
    assert faceup.outcomes(game, "random").engine == outcomes.IN_FRACTIONS
    monkeypatch.setattr(thresholds, "CHAIN_WORK", 100)
    monkeypatch.setattr(exact_chain, "values_of", None)  # nothing is solved in fractions that is given up then
    quick = faceup.outcomes(game, "random")
    assert quick.engine == outcomes.IN_MACHINE_CODE
    all_hold(quick, exact)


def test_long_plays_end_as_plain_steps_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those that are longer than is told length by length, in chains with a period of two moves."""
    monkeypatch.setattr(lengths, "PERIOD", 60)
    monkeypatch.setattr(thresholds, "CHAIN_LENGTH", 1000)
    found = faceup.outcomes(Ruin(coins=30, wanted=70))
    assert found.long_plays
    assert (found.length.exact, found.long_plays.horizon < 10_000) == (1200, True)
    here, ended = np.zeros(71), [0.0]
    here[30] = 1.0
    while ended[-1] < 1 - 1e-9:
        inside = here[1:-1] / 2
        here = np.zeros(71)
        here[:-2] += inside
        here[2:] += inside
        ended.append(ended[-1] + float(here[0] + here[-1]))
    for share in (0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 0.99999):
        assert found.length_within(share) == next(n for n, part in enumerate(ended) if part >= share)
    assert found.usual_length == int(np.argmax(np.diff(ended))) + 1
    spans = found.long_plays.spans(found.lengths, 10_000, 10)
    assert [float(share) for share in spans.values()] == pytest.approx(
        [ended[min(first + 999, len(ended) - 1)] - ended[min(first - 1, len(ended) - 1)] for first in spans], abs=1e-9
    )


@pytest.mark.parametrize(
    ("coins", "wanted", "p"), [(30, 70, Fraction(1, 2)), (1, 60, Fraction(1, 2)), (40, 60, Fraction(12, 25))]
)
def test_plays_too_long_to_be_followed_end_within_bounds(
    coins: int, wanted: int, p: Fraction, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As sums of exponentials say, in chains with a period of two moves."""
    for name, number in (("PERIOD", 60), ("MUCH_WORK", 0), ("_is_close", lambda plays: False)):
        monkeypatch.setattr(lengths, name, number)
    monkeypatch.setattr(thresholds, "CHAIN_LENGTH", 10)
    monkeypatch.setattr(slow_decay, "FAR", 1.0)
    found = faceup.outcomes(Ruin(coins=coins, wanted=wanted, p=p))
    assert isinstance(found.long_plays, SlowPlays)
    here, going = np.zeros(wanted + 1), []
    here[coins] = 1.0
    while not going or going[-1] > 1e-6:
        going.append(float(here[1:-1].sum()))
        up, down = here[1:-1] * float(p), here[1:-1] * float(1 - p)
        here = np.zeros(wanted + 1)
        here[2:] += up
        here[:-2] += down
        here[0] = here[-1] = 0.0
    plays = found.long_plays
    for moves in range(plays.horizon + 1, len(going) - plays.more, 7):
        sum_of_terms, wrong = float(plays.going_on(moves)), float(plays.error(moves)) + 1e-12
        assert going[moves + plays.more] - wrong <= sum_of_terms <= going[moves] + wrong
        assert wrong < 1e-6
    for share in (0.1, 0.5, 0.9, 0.99, 0.999):
        low, high = found.length_bounds(share) or (0, 0)
        assert low <= next(n for n, left in enumerate(going) if 1 - left >= share) <= high <= low + 70


def test_rewards_that_never_settle_are_told() -> None:
    with pytest.raises(RepeatingStateError, match="diverges"):
        found(Wheel(), lambda game, state: 0)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        deep("high-low", {"matthew": "1-5", "cards": 10}),
        deep("hog", {"goal": 6}),
        deep("hog", {"goal": 12}),
        deep("nim", {}),
        ("pig", {"goal": 8}),
        deep("pig", {"goal": 12}),
        deep("dodgem", {}),
        deep("craps", {}),
        deep("coupons", {}),
        deep("first-orchard", {}),
        deep("snakes-and-ladders", {}),
        deep("dice-alike", {"sides": 3}),
        deep("hexapawn", {}),
    ],
)
@pytest.mark.parametrize("policies", [("random",), deep(("best", "random")), ("worst", "best")])
def test_games_of_the_library_end_as_fractions_say(
    name: str, parameters: dict[str, Any], policies: tuple[str, ...]
) -> None:
    solution = faceup.solve(faceup.game(name, **parameters))
    all_hold(found(solution, policies), faceup.outcomes(solution, policies, exact=True))


STAKES = {  # the kinds of payoffs that decide who is ahead, and what a play without end is worth
    "loss-draw": (-1, 2, 1, 0),
    "draw-win": (0, 2, 1, 0),
    "loss-draw-win": (-1, 3, 1, 0),
    "two-for-a-win": (0, 2, 2, 1),
    "an-end-is-worse": (0, 2, 1, 2),
    "an-end-is-better": (0, 2, 1, -1),
}


@pytest.mark.parametrize("seeds", [range(2, 4), deep(range(10))])
@pytest.mark.parametrize("stakes", STAKES.values(), ids=STAKES)
def test_values_distances_moves_and_endings_agree_for_all_that_can_be_at_stake(
    stakes: tuple[int, ...], seeds: range
) -> None:
    """Of fractions and machine code: whoever is ahead hurries, and whoever is not holds out, in both alike."""
    low, payoffs, apart, endless = stakes
    counted = 0
    for seed in seeds:
        game = Drawn(seed=seed, size=14, chance=seed % 3 == 0, low=low, payoffs=payoffs, apart=apart, endless=endless)
        exact, fast = faceup.solve(game, engine="cyclic-cpython"), faceup.solve(game, engine="cyclic-native")
        for state in exact.table.parts[0].graph.states:
            truth, value = exact.table.value(state), fast.table.value(state)
            assert value.low <= truth.low == truth.high <= value.high
            distance = exact.table.distance(state)
            assert fast.table.distance(state) in ((None, distance) if game.chance else (distance,))
            if value.how == "exact" and game.turn(state) in (0, 1):
                assert fast.best(state) == exact.best(state)
                if distance is not None:
                    after = [table.distance(game.play(state, table.move(state))) for table in (exact.table, fast.table)]
                    assert after[1] in ((None, after[0]) if game.chance else after[:1])
                    counted += 1
        all_hold(found(fast, "best"), faceup.outcomes(fast, "best", exact=True))
        if not game.chance:
            assert faceup.outcomes(exact, "best", exact=True).length == faceup.outcomes(fast, "best", exact=True).length
    assert counted > 2 * len(seeds)


@cache
def machine_made(library: bool) -> list[Solution]:
    return [*(from_the_library() if library else made_up())]


def made_up() -> Iterator[Solution]:
    for seed, (low, payoffs, apart, endless) in product(range(20, 22), STAKES.values()):
        staked = Drawn(seed=seed, size=14, chance=seed % 2 == 1, low=low, payoffs=payoffs, apart=apart, endless=endless)
        yield faceup.solve(staked, engine="cyclic-native")
    for seed in range(4):
        yield faceup.solve(Drawn(seed=seed, size=15), engine="cyclic-native")
        yield faceup.solve(Drawn(seed=seed, size=15, chance=False), engine="cyclic-native")
        with suppress(RepeatingStateError, UnsupportedError):
            yield faceup.solve(Paid(seed=seed, size=12, players=1 + seed % 2, least=-2), engine="cyclic-native")
    yield faceup.solve(faceup.game("hog", goal=12), engine="native")


def from_the_library() -> Iterator[Solution]:
    yield faceup.solve(faceup.game("nim"), engine="native")
    yield faceup.solve(faceup.game("pig", goal=16), engine="cyclic-native")
    yield faceup.solve(faceup.game("dodgem"), engine="cyclic-native")


@pytest.mark.parametrize(("name", "engine", "written"), [("nim", "native", False), ("pig", "cyclic-native", True)])
def test_states_that_are_written_out_for_a_chain_count_once(name: str, engine: str, written: bool) -> None:
    """Those of a hashed table are in its rows already; of a cyclic game they are widened."""
    solution = faceup.solve(faceup.game(name), engine=engine)
    lookup = move_lookup(solution, solution.start, True)
    assert lookup is not None
    assert lookup.bytes == written * (2 * lookup.book.low.nbytes + lookup.book.states.nbytes)
    assert (lookup.bytes > 0) == written


@pytest.mark.parametrize("best", [True, False], ids=["best", "worst"])
@pytest.mark.parametrize("library", [False, deep(True)], ids=["made up", "of the library"])
def test_moves_that_machine_code_looks_up_are_those_that_python_finds(
    library: bool, best: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy_walk, "ANSWERS_HELD", 0)  # here Python is asked about those that are not looked up
    asked = compared = 0
    for solution in machine_made(library):
        game, lookup = solution.game, move_lookup(solution, solution.start, best)
        assert lookup is not None
        ask = solution.move if best else partial(worst_move, game, solution)

        def counting(state: Any, ask: Any = ask) -> Any:
            nonlocal asked
            asked += 1
            return ask(state)

        seat = BookPolicy(game, counting, best, lookup)
        walk = PolicyWalk(game, solution.start, (seat, "random"), Limits())
        for k in range(walk.count):
            state = walk.directory.state(k)
            if game.turn(state) == 0:
                options = list((game.choices if best else game.moves)(state))
                assert options[walk.answers[k]] == ask(state), (game, state)
                compared += 1
    assert compared > 150
    assert asked < compared / 20


@pytest.mark.parametrize(("place", "length"), [(200, 500), deep(20_000, 50_000)])
def test_a_walk_that_takes_long_ends_as_is_known(place: int, length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lengths, "MOST_WORK", 1 << 26)
    told = found(Ruin(coins=place, wanted=length), "random", tail=Fraction(1, 2))
    result = Fraction(place, length)
    assert told.value.low <= result <= told.value.high
    assert told.value.high - told.value.low < 1e-11
    mean = place * (length - place)
    assert told.length.low <= mean <= told.length.high
    assert told.length.high - told.length.low < 1e-9 * mean
    assert (told.longer < Fraction(11, 20)) == (length < 10_000)


def test_loops_as_plain_python_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [Drawn(seed=seed, size=12) for seed in range(6)]
    compiled = [found(game, "random") for game in games]
    monkeypatch.setattr(absorption, "compiled", lambda function: function)
    monkeypatch.setattr(lengths, "compiled_push", lambda: lengths.push)
    for game, told in zip(games, compiled, strict=True):
        plain = found(game, "random")
        assert (plain.histogram, plain.lengths, plain.value) == (told.histogram, told.lengths, told.value)


def test_large_components_end_alike_by_going_round_and_by_equations(monkeypatch: pytest.MonkeyPatch) -> None:
    game = faceup.game("pig", goal=8)
    exact = faceup.outcomes(game, "random", exact=True)
    monkeypatch.setattr(value_iteration, "LARGE", 0)
    absorption.compiled.cache_clear()
    all_hold(found(game, "random"), exact)
    monkeypatch.setattr(absorption, "iterate_values", lambda part, limits, positions: (False, None))
    all_hold(found(game, "random"), exact)
    absorption.compiled.cache_clear()


def test_a_limit_leaves_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(self: Any) -> Any:
        raise LimitHit(-inf, inf, 7, "time")

    monkeypatch.setattr(float_chain.FloatChain, "length_moments", too_long)
    game = faceup.game("pig", goal=12)
    told = found(game, "random")
    assert (told.stopped, told.limit, told.length.how, told.length.limit) == (True, "time", "stopped", "time")
    assert told.win_rate.high - told.win_rate.low < 1e-12
    with pytest.raises(LimitReached):
        found(game, "random", seconds=0.0)
    with pytest.raises(LimitReached, match="memory"):
        found(game, "random", memory=1e5)


def test_fractions_stay_where_they_are_asked_for_and_where_rules_do_not_compile() -> None:
    with in_machine_code():
        assert faceup.outcomes(faceup.game("craps"), exact=True).engine == outcomes.IN_FRACTIONS
        with pytest.warns(InterpretedWarning):
            told = faceup.outcomes(Arbitrary(seed=3), "random")
    assert (told.engine, told.undecided) == (outcomes.IN_FRACTIONS, 0)
