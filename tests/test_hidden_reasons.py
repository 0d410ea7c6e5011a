"""Why moves are made by lot in games of hidden information: what changes cost, against an oracle; sentences."""

import json
from fractions import Fraction
from typing import Any

import pytest

import faceup
from faceup.engines.explain.mixed_strategies import mixed_reasons
from faceup.engines.model import thresholds
from faceup.results.answers.decision import Decision, Seen
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.reasons import MixedExplanation
from faceup.results.sentences.mixed_strategies import mixed_reason_parts
from faceup.show.text.parts import part_lines
from tests.commands import Capture, run
from tests.games.hidden import PaidPennies, Signals
from tests.hidden_oracle import Memory, best_response_value


def explained(game: Any) -> MixedExplanation:
    solution = faceup.solve(game)
    assert isinstance(solution, HiddenSolution)
    return mixed_reasons(solution)


def memory_of(decision: Decision) -> Memory:
    """The story as the oracle remembers it."""
    return tuple(("saw", one.view) if isinstance(one, Seen) else ("did", one.move) for one in decision.story)


def test_what_changes_cost_is_what_an_oracle_computes() -> None:
    compared = 0
    for game in (faceup.game("kuhn-poker"), faceup.game("morra"), *(Signals(seed=seed) for seed in range(50))):
        why = explained(game)
        for reason in why.reasons:
            player = reason.decision.player
            made = {
                memory_of(one): dict(zip(one.moves, one.chances, strict=True))
                for one in why.strategy.decisions
                if one.player == player
            }
            secured = best_response_value(
                game, player, lambda memory, moves, made=made: made.get(memory, {moves[0]: 1})
            )
            assert secured == (2 * player - 1) * why.solution.value.exact
            lots = made[memory_of(reason.decision)]
            for change in reason.changes:
                move = reason.decision.moves[reason.decision.words.index(change.word)]
                rest = 1 - lots[move]
                others = {one: chance / rest for one, chance in lots.items() if one != move}
                changed = made | {memory_of(reason.decision): {move: 1} if change.always else others}
                wins = best_response_value(
                    game, player, lambda memory, moves, made=changed: made.get(memory, {moves[0]: 1})
                )
                assert wins is not None
                assert change.cost == wins - secured
                assert change.cost == sum(one.gain for one in change.answers)
                compared += 1
    assert compared > 40


def test_kuhns_bluff_is_why_a_two_does_not_always_fold() -> None:
    why = explained(faceup.game("kuhn-poker"))
    bluff = next(one for one in why.reasons if why.strategy.sees[one.decision] == "1: check")
    never, always = bluff.changes
    assert (never.word, never.always, never.cost) == ("bet", False, Fraction(1, 9))
    assert (always.word, always.always, always.cost) == ("bet", True, Fraction(2, 9))
    answers = {why.strategy.sees[one.decision]: one.words for one in never.answers}
    assert answers["2: check, bet"] == ("fold",)
    assert [why.strategy.sees[one.decision] for one in always.answers] == ["2: check, bet"]
    assert always.answers[0].words == ("call",)
    assert {why.strategy.sees[one.decision]: one.words for one in bluff.balances}["2: check, bet"] == ("fold", "call")


class Fair(PaidPennies):
    """Both show a number of fingers at once; what the first one wins stands in a table, whose last row is no use."""

    TABLE = ((2, -1), (-1, 1), (-1, 0))

    def moves(self, s: Any) -> Any:
        return range(3 if s.first < 0 else 2)

    def payoff(self, s: Any) -> Any:
        return self.TABLE[s.first][s.second]


def test_dominated_moves_are_named() -> None:
    why = explained(Fair())
    assert [(one.player, one.word, one.by) for one in why.dominated] == [(0, "2", "1")]
    assert why.solution.value.exact == Fraction(1, 5)
    assert "The second player: 0: 2/5, 1: 3/5." in list(part_lines(mixed_reason_parts(why), 12)), (
        "what is seen is always the same"
    )
    assert list(why.strategy.sees.values()) == ["first -1, second -1"] * 2, "as play shows it"


