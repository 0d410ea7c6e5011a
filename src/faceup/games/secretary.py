"""The secretary problem: choose the best of a row, each taken now or never."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Place, Published, Track, require

GILBERT_MOSTELLER = "J. Gilbert and F. Mosteller, Recognizing the maximum of a sequence, JASA 61 (1966), table 2"


class Secretary(Game):
    """Candidates come one by one in random order. Of each you learn only whether it is the best so far. You may take
    it, which ends the search, or send it away for good. You win if you take the best of all.
    """

    candidates: int = 100

    published = (
        Published("value", 0.3710, GILBERT_MOSTELLER, within=0.00005),
        Published("value", 0.3987, GILBERT_MOSTELLER, parameters={"candidates": 10}, within=0.00005),
        Published("thresholds", (38,), GILBERT_MOSTELLER, note="let 37 pass, then take the first best so far"),
    )

    WAITING, CHOOSING, TAKEN = 0, 1, 2  # waiting for the next, choosing at the best so far, after taking one

    class State(NamedTuple):
        seen: Place
        doing: int  # WAITING, CHOOSING or TAKEN

    PASS, TAKE = 0, 1
    COMMON, RECORD = 0, 1  # outcomes: the next candidate is not, or is, the best so far

    quantities = ("seen",)

    @property
    def track(self):
        return Track(range(1, self.candidates + 1))

    def check(self) -> None:
        require(self.candidates >= 1, "there is at least one candidate")

    def start(self):
        return self.State(0, self.WAITING)

    def turn(self, s):
        if s.doing == self.CHOOSING:
            return 0
        return OVER if s.seen == self.candidates else CHANCE

    def moves(self, s):
        if s.doing == self.CHOOSING:
            yield self.TAKE
            yield self.PASS
        else:
            yield self.COMMON
            yield self.RECORD

    def odds(self, s, m):
        return 1 if m == self.RECORD else s.seen  # candidate n is the best so far with probability 1/n

    def play(self, s, m):
        if s.doing == self.CHOOSING:
            return self.State(s.seen, self.TAKEN if m == self.TAKE else self.WAITING)
        if m == self.COMMON:
            return self.State(s.seen + 1, s.doing)
        if s.doing == self.TAKEN:
            return self.State(self.candidates, self.WAITING)  # the one taken was not the best: lost
        return self.State(s.seen + 1, self.CHOOSING)

    def payoff(self, s):
        return 1 if s.doing == self.TAKEN else 0

    def show(self, s):
        return f"{s.seen} of {self.candidates} seen" + (", one taken" if s.doing == self.TAKEN else "")

    def say(self, s, m):
        if s.doing == self.CHOOSING:
            return "take" if m == self.TAKE else "pass"
        return "the best so far" if m == self.RECORD else "not the best"
