"""Runs of the search loop (``search_kernel``): the memory that they need, what is at stake, and what ends them."""

from math import inf
from typing import Any

import numpy as np

from faceup.engines.graph.game_graph import double_array
from faceup.engines.graph.stakes import payoff_range, stakes_seen
from faceup.engines.graph.survey import compile_survey
from faceup.engines.model import broken_rules
from faceup.engines.model.limits import Limits
from faceup.engines.model.prospects import counts_among, only_plain
from faceup.engines.model.thresholds import LATER_POSITIONS
from faceup.engines.solve.engine import Unfit
from faceup.engines.solve.overflow_check import LeavesRow, as_cpython_meets_it, broken_contract
from faceup.engines.solve.search.search_kernel import (
    ANSWER,
    BUCKET,
    DEPTH,
    DONE,
    FRAME_COLUMNS,
    HOME,
    KILLERS,
    LEAST,
    LEAST_END,
    LEAST_SCORE,
    LOOKED_AT,
    MOST,
    MOST_END,
    MOST_SCORE,
    MOVE_COLUMNS,
    MOVES_FULL,
    MOVES_TOP,
    NOT_WHOLE,
    NOTHING,
    PATHS,
    PAUSED,
    REGISTERS,
    REPEATS,
    ROW_COLUMNS,
    ROWS_USED,
    STACK_FULL,
    STEPS,
    THROWS,
    WHOLE,
    Memory,
    search,
    spread_kernel,
)
from faceup.engines.solve.search.search_scores import UNCOUNTED, score_range
from faceup.engines.solve.table import LimitHit, Table
from faceup.native.digests.digest import note_compiled
from faceup.native.kernels import compile_for, kernel
from faceup.native.operations.integers import whole
from faceup.native.operations.row_type import RowTooSmall
from faceup.native.rules_pointer import CompiledRules
from faceup.native.state_rows import homes_of
from faceup.native.state_shape import shape_of, widen
from faceup.rules.contract import OVER, Game
from faceup.rules.errors import UnsupportedError

FIRST_ROWS = 1 << 14  # of the table at first
FULLEST = 0.75  # load factor at which the table doubles
PAUSES_AFTER = 1 << 18  # states between two checks of the limits
LEAST_PAUSE = 1 << 10  # states, at least, once the table cannot grow


class Misjudged(Exception):
    """An end pays what neither the source of the rules nor the games played before had shown."""


