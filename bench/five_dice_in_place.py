"""Five dice as a row that is put in order by hand, without `sorted`: what a row costs is measured with this."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Row


class FiveDice(Game):
    """Five dice, as in five_dice_row.py."""

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
        dice = list(s.dice)
        if 0 in s.dice:
            k = 0
            while k < 4 and dice[k + 1] < m:
                dice[k] = dice[k + 1]
                k += 1
            dice[k] = m
            return self.State(tuple(dice), s.throws)
        place = 5
        for k in range(4, -1, -1):
            if m >> k & 1:
                place -= 1
                dice[place] = dice[k]
        for k in range(place):
            dice[k] = 0
        return self.State(tuple(dice), s.throws - 1 if place else 0)

    def payoff(self, s):
        return s.dice[0] == s.dice[4]
