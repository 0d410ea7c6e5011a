"""Alpha-beta to a depth: the loop that computes the value of a position by a search of fixed depth.

An end of play within the depth has its payoff. A position at the horizon has the mean of some random playouts, fewer
for a rare outcome of chance. Each playout draws its random numbers from the moves that led to the position, so an
estimate depends neither on the order of the search nor on what it cut off. After chance the search visits all outcomes
(expectimax). Source: Knuth and Moore 1975.

A value is *sure* if it depends on no estimate: it is the exact value, or a bound, by the rules alone. Estimates keep a
little away from the ends of the payoff range, so that a sure win is more than any estimate, and a sure loss less.

One text serves CPython and machine code, like ``tree_search``, whose functions also expand and play out positions here.
A stack holds the states under search: all successors of each position on the current path, except ends of play.
"""

from math import inf
from typing import Any, NamedTuple

from faceup.engines.mcts.tree_search import (
    BROKEN,
    CROWDED,
    DONE,
    PLAYING,
    add_gain,
    is_finite,
    list_for,
    play_at_random,
    play_place,
)
from faceup.engines.model.kernel_names import EVEN, read_state, write_state
from faceup.engines.model.random_stream import MASK, begin, list_odds
from faceup.rules.contract import CHANCE, OVER

PAUSED, EXHAUSTED = 3, 4  # further statuses: the next call goes on; the limit of positions was passed
HORIZON_PLAYOUTS = 10  # of a position at the horizon, at most
SHARED = 30  # playouts of all outcomes of one chance, which share them by their odds; each has one more
AWAY = 1.0 / (1 << 20)  # of the way to the middle of the range: an estimate keeps this far away from its ends
MIXER = 1_000_003
LEVEL, TOP, LOOKED, SURE, KEY, REGISTERS = range(6)  # positions and states on the stack, positions looked at so far,
# whether the answer is sure, and the key of the random numbers
ANSWER, LEAST, MOST, MIDDLE, NUMBERS = range(5)  # the range of payoffs is infinite if it is unknown
NONE = -1


class Work(NamedTuple):
    """The working memory of the loop: arrays in machine code, lists in CPython."""

    registers: Any
    numbers: Any
    # Of each position on the current path:
    turns: Any  # the player to move
    places: Any  # the place of its state on the stack
    firsts: Any  # its first successor on the stack, the next one to search, and the end of them
    nexts: Any
    ends: Any
    ahead: Any  # the successor to search first, or NONE
    lows: Any  # the alpha-beta window
    highs: Any
    bests: Any  # the best value so far; for chance, the weighted sum so far
    deciding: Any  # the move with this value
    all_sure: Any  # whether all values so far were sure
    best_sure: Any
    killers: Any  # the killer move: the last one that caused a cutoff at this level
    # Of each state on the stack:
    states: Any
    gains: Any  # the gains before it
    paths: Any  # a hash of the moves that led there
    moved: Any  # the index of the move that led there
    weights: Any  # after chance: its probability
    # To play on with:
    row: Any
    moves: Any
    odds: Any
    stream: Any


def look(rules: Any, work: Any, depth: int, low: float, high: float, most: int, limit: int) -> int:
    """Search the state at the bottom of the stack to this depth, in moves; the state must not be an end of play.

    The answer is its value if that lies in the window, else a bound outside the window. Return DONE, PAUSED after
    ``most`` positions, EXHAUSTED if ``limit`` is passed, or the status of a failure.
    """
    registers, status = work.registers, DONE
    pause_at = registers[LOOKED] + most
    if registers[LEVEL] == 0:
        status = enter(rules, work, 0, depth, low, high, limit)
    while status == DONE and registers[LEVEL] > 0:
        level = registers[LEVEL] - 1
        if work.nexts[level] == work.ends[level]:
            leave(work, level)
        elif registers[LOOKED] >= pause_at:
            status = PAUSED
        else:
            low, high = work.lows[level], work.highs[level]
            if work.turns[level] == CHANCE:
                low, high = -inf, inf
            elif work.turns[level] == 0:
                low = max(low, work.bests[level])
            else:
                high = min(high, work.bests[level])
            status = enter(rules, work, next_state(work, level), depth - level - 1, low, high, limit)
    return status


