"""Who won, whatever a win and a loss count: solving, simulating and explaining agree."""

from pathlib import Path
from typing import Any

import pytest

from faceup.engines.explain.why import explain
from faceup.engines.simulate.sampler import compare, simulate
from faceup.engines.solve.dispatch import solve
from faceup.library.finding import find_game
from faceup.results.answers.solution import NO_OPENING
from faceup.results.documents import codec
from faceup.results.documents.codec import document
from faceup.results.samples.sample import Sample
from faceup.results.sentences.outcomes import best_play_sentence, end_sentence
from faceup.results.sentences.reasons import explanation_parts
from faceup.results.sentences.samples import comparison_parts, sampled_figures
from faceup.results.stakes import Stakes
from faceup.rules import CHANCE, UsageError
from faceup.show.text.parts import part_lines
from faceup.show.text.printed import solution_lines
from faceup.web.answers import samples as pages
from tests.games.payoffs import LastStone, OddOrEven, Rounds, Urn
from tests.library import deep, one_in

WINS = [(1, -1), (1, 0), (0, -1)]  # a win of player 0 and a loss, each way that they can be told
NUMBERS = [(2, 1), (25, 0), (2, 0), (0, -2)]
ONE_RESULT = """
from faceup.rules import OVER, Game, NamedTuple
class Steps(Game):
    class State(NamedTuple):
        left: int
        mover: int
    def start(self): return self.State(3, 0)
    def turn(self, s): return s.mover if s.left else OVER
    def moves(self, s): yield from ("left", "right")
    def play(self, s, m): return self.State(s.left - 1, 1 - s.mover)
    def payoff(self, s): return 1 if s.mover == 1 else -1
"""
RATES = ("win_rate", "draw_rate", "loss_rate", "advantage")


def rates(sample: Sample) -> list[Any]:
    return [getattr(sample, name) for name in RATES]


def first_lines(game: Any) -> list[str]:
    """The answer, and the value."""
    return solution_lines(solve(game), NO_OPENING)[:2]


# --- two players, one of whom wins -----------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["cpython", deep("native")])
@pytest.mark.parametrize(("won", "lost"), WINS)
def test_games_are_won_and_lost_alike_whatever_that_counts(won: int, lost: int, engine: str) -> None:
    keep = {"wins": 3, "longest": 2}
    sample = simulate(LastStone(won=won, lost=lost), 3000, seed=1, engine=engine, keep=keep)
    plain = simulate(LastStone(), 3000, seed=1, engine="cpython", keep=keep)
    assert (sample.won, sample.lost, sample.drawn) == (sample.histogram[won], sample.histogram[lost], 0)
    assert rates(sample) == rates(plain)
    assert sample.duel
    assert [game.number for game in sample.kept["wins"]] == [game.number for game in plain.kept["wins"]]
    assert {game.score for game in sample.kept["wins"]} == {won}
    assert len(sample.kept["wins"]) == 3


@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize(("won", "lost"), WINS)
def test_solving_simulating_and_explaining_agree_on_who_wins(won: int, lost: int, leader: int) -> None:
    for stones in (3, 4):
        game = LastStone(stones=stones, won=won, lost=lost, leader=leader)
        winner = leader if stones == 4 else 1 - leader
        sample, why = simulate(game, 50, policies=("best",)), explain(game)
        assert sample.won == (50 if winner == 0 else 0)
        assert sample.lost == (0 if winner == 0 else 50)
        assert why.stakes.worth(why.value).winner == winner
        sentence = f"the {'first' if stones == 4 else 'second'} player wins"
        assert best_play_sentence(why.stakes, why.value) == sentence
        assert next(part_lines(explanation_parts(why), 11)).startswith(sentence.capitalize())
        assert end_sentence(why.stakes, sample.outcome(next(iter(sample.histogram)))) == sentence


@pytest.mark.parametrize(("won", "lost"), WINS)
def test_random_and_careful_play_fare_alike_whatever_a_win_counts(won: int, lost: int) -> None:
    def told(game: LastStone) -> list[str]:
        lines = list(part_lines(explanation_parts(explain(game)), 11))
        return lines[lines.index("Against best play:") + 1 :][:3]

    expected = told(LastStone(stones=7))
    assert all("wins" in line or "always loses" in line for line in expected)
    assert len({line.partition("wins")[2] for line in expected}) > 2  # to look ahead is of use
    assert told(LastStone(stones=7, won=won, lost=lost)) == expected


