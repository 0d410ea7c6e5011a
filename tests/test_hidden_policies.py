"""Policies in games of hidden information: what they are shown, what they come to, and the best answers to them."""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import faceup
from faceup.engines.hidden.sequence_form import SequenceForm, best_response, plan_of
from faceup.engines.hidden.stage import Stage
from faceup.engines.model.legal_moves import weighted_moves
from faceup.engines.model.limits import Limits
from faceup.engines.solve.dispatch import solve
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.reviews.replay import ReplayEnd, ReplayStep
from faceup.rules import CHANCE, OVER, RulesError, UsageError
from faceup.rules.errors import LimitReached, UnsupportedError
from tests.commands import Capture, run
from tests.games.hidden import Foreheads, Forgetting, MadeUp, MadeUpAlone, MadeUpForTheSecond, Peek, Twice, Unnoticed
from tests.hidden_oracle import best_response_value, solved


def shown_only(game: Any, seen: Any) -> int:
    """A policy for kuhn poker that is shown no card but its own: bet or call with the best one."""
    assert 0 in (seen.first, seen.second), seen
    return int(game.cards in (seen.first, seen.second))


def expected(solution: HiddenSolution, policies: Sequence[Any], moves: tuple[Any, ...] = (), state: Any = None) -> Any:
    """What the first player gets, by the whole tree, with ``best`` as ``decision`` has it after all the moves."""
    game = solution.game
    state = game.start() if state is None else state
    who = game.turn(state)
    if who == OVER:
        return Fraction(game.payoff(state))
    chances: Mapping[Any, Any]
    if who == CHANCE:
        legal, odds = weighted_moves(game, state)
        chances = {move: Fraction(weight, sum(odds)) for move, weight in zip(legal, odds, strict=True)}
    elif policies[who] == "best":
        decision = solution.decision(moves)
        chances = dict(zip(decision.moves, decision.chances, strict=True))
    else:
        listed = list(game.moves(state))
        chances = {move: Fraction(listed.count(move), len(listed)) for move in listed}
        if policies[who] == "first":
            chances = {listed[0]: 1}
    return sum(
        chance * (game.reward(state, move) + expected(solution, policies, (*moves, move), game.play(state, move)))
        for move, chance in chances.items()
        if chance
    )


PAIRS = (("best", "best"), ("best", "random"), ("first", "best"), ("random", "best"))
TREES = [rules(seed=seed) for rules in (MadeUp, MadeUpAlone, MadeUpForTheSecond, Forgetting) for seed in range(12)]


@pytest.mark.parametrize("game", [*TREES, Twice(), Peek(), Unnoticed(), faceup.game("kuhn-poker")], ids=repr)
def test_what_policies_come_to_is_what_the_whole_tree_says(game: Any) -> None:
    solution = solved(game)
    for pair in PAIRS:
        found = faceup.outcomes(solution, pair)
        assert found.value.exact == expected(solution, pair), pair
        assert sum(found.histogram.values()) == sum(found.lengths.values()) == 1
    assert faceup.outcomes(solution).value == solution.value


def test_games_in_stages_come_to_their_value_too() -> None:
    for game in (faceup.game("goofspiel", cards=3), faceup.game("leduc-poker")):
        solution = solved(game)
        assert faceup.outcomes(solution).value == solution.value


def test_games_played_are_as_they_are_computed() -> None:
    game = faceup.game("kuhn-poker")
    for policies in (("best", "random"), (shown_only, "best")):
        sample = faceup.simulate(game, 2000, policies=policies, confidence=0.999)
        exact = faceup.outcomes(game, policies).value.exact
        assert exact is not None
        assert sample.mean.low < exact < sample.mean.high
    again = faceup.simulate(game, 2000, policies=(shown_only, "best"), confidence=0.999)
    assert again.histogram == sample.histogram
    assert again.interpreted == "as players decide by what they see"


def test_functions_are_shown_what_their_player_sees() -> None:
    """In all that plays by policies; else ``shown_only`` would raise."""
    game = faceup.game("kuhn-poker")
    faceup.simulate(game, 50, policies=(shown_only,))
    faceup.outcomes(game, (shown_only, "random"))
    faceup.outcomes(game, (shown_only, "best"))
    assert [type(step) for step in faceup.replay(game, 0, 3, (shown_only,))][-2:] == [ReplayStep, ReplayEnd]
    with pytest.raises(RulesError, match=r"policy test_hidden_policies\.py:<lambda>: its move 7 is not legal"):
        faceup.outcomes(game, (lambda game, seen: 7, "best"))