def test_a_decision_behind_hidden_moves_is_told_as_its_player_knows_it(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, out, _ = run(capsys, "why", "kuhn-poker", "2-1", "check")
    assert (
        'The second player who sees "1: check": check 2/3, bet 1/3.\n  Never bet here, and the first player could'
        in out
    )
    assert out.endswith("Worth: check -1, bet -1 to the second player, as far as can be known.\n")
    told = [json.loads(run(capsys, "why", "kuhn-poker", "3-1", "check", "--json")[1])]  # by somebody who cannot know
    told.append(json.loads(run(capsys, "solve", "kuhn-poker", "--after", "2-1 check", "--json")[1]))
    assert [(one["exact"], one["decision"]["sees"], one["says"]) for one in told] == [
        ("1", "1: check", 'The second player who sees "1: check": check 2/3, bet 1/3.')
    ] * 2
    assert [one["changes"][0]["cost"]["exact"] for one in told[0]["reasons"]] == ["1/9"]
    _, out, _ = run(capsys, "solve", "kuhn-poker", "--after", "2-3 bet")
    assert '"3: bet": call.\nworth   unknown, as best play of the first player never comes to this\n' in out
    _, out, _ = run(capsys, "why", "mastermind", "1-2", "3-3")
    assert 'You who see "guess 3 3, right 0, misplaced 0": 11' in out
    code, _, err = run(capsys, "why", "kuhn-poker", "2-1", "bet", "call")
    assert (code, "nobody has a choice" in err, err.count("\n")) == (2, True, 1)
    code, _, err = run(capsys, "solve", "kuhn-poker", "--after", "2-1", "--distribution")
    assert (code, "--distribution is of positions that everybody knows" in err) == (2, True)
    _, out, _ = run(capsys, "solve", "goofspiel", "cards=3", "--after", "1")
    assert "value   0 for the first player" in out, "all know which prize it is"
    monkeypatch.setattr(thresholds, "PROGRAM_SEQUENCES", 0)
    _, out, _ = run(capsys, "why", "kuhn-poker", "2-1", "check")
    assert "Worth: known within bounds only, as the game is not solved exactly." in out


def test_reasons_as_text_and_as_json(capsys: Capture) -> None:
    _, out, _ = run(capsys, "why", "kuhn-poker")
    assert 'The second player who sees "1: check": check 2/3, bet 1/3.' in out
    assert "Never bet here, and the first player could win 1/9 more:" in out
    assert 'With these shares, fold and call are worth the same to the first player who sees "2: check, bet".' in out
    _, few, _ = run(capsys, "why", "mia")
    _, everything, _ = run(capsys, "why", "mia", "--all")
    assert "more mixed decisions, which protect less; --all prints them" in few
    assert len(everything.splitlines()) > 2 * len(few.splitlines())
    _, out, _ = run(capsys, "why", "kuhn-poker", "--json")
    document = json.loads(out)
    assert document["exact"] == "-1/18"
    assert document["reasons"][0]["changes"][0]["cost"]["exact"] == "1/9"
    late = mixed_reasons(explained(faceup.game("kuhn-poker")).solution, seconds=0)
    assert (late.reasons, late.left_out) == ((), 2)
    assert [*part_lines(mixed_reason_parts(late), 12)][1:] == ["left out    2 mixed decisions"]
    learned = mixed_reasons(faceup.solve(faceup.game("kuhn-poker"), engine="regret"))
    listed = f"faceup strategy lists {learned.left_out} mixed decisions; reasons for them need an exact solution."
    assert [*part_lines(mixed_reason_parts(learned), 12)][1:] == [listed]
    _, out, _ = run(capsys, "why", "mastermind")
    assert "No decision is mixed" in out
    assert (
        'least in 6 decisions, one of them on seeing "guess 1 2, right 0, misplaced 0": 33 is worth -1, and 11 -2.'
        in out
    )
    assert "could win 1/9 more" in explained(faceup.game("kuhn-poker"))._repr_html_()
