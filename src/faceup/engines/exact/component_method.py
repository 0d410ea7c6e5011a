"""Which method solves a cyclic component: decided here alone, from traits that can be counted.

The exact solver, the float solver and the compiled loop all ask here. A position to which play cannot come back is no
question: its value follows from its successors.
"""

from typing import Any, NamedTuple

# Retrograde analysis, from the ends backwards; shortest paths, if one player decides and every move costs; equations
# with one solution, linear if nobody decides; each end component as one position, then equations; strategy iteration of
# two players; an equilibrium of several seats, by best responses in turn.
RETROGRADE, SHORTEST_PATH, EQUATIONS, END_COMPONENTS, STRATEGY_ITERATION, EQUILIBRIUM = 0, 1, 2, 3, 4, 5


class Traits(NamedTuple):
    """The traits of a component that decide its method.

    ``chance``: a member is a chance node. ``paid``: a move inside pays a reward. ``costs``: every move inside costs the
    one player who decides. ``exact``: all values outside are exact. Without chance, ``costs`` and ``exact`` are known;
    with it they are not used. ``deciders``: how many players have a choice, 2 for more. ``chooser``: the last of them.
    ``by_seat``: each seat has a payoff of its own.
    """

    chance: Any
    paid: Any
    costs: Any
    exact: Any
    deciders: Any
    chooser: Any
    by_seat: Any


def method_of(traits: Any, stays: bool) -> int:
    """Return the method for a component; ``stays`` tells whether play may be endless there, as far as is known."""
    if traits.by_seat:
        return EQUILIBRIUM if traits.deciders > 0 or stays else EQUATIONS
    if not traits.chance and not traits.paid:
        return RETROGRADE
    if traits.costs and traits.exact:
        return SHORTEST_PATH
    if not stays:
        return EQUATIONS
    return END_COMPONENTS if traits.deciders < 2 else STRATEGY_ITERATION
