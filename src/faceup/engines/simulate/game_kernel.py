"""The loop that plays numbered games with decisions in machine code; ``engines.policies`` has its twin in CPython."""

from typing import Any

from faceup.engines.random_stream import begin, below, below_any
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.game_ends import BROKEN, BY_NOBODY, CROWDED, UNFINISHED, UNKNOWN

RANDOM, FIRST, BEST, OWN = range(4)  # what a policy is, inside the kernel; from OWN on, which of somebody's own


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
    weights: Any,
    stream: Any,
    longest: int,
    outcomes: Any,
) -> int:
    """Play game ``first + i`` for each i of ``todo``, from the state in ``start``; returns how many are in ``asked``.

    ``rows`` is a state table with best moves. A state that is not there goes to ``asked``, and its game is marked.
    ``policies`` has what each seat plays by. What is gained is summed by the parts in ``number_gains`` or in
    ``row_gains``; ``own_place`` is where the move of somebody's own policy is among the moves, or -1.
    """
    scores, marks, lengths = outcomes
    unknown = 0
    for i in todo:
        begin(stream, seed, first + i)
        s = read_state(start, 0)
        total = nothing_gained(scores, i)
        steps = 0
        mark, end = UNFINISHED, BY_NOBODY
        while steps < longest:
            who = rules.turn(s)
            if who == OVER:
                total = gained(total, rules.payoff(s))
                mark = end_of(total, end)
                break
            count = list_moves(rules, s, moves)
            if count > len(moves):
                mark = CROWDED
            elif count == 0 or who < CHANCE or who >= len(policies):
                mark = BROKEN
            else:
                end = last_to_decide(end, who)
                move, mark = next_move(rules, s, who, policies, rows, moves, weights, count, stream)
            if mark != UNFINISHED:
                break
            total = gained(total, rules.reward(s, move))
            s = rules.play(s, move)
            steps += 1
        if mark == UNKNOWN and unknown < asked.shape[0]:
            write_state(asked, unknown, s)
            unknown += 1
        write_total(scores, i, total, mark)
        marks[i] = mark
        lengths[i] = steps
    return unknown


def list_moves(rules: Any, s: Any, moves: Any) -> int:
    """Write the moves down; returns how many there are, or one more than there is room for."""
    count = 0
    for m in rules.moves(s):
        count += 1
        if count > len(moves):
            break
        write_move(moves, count - 1, m)
    return count


def next_move(
    rules: Any, s: Any, who: int, policies: Any, rows: Any, moves: Any, weights: Any, count: int, stream: Any
) -> tuple[int, int]:
    """The move that chance or a policy makes, and UNFINISHED; or else what is wrong."""
    if who == CHANCE:
        return outcome_of_chance(rules, s, moves, weights, count, stream)
    policy = policies[who]
    if policy == RANDOM:
        return read_move(moves, below(stream, count)), UNFINISHED
    if policy == BEST:
        row = find_row(rows, rows.shape[0] - SLACK, s)
        return best_move(rows, row), UNKNOWN if rows[row, VALUE] == EMPTY else UNFINISHED
    if policy >= OWN:
        k = own_place(rules, s, policy - OWN, moves, count)
        return read_move(moves, max(k, 0)), UNFINISHED if k >= 0 else BROKEN
    return read_move(moves, 0), UNFINISHED


def outcome_of_chance(rules: Any, s: Any, moves: Any, weights: Any, count: int, stream: Any) -> tuple[int, int]:
    """An outcome by the odds, and UNFINISHED; or BROKEN where these are none. Each is asked for once."""
    if EVEN:  # known when code is made
        return read_move(moves, below_any(stream, count)), UNFINISHED
    odds = 0
    for k in range(count):
        weight = whole(rules.odds(s, read_move(moves, k)))
        if weight < 0:
            return read_move(moves, 0), BROKEN
        weights[k] = weight
        odds = add(odds, weight)
    if odds == 0:
        return read_move(moves, 0), BROKEN
    point = below_any(stream, odds)
    k = 0
    while point >= weights[k]:
        point -= weights[k]
        k += 1
    return read_move(moves, k), UNFINISHED


HELPERS = (list_moves, outcome_of_chance, next_move)
