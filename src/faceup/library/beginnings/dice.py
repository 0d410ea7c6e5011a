"""Push your luck: roll on or keep what you have. A game to begin from."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple, require

# What is to be done in a position.
CHOOSING, ROLLING, STOPPED = 0, 1, 2


class Beginning(Game):
    """Roll a die as often as you like and add up what it shows. A one ends the game with nothing; at the goal you
    stop.
    """

    # Parameters, which anybody may change: faceup solve FILE sides=8
    goal: int = 30
    sides: int = 6

    # A position: all that matters from here on, in whole numbers.
    class State(NamedTuple):
        total: int
        doing: int  # CHOOSING, ROLLING or STOPPED

    # What a strategy depends on: faceup strategy FILE
    quantities = ("total",)

    def check(self):
        require(self.goal >= 1, "goal is a whole number from 1 up")
        require(self.sides >= 2, "sides is a whole number from 2 up")

    def start(self):
        return self.State(total=0, doing=CHOOSING)

    def turn(self, s):
        """Whose decision it is: one player's, 0, or that of CHANCE; OVER at the end."""
        if s.doing == STOPPED or s.total >= self.goal:
            return OVER
        return CHANCE if s.doing == ROLLING else 0

    def moves(self, s):
        """What the player may do, or what the die may show, all alike likely; ``odds`` would say otherwise."""
        return range(1, self.sides + 1) if s.doing == ROLLING else ("stop", "roll")

    def play(self, s, m):
        """The position after a decision, or after the die has fallen."""
        if s.doing == CHOOSING:
            return s._replace(doing=ROLLING if m == "roll" else STOPPED)
        if m == 1:
            return self.State(total=0, doing=STOPPED)
        return self.State(total=s.total + m, doing=CHOOSING)

    def faces(self, s, m):
        """What the dice show when chance has thrown m, to be drawn."""
        return (m,)

    def payoff(self, s):
        """At the end: the points."""
        return s.total

    def show(self, s):
        """A position as text."""
        return f"{s.total} points"
