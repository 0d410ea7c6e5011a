"""Best card: stop on the highest of the cards you are dealt."""

from faceup.games.best_card_theory import BestCardTheory
from faceup.rules import CHANCE, OVER, Card, Game, NamedTuple, Published, require

RIDDLER = "FiveThirtyEight, The Riddler: ten cards from one hundred, stop on the highest"


class BestCard(Game):
    """A deck has cards from 1 up. It is shuffled, and you are dealt a hand, face down, and turn its cards one by one.
    After each you may hold it or go on; a card passed is gone. You win if the card you hold is the highest of your
    hand.

    A card below one already turned can never win, so you decide only at a card that is the highest so far.
    """

    deck: int = 100
    hand: int = 10

    published = (
        Published("thresholds", (93, 92, 91, 89, 87, 84, 80, 72, 55), RIDDLER, note="hold card n from here"),
        Published("value", 0.622, RIDDLER, within=0.0005),
        Published("value", "793241858169757/1275496486264000", "computed exactly with fractions"),
    )

    TURNING, CHOOSING, HOLDING, LOST = 0, 1, 2, 3
    GO_ON, HOLD = 0, 1  # moves of the player; an outcome of chance is a card, or 0 for any below the highest so far

    class State(NamedTuple):
        drawn: int  # cards turned so far
        card: Card  # the highest of them, or the one held
        doing: int  # TURNING, CHOOSING, HOLDING or LOST

    quantities = ("drawn", "card")

    def check(self) -> None:
        require(1 <= self.hand <= self.deck, "the hand has at least one card and no more than the deck")

    def start(self):
        return self.State(0, 0, self.TURNING)

    def turn(self, s):
        if s.doing == self.LOST or (s.drawn == self.hand and s.doing != self.CHOOSING):
            return OVER
        return 0 if s.doing == self.CHOOSING else CHANCE

    def moves(self, s):
        if s.doing == self.CHOOSING:
            yield self.HOLD
            if s.drawn < self.hand:
                yield self.GO_ON
        else:
            if s.card > s.drawn:
                yield 0
            if s.doing == self.HOLDING:
                if s.card < self.deck:
                    yield s.card + 1  # any higher card: the one held has lost
            else:
                for card in range(s.card + 1, self.deck + 1):
                    yield card

    def odds(self, s, m):
        if m == 0:
            return s.card - s.drawn  # the cards below the highest that are still to come
        return self.deck - s.card if s.doing == self.HOLDING else 1

    def play(self, s, m):
        if s.doing == self.CHOOSING:
            return self.State(s.drawn, s.card, self.HOLDING if m == self.HOLD else self.TURNING)
        if m == 0:
            return self.State(s.drawn + 1, s.card, s.doing)
        if s.doing == self.HOLDING:
            return self.State(s.drawn + 1, s.card, self.LOST)
        return self.State(s.drawn + 1, m, self.CHOOSING)

    def payoff(self, s):
        return 1 if s.doing == self.HOLDING else 0

    def theory(self):
        return BestCardTheory(self)

    def show(self, s):
        if s.doing == self.LOST:
            return f"{s.drawn} of {self.hand} turned, one of them higher than {s.card}, which was held"
        return f"{s.drawn} of {self.hand} turned, {'held' if s.doing == self.HOLDING else 'the highest'} is {s.card}"

    def say(self, s, m):
        if s.doing == self.CHOOSING:
            return "hold" if m == self.HOLD else "go on"
        if s.doing == self.HOLDING and m:
            return "a higher card"
        return str(m) if m else "a lower card"
