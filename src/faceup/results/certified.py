"""Cross-checks: of machine code with the rules as CPython runs them, and of a theory with search."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from faceup.results.former_names import FormerTuple


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


@dataclass(frozen=True)
class Agreement:
    """Theory and search agree in every state of these sizes of a game; the parameters are those of the last.

    ``plain_ends`` are the payoffs of all ends of these sizes: see ``Solution.plain_ends``.
    """

    sizes: int
    states: int
    largest: Mapping[str, Any]
    plain_ends: frozenset[int] | None = None
