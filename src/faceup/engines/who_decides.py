"""Who takes part in a game: as seen in a few random plays."""

from typing import NamedTuple

from faceup.engines.policies import played
from faceup.engines.seats import seats_of
from faceup.rules.contract import CHANCE, OVER, Game

PLAYS = 4
LONGEST = 200  # moves of each


class Deciding(NamedTuple):
    """How many decide, of how many ``seats`` with a payoff of their own (0 where two are opponents), and chance."""

    players: int
    seats: int
    chance: bool


def who_decides(game: Game) -> Deciding:
    turns = {
        game.turn(state) for number in range(PLAYS) for state, _ in played(game, 1, number, ("random",), None, LONGEST)
    }
    return Deciding(len(turns - {CHANCE, OVER}), seats_of(game), CHANCE in turns)
