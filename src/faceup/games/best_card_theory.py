"""The theory of best card: thresholds by one-step look-ahead, and the probability of a win, for a deck of any size.

docs/best-card-theory.md derives and proves every formula, under the names used here: ``more`` cards are still to turn,
and ``below`` of the ``unseen`` cards are lower than some card.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate, groupby
from math import fsum, inf, lcm, perm, prod
from operator import mul, truediv
from typing import Any

from faceup.rules import Estimate, Theory

ROUNDING = 2.0**-53  # the relative error of one operation on floats
SLACK = 1.01  # more than enough for products of such errors
MOST_HAND = 13  # the largest hand on which theory and search are compared


class BestCardTheory(Theory):
    """Hold a highest card so far if it reaches a threshold, which falls with every card turned."""

    source = "one-step look-ahead, the monotone case (Chow and Robbins 1961); proved in docs/best-card-theory.md"
    columns = ("drawn", "card")
    move = 1  # HOLD

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.lowest: list[int] = []  # the lowest card to hold, by the cards still to turn; filled at the first use

    def sizes(self) -> Iterator[dict[str, int]]:
        smaller, deck = 1, 1
        while True:
            for hand in range(1, min(deck, MOST_HAND) + 1):
                yield {"deck": deck, "hand": hand}
            smaller, deck = deck, smaller + deck

    def value(self, state: Any, exact: bool = False) -> int | Fraction | Estimate:
        game, (drawn, card, doing) = self.game, state
        more = game.hand - drawn
        if doing == game.LOST or (doing == game.TURNING and more == 0):
            return 0
        if doing == game.HOLDING or (doing == game.CHOOSING and self.excess(more, card) <= 0):
            return self.hold(drawn, card, exact)
        return self.go_on(drawn, card, exact)

    def best(self, state: Any) -> list[int]:
        more = self.game.hand - state.drawn
        excess = self.excess(more, state.card)
        hold = [self.game.HOLD] if excess <= 0 else []
        return hold + ([self.game.GO_ON] if more and excess >= 0 else [])

    def thresholds(self) -> tuple[int, ...]:
        return tuple(reversed(self.lowest_held()[1:]))

    # Whether to hold

    def look_ahead(self, more: int, card: int) -> float:
        """Return the odds of exactly one new highest card to none: holding is best if they are at most 1."""
        idle = self.game.deck - self.game.hand
        room = card - self.game.hand
        if more and room < 0:
            return inf  # a higher card must come
        factors = map(truediv, range(idle + 1, idle + more + 1), range(room + 1, room + more + 1))
        try:
            return fsum((product - 1.0) / k for k, product in enumerate(accumulate(factors, mul), 1))
        except OverflowError:
            return inf

    def excess(self, more: int, card: int) -> float:
        """A number with the sign of the odds of ``look_ahead`` minus 1, decided exactly."""
        odds = self.look_ahead(more, card)
        if abs(odds - 1.0) > 15 * ROUNDING * more:
            return odds - 1.0
        one = 1 << 128  # the odds in these units; divisions round down, so they are at most 3 * more units too low
        total = self.odds_in_units(more, card, one)
        if not one - 3 * more <= total <= one:
            return (total - one) / one
        return self.exact_excess(more, card)

    def odds_in_units(self, more: int, card: int, one: int) -> int:
        """Return the odds of ``look_ahead`` in integer units, ``one`` of which make 1, rounded down."""
        idle, room = self.game.deck - self.game.hand, card - self.game.hand
        product, total = one, 0
        for k in range(1, more + 1):
            product = product * (idle + k) // (room + k)
            total += (product - one) // k
        return total

    def exact_excess(self, more: int, card: int) -> int:
        """Return the sign of the odds of ``look_ahead`` minus 1, in integers: all terms over one denominator."""
        idle, room = self.game.deck - self.game.hand, card - self.game.hand
        one = perm(room + more, more) * lcm(*range(1, more + 1))
        product, total = one, -one
        for k in range(1, more + 1):
            product = product // (room + k) * (idle + k)
            total += (product - one) // k
        return (total > 0) - (total < 0)

    def lowest_held(self) -> list[int]:
        """Return the lowest card to hold, by the number of cards still to turn: 0, 1, ..., hand - 1."""
        if self.lowest:
            return self.lowest
        deck, hand = self.game.deck, self.game.hand
        lowest_cards, steepness = [1], [0.0, 0.0]
        for more in range(1, hand):
            # (deck - hand) / (cards that are held) is nearly linear in ``more``: extrapolate from the last two.
            steep = max(2 * steepness[-1] - steepness[-2], 1.0)
            guess = deck - int((deck - hand) / steep)
            lowest, crossing = self.crossing(more, max(hand, lowest_cards[-1]), guess)
            lowest_cards.append(lowest)
            steepness.append((deck - hand) / max(deck - crossing, 0.5))
        self.lowest = lowest_cards
        return lowest_cards

    def crossing(self, more: int, least: int, guess: int) -> tuple[int, float]:
        """Return the lowest card to hold, ``least`` or more, and the point between two cards with odds of 1."""
        low, high = least - 1, self.game.deck  # going on is better at low, holding at high
        low_excess = high_excess = 0.0  # 0: not computed
        step = 1
        while high - low > 1:
            card = min(max(guess, low + 1), high - 1)
            excess = self.excess(more, card)
            if excess > 0:
                low, low_excess = card, excess
            else:
                high, high_excess = card, excess or -ROUNDING
            if low_excess and high_excess:
                guess = (low + high) // 2
            else:
                guess = low + step if low_excess else high - step
                step *= 2
        if not (low_excess and high_excess):
            return high, float(high)
        return high, high + high_excess / (low_excess - high_excess)

    # The probability of a win

    def hold(self, drawn: int, card: int, exact: bool) -> int | Fraction | Estimate:
        """Return the probability that no higher card comes: all cards still to turn are lower."""
        below, unseen, more = card - drawn, self.game.deck - drawn, self.game.hand - drawn
        if more == 0 or below < more:
            return int(more == 0)
        if exact:
            return Fraction(perm(below, more), perm(unseen, more))
        chance = prod(map(truediv, range(below, below - more, -1), range(unseen, unseen - more, -1)))
        return Estimate(chance, SLACK * 2 * more * ROUNDING * chance + 1e-300)

    def go_on(self, drawn: int, card: int, exact: bool) -> Fraction | Estimate:
        """Return the probability that a higher card is held later, and is the highest of all."""
        if exact:
            return self.go_on_exactly(drawn, card)
        unseen, more = self.game.deck - drawn, self.game.hand - drawn
        gains, losses = [1.0], [0.0]
        for low, first, last in self.steps(drawn, card):
            below = low - 1 - drawn
            factors = map(truediv, range(below, below - more, -1), range(unseen, unseen - more, -1))
            chances = [1.0, *accumulate(factors, mul)]  # the probability that k cards are all below, by k
            gap = 0.0  # chances[k] - chances[more], summed from positive terms
            for k in range(more - 1, first - 1, -1):
                gap += chances[k] * ((unseen - below) / (unseen - k))
                gains.append((min(k, last) - first + 1) * (chances[k] / k + gap / (more - k)))
            losses.append((last - first + 1) * chances[more])
        gain, loss = fsum(gains), fsum(losses)
        return Estimate((gain - loss) / more, SLACK * (3 * more + 8) * ROUNDING * (gain + loss) / more)

    def go_on_exactly(self, drawn: int, card: int) -> Fraction:
        """Return the probability of ``go_on`` in integers: all terms over one denominator."""
        unseen, more = self.game.deck - drawn, self.game.hand - drawn
        one = perm(unseen, more) * lcm(*range(1, more + 1))
        total = one
        for low, first, last in self.steps(drawn, card):
            below = low - 1 - drawn
            chances = [one]
            for k in range(more):
                chances.append(chances[k] // (unseen - k) * (below - k))
            for k in range(first, more):
                gap = (chances[k] - chances[more]) // (more - k)
                total += (min(k, last) - first + 1) * (chances[k] // k + gap)
            total -= (last - first + 1) * chances[more]
        return Fraction(total, more * one)

    def steps(self, drawn: int, card: int) -> Iterator[tuple[int, int, int]]:
        """Yield the lowest card to hold in the next draws, with the first and last draw of each step of the
        thresholds.
        """
        coming = [max(low, card + 1) for low in reversed(self.lowest_held()[: self.game.hand - drawn])]
        first = 1
        for low, equal in groupby(coming):
            last = first + len(list(equal)) - 1
            yield low, first, last
            first = last + 1
