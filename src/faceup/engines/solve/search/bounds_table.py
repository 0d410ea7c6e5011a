"""Search that closes bounds: values of single states of games with chance, by the positions that they depend on."""

from collections.abc import Iterable
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np

from faceup.engines.graph.certificates import PositionBounds, sample_numbers
from faceup.engines.graph.game_graph import lengthen_array
from faceup.engines.graph.stakes import value_bounds
from faceup.engines.graph.survey import SurveyCertifier, compile_survey
from faceup.engines.model import broken_rules
from faceup.engines.model.legal_moves import exact_payoff, exact_reward
from faceup.engines.model.limits import Limits
from faceup.engines.model.thresholds import LATER_STEPS
from faceup.engines.solve.compiled_table import CompiledTable
from faceup.engines.solve.cyclic.walk import FULLEST, Directory, places_for
from faceup.engines.solve.cyclic.walk_kernel import rehash
from faceup.engines.solve.overflow_check import as_cpython_meets_it, broken_contract
from faceup.engines.solve.search.bounds_kernel import (
    CAPACITY,
    CLOSED,
    COUNT,
    DEPTH,
    FRAME_COLUMNS,
    HALTED,
    LAST,
    LIMIT_COLUMNS,
    LISTED_FULL,
    LOOKS,
    MOVE_COLUMNS,
    MOVES_FULL,
    OUTSIDE,
    PAUSED,
    PLACE,
    POSITIONS_FULL,
    REGISTERS,
    REPEATS,
    ROOM,
    STACK_FULL,
    STEPS,
    STEPS_TAKEN,
    Search,
    close_bounds,
)
from faceup.engines.solve.table import LimitHit, highest
from faceup.native.kernels import compile_loop, kernel_in_words
from faceup.native.operations.row_type import RowTooSmall
from faceup.native.rules_pointer import loop_in_words
from faceup.numbers.intervals import all_around, misread
from faceup.numbers.value import Number, Value, exactly, simplest
from faceup.results.certified import Certified
from faceup.rules.contract import OVER, Game
from faceup.rules.moves import Move

FIRST_POSITIONS, FIRST_MOVES, FIRST_LISTED, FIRST_DEPTH = 1 << 12, 256, 1 << 12, 256
DIGITS = 12  # of an estimate between close bounds, if it stays between them
MOST_POSITIONS = 2**31 - 1  # their numbers have 32 bits
FILLED = 0.6  # of the memory, by the positions: old and new columns coexist while they grow
LEAST_GROWTH = 1.25
PAUSES_AFTER = 1 << 16  # steps between two checks of the limits
LOOKS_AT_ONCE = 1 << 20  # moves looked at between two checks of the limits: a part of a second


