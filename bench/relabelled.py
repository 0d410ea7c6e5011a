"""Fifteen with more cards, and the same game again under other names and with other states."""

from faceup.games.fifteen import makes
from faceup.rules import OVER, Game, NamedTuple, require


class Renamed(Game):
    """Fifteen in disguise: card n is named by a multiple of n modulo a prime, and who holds what is one number in base
    three. ``forgetful`` leaves the last card out of the state; ``spoilt`` counts one winning hand double: a near miss.
    """

    high: int = 12
    target: int = 18
    factor: int = 5
    modulus: int = 13
    forgetful: bool = True
    spoilt: bool = False

    class State(NamedTuple):
        board: int  # a digit in base three for each card: nobody's, the first player's, the second's
        picks: int
        latest: int  # no part of the position: the card picked last

    def check(self) -> None:
        require(self.modulus > self.high, "the modulus is a prime above the highest card")

    def start(self):
        return self.State(0, 0, 0)

    def hand(self, s):
        """The cards of whoever picked last, as a set."""
        cards = 0
        for card in range(1, self.high + 1):
            if s.board // 3**card % 3 == 2 - s.picks % 2:
                cards |= 1 << card
        return cards

    def turn(self, s):
        if s.picks > 0 and makes(self.hand(s), 3, self.target):
            return OVER
        return OVER if s.picks == self.high else s.picks % 2

    def moves(self, s):
        for card in range(1, self.high + 1):
            if s.board // 3**card % 3 == 0:
                yield card * self.factor % self.modulus

    def play(self, s, name):
        card = name * pow(self.factor, -1, self.modulus) % self.modulus
        board = s.board + 3**card * (1 + s.picks % 2)
        return self.State(board, s.picks + 1, 0 if self.forgetful else name)

    def payoff(self, s):
        hand = self.hand(s)
        if s.picks == 0 or not makes(hand, 3, self.target):
            return 0
        won = 2 if self.spoilt and hand == 1 << 1 | 1 << 5 | 1 << self.target - 6 else 1
        return won if s.picks % 2 == 1 else -won
