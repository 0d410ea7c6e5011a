"""One Handed Solitaire: the solitaire you can play standing in a queue."""

from faceup.rules import OVER, NamedTuple, Patience, Pile, Published, rank, require, suit, swap_ranks, swap_suits

ARTICLE = "the article on One Handed Solitaire"

DRAW, DROP_TWO, DROP_FOUR = 0, 1, 2


class OneHanded(Patience):
    """Draw four cards from a shuffled deck into your hand. Compare the newest card with the fourth-newest: if they are
    of one suit, drop the two between them; if they are of one rank, drop all four; otherwise draw another card.
    The game ends when a card must be drawn and none is left. The score is the number of cards in the hand; 0 wins.
    """

    suits: int = 4
    ranks: int = 13
    lowest: int = 1  # the lowest rank, 1 for the ace

    name = "one-handed"
    steps = {DRAW: "draw", DROP_TWO: "drop two", DROP_FOUR: "drop four"}
    quiet = (DRAW,)
    published = (
        Published("mean", 13.32, ARTICLE, within=0.005),
        Published("win_rate", 0.007, ARTICLE, within=0.0005),
        Published("win_rate", 0.0094, ARTICLE, parameters={"ranks": 12, "lowest": 2}, within=0.00005),
        Published("win_rate", 0.075, ARTICLE, parameters={"ranks": 5, "lowest": 2}, within=0.0025, note="about 7.5%"),
    )

    class Table(NamedTuple):
        stock: Pile
        hand: Pile

    def check(self) -> None:
        require(self.suits >= 1 and self.ranks >= 1, "there is at least one suit and one rank")
        require(self.suits * self.ranks <= 120, "the deck has at most 120 cards")
        require(self.lowest >= 1, "ranks are numbered from 1, the ace")

    def deck(self):
        for card in range(self.suits * self.ranks):
            yield card

    def step(self, t):
        if t.hand.size() >= 4:
            newest, fourth = t.hand.top(1), t.hand.top(4)
            if suit(newest, self.suits) == suit(fourth, self.suits):
                t.hand.drop(3)
                t.hand.push(newest)
                return DROP_TWO
            if rank(newest, self.suits) == rank(fourth, self.suits):
                t.hand.drop(4)
                return DROP_FOUR
        if t.stock.size() == 0:
            return OVER
        t.hand.push(t.stock.pop())
        return DRAW

    def score(self, t):
        return t.hand.size()

    def alike(self):
        return [*swap_suits(self.suits, self.ranks), *swap_ranks(self.suits, self.ranks)]

    def say(self, card):
        number = card // self.suits + self.lowest
        name = "A23456789TJQK"[number - 1] if number <= 13 else str(number)
        return name + ("SHDC"[card % self.suits] if self.suits <= 4 else f"/{card % self.suits}")
