"""Five dice as a row: what a row costs is measured with this."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Row


class FiveDice(Game):
    """Throw five dice, and again and again those that you do not keep; five of a kind at the end win."""

    throws: int = 60

    class State(NamedTuple):
        dice: Row  # in order; 0 for one that is still to be thrown
        throws: int  # that are left

    def start(self):
        return self.State((0,) * 5, self.throws - 1)

    def turn(self, s):
        if 0 in s.dice:
            return CHANCE
        return 0 if s.throws else OVER

    def moves(self, s):
        return range(1, 7) if 0 in s.dice else range(32)  # what a die shows; a set of places, which are kept

    def play(self, s, m):
        if 0 in s.dice:
            return s._replace(dice=tuple(sorted((*s.dice[1:], m))))
        kept = tuple(sorted(die if m >> k & 1 else 0 for k, die in enumerate(s.dice)))
        return self.State(kept, s.throws - 1 if 0 in kept else 0)

    def payoff(self, s):
        return s.dice[0] == s.dice[4]
