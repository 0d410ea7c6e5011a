"""Pig: race to the goal; a one loses what the turn has rolled."""

from faceup.rules import CHANCE, OVER, Game, Heap, NamedTuple, Published, require

NELLER = "T. W. Neller, C. G. M. Presser, Optimal Play of the Dice Game Pig, The UMAP Journal 25 (2004)"
PIGLET = {"goal": 2, "sides": 2}


class Pig(Game):
    """Two players take turns. The player to move rolls a die again and again: a one ends the turn with nothing, any
    other number goes into the pot. Holding adds the pot to the score and ends the turn; the first to reach the goal
    wins. With two sides this is Piglet, where any roll but a one counts 1. You must roll at least once; a score that
    would reach the goal wins at once, without holding. It is usually played to 100; with six sides and to less
    than 39, best play always rolls.
    """

    goal: int = 50
    sides: int = 6

    published = (
        Published("win_rate", "4/7", NELLER, parameters=PIGLET),
        Published("win_rate", "2/3", "by hand: 1/2 + 1/4 * x, each rolling once", parameters=PIGLET | {"goal": 1}),
    )

    class State(NamedTuple):
        mine: int  # the score of the player to move
        theirs: int
        pot: Heap
        mover: int
        throwing: int

    HOLD, ROLL = 0, 1  # moves of a player; an outcome of the die is its number

    quantities = ("mine", "theirs", "pot")

    def check(self) -> None:
        require(self.goal >= 1, "goal is a whole number from 1 up")
        require(self.sides >= 2, "sides is a whole number from 2 up")

    def start(self):
        return self.State(0, 0, 0, 0, 0)

    def turn(self, s):
        if s.mine + s.pot >= self.goal:
            return OVER
        return CHANCE if s.throwing else s.mover

    def moves(self, s):
        if s.throwing:
            return range(1, self.sides + 1)
        return (self.ROLL, self.HOLD) if s.pot else (self.ROLL,)

    def play(self, s, move):
        if s.throwing and move > 1:
            return s._replace(pot=s.pot + (1 if self.sides == 2 else move), throwing=0)
        if not s.throwing and move == self.ROLL:
            return s._replace(throwing=1)
        points = 0 if s.throwing else s.pot  # a one was rolled, or the player holds
        return self.State(mine=s.theirs, theirs=s.mine + points, pot=0, mover=1 - s.mover, throwing=0)

    def payoff(self, s):
        return 1 if s.mover == 0 else -1  # the player to move has reached the goal

    def faces(self, s, shown):
        return (shown,)

    def scores(self, s):
        mine = s.mine + s.pot if self.turn(s) == OVER else s.mine  # at the end the pot is the winner's
        return (mine, s.theirs) if s.mover == 0 else (s.theirs, mine)

    def show(self, s):
        first, second = self.scores(s)
        return f"{first} to {second}" + ("" if self.turn(s) == OVER else f", {s.pot} in the pot")

    def say(self, s, move):
        if s.throwing:
            return str(move)
        return "roll" if move == self.ROLL else "hold"
