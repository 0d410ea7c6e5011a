"""Knowledge about a game beyond its rules: published results, which ``faceup check`` recomputes, and a theory."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple


@dataclass(frozen=True)
class Published:
    """One published figure.

    ``what`` names the figure: ``value``, ``values`` (of each seat), ``states``, ``openings`` (the number of best first
    moves), ``thresholds``, ``line`` (moves, each of them best), or under best play ``win_rate``, ``mean`` (the mean
    result) and ``length`` (the mean number of moves). For a solitaire game these three, of scores and steps, are
    simulated.
    ``deal`` is the shuffled deck that a figure is about, as the game's ``read`` takes it; then ``what`` is ``length``,
    ``score``, ``endless``, or the name of a step, for the number of such steps. ``result`` is the figure. ``within`` is
    the largest rounding error (0: exact; a string is a Fraction). ``source`` cites who published it and where.
    """

    document_keys = ("what", "result", "within", "parameters", "deal", "source", "note")

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

    It must know every reachable state. Values are those of player 0 for play from a state on, without earlier rewards.
    ``source`` cites where it comes from. It is compared with search before it is used. A formula without proof sets
    ``proven = False``; its values are ``conjectured``.
    """

    source: ClassVar[str] = ""
    proven: ClassVar[bool] = True  # False for a conjecture, which is used only on request
    columns: ClassVar[tuple[str, ...]] = ()  # the fields of the state on which ``thresholds`` depend
    move: ClassVar[int | None] = None  # the move that is best from a threshold on

    def __init__(self, game: Any) -> None:
        self.game = game

    def value(self, state: Any, exact: bool = False) -> int | Fraction | Estimate:
        """The value of best play from this state on; an Estimate only if not ``exact``."""
        raise NotImplementedError

    def best(self, state: Any) -> list[int]:
        """All best moves of the player to move, without rounding; by default from the exact values."""
        game = self.game
        sign = 1 if game.turn(state) == 0 else -1
        values = {}
        for move in game.moves(state):
            after = self.value(game.play(state, move), exact=True)
            assert not isinstance(after, Estimate)
            values[move] = sign * (after + Fraction(game.reward(state, move)))
        top = max(values.values())
        return [move for move, move_value in values.items() if move_value == top]

    def is_short(self, state: Any) -> bool:
        """Whether the moves of a play can be examined in reasonable time; otherwise only the value is known."""
        return True

    def thresholds(self) -> tuple[int, ...] | None:
        """The lowest value of the last column at which ``move`` is best, or None if the policy has no thresholds.

        With two columns there is one threshold for each value 1, 2, ... of the first that leaves a choice, else one in
        all. Below a threshold other moves are best.
        """
        return None

    def sizes(self) -> Iterable[Mapping[str, Any]]:
        """Parameters of games that search can solve, small to large, on which the theory is compared with search.

        They are the same for every game. Parameters left out are those of the game in question.
        """
        raise NotImplementedError
