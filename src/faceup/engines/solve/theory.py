"""The theory of a game: compared with search on small sizes, and used for larger ones."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from math import inf
from typing import Any

from faceup.engines.model import broken_rules
from faceup.engines.model.legal_moves import exact_number
from faceup.engines.model.limits import Limits
from faceup.engines.model.prospects import only_plain
from faceup.engines.solve.engine import Engine, Question
from faceup.engines.solve.induction.induction_engines import PythonInduction
from faceup.engines.solve.induction.python_table import STATE_COST, OutOfBudget, PythonTable
from faceup.engines.solve.table import Table
from faceup.numbers.exact import Exact
from faceup.numbers.value import Value, around, exactly
from faceup.results.answers.solution import Solution
from faceup.results.certified import Agreement
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import ParameterError, RulesError, UsageError
from faceup.rules.moves import Move
from faceup.rules.parameters import kinds, write_parameter, write_parameters
from faceup.rules.theory import Estimate, Theory

BRIEF = 50_000  # units of work of a search, for the comparison before a theory is first used
MOST_HELD = 2_000  # states solved by search at which the theory is compared too
THOROUGH = 500_000  # units of work for the comparison by ``faceup check``

# By class and work: the parameters that the theory's sizes leave to the game, and the agreement for those values.
_agreements: dict[tuple[type[Game], int], list[tuple[dict[str, Any], Agreement]]] = {}


def theory_of(game: Game) -> Theory:
    """Return the game's theory. Raises UsageError if it has none."""
    theory = game.theory()
    if theory is None:
        raise UsageError(has_none(game))
    if not isinstance(theory, Theory):
        raise RulesError(f"{type(game).__name__}: theory returns {theory!r}; possible: a Theory, or None")
    return theory


def has_none(game: Game) -> str:
    return f"{type(game).name} has no theory with these parameters"


class TheoryTable(Table):
    """Values and best moves by a theory; the table stores nothing."""

    theory: Theory

    def __init__(self, theory: Theory, exact: bool) -> None:
        super().__init__(theory.game)
        self.theory = theory
        self.exact = exact

    @property
    def states(self) -> int:
        return 0

    @property
    def bytes(self) -> int:
        return 0

    def value(self, state: Any) -> Value:
        """Return the value of a state: exact, or within the error that the theory proves."""
        game = self.game
        claim = self.theory.value(state, exact=self.exact)
        if isinstance(claim, Estimate) and not self.exact:
            low, high = around(claim.value, claim.error)
            if not low <= claim.value <= high < inf:
                raise broken_rules.bad_number(game, state, "the theory's value", tuple(claim))
            return Value(low, high, "bounded", claim.value)
        if not isinstance(claim, int | Fraction):
            expected = "a whole number or Fraction" + ("" if self.exact else ", or an Estimate")
            raise RulesError(f"{broken_rules.at(game, state)}: the theory's value is {claim!r}; possible: {expected}")
        value = exactly(exact_number(game, state, "the theory's value", claim))
        return value if self.theory.proven else replace(value, how="conjectured")

    def knows(self, state: Any) -> bool:
        """Return True: a theory gives the value of every state."""
        return True

    def best(self, state: Any) -> list[Move]:
        """Return all best moves; the theory decides ties exactly."""
        if self.game.turn(state) not in (0, 1):
            raise UsageError(f"nobody has a choice here: {self.game.show(state)}")
        return [*self.theory.best(state)]

    def distance(self, state: Any) -> float | None:
        """Return None: a theory gives no distances, and its games are too long to search for them."""
        return None


class ByTheory(Engine[TheoryTable]):
    """The engine that answers by a game's theory, for sizes beyond search."""

    method = "theory"

    def refuses(self, question: Question) -> str | None:
        reason = super().refuses(question)
        if reason is None and not question.no_fallback:
            if question.by_rules:
                return "was not wanted"
            if question.joins_states:
                return "searches no states that could be joined"
        theory = None if reason else question.game.theory()
        if reason is None and theory is None:
            return f"is for games that bring one, and {has_none(question.game)}"
        if isinstance(theory, Theory) and not theory.proven and not question.no_fallback:
            return "is a conjecture, and answers where it is asked for"
        return reason

    def table(self, question: Question, limits: Limits) -> TheoryTable:
        return TheoryTable(theory_of(question.game), question.exact)

    def answer(self, question: Question, limits: Limits) -> Solution:
        table, checked = self.table(question, limits), agreement(question.game)
        solution = replace(self.solution(question, table), checked=checked)
        self.hold(solution, question.python_table)
        return solution

    def hold(self, solution: Solution, searched: PythonTable | None) -> None:
        """Compare the theory with the first values that a search has found. Raises RulesError if they differ."""
        for state, value in islice(searched.known_states.items() if searched else (), MOST_HELD):
            computed = solution.value_of(state)
            if not computed.low <= value <= computed.high:
                raise theory_error(solution.game, state, "value", computed, exactly(value))


