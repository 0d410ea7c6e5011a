"""Patiences with few cards, which can be played from every order of the deck."""

import math

from faceup.engines.simulate.counting import WATCH
from faceup.games.one_handed import OneHanded
from faceup.rules import OVER, NamedTuple, Patience, Pile, Tally, rank, swap_cards, swap_suits


class SmallDeck(Patience):
    """A deck of small size, on a stock."""

    size: int = 5

    class Table(NamedTuple):
        stock: Pile
        heap: Pile

    def deck(self):
        for card in range(self.size):
            yield card

    def step(self, t):
        return OVER

    def score(self, t):
        return t.heap.size()


class Queue(SmallDeck):
    """The top card goes under the stock unless it is higher than the bottom card; then the bottom one goes."""

    def step(self, t):
        if t.stock.size() < 2:
            return OVER
        card = t.stock.pop()
        if card > t.stock.under(1):
            t.heap.push(t.stock.pull())
            t.stock.push(card)
            return 1
        t.stock.tuck(card)
        return 0

    def score(self, t):
        return t.stock.top(1) * 10 + (t.heap.top(1) if t.heap.size() > 0 else 0)


class Hops(SmallDeck):
    """As many cards go to the heap as the last one said; a tally counts hops, and never ends where it says none."""

    class Table(NamedTuple):
        stock: Pile
        owed: Tally
        hops: Tally
        heap: Pile

    def step(self, t):
        if t.stock.size() == 0:
            return OVER
        if t.owed.n > 0:
            t.heap.push(t.stock.pop())
            t.owed.n -= 1
            return 0
        t.owed.n = t.stock.top(1)
        if t.owed.n > 0:
            t.hops.n += 1
        return 1

    def score(self, t):
        return t.hops.n - 3

    def won(self, t):
        return t.heap.top(1) == 2


class OddLooks(SmallDeck):
    """Looks at cards in every odd way: shifts, ranges, tuples, absolute values, text, attributes, dictionaries."""

    way: int = 0

    def step(self, t):
        if t.stock.size() == 0:
            return OVER
        card = t.stock.pop()
        if t.stock.size() % 2 == 0:
            return 0  # thrown away unseen
        if self.look(card):
            t.heap.push(card)
            return 1
        return 2

    def look(self, card):
        return (
            lambda: (1 << card) & 10,
            lambda: len(range(card)) % 2,
            lambda: card in (1, 3, 200, -1),
            lambda: abs(card) > 2,
            lambda: f"{card}" < "2",
            lambda: card.bit_length() == 2,
            lambda: card in {0, 1},
            lambda: {0: 1, 3: 1}.get(card, 0),
            lambda: [0, 1, 1, 0, 1][card],
            lambda: not card,
            lambda: divmod(card, 2)[1],
            lambda: 2 - card > 0,
            lambda: 7 // (card + 1) == 1,
            lambda: -card < -2,
            lambda: isinstance(card, int) and int(card) % 3 == 0,
            lambda: float(card) > 1.5,
            lambda: card != 2,
            lambda: max(card, 2) == 2,
            lambda: round(card) == ~~card == card**1 and card & 1,
            lambda: card >= 3,
        )[self.way]()


class OneCardTwice(SmallDeck):
    """Puts one unknown card in two places, and compares them much later."""

    def step(self, t):
        if t.heap.size() == 0:
            t.heap.push(t.stock.top(1))
            t.stock.tuck(t.stock.top(1))
            return 0
        if t.stock.size() > 3:
            t.stock.drop(1)
            return 1
        if t.stock.size() == 3:
            t.heap.push(t.stock.pull())
            if t.heap.top(1) == t.heap.top(2):
                return 2
        return OVER

    def score(self, t):
        return t.heap.top(1) * 10 + t.stock.top(1)


