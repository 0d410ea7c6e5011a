"""The parts of the loop in ``game_kernel`` that run no rules: positions that are kept, and going along them."""

from typing import Any

from faceup.engines.model.kernel_names import find_place, home, write_state
from faceup.engines.model.random_stream import below, below_any
from faceup.engines.simulate.odds_guide import GUIDING, fill_guide, scale_of
from faceup.rules.contract import CHANCE

RANDOM, FIRST, BEST, OWN = range(4)  # what a policy is, inside the kernel; from OWN on, which of somebody's own

MOST = 1 << 17  # positions; the number of one that is not kept, too
MOST_MOVES = 1 << 21  # of all positions together, after which no further position is kept
PLACES = 2 * MOST
SLACK = 4096  # places behind the last home, so that probing never wraps round
GUIDES = 32  # stretches of the odds of a position
LARGEST_LISTED = 256  # moves of a position whose odds are guided

# Columns of ``positions``. COUNT is below 0 where it was not looked at, PICK where no policy has chosen; SCALE leads
# from a point of the odds to its stretch, and is below 0 where all moves have the same odds.
TURN, COUNT, BEGIN, TOTAL, PICK, SCALE, COLUMNS = range(7)
# Registers, and what CONTENT says.
POSITIONS, MOVES, CONTENT, REGISTERS = range(4)
GROWING, FULL, UNUSED = range(3)


def number_of(met: Any, s: Any) -> int:
    """The number of a state, which is kept from now on where there is room; else MOST."""
    count = met.registers[POSITIONS]
    place = find_place(met.places, met.states, home(PLACES, s), s)
    if met.places[place] >= 0:
        return int(met.places[place])
    if met.registers[CONTENT] != GROWING:
        return MOST
    write_state(met.states, count, s)
    met.positions[count, COUNT] = -1
    met.places[place] = count
    count += 1
    met.registers[POSITIONS] = count
    if count == MOST or met.registers[MOVES] > MOST_MOVES:
        met.registers[CONTENT] = FULL
    return int(count - 1)


def keep(met: Any, position: int, who: int, count: int, total: int, odds: Any) -> None:
    """Write down what was found in a position; ``total`` is 0 where its moves have no odds, or all the same."""
    first = met.registers[MOVES]
    if first > MOST_MOVES:
        return
    met.registers[MOVES] = first + count
    end = 0
    for k in range(count):
        if total > 0:
            end += odds[k]
            met.ends[first + k] = end
        met.onward[first + k] = -1
    met.positions[position, TURN], met.positions[position, BEGIN] = who, first
    met.positions[position, TOTAL], met.positions[position, PICK] = total if total > 0 else count, -1
    met.positions[position, SCALE] = -1
    if total > 0:
        scale = scale_of(GUIDES, total) if count <= LARGEST_LISTED else 0
        met.positions[position, SCALE] = scale
        fill_guide(met.guides[position], met.ends[first : first + count], scale)
    met.positions[position, COUNT] = count


def outcome_at(met: Any, position: int, point: int) -> int:
    """The place of the outcome in whose odds a point lies."""
    scale = met.positions[position, SCALE]
    if scale < 0:
        return point
    k, first = int(met.guides[position, (point * scale) >> 32]), met.positions[position, BEGIN]
    while point >= met.ends[first + k]:
        k += 1
    return k


def go_along(
    met: Any, policies: Any, stream: Any, position: int, steps: int, longest: int
) -> tuple[int, int, int, int]:
    """Play on from a position, along what is known.

    Returns the last position that is known, the place of the move made there, or -1 where the rules have to be asked
    for it, the moves before, and who decided last, CHANCE where nobody did.
    """
    decided = CHANCE
    while steps < longest:
        count, who = met.positions[position, COUNT], met.positions[position, TURN]
        if count <= 0:
            break
        first = met.positions[position, BEGIN]
        if who == CHANCE:
            k = outcome_at(met, position, below_any(stream, met.positions[position, TOTAL]))
        else:
            policy = policies[who]
            k = 0
            if policy == RANDOM:
                k = below(stream, count)
            elif policy != FIRST:
                k = met.positions[position, PICK]
                if k < 0:
                    break
            decided = who
        onward = met.onward[first + k]
        if onward < 0:
            return position, k, steps, decided
        position = onward
        steps += 1
    return position, -1, steps, decided


PARTS = (*GUIDING, number_of, keep, outcome_at, go_along)
