"""Best responses to a policy in a game with hidden information."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from faceup.numbers.value import Value, exactly, within
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.mixed_strategy import MixedStrategy
from faceup.results.frames import Tabular
from faceup.results.own_units import units_in
from faceup.results.showable import Showable
from faceup.rules.contract import Game


@dataclass(frozen=True, repr=False)
class BestAnswer(Showable, Tabular):
    """The best response of ``player`` to a ``policy`` of the other, and its value; numbers are the player's own.

    ``solution`` is that of the game in which the policy is a part of chance, ``best_play`` that of the game itself;
    ``strategy`` has the moves by information set, with a ``value`` to player 0 as everywhere.
    """

    brief = ("game", "policy", "value")
    document_keys = ("player", "answer=value", "best_play=secured", "gain", "decisions=strategy.labelled")

    game: Game
    player: int
    policy: str
    solution: HiddenSolution
    best_play: HiddenSolution
    strategy: MixedStrategy

    @property
    def value(self) -> Value:
        """The value of the best response to its player."""
        return self._in_own_units(self.solution.value)

    @property
    def secured(self) -> Value:
        """The value of best play by both, to the same player."""
        return self._in_own_units(self.best_play.value)

    @property
    def gain(self) -> Value:
        """The value of the best response less that of best play by both."""
        value, secured = Fraction(self.value.low), self.secured
        if secured.exact is not None:
            return exactly(value - secured.exact)
        return within(value - Fraction(secured.high), value - Fraction(secured.low))

    def _in_own_units(self, value: Value) -> Value:
        return units_in(self.game).of(self.player, value)

    def observations(self) -> Mapping[str, Sequence[Any]]:
        """A row for each move in each decision of the best response."""
        return self.strategy.observations()
