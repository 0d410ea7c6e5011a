"""Games along the positions that were met before: the same games, and the outcomes that their odds say."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import faceup
from faceup.engines.model.random_stream import STREAM_SIZE, begin
from faceup.engines.model.seats import seats_of
from faceup.engines.simulate.game_player import CompiledGamePlayer, GamePlayer
from faceup.engines.simulate.positions_met import LONG_ENOUGH, Trial, none_met
from faceup.engines.simulate.positions_met_kernel import (
    CONTENT,
    COUNT,
    FULL,
    GROWING,
    MOST_MOVES,
    MOVES,
    POSITIONS,
    UNUSED,
    go_along,
    keep,
    outcome_at,
)
from faceup.rules.contract import CHANCE, Game
from tests.games.arbitrary import Scramble
from tests.library import deep


class Unpaid(Scramble):
    """With outcomes that never happen, and nothing gained on the way."""

    reward = Game.reward


def highest(game: Any, state: Any) -> Any:
    return max(game.moves(state))


GAMES = [Unpaid(seed=3, nodes=40), Unpaid(seed=8, nodes=12, width=5), faceup.game("left-center-right")]


RANDOM, OWN, FIRST = ("random",), (highest,), ("first", "random")


@pytest.mark.parametrize(
    ("game", "policies"),
    [
        *(deep(GAMES[0], RANDOM), (GAMES[0], OWN), deep(GAMES[0], FIRST)),
        *(deep(GAMES[1], RANDOM), deep(GAMES[1], OWN), (GAMES[1], FIRST)),
        *((GAMES[2], RANDOM), deep(GAMES[2], OWN), deep(GAMES[2], FIRST)),
    ],
)
def test_games_are_the_same_whatever_is_kept(game: Any, policies: Any) -> None:
    if len(policies) > 1:
        policies *= (seats_of(game) or 2) // 2
    expected = GamePlayer(game, 5, 10_000, policies).outcomes(0, 300)
    player = CompiledGamePlayer(GamePlayer(game, 5, 10_000, policies))
    registers = player.trial(player.loop.shape).met.registers
    for content in (GROWING, FULL, UNUSED, GROWING):
        registers[CONTENT] = content
        for found, wanted in zip(player.outcomes(0, 300), expected, strict=True):
            assert np.array_equal(found, wanted)
        if content == GROWING:
            assert registers[POSITIONS] > 10
            registers[MOVES] = MOST_MOVES + 1  # from now on what is met is not looked at for good


def test_the_best_moves_are_the_same_whatever_is_kept() -> None:
    game = Unpaid(seed=5, nodes=30)
    playing = GamePlayer(game, 5, 10_000, ("best", "random"), faceup.solve(game))
    expected, player = playing.outcomes(0, 300), CompiledGamePlayer(playing)
    for _ in range(2):
        assert player.outcomes(0, 300).scores.tolist() == expected.scores.tolist()


def test_the_way_that_was_quicker_is_kept_to() -> None:
    game = Unpaid(seed=3, nodes=40)
    player = CompiledGamePlayer(GamePlayer(game, 5, 10_000))
    trial = player.trial(player.loop.shape)
    games = LONG_ENOUGH // 10
    expected = player.outcomes(0, games).scores.tolist()
    assert len(trial.paces) == 1
    player.outcomes(0, 10)  # which tells nothing
    assert len(trial.paces) == 1
    for _ in range(2):
        assert player.outcomes(0, games).scores.tolist() == expected
    assert len(trial.paces) == 3
    assert trial.met.registers[CONTENT] == (UNUSED if trial.paces[2] < trial.paces[1] else GROWING)
    assert player.outcomes(0, games).scores.tolist() == expected


def test_what_breaks_off_while_no_positions_are_used_tells_nothing() -> None:
    trial = Trial(none_met(1, 4))
    trial.paces = [1.0, 1.0]
    for content in (GROWING, FULL):
        trial.met.registers[CONTENT] = content
        with pytest.raises(OverflowError), trial.timed(np.array([2 * LONG_ENOUGH])):
            raise OverflowError
        assert trial.met.registers[CONTENT] == content
        assert len(trial.paces) == 2


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 40), min_size=1, max_size=300).filter(any), st.integers(0, 3))
def test_every_point_of_the_odds_has_its_outcome(odds: list[int], large: int) -> None:
    odds = [weight * 10 ** (3 * large) for weight in odds]
    met, total, ends = none_met(1, len(odds)), sum(odds), np.cumsum(odds)
    keep(met, 0, CHANCE, len(odds), total, odds)
    for point in {
        0,
        total - 1,
        *(end for end in ends.tolist() if end < total),
        *(max(int(end) - 1, 0) for end in ends),
    }:
        assert outcome_at(met, 0, point) == int(np.searchsorted(ends, point, side="right"))


def test_what_was_not_looked_at_is_left_to_the_rules() -> None:
    met, stream = none_met(1, 4), np.zeros(STREAM_SIZE, np.int64)
    begin(stream, 1, 2)
    met.positions[0, COUNT] = -1
    assert go_along(met, [1, 1], stream, 0, 3, 10) == (0, -1, 3, CHANCE)
    keep(met, 0, 1, 2, 0, [])
    assert go_along(met, [1, 1], stream, 0, 3, 10) == (0, 0, 3, 1)
    met.onward[0] = 0
    assert go_along(met, [1, 1], stream, 0, 3, 10) == (0, -1, 10, 1)
