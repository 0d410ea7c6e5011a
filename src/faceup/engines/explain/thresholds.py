"""One boundary for each step, where a policy is of that kind; of games too large to look at every position, from the
thresholds that their theory knows.
"""

from collections.abc import Mapping
from itertools import groupby
from typing import Any, NamedTuple

from faceup.engines.explain.full_table import FullTable, Key
from faceup.results.solution import Solution
from faceup.results.strategy import Strategy
from faceup.rules.contract import OVER, Game
from faceup.rules.moves import Move
from faceup.rules.texts import move_text

MOST_POSITIONS = 100_000  # up to which the table is made from the positions themselves, theory or not
MOST_STEPS = 10_000
LEAST_VALUES = 3  # of a quantity, along which there may be a boundary: two are a yes and a no


class Thresholds(NamedTuple):
    """From which value of the last quantity on ``move`` is best at each of ``steps``; None where it never is."""

    steps: tuple[int, ...]
    boundaries: tuple[int | None, ...] | None
    move: Move | None


NONE = Thresholds((), None, None)


def thresholds_of(table: FullTable, words: Mapping[tuple[Key, Move], str]) -> Thresholds:
    """Where, step by step, one of two moves becomes best and stays so as the last of one or two quantities grows.

    A move that is not called the same in all rows is more than one move to whoever reads.
    """
    if len(table.quantities) not in (1, 2) or table.looks:
        return NONE
    if len({key[-1] for key in table.rows}) < LEAST_VALUES:
        return NONE
    steps = {
        lead[0] if lead else 0: [(key[-1], moves) for key, moves in rows]
        for lead, rows in groupby(table.rows.items(), lambda row: row[0][:-1])
    }
    played = dict.fromkeys(move for moves in reversed(table.rows.values()) for move in moves)
    called = {(move, words[key, move]) for key, moves in table.rows.items() for move in moves}
    if not len(played) == len(called) == 2:
        return NONE
    for move in played:
        best = {step: [move in moves for _, moves in rows] for step, rows in steps.items()}
        if all(holds == sorted(holds) for holds in best.values()):
            boundaries = (next((value for value, moves in rows if move in moves), None) for rows in steps.values())
            return Thresholds(tuple(steps), tuple(boundaries), move)
    return NONE


def theory_strategy(solution: Solution, player: int | None, reach: str) -> Strategy | None:
    """The thresholds of a solution by theory, without rows; None where there is no theory, or it knows none."""
    theory = solution.table.theory
    thresholds = None if theory is None else theory.thresholds()
    if theory is None or thresholds is None or theory.move is None:
        return None
    game = solution.game
    choice = _a_choice(game, solution.start, theory.move)
    if choice is not None and player not in (None, game.turn(choice)):
        return None
    return Strategy(
        game,
        solution.value,
        quantities=theory.columns,
        rows=(),
        columns=theory.columns,
        lines=(),
        words={} if choice is None else {((), theory.move): move_text(game, choice, theory.move)},
        thresholds=thresholds,
        steps=tuple(range(1, len(thresholds) + 1)) if len(theory.columns) == 2 else (0,),
        move=theory.move,
        player=player,
        reach=reach,
    )


def _a_choice(game: Game, state: Any, move: Move) -> Any:
    """A state in which the move is one of several, on the line of first moves; None where there is none."""
    for _ in range(MOST_STEPS):
        who = game.turn(state)
        if who == OVER:
            return None
        if who in (0, 1) and move in (moves := list(game.moves(state))) and len(moves) > 1:
            return state
        first = next((m for m in game.moves(state) if who in (0, 1) or game.odds(state, m) > 0), None)
        if first is None:
            return None
        state = game.play(state, first)
    return None
