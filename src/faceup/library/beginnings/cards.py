"""Open hands: two players, all cards face up, one trick after another. A game to begin from."""

from faceup.rules import OVER, Cards, Game, NamedTuple, bits, read_cards, require, size

NO_CARD = 0


class Beginning(Game):
    """Two players hold cards face up. One leads a card, the other answers with one; the higher card wins the round,
    and its player leads the next. How many rounds does the first player win?
    """

    # Parameters, which anybody may change: faceup solve FILE first=1,4,5,8
    first: Cards = read_cards("1-3,8-10")
    second: Cards = read_cards("4-7,11-12")

    # A position: a set of cards is kept as one whole number, and drawn as cards.
    class State(NamedTuple):
        first: Cards
        second: Cards
        led: int  # the card that lies on the table, or NO_CARD
        mover: int

    def check(self):
        require(size(self.first) == size(self.second), "both players hold equally many cards")
        require(self.first & self.second == 0, "each card is in one hand")

    def start(self):
        return self.State(self.first, self.second, led=NO_CARD, mover=0)

    def turn(self, s):
        """Whose decision it is: 0 or 1, OVER at the end."""
        return OVER if s.first == 0 and s.second == 0 else s.mover

    def moves(self, s):
        """Every legal move: a card of the mover's hand."""
        return bits(s.first if s.mover == 0 else s.second)

    def play(self, s, card):
        """The position after a card is played."""
        first, second = (s.first ^ 1 << card, s.second) if s.mover == 0 else (s.first, s.second ^ 1 << card)
        if s.led == NO_CARD:
            return self.State(first, second, led=card, mover=1 - s.mover)
        winner = s.mover if card > s.led else 1 - s.mover
        return self.State(first, second, led=NO_CARD, mover=winner)

    def reward(self, s, card):
        """To player 0 on the way: a point for each round that is won."""
        if s.led == NO_CARD:
            return 0
        winner = s.mover if card > s.led else 1 - s.mover
        return 1 if winner == 0 else 0
