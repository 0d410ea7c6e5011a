"""Leduc poker: one card each, one shared, two rounds of bets."""

from itertools import product

from faceup.rules import CHANCE, OVER, Card, Game, NamedTuple, Published, Row, require

RESEARCH = "as research on the game reports it; the game: F. Southey and others, Bayes' Bluff, UAI 2005"


class LeducPoker(Game):
    """A small deck: usually two cards of each of three ranks. Two players put one coin each into the pot and are dealt
    a card that the other does not see. They bet, the first player first; then a card is laid open for both, and they
    bet again. The player to move calls (or checks), raises by 2 coins, or by 4 after the open card, or folds if there
    is a bet to call. There are at most two raises in a round. At the end a card of the open card's rank wins, else the
    higher card; equal cards share the pot. The value is the first player's gain.
    """

    ranks: int = 3
    suits: int = 2

    published = (Published("value", -0.085606424078, RESEARCH, within=5e-13),)

    class State(NamedTuple):
        first: Card  # ranks; 0 before they are dealt, and in the view of a player who does not see them
        second: Card
        open: Card
        before: Row  # the moves of each round, in turn
        after: Row

    FOLD, CALL, RAISE = 0, 1, 2

    def check(self) -> None:
        require(2 <= self.ranks <= 20, "2 to 20 ranks")
        require(2 <= self.suits <= 20, "2 to 20 suits")

    def start(self):
        return self.State(0, 0, 0, (), ())

    def is_dealt(self, s):
        return s.first > 0 or s.second > 0

    def acts(self, s):
        return s.after if s.open else s.before

    def is_settled(self, acts):
        return len(acts) >= 2 and acts[-1] == self.CALL

    def turn(self, s):
        if not self.is_dealt(s) or (s.open == 0 and self.is_settled(s.before)):
            return CHANCE
        return OVER if self.is_folded(s) or self.is_settled(s.after) else len(self.acts(s)) % 2

    def is_folded(self, s):
        return self.acts(s)[-1:] == (self.FOLD,)

    def moves(self, s):
        ranks = range(1, self.ranks + 1)
        if not self.is_dealt(s):
            return product(ranks, ranks)
        if self.turn(s) == CHANCE:
            return ranks
        moves = [self.CALL]
        if self.acts(s)[-1:] == (self.RAISE,):
            moves.append(self.FOLD)
        if self.acts(s).count(self.RAISE) < 2:
            moves.append(self.RAISE)
        return moves

    def odds(self, s, move):
        if not self.is_dealt(s):
            first, second = move
            return self.suits * (self.suits - (first == second))
        return self.suits - (s.first == move) - (s.second == move)

    def play(self, s, move):
        if not self.is_dealt(s):
            first, second = move
            return s._replace(first=first, second=second)
        if self.turn(s) == CHANCE:
            return s._replace(open=move)
        if s.open:
            return s._replace(after=(*s.after, move))
        return s._replace(before=(*s.before, move))

    def payments(self, s):
        """Return the coins that each player has put into the pot."""
        paid_in = [1, 1]
        for acts, size in ((s.before, 2), (s.after, 4)):
            for k, act in enumerate(acts):
                if act != self.FOLD:
                    paid_in[k % 2] = max(paid_in) + size * (act == self.RAISE)
        return paid_in

    def payoff(self, s):
        first, second = self.payments(s)
        if self.is_folded(s):
            return second if len(self.acts(s)) % 2 == 0 else -first
        mine, theirs = (self.ranks + 1 if card == s.open else card for card in (s.first, s.second))
        return 0 if mine == theirs else second if mine > theirs else -first

    def view(self, s, player):
        if self.is_settled(s.after):
            return s
        return s._replace(second=0) if player == 0 else s._replace(first=0)

    def show(self, s):
        cards = " and ".join(str(card) for card in (s.first, s.second) if card)
        before = [self.say(s._replace(open=0, before=s.before[:k]), act) for k, act in enumerate(s.before)]
        after = [self.say(s._replace(after=s.after[:k]), act) for k, act in enumerate(s.after)]
        rounds = [cards, ", ".join(before), f"open {s.open}" if s.open else "", ", ".join(after)]
        return ": ".join(part for part in rounds if part) or "nothing dealt yet"

    def say(self, s, move):
        if not self.is_dealt(s):
            return "cards {} and {}".format(*move)
        if self.turn(s) == CHANCE:
            return f"open {move}"
        return ("fold", "call" if self.acts(s)[-1:] == (self.RAISE,) else "check", "raise")[move]
