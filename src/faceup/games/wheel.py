"""The wheel of The Price is Right: spin once or twice, and come closest to a dollar."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Place, Published, Track, require
from faceup.rules.names import seat_name, short_seat_name

GUIDE = "The Ultimate Price is Right Strategy Guide: Showcase Showdown, stoseontpir (2019)"


class Wheel(Game):
    """Players one after another spin a wheel with numbers of cents up to a dollar, and may then spin once more and take
    the sum. Closest to a dollar wins; more than a dollar is nothing. A tie is decided by one more spin of each, and the
    highest wins: so all who tie are equally likely to win.
    """

    players: int = 3
    sections: int = 20  # in all, each worth as much more as the first

    published = (Published("values", (0.3082, 0.3296, 0.3622), GUIDE, within=5e-5),)

    class State(NamedTuple):
        scores: tuple[Place, ...]  # in sections; 0 for a player who has not spun, or has gone over
        mover: int
        spun: Place
        again: int
        winner: int  # the number of the winner from 1 up, 0 before the end

    STOP, AGAIN = 0, 1  # moves of a player; outcomes are the section of a spin, and the winner of a tie

    @property
    def track(self):
        sections = range(1, self.sections + 1)
        return Track(sections, names={section: str(5 * section) for section in sections})

    def check(self) -> None:
        require(2 <= self.players <= 6, "2 to 6 players")
        require(2 <= self.sections <= 100, "2 to 100 sections")

    def start(self):
        return self.State((0,) * self.players, mover=0, spun=0, again=0, winner=0)

    def turn(self, s):
        if s.winner:
            return OVER
        if s.mover == self.players or s.spun == 0 or s.again:
            return CHANCE
        return s.mover

    def moves(self, s):
        if s.mover == self.players:
            best = max(s.scores)
            yield from (seat for seat in range(self.players) if s.scores[seat] == best)
        elif s.spun == 0 or s.again:
            yield from range(1, self.sections + 1)
        else:
            yield from (self.STOP, self.AGAIN)

    def play(self, s, move):
        if s.mover == self.players:
            return s._replace(winner=move + 1)
        if s.spun == 0:
            return s._replace(spun=move)
        if not s.again and move == self.AGAIN:
            return s._replace(again=1)
        score = s.spun + move if s.again else s.spun
        if score > self.sections:
            score = 0
        scores = tuple(score if seat == s.mover else s.scores[seat] for seat in range(self.players))
        return self.State(scores, s.mover + 1, spun=0, again=0, winner=0)

    def payoff(self, s):
        return tuple(1 if seat == s.winner - 1 else 0 for seat in range(self.players))

    def canon(self, s):
        """A player who is behind is out, whatever the score."""
        best = max(s.scores)
        return s._replace(scores=tuple(score if score == best else 0 for score in s.scores))

    def show(self, s):
        scores = [f"{short_seat_name(seat)} {5 * score} cents" for seat, score in enumerate(s.scores) if score]
        return ", ".join([*scores, f"spun {5 * s.spun} cents"] if s.spun else scores) or "no cents yet"

    def say(self, s, move):
        if s.mover == self.players:
            return f"{seat_name(move)} wins"
        if s.spun == 0 or s.again:
            return f"spun {5 * move}"
        return "again" if move == self.AGAIN else "stop"
