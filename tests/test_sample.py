"""What games come to: figures by hand, totals that add up, games kept, and two rules on common deals."""

import itertools
import json
from collections import Counter
from math import comb, inf, sqrt
from statistics import NormalDist
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faceup.engines.model.dealing import deal, lay_out, order_of
from faceup.engines.simulate.counting import finish
from faceup.engines.simulate.sampler import compare, simulate
from faceup.games.beggar_my_neighbour import BeggarMyNeighbour
from faceup.games.clock import Clock
from faceup.games.hog import Hog
from faceup.games.nim import Nim
from faceup.games.one_handed import OneHanded
from faceup.library.finding import find_game
from faceup.results.samples.comparison import Comparison
from faceup.results.samples.sample import Sample, histogram_rows, mean, moments, quantile, wilson, z_of
from faceup.results.samples.totals import (
    KEEPABLE,
    MOST_BARS,
    KeptGame,
    PairTotals,
    Totals,
    bar_namer,
    finest,
    gather_bars,
)
from faceup.results.stakes import Stakes
from faceup.rules import UsageError
from faceup.rules.contract import BY_PLAYER_0, BY_PLAYER_1, ENDLESS, LOST, UNFINISHED, WON

Z = NormalDist().inv_cdf(0.975)  # 1.95996


def sample_of(*, players: int = 0, confidence: float = 0.95, scores: Any = (), **counts: Any) -> Sample:
    """A sample with these counts: a patience that is won with score 0, or a game whose winner decides last."""
    seen = Stakes(frozenset(), frozenset(range(players)), False, 0, False) if players else None

    def mark(score: float) -> int:
        if seen is None:
            return LOST if score else WON
        return BY_PLAYER_0 if score > 0 or players == 1 else BY_PLAYER_1

    totals = Totals(ends={(score, mark(score)): count for score, count in dict(scores).items()}, **counts)
    return Sample(totals, seed=0, seconds=2.0, computed=10, confidence=confidence, seen=seen)


# --- figures by hand --------------------------------------------------------------------------------------------


def test_wilson_by_hand() -> None:
    # 1 of 10: centre (0.1 + 0.192073) / 1.384146 = 0.211013, reach 1.959964 * sqrt(0.009 + 0.00960365) / 1.384146
    assert wilson(1, 10, Z) == pytest.approx((0.017876, 0.404150), abs=1e-6)
    assert sample_of(games=10, scores={0: 1, 5: 9}).win_rate.low == pytest.approx(0.017876, abs=1e-6)


def test_wilson_reaches_the_end_when_nothing_or_everything_is_won() -> None:
    for games in (*range(1, 60), 100, 1000, 10**6):
        low, high = wilson(0, games, Z)
        assert (low, high) == (0, pytest.approx(Z * Z / (games + Z * Z))), games
        low, high = wilson(games, games, Z)
        assert (low, high) == (pytest.approx(games / (games + Z * Z)), 1), games


def test_wilson_covers_the_rate_about_as_often_as_it_says() -> None:
    games, rate = 200, 0.07
    chances = [comb(games, wins) * rate**wins * (1 - rate) ** (games - wins) for wins in range(games + 1)]
    intervals = [wilson(wins, games, Z) for wins in range(games + 1)]
    covered = sum(p for p, (low, high) in zip(chances, intervals, strict=True) if low <= rate <= high)
    assert 0.93 < covered < 0.97


@pytest.mark.parametrize(("confidence", "z"), [(0.5, 0.67449), (0.95, 1.95996), (0.99, 2.57583), (0.999, 3.29053)])
def test_standard_errors_of_a_confidence(confidence: float, z: float) -> None:
    assert z_of(confidence) == pytest.approx(z, abs=1e-5)


def test_mean_variance_and_length_by_hand() -> None:
    sample = sample_of(games=4, steps=16, scores={0: 2, 2: 2}, lengths={1: 1, 5: 3})
    assert sample.variance == pytest.approx(4 / 3)
    reach = Z * sqrt(1 / 3)
    assert (sample.mean.low, sample.mean.value, sample.mean.high) == pytest.approx((1 - reach, 1, 1 + reach))
    reach = Z * sqrt(((1 - 4) ** 2 + 3 * (5 - 4) ** 2) / 3 / 4)
    assert (sample.length.low, sample.length.value, sample.length.high) == pytest.approx((4 - reach, 4, 4 + reach))
    assert sample.games_per_second == 5


