"""What plays are paid in all, and how long they are, from the shortest to the longest: against plain recursion."""

from collections import defaultdict
from fractions import Fraction
from math import inf, log
from typing import Any, NamedTuple

import numpy as np
import pytest

import faceup
from faceup.engines.chain import lengths, outcomes, slow_decay, totals
from faceup.engines.model import thresholds
from faceup.results.samples.distribution import Distribution
from faceup.results.samples.long_plays import SlowPlays
from faceup.rules import CHANCE, OVER, Game
from tests.games.rounds import Drawn, Ruin
from tests.library import one_in

SHARES = [Fraction(share) for share in ("1/1000", "1/100", "1/4", "1/2", "3/4", "99/100", "999/1000")]


class Rolls(Game):
    """Up a ladder of dice: on the highest face to the next die, else to the first."""

    kind: str = "each"

    class State(NamedTuple):
        rung: int

    DICE = (4, 6, 8, 10, 12, 20)

    def start(self):
        return self.State(0)

    def turn(self, s):
        return OVER if s.rung == len(self.DICE) else CHANCE

    def moves(self, s):
        return range(1, self.DICE[s.rung] + 1)

    def play(self, s, m):
        return self.State(s.rung + 1 if m == self.DICE[s.rung] else 0)

    def reward(self, s, m):
        climbed = 1 if m == self.DICE[s.rung] else -s.rung
        gains = {"each": 1, "three": m % 3, "lost": -m, "third": int(s.rung == 2), "last": int(s.rung == 5)}
        gains |= {"climbed": climbed, "more": climbed + 1, "less": climbed - 1, "either": 1 if m % 2 else -1}
        return Fraction(gains[self.kind], 2)

    def payoff(self, s):
        return 7


class Loose(Drawn):
    """A chain drawn by a seed, which repeats positions and is left again; rewards are whole numbers times 3/2."""

    size: int = 6
    least: int = 0
    most: int = 2

    def turn(self, s):
        return OVER if s.k >= self.size else CHANCE

    def moves(self, s):
        return range(2 + self.lot(s.k, 1) % 3)

    def odds(self, s, m):
        return 1 + self.lot(s.k, 20 + m) % 5

    def play(self, s, m):
        if m == 0:
            return self.State(self.size + self.lot(s.k, 2) % 2)
        return self.State(self.lot(s.k, 10 + m) % (self.size + 2))

    def reward(self, s, m):
        return (self.least + self.lot(s.k, 40 + m) % (self.most - self.least + 1)) * 1.5

    def payoff(self, s):
        return (self.lot(s.k, 3) % 6 - 2) * 1.5


def played_out(game: Game, left: Fraction) -> tuple[dict[Any, Fraction], dict[int, Fraction], Fraction]:
    """The shares of totals and lengths, by going on with every play until less than that is ``left``: the oracle."""
    under_way: dict[tuple[Any, Fraction], Fraction] = {(game.start(), Fraction(0)): Fraction(1)}
    totals, lengths = defaultdict[Any, Fraction](Fraction), defaultdict[int, Fraction](Fraction)
    moves = 0
    while sum(under_way.values()) > left:
        after = defaultdict[tuple[Any, Fraction], Fraction](Fraction)
        for (state, gained), share in under_way.items():
            if game.turn(state) == OVER:
                totals[gained + Fraction(game.payoff(state))] += share
                lengths[moves] += share
                continue
            options = list(game.moves(state))
            whole = sum(game.odds(state, move) for move in options)
            for move in options:
                place = game.play(state, move), gained + Fraction(game.reward(state, move))
                after[place] += share * Fraction(game.odds(state, move), whole)
        under_way = {place: Fraction(round(share * 2**80), 2**80) for place, share in after.items() if share > 2**-70}
        moves += 1
    return totals, lengths, left


def holds(found: Distribution, totals: dict[Any, Fraction], lengths: dict[int, Fraction], left: Fraction) -> None:
    """Shares, quantiles and ends of a distribution are those of plain recursion, which leaves some plays out."""
    for shares, bounds in ((totals, found.total_bounds), (lengths, found.length_bounds)):
        for share in SHARES:
            told = bounds(share)
            assert told is not None, share
            assert sum(part for n, part in shares.items() if n <= told[1]) >= share - 2 * left
            assert sum(part for n, part in shares.items() if n < told[0]) <= share + left
            between = [n for n in shares if told[0] < n < told[1]]
            assert told[1] - told[0] <= 6 or not between  # a share of just one half reaches to the next total
    for total, share in found.histogram.items():
        rate = found.rate(share)
        assert rate.low - Fraction(1, 10**12) <= totals.get(total, Fraction(0)) + left
        assert totals.get(total, Fraction(0)) <= rate.high + left
    assert found.all_lengths.least == min(lengths)
    for met, end in ((min(totals), found.all_totals.least), (max(totals), found.all_totals.most)):
        assert end is not None
        assert abs(end) == inf or end == met


