"""Liar's dice, one each: bid on two dice, seeing only yours."""

from itertools import product

from faceup.rules import CHANCE, OVER, Die, Game, NamedTuple, Published, Row, require

SNYD = "T. D. Ahle, An analysis of the end game of Liar's Dice (github.com/thomasahle/snyd), table 1v1"


class LiarsDice(Game):
    """Two players throw a die each and look at their own alone. In turn they bid how often a number shows on both
    dice, as "one 5" or "two 2s"; each bid is higher than the one before: more dice, or as many of a higher number.
    Instead of bidding a player may doubt the last bid: then both dice are shown, and the bidder wins if at least so
    many dice show the number, else the doubter. With ``wild`` a die that shows that number counts for every bid.
    """

    sides: int = 6
    wild: int = 0

    published = tuple(
        Published("value", value, SNYD, parameters={"sides": sides, "wild": wild})
        for wild, values in ((0, ("0", "-1/9", "-1/8", "-3/25", "-1/9")), (1, ("1", "1/3", "0", "0", "-7/327")))
        for sides, value in enumerate(values, start=2)
        if sides < 6
    )

    class State(NamedTuple):
        first: Die  # 0 before it is thrown, and in the view of a player who does not see it
        second: Die
        bids: Row  # each a number: (dice - 1) * sides + what they show
        doubted: int

    DOUBT = 0

    def check(self) -> None:
        require(1 <= self.sides <= 10 and 0 <= self.wild <= self.sides, "1 to 10 sides, one of them wild or none (0)")

    def start(self):
        return self.State(0, 0, (), 0)

    def are_thrown(self, s):
        return s.first > 0 or s.second > 0

    def turn(self, s):
        if not self.are_thrown(s):
            return CHANCE
        return OVER if s.doubted else len(s.bids) % 2

    def moves(self, s):
        faces = range(1, self.sides + 1)
        if not self.are_thrown(s):
            return product(faces, faces)
        last = max(s.bids, default=0)
        higher = list(range(last + 1, 2 * self.sides + 1))
        return [*higher, self.DOUBT] if s.bids else higher

    def play(self, s, move):
        if not self.are_thrown(s):
            first, second = move
            return s._replace(first=first, second=second)
        if move == self.DOUBT:
            return s._replace(doubted=1)
        return s._replace(bids=(*s.bids, move))

    def number(self, bid):
        return (bid - 1) % self.sides + 1

    def dice(self, bid):
        return (bid - 1) // self.sides + 1

    def payoff(self, s):
        bid = s.bids[-1]
        count = sum(die in (self.number(bid), self.wild) for die in (s.first, s.second))
        bidder = (len(s.bids) - 1) % 2
        return 1 if (count >= self.dice(bid)) == (bidder == 0) else -1

    def view(self, s, player):
        if s.doubted:
            return s
        return s._replace(second=0) if player == 0 else s._replace(first=0)

    def show(self, s):
        dice = " and ".join(str(die) for die in (s.first, s.second) if die)
        bids = ", ".join(self.bid_text(bid) for bid in s.bids)
        return ": ".join(part for part in (dice, bids + ", doubted" * s.doubted) if part) or "nothing thrown yet"

    def bid_text(self, bid):
        return f"{'one' if self.dice(bid) == 1 else 'two'} {self.number(bid)}{'s' * (self.dice(bid) - 1)}"

    def say(self, s, move):
        if not self.are_thrown(s):
            return "{} and {}".format(*move)
        return "doubt" if move == self.DOUBT else self.bid_text(move)
