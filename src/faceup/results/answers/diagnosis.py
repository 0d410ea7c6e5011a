"""Faults and unusual features of rules, and what to expect of the engines."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from faceup.results.answers.solution import Growing, Refusal
from faceup.results.shown import Shown


class Finding(NamedTuple):
    """A finding about the rules: ``wrong`` if it breaks the contract, else merely unusual."""

    wrong: bool
    text: str


class Trial(NamedTuple):
    """A short trial of an engine: its work, and whether that is the ``whole`` game.

    ``number`` is of positions for a game with decisions, and of games for a patience. ``preparing`` is the time to
    compile, in seconds, and ``state_bytes`` is what the table takes for a position, 0 where the engine does not know.
    Where it ``keeps_all``, ``number`` counts every position, and not those alone that the table keeps.
    """

    engine: str
    number: int
    seconds: float
    whole: bool
    preparing: float = 0.0
    state_bytes: float = 0.0
    keeps_all: bool = True


class SizeCounted(NamedTuple):
    """A smaller size of the game and its number of positions."""

    parameters: dict[str, int]
    positions: int


class Growth(NamedTuple):
    """An estimate from two smaller sizes: between ``low`` and ``high`` positions, infinite beyond all floats."""

    sizes: tuple[SizeCounted, SizeCounted]
    low: float
    high: float


@dataclass(frozen=True, repr=False)
class Diagnosis(Shown):
    """What is known; ``refused`` are the engines that do not answer, and why, ``answers`` the first that does.

    ``beyond`` is the engine that is asked next, with the size from which on, where the game may be that large.
    ``interpreted`` says why the rules do not compile, where they do not. ``positions`` is how many there are where they
    were ``counted``, else how many there are at least; None of a patience. ``growth`` says what smaller sizes make
    likely, where that is all that is known; ``table_bytes`` are for ``positions``. ``comes_round`` names a state that
    does, where play can. ``grows`` is a number of the state that seems to have no bound, as far as the positions
    are not counted. ``stopped`` where a limit was reached before all was looked at: the rest is as it is known by
    then.
    """

    brief = ("game", "answers")

    game: Any
    findings: tuple[Finding, ...] = ()
    answers: str | None = None
    beyond: str | None = None
    refused: tuple[Refusal, ...] = ()
    interpreted: str | None = None
    trials: tuple[Trial, ...] = ()
    positions: int | None = None
    counted: bool = False
    table_bytes: int | None = None
    comes_round: str | None = None
    grows: Growing | None = None
    growth: Growth | None = None
    stopped: bool = False

    @property
    def wrong(self) -> bool:
        """Whether anything breaks the contract."""
        return any(finding.wrong for finding in self.findings)
