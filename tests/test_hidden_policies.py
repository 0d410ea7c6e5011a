"""Policies in games of hidden information: what they are shown, what they come to, and the best answers to them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import faceup
from faceup.engines.legal_moves import weighted_moves
from faceup.engines.solve.door import solve
from faceup.play.replays import ReplayEnd, ReplayStep
from faceup.results.hidden_solution import HiddenSolution
from faceup.rules import CHANCE, OVER, RulesError, UsageError
from tests.games.hidden import Forgetting, MadeUp, MadeUpAlone, MadeUpForTheSecond, Peek, Twice, Unnoticed


def solved(game: Any, **how: Any) -> HiddenSolution:
    solution = solve(game, **how)
    assert isinstance(solution, HiddenSolution)
    return solution


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
    for name in ("goofspiel", "leduc-poker"):
        solution = solved(faceup.game(name))
        assert faceup.outcomes(solution).value == solution.value


def test_games_played_are_as_they_are_computed() -> None:
    game = faceup.game("kuhn-poker")
    for policies in (("best", "random"), ("best", "best"), (shown_only, "best")):
        sample = faceup.simulate(game, 3000, policies=policies, confidence=0.999)
        exact = faceup.outcomes(game, policies).value.exact
        assert exact is not None
        assert sample.mean.low < exact < sample.mean.high
    again = faceup.simulate(game, 3000, policies=(shown_only, "best"), confidence=0.999)
    assert again.histogram == sample.histogram
    assert again.interpreted == "as players decide by what they see"


def test_functions_are_shown_what_their_player_sees() -> None:
    """In all that plays by policies; else ``shown_only`` would raise."""
    game = faceup.game("kuhn-poker")
    faceup.simulate(game, 50, policies=(shown_only,))
    faceup.outcomes(game, (shown_only, "random"))
    faceup.outcomes(game, (shown_only, "best"))
    assert [type(step) for step in faceup.replay(game, 0, 3, (shown_only,))][-2:] == [ReplayStep, ReplayEnd]
    with pytest.raises(RulesError, match="the policy's move 7 is not legal"):
        faceup.outcomes(game, (lambda game, seen: 7, "best"))


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