class BoundsTable(CompiledTable):
    """Bounds of the positions that the search has visited, closed for the states that were looked up."""

    holds_reductions = False  # sampled positions are not closed
    engine = "bounds-native"
    loops = ("close", "fill")

    def __init__(self, game: Game, limits: Limits | None = None) -> None:
        super().__init__(game, limits)
        self.races = False  # distances are not counted
        least, most = value_bounds(game)
        self.begin(float(least), float(most))

    def begin(self, least: float, most: float) -> None:
        """Start without positions; ``least`` and ``most`` bound all values of the game."""
        self.take_shape()
        words, count = self.shape.count, FIRST_POSITIONS
        self.registers = np.zeros(REGISTERS, np.int64)
        self.states_known = np.zeros((count, words), np.int64)
        self.low, self.high = np.zeros(count), np.zeros(count)
        self.closed, self.on_stack = np.zeros(count, np.int8), np.zeros(count, np.int8)
        self.make_stack(FIRST_DEPTH)
        self.make_moves(FIRST_MOVES)
        self.make_listed(FIRST_LISTED)
        at_stake = most - least if most - least < inf else 0.0
        self.stakes = np.array([least, most, at_stake])
        self.make_places(count)

    def take_loops(self) -> None:
        words = self.rules.words
        self.close = loop_in_words(close_bounds, words, STEPS)
        self.fill = kernel_in_words(rehash, words)

    def make_stack(self, depth: int) -> None:
        """Make room for so many positions on the stack."""
        self.stack = np.zeros((depth, self.shape.count), np.int64)
        self.frames, self.limits_left = np.zeros((depth, FRAME_COLUMNS), np.int64), np.zeros((depth, LIMIT_COLUMNS))

    def make_moves(self, count: int) -> None:
        """Make room for so many moves of one position."""
        self.moves = self.rules.words.moves.room(count)

    def make_listed(self, count: int) -> None:
        """Make room for so many moves of all positions on the stack."""
        self.tried, self.after = np.zeros((count, MOVE_COLUMNS)), np.zeros((count, self.shape.count), np.int64)
        self.homes, self.numbers = np.zeros(count, np.int64), np.zeros(count, np.int64)

    def make_places(self, positions: int) -> None:
        """Make a hash table for so many positions, and place those that have bounds."""
        self.places, capacity = places_for(positions, self.fill, self.states_known, self.positions)
        self.registers[CAPACITY], self.registers[ROOM] = capacity, positions

    @property
    def arrays(self) -> Search:
        """The memory of the loop."""
        return Search(
            self.places,
            self.states_known,
            self.low,
            self.high,
            self.closed,
            self.on_stack,
            self.stack,
            self.frames,
            self.limits_left,
            self.moves,
            self.tried,
            self.after,
            self.homes,
            self.numbers,
            self.stakes,
            self.registers,
        )

    @property
    def states(self) -> int:
        """The number of steps so far: a state counts each time."""
        return int(self.registers[STEPS_TAKEN])

    @property
    def positions(self) -> int:
        """How many positions have bounds."""
        return int(self.registers[COUNT])

    @property
    def keeps_all(self) -> bool:
        return False

    @property
    def bytes(self) -> int:
        return int(sum(column.nbytes for column in self.arrays))

    @property
    def directory(self) -> Directory:
        """The numbers of all states."""
        return Directory(self.shape, self.places, self.states_known[: self.positions], int(self.registers[CAPACITY]))

    def bounds_of(self, state: Any) -> tuple[float, float, bool]:
        """Return the bounds of a state so far, and whether they are closed."""
        game, state = self.game, self.game.canon(state)
        if game.turn(state) == OVER:
            payoff = float(game.payoff(state))
            low, high = all_around(np.array([payoff]), np.array([misread(payoff)]))
            return float(low[0]), float(high[0]), True
        place = self.directory.find(state)
        if place is None:
            return float(self.stakes[0]), float(self.stakes[1]), False
        return float(self.low[place]), float(self.high[place]), bool(self.closed[place])

    def knows(self, state: Any) -> bool:
        return self.bounds_of(state)[2]

    def value(self, state: Any) -> Value:
        """Return the value of a state, once its bounds are closed. Raises LimitHit with the bounds so far."""
        with self.lock:
            state = self.game.canon(state)
            if self.game.turn(state) == OVER:
                payoff: Number = exact_payoff(self.game, state)
                return exactly(payoff)
            if not self.knows(state):
                self.search_below(state)
            low, high, _ = self.bounds_of(state)
            if low == high:
                return exactly(simplest(Fraction(low)))
            middle = round(low / 2 + high / 2, DIGITS)
            return Value(low, high, "bounded", middle if low <= middle <= high else None)

    def search_below(self, state: Any) -> None:
        """Run the loop until the bounds of a (canonical) state are closed, and provide what it needs."""
        began, last_step = self.states, 0
        try:
            while True:
                if self.registers[DEPTH] == 0:
                    last_step = self.states + self.pause
                status = self.run_loop(state, last_step)
                if status == CLOSED:
                    return
                low, high, _ = self.bounds_of(state)
                self.limits.tell(low, high)
                if limit := self.limits.limit_at(self.states) or self.limit_of_later(began):
                    if status == HALTED:
                        self.run_loop(state, 0)  # backs the bounds up to the root
                    raise LimitHit(*self.bounds(state), self.states, limit)
                if status not in (PAUSED, HALTED):
                    self.make_room(status, state)
        finally:
            self.on_stack[self.frames[: self.registers[DEPTH], PLACE]] = 0
            self.registers[DEPTH] = 0

    def run_loop(self, state: Any, last_step: int) -> int:
        """Run the loop on a state until ``last_step``, or until it has looked at many moves; return the status."""
        try:
            rules, root = self.compile(), self.rules.state_in_words(state)
            return int(self.close(rules, self.arrays, root, last_step, self.registers[LOOKS] + LOOKS_AT_ONCE))
        except RowTooSmall as error:
            self.widen(error, state)
            self.begin(float(self.stakes[0]), float(self.stakes[1]))
            return PAUSED
        except Exception as error:  # whatever the rules raise
            raise as_cpython_meets_it(self.game, self.state_on_top(state), error) from error

    def make_room(self, status: int, state: Any) -> None:
        """Provide what the loop needs to go on. Raises LimitHit, and RulesError for broken rules."""
        if status == POSITIONS_FULL:
            self.grow(state)
        elif status == STACK_FULL:
            self.look_at_memory(state, self.stack, self.frames, self.limits_left)
            self.make_stack(2 * len(self.stack))
        elif status == MOVES_FULL:
            broken_rules.check_end(self.game, self.state_on_top(state), len(self.moves))
            self.make_moves(2 * len(self.moves))
        elif status == LISTED_FULL:
            self.look_at_memory(state, self.tried, self.after, self.homes, self.numbers)
            self.make_listed(2 * len(self.tried))
        elif status == OUTSIDE:  # the text of the rules was misread
            self.begin(-inf, inf)
        else:
            raise self.broken_rules_error(status, state)

    @property
    def pause(self) -> int:
        """The number of steps after which the loop returns."""
        enough = max(PAUSES_AFTER, 8 * len(self.stack))  # to come down to an end and back
        return int(min(enough, max(self.limits.states - self.states, 1)))

    def limit_of_later(self, began: int) -> str:
        """Return "states" if a question after solving has used its budget of steps, else ""."""
        return "states" if self.limits.states == inf and self.states - began > LATER_STEPS else ""

    def bounds(self, state: Any) -> tuple[Number, Number]:
        """Return the bounds that the search proved of a state's value; infinite if it proved none."""
        low, high, _ = self.bounds_of(state)
        return (-inf if low == self.stakes[0] else low), (inf if high == self.stakes[1] else high)

    def grow(self, state: Any) -> None:
        """Make room for twice as many positions, or as memory holds. Raises LimitHit if these are hardly more."""
        each = 8 * self.shape.count + 2 * 8 + 2 + 4 / FULLEST
        count = int(min(2 * self.positions, MOST_POSITIONS, FILLED * self.limits.memory / each))
        if count < LEAST_GROWTH * self.positions:
            raise LimitHit(*self.bounds(state), self.states)
        self.states_known, self.low, self.high, self.closed, self.on_stack = (
            lengthen_array(column, count)
            for column in (self.states_known, self.low, self.high, self.closed, self.on_stack)
        )
        self.places = np.empty(0, np.int32)  # before there are new ones
        self.make_places(count)

    def look_at_memory(self, state: Any, *columns: Any) -> None:
        """Raise LimitHit if columns of twice this length exceed the memory limit."""
        if self.bytes + 2 * sum(column.nbytes for column in columns) > self.limits.memory:
            raise LimitHit(*self.bounds(state), self.states)

    def state_on_top(self, root: Any) -> Any:
        """Return the state that the loop looked at last; before the first step, the root."""
        return self.shape.state(self.stack[int(self.registers[LAST])]) if self.registers[STEPS_TAKEN] else root

    def broken_rules_error(self, status: int, root: Any) -> Exception:
        """Return the error for rules that break the contract, with the state."""
        game, state = self.game, self.state_on_top(root)
        if status == REPEATS:
            return broken_rules.repeats(game, state)
        return broken_contract(game, state)

    def certify(self, start: Any, limited: bool = False) -> None:
        """Compare positions and their bounds, those of the start among them, with the rules. Raises RulesError.

        The bounds of each position must follow, by one step of CPython's rules, from those of its successors. With
        ``limited``, fewer positions are compared.
        """
        held = BoundsCertifier(self)
        held.hold_some() if limited else held.certificate(self.game.canon(start))
        self.certified = Certified(len(held.seen), max(self.positions, len(held.seen)))

    def _best_of(self, state: Any, moves: Iterable[Move] | None = None) -> list[Move]:
        """Return the moves that are best, or may be; close the bounds of moves only while these leave it open."""
        who, game = self.game.turn(state), self.game
        known = {move: self.value_after(state, move) for move in self._possible(state, moves)}
        while True:
            best = highest(known, who)
            open_moves = [move for move in best if not self.knows(game.play(state, move))]
            if len(best) == 1 or not open_moves:
                return best
            most = max(open_moves, key=lambda move: known[move].high if who == 0 else -known[move].low)
            self.value(game.play(state, most))
            known[most] = self.value_after(state, most)

    def value_after(self, state: Any, move: Move) -> Value:
        """Return the bounds of a move's value, its gain included."""
        gain: Any = exact_reward(self.game, state, move)
        low, high, _ = self.bounds_of(self.game.play(state, move))
        return Value(low, high, "bounded").plus(gain)

    def _finest(self, state: Any) -> list[Move]:
        """Return the first of the best choices, without comparing distances."""
        return self._best_of(state, list(self.game.choices(state)))[:1]


