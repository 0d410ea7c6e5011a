"""Red and black: turn cards for a dollar each, stop when you like."""

from faceup.rules import CHANCE, OVER, Game, Heap, NamedTuple, Published, require

DATAGENETICS = "DataGenetics blog, Red/Black gambling game (October 2014)"


class RedBlack(Game):
    """A shuffled deck lies face down. You may turn the top card, as often as you like: a red card wins a dollar, a
    black one loses a dollar. You may stop at any time and keep what you have.
    """

    red: int = 26
    black: int = 26

    published = (
        Published("value", 2.6245, DATAGENETICS, within=0.00005),
        Published(
            "value", "2/3", "the same puzzle with four cards, by hand: 1/2 + 1/6", parameters={"red": 2, "black": 2}
        ),
    )

    class State(NamedTuple):
        red: Heap  # the cards still in the deck
        black: Heap
        turning: int  # 0 while the player chooses, 1 while a card is being turned, 2 when the player has stopped

    STOP, TURN = 0, 1  # moves of the player
    RED, BLACK = 0, 1  # outcomes of chance

    def check(self) -> None:
        require(0 <= self.red <= 5000 and 0 <= self.black <= 5000, "there are 0 to 5000 cards of each colour")

    def start(self):
        return self.State(self.red, self.black, 0)

    def turn(self, s):
        if s.turning == 2 or s.red + s.black == 0:
            return OVER
        return CHANCE if s.turning == 1 else 0

    def moves(self, s):
        if s.turning:
            yield self.RED
            yield self.BLACK
        else:
            yield self.STOP
            yield self.TURN

    def odds(self, s, colour):
        return s.red if colour == self.RED else s.black

    def play(self, s, m):
        if s.turning == 0:
            return self.State(s.red, s.black, 1 if m == self.TURN else 2)
        if m == self.RED:
            return self.State(s.red - 1, s.black, 0)
        return self.State(s.red, s.black - 1, 0)

    def reward(self, s, m):
        if s.turning == 0:
            return 0
        return 1 if m == self.RED else -1

    def show(self, s):
        return f"{s.red} red and {s.black} black left"

    def say(self, s, m):
        if s.turning == 0:
            return "turn" if m == self.TURN else "stop"
        return "red" if m == self.RED else "black"
