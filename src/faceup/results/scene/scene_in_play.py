"""The scene of a position after known moves, with dice, tricks, and the winning set."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from faceup.results.scene.dice import dice_lying
from faceup.results.scene.scene import Scene
from faceup.results.scene.scene_of_game import scene_of
from faceup.results.scene.things import Made, last_decider
from faceup.results.scene.tricks import with_tricks
from faceup.results.scene.winning_set import with_winning_set
from faceup.results.stakes import Stakes
from faceup.rules.contract import Game
from faceup.rules.moves import Move


def scene_in_play(
    game: Game, state: Any, legal: Collection[Move], history: Sequence[Made], stakes_of: Callable[[], Stakes]
) -> Scene:
    """The scene after these moves, with the moves that can be picked; ``stakes`` are computed only if needed."""

    def winner() -> int | None:
        stakes = stakes_of()
        if not stakes.two:
            return None
        return stakes.outcome_of_end(game.payoff(state), last_decider(history)).winner

    def who(turn: int) -> str:
        return stakes_of().name(turn)

    scene = scene_of(game, state, legal, dice_lying(game, history))
    return with_tricks(with_winning_set(scene, game, state, winner), state, history, who)
