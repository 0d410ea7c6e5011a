"""Enumeration: every deal at once must say what playing every deal says."""

import itertools
from collections import Counter
from fractions import Fraction
from math import factorial, inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import faceup
from faceup.engines.model.dealing import lay_out
from faceup.engines.solve import enumeration
from faceup.engines.solve.enumeration import enumerate_deals
from faceup.engines.solve.tables_alike import IDENTITY, CardClasses, CardGroup, Reveal, Unknown, cards_alike
from faceup.games.one_handed import OneHanded
from faceup.results.samples.distribution import Distribution
from faceup.rules import (
    OVER,
    NamedTuple,
    Patience,
    Pile,
    RulesError,
    Tally,
    swap_cards,
    swap_ranks,
    swap_suits,
)
from faceup.rules.errors import LimitReached
from faceup.rules.pile import contents
from tests.games.arbitrary import RandomPatience
from tests.games.broken import NotAlike, Noted, PopsNothing
from tests.games.small_patiences import (
    ByRank,
    Doubles,
    Hops,
    LookingLayout,
    NoneAlike,
    OddLooks,
    OneCardTwice,
    Queue,
    SmallDeck,
    Stuck,
    SuitsAlone,
)
from tests.library import deep


def brute(game: Patience) -> tuple[dict[Any, Fraction], dict[int, Fraction], Fraction, Fraction]:
    """Histogram, lengths, won and endless, by playing every order of the deck."""
    scores: Counter[Any] = Counter()
    lengths: Counter[int] = Counter()
    won = endless = 0
    cards = list(game.deck())
    for order in itertools.permutations(cards):
        table = lay_out(game, order)
        met = {contents(table)}
        steps = 0
        while game.step(table) != OVER:
            steps += 1
            now = contents(table)
            if now in met:
                endless += 1
                break
            met.add(now)
        else:
            scores[game.score(table)] += 1
            lengths[steps] += 1
            won += bool(game.won(table))
    deals = factorial(len(cards))

    def shares(counts: Counter[Any]) -> dict[Any, Fraction]:
        return {key: Fraction(count, deals) for key, count in counts.items()}

    return shares(scores), shares(lengths), Fraction(won, deals), Fraction(endless, deals)


def same_as_brute(game: Patience) -> Distribution:
    found = enumerate_deals(game)
    assert (found.histogram, found.lengths, found.won, found.endless) == brute(game)
    assert found.deals == factorial(len(list(game.deck())))
    assert found.undecided == 0
    assert found.ended == sum(found.histogram.values()) == sum(found.lengths.values())
    assert found.states <= found.branches
    return found


# --- games that exercise it ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        Queue(),
        Queue(size=6),
        Hops(),
        Hops(size=1),
        OneCardTwice(),
        OneCardTwice(size=6),
        LookingLayout(),
        Doubles(size=6),
        Stuck(),
    ]
    + [OddLooks(way=way) for way in range(20)],
    ids=lambda game: f"{type(game).__name__}{getattr(game, 'way', '')}",
)
def test_small_games_against_every_order(game: Patience) -> None:
    same_as_brute(game)


@pytest.mark.parametrize(
    ("suits", "ranks"), [(1, 1), (1, 5), (2, 2), (2, 3), (3, 2), deep(2, 4), deep(4, 2), (7, 1)], ids=lambda n: str(n)
)
def test_one_handed_against_every_order(suits: int, ranks: int) -> None:
    same_as_brute(OneHanded(suits=suits, ranks=ranks))


@pytest.mark.parametrize("seed", range(3))
def test_what_never_ends_is_exact(seed: int) -> None:
    found = enumerate_deals(Stuck(size=4 + seed))
    assert found.endless == Fraction(1, 4 + seed)
    assert found.mean.exact == 4 + seed
    assert found.length.exact == 1


ACTIONS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=5)


@settings(max_examples=60)
@given(st.integers(0, 2**30 - 1), st.integers(2, 5))
def test_random_games_against_every_order(code: int, size: int) -> None:
    same_as_brute(RandomPatience(size=size, code=code))


# --- figures that are known ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("suits", "ranks", "won"),
    [
        (2, 3, "2/15"),
        (2, 4, "59/420"),
        (4, 2, "65/168"),
        (2, 5, "103/945"),
        (3, 3, "0"),
        deep(2, 6, "2095/22176"),
    ],
)
def test_one_handed_figures(suits: int, ranks: int, won: str) -> None:
    found = enumerate_deals(OneHanded(suits=suits, ranks=ranks))
    assert found.win_rate.exact == Fraction(won)
    assert found.histogram.get(0, 0) == Fraction(won)


@pytest.mark.parametrize(("suits", "ranks"), [(1, 2), (2, 2), (1, 5), (2, 3), (3, 2)])
def test_clock_is_won_once_in_as_many_deals_as_there_are_ranks(suits: int, ranks: int) -> None:
    game = faceup.game("clock", suits=suits, ranks=ranks)
    assert enumerate_deals(game).win_rate.exact == Fraction(1, ranks)


def test_exact_and_simulated_answers_agree() -> None:
    game = faceup.game("one-handed", suits=2, ranks=5)
    found, sample = enumerate_deals(game), faceup.simulate(game, 20000, seed=4, confidence=0.999)
    assert sample.win_rate.low <= found.win_rate.exact <= sample.win_rate.high
    assert sample.mean.low <= found.mean.exact <= sample.mean.high
    assert sample.steps / 20000 == pytest.approx(float(found.length.exact), rel=0.01)


def test_moments() -> None:
    found = enumerate_deals(Queue(size=4))
    mean = sum(score * share for score, share in found.histogram.items()) / found.ended
    assert found.mean.exact == mean
    squares = sum(score**2 * share for score, share in found.histogram.items()) / found.ended
    assert found.variance.exact == squares - mean**2
    assert found.length_variance.exact >= 0


