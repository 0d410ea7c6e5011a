"""The stack of a thread that fills a table of backward induction."""

import numpy as np

from faceup.engines.model.graph import double_array
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
    """States under way, their moves, and the registers of the loop, in arrays that grow."""

    def __init__(self, rules: CompiledRules) -> None:
        self.states = np.zeros((256, rules.shape.count), np.int64)
        self.frames = np.zeros((256, FRAME_COLUMNS), np.int64)
        self.floats = np.zeros((256, FRAME_NUMBERS))
        self.moves = rules.words.moves.room(1024)
        self.outcomes = np.zeros((0, OUTCOME_NUMBERS))
        self.registers = np.zeros(REGISTERS, np.int64)

    @property
    def depth(self) -> int:
        """How many states are under way."""
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
        """Make room for as many states again."""
        self.states, self.frames, self.floats = map(double_array, (self.states, self.frames, self.floats))

    def add_moves(self) -> None:
        """Make room for as many moves again."""
        self.moves, self.outcomes = double_array(self.moves), double_array(self.outcomes)

    def clear(self) -> None:
        """Forget the states under way."""
        self.registers[DEPTH] = self.registers[MOVES_TOP] = 0

    def beside(self, rules: CompiledRules, thread: int, threads: int) -> "Stack":
        """The empty stack of another thread that fills the same table."""
        other = Stack(rules)
        other.outcomes = np.zeros((len(other.moves), OUTCOME_NUMBERS))
        other.registers[[NOTHING, WEIGHING]] = self.registers[[NOTHING, WEIGHING]]
        other.registers[[THREAD, THREADS]] = thread, threads
        return other