@pytest.mark.parametrize("seed", one_in(8, range(4, 12)))
@pytest.mark.parametrize(("least", "most"), [(0, 1), (0, 3), (-2, 0), (-3, -1), (2, 4), (-1, 1)])
def test_totals_are_those_of_plain_recursion(seed: int, least: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Loose(seed=seed, least=least, most=most)
    truth = played_out(game, Fraction(1, 10**9))
    holds(faceup.outcomes(game, exact=True), *truth)
    monkeypatch.setattr(thresholds, "CHAIN_LENGTH", 0)
    monkeypatch.setattr(lengths, "PERIOD", 12)
    holds(faceup.outcomes(game, exact=True), *truth)
    monkeypatch.setattr(thresholds, "CHAIN_POSITIONS", 0)
    found = faceup.outcomes(game)
    assert found.engine == outcomes.IN_MACHINE_CODE
    holds(found, *truth)


@pytest.mark.parametrize(
    ("kind", "mean", "least", "most"),
    [
        ("each", Fraction(597_860, 2) + 7, 10, inf),
        ("third", None, Fraction(15, 2), inf),
        ("last", 7 + 10, Fraction(15, 2), inf),
        ("three", None, 10, inf),
        ("lost", None, -inf, -23),
    ],
)
def test_long_plays_that_are_paid_are_followed_to_one_in_a_thousand(
    kind: str, mean: Any, least: Any, most: Any
) -> None:
    found = faceup.outcomes(Rolls(kind=kind))
    assert not found.stopped
    assert mean is None or found.mean.exact == mean
    assert tuple(found.all_totals) == (least, most)
    assert tuple(found.all_lengths) == (6, inf)
    expected = float(found.mean.value or 0) - 7
    for share in (Fraction(1, 4), Fraction(1, 2), Fraction(999, 1000)):
        bounds = found.total_bounds(share)
        assert bounds is not None
        rest = float(1 - share) if expected > 0 else float(share)  # plays nearly forget how long they have lasted
        assert float(bounds[0] - 7) == pytest.approx(-log(rest) * expected, abs=abs(expected) / 1000 + 40)
        assert bounds[1] - bounds[0] < 30


@pytest.mark.parametrize(("kind", "sign"), [("climbed", 0), ("more", 1), ("less", -1)])
def test_gains_and_losses_that_make_up_for_each_other_are_told_from_others(kind: str, sign: int) -> None:
    """What is gained on the way up is lost by the fall."""
    found, moves = faceup.outcomes(Rolls(kind=kind)), faceup.outcomes(Rolls(kind="each"))
    assert not found.stopped
    least, most = found.all_totals
    assert (least, most) == {0: (10, 10), 1: (13, inf), -1: (-inf, 7)}[sign]
    for share in (Fraction(1, 4), Fraction(1, 2), Fraction(99, 100)):
        told, rolls = found.total_bounds(share), moves.length_bounds(share if sign > 0 else 1 - share)
        assert told is not None
        assert rolls is not None
        assert told[0] - 1 <= 10 + Fraction(sign * rolls[0], 2) <= told[1] + 1


def test_rewards_by_which_play_may_gain_and_lose_without_end_are_left_out_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(totals, "MOST_WORK", 1 << 21)
    found = faceup.outcomes(Rolls(kind="either"), seconds=20)
    assert (found.stopped, found.limit) == (True, "work")
    assert tuple(found.all_totals) == (-inf, inf)
    assert found.total_bounds(Fraction(1, 2)) is None
    assert found.length_bounds(Fraction(1, 2)) == (414_407, 414_407)


class Steps(Ruin):
    """A walk that is paid for its steps up, or for all of them, or pays for those down."""

    kind: int = 0

    def reward(self, s, m):
        return ((m > 0) * 1, 1, -(m < 0) * 2)[self.kind]


@pytest.mark.parametrize("kind", range(3))
def test_totals_of_plays_too_long_to_be_followed_are_within_bounds(kind: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in (("PERIOD", 12), ("MUCH_WORK", 0), ("_is_close", lambda plays: False)):
        monkeypatch.setattr(lengths, name, number)
    monkeypatch.setattr(thresholds, "CHAIN_LENGTH", 10)
    monkeypatch.setattr(slow_decay, "FAR", 1.0)
    game = Steps(coins=9, wanted=20, kind=kind)
    found = faceup.outcomes(game)
    assert found.long_totals
    assert isinstance(found.long_totals.plays, SlowPlays)
    most = 4000
    here, totals = np.zeros((game.wanted + 1, most)), np.zeros(most)
    here[game.coins, 0] = 1.0
    up, down = abs(game.reward(None, 1)), abs(game.reward(None, -1))
    while here.sum() > 1e-7:
        after = np.zeros_like(here)
        after[2:, up:] += here[1:-1, : most - up] / 2
        after[:-2, down:] += here[1:-1, : most - down] / 2
        totals += after[0]
        totals[1:] += after[-1][:-1] if kind < 2 else 0.0  # who wins is paid 1
        if kind == 2:
            totals[:-1] += after[-1][1:]
        after[0] = after[-1] = 0.0
        here = after
    sign = -1 if kind == 2 else 1
    for share in (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10), Fraction(99, 100)):
        low, high = found.total_bounds(share) or (0, 0)
        ended = np.cumsum(totals) if sign > 0 else np.cumsum(totals[::-1])[::-1]
        exact = int(np.argmax(ended >= share)) if sign > 0 else -int(np.flatnonzero(ended >= float(share)).max())
        assert low <= exact <= high
        assert high - low <= 150
