"""Guess an amount in few tries, each answered too high or too low; found, it is what you get."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple


class Guesses(Game):
    most: int = 1000
    tries: int = 9

    class State(NamedTuple):
        low: int  # what the amount is at least, 0 once it is found
        high: int
        left: int
        guess: int  # that is to be answered, or 0

    def start(self):
        return self.State(1, self.most, self.tries, 0)

    def turn(self, s):
        if s.guess:
            return CHANCE
        return OVER if s.low == 0 or s.left == 0 or s.low > s.high else 0

    def moves(self, s):
        return range(-1, 2) if s.guess else range(s.low, s.high + 1)

    def odds(self, s, answer):
        if answer == 0:
            return 1
        return s.guess - s.low if answer < 0 else s.high - s.guess

    def play(self, s, move):
        if not s.guess:
            return self.State(s.low, s.high, s.left - 1, move)
        if move == 0:
            return self.State(0, s.guess, 0, 0)
        return self.State(s.low, s.guess - 1, s.left, 0) if move < 0 else self.State(s.guess + 1, s.high, s.left, 0)

    def payoff(self, s):
        return s.high if s.low == 0 else 0
