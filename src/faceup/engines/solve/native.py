"""Backward induction in machine code.

A row of the table is a state, its value (the bits of a float64) and, for games in which numbers are rounded, a proven
bound on the rounding error of that value. The kernel returns to Python whenever something must grow, and so often
that an interrupt is heard; everything it knows is in its arguments.
"""

from typing import Any

import numpy as np

from faceup.engines import broken_rules
from faceup.engines.limits import Limits
from faceup.engines.solve.table import LimitHit, Table, bounds_of_root
from faceup.native.kernel import compile_for, kernel
from faceup.native.table import EMPTY, OPEN, SLACK, home_of, state_class_of
from faceup.results.value import Number, Value
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import RulesError

FULLEST = 0.80  # the load at which the table grows; linear probing stays short below it
GROWTH = 1.33
CACHED = 1 << 16  # rows that the processor's cache holds anyway
SLICE = 1 << 22  # moves between two returns to Python
ROUNDING = 2.0**-53
WHOLE = 2.0**53  # whole numbers below this are exact in a float64

# What the kernel says when it returns.
DONE, PAUSED, TABLE_FULL, STACK_FULL, MOVES_FULL, NEEDS_ERRORS = 0, 1, 2, 3, 4, 5
BAD_TURN, NO_MOVES, BAD_ODDS, NO_ODDS, REPEATS, BAD_PAYOFF, BAD_REWARD = 10, 11, 12, 13, 14, 15, 16

# Registers that outlive a call.
DEPTH, COUNT, MOVES_TOP, CAPACITY, WHO, MOVE, WEIGHT, REGISTERS = 0, 1, 2, 3, 4, 5, 6, 7

# Columns of a frame, behind the fields of its state: its row in the table, whose turn, the next move to try and the
# end of its moves on the stack of moves, how many they are, and the weight of the outcome being tried.
SLOT, TURN, NEXT, END, BRANCHES, ODDS, FRAME_COLUMNS = 0, 1, 2, 3, 4, 5, 6
# A frame's numbers: the best value (or weighted sum) so far, the total weight, the error, the sum of sizes, the
# reward of the move being tried, and how many outcomes were seen.
BEST, TOTAL, ERROR, SIZE, GAIN, SEEN, FRAME_NUMBERS = 0, 1, 2, 3, 4, 5, 6


def fold(floats: Any, at: int, turn: int, weight: int, value: float, error: float) -> bool:
    """Take the value of one move into the frame of the state it was played in; False where a sum may be rounded."""
    value += floats[at, GAIN]
    error += ROUNDING * (abs(floats[at, GAIN]) + abs(value))  # a reward may be an integer that a float64 cannot hold
    if turn == CHANCE:
        floats[at, BEST] += weight * value
        floats[at, TOTAL] += weight
        floats[at, ERROR] += weight * error
        floats[at, SIZE] += weight * abs(value)
        floats[at, SEEN] += 1.0
    else:
        if turn == 0:
            if value > floats[at, BEST]:
                floats[at, BEST] = value
        elif value < floats[at, BEST]:
            floats[at, BEST] = value
        if error > floats[at, ERROR]:
            floats[at, ERROR] = error
    return abs(value) < WHOLE


