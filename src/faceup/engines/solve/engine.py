"""What an engine is: it says which questions it refuses and why, and answers the others with the values that it finds.

Those that make machine code of the rules also share what they cannot do, and how they are held to the rules:
``model.certificates`` says what is held.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from faceup.engines.model import thresholds
from faceup.engines.model.compiling import begin
from faceup.engines.model.limits import GivenUp, Limits, TooManyTogether
from faceup.engines.model.opposed import GeneralSum, opposed_in, two_opponents
from faceup.engines.model.seats import seats_of
from faceup.engines.model.stakes import stakes_for, value_bounds
from faceup.engines.solve.best_moves import opening
from faceup.engines.solve.overflow_check import LeavesWord, OnlyCompiled
from faceup.engines.solve.table import LimitHit, Values, look_at_limits
from faceup.native.digests.cache_folder import is_compiled
from faceup.numbers.value import Value
from faceup.results.answers.sameness import Symmetries
from faceup.results.answers.solution import Refusal, Solution
from faceup.results.sentences.seat_names import possessive
from faceup.rules.contract import Game
from faceup.rules.errors import RepeatingStateError, UnsupportedError
from faceup.rules.facts import Facts, facts_of, hides
from faceup.rules.player_names import seat_name

AUTO = "auto"
LOOK_EVERY = 0.05  # seconds between two looks at the limits while a compiler is awaited


@dataclass
class Question:
    """A game to be solved, and what engines found out about it that did not answer.

    ``start`` is the state to solve from, None for a patience. ``asked`` is what the person called the engine, and
    ``insisted`` tells that all of that name run by the same. ``begun``, ``tabled`` and ``searched`` are work to go on
    with, ``repeats`` the error for a state that comes round.
    """

    game: Any
    start: Any
    exact: bool = False
    asked: str = AUTO
    insisted: bool = False
    ties: str = "first"  # which of several moves is taken that are the same to the seat that decides
    width: float = 0.0  # of bounds that are narrow enough where something is hidden; 0: a thousandth of the first
    by_rules: bool = False  # whatever theory the game brings
    large_decks: bool = False  # as much memory as was given may be spent on them
    general_sum: str = ""  # why seats with payoffs of their own are not two opponents, where that was found out
    symmetries: Symmetries | None = None  # which were looked for
    repeats: RepeatingStateError | None = None
    begun: Any = None  # the table that CPython began, a PythonTable
    tabled: Any = None  # the table that machine code began, a NativeTable
    too_large: bool = False  # whether a table of all positions takes more memory than there is
    searched: Any = None  # the table of a search that proved nothing so far, a SearchTable,
    closing: Any = None  # or of one that closes bounds, a BoundsTable
    file: Path | None = None  # of a table that was saved
    checkpoint: Path | None = None  # where a table is kept while it is filled
    refused: list[Refusal] = field(default_factory=list)
    began: float = field(default_factory=time.perf_counter)

    @property
    def facts(self) -> Facts:
        return facts_of(self.game)

    @property
    def searches(self) -> list[Any]:
        """What was begun without a table of all positions."""
        return [search for search in (self.searched, self.closing) if search is not None]

    @property
    def joined(self) -> bool:
        """Whether one state stands for several in the game, by symmetries."""
        return self.symmetries is not None and self.symmetries.order > 1


def as_two(question: Question, limits: Limits | None = None) -> None:
    """Put the game of two opponents in the place of one of seats, where something is hidden and it is such a game."""
    if question.facts.hidden and seats_of(question.game):
        try:
            question.game = two_opponents(question.game, question.start, limits)
        except GeneralSum as error:
            question.general_sum = str(error)


class Unfit(Exception):
    """The engine took the question and found, on the way, that it is none for it: the text says why."""


Found = TypeVar("Found", bound=Values)


class Engine(Generic[Found]):
    """One way to solve games: a method, and by what it runs where there are several of that method.

    ``few`` is the same on a budget, asked before others: few positions need no compiler. A new kind of game is a file
    with one of these, and a line in ``registry``.
    """

    method: ClassVar[str]
    backend: ClassVar[str] = ""  # "native" or "cpython"
    name: ClassVar[str]  # both
    takes_cycles: ClassVar[bool] = False  # games in which a state can come round again
    takes_seats: ClassVar[bool] = False  # games in which each seat has gains of its own
    takes_hidden: ClassVar[bool] = False  # games in which players do not see everything

    def __init__(self, few: bool = False) -> None:
        self.few = few

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if hasattr(cls, "method"):
            cls.name = f"{cls.method}-{cls.backend}" if cls.backend else cls.method

    @property
    def words(self) -> tuple[str, str, str]:
        """What a person may call it; the second may be empty."""
        return self.method, self.backend, self.name

    def refuses(self, question: Question) -> str | None:
        """Why this engine does not answer, in words that go after its name; None where it does."""
        if not question.facts.decisions:
            return "is for games with decisions, and this is a patience that plays itself"
        if question.facts.hidden and not self.takes_hidden:
            return f"is for open games, and {hides(question.game)}"
        if (seats := seats_of(question.game)) and not self.takes_seats:
            if question.general_sum:
                return question.general_sum
            first = possessive(seat_name(0, question.game.player_names))
            one = f"; what one wins the other loses is one number, {first}" if seats == 2 else ""
            return f"is for two opponents, and here are {seats} seats, each with a payoff of its own{one}"
        if question.repeats is not None and not self.takes_cycles:
            return "is for games in which no state comes round again"
        if self.few and not self.tries(question):
            return "is asked for all the work it takes"
        return None

    def tries(self, question: Question) -> bool:
        """Whether ``few`` positions are tried before all the work is done."""
        return not (question.joined or question.exact)

    def table(self, question: Question, limits: Limits) -> Found:
        """An empty table, which is filled as values are asked for. Raises Unfit."""
        raise NotImplementedError

    def answer(self, question: Question, limits: Limits) -> Any:
        """The solution; raises Unfit where the engine turns out to be none for this game."""
        return self.solution(question, self.table(question, limits))

    def value(self, question: Question, table: Found) -> Value:
        """The start's value. Raises LimitHit."""
        return table.value(question.start)

    def solution(self, question: Question, table: Found) -> Solution:
        """The start's value by this table, or the bounds that a limit leaves."""
        game, states, last = question.game, 0, None
        try:
            value = self.value(question, table)
        except LimitHit as hit:
            (low, high), (least, most) = hit.bounds, value_bounds(game)
            value = Value(max(low, least), min(high, most), "stopped", limit=hit.limit)
            states, last = hit.states, hit.last
        cause = table.limits.cause
        # Time, and who waits, were about this answer, and not about later questions.
        table.limits = Limits(table.limits.memory, threads=table.limits.threads)
        return Solution(
            game,
            value,
            question.start,
            states or table.states,
            time.perf_counter() - question.began,
            self.name,
            table.bytes,
            table,
            symmetries=question.symmetries,
            refused=tuple(question.refused),
            last=last,
            cause=cause,
            judge=stakes_for,
            opener=opening,
        )