def test_two_rules_of_which_one_counts_a_loss_as_nothing() -> None:
    one, other = LastStone(won=0, lost=-1), LastStone()
    comparison = compare(one, other, 500, seed=2)
    assert comparison.win_rate.value == 0
    assert {first == second for first, second in comparison.ends} == {True}
    found = document(comparison)
    assert {(pair["first"], pair["first_end"]) for pair in found["pairs"]} == {(0, "won"), (-1, "lost")}
    assert "0 won by the first alone" in "\n".join(part_lines(comparison_parts(comparison, ("one", "other")), 7))


# --- a draw, or a loss? ----------------------------------------------------------------------------------------


def test_where_nobody_can_tell_a_draw_from_a_loss_only_wins_are_counted() -> None:
    sample = simulate(OddOrEven(), 400, seed=3)
    assert sample.won == sample.histogram[1]
    assert (sample.drawn, sample.lost) == (None, None)
    found = document(sample)
    assert found["win_rate"] == sample.won / 400
    assert (found["loss_rate"], found["draw_rate"], found["advantage"]) == (None, None, None)
    text = "\n".join(part_lines(sampled_figures(sample), 12))
    assert "the first player won" in text
    assert "the second player won" not in text
    page = codec.document(pages.sample_shown(sample, ["random"], ["the first player", "the second player"], True))
    assert page["ends"] == ["the first player does not win", "the first player wins"]
    assert (page["win_rate"] or {})["value"] == sample.win_rate.value
    assert page["loss_rate"] is None


def test_the_same_where_the_second_player_wins_or_perhaps_draws() -> None:
    sample = simulate(OddOrEven(alike=-1, apart=0), 400, seed=3, keep={"wins": 5})
    assert (sample.won, sample.drawn, sample.lost) == (None, None, sample.histogram[-1])
    assert sample.kept["wins"] == ()
    text = "\n".join(part_lines(sampled_figures(sample), 12))
    assert "the second player won" in text
    assert "the first player won" not in text


def test_a_draw_that_is_seen_late_is_no_loss() -> None:
    """Random games show that whoever decides last wins; these games show that it may be a draw."""

    class Late(LastStone):
        def payoff(self, s: Any) -> int:
            return int(s.mover == 1 and self.stones != 4)

    seen = simulate(LastStone(won=1, lost=0), 100).seen
    assert seen is not None
    assert seen.race
    late = simulate(Late(stones=4), 100)
    mixed = Sample(late.totals, 0, 1.0, 100, seen=seen)
    assert (mixed.won, mixed.lost) == (0, None)


# --- games for a number ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", [*one_in(4, (LastStone(won=won, lost=lost) for won, lost in NUMBERS)), deep(Rounds())], ids=str
)
def test_of_a_game_for_a_number_no_rates_are_claimed(game: LastStone) -> None:
    sample = simulate(game, 300, seed=4, keep={"wins": 3}, engine="cpython")
    assert (sample.won, sample.drawn, sample.lost, sample.duel) == (None, None, None, False)
    assert sample.kept["wins"] == ()
    found = document(sample)
    for name in RATES:
        assert [found[f"{name}{end}"] for end in ("", "_low", "_high")] == [None] * 3  # type: ignore[literal-required]
    assert found["mean_low"] < found["mean"] < found["mean_high"]  # type: ignore[operator]
    lines = list(part_lines(sampled_figures(sample), 12))
    assert not any("won" in line for line in lines)
    assert lines[0].startswith("mean payoff")
    assert lines[0].endswith("at 95% confidence")
    page = codec.document(pages.sample_shown(sample, ["random"], ["the first player", "the second player"], True))
    assert [page[key] for key in ("wins", "win_rate", "draw_rate", "loss_rate", "ends")] == [None] * 5  # type: ignore[literal-required]
    assert page["mean"]["value"] == sample.mean.value
    with pytest.raises(UsageError, match="no win rate is awaited; possible: mean, length"):
        simulate(game, until=0.01)
    assert simulate(game, until=0.5, figure="mean").given_up == ""
    told = compare(game, LastStone(), 100)
    assert told.win_rate.value is None
    assert document(told)["pairs"][0]["first_end"] == "ended"
    assert not any(
        "won" in line
        for line in part_lines(comparison_parts(told, ("one", "other")), 7)
        if not line.startswith("other")
    )
    assert first_lines(game)[1].endswith(" for the first player")


def test_a_payoff_that_is_seen_late_makes_it_a_game_for_a_number() -> None:
    sample = simulate(LastStone(won=2, lost=0), 100)
    mixed = Sample(sample.totals, 0, 1.0, 100, seen=simulate(LastStone(), 100).seen)
    assert (mixed.won, mixed.win_rate.value) == (None, None)


