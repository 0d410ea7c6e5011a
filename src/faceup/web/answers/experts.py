"""What a worker knows: the solved games that visitors asked about lately, within its memory."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from faceup.play.expert import Expert
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import UsageError
from faceup.rules.facts import plays_itself
from faceup.web.games import Served, game_of
from faceup.web.limits import VisitorLimits

MOST = 64  # games with their parameters


class Experts:
    """One expert for each game and its parameters; the one not asked for longest is forgotten first."""

    def __init__(self, limits: VisitorLimits) -> None:
        self.limits = limits
        self._known: OrderedDict[Game, Expert] = OrderedDict()

    def of(self, served: Served, parameters: Mapping[str, Any]) -> Expert:
        """The expert on the game that a visitor plays; raises UsageError for a patience, or parameters of no game."""
        return self.on(with_decisions(game_of(served, parameters)))

    def on(self, game: Game) -> Expert:
        """The expert on a game."""
        if game not in self._known:
            self._known[game] = Expert(game, self.limits.memory, seconds=self.limits.expert_seconds, threads=1)
        self._known.move_to_end(game)
        while len(self._known) > 1 and (len(self._known) > MOST or self._bytes() > self.limits.memory):
            self._known.popitem(last=False)
        return self._known[game]

    def _bytes(self) -> int:
        return sum(expert.bytes for expert in self._known.values())


def with_decisions(game: Game | Patience) -> Game:
    """The game, which must have decisions."""
    if plays_itself(game):
        raise UsageError(f"{type(game).name} is a patience that plays itself; possible: simulate, replay, solve")
    return game
