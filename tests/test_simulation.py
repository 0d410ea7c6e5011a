"""Simulation: the random numbers, the shuffle, both engines, and figures that are known exactly."""

import itertools
from collections import Counter
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

import faceup
from faceup.engines.random_stream import STREAM_SIZE, begin, below, philox, shuffle
from faceup.engines.simulation import deal, play_out, played, simulate
from faceup.games.one_handed import OneHanded
from faceup.results.sample import Sample, wilson
from faceup.rules import OVER, Game, NamedTuple, Patience, Pile, RulesError, UsageError

BEST_CARD = 793241858169757 / 1275496486264000


def stream_of(seed: int = 0, game: int = 0) -> list[int]:
    stream = [0] * STREAM_SIZE
    begin(stream, seed, game)
    return stream


def chi_square(counts: Counter[object], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((counts[kind] - expected) ** 2 / expected for kind in counts) + expected * (kinds - len(counts))


# --- random numbers ---------------------------------------------------------------------------------------------

ONES = 0xFFFFFFFF


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ((0, 0, 0, 0), (0, 0), "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ((ONES, ONES, ONES, ONES), (ONES, ONES), "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            "d16cfe09 94fdcceb 5001e420 24126ea1",
        ),
    ],
)
def test_philox_gives_the_known_answers_of_random123(
    counter: tuple[int, ...], key: tuple[int, ...], words: str
) -> None:
    assert " ".join(f"{word:08x}" for word in philox(*counter, *key)) == words


@given(st.integers(1, 2**32), st.integers(0, 2**63 - 1), st.integers(0, 2**63 - 1))
def test_below_is_in_range(n: int, seed: int, game: int) -> None:
    stream = stream_of(seed, game)
    assert all(0 <= below(stream, n) < n for _ in range(9))


@pytest.mark.parametrize("n", [2, 3, 6, 7, 52])
def test_below_meets_every_number_alike(n: int) -> None:
    stream = stream_of(seed=n)
    counts: Counter[object] = Counter(below(stream, n) for _ in range(1000 * n))
    assert chi_square(counts, n) < (n - 1) + 4.5 * (2 * (n - 1)) ** 0.5 + 4


def test_below_rejects_what_would_be_biased() -> None:
    # Four words to each three numbers: without rejection, one number in three comes twice as often.
    stream = stream_of(seed=5)
    counts: Counter[object] = Counter(below(stream, 3 << 30) % 3 for _ in range(9000))
    assert chi_square(counts, 3) < 20


def test_streams_depend_on_all_bits_of_seed_and_game() -> None:
    places = [(0, 0), (1, 0), (0, 1), (1 << 32, 0), (0, 1 << 32), (1 << 62, 0), (0, 1 << 62)]
    first = {tuple(below(stream, 1 << 32) for _ in range(8)) for stream in itertools.starmap(stream_of, places)}
    assert len(first) == len(places)


def test_a_stream_does_not_repeat_its_blocks() -> None:
    stream = stream_of()
    assert len({below(stream, 1 << 32) for _ in range(400)}) == 400


def test_a_shuffle_of_four_cards_meets_every_order_alike() -> None:
    counts: Counter[object] = Counter()
    for game in range(24 * 500):
        pile = Pile(4, (1, 2, 3, 4))
        shuffle(pile, stream_of(seed=9, game=game))
        counts[tuple(pile.cards())] += 1
    assert set(counts) == set(itertools.permutations((1, 2, 3, 4)))
    assert chi_square(counts, 24) < 53.0  # 23 degrees of freedom: p = 0.0004


@given(st.lists(st.integers(0, 127), max_size=60), st.integers(0, 2**63 - 1))
def test_a_shuffle_keeps_the_cards(cards: list[int], seed: int) -> None:
    pile = Pile(60, cards)
    shuffle(pile, stream_of(seed))
    assert sorted(pile.cards()) == sorted(cards)


# --- One Handed Solitaire ---------------------------------------------------------------------------------------


