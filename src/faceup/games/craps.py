"""Craps: roll 7 or 11, or your first sum again before a 7."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Place, Published, Track


class Craps(Game):
    """The pass line of the casino's game. Two dice are rolled. A first roll of 7 or 11 wins; 2, 3 or 12 loses. Any
    other sum is the point: the dice are rolled until it shows again, which wins, or a 7, which loses.
    """

    published = (
        Published("win_rate", "244/495", "S. N. Ethier, The Doctrine of Chances, Springer 2010"),
        Published("length", "557/165", "S. N. Ethier, The Doctrine of Chances, Springer 2010"),
    )

    track = Track((4, 5, 6, 8, 9, 10))

    class State(NamedTuple):
        point: Place  # 0 before the first roll
        result: int  # 1 won, -1 lost, 0 undecided

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        return OVER if s.result else CHANCE

    def moves(self, s):
        """Return the numbers on the two dice, the lower first."""
        return [(low, high) for low in range(1, 7) for high in range(low, 7)]

    def odds(self, s, dice):
        low, high = dice
        return 1 if low == high else 2

    def play(self, s, dice):
        first, thrown = s.point == 0, sum(dice)
        if thrown == s.point or (first and thrown in (7, 11)):
            return s._replace(result=1)
        if thrown == 7 or (first and thrown in (2, 3, 12)):
            return s._replace(result=-1)
        return s._replace(point=thrown) if first else s

    def payoff(self, s):
        return s.result

    def faces(self, s, dice):
        return dice

    def show(self, s):
        if s.result:
            return "won" if s.result == 1 else "lost"
        return f"the point is {s.point}" if s.point else "the first roll"
