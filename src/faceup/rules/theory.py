"""What is known about a game beyond its rules: published results, recomputed by ``faceup check``, and a theory."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple


@dataclass(frozen=True)
class Published:
    """One figure from outside.

    ``what`` names the figure: ``value``, ``values`` (of each seat), ``states``, ``openings`` (how many first moves are
    best), ``thresholds``,
    ``line`` (moves, each of them best), or under best play ``win_rate``, ``mean`` (result), ``length`` (mean moves);
    these three of a patience, with scores and steps, are simulated.
    ``deal`` names the one shuffled deck that a figure is about, as the game's ``read`` takes it; then it is ``length``,
    ``score``, ``endless``, or the name of a step, for how many of those.
    ``result`` is the figure, ``within`` how far a rounded one may be from the truth (0: exact; a string is a
    Fraction), ``source`` who says so and where.
    """

    what: str
    result: Any
    source: str
    within: float = 0.0
    parameters: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""
    deal: str = ""


class Estimate(NamedTuple):
    """A number computed with rounding, and a proven bound on its error."""

    value: float
    error: float


class Theory:
    """A closed form or special algorithm for a game, which its ``theory`` method returns.

    It must know every state that can be reached. Values are player 0's, of play from that state on: rewards already
    gained are not in them. ``source`` says where it comes from. It is compared with search before it is used. Formulas
    that nobody has proved say ``proven = False``: their values are ``conjectured``.
    """

    source: ClassVar[str] = ""
    proven: ClassVar[bool] = True  # False for a conjecture, which answers only whoever asks for it
    columns: ClassVar[tuple[str, ...]] = ()  # the fields of the state that ``thresholds`` are about
    move: ClassVar[int | None] = None  # the move that is best from a threshold on

    def __init__(self, game: Any) -> None:
        self.game = game

    def value(self, state: Any, exact: bool = False) -> int | Fraction | Estimate:
        """The value of best play from this state on; an Estimate only where ``exact`` was not asked for."""
        raise NotImplementedError

    def best(self, state: Any) -> list[int]:
        """All best moves of the player to move, ties decided exactly; by default from the exact values."""
        game = self.game
        sign = 1 if game.turn(state) == 0 else -1
        worth = {}
        for move in game.moves(state):
            after = self.value(game.play(state, move), exact=True)
            assert not isinstance(after, Estimate)
            worth[move] = sign * (after + Fraction(game.reward(state, move)))
        top = max(worth.values())
        return [move for move, value in worth.items() if value == top]

    def is_short(self, state: Any) -> bool:
        """Whether moves of a play can be looked at in bearable time; else the theory alone answers, with a value."""
        return True

    def thresholds(self) -> tuple[int, ...] | None:
        """The lowest value of the last column at which ``move`` is best, or None where the policy is not of that kind.

        With two columns there is one for each step 1, 2, ... of the first in which there is a choice, else just one.
        Below it other moves are best.
        """
        return None

    def sizes(self) -> Iterable[Mapping[str, Any]]:
        """Parameters of games that search can solve, small to large, on which to compare; the same for every game.

        Parameters left out are those of the game that is asked about: with each of their values it is compared anew.
        """
        raise NotImplementedError
