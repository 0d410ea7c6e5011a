"""Whether ``canon`` and ``choices`` change a value: positions are solved, or held to their own moves, without them.

What is looked at is counted, and drawn from a fixed stream: whether a wrong reduction is found depends on nothing but
the game. Games of few positions are solved with the reductions and without, and all positions are compared. In larger
ones that is done near the ends of some random games. Once such a game is solved, positions drawn over all of the table,
and one that each of them leads to, must be worth what their own moves lead to, all legal ones, joined with nothing.
Where that is so everywhere, the values satisfy the equations of the game without its reductions.
"""

import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from faceup.engines.model.broken_rules import at, legal_moves_of
from faceup.engines.model.contract_check import random_play
from faceup.engines.model.legal_moves import exact_number, odds_of, possible_moves
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import seats_of
from faceup.engines.solve.induction.python_table import OutOfBudget, PythonTable
from faceup.engines.solve.table import LimitHit, Table
from faceup.numbers.value import Number, Value, exactly, simplest, total
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import RepeatingStateError, RulesError
from faceup.rules.facts import facts_of
from faceup.rules.texts import line_of

HELD = 5_000  # positions: all of a smaller game, and so many of a larger one
MOST_MOVES = 100_000  # that are made from all positions drawn; where each has many moves, fewer positions are held
PLAYS, LONGEST = 3, 10_000  # random games, and moves of each
# Work, as search counts it: for one position near an end, for one beyond the choices, and for all of either kind.
WORK, WORK_BEYOND, WORK_IN_ALL = 3_000, 300, 60_000
ROUNDING = Fraction(1, 10**9)  # by which payoffs that are no whole numbers may differ from one way to the other

#: What the two methods promise.
MEANING = {
    "canon": "canon may join only states that are the same to play, whose turn it is included",
    "choices": "for every legal move, one of the choices must be as good",
}

_checked: WeakKeyDictionary[Game, bool] = WeakKeyDictionary()  # whether a game was small, and all of it compared
_held: WeakSet[Game] = WeakSet()  # games of which positions were held once they were solved from their start


def reductions_of(game: Game) -> list[str]:
    """The reductions that are looked at here; the engine for seats checks for itself."""
    facts = facts_of(game)
    return [] if facts.hidden or seats_of(game) else [method for method in MEANING if method in facts.overridden]


def check_reductions(game: Game) -> bool:
    """Compare values with the reductions and without, of all positions of a small game, else near some ends.

    Says whether it was a small game. Raises RulesError where a value differs.
    """
    methods = reductions_of(game)
    if not methods:
        return True
    if game not in _checked:
        # Of canon and choices, the second is asked of representatives alone: it need not be right for other states.
        tables = [_table(game, methods[:used]) for used in range(len(methods) + 1)]
        with suppress(RepeatingStateError):  # which the engines speak of
            _checked[game] = _compare_all(game, methods, tables)
    return _checked.setdefault(game, False)


def _compare_all(game: Game, methods: list[str], tables: list[PythonTable]) -> bool:
    """Compare all positions of a small game, else those near some ends; whether it is a small one."""
    plain, *reduced = tables
    plain.limits = Limits(states=HELD)
    with suppress(LimitHit):
        plain.value(game.start())
        for state in reversed(list(plain.known_states)):  # those near the ends first
            _compare(game, state, methods, plain, reduced)
        return True
    chooser, left, near = random.Random(0), WORK_IN_ALL, [_table(game, methods[:k]) for k in range(len(methods) + 1)]
    plain, *reduced = near
    for table in near:
        table.budget = WORK
    for _ in range(PLAYS):
        for state in reversed(list(random_play(game, chooser, LONGEST))):
            if left <= 0:
                return False
            before = sum(table.states for table in near)
            try:
                _compare(game, state, methods, plain, reduced)
            except OutOfBudget:
                left -= WORK
                break  # what comes before it in the game takes more
            left -= 10 * (1 + sum(table.states for table in near) - before)
    return False


def _table(game: Game, used: list[str]) -> PythonTable:
    """A table that uses these of the two methods."""
    table = PythonTable(game)
    table.canonical, table.choosing = "canon" in used, "choices" in used
    return table


