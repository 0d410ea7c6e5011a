"""The class of a Gymnasium environment."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete

from faceup.engines.model.policies import Policy
from faceup.interchange.one_play import NoPlay, OnePlay, action_number, opponent_of, play_to_decide
from faceup.interchange.survey import Survey
from faceup.results.scene.view_words import view_text
from faceup.rules.contract import Game
from faceup.rules.errors import UsageError


class FaceupEnv(gymnasium.Env):
    """One seat of a game as a Gymnasium environment; the other seats play by one policy.

    An action is the number of a move in ``survey.moves``. An observation is a row of int64, the numbers of the seat's
    view (``observation_space``); ``info["action_mask"]`` marks the legal actions, a row of int8. The reward is what the
    seat has gained since the last step. An action that is not legal ends the play with the reward ``illegal``.
    """

    metadata = {"render_modes": ["ansi"]}
    render_mode = "ansi"

    def __init__(self, game: Game, opponent: Policy | str, seat: int, illegal: float) -> None:
        self.survey = Survey(game)
        self.survey.check_decisions()
        deciders = sorted(set(self.survey.graph.turns[self.survey.graph.turns >= 0].tolist()))
        if seat not in deciders:
            raise UsageError(f"seat {seat!r} decides nothing; possible: {', '.join(map(str, deciders))}")
        if not isinstance(illegal, int | float | np.number):
            raise UsageError(f"illegal {illegal!r}; possible: the reward for an action that is not legal, as -1")
        self.seat, self.illegal, self.opponent = int(seat), float(illegal), opponent_of(game, opponent)
        self.play: OnePlay | NoPlay = NoPlay()
        self.action_space = Discrete(len(self.survey.moves))
        self.observation_space = box_of(self.survey)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.play, over = play_to_decide(self.survey, self.np_random, self._play_others, f"seat {self.seat}")
        observation, info = self._observation()
        return observation, info | {"plays_over": over}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        number = action_number(self.survey, action)
        if self.play.over:
            return self._transition()
        if not self.play.mask()[number]:
            observation, info = self._observation()
            return observation, self.illegal, True, False, info
        self.play.act(number)
        self._play_others(self.play)
        return self._transition()

    def render(self) -> str:
        return view_text(self.survey.game, self.survey.game.view(self.play.state, self.seat), self.seat)

    def _play_others(self, play: Any) -> None:
        """Let the others play until the seat must decide, or play is over."""
        while not play.over and play.who != self.seat:
            play.act(self.survey.actions[self.opponent(play)])

    def _observation(self) -> tuple[Any, dict[str, Any]]:
        return self.play.observe(self.seat), {"action_mask": self.play.mask()}

    def _transition(self) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        observation, info = self._observation()
        return observation, self.play.take_rewards()[self.seat], self.play.over, False, info


def box_of(survey: Survey) -> Any:
    """The space of observations; a constant number gets room for one more value, as spaces must not be empty."""
    low, high = survey.layout.low, survey.layout.high
    return Box(low, np.maximum(high, low + 1), dtype=np.int64)
