"""Games for OpenSpiel, whose algorithms then run on them.

M. Lanctot and others, OpenSpiel: A Framework for Reinforcement Learning in Games, 2019.
"""

from typing import Any

from faceup.results.extras import optional
from faceup.rules.contract import Game


def to_open_spiel(game: Game) -> Any:
    """The game as a ``pyspiel.Game``, open or hidden, of two opponents or any number of seats.

    It is registered, too: ``pyspiel.load_game("faceup_kuhn_poker(cards=4)")``. Raises RepeatingStateError where play
    may have no end, and LimitReached where there are too many positions.
    """
    optional("pyspiel", "openspiel")
    from faceup.interchange.open_spiel_game import register_game

    return register_game(game)
