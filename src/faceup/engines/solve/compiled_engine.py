"""What the engines that make machine code of the rules share: what they cannot do, and how they are held to the rules.

``engines.certificates`` says what is held.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import ClassVar

from faceup.engines.compiling import begin
from faceup.engines.limits import GivenUp, Limits
from faceup.engines.opposed import opposed_in
from faceup.engines.solve.engine import Engine, Question, Unfit
from faceup.engines.solve.table import Table, look_at_limits
from faceup.native.compiled_before import compiled_before
from faceup.numbers.value import Value
from faceup.results.solution import Solution
from faceup.rules.contract import Game
from faceup.rules.errors import UnsupportedError

LOOK_EVERY = 0.05  # seconds between two looks at the limits while the compiler is awaited


class CompiledEngine(Engine):
    """Values in float64, of rules that compile, held to the rules as CPython runs them.

    ``compile_task`` is the function, by module and name, that compiles all that a game needs in another process.
    """

    compile_task: ClassVar[tuple[str, str] | None] = None

    def refuses(self, question: Question) -> str | None:
        if question.joined or (question.insisted and question.symmetries is not None):
            return "cannot use symmetries, which are applied in CPython"
        if question.exact:
            return "computes in floating point, and exact numbers were asked for"
        if opposed_in(question.game):
            return "computes with payoffs of one number, and these rules give rows"
        return super().refuses(question)

    @contextmanager
    def compiling(self, question: Question) -> Iterator[None]:
        """Leave rules that do not compile to the engines that interpret them, unless this one is insisted on."""
        from faceup.native.not_compiled import NotCompiled, refused_lines, warn_interpreted

        try:
            yield
        except NotCompiled as error:
            if question.insisted:
                problem = f"takes compiled rules alone: {refused_lines(error)}"
                raise UnsupportedError(f"engine {self.name!r} {problem}") from error
            warn_interpreted(question.game, error)
            raise Unfit("takes no rules that do not compile") from error

    def answer(self, question: Question, limits: Limits) -> Solution:
        with self.compiling(question):
            table = self.table(question, limits)
            return replace(self.solution(question, table), certified=table.certified)

    def value(self, question: Question, table: Table) -> Value:
        if self.compile_task and not question.insisted and not compiled_before(type(question.game), self.name):
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
