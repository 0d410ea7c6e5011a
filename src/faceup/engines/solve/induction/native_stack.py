"""The stack of one thread that fills a table of backward induction."""

import numpy as np

from faceup.engines.graph.game_graph import double_array
from faceup.engines.solve.induction.native_kernel import (
    DEPTH,
    FRAME_COLUMNS,
    FRAME_NUMBERS,
    MOVES_TOP,
    NOTHING,
    OUTCOME_NUMBERS,
    REGISTERS,
    THREAD,
    THREADS,
    WEIGHING,
)
from faceup.native.rules_pointer import CompiledRules


class Stack:
    """The states from the root to the current one, their moves, and the registers of the loop, in arrays that grow."""

    def __init__(self, rules: CompiledRules) -> None:
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

    def of_thread(self, rules: CompiledRules, thread: int, threads: int) -> "Stack":
        """Return an empty stack for another thread that fills the same table."""
        stack = Stack(rules)
        stack.outcomes = np.zeros((len(stack.moves), OUTCOME_NUMBERS))
        stack.registers[[NOTHING, WEIGHING]] = self.registers[[NOTHING, WEIGHING]]
        stack.registers[[THREAD, THREADS]] = thread, threads
        return stack
