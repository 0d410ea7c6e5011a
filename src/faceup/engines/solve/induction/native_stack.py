"""The stack of one thread that fills a table of backward induction."""

from typing import Any

import numpy as np

from faceup.engines.graph.game_graph import double_array
from faceup.engines.model.legal_moves import exact_reward
from faceup.engines.solve.induction.native_kernel import (
    BEST,
    DEPTH,
    ERROR,
    FRAME_COLUMNS,
    FRAME_NUMBERS,
    MOVES_TOP,
    NEXT,
    NOTHING,
    OUTCOME_NUMBERS,
    REGISTERS,
    THREAD,
    THREADS,
    TURN,
    WEIGHING,
)
from faceup.engines.solve.table import bounds_of_root
from faceup.native.rules_pointer import CompiledRules
from faceup.numbers.exact import Exact
from faceup.numbers.value import Number, around
from faceup.rules.moves import Move


class Stack:
    """The states from the root to the current one, their moves, and the registers of the loop, in arrays that grow."""

    def __init__(self, rules: CompiledRules) -> None:
        self.rules = rules
        self.states = np.zeros((256, rules.shape.count), np.int64)
        self.frames = np.zeros((256, FRAME_COLUMNS), np.int64)
        self.floats = np.zeros((256, FRAME_NUMBERS))
        self.moves = rules.words.moves.room(1024)
        self.outcomes = np.zeros((0, OUTCOME_NUMBERS))
        self.registers = np.zeros(REGISTERS, np.int64)

    @property
    def depth(self) -> int:
        """How many states are on the stack."""
        return int(self.registers[DEPTH])

    @property
    def state_bytes(self) -> int:
        return int(self.states.nbytes + self.frames.nbytes + self.floats.nbytes)

    @property
    def bytes(self) -> int:
        return int(self.state_bytes + self.move_bytes)

    @property
    def move_bytes(self) -> int:
        return int(self.moves.nbytes + self.outcomes.nbytes)

    def add_states(self) -> None:
        """Double the room for states."""
        self.states, self.frames, self.floats = map(double_array, (self.states, self.frames, self.floats))

    def add_moves(self) -> None:
        """Double the room for moves."""
        self.moves, self.outcomes = double_array(self.moves), double_array(self.outcomes)

    def clear(self) -> None:
        """Remove all states."""
        self.registers[DEPTH] = self.registers[MOVES_TOP] = 0

    def state(self, depth: int) -> Any:
        """Return the state at a depth."""
        return self.rules.shape.state(self.states[depth])

    def top(self, root: Any) -> Any:
        """Return the state on top; ``root`` if there is none."""
        return self.state(self.depth - 1) if self.depth else root

    def move(self, depth: int) -> Move:
        """Return the move of the state at a depth that led to the next state."""
        return self.rules.move(self.moves[self.frames[depth, NEXT]])

    def bounds(self, with_errors: bool, races: bool) -> tuple[Number, Number]:
        """Return the bounds on the value of the root that the moves tried so far prove.

        In a game that ``races``, no move has a reward; values are exact unless they come ``with_errors``.
        """

        def frame(depth: int) -> tuple[int, Number, Number, Exact]:
            best, error = (float(self.floats[depth, k]) for k in (BEST, ERROR))
            low, high = around(best, error if with_errors else 0.0)
            gain: Exact = 0
            if not races and depth + 1 < self.depth:  # the move on top has no result yet
                gain = exact_reward(self.rules.game, self.state(depth), self.move(depth))
            return int(self.frames[depth, TURN]), low, high, gain

        return bounds_of_root(map(frame, range(self.depth - 1, -1, -1)))

    def of_thread(self, thread: int, threads: int) -> "Stack":
        """Return an empty stack for another thread that fills the same table."""
        stack = Stack(self.rules)
        stack.outcomes = np.zeros((len(stack.moves), OUTCOME_NUMBERS))
        stack.registers[[NOTHING, WEIGHING]] = self.registers[[NOTHING, WEIGHING]]
        stack.registers[[THREAD, THREADS]] = thread, threads
        return stack
