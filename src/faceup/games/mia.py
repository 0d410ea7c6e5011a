"""Mia with one die: say what you threw, true or not, and hope to be believed."""

from faceup.rules import CHANCE, OVER, Die, Game, NamedTuple, Published, Row, require


class Mia(Game):
    """A bluffing game for children. Players throw a die in turn, under a cup: only the thrower looks at it, and claims
    a number, true or not, that is higher than the last claim. The other player believes it, and throws; or doubts it.
    Then the die is shown: if it shows the claimed number or more, the doubter loses, else the one who claimed it.
    After the highest number you must doubt.
    """

    sides: int = 6

    published = (
        Published(
            "value",
            "1/2",
            "by hand: a 2 wins (1/2); with a 1 say 1, which the second believes, to win with a 2 (1/2 of 1/2)",
            parameters={"sides": 2},
        ),
    )

    class State(NamedTuple):
        die: Die  # under the cup; 0 before it is thrown, and in the view of a player who does not see it
        said: Row
        asked: int  # whether the other player has to believe or doubt the last claim
        doubted: int

    DOUBT, BELIEVE = 0, 1

    def check(self) -> None:
        require(2 <= self.sides <= 10, "2 to 10 sides")

    def start(self):
        return self.State(0, (), 0, 0)

    def turn(self, s):
        if s.doubted:
            return OVER
        if s.die == 0 and not s.asked:
            return CHANCE
        return len(s.said) % 2

    def moves(self, s):
        if s.asked:
            return (self.DOUBT, self.BELIEVE) if s.said[-1] < self.sides else (self.DOUBT,)
        return range(1 if s.die == 0 else self.last(s) + 1, self.sides + 1)

    def last(self, s):
        return s.said[-1] if s.said else 0

    def play(self, s, move):
        if s.asked:
            return s._replace(doubted=1) if move == self.DOUBT else s._replace(die=0, asked=0)
        if s.die == 0:
            return s._replace(die=move)
        return s._replace(said=(*s.said, move), asked=1)

    def payoff(self, s):
        honest = s.die >= s.said[-1]
        sayer = (len(s.said) - 1) % 2
        return 1 if honest == (sayer == 0) else -1

    def view(self, s, player):
        sayer = (len(s.said) - s.asked) % 2
        return s if s.doubted or player == sayer else s._replace(die=0)

    def show(self, s):
        said = f"said: {', '.join(map(str, s.said))}" if s.said else "nothing said yet"
        return f"{said}; the die shows {s.die}" if s.die else said

    def say(self, s, move):
        if s.asked:
            return "doubt" if move == self.DOUBT else "believe"
        return str(move)
