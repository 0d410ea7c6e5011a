"""Hog: race to the goal with as many dice as you dare."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Published, require


class Hog(Game):
    """Two players take turns. The player to move chooses how many dice to roll, up to the most allowed. If no die shows
    a one, the turn scores their sum, else one point, so that every turn scores. The first to reach the goal wins.

    It is usually played to 100 with more dice; some score nothing if a one shows. Here the dice are rolled one by one:
    once a one has shown, the others no longer matter.
    """

    goal: int = 20
    dice: int = 3
    sides: int = 6

    published = (
        Published("value", 1, "by hand: every turn scores, so one turn wins", parameters={"goal": 1}),
        Published(
            "value",
            "3/4",
            "by hand: the first player wins with a 2 now (1/2), or later if the second throws a 1 (1/2 of 1/2)",
            parameters={"goal": 2, "dice": 1, "sides": 2},
        ),
    )

    class State(NamedTuple):
        first: int  # the scores
        second: int
        mover: int
        left: int  # dice still to roll in this turn, 0 while the mover chooses
        rolled: int  # their sum so far

    quantities = ("mine", "theirs")

    def check(self) -> None:
        require(self.goal >= 1, "goal is a whole number from 1 up")
        require(self.dice >= 1, "dice is a whole number from 1 up")
        require(self.sides >= 2, "sides is a whole number from 2 up")
        require(self.dice * self.sides <= 10_000, "at most 10000 points in a turn")

    def start(self):
        return self.State(0, 0, 0, 0, 0)

    def turn(self, s):
        if s.first >= self.goal or s.second >= self.goal:
            return OVER
        return CHANCE if s.left > 0 else s.mover

    def moves(self, s):
        # The player chooses how many dice; chance decides what the next die shows.
        for number in range(1, 1 + (self.sides if s.left > 0 else self.dice)):
            yield number

    def play(self, s, number):
        if s.left == 0:
            return self.State(s.first, s.second, s.mover, number, 0)
        if number == 1:
            return self.score_points(s, 1)
        if s.left == 1:
            return self.score_points(s, s.rolled + number)
        return self.State(s.first, s.second, s.mover, s.left - 1, s.rolled + number)

    def score_points(self, s, points):
        """Return the next player's turn, after the mover has scored."""
        if s.mover == 0:
            return self.State(min(s.first + points, self.goal), s.second, 1, 0, 0)
        return self.State(s.first, min(s.second + points, self.goal), 0, 0, 0)

    def payoff(self, s):
        return 1 if s.first >= self.goal else 0

    def mine(self, s):
        return s.first if s.mover == 0 else s.second

    def theirs(self, s):
        return s.second if s.mover == 0 else s.first

    def say(self, s, number):
        return str(number) if s.left else "1 die" if number == 1 else f"{number} dice"

    def faces(self, s, shown):
        return (shown,)

    def scores(self, s):
        return s.first, s.second

    def show(self, s):
        if s.first >= self.goal or s.second >= self.goal:
            return f"{s.first} to {s.second}"
        dice = f", {s.left} dice to roll after {s.rolled}" if s.left else ""
        return f"{s.first} to {s.second}, the {'second' if s.mover else 'first'} to move{dice}"
