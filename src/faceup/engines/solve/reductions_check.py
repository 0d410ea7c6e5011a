"""Check that the reductions ``canon`` and ``choices`` do not change any value.

A small game is solved with the reductions and without, and all positions are compared. A larger game is compared near
the ends of some random plays. After it is solved, positions sampled over the whole table, and one successor of each,
must satisfy their equation over all legal moves, without ``canon``. If every position does, the values solve the game
without its reductions. Counts of work, not times, end the check, and samples come from a fixed stream: so the outcome
depends on the game alone.
"""

import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from faceup.engines.model.broken_rules import at, legal_moves_of
from faceup.engines.model.contract_check import random_play
from faceup.engines.model.legal_moves import exact_payoff, exact_reward, odds_of, possible_moves
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import seats_of
from faceup.engines.solve.induction.python_table import OutOfBudget, PythonTable
from faceup.engines.solve.table import LimitHit, Table
from faceup.numbers.value import Number, Value, exactly, simplest, total
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import RepeatingStateError, RulesError
from faceup.rules.facts import facts_of
from faceup.rules.texts import line_of

HELD = 5_000  # positions: all of a smaller game, a sample of this size of a larger one
MOST_MOVES = 100_000  # made from all sampled positions together; if each has many, fewer positions are checked
PLAYS, LONGEST = 3, 10_000  # random games, and moves of each
# Units of work of a search: for a position near an end, for one outside the choices, and for all of either kind.
WORK, WORK_BEYOND, WORK_IN_ALL = 3_000, 300, 60_000
ROUNDING = Fraction(1, 10**9)  # relative difference allowed for payoffs that are not whole numbers

#: The promise of each method, as error messages say it.
MEANING = {
    "canon": "canon may join only states that are the same to play, whose turn it is included",
    "choices": "for every legal move, one of the choices must be as good",
}

_checked: WeakKeyDictionary[Game, bool] = WeakKeyDictionary()  # whether the game was small, so that all was compared
_held: WeakSet[Game] = WeakSet()  # games that passed ``hold_reductions`` after they were solved from their start


def reductions_of(game: Game) -> list[str]:
    """Return the reductions to check here; games of seats and hidden games are checked elsewhere."""
    facts = facts_of(game)
    return [] if facts.hidden or seats_of(game) else [method for method in MEANING if method in facts.overridden]


def check_reductions(game: Game) -> bool:
    """Compare values with and without the reductions, for all positions of a small game, else near some ends.

    Returns whether the game was small. Raises RulesError if a value differs.
    """
    methods = reductions_of(game)
    if not methods:
        return True
    if game not in _checked:
        # The solver calls choices for representatives only, so choices need not be right for other states.
        tables = [_table(game, methods[:used]) for used in range(len(methods) + 1)]
        with suppress(RepeatingStateError):  # the engines report it
            _checked[game] = _compare_all(game, methods, tables)
    return _checked.setdefault(game, False)


def _compare_all(game: Game, methods: list[str], tables: list[PythonTable]) -> bool:
    """Compare all positions of a small game, else those near some ends; return whether the game is small."""
    plain, *reduced = tables
    plain.limits = Limits(states=HELD)
    with suppress(LimitHit):
        plain.value(game.start())
        for state in reversed(list(plain.known_states)):  # positions near the ends first
            _compare(game, state, methods, plain, reduced)
        return True
    chooser, work_left, near = (
        random.Random(0),
        WORK_IN_ALL,
        [_table(game, methods[:k]) for k in range(len(methods) + 1)],
    )
    plain, *reduced = near
    for table in near:
        table.budget = WORK
    for _ in range(PLAYS):
        for state in reversed(list(random_play(game, chooser, LONGEST))):
            if work_left <= 0:
                return False
            before = sum(table.states for table in near)
            try:
                _compare(game, state, methods, plain, reduced)
            except OutOfBudget:
                work_left -= WORK
                break  # earlier positions take more work
            work_left -= 10 * (1 + sum(table.states for table in near) - before)
    return False


def _table(game: Game, used: list[str]) -> PythonTable:
    """Return a table that uses only these reductions."""
    table = PythonTable(game)
    table.canonical, table.choosing = "canon" in used, "choices" in used
    return table


def _compare(game: Game, state: Any, methods: list[str], plain: PythonTable, reduced: Iterable[PythonTable]) -> None:
    """Raise RulesError if one more reduction changes the value of a position."""
    for method, table in zip(methods, reduced, strict=True):
        expected, computed = (Fraction(solved_by.value(state).low) for solved_by in (plain, table))
        whole = expected.denominator == computed.denominator == 1
        if abs(expected - computed) > (0 if whole else ROUNDING * max(Fraction(1), abs(expected))):
            raise RulesError(
                f"{at(game, state)}: worth {exactly(simplest(computed))} with {method}, and "
                f"{exactly(simplest(expected))} without; {MEANING[method]}{line_of(game, method)}"
            )


