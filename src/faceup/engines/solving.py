"""``solve``: any finite game of one or two zero-sum players and chance, by backward induction."""

import time
from collections.abc import Mapping
from fractions import Fraction
from itertools import islice
from math import inf
from typing import Any, overload

from faceup.engines.check import check_game
from faceup.engines.contract import at, complete, overrides
from faceup.engines.enumeration import enumerate_deals
from faceup.engines.memory import default_memory
from faceup.engines.python_induction import OutOfBudget, OutOfMemory, PythonTable
from faceup.results.distribution import Distribution
from faceup.results.solution import Solution, ValueTable
from faceup.results.value import Value
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import RulesError, UnsupportedError, UsageError

COMPARED = 2000  # states whose values in CPython and in machine code are compared
SMALL = 100_000  # units of work that CPython does, in a small part of a second, before the compiler is called


@overload
def solve(
    game: Game,
    *,
    exact: bool = False,
    memory: float | None = None,
    engine: str = "auto",
    check: bool = False,
    start: Any = None,
) -> Solution: ...


@overload
def solve(game: Patience, *, memory: float | None = None) -> Distribution: ...


def solve(
    game: Game | Patience,
    *,
    exact: bool = False,
    memory: float | None = None,
    engine: str = "auto",
    check: bool = False,
    start: Any = None,
) -> Solution | Distribution:
    """Solve the game exactly; every number is player 0's. Of a patience, the exact distribution over all deals.

    Small games are answered in CPython with whole numbers and fractions. Larger ones run as machine code on float64:
    exact while all numbers are whole, else ``bounded`` by a proven rounding error; ``exact=True`` keeps to fractions,
    slower. ``memory`` (bytes, by default half of what is free) ends the work in ``stopped`` with the bounds so far.
    ``engine`` is ``auto``, ``cpython`` or ``native``. ``check`` first plays many random games watching for numbers
    that leave 64 bits. ``start`` is the state to solve from, by default the game's own.

    Raises RulesError where the rules break the contract, RepeatingStateError where a state can come round again.
    """
    if isinstance(game, Patience):
        return enumerate_deals(game, memory=None if memory is None else int(memory))
    complete(game)
    if overrides(game, "view"):
        raise UnsupportedError(f"{type(game).__name__} hides something from its players; only open games are solved")
    if engine not in ("auto", "cpython", "native"):
        raise UsageError(f"engine {engine!r}; possible: auto, cpython, native")
    began = time.perf_counter()
    if check:
        check_game(game, plays=2000)
    limit = default_memory() if memory is None else memory
    root = game.start() if start is None else start
    if exact or engine == "cpython":
        table: ValueTable = PythonTable(game, memory=limit)
        return _finish(game, table, root, began, "cpython")
    if engine == "auto":
        first = PythonTable(game, budget=SMALL, memory=limit)
        try:
            return _finish(game, first, root, began, "cpython")
        except OutOfBudget:
            known = first.values
            check_game(game, plays=20, moves=5000)
    else:
        known = {}
    from faceup.native.kernel import NotCompiled, warn_interpreted

    try:
        from faceup.engines.native_induction import NativeTable

        solution = _finish(game, NativeTable(game, limit), root, began, "native")
        if solution.value.how != "stopped":
            _compare(solution, known)
        return solution
    except NotCompiled as error:
        warn_interpreted(game, error)
        return _finish(game, PythonTable(game, memory=limit), root, began, "cpython")


def _compare(solution: Solution, known: Mapping[Any, int | Fraction]) -> None:
    """Hold machine code against what CPython had found before: 64-bit numbers wrap round without a word."""
    for state, value in islice(known.items(), COMPARED):
        found = solution.table.value(state)
        if not found.low <= value <= found.high:
            raise RulesError(
                f"{at(solution.game, state)}: CPython computes {value} and machine code {found}; "
                "most likely a number leaves 64 bits: --check looks for it"
            )


def _finish(game: Game, table: ValueTable, root: object, began: float, engine: str) -> Solution:
    states = 0
    try:
        value = table.value(game.canon(root))
    except OutOfMemory as stop:
        value, states = Value(*stop.bounds, "stopped"), stop.states
    if isinstance(table, PythonTable):
        table.budget = inf  # later questions about states off the main path are always answered
    return Solution(game, value, root, states or table.states, time.perf_counter() - began, engine, table.bytes, table)