class LookingLayout(SmallDeck):
    """The layout itself looks at cards: low ones go to the heap."""

    def lay(self, t, deck):
        while deck.size() > 2:
            card = deck.pop()
            if card < 2:
                t.heap.push(card)
            else:
                t.stock.push(card)
        t.stock.push(deck.pull())

    def step(self, t):
        if t.stock.size() == 0 or t.stock.top(1) == 3:
            return OVER
        t.heap.push(t.stock.pop())
        return 0


class Doubles(SmallDeck):
    """Every card is there twice; a card goes where it equals the one before."""

    def deck(self):
        for card in range(self.size):
            yield card // 2

    def step(self, t):
        if t.stock.size() == 0:
            return OVER
        if t.heap.size() > 0 and t.heap.top(1) == t.stock.top(1):
            t.stock.drop(1)
            t.heap.drop(1)
            return 1
        t.heap.push(t.stock.pop())
        return 0

    def alike(self):
        return swap_cards(range(self.size // 2))


class Stuck(SmallDeck):
    """Turns the stock round and round; with the highest card on top at the start, it never ends."""

    class Table(NamedTuple):
        stock: Pile
        seen: Tally

    def step(self, t):
        if t.seen.n == 0:
            t.seen.n = 2 if t.stock.top(1) == self.size - 1 else 1
            return 0
        if t.seen.n == 1:
            return OVER
        t.stock.tuck(t.stock.pop())
        return 1

    def score(self, t):
        return t.stock.size()


class ByRank(OneHanded):
    """One Handed that looks at ranks alone: suits do not matter at all."""

    declared: bool = True

    def step(self, t):
        if t.hand.size() >= 3 and rank(t.hand.top(1), self.suits) == rank(t.hand.top(3), self.suits):
            t.hand.drop(2)
            return 1
        if t.stock.size() == 0:
            return OVER
        t.hand.push(t.stock.pop())
        return 0

    def alike(self):
        if self.declared:
            for low in range(0, self.suits * self.ranks, self.suits):
                yield from swap_cards(range(low, low + self.suits))


class NoneAlike(OneHanded):
    def alike(self):
        return ()


class SuitsAlone(OneHanded):
    def alike(self):
        return swap_suits(self.suits, self.ranks)


class Wheel(Patience):
    """Comes round again: after ``lead`` steps two piles turn, each by one card a step, and a number counts."""

    cards: int = 1  # in each pile
    phases: int = 1
    lead: int = 0

    class Table(NamedTuple):
        down: Pile
        up: Pile
        led: Tally
        phase: Tally

    def deck(self):
        for card in range(2 * self.cards):
            yield card

    def lay(self, t, deck):
        while deck.size() > self.cards:
            t.down.push(deck.pop())
        while deck.size() > 0:
            t.up.push(deck.pop())

    def step(self, t):
        if t.led.n < self.lead:
            t.led.n += 1
            return 2
        t.down.tuck(t.down.pop())
        t.up.push(t.up.pull())
        t.phase.n = (t.phase.n + 1) % self.phases
        return 1

    def score(self, t):
        return 0

    @property
    def period(self) -> int:
        return math.lcm(self.cards, self.phases)

    @property
    def seen(self) -> int:
        """The step at which Brent's way with powers of two, from WATCH on, sees the table again."""
        remembered = WATCH
        while remembered < max(self.lead, self.period):
            remembered *= 2
        return remembered + self.period


class EndlessIfLowest(Patience):
    """Six cards; the game ends at once, unless card 0 lies on top: then it never ends."""

    class Table(NamedTuple):
        stock: Pile

    def deck(self):
        yield from range(6)

    def step(self, t):
        return 1 if t.stock.top(1) == 0 else OVER

    def score(self, t):
        return t.stock.top(1)

    def won(self, t):
        return t.stock.top(1) == 1


class Halves(Patience):
    """Turns one card; the score is half of it."""

    class Table(NamedTuple):
        stock: Pile

    def deck(self):
        for card in range(4):
            yield card

    def step(self, t):
        return OVER

    def score(self, t):
        return t.stock.top(1) / 2
