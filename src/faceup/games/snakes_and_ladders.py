"""Snakes and ladders: how long it takes to climb one board."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Place, Published, Track, require

# The board of 1943, Chutes and Ladders of Milton Bradley: first the ladders, then the snakes, each from where to where.
BOARD = {1: 38, 4: 14, 9: 31, 21: 42, 28: 84, 36: 44, 51: 67, 71: 91, 80: 100}
BOARD |= {16: 6, 47: 26, 49: 11, 56: 53, 62: 19, 64: 60, 87: 24, 93: 73, 95: 75, 98: 78}

ALTHOEN = "S. C. Althoen, L. King, K. Schilling, The Mathematical Gazette 77 (1993) 71-76"


class SnakesAndLadders(Game):
    """One counter begins beside the board of 100 squares and moves as far as a spinner says; it stays if it would go
    beyond the last square. A ladder's foot leads up, a snake's mouth down. The value is the mean number of spins.
    """

    sides: int = 6

    track = Track(range(1, 101), jumps=BOARD)

    published = (
        Published(
            "value",
            "225837582538403273407117496273279920181931269186581786048583"
            "/5757472998140039232950575874628786131130999406013041613400",
            ALTHOEN,
        ),
    )

    class State(NamedTuple):
        square: Place

    def check(self) -> None:
        require(1 <= self.sides <= 10, "1 to 10 sides")

    def start(self):
        return self.State(0)

    def turn(self, s):
        return OVER if s.square == 100 else CHANCE

    def moves(self, s):
        return range(1, self.sides + 1)

    def play(self, s, steps):
        there = s.square + steps
        if there > 100:
            return s
        return self.State(BOARD.get(there, there))

    def reward(self, s, steps):
        return 1

    def say(self, s, steps):
        return f"spun {steps}"

    def show(self, s):
        return f"on square {s.square}"
