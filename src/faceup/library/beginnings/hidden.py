"""Hidden cards: one each, which the other does not see, and a bet. A game to begin from."""

from itertools import permutations

from faceup.rules import CHANCE, OVER, Card, Game, NamedTuple, require


class Beginning(Game):
    """Both players put a coin each into the pot and are dealt a card that the other does not see. The first player
    gives up, or bets another coin; then the second gives up, or calls with another coin. Whoever gives up loses the
    pot; after a call the higher card takes it. How often should a low card bet?
    """

    # A parameter, which anybody may change: faceup strategy FILE cards=5
    cards: int = 3

    # A position: 0 is a card that is not dealt yet, or that is not seen.
    class State(NamedTuple):
        first: Card
        second: Card
        bet: int  # GIVE_UP or GO_ON, 0 before
        answer: int

    GIVE_UP, GO_ON = 1, 2

    def check(self):
        require(2 <= self.cards <= 50, "2 to 50 cards")

    def start(self):
        return self.State(first=0, second=0, bet=0, answer=0)

    def turn(self, s):
        """Whose decision it is: 0 or 1, CHANCE where cards are dealt, OVER at the end."""
        if s.first == 0:
            return CHANCE
        if s.bet == 0:
            return 0
        return 1 if s.bet == self.GO_ON and s.answer == 0 else OVER

    def moves(self, s):
        """Every legal move, or deal: the same wherever a player cannot tell positions apart."""
        if s.first == 0:
            return permutations(range(1, self.cards + 1), 2)
        return (self.GIVE_UP, self.GO_ON)

    def play(self, s, move):
        """The position after a move."""
        if s.first == 0:
            first, second = move
            return s._replace(first=first, second=second)
        return s._replace(bet=move) if s.bet == 0 else s._replace(answer=move)

    def payoff(self, s):
        """At the end, to player 0: what the other does not get."""
        if s.bet == self.GIVE_UP:
            return -1
        if s.answer == self.GIVE_UP:
            return 1
        return 2 if s.first > s.second else -2

    def view(self, s, player):
        """What that player sees now. What was seen and done before is remembered, and need not be kept."""
        if s.answer == self.GO_ON:
            return s  # both cards are shown
        return s._replace(second=0) if player == 0 else s._replace(first=0)

    # The rest is for people; cards are drawn by themselves.

    def show(self, s):
        cards = " and ".join(str(card) for card in (s.first, s.second) if card)
        return f"{cards or 'no card'}{', bet' if s.bet == self.GO_ON else ''}"

    def say(self, s, move):
        if isinstance(move, tuple):
            return "{} and {}".format(*move)
        return ("give up", "bet" if s.bet == 0 else "call")[move - 1]
