"""Best moves for kernels: a table of the states that kernels have reached, filled from a solution."""

import threading
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np

from faceup.engines.solve.best_move_lookup import UNKNOWN, MoveLookup, move_lookup
from faceup.native.state_rows import EMPTY, SLACK, home_of
from faceup.native.state_shape import StateShape
from faceup.results.answers.solution import Solution
from faceup.rules.moves import Move

FEW_LOOKUPS = 5_000  # states whose moves are asked of the solution before machine code reads its whole table


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

    def learn(self, words: Any) -> None:
        """Add the best moves of the states with these words (a row each), in a new table."""
        with self._lock:
            states = {self.shape.state(row): row for row in words.tolist()}
            new = {state: row for state, row in states.items() if state not in self._moves}
            self._moves |= zip(new, self._look_up(list(new), list(new.values())), strict=True)
            if 2 * len(self._moves) > len(self.rows) - SLACK:
                rows = self._empty(4 * len(self._moves))
                self._insert(rows, self._moves)
            else:
                rows = self.rows.copy()
                self._insert(rows, new)
            self.rows = rows

    def _look_up(self, states: list[Any], words: list[Any]) -> Iterator[Move]:
        """Yield the best moves of states: the first few are asked of the solution, the others of machine code."""
        assert self.solution is not None
        numbers = [UNKNOWN] * len(states)
        if states and len(self._moves) >= FEW_LOOKUPS and self._lookup:
            numbers = self._lookup.numbers(np.array(words, np.int64)).tolist()
        for state, number in zip(states, numbers, strict=True):
            if number == UNKNOWN:
                yield self.solution.move(state)
            else:
                yield next(islice(self.solution.game.choices(state), number, None))

    @cached_property
    def _lookup(self) -> MoveLookup | None:
        assert self.solution is not None
        return move_lookup(self.solution, self.solution.start, best=True)

    def _empty(self, capacity: int) -> Any:
        rows = np.zeros((capacity + SLACK, self.shape.count + self.shape.moves.width), np.int64)
        rows[:, self.shape.count] = EMPTY
        return rows

    def _insert(self, rows: Any, states: Iterable[Any]) -> None:
        """Add states and their best moves to rows with room for them."""
        capacity = len(rows) - SLACK
        for state in states:
            words = self.shape.words(state)
            i = home_of(words, capacity)
            while rows[i, len(words)] != EMPTY:
                i += 1
            rows[i, : len(words)] = words
            rows[i, len(words) :] = self.shape.moves.words(self._moves[state])