class ExactEngine(Engine[Found], Generic[Found]):
    """Exact values of all positions; of ``few``, where it is quick: else a compiler is worth the while."""

    backend = "cpython"

    def answer(self, question: Question, limits: Limits) -> Solution:
        if not self.few:
            return self.solution(question, self.table(question, limits))
        few = replace(
            limits, states=min(thresholds.CYCLIC_POSITIONS, limits.states), together=thresholds.CYCLIC_COMPONENT
        )
        try:
            solution = self.solution(question, self.table(question, few))
        except TooManyTogether as error:
            raise Unfit("takes no positions that are too many to be solved exactly") from error
        if solution.value.limit == "states" and few.states < limits.states:
            raise Unfit(f"takes more than {thresholds.CYCLIC_POSITIONS:,} positions, which a compiler is worth")
        return solution


class CompiledEngine(Engine[Found], Generic[Found]):
    """Values in float64, of rules that compile, held to the rules as CPython runs them.

    ``compile_task`` is the function, by module and name, that compiles all that a game needs in another process.
    """

    compile_task: ClassVar[tuple[str, str] | None] = None

    def refuses(self, question: Question) -> str | None:
        if reason := super().refuses(question):
            return reason
        if question.joined or (question.insisted and question.symmetries is not None):
            return "cannot use symmetries, which are applied in CPython"
        if question.exact:
            return "computes in floating point, and exact numbers were asked for"
        if opposed_in(question.game):
            return "computes with payoffs of one number, and these rules give rows"
        return None

    @contextmanager
    def compiling(self, question: Question) -> Iterator[None]:
        """Leave what machine code cannot do to the engines that interpret rules, unless this one is insisted on."""
        from faceup.native.not_compiled import NotCompiled, describe_refusals, warn_interpreted

        try:
            yield
        except NotCompiled as error:
            if question.insisted:
                problem = f"takes compiled rules alone: {describe_refusals(error)}"
                raise UnsupportedError(f"engine {self.name!r} {problem}") from error
            warn_interpreted(question.game, error)
            raise Unfit("takes no rules that do not compile") from error
        except LeavesWord as error:
            if question.insisted:
                raise
            raise Unfit("met a number that leaves 64 bits") from error
        except OnlyCompiled as error:
            if question.insisted:
                raise
            raise Unfit("met an error that CPython does not raise") from error

    def answer(self, question: Question, limits: Limits) -> Solution:
        with self.compiling(question):
            table = self.table(question, limits)
            return replace(self.solution(question, table), certified=table.certified)

    def value(self, question: Question, table: Found) -> Value:
        if self.compile_task and not question.insisted and not is_compiled(type(question.game), self.name):
            self.await_compiler(self.compile_task, question.game, table.limits)
        return super().value(question, table)

    def await_compiler(self, task: tuple[str, str], game: Game, limits: Limits) -> None:
        """Have another process compile what this one then loads, so that a limit, or who gives up, can end the wait.

        The answer is the same whether there was anything to compile or not. Raises LimitHit, GivenUp.
        """
        compilation = begin(task, game)
        if compilation is None:
            return
        try:
            while not compilation.wait(LOOK_EVERY):
                look_at_limits(limits, 0)
        except GivenUp:
            compilation.end()
            raise
