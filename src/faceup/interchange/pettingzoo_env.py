"""The class of a PettingZoo environment."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from faceup.interchange.gymnasium_env import box_of
from faceup.interchange.one_play import NoPlay, OnePlay, action_number, play_to_decide
from faceup.interchange.survey import Survey
from faceup.rules.contract import Game
from faceup.rules.texts import state_text


class FaceupAECEnv(AECEnv):
    render_mode = "ansi"

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.survey = Survey(game)
        self.survey.check_decisions()
        self.metadata = {"name": type(game).name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = [f"player_{seat}" for seat in range(self.survey.players)]
        count = len(self.survey.moves)
        space = {"observation": box_of(self.survey), "action_mask": Box(0, 1, (count,), np.int8)}
        self.observation_spaces = {agent: Dict(space) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(count) for agent in self.possible_agents}
        self.random, _ = seeding.np_random()
        self.play: OnePlay | NoPlay = NoPlay()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        if seed is not None:
            self.random, _ = seeding.np_random(seed)
        self.play, over = play_to_decide(self.survey, self.random, lambda play: None, "anybody")
        self.agents = list(self.possible_agents)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"plays_over": over} for agent in self.agents}
        self.rewards = dict.fromkeys(self.agents, 0.0)  # rewards before the first decision are given after it
        self._turn()

    def step(self, action: Any) -> None:
        over, agent = self.play.over, self.agent_selection
        if over:
            self._was_dead_step(action)
            return
        self.play.act(action_number(self.survey, action))
        self._cumulative_rewards[agent] = 0.0
        self._tell()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        mask = self.play.mask()
        return {"observation": self.play.observe(seat), "action_mask": mask if seat == self.play.who else 0 * mask}

    def render(self) -> str:
        return state_text(self.survey.game, self.play.state)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _tell(self) -> None:
        """Set the rewards, and the state of the play."""
        self.rewards = dict(zip(self.possible_agents, self.play.take_rewards(), strict=True))
        self._accumulate_rewards()
        self._turn()

    def _turn(self) -> None:
        """Set whether play is over, and the next agent."""
        self.terminations = dict.fromkeys(self.agents, self.play.over)
        self.agent_selection = self.possible_agents[max(self.play.who, 0)]
