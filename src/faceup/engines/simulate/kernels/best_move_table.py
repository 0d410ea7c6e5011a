"""Best moves for kernels: a table of the states that kernels have met, filled from a solution."""

import threading
from collections.abc import Iterable
from typing import Any

import numpy as np

from faceup.native.state_rows import EMPTY, SLACK, home_of
from faceup.native.state_shape import StateShape
from faceup.results.answers.solution import Solution
from faceup.rules.moves import Move


class BestMoves:
    """Rows of a state's words and its best move, as ``native.state_table`` lays them out.

    A kernel reports a missing state, and its game is played again. ``rows`` is never changed, only replaced, so several
    threads may read it; one thread at a time looks moves up in the solution.
    """

    def __init__(self, solution: Solution | None, shape: StateShape) -> None:
        self.solution = solution
        self.shape = shape
        self.rows = self._empty(64)
        self._moves: dict[Any, Move] = {}
        self._lock = threading.Lock()

    def learn(self, states: Iterable[Any]) -> None:
        """Add the best moves of these states, in a new table."""
        assert self.solution is not None
        with self._lock:
            new = {state for state in states if state not in self._moves}
            for state in new:
                self._moves[state] = self.solution.move(state)
            if 2 * len(self._moves) > len(self.rows) - SLACK:
                rows = self._empty(4 * len(self._moves))
                self._insert(rows, self._moves)
            else:
                rows = self.rows.copy()
                self._insert(rows, new)
            self.rows = rows

    def _empty(self, capacity: int) -> Any:
        rows = np.zeros((capacity + SLACK, self.shape.count + self.shape.moves.width), np.int64)
        rows[:, self.shape.count] = EMPTY
        return rows

    def _insert(self, rows: Any, states: Iterable[Any]) -> None:
        capacity = len(rows) - SLACK
        for state in states:
            words = self.shape.words(state)
            i = home_of(words, capacity)
            while rows[i, len(words)] != EMPTY:
                i += 1
            rows[i, : len(words)] = words
            rows[i, len(words) :] = self.shape.moves.words(self._moves[state])
