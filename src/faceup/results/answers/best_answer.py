"""The best answer to somebody who keeps to a policy, in a game in which players do not see everything."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from faceup.numbers.value import Value, exactly, within
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.mixed_strategy import MixedStrategy
from faceup.results.frames import Framed
from faceup.results.own_units import units_in
from faceup.results.shown import Shown
from faceup.rules.contract import Game


@dataclass(frozen=True, repr=False)
class BestAnswer(Shown, Framed):
    """What ``player`` does best, and gets, against another who keeps to a ``policy``; numbers are the player's own.

    ``solution`` is of the game in which the other is a part of chance, ``best_play`` of the game as it is; what is done
    by what is seen is the ``strategy``, whose ``value`` is player 0's as everywhere.
    """

    brief = ("game", "policy", "value")

    game: Game
    player: int
    policy: str
    solution: HiddenSolution
    best_play: HiddenSolution
    strategy: MixedStrategy

    @property
    def value(self) -> Value:
        """What the answer brings."""
        return self._own(self.solution.value)

    @property
    def secured(self) -> Value:
        """What best play of both would bring."""
        return self._own(self.best_play.value)

    @property
    def gain(self) -> Value:
        """How much more the answer brings than best play of both."""
        value, secured = Fraction(self.value.low), self.secured
        if secured.exact is not None:
            return exactly(value - secured.exact)
        return within(value - Fraction(secured.high), value - Fraction(secured.low))

    def _own(self, value: Value) -> Value:
        return units_in(self.game).of(self.player, value)

    def observations(self) -> Mapping[str, Sequence[Any]]:
        """A row for each move in each decision of the answer."""
        return self.strategy.observations()
