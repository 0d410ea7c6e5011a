"""What was held to the rules of an answer that machine code gave, or would give."""

from typing import NamedTuple


class Certified(NamedTuple):
    """So many positions, or games, of all that machine code made were held to the rules as CPython runs them."""

    held: int
    of: int
    unit: str = "positions"

    def __str__(self) -> str:
        return f"{self.held:,} of {self.of:,} {self.unit}"


class Watched(NamedTuple):
    """So many random ``games`` were watched, and no number left 64 bits; a ``limit`` ended it before all were.

    ``not_compiled`` says why that is of no use: CPython runs the rules, where numbers may be of any size.
    """

    games: int
    limit: str = ""
    not_compiled: str = ""

    def __str__(self) -> str:
        if self.not_compiled:
            return f"of no use, for CPython runs these rules, and its numbers may be of any size: {self.not_compiled}"
        if not self.games:
            return "not finished: no random game came to its end"
        told = f"{self.games:,} random game{'s' * (self.games != 1)}, in which no number leaves 64 bits"
        return f"not finished: {told}" if self.limit else told
