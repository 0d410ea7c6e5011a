"""The agreement of a theory with search."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


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
