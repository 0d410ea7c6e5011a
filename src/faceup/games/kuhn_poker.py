"""Kuhn poker: one card each, and the worst must sometimes bluff."""

from itertools import permutations

from faceup.rules import CHANCE, OVER, Card, Game, NamedTuple, Published, Row, require

KUHN = "H. W. Kuhn, A Simplified Two-Person Poker, Contributions to the Theory of Games I, Princeton 1950"


class KuhnPoker(Game):
    """Two players put one coin each into the pot, and each is dealt a card that the other does not see. They check, or
    bet a coin more; after a bet the other folds, which leaves the pot to the one who bet, or calls with a coin. Then,
    or if both have checked, the higher card takes the pot. The value is the first player's gain.
    """

    cards: int = 3

    published = (Published("value", "-1/18", KUHN),)

    class State(NamedTuple):
        first: Card  # 0 before it is dealt, and in the view of a player who does not see it
        second: Card
        acts: Row  # PASS or BET, in turn

    PASS, BET = 0, 1

    def check(self) -> None:
        require(2 <= self.cards <= 60, "2 to 60 cards")

    def start(self):
        return self.State(0, 0, ())

    def is_dealt(self, s):
        return s.first > 0 or s.second > 0

    def is_folded(self, s):
        return s.acts[-2:] == (self.BET, self.PASS)

    def is_shown(self, s):
        return s.acts[-2:] in ((self.PASS, self.PASS), (self.BET, self.BET))

    def turn(self, s):
        if not self.is_dealt(s):
            return CHANCE
        return OVER if self.is_folded(s) or self.is_shown(s) else len(s.acts) % 2

    def moves(self, s):
        if not self.is_dealt(s):
            return permutations(range(1, self.cards + 1), 2)
        return (self.PASS, self.BET)

    def play(self, s, move):
        if not self.is_dealt(s):
            first, second = move
            return self.State(first, second, ())
        return s._replace(acts=(*s.acts, move))

    def payoff(self, s):
        if self.is_folded(s):
            return 1 if len(s.acts) == 2 else -1
        stake = 1 + (self.BET in s.acts)
        return stake if s.first > s.second else -stake

    def view(self, s, player):
        if self.is_shown(s):
            return s
        return s._replace(second=0) if player == 0 else s._replace(first=0)

    def show(self, s):
        acts = [self.say(s._replace(acts=s.acts[:k]), act) for k, act in enumerate(s.acts)]
        cards = " and ".join(str(card) for card in (s.first, s.second) if card)
        return ": ".join(part for part in (cards, ", ".join(acts)) if part) or "nothing dealt yet"

    def say(self, s, move):
        if not self.is_dealt(s):
            return "cards {} and {}".format(*move)
        if self.BET in s.acts:
            return "call" if move == self.BET else "fold"
        return "bet" if move == self.BET else "check"
