"""A game looked back at."""

from dataclasses import dataclass
from typing import NamedTuple

from faceup.results.value import Number, Value, rounded

NOTHING = 1e-9  # below this a sum or a difference of rounded numbers is none


class Judged(NamedTuple):
    """A move that was made, by ``turn`` (CHANCE: nobody), called ``who``.

    ``before`` and ``after`` are the values of play around it, to player 0, or to whoever moved where each seat has a
    payoff of its own; rewards of this move are included in both.
    ``lost`` is what whoever moved threw away, 0 or more; ``luck`` what chance gave to player 0, None for a player's
    move. ``best`` moves would have lost nothing; ``text`` says what was lost where the game is won, drawn or lost.
    ``changes`` are what the move changed for every seat that has a payoff of its own.
    """

    number: int
    turn: int
    who: str
    word: str
    before: Value
    after: Value
    lost: Number
    luck: Number | None
    best: tuple[str, ...]
    text: str
    changes: tuple[Number, ...] = ()

    @property
    def favours(self) -> bool:
        """Whether whoever moved lost nothing by it, and others did or gained."""
        return self.luck is None and not self.lost and any(abs(rounded(change)) > NOTHING for change in self.changes)


@dataclass(frozen=True)
class Review:
    """Every move of a game, and what each player threw away in all."""

    rows: tuple[Judged, ...]
    lost: tuple[Number, ...]

    @property
    def mistakes(self) -> tuple[Judged, ...]:
        """The moves by which value was thrown away."""
        return tuple(row for row in self.rows if row.lost)
