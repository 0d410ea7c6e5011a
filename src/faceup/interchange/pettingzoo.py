"""Games as environments of PettingZoo, in which all who play learn.

J. K. Terry and others, PettingZoo: Gym for Multi-Agent Reinforcement Learning, 2021.
"""

from typing import Any

from faceup.results.extras import optional
from faceup.rules.contract import Game


def to_pettingzoo(game: Game) -> Any:
    """The game as a ``pettingzoo.AECEnv``, with agents ``player_0``, ``player_1`` and so on.

    An agent observes what it sees, in numbers, and ``action_mask``, which has 1 for every action that is legal.
    ``reset`` begins one play after another until somebody has something to decide; ``infos`` say in ``plays_over`` how
    many were over before. What is gained before the first decision is told after it.
    """
    optional("pettingzoo", "pettingzoo")
    from faceup.interchange.pettingzoo_env import FaceupAECEnv

    return FaceupAECEnv(game)