def enter(rules: Any, work: Any, at: int, depth: int, low: float, high: float, limit: int) -> int:
    """Estimate a state at the horizon; otherwise back up the ends of play after it, and push its other successors."""
    registers, s = work.registers, read_state(work.states, at)
    if depth == 0:
        value, status = estimate(rules, work, at, s)
        if status == DONE:
            back_up_to_parent(work, value, 0, at)
        return status
    level, end, who = registers[LEVEL], registers[TOP], rules.turn(s)
    count, status = list_for(rules, work, s, who)
    if status != BROKEN and registers[LOOKED] + count > limit:
        return EXHAUSTED
    if status == DONE and end + count > len(work.states):
        return CROWDED
    if status != DONE:
        return status
    whole = 0.0
    if who == CHANCE:
        if not EVEN and list_odds(rules, s, work.moves, work.odds, count) <= 0:
            return BROKEN
        for k in range(count):
            whole += work.odds[k]
    work.turns[level], work.places[level], work.lows[level], work.highs[level] = who, at, low, high
    work.bests[level] = 0.0 if who == CHANCE else -inf if who == 0 else inf
    work.all_sure[level], work.best_sure[level], work.deciding[level] = 1, 0, NONE
    work.firsts[level], work.ahead[level] = end, NONE
    for place in range(count):
        weight = 1.0
        if who == CHANCE:
            if work.odds[place] == 0:
                continue
            weight = work.odds[place] / whole
        registers[LOOKED] += 1
        work.row[0] = work.gains[at]
        after = play_place(rules, work, s, place)
        if rules.turn(after) == OVER:
            add_gain(rules, after, work.row, rules.payoff(after))
            if not is_finite(work.row):
                return BROKEN
            take(work, level, work.row[0], 1, weight, place)
            if has_decided(work, level):
                end = work.firsts[level]
                break
        else:
            write_state(work.states, end, after)
            work.gains[end], work.moved[end], work.weights[end] = work.row[0], place, weight
            work.paths[end] = (work.paths[at] * MIXER + place + 1) & MASK
            if place == work.killers[level]:
                work.ahead[level] = end
            end += 1
    work.ends[level] = registers[TOP] = end
    work.nexts[level] = work.firsts[level]
    if end > work.firsts[level] and work.ahead[level] != NONE:
        work.nexts[level] -= 1
    registers[LEVEL] = level + 1
    return DONE


def next_state(work: Any, level: int) -> int:
    """Return the next successor of this position to search."""
    at = work.nexts[level]
    work.nexts[level] += 1
    if work.nexts[level] == work.ahead[level]:
        work.nexts[level] += 1
    return int(work.ahead[level] if at < work.firsts[level] else at)


def leave(work: Any, level: int) -> None:
    """Pop a finished position off the stack, and pass its value to the position before it."""
    work.registers[LEVEL], work.registers[TOP] = level, work.firsts[level]
    sure = work.all_sure[level]
    if has_decided(work, level):
        work.killers[level] = work.deciding[level]
        sure = max(sure, work.best_sure[level])
    back_up_to_parent(work, work.bests[level], sure, work.places[level])


def back_up_to_parent(work: Any, value: float, sure: int, at: int) -> None:
    """Back up the value of a state on the stack into the position before it."""
    level = work.registers[LEVEL] - 1
    if level < 0:
        work.numbers[ANSWER], work.registers[SURE] = value, sure
        return
    take(work, level, value, sure, work.weights[at], work.moved[at])
    if has_decided(work, level):
        work.nexts[level] = work.ends[level]


def take(work: Any, level: int, value: float, sure: int, weight: float, place: int) -> None:
    """Back up the value of a move, or of an outcome of chance."""
    who, best = work.turns[level], work.bests[level]
    work.all_sure[level] = min(work.all_sure[level], sure)
    if who == CHANCE:
        work.bests[level] = best + weight * value
    elif (value > best) if who == 0 else (value < best):
        work.bests[level], work.best_sure[level], work.deciding[level] = value, sure, place
    elif value == best and sure == 1:
        work.best_sure[level], work.deciding[level] = sure, place


def has_decided(work: Any, level: int) -> bool:
    """Whether the search of this position can stop: its value is outside the window, or no move can be better."""
    who, best = work.turns[level], work.bests[level]
    if who == CHANCE:
        return False
    if who == 0:
        return bool(best >= work.highs[level] or (best >= work.numbers[MOST] and work.best_sure[level] == 1))
    return bool(best <= work.lows[level] or (best <= work.numbers[LEAST] and work.best_sure[level] == 1))


def estimate(rules: Any, work: Any, at: int, s: Any) -> tuple[float, int]:
    """Return the mean gain of random play from a state at the horizon, gains before it included, and the status."""
    begin(work.stream, work.registers[KEY], work.paths[at])
    total, playouts = 0.0, HORIZON_PLAYOUTS
    if work.registers[LEVEL] > 0:  # the mean over many outcomes needs few of each
        playouts = min(playouts, int(SHARED * work.weights[at]) + 1)
    for _ in range(playouts):
        work.row[0] = 0.0
        status = play_at_random(rules, work, s, work.stream)
        if status != DONE:
            return 0.0, status
        total += work.row[0]
    mean = total / playouts
    return work.gains[at] + (mean + (work.numbers[MIDDLE] - mean) * AWAY), DONE


#: The functions that the loop is made of, each after those that it calls.
PARTS = (*PLAYING, play_at_random, estimate, has_decided, take, back_up_to_parent, leave, next_state, enter)
