"""The loop that plays numbered games with decisions in machine code; ``model.policies`` has its twin in CPython.

A game goes along the positions that were met before as far as it can, and on by the rules from there.
"""

from typing import Any

from faceup.engines.model.kernel_names import (
    EMPTY,
    EVEN,
    PAID,
    SLACK,
    VALUE,
    best_move,
    end_of,
    find_row,
    gained,
    home,
    last_gain,
    last_to_decide,
    nothing_gained,
    own_place,
    read_move,
    read_state,
    same_move,
    write_state,
    write_total,
)
from faceup.engines.model.random_stream import begin, below, below_any, draw_by_odds, list_moves, list_odds
from faceup.engines.simulate.positions_met_kernel import (
    BEGIN,
    BEST,
    CONTENT,
    COUNT,
    MOST,
    OWN,
    PICK,
    POSITIONS,
    RANDOM,
    UNUSED,
    go_along,
    keep,
    number_of,
)
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.game_ends import BROKEN, BY_NOBODY, CROWDED, UNFINISHED, UNKNOWN


def play_games(
    rules: Any,
    start: Any,
    seed: int,
    first: int,
    todo: Any,
    policies: Any,
    rows: Any,
    asked: Any,
    moves: Any,
    odds: Any,
    met: Any,
    kept: Any,
    stream: Any,
    longest: int,
    lasts: Any,
    outcomes: Any,
) -> int:
    """Play game ``first + i`` for each i of ``todo``, from the state in ``start``; returns how many are in ``asked``.

    ``rows`` is a state table with best moves. A state that is not there goes to ``asked``, and its game is marked.
    ``policies`` has what each seat plays by. What is gained is summed by the parts in ``number_gains`` or in
    ``row_gains``; ``own_place`` is where the move of somebody's own policy is among the moves, or -1. ``kept`` are the
    registers of ``met``; where rules are PAID on the way, no position is kept. The last state goes to row
    i of ``lasts``, which may be empty.
    """
    scores, marks, lengths = outcomes
    unknown = 0
    for i in todo:
        begin(stream, seed, first + i)
        s = read_state(start, 0)
        total = nothing_gained(scores, i)
        position, steps = MOST, 0
        mark, end = UNFINISHED, BY_NOBODY
        if not PAID and kept[CONTENT] != UNUSED:
            position = 0 if kept[POSITIONS] > 0 else number_of(met, s)
        while steps < longest:
            k = -1
            if not PAID and position < MOST:
                position, k, steps, who = go_along(met, policies, stream, position, steps, longest)
                end = last_to_decide(end, who)
                if steps == longest:
                    break
                s = read_state(met.states, position)
            if k >= 0:
                list_moves(rules, s, moves)
            else:
                who = rules.turn(s)
                if who == OVER:
                    total = gained(total, last_gain(total, rules.payoff(s)))
                    mark = end_of(total, end)
                    break
                k, mark = decide(rules, s, who, policies, rows, moves, odds, met, position, stream)
                if mark != UNFINISHED:
                    break
                end = last_to_decide(end, who)
            move = read_move(moves, k)
            if PAID:
                total = gained(total, rules.reward(s, move))
            s = rules.play(s, move)
            steps += 1
            if not PAID and kept[CONTENT] != UNUSED:
                onward = number_of(met, s)
                if position < MOST and onward < MOST and met.positions[position, COUNT] >= 0:
                    met.onward[met.positions[position, BEGIN] + k] = onward
                position = onward
        if mark == UNKNOWN and unknown < asked.shape[0]:
            write_state(asked, unknown, s)
            unknown += 1
        if i < len(lasts):
            write_state(lasts, i, s)
        write_total(scores, i, total, mark)
        marks[i] = mark
        lengths[i] = steps
    return unknown


def decide(
    rules: Any,
    s: Any,
    who: int,
    policies: Any,
    rows: Any,
    moves: Any,
    odds: Any,
    met: Any,
    position: int,
    stream: Any,
) -> tuple[int, int]:
    """The place of the move that is made by the rules, all of them listed, and UNFINISHED; or else what is wrong.

    What is found is written down where the position is kept.
    """
    count = list_moves(rules, s, moves)
    if count > len(moves):
        return -1, CROWDED
    if count == 0 or who < CHANCE or who >= len(policies):
        return -1, BROKEN
    weight = 0
    if not EVEN and who == CHANCE:
        weight = list_odds(rules, s, moves, odds, count)
        if weight < 0:
            return -1, BROKEN
    if not PAID and position < MOST and met.positions[position, COUNT] < 0:
        keep(met, position, who, count, weight, odds)
    k, mark = next_move(rules, s, who, policies, rows, moves, odds, count, weight, stream)
    if not PAID and position < MOST and who >= 0 and policies[who] >= BEST and mark == UNFINISHED:
        met.positions[position, PICK] = k
    return k, mark


def next_move(
    rules: Any,
    s: Any,
    who: int,
    policies: Any,
    rows: Any,
    moves: Any,
    odds: Any,
    count: int,
    weight: int,
    stream: Any,
) -> tuple[int, int]:
    """The place of the move that chance or a policy makes, and UNFINISHED; or else what is wrong."""
    if who == CHANCE:
        if EVEN:  # known when code is made
            return below_any(stream, count), UNFINISHED
        return draw_by_odds(odds, weight, stream), UNFINISHED
    policy = policies[who]
    if policy == RANDOM:
        return below(stream, count), UNFINISHED
    k = 0
    if policy == BEST:
        row = find_row(rows, home(rows.shape[0] - SLACK, s), s)
        if rows[row, VALUE] == EMPTY:
            return 0, UNKNOWN
        k, wanted = count - 1, best_move(rows, row)
        while k >= 0 and not same_move(read_move(moves, k), wanted):
            k -= 1
    elif policy >= OWN:
        k = own_place(rules, s, policy - OWN, moves, count)
    return max(k, 0), UNFINISHED if k >= 0 else BROKEN


HELPERS = (list_moves, list_odds, draw_by_odds, next_move, decide)