def test_nothing_is_known_of_the_spread_of_too_few_games() -> None:
    assert moments({}) == (0, None, None)
    assert moments({7: 1}) == (1, 7, None)
    assert (mean({}, Z).value, mean({}, Z).low, mean({}, Z).high) == (None, -inf, inf)
    assert (mean({7: 1}, Z).value, mean({7: 1}, Z).low, mean({7: 1}, Z).high) == (7, -inf, inf)
    assert (mean({7: 9}, Z).value, mean({7: 9}, Z).low) == (7, -inf)


def test_the_variance_of_scores_far_from_zero_is_not_rounded_away() -> None:
    far = 10**9
    assert moments({far: 2, far + 1: 2})[1:] == (far + 0.5, pytest.approx(1 / 3, rel=1e-9))


def test_quantiles_by_hand() -> None:
    counts = {1: 5, 2: 3, 10: 2}
    assert [quantile(counts, share) for share in (0, 0.1, 0.5, 0.51, 0.8, 0.81, 1)] == [1, 1, 1, 2, 2, 10, 10]
    assert quantile({}, 0.5) is None
    assert sample_of(games=10, scores={5: 5, -3: 5}).quantile(0.5) == -3


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=40), st.sampled_from([0.05, 0.25, 0.5, 0.75, 0.95]))
def test_a_quantile_is_the_least_score_that_so_many_games_do_not_exceed(scores: list[int], share: float) -> None:
    found = quantile(Counter(scores), share)
    assert sum(score <= found for score in scores) >= share * len(scores)
    assert sum(score < found for score in scores) < share * len(scores)


def test_rates_of_two_players_by_hand() -> None:
    sample = sample_of(games=100, unfinished=10, endless=5, scores={1: 50, 0: 20, -1: 15}, players=2)
    assert (sample.finished, sample.won, sample.drawn, sample.lost) == (85, 50, 20, 15)
    for rate, count in (
        (sample.win_rate, 50),
        (sample.draw_rate, 20),
        (sample.loss_rate, 15),
        (sample.endless_rate, 5),
    ):
        assert rate.value == count / 100
        assert rate.low == wilson(count, 100, Z)[0]
        assert rate.high == wilson(count + 10, 100, Z)[1]  # each unfinished game may be one of them
    # 35 more of 100: mean square 65/100; the 10 unfinished ones may be either's
    variance = (65 / 100 - (35 / 100) ** 2) * 100 / 99
    assert sample.advantage.value == pytest.approx(35 / 100)
    assert sample.advantage.high - sample.advantage.low == pytest.approx(2 * Z * sqrt(variance / 100) + 2 * 10 / 100)


def test_payoffs_of_nothing_or_something_are_no_draws() -> None:
    sample = sample_of(games=10, scores={0: 4, 1: 6}, players=2)
    assert (sample.won, sample.drawn, sample.lost, sample.duel) == (6, 0, 4, True)
    assert sample.loss_rate.value == 0.4


def test_pairs_that_do_not_end_are_not_left_out_of_the_win_rate() -> None:
    one = sample_of(games=10, unfinished=2, endless=1, scores={0: 4, 1: 3}, players=0)
    other = sample_of(games=10, scores={0: 2, 1: 8}, players=0)
    pairs = {(0, 1, 0, 1): 2, (0, 1, 1, 0): 2, (1, 0, 1, 0): 3, (0, UNFINISHED, 1, 0): 2, (0, ENDLESS, 1, 0): 1}
    both = Comparison(one, other, pairs)
    assert both.win_rate.value == pytest.approx(0.2)
    assert both.win_rate.high > 0.4  # the two unfinished ones may be won
    assert both.ended == 7
    assert both.mean.value == pytest.approx(-2 / 7)


def test_a_game_of_one_player_has_no_draws() -> None:
    sample = sample_of(games=10, scores={0: 6, 1: 4}, players=1)
    assert (sample.drawn, sample.lost) == (0, 6)


@pytest.mark.parametrize(("name", "players"), [("nim", 2), ("best-card", 1), ("hog", 2), ("clock", 0), ("fifteen", 2)])
def test_players_are_counted(name: str, players: int) -> None:
    assert simulate(find_game(name), 3).players == players


