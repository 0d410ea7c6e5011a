"""What the engines that make machine code of the rules share: what they cannot do, and what happens where they fail."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import ClassVar

from faceup.engines.compiling import Compilation, begin
from faceup.engines.limits import GivenUp, Limits
from faceup.engines.solve.engine import Engine, Question, Unfit
from faceup.engines.solve.table import Table
from faceup.native.compiled_before import compiled_before
from faceup.results.solution import Refusal, Solution
from faceup.rules.errors import UnsupportedError


class _Ready(threading.Event):
    """Set when machine code is made, or when nobody waits for an answer any more."""

    def __init__(self, compilation: Compilation, limits: Limits) -> None:
        super().__init__()
        self.compilation, self.limits = compilation, limits

    @property
    def given_up(self) -> bool:
        return self.limits.stop is not None and self.limits.stop.is_set()

    def is_set(self) -> bool:
        return self.given_up or self.compilation.done()


class CompiledEngine(Engine):
    """Values in float64, of rules that compile; ``interpreter`` names the engine that answers while they do.

    ``compile_task`` is the function, by module and name, that compiles all that a game needs.
    """

    interpreter: ClassVar[str]
    compile_task: ClassVar[tuple[str, str]]

    def refuses(self, question: Question) -> str | None:
        if question.joined or (question.insisted and question.symmetries is not None):
            return "cannot use symmetries, which are applied in CPython"
        if question.exact:
            return "computes in floating point, and exact numbers were asked for"
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

    def meanwhile(self, question: Question, limits: Limits) -> Solution | None:
        """CPython's answer, where it has one before machine code is made."""
        if question.insisted or compiled_before(type(question.game), self.name):
            return None
        compilation = begin(self.compile_task, question.game)
        if compilation is None:
            return None
        ready = _Ready(compilation, limits)
        try:
            solution = self.solution(question, self.slower(question, replace(limits, stop=ready)))
        except GivenUp:
            if ready.given_up:
                compilation.end()
                raise
            return None
        except UnsupportedError:  # it may go further in machine code
            compilation.wait()
            return None
        except BaseException:
            compilation.end()
            raise
        if solution.value.how == "stopped" and solution.value.limit == "memory":  # which goes further in machine code
            compilation.wait()
            return None
        refused = (*solution.refused, Refusal(self.name, "was still being compiled"))
        return replace(solution, engine=self.interpreter, refused=refused)

    def slower(self, question: Question, limits: Limits) -> Table:
        """The table that CPython fills meanwhile."""
        raise NotImplementedError