@pytest.mark.parametrize("question", [faceup.outcomes, faceup.best_answer])
def test_a_policy_that_takes_something_else_is_told_what_policies_get(question: Any) -> None:
    told = r"policy test_hidden_policies\.py:one\(seen: Any\) -> int cannot .*: the game, and what its player sees"
    with pytest.raises(UsageError, match=told):
        question(faceup.game("kuhn-poker"), one)


def one(seen: Any) -> int:
    return 1


def test_what_is_possible_is_told_to_a_policy_that_gives_no_move() -> None:
    with pytest.raises(RulesError, match=r"move None is neither a whole number nor a word in .*; possible: 0 1"):
        faceup.outcomes(faceup.game("kuhn-poker"), lambda game, seen: None)


def test_one_player_is_followed_by_what_is_believed() -> None:
    game = faceup.game("mastermind")
    solution = solved(game)
    assert faceup.outcomes(solution).value == solution.value
    assert faceup.simulate(game, 200, policies=("best",), confidence=0.999).mean.low < Fraction(-7, 3)


def test_what_is_best_is_neither_stored_nor_sent(tmp_path: Path) -> None:
    game = faceup.game("kuhn-poker")
    with pytest.raises(UsageError, match="drawn by lot, are neither stored nor sent"):
        faceup.simulate(game, 10, policies=("best",), store=tmp_path / "games")
    with pytest.raises(UsageError, match="policy 'worst'; possible: random, first, best, or a function"):
        faceup.outcomes(game, "worst")


def evenly(memory: Any, moves: list[Any]) -> dict[Any, Fraction]:
    return {move: Fraction(moves.count(move), len(moves)) for move in moves}


def test_best_answers_are_those_of_an_oracle_that_knows_all_plans() -> None:
    compared = 0
    for rules, seeds in ((MadeUp, 40), (Forgetting, 10)):
        for seed in range(seeds):
            solution = solved(rules(seed=seed))
            for player in (0, 1):
                expected = best_response_value(solution.game, 1 - player, evenly)
                if expected is None or solution.engine == "beliefs":
                    continue
                answer = faceup.best_answer(solution, "random", player)
                assert answer.value.exact == expected, (rules, seed, player)
                assert answer.secured.exact is not None
                assert answer.gain.exact == expected - answer.secured.exact >= 0
                compared += 1
    assert compared > 60


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("policy", ["random", "first", shown_only])
def test_best_answers_are_those_in_sequence_form(player: int, policy: Any) -> None:
    """And what the answer's decisions say, played against the policy, comes to its value."""
    game = faceup.game("kuhn-poker", cards=4)
    solution, stage = solved(game), Stage(game, game.start(), Limits())
    form = SequenceForm(stage.sets, stage.pays)
    chances: list[Fraction] = [Fraction(1)] + [Fraction(0)] * (form.counts[1 - player] - 1)
    for one, state in zip(form.sets[1 - player], map(min, stage.examples[1 - player]), strict=True):
        moves = one.moves
        made = (
            moves
            if policy == "random"
            else moves[:1]
            if policy == "first"
            else (policy(game, game.view(state, 1 - player)),)
        )
        for q, move in zip(one.sequences, moves, strict=True):
            chances[q] = chances[one.parent] * Fraction(move in made, len(made))
    answer = faceup.best_answer(solution, policy, player)
    assert answer.value.exact == best_response(form, player, plan_of(chances)).value
    table = {one.view: one.moves[one.chances.index(1)] for one in answer.strategy.decisions}
    pair: list[Any] = [policy, policy]
    pair[player] = lambda game, seen: table[seen]
    assert faceup.outcomes(game, pair).value.exact == (1 - 2 * player) * answer.value.exact


