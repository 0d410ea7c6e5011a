"""How far a theory was compared with search."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Agreement:
    """In every state of so many sizes of a game, the last of them with these parameters, theory and search agree."""

    sizes: int
    states: int
    largest: Mapping[str, Any]

    def __str__(self) -> str:
        parameters = " ".join(f"{name}={value}" for name, value in self.largest.items())
        return f"{self.sizes} size{'' if self.sizes == 1 else 's'} up to {parameters}"
