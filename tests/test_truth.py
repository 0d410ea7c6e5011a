"""Answers that were once wrong, or nearly: each of these must never come back."""

import threading
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from faceup.engines.explain.strategies import strategy
from faceup.engines.model import thresholds
from faceup.engines.published_results import agree, too_wide
from faceup.engines.simulate.sampler import simulate
from faceup.engines.solve.dispatch import solve
from faceup.games.fifteen import Fifteen
from faceup.games.secretary import Secretary
from faceup.games.tic_tac_toe import TicTacToe
from faceup.library.finding import find_game
from faceup.native.digests.digest import rules_digest
from faceup.numbers.value import Value, exactly
from faceup.play.replays import replay
from faceup.results.sentences.outcomes import best_play_sentence
from faceup.results.stakes import Stakes
from faceup.rules import CHANCE, Published, RulesError, UsageError
from tests.games import broken
from tests.games.broken import (
    BarePile,
    FourCards,
    HalfHeaps,
    InsideAPile,
    Loaded,
    NoPayoff,
    NumberedMoves,
    ReachingAPile,
    Shifty,
    Swing,
    WordyStep,
)
from tests.games.fluent import Truthful
from tests.games.small_patiences import Halves


@pytest.mark.parametrize("extra", [0, 1])
@pytest.mark.parametrize(("power", "steps"), [(46, 500), (52, 3), (53, 1), (60, 2)])
def test_large_sums_are_never_called_exact_when_they_are_rounded(power: int, steps: int, extra: int) -> None:
    game = Swing(power=power, steps=steps, extra=extra)
    assert solve(game, engine="cpython").value.exact == 1
    native = solve(game, engine="native").value
    assert native.how == "bounded"
    assert native.low <= 1 <= native.high


def test_shifts_out_of_range_are_left_to_cpython(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "INDUCTION_WORK", 100)
    game = Shifty()
    solution = solve(game, engine="induction")
    assert (solution.engine, solution.value) == ("induction-cpython", solve(game, exact=True).value)
    assert any(refusal.reason == "met a number that leaves 64 bits" for refusal in solution.refused)
    with pytest.raises(RulesError, match=r"broken.py.*64 bits"):
        solve(game, engine="native")
    with pytest.raises(RulesError, match="shift"):
        solve(game, check=True)


def test_a_new_default_for_an_inherited_parameter_counts() -> None:
    class Child(Fifteen):
        target = 14

    assert Child().target == 14
    assert solve(Child(low=0, high=8)).value.exact == 1


def test_a_solution_from_another_start_speaks_of_that_start() -> None:
    game = TicTacToe()
    state = game.State(0b000000011, 0b000011000)
    solution = solve(game, start=state)
    assert solution.line()[0] == 2
    assert len(strategy(solution).rows) < 20


def test_a_line_goes_through_a_throw_with_one_outcome() -> None:
    assert solve(Secretary()).line() == [1, 0]  # the first candidate is the best so far; let them pass
    assert Secretary().turn(Secretary().start()) == CHANCE


def stakes(*payoffs: float, players: tuple[int, ...] = (0, 1), chance: bool = False, first: int = 0) -> Stakes:
    return Stakes(frozenset(payoffs), frozenset(players), chance, first, True)


def test_only_wins_draws_and_losses_are_called_so() -> None:
    assert best_play_sentence(stakes(0, 1), exactly(0)) == ""
    assert best_play_sentence(stakes(0, 1, 2), exactly(1)) == ""
    assert best_play_sentence(stakes(-1, 0, 1), exactly(0)) == "a draw"
    assert best_play_sentence(stakes(-1, 1, chance=True), exactly(0)) == ""  # a fair bet is no draw
    assert best_play_sentence(stakes(-1, 1, chance=True), exactly(1)) == "the first player wins"
    assert best_play_sentence(stakes(-1, 1, first=1), exactly(1)) == "the second player wins"
    assert best_play_sentence(stakes(-1, 1, first=CHANCE), exactly(-1)) == "the second player wins"
    assert best_play_sentence(stakes(-1, 1, players=(0,)), exactly(1)) == "a sure win"
    assert best_play_sentence(stakes(-1, 1), exactly(Fraction(1, 16))) == ""


def test_a_loss_that_counts_nothing_is_a_loss_where_every_end_is_known_to_have_a_winner() -> None:
    race = frozenset({(0, 1.0), (1, 0.0)})  # whoever decided last has won
    known = Stakes(frozenset({0.0, 1.0}), frozenset({0, 1}), True, 0, True, race)
    assert [best_play_sentence(known, exactly(k)) for k in (0, 1)] == [
        "the second player wins",
        "the first player wins",
    ]
    assert best_play_sentence(replace(known, complete=False), exactly(0)) == ""
    assert (known.outcome_of_end(0, 1).of(1).kind, known.outcome_of_end(0, 1).proved) == ("win", True)
    assert known.outcome_of_end(0, 0).kind == "no win"  # the first player decided last, and may have drawn


def test_scores_between_whole_numbers_are_kept() -> None:
    slow, fast = (simulate(Halves(), 500, engine=engine).histogram for engine in ("cpython", "native"))
    assert slow == fast
    assert set(fast) == {0, 0.5, 1, 1.5}