class BoundsCertifier(SurveyCertifier):
    """Compares positions of a ``BoundsTable`` with the rules, by the compiled rules."""

    def __init__(self, table: BoundsTable) -> None:
        super().__init__(table.rules)
        self.table = table

    @property
    def total(self) -> int:
        return self.table.positions

    def sample(self, count: int) -> Any:
        return self.table.directory.words(sample_numbers(count, self.total))

    def places_and_bounds(self, words: Any) -> tuple[Any, PositionBounds]:
        """Return the numbers of states, and their bounds; of states without a number, those of ends or of the game."""
        table = self.table
        places = table.directory.places_of(words)
        low, high = np.where(places < 0, table.stakes[0], table.low[places]), np.full(len(words), table.stakes[1])
        high = np.where(places < 0, high, table.high[places])
        for k in np.flatnonzero(places < 0).tolist():
            state = self.state_of(words[k])
            if self.game.turn(state) == OVER:
                low[k], high[k], _ = table.bounds_of(state)
        return places, PositionBounds(low, high)


def compile_bounds(game: Game) -> None:
    """Compile all loops that a search of this game calls."""
    table = BoundsTable(game)
    root = table.rules.state_in_words(game.start())
    compile_loop(table.close, table.compile(), table.arrays, root, 1, 1)
    compile_loop(table.fill, table.places, table.states_known, 0, 1)
    compile_survey(table.rules)
