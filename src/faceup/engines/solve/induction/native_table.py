"""Backward induction in machine code: a table of values that grows as states are looked up."""

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from functools import partial
from math import inf
from typing import Any

import numpy as np

from faceup.engines.graph.survey import compile_survey
from faceup.engines.model import broken_rules
from faceup.engines.model.legal_moves import outcomes_with_odds
from faceup.engines.model.limits import Limits, run_in_parallel
from faceup.engines.model.policies import play_through
from faceup.engines.model.prospects import nothing_counts
from faceup.engines.solve.compiled_table import CompiledTable
from faceup.engines.solve.induction.native_certificate import InductionCertifier
from faceup.engines.solve.induction.native_kernel import (
    BETTER,
    COSTS_LESS,
    DISTANCE_BITS,
    DONE,
    ENDS,
    HASHED,
    IN_ORDER,
    LEAVES_FLOATS,
    LEVEL,
    MOVES_FULL,
    MOVES_TOP,
    NEEDS_ERRORS,
    NO_OUTCOMES,
    NOTHING,
    OTHER,
    PAUSED,
    REPEATS,
    RETURN,
    ROW_STEPS,
    ROWS_TAKEN,
    SHARED,
    SLICE,
    STACK_FULL,
    STEPS,
    STORE,
    TABLE_FULL,
    UNDECIDED,
    WEIGH,
    WEIGHING,
    WORSE,
    Memory,
    add_reward,
    forget,
    induct,
    is_open,
    mean,
    refill,
    relocate,
    with_outcome,
)
from faceup.engines.solve.induction.native_stack import Stack
from faceup.engines.solve.induction.python_table import OutOfBudget
from faceup.engines.solve.induction.value_rows import HALF_FULL, ValueRows
from faceup.engines.solve.overflow_check import LeavesFloats, as_cpython_meets_it, broken_contract
from faceup.engines.solve.table import COUNTED, LONGEST_DISTANCE, LimitHit
from faceup.native.kernels import compile_loop, kernel_in_words
from faceup.native.operations.row_type import RowTooSmall
from faceup.native.rules_pointer import loop_in_words
from faceup.native.state_rows import (
    HOMES,
    LARGEST,
    ORDERED,
    SLACK,
    by_hash,
    is_settled,
)
from faceup.numbers.intervals import misread
from faceup.numbers.value import Number, Value, around, exactly, simplest
from faceup.results.certified import Certified
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import MISTAKES
from faceup.rules.facts import facts_of

FIRST_ROWS = 1 << 13  # of an empty table
FULLEST = 0.80  # load factor at which the table grows; linear probing stays short below it
GROWTH = 1.33
MOST_FORGOTTEN = 100  # for each row: past that, the same positions are computed again and again
MOST_KEPT = 0.75  # of the rows: with fewer to forget, they would be forgotten again and again
LEAST_ROOM = 1 / 16  # of the rows: with less left the table grows, although some threads could go on
ORDERED_FROM = 100_000  # positions from which on a table may be in the order of the fields; fewer fit in a cache
TOGETHER_FROM = 200_000  # positions from which on other threads help; by then WEIGHING is decided
MOST_THREADS = 8  # rows have marks for this many
# Statuses of the loop that are no error.
WANTS = {DONE, PAUSED, TABLE_FULL, ROWS_TAKEN, STACK_FULL, MOVES_FULL, NEEDS_ERRORS, COSTS_LESS}
PLAIN_ENDS = {-1: WORSE, 0: LEVEL, 1: BETTER}
LOOKED_AT = 1 << 20  # slots that ``tally`` reads at once
FEW_GAMES, FEW_MOVES = 8, 250  # random games that ``presume`` plays, and moves of each