def test_more_confidence_is_a_wider_interval() -> None:
    narrow, wide = (simulate(OneHanded(suits=2, ranks=3), 200, confidence=c).win_rate for c in (0.5, 0.999))
    assert wide.low < narrow.low < narrow.high < wide.high


def test_shares_of_a_histogram_are_of_the_games_that_ended() -> None:
    sample = sample_of(games=12, unfinished=2, scores={0: 3, 8: 7})
    assert histogram_rows(sample) == [(0, 3, 0.3, *wilson(3, 10, Z)), (8, 7, 0.7, *wilson(7, 10, Z))]


# --- histograms as bars -----------------------------------------------------------------------------------------


def test_few_scores_are_told_one_by_one() -> None:
    counts = {score: score + 1 for score in range(MOST_BARS)}
    assert gather_bars(counts) == counts


def test_many_scores_are_put_together_by_hand() -> None:
    counts = dict.fromkeys(range(-10, 170), 1)  # 180 scores: three to a bar
    assert gather_bars(counts) == dict.fromkeys(range(-10, 170, 3), 3)


def test_bars_that_hold_several_scores_name_the_first_and_the_last() -> None:
    counts = dict.fromkeys(range(54, 154), 1)
    assert [bar_namer(counts, 30)(bar) for bar in gather_bars(counts, 30)][::24] == ["54 to 57", "150 to 153"]
    even = dict.fromkeys(range(0, 52, 2), 1)
    assert [bar_namer(even, 20)(bar) for bar in gather_bars(even, 20)][::12] == ["0 to 2", "48 to 50"]
    assert bar_namer(even, 26)(24) == "24"
    assert bar_namer({0.5: 1, 1.25: 1, 9: 1}, 2)(0.5) == "0.5 to 5.5"


def test_bars_hold_as_many_scores_each_where_these_lie_apart() -> None:
    assert gather_bars(dict.fromkeys(range(0, 52, 2), 1), 20) == dict.fromkeys(range(0, 52, 4), 2)


@given(st.dictionaries(st.integers(-(10**6), 10**6) | st.floats(-1e3, 1e3), st.integers(1, 9), max_size=200))
def test_putting_scores_together_loses_no_game(counts: dict[float, int]) -> None:
    bars = gather_bars(counts)
    assert sum(bars.values()) == sum(counts.values())
    assert len(bars) <= MOST_BARS + 1
    if counts:
        assert min(bars) == min(counts)
        assert max(bars) <= max(counts)


# --- totals -----------------------------------------------------------------------------------------------------

KEEP = {"wins": 2, "longest": 3, "shortest": 1}
SCORES = st.integers(-9, 9) | st.floats(allow_nan=False, allow_infinity=False)
ENDS = st.dictionaries(st.tuples(SCORES, st.integers(LOST, BY_PLAYER_1)), st.integers(1, 9))


@st.composite
def totals(draw: Any, first: int) -> Totals:
    """Totals of some games whose numbers begin at ``first``."""
    games = draw(st.lists(st.tuples(st.integers(0, 5), st.integers(-2, 2)), max_size=9))
    kept = [KeptGame(first + k, length, score) for k, (length, score) in enumerate(games)]
    return Totals(
        games=draw(st.integers(0, 2**62)),
        unfinished=draw(st.integers(0, 99)),
        endless=draw(st.integers(0, 99)),
        steps=draw(st.integers(0, 2**70)),
        ends=draw(ENDS),
        lengths=draw(st.dictionaries(st.integers(0, 2**40), st.integers(1, 2**40))),
        kept={what: finest(what, kept, most) for what, most in KEEP.items()},
    )


@given(totals(0), totals(100), totals(200))
def test_totals_add_up_in_any_order(a: Totals, b: Totals, c: Totals) -> None:
    assert a.plus(b, KEEP) == b.plus(a, KEEP)
    assert a.plus(b, KEEP).plus(c, KEEP) == a.plus(b.plus(c, KEEP), KEEP)
    assert Totals().plus(a, KEEP) == a
    assert list(a.plus(b, KEEP).scores) == sorted({*a.scores, *b.scores})
    assert a.plus(b, {}).kept == {}


