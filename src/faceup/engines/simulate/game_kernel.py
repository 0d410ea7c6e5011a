"""The loop that plays numbered games with decisions in machine code; ``model.policies`` has its twin in CPython.

A game goes along the positions that were met before as far as it can, and on by the rules from there.
"""

from typing import Any

from faceup.engines.model.kernel_names import (
    EMPTY,
    EVEN,
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
from faceup.engines.model.moves_kernel import draw_by_odds, list_moves, list_odds
from faceup.engines.model.random_stream import begin, below, below_any
from faceup.engines.simulate.move_lists_kernel import BEGIN as BEGIN_OF_LIST
from faceup.engines.simulate.move_lists_kernel import COUNT as COUNT_OF_LIST
from faceup.engines.simulate.move_lists_kernel import LISTING, find_list, odds_of, outcome_of
from faceup.engines.simulate.move_lists_kernel import TOTAL as TOTAL_OF_LIST
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
            listed = 0
            if k >= 0:
                listed = list_again(rules, s, met.positions[position, TURN], lists, moves, odds)
            else:
                who = rules.turn(s)
                if who == OVER:
                    add_payoff(rules, s, scores, i)
                    mark = end_of(scores, i, end)
                    break
                listed, k, mark = decide(rules, s, who, policies, rows, moves, odds, lists, met, position, stream)
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


def list_again(rules: Any, s: Any, who: int, lists: Any, moves: Any, odds: Any) -> int:
    """Where in ``moves`` the list of the moves begins, in a state in which they were listed before."""
    if KEYED:
        n = find_list(rules, s, who, lists, moves, odds)
        if n >= 0:
            return int(lists.lists[n, BEGIN_OF_LIST])
    begin = len(moves) - len(odds)
    list_moves(rules, s, moves[begin:])
    return begin


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
) -> tuple[int, int, int]:
    """Where in ``moves`` the list begins that is made by the rules, the place of the move in it, and UNFINISHED; or
    else what is wrong.

    What is found is written down where the position is kept.
    """
    if who < CHANCE or who >= len(policies):
        return 0, -1, BROKEN
    unknown = not PAID and position < MOST and met.positions[position, COUNT] < 0
    if KEYED:
        n = find_list(rules, s, who, lists, moves, odds)
        if n >= 0:
            begin, count, weight = lists.lists[n, BEGIN_OF_LIST], lists.lists[n, COUNT_OF_LIST], 0
            if unknown:
                if not EVEN and who == CHANCE:
                    weight = odds_of(lists, n, odds)
                keep(met, position, who, count, weight, odds)
            if who == CHANCE:
                return begin, outcome_of(lists, n, below_any(stream, lists.lists[n, TOTAL_OF_LIST])), UNFINISHED
            listed = moves[begin : begin + count]
            k, mark = next_move(rules, s, who, policies, rows, listed, odds, count, 0, stream)
            note_pick(policies, met, position, who, k, mark)
            return begin, k, mark
    begin = len(moves) - len(odds)
    listed = moves[begin:]
    count = list_moves(rules, s, listed)
    if count > len(listed):
        return begin, -1, CROWDED
    if count == 0:
        return begin, -1, BROKEN
    weight = 0
    if not EVEN and who == CHANCE:
        weight = list_odds(rules, s, listed, odds, count)
        if weight < 0:
            return begin, -1, BROKEN
    if unknown:
        keep(met, position, who, count, weight, odds)
    k, mark = next_move(rules, s, who, policies, rows, listed, odds, count, weight, stream)
    note_pick(policies, met, position, who, k, mark)
    return begin, k, mark


def note_pick(policies: Any, met: Any, position: int, who: int, k: int, mark: int) -> None:
    """Note what a policy that always makes the same move has chosen."""
    if not PAID and position < MOST and who >= 0 and policies[who] >= BEST and mark == UNFINISHED:
        met.positions[position, PICK] = k


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


PAYING = (add_payoff, add_reward)  # with what rules pay, which may be a list
LAST_HELPERS = (draw_by_odds, next_move, note_pick, list_again, decide)
HELPERS = (list_moves, list_odds, *LAST_HELPERS)
KEYED_HELPERS = (list_moves, list_odds, *LISTING, *LAST_HELPERS)  # where lists have keys