def induct(
    rules: Any, rows: Any, numbers: Any, frames: Any, floats: Any, moves: Any, registers: Any, limit: int, root: Any
) -> int:
    """Depth-first evaluation until the stack is empty or Python is needed; resumable, all state is in the arguments.

    ``numbers`` is ``rows`` seen as float64. ``root`` is entered when the stack is empty.
    """
    field_count = len(root)
    with_errors = rows.shape[1] > field_count + 1
    capacity = registers[CAPACITY]
    depth = registers[DEPTH]
    count = registers[COUNT]
    edges = 0
    entering_root = depth == 0
    while depth > 0 or entering_root:
        top = depth - 1
        if entering_root:
            child = root
            parent_turn = OVER
            weight = 1
        else:
            position = frames[top, field_count + NEXT]
            parent_turn = frames[top, field_count + TURN]
            if position == frames[top, field_count + END]:
                # Every move is known: settle the state and hand its value down.
                slot = frames[top, field_count + SLOT]
                error = floats[top, ERROR]
                if parent_turn == CHANCE:
                    total = floats[top, TOTAL]
                    if total == 0:
                        registers[DEPTH], registers[COUNT] = depth, count
                        return NO_ODDS
                    value = floats[top, BEST] / total
                    outcomes = floats[top, SEEN]
                    error = error / total + (2.0 * outcomes + 4.0) * ROUNDING * (floats[top, SIZE] / total)
                else:
                    value = floats[top, BEST]
                numbers[slot, field_count] = value
                if with_errors:
                    numbers[slot, field_count + 1] = error
                depth -= 1
                registers[MOVES_TOP] = frames[top, field_count + END] - frames[top, field_count + BRANCHES]
                if depth == 0:
                    break
                below = depth - 1
                turn, odds = frames[below, field_count + TURN], frames[below, field_count + ODDS]
                if not (fold(floats, below, turn, odds, value, error) or with_errors):
                    return NEEDS_ERRORS
                continue
            if edges >= SLICE:
                registers[DEPTH], registers[COUNT] = depth, count
                return PAUSED
            edges += 1
            s = read_state(frames, top)
            move = moves[position]
            weight = 1
            if parent_turn == CHANCE:
                weight = rules.odds(s, move)
                if weight < 0:
                    registers[DEPTH], registers[COUNT], registers[MOVE], registers[WEIGHT] = depth, count, move, weight
                    return BAD_ODDS
                if weight == 0:
                    frames[top, field_count + NEXT] = position + 1
                    continue
            gain = 1.0 * rules.reward(s, move)  # not float(): Numba has none for truth values
            if not np.isfinite(gain):
                registers[DEPTH], registers[COUNT], registers[MOVE] = depth, count, move
                return BAD_REWARD
            if not with_errors and (gain != np.rint(gain) or abs(gain) >= WHOLE):
                return NEEDS_ERRORS
            floats[top, GAIN] = gain
            frames[top, field_count + ODDS] = weight
            child = rules.canon(rules.play(s, move))
        slot = find_row(rows, capacity, child)
        word = rows[slot, field_count]
        if word == OPEN:
            write_state(frames, depth, child)
            registers[DEPTH], registers[COUNT] = depth + 1, count
            return REPEATS
        if word != EMPTY:
            if not entering_root:
                frames[top, field_count + NEXT] = position + 1
                error = 0.0
                if with_errors:
                    error = numbers[slot, field_count + 1]
                if not (fold(floats, top, parent_turn, weight, numbers[slot, field_count], error) or with_errors):
                    return NEEDS_ERRORS
            entering_root = False
            continue
        # A new state.
        if count >= limit or slot >= rows.shape[0] - 2:
            registers[DEPTH], registers[COUNT] = depth, count
            return TABLE_FULL
        if depth + 2 > frames.shape[0]:
            registers[DEPTH], registers[COUNT] = depth, count
            return STACK_FULL
        who = rules.turn(child)
        if who == OVER:
            value = 1.0 * rules.payoff(child)
            if not np.isfinite(value):
                write_state(frames, depth, child)
                registers[DEPTH], registers[COUNT] = depth + 1, count
                return BAD_PAYOFF
            if not with_errors and (value != np.rint(value) or abs(value) >= WHOLE):
                return NEEDS_ERRORS
            write_state(rows, slot, child)
            numbers[slot, field_count] = value
            error = 0.0 if abs(value) < WHOLE else ROUNDING * abs(value)  # the payoff may be a larger integer
            if with_errors:
                numbers[slot, field_count + 1] = error
            count += 1
            if not entering_root:
                frames[top, field_count + NEXT] = position + 1
                if not (fold(floats, top, parent_turn, weight, value, error) or with_errors):
                    return NEEDS_ERRORS
            entering_root = False
            continue
        if who != 0 and who != 1 and who != CHANCE:
            write_state(frames, depth, child)
            registers[DEPTH], registers[COUNT], registers[WHO] = depth + 1, count, who
            return BAD_TURN
        if who == CHANCE and not with_errors:
            return NEEDS_ERRORS
        first = registers[MOVES_TOP]
        end = first
        room = moves.shape[0]
        if who == CHANCE:
            for m in rules.moves(child):
                if end < room:
                    moves[end] = m
                end += 1
        else:
            for m in rules.choices(child):
                if end < room:
                    moves[end] = m
                    if capacity > CACHED:  # each child will be looked up soon: let memory answer all at once
                        prefetch_row(rows, capacity, rules.canon(rules.play(child, m)))
                end += 1
        if end > room:
            registers[DEPTH], registers[COUNT] = depth, count
            return MOVES_FULL
        write_state(frames, depth, child)
        if end == first:
            registers[DEPTH], registers[COUNT] = depth + 1, count
            return NO_MOVES
        if not entering_root:
            frames[top, field_count + NEXT] = position + 1
        entering_root = False
        write_state(rows, slot, child)
        rows[slot, field_count] = OPEN
        count += 1
        registers[MOVES_TOP] = end
        frames[depth, field_count + SLOT] = slot
        frames[depth, field_count + TURN] = who
        frames[depth, field_count + NEXT] = first
        frames[depth, field_count + END] = end
        frames[depth, field_count + BRANCHES] = end - first
        floats[depth, BEST] = -np.inf if who == 0 else (np.inf if who == 1 else 0.0)
        floats[depth, TOTAL] = 0.0
        floats[depth, ERROR] = 0.0
        floats[depth, SIZE] = 0.0
        floats[depth, SEEN] = 0.0
        depth += 1
    registers[DEPTH], registers[COUNT] = depth, count
    return DONE


