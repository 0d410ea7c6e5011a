"""Stones: whoever takes the last one wins. A game to begin from."""

from faceup.rules import OVER, Game, NamedTuple, require


class Beginning(Game):
    """Stones lie in a heap. Two players take turns taking one, two or three. Whoever takes the last one wins."""

    # Parameters, which anybody may change: faceup solve FILE stones=30
    stones: int = 21
    most: int = 3

    # A position: all that matters from here on, in whole numbers.
    class State(NamedTuple):
        left: int
        mover: int  # who is about to take: 0 or 1

    def check(self):
        require(self.stones >= 0, "stones is a whole number from 0 up")
        require(self.most >= 1, "most is a whole number from 1 up")

    def start(self):
        return self.State(left=self.stones, mover=0)

    def turn(self, s):
        """Whose decision it is: 0 or 1, CHANCE where the dice or the cards decide, OVER at the end."""
        return OVER if s.left == 0 else s.mover

    def moves(self, s):
        """Every legal move, a whole number."""
        return range(1, min(self.most, s.left) + 1)

    def play(self, s, taken):
        """The position after a move."""
        return self.State(left=s.left - taken, mover=1 - s.mover)

    def payoff(self, s):
        """At the end, to player 0: whoever is about to take has lost."""
        return 1 if s.mover == 1 else -1

    def show(self, s):
        """A position as text."""
        return f"{s.left} stones"

    def say(self, s, taken):
        """A move as text."""
        return f"take {taken}"
