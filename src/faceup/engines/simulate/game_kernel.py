"""The loop that plays numbered games with decisions in machine code; ``model.policies`` has its twin in CPython.

A game goes along the positions that were met before as far as it can, and on by the rules from there.
"""

from typing import Any

from faceup.engines.model.kernel_names import (
    EMPTY,
    KEYED,
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
)
from faceup.engines.model.random_stream import begin, below_any, list_moves, list_odds, place_by_odds
from faceup.engines.simulate.move_lists_kernel import find_moves, odds_of, outcome_of
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
    TURN,
    UNUSED,
    go_along,
    keep,
    number_of,
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
    asked: Any,
    moves: Any,
    odds: Any,
    lists: Any,
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
        nothing_gained(scores, i)
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
            who = rules.turn(s) if k < 0 else met.positions[position, TURN]
            if who == OVER:
                add_payoff(rules, s, scores, i)
                mark = end_of(scores, i, end)
                break
            if who < CHANCE or who >= len(policies):
                mark = BROKEN
                break
            n, listed, count, weight = find_moves(rules, s, who, lists, moves, odds)
            if k < 0:
                found = n, listed, count, weight
                k, mark = decide(rules, s, who, policies, rows, moves, odds, lists, met, position, stream, found)
                if mark != UNFINISHED:
                    break
                end = last_to_decide(end, who)
            move = read_move(moves, listed + k)
            if PAID:
                add_reward(rules, s, move, scores, i)
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
        if mark >= UNFINISHED:
            nothing_gained(scores, i)
        marks[i] = mark
        lengths[i] = steps
    return unknown


def add_payoff(rules: Any, s: Any, scores: Any, i: int) -> None:
    """Add what the end of game i pays."""
    gained(scores, i, last_gain(scores[i], rules.payoff(s)))


def add_reward(rules: Any, s: Any, move: Any, scores: Any, i: int) -> None:
    """Add what a move of game i pays."""
    gained(scores, i, rules.reward(s, move))


def decide(
    rules: Any,
    s: Any,
    who: int,
    policies: Any,
    rows: Any,
    moves: Any,
    odds: Any,
    lists: Any,
    met: Any,
    position: int,
    stream: Any,
    found: tuple[int, int, int, int],
) -> tuple[int, int]:
    """The place of the move that is made among those that ``find_moves`` found, and UNFINISHED; or else what is wrong.

    What is found is written down where the position is kept.
    """
    n, listed, count, weight = found
    if count > len(odds):
        return -1, CROWDED
    if count == 0 or weight < 0:
        return -1, BROKEN
    if not PAID and position < MOST and met.positions[position, COUNT] < 0:
        if KEYED and n >= 0 and weight > 0:
            odds_of(lists, n, odds)
        keep(met, position, who, count, weight, odds)
    if who == CHANCE:
        point = below_any(stream, weight if weight > 0 else count)
        if KEYED and n >= 0:
            return outcome_of(lists, n, point), UNFINISHED
        return place_by_odds(odds, point) if weight > 0 else point, UNFINISHED
    k, mark = chosen_place(rules, s, policies[who], rows, moves[listed : listed + count], count, stream)
    if not PAID and position < MOST and policies[who] >= BEST and mark == UNFINISHED:
        met.positions[position, PICK] = k
    return k, mark


def chosen_place(rules: Any, s: Any, policy: int, rows: Any, moves: Any, count: int, stream: Any) -> tuple[int, int]:
    """The place of the move that a policy makes, and UNFINISHED; or else what is wrong."""
    if policy == RANDOM:
        return below_any(stream, count), UNFINISHED
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


PAYING = (add_payoff, add_reward)  # with what rules pay, which may be a list
HELPERS = (list_moves, list_odds, find_moves, place_by_odds, chosen_place, decide)