# --- cards that are alike -----------------------------------------------------------------------------------------


def known(found: Distribution) -> tuple[Any, ...]:
    return found.histogram, found.lengths, found.won, found.endless


def test_declared_cards_merge_and_change_nothing() -> None:
    plain, suits, both = (enumerate_deals(rules(suits=2, ranks=4)) for rules in (NoneAlike, SuitsAlone, OneHanded))
    assert known(plain) == known(suits) == known(both)
    assert plain.states > 1.5 * suits.states > 4 * both.states
    named, classed = (enumerate_deals(ByRank(suits=2, ranks=4, declared=on)) for on in (False, True))
    assert known(named) == known(classed)
    assert named.states > 8 * classed.states
    assert named.branches > 8 * classed.branches


@pytest.mark.parametrize("rules", [NotAlike, Noted])
def test_a_false_declaration_is_refused_with_the_deal(rules: type[Patience]) -> None:
    with pytest.raises(RulesError, match=r"AS->AH AH->AS.* yet it differs for the deal [A-D0-9SH ]+, which ends"):
        enumerate_deals(rules(suits=2, ranks=3))


@pytest.mark.parametrize("new", [[0, 0], [1, 2, 3], [1], [0, 1, 2, 3, 9]])
def test_a_declaration_that_is_no_relabelling_is_refused(new: list[int]) -> None:
    class Wrong(SmallDeck):
        def alike(self):
            yield new

    with pytest.raises(RulesError, match="alike has"):
        enumerate_deals(Wrong())


def test_a_declaration_must_keep_the_deck() -> None:
    class Wrong(SmallDeck):
        def alike(self):
            yield [*range(4), 5, 4]

    with pytest.raises(RulesError, match="the deck stays the same"):
        enumerate_deals(Wrong())


def translations(generators: Any) -> list[bytes]:
    return [bytes(new) + IDENTITY[len(new) :] for new in generators]


@given(st.permutations(range(12)), st.integers(0, 12), st.integers(0, 12), st.randoms(use_true_random=False))
def test_one_representative_for_all_relabellings(order: list[int], first: int, second: int, chance: Any) -> None:
    first, second = sorted((first, second))
    cards, unseen = bytes(order[:first]), bytes(sorted(order[first:second]))
    blocks = [*swap_cards([0, 1, 2, 3]), *swap_cards([4, 6, 5])]
    for generators in ([*swap_suits(3, 4), *swap_ranks(3, 4)], list(swap_suits(3, 4)), blocks):
        group = cards_alike(translations(generators))
        assert isinstance(group, CardClasses if generators is blocks else CardGroup)
        other = IDENTITY
        for _ in range(chance.randrange(12)):
            other = other.translate(chance.choice(translations(generators)))
        one, left = group.canonical(cards, unseen)
        two, also_left = group.canonical(cards.translate(other), bytes(sorted(unseen.translate(other))))
        assert cards.translate(one) == cards.translate(other).translate(two)
        assert left == also_left


# --- limits and mistakes ------------------------------------------------------------------------------------------


def test_the_memory_limit_gives_bounds() -> None:
    game = OneHanded(suits=2, ranks=6)
    exact = enumerate_deals(game).win_rate.exact
    open_shares = []
    for memory in (0, 10_000, 500_000):
        found = enumerate_deals(game, memory=memory)
        assert found.win_rate.how == "stopped"
        assert found.win_rate.low <= exact <= found.win_rate.high
        assert found.ended + found.undecided == 1
        assert found.mean.how == "stopped"
        assert (found.mean.low, found.mean.high) == (-inf, inf)
        open_shares.append(found.undecided)
    assert open_shares == sorted(open_shares, reverse=True)
    assert open_shares[0] == 1


def test_an_error_in_the_rules_shows_the_table() -> None:
    with pytest.raises(
        RulesError, match=r"PopsNothing: pop from a pile that is empty at the table stock: . . . 1 2 *heap"
    ):
        enumerate_deals(PopsNothing())


def test_a_score_must_be_a_number() -> None:
    class NoScore(SmallDeck):
        def score(self, t):
            return None

    with pytest.raises(RulesError, match="score is None"):
        enumerate_deals(NoScore())


def test_a_table_that_grows_for_ever_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    class Grows(SmallDeck):
        class Table(NamedTuple):
            stock: Pile
            count: Tally

        def step(self, t):
            t.count.n += 1
            return 0

    monkeypatch.setattr(enumeration, "LONGEST_BLIND", 5000)
    with pytest.raises(LimitReached, match="neither ends nor repeats"):
        enumerate_deals(Grows())


STASH: list[Any] = []


def test_a_card_kept_beside_the_table_is_refused() -> None:
    class Keeps(SmallDeck):
        def step(self, t):
            if t.stock.size() == 5:
                STASH.append(t.stock.pop())
                return 0
            if t.stock.size() == 4:
                t.stock.drop(4)
                return 0
            return OVER if STASH[-1] > 2 else 1

    with pytest.raises(RulesError, match="a card that lay nowhere on the table"):
        enumerate_deals(Keeps())


def test_an_unknown_card_tells_only_what_is_true_of_every_card() -> None:
    card, other = Unknown(128), Unknown(129)
    assert card == card
    assert (card != card) is False
    assert card != -1
    assert card != 128
    assert 0 <= card <= 127
    assert not card < 0
    assert not card > 127
    assert isinstance(card, int)
    for look in (lambda: card == other, lambda: card < 127, lambda: card > 0, lambda: hash(card), lambda: card == 5):
        with pytest.raises(Reveal):
            look()
