"""Random numbers: Philox, bounded integers, the shuffle and the vector dealer, beside a second implementation."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from math import prod, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from faceup.engines.model import random_stream
from faceup.engines.model.dealing import TOGETHER, Dealer, order_of
from faceup.engines.model.random_stream import (
    BATCH,
    STREAM_SIZE,
    batch,
    begin,
    below,
    digit,
    is_rejected,
    philox,
    shuffle,
    word,
)
from tests import second_stream

ONES = 0xFFFFFFFF
SEEDS = (0, 1, 2**32 - 1, 2**32, 2**63 - 1)


def stream_of(seed: int = 0, game: int = 0) -> list[int]:
    stream = [0] * STREAM_SIZE
    begin(stream, seed, game)
    return stream


def chi_square_limit(freedom: int, chance: float = 1e-5) -> float:
    """What chi-square exceeds with this chance, by Wilson and Hilferty."""
    z = NormalDist().inv_cdf(1 - chance)
    return freedom * float(1 - 2 / (9 * freedom) + z * sqrt(2 / (9 * freedom))) ** 3


def check_alike(counts: Any, kinds: int) -> None:
    """That these counts of ``kinds`` outcomes are as equal as chance has it: neither less equal nor more."""
    counts = np.asarray(list(counts), float)
    assert len(counts) <= kinds
    expected = counts.sum() / kinds
    assert expected >= 5
    chi_square = ((counts - expected) ** 2 / expected).sum() + expected * (kinds - len(counts))
    assert chi_square < chi_square_limit(kinds - 1)
    if kinds > 10:
        assert chi_square > chi_square_limit(kinds - 1, 1 - 1e-5)


# --- Philox -----------------------------------------------------------------------------------------------------


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
    assert " ".join(f"{word:08x}" for word in second_stream.philox4(counter, key)) == words


def test_the_second_philox_is_numpys_where_words_have_64_bits() -> None:
    chance = random.Random(1)
    for _ in range(50):
        counter, key = ([chance.getrandbits(64) for _ in range(n)] for n in (4, 2))
        theirs = np.random.Philox(counter=np.array(counter, np.uint64), key=np.array(key, np.uint64))
        counter[0] = (counter[0] + 1) % 2**64  # NumPy counts before it draws
        assert counter[0], "the seed of this test leads to a carry"
        assert theirs.random_raw(4).tolist() == second_stream.philox4(counter, key, 64)


def test_philox_is_the_second_one_for_random_and_extreme_counters() -> None:
    chance = random.Random(2)
    extremes = (0, 1, 0x7FFFFFFF, 0x80000000, ONES - 1, ONES)
    for number in range(4000):
        draw = chance.choice if number % 2 else lambda _: chance.getrandbits(32)
        counter, key = ([draw(extremes) for _ in range(n)] for n in (4, 2))
        assert list(philox(*counter, *key)) == second_stream.philox4(counter, key)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_stream_has_the_words_of_its_counter(seed: int) -> None:
    for game in (0, 1, 2**32 - 1, 2**32, 2**32 + 5, 2**62):
        stream = stream_of(seed, game)
        expected = list(itertools.islice(second_stream.words32(seed, game), 30))
        assert [word(stream) for _ in range(30)] == expected


def test_streams_depend_on_all_bits_of_seed_and_game() -> None:
    bits = [(1 << k, 0) for k in range(63)] + [(0, 1 << k) for k in range(63)]
    first = {tuple(below(stream, 1 << 32) for _ in range(8)) for stream in itertools.starmap(stream_of, bits)}
    assert len(first) == len(bits)


def test_a_stream_does_not_repeat_its_blocks() -> None:
    stream = stream_of()
    assert len({below(stream, 1 << 32) for _ in range(400)}) == 400


# --- one bounded integer ----------------------------------------------------------------------------------------


@given(st.integers(1, 2**32), st.integers(0, 2**63 - 1), st.integers(0, 2**63 - 1))
def test_below_is_in_range(n: int, seed: int, game: int) -> None:
    stream = stream_of(seed, game)
    assert all(0 <= below(stream, n) < n for _ in range(9))


@pytest.mark.parametrize("n", [2, 3, 6, 7, 52])
def test_below_meets_every_number_alike(n: int) -> None:
    stream = stream_of(seed=n)
    check_alike(Counter(below(stream, n) for _ in range(1000 * n)).values(), n)


def test_below_rejects_what_would_be_biased() -> None:
    # Four words to each three numbers: without rejection, one number in three comes twice as often.
    stream = stream_of(seed=5)
    check_alike(Counter(below(stream, 3 << 30) % 3 for _ in range(9000)).values(), 3)


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 52, 2**31, 2**31 + 1, 3 << 30, 2**32 - 1, 2**32])
def test_below_takes_the_first_word_that_is_not_biased(monkeypatch: pytest.MonkeyPatch, n: int) -> None:
    chance = random.Random(n)
    near = [-(-k * 2**32 // n) % 2**32 for k in (0, 1, 2, n // 2, n - 1)]  # the lowest words that give k
    drawn = [(base + shift) % 2**32 for base in near for shift in (-1, 0, 1)] + [chance.getrandbits(32)]
    expected = [value * n >> 32 for value in drawn if value * n % 2**32 >= 2**32 % n]
    feed(monkeypatch, drawn)
    assert [below([], n) for _ in expected] == expected
    assert expected
    if 2**32 % n:
        assert len(expected) < len(drawn)


def feed(monkeypatch: pytest.MonkeyPatch, words: list[int]) -> Iterator[int]:
    """Let the stream give these words; what is left of them is returned."""
    source = iter(words)
    monkeypatch.setattr(random_stream, "word", lambda stream: next(source))
    return source


# --- several bounded integers from one word ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bounds", "bits"), [((3,), 4), ((5, 4, 3), 8), ((4, 3, 2), 8), ((7, 6), 10), ((6, 5, 4, 3, 2), 12), ((9, 8, 7), 9)]
)
def test_the_idea_is_exact_over_all_words_of_a_small_size(bounds: tuple[int, ...], bits: int) -> None:
    counts: Counter[tuple[int, ...]] = Counter()
    refused = 0
    for value in range(1 << bits):
        places, left = second_stream.digits(value, bounds, bits)
        if left < (1 << bits) % prod(bounds):
            refused += 1
        else:
            counts[tuple(places)] += 1
    assert set(counts) == set(itertools.product(*map(range, bounds)))
    assert set(counts.values()) == {(1 << bits) // prod(bounds)}
    assert refused == (1 << bits) % prod(bounds)


DECKS = range(2, 128)


def batches(size: int) -> list[tuple[int, int, int]]:
    """For each word of a shuffle its first and last bound, and their product."""
    found, n = [], size
    while n > 1:
        bounds = second_stream.bounds_together(n)
        found.append((n, bounds[-1], prod(bounds)))
        n -= len(bounds)
    return found


def test_batches_use_up_all_bounds_with_products_that_fit() -> None:
    for size in DECKS:
        found = batches(size)
        assert [bound for n, last, _ in found for bound in range(n, last - 1, -1)] == list(range(size, 1, -1))
        for n, last, product in found:
            assert (last, product) == batch(n)
            assert product == prod(range(last, n + 1)) <= BATCH == second_stream.LARGEST
            assert last == 2 or product * (last - 1) > BATCH  # as many as there is room for


def taken_apart(value: int, n: int, last: int) -> tuple[list[int], int, int]:
    """What ``digit`` makes of a word, bound after bound."""
    high, low = value >> 32, value & ONES
    found = []
    for bound in range(n, last - 1, -1):
        j, high, low = digit(high, low, bound)
        found.append(j)
    return found, high, low


def boundary_words(product: int, chance: random.Random) -> list[int]:
    """Words whose last remainder is just above 0, where it is decided whether they are drawn again."""
    lowest = [-(-k * 2**64 // product) for k in (0, 1, product - 1, *(chance.randrange(product) for _ in range(12)))]
    return [(base + shift) % 2**64 for base in lowest for shift in (-1, 0, 1)]


def test_digits_and_rejection_are_the_definition() -> None:
    chance = random.Random(3)
    decided: Counter[bool] = Counter()
    for size in DECKS:
        for n, last, product in batches(size):
            words = [*boundary_words(product, chance), 0, 1, 2**64 - 1, *(chance.getrandbits(64) for _ in range(5))]
            for value in words:
                found, high, low = taken_apart(value, n, last)
                places, left = second_stream.digits(value, range(n, last - 1, -1))
                assert (found, high << 32 | low) == (places, left)
                assert is_rejected(high, low, product) == (left < 2**64 % product)
                decided[is_rejected(high, low, product)] += 1
    assert min(decided.values()) > 2000


@given(st.integers(0, 2**64 - 1), st.integers(2, BATCH))
def test_rejection_is_the_definition_for_any_remainder(left: int, product: int) -> None:
    for value in (left, left % product, 2**64 % product, max(2**64 % product - 1, 0)):
        assert is_rejected(value >> 32, value & ONES, product) == (value < 2**64 % product)


def some_word(product: int, chance: random.Random, refused: bool) -> int:
    """A word that is drawn again for bounds of this product, or one that is not."""
    while True:
        value = -(-chance.randrange(product) * 2**64 // product) % 2**64 if refused else chance.getrandbits(64)
        if (value * product % 2**64 < 2**64 % product) == refused:
            return value


@pytest.mark.parametrize("size", [3, 5, 20, 21, 52, 104, 127])
def test_a_refused_word_leaves_no_trace_in_the_shuffle(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    chance = random.Random(size)
    for _ in range(20):
        good, all_words = [], []
        for _, _, product in batches(size):
            for _ in range(chance.randrange(4) if 2**64 % product else 0):
                all_words.append(some_word(product, chance, refused=True))
            value = some_word(product, chance, refused=False)
            good.append(value)
            all_words.append(value)
        orders = []
        for words in (good, all_words):
            left = feed(monkeypatch, [half for value in words for half in (value >> 32, value & ONES)])
            cells = bytearray(range(size))
            shuffle(cells, size, [])
            assert next(left, None) is None
            orders.append(list(cells))
        assert orders[0] == orders[1]
        halves = (half for value in all_words for half in (value >> 32, value & ONES))
        assert second_stream.shuffle(range(size), halves) == (orders[0], len(all_words) - len(good))


# --- the shuffle ------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 127), max_size=127), st.integers(0, 2**63 - 1), st.data())
def test_a_shuffle_keeps_the_cards_and_those_behind(cards: list[int], seed: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, len(cards)))
    cells = bytearray(cards)
    shuffle(cells, count, stream_of(seed))
    assert sorted(cells[:count]) == sorted(cards[:count])
    assert list(cells[count:]) == cards[count:]


@given(st.integers(1, 127), st.integers(0, 2**63 - 1), st.integers(0, 2**62))
def test_numbered_deals_are_the_second_ones(size: int, seed: int, game: int) -> None:
    deck = list(range(127, 127 - size, -1))
    assert order_of(deck, seed, game) == second_stream.order(deck, seed, game)


@pytest.mark.parametrize("size", [4, 5])
def test_all_orders_of_a_small_deck_are_alike_in_cpython(size: int) -> None:
    orders = list(itertools.permutations(range(size)))
    counts = Counter(tuple(order_of(list(range(size)), 9, game)) for game in range(100 * len(orders)))
    assert set(counts) == set(orders)
    check_alike(counts.values(), len(orders))


@pytest.mark.parametrize("size", [4, 5])
def test_all_orders_of_a_small_deck_are_alike_in_machine_code(size: int) -> None:
    dealt = Dealer(list(range(size))).orders(10, 0, 300_000).astype(np.int64)
    codes = dealt @ (size ** np.arange(size))
    check_alike(np.unique(codes, return_counts=True)[1], len(list(itertools.permutations(range(size)))))


def test_the_cards_of_52_are_alike_at_every_place_in_machine_code() -> None:
    games = 300_000
    dealt = Dealer(list(range(52))).orders(11, 0, games).astype(np.int64)
    for place in range(52):
        check_alike(np.bincount(dealt[:, place], minlength=52), 52)
    different = 52 * 51
    for place in (0, 1, 20, 41, 42, 43, 50):  # neighbours, also where one word's cards meet the next word's
        pairs = np.bincount(dealt[:, place] * 52 + dealt[:, place + 1], minlength=52 * 52)
        assert not pairs[:: 52 + 1].any()  # no card twice
        check_alike(pairs[pairs > 0], different)
    for place in (0, 51):  # the top or bottom card of one game and the next, and of games in neighbouring vectors
        for apart in (1, 2, TOGETHER):
            pairs = dealt[:-apart, place] * 52 + dealt[apart:, place]
            check_alike(np.bincount(pairs, minlength=52 * 52), 52 * 52)


def test_the_first_and_last_card_of_52_are_alike_in_cpython() -> None:
    dealt = [order_of(list(range(52)), 12, game) for game in range(6000)]
    for place in (0, 51):
        check_alike(Counter(order[place] for order in dealt).values(), 52)


# --- machine code and CPython -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 3, 4, 20, 21, 52, 104, 127])
def test_the_dealer_deals_the_numbered_games(size: int) -> None:
    deck = [(5 * card + 3) % 128 for card in range(size)]
    dealer = Dealer(deck)
    for seed, first, count in [
        (0, 0, 1),
        (1, 7, 129),
        (2**31, 2**32 - 100, 150),  # the game's number grows into its upper word inside a vector
        (2**32 - 1, 2**32 - 1, 3),
        (2**63 - 1, 2**62 - 1, 20),
        (2**62 + 12345, 3 * 2**40 + 1, 130),
    ]:
        dealt = dealer.orders(seed, first, count)
        assert dealt.shape == (count, size)
        assert dealt.tolist() == [order_of(deck, seed, first + k) for k in range(count)]


@pytest.mark.parametrize("size", [52, 95, 125])
def test_the_dealer_draws_again_in_the_same_games(size: int) -> None:
    seed, games = 13, 30_000
    deck = list(range(size))
    dealt = Dealer(deck).orders(seed, 0, games)
    found = games_that_draw_again(size, seed, games)
    assert len(found) > 5
    for game in found:
        order, again = second_stream.shuffle(deck, second_stream.words32(seed, game))
        assert again
        assert dealt[game].tolist() == order == order_of(deck, seed, game)


def games_that_draw_again(size: int, seed: int, games: int) -> list[int]:
    """The numbers of the games in which one of the first words is refused."""
    numbers = np.arange(games, dtype=np.uint64)
    refused = np.zeros(games, bool)
    for k, (_, _, product) in enumerate(batches(size)):
        if k % 2 == 0:
            nothing = np.zeros(games, np.uint64)
            words = second_stream.philox4((nothing + k // 2, nothing, numbers, nothing), (seed, 0))
        high, low = words[2 * (k % 2) : 2 * (k % 2) + 2]
        refused |= ((high << 32 | low) * product) < 2**64 % product  # products wrap round at 2**64
    return [int(game) for game in refused.nonzero()[0]]
