"""Best and worst moves of many positions, which machine code looks up in the tables that it has made.

It gives the same moves as ``Table.move``, ``CyclicTable.move`` and ``worst_move``, or UNKNOWN: if a state is not in the
table, if the rounding of a sum with a reward leaves the choice open, or if distances are not stored.
"""

from typing import Any, NamedTuple

import numpy as np

from faceup.engines.exact.retrograde import ROUND
from faceup.engines.model import prospects
from faceup.engines.model.kernel_names import find_place, home_at, look_up_row, read_move, read_state
from faceup.engines.model.prospects import prospect
from faceup.engines.solve.cyclic.bounded_table import BoundedPart, NativeCyclicTable
from faceup.engines.solve.induction.native_kernel import (
    DISTANCE_BITS,
    MOVES_TOP,
    WEIGH,
    WEIGHING,
    add_reward,
    is_open,
    mean,
    note_end,
    weigh,
    with_outcome,
)
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.engines.solve.table import LONGEST_DISTANCE
from faceup.native.rules_pointer import (
    CHOICES,
    ITSELF,
    MOVE,
    MOVES,
    CompiledRules,
    canonical,
    loop_in_words,
    make_move,
    payoff_of,
    turn_of,
    write_moves,
)
from faceup.native.state_rows import COLUMN, EMPTY, by_hash
from faceup.native.state_shape import shape_of
from faceup.numbers.intervals import misread, two_sum
from faceup.results.answers.solution import Solution
from faceup.rules.contract import CHANCE, OVER

MOST = 1024  # moves of a position
UNKNOWN = -1  # a move that machine code does not find


class Book(NamedTuple):
    """A solved table as machine code reads it.

    Of backward induction it has the ``rows`` of the table, which ``weigh`` reads too (``moves`` is room for it). Of a
    cyclic game it has arrays by the number of a position: ``distances`` are ROUND where play cycles and below 0 where
    they are unknown, ``onward`` is the position that best play goes on to.
    """

    rows: Any
    numbers: Any  # the rows as floats; none if all values are whole numbers
    keys: Any
    registers: Any
    moves: Any
    places: Any
    states: Any
    low: Any
    high: Any
    distances: Any
    onward: Any
    address: Any
    endless: float
    counts: int  # what a value of ``endless`` is to player 0: see ``prospects``
    races: bool
    far: bool  # whether distances that are not stored can be searched for


class Ahead(NamedTuple):
    """The moves of a position: successors, values, whether a value is rounded, and whether the move may be best."""

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
    """Return the number of a representative, or its row; below 0 if the table does not have it."""
    home = home_at(book.address, state)
    if len(book.rows) == 0:
        return book.places[find_place(book.places, book.states, home, state)]  # type: ignore[no-any-return]
    row, word = look_up_row(book.rows, book.keys, book.address, home, state)
    return UNKNOWN if word == EMPTY or is_open(word) else row


def worth_of(rules: Any, book: Book, state: Any, place: int) -> tuple[bool, float, float, float]:
    """Return whether the value of a state is known, with an estimate and its lower and upper bound.

    ``place`` is that of ``place_of``; below 0, a chance node or an end may still be weighed.
    """
    if len(book.rows) == 0:
        if place < 0:
            return False, 0.0, 0.0, 0.0
        return True, (book.low[place] + book.high[place]) / 2, book.low[place], book.high[place]
    value, error, column = 0.0, 0.0, book.address[COLUMN]
    if place < 0:
        turn = turn_of(rules, state)
        if book.registers[WEIGHING] != WEIGH or (turn != CHANCE and turn != OVER):
            return False, 0.0, 0.0, 0.0
        if turn == OVER:
            value = payoff_of(rules, state)
            error = misread(value)
        else:
            known, value, error = weigh(rules, book, state)
            if not known:
                return False, 0.0, 0.0, 0.0
    elif len(book.numbers) > 0:
        value, error = book.numbers[place, column], book.numbers[place, column + 1]
    else:
        value = 1.0 * (book.rows[place, column] >> DISTANCE_BITS)
    if error == 0.0:
        return True, value, value, value
    return True, value, np.nextafter(value - error, -np.inf), np.nextafter(value + error, np.inf)