def score_by_hand(draws: list[tuple[int, int]]) -> int:
    """One Handed Solitaire from its description; the cards, as (rank, suit), in the order they are drawn."""
    stock, hand = list(draws), []
    hand, stock = stock[:4], stock[4:]
    while True:
        if len(hand) >= 4 and hand[-1][1] == hand[-4][1]:
            del hand[-3:-1]
        elif len(hand) >= 4 and hand[-1][0] == hand[-4][0]:
            del hand[-4:]
        elif stock:
            hand.append(stock.pop(0))
        else:
            return len(hand)


def played_in_order(game: OneHanded, draws: tuple[int, ...]) -> tuple[int, bool]:
    """What the rule file makes of cards that are drawn in this order."""
    table = game.Table(Pile(len(draws), draws[::-1]), Pile(len(draws)))
    for _ in play_out(game, table):
        pass
    return game.score(table), game.won(table)


@pytest.mark.parametrize(("suits", "ranks", "lowest"), [(4, 13, 1), (4, 13, 2), (2, 20, 1), (8, 8, 1), (1, 5, 1)])
def test_the_rule_file_scores_as_the_description_does(suits: int, ranks: int, lowest: int) -> None:
    game = OneHanded(suits=suits, ranks=ranks, lowest=lowest)
    for number in range(300):
        table = deal(game, 42, number)
        cards = table.stock.cards()[::-1]
        assert sorted(cards) == list(range(suits * ranks))
        for _ in play_out(game, table):
            pass
        assert game.score(table) == score_by_hand([divmod(card, suits) for card in cards])


@pytest.mark.parametrize(
    ("suits", "ranks", "chance"), [(2, 3, Fraction(2, 15)), (4, 2, Fraction(65, 168)), (2, 2, None), (3, 2, None)]
)
def test_small_decks_over_all_their_orders(suits: int, ranks: int, chance: Fraction | None) -> None:
    game = OneHanded(suits=suits, ranks=ranks)
    wins = games = 0
    for draws in itertools.permutations(range(suits * ranks)):
        score, won = played_in_order(game, draws)
        assert score == score_by_hand([divmod(card, suits) for card in draws])
        assert won == (score == 0)
        wins += won
        games += 1
    assert chance is None or Fraction(wins, games) == chance


def test_a_simulated_small_deck_agrees_with_all_its_orders() -> None:
    rate = simulate(OneHanded(suits=2, ranks=3), 20_000, seed=3, confidence=0.999).win_rate
    assert rate.low < 2 / 15 < rate.high


def test_the_numbered_games_never_change() -> None:
    game, scores = OneHanded(), []
    for number in range(12):
        table = deal(game, 1, number)
        for _ in play_out(game, table):
            pass
        scores.append(game.score(table))
    # Computed once by a second implementation of Philox, the shuffle and the rules.
    assert scores == [12, 8, 2, 6, 12, 16, 6, 24, 18, 24, 16, 8]


# --- engines ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("suits", "ranks", "seed"), [(4, 13, 0), (4, 13, 2**63 - 1), (2, 3, 7), (1, 1, 0), (10, 12, 1 << 40)]
)
def test_both_engines_play_the_same_games(suits: int, ranks: int, seed: int) -> None:
    game = OneHanded(suits=suits, ranks=ranks)
    slow, fast = (simulate(game, 2500, seed=seed, engine=engine) for engine in ("cpython", "native"))
    assert (slow.engine, fast.engine) == ("cpython", "native")
    assert dict(slow.histogram) == dict(fast.histogram)
    assert (slow.wins, slow.unfinished, slow.steps) == (fast.wins, fast.unfinished, fast.steps)
    assert sum(slow.histogram.values()) == 2500


def test_a_replayed_game_is_the_game_inside_the_run() -> None:
    game, scores, steps = OneHanded(), [], 0
    for number in range(400):
        table = deal(game, 11, number)
        steps += len(list(play_out(game, table)))
        scores.append(game.score(table))
    run = simulate(game, 400, seed=11, engine="native")
    assert dict(run.histogram) == Counter(scores)
    assert run.steps == steps
    for number in (0, 1, 399):
        before = Counter(simulate(game, number, seed=11).histogram) if number else Counter()
        assert Counter(simulate(game, number + 1, seed=11).histogram) - before == Counter([scores[number]])


