"""The loop that plays numbered games with decisions in machine code; ``model.policies`` does the same in CPython.

A game follows the position cache as far as it can, and calls the rules from there on.
"""

from typing import Any

from faceup.engines.model.kernel_names import (
    EMPTY,
    KEYED,
    PAID,
    SLACK,
    VALUE,
    add_gain,
    best_move,
    clear_gains,
    end_of,
    find_row,
    home,
    last_gain,
    last_to_decide,
    own_place,
    read_move,
    read_state,
    same_move,
    write_state,
)
from faceup.engines.model.random_stream import begin, below_any, list_moves, list_odds, place_by_odds
from faceup.engines.simulate.kernels.move_lists_kernel import find_moves, odds_of, outcome_of
from faceup.engines.simulate.kernels.positions_met_kernel import (
    BEGIN,
    BEST,
    CONTENT,
    COUNT,
    MOST,
    OWN,
    PICK,
    POSITIONS,
    RANDOM,
    TURN,
    UNUSED,
    follow_cache,
    number_of,
    store_position,
)
from faceup.rules.contract import BROKEN, BY_NOBODY, CHANCE, CROWDED, OVER, UNFINISHED, UNKNOWN


def play_games(
    rules: Any,
    start: Any,
    seed: int,
    first: int,
    todo: Any,
    policies: Any,
    rows: Any,
    missing: Any,
    moves: Any,
    odds: Any,
    lists: Any,
    cache: Any,
    cache_registers: Any,
    stream: Any,
    longest: int,
    lasts: Any,
    outcomes: Any,
) -> int:
    """Play game ``first + i`` for each i of ``todo``, from the state in ``start``.

    ``rows`` is a state table with best moves. A state that it misses goes to ``missing``, and its game is marked
    UNKNOWN; returns how many went there. ``policies`` has the code of each seat's policy. Gains are added up by the
    functions in ``number_gains`` or ``row_gains``; ``own_place`` gives the place of the move of a policy function among
    the moves, or -1. ``cache_registers`` are those of ``cache``; rules with rewards (PAID) use no cache. The last state
    goes to row i of ``lasts``, which may be empty.
    """
    scores, marks, lengths = outcomes
    missing_count = 0
    for i in todo:
        begin(stream, seed, first + i)
        s = read_state(start, 0)
        clear_gains(scores, i)
        position, steps = MOST, 0
        mark, end = UNFINISHED, BY_NOBODY
        if not PAID and cache_registers[CONTENT] != UNUSED:
            position = 0 if cache_registers[POSITIONS] > 0 else number_of(cache, s)
        while steps < longest:
            k = -1
            if not PAID and position < MOST:
                position, k, steps, turn = follow_cache(cache, policies, stream, position, steps, longest)
                end = last_to_decide(end, turn)
                if steps == longest:
                    break
                s = read_state(cache.states, position)
            turn = rules.turn(s) if k < 0 else cache.positions[position, TURN]
            if turn == OVER:
                add_payoff(rules, s, scores, i)
                mark = end_of(scores, i, end)
                break
            if turn < CHANCE or turn >= len(policies):
                mark = BROKEN
                break
            n, listed, count, weight = find_moves(rules, s, turn, lists, moves, odds)
            if k < 0:
                options = n, listed, count, weight
                k, mark = decide(rules, s, turn, policies, rows, moves, odds, lists, cache, position, stream, options)
                if mark != UNFINISHED:
                    break
                end = last_to_decide(end, turn)
            move = read_move(moves, listed + k)
            if PAID:
                add_reward(rules, s, move, scores, i)
            s = rules.play(s, move)
            steps += 1
            if not PAID and cache_registers[CONTENT] != UNUSED:
                onward = number_of(cache, s)
                if position < MOST and onward < MOST and cache.positions[position, COUNT] >= 0:
                    cache.onward[cache.positions[position, BEGIN] + k] = onward
                position = onward
        if mark == UNKNOWN and missing_count < missing.shape[0]:
            write_state(missing, missing_count, s)
            missing_count += 1
        if i < len(lasts):
            write_state(lasts, i, s)
        if mark >= UNFINISHED:
            clear_gains(scores, i)
        marks[i] = mark
        lengths[i] = steps
    return missing_count


def add_payoff(rules: Any, s: Any, scores: Any, i: int) -> None:
    """Add the payoff at the end of game i."""
    add_gain(scores, i, last_gain(scores[i], rules.payoff(s)))


def add_reward(rules: Any, s: Any, move: Any, scores: Any, i: int) -> None:
    """Add the reward of a move of game i."""
    add_gain(scores, i, rules.reward(s, move))


def decide(
    rules: Any,
    s: Any,
    turn: int,
    policies: Any,
    rows: Any,
    moves: Any,
    odds: Any,
    lists: Any,
    cache: Any,
    position: int,
    stream: Any,
    options: tuple[int, int, int, int],
) -> tuple[int, int]:
    """Return (place of the move to make among ``options``, UNFINISHED), or a mark of what is wrong.

    ``options`` is the result of ``find_moves``. The position is stored in the cache if it is new there.
    """
    n, listed, count, weight = options
    if count > len(odds):
        return -1, CROWDED
    if count == 0 or weight < 0:
        return -1, BROKEN
    if not PAID and position < MOST and cache.positions[position, COUNT] < 0:
        if KEYED and n >= 0 and weight > 0:
            odds_of(lists, n, odds)
        store_position(cache, position, turn, count, weight, odds)
    if turn == CHANCE:
        point = below_any(stream, weight if weight > 0 else count)
        if KEYED and n >= 0:
            return outcome_of(lists, n, point), UNFINISHED
        return place_by_odds(odds, point) if weight > 0 else point, UNFINISHED
    k, mark = place_of_move(rules, s, policies[turn], rows, moves[listed : listed + count], count, stream)
    if not PAID and position < MOST and policies[turn] >= BEST and mark == UNFINISHED:
        cache.positions[position, PICK] = k
    return k, mark


def place_of_move(rules: Any, s: Any, policy: int, rows: Any, moves: Any, count: int, stream: Any) -> tuple[int, int]:
    """Return (place of the move that a policy makes, UNFINISHED), or a mark of what is wrong."""
    if policy == RANDOM:
        return below_any(stream, count), UNFINISHED
    k = 0
    if policy == BEST:
        row = find_row(rows, home(rows.shape[0] - SLACK, s), s)
        if rows[row, VALUE] == EMPTY:
            return 0, UNKNOWN
        k, best = count - 1, best_move(rows, row)
        while k >= 0 and not same_move(read_move(moves, k), best):
            k -= 1
    elif policy >= OWN:
        k = own_place(rules, s, policy - OWN, moves, count)
    return max(k, 0), UNFINISHED if k >= 0 else BROKEN


PAYING = (add_payoff, add_reward)  # these handle payoffs, which may be lists
HELPERS = (list_moves, list_odds, find_moves, place_by_odds, place_of_move, decide)