class NativeTable(CompiledTable):
    """Values of states in flat arrays, which grow as states are looked up."""

    engine = "induction-native"
    loops = ("induct", "refill", "relocate", "forget_rows")
    budget = inf  # positions; past it, or in games without chance after half of the time, OutOfBudget is raised
    on_hold = False  # OutOfBudget was raised: the next question is the same one, and goes on from there
    weighing = UNDECIDED  # whether chance nodes that players' moves lead to have rows

    def __init__(self, game: Game, limits: Limits | None = None) -> None:
        super().__init__(game, limits)
        self.take_shape()
        self.generation = 0  # how often the table was reset
        self.presumed: int | None = None  # what nothing counts (see ``prospects``), by the ends of some random games
        self.reset(with_errors=False)

    @property
    def words(self) -> int:
        """How many words a state has."""
        return self.shape.count

    def take_loops(self) -> None:
        words = self.rules.words
        self.induct = loop_in_words(induct, words, STEPS)
        self.refill, self.relocate = kernel_in_words(refill, words), kernel_in_words(relocate, words, ROW_STEPS)
        self.forget_rows = loop_in_words(forget, words, (is_open,))

    def reset(self, with_errors: bool) -> None:
        """Empty the table."""
        self.with_errors, self.certified, self.generation = with_errors, None, self.generation + 1
        self.looked_up = 0  # positions looked up so far, about
        self.forgotten = 0  # positions whose values were dropped to free memory
        self.shared = np.zeros((1, SHARED), np.int64)
        self.stack = Stack(self.rules)
        self.stack.registers[NOTHING] = self.presumed or 0
        if with_errors:  # chance nodes need errors
            self.stack.registers[WEIGHING] = self.weighing
        self.helpers: list[Stack] = []  # of other threads
        rows = ValueRows.of(by_hash(FIRST_ROWS, self.words), self.words, self.numbers)
        rows.clear()
        self.use(rows)

    @property
    def numbers(self) -> int:
        """How many numbers a row has: the value, and the error if there is one."""
        return 2 if self.with_errors else 1

    def use(self, rows: ValueRows) -> None:
        self.row_store = rows
        self.limit = int((rows.address[HOMES] - rows.address[ORDERED]) * FULLEST)  # ordered rows never collide

    @property
    def weighs(self) -> bool:
        """Whether chance nodes that players' moves lead to are weighed on the spot, and have no rows."""
        return bool(self.stack.registers[WEIGHING] == WEIGH)

    @property
    def keeps_all(self) -> bool:
        return not self.weighs and not self.forgotten

    @property
    def states(self) -> int:
        return self.stored + self.forgotten

    @property
    def stored(self) -> int:
        """How many states have rows."""
        return self.hashed_states + sum(int(stack.registers[IN_ORDER]) for stack in self.stacks)

    @property
    def hashed_states(self) -> int:
        """How many states are in hashed rows."""
        return sum(int(stack.registers[HASHED]) for stack in self.stacks)

    @property
    def nothing_counts(self) -> int:
        return nothing_counts(bool(self.ends_met & BETTER), bool(self.ends_met & WORSE))

    @property
    def ends_met(self) -> int:
        """The kinds of ends so far, a bit each."""
        return int(self.stack.registers[ENDS])

    @property
    def plain_ends(self) -> frozenset[int] | None:
        kinds = self.ends_met
        return None if kinds & OTHER else frozenset(end for end, bit in PLAIN_ENDS.items() if kinds & bit)

    @property
    def bytes(self) -> int:
        return self.row_store.nbytes

    @property
    def bytes_a_state(self) -> float:
        ordered = self.row_store.address[ORDERED] > 0
        return self.bytes / self.stored if ordered else self.row_store.row_bytes / FULLEST

    def sampled_states(self, count: int) -> list[Any]:
        with self.lock:
            return list(map(self.shape.state, self.sampled_words(count)))

    def sampled_words(self, count: int) -> Any:
        """Return the ``count`` solved states with the least hashes, as words: the same ones in every table."""
        return self.row_store.sampled_words(count, self.stored)

    def tally(self) -> Mapping[int, int]:
        counts = dict.fromkeys(COUNTED, 0)
        with self.lock:
            for begin in range(0, len(self.row_store.slots), LOOKED_AT):
                slots = self.row_store.slots[begin : begin + LOOKED_AT]
                words = slots[:, self.row_store.value]
                words = words[is_settled(words) & (self.with_errors == 0 or slots[:, -1] == 0)]
                values = words.view(np.float64) if self.with_errors else words >> DISTANCE_BITS
                for value in COUNTED:
                    counts[value] += int(np.count_nonzero(values == value))
        return counts

    def value(self, state: Any) -> Value:
        """Return the value of a state: exact, or bounded; solve the state if it is new."""
        with self.lock:
            if (stored := self.known_value(state)) is not None:
                return stored
            self.slot_of(state)
            value = self.known_value(state)
            assert value is not None
            return value

    def known_value(self, state: Any) -> Value | None:
        with self.lock:
            state = self.game.canon(state)
            numbers = self.known_numbers(state) or self.value_without_row(state)
            return None if numbers is None else as_value(*numbers)

    def known_numbers(self, state: Any) -> tuple[float, float] | None:
        """Return (value, error) of a state that has a row; None for another."""
        slot = self.slot(state)
        if slot is None:
            return None
        if not self.with_errors:
            return int(self.row_store.slots[slot, self.row_store.value]) >> DISTANCE_BITS, 0.0
        numbers = self.row_store.numbers[slot, self.row_store.value :]
        return float(numbers[0]), float(numbers[1])

    def value_without_row(self, state: Any) -> tuple[float, float] | None:
        """Return (value, error) of an end or a chance node without a row; None if a successor is not solved."""
        game, turn = self.game, self.game.turn(state)
        if not self.weighs or turn not in (CHANCE, OVER):
            return None
        if turn == OVER:
            payoff = float(game.payoff(state))
            return payoff, misread(payoff)
        sums = NO_OUTCOMES
        for move, weight in zip(
            *outcomes_with_odds(game, state, broken_rules.legal_moves_of(game, state)), strict=True
        ):
            after = game.canon(game.play(state, move))
            numbers = self.known_numbers(after) or (self.value_without_row(after) if game.turn(after) == OVER else None)
            if numbers is None:
                return None
            sums = with_outcome(sums, weight, *add_reward(*numbers, float(game.reward(state, move))))
        return mean(sums) if sums[2] > 0.0 else None

    def distance(self, state: Any) -> float | None:
        """Return the moves to the end under best play; computed by ``Table.distance`` if rows hold no distances."""
        with self.lock:
            self.value(state)  # may reset the table with errors, and then rows hold no distances
            if self.with_errors or not self.races or self.misjudged:
                return super().distance(state)
            return int(self.row_store.slots[self.slot_of(state), self.row_store.value]) & LONGEST_DISTANCE

    def knows(self, state: Any) -> bool:
        """Whether the state is solved."""
        return self.known_value(state) is not None

    def slot_of(self, state: Any) -> int:
        """Return the row of a state; solve the state if it is new."""
        state = self.game.canon(state)
        while (slot := self.slot(state)) is None:
            self.solve(state)
        return slot

    def slot(self, state: Any) -> int | None:
        """Return the row of a state; None if it is not solved."""
        try:
            words = self.shape.words(state)
        except RowTooSmall:  # the state is not in the table
            return None
        return self.row_store.find(words, self.load_row)

    def load_row(self, row: int) -> None:
        """Read a row before it is used. A table in memory has nothing to read; ``SavedTable`` has."""

    def read_all(self) -> None:
        """Read all rows. A table in memory has nothing to read; ``SavedTable`` has."""

    def note_saved(self) -> None:
        """Do what is due once the table is saved. ``CheckpointedTable`` removes its file."""

    def solve(self, root: Any) -> None:
        """Solve every state that matters below the (canonical) root, and certify the table."""
        before, table = 0 if self.on_hold else self.states, self.generation
        self.fill(root)
        if self.generation != table:  # the table was reset, so earlier certificates are void
            before = 0
        try:
            checked = InductionCertifier(self).certificate(root, self.states - before)
        except BaseException:  # never use values that failed the certificate
            self.reset(self.with_errors)
            raise
        checked += self.certified.held if self.certified else 0
        self.certified = Certified(min(checked, self.states), self.states)

    def fill(self, root: Any) -> None:
        """Solve every state that matters below the (canonical) root."""
        if self.presumed is None:
            self.presume()
        self.on_hold = False
        try:
            self.drive(root)
            if self.misjudged and not self.limits.half_spent:  # solve again only if time allows
                self.presumed = self.nothing_counts
                self.reset(with_errors=False)  # distances need the right ``presumed``
                self.drive(root)
        except RowTooSmall as error:
            self.widen(error, root)
            self.stack.clear()
            self.take_shape()
            self.reset(self.with_errors)
            self.fill(root)
        except LimitHit:  # the bounds so far are an answer too
            InductionCertifier(self).hold_some()
            raise
        except OutOfBudget:
            self.on_hold = True
            raise
        finally:
            if not self.on_hold:
                self.forget_states_under_way()

    def forget_states_under_way(self) -> None:
        """Clear the stacks; if that leaves states without values in the table, empty it."""
        self.count_states(self.hashed_states)
        self.helpers = []
        if self.stack.depth:
            self.stack.clear()
            self.reset(self.with_errors)

    @property
    def misjudged(self) -> bool:
        """Whether distances were counted with a wrong ``presumed``, as the ends show."""
        return self.races and not self.with_errors and bool(self.stack.registers[NOTHING] != self.nothing_counts)

    def presume(self) -> None:
        """Guess what nothing counts from a few random games; if the guess is wrong, ``fill`` solves again."""
        self.presumed = nothing_counts(*ends_shown(self.game)) if self.races else 0
        self.stack.registers[NOTHING] = self.presumed

    def drive(self, root: Any) -> None:
        """Run the loop until the root is settled, and provide what it needs."""
        self.compile()
        alone = self.limits.threads == 1 or self.limits.states < inf  # one thread leaves the same bounds every time
        while True:
            if not alone and not self.helpers and self.states >= TOGETHER_FROM:
                threads = min(self.limits.threads, MOST_THREADS)
                self.helpers = [self.stack.of_thread(k, threads) for k in range(1, threads)]
            statuses = self.run_all(root)
            if DONE in statuses:  # the other threads' states are settled too
                self.stack.clear()
                return
            self.look_at_limits()
            if len(statuses) > 1 and any(status not in WANTS for status in statuses):
                alone = True  # one thread reports the same state every time
                self.reset(self.with_errors)
                continue
            for stack, status in zip(self.stacks, statuses, strict=True):
                self.supply(stack, status, root)
            if NEEDS_ERRORS in statuses:
                self.reset(with_errors=True)
            elif COSTS_LESS in statuses:
                self.weighing = WEIGH
                self.reset(self.with_errors)
            elif TABLE_FULL in statuses or (ROWS_TAKEN in statuses and self.room <= self.limit * LEAST_ROOM):
                self.grow()

    @property
    def stacks(self) -> list[Stack]:
        """The stacks of all threads, the main thread's first."""
        return [self.stack, *self.helpers]

    @property
    def room(self) -> int:
        """How many more hashed rows may be used before the table grows."""
        return self.limit - self.hashed_states

    def run(self, stack: Stack, root: Any, limit: int) -> int:
        """Run the loop with one stack until it or another thread needs something; return the status."""
        rules = self.compile()
        return int(self.induct(rules, self.memory(stack), limit, self.rules.state_in_words(root)))

    def run_share(self, stack: Stack, root: Any, share: int) -> int | Exception:
        """Run the loop with one stack and a share of the room; return the status, or the exception that it raised."""
        try:
            return self.run(stack, root, int(stack.registers[HASHED]) + share)
        except Exception as error:  # anything that rules raise
            return error

    def request_return(self) -> None:
        """Ask the loops of all threads to return."""
        self.shared[0, RETURN] = 1

    def run_all(self, root: Any) -> list[int | Exception]:
        """Run the loop in one thread for each stack until one needs something; return the statuses or exceptions."""
        self.shared[0, RETURN] = 0
        share = self.room // len(self.stacks)
        tasks = [partial(self.run_share, stack, root, share) for stack in self.stacks]
        statuses = run_in_parallel(tasks, self.request_return)
        for helper in self.helpers:
            self.stack.registers[ENDS] |= helper.registers[ENDS]
        return statuses

    def supply(self, stack: Stack, status: int | Exception, root: Any) -> None:
        """Provide what the loop of a stack needs. Raises the error that its status stands for."""
        if isinstance(status, Exception):
            if not self.weighs or isinstance(status, RowTooSmall):
                raise as_cpython_meets_it(self.game, self.stack.top(root), status)
            stack.registers[WEIGHING] = STORE  # the loop meets the error again, with the chance node on the stack
        elif status == STACK_FULL:
            self.check_memory(stack.state_bytes)
            stack.add_states()
        elif status == MOVES_FULL:
            self.check_memory(stack.move_bytes)
            count = len(stack.moves) - int(stack.registers[MOVES_TOP])
            broken_rules.check_end(self.game, stack.state(stack.depth), count)
            stack.add_moves()
        elif status == PAUSED and stack is self.stack:
            self.looked_up += SLICE
        elif status == LEAVES_FLOATS:
            raise LeavesFloats(self.game, self.stack.top(root))
        elif status not in WANTS:
            raise self.broken(status, root)

    def memory(self, stack: Stack) -> Memory:
        """Return the memory of the loop of one thread."""
        arrays = stack.states, stack.frames, stack.floats, stack.moves, stack.outcomes, stack.registers
        return Memory(*self.row_store, *arrays, self.shared)

    def look_at_limits(self) -> None:
        """Raise LimitHit at a limit, GivenUp when the caller cancels, and OutOfBudget."""
        if limit := self.limits.limit_at(self.states):
            raise LimitHit(*self.bounds(), self.states, limit)
        late = self.limits.half_spent and not self.with_errors  # bounds of games with chance close seldom
        if self.budget < inf and (self.states > self.budget or late):
            raise OutOfBudget

    def check_memory(self, more: float) -> None:
        """Raise LimitHit if ``more`` bytes exceed the memory limit."""
        used = self.row_store.nbytes + self.stacks_bytes
        if used + 2 * more > self.limits.memory:  # old and new arrays coexist while one is copied
            raise LimitHit(*self.bounds(), self.states)

    @property
    def stacks_bytes(self) -> int:
        return sum(stack.bytes for stack in self.stacks)

    def grow(self) -> None:
        """Move to a table a third larger, or as large as memory allows if that is still worthwhile.

        If the fields fill their ranges well enough, move to rows in the order of the fields. If memory is short, forget
        what the rules need not have kept. Raises LimitHit.
        """
        room = self.limits.memory - self.row_store.nbytes - self.stacks_bytes
        most = int(min(room / self.row_store.row_bytes - SLACK, LARGEST))
        address = self.address_in_order(room)
        if address is None:
            homes, ordered = map(int, self.row_store.address[[HOMES, ORDERED]])
            capacity = homes if not ordered else int(self.stored / FULLEST)
            larger = int(min(capacity * GROWTH, most))
            if larger < capacity * 1.05:
                larger = min(capacity, most)
                if not self.forget(int(larger * FULLEST * MOST_KEPT)):
                    raise LimitHit(*self.bounds(), self.states)
            address = by_hash(larger, self.words)
        rows = self.move_rows(address)
        if rows is None:
            raise LimitHit(*self.bounds(), self.states)  # too many equal hashes: never seen
        self.use(rows)
        for stack in self.stacks:
            self.relocate(self.memory(stack))

    def forget(self, most: int) -> bool:
        """Forget all values but those of milestones, if these are at most ``most``; return whether it was done.

        The rows must move then. A value is computed again where it is needed, so forgetting changes no answer.
        """
        if "milestone" not in facts_of(self.game).overridden or self.forgotten > MOST_FORGOTTEN * self.limit:
            return False
        stored, (slots, _, keys, address), rules = self.stored, self.row_store, self.compile()

        def visit(drop: bool, begin: int, end: int) -> int:
            return int(self.forget_rows(rules, slots, keys, address, begin, end, drop))

        shares = self.shares(len(slots))
        left = sum(run_in_parallel([partial(visit, False, *share) for share in shares]))
        if left > most:
            return False
        run_in_parallel([partial(visit, True, *share) for share in shares])
        self.forgotten += stored - left
        for stack in self.stacks:
            stack.registers[[HASHED, IN_ORDER]] = left if stack is self.stack else 0, 0
        return True

    def keep_milestones(self) -> None:
        """Forget all other values, and move to as small a table; keep all if milestones are most of them."""
        if self.forget(self.stored // 2):
            rows = self.move_rows(by_hash(max(int(self.stored / HALF_FULL), FIRST_ROWS), self.words))
            assert rows is not None
            self.use(rows)

    def shares(self, rows: int) -> list[tuple[int, int]]:
        """Divide rows among the threads; return where each share begins and ends."""
        parts = len(self.stacks)
        return [(rows * k // parts, rows * (k + 1) // parts) for k in range(parts)]

    def move_rows(self, address: Any) -> ValueRows | None:
        """Move all rows to this address, in all threads; return None if there is too little room."""
        old, new = self.row_store, ValueRows.of(address, self.words, self.numbers)

        def move(begin: int, end: int) -> int:
            both = old.slots, old.keys, old.address, new.slots, new.keys, new.address
            return int(self.refill(*both, begin, end))

        run_in_parallel([partial(new.clear, *share) for share in self.shares(len(new.slots))])
        hashed = run_in_parallel([partial(move, *share) for share in self.shares(len(old.slots))])
        if min(hashed) < 0:
            return None
        self.count_states(sum(hashed))
        return new

    def count_states(self, hashed: int) -> None:
        """Put the counts of all states with rows, ``hashed`` of them in hashed rows, into the first stack."""
        counts = hashed, self.stored - hashed
        for stack in self.stacks:
            stack.registers[[HASHED, IN_ORDER]] = counts if stack is self.stack else 0

    def address_in_order(self, room: float) -> Any:
        """Return the address of a table in the order of the fields that fits into ``room`` bytes; None if none does."""
        if self.stored < ORDERED_FROM:
            return None
        return self.row_store.address_in_order(self.stored, self.looked_up / self.states, room)

    def bounds(self) -> tuple[Number, Number]:
        """Return the bounds on the root that the moves tried so far prove."""
        return self.stack.bounds(self.with_errors, self.races)

    def broken(self, status: int, root: Any) -> Exception:
        """Return the error for rules that break the contract, with the state."""
        entered = self.stack.state(self.stack.depth)
        if status == REPEATS:
            return broken_rules.repeats(self.game, entered)
        return broken_contract(self.game, entered, self.stack.top(root))


def as_value(number: float, error: float) -> Value:
    """Return the value ``number`` within ``error``; exact if the error is 0."""
    if isinstance(number, int):
        return exactly(number)
    return exactly(simplest(Fraction(number))) if error == 0.0 else Value(*around(number, error), "bounded", number)


def compile_table(game: Game) -> None:
    """Compile all loops that a table of this game calls."""
    table = NativeTable(game)
    root, rows, stack = table.rules.state_in_words(game.start()), table.row_store, table.stack
    arrays = rows.slots, rows.keys, rows.address
    compile_loop(table.induct, table.compile(), table.memory(stack), table.limit, root)
    compile_loop(table.refill, *arrays, *arrays, 0, 0)
    compile_loop(table.relocate, table.memory(stack))
    if "milestone" in facts_of(game).overridden:
        compile_loop(table.forget_rows, table.compile(), *arrays, 0, 0, False)
    compile_survey(table.rules)
    rows.ranges(1)
    table.sampled_words(1)


def ends_shown(game: Game) -> tuple[bool, bool]:
    """Play a few random games; return whether an end paid more than 0, and whether one paid less."""
    better = worse = False
    for number in range(FEW_GAMES):
        with suppress(*MISTAKES):  # solving reports it, at the same state
            for state, move in play_through(game, 0, number, ("random",), None, FEW_MOVES):
                if move is None:
                    payoff = game.payoff(state)
                    better, worse = better or payoff > 0, worse or payoff < 0
    return better, worse
