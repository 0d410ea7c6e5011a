"""Faults and unusual features of rules, and what to expect of the engines."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from faceup.results.answers.solution import Growing, Refusal
from faceup.results.showable import FormerName, Showable


class Finding(NamedTuple):
    """A finding about the rules: ``wrong`` if it breaks the contract, else merely unusual."""

    wrong: bool
    text: str


@dataclass(frozen=True)
class Trial:
    """A short trial of an engine: its work, and whether that is the ``whole`` game.

    ``number`` counts positions of a game with decisions, and games of a solitaire game. ``compile_seconds`` is the
    compile time, and ``state_bytes`` the memory for a position, 0 if the engine does not know it. If ``keeps_all``,
    ``number`` counts every position, else only those in the table.
    """

    engine: str
    number: int
    seconds: float
    whole: bool
    compile_seconds: float = 0.0
    state_bytes: float = 0.0
    keeps_all: bool = True

    document_keys = ("engine", "number", "seconds", "whole", "compile_seconds")
    preparing = FormerName("compile_seconds")


class CountedSize(NamedTuple):
    """A smaller size of the game and its number of positions."""

    parameters: dict[str, int]
    positions: int


class Growth(NamedTuple):
    """An estimate from two smaller sizes: between ``low`` and ``high`` positions, infinite beyond all floats."""

    sizes: tuple[CountedSize, CountedSize]
    low: float
    high: float


@dataclass(frozen=True, repr=False)
class Diagnosis(Showable):
    """The diagnosis of a game; ``answers`` is the first engine that answers, ``refused`` are those that do not, and
    why.

    ``beyond`` is the next engine, with the size from which it is used, if the game may be that large. ``interpreted``
    is the reason why the rules do not compile, if they do not. ``positions`` is their number if ``positions_counted``,
    else a lower bound; None for a solitaire game. ``growth`` is an estimate from smaller sizes; ``table_bytes`` are for
    ``positions``. ``repeating_state`` names a state that play can repeat. ``grows`` is a number of the state that seems
    to have no bound, if positions were not counted. ``stopped`` says that a limit was reached before the diagnosis was
    complete.
    """

    brief = ("game", "answers")
    document_keys = (
        *("game", "wrong", "findings", "answers", "beyond", "refused", "interpreted", "trials", "positions"),
        *("positions_counted", "table_bytes", "repeating_state", "grows", "growth", "stopped"),
    )

    counted = FormerName("positions_counted")
    comes_round = FormerName("repeating_state")

    game: Any
    findings: tuple[Finding, ...] = ()
    answers: str | None = None
    beyond: str | None = None
    refused: tuple[Refusal, ...] = ()
    interpreted: str | None = None
    trials: tuple[Trial, ...] = ()
    positions: int | None = None
    positions_counted: bool = False
    table_bytes: int | None = None
    repeating_state: str | None = None
    grows: Growing | None = None
    growth: Growth | None = None
    stopped: bool = False

    @property
    def wrong(self) -> bool:
        """Whether anything breaks the contract."""
        return any(finding.wrong for finding in self.findings)
