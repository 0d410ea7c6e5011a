"""Games of turns, with and without the milestones that a solver keeps when memory is short."""

from faceup.games.fifteen import Fifteen
from faceup.rules import CHANCE, OVER, Game, NamedTuple, size


class Throws(Game):
    """Each turn throw a die up to three times, and score the last throw; in the end the rest by seven pays."""

    turns: int = 40

    class State(NamedTuple):
        left: int
        total: int
        die: int
        throws: int

    def start(self):
        return self.State(self.turns, 0, 0, 3)

    def turn(self, s):
        if s.left == 0:
            return OVER
        return 0 if s.die else CHANCE

    def moves(self, s):
        if s.die == 0:
            yield from range(1, 7)
        else:
            yield 0
            if s.throws:
                yield 1

    def play(self, s, m):
        if s.die == 0:
            return s._replace(die=m, throws=s.throws - 1)
        return s._replace(die=0) if m else self.State(s.left - 1, s.total + s.die, 0, 3)

    def payoff(self, s):
        return s.total % 7


class Turns(Throws):
    def milestone(self, s):
        return s.die == 0 and s.throws == 3


class MinusNothing(Throws):
    """The same, where an even total pays nothing, written with a minus."""

    turns: int = 4

    def payoff(self, s):
        return s.total % 2 * 0.5 * -1


class Thirds(Fifteen):
    """Fifteen, where every third position on the way is a milestone."""

    def milestone(self, s):
        return (size(s.first) + size(s.second)) % 3 == 0
