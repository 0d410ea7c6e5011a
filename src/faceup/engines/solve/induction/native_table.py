"""Backward induction in machine code: the table of a game's states, which grows as they are asked for."""

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache, partial
from math import inf
from typing import Any

import numpy as np

from faceup.engines.model import broken_rules
from faceup.engines.model.legal_moves import exact_number, outcomes_with_odds
from faceup.engines.model.limits import Limits, together
from faceup.engines.model.policies import play_through
from faceup.engines.model.prospects import nothing_counts
from faceup.engines.solve.induction.native_certificate import InductionCertifier
from faceup.engines.solve.induction.native_kernel import (
    BAD_ODDS,
    BAD_PAYOFF,
    BAD_TURN,
    BEST,
    BETTER,
    COSTS_LESS,
    DISTANCE_BITS,
    DONE,
    ENDS,
    ERROR,
    HASHED,
    IN_ORDER,
    LEAVES_FLOATS,
    LEVEL,
    MOVES_FULL,
    MOVES_TOP,
    NEEDS_ERRORS,
    NEXT,
    NO_MOVES,
    NO_ODDS,
    NOTHING,
    NOTHING_SEEN,
    OTHER,
    PAUSED,
    REPEATS,
    RETURN,
    ROWS_TAKEN,
    SHARED,
    SLICE,
    STACK_FULL,
    STEPS,
    STORE,
    TABLE_FULL,
    TURN,
    UNDECIDED,
    WEIGH,
    WEIGHING,
    WEIGHT,
    WHO,
    WORSE,
    Memory,
    add_reward,
    induct,
    mean,
    refill,
    relocate,
    with_outcome,
)
from faceup.engines.solve.induction.native_stack import Stack
from faceup.engines.solve.induction.python_table import OutOfBudget
from faceup.engines.solve.overflow_check import LeavesFloats, LeavesRow, as_cpython_meets_it
from faceup.engines.solve.table import COUNTED, LONGEST_DISTANCE, LimitHit, Table, bounds_of_root
from faceup.native.digests.cache_folder import note_compiled
from faceup.native.kernels import compile_loop, kernel_in_words, shared_kernel
from faceup.native.operations.row_type import RowTooSmall
from faceup.native.rules_pointer import CompiledRules, RulesPointer, loop_in_words
from faceup.native.state_rows import (
    EMPTY,
    HASHES,
    HOMES,
    LARGEST,
    LEASTS,
    ORDERED,
    RANGES,
    SLACK,
    StateRows,
    by_hash,
    finish_hash,
    home_at,
    homes_of,
    in_order,
    is_settled,
    mix_word,
    note_ranges,
    row_bytes,
    rows_with_hashes,
    table_bytes,
    word_of_row,
)
from faceup.native.state_shape import shape_of, widen
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import misread
from faceup.numbers.value import Number, Value, around, exactly, simplest
from faceup.results.certified import Certified
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import MISTAKES
from faceup.rules.moves import Move
from faceup.rules.parameters import WORD_MAX, WORD_MIN

FULLEST = 0.80  # the load at which the table grows; linear probing stays short below it
GROWTH = 1.33
LEAST_ROOM = 1 / 16  # of the rows that may be taken: with less left the table grows, although threads could go on
ORDERED_FROM = 100_000  # positions, from which on a table may be in the order of the fields; fewer fit in a cache
HALF_FULL = 0.70  # the load of a hashed table, on average while it grows
# More rows for each position, up to a limit, where positions are often looked up. The guesses of ``bench/guesses.py``,
# each looked up 400 times, took 203 s when they were hashed at first, and 99 s in order.
LOOKUPS_A_ROW, EMPTIEST = 8, 32
LARGEST_ORDERED = 1 << 30  # bytes of a table that takes more for that
SOME = 64  # rows, of which one is looked at first
TOGETHER_FROM = 200_000  # positions, from which on other threads help; by then it is known what is kept
MOST_THREADS = 8  # that rows have marks for
# What the loop may need.
WANTS = {DONE, PAUSED, TABLE_FULL, ROWS_TAKEN, STACK_FULL, MOVES_FULL, NEEDS_ERRORS, COSTS_LESS}
PLAIN_ENDS = {-1: WORSE, 0: LEVEL, 1: BETTER}
LOOKED_AT = 1 << 20  # slots at once
FEW_GAMES, FEW_MOVES = 8, 250  # that are looked at first: games, and moves of one


