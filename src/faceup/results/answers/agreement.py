"""How far a theory was compared with search."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Agreement:
    """In every state of so many sizes of a game, the last of them with these parameters, theory and search agree.

    ``plain_ends`` are what all ends of these sizes are worth: see ``Solution.plain_ends``.
    """

    sizes: int
    states: int
    largest: Mapping[str, Any]
    plain_ends: frozenset[int] | None = None

    def __str__(self) -> str:
        parameters = " ".join(f"{name}={value}" for name, value in self.largest.items())
        return f"{self.sizes} size{'' if self.sizes == 1 else 's'} up to {parameters}"
