"""Cyclic games of hidden moves: values against closed forms and an independent iteration, proofs, refusals."""

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import faceup
from faceup.cli import main
from faceup.engines.doctor.diagnose import doctor
from faceup.engines.solve.dispatch import solve
from faceup.play.session import Session
from faceup.rules.errors import RepeatingStateError
from tests.games.hidden_rounds import (
    Everett,
    Inspection,
    Late,
    MadeUpForEver,
    MadeUpRounds,
    Match,
    Patrolled,
    Paying,
    Pennies,
    Purgatory,
    Stopping,
    Unseen,
    UntilDecided,
    Wanted,
    WantedAlone,
    WantedLater,
    worth_again,
)
from tests.hidden_oracle import solved
from tests.library import one_in

Capture = pytest.CaptureFixture[str]


def test_until_somebody_wins() -> None:
    solution = solved(UntilDecided())
    assert (solution.value.exact, solution.method) == (0, "matrix in rounds")
    for decision in solution.table.decisions(solution.start):
        assert decision.chances == (Fraction(1, 3),) * 3
        assert decision.worths == (0, 0, 0)
        assert decision.reach == 1, "however often it repeats"
    again = solution.decision([1, 1, 2, 2])
    assert (again.known, again.shares) == (solution.start, ("rock 1/3", "paper 1/3", "scissors 1/3"))


@pytest.mark.parametrize("seed", one_in(3, range(50)))
def test_values_are_those_of_going_over_all_places_again_and_again(seed: int) -> None:
    game = MadeUpRounds(seed=seed)
    value = solved(game).value
    assert value.low - 1e-9 <= worth_again(game, 300) <= value.high + 1e-9
    assert value.high - value.low < 1e-10


@pytest.mark.parametrize("seed", one_in(3, range(50)))
def test_values_of_games_that_need_not_end(seed: int) -> None:
    """Going over all places begins with what play without end is worth, and comes near slowly."""
    game = MadeUpForEver(seed=seed)
    value = solved(game).value
    assert value.low - 0.01 <= worth_again(game, 1000) <= value.high + 0.01
    assert value.high - value.low < 1e-5


def test_most_games_made_up_are_exact_or_nearly() -> None:
    kinds = [solved(rules(seed=seed)).value.how for rules in (MadeUpRounds, MadeUpForEver) for seed in range(20)]
    assert 15 < kinds.count("exact") < 40
    assert set(kinds) == {"exact", "bounded"}


def test_a_root_is_no_fraction() -> None:
    """2 less the root of 2."""
    value = solved(Pennies()).value
    assert value.how == "bounded"
    assert (2 - value.low) ** 2 > 2 > (2 - value.high) ** 2
    assert value.high - value.low < 1e-12


@pytest.mark.parametrize(("on", "of", "exact"), [(4, 5, Fraction(1, 2)), (3, 5, Fraction(1, 3)), (1, 2, None)])
def test_an_inspection_that_goes_on(on: int, of: int, exact: Fraction | None) -> None:
    """It is worth (1 - root of (1 - p p)) / p."""
    value, p = solved(Inspection(on=on, of=of)).value, Fraction(on, of)
    assert value.exact == exact
    assert (1 - p * value.low) ** 2 >= 1 - p**2 >= (1 - p * value.high) ** 2
    assert value.high - value.low < 1e-12


@pytest.mark.parametrize("rules", [Everett, faceup.game("hide-or-run").__class__])
def test_a_value_that_no_plan_secures_is_not_called_exact(rules: Any) -> None:
    solution = solved(rules())
    assert solution.value.how == "bounded"
    assert 1 - 1e-6 < solution.value.low < solution.value.high == 1
    bold = solution.decision([])
    assert bold.worths is None
    assert 0 < bold.chances[1] < 1e-6
    assert solution.best(solution.start) == list(bold.played)


@pytest.mark.parametrize(("terraces", "least"), [(2, 0.999), (3, 0.97), (7, 0.1)])
def test_a_value_that_takes_more_patience_than_there_is_stays_open(terraces: int, least: float) -> None:
    value = solved(Purgatory(terraces=terraces)).value
    assert (value.how, value.high) == ("bounded", 1)
    assert least < value.low < 1


def test_whoever_can_wait_for_ever_stops_where_that_is_better() -> None:
    """To stop is worth more than play without end, and to go on is as good until it is never done."""
    assert solved(Stopping()).value.exact == 1
    assert solved(Stopping(stop=-1)).value.exact == 0

    class Costly(Stopping):
        endless = -2

    assert solved(Costly(stop=-1)).value.exact == -1
    assert solved(Costly(stop=-3)).value.exact == -2


def test_one_player_in_hidden_rounds() -> None:
    """Against a patrol by chance; and the best answer to a policy is one player's, too."""
    assert solved(Patrolled()).engine == "sequence-form"
    assert solved(Patrolled()).value.exact == Fraction(2, 3)
    assert doctor(Patrolled(), seconds=5).answers == "sequence-form"
    answer = faceup.best_answer(UntilDecided(), lambda game, seen: 1, player=1)
    assert answer.value.exact == 1


