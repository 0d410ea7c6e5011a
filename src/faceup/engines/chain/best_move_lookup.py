"""Seats that keep to best or worst moves: machine code looks them up, for many positions, in tables that it has made.

It finds the very moves that ``Table.move``, ``CyclicTable.move`` and ``worst_move`` find, or says that it does not
know: where a state was not met, a sum with a reward is rounded and that matters, or distances are not stored.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.chain.policy_walk import UNKNOWN, AskedPolicy, PolicyWalk
from faceup.engines.exact.retrograde import ROUND
from faceup.engines.model import prospects
from faceup.engines.model.kernel_names import find_place, home_at, read_move, read_state
from faceup.engines.model.prospects import prospect
from faceup.engines.solve.cyclic.bounded_table import BoundedPart, NativeCyclicTable
from faceup.engines.solve.cyclic.walk_kernel import ANSWER, CHOICE
from faceup.engines.solve.induction.native_kernel import DISTANCE_BITS
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.engines.solve.table import LONGEST_DISTANCE
from faceup.native.rules_pointer import (
    CHOICES,
    ITSELF,
    MOVE,
    MOVES,
    canonical,
    loop_in_words,
    make_move,
    turn_of,
    write_moves,
)
from faceup.native.state_rows import EMPTY, by_hash
from faceup.native.state_shape import MoveShape
from faceup.numbers.intervals import all_around, misread, two_sum
from faceup.results.answers.solution import Solution
from faceup.rules.contract import CHANCE
from faceup.rules.moves import Move

MOST = 1024  # moves of a position


class Book(NamedTuple):
    """A table: where each state is, what it is worth at least, at most and about, its distance, and where it goes on.

    Distances are ROUND where play goes round, else below 0 where they are not known; ``onward`` is empty but for games
    that come round.
    """

    places: Any
    states: Any
    low: Any
    high: Any
    worth: Any
    distances: Any
    onward: Any
    address: Any
    endless: float
    counts: int  # what a value of ``endless`` is to player 0: see ``prospects``
    races: bool
    rounds: bool
    far: bool  # whether distances that are not stored can be searched for


class Ahead(NamedTuple):
    """The moves of a position: where they lead, what they are worth, whether that is rounded, and which may be best."""

    moves: Any
    places: Any
    low: Any
    high: Any
    worth: Any
    rounded: Any
    candidate: Any


def best_moves(rules: Any, book: Book, states: Any, answers: Any, one: Ahead, other: Ahead) -> None:
    """Write the number of the best move, among the choices, of each state."""
    for k in range(len(answers)):
        answers[k] = best_move_of(rules, book, read_state(states, k), one, other)


def worst_moves(rules: Any, book: Book, states: Any, answers: Any, one: Ahead) -> None:
    """Write the number of the worst move, among all moves, of each state."""
    for k in range(len(answers)):
        state = read_state(states, k)
        count, answers[k] = note_all(rules, book, state, CHANCE, one), UNKNOWN
        if count > 0:
            answers[k] = least(one, count, 1.0 - 2.0 * turn_of(rules, state))


def place_of(book: Book, state: Any) -> int:
    """The number of a representative; below 0 where it was not met."""
    return book.places[find_place(book.places, book.states, home_at(book.address, state), state)]  # type: ignore[no-any-return]


def note_all(rules: Any, book: Book, state: Any, who: int, ahead: Ahead) -> int:
    """Note what all choices of a player lead to, for CHANCE all moves; how many, UNKNOWN where that cannot be."""
    count = write_moves(rules, state, MOVES if who == CHANCE else CHOICES, ahead.moves, 0)
    if count > len(ahead.moves):
        return UNKNOWN
    for k in range(count):
        if not note(rules, book, state, k, ahead):
            return UNKNOWN
    return int(count)


def note(rules: Any, book: Book, state: Any, count: int, ahead: Ahead) -> bool:
    """Note what the move of this number leads to; False where that was not met."""
    _, gain, after = make_move(rules, state, MOVE, read_move(ahead.moves, count))
    place = place_of(book, after)
    if place < 0:
        return False
    low, high = book.low[place], book.high[place]
    ahead.places[count] = place
    ahead.rounded[count] = False
    if gain != 0.0:
        wrong = misread(gain)
        low, lost = two_sum(low, gain)
        if lost != 0.0 or wrong > 0.0:
            low = np.nextafter(low - wrong, -np.inf)
            ahead.rounded[count] = True
        high, lost = two_sum(high, gain)
        if lost != 0.0 or wrong > 0.0:
            high = np.nextafter(high + wrong, np.inf)
            ahead.rounded[count] = True
    ahead.low[count], ahead.high[count], ahead.worth[count] = low, high, book.worth[place] + gain
    return True


def least(ahead: Ahead, count: int, sign: float) -> int:
    """The first of the moves that leave the player to move the least."""
    worst = 0
    for k in range(count):
        if sign * ahead.worth[k] < sign * ahead.worth[worst]:
            worst = k
    for k in range(count):
        near = abs(ahead.worth[k] - ahead.worth[worst]) <= 2.0**-50 * abs(ahead.worth[k])
        if k != worst and near and (ahead.rounded[k] or ahead.rounded[worst]):
            return UNKNOWN
    return worst


def mark_best(ahead: Ahead, count: int, who: int) -> int:
    """Mark the moves that may be best; how many they are, below 0 where rounding leaves that open."""
    left, loose = 0, False
    bound = ahead.low[0] if who == 0 else ahead.high[0]
    for k in range(count):
        bound = max(bound, ahead.low[k]) if who == 0 else min(bound, ahead.high[k])
        loose = loose or ahead.rounded[k]
    for k in range(count):
        ahead.candidate[k] = ahead.high[k] >= bound if who == 0 else ahead.low[k] <= bound
        left += ahead.candidate[k]
    return UNKNOWN if loose and left > 1 else left


def prospect_of(book: Book, place: int, who: int) -> int:
    """Above 0 where the player to move wins, below where they lose, 0 where distances do not matter."""
    if not book.races or book.low[place] != book.high[place]:
        return 0
    return prospect(who, book.low[place], book.endless, book.counts)


def distance_of(book: Book, place: int) -> float:
    """Moves to the end, as many as can be where play goes round; below 0 where they are not known."""
    return np.inf if book.distances[place] == ROUND else 1.0 * book.distances[place]


def leave_finest(book: Book, ahead: Ahead, count: int, left: int, ahead_by: int) -> int:
    """Of the candidates, leave those that win soonest, or lose as late as can be; how many they are."""
    if ahead_by == 0 or left == 1:
        return left
    wanted = -1.0
    for k in range(count):
        if ahead.candidate[k]:
            distance = distance_of(book, ahead.places[k])
            if distance < 0.0:
                return UNKNOWN if book.far else left
            if wanted < 0.0 or (distance < wanted if ahead_by > 0 else distance > wanted):
                wanted = distance
    left = 0
    for k in range(count):
        ahead.candidate[k] = ahead.candidate[k] and distance_of(book, ahead.places[k]) == wanted
        left += ahead.candidate[k]
    return left


def finest(rules: Any, book: Book, state: Any, who: int, ahead: Ahead) -> tuple[int, int]:
    """The number of choices, and how many of them are the finest; below 0 where that is not known."""
    count = note_all(rules, book, state, who, ahead)
    if count < 0:
        return count, count
    left = mark_best(ahead, count, who)
    if left > 1:
        place = place_of(book, canonical(rules, state))
        if place < 0:
            return count, UNKNOWN
        left = leave_finest(book, ahead, count, left, prospect_of(book, place, who))
    return count, left


def first_that_leads_on(book: Book, ahead: Ahead, count: int, onward: int, nearer: float) -> int:
    """The first candidate from which the value or the distance comes, else the first of them."""
    first = UNKNOWN
    for k in range(count):
        if ahead.candidate[k]:
            there = ahead.places[k]
            if there == onward or (onward < 0 and nearer >= 0.0 and distance_of(book, there) == nearer):
                return k
            first = k if first < 0 else first
    return first


def known_distances(book: Book, ahead: Ahead, count: int) -> bool:
    """Whether it is known how far the end is after each candidate."""
    known = True
    for k in range(count):
        known = known and (not ahead.candidate[k] or distance_of(book, ahead.places[k]) >= 0.0)
    return known


def best_move_of(rules: Any, book: Book, state: Any, one: Ahead, other: Ahead) -> int:
    """The number of the best move among the choices."""
    who = turn_of(rules, state)
    count = note_all(rules, book, state, who, one)
    left = UNKNOWN if count < 0 else mark_best(one, count, who)
    if left < 0:
        return UNKNOWN
    if left > 1:
        place = place_of(book, canonical(rules, state))
        if place < 0:
            return UNKNOWN
        if book.rounds and not (book.races and known_distances(book, one, count)):
            onward = book.onward[place] if len(book.onward) > 0 else UNKNOWN
            return first_that_leads_on(book, one, count, onward, distance_of(book, place) - 1.0)
        left = leave_finest(book, one, count, left, prospect_of(book, place, who))
        if left < 0:
            return UNKNOWN
    best, most = UNKNOWN, -1
    for k in range(count):
        if one.candidate[k]:
            if left == 1:
                return k
            _, _, after = make_move(rules, state, MOVE + ITSELF, read_move(one.moves, k))
            mistakes, mover = 0, turn_of(rules, after)
            if mover == 0 or mover == 1:
                choices, fine = finest(rules, book, after, mover, other)
                if fine < 0:
                    return UNKNOWN
                mistakes = choices - fine
            if mistakes > most:
                best, most = k, mistakes
    return best


# What these are made of, each after those that it calls.
STEPS = (
    *prospects.STEPS,
    *(two_sum, misread, place_of, note, note_all, least, mark_best, prospect_of, distance_of, leave_finest, finest),
    *(first_that_leads_on, known_distances, best_move_of),
)


class BookPolicy(AskedPolicy):
    """The moves of a solution, looked up in machine code where it knows them."""

    looked_up = True

    def __init__(self, solution: Solution, ask: Callable[[Any], Move], best: bool, book: Book) -> None:
        super().__init__(solution.game, ask)
        self.book = book
        self.bytes = 3 * int(book.low.nbytes) + own_bytes(book.states)  # the rest is the table's own, or little
        self.loop = best_moves if best else worst_moves
        self.seat = CHOICE if best else ANSWER

    def answer(self, walk: PolicyWalk, places: Any, answers: Any) -> None:
        words, found = walk.rules.words, np.empty(len(places), np.int32)
        room = [_room(words.moves) for _ in range(2 if self.seat == CHOICE else 1)]
        states = walk.directory.words(places)
        loop_in_words(self.loop, words, STEPS)(walk.rules.pointer, self.book, states, found, *room)
        answers[places] = found
        super().answer(walk, places[found == UNKNOWN], answers)


def own_bytes(states: Any) -> int:
    """The bytes of states that were written out for the book; none where they are the table's own rows."""
    return int(states.nbytes) if states.base is None else 0


def _room(moves: MoveShape) -> Ahead:
    return Ahead(
        moves.room(MOST),
        np.empty(MOST, np.int64),
        np.empty(MOST),
        np.empty(MOST),
        np.empty(MOST),
        np.empty(MOST, np.bool_),
        np.empty(MOST, np.bool_),
    )


def book_of(solution: Solution, start: Any) -> Book | None:
    """What machine code has to know of a solution; None where it did not make the table."""
    table = solution.table
    if isinstance(table, NativeCyclicTable):
        canonical = table.game.canon(start)
        table.value(canonical)
        solved = next(part for part in table.parts if part.directory.find(canonical) is not None)
        return _of_cyclic(table, solved)
    if isinstance(table, NativeTable):
        table.value(start)
        return _of_induction(table)
    return None


def _of_cyclic(table: NativeCyclicTable, solved: BoundedPart) -> Book:
    directory = solved.directory
    low, high = solved.all_bounds()
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
    rows = table.row_store
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
