"""The parts of the loop in ``game_kernel`` that keep lists of moves, with their odds, under what they depend on.

All throws of as many dice are one list, whatever else the state says: where the rules tell the key to a list
(``native.lowering.memo_keys``), the moves are enumerated and weighed once.
"""

from typing import Any

from faceup.engines.model.kernel_names import EVEN
from faceup.engines.model.moves_kernel import list_moves, list_odds
from faceup.engines.simulate.odds_guide import fill_guide, scale_of
from faceup.rules.contract import CHANCE

LISTS = 1 << 12  # lists, after which none is kept any more
PLACES = 2 * LISTS
SLACK = 4096  # places behind the last home, so that probing never wraps round
MOST_LISTED = 1 << 16  # moves of all lists together, after which no further list is kept
GUIDES = 1 << 10  # stretches of the odds of a list, at most
MOST_GUIDES = 1 << 18  # of all lists together
LARGEST_LISTED = 1 << 16  # moves of a list whose odds are guided

COUNT, BEGIN, TOTAL, SCALE, GUIDE, COLUMNS = range(6)  # of ``lists``
KEPT, LISTED, GUIDED, REGISTERS = range(4)  # how many lists, moves and stretches there are

# Odd numbers with their bits well mixed (the first words of SHA-256).
MIX = 0x6A09E667F3BCC909, 0x3B67AE8584CAA73B, 0x3C6EF372FE94F82B, 0x254FF53A5F1D36F1


def find_list(rules: Any, s: Any, who: int, kept: Any, moves: Any, odds: Any) -> int:
    """The number of the list of the moves in a state, which is kept from now on where there is room; -1 for none."""
    key = rules._moves_key(s)
    if key[0] == 0:
        return -1
    weights = (0, 0, 0, 0)
    if not EVEN and who == CHANCE:
        weights = rules._odds_key(s)
        if weights[0] == 0:
            return -1
    mixed = (key[0] + 2 * weights[0]) * MIX[0] + (key[1] ^ (weights[1] << 32)) * MIX[1]
    mixed += (key[2] ^ (weights[2] << 32)) * MIX[2] + (key[3] ^ (weights[3] << 32)) * MIX[3]
    place = ((mixed ^ (mixed >> 29)) >> 20) & (PLACES - 1)
    while kept.places[place] >= 0:
        n = kept.places[place]
        row = kept.keys[n]
        if (row[0] == key[0] and row[1] == key[1] and row[2] == key[2] and row[3] == key[3]) and (
            row[4] == weights[0] and row[5] == weights[1] and row[6] == weights[2] and row[7] == weights[3]
        ):
            return int(n)
        place += 1
    return keep_list(rules, s, who, kept, moves, odds, key, weights, place)


def keep_list(
    rules: Any, s: Any, who: int, kept: Any, moves: Any, odds: Any, key: Any, weights: Any, place: int
) -> int:
    """Enumerate the moves of a state and write them down; their number as a list, or -1 for no list that is kept."""
    n, begin, guide = kept.registers[KEPT], kept.registers[LISTED], kept.registers[GUIDED]
    if n == LISTS or begin > MOST_LISTED or guide > MOST_GUIDES:
        return -1
    some = moves[begin : begin + len(odds)]
    count = list_moves(rules, s, some)
    total = count
    if count == 0 or count > len(odds):
        return -1
    scale = -1
    if not EVEN and who == CHANCE:
        total = list_odds(rules, s, some, odds, count)
        if total < 0:
            return -1
        end = 0
        for k in range(count):
            end += odds[k]
            kept.ends[begin + k] = end
        stretches = min(total, GUIDES)
        scale = scale_of(stretches, total) if count <= LARGEST_LISTED else 0
        fill_guide(kept.guides[guide : guide + stretches], kept.ends[begin : begin + count], scale)
        kept.registers[GUIDED] = guide + stretches
    row = kept.lists[n]
    row[COUNT], row[BEGIN], row[TOTAL], row[SCALE], row[GUIDE] = count, begin, total, scale, guide
    words = kept.keys[n]
    for k in range(4):
        words[k], words[4 + k] = key[k], weights[k]
    kept.places[place] = n
    kept.registers[KEPT], kept.registers[LISTED] = n + 1, begin + count
    return int(n)


def outcome_of(kept: Any, n: int, point: int) -> int:
    """The place of the outcome in whose odds a point lies, among the moves of a list."""
    row = kept.lists[n]
    if row[SCALE] < 0:
        return point
    k, first = int(kept.guides[row[GUIDE] + ((point * row[SCALE]) >> 32)]), row[BEGIN]
    while point >= kept.ends[first + k]:
        k += 1
    return k


def odds_of(kept: Any, n: int, odds: Any) -> int:
    """Write down the odds of a list's outcomes; returns what they sum to."""
    first, before = kept.lists[n, BEGIN], 0
    for k in range(kept.lists[n, COUNT]):
        odds[k] = kept.ends[first + k] - before
        before = kept.ends[first + k]
    return int(before)


LIST_PARTS = (outcome_of, odds_of)  # which run no rules
LISTING = (keep_list, find_list)