def test_how_likely_best_play_ever_comes_to_a_stage() -> None:
    solution = solved(Inspection())
    comes = solution.table.stages.chances(solution.start)
    runs, watches = (Fraction(solution.decision(moves).chances[1]) for moves in ([], [0]))
    quiet = (1 - runs) * Fraction(4, 5)
    assert comes[Inspection.State(1, -1, -1)] == quiet * watches / (1 - quiet * (1 - watches))
    assert comes[solution.start] == 1


def test_outcomes_and_policies_of_rounds() -> None:
    ends = faceup.outcomes(solved(UntilDecided()))
    assert (ends.win_rate.exact, ends.mean.exact, ends.undecided) == (Fraction(1, 2), 0, 0)
    assert faceup.outcomes(UntilDecided(), "first").endless == 1, "rock against rock"


def test_deals_that_go_on_until_somebody_is_broke() -> None:
    """Stages with hidden cards, which lead back to each other: by symmetry the other dealer is worth the same less."""
    solution = solved(Match(coins=2))
    first, second = (solution.value_of(Match.State(2, dealer, 0, 0, ())) for dealer in (0, 1))
    assert solution.method == "linear program in rounds"
    assert first == solution.value
    assert abs(first.low + second.high) < 1e-11
    assert -0.03 < first.low < first.high < -0.02


def test_rewards_that_may_never_settle_are_refused() -> None:
    with pytest.raises(RepeatingStateError, match=r"rewards on the way, which therefore may never settle"):
        solve(Paying())


@pytest.mark.parametrize(
    ("game", "says"),
    [
        (
            Wanted(),
            r"coin=1, .*while the first player does not know the position.* nothing: wait, wait;",
        ),
        (WantedAlone(), r"coin=1, .*while the first player does not know.* nothing: wait;"),
        (Unseen(), r"place=0, .*while the first player does not know.* nothing: chance: 0, chance: 0, chance: 0;"),
    ],
)
def test_play_that_goes_on_while_somebody_does_not_know_the_position_is_refused(game: Any, says: str) -> None:
    with pytest.raises(RepeatingStateError, match=says):
        solve(game, engine="sequence-form")


def test_turns_that_are_counted_end_such_play() -> None:
    assert solved(Wanted(waits=3)).value.exact == 0
    assert solved(WantedAlone(waits=3)).value.exact == 0


def test_what_grows_without_end_is_not_said_to_repeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("faceup.engines.hidden.stage.MOST_LEVELS", 40)
    with pytest.raises(RepeatingStateError, match=r"41 moves one after another, and .* does not know .* yet"):
        solve(WantedLater(), engine="sequence-form")


def test_a_limit_tells_who_does_not_know_what() -> None:
    found = solve(WantedLater(), engine="sequence-form", memory=1e6)
    assert found.value.how == "stopped"
    assert re.search("moves one after another, and .* does not know .* yet", found.cause)


def test_the_doctor_calls_play_without_end_unusual() -> None:
    found = doctor(Wanted(), seconds=5)
    assert (found.answers, found.wrong) == (None, False)
    assert "while the first player does not know the position" in found.findings[-1].text


def test_who_decided_long_before_may_have_known_the_same() -> None:
    """Positions of other levels are in one stage, too, where somebody remembers the same in them."""
    assert solved(Late(), engine="sequence-form").value.exact == solved(Late()).value.exact == Fraction(1, 2)


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        main(list(words))
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return int(left.value.code or 0), out, err


def test_a_cyclic_game_on_the_command_line(capsys: Capture, tmp_path: Path) -> None:
    code, out, _ = run(capsys, "solve", "hide-or-run")
    assert (code, "wins more than 99.9999% of games" in out) == (0, True)
    code, out, _ = run(capsys, "strategy", "hide-or-run")
    assert re.search(r"hide +run .*\n.*\nbehind the hill +more than 99.9999%", out)
    assert re.search(r"wait +throw .*\n.*\nbehind the hill", out)
    code, out, _ = run(capsys, "why", "hide-or-run")
    assert (code, "Always run here, and the second player could win between 99.999% and 100% of" in out) == (0, True)
    bound = re.search(r"Never run, this once: the second player could win at most (\S+)% of games more\.", out)
    assert "the same" not in out, "nobody knows what is equal where values are bounds"
    document = json.loads(run(capsys, "why", "hide-or-run", "--json")[1])
    costs = [change["cost"] for reason in document["reasons"] for change in reason["changes"]]
    assert [cost["how"] for cost in costs] == ["bounded"] * 2
    assert float(bound[1] if bound else 0) >= 100 * min(cost["high"] for cost in costs), "a bound is rounded up"
    assert costs[1]["low"] < 1 <= costs[1]["high"], "to be hit costs all of it"
    code, _, err = run(capsys, "export", "hide-or-run", str(tmp_path / "run.efg"))
    assert (code, "a tree without end cannot be written" in err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_came_round_is_reviewed() -> None:
    session = Session(UntilDecided(), ("person", "first"), seed=1)
    session.play()
    for move in (1, 1, 2):
        session.play(move)
    assert (session.over, session.payoff) == (True, 1)
    found = faceup.review(session)
    assert [(row.word, row.lost) for row in found.rows] == [("rock", 0), ("rock", 0), ("paper", 0)]
