"""Ends: a row of cards face up, taken one at a time from either end."""

from faceup.rules import OVER, Game, NamedTuple, require


class Ends(Game):
    """Cards lie in a row, face up. Two players take turns taking the leftmost or the rightmost card, until none is
    left. The value is by how much the first player's cards sum to more than the second's.
    """

    cards: int = 4500

    class State(NamedTuple):
        left: int  # the cards from left up to, not with, right remain
        right: int

    def check(self) -> None:
        require(self.cards >= 1, "there is a card")

    def start(self):
        return self.State(0, self.cards)

    def turn(self, s):
        if s.left == s.right:
            return OVER
        return (self.cards - s.right + s.left) % 2

    def moves(self, s):
        yield 0
        yield 1

    def play(self, s, end):
        if end == 0:
            return self.State(s.left + 1, s.right)
        return self.State(s.left, s.right - 1)

    def reward(self, s, end):
        place = s.left if end == 0 else s.right - 1
        card = place * place * 31 % 10007 % 13 + 1
        return card if self.turn(s) == 0 else -card
