"""Fifteen: pick cards until three of yours sum to fifteen."""

from faceup.rules import OVER, Cards, Game, NamedTuple, Published, bits, lowest, require, size

RIDDLER = "FiveThirtyEight, The Riddler: pick three cards that sum to 15"


class Fifteen(Game):
    """Cards with numbers lie face up. Two players take turns picking one. The first to hold a set of cards that sum to
    the target wins; if all cards are gone and nobody does, it is a draw. Usually the cards are 1 to 9, three make a
    set, and the target is 15.
    """

    low: int = 1
    high: int = 9
    target: int = 15
    count: int = 3

    published = (
        Published("value", 0, RIDDLER, note="a draw"),
        Published("states", 5478, "Wikipedia, Game complexity: the positions of tic-tac-toe, which Fifteen relabels"),
        Published("openings", 9, RIDDLER, note="every opening draws"),
        Published("line", (9, 5, 8, 7, 3, 4, 6, 1, 2), RIDDLER, note="first ends with 9 8 3 6 2, second with 5 7 4 1"),
    )

    class State(NamedTuple):
        first: Cards  # the cards each player holds
        second: Cards

    def check(self) -> None:
        require(0 <= self.low <= self.high <= 62, "cards run from low to high, within 0 to 62")
        require(1 <= self.count <= self.cards(), "a set has at least one card and no more than there are")

    def cards(self) -> int:
        return self.high - self.low + 1

    def start(self):
        return self.State(0, 0)

    def turn(self, s):
        taken = size(s.first | s.second)
        if self.wins(self.latest(s)) or taken == self.cards():
            return OVER
        return taken % 2

    def moves(self, s):
        for card in range(self.low, self.high + 1):
            if not (s.first | s.second) >> card & 1:
                yield card

    def play(self, s, card):
        if size(s.first | s.second) % 2 == 0:
            return self.State(s.first | 1 << card, s.second)
        return self.State(s.first, s.second | 1 << card)

    def payoff(self, s):
        if not self.wins(self.latest(s)):
            return 0
        return 1 if size(s.first | s.second) % 2 == 1 else -1

    def latest(self, s):
        """Return the hand of the player who picked last: only it can have become a winning one."""
        return s.first if size(s.first | s.second) % 2 == 1 else s.second

    def wins(self, hand):
        return size(hand) >= self.count and makes(hand, self.count, self.target)

    def show(self, s):
        first = " ".join(map(str, bits(s.first))) or "nothing"
        second = " ".join(map(str, bits(s.second))) or "nothing"
        return f"first holds {first}; second holds {second}"


def makes(hand, count, total):
    """Return whether some ``count`` cards of the hand sum to ``total``."""
    if count == 1:
        return 0 <= total <= 62 and hand >> total & 1 == 1
    while hand:
        card = lowest(hand)
        hand ^= 1 << card
        if makes(hand, count - 1, total - card):
            return True
    return False
