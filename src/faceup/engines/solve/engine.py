"""The base classes of engines. An engine refuses a question with a reason, or answers it with a solution.

``CompiledEngine`` holds what engines in machine code share: which questions they cannot answer, and the certificate
that compares their results with the rules in CPython (``model.certificates``).
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from faceup.engines.graph.stakes import stakes_for, value_bounds
from faceup.engines.model import thresholds
from faceup.engines.model.compiling import begin
from faceup.engines.model.limits import GivenUp, Limits, TooManyTogether
from faceup.engines.model.opposed import GeneralSum, opposed_in, two_opponents
from faceup.engines.model.seats import seats_of
from faceup.engines.solve.best_moves import opening
from faceup.engines.solve.overflow_check import LeavesWord, OnlyCompiled
from faceup.engines.solve.table import LimitHit, Values, look_at_limits
from faceup.native.digests.digest import compile_clock, is_compiled
from faceup.numbers.value import Value
from faceup.results.answers.sameness import Symmetries
from faceup.results.answers.solution import Refusal, Solution
from faceup.rules.contract import Game
from faceup.rules.errors import RepeatingStateError, UnsupportedError
from faceup.rules.facts import Facts, facts_of, hides
from faceup.rules.names import possessive, seat_name

AUTO = "auto"
LOOK_EVERY = 0.05  # seconds between two checks of the limits while another process compiles


@dataclass
class Question:
    """A game to solve, the options, and what the engines that refused have learned about the game.

    ``start`` is the state to solve from, None for a solitaire game. ``engine`` is the name that the person gave. With
    ``no_fallback`` all engines of that name have one backend, so the engine answers or raises. ``python_table``,
    ``native_table`` and ``searches`` are unfinished work that a later engine continues. ``repeats`` is the error for a
    state that can repeat.
    """

    game: Any
    start: Any
    exact: bool = False
    engine: str = AUTO
    no_fallback: bool = False
    ties: str = "first"  # how a seat chooses between moves that are equal to it
    width: float = 0.0  # how far apart bounds may stay in games with hidden information; 0: a thousandth of the first
    by_rules: bool = False  # use no theory of the game
    large_decks: bool = False  # enumerate large decks too: the person set a memory limit
    general_sum: str = ""  # why the seats are not two opponents; empty if they are, or if nobody has asked
    symmetries: Symmetries | None = None  # None if nobody asked for them
    repeats: RepeatingStateError | None = None
    python_table: Any = None  # a PythonTable that is not finished
    native_table: Any = None  # a NativeTable that is not finished
    too_large: bool = False  # whether a table of all positions exceeds the memory
    searches: dict[str, Any] = field(default_factory=dict)  # tables of searches that have no value yet, by engine
    file: Path | None = None  # of a saved table
    checkpoint: Path | None = None  # file for the table while it is filled
    refused: list[Refusal] = field(default_factory=list)
    began: float = field(default_factory=time.perf_counter)
    compiled: float = field(default_factory=lambda: compile_clock.seconds)  # seconds of compiling before it was asked

    @property
    def facts(self) -> Facts:
        return facts_of(self.game)

    @property
    def joins_states(self) -> bool:
        """Whether symmetries let one state of the game stand for several."""
        return self.symmetries is not None and self.symmetries.order > 1


def as_two(question: Question, limits: Limits | None = None) -> None:
    """Replace a hidden-information game with payoff rows by its zero-sum form, or note in ``general_sum`` why not."""
    if question.facts.hidden and seats_of(question.game):
        try:
            question.game = two_opponents(question.game, question.start, limits)
        except GeneralSum as error:
            question.general_sum = str(error)


class Unfit(Exception):
    """An engine that did not refuse a question cannot answer it after all. The text is the reason."""


# Why an engine for seats does not answer; the next one, which would search in the same way, knows it by this text.
NONE_FOUND = "finds no equilibrium where seats decide among positions that lead back to each other, or may stay there"
AnyTable = TypeVar("AnyTable", bound=Values)


class Engine(Generic[AnyTable]):
    """A way to solve games: a method, and the backend if a method has several.

    With ``few`` the engine works on a budget and comes early in the order: few positions need no compiler. To add an
    engine, write a file with a subclass and add a line to ``ENGINES`` in ``dispatch``.
    """

    method: ClassVar[str]
    backend: ClassVar[str] = ""  # "native" or "cpython"
    name: ClassVar[str]  # the method and the backend
    takes_cycles: ClassVar[bool] = False  # games in which a state can repeat
    takes_seats: ClassVar[bool] = False  # games in which each seat has a payoff of its own
    takes_hidden: ClassVar[bool] = False  # games with hidden information

    def __init__(self, few: bool = False) -> None:
        self.few = few

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if hasattr(cls, "method"):
            cls.name = f"{cls.method}-{cls.backend}" if cls.backend else cls.method

    @property
    def words(self) -> tuple[str, str, str]:
        """The names by which a person may ask for it; the second may be empty."""
        return self.method, self.backend, self.name

    def refuses(self, question: Question) -> str | None:
        """Return why this engine refuses, in words that follow its name; None if it answers."""
        if not question.facts.decisions:
            return "is for games with decisions, and this is a solitaire game that plays itself"
        if question.facts.hidden and not self.takes_hidden:
            return f"is for open games, and {hides(question.game)}"
        if (seats := seats_of(question.game)) and not self.takes_seats:
            if question.general_sum:
                return f"is for two opponents, and {question.general_sum}"
            first = possessive(seat_name(0, question.game.player_names))
            two_of_one_payoff = f"; what one wins the other loses is one number, {first}" if seats == 2 else ""
            return f"is for two opponents, and here are {seats} seats, each with a payoff of its own{two_of_one_payoff}"
        if question.repeats is not None and not self.takes_cycles:
            return "is for games in which no state repeats"
        if self.few and not self.tries(question):
            return "is asked for all the work it takes"
        return None

    def tries(self, question: Question) -> bool:
        """Whether an engine with ``few`` tries this question."""
        return not (question.joins_states or question.exact)

    def table(self, question: Question, limits: Limits) -> AnyTable:
        """Return an empty table, which fills as its values are looked up. Raises Unfit."""
        raise NotImplementedError

    def answer(self, question: Question, limits: Limits) -> Any:
        """Return the solution. Raises Unfit if the engine cannot answer after all."""
        return self.solution(question, self.table(question, limits))

    def value(self, question: Question, table: AnyTable) -> Value:
        """Return the value of the start. Raises LimitHit."""
        return table.value(question.start)

    def solution(self, question: Question, table: AnyTable) -> Solution:
        """Return the value of the start by this table, or the bounds so far if a limit is reached."""
        game, states, last = question.game, 0, None
        try:
            value = self.value(question, table)
        except LimitHit as hit:
            (low, high), (least, most) = hit.bounds, value_bounds(game)
            value = Value(max(low, least), min(high, most), "stopped", limit=hit.limit)
            states, last = hit.positions, hit.last
        cause = table.limits.cause
        # The time limit and the callbacks were for this answer, not for later questions to the same table.
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
            compile_seconds=compile_clock.seconds - question.compiled,
            last=last,
            cause=cause,
            judge=stakes_for,
            opener=opening,
        )


class ExactEngine(Engine[AnyTable], Generic[AnyTable]):
    """Exact values of all positions in CPython; with ``few``, of a game so small that compiling would take longer."""

    backend = "cpython"

    def answer(self, question: Question, limits: Limits) -> Solution:
        if not self.few:
            return self.solution(question, self.table(question, limits))
        most = thresholds.CYCLIC_POSITIONS
        few = replace(limits, component_limit=thresholds.CYCLIC_COMPONENT)
        try:
            return self.answer_few(question, few, f"takes more than {most:,} positions, which a compiler is worth")
        except TooManyTogether as error:
            raise Unfit("cannot solve so many positions exactly") from error
        except UnsupportedError as error:  # another engine may solve it; the last one tells the reason
            raise Unfit("finds no values") from error

    def answer_few(self, question: Question, limits: Limits, reason: str) -> Solution:
        """Return the solution of a game of at most CYCLIC_POSITIONS. Raises Unfit with this reason for a larger one."""
        few = replace(limits, states=min(thresholds.CYCLIC_POSITIONS, limits.states))
        solution = self.solution(question, self.table(question, few))
        if solution.value.limit == "states" and few.states < limits.states:
            raise Unfit(reason)
        return solution


class CompiledEngine(Engine[AnyTable], Generic[AnyTable]):
    """Values in float64 for rules that compile, certified against the rules in CPython.

    ``compile_task`` names (module, function) what compiles all that a game needs in another process.
    """

    compile_task: ClassVar[tuple[str, str] | None] = None

    def refuses(self, question: Question) -> str | None:
        if reason := super().refuses(question):
            return reason
        if question.joins_states or (question.no_fallback and question.symmetries is not None):
            return "cannot use symmetries, which are applied in CPython"
        if question.exact:
            return "computes in floating point, and exact numbers were asked for"
        if opposed_in(question.game):
            return "computes with payoffs of one number, and these rules give rows"
        return None

    @contextmanager
    def compiling(self, question: Question) -> Iterator[None]:
        """Turn errors of machine code into Unfit, so that CPython engines go on; raise them with ``no_fallback``."""
        from faceup.native.not_compiled import NotCompiled, describe_refusals, warn_interpreted

        try:
            yield
        except NotCompiled as error:
            if question.no_fallback:
                problem = f"takes compiled rules alone: {describe_refusals(error)}"
                raise UnsupportedError(f"engine {self.name!r} {problem}") from error
            warn_interpreted(question.game, error)
            raise Unfit("takes no rules that do not compile") from error
        except LeavesWord as error:
            if question.no_fallback:
                raise
            raise Unfit("met a number that leaves 64 bits") from error
        except OnlyCompiled as error:
            if question.no_fallback:
                raise
            raise Unfit("met an error that CPython does not raise") from error

    def answer(self, question: Question, limits: Limits) -> Solution:
        with self.compiling(question):
            table = self.table(question, limits)
            return replace(self.solution(question, table), certified=table.certified)

    def value(self, question: Question, table: AnyTable) -> Value:
        if self.compile_task and not question.no_fallback and not is_compiled(type(question.game), self.name):
            self.await_compiler(self.compile_task, question.game, table.limits)
        return super().value(question, table)

    def await_compiler(self, task: tuple[str, str], game: Game, limits: Limits) -> None:
        """Let another process compile and wait for it, so that a limit or the caller can end the wait.

        This process then loads the machine code from disk. Raises LimitHit, GivenUp.
        """
        compilation = begin(task, game)
        if compilation is None:
            return
        try:
            with compile_clock.running():
                while not compilation.wait(LOOK_EVERY):
                    look_at_limits(limits, 0)
        except GivenUp:
            compilation.end()
            raise
