"""Seats that keep to best or worst moves: machine code looks them up in the tables that it has made."""

from collections.abc import Callable
from typing import Any

import numpy as np

from faceup.engines.chain import best_moves_kernel
from faceup.engines.chain.best_moves_kernel import MOST, STEPS, Ahead, Book
from faceup.engines.chain.policy_walk import UNKNOWN, Asked, PolicyWalk
from faceup.engines.solve.cyclic.native_table import NativeCyclicTable, Solved
from faceup.engines.solve.cyclic.walk_kernel import ANSWER, CHOICE
from faceup.engines.solve.induction.native_kernel import DISTANCE_BITS
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.engines.solve.table import LONGEST_DISTANCE
from faceup.native.kernels import compile_for, kernel
from faceup.native.state_table import EMPTY, by_hash
from faceup.numbers.intervals import all_around
from faceup.results.solution import Solution
from faceup.rules.moves import Move


class LookedUp(Asked):
    """The moves of a solution, looked up in machine code where it knows them."""

    looked_up = True

    def __init__(self, solution: Solution, ask: Callable[[Any], Move], best: bool, book: Book) -> None:
        super().__init__(solution.game, ask)
        self.book = book
        self.bytes = 3 * int(book.low.nbytes) + own_bytes(book.states)  # the rest is the table's own, or little
        self.loop = best_moves_kernel.best_moves if best else best_moves_kernel.worst_moves
        self.seat = CHOICE if best else ANSWER

    def answer(self, walk: PolicyWalk, places: Any, answers: Any) -> None:
        wanted = places.astype(np.int64)
        room = [_room() for _ in range(2 if self.seat == CHOICE else 1)]
        given = walk.shape.rules(self.game), self.book, walk.states, wanted, answers, *room, walk.root
        loop = self.compile_loop(walk)
        compile_for(loop, *given)
        loop(*given)
        super().answer(walk, wanted[answers[wanted] == UNKNOWN], answers)

    def compile_loop(self, walk: PolicyWalk) -> Any:
        return kernel(self.loop, self.game, shape=walk.shape, inlined=STEPS, counted=False)


def own_bytes(states: Any) -> int:
    """The bytes of states that were written out for the book; none where they are the table's own rows."""
    return int(states.nbytes) if states.base is None else 0


def _room() -> Ahead:
    return Ahead(np.empty(MOST, np.int64), np.empty(MOST), np.empty(MOST), np.empty(MOST), np.empty(MOST, np.bool_))


def book_of(solution: Solution, start: Any) -> Book | None:
    """What machine code has to know of a solution; None where it did not make the table."""
    table = solution.table
    if isinstance(table, NativeCyclicTable):
        canonical = table.game.canon(start)
        table.value(canonical)
        solved = next(part for part in table.solved if part.directory.find(canonical) is not None)
        return _of_cyclic(table, solved)
    if isinstance(table, NativeTable):
        table.value(start)
        return _of_induction(table)
    return None


def _of_cyclic(table: NativeCyclicTable, solved: Solved) -> Book:
    directory = solved.directory
    low, high = all_around(solved.values, solved.errors if len(solved.errors) else np.zeros(len(solved.values)))
    return Book(
        directory.places,
        directory.words(),
        low,
        high,
        (low + high) / 2,
        solved.distances,
        solved.onward,
        by_hash(directory.capacity, directory.shape.count),
        float(solved.endless),
        table.nothing_counts,
        table.races,
        rounds=True,
        far=False,
    )


def _of_induction(table: NativeTable) -> Book | None:
    rows = table.kept
    words = rows.slots[:, rows.value]
    if len(words) > np.iinfo(np.int32).max:
        return None
    places = np.where(words == EMPTY, -1, np.arange(len(words))).astype(np.int32)
    if table.with_errors:
        values, errors = (np.where(places < 0, 0.0, rows.numbers[:, rows.value + k]) for k in range(2))
        low, high = all_around(values, errors)
        distances = np.full(len(words), -1, np.int32)
    else:
        values = low = high = (words >> DISTANCE_BITS).astype(np.float64)
        distances = (words & LONGEST_DISTANCE).astype(np.int32)
    return Book(
        places,
        rows.states(),
        low,
        high,
        values,
        distances,
        np.empty(0, np.int32),
        rows.address,
        0.0,
        table.nothing_counts,
        table.races,
        rounds=False,
        far=True,
    )
