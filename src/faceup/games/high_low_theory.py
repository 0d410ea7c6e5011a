"""An unproved formula for cards high and low: the rounds of a deal of any size, in linear time.

A deal is a walk. From the highest card to the lowest it goes one step up for a card of the leader and one down for a
card of the other player, so it ends at height 0, where it began. Let vL be the number of rounds that the leader wins,
and vR the number that the same player wins if the other leads. Then vR - vL is 0 or 1, and e = vL + vR - n determines
both, with n cards a hand.

The formula was found by experiment. It agreed with exhaustive search on every deal of up to 16 cards a hand. The game
is the single-suit whist of J. Wästlund, A Solution of Two-Person Single-Suit Whist, Electronic Journal of Combinatorics
12 (2005), R43, who proves an algorithm of his own.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate, combinations
from typing import Any

from faceup.rules import Theory

UP, DOWN = 1, -1  # a card of the leader, a card of the other player
LONGEST = 200  # the most cards in a deal whose best moves are computed, by evaluating the deal after each move


class HighLowTheory(Theory):
    """Values by the balance of the deal. The answer to a lead is the lowest card that wins, or the lowest of all."""

    source = "a formula found by experiment; it agrees with search on every deal of up to 16 cards a hand"
    proven = False

    def sizes(self) -> Iterator[dict[str, int]]:
        hand = 0
        while True:
            hand += 1
            for cards in combinations(range(1, 2 * hand + 1), hand):
                for leader in (0, 1):
                    yield {
                        "cards": 2 * hand,
                        "matthew": sum(1 << card for card in cards),
                        "leader": leader,
                        "deal": 0,
                    }

    def is_short(self, state: Any) -> bool:
        return (state.matthew | state.benjamin).bit_length() <= LONGEST

    def value(self, state: Any, exact: bool = False) -> int:
        game = self.game
        if state.led:
            answers = (game.reward(state, card) + self.value(game.play(state, card)) for card in game.choices(state))
            return (max if state.leader == 1 else min)(answers)
        walk = steps(state.matthew, state.benjamin)
        rounds = len(walk) // 2
        if state.leader == 0:
            return (rounds + balance(walk)) // 2
        return rounds - (rounds + balance([-step for step in walk])) // 2


def steps(mine: int, others: int) -> list[int]:
    """Return the walk of two hands, from the highest card to the lowest."""
    width = (mine | others).bit_length()
    pairs = zip(f"{mine:0{width}b}", f"{others:0{width}b}", strict=True) if width else ()
    return [UP if card == "1" else DOWN for card, other in pairs if card != other]


def balance(walk: list[int]) -> int:
    """Return the number e of a deal. Swapping the hands changes its sign, so the highest card may be taken as the
    leader's.
    """
    if not walk:
        return 0
    if walk[0] == DOWN:
        return -balance([-step for step in walk])
    rounds = len(walk) // 2
    heights = [0, *accumulate(walk)]
    rising = Counter(height for height, step in zip(heights, walk, strict=False) if step == UP)
    high = sum(count for height, count in rising.items() if height >= 0)
    if 2 * high > rounds:
        return _rounds_above(rounds, heights, rising, high)
    return _rounds_below(rounds, heights, rising, high)


def _rounds_above(rounds: int, heights: list[int], rising: Counter[int], high: int) -> int:
    """Return the least t = 1, 2, ... with 2 * (steps up from heights of t or more) <= n - t; 0 if a spoiler helps."""
    if is_spoiled(heights, 0, 2 * high - rounds):
        return 0
    level = 0
    while True:
        high -= rising[level]
        level += 1
        if 2 * high <= rounds - level:
            return level


def _rounds_below(rounds: int, heights: list[int], rising: Counter[int], high: int) -> int:
    """Return the last -s of -1, -2, ... up to which no steps are missing: D = n - s - 2 * (steps up from below -s) <=
    0.
    """
    lowest, low = min(heights), rounds - high  # the steps up from below 0
    depth = 0
    while -depth > lowest:
        low -= rising[-depth - 1]
        missing = rounds - (depth + 1) - 2 * low
        if missing > 0 and not is_spoiled(heights, -depth - 1, missing):
            break
        depth += 1
    return -depth


def is_spoiled(heights: list[int], level: int, missing: int) -> bool:
    """Return the condition W of the formula: returns of the walk to a level compensate for one or two missing steps."""
    if missing not in (1, 2):
        return False
    visits = [place for place, height in enumerate(heights) if height == level]
    last = visits[-1]
    below, before = 0, heights[visits[0]]
    place = 0
    for visit in visits[1:]:
        for after in heights[place + 1 : visit + 1]:
            if after > before:
                below += 1 if before < level else -1
            before = after
        place = visit
        if below >= 2 - missing:
            break
    else:
        return False
    returns = sum(heights[visit - 1] > level for visit in visits[bisect_left(visits, place + 1) :])
    if returns == 0:
        return False
    if returns >= 2 and heights[last - 1] > level:
        return True
    return _has_record_low(heights[last:])


def _has_record_low(heights: list[int]) -> bool:
    """Return whether some step down ends at a height that the walk never goes below again."""
    lowest_yet = heights[-1]
    for place in range(len(heights) - 1, 0, -1):
        lowest_yet = min(lowest_yet, heights[place])
        if heights[place] == lowest_yet and heights[place - 1] > heights[place]:
            return True
    return False
