"""What is wrong or unusual about rules, and what to expect of the engines."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from faceup.results.solution import Refusal


class Finding(NamedTuple):
    """Something about the rules: ``wrong`` where it breaks the contract, else only unusual."""

    wrong: bool
    text: str


class Trial(NamedTuple):
    """An engine at work for a short time: what it did, and whether that was all there is to do.

    ``number`` is of positions for a game with decisions, and of games for a patience. ``preparing`` is the time to
    compile, in seconds.
    """

    engine: str
    number: int
    seconds: float
    whole: bool
    preparing: float = 0.0


@dataclass(frozen=True)
class Diagnosis:
    """What was found; ``refused`` are the engines that do not answer, and why, ``answers`` the first that does.

    ``interpreted`` says why the rules do not compile, where they do not. ``positions`` is how many there are where that
    is known, else what a sample makes of it, with a range as wide as the sample is small; None where neither is.
    ``comes_round`` names a state that does, where play can.
    """

    game: Any
    findings: tuple[Finding, ...]
    answers: str | None
    refused: tuple[Refusal, ...]
    interpreted: str | None
    trials: tuple[Trial, ...]
    positions: int | None
    counted: bool
    table_bytes: int | None
    comes_round: str | None = None

    @property
    def wrong(self) -> bool:
        """Whether anything breaks the contract."""
        return any(finding.wrong for finding in self.findings)
