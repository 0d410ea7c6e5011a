"""Perpetual Motion: deal, gather, turn over, deal again, perhaps for ever."""

from faceup.rules import OVER, NamedTuple, Patience, Pile, Published, ignore_suits, rank, require

CLARKE = "M. C. Clarke, On the chances of completing the game of Perpetual Motion, arXiv:0907.1955 (2009), 10000 games"

DEAL, MOVE, DISCARD, COLLECT = 0, 1, 2, 3


class PerpetualMotion(Patience):
    """Deal a row of four cards, one on each of four piles. If all four are of one rank, discard them. Otherwise each
    card that is of the same rank as one further left in the row is moved on top of the leftmost such card. Only the
    cards of the row count, not those that a move uncovers. Deal row after row. When the stock is used up, turn the
    piles over, the leftmost first and each next one on top, for a new stock, and go on.
    The game is won when all cards are discarded; otherwise it repeats a position and never ends.
    """

    suits: int = 4  # also the number of piles
    ranks: int = 13

    steps = {DEAL: "deal", MOVE: "move", DISCARD: "discard", COLLECT: "collect"}
    quiet = (DEAL, MOVE)
    published = (Published("win_rate", 0.5455, CLARKE, within=0.0089, note="54.55% +/- 0.89%; the others never end"),)

    class Table(NamedTuple):
        stock: Pile
        one: Pile  # the piles, face up, from left to right
        two: Pile
        three: Pile
        four: Pile

    def check(self) -> None:
        require(2 <= self.suits <= 4, "there are 2 to 4 suits, and as many piles")
        require(1 <= self.ranks <= 30, "there are 1 to 30 ranks")

    def deck(self):
        for card in range(self.suits * self.ranks):
            yield card

    def alike(self):
        return ignore_suits(self.suits, self.ranks)

    def step(self, t):
        if t.stock.size() == 0:
            return self.collect(t)
        kind = DEAL
        on_first = 0  # cards of the row that go onto the first pile
        for place in range(1, self.suits + 1):
            target = self.leftmost(t.stock, place)
            t[target].push(t.stock.top(place))
            if target < place:
                kind = MOVE
            if target == 1:
                on_first += 1
        t.stock.drop(self.suits)  # the row stays on the stock until its cards have been compared
        if on_first == self.suits:
            t.one.drop(self.suits)
            return DISCARD
        return kind

    def leftmost(self, stock, place):
        """Return the first place in the row, which is still on the stock, with a card of the rank at this place."""
        row_rank = rank(stock.top(place), self.suits)
        for left in range(1, place):
            if rank(stock.top(left), self.suits) == row_rank:
                return left
        return place

    def collect(self, t):
        """Turn the piles over for a new stock, the bottom card of the rightmost on top."""
        for pile in range(1, self.suits + 1):
            while t[pile].size() > 0:
                t.stock.push(t[pile].pop())
        return COLLECT if t.stock.size() > 0 else OVER

    def score(self, t):
        return t.stock.size() + t.one.size() + t.two.size() + t.three.size() + t.four.size()

    def say(self, card):
        number = rank(card, self.suits) + 1
        name = "A23456789TJQK"[number - 1] if number <= 13 else str(number)
        return name + "SHDC"[card % self.suits]
