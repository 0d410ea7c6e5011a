"""Mastermind: find the hidden code; each guess is marked."""

from itertools import product

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Published, Row, require

GODDARD = "W. Goddard, Mastermind Revisited, J. Combin. Math. Combin. Comput. 51 (2004), expected numbers of guesses"


class Mastermind(Game):
    """A code of pegs, each of any colour, is chosen at random. Each guess is marked: the number of pegs that are right,
    and the number of others with a right colour in a wrong place. The value is minus the average number of guesses,
    the right one included; after the last guess the code is shown.
    """

    pegs: int = 2
    colours: int = 3
    most: int = 6  # guesses

    published = (
        Published("value", "-7/3", GODDARD),
        Published("value", "-45/16", GODDARD, parameters={"colours": 4}),
    )

    class State(NamedTuple):
        code: Row  # empty before it is chosen
        guess: Row  # the last one
        made: int  # guesses so far

    class Seen(NamedTuple):
        guess: Row
        right: int
        misplaced: int

    def check(self) -> None:
        require(1 <= self.pegs <= 5, "1 to 5 pegs")
        require(1 <= self.colours <= 9, "1 to 9 colours")
        require(1 <= self.most <= 100, "1 to 100 guesses")

    def start(self):
        return self.State((), (), 0)

    def turn(self, s):
        if not s.code:
            return CHANCE
        return OVER if s.guess == s.code or s.made == self.most else 0

    def moves(self, s):
        return product(range(1, self.colours + 1), repeat=self.pegs)

    def play(self, s, pegs):
        if not s.code:
            return s._replace(code=pegs)
        return s._replace(guess=pegs, made=s.made + 1)

    def reward(self, s, pegs):
        return -1 if s.code else 0

    def view(self, s, player):
        right = sum(a == b for a, b in zip(s.code, s.guess, strict=False))
        in_common = sum(min(s.code.count(c), s.guess.count(c)) for c in range(1, self.colours + 1))
        return self.Seen(s.guess, right, in_common - right)

    def say(self, s, pegs):
        return "".join(map(str, pegs))