def hold_reductions(table: Table, start: Any) -> None:
    """Check sampled positions of a solved game against their own moves. Raises RulesError if a reduction is wrong."""
    game = table.game
    if (
        table.theory is not None
        or not table.holds_reductions
        or not reductions_of(game)
        or _checked.get(game)
        or game in _held
    ):
        return
    beyond = _Beyond(game)
    moves_left = MOST_MOVES
    for state in _spread(table, start):
        moves_left -= _hold_to_moves(table, beyond, state)
        if moves_left <= 0:
            break
    if start == game.start():
        _held.add(game)


class _Beyond:
    """Values of positions outside the solved game (reached by moves that are not choices), within a budget of work."""

    def __init__(self, game: Game) -> None:
        self.table, self.work_left = PythonTable(game, budget=WORK_BEYOND), WORK_IN_ALL
        self.table.choosing = False

    def value(self, state: Any) -> Value | None:
        """Return the value of a position; None if it takes too much work."""
        if self.work_left <= 0 and not self.table.knows(state):
            return None
        before = self.table.states
        try:
            return self.table.value(state)
        except (OutOfBudget, RepeatingStateError):
            self.work_left -= WORK_BEYOND
            return None
        finally:
            self.work_left -= 10 * (self.table.states - before)


def _spread(table: Table, start: Any) -> Iterator[Any]:
    """Yield sampled positions (to check ``choices``) and successors of each, before ``canon`` (to check ``canon``)."""
    from faceup.engines.graph.certificates import words_of_stream

    game, seen = table.game, set[Any]()
    methods, states = reductions_of(game), table.sampled_states(HELD)
    for state, word in zip([start, *states], words_of_stream(0, len(states) + 1).tolist(), strict=True):
        positions = [state] if "choices" in methods else []
        for position in (*positions, *(_sampled_successors(game, state, word) if "canon" in methods else ())):
            if position not in seen:
                seen.add(position)
                yield position


def _sampled_successors(game: Game, state: Any, word: int) -> Iterator[Any]:
    """Yield a successor, chosen by a random word; if it is a chance node, a successor of that as well.

    Tables need not store chance nodes, so no sample holds one.
    """
    for _ in range(2):
        if game.turn(state) == OVER:
            return
        moves = possible_moves(game, state)
        state = game.play(state, moves[word % len(moves)])
        yield state
        if game.turn(state) != CHANCE:
            return
        word //= len(moves)


def _hold_to_moves(table: Table, beyond: _Beyond, state: Any) -> int:
    """Check the equation of one position; return how many moves that took. Raises RulesError."""
    game, expected = table.game, table.known_value(state)
    if expected is None:  # reached by a move that is not a choice
        return 1
    low, high, moves = _by_own_moves(table, beyond, state)
    if low is not None and low > expected.high:
        own_value, difference = low, Fraction(low) - Fraction(expected.high)
    elif high is not None and high < expected.low:
        own_value, difference = high, Fraction(expected.low) - Fraction(high)
    else:
        return moves
    if difference > ROUNDING * max(Fraction(1), abs(Fraction(expected.low))):
        methods = reductions_of(game)
        if game.canon(state) == state and "choices" in methods:
            methods = ["choices"]  # the position is its own representative
        has = f"{' and '.join(methods)} {'have' if len(methods) > 1 else 'has'}"
        raise RulesError(
            f"{at(game, state)}: worth {expected} as {has} it, and {exactly(simplest(Fraction(own_value)))} by its own "
            f"moves; {'; '.join(MEANING[method] for method in methods)}{line_of(game, methods[0])}"
        )
    return moves


def _by_own_moves(table: Table, beyond: _Beyond, state: Any) -> tuple[Number | None, Number | None, int]:
    """Return bounds on the value of a state by its successors or its payoff, None if unknown, and its move count."""
    game, turn = table.game, table.game.turn(state)
    if turn == OVER:
        payoff = exact_payoff(game, state)
        return payoff, payoff, 0
    lows, highs, all_known = dict[Any, Number](), dict[Any, Number](), True
    for move in legal_moves_of(game, state):
        if turn == CHANCE and not game.odds(state, move):
            continue
        after = game.play(state, move)
        value = table.known_value(after) or beyond.value(after)
        if value is None:
            all_known = False
            continue
        gain = exact_reward(game, state, move)
        lows[move], highs[move] = total(value.low, gain), total(value.high, gain)
    if turn == CHANCE:
        if not all_known:
            return None, None, len(lows)
        odds = odds_of(game, state, lows)
        low, high = (
            Fraction(sum(odds[move] * Fraction(worth[move]) for move in worth), sum(odds.values()))
            for worth in (lows, highs)
        )
        return low, high, len(lows)
    if not lows:
        return None, None, 0
    # A player may also take a move of unknown value, so such moves leave one bound open.
    if turn == 0:
        return max(lows.values()), max(highs.values()) if all_known else None, len(lows)
    return min(lows.values()) if all_known else None, min(highs.values()), len(lows)
