"""The answer about a solved game in a sentence, chances for people, names of the game's own, and hanging lines."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faceup.engines.simulate.sampler import simulate
from faceup.engines.solve.dispatch import solve
from faceup.games.best_card import BestCard
from faceup.games.coin_race import CoinRace
from faceup.games.craps import Craps
from faceup.games.fifteen import Fifteen
from faceup.games.high_low import HighLow
from faceup.games.kalah import Kalah
from faceup.games.pig import Pig
from faceup.numbers.value import Value, exactly, within
from faceup.results.number_texts import (
    alike,
    amount_text,
    chance_text,
    column_texts,
    percent,
    percents,
    rate_text,
    rates_alike,
)
from faceup.results.sentences.games import title
from faceup.results.sentences.solutions import answer, first_moves_finding
from faceup.results.sentences.words import Bar, unbroken
from faceup.rules import CHANCE, OVER, Game, NamedTuple, RulesError
from faceup.show.text.parts import align_rows, bar_lines
from faceup.show.text.styled_lines import columns, hanging


class Coin(Game):
    """A coin is thrown; heads wins, tails loses, and on its edge, where it may stand, nobody does."""

    edge: int = 0
    names: int = 2

    player_names = ("Ann", "Ben")

    class State(NamedTuple):
        thrown: int
        shown: int

    def start(self) -> Any:
        return self.State(0, 0)

    def turn(self, s: Any) -> int:
        return OVER if s.thrown == 3 else CHANCE if s.thrown == 2 else s.thrown

    def moves(self, s: Any) -> Any:
        return (1, -1, 0) if s.thrown == 2 else (0,)

    def odds(self, s: Any, m: int) -> int:
        return 2 if m == 1 else 1 if m == -1 else self.edge

    def play(self, s: Any, m: int) -> Any:
        return self.State(s.thrown + 1, m)

    def payoff(self, s: Any) -> int:
        return int(s.shown)


class Toss(Coin):
    """Nobody decides anything before the coin is thrown."""

    def start(self) -> Any:
        return self.State(2, 0)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (Fifteen(), "A draw with best play (exact)."),
        (BestCard(deck=10, hand=3), "With best play you win 72.92% of games (exact)."),
        (HighLow(), "With best play Matthew gets 9 (exact)."),
        (Pig(goal=3), "The first player wins 83.72% of games with best play by both (exact)."),
        (Craps(), "You win 49.29% of games (exact)."),
        (
            CoinRace(),
            "The first player wins most often, 43.24%; the second player 32.43%; the third player 24.32% (exact).",
        ),
        (Coin(), "Ann wins 66.67% of games with best play by both (exact)."),
        (
            Coin(edge=1),
            "Ann wins 62.50% of games with best play by both, a game without a winner counted half (exact).",
        ),
        (Toss(edge=1), "You win 62.50% of games, a game without a winner counted half (exact)."),
    ],
    ids=str,
)
@pytest.mark.parametrize("engine", ["cpython", "native"])
def test_the_answer_is_one_sentence(game: Any, told: str, engine: str) -> None:
    rounds = {Craps: {"native": "cyclic-cpython"}}
    engine = "auto" if isinstance(game, CoinRace) else rounds.get(type(game), {}).get(engine, engine)
    exact = told.replace("(exact)", "(within proven bounds)")
    assert answer(solve(game, engine=engine)) in (told, exact)


def test_what_chance_decides_is_told_with_what_draws_count() -> None:
    solution = solve(Toss(edge=1))
    told = [(str(move), value) for move, value in solution.values(solution.start).items()]
    finding = first_moves_finding(solution, solution.start, told, ())
    assert (finding[:14], finding[-38:]) == ("you win 62.50%", ", a game without a winner counted half")


def test_a_draw_that_may_be_is_seen_in_every_engine() -> None:
    for edge, ends in ((0, {-1, 1}), (1, {-1, 0, 1})):
        tables = [solve(Coin(edge=edge), engine=engine).table for engine in ("cpython", "native", "cyclic-cpython")]
        assert [table.plain_ends for table in tables] == [frozenset(ends)] * 3


def test_an_answer_that_a_limit_cut_short_claims_nothing() -> None:
    assert answer(solve(Kalah(), memory=1)) == "Not solved: nothing was proven before the memory limit."


def test_an_answer_that_a_limit_cut_short_has_at_least_what_the_payoffs_say() -> None:
    solution = solve(Fifteen(), memory=1)
    assert answer(solution) == "Not solved: the value lies between the bounds below."
    assert (solution.value.low, solution.value.high, solution.value.limit) == (-1, 1, "memory")


def test_the_games_own_names_are_everywhere() -> None:
    solution = solve(Coin())
    assert solution.stakes is not None
    assert solution.stakes.names == ("Ann", "Ben")
    assert simulate(Coin(), 10).stakes.name(1) == "Ben"  # type: ignore[union-attr]
    assert title(Coin()) == "coin edge=0 names=2"


@pytest.mark.parametrize("names", ["Ann", ("Ann", ""), ("Ann", "Ann"), ("Ann", 2)], ids=repr)
def test_names_that_tell_nobody_apart_are_refused(names: Any) -> None:
    wrong = type("Wrong", (Coin,), {"player_names": names, "__module__": __name__})
    with pytest.raises(RulesError, match=r"player_names is .*; possible: a name for each"):
        solve(wrong())


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (0, "0%"),
        (1, "100%"),
        (Fraction(1, 2), "50.00%"),
        (Fraction(1, 3), "33.33%"),
        (0.00717, "0.717%"),
        (Fraction(1, 30_000), "0.003%"),
        (1 - Fraction(1, 300_000), "99.9997%"),
        (1e-9, "less than 0.0001%"),
        (1 - 1e-9, "more than 99.9999%"),
        (Fraction(-1, 8), "-12.50%"),
    ],
)
def test_chances_have_few_digits(chance: Any, text: str) -> None:
    assert percent(chance) == text


@given(st.fractions(min_value=0, max_value=1))
def test_what_may_happen_or_not_is_never_told_as_sure(chance: Fraction) -> None:
    assert (percent(chance) in ("0%", "100%")) == (chance in (0, 1))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (within(0.5, 0.5 + 1e-12), "50.00%"),
        (within(0.25, 0.5), "between 25.00% and 50.00%"),
        (within(Fraction(14, 100), Fraction(28, 100)), "between 14.00% and 28.00%"),
        (within(1e-9, 0.05), "between 0% and 5.00%"),
        (within(0.9, 1 - 1e-9), "between 90.00% and 100%"),
        (exactly(Fraction(1, 3)), "33.33%"),
    ],
    ids=str,
)
def test_a_chance_that_is_hardly_known_is_told_as_two(value: Value, text: str) -> None:
    assert chance_text(value) == text


def test_figures_of_a_list_say_how_sure_they_are() -> None:
    assert rate_text(exactly(Fraction(4, 7))) == "4/7 = 57.14%"
    assert rate_text(exactly(Fraction(10**20 + 1, 3 * 10**20))) == "33.33%"
    assert rate_text(Value(0.4, 0.6, "sampled", 0.5)) == "50% (40% to 60%)"
    assert rate_text(Value(0.07, 0.28, "sampled", 0.2)) == "20% (7% to 28%)"
    assert [amount_text(exactly(n)) for n in (1200, Fraction(1, 3))] == ["1,200", "0.3333"]
    assert amount_text(within(1, 2)) == "between 1 and 2"


# --- lines ---------------------------------------------------------------------------------------------------------


def test_lists_are_broken_between_things_that_have_several_words() -> None:
    line = f"line    {', '.join(map(unbroken, ('take 1 from a', 'take 2 from b', 'take 3 from c', 'take 1 from a')))}"
    assert [str(part) for part in hanging(line, 30)] == [
        "line    take 1 from a,",
        "        take 2 from b,",
        "        take 3 from c,",
        "        take 1 from a",
    ]


def test_a_number_in_two_forms_stays_together_where_it_has_room_and_is_never_cut() -> None:
    line = "        42188819/128000000 = 0.329600148438 for the second player"
    assert [str(part) for part in hanging(line, 40)] == [
        "        42188819/128000000 =",
        "        0.329600148438 for the second",
        "        player",
    ]
    assert [str(part) for part in hanging("spread      variance 54.35, quantiles 5% 2  25% 8  50% 12", 30)] == [
        "spread      variance 54.35,",
        "            quantiles 5% 2",
        "            25% 8  50% 12",
    ]


def test_how_many_moves_are_as_good_stays_beside_the_move() -> None:
    line = f"A line of best play: {unbroken('2 (9 of 9 safe)')}, {unbroken('5 (1 of 8 safe)')}."
    told = [str(part) for part in hanging(line, 40)]
    assert told == ["A line of best play: 2 (9 of 9 safe),", "  5 (1 of 8 safe)."]
    assert [str(part) for part in hanging("  After 1: 4 of 8 replies are safe, 5, 6, 8, 9.", 40)][1] == "    6, 8, 9."


def test_rows_too_wide_for_columns_have_a_line_for_each_figure() -> None:
    rows = [("", "won", "mean"), ("first", "9.00%", "1.5"), ("second", "91.00%", "12.5")]
    assert list(align_rows(rows)) == [
        "           won  mean",
        "first    9.00%   1.5",
        "second  91.00%  12.5",
    ]
    assert list(align_rows(rows, 19)) == [
        *("first", "  won   9.00%", "  mean  1.5"),
        *("second", "  won   91.00%", "  mean  12.5"),
    ]


def test_bars_have_decimal_points_under_each_other_and_go_where_they_have_no_room() -> None:
    shares = [Fraction(1, 10), Fraction(9, 10), Fraction(1, 10**6), Fraction(0)]
    told = percents(shares)
    assert told == ["10.00%", "90.00%", "<0.01%", "0.00%"]
    rows = [Bar(name, float(share), (text,)) for name, share, text in zip("abcd", shares, told, strict=True)]
    assert bar_lines(rows, "ascii", 21)[:2] == ["a  #           10.00%", "b  ##########  90.00%"]
    assert bar_lines(rows, "ascii", 12) == ["a  10.00%", "b  90.00%", "c  <0.01%", "d   0.00%"]


def test_no_rate_of_a_column_looks_certain_that_is_not() -> None:
    assert percents([0.99996, 1, 0.99]) == [">99.99%", "100.00%", "99.00%"]
    assert rates_alike([0.5, Fraction(100_000, 100_001)]) == ["50.00%", "99.999%"]
    rates = [Value(low, high, "sampled", rate) for low, rate, high in ((0.4, 0.5, 0.6), (0.9997, 0.99996, 0.999992))]
    assert column_texts(rates, rates=True) == ["50% (40% to 60%)", "99.996% (99.970% to 100.000%)"]


def test_numbers_side_by_side_have_four_digits_at_most() -> None:
    assert alike([25.03704, 0.05099, 0.0]) == ["25.04", "0.05", "0.00"]
    assert alike([0.674703, 0.6]) == ["0.6747", "0.6000"]
    assert alike([1, 12]) == ["1", "12"]


def test_sentences_hang_by_two() -> None:
    told = [str(part) for part in hanging("The first player wins, whatever the other does, in 9 moves.", 30)]
    assert told == ["The first player wins,", "  whatever the other does, in", "  9 moves."]


@given(st.lists(st.text("abc123 ", min_size=1, max_size=12), min_size=1, max_size=30), st.integers(20, 80))
def test_no_word_is_lost_and_no_line_too_wide(words: list[str], width: int) -> None:
    line = " ".join(words)
    parts = [part.plain for part in hanging(line, width)]
    assert "".join("".join(parts).split()) == "".join(line.split())
    assert all(columns(part.rstrip()) <= width for part in parts)
