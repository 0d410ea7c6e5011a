"""Yahtzee for one, written with lists as a person fluent in Python would."""

from collections import Counter

from faceup.rules import CHANCE, OVER, Cards, Game, NamedTuple, require

THREE, FOUR, HOUSE, SHORT, LONG, ANY, FIVE = range(6, 13)


class Yahtzee(Game):
    """Thirteen boxes. Throw five dice, twice put some aside and throw the others again, then score in an empty box:
    ones to sixes, three and four alike, a full house, straights of four and five, anything, five alike. Who scores 63
    or more in ones to sixes gets 35 on top.

    With jokers, further five alike give 100 points more if the box of five alike has 50. If it is filled, with 50 or
    0, and the box of their number too, they count as a full house and as any straight.
    """

    boxes: int = 13
    skipped: int = 0  # of the first boxes, which are filled with nothing from the start
    jokers: bool = False

    class State(NamedTuple):
        filled: Cards
        upper: int
        fifty: bool  # with jokers: whether five alike were scored with 50 points
        a: int  # the dice, sorted; 0 for one that is to be thrown
        b: int
        c: int
        d: int
        e: int
        throws: int  # that are left

    def check(self) -> None:
        require(1 <= self.boxes <= 13, "there are 1 to 13 boxes")
        require(0 <= self.skipped < self.boxes, "at least one box is not skipped")

    def start(self):
        return self.State((1 << self.skipped) - 1, 0, False, 0, 0, 0, 0, 0, 2)

    def milestone(self, s):
        return s.throws == 2 and s.a == s.e == 0  # a turn begins

    def dice(self, s):
        return [s.a, s.b, s.c, s.d, s.e]

    def turn(self, s):
        if s.filled.bit_count() == self.boxes:
            return OVER
        return CHANCE if 0 in self.dice(s) else 0

    def moves(self, s):
        if self.turn(s) == CHANCE:
            return list(range(1, 7))
        if s.throws > 0:
            return list(range(32))  # which dice are kept
        return [box for box in range(self.boxes) if not s.filled >> box & 1]

    def play(self, s, m):
        dice = self.dice(s)
        if 0 in dice:
            dice[dice.index(0)] = m
            return self.State(s.filled, s.upper, s.fifty, *sorted(dice), s.throws)
        if s.throws > 0:
            kept = sorted(die if m >> k & 1 else 0 for k, die in enumerate(dice))
            return self.State(s.filled, s.upper, s.fifty, *kept, s.throws - 1 if 0 in kept else 0)
        upper = min(63, s.upper + self.score(s, m)) if m < 6 else s.upper
        fifty = s.fifty or (self.jokers and m == FIVE and s.a == s.e)
        return self.State(s.filled | 1 << m, upper, fifty, 0, 0, 0, 0, 0, 2)

    def score(self, s, box):
        dice = self.dice(s)
        if box in (HOUSE, SHORT, LONG) and self.further(s) and s.filled >> s.a - 1 & 1:
            return 25 if box == HOUSE else 30 if box == SHORT else 40
        count = Counter(dice)
        most = max(count.values())
        if box < 6:
            return (box + 1) * count[box + 1]
        if box in (THREE, FOUR, ANY):
            return sum(dice) if box == ANY or most >= box - 3 else 0
        if box == HOUSE:
            return 25 if sorted(count.values()) == [2, 3] else 0
        if box == FIVE:
            return 50 if most == 5 else 0
        length = 4 if box == SHORT else 5
        straight = any(all(face in dice for face in range(low, low + length)) for low in range(1, 8 - length))
        return (30 if box == SHORT else 40) if straight else 0

    def reward(self, s, m):
        if 0 in self.dice(s) or s.throws > 0:
            return 0
        points = self.score(s, m)
        if m < 6 and s.upper < 63 <= s.upper + points:
            points += 35
        return points + 100 if s.fifty and self.further(s) else points

    def further(self, s):
        """Tell whether the dice are five alike whose own box is filled."""
        return self.jokers and s.a == s.e and s.filled >> FIVE & 1 == 1
