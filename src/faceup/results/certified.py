"""Cross-checks: of machine code with the rules as CPython runs them, and of a theory with search."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from faceup.results.showable import FormerTuple


class Certified(NamedTuple):
    """``held`` of ``of`` positions or games of machine code were compared with the rules as CPython runs them."""

    held: int
    of: int
    unit: str = "positions"

    def __str__(self) -> str:
        return f"{self.held:,} of {self.of:,} {self.unit}"


@dataclass(frozen=True)
class OverflowCheck(FormerTuple):
    """``games`` random games were watched, and no number left 64 bits; ``limit`` is the limit that ended it early.

    ``not_compiled`` says why CPython runs the rules, with numbers of any size, so that watching is of no use.
    """

    games: int
    limit: str = ""
    not_compiled: str = ""

    document_keys = ("games", "finished", "not_compiled=reason")

    @property
    def reason(self) -> str | None:
        """The reason why there is no machine code to watch; None if there is."""
        return self.not_compiled or None

    @property
    def finished(self) -> bool:
        return not self.limit

    def __str__(self) -> str:
        if self.not_compiled:
            return f"of no use, for CPython runs these rules, and its numbers may be of any size: {self.not_compiled}"
        if not self.games:
            return "not finished: no random game came to its end"
        sentence = f"{self.games:,} random game{'s' * (self.games != 1)}, in which no number leaves 64 bits"
        return f"not finished: {sentence}" if self.limit else sentence


@dataclass(frozen=True)
class Agreement:
    """Theory and search agree in every state of these sizes of a game; the parameters are those of the last.

    ``plain_ends`` are the payoffs of all ends of these sizes: see ``Solution.plain_ends``.
    """

    sizes: int
    states: int
    largest: Mapping[str, Any]
    plain_ends: frozenset[int] | None = None

    def __str__(self) -> str:
        parameters = " ".join(f"{name}={value}" for name, value in self.largest.items())
        return f"{self.sizes} size{'' if self.sizes == 1 else 's'} up to {parameters}"