@pytest.mark.parametrize(("how", "word"), [(0, "odds of outcome 1 are -1"), (1, "turn is 7")])
def test_simulation_refuses_what_solving_refuses(how: int, word: str) -> None:
    for engine in (solve, lambda game: simulate(game, 10)):
        with pytest.raises(RulesError, match=word):
            engine(Loaded(how=how))


def test_too_few_games_agree_with_nothing() -> None:
    published = Published("mean", 13.32, "somewhere", within=0.005)
    assert too_wide(published, Value(5, 20, "sampled", 13))
    assert not agree(published, Value(5, 20, "sampled", 13))
    assert agree(published, Value(13.31, 13.33, "sampled", 13.32))
    assert not agree(published, Value(13.40, 13.42, "sampled", 13.41))


def test_a_stopped_fraction_can_be_read() -> None:
    assert str(Value(Fraction(1, 3), float("inf"), "stopped")).startswith("at least 0.333333")


def test_a_nonsense_engine_or_too_many_policies_are_refused() -> None:
    with pytest.raises(UsageError, match="possible: auto"):
        simulate(Halves(), 1, engine="nativ")
    with pytest.raises(UsageError, match="3 policies"):
        simulate(Loaded(), 1, policies=("best", "best", "random"))


USER = """
from faceup.rules import OVER, Game, NamedTuple
import {module}

class User(Game):
    class State(NamedTuple):
        k: int
    def start(self): return self.State(0)
    def turn(self, s): return OVER
    def moves(self, s): yield 0
    def play(self, s, m): return s
    def payoff(self, s): return {module}.WORTH + s.k
"""


def test_each_rule_file_has_the_helpers_of_its_own_folder_as_they_are_now(tmp_path: Path) -> None:
    for name, worth in (("one", 1), ("two", 2)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "user.py").write_text(USER.format(module="assist"))
        (folder / "assist.py").write_text(f"WORTH = {worth}\n")
    values = [solve(find_game(str(tmp_path / name / "user.py"))).value.exact for name in ("one", "two")]
    assert values == [1, 2]
    (tmp_path / "one" / "assist.py").write_text("WORTH = 7\n")
    assert solve(find_game(str(tmp_path / "one" / "user.py"))).value.exact == 7


def test_what_is_not_understood_never_shares_compiled_code() -> None:
    thing = threading.Lock()

    class Odd(Loaded):
        def payoff(self, s):
            return thing is None

    assert rules_digest(Odd) != rules_digest(Odd)


def test_a_payoff_may_be_a_truth_value() -> None:
    for engine in ("cpython", "native"):
        solution = solve(Truthful(), engine=engine)
        assert (solution.value.exact, solution.engine) == (1, f"induction-{engine}")


# --- what rules must not do -------------------------------------------------------------------------------------


def test_rules_are_held_to_what_a_pile_offers() -> None:
    with pytest.raises(RulesError, match="step returns 'turn'"):
        simulate(WordyStep(), 3)
    with pytest.raises(RulesError, match="reaches into a pile, for cells in score"):
        simulate(InsideAPile(), 3)
    with pytest.raises(RulesError, match="reaches into a pile, for end in step"):
        simulate(ReachingAPile(), 3)
    with pytest.raises(TypeError, match="size"):
        simulate(BarePile(), 3)
    assert simulate(FourCards(), 3).length.value == 4


def test_a_game_without_negative_payoffs_has_no_draws() -> None:
    run = simulate(find_game("hog"), 500, seed=1)
    assert (run.players, run.drawn) == (2, 0)
    assert run.won + run.lost == 500


def test_a_foreign_solution_is_neither_stored_nor_taken(tmp_path: Path) -> None:
    nim = find_game("nim")
    with pytest.raises(UsageError, match="solution"):
        simulate(nim, 10, policies=("best",), solution=solve(nim), store=tmp_path / "runs")
    with pytest.raises(UsageError, match="solution"):
        simulate(nim, 10, policies=("best",), solution=solve(find_game("nim", ("a=1",))))


@pytest.mark.parametrize(
    ("rules_class", "method", "problem"),
    [
        (NumberedMoves, "say", "say returns 5 for move 5; possible: text"),
        (HalfHeaps, "play", r"field a is 0\.5; a state's fields are whole numbers, and tuples of them"),
        (NoPayoff, "payoff", "payoff is None, which is not a finite number"),
    ],
)
def test_what_rules_give_and_may_not_is_shown_with_its_line(rules_class: Any, method: str, problem: str) -> None:
    lines = Path(broken.__file__).read_text().splitlines()
    start = lines.index(f"class {rules_class.__name__}(Nim):")
    line = next(number for number, text in enumerate(lines[start:], start + 1) if f"def {method}(" in text)
    game = rules_class(a=1, b=0, c=0)
    questions = [
        lambda: list(replay(game, 1, 0)),
        lambda: solve(game).observations(),
        *([] if method == "say" else [lambda: simulate(game, 10)]),
    ]
    for question in questions:
        with pytest.raises(RulesError, match=rf"{problem} \(broken\.py, line {line}\)"):
            question()
