"""3-14: pick numbers until three of yours sum to fourteen."""

from faceup.games.fifteen import Fifteen
from faceup.rules import Published

COMPUTED = "computed here, by backward induction and by the exact oracle; no published value is known"


class ThreeFourteen(Fifteen):
    """Two players take turns naming a number, usually from 0 to 8, that has not been named. The first to have named
    three that sum to the target, usually 14, wins; when all numbers are named and nobody has, it is a draw.

    It is Fifteen with other parameters, but not tic-tac-toe in disguise: only seven triples sum to 14, not eight, and
    the first player wins.
    """

    low: int = 0
    high: int = 8
    target: int = 14

    name = "three-fourteen"
    published = (Published("value", 1, COMPUTED, note="the first player wins"),)