def test_a_replayed_game_with_decisions_is_the_game_inside_the_run() -> None:
    game = faceup.game("hog")
    payoffs: Counter[float] = Counter()
    for number in range(50):
        *_, (state, move) = played(game, 4, number)
        assert move is None
        payoffs[game.payoff(state)] += 1
    assert dict(simulate(game, 50, seed=4).histogram) == payoffs


class Sometimes(Patience):
    """Six cards; the game ends at once, unless card 0 lies on top: then it never ends."""

    class Table(NamedTuple):
        stock: Pile

    def deck(self):  # type: ignore[no-untyped-def]
        yield from range(6)

    def step(self, t):  # type: ignore[no-untyped-def]
        return 1 if t.stock.top(1) == 0 else OVER

    def score(self, t):  # type: ignore[no-untyped-def]
        return t.stock.top(1)

    def won(self, t):  # type: ignore[no-untyped-def]
        return t.stock.top(1) == 1


@pytest.mark.parametrize("engine", ["cpython", "native"])
def test_a_game_that_never_ends_is_counted_as_unfinished(engine: str) -> None:
    game = Sometimes()
    run = simulate(game, 600, seed=1, engine=engine, longest=50)
    endless = sum(deal(game, 1, number).stock.top(1) == 0 for number in range(600))
    assert 50 < endless < 150
    assert run.engine == engine
    assert run.games == 600
    assert run.unfinished == endless
    assert run.steps == 50 * endless
    assert sum(run.histogram.values()) == 600 - endless
    assert 0 not in run.histogram
    assert run.wins == run.histogram[1]
    # An unfinished game may be won or lost: the interval allows for both.
    assert run.win_rate.low == pytest.approx(wilson(run.wins, 600, 1.959964)[0], abs=1e-6)
    assert run.win_rate.high == pytest.approx(wilson(run.wins + endless, 600, 1.959964)[1], abs=1e-6)


class Walk(Game):
    """A game with decisions that never ends."""

    class State(NamedTuple):
        side: int

    def start(self):  # type: ignore[no-untyped-def]
        return self.State(0)

    def turn(self, s):  # type: ignore[no-untyped-def]
        return s.side

    def moves(self, s):  # type: ignore[no-untyped-def]
        yield 0

    def play(self, s, m):  # type: ignore[no-untyped-def]
        return self.State(1 - s.side)

    def payoff(self, s):  # type: ignore[no-untyped-def]
        return 0


def test_a_game_with_decisions_that_never_ends_is_counted_as_unfinished() -> None:
    run = simulate(Walk(), 5, longest=20)
    assert (run.unfinished, run.steps, dict(run.histogram), run.wins) == (5, 100, {}, 0)
    assert run.mean.value is None


# --- policies ---------------------------------------------------------------------------------------------------


def test_best_play_meets_the_value() -> None:
    game = faceup.game("best-card")
    run = simulate(game, 20_000, seed=2, confidence=0.999, policies=("best",), solution=faceup.solve(game))
    assert run.mean.low < BEST_CARD < run.mean.high
    assert run.win_rate.low < BEST_CARD < run.win_rate.high
    assert run.mean.high - run.mean.low < 0.03


def test_best_play_wins_against_chance_in_nim() -> None:
    game = faceup.game("nim")
    solution = faceup.solve(game)
    assert simulate(game, 300, policies=("best", "random"), solution=solution).wins == 300
    assert simulate(game, 300, policies=("random", "best"), solution=solution).win_rate.value < 0.2  # type: ignore[operator]


def test_first_and_own_policies() -> None:
    game = faceup.game("nim", a=1, b=1, c=1)
    assert dict(simulate(game, 5, policies=("first",)).histogram) == {1: 5}

    def last(game: Game, state: object) -> int:
        return list(game.moves(state))[-1]

    moves = [move for _, move in played(faceup.game("nim", a=0, b=1, c=2), 0, 0, (last, "first"))]
    assert moves == [2 * 4 + 3, 1 * 4 + 2, None]