class NativeTable(Table):
    """Values of states in flat arrays; grows as states are asked for."""

    budget = inf  # positions: OutOfBudget is raised beyond or, where there is no chance, after half of the time
    on_hold = False  # whether that was raised: the next question has to be the same, and goes on from there
    pointer: RulesPointer | None = None  # to the rules, once they are compiled
    weighing = UNDECIDED  # whether chance positions that players' moves lead to have rows

    def __init__(self, game: Game, limits: Limits | None = None) -> None:
        super().__init__(game, limits)
        self.take_shape()
        self.begun = 0  # how often the table was begun anew
        self.presumed: int | None = None  # what nothing counts, by the first ends that are met
        self.reset(with_errors=False)

    def __getstate__(self) -> dict[str, Any]:
        """Without addresses and machine code, which a copy finds for itself."""
        own = ("pointer", "induct", "refill", "relocate")
        return {name: value for name, value in super().__getstate__().items() if name not in own}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self.pointer = None
        self.take_loops()

    def take_shape(self) -> None:
        """Lay states out as the game's rows need it."""
        self.shape = shape_of(self.game)
        self.words = self.shape.count
        self.rules = CompiledRules(self.game, self.shape)
        self.pointer = None
        self.take_loops()

    def take_loops(self) -> None:
        """Get the loops for states of so many words."""
        words = self.rules.words
        self.induct = loop_in_words(induct, words, STEPS)
        self.refill, self.relocate = kernel_in_words(refill, words), kernel_in_words(relocate, words)

    def reset(self, with_errors: bool) -> None:
        """Begin with an empty table."""
        self.with_errors, self.certified, self.begun = with_errors, None, self.begun + 1
        self.looked_up = 0  # how many moves and outcomes were followed, about, and so positions looked up
        self.shared = np.zeros((1, SHARED), np.int64)
        self.stack = Stack(self.rules)
        self.stack.registers[NOTHING] = self.presumed or 0
        if with_errors:  # without them chance has no mean
            self.stack.registers[WEIGHING] = self.weighing
        self.helpers: list[Stack] = []  # of other threads
        self.surveyed = np.zeros((0, self.words), np.int64)
        rows = StateRows.of(by_hash(1 << 13, self.words), self.words, self.numbers)
        rows.clear()
        self.use(rows)

    @property
    def numbers(self) -> int:
        """How many numbers a state has in the table: its value, and the error of that."""
        return 2 if self.with_errors else 1

    def use(self, rows: StateRows) -> None:
        self.kept = rows
        self.limit = int((rows.address[HOMES] - rows.address[ORDERED]) * FULLEST)  # in order no row is in another's way

    @property
    def weighs(self) -> bool:
        """Whether chance positions that players' moves lead to are weighed where they are met, and have no rows."""
        return bool(self.stack.registers[WEIGHING] == WEIGH)

    @property
    def keeps_all(self) -> bool:
        return not self.weighs

    def compile(self) -> RulesPointer:
        """Compile the rules, or load them from disk, once. Raises NotCompiled."""
        if self.pointer is None:
            try:
                self.pointer = self.rules.pointer
            finally:
                note_compiled(type(self.game), "induction-native")
        return self.pointer

    @property
    def states(self) -> int:
        return self.hashed_states + sum(int(stack.registers[IN_ORDER]) for stack in self.stacks)

    @property
    def hashed_states(self) -> int:
        """How many states are in rows that are found by a hash."""
        return sum(int(stack.registers[HASHED]) for stack in self.stacks)

    @property
    def nothing_counts(self) -> int:
        return nothing_counts(bool(self.ends_met & BETTER), bool(self.ends_met & WORSE))

    @property
    def ends_met(self) -> int:
        """Which kinds of ends were met, a bit each."""
        return int(self.stack.registers[ENDS])

    @property
    def plain_ends(self) -> frozenset[int] | None:
        met = self.ends_met
        return None if met & OTHER else frozenset(end for end, bit in PLAIN_ENDS.items() if met & bit)

    @property
    def bytes(self) -> int:
        return self.kept.nbytes

    @property
    def bytes_a_state(self) -> float:
        ordered = self.kept.address[ORDERED] > 0
        return self.bytes / self.states if ordered else row_bytes(self.words, self.numbers) / FULLEST

    def states_drawn(self, count: int) -> list[Any]:
        with self.lock:
            return list(map(self.shape.state, self.words_drawn(count)))

    def words_drawn(self, count: int) -> Any:
        """So many states that have a value, as words: those with the least hashes, so the same ones in every table."""
        below = min(2 * count * HASHES // max(self.states, 1), HASHES)
        rows = np.empty(min(4 * count, self.states), np.int64)
        slots, keys, address = self.kept.slots, self.kept.keys, self.kept.address
        while (found := with_hashes()(slots, keys, address, np.uint64(below), rows)) > len(rows):
            rows = np.empty(found, np.int64)
        words = self.kept.words_at(rows[:found])
        return words[np.lexsort((*words.T, homes_of(words, HASHES)))[:count]]

    def tally(self) -> Mapping[int, int]:
        found = dict.fromkeys(COUNTED, 0)
        with self.lock:
            for begin in range(0, len(self.kept.slots), LOOKED_AT):
                slots = self.kept.slots[begin : begin + LOOKED_AT]
                words = slots[:, self.kept.value]
                words = words[is_settled(words) & (self.with_errors == 0 or slots[:, -1] == 0)]
                worths = words.view(np.float64) if self.with_errors else words >> DISTANCE_BITS
                for worth in COUNTED:
                    found[worth] += int(np.count_nonzero(worths == worth))
        return found

    def value(self, state: Any) -> Value:
        """The value of a state; a bound of zero width is exact."""
        with self.lock:
            if (known := self.known_value(state)) is not None:
                return known
            self.slot_of(state)
            value = self.known_value(state)
            assert value is not None
            return value

    def known_value(self, state: Any) -> Value | None:
        with self.lock:
            state = self.game.canon(state)
            known = self.known_numbers(state) or self.value_without_row(state)
            return None if known is None else as_value(*known)

    def known_numbers(self, state: Any) -> tuple[float, float] | None:
        """The value of a state that has a row, and its error; None of another."""
        slot = self.slot(state)
        if slot is None:
            return None
        if not self.with_errors:
            return int(self.kept.slots[slot, self.kept.value]) >> DISTANCE_BITS, 0.0
        return float(self.kept.numbers[slot, self.kept.value]), float(self.kept.numbers[slot, self.kept.value + 1])

    def value_without_row(self, state: Any) -> tuple[float, float] | None:
        """The same of an end or a chance position that has no row; None where what it leads to is not known."""
        game, who = self.game, self.game.turn(state)
        if not self.weighs or who not in (CHANCE, OVER):
            return None
        if who == OVER:
            payoff = float(game.payoff(state))
            return payoff, misread(payoff)
        found = NOTHING_SEEN
        for move, weight in zip(
            *outcomes_with_odds(game, state, broken_rules.legal_moves_of(game, state)), strict=True
        ):
            after = game.canon(game.play(state, move))
            known = self.known_numbers(after) or (self.value_without_row(after) if game.turn(after) == OVER else None)
            if known is None:
                return None
            found = with_outcome(found, weight, *add_reward(*known, float(game.reward(state, move))))
        return mean(found) if found[2] > 0.0 else None

    def distance(self, state: Any) -> float | None:
        """As ``Table.distance``, which looks for what is not kept here."""
        with self.lock:
            self.value(state)  # which finds out what is kept
            if self.with_errors or not self.races or self.misjudged:
                return super().distance(state)
            return int(self.kept.slots[self.slot_of(state), self.kept.value]) & LONGEST_DISTANCE

    def knows(self, state: Any) -> bool:
        """Whether the value of the state is known."""
        return self.known_value(state) is not None

    def slot_of(self, state: Any) -> int:
        """The slot of a state, which is solved on the spot when it was not met before."""
        state = self.game.canon(state)
        while (slot := self.slot(state)) is None:
            self.solve(state)
        return slot

    def slot(self, state: Any) -> int | None:
        """Where a solved state lies."""
        try:
            words = self.shape.words(state)
        except RowTooSmall:  # so it was never met
            return None
        slots, keys, ordered = self.kept.slots, self.kept.keys, int(self.kept.address[ORDERED])
        i = home_at(words, self.kept.address)
        self.load_row(i)
        if i < ordered:  # a row that is its own alone
            return i if is_settled(slots[i, self.kept.value]) else None
        while (word := slots[i, self.kept.value]) != EMPTY:
            if is_settled(word) and all(keys[i - ordered, k] == words[k] for k in range(self.words)):
                return i
            i += 1
            self.load_row(i)
        return None

    def load_row(self, row: int) -> None:
        """Have a row ready that is looked at next; one in memory is."""

    def read_all(self) -> None:
        """The same of all rows."""

    def note_saved(self) -> None:
        """The table is in a file now, as a whole."""

    def solve(self, root: Any) -> None:
        """Fill the table with every state that matters below the (canonical) root, and hold it to the rules."""
        before, table = 0 if self.on_hold else self.states, self.begun
        self.fill(root)
        if self.begun != table:  # begun anew, with other numbers or wider rows: what was held before is gone
            before = 0
        try:
            held = InductionCertifier(self).certificate(root, self.states - before)
        except BaseException:  # what was not held is not believed later either
            self.reset(self.with_errors)
            raise
        held += self.certified.held if self.certified else 0
        self.certified = Certified(min(held, self.states), self.states)

    def fill(self, root: Any) -> None:
        """Fill the table with every state that matters below the (canonical) root."""
        if self.presumed is None:
            self.presume()
        self.on_hold = False
        try:
            self.drive(root)
            if self.misjudged and not self.limits.half_spent:  # a limit must not cost the values that are known
                self.presumed = self.nothing_counts
                self.reset(with_errors=False)  # so that distances are those of who is ahead
                self.drive(root)
        except RowTooSmall as error:
            if not widen(self.game, error, self.shape.layout):
                raise LeavesRow(self.game, root, error) from error
            self.stack.clear()
            self.take_shape()
            self.reset(self.with_errors)
            self.fill(root)
        except LimitHit:  # bounds so far are answers too
            InductionCertifier(self).hold_some()
            raise
        except OutOfBudget:
            self.on_hold = True
            raise
        finally:
            if not self.on_hold:
                self.forget_states_under_way()

    def forget_states_under_way(self) -> None:
        """States that have no value yet are met again, so that a later question starts clean."""
        self.count_states(self.hashed_states)
        self.helpers = []
        if self.stack.depth:
            self.stack.clear()
            self.reset(self.with_errors)

    @property
    def misjudged(self) -> bool:
        """Whether distances were counted for another who is ahead than the ends that were met say."""
        return self.races and not self.with_errors and bool(self.stack.registers[NOTHING] != self.nothing_counts)

    def presume(self) -> None:
        """Look at a few games for what nothing counts; where others show another thing, all is solved once more."""
        self.presumed = nothing_counts(*ends_shown(self.game)) if self.races else 0
        self.stack.registers[NOTHING] = self.presumed

    def drive(self, root: Any) -> None:
        """Let the loop go on until the root is settled, and give it what it needs."""
        self.compile()
        alone = self.limits.threads == 1 or self.limits.states < inf  # such a limit leaves the same bounds every time
        while True:
            if not alone and not self.helpers and self.states >= TOGETHER_FROM:
                threads = min(self.limits.threads, MOST_THREADS)
                self.helpers = [self.stack.beside(self.rules, k, threads) for k in range(1, threads)]
            found = self.go_on_together(root)
            if DONE in found:  # what other threads looked for is settled, too, as the root leads to it
                self.stack.clear()
                return
            self.look_at_limits()
            if len(found) > 1 and any(said not in WANTS for said in found):
                alone = True  # one thread comes to what is wrong at the same state every time
                self.reset(self.with_errors)
                continue
            for stack, said in zip(self.stacks, found, strict=True):
                self.supply(stack, said, root)
            if NEEDS_ERRORS in found:
                self.reset(with_errors=True)
            elif COSTS_LESS in found:
                self.weighing = WEIGH
                self.reset(self.with_errors)
            elif TABLE_FULL in found or (ROWS_TAKEN in found and self.room <= self.limit * LEAST_ROOM):
                self.grow()

    @property
    def stacks(self) -> list[Stack]:
        """One for each thread; the first is always there."""
        return [self.stack, *self.helpers]

    @property
    def room(self) -> int:
        """How many more rows that are found by a hash may be taken."""
        return self.limit - self.hashed_states

    def go_on(self, stack: Stack, root: Any, limit: int) -> int:
        """Let the loop go on with one stack until it needs something, or another thread does."""
        rules = self.compile()
        return int(self.induct(rules, self.memory(stack), limit, self.rules.state_in_words(root)))

    def attempt(self, stack: Stack, root: Any, share: int) -> int | Exception:
        """The same with its share of the room, and what is raised instead."""
        try:
            return self.go_on(stack, root, int(stack.registers[HASHED]) + share)
        except Exception as error:  # whatever the rules raise
            return error

    def call_back(self) -> None:
        """Let the loops of all threads return soon."""
        self.shared[0, RETURN] = 1

    def go_on_together(self, root: Any) -> list[int | Exception]:
        """Let the loop go on in a thread for each stack until one needs something: what each says, or raises."""
        self.shared[0, RETURN] = 0
        share = self.room // len(self.stacks)
        tasks = [partial(self.attempt, stack, root, share) for stack in self.stacks]
        found = together(tasks, self.call_back)
        for helper in self.helpers:
            self.stack.registers[ENDS] |= helper.registers[ENDS]
        return found

    def supply(self, stack: Stack, said: int | Exception, root: Any) -> None:
        """Give a stack what its loop needs. Raises what is wrong, where it stopped because of that."""
        if isinstance(said, Exception):
            if not self.weighs or isinstance(said, RowTooSmall):
                raise as_cpython_meets_it(self.game, self.state_on_top(root), said)
            stack.registers[WEIGHING] = STORE  # the loop comes to it once more, with the chance position on the stack
        elif said == STACK_FULL:
            self.check_memory(stack.state_bytes)
            stack.add_states()
        elif said == MOVES_FULL:
            self.check_memory(stack.move_bytes)
            made = len(stack.moves) - int(stack.registers[MOVES_TOP])
            broken_rules.check_end(self.game, self.shape.state(stack.states[stack.depth]), made)
            stack.add_moves()
        elif said == PAUSED and stack is self.stack:
            self.looked_up += SLICE
        elif said == LEAVES_FLOATS:
            raise LeavesFloats(self.game, self.state_on_top(root))
        elif said not in WANTS:
            raise self.broken(said)

    def memory(self, stack: Stack) -> Memory:
        """All that the loop of a thread knows."""
        own = stack.states, stack.frames, stack.floats, stack.moves, stack.outcomes, stack.registers
        return Memory(*self.kept, *own, self.shared, self.surveyed)

    def look_at_limits(self) -> None:
        """Raise LimitHit when there is no more time, GivenUp when nobody waits, and OutOfBudget."""
        if limit := self.limits.limit_at(self.states):
            raise LimitHit(*self.bounds(), self.states, limit)
        late = self.limits.half_spent and not self.with_errors  # bounds of games with chance close seldom
        if self.budget < inf and (self.states > self.budget or late):
            raise OutOfBudget

    def check_memory(self, more: float) -> None:
        """Raise LimitHit when so many more bytes are too many."""
        used = self.kept.nbytes + self.stacks_bytes
        if used + 2 * more > self.limits.memory:  # old and new stand side by side while they are copied
            raise LimitHit(*self.bounds(), self.states)

    @property
    def stacks_bytes(self) -> int:
        return sum(stack.bytes for stack in self.stacks)

    def grow(self) -> None:
        """A table a third larger, or as large as memory allows when that is still worth it.

        One in the order of the fields takes its place where these fill their ranges well enough.
        """
        room = self.limits.memory - self.kept.nbytes - self.stacks_bytes
        most = int(min(room / row_bytes(self.words, self.numbers) - SLACK, LARGEST))
        address = self.ordered_address(room) if self.states >= ORDERED_FROM else None
        if address is None:
            homes, ordered = map(int, self.kept.address[[HOMES, ORDERED]])
            capacity = homes if not ordered else int(self.states / FULLEST)
            larger = int(min(capacity * GROWTH, most))
            if larger < capacity * 1.05:
                raise LimitHit(*self.bounds(), self.states)
            address = by_hash(larger, self.words)
        rows = self.move_rows(address)
        if rows is None:
            raise LimitHit(*self.bounds(), self.states)  # too many equal hashes: never seen
        self.use(rows)
        for stack in self.stacks:
            self.relocate(rows.slots, rows.keys, address, stack.states, stack.frames, stack.depth)

    def move_rows(self, address: Any) -> StateRows | None:
        """All rows at this address, moved by all threads; None where there is too little room."""
        old, new = self.kept, StateRows.of(address, self.words, self.numbers)

        def move(begin: int, end: int) -> int:
            both = old.slots, old.keys, old.address, new.slots, new.keys, new.address
            return int(self.refill(*both, begin, end))

        def shares(rows: int) -> list[tuple[int, int]]:
            parts = len(self.stacks)
            return [(rows * k // parts, rows * (k + 1) // parts) for k in range(parts)]

        together([partial(new.clear, *share) for share in shares(len(new.slots))])
        hashed = together([partial(move, *share) for share in shares(len(old.slots))])
        if min(hashed) < 0:
            return None
        self.count_states(sum(hashed))
        return new

    def count_states(self, hashed: int) -> None:
        """Have the first stack count all states, so many of them in rows that are found by a hash."""
        counts = hashed, self.states - hashed
        for stack in self.stacks:
            stack.registers[[HASHED, IN_ORDER]] = counts if stack is self.stack else 0

    def ordered_address(self, room: float) -> Any:
        """The address of a table in the order of the fields within so many bytes; None where it takes too many.

        It may take what a hashed one takes on average; and more where states are looked up often.
        """
        row = 8 * self.numbers
        hashed = self.states * row_bytes(self.words, self.numbers) / HALF_FULL
        often = min(EMPTIEST, self.looked_up / self.states / LOOKUPS_A_ROW) * self.states * row
        most = min(room, LARGEST * row, max(hashed, min(often, LARGEST_ORDERED)))
        address = None
        for step in (SOME, 1) if self.words else ():  # a few of them mostly show that ranges are too wide
            least, greatest = self.ranges(step)
            address = in_order(least, greatest, int(most / row))
            if address is None or table_bytes(address, self.words, self.numbers) > most:
                return None
        return address

    def ranges(self, step: int) -> tuple[Any, Any]:
        """The least and the greatest of each word, in rows in order and in every so manieth that is found by a hash."""
        slots, _, keys, address = self.kept
        least, greatest = np.full(self.words, WORD_MAX), np.full(self.words, WORD_MIN)
        if address[ORDERED]:  # such a table was made for the ranges of states in it, so these fill them
            least, greatest = address[LEASTS].copy(), address[LEASTS] + address[RANGES] - 1
        ranges_noted()(slots, keys, address, step, least, greatest)
        return least, greatest

    def bounds(self) -> tuple[Number, Number]:
        """What the moves tried so far prove about the root."""
        return bounds_of_root(self.frame_known(i) for i in range(self.stack.depth - 1, -1, -1))

    def frame_known(self, i: int) -> tuple[int, Number, Number, Exact]:
        """What is known at a depth while a move is being tried there, for ``bounds_of_root``."""
        best, error = (float(self.stack.floats[i, k]) for k in (BEST, ERROR))
        low, high = around(best, error if self.with_errors else 0.0)
        return int(self.stack.frames[i, TURN]), low, high, self.gain_of(i)

    def gain_of(self, i: int) -> Exact:
        """The reward of the move that is being tried at a depth; none at the top, where nothing is known of it yet."""
        if self.races or i + 1 == self.stack.depth:
            return 0
        state = self.shape.state(self.stack.states[i])
        move = self.move_tried(i)
        return exact_number(self.game, state, f"reward of move {move}", self.game.reward(state, move))

    def move_tried(self, i: int) -> Move:
        """The move that is being tried at a depth."""
        return self.rules.move(self.stack.moves[self.stack.frames[i, NEXT]])

    def state_on_top(self, root: Any) -> Any:
        """The state whose moves were being tried last; before there was one, the root."""
        depth = self.stack.depth
        return self.shape.state(self.stack.states[depth - 1]) if depth else root

    def broken(self, said: int) -> Exception:
        """The error for rules that break the contract, with the state where they do."""
        game = self.game
        above = said in (BAD_TURN, NO_MOVES, REPEATS, BAD_PAYOFF)  # a state that was to be entered
        place = self.stack.depth - (not above)
        state = self.shape.state(self.stack.states[place])
        weight, who = (int(self.stack.registers[k]) for k in (WEIGHT, WHO))
        if said == BAD_TURN:
            return broken_rules.bad_turn(game, state, who)
        if said == NO_MOVES:
            return broken_rules.no_moves(game, state)
        move = self.move_tried(self.stack.depth - 1)
        if said == BAD_ODDS:
            return broken_rules.bad_odds(game, state, move, weight)
        if said == NO_ODDS:
            return broken_rules.no_odds(game, state)
        if said == REPEATS:
            return broken_rules.repeats(game, state)
        if said == BAD_PAYOFF:
            return broken_rules.bad_number(game, state, "payoff", game.payoff(state))
        return broken_rules.bad_number(game, state, f"reward of move {move}", game.reward(state, move))


def as_value(number: float, error: float) -> Value:
    """A number within so much; exact where nothing was rounded on the way to it."""
    if isinstance(number, int):
        return exactly(number)
    return exactly(simplest(Fraction(number))) if error == 0.0 else Value(*around(number, error), "bounded", number)


def compile_table(game: Game) -> None:
    """Compile all that a table of this game's states will call."""
    table = NativeTable(game)
    root, rows, stack = table.rules.state_in_words(game.start()), table.kept, table.stack
    one = rows.slots, rows.keys, rows.address
    compile_loop(table.induct, table.compile(), table.memory(stack), table.limit, root)
    compile_loop(table.refill, *one, *one, 0, 0)
    compile_loop(table.relocate, *one, stack.states, stack.frames, 0)
    table.ranges(1)
    table.words_drawn(1)


@cache
def with_hashes() -> Any:
    """``rows_with_hashes`` in machine code."""
    return shared_kernel(rows_with_hashes, (is_settled, word_of_row, mix_word, finish_hash))


@cache
def ranges_noted() -> Any:
    """``note_ranges`` in machine code."""
    return shared_kernel(note_ranges)


def ends_shown(game: Game) -> tuple[bool, bool]:
    """Whether a few games played at random show an end that is better than nothing, and one that is worse."""
    better = worse = False
    for number in range(FEW_GAMES):
        with suppress(*MISTAKES):  # which is told when the state is met again
            for state, move in play_through(game, 0, number, ("random",), None, FEW_MOVES):
                if move is None:
                    payoff = game.payoff(state)
                    better, worse = better or payoff > 0, worse or payoff < 0
    return better, worse
