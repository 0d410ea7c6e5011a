"""Clock: all luck, and won when the last king comes last."""

from faceup.rules import OVER, NamedTuple, Patience, Pile, Published, ignore_suits, rank, require

BURKARDT = "J. Burkardt, Clock Solitaire, people.sc.fsu.edu/~jburkardt/fun/puzzles/solitaire_solution.html"
BY_HAND = "by hand: the cards come in random order, and the last king among them is on average at place 4 * 53 / 5"

TURN, KING = 0, 1


class Clock(Patience):
    """Deal the deck face down into a pile for each rank: the hours of a clock, with the kings' pile in the middle.
    Turn the top card of the middle pile. Then, again and again, turn the top card of the pile that belongs to the
    rank of the card turned last. The game ends when that pile is used up; it is always the kings' pile.
    The score is the number of cards still face down; 0 wins.
    """

    suits: int = 4
    ranks: int = 13

    steps = {TURN: "turn", KING: "king"}
    quiet = (TURN,)
    published = (
        Published("win_rate", "1/13", BURKARDT, within=0.0005, note="exactly: the last card is a king"),
        Published("win_rate", "1/5", BURKARDT, within=0.001, parameters={"ranks": 5}, note="the same proof"),
        Published("mean", "48/5", BY_HAND, within=0.02, note="exactly: 52 - 42.4"),
    )

    class Table(NamedTuple):
        turned: Pile  # face up, the newest on top: t[0]
        ace: Pile  # the rest lie face down: t[1] for the lowest rank, and so on
        two: Pile
        three: Pile
        four: Pile
        five: Pile
        six: Pile
        seven: Pile
        eight: Pile
        nine: Pile
        ten: Pile
        jack: Pile
        queen: Pile
        king: Pile

    def check(self) -> None:
        require(2 <= self.ranks <= 13, "there are 2 to 13 ranks; the highest is the king's")
        require(1 <= self.suits <= 9, "there are 1 to 9 suits")

    def deck(self):
        for card in range(self.suits * self.ranks):
            yield card

    def alike(self):
        return ignore_suits(self.suits, self.ranks)

    def lay(self, t, deck):
        while deck.size() > 0:
            for hour in range(1, self.ranks + 1):
                t[hour].push(deck.pop())
        kings = t[self.ranks]  # the pile of the highest rank, which need not be the thirteenth
        t.turned.push(kings.pop())

    def step(self, t):
        pile = t[1 + rank(t.turned.top(1), self.suits)]
        if pile.size() == 0:
            return OVER
        card = pile.pop()
        t.turned.push(card)
        return KING if card >= (self.ranks - 1) * self.suits else TURN

    def score(self, t):
        return self.suits * self.ranks - t.turned.size()

    def say(self, card):
        number = rank(card, self.suits)
        name = "K" if number == self.ranks - 1 else "A23456789TJQ"[number]
        return name + ("SHDC"[card % self.suits] if self.suits <= 4 else f"/{card % self.suits}")
