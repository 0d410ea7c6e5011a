"""The best moves of a solved game, with ties decided exactly."""

from collections.abc import Sequence
from typing import Any

from faceup.engines.numbers import Exact, exact_number
from faceup.engines.solve.cpython import STATE_COST, OutOfBudget, PythonTable
from faceup.results.solution import Solution

TIE_WORK = 3_000_000  # units of work to decide exactly which of nearly equal moves are equal

Moves = tuple[int, ...]


class ExactBestMoves:
    """Best moves; where rounding leaves several, exact numbers decide between them, as long as that is little work.

    Where it is not, the states are ``unsure``. With ``single`` only the one move to make counts.
    """

    def __init__(self, solution: Solution, single: bool) -> None:
        self.solution = solution
        self.single = single
        self.known: dict[Any, Moves] = {}
        self.unsure: set[Any] = set()
        rounded = solution.value.how == "bounded" and solution.table.theory is None
        self.exact = PythonTable(solution.game, budget=TIE_WORK) if rounded else None

    def moves(self, state: Any) -> Moves:
        """The best moves, looked up once."""
        if state not in self.known:
            if self.single:
                self.known[state] = (self.solution.move(state),)
            else:
                self.known[state] = tuple(self._equal(state, self.solution.best(state)))
        return self.known[state]

    def _equal(self, state: Any, moves: Sequence[int]) -> Sequence[int]:
        """Those of nearly equal moves that are exactly best; all of them where that is not known."""
        if len(moves) == 1 or all(value.how == "exact" for value in self.solution.values(state).values()):
            return moves
        if self.exact is not None:
            try:
                worth = {move: self._exact_value(self.exact, state, move) for move in moves}
            except OutOfBudget:
                self.exact = None
            else:
                top = max(worth.values()) if self.solution.game.turn(state) == 0 else min(worth.values())
                return [move for move in moves if worth[move] == top]
        self.unsure.add(state)
        return moves

    def _exact_value(self, table: PythonTable, state: Any, move: int) -> Exact | float:
        game, before = self.solution.game, table.states
        gain = exact_number(game, state, f"reward of move {move}", game.reward(state, move))
        value = table.value(game.play(state, move)).low + gain
        table.budget -= STATE_COST * (table.states - before)
        return value