def note_all(rules: Any, book: Book, state: Any, who: int, ahead: Ahead) -> int:
    """Note the successors of all choices of a player, or of all moves for CHANCE; return how many, or UNKNOWN."""
    count = write_moves(rules, state, MOVES if who == CHANCE else CHOICES, ahead.moves, 0)
    if count > len(ahead.moves):
        return UNKNOWN
    for k in range(count):
        if not note(rules, book, state, k, ahead):
            return UNKNOWN
    return int(count)


def note(rules: Any, book: Book, state: Any, count: int, ahead: Ahead) -> bool:
    """Note the successor of the move of this number; return False if the table does not have it."""
    _, gain, after = make_move(rules, state, MOVE, read_move(ahead.moves, count))
    place = place_of(book, after)
    known, worth, low, high = worth_of(rules, book, after, place)
    if not known:
        return False
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
    ahead.low[count], ahead.high[count], ahead.worth[count] = low, high, worth + gain
    return True


def least(ahead: Ahead, count: int, sign: float) -> int:
    """Return the first of the moves that leave the player to move the least; UNKNOWN if rounding leaves that open."""
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
    """Mark the moves that may be best; return how many, or less than 0 if rounding leaves that open."""
    left, loose = 0, False
    bound = ahead.low[0] if who == 0 else ahead.high[0]
    for k in range(count):
        bound = max(bound, ahead.low[k]) if who == 0 else min(bound, ahead.high[k])
        loose = loose or ahead.rounded[k]
    for k in range(count):
        ahead.candidate[k] = ahead.high[k] >= bound if who == 0 else ahead.low[k] <= bound
        left += ahead.candidate[k]
    return UNKNOWN if loose and left > 1 else left


def prospect_of(rules: Any, book: Book, state: Any, place: int, who: int) -> int:
    """Return 1 if the player to move wins, -1 if they lose, 0 if distances do not matter."""
    known, _, low, high = worth_of(rules, book, state, place)
    if not known or not book.races or low != high:
        return 0
    return prospect(who, low, book.endless, book.counts)


def distance_of(book: Book, place: int) -> float:
    """Return the distance to the end, infinite if play cycles; below 0 if it is unknown."""
    if place < 0 or len(book.numbers) > 0:
        return -1.0
    if len(book.rows) > 0:
        return 1.0 * (book.rows[place, book.address[COLUMN]] & LONGEST_DISTANCE)  # type: ignore[no-any-return]
    return np.inf if book.distances[place] == ROUND else 1.0 * book.distances[place]


def leave_finest(book: Book, ahead: Ahead, count: int, left: int, ahead_by: int) -> int:
    """Keep only the candidates that win soonest or lose latest; return how many, or UNKNOWN."""
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
    """Return the number of choices, and how many of them are the finest; below 0 if that is unknown."""
    count = note_all(rules, book, state, who, ahead)
    if count < 0:
        return count, count
    left = mark_best(ahead, count, who)
    if left > 1:
        same = canonical(rules, state)
        place = place_of(book, same)
        if place < 0:
            return count, UNKNOWN
        left = leave_finest(book, ahead, count, left, prospect_of(rules, book, same, place, who))
    return count, left


def first_that_leads_on(book: Book, ahead: Ahead, count: int, onward: int, nearer: float) -> int:
    """Return the first candidate from which the value or the distance comes, else the first candidate."""
    first = UNKNOWN
    for k in range(count):
        if ahead.candidate[k]:
            there = ahead.places[k]
            if there == onward or (onward < 0 and nearer >= 0.0 and distance_of(book, there) == nearer):
                return k
            first = k if first < 0 else first
    return first


def known_distances(book: Book, ahead: Ahead, count: int) -> bool:
    """Whether the distance to the end is known after each candidate."""
    known = True
    for k in range(count):
        known = known and (not ahead.candidate[k] or distance_of(book, ahead.places[k]) >= 0.0)
    return known