def test_a_result_that_never_comes_is_known_where_the_rules_write_it(tmp_path: Path) -> None:
    """Whoever begins with an odd number of steps takes the last, whatever happens."""
    file = tmp_path / "steps.py"
    file.write_text(ONE_RESULT)
    assert first_lines(find_game(str(file)))[0] == "The first player wins within 3 moves with best play (exact)."


# --- one player ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("good", "bad"), WINS)
def test_one_player_wins_with_the_better_of_two_results(good: int, bad: int) -> None:
    game = Urn(good=good, bad=bad)
    sample = simulate(game, 500, seed=5, policies=("best",))
    assert sample.won == sample.histogram[good]
    assert sample.lost == sample.histogram[bad]
    assert 0.4 < (sample.win_rate.value or 0) < 0.6
    assert next(part_lines(sampled_figures(sample), 12)).startswith("won ")
    stakes = explain(game).stakes
    assert end_sentence(stakes, stakes.outcome_of_end(good)) == "the player wins"
    assert end_sentence(stakes, stakes.outcome_of_end(bad)) == (
        "the player does not win" if bad == 0 else "the player loses"
    )
    assert solve(game).value.exact is not None
    value = {
        (1, -1): "0, wins minus losses",
        (1, 0): "1/2 = 0.5, share of games won",
        (0, -1): "-1/2 = -0.5, minus the share of games lost",
    }[good, bad]
    assert first_lines(game) == ["With best play you win 50.00% of games (exact).", f"value   {value}"]


@pytest.mark.parametrize(("good", "bad"), WINS)
def test_one_player_whose_number_is_1_wins_what_player_0_loses(good: int, bad: int) -> None:
    game = Urn(good=-good, bad=-bad, player=1)
    sample = simulate(game, 500, seed=5, policies=("best",))
    assert sample.lost == sample.histogram[-good]
    assert next(part_lines(sampled_figures(sample), 12)).startswith("won ")
    why = explain(game)
    assert end_sentence(why.stakes, why.stakes.outcome_of_end(-good)) == "the player wins"
    assert [*part_lines(explanation_parts(why), 11)][-1] == "Playing at random wins 37.50%, best play 50.00%."
    assert first_lines(game)[0] == "With best play you win 50.00% of games (exact)."
    assert " for the first player, " in first_lines(game)[1]


@pytest.mark.parametrize(("least", "sentence"), [(3, "the score is 4"), (-3, "Ann wins by 4")])
def test_where_nobody_decides_a_score_is_won_only_if_it_can_be_lost(least: int, sentence: str) -> None:
    stakes = Stakes(frozenset({least, 4}), frozenset(), True, CHANCE, True, own=("Ann", "Ben"))
    assert end_sentence(stakes, stakes.outcome_of_end(4)) == sentence


# --- whose value it is -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "answer", "value"),
    [
        (
            LastStone(won=1, lost=0),
            "The first player wins within 3 moves with best play",
            "value   1 for the first player",
        ),
        (
            LastStone(won=0, lost=-1, stones=3),
            "The second player wins within 2 moves with best play",
            "value   -1 for the first player",
        ),
        (
            LastStone(won=1, lost=0, stones=3),
            "The second player wins within 2 moves with best play",
            "value   0 for the first player",
        ),
        (
            LastStone(won=2, lost=0, leader=1),
            "With best play the second player gets 0",
            "value   0 for the second player",
        ),
        (OddOrEven(), "With best play the first player gets 0", "value   0 for the first player"),
        (
            OddOrEven(alike=-1, apart=1),
            "The second player wins within 2 moves with best play",
            "value   -1 for the first player",
        ),
    ],
    ids=str,
)
def test_a_value_says_whose_it_is(game: Any, answer: str, value: str) -> None:
    assert first_lines(game) == [f"{answer} (exact).", value]


# --- nothing depends on how games are spread -------------------------------------------------------------------


def test_stored_and_spread_games_are_judged_alike(tmp_path: Path) -> None:
    game, keep = LastStone(won=0, lost=-1, stones=9), {"wins": 4}
    one = simulate(game, 20_000, seed=6, threads=1, keep=keep)
    few = simulate(game, 17_000, seed=6, threads=3, store=tmp_path / "runs", keep=keep)
    all_of_them = simulate(game, 20_000, seed=6, threads=3, store=tmp_path / "runs", keep=keep)
    assert few.games == 17_000
    assert all_of_them.computed < 20_000
    assert all_of_them.totals == one.totals
    assert rates(all_of_them) == rates(one)
    assert all_of_them.kept == one.kept
