"""The experts of a worker: solved games that visitors asked about recently, within its memory."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from faceup.engines.model.dealing import no_decisions
from faceup.play.expert import Expert
from faceup.rules.contract import Game, Patience
from faceup.rules.facts import plays_itself
from faceup.web.games import ServedGame, game_of
from faceup.web.limits import VisitorLimits

MOST = 64  # games with their parameters


class Experts:
    """One expert for each game with its parameters; the least recently used is forgotten first."""

    def __init__(self, limits: VisitorLimits) -> None:
        self.limits = limits
        self._experts: OrderedDict[Game, Expert] = OrderedDict()

    def of(self, served: ServedGame, parameters: Mapping[str, Any]) -> Expert:
        """The expert on a visitor's game; raises UsageError for a solitaire game, or for impossible parameters."""
        return self.on(with_decisions(game_of(served, parameters)))

    def on(self, game: Game) -> Expert:
        """The expert on a game."""
        if game not in self._experts:
            self._experts[game] = Expert(game, self.limits.memory, seconds=self.limits.expert_seconds, threads=1)
        self._experts.move_to_end(game)
        while len(self._experts) > 1 and (len(self._experts) > MOST or self._bytes() > self.limits.memory):
            self._experts.popitem(last=False)
        return self._experts[game]

    def _bytes(self) -> int:
        return sum(expert.bytes for expert in self._experts.values())


def with_decisions(game: Game | Patience) -> Game:
    """The game itself; raises UsageError for a solitaire game."""
    if plays_itself(game):
        raise no_decisions(game)
    return game
