"""Goofspiel: bid a card of your own for each prize, both at once."""

from faceup.rules import CHANCE, OVER, Card, Cards, Game, NamedTuple, Published, bits, require, write_cards

RHOADS = "G. C. Rhoads, L. Bartholdi, Computer Solution to the Game of Pure Strategy, Games 3 (2012)"


class Goofspiel(Game):
    """Each of two players has the cards from 1 up to a number, and there are as many prizes. One prize after another
    is turned up, at random; both bid one of their cards for it, at the same time, and the higher card gets as many
    points as the prize shows. Equal cards get nothing. The score is the first player's lead in points.
    """

    cards: int = 4

    published = (Published("value", 0, "by symmetry: the game is the same for both"),)

    class State(NamedTuple):
        first: Cards
        second: Cards
        prizes: Cards  # not turned up yet
        prize: Card  # the prize to bid for, 0 before it is turned up
        bid: Card  # the first player's, 0 before it, and in the second player's view

    def check(self) -> None:
        require(1 <= self.cards <= 13, "1 to 13 cards")

    def start(self):
        hand = sum(1 << card for card in range(1, self.cards + 1))
        return self.State(hand, hand, hand, 0, 0)

    def turn(self, s):
        if s.prize == 0:
            return CHANCE if s.prizes else OVER
        return 1 if s.bid else 0

    def moves(self, s):
        return bits(s.prizes if s.prize == 0 else s.second if s.bid else s.first)

    def play(self, s, card):
        if s.prize == 0:
            return s._replace(prize=card, prizes=s.prizes ^ 1 << card)
        if s.bid == 0:
            return s._replace(bid=card, first=s.first ^ 1 << card)
        return s._replace(bid=0, prize=0, second=s.second ^ 1 << card)

    def reward(self, s, card):
        if s.bid == 0:
            return 0
        return s.prize * ((s.bid > card) - (s.bid < card))

    def payoff(self, s):
        return 0

    def view(self, s, player):
        # Both bid at the same time: the second player does not see the bid, nor that it has left the hand.
        return s if player == 0 or s.bid == 0 else s._replace(bid=0, first=s.first | 1 << s.bid)

    def show(self, s):
        hands = f"{write_cards(s.first) or 'nothing'} against {write_cards(s.second) or 'nothing'}"
        return f"{hands}, for prize {s.prize}" if s.prize else hands