def test_answers_as_text_and_as_json(capsys: Capture, tmp_path: Path) -> None:
    _, out, _ = run(capsys, "solve", "kuhn-poker", "--against", "random")
    assert (
        "The best answer of the first player brings 0.5 on average (exact), 0.5556 more than best play of both" in out
    )
    assert "value   5/12 = 0.4167 for the second player, 13/36 = 0.3611 more than best play of both" in out
    _, out, _ = run(capsys, "strategy", "kuhn-poker", "--against", "first", "--player", "1", "--json")
    document = json.loads(out)
    assert (document["exact"], document["against"]) == ("-1/18", "first")
    (answer,) = document["answers"]
    assert (answer["player"], answer["answer"]["exact"], answer["gain"]["exact"]) == (1, "1", "17/18")
    assert {one["sees"] for one in answer["decisions"]} == {"1: check", "2: check", "3: check"}
    path = tmp_path / "caller.py"
    path.write_text("def caller(game, seen):\n    return 1\n")
    _, out, _ = run(capsys, "strategy", "kuhn-poker", "--against", f"{path}:caller", "--player", "0")
    assert "The first player against caller" in out


def test_who_plays_alone_needs_one_policy() -> None:
    """Alone, or in a row of one; it is the same as when nobody else is named twice."""
    game = faceup.game("mastermind", colours=2)

    def same(game: Any, seen: Any) -> Any:
        return (1, 1)

    for one in ("best", "random", same):
        sessions = [faceup.Session(game, seats, seed=3) for seats in (one, (one,), (one, one))]
        assert len({tuple(seat.name for seat in session.seats) for session in sessions}) == 1
        samples = [faceup.simulate(game, 20, policies=policies) for policies in (one, (one,), (one, one))]
        assert len({sample.mean for sample in samples}) == 1
        replays = [list(faceup.replay(game, 1, 2, policies)) for policies in (one, (one, one))]
        assert len({str(steps[-1].result) for steps in replays}) == 1
    for count in (0, 3):
        with pytest.raises(UsageError, match=f"{count} seats; possible: one for each of 2 players, or one for all"):
            faceup.Session(game, ("best",) * count)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("solve mastermind --against random", "mastermind has one player, against chance"),
        ("solve nim --against random", "nim hides nothing"),
        ("solve kuhn-poker --against best", "the best answer to best play is best play"),
        ("solve kuhn-poker --against worst", "policy 'worst'; possible: random, first, or a function"),
        ("solve kuhn-poker --against random --play best", "--play is about best play"),
        ("strategy kuhn-poker --against random --player 2", "--player 2; possible: 0, 1, first, second"),
        ("solve kuhn-poker --player 0", "--player says who answers --against"),
        ("solve one-handed --against random", "'one-handed' is a solitaire game, in which nobody moves"),
        ("solve one-handed --ties kind", "'one-handed' is a solitaire game, in which nobody moves"),
        ("solve kuhn-poker --against random --ties kind", "ties are for games in which each seat has its own payoff"),
    ],
)
def test_what_cannot_be_answered_is_said_in_one_line(capsys: Capture, words: str, problem: str) -> None:
    code, _, err = run(capsys, *words.split())
    assert (code, problem in err, err.count("\n")) == (2, True, 1)


def test_an_answer_shows_itself_in_a_notebook_and_as_a_frame() -> None:
    answer = faceup.best_answer(faceup.game("kuhn-poker"))
    assert "The best answer of the first player brings 0.5" in answer._repr_html_()
    frame = answer.to_frame()
    assert frame[frame.sees == "1"].set_index("word").chance.to_dict() == {"check": 0, "bet": 1}


def test_answers_stop_at_a_limit() -> None:
    with pytest.raises(LimitReached, match="the memory limit was reached before the best answer was known"):
        faceup.best_answer(faceup.game("leduc-poker"), memory=1000)


def test_own_moves_are_called_as_they_were_when_they_were_made() -> None:
    found = faceup.best_answer(Foreheads(), "random", 0)
    again = [decision for decision in found.strategy.decisions if decision.done]
    assert again
    assert {word for decision in again for word in decision.done} <= {"no", "yes"}
    first = again[0]
    assert found.solution.decision(["deal 1 and 2", *first.done[:1], "yes"]).done == first.done[:1]


def test_exact_numbers_that_are_not_found_are_refused() -> None:
    assert solved(Foreheads(), exact=True).value.how == "exact"
    large = Foreheads(bet=10**12)
    assert solved(large).value.how == "bounded"
    with pytest.raises(UnsupportedError, match="finds no exact plans; its best ones prove "):
        solve(large, exact=True)
