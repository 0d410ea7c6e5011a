"""Games that need few words: one move and the end, or places with the ways between them."""

from faceup.rules import OVER, Game, NamedTuple


class Once(Game):
    """One move, by ``who``, and play is over; the move is the payoff."""

    who = 0

    class State(NamedTuple):
        made: int = 0

    def start(self):
        return self.State()

    def turn(self, s):
        return OVER if s.made else self.who

    def moves(self, s):
        return (1, 2)

    def play(self, s, m):
        return self.State(m)

    def payoff(self, s):
        return s.made


class Written(Game):
    """Places with the ways between them: whose turn it is, where its moves lead, and what the last places pay."""

    who = (0, OVER)
    leads = ((1,),)
    paid = (1,)

    class State(NamedTuple):
        place: int

    def start(self):
        return self.State(0)

    def turn(self, s):
        return self.who[s.place]

    def moves(self, s):
        return range(len(self.leads[s.place]))

    def play(self, s, m):
        return self.State(self.leads[s.place][m])

    def payoff(self, s):
        return self.paid[s.place - len(self.leads)]
