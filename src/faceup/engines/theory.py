"""A game's theory: compared with search where search can go, and used beyond."""

from collections.abc import Iterator
from fractions import Fraction
from math import inf, nextafter
from typing import Any

from faceup.engines import contract
from faceup.engines.python_induction import STATE_COST, OutOfBudget, PythonTable, exact_number
from faceup.results.agreement import Agreement
from faceup.results.solution import Solution
from faceup.results.value import Value, exactly
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import RulesError, UsageError
from faceup.rules.parameters import write_parameters
from faceup.rules.theory import Estimate, Theory

BRIEF = 50_000  # units of work for the comparison before a theory is first used, as search counts them
THOROUGH = 500_000  # the same for ``faceup check``

_agreements: dict[tuple[type[Game], int], Agreement] = {}


def theory_of(game: Game) -> Theory:
    """The game's theory; raises UsageError where it has none."""
    theory = game.theory()
    if theory is None:
        raise UsageError(f"{type(game).name} has no theory with these parameters; possible: auto, rules")
    if not isinstance(theory, Theory):
        raise RulesError(f"{type(game).__name__}: theory gives {theory!r}; possible: a Theory, or None")
    return theory


class TheoryTable:
    """Values and best moves by a theory, as a solution asks a table for them; nothing is kept."""

    states = 0
    bytes = 0

    def __init__(self, theory: Theory, exact: bool) -> None:
        self.theory = theory
        self.exact = exact

    def value(self, state: Any) -> Value:
        """The value of a state: exact, or as close as the theory proves."""
        game = self.theory.game
        found = self.theory.value(state, exact=self.exact)
        if isinstance(found, Estimate) and not self.exact:
            low, high = nextafter(found.value - found.error, -inf), nextafter(found.value + found.error, inf)
            if not low <= found.value <= high < inf:
                raise contract.bad_number(game, state, "the theory's value", tuple(found))
            return Value(low, high, "bounded", found.value)
        if not isinstance(found, int | Fraction):
            wanted = "a whole number or Fraction" + ("" if self.exact else ", or an Estimate")
            raise RulesError(f"{contract.at(game, state)}: the theory's value is {found!r}; possible: {wanted}")
        return exactly(exact_number(game, state, "the theory's value", found))

    def best(self, state: Any) -> list[int]:
        """All best moves, ties decided exactly."""
        return self.theory.best(state)


def agreement(game: Game, work: int = BRIEF) -> Agreement:
    """Compare the theory with search on small games of this class, once in a process, up to so many units of work.

    Raises RulesError where they differ, in a value, in the best moves or in the thresholds.
    """
    key = type(game), work
    if key not in _agreements:
        _agreements[key] = _agreement(game, work)
    return _agreements[key]


def _agreement(game: Game, work: int) -> Agreement:
    rules_class = type(game)
    sizes = states = 0
    largest = {}
    for parameters in theory_of(game).sizes():
        small = rules_class(**parameters)
        theory = small.theory()
        if theory is None:
            raise RulesError(f"{_named(small)}: its theory is to be compared with search here, but there is none")
        table = PythonTable(small, budget=work)
        try:
            table.value(small.canon(small.start()))
        except OutOfBudget:
            break
        table.budget = inf
        for moves in _compared(small, theory, table):
            states += 1
            work -= STATE_COST + moves
        sizes, largest = sizes + 1, write_parameters(small)
        if work <= 0:
            break
    if sizes == 0:
        raise RulesError(f"{rules_class.__name__}: its theory has no size small enough to be compared with search")
    return Agreement(sizes, states, largest)


def _compared(game: Game, theory: Theory, table: PythonTable) -> Iterator[int]:
    """Hold the theory against search in every state that can be reached; the number of moves of each."""
    start = game.start()
    solution = Solution(game, table.value(start), start, 0, 0.0, "cpython", 0, table)
    exact, rounded = TheoryTable(theory, exact=True), TheoryTable(theory, exact=False)
    thresholds = theory.thresholds()
    seen = {start}
    todo = [start]
    for state in todo:
        expected = table.value(state)
        for found in (exact.value(state), rounded.value(state)):
            if not found.low <= expected.low <= found.high:
                raise _differs(game, state, "value", found, expected)
        who = game.turn(state)
        if who == OVER:
            yield 0
            continue
        moves = [move for move in game.moves(state) if who != CHANCE or game.odds(state, move) > 0]
        if who != CHANCE:
            best = solution.best(state)
            if set(theory.best(state)) != set(best):
                raise _differs(game, state, "best moves", theory.best(state), best)
            if thresholds is not None and len(moves) > 1:
                *step, last = (getattr(state, column) for column in theory.columns)
                place = step[0] - 1 if step else 0
                boundary = thresholds[place] if 0 <= place < len(thresholds) else None
                if boundary is None or (last >= boundary) != (theory.move in best):
                    raise _differs(game, state, f"threshold of move {theory.move}", boundary, f"best moves {best}")
        for after in (game.play(state, move) for move in moves):
            if after not in seen:
                seen.add(after)
                todo.append(after)
        yield len(moves)


def _differs(game: Game, state: Any, what: str, found: Any, expected: Any) -> RulesError:
    return RulesError(f"{_named(game)}, in state {state!r}: by theory {what} {found}, by search {expected}")


def _named(game: Game) -> str:
    return " ".join([type(game).__name__, *(f"{name}={value}" for name, value in write_parameters(game).items())])
