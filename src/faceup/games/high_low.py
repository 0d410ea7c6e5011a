"""Cards high and low: two open hands, the higher card wins the round."""

from functools import lru_cache
from random import Random

from faceup.games.high_low_theory import HighLowTheory
from faceup.rules import (
    OVER,
    Card,
    Cards,
    Game,
    NamedTuple,
    Published,
    bits,
    highest,
    holds,
    lowest,
    require,
    size,
    write_cards,
)

ENIGMA = "New Scientist, Enigma 988, Cards high and low"
# The three hands of Matthew; Benjamin has the other cards.
FIRST, SECOND, THIRD = "1-16,36-44", "1-7,16-33", "1-8,30-46"


def close_gap(cards, gap):
    """Return the cards, with each card above the gap lowered by one."""
    below = (1 << gap) - 1
    return cards & below | cards >> 1 & ~below


@lru_cache(maxsize=8)
def random_hand(cards, number):
    """A random half of the cards 1 to ``cards``, as a set; the same for the same number on every machine."""
    chance = Random(number)
    order = sorted((chance.random(), card) for card in range(1, cards + 1))
    digits = bytearray(b"0" * (cards + 1))
    for _, card in order[: cards // 2]:
        digits[cards - card] = ord("1")
    return int(digits, 2)


class HighLow(Game):
    """The cards are dealt into two equal hands, both face up: Matthew's and Benjamin's. In each round one player leads
    a card and the other answers with one; the higher card wins the round, and its owner leads the next. The value is
    the number of rounds that Matthew wins. deal=1, deal=2, ... are deals at random, of a deck of any size; for large
    ones --by theory has a formula that nobody has proved.
    """

    matthew: Cards = Cards(sum(1 << card for card in (*range(1, 17), *range(36, 45))))
    cards: int = 50
    leader: int = 0  # 0: Matthew leads the first round, 1: Benjamin
    deal: int = 0  # the number of a random deal, in the place of Matthew's cards; 0: his cards as given

    name = "high-low"
    player_names = "Matthew", "Benjamin"
    published = tuple(
        Published(
            "value", 25 - rounds, ENIGMA, parameters={"matthew": hand, "leader": leader}, note=f"Benjamin wins {rounds}"
        )
        for hand, rounds in ((FIRST, 16), (SECOND, 17), (THIRD, 12))
        for leader in (0, 1)
    )

    class State(NamedTuple):
        matthew: Cards  # the cards in each hand, without the one led
        benjamin: Cards
        led: Card  # the card on the table, 0 before a lead
        leader: int

    def check(self) -> None:
        possible = 2 <= self.cards <= 10_000_000 and self.cards % 2 == 0
        require(possible, "the deck has an even number of cards, 2 to 10,000,000")
        require(self.leader in (0, 1), "the leader is 0 (Matthew) or 1 (Benjamin)")
        require(self.deal >= 0, "the number of a deal is 1 or more, or 0 for none")
        if self.deal == 0:
            require(self.matthew & ~self.deck() == 0, f"Matthew's cards are within 1 to {self.cards}")
            require(size(self.matthew) * 2 == self.cards, f"Matthew holds half the deck, {self.cards // 2} cards")

    def deck(self) -> int:
        """Return all cards as a set: one bit for each card from 1 up, and none for 0."""
        return (1 << self.cards + 1) - 2

    def theory(self):
        return HighLowTheory(self)

    def start(self):
        matthew = random_hand(self.cards, self.deal) if self.deal else self.matthew
        return self.State(matthew, self.deck() & ~matthew, 0, self.leader)

    def turn(self, s):
        if s.led == 0:
            return s.leader if s.matthew else OVER
        return 1 - s.leader

    def hand(self, s):
        """Return the hand of the player to move."""
        return s.matthew if self.turn(s) == 0 else s.benjamin

    def moves(self, s):
        for card in bits(self.hand(s)):
            yield card

    def choices(self, s):
        """One card of each run without a card of the other hand between, since these are equivalent to lead. An answer
        is the lowest card of all or the lowest that wins, for keeping a higher card is never worse."""
        mine = self.hand(s)
        if s.led:
            yield lowest(mine)
            above = mine & -(1 << s.led + 1)  # without the bits of the card led and of all below it
            if above and above != mine:
                yield lowest(above)
        else:
            last_mine = False
            for card in bits(s.matthew | s.benjamin):
                is_mine = holds(mine, card)
                if is_mine and not last_mine:
                    yield card
                last_mine = is_mine

    def play(self, s, card):
        if s.led == 0:
            if s.leader == 0:
                return self.State(s.matthew & ~(1 << card), s.benjamin, card, 0)
            return self.State(s.matthew, s.benjamin & ~(1 << card), card, 1)
        return self.State(s.matthew & ~(1 << card), s.benjamin & ~(1 << card), 0, self.winner(s, card))

    def winner(self, s, card):
        """Return the player who wins the round that this card answers."""
        return s.leader if s.led > card else 1 - s.leader

    def reward(self, s, card):
        return 1 if s.led and self.winner(s, card) == 0 else 0

    def canon(self, s):
        """Close the gaps that played cards leave: only the order of the remaining cards matters."""
        matthew, benjamin, table = s.matthew, s.benjamin, 1 << s.led if s.led else 0
        remaining = matthew | benjamin | table
        gaps = (1 << highest(remaining)) - 2 & ~remaining if remaining else 0  # card 1 is the lowest
        while gaps:
            gap = highest(gaps)
            matthew, benjamin, table = close_gap(matthew, gap), close_gap(benjamin, gap), close_gap(table, gap)
            gaps ^= 1 << gap
        return self.State(matthew, benjamin, highest(table) if table else 0, s.leader)

    def show(self, s):
        leader = self.player_names[s.leader]
        text = f"Matthew {write_cards(s.matthew) or '-'}; Benjamin {write_cards(s.benjamin) or '-'}"
        if self.turn(s) == OVER:
            return text
        return f"{text}; {leader} led {s.led}" if s.led else f"{text}; {leader} leads"
