"""``solve``: any finite game of one or two zero-sum players and chance, by backward induction."""

import time
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from math import inf
from typing import Any, overload

from faceup.engines.broken_rules import at
from faceup.engines.completeness import complete
from faceup.engines.memory import default_memory
from faceup.engines.solve.cpython import OutOfBudget, OutOfMemory, PythonTable
from faceup.engines.solve.deals import enumerate_deals
from faceup.engines.solve.overflow_check import check_game
from faceup.engines.solve.theory import TheoryTable, agreement, differs, theory_of
from faceup.results.distribution import Distribution
from faceup.results.solution import Solution, ValueTable
from faceup.results.value import Value, exactly
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import RulesError, UnsupportedError, UsageError
from faceup.rules.facts import facts_of

COMPARED = 2000  # states whose values in CPython and in machine code are compared
SMALL = 100_000  # units of work that CPython does, in a small part of a second, before the compiler is called


@overload
def solve(
    game: Game,
    *,
    exact: bool = False,
    memory: float | None = None,
    engine: str = "auto",
    by: str = "auto",
    check: bool = False,
    symmetries: bool = False,
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
    by: str = "auto",
    check: bool = False,
    symmetries: bool = False,
    start: Any = None,
) -> Solution | Distribution:
    """Solve the game exactly; every number is player 0's. Of a patience, the exact distribution over all deals.

    Small games are answered in CPython with whole numbers and fractions. Larger ones run as machine code on float64:
    exact while all numbers are whole, else ``bounded`` by a proven rounding error; ``exact=True`` keeps to fractions,
    slower. Where a larger game brings a theory, that is compared with search on small sizes and then used instead;
    ``by="rules"`` never uses it, ``by="theory"`` always. ``memory`` (bytes, by default half of what is free) ends the
    work in ``stopped`` with the bounds so far. ``engine`` is ``auto``, ``cpython`` or ``native``. ``check`` first plays
    many random games watching for numbers that leave 64 bits. ``symmetries`` first finds, from the rules alone, the
    renamings of moves that change nothing; then one state is solved for all that they turn into each other, in CPython,
    and the solution's game has that state as its ``canon``. ``start`` is the state to solve from, by default the game's
    own.

    Raises RulesError where the rules break the contract, RepeatingStateError where a state can come round again.
    """
    if isinstance(game, Patience):
        return enumerate_deals(game, memory=None if memory is None else int(memory))
    complete(game)
    if facts_of(game).hidden:
        raise UnsupportedError(f"{type(game).__name__} hides something from its players; only open games are solved")
    if engine not in ("auto", "cpython", "native"):
        raise UsageError(f"engine {engine!r}; possible: auto, cpython, native")
    if by not in ("auto", "rules", "theory"):
        raise UsageError(f"by {by!r}; possible: auto, rules, theory")
    if by == "theory" and engine != "auto":
        raise UsageError(f"engine {engine!r} searches by the rules; by='theory' takes none")
    began = time.perf_counter()
    root = game.start() if start is None else start
    if by == "theory" and symmetries:
        raise UsageError("by='theory' searches no states, so symmetries are of no use to it")
    if by == "theory":
        return _by_theory(game, exact, root, began)
    has_theory = by == "auto" and engine == "auto" and game.theory() is not None
    if check:
        check_game(game, plays=2000)
    limit = default_memory() if memory is None else memory
    if symmetries:
        return _by_symmetries(game, exact, limit, engine, by, root, began)
    if (exact and not has_theory) or engine == "cpython":
        table: ValueTable = PythonTable(game, memory=limit)
        return _finish(game, table, root, began, "cpython")
    if engine == "auto":
        first = PythonTable(game, budget=SMALL, memory=limit)
        try:
            return _finish(game, first, root, began, "cpython")
        except OutOfBudget:
            if has_theory:
                solution = _by_theory(game, exact, root, began)
                _compare(solution, first.values)
                return solution
            known = first.values
            check_game(game, plays=20, moves=5000)
    else:
        known = {}
    from faceup.native.not_compiled import NotCompiled, warn_interpreted

    try:
        from faceup.engines.solve.native import NativeTable

        solution = _finish(game, NativeTable(game, limit), root, began, "native")
        if solution.value.how != "stopped":
            _compare(solution, known)
        return solution
    except NotCompiled as error:
        warn_interpreted(game, error)
        return _finish(game, PythonTable(game, memory=limit), root, began, "cpython")


def _by_theory(game: Game, exact: bool, root: Any, began: float) -> Solution:
    table = TheoryTable(theory_of(game), exact)
    checked = agreement(game)
    return Solution(game, table.value(root), root, 0, time.perf_counter() - began, "theory", 0, table, checked)


def _by_symmetries(game: Game, exact: bool, memory: float, engine: str, by: str, root: Any, began: float) -> Solution:
    """One state for all that are the same but for names; where there are none, as without."""
    from faceup.engines.same.symmetries import reduced

    if engine == "native":
        raise UsageError("engine 'native' cannot use symmetries; possible: auto, cpython")
    smaller, found = reduced(game, start=root)
    if found.order == 1:
        solution = solve(game, exact=exact, memory=memory, engine=engine, by=by, start=root)
    else:
        solution = _finish(smaller, PythonTable(smaller, memory=memory), root, began, "cpython")
    return replace(solution, seconds=time.perf_counter() - began, symmetries=found)


def _compare(solution: Solution, known: Mapping[Any, int | Fraction]) -> None:
    """Hold machine code or a theory against what CPython had found before.

    In machine code 64-bit numbers wrap round without a word; a theory was compared on other sizes only.
    """
    for state, value in islice(known.items(), COMPARED):
        found = solution.table.value(state)
        if not found.low <= value <= found.high:
            if solution.engine == "theory":
                raise differs(solution.game, state, "value", found, exactly(value))
            raise RulesError(
                f"{at(solution.game, state)}: CPython computes {exactly(value)} and machine code {found}; "
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
