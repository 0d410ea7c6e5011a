"""How large chains end in machine code: every bound holds what fractions say, and what the oracle of chains says."""

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import pytest

import faceup
from faceup.engines.outcomes import door
from faceup.engines.policies import Policy
from faceup.results.distribution import Distribution
from faceup.results.value import Value
from faceup.rules.errors import RepeatingStateError
from tests.games.rounds import Drawn, Paid, Wheel


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
        patch.setattr(door, "FEW", 0)
        yield


def found(game: Any, policies: Any, **options: Any) -> Distribution:
    with in_machine_code():
        told = faceup.outcomes(game, policies, **options)
    assert told.engine == door.IN_MACHINE_CODE
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


@pytest.mark.parametrize("policies", POLICIES, ids=NAMES)
def test_random_games_end_as_fractions_say(policies: tuple[Policy | str, ...]) -> None:
    endless = 0
    for seed in range(40):
        for size in (5, 12):
            game = Drawn(seed=seed, size=size, endless=seed % 3 - 1)
            solution = faceup.solve(game, engine="rounds")
            told = found(solution, policies)
            all_hold(told, faceup.outcomes(solution, policies, exact=True))
            endless += told.endless > 0
    assert 5 < endless < 75


@pytest.mark.parametrize("policies", POLICIES, ids=NAMES)
def test_what_is_gained_on_the_way_is_within_bounds(policies: tuple[Policy | str, ...]) -> None:
    settled = 0
    for seed in range(40):
        game = Paid(seed=seed, size=8, endless=seed % 3 - 1)
        try:
            solution = faceup.solve(game, engine="rounds")
        except RepeatingStateError:
            continue
        all_hold(found(solution, policies), faceup.outcomes(solution, policies, exact=True))
        settled += 1
    assert settled > 10


def test_rewards_that_never_settle_are_told() -> None:
    with pytest.raises(RepeatingStateError, match="never settle"):
        found(Wheel(), lambda game, state: 1)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("high-low", {"matthew": "1-5", "cards": 10}),
        ("hog", {"goal": 12}),
        ("nim", {}),
        ("pig", {"goal": 12}),
        ("dodgem", {}),
        ("craps", {}),
        ("coupons", {}),
        ("first-orchard", {}),
        ("snakes-and-ladders", {}),
        ("dice-alike", {}),
        ("hexapawn", {}),
    ],
)
@pytest.mark.parametrize("policies", [("random",), ("best", "random"), ("worst", "best")])
def test_games_of_the_library_end_as_fractions_say(
    name: str, parameters: dict[str, Any], policies: tuple[str, ...]
) -> None:
    solution = faceup.solve(faceup.game(name, **parameters))
    all_hold(found(solution, policies), faceup.outcomes(solution, policies, exact=True))
