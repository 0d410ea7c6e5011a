"""Search to a proof: the values of single states, each by a few null-window questions (``search_kernel``)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from math import inf, isinf
from typing import Any

import numpy as np

from faceup.engines.graph.certificates import HELD_AT_A_LIMIT
from faceup.engines.graph.game_graph import double_array
from faceup.engines.graph.stakes import payoff_range
from faceup.engines.graph.survey import compile_survey
from faceup.engines.model import broken_rules
from faceup.engines.model.legal_moves import exact_payoff, exact_reward
from faceup.engines.model.limits import Limits
from faceup.engines.model.thresholds import CERTIFIED_POSITIONS, FIRST_MOVES_POSITIONS, LATER_POSITIONS
from faceup.engines.solve.engine import Unfit
from faceup.engines.solve.overflow_check import LeavesRow, as_cpython_meets_it, broken_contract
from faceup.engines.solve.search.search_certificate import SearchCertifier, held_positions
from faceup.engines.solve.search.search_kernel import (
    ANSWER,
    BUCKET,
    DEPTH,
    DONE,
    FRAME_COLUMNS,
    HOME,
    KILLERS,
    LEAST,
    LOOKED_AT,
    MOST,
    MOVE_COLUMNS,
    MOVES_FULL,
    MOVES_TOP,
    NOT_WHOLE,
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
    spread,
)
from faceup.engines.solve.table import LimitHit, Table
from faceup.native.digests.cache_folder import note_compiled
from faceup.native.kernels import compile_for, kernel, shared_kernel
from faceup.native.operations.integers import whole
from faceup.native.operations.row_type import RowTooSmall
from faceup.native.rules_pointer import CompiledRules
from faceup.native.state_rows import finish_hash, homes_of, mix_word
from faceup.native.state_shape import shape_of, widen
from faceup.numbers.value import Number, Value, exactly
from faceup.results.certified import Certified
from faceup.rules.contract import OVER, Game
from faceup.rules.errors import UnsupportedError
from faceup.rules.moves import Move

FIRST_ROWS = 1 << 14  # of the table at first
FULLEST = 0.75  # load factor at which the table doubles
PAUSES_AFTER = 1 << 18  # states between two checks of the limits
LEAST_PAUSE = 1 << 10  # states, at least, once the table cannot grow


class SearchTable(Table):
    """The values of the states looked up, and a transposition table of bounds."""

    always_exact, holds_reductions = True, False

    def __init__(self, game: Game, limits: Limits | None = None) -> None:
        super().__init__(game, limits)
        self.races = False  # distances are not counted
        self.range = payoff_range(game)
        self.proven: dict[Any, tuple[int, int]] = {}  # bounds of the states looked up
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
    def keeps_all(self) -> bool:
        return False

    @property
    def bytes(self) -> int:
        return int(self.table.nbytes)

    def knows(self, state: Any) -> bool:
        low, high = self.proven_of(self.game.canon(state))
        return low == high

    def value(self, state: Any) -> Value:
        """Return the value of a state, by questions that close its bounds. Raises LimitHit with the bounds so far."""
        with self.lock:
            state, step = self.game.canon(state), 1
            low, high = self.proven_of(state)
            while low < high:
                if low > LEAST and high < MOST:
                    target = (low + high + 1) // 2
                elif low == LEAST and high == MOST:
                    target = 1
                else:  # doubling steps: the value may be far from the first target
                    target, step = (low + step if high == MOST else high - step + 1), 2 * step
                try:
                    low, high = self.tighten_bounds(state, target)
                except LimitHit as hit:
                    raise LimitHit(*self.bounds(state), hit.positions, hit.limit) from None
                if low > LEAST and high < MOST:
                    self.limits.tell(low, high)
            return exactly(low)

    def reaches(self, state: Any, target: int) -> bool:
        """Whether the value of a state to player 0 is at least ``target``."""
        with self.lock:
            state = self.game.canon(state)
            low, high = self.proven_of(state)
            if low < target <= high:
                low, high = self.tighten_bounds(state, target)
            return low >= target

    def tighten_bounds(self, state: Any, target: int) -> tuple[int, int]:
        """Ask one question about a (canonical) state; return its bounds after it."""
        low, high = self.proven_of(state)
        bound = self.bound(state, target)
        if not low <= bound <= high:  # ``payoff_range`` misread the rules
            self.range = None
            self.proven.clear()
            return self.proven_of(state)
        self.proven[state] = (bound, high) if bound >= target else (low, bound)
        return self.proven[state]

    def proven_of(self, state: Any) -> tuple[int, int]:
        """Return the bounds on the value of a (canonical) state so far."""
        if state in self.proven:
            return self.proven[state]
        if self.game.turn(state) == OVER:
            payoff: Any = exact_payoff(self.game, state)
            return payoff, payoff
        return self.range or (LEAST, MOST)

    def bounds(self, state: Any) -> tuple[Number, Number]:
        """Return the bounds that questions have proved of a state; infinite where none has."""
        low, high = self.proven_of(self.game.canon(state))
        least, most = self.range or (LEAST, MOST)
        return (-inf if low == least else low), (inf if high == most else high)

    def bound(self, state: Any, target: int) -> int:
        """Return a bound on the value of a (canonical) state: a lower one >= target, or an upper one < target."""
        try:
            return self.run(state, target)
        except RowTooSmall as error:
            if not widen(self.game, error, self.shape.layout):
                raise LeavesRow(self.game, state, error) from error
            self.take_shape()
            return self.bound(state, target)
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
                raise self.broken(status)
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

    def broken(self, status: int) -> Exception:
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

    def certify(self, start: Any, limited: bool = False) -> None:
        """Check the bounds so far of a state's value against the rules in CPython, within a budget. Raises RulesError.

        With ``limited``, check fewer positions: about a second's work, unless the rules are slow.
        """
        self.compile(self.shape.native_state(self.game.canon(start)))
        looked_at, limits = self.states, self.limits
        self.limits = replace(limits, states=looked_at + CERTIFIED_POSITIONS)
        certifier, played_states = SearchCertifier(self), set[Any]()
        low, high = self.proven_of(self.game.canon(start))
        bounds: Any = (low, high) if low == high else self.bounds(start)
        try:
            certifier.hold_some() if limited else certifier.certificate(self.game.canon(start))
            positions = held_positions(self, start, *(None if isinf(bound) else bound for bound in bounds))
            played_states.update(islice(positions, HELD_AT_A_LIMIT if limited else None))
            self.limits.states = self.states + FIRST_MOVES_POSITIONS
            if low == high and self.game.turn(start) != OVER:
                self.best(start)  # finds most repetitions now, rather than in a later question
        except LimitHit:
            pass  # replies may lead far from the positions that the search has met
        finally:
            self.limits = limits
            self.registers[LOOKED_AT] = looked_at
        count = len(certifier.seen | played_states)
        self.certified = Certified(count, max(self.states, count))

    def keeps(self, state: Any, move: Move, seat: int, bound: int) -> bool:
        """Whether a move keeps a bound: player 0's value after it, with the reward, is >= it (seat 0) or <= it (1)."""
        gain: Any = exact_reward(self.game, state, move)
        promised = bound - gain
        after = self.game.play(state, move)
        return self.reaches(after, promised) if seat == 0 else not self.reaches(after, promised + 1)

    def _best_of(self, state: Any, moves: Iterable[Move] | None = None) -> list[Move]:
        """Return the moves that lose nothing, by one question each; the values of the others stay unknown."""
        return list(self._keeping(state, broken_rules.legal_moves_of(self.game, state) if moves is None else moves))

    def _finest(self, state: Any) -> list[Move]:
        """Return the first choice that loses nothing."""
        return [next(self._keeping(state, self.game.choices(state)))]

    def _keeping(self, state: Any, moves: Iterable[Move]) -> Iterator[Move]:
        seat, value = self.game.turn(state), int(self.value(state).low)
        return (move for move in moves if self.keeps(state, move, seat, value))


@cache
def spread_kernel() -> Any:
    """Return ``spread`` in machine code."""
    return shared_kernel(spread, (mix_word, finish_hash))


def compile_search(game: Game) -> None:
    """Compile all loops that a search of this game calls."""
    table = SearchTable(game)
    table.compile(table.shape.native_state(game.start()))
    spread_kernel()(table.table, np.zeros((2 * len(table.table), table.table.shape[1]), np.int64))
