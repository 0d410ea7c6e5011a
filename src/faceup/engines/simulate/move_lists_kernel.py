"""The parts of the loop in ``game_kernel`` that keep lists of moves, with their odds, under what they depend on.

All throws of as many dice are one list, whatever else the state says: where the rules tell the key to a list
(``native.lowering.forms.memo_keys``), the moves are enumerated and weighed once.
"""

from typing import Any

from faceup.engines.model.kernel_names import EVEN, KEYED
from faceup.engines.model.random_stream import list_moves, list_odds
from faceup.engines.simulate.odds_guide import fill_guide, scale_of
from faceup.rules.contract import CHANCE

LISTS = 1 << 12  # lists, after which none is kept any more
PLACES = 2 * LISTS
SLACK = 4096  # places behind the last home, so that probing never wraps round
MOST_LISTED = 1 << 16  # moves of all lists together, after which no further list is kept
GUIDES = 1 << 10  # stretches of the odds of a list, at most
MOST_GUIDES = 1 << 18  # of all lists together
LARGEST_LISTED = 1 << 16  # moves of a list whose odds are guided

COUNT, BEGIN, TOTAL, SCALE, GUIDE, PACKED, COLUMNS = range(7)  # of ``lists``
KEPT, LISTED, GUIDED, REGISTERS = range(4)  # how many lists, moves and stretches there are

# Odd numbers with their bits well mixed (the first words of SHA-256).
MIX = 0x6A09E667F3BCC909, 0x3B67AE8584CAA73B, 0x3C6EF372FE94F82B, 0x254FF53A5F1D36F1


def find_moves(rules: Any, s: Any, who: int, kept: Any, moves: Any, odds: Any) -> tuple[int, int, int, int]:
    """The moves in a state: the number of their list, where it begins in ``moves``, how many they are, and what their
    odds sum to; 0 for the odds of those that somebody chooses from, or that are all the same.

    The number is -1 where the list is not kept for the next time: for want of a key, or of room. There may be one move
    more than there is room for, and odds that are none sum to -1.
    """
    n = place = -1
    key = weights = (0, 0, 0, 0)
    if KEYED:
        key, weighed = rules._moves_key(s), True
        if not EVEN and who == CHANCE:
            weights = rules._odds_key(s)
            weighed = weights[0] > 0
        if key[0] > 0 and weighed:
            place = find_key(kept, key, weights)
            n = kept.places[place]
            if n >= 0:
                row = kept.lists[n]
                return n, row[BEGIN], row[COUNT], 0 if row[SCALE] < 0 else row[TOTAL]
    begin = len(moves) - len(odds)
    if place >= 0:
        n = room_for_list(kept)
        if n >= 0:
            begin = kept.registers[LISTED]
    listed = moves[begin : begin + len(odds)]
    count, total = list_moves(rules, s, listed), 0
    if not EVEN and who == CHANCE and count <= len(odds):
        total = list_odds(rules, s, listed, odds, count)
    if n >= 0:
        if 0 < count <= len(odds) and total >= 0:
            keep_list(kept, n, place, key, weights, begin, count, total, odds)
        else:
            n = -1
    return n, begin, count, total


def packed_key(key: Any, weights: Any) -> int:
    """Both keys in one word, where all their words are small; else 0, which is no key."""
    small = (key[0] | key[1] | key[2] | key[3] | weights[0] | weights[1] | weights[2] | weights[3]) >> 8 == 0
    one = key[0] | key[1] << 8 | key[2] << 16 | key[3] << 24
    return one | weights[0] << 32 | weights[1] << 40 | weights[2] << 48 | weights[3] << 56 if small else 0


def find_key(kept: Any, key: Any, weights: Any) -> int:
    """The place of a list with this key, and this one to its odds; or the empty one where it belongs."""
    mixed = packed = packed_key(key, weights)
    if packed == 0:
        mixed = (key[0] + 2 * weights[0]) * MIX[0] + (key[1] ^ (weights[1] << 32)) * MIX[1]
        mixed += (key[2] ^ (weights[2] << 32)) * MIX[2] + (key[3] ^ (weights[3] << 32)) * MIX[3]
    place = ((mixed * MIX[0]) >> 40) & (PLACES - 1)
    while kept.places[place] >= 0:
        n = kept.places[place]
        if kept.lists[n, PACKED] == packed and (packed != 0 or same_key(kept.keys[n], key, weights)):
            return place
        place += 1
    return place


def same_key(row: Any, key: Any, weights: Any) -> bool:
    """Whether these are the words of a key, and of one to its odds."""
    same = row[0] == key[0] and row[1] == key[1] and row[2] == key[2] and row[3] == key[3]
    same = same and row[4] == weights[0] and row[5] == weights[1] and row[6] == weights[2] and row[7] == weights[3]
    return bool(same)


def room_for_list(kept: Any) -> int:
    """The number of the next list that is kept; -1 where there is no room for one."""
    n = kept.registers[KEPT]
    full = n == LISTS or kept.registers[LISTED] > MOST_LISTED or kept.registers[GUIDED] > MOST_GUIDES
    return -1 if full else n


def keep_list(
    kept: Any, n: int, place: int, key: Any, weights: Any, begin: int, count: int, total: int, odds: Any
) -> None:
    """Write a list down: so many moves from ``begin`` on, and their odds, where these sum to more than 0."""
    guide, end, scale = kept.registers[GUIDED], 0, -1
    if total > 0:
        for k in range(count):
            end += odds[k]
            kept.ends[begin + k] = end
        stretches = min(total, GUIDES)
        scale = scale_of(stretches, total) if count <= LARGEST_LISTED else 0
        fill_guide(kept.guides[guide : guide + stretches], kept.ends[begin : begin + count], scale)
        kept.registers[GUIDED] = guide + stretches
    row, words = kept.lists[n], kept.keys[n]
    row[COUNT], row[BEGIN], row[TOTAL], row[SCALE], row[GUIDE] = count, begin, total, scale, guide
    row[PACKED] = packed_key(key, weights)
    for k in range(4):
        words[k], words[4 + k] = key[k], weights[k]
    kept.places[place] = n
    kept.registers[KEPT], kept.registers[LISTED] = n + 1, begin + count


def outcome_of(kept: Any, n: int, point: int) -> int:
    """The place of the outcome in whose odds a point lies, among the moves of a list."""
    row = kept.lists[n]
    if row[SCALE] < 0:
        return point
    k, first = int(kept.guides[row[GUIDE] + ((point * row[SCALE]) >> 32)]), row[BEGIN]
    while point >= kept.ends[first + k]:
        k += 1
    return k


def odds_of(kept: Any, n: int, odds: Any) -> None:
    """Write down the odds of a list's outcomes."""
    first, before = kept.lists[n, BEGIN], 0
    for k in range(kept.lists[n, COUNT]):
        odds[k] = kept.ends[first + k] - before
        before = kept.ends[first + k]


LIST_PARTS = (packed_key, same_key, find_key, room_for_list, keep_list, outcome_of, odds_of)  # which run no rules
