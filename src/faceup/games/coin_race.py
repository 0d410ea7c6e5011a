"""Three-player coin race: dare one more toss, or keep what you have?"""

from faceup.rules import CHANCE, OVER, Game, Heap, NamedTuple, Place, Published, Track, require

ANTHONY = "Doctor Anthony, Three People Toss a Coin, The Math Forum (2002)"


class CoinRace(Game):
    """Players take turns. The player to move tosses a coin as often as they dare: each head is a point in the
    pot, a tail ends the turn and the pot is lost. A player who stops adds the pot to their score, and the first to
    reach the goal wins: Piglet for three or more.
    """

    players: int = 3
    goal: int = 2

    published = (Published("values", ("4/7", "2/7", "1/7"), ANTHONY, parameters={"goal": 1}),)

    class State(NamedTuple):
        scores: tuple[Place, ...]
        mover: int
        pot: Heap
        tossing: int

    STOP, TOSS = 0, 1
    TAIL, HEAD = 0, 1

    quantities = ("pot",)

    @property
    def track(self):
        return Track(range(self.goal + 1))

    def check(self) -> None:
        require(1 <= self.players <= 6, "1 to 6 players")
        require(1 <= self.goal <= 50, "a goal of 1 to 50")

    def start(self):
        return self.State((0,) * self.players, 0, pot=0, tossing=0)

    def turn(self, s):
        if s.scores[s.mover] + s.pot >= self.goal:
            return OVER
        return CHANCE if s.tossing else s.mover

    def moves(self, s):
        if s.tossing:
            return (self.TAIL, self.HEAD)
        return (self.TOSS, self.STOP) if s.pot else (self.TOSS,)

    def play(self, s, move):
        if s.tossing and move == self.HEAD:
            return s._replace(pot=s.pot + 1, tossing=0)
        if not s.tossing and move == self.TOSS:
            return s._replace(tossing=1)
        points = 0 if s.tossing else s.pot
        scores = tuple(s.scores[seat] + (points if seat == s.mover else 0) for seat in range(self.players))
        return self.State(scores, (s.mover + 1) % self.players, pot=0, tossing=0)

    def payoff(self, s):
        return tuple(1 if seat == s.mover else 0 for seat in range(self.players))

    def show(self, s):
        if self.turn(s) == OVER:  # then the pot is the winner's
            return " to ".join(str(score + s.pot * (who == s.mover)) for who, score in enumerate(s.scores))
        return f"{' to '.join(map(str, s.scores))}, {s.pot} in the pot"

    def say(self, s, move):
        if s.tossing:
            return "head" if move == self.HEAD else "tail"
        return "toss" if move == self.TOSS else "stop"