def test_rewards_on_the_way_are_counted() -> None:
    game = faceup.game("red-black", red=3, black=1)
    run = simulate(game, 3000, seed=1, confidence=0.999, policies=("best",), solution=faceup.solve(game))
    value = float(faceup.solve(game).value.low)
    assert run.mean.low < value < run.mean.high


@pytest.mark.parametrize("policies", [("best",), ("worst",), ()])
def test_a_policy_that_cannot_be_played_is_refused(policies: tuple[str, ...]) -> None:
    with pytest.raises(UsageError):
        simulate(faceup.game("nim"), 3, policies=policies)


def test_an_illegal_move_of_a_policy_is_refused() -> None:
    with pytest.raises(RulesError, match="999"):
        simulate(faceup.game("nim"), 3, policies=(lambda game, state: 999,))


# --- what is refused --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        *({"games": games} for games in (0, -1)),
        *({"seed": seed} for seed in (-1, 2**63)),
        *({"confidence": confidence} for confidence in (0.0, 1.0, float("nan"))),
        {"engine": "nativ"},
    ],
    ids=str,
)
def test_nonsense_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(UsageError, match=str(next(iter(given.values())))):
        simulate(OneHanded(), **{"games": 3, **given})  # type: ignore[arg-type]


class BadDeck(Sometimes):
    """A deck with one bad card, or with none."""

    card: int = 200
    cards: int = 1

    name = "bad-deck"

    def deck(self):  # type: ignore[no-untyped-def]
        for _ in range(self.cards):
            yield self.card


@pytest.mark.parametrize(
    ("card", "cards", "match"), [(128, 1, "128"), (-1, 1, "-1"), (1, 0, "0 cards"), (1, 128, "128")]
)
def test_a_deck_that_is_none_is_refused(card: int, cards: int, match: str) -> None:
    with pytest.raises(RulesError, match=match):
        simulate(BadDeck(card=card, cards=cards), 1)


# --- intervals --------------------------------------------------------------------------------------------------


def test_wilson_by_hand() -> None:
    # 1 of 10: centre (0.1 + 0.192073) / 1.384146 = 0.211013, reach 1.959964 * sqrt(0.009 + 0.00960365) / 1.384146
    assert wilson(1, 10, 1.959964) == pytest.approx((0.017876, 0.404150), abs=1e-6)
    assert Sample(10, 0, {0: 1, 5: 9}, 1, 0, 0, 1.0).win_rate.low == pytest.approx(0.017876, abs=1e-6)


def test_wilson_reaches_the_end_when_nothing_or_everything_is_won() -> None:
    z = 1.959964
    for games in (*range(1, 60), 100, 1000, 10**6):
        low, high = wilson(0, games, z)
        assert (low, high) == (0, pytest.approx(z * z / (games + z * z))), games
        low, high = wilson(games, games, z)
        assert (low, high) == (pytest.approx(games / (games + z * z)), 1), games


def test_wilson_covers_the_rate_about_as_often_as_it_says() -> None:
    games, rate = 200, 0.07
    chances = [comb(games, wins) * rate**wins * (1 - rate) ** (games - wins) for wins in range(games + 1)]
    intervals = [wilson(wins, games, 1.959964) for wins in range(games + 1)]
    covered = sum(p for p, (low, high) in zip(chances, intervals, strict=True) if low <= rate <= high)
    assert 0.93 < covered < 0.97


def test_the_mean_by_hand() -> None:
    mean = Sample(4, 0, {0: 2, 2: 2}, 2, 0, 0, 1.0).mean  # variance 4/3, standard error sqrt(1/3)
    assert (mean.low, mean.value, mean.high) == pytest.approx((1 - 1.131586, 1, 1 + 1.131586), abs=1e-6)


def test_more_confidence_is_a_wider_interval() -> None:
    narrow, wide = (simulate(OneHanded(suits=2, ranks=3), 200, confidence=c).win_rate for c in (0.5, 0.999))
    assert wide.low < narrow.low < narrow.high < wide.high
