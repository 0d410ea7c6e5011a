"""A published result, kept beside the rules it is about and recomputed by ``faceup check``."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


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
