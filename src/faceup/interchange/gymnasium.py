"""Games as environments of Gymnasium, for one who learns against a policy.

M. Towers and others, Gymnasium: A Standard Interface for Reinforcement Learning Environments, 2024.
"""

from typing import Any

from faceup.engines.model.policies import Policy
from faceup.results.extras import optional
from faceup.rules.contract import Game


def to_gymnasium(game: Game, opponent: Policy | str = "random", seat: int = 0, illegal: float = -1.0) -> Any:
    """The game as a ``gymnasium.Env`` for whoever has this ``seat``; all others play by the policy of the ``opponent``.

    Observations are what the seat sees, in numbers; actions are the places of moves among all moves, and
    ``info["action_mask"]`` has 1 for those that are legal. Any other ends the play with the reward ``illegal``. Rewards
    are what the seat gains until it decides again.

    ``reset`` begins one play after another until the seat has something to decide, and ``info["plays_over"]`` says how
    many were over before: these are left out, with what they brought. Raises UsageError where no play comes to that.
    """
    optional("gymnasium", "gymnasium")
    from faceup.interchange.gymnasium_env import FaceupEnv

    return FaceupEnv(game, opponent, seat, illegal)
