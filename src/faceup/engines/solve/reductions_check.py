"""Whether ``canon`` and ``choices`` change a value: parts of the game are solved with them and without."""

import random
import time
from contextlib import suppress
from fractions import Fraction
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

from faceup.engines.broken_rules import at, listed
from faceup.engines.contract_check import random_play
from faceup.engines.numbers import exact_number, odds_of
from faceup.engines.seats import seats_of
from faceup.engines.solve.cpython import OutOfBudget, PythonTable
from faceup.engines.solve.table import Table
from faceup.results.value import exactly, simplest, within
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import RepeatingStateError, RulesError
from faceup.rules.facts import facts_of
from faceup.rules.texts import line_of

PLAYS = 3  # random games
LONGEST = 10_000  # moves of each
WORK = 3_000  # that one state may take, as search counts it
SECONDS = 0.006  # of the processor, after which no further state is looked at
SECONDS_IN_ALL = 0.06  # in which states are compared that were met by the way, for all games of a class, as of a sweep
MORE_PLAYS = 20  # of games that come round, which are soon over or very long
LOOKED_AT = 500  # states of games that come round that are held against their own moves
ROUNDING = Fraction(1, 10**9)  # by which payoffs that are no whole numbers may differ from one way to the other

#: What the two methods promise.
MEANING = {
    "canon": "canon may join only states that are the same to play, whose turn it is included",
    "choices": "for every legal move, one of the choices must be as good",
}

_checked: WeakSet[Game] = WeakSet()
_spent: WeakKeyDictionary[type, float] = WeakKeyDictionary()


def check_reductions(game: Game) -> None:
    """Solve states of random games both ways, from their ends on; raises RulesError where a value differs.

    Of small games that is all states that can be reached from the start.
    """
    facts = facts_of(game)
    methods = [method for method in MEANING if method in facts.own]
    if not methods or facts.hidden or game in _checked or seats_of(game):  # the engine for seats checks for itself
        return
    _checked.add(game)
    chooser = random.Random(0)
    # Of canon and choices, the second is asked of representatives alone: it need not be right for other states.
    tables = [_table(game, methods[:used]) for used in range(len(methods) + 1)]
    ends = time.thread_time() + SECONDS
    tried: set[Any] = set()
    with suppress(RepeatingStateError):  # which the engines speak of
        for _ in range(PLAYS):
            for state in reversed(_play(game, chooser, ends)):
                if time.thread_time() >= ends:
                    return
                if state in tried:
                    continue
                tried.add(state)
                try:
                    for method, without, table in zip(methods, tables, tables[1:], strict=False):
                        _compare(game, state, method, without, table)
                except OutOfBudget:
                    break  # what comes before it in the game takes more
        began = time.thread_time()
        ends = min(ends, began + SECONDS_IN_ALL - _spent.get(type(game), 0.0))
        try:
            _look_at_all_solved(game, methods, tables, ends)
        finally:
            _spent[type(game)] = _spent.get(type(game), 0.0) + time.thread_time() - began


def check_representatives(table: Table) -> None:
    """Hold a solved game that comes round against its own moves; raises RulesError where ``canon`` is wrong.

    Each state of random games must be worth what its own moves lead to, and not only its representative. Where that is
    so everywhere, the values satisfy the equations of the game without ``canon``.
    """
    game = table.game
    if "canon" not in facts_of(game).own:
        return
    chooser, looked = random.Random(0), set[Any]()
    for _ in range(MORE_PLAYS):
        for state in random_play(game, chooser, LONGEST):
            if len(looked) == LOOKED_AT:
                return
            if state in looked or game.canon(state) == state or not table.knows(state):
                continue
            looked.add(state)
            _hold_to_moves(table, state)


def _hold_to_moves(table: Table, state: Any) -> None:
    game, expected = table.game, table.value(state)
    low, high = (_by_own_moves(table, state, side) for side in ("low", "high"))
    slack = ROUNDING * max(Fraction(1), abs(low))
    if low > Fraction(expected.high) + slack or high < Fraction(expected.low) - slack:
        found = within(simplest(low), simplest(high))
        raise RulesError(
            f"{at(game, state)}: worth {expected} as canon has it, and {found} by its own moves; {MEANING['canon']}"
            f"{line_of(game, 'canon')}"
        )


def _by_own_moves(table: Table, state: Any, side: str) -> Fraction:
    """What a state is worth by what it leads to, or pays, at least (``low``) or at most (``high``)."""
    game, who = table.game, table.game.turn(state)
    if who == OVER:
        return Fraction(exact_number(game, state, "payoff", game.payoff(state)))
    choosing = "choices" in facts_of(game).own and who != CHANCE
    values = table.values(state, listed(game, state, "choices") if choosing else None)
    worth = {move: Fraction(getattr(value, side)) for move, value in values.items()}
    if who != CHANCE:
        return (max if who == 0 else min)(worth.values())
    odds = odds_of(game, state, worth)
    return Fraction(sum((odds[move] * worth[move] for move in worth), Fraction(0)), Fraction(sum(odds.values())))


def _look_at_all_solved(game: Game, methods: list[str], tables: list[PythonTable], ends: float) -> None:
    """A value that is wrong need not change that of any state before it: compare all that were solved on the way."""
    for method, without, table in zip(methods, tables, tables[1:], strict=False):
        for state in list(without.exact_values):
            if time.thread_time() >= ends:
                return
            with suppress(OutOfBudget):
                _compare(game, state, method, without, table)


def _play(game: Game, chooser: random.Random, ends: float) -> list[Any]:
    """The states of a random game, as far as there is time."""
    states = []
    for state in random_play(game, chooser, LONGEST):
        states.append(state)
        if time.thread_time() >= ends:
            break
    return states


def _table(game: Game, used: list[str]) -> PythonTable:
    """A table that uses these of the two methods."""
    table = PythonTable(game, budget=WORK)
    table.canonical, table.choosing = "canon" in used, "choices" in used
    return table


def _compare(game: Game, state: Any, method: str, without: PythonTable, table: PythonTable) -> None:
    expected, computed = (Fraction(one.value(state).low) for one in (without, table))
    whole = expected.denominator == computed.denominator == 1
    if abs(expected - computed) > (0 if whole else ROUNDING * max(Fraction(1), abs(expected))):
        raise RulesError(
            f"{at(game, state)}: worth {exactly(simplest(computed))} with {method}, and "
            f"{exactly(simplest(expected))} without; {MEANING[method]}{line_of(game, method)}"
        )
