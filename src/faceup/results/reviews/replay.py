"""A numbered game, or the deal of a solitaire game, step by step."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from faceup.results.scene.things import Scene
from faceup.results.showable import FormerName, Showable

Level = Literal["result", "discards", "draws", "hands"]


class ReplayStep(NamedTuple):
    """A step, or the start (number 0): its text, whether it is ``quiet`` (too ordinary to print), the table.

    ``scene`` draws the table; call it before taking the next step. ``player`` is who moved; None if nobody decided.
    """

    number: int
    what: str
    quiet: bool
    scene: Callable[[], Scene]
    player: int | None = None


class ReplayEnd(NamedTuple):
    """The end of the game: ``score``, ``won`` or ``endless`` and ``steps_taken``, or ``payoff`` and ``moves``.

    ``sentence`` says who won, in a game of wins and losses; ``length`` is ``moves`` in words, those of chance apart.
    """

    result: dict[str, Any]
    scene: Callable[[], Scene]
    sentence: str = ""
    length: str = ""


@dataclass(frozen=True)
class StepText:
    """A step as text, with the table after it as text, or None if the level leaves tables out."""

    document_keys = ("number", "what", "table?", "player?")

    number: int
    what: str
    table: str | None
    player: int | None = None


class ReplayText(NamedTuple):
    """The steps of a game at some level, its end, and the last table as text."""

    steps: Sequence[StepText]
    end: ReplayEnd
    table: str


@dataclass(frozen=True, repr=False)
class Replay(Showable):
    """The game of this ``number`` of a ``seed``, or of a ``deal``: iterates over its start, its steps and its end.

    Each iteration plays it anew. ``policies`` are the names of those that chose moves. Raises LimitReached if it does
    not end.
    """

    brief = ("game", "which")

    game: Any
    play: Callable[[], Iterator[ReplayStep | ReplayEnd]] = field(compare=False)
    seed: int = 0
    number: int | None = None
    deal: str | None = None
    policies: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[ReplayStep | ReplayEnd]:
        return self.play()

    @property
    def which(self) -> str:
        """The seed and the number of the game, or its deal, and who played, in words."""
        if self.number is None:
            return f"deal {self.deal}"
        who = dict.fromkeys(self.policies)
        how = ", moves at random" if {*who} == {"random"} else f", played by {' against '.join(who)}" if who else ""
        return f"seed {self.seed}, game {self.number}{how}"

    told = FormerName("in_words")

    def in_words(
        self,
        level: Level = "hands",
        check_limit: Callable[[int], None] | None = None,
        table_text: Callable[[Scene], str] = attrgetter("text"),
    ) -> ReplayText:
        """Return the steps by ``level``: none, those that are not quiet, all, or all with their tables.

        ``check_limit`` is called before each step with the number of steps so far; ``table_text`` writes a table.
        """
        steps = list[StepText]()
        for step in self:
            if check_limit:
                check_limit(len(steps))
            if isinstance(step, ReplayEnd):
                return ReplayText(steps, step, step.scene().text)
            if step.number and (level in ("draws", "hands") or (level == "discards" and not step.quiet)):
                table = table_text(step.scene()) if level == "hands" else None
                steps.append(StepText(step.number, step.what, table, step.player))
        raise AssertionError("a replay ends with how the game ended")
