"""What was held to the rules of an answer that machine code gave."""

from typing import NamedTuple


class Certified(NamedTuple):
    """So many positions, or games, of all that machine code made were held to the rules as CPython runs them."""

    held: int
    of: int
    unit: str = "positions"

    def __str__(self) -> str:
        return f"{self.held:,} of {self.of:,} {self.unit}"