def _compare(game: Game, state: Any, methods: list[str], plain: PythonTable, reduced: Iterable[PythonTable]) -> None:
    """Raise RulesError where a position is worth something else with one reduction more."""
    for method, table in zip(methods, reduced, strict=True):
        expected, computed = (Fraction(one.value(state).low) for one in (plain, table))
        whole = expected.denominator == computed.denominator == 1
        if abs(expected - computed) > (0 if whole else ROUNDING * max(Fraction(1), abs(expected))):
            raise RulesError(
                f"{at(game, state)}: worth {exactly(simplest(computed))} with {method}, and "
                f"{exactly(simplest(expected))} without; {MEANING[method]}{line_of(game, method)}"
            )


def hold_reductions(table: Table, start: Any) -> None:
    """Hold positions of a solved game to their own moves; raises RulesError where a reduction is wrong."""
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
    left = MOST_MOVES
    for state in _spread(table, start):
        left -= _hold_to_moves(table, beyond, state)
        if left <= 0:
            break
    if start == game.start():
        _held.add(game)


class _Beyond:
    """Values where the solved game never comes, by moves that are no choices: as far as little work goes."""

    def __init__(self, game: Game) -> None:
        self.table, self.left = PythonTable(game, budget=WORK_BEYOND), WORK_IN_ALL
        self.table.choosing = False

    def value(self, state: Any) -> Value | None:
        """The value of a position; None where it takes too long."""
        if self.left <= 0 and not self.table.knows(state):
            return None
        before = self.table.states
        try:
            return self.table.value(state)
        except (OutOfBudget, RepeatingStateError):
            self.left -= WORK_BEYOND
            return None
        finally:
            self.left -= 10 * (self.table.states - before)


def _spread(table: Table, start: Any) -> Iterator[Any]:
    """Positions drawn over the table, where there are choices, and some that each leads to, before they are joined."""
    from faceup.engines.model.certificates import words_of_stream

    game, seen = table.game, set[Any]()
    methods, states = reductions_of(game), table.states_drawn(HELD)
    for state, word in zip([start, *states], words_of_stream(0, len(states) + 1).tolist(), strict=True):
        drawn = [state] if "choices" in methods else []
        for one in (*drawn, *(_led_to(game, state, word) if "canon" in methods else ())):
            if one not in seen:
                seen.add(one)
                yield one


def _led_to(game: Game, state: Any, word: int) -> Iterator[Any]:
    """A position after this one, chosen by a random word; and one after that where it is chance's, for a table need
    not keep such positions, so that none is drawn from it."""
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
    """Hold one position, and say how many moves were made for that. Raises RulesError."""
    game, expected = table.game, table.known_value(state)
    if expected is None:  # by a move that is no choice
        return 1
    low, high, moves = _by_own_moves(table, beyond, state)
    if low is not None and low > expected.high:
        found, wrong = low, Fraction(low) - Fraction(expected.high)
    elif high is not None and high < expected.low:
        found, wrong = high, Fraction(expected.low) - Fraction(high)
    else:
        return moves
    if wrong > ROUNDING * max(Fraction(1), abs(Fraction(expected.low))):
        methods = reductions_of(game)
        if game.canon(state) == state and "choices" in methods:
            methods = ["choices"]  # nothing is joined with this one
        has = f"{' and '.join(methods)} {'have' if len(methods) > 1 else 'has'}"
        raise RulesError(
            f"{at(game, state)}: worth {expected} as {has} it, and {exactly(simplest(Fraction(found)))} by its own "
            f"moves; {'; '.join(MEANING[method] for method in methods)}{line_of(game, methods[0])}"
        )
    return moves


def _by_own_moves(table: Table, beyond: _Beyond, state: Any) -> tuple[Number | None, Number | None, int]:
    """What a state is worth at least, and at most, by what its moves lead to, or pays, each None where that is not
    known; and how many moves there are.
    """
    game, who = table.game, table.game.turn(state)
    if who == OVER:
        payoff = exact_number(game, state, "payoff", game.payoff(state))
        return payoff, payoff, 0
    lows, highs, all_known = dict[Any, Number](), dict[Any, Number](), True
    for move in legal_moves_of(game, state):
        if who == CHANCE and not game.odds(state, move):
            continue
        after = game.play(state, move)
        value = table.known_value(after) or beyond.value(after)
        if value is None:
            all_known = False
            continue
        gain = exact_number(game, state, f"reward of move {move}", game.reward(state, move))
        lows[move], highs[move] = total(value.low, gain), total(value.high, gain)
    if who == CHANCE:
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
    # Of moves that are not known a player may take one: that may be better for them, and never worse.
    if who == 0:
        return max(lows.values()), max(highs.values()) if all_known else None, len(lows)
    return min(lows.values()) if all_known else None, min(highs.values()), len(lows)
