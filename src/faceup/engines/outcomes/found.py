"""What is asked about policies, and what is found."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from faceup.engines.policies import Policy
from faceup.results.certified import Certified
from faceup.results.distribution import Moments
from faceup.results.long_plays import LongPlays
from faceup.results.solution import Solution
from faceup.rules.contract import Game


@dataclass(frozen=True)
class Question:
    """A game from ``start`` on, in which everybody keeps to a policy; ``solution`` knows the best moves if one does.

    Where it comes round, less than ``tail`` of all plays may last longer than is told.
    """

    game: Game
    start: Any
    policies: tuple[Policy | str, ...]
    solution: Solution | None
    tail: Fraction


@dataclass(frozen=True)
class Found:
    """The shares of results, of lengths and of plays without end, each at least; moments; positions that were met.

    ``paid``: something is gained on the way. ``limit`` is the one that was reached, if any. ``begun`` has the plays
    apart by who begins, where chance decides that and they are few. Where each seat has gains of its own, results are
    rows, and ``seats`` has the moments of each. ``long_plays`` says how plays go on that are longer than ``lengths``
    tell. ``certified`` says how many of the positions that machine code walked were held to the rules.
    """

    results: Mapping[Any, Fraction]
    lengths: Mapping[int, Fraction]
    endless: Fraction
    moments: Moments
    positions: int
    paid: bool
    limit: str = ""
    begun: "tuple[FoundBegun, ...]" = ()
    seats: tuple[Moments, ...] = ()
    long_plays: LongPlays | None = None
    certified: Certified | None = None


class FoundBegun(NamedTuple):
    """The share of plays that this player begins, and what is found of them."""

    player: int
    share: Fraction
    found: Found
