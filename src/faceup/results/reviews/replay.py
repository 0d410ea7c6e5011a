"""A numbered game, or a deal, step by step."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from faceup.results.scene.scene import Scene
from faceup.results.shown import Shown

Level = Literal["result", "discards", "draws", "hands"]


class ReplayStep(NamedTuple):
    """A step that was done, or the start (number 0): what it was, whether it is too ordinary to be told, the table.

    ``scene`` draws the table when it is asked; it must be asked before the next step is.
    """

    number: int
    what: str
    quiet: bool
    scene: Callable[[], Scene]


class ReplayEnd(NamedTuple):
    """How the game ended: ``score``, ``won`` or ``endless`` and ``steps_taken``, or ``payoff`` and ``moves``."""

    result: dict[str, Any]
    scene: Callable[[], Scene]


class ToldStep(NamedTuple):
    """A step as it is told, with the table after it as text, None where that is not told."""

    number: int
    what: str
    table: str | None


class Told(NamedTuple):
    """The steps of a game that are told, how it ended, and the last table as text."""

    steps: Sequence[ToldStep]
    end: dict[str, Any]
    table: str


@dataclass(frozen=True, repr=False)
class Replay(Shown):
    """The game of this ``number`` of a ``seed``, or of a ``deal``: its start, its steps, and how it ended, one by one.

    It is played anew whenever it is gone through. Raises LimitReached where it does not end.
    """

    brief = ("game", "which")

    game: Any
    play: Callable[[], Iterator[ReplayStep | ReplayEnd]] = field(compare=False)
    seed: int = 0
    number: int | None = None
    deal: str | None = None

    def __iter__(self) -> Iterator[ReplayStep | ReplayEnd]:
        return self.play()

    @property
    def which(self) -> str:
        """Which game it is, in words."""
        return f"deal {self.deal}" if self.number is None else f"seed {self.seed}, game {self.number}"

    def told(self, level: Level = "hands", met: Callable[[int], None] | None = None) -> Told:
        """Steps by ``level``: none, those that are not ordinary, all, or all with their tables.

        ``met`` is called before each with how many are told so far.
        """
        steps = list[ToldStep]()
        for step in self:
            if met:
                met(len(steps))
            if isinstance(step, ReplayEnd):
                return Told(steps, step.result, step.scene().text)
            if step.number and (level in ("draws", "hands") or (level == "discards" and not step.quiet)):
                steps.append(ToldStep(step.number, step.what, step.scene().text if level == "hands" else None))
        raise AssertionError("a replay ends with how the game ended")
