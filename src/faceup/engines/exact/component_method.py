"""Which method serves positions that lead back to each other: decided here alone, by what can be counted of them.

It is asked in exact numbers and in floats, in CPython and in machine code. A position to which play does not come back
is no question: it is solved from what it leads to.
"""

from typing import Any, NamedTuple

# From the ends backwards; the cheapest way to an end; equations that have one solution, which are linear where nobody
# decides; end components as one position each, and then equations; a policy of each player improved in turn; the policy
# of each seat answered by the others' in turn.
RETROGRADE, SHORTEST_PATH, EQUATIONS, END_COMPONENTS, STRATEGY_ITERATION, EQUILIBRIUM = 0, 1, 2, 3, 4, 5


class Traits(NamedTuple):
    """What is counted of a component.

    Whether chance has a part in it, whether something is paid on moves inside, whether all of these cost the one who
    decides, and whether all that is beyond is known exactly: the last three where there is no chance. How many
    ``deciders`` have a choice, 2 where there are more, and the ``chooser`` among them, the last one that was met.
    ``by_seat`` tells that each seat has gains of its own.
    """

    chance: Any
    paid: Any
    costs: Any
    exact: Any
    deciders: Any
    chooser: Any
    by_seat: Any


def method_of(traits: Any, stays: bool) -> int:
    """The method for a component in which play may go on for ever, as far as is known, or which it surely leaves."""
    if traits.by_seat:
        return EQUILIBRIUM if traits.deciders > 0 or stays else EQUATIONS
    if not traits.chance and not traits.paid:
        return RETROGRADE
    if traits.costs and traits.exact:
        return SHORTEST_PATH
    if not stays:
        return EQUATIONS
    return END_COMPONENTS if traits.deciders < 2 else STRATEGY_ITERATION