def best_move_of(rules: Any, book: Book, state: Any, one: Ahead, other: Ahead) -> int:
    """Return the number of the best move among the choices.

    Of the finest ones it is the first that leaves the opponent the most replies that are mistakes, as ``Table.move``.
    """
    who = turn_of(rules, state)
    count = note_all(rules, book, state, who, one)
    left = UNKNOWN if count < 0 else mark_best(one, count, who)
    if left < 0:
        return UNKNOWN
    if left > 1:
        same = canonical(rules, state)
        place = place_of(book, same)
        if place < 0:
            return UNKNOWN
        if len(book.rows) == 0 and not (book.races and known_distances(book, one, count)):
            onward = book.onward[place] if len(book.onward) > 0 else UNKNOWN
            return first_that_leads_on(book, one, count, onward, distance_of(book, place) - 1.0)
        left = leave_finest(book, one, count, left, prospect_of(rules, book, same, place, who))
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


STEPS = (  # functions of kernels, each after those that it calls
    *prospects.STEPS,
    *(two_sum, misread, is_open, note_end, with_outcome, mean, add_reward, weigh, place_of, worth_of, note, note_all),
    *(least, mark_best, prospect_of, distance_of, leave_finest, finest),
    *(first_that_leads_on, known_distances, best_move_of),
)


class MoveLookup:
    """Finds the best or the worst moves of many positions in a solved table. Raises NotCompiled.

    ``numbers`` are places of a best move among the ``choices``, of a worst one among all moves.
    """

    def __init__(self, solution: Solution, book: Book, best: bool) -> None:
        self.rules = CompiledRules(solution.game, shape_of(solution.game))
        self.book = book._replace(moves=self.rules.words.moves.room(MOST))
        self.loop: Any = best_moves if best else worst_moves
        self.rooms = 2 if best else 1
        columns = (book.low, book.high, book.states)  # the others are the table's own, or little
        self.bytes = sum(int(column.nbytes) for column in columns)

    def numbers(self, states: Any) -> Any:
        """Return the numbers of the moves (int32) at these states (words, a row each), UNKNOWN included."""
        words, found = self.rules.words, np.empty(len(states), np.int32)
        kinds = np.int64, np.float64, np.float64, np.float64, np.bool_, np.bool_
        rooms = [Ahead(words.moves.room(MOST), *(np.empty(MOST, kind) for kind in kinds)) for _ in range(self.rooms)]
        loop_in_words(self.loop, words, STEPS)(self.rules.pointer, self.book, states, found, *rooms)
        return found


def move_lookup(solution: Solution, start: Any, best: bool) -> MoveLookup | None:
    """Return the lookup of moves of a solution, of its positions from ``start`` on; None if CPython made the table."""
    table = solution.table
    if isinstance(table, NativeCyclicTable):
        canonical = table.game.canon(start)
        table.value(canonical)
        solved = next(part for part in table.parts if part.directory.find(canonical) is not None)
        return MoveLookup(solution, _book_of_part(table, solved), best)
    if isinstance(table, NativeTable):
        table.value(start)
        table.read_all()
        return MoveLookup(solution, _book_of_rows(table), best)
    return None


def _book_of_part(table: NativeCyclicTable, solved: BoundedPart) -> Book:
    """Return the book of a solved cyclic game."""
    directory, none = solved.directory, np.empty((0, 1), np.int64)
    low, high = solved.all_bounds()
    return Book(
        *(none, none.view(np.float64), none, np.zeros(0, np.int64), none),
        directory.places,
        directory.words(),
        low,
        high,
        solved.distances.astype(np.int32, copy=False),
        solved.onward,
        by_hash(directory.capacity, directory.shape.count),
        float(solved.endless),
        table.nothing_counts,
        table.races,
        far=False,
    )


def _book_of_rows(table: NativeTable) -> Book:
    """Return the book of a table of backward induction."""
    rows, none, numbers, registers = table.row_store, np.empty(0, np.int32), np.empty(0), table.stack.registers.copy()
    registers[MOVES_TOP] = 0
    return Book(
        rows.slots,
        rows.numbers if table.with_errors else rows.numbers[:0],
        rows.keys,
        registers,
        np.empty(0, np.int64),
        none,
        np.empty((0, 1), np.int64),
        numbers,
        numbers,
        none,
        none,
        rows.address,
        0.0,
        table.nothing_counts,
        table.races,
        far=True,
    )