@given(totals(0))
def test_totals_survive_json_to_the_bit(a: Totals) -> None:
    again = Totals.from_json(a.to_json())
    assert again == a
    assert again.to_json() == a.to_json()
    for one, other in ((a.ends, again.ends), (a.scores, again.scores), (a.lengths, again.lengths)):
        assert [(type(key), repr(key)) for key in one] == [(type(key), repr(key)) for key in other]
    json.loads(a.to_json())


PAIRS = st.dictionaries(
    st.tuples(st.floats(-9, 9), st.integers(0, 1), st.integers(-9, 9), st.integers(0, 1)), st.integers(1, 9)
)


@given(totals(0), totals(100), PAIRS, PAIRS)
def test_totals_of_pairs_add_up_and_survive_json(a: Totals, b: Totals, some: Any, more: Any) -> None:
    one, other = PairTotals(a, b, some), PairTotals(b, a, more)
    assert PairTotals.from_json(one.to_json()) == one
    both = one.plus(other, KEEP)
    assert both == other.plus(one, KEEP) or a.games != b.games
    assert (both.first, both.second) == (a.plus(b, KEEP), b.plus(a, KEEP))
    assert Counter(both.pairs) == Counter(some) + Counter(more)


# --- games worth looking at -------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["cpython", "native"])
def test_games_kept_are_those_of_all_games_by_brute_force(engine: str) -> None:
    game, games, seed = OneHanded(suits=2, ranks=4), 3000, 5
    every = []
    for number in range(games):
        table = deal(game, seed, number)
        length, _ = finish(game, table, 10**6)
        every.append(KeptGame(number, length, game.score(table)))
    for most in (1, 7, 2000):
        kept = simulate(game, games, seed=seed, engine=engine, keep=dict.fromkeys(KEEPABLE, most)).kept
        assert list(kept["wins"]) == [kept for kept in every if kept.score == 0][:most]
        assert list(kept["shortest"]) == sorted(every, key=lambda kept: (kept.length, kept.number))[:most]
        assert list(kept["longest"]) == sorted(every, key=lambda kept: (-kept.length, kept.number))[:most]


def test_games_that_do_not_end_are_not_kept() -> None:
    game = find_game("perpetual-motion", ("suits=2", "ranks=4"))
    ends = [finish(game, deal(game, 1, number), 10**6)[1] for number in range(300)]
    assert 30 < ends.count(ENDLESS) < 270
    kept = simulate(game, 300, seed=1, keep={"longest": 300, "wins": 300}).kept
    ended = {number for number in range(300) if ends[number] != ENDLESS}
    assert {game.number for game in kept["longest"]} == {game.number for game in kept["wins"]} == ended


# --- two rules on common deals ----------------------------------------------------------------------------------

FULL, LESS = OneHanded(), OneHanded(ranks=12, lowest=2)


@pytest.mark.parametrize("engine", ["cpython", "native"])
@pytest.mark.parametrize("game", [FULL, Clock(), Hog()], ids=lambda game: game.name)
def test_a_game_differs_from_itself_by_nothing(game: Any, engine: str) -> None:
    comparison = compare(game, game, 500, seed=3, engine=engine)
    assert (comparison.mean.value, comparison.win_rate.value) == (0, 0)
    assert all((a, won_a) == (b, won_b) for a, won_a, b, won_b in comparison.pairs)
    assert comparison.first.totals == comparison.second.totals == simulate(game, 500, seed=3).totals


@pytest.mark.parametrize("engine", ["cpython", "native"])
def test_the_deck_without_aces_lies_in_the_order_of_the_full_one(engine: str) -> None:
    games, seed = 2500 if engine == "native" else 500, 4
    comparison = compare(FULL, LESS, games, seed=seed, engine=engine)
    assert comparison.first.engine == engine
    expected: Counter[tuple[float, int, float, int]] = Counter()
    for number in range(games):
        order = order_of(list(range(52)), seed, number)
        without = [card - 4 for card in order if card >= 4]
        assert [FULL.say(card) for card in order if card >= 4] == [LESS.say(card) for card in without]
        found = []
        for game, cards in ((FULL, order), (LESS, without)):
            table = lay_out(game, cards)
            finish(game, table, 10**6)
            found += [game.score(table), int(game.won(table))]
        expected[tuple(found)] += 1
    assert dict(comparison.pairs) == expected


