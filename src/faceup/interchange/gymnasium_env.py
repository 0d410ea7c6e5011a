"""The class that Gymnasium asks for."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete

from faceup.engines.policies import Policy
from faceup.interchange.one_play import OnePlay
from faceup.interchange.opponents import opponent_of
from faceup.interchange.survey import Survey
from faceup.results.view_words import view_text
from faceup.rules.contract import Game
from faceup.rules.errors import UsageError


class FaceupEnv(gymnasium.Env):
    metadata = {"render_modes": ["ansi"]}
    render_mode = "ansi"

    def __init__(self, game: Game, opponent: Policy | str, seat: int, illegal: float) -> None:
        self.survey = Survey(game)
        if seat not in (deciders := sorted(set(self.survey.graph.turns[self.survey.graph.turns >= 0].tolist()))):
            raise UsageError(f"seat {seat} decides nothing; possible: {', '.join(map(str, deciders)) or 'none'}")
        self.seat, self.illegal, self.opponent = seat, illegal, opponent_of(game, opponent)
        self.action_space = Discrete(len(self.survey.moves))
        self.observation_space = box_of(self.survey)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        self.play = OnePlay(self.survey, self.np_random)
        self._others()
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self.play.over:  # before the seat had anything to decide
            return self._told()
        try:
            self.play.act(int(action))
        except UsageError:
            seen, info = self._seen()
            return seen, self.illegal, True, False, info
        self._others()
        return self._told()

    def render(self) -> str:
        return view_text(self.survey.game, self.survey.game.view(self.play.state, self.seat))

    def _others(self) -> None:
        while not self.play.over and self.play.who != self.seat:
            self.play.act(self.survey.actions[self.opponent(self.play)])

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        return self.play.observed(self.seat), {"action_mask": self.play.mask()}

    def _told(self) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        seen, info = self._seen()
        return seen, self.play.taken()[self.seat], self.play.over, False, info


def box_of(survey: Survey) -> Any:
    """The space of what is seen; a number that is always the same has room for one more, as spaces must have some."""
    low, high = survey.layout.low, survey.layout.high
    return Box(low, np.maximum(high, low + 1), dtype=np.int64)
