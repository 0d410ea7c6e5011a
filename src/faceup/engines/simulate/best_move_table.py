"""Best moves for kernels: a table of those that were asked for, filled from a solution."""

import threading
from collections.abc import Iterable
from typing import Any

import numpy as np

from faceup.native.state_table import EMPTY, SLACK, home_of
from faceup.results.solution import Solution


class BestMoves:
    """Rows of a state's fields and its best move, as ``native.state_table`` lays them out.

    A kernel that misses a state asks for it afterwards and plays its game again. ``rows`` is never changed, only
    replaced, so several threads may read it; ``best`` of the solution is asked by one thread at a time.
    """

    def __init__(self, solution: Solution | None, fields: int) -> None:
        self.solution = solution
        self.fields = fields
        self.rows = self._empty(64)
        self._moves: dict[Any, int] = {}
        self._lock = threading.Lock()

    def learn(self, states: Iterable[Any]) -> None:
        """Look the best moves of these states up and put them into a new table."""
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
        rows = np.zeros((capacity + SLACK, self.fields + 1), np.int64)
        rows[:, self.fields] = EMPTY
        return rows

    def _insert(self, rows: Any, states: Iterable[Any]) -> None:
        capacity = len(rows) - SLACK
        for state in states:
            i = home_of(state, capacity)
            while rows[i, self.fields] != EMPTY:
                i += 1
            rows[i, : self.fields] = state
            rows[i, self.fields] = self._moves[state]
