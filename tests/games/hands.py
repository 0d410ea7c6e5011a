"""Patiences of several hands, each of which may win."""

from faceup.rules import OVER, NamedTuple, Patience, Pile, Tally


class WarForThree(Patience):
    """Three hands turn their top cards, and the highest takes all that lie in the middle, under their hand; where
    several are highest the cards stay there. Whoever has no cards is out; the last one wins.
    """

    suits: int = 4
    ranks: int = 6

    class Table(NamedTuple):
        first: Pile
        second: Pile
        third: Pile
        middle: Pile

    steps = {0: "battle"}

    def deck(self):
        return range(self.suits * self.ranks)

    def lay(self, t, deck):
        who = 0
        while deck.size() > 0:
            t[who].push(deck.pull())
            who = (who + 1) % 3

    def step(self, t):
        if sum(t[k].size() > 0 for k in range(3)) < 2:
            return OVER
        best, winner = -1, -1
        for k in range(3):
            if t[k].size() > 0:
                t.middle.push(t[k].pop())
                rank = t.middle.top(1) // self.suits
                if rank == best:
                    winner = -1
                elif rank > best:
                    best, winner = rank, k
        if winner >= 0:
            t[winner].tuck_pile(t.middle)
        return 0

    def score(self, t):
        return (t.first.size() > 0, t.second.size() > 0, t.third.size() > 0)


class Uneven(WarForThree):
    """The same, and some ends have a score of two hands."""

    def score(self, t):
        row = (t.first.size() > 0, t.second.size() > 0, t.third.size() > 0)
        return row if t.third.size() == 0 else row[:2]


class MostTricks(Patience):
    """Three hands turn their cards one by one; the highest of three takes the trick, nobody where several are highest.
    Most tricks win."""

    suits: int = 4
    ranks: int = 6
    lowest: bool = False  # the lowest takes the trick

    class Table(NamedTuple):
        first: Pile
        second: Pile
        third: Pile
        firsts: Tally
        seconds: Tally
        thirds: Tally

    def deck(self):
        return range(self.suits * self.ranks)

    def lay(self, t, deck):
        while deck.size() >= 3:
            t.first.push(deck.pull())
            t.second.push(deck.pull())
            t.third.push(deck.pull())

    def step(self, t):
        if t.first.size() == 0:
            return OVER
        one, two, three = self.height(t.first.pop()), self.height(t.second.pop()), self.height(t.third.pop())
        if one > two and one > three:
            t.firsts.n += 1
        elif two > one and two > three:
            t.seconds.n += 1
        elif three > one and three > two:
            t.thirds.n += 1
        return 0

    def height(self, card):
        rank = card // self.suits
        return -rank if self.lowest else rank

    def score(self, t):
        return t.firsts.n, t.seconds.n, t.thirds.n
