"""The strategy of a game too large to look at every position, from the thresholds that its theory knows."""

from typing import Any

from faceup.results.solution import Solution
from faceup.results.strategy import Strategy
from faceup.rules.contract import OVER, Game
from faceup.rules.moves import Move
from faceup.rules.texts import move_text

MOST_POSITIONS = 100_000  # up to which the table is made from the positions themselves, theory or not
MOST_STEPS = 10_000


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
