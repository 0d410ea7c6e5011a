"""What the engines that make machine code of the rules share: what they cannot do, and what happens where they fail."""

from collections.abc import Iterator
from contextlib import contextmanager

from faceup.engines.solve.engine import Engine, Question, Unfit
from faceup.rules.errors import UnsupportedError


class CompiledEngine(Engine):
    """Values in float64, of rules that compile."""

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