def relocate(rows: Any, frames: Any, depth: int, capacity: int, root: Any) -> None:
    """Find the rows of all open states again, after the table has grown."""
    for i in range(depth):
        frames[i, len(root) + SLOT] = find_row(rows, capacity, read_state(frames, i))


def refill(old: Any, new: Any, capacity: int, root: Any) -> bool:
    """Move all rows to a larger, empty table."""
    return move_rows(old, new, capacity)  # type: ignore[no-any-return]


class NativeTable(Table):
    """Values of states in flat arrays; grows as states are asked for."""

    def __init__(self, game: Game, limits: Limits | None = None, with_errors: bool = False) -> None:
        super().__init__(game, limits)
        self.state_class = state_class_of(game)
        self.field_count = len(self.state_class._fields)
        self.induct = kernel(induct, game)
        self.refill = kernel(refill, game)
        self.relocate = kernel(relocate, game)
        self.reset(with_errors)

    def reset(self, with_errors: bool) -> None:
        """Begin with an empty table."""
        self.columns = self.field_count + 1 + with_errors
        self.registers = np.zeros(REGISTERS, np.int64)
        self.frames = np.zeros((256, self.field_count + FRAME_COLUMNS), np.int64)
        self.floats = np.zeros((256, FRAME_NUMBERS))
        self.moves = np.zeros(1024, np.int64)
        self.use(self.empty_rows(1 << 13), 1 << 13)

    def empty_rows(self, capacity: int) -> Any:
        rows = np.empty((capacity + SLACK, self.columns), np.int64)
        rows[:, self.field_count] = EMPTY
        return rows

    def use(self, rows: Any, capacity: int) -> None:
        self.rows, self.numbers = rows, rows.view(np.float64)
        self.registers[CAPACITY] = capacity
        self.limit = int(capacity * FULLEST)

    @property
    def states(self) -> int:
        return int(self.registers[COUNT])

    @property
    def bytes(self) -> int:
        return int(self.rows.nbytes)

    def value(self, state: Any) -> Value:
        """The value of a state; a bound of zero width is exact."""
        state = self.game.canon(state)
        row = self.row(state)
        if row is None:
            self.solve(state)
            row = self.row(state)
        assert row is not None
        number = float(self.numbers[row, self.field_count])
        error = float(self.numbers[row, self.field_count + 1]) if self.columns > self.field_count + 1 else 0.0
        if error == 0.0 and number.is_integer() and abs(number) < 1 / ROUNDING:
            return Value(int(number), int(number), "exact")
        error *= 1 + 1e-9  # the bound itself was summed in floating point
        return Value(number - error, number + error, "bounded", number)

    def knows(self, state: Any) -> bool:
        """Whether the state was met before."""
        return self.row(self.game.canon(state)) is not None

    def row(self, state: Any) -> int | None:
        """Where a solved state lies."""
        i = home_of(tuple(int(word) for word in state), int(self.registers[CAPACITY]))
        while (word := self.rows[i, self.field_count]) != EMPTY:
            if word != OPEN and all(self.rows[i, k] == state[k] for k in range(self.field_count)):
                return i
            i += 1
        return None

    def solve(self, root: Any) -> None:
        """Fill the table with every state that matters below the (canonical) root."""
        root = self.state_class(*map(int, root))
        try:
            self.drive(root)
        finally:
            # States under way have no value yet: forget them, so that a later question starts clean.
            if self.registers[DEPTH]:
                self.registers[DEPTH] = self.registers[MOVES_TOP] = 0
                self.rows = np.empty((0, self.columns), np.int64)
                with_errors = self.columns > self.field_count + 1
                self.reset(with_errors)

    def drive(self, root: Any) -> None:
        game, name = self.game, type(self.game).__name__
        compile_for(self.induct, game, *self.arrays(), self.limit, root)
        while True:
            try:
                said = self.induct(game, *self.arrays(), self.limit, root)
            except (ArithmeticError, LookupError, ValueError, TypeError, AssertionError, RuntimeError) as error:
                raise RulesError(f"{name}: the compiled rules raised {type(error).__name__}: {error}") from error
            if said == DONE:
                return
            self.look_at_limits()
            if said == TABLE_FULL:
                self.grow(root)
            elif said == STACK_FULL:
                self.check_memory(self.frames.nbytes + self.floats.nbytes)
                self.frames = np.concatenate([self.frames, np.zeros_like(self.frames)])
                self.floats = np.concatenate([self.floats, np.zeros_like(self.floats)])
            elif said == MOVES_FULL:
                self.check_memory(self.moves.nbytes)
                self.moves = np.concatenate([self.moves, np.zeros_like(self.moves)])
            elif said == NEEDS_ERRORS:
                self.reset(with_errors=True)
            elif said != PAUSED:
                raise self.broken(said)

    def arrays(self) -> tuple[Any, ...]:
        return self.rows, self.numbers, self.frames, self.floats, self.moves, self.registers

    def look_at_limits(self) -> None:
        """Raise LimitHit when there is no more time, and GivenUp when nobody waits."""
        if limit := self.limits.reached(self.states):
            raise LimitHit(*self.bounds(), self.states, limit)

    def check_memory(self, more: float) -> None:
        """Raise LimitHit when so many more bytes are too many."""
        used = self.rows.nbytes + self.frames.nbytes + self.floats.nbytes + self.moves.nbytes
        if used + 2 * more > self.limits.memory:  # old and new stand side by side while they are copied
            raise LimitHit(*self.bounds(), self.states)

    def grow(self, root: Any) -> None:
        """A table a third larger, or as large as memory allows when that is still worth it."""
        capacity = int(self.registers[CAPACITY])
        room = self.limits.memory - self.rows.nbytes - self.frames.nbytes - self.floats.nbytes - self.moves.nbytes
        larger = min(int(capacity * GROWTH), int(room / (8 * self.columns)) - SLACK, (1 << 32) - 1)
        if larger < capacity * 1.05:
            raise LimitHit(*self.bounds(), self.states)
        rows = self.empty_rows(larger)
        if not self.refill(self.rows, rows, larger, root):
            raise LimitHit(*self.bounds(), self.states)  # too many equal hashes: never seen
        self.use(rows, larger)
        self.relocate(rows, self.frames, int(self.registers[DEPTH]), larger, root)

    def bounds(self) -> tuple[Number, Number]:
        """What the moves tried so far prove about the root."""
        return bounds_of_root(self.frame_known(i) for i in range(int(self.registers[DEPTH]) - 1, -1, -1))

    def frame_known(self, i: int) -> tuple[int, Number, Number, Number]:
        """What is known at a depth while a move is being tried there, for ``bounds_of_root``."""
        best, gain, error = (float(self.floats[i, k]) for k in (BEST, GAIN, ERROR))
        error = error if self.columns > self.field_count + 1 else 0.0
        return int(self.frames[i, self.field_count + TURN]), best - error, best + error, gain

    def broken(self, said: int) -> Exception:
        """The error for rules that break the contract, with the state on top of the stack."""
        game = self.game
        top = int(self.registers[DEPTH]) - 1
        state = self.state_class(*(int(word) for word in self.frames[top, : self.field_count]))
        move, weight, who = (int(self.registers[k]) for k in (MOVE, WEIGHT, WHO))
        if said == BAD_TURN:
            return broken_rules.bad_turn(game, state, who)
        if said == NO_MOVES:
            return broken_rules.no_moves(game, state)
        if said == BAD_ODDS:
            return broken_rules.bad_odds(game, state, move, weight)
        if said == NO_ODDS:
            return broken_rules.no_odds(game, state)
        if said == REPEATS:
            return broken_rules.repeats(game, state)
        if said == BAD_PAYOFF:
            return broken_rules.bad_number(game, state, "payoff", game.payoff(state))
        return broken_rules.bad_number(game, state, f"reward of move {move}", game.reward(state, move))
