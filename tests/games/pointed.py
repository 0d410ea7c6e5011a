"""Games whose engines are compiled for all games of as many words."""

from faceup.rules import CHANCE, OVER, Game, NamedTuple, Row


class Gathering(Game):
    """Both add numbers to a row, by a rule that machine code does not take."""

    size: int = 14

    class State(NamedTuple):
        row: Row
        mover: int

    def start(self):
        return self.State((), 0)

    def turn(self, s):
        return OVER if len(s.row) == self.size else s.mover

    def moves(self, s):
        return (0, 1)

    def play(self, s, move):
        return self.State((*s.row, eval("1 + move")), 1 - s.mover)  # refused

    def payoff(self, s):
        return sum(s.row) % 3 - 1


class Called(Game):
    """The first player sees a card, and bets on it or not; the second calls the bet or folds."""

    class State(NamedTuple):
        card: int
        bet: int
        call: int

    def start(self):
        return self.State(-1, -1, -1)

    def turn(self, s):
        if s.card < 0:
            return CHANCE
        return 0 if s.bet < 0 else 1 if s.call < 0 else OVER

    def moves(self, s):
        return range(3 if s.card < 0 else 2)

    def play(self, s, move):
        if s.card < 0:
            return s._replace(card=move)
        return s._replace(bet=move) if s.bet < 0 else s._replace(call=move)

    def payoff(self, s):
        if s.bet == 0 or s.call == 0:
            return -1 if s.bet == 0 else 1
        return 2 if s.card == 2 else -2

    def view(self, s, player):
        return s.bet, s.call, s.card if player == 0 else -1


class CalledInPairs(Called):
    """The same with pairs for moves, which take three words with their kind, and so have room for four.

    With the best card the first player has one more way to bet, so the second's moves stand in other places.
    """

    def moves(self, s):
        many = s.card < 0 or (s.card == 2 and s.bet < 0)
        return [(move, 1) for move in range(3 if many else 2)]

    def play(self, s, move):
        return super().play(s, move[0])


class Ring(Game):
    """Both step along a ring, forth and back, until one end is reached."""

    endless = 0

    class State(NamedTuple):
        at: int
        mover: int
        steps: int

    def start(self):
        return self.State(3, 0, 0)

    def turn(self, s):
        return OVER if s.at in (0, 7) else s.mover

    def moves(self, s):
        return ((1, 0), (-1, 0), (2, 1))

    def play(self, s, move):
        by, one = move
        return self.State(max(0, min(7, s.at + by)), 1 - s.mover, (s.steps + one) % 3)

    def payoff(self, s):
        return 1 if s.at == 7 else -1
