"""What somebody decides in who sits at a table: what they see, and what is known about it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from faceup.engines.numbers import whole_odds
from faceup.engines.random_stream import below_any
from faceup.play.expert import Expert
from faceup.results.decision import Decision
from faceup.rules.contract import Game
from faceup.rules.moves import Move


@dataclass(frozen=True)
class Situation:
    """A ``state`` in which somebody decides who sees the ``view`` of it.

    ``states`` gives those that it may be as far as they know, none where there are too many to count. ``decision`` is
    how best play decides by what they know, where something is hidden; raises as ``Expert`` does.
    """

    expert: Expert
    state: Any
    view: Any
    states: Callable[[], Sequence[Any]]
    decision: Callable[[], Decision | None]

    @property
    def game(self) -> Game:
        return self.expert.game

    def legal(self) -> list[Move]:
        return list(self.game.moves(self.state))

    def best(self) -> set[Move]:
        """The moves that best play makes."""
        decision = self.decision()
        return set(self.expert.best(self.state)) if decision is None else set(decision.played)

    def best_move(self, stream: list[int]) -> Move:
        """What the perfect player does, by lot where that is best."""
        decision = self.decision()
        return self.expert.move(self.state) if decision is None else drawn(decision, stream)


def drawn(decision: Decision, stream: list[int]) -> Move:
    """One of the moves, each as often as its chance says."""
    shares = whole_odds(Fraction(chance) for chance in decision.chances)
    point = below_any(stream, sum(shares))
    for move, share in zip(decision.moves, shares, strict=True):
        point -= share
        if point < 0:
            return move
    raise AssertionError("the chances of a decision sum to 1")
