"""The best moves of a solved game, with ties decided exactly."""

from collections.abc import Sequence
from typing import Any

from faceup.engines.model.legal_moves import exact_reward
from faceup.engines.solve.induction.python_table import STATE_COST, OutOfBudget, PythonTable
from faceup.numbers.exact import Exact
from faceup.results.answers.solution import Opening, Solution
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

TIE_WORK = 3_000_000  # units of work to decide exactly which of nearly equal moves are equal
OPENING_WORK = 200_000  # units of work to decide such ties among the first moves and along a line of best play

Moves = tuple[Move, ...]


class ExactBestMoves:
    """Best moves; exact numbers break the ties that rounding leaves, within a budget of work.

    ``unsure`` holds the states whose ties the budget did not decide. With ``single``, ``moves`` gives the solution's
    one move and breaks no ties.
    """

    def __init__(self, solution: Solution, single: bool, work: int | None = None) -> None:
        self.solution = solution
        self.single = single
        self.best_moves: dict[Any, Moves] = {}
        self.unsure: set[Any] = set()
        rounded = solution.value.how == "bounded" and solution.table.theory is None
        self.exact = PythonTable(solution.game, budget=work or TIE_WORK) if rounded else None

    def moves(self, state: Any) -> Moves:
        """Return the best moves, computed once for each state."""
        if state not in self.best_moves:
            if self.single:
                self.best_moves[state] = (self.solution.move(state),)
            else:
                self.best_moves[state] = tuple(self._equal(state, self.solution.best(state)))
        return self.best_moves[state]

    def _equal(self, state: Any, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the exactly best of nearly equal moves, or all of them when the budget does not suffice."""
        if self.solution.sure(state, moves):
            return moves
        if self.exact is not None:
            try:
                values = {move: self._exact_value(self.exact, state, move) for move in moves}
            except OutOfBudget:
                self.exact = None
            else:
                top = max(values.values()) if self.solution.game.turn(state) == 0 else min(values.values())
                return [move for move in moves if values[move] == top]
        self.unsure.add(state)
        return moves

    def move(self, state: Any) -> Move:
        """Return the solution's move, or the first exactly best move when exact numbers refute the solution's."""
        moves, move = self.moves(state), self.solution.move(state)
        return move if move in moves else next(move for move in self.solution.game.choices(state) if move in moves)

    def _exact_value(self, table: PythonTable, state: Any, move: Move) -> Exact | float:
        """Return the exact value of a move. Raises OutOfBudget."""
        game, before = self.solution.game, table.states
        gain = exact_reward(game, state, move)
        value = table.value(game.play(state, move)).low + gain
        table.budget -= STATE_COST * (table.states - before)
        return value


def opening(solution: Solution, most: int | None) -> Opening:
    """Return the best first moves and a line of at most ``most`` best moves; exact numbers break ties if cheap."""
    game, rounded = solution.game, solution.value.how == "bounded" and solution.table.theory is None
    if not rounded or solution.seats or facts_of(game).hidden or solution.states * STATE_COST > OPENING_WORK:
        return solution.plain_opening(most)
    ties = ExactBestMoves(solution, single=False, work=OPENING_WORK)
    best = list(ties.moves(solution.start)) if game.turn(solution.start) in (0, 1) else []
    line = solution.line(most=most, choose=ties.move)
    return Opening(best, solution.start not in ties.unsure, line, not ties.unsure)
