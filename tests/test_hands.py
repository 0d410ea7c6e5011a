"""Patiences in which several hands have a score each: counted by seat, like games of several seats."""

from collections import Counter
from fractions import Fraction

import pytest

import faceup
from faceup.engines.model.dealing import deck_of, order_of
from faceup.engines.model.seats import seats_of
from faceup.games.one_handed import OneHanded
from faceup.play.replays import replay
from faceup.results.reviews.replay import ReplayEnd
from faceup.results.sentences.samples import sampled_figures
from faceup.rules.errors import RulesError, UnsupportedError
from faceup.show.text.parts import part_lines
from tests.games.hands import MostTricks, Uneven, WarForThree
from tests.library import deep

GAMES = 1000


def tricks_by_hand(order: list[int], suits: int) -> list[int]:
    """The tricks of each of three hands, dealt from below, of which the top cards are turned first."""
    hands: list[list[int]] = [[], [], []]
    for k, card in enumerate(order):
        hands[k % 3].append(card)
    won = [0, 0, 0]
    for cards in zip(*(hand[::-1] for hand in hands), strict=True):
        ranks = [card // suits for card in cards]
        if ranks.count(max(ranks)) == 1:
            won[ranks.index(max(ranks))] += 1
    return won


def test_hands_are_counted_as_plain_lists_of_cards_say() -> None:
    game = MostTricks()
    sample = faceup.simulate(game, GAMES, seed=4, engine="cpython")
    payoffs, tops = [Counter[int](), Counter[int](), Counter[int]()], Counter[int]()
    for number in range(GAMES):
        won = tricks_by_hand(order_of(deck_of(game), 4, number), game.suits)
        for seat, tricks in enumerate(won):
            payoffs[seat][tricks] += 1
        tops[sum(1 << seat for seat in range(3) if won[seat] == max(won))] += 1
    assert list(sample.payoffs) == payoffs
    assert sample.totals.tops == tops
    assert [seat.win_rate.value for seat in sample.seats] == [tops[1 << seat] / GAMES for seat in range(3)]
    assert sample.won == tops[1]


@pytest.mark.parametrize(
    "game", [MostTricks(), deep(MostTricks(suits=2, ranks=3)), deep(WarForThree(ranks=4))], ids=str
)
def test_machine_code_counts_hands_as_cpython_does(game: MostTricks | WarForThree) -> None:
    one, other = (faceup.simulate(game, 600, seed=1, engine=engine) for engine in ("cpython", "native"))
    assert other.engine == "native"
    assert one.totals == other.totals
    assert one.endless == 0 or isinstance(game, WarForThree)


def test_two_rules_of_hands_are_compared_on_common_deals() -> None:
    found = faceup.compare(MostTricks(), MostTricks(lowest=True), 500)
    assert found.first.games == found.second.games == 500
    assert found.first.totals.tops != found.second.totals.tops


def test_a_replay_ends_with_the_score_of_each_hand() -> None:
    game = MostTricks()
    end = list(replay(game, 4, 7))[-1]
    assert isinstance(end, ReplayEnd)
    won = tricks_by_hand(order_of(deck_of(game), 4, 7), game.suits)
    assert end.result == {"score": won[0], "scores": won, "steps_taken": game.suits * game.ranks // 3}


def test_words_are_those_of_a_patience() -> None:
    text = "\n".join(part_lines(sampled_figures(faceup.simulate(MostTricks(), 200)), 12))
    assert "mean score" in text
    assert "won: the highest score;" in text
    assert "length      8 steps (" in text


def test_a_sweep_of_hands_has_a_figure_for_each() -> None:
    found = faceup.sweep(MostTricks, {"ranks": (3, 6)}, games=400, engine="cpython")
    assert found.figures == ("win_rate_1", "win_rate_2", "win_rate_3")
    alone = faceup.simulate(MostTricks(ranks=3), 400, engine="cpython")
    assert [value.value for value in found.cells[0].values.values()] == [seat.win_rate.value for seat in alone.seats]


def test_one_score_is_no_row() -> None:
    assert seats_of(OneHanded()) == 0
    assert faceup.simulate(OneHanded(), 50).payoffs == ()


def test_rows_that_are_wrong_are_told_with_the_table() -> None:
    with pytest.raises(RulesError, match=r"at the table .*score is \(.*possible: a row of \d numbers"):
        faceup.simulate(Uneven(), 300)


class Sometimes(MostTricks):
    """With one number at first, and rows later."""

    def score(self, t):  # type: ignore[no-untyped-def]
        row = super().score(t)
        return row if row[0] > 2 else 0


@pytest.mark.parametrize("engine", ["cpython", "auto"])
def test_a_row_where_scores_were_numbers_is_told_with_the_table(engine: str) -> None:
    assert seats_of(Sometimes()) == 0
    with pytest.raises(RulesError, match=r"at the table .*score is \(.*possible: one number, as elsewhere"):
        faceup.simulate(Sometimes(), 300, engine=engine)


def test_all_deals_are_of_one_score_alone() -> None:
    with pytest.raises(UnsupportedError, match="each of 3 seats has one: simulate counts those"):
        faceup.solve(MostTricks(suits=1, ranks=6))


def test_chances_are_about_what_all_deals_of_a_tiny_deck_say() -> None:
    """Three cards of which one is highest: each hand wins a third."""
    sample = faceup.simulate(MostTricks(suits=1, ranks=3), 3000, seed=2)
    assert all(seat.win_rate.low < Fraction(1, 3) < seat.win_rate.high for seat in sample.seats)
