"""Beggar-My-Neighbour: no choices at all; does it always end?"""

from faceup.rules import OVER, NamedTuple, Patience, Pile, Published, Tally, UsageError, ignore_suits, rank, require

MANN = "R. P. Mann's records, as counted in github.com/exercism/problem-specifications (camicia)"
CASELLA = "Casella, Anderson, Kleber, Mann, Nessler, Rucklidge, Williams, Wu, arXiv:2403.13855 (2024)"
GENTILINI = "github.com/alessandro-gentilini/pelagaletto, where 1 2 3 stand for J Q K"

LONGEST = (  # by whom, cards, tricks, deal
    ("M. Paulhus 1999", 4791, 670, "------------KAQ----J------/-JQQK---K----JK--QA-A-JA--"),
    ("M. Kleber 1999", 5790, 805, "---JQ---K-A----A-J-K---QK-/-J-----------AJQA----K---Q"),
    ("T. Collins 2006", 6913, 960, "A-QK------Q----KA-----J---/-JAK----A--Q----J---QJ--K-"),
    ("R. P. Mann and N. Wu 2007", 7157, 1007, "K-KK----K-A-----JAA--Q--J-/---Q---Q-J-----J------AQ--"),
    ("R. Nessler 2012", 7207, 1015, "----Q------A--K--A-A--QJK-/-Q--J--J---QK---K----JA---"),
    ("P. Anderson 2013", 7225, 1016, "--A-Q--J--J---Q--AJ-K---K-/-J-------Q------A--A--QKK-"),
    ("W. Rucklidge 2014", 7959, 1122, "-J------Q------AAA-----QQ-/K----JA-----------KQ-K-JJK"),
    ("R. Nessler 2021", 7972, 1106, "----K---A--Q-A--JJA------J/-----KK---------A-JK-Q-Q-Q"),
    ("R. Nessler 2022", 8344, 1164, "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---"),
)
ENDLESS = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"
CAMICIA = {"ranks": 10, "courts": 3}
ENDLESS_CAMICIA = "--K-Q-Q-K-KJ-----KJ-/--J--Q----Q-------J-"
HALF_CAMICIA = {"suits": 2, "ranks": 10, "courts": 3}
ENDLESS_HALF = "------K-J-/-J--K-Q-Q-"

PLAY, TAKE = 0, 1


class BeggarMyNeighbour(Patience):
    """Each player has half the deck. They take turns playing the top card of their hand on a pile, until a court card
    comes. Then the other must pay for it: one card for a jack, two for a queen, three for a king, four for an ace. A
    court card among these ends the payment, and now the first must pay for that one. A player who is paid in full puts
    the pile under the hand, the card played first uppermost, and leads again. A player who must play and has no card
    loses, and the other takes the pile. A step is one card played; a trick is taken with the last of its cards.
    The score is 1 if the player who leads at first wins, else -1.
    """

    suits: int = 4
    ranks: int = 13
    courts: int = 4  # the highest ranks, which must be paid for; Camicia has 10 ranks and 3 of these

    name = "beggar-my-neighbour"
    steps = {PLAY: "play", TAKE: "take"}
    quiet = (PLAY,)
    published = (
        *(Published("length", cards, MANN, note=who, deal=deal) for who, cards, _, deal in LONGEST),
        *(Published("take", tricks, MANN, note=who, deal=deal) for who, _, tricks, deal in LONGEST),
        Published("endless", True, CASELLA, note="the first that was found", deal=ENDLESS),
        Published("endless", True, GENTILINI, parameters=CAMICIA, note="R. Zanotto 2017", deal=ENDLESS_CAMICIA),
        Published("endless", True, GENTILINI, parameters=HALF_CAMICIA, note="one of exactly 16", deal=ENDLESS_HALF),
    )

    class Table(NamedTuple):
        first: Pile  # the players' hands
        second: Pile
        pile: Pile
        turn: Tally  # 0 when the first player plays next, 1 when the second
        due: Tally  # cards still to be paid for the court card that lies on the pile

    def check(self) -> None:
        require(self.suits >= 1 and self.ranks >= 1, "there is at least one suit and one rank")
        require(2 <= self.suits * self.ranks <= 120, "the deck has 2 to 120 cards")
        require(0 <= self.courts <= min(4, self.ranks), "there are 0 to 4 ranks of court cards")

    def deck(self):
        for card in range(self.suits * self.ranks):
            yield card

    def alike(self):
        return ignore_suits(self.suits, self.ranks)

    def lay(self, t, deck):
        half = deck.size() // 2
        t.first.take(deck, deck.size() - half)
        t.second.take(deck, half)

    def step(self, t):
        return self.play(t, t.first, t.second) if t.turn.n == 0 else self.play(t, t.second, t.first)

    def play(self, t, hand, other):
        """Play one card from the hand of the player to move."""
        if t.pile.size() == 0 and other.size() == 0:
            return OVER  # the other has lost; the player to move always has a card
        card = hand.pop()
        t.pile.push(card)
        price = self.price(card)
        if price == 0 and t.due.n > 0:
            t.due.n -= 1
            if t.due.n > 0 and hand.size() > 0:
                return PLAY  # and goes on paying
            t.due.n = 0  # all is paid, or the hand is empty
            t.turn.n = 1 - t.turn.n
            other.tuck_pile(t.pile)
            return TAKE
        t.due.n = price  # 0 for a plain card that pays for none
        if other.size() > 0:
            t.turn.n = 1 - t.turn.n
            return PLAY
        t.due.n = 0  # the other must play and has no card
        hand.tuck_pile(t.pile)
        return TAKE

    def price(self, card):
        """Return the number of cards to pay for a card: 0 for a plain one."""
        plain = (self.ranks - self.courts) * self.suits
        return 0 if card < plain else 1 + rank(card - plain, self.suits)

    def score(self, t):
        return 1 if t.first.size() > 0 else -1

    def won(self, t):
        return t.first.size() > 0

    def say(self, card):
        price, number = self.price(card), rank(card, self.suits) + 2
        name = "JQKA"[price - 1] if price else str(number) if number != 10 else "T"
        return name + ("SHDC"[card % self.suits] if self.suits <= 4 else f"/{card % self.suits}")

    def read(self, text):
        """Yield the deck for two hands as ``--K-A-J/Q--AK--``: the first card to play at the left, ``-`` for a plain
        card.
        """
        if len(text.split()) > 1:
            yield from super().read(text)  # every single card by its name
            return
        hands = text.strip().split("/")
        half = self.suits * self.ranks // 2
        sizes = [self.suits * self.ranks - half, half]
        if [len(hand) for hand in hands] != sizes:
            lengths = " and ".join(str(len(hand)) for hand in hands)
            raise UsageError(f"the hands in {text!r} have {lengths} cards; they must have {sizes[0]} and {sizes[1]}")
        letters = "-" + "JQKA"[: self.courts]
        unused = [[card for card in self.deck() if self.price(card) == price] for price in range(self.courts + 1)]
        for letter in hands[1] + hands[0]:  # cards are dealt from the top, so the last is played first
            if letter not in letters:
                raise UsageError(f"{letter!r} in {text!r} is not a card; possible: {' '.join(letters)}")
            if not unused[letters.index(letter)]:
                raise UsageError(f"{text!r} has too many {letter}")
            yield unused[letters.index(letter)].pop()