class SearchRuns(Table):
    """Answers single questions about scores, each by one run of the loop.

    What nothing counts (see ``prospects``) is presumed from the ends that some games show. Until a value is known, a
    run that meets another end is begun again.
    """

    def __init__(self, game: Game, limits: Limits | None = None) -> None:
        super().__init__(game, limits)
        self.range = payoff_range(game)
        self.ends = set(stakes_seen(game).payoffs) if self.races else set()
        self.presuming = True  # no value is known yet
        self.answering = True  # the engine is solving; False for later questions
        self.take_shape()

    def take_shape(self) -> None:
        """Choose the layout of states that the game's rows need, and empty the table."""
        self.shape = shape_of(self.game)
        self.rules = self.shape.rules(self.game)
        self.search = kernel(search, self.game, shape=self.shape, inlined=STEPS, counted=False, whole=whole)
        self.asked_rules = CompiledRules(self.game, self.shape)  # for the certificate
        self.compiled = False
        words = self.shape.count
        self.table = np.zeros((FIRST_ROWS, words + ROW_COLUMNS), np.int64)
        self.states_on_stack = np.zeros((64, words), np.int64)
        self.frames = np.zeros((64, FRAME_COLUMNS), np.int64)
        self.killers = np.full((64, KILLERS), -1)
        self.moves = self.shape.moves.room(1024)
        self.candidates = np.zeros((1024, MOVE_COLUMNS), np.int64)
        self.after = np.zeros((1024, words), np.int64)
        self.on_path = np.zeros(PATHS, np.int64)
        self.registers = np.zeros(REGISTERS, np.int64)
        self.judge_ends()

    def judge_ends(self) -> None:
        """Note what is at stake, as far as it is known: which scores and payoffs are possible, and who hurries."""
        self.races = self.races and only_plain(self.ends) is not None
        self.counts = counts_among(self.ends, 0) if self.races else UNCOUNTED
        least, most = self.range or (1 - WHOLE, WHOLE - 1)
        scores = score_range(least, most, self.counts) if self.range else (LEAST, MOST)
        if self.presuming and self.races:
            shown = {int(end) for end in self.ends} | {0}
            least, most = max(least, min(shown)), min(most, max(shown))
        self.registers[[NOTHING, LEAST_SCORE, MOST_SCORE, LEAST_END, MOST_END]] = self.counts, *scores, least, most

    def note_end(self, state: Any) -> None:
        """Note a payoff that is outside the range so far. Raises Misjudged if it is one that a search can take."""
        payoff = self.game.payoff(state) if self.game.turn(state) == OVER else None
        if payoff is None or payoff != int(payoff) or abs(payoff) >= WHOLE:
            return
        self.ends.add(int(payoff))
        if self.range and not self.range[0] <= payoff <= self.range[1]:  # ``payoff_range`` misread the rules
            self.range = None
        raise Misjudged

    @property
    def nothing_counts(self) -> int:
        return self.counts if self.races else 0

    @property
    def memory(self) -> Memory:
        return Memory(
            self.table,
            self.states_on_stack,
            self.frames,
            self.moves,
            self.moves.reshape(len(self.moves), -1),
            self.candidates,
            self.after,
            self.killers,
            self.on_path,
            self.registers,
        )

    @property
    def states(self) -> int:
        """How many states were searched; a state counts each time."""
        return int(self.registers[LOOKED_AT])

    @property
    def bytes(self) -> int:
        return int(self.table.nbytes)

    def prove_bound(self, state: Any, target: int) -> int:
        """Return a bound on the value of a (canonical) state: a lower one >= target, or an upper one < target."""
        try:
            return self.run(state, target)
        except RowTooSmall as error:
            if not widen(self.game, error, self.shape.layout):
                raise LeavesRow(self.game, state, error) from error
            self.take_shape()
            return self.prove_bound(state, target)
        finally:
            if self.registers[DEPTH]:  # a limit or an error ended the run
                self.registers[[DEPTH, MOVES_TOP]] = 0
                self.on_path[:] = 0

    def compile(self, root: Any) -> None:
        """Compile the rules, or load them from disk, once. Raises NotCompiled."""
        if not self.compiled:
            try:
                compile_for(self.search, self.rules, self.memory, root, 0, 1)
                compile_survey(self.asked_rules)
                self.compiled = True
            finally:
                note_compiled(type(self.game), "search-native")

    def run(self, state: Any, target: int) -> int:
        """Run the loop on one question, and provide what it needs. Raises LimitHit, Unfit."""
        root, began = self.shape.native_state(state), self.states
        self.compile(root)
        while True:
            try:
                status = int(self.search(self.rules, self.memory, root, target, self.pauses_after))
            except Exception as error:  # anything that rules raise
                raise as_cpython_meets_it(self.game, self.state_on_top(state), error) from error
            if status == DONE:
                return int(self.registers[ANSWER])
            if limit := self.limits.limit_at(self.states) or self.limit_of_later(began):
                raise LimitHit(-inf, inf, self.states, limit)
            if status == STACK_FULL:
                self.states_on_stack, self.frames = double_array(self.states_on_stack), double_array(self.frames)
                self.killers = np.concatenate([self.killers, np.full_like(self.killers, -1)])
            elif status == MOVES_FULL:
                broken_rules.check_end(self.game, self.state_entered, len(self.moves) - int(self.registers[MOVES_TOP]))
                self.moves, self.candidates, self.after = map(double_array, (self.moves, self.candidates, self.after))
            elif status != PAUSED:
                if status == NOT_WHOLE:
                    self.note_end(self.state_entered)
                raise self.broken_rules_error(status)
            if 2 * self.stack_bytes > self.limits.memory:
                raise LimitHit(-inf, inf, self.states)
            self.grow()

    def limit_of_later(self, began: int) -> str:
        """Return "states" if a question after solving has used its budget of states, else ""."""
        return "states" if self.limits.states == inf and self.states - began > LATER_POSITIONS else ""

    @property
    def pauses_after(self) -> int:
        """How many states the loop may search before it returns for a full table or the limits."""
        until_full = max(self.room, LEAST_PAUSE)
        return int(min(PAUSES_AFTER, until_full, max(self.limits.states - self.states, 1)))

    @property
    def room(self) -> int:
        """How many more rows may be used before the table grows."""
        return int(FULLEST * len(self.table) - self.registers[ROWS_USED])

    @property
    def stack_bytes(self) -> int:
        """The memory of the stacks."""
        arrays = self.states_on_stack, self.frames, self.killers, self.moves, self.candidates, self.after
        return sum(array.nbytes for array in arrays)

    @property
    def state_entered(self) -> Any:
        """The state that was being entered when the loop returned."""
        return self.shape.state(self.states_on_stack[int(self.registers[DEPTH])])

    def state_on_top(self, root: Any) -> Any:
        """Return the state on top of the stack; the root if the stack is empty."""
        depth = int(self.registers[DEPTH])
        return self.shape.state(self.states_on_stack[depth - 1]) if depth else root

    def grow(self) -> None:
        """Double the table if it is full and memory allows."""
        rows = len(self.table)
        if self.room > 0 or 3 * self.table.nbytes > self.limits.memory:
            return
        table = np.zeros((2 * rows, self.table.shape[1]), np.int64)
        spread_kernel()(self.table, table)
        self.table = table
        depth = int(self.registers[DEPTH])
        self.frames[:depth, HOME] = homes_of(self.states_on_stack[:depth].copy(), 2 * rows // BUCKET)

    def broken_rules_error(self, status: int) -> Exception:
        """Return the error for rules that break the contract, or that search cannot solve, with the state."""
        game, state = self.game, self.state_entered
        if status == THROWS:
            return self.unfit("is for games without chance")
        if status == NOT_WHOLE:
            return self.unfit(f"is for payoffs and rewards that are whole numbers, and none beyond {WHOLE:,}")
        if status == REPEATS:
            return broken_rules.repeats(game, state)
        return broken_contract(game, state)

    def unfit(self, reason: str) -> Exception:
        """Return the error for a game that search cannot solve: Unfit while solving, so that another engine goes on."""
        if self.answering:
            return Unfit(reason)
        return UnsupportedError(f"{type(self.game).name}: search {reason}, and these moves lead to something else")
