"""The centipede: take most of a growing pile, or leave it to the other."""

from faceup.rules import OVER, Game, NamedTuple, Place, Published, Track, require

MCKELVEY = "R. D. McKelvey, T. R. Palfrey, An Experimental Study of the Centipede Game, Econometrica 60 (1992)"


class Centipede(Game):
    """There are two piles, one four times the other. Two players take turns: the player to move may take the larger
    pile, and the other gets the smaller; or leave them, and both are doubled. After the last turn the larger pile goes
    to the player who did not have that turn.
    """

    turns: int = 4
    small: int = 10  # cents

    published = (
        Published("values", (40, 10), MCKELVEY),
        Published("values", (40, 10), MCKELVEY, parameters={"turns": 6}),
    )

    class State(NamedTuple):
        passes: Place  # the number of times the piles were left
        taken: int

    LEAVE, TAKE = 0, 1

    @property
    def track(self):
        squares = range(self.turns + 1)
        return Track(squares, names={passes: "{} : {}".format(*self.piles(passes)) for passes in squares})

    def check(self) -> None:
        require(1 <= self.turns <= 40, "1 to 40 turns")
        require(1 <= self.small <= 1000, "a small pile of 1 to 1000")

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        return OVER if s.taken or s.passes == self.turns else s.passes % 2

    def moves(self, s):
        return (self.LEAVE, self.TAKE)

    def play(self, s, move):
        return s._replace(taken=1) if move == self.TAKE else s._replace(passes=s.passes + 1)

    def piles(self, passes):
        """Return the larger and the smaller pile, in cents."""
        smaller = self.small * 2**passes
        return 4 * smaller, smaller

    def payoff(self, s):
        larger, smaller = self.piles(s.passes)
        return (larger, smaller) if s.passes % 2 == 0 else (smaller, larger)

    def show(self, s):
        larger, smaller = self.piles(s.passes)
        return f"piles of {larger} and {smaller} cents"

    def say(self, s, move):
        return "take" if move == self.TAKE else "leave"
