"""The outcome of a game or of best play: a win, a draw, a loss, or a number."""

from dataclasses import dataclass, replace
from typing import Literal

from faceup.numbers.value import Number

Kind = Literal["win", "draw", "loss", "no win", "number"]

FOR_THE_OTHER: dict[Kind, Kind] = {"win": "loss", "loss": "win"}


@dataclass(frozen=True)
class Outcome:
    """The outcome for ``player``, who gets ``amount`` (None if unknown).

    ``kind`` is ``no win`` if a draw cannot be told from a loss, and ``number`` if the game has no wins and losses.
    ``proved`` says that every end of the game is known; else the ends of some games judge it.
    """

    kind: Kind
    player: int
    amount: Number | None
    proved: bool

    def of(self, player: int) -> "Outcome":
        """The outcome for another player; ``no win`` of one says nothing about the other."""
        if player == self.player or self.kind == "no win":
            return self
        amount = None if self.amount is None else -self.amount
        return replace(self, kind=FOR_THE_OTHER.get(self.kind, self.kind), player=player, amount=amount)

    @property
    def decisive(self) -> bool:
        """Whether it is a win, a draw or a loss."""
        return self.kind in ("win", "draw", "loss")

    @property
    def winner(self) -> int | None:
        """The winner of two players; None without one."""
        return self.player if self.kind == "win" else 1 - self.player if self.kind == "loss" else None
