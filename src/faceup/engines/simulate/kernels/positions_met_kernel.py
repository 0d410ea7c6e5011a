"""The functions of ``game_kernel`` that run no rules: the position cache, following it, and guide tables for odds."""

from typing import Any

from faceup.engines.model.kernel_names import find_place, home, write_state
from faceup.engines.model.random_stream import below, below_any
from faceup.rules.contract import CHANCE

RANDOM, FIRST, BEST, OWN = range(4)  # codes of policies; OWN + k is the k-th policy function

MOST = 1 << 17  # positions, at most; also the number of a position that is not stored
MOST_MOVES = 1 << 21  # moves of all positions together, after which no further position is stored
PLACES = 2 * MOST
SLACK = 4096  # places behind the last home, so that probing never wraps round
GUIDES = 32  # entries in the guide table of a position
LARGEST_LISTED = 256  # moves of a position with a guide table, at most

# Columns of ``positions``. COUNT is below 0 before the rules are called, PICK before a policy has chosen; SCALE maps a
# point of the odds to its entry in the guide table, and is below 0 if all moves have equal odds.
TURN, COUNT, BEGIN, TOTAL, PICK, SCALE, COLUMNS = range(7)
# Registers, and the values of CONTENT.
POSITIONS, MOVES, CONTENT, REGISTERS = range(4)
GROWING, FULL, UNUSED = range(3)

LARGEST_GUIDED = 1 << 24  # odds in all


def scale_of(stretches: int, total: int) -> int:
    """Return the factor, in units of 2**-32, from a point of the odds to its guide entry; 0 if they are too large.

    Source of guide tables: Chen and Asau 1974.
    """
    return (stretches << 32) // total if total <= LARGEST_GUIDED else 0


def fill_guide(guides: Any, ends: Any, scale: int) -> None:
    """Set each guide entry to the first outcome in its stretch of the odds; ``ends`` is the cumulative odds."""
    k = 0
    for stretch in range(len(guides)):
        lowest = ((stretch << 32) + scale - 1) // scale if scale > 0 else 0  # of the points in this stretch
        while k < len(ends) - 1 and ends[k] <= lowest:
            k += 1
        guides[stretch] = k if scale > 0 else 0


def number_of(cache: Any, s: Any) -> int:
    """Return the number of a state, which is stored if there is room; MOST if there is none."""
    count = cache.registers[POSITIONS]
    place = find_place(cache.places, cache.states, home(PLACES, s), s)
    if cache.places[place] >= 0:
        return int(cache.places[place])
    if cache.registers[CONTENT] != GROWING:
        return MOST
    write_state(cache.states, count, s)
    cache.positions[count, COUNT] = -1
    cache.places[place] = count
    count += 1
    cache.registers[POSITIONS] = count
    if count == MOST or cache.registers[MOVES] > MOST_MOVES:
        cache.registers[CONTENT] = FULL
    return int(count - 1)


def store_position(cache: Any, position: int, turn: int, count: int, total: int, odds: Any) -> None:
    """Store the moves of a position; ``total`` is 0 if they have no odds, or equal ones."""
    first = cache.registers[MOVES]
    if first > MOST_MOVES:
        return
    cache.registers[MOVES] = first + count
    end = 0
    for k in range(count):
        if total > 0:
            end += odds[k]
            cache.ends[first + k] = end
        cache.onward[first + k] = -1
    cache.positions[position, TURN], cache.positions[position, BEGIN] = turn, first
    cache.positions[position, TOTAL], cache.positions[position, PICK] = total if total > 0 else count, -1
    cache.positions[position, SCALE] = -1
    if total > 0:
        scale = scale_of(GUIDES, total) if count <= LARGEST_LISTED else 0
        cache.positions[position, SCALE] = scale
        fill_guide(cache.guides[position], cache.ends[first : first + count], scale)
    cache.positions[position, COUNT] = count


def outcome_at(cache: Any, position: int, point: int) -> int:
    """Return the place of the outcome in whose odds a point lies."""
    scale = cache.positions[position, SCALE]
    if scale < 0:
        return point
    k, first = int(cache.guides[position, (point * scale) >> 32]), cache.positions[position, BEGIN]
    while point >= cache.ends[first + k]:
        k += 1
    return k


def follow_cache(
    cache: Any, policies: Any, stream: Any, position: int, steps: int, longest: int
) -> tuple[int, int, int, int]:
    """Play on from a position as far as the cache goes.

    Returns (the last cached position, the place of the move made there or -1 if the rules have to be called, steps so
    far, the last player to decide or CHANCE).
    """
    last_decider = CHANCE
    while steps < longest:
        count, turn = cache.positions[position, COUNT], cache.positions[position, TURN]
        if count <= 0:
            break
        first = cache.positions[position, BEGIN]
        if turn == CHANCE:
            k = outcome_at(cache, position, below_any(stream, cache.positions[position, TOTAL]))
        else:
            policy = policies[turn]
            k = 0
            if policy == RANDOM:
                k = below(stream, count)
            elif policy != FIRST:
                k = cache.positions[position, PICK]
                if k < 0:
                    break
            last_decider = turn
        onward = cache.onward[first + k]
        if onward < 0:
            return position, k, steps, last_decider
        position = onward
        steps += 1
    return position, -1, steps, last_decider


PARTS = (scale_of, fill_guide, number_of, store_position, outcome_at, follow_cache)
