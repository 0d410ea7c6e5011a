"""The value of Yahtzee with jokers, turn by turn in arrays: an answer to compare with that of ``yahtzee.py``.

    python bench/yahtzee_by_turns.py [forced]

It shares no code with the rules there. A turn's value depends on the boxes that are filled, on the points in ones to
sixes (up to 63), and on whether the box of five alike has its 50 points. With ``forced``, a further Yahtzee must fill
the box of its own number if that is empty, else a lower box if one is.
"""

import sys
from collections import Counter
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np

UPPER, BOXES = 6, 13
THREE, FOUR, HOUSE, SHORT, LONG, ANY, FIVE = range(UPPER, BOXES)
BONUS_FROM, BONUS, FURTHER = 63, 35, 100
THROWS = list(combinations_with_replacement(range(1, 7), 5))
KEPT = [kept for count in range(6) for kept in combinations_with_replacement(range(1, 7), count)]
FIVE_ALIKE = np.array([throw[0] == throw[4] for throw in THROWS])
ONES_TO_SIXES = np.arange(BONUS_FROM + 1)


def points(throw: tuple[int, ...], box: int) -> int:
    """Return what a throw scores in a box, without jokers."""
    count = Counter(throw)
    most = max(count.values())
    if box < UPPER:
        return (box + 1) * count[box + 1]
    if box in (THREE, FOUR, ANY):
        return sum(throw) if box == ANY or most >= box - 3 else 0
    if box == HOUSE:
        return 25 if sorted(count.values()) == [2, 3] else 0
    if box == FIVE:
        return 50 if most == 5 else 0
    length = 4 if box == SHORT else 5
    straight = any(set(range(low, low + length)) <= set(throw) for low in range(1, 8 - length))
    return (30 if box == SHORT else 40) if straight else 0


def chances() -> Any:
    """Return the chance of each throw after each set of dice is kept (kept, throws)."""
    place, result = {throw: i for i, throw in enumerate(THROWS)}, np.zeros((len(KEPT), len(THROWS)))
    for i, kept in enumerate(KEPT):
        for others in product(range(1, 7), repeat=5 - len(kept)):
            result[i, place[tuple(sorted(kept + others))]] += 6.0 ** (len(kept) - 5)
    return result


def ways_to_keep() -> Any:
    """Return the sets of dice that each throw can be reduced to (throws, 32), by number."""
    place = {kept: i for i, kept in enumerate(KEPT)}
    return np.array(
        [[place[tuple(die for k, die in enumerate(throw) if keep >> k & 1)] for keep in range(32)] for throw in THROWS]
    )


def scores(filled: int) -> Any:
    """Return what each throw scores in each box (throws, boxes), jokers included, without the two bonuses."""
    result = SCORES.copy()
    if filled >> FIVE & 1:
        for i in np.flatnonzero(FIVE_ALIKE).tolist():
            if filled >> THROWS[i][0] - 1 & 1:
                result[i, [HOUSE, SHORT, LONG]] = 25, 30, 40
    return result


def allowed(filled: int, box: int) -> Any:
    """Return which throws may be scored in a box under ``forced``."""
    result = np.ones(len(THROWS), bool)
    if filled >> FIVE & 1:
        lower_left = any(not filled >> other & 1 for other in range(UPPER, BOXES))
        for i in np.flatnonzero(FIVE_ALIKE).tolist():
            own = THROWS[i][0] - 1
            result[i] = box == own if not filled >> own & 1 else box >= UPPER or not lower_left
    return result


def value(forced: bool) -> float:
    """Return the value of the game, by backward induction over the sets of filled boxes."""
    chance, keep = chances(), ways_to_keep()
    worth = np.zeros((1 << BOXES, 2, BONUS_FROM + 1))
    for filled in sorted(range((1 << BOXES) - 1), key=int.bit_count, reverse=True):
        gains = scores(filled)
        for fifty in (0, 1) if filled >> FIVE & 1 else (0,):
            best = np.full((len(THROWS), BONUS_FROM + 1), -np.inf)
            for box in range(BOXES):
                if filled >> box & 1:
                    continue
                gain, after = gains[:, box, None], worth[filled | 1 << box]
                if box < UPPER:
                    total = ONES_TO_SIXES + gain
                    crossed = (ONES_TO_SIXES < BONUS_FROM) & (total >= BONUS_FROM)
                    worths = gain + BONUS * crossed + after[fifty][np.minimum(total, BONUS_FROM)]
                elif box == FIVE:
                    worths = gain + np.where(FIVE_ALIKE[:, None], after[1], after[0])
                else:
                    worths = gain + after[fifty]
                if forced:
                    worths = np.where(allowed(filled, box)[:, None], worths, -np.inf)
                best = np.maximum(best, worths)
            best += FURTHER * fifty * FIVE_ALIKE[:, None]
            for _ in range(2):
                best = (chance @ best)[keep].max(axis=1)
            worth[filled, fifty] = (chance @ best)[0]
    return float(worth[0, 0, 0])


SCORES = np.array([[points(throw, box) for box in range(BOXES)] for throw in THROWS])

print(value("forced" in sys.argv[1:]))
