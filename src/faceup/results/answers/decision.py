"""A decision of somebody who does not see everything: what they know, what they do how often, and what it is worth."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from faceup.numbers.value import Number
from faceup.results.chances import lot
from faceup.results.shown import Shown
from faceup.rules.moves import Move


class Seen(NamedTuple):
    """Something new to be seen."""

    view: Any


class Did(NamedTuple):
    """A move of one's own."""

    move: Move


Event = Seen | Did
GivenMoves = str | int | Iterable[Move | str]  # as a person gives them: a text, one, or moves and words one by one


def last_view(story: Sequence[Event]) -> Any:
    """What was seen last."""
    return next(event.view for event in reversed(story) if isinstance(event, Seen))


@dataclass(frozen=True, repr=False)
class Decision(Shown):
    """What ``player`` does who remembers a ``story`` since a position that was ``known`` to all.

    There are these ``moves``, which are called by ``words``; the own moves of the story are ``done``, in words.
    ``chances`` say how often each is made in best play, and ``worths`` what each is worth to whoever decides, from here
    on, if the other plays as well; None where best play of the other never lets it come to that from the position that
    was known, or the value is known within bounds only. ``reach`` is how often best play of both comes here; None where
    nobody asked. ``kept`` says whether a player who keeps to best play can come here, whatever the other does.
    ``solution`` is that of which it was asked, after the moves ``made``; None where the decision is one of a table.
    """

    brief = ("player", "shares")

    player: int
    known: Any
    story: tuple[Event, ...]
    done: tuple[str, ...]
    moves: tuple[Move, ...]
    words: tuple[str, ...]
    chances: tuple[Number, ...]
    worths: tuple[Number, ...] | None
    reach: Number | None
    kept: bool = True
    solution: Any = field(default=None, compare=False)
    made: tuple[Move, ...] = field(default=(), compare=False)

    @property
    def view(self) -> Any:
        """What the player sees now."""
        return last_view(self.story)

    @property
    def lots(self) -> dict[Move, int]:
        """How often each move is made that is made at all, in whole parts."""
        made = {move: Fraction(chance) for move, chance in zip(self.moves, self.chances, strict=True) if chance}
        unit = lcm(*(chance.denominator for chance in made.values()))
        return {move: int(chance * unit) for move, chance in made.items()}

    @property
    def played(self) -> tuple[Move, ...]:
        """The moves that are made."""
        return tuple(move for move, chance in zip(self.moves, self.chances, strict=True) if chance)

    @property
    def shares(self) -> tuple[str, ...]:
        """The same in words, each with how often it is made: ``bet 1/3``."""
        return tuple(lot(word, chance) for word, chance in zip(self.words, self.chances, strict=True) if chance)

    @property
    def mixed(self) -> bool:
        """Whether more than one move is made."""
        return len(self.played) > 1
