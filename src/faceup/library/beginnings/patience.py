"""Pairs: a solitaire game that plays itself. A game to begin from."""

from faceup.rules import OVER, NamedTuple, Patience, Pile, ignore_suits, rank, require

# What can happen in a step.
TURN, PAIR = 0, 1


class Beginning(Patience):
    """Turn the cards of a shuffled deck face up, one after another, into a row. Where the newest two are of one rank,
    put both away. The score is the number of cards left in the row; 0 wins.
    """

    # Parameters, which anybody may change: faceup simulate FILE ranks=5
    suits: int = 4
    ranks: int = 13

    # The names of the steps, for faceup replay.
    steps = {TURN: "turn", PAIR: "pair"}
    quiet = (TURN,)

    # Everything on the table lies in piles; the deck is laid out as the first of them.
    class Table(NamedTuple):
        stock: Pile
        row: Pile

    def check(self):
        require(self.suits >= 1 and self.ranks >= 1, "there are suits and ranks")
        require(self.suits * self.ranks <= 128, "there are at most 128 cards")

    def deck(self):
        """Every card, a whole number."""
        return iter(range(self.suits * self.ranks))

    def alike(self):
        """Suits mean nothing here, so that deals that differ in them alone are counted together."""
        return ignore_suits(self.suits, self.ranks)

    def step(self, t):
        """Do one thing and say which, or do nothing and say OVER."""
        if t.row.size() >= 2 and rank(t.row.top(1), self.suits) == rank(t.row.top(2), self.suits):
            t.row.drop(2)
            return PAIR
        if t.stock.size() == 0:
            return OVER
        t.row.push(t.stock.pop())
        return TURN

    def score(self, t):
        """The result of a game that is over."""
        return t.row.size()