def test_the_larger_deck_plays_its_own_numbered_games_on_either_side() -> None:
    alone = simulate(FULL, 20_000, seed=5).totals
    one, other = compare(FULL, LESS, 20_000, seed=5), compare(LESS, FULL, 20_000, seed=5)
    assert one.first.totals == other.second.totals == alone
    assert one.second.totals == other.first.totals != simulate(LESS, 20_000, seed=5).totals
    assert dict(one.pairs) == {(a, u, b, v): n for (b, v, a, u), n in other.pairs.items()}
    assert (one.mean.value, one.win_rate.value) == (-other.mean.value, -other.win_rate.value)


def test_cards_that_only_one_deck_has_are_left_out_for_the_other() -> None:
    low, high = OneHanded(suits=1, ranks=5), OneHanded(suits=1, ranks=4, lowest=4)  # A 2 3 4 5 and 4 5 6 7
    comparison = compare(low, high, 400, seed=6)
    assert comparison.first.finished == comparison.second.finished == 400


def test_the_difference_is_the_difference_of_the_means() -> None:
    comparison = compare(FULL, LESS, 3000, seed=7)
    first, second = comparison.first, comparison.second
    assert comparison.mean.value == pytest.approx(first.mean.value - second.mean.value, abs=1e-12)
    assert comparison.win_rate.value == pytest.approx(first.win_rate.value - second.win_rate.value, abs=1e-12)


def test_common_deals_make_the_difference_narrower_than_independent_runs_do() -> None:
    pairs = [(FULL, LESS, "mean"), (BeggarMyNeighbour(), BeggarMyNeighbour(courts=3), "win_rate")]
    for one, other, figure in pairs:
        comparison = compare(one, other, 4000, seed=8)
        common = getattr(comparison, figure)
        apart = [getattr(sample, figure) for sample in (comparison.first, comparison.second)]
        width = sqrt(sum((value.high - value.low) ** 2 for value in apart))
        assert common.high - common.low < 0.97 * width, (one, other)


def test_a_difference_by_hand() -> None:
    pairs = {(3, 0, 1, 0): 2, (0, 1, 1, 0): 1, (0, 1, 0, 1): 1}  # differences of score 2, 2, -1, 0; of wins 0, 0, 1, 0
    sample = sample_of(games=4)
    comparison = Comparison(sample, sample, pairs)
    assert comparison.mean.value == pytest.approx(3 / 4)
    variance = (2 * 1.25**2 + 1.75**2 + 0.75**2) / 3
    assert comparison.mean.high - comparison.mean.low == pytest.approx(2 * Z * sqrt(variance / 4))
    assert comparison.win_rate.value == pytest.approx(1 / 4)


def test_a_patience_and_a_game_cannot_be_compared() -> None:
    with pytest.raises(UsageError, match="cannot be compared"):
        compare(FULL, Nim(), 3)


@pytest.mark.parametrize("engine", ["cpython", "native"])
def test_decks_that_have_too_many_cards_together_are_refused(engine: str) -> None:
    # 120 cards each, of which 8 ranks in common: 12 * 10 + 4 * 10 different ones
    one, other = OneHanded(suits=10, ranks=12), OneHanded(suits=10, ranks=12, lowest=5)
    union = {game.say(card) for game in (one, other) for card in game.deck()}
    assert len(union) == 160
    with pytest.raises(UsageError, match="160"):
        compare(one, other, 3, engine=engine)


def test_two_games_with_decisions_are_compared_by_number() -> None:
    three, five = Nim(a=1, b=1, c=1), Nim()
    comparison = compare(three, five, 300, seed=9, policies=("best", "random"))
    assert comparison.second.totals == simulate(five, 300, seed=9, policies=("best", "random")).totals
    assert sum(comparison.pairs.values()) == 300


def test_finest_by_hand() -> None:
    games = [KeptGame(3, 5, 0), KeptGame(1, 5, 0), KeptGame(2, 9, 0), KeptGame(0, 1, 0)]
    numbers = {what: [game.number for game in finest(what, games, 3)] for what in KEEPABLE}
    assert numbers == {"wins": [0, 1, 2], "longest": [2, 1, 3], "shortest": [0, 1, 3]}
    assert all(finest(what, games, 2) == finest(what, order, 2) for what in KEEPABLE for order in permuted(games))


def permuted(games: list[KeptGame]) -> list[tuple[KeptGame, ...]]:
    return list(itertools.permutations(games))
