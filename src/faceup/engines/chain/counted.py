"""What is counted of plays: their moves, or units that are gained on the way."""

from typing import Any, NamedTuple

import numpy as np

from faceup.engines.chain.flat_visits import Chain


class Counted(NamedTuple):
    """A chain in which moves take one unit or none: ``steps``, empty where each takes one, and how many that take none
    follow each other at most."""

    chain: Chain
    stays: Any
    steps: Any
    depth: int = 0
    start: int = 0


def counted_moves(chain: Chain, stays: Any) -> Counted:
    """The chain in which each move counts."""
    return Counted(chain, stays, np.empty(0, np.bool_))
