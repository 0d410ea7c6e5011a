"""Five dice packed into one number by hand: what a row costs is measured against this."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple

BITS, ALL = 3, 7  # of a die


class FiveDice(Game):
    """Five dice, as in five_dice_row.py, with three bits for each die."""

    throws: int = 60

    class State(NamedTuple):
        dice: int  # in order, the lowest in the lowest bits; 0 for one that is still to be thrown
        throws: int

    def start(self):
        return self.State(0, self.throws - 1)

    def at(self, dice, k):
        return dice >> BITS * k & ALL

    def turn(self, s):
        if self.at(s.dice, 0) == 0:
            return CHANCE
        return 0 if s.throws else OVER

    def moves(self, s):
        return range(1, 7) if self.at(s.dice, 0) == 0 else range(32)

    def play(self, s, m):
        if self.at(s.dice, 0) == 0:
            return self.State(self.with_die(s.dice >> BITS, m), s.throws)
        kept, place = 0, 5
        for k in range(4, -1, -1):
            if m >> k & 1:
                place -= 1
                kept |= self.at(s.dice, k) << BITS * place
        return self.State(kept, s.throws - 1 if place else 0)

    def with_die(self, four, die):
        """Four dice in order and one more."""
        place = 0
        while place < 4 and self.at(four, place) < die:
            place += 1
        lower = four & (1 << BITS * place) - 1
        return lower | die << BITS * place | four >> BITS * place << BITS * (place + 1)

    def payoff(self, s):
        return self.at(s.dice, 0) == self.at(s.dice, 4)
