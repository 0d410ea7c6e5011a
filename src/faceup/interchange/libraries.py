"""Games handed to libraries that learn from them or solve them: Gymnasium, PettingZoo and OpenSpiel.

Games as environments of Gymnasium, for one who learns against a policy.

M. Towers and others, Gymnasium: A Standard Interface for Reinforcement Learning Environments, 2024.

Games as environments of PettingZoo, in which all who play learn.

J. K. Terry and others, PettingZoo: Gym for Multi-Agent Reinforcement Learning, 2021.

Games for OpenSpiel, whose algorithms then run on them.

M. Lanctot and others, OpenSpiel: A Framework for Reinforcement Learning in Games, 2019.
"""

from typing import Any

from faceup.engines.model.policies import Policy
from faceup.results.showable import optional
from faceup.rules.contract import Game


def to_gymnasium(game: Game, opponent: Policy | str = "random", seat: int = 0, illegal: float = -1.0) -> Any:
    """The game as a ``gymnasium.Env`` for the player of this ``seat``; all others play by the policy ``opponent``.

    Observations are what the seat sees, in numbers; actions are the places of moves among all moves, and
    ``info["action_mask"]`` has 1 for legal ones. An illegal action ends the play with the reward ``illegal``. Rewards
    are the gains of the seat until its next decision.

    ``reset`` begins one play after another until the seat has a decision, and ``info["plays_over"]`` counts the plays
    without one, which are left out with their payoffs. Raises UsageError if no play has a decision.
    """
    optional("gymnasium", "gymnasium")
    from faceup.interchange.gymnasium_env import FaceupEnv

    return FaceupEnv(game, opponent, seat, illegal)


def to_pettingzoo(game: Game) -> Any:
    """The game as a ``pettingzoo.AECEnv``, with agents ``player_0``, ``player_1`` and so on.

    An agent observes what it sees, in numbers, and ``action_mask``, which has 1 for every legal action. ``reset``
    begins one play after another until some player has a decision; ``infos`` count the plays without one in
    ``plays_over``. Rewards before the first decision are given after it.
    """
    optional("pettingzoo", "pettingzoo")
    from faceup.interchange.pettingzoo_env import FaceupAECEnv

    return FaceupAECEnv(game)


def to_open_spiel(game: Game) -> Any:
    """The game as a ``pyspiel.Game``, open or hidden, of two opponents or any number of seats.

    It is registered too: ``pyspiel.load_game("faceup_kuhn_poker(cards=4)")``. Raises RepeatingStateError if play may be
    endless, and LimitReached for too many positions.
    """
    optional("pyspiel", "openspiel")
    from faceup.interchange.open_spiel_game import register_game

    return register_game(game)
