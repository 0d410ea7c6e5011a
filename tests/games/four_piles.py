"""Patiences with four piles that use what machine code in lanes has to know."""

from typing import Any

from faceup.rules import OVER, NamedTuple, Patience, Pile, Tally, suit


class FourPiles(Patience):
    """What the games below have in common."""

    suits: int = 4
    ranks: int = 13

    class Table(NamedTuple):
        stock: Pile
        heap: Pile
        left: Pile
        right: Pile

    def deck(self) -> Any:
        return iter(range(self.suits * self.ranks))

    def score(self, t: Any) -> int:
        return t.heap.size() + 2 * t.left.size()


class Pairs(FourPiles):
    def step(self, t):
        if t.heap.size() >= 2 and t.heap.top(1) // self.suits == t.heap.top(2) // self.suits:
            t.heap.drop(2)
            return 1
        if t.stock.size() == 0:
            return OVER
        t.heap.push(t.stock.pop())
        return 0


class Sorting(FourPiles):
    """Elif, else, locals, and, or, not, chained comparisons, conditional expressions, computed cards, clear."""

    def step(self, t):
        if not t.stock.size():
            return OVER
        card = t.stock.pop()
        alike = t.left.size() > 0 and suit(t.left.top(1), self.suits) == suit(card, self.suits)
        if alike or card in (3, 5):
            t.left.push(card)
        elif 10 <= card < 20 or card % 7 == 2:
            t.right.push((card * 2 + 1) % 64)
        elif t.right.size() >= 4 and not (card & 1):
            t.right.clear()
            t.left.push(min(card, 9))
            return 2
        else:
            t.heap.push(card if card > 30 else max(card - 3, 0))
            if card ^ 5 > 50:
                return 3
        if t.heap.size() > 5 and t.heap.top(3) - t.heap.top(5) > -4:
            low, high = sorted([t.heap.pop(), t.heap.pop()])
            t.heap.drop(2)
            t.left.push((high - low) // 3)
        return card

    def won(self, t):
        if t.right.size() == 0:
            return False
        return t.right.top(1) > 20 and t.left.size() != 7


class Dealt(FourPiles):
    """A lay of its own, dynamic places, loops, tallies, a score that alters the table."""

    class Table(NamedTuple):
        one: Pile
        turn: Tally
        two: Pile
        three: Pile
        mood: Tally

    def lay(self, t, deck):
        t.turn.n = 1
        t.two.push(deck.under(1))
        for place in (0, 2, 3):
            for _ in range(7):
                t[place].push(deck.pull() if place == 2 else deck.pop())
        t.three.tuck(t.one.pop())

    def step(self, t):
        own = (t.one, t.two, t.three)[t.turn.n]
        if own.size() == 0:
            return OVER
        card = own.pop()
        t.turn.n = (t.turn.n + 1 + card % 2) % 3
        if own.size() > 0 and any(own.top(1) == card + more for more in (1, 4)):
            t.mood.n = t.mood.n * 5 // 4 + 1 if 0 <= t.mood.n < 50 else -60
        elif t.mood.n > 0 and card > 40:
            t.mood.n -= 1
            t.one.push(card - 40)
        return 0

    def score(self, t):
        total = 0
        for place in range(1, 4):
            if t.one.size() >= place:
                total += t.one.pop() - 60
        return total + t.mood.n * 100

    def won(self, t):
        return t.one.size() == 0 and bool(t.mood.n)


class Reckoning(FourPiles):
    """Arithmetic of every kind, exceptions as control flow, values that choose a way."""

    def step(self, t):
        try:
            card = t.stock.pop()
        except IndexError:
            return OVER
        number = (-card) // 5 + card % -3 - (card >> 2) * card + (~card | 3) + divmod(card, 6)[1] + 3 * (card - 9 ^ 77)
        t.heap.push(number % 128 & 0x7F)
        if number * card > 1000 or number < -100:
            t.left.push(abs(number) % 50)
        elif card < 12:
            t.right.push((1, 4, 2, 8)[card % 4] + (2 << card % 2) + len(f"{card // 5}!"))
        return int(card > 3)

    def score(self, t):
        return sum(t.heap.top(k) for k in range(1, min(t.heap.size(), 5) + 1)) * 300 - t.left.size()

    def won(self, t):
        return t.right.size() > 0 and round(t.right.top(1) % 8 / 2 ** (t.heap.top(1) // 64)) == 2


class Careless(FourPiles):
    """Breaks the rules in some games: in step, score, and won; by a pop, a top, a card."""

    def step(self, t):
        card = t.stock.pop()
        if card == 7:
            t.heap.push(t.left.pop())
        if card == 9:
            t.left.push(100 // (t.left.size() % 3))
        if card > 45:
            t.heap.push(card * 3 - 30)
        if card % 8 == 1:
            t.left.push(card)
        if card % 11 == 10 and t.stock.size() < 40:
            return OVER
        t.heap.push(card)
        return 0

    def score(self, t):
        return t.left.top(2) - t.heap.size()

    def won(self, t):
        return t.heap.top(12) > 20


class Growing(FourPiles):
    """More and more cards, until the room of a pile ends the game."""

    def step(self, t):
        if t.stock.size() == 0:
            return OVER
        t.heap.push(t.stock.top(1))
        if t.heap.size() % 3 == 0 or t.stock.top(1) < 18:
            t.stock.drop(1)
        return 0


class EndlessIfOdd(FourPiles):
    """Some games go on for ever, once the first card of the deck is odd."""

    def step(self, t):
        if t.stock.size() == 0:
            if t.heap.top(1) % 2 == 0:
                return OVER
            t.stock.take(t.heap, 3)
        t.heap.push(t.stock.pop())
        return 0


class Redealt(FourPiles):
    """A new stock from the waste, twice: as many ways as the waste has sizes."""

    class Table(NamedTuple):
        stock: Pile
        heap: Pile
        waste: Pile
        deals: Tally

    def step(self, t):
        if t.stock.size() == 0:
            if t.deals.n == 2 or t.waste.size() == 0:
                return OVER
            t.deals.n += 1
            t.stock.take(t.waste, t.waste.size())
            return 1
        card = t.stock.pop()
        fits = t.heap.size() == 0 or abs(card // self.suits - t.heap.top(1) // self.suits) == 1
        (t.heap if fits else t.waste).push(card)
        return 0

    def score(self, t):
        return t.waste.size()
