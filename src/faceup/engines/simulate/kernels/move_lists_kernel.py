"""The functions of ``game_kernel`` that memoize lists of moves with their odds.

All throws of the same number of dice have one list, whatever else the state says. If the rules have a key for lists
(``native.lowering.forms.memo_keys``), the moves of each key are enumerated and weighed once.
"""

from typing import Any

from faceup.engines.model.kernel_names import EVEN, KEYED
from faceup.engines.model.random_stream import list_moves, list_odds
from faceup.engines.simulate.kernels.positions_met_kernel import fill_guide, scale_of
from faceup.rules.contract import CHANCE

LISTS = 1 << 12  # lists, at most
PLACES = 2 * LISTS
SLACK = 4096  # places behind the last home, so that probing never wraps round
MOST_LISTED = 1 << 16  # moves of all lists together, after which no further list is stored
GUIDES = 1 << 10  # entries in the guide table of a list, at most
MOST_GUIDES = 1 << 18  # entries of all guide tables together
LARGEST_LISTED = 1 << 16  # moves of a list with a guide table, at most

COUNT, BEGIN, TOTAL, SCALE, GUIDE, PACKED, COLUMNS = range(7)  # columns of ``lists``
STORED, LISTED, GUIDED, REGISTERS = range(4)  # how many lists, moves and stretches there are

# Odd numbers with their bits well mixed (the first words of SHA-256).
MIX = 0x6A09E667F3BCC909, 0x3B67AE8584CAA73B, 0x3C6EF372FE94F82B, 0x254FF53A5F1D36F1


def find_moves(rules: Any, s: Any, turn: int, memo: Any, moves: Any, odds: Any) -> tuple[int, int, int, int]:
    """Return (list number, where it begins in ``moves``, count, total odds) of the moves in a state.

    The total is 0 for a player's moves and for equal odds, and -1 for invalid odds. The number is -1 if the list is not
    stored, for want of a key or of room. The count may exceed the room by one.
    """
    n = place = -1
    key = weights = (0, 0, 0, 0)
    if KEYED:
        key, weighed = rules._moves_key(s), True
        if not EVEN and turn == CHANCE:
            weights = rules._odds_key(s)
            weighed = weights[0] > 0
        if key[0] > 0 and weighed:
            place = find_key(memo, key, weights)
            n = memo.places[place]
            if n >= 0:
                row = memo.lists[n]
                return n, row[BEGIN], row[COUNT], 0 if row[SCALE] < 0 else row[TOTAL]
    begin = len(moves) - len(odds)
    if place >= 0:
        n = room_for_list(memo)
        if n >= 0:
            begin = memo.registers[LISTED]
    listed = moves[begin : begin + len(odds)]
    count, total = list_moves(rules, s, listed), 0
    if not EVEN and turn == CHANCE and count <= len(odds):
        total = list_odds(rules, s, listed, odds, count)
    if n >= 0:
        if 0 < count <= len(odds) and total >= 0:
            store_list(memo, n, place, key, weights, begin, count, total, odds)
        else:
            n = -1
    return n, begin, count, total


def packed_key(key: Any, weights: Any) -> int:
    """Pack both keys into one word if all their words are small; else return 0, which is no key."""
    small = (key[0] | key[1] | key[2] | key[3] | weights[0] | weights[1] | weights[2] | weights[3]) >> 8 == 0
    one = key[0] | key[1] << 8 | key[2] << 16 | key[3] << 24
    return one | weights[0] << 32 | weights[1] << 40 | weights[2] << 48 | weights[3] << 56 if small else 0


def find_key(memo: Any, key: Any, weights: Any) -> int:
    """Return the place of the list with these keys to its moves and odds, or the empty place where it belongs."""
    mixed = packed = packed_key(key, weights)
    if packed == 0:
        mixed = (key[0] + 2 * weights[0]) * MIX[0] + (key[1] ^ (weights[1] << 32)) * MIX[1]
        mixed += (key[2] ^ (weights[2] << 32)) * MIX[2] + (key[3] ^ (weights[3] << 32)) * MIX[3]
    place = ((mixed * MIX[0]) >> 40) & (PLACES - 1)
    while memo.places[place] >= 0:
        n = memo.places[place]
        if memo.lists[n, PACKED] == packed and (packed != 0 or same_key(memo.keys[n], key, weights)):
            return place
        place += 1
    return place


def same_key(row: Any, key: Any, weights: Any) -> bool:
    """Whether a row has the words of these two keys."""
    same = row[0] == key[0] and row[1] == key[1] and row[2] == key[2] and row[3] == key[3]
    same = same and row[4] == weights[0] and row[5] == weights[1] and row[6] == weights[2] and row[7] == weights[3]
    return bool(same)


def room_for_list(memo: Any) -> int:
    """Return the number of the next list; -1 if there is no room for one."""
    n = memo.registers[STORED]
    full = n == LISTS or memo.registers[LISTED] > MOST_LISTED or memo.registers[GUIDED] > MOST_GUIDES
    return -1 if full else n


def store_list(
    memo: Any, n: int, place: int, key: Any, weights: Any, begin: int, count: int, total: int, odds: Any
) -> None:
    """Store a list: ``count`` moves from ``begin`` on, and their odds if ``total`` is above 0."""
    guide, end, scale = memo.registers[GUIDED], 0, -1
    if total > 0:
        for k in range(count):
            end += odds[k]
            memo.ends[begin + k] = end
        stretches = min(total, GUIDES)
        scale = scale_of(stretches, total) if count <= LARGEST_LISTED else 0
        fill_guide(memo.guides[guide : guide + stretches], memo.ends[begin : begin + count], scale)
        memo.registers[GUIDED] = guide + stretches
    row, words = memo.lists[n], memo.keys[n]
    row[COUNT], row[BEGIN], row[TOTAL], row[SCALE], row[GUIDE] = count, begin, total, scale, guide
    row[PACKED] = packed_key(key, weights)
    for k in range(4):
        words[k], words[4 + k] = key[k], weights[k]
    memo.places[place] = n
    memo.registers[STORED], memo.registers[LISTED] = n + 1, begin + count


def outcome_of(memo: Any, n: int, point: int) -> int:
    """Return the place of the outcome in whose odds a point lies, among the moves of a list."""
    row = memo.lists[n]
    if row[SCALE] < 0:
        return point
    k, first = int(memo.guides[row[GUIDE] + ((point * row[SCALE]) >> 32)]), row[BEGIN]
    while point >= memo.ends[first + k]:
        k += 1
    return k


def odds_of(memo: Any, n: int, odds: Any) -> None:
    """Set ``odds`` to those of a list's outcomes."""
    first, before = memo.lists[n, BEGIN], 0
    for k in range(memo.lists[n, COUNT]):
        odds[k] = memo.ends[first + k] - before
        before = memo.ends[first + k]


LIST_PARTS = (packed_key, same_key, find_key, room_for_list, store_list, outcome_of, odds_of)  # which run no rules