def agreement(game: Game, work: int = BRIEF) -> Agreement:
    """Compare the theory with search on small games of this class, within ``work`` units of search.

    Parameters that the theory's sizes leave out keep their values in ``game``; each combination of these is compared
    once per process. Raises RulesError if a value, the best moves or a threshold differ, or if no size is small enough.
    """
    agreements = _agreements.setdefault((type(game), work), [])
    for others, result in agreements:
        if all(getattr(game, name) == value for name, value in others.items()):
            return result
    others, result = _agreement(game, work)
    agreements.append((others, result))
    return result


def _agreement(game: Game, work: int) -> tuple[dict[str, Any], Agreement]:
    """Return the agreement, and the parameters of the game on which it depends."""
    others: dict[str, Any] = {}
    sizes_compared: list[dict[str, Any]] = []
    states, ends = 0, set[Exact]()
    refused = ""
    for parameters in _sizes(game):
        if work <= 0:
            break
        others |= {name: getattr(game, name) for name in kinds(type(game)) if name not in parameters}
        try:
            small = replace(game, **parameters)
        except ParameterError as error:
            refused = refused or f"; of one: {error}"
            work -= STATE_COST
            continue
        size = write_parameters(small)
        if size in sizes_compared:
            work -= STATE_COST
            continue
        theory = small.theory()
        if theory is None:
            raise RulesError(
                f"{_describe_game(small)}: its theory is to be compared with search here, but there is none"
            )
        table = PythonTable(small, budget=work)
        try:
            table.value(small.canon(small.start()))
        except OutOfBudget:
            break
        table.budget = inf
        ends |= table.ends
        for moves in _compare_with_search(small, theory, table):
            states += 1
            work -= STATE_COST + moves
        sizes_compared.append(size)
    if not sizes_compared:
        words = " ".join(f"{name}={write_parameter(game, name)}" for name in others)
        raise RulesError(
            f"{type(game).__name__}: its theory has no size small enough to be compared with search"
            f"{words and f', with {words}'}, so it is not used{refused}"
        )
    return others, Agreement(len(sizes_compared), states, sizes_compared[-1], only_plain(ends))


def _sizes(game: Game) -> Iterator[Mapping[str, Any]]:
    """Yield the sizes on which the theory is compared. Raises RulesError for anything but parameters."""
    theory = theory_of(game)
    names = ", ".join(kinds(type(game)))
    sizes: Any = None if type(theory).sizes is Theory.sizes else theory.sizes()
    if not isinstance(sizes, Iterable):
        raise _wrong(game, theory, "sizes()", sizes, f"mappings of parameters, which are {names}")
    for parameters in sizes:
        if not isinstance(parameters, Mapping) or not parameters.keys() <= kinds(type(game)).keys():
            raise _wrong(game, theory, "sizes() with", parameters, f"mappings of {names}")
        yield parameters


def _wrong(game: Game, theory: Theory, part: str, answer: Any, possible: str) -> RulesError:
    return RulesError(
        f"{type(game).__name__}: its theory {type(theory).__name__} has {part} {answer!r}; possible: {possible}"
    )


def _compare_with_search(game: Game, theory: Theory, table: PythonTable) -> Iterator[int]:
    """Compare the theory with search in every reachable state; yield the number of moves of each."""
    start = game.start()
    solution = Solution(game, table.value(start), start, 0, 0.0, PythonInduction.name, 0, table)
    exact, rounded = TheoryTable(theory, exact=True), TheoryTable(theory, exact=False)
    thresholds = theory.thresholds()
    columns: Any = theory.columns
    if thresholds is not None and not (
        isinstance(columns, tuple | list) and len(columns) in (1, 2) and all(name in start._fields for name in columns)
    ):
        raise _wrong(game, theory, "columns", columns, f"one or two of {', '.join(start._fields)}")
    reached = {start}
    todo = [start]
    for state in todo:
        expected = table.value(state)
        for claim in (exact.value(state), rounded.value(state)):
            if not claim.low <= expected.low <= claim.high:
                raise theory_error(game, state, "value", claim, expected)
        turn = game.turn(state)
        if turn == OVER:
            yield 0
            continue
        moves = [move for move in game.moves(state) if turn != CHANCE or game.odds(state, move) > 0]
        if turn != CHANCE:
            best = solution.best(state)
            if set(theory.best(state)) != set(best):
                raise theory_error(game, state, "best moves", theory.best(state), best)
            if thresholds is not None and len(moves) > 1:
                *step, last = (getattr(state, column) for column in columns)
                place = step[0] - 1 if step else 0
                boundary = thresholds[place] if 0 <= place < len(thresholds) else None
                if boundary is None or (last >= boundary) != (theory.move in best):
                    raise theory_error(game, state, f"threshold of move {theory.move}", boundary, f"best moves {best}")
        for after in (game.play(state, move) for move in moves):
            if after not in reached:
                reached.add(after)
                todo.append(after)
        yield len(moves)


def theory_error(game: Game, state: Any, quantity: str, claim: Any, expected: Any) -> RulesError:
    return RulesError(f"{_describe_game(game)}, in state {state!r}: by theory {quantity} {claim}, by search {expected}")


def _describe_game(game: Game) -> str:
    return " ".join([type(game).__name__, *(f"{name}={value}" for name, value in write_parameters(game).items())])
