"""What a game in progress is to whoever looks at it."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from faceup.numbers.exact import Exact
from faceup.play.expert import Expert
from faceup.rules.contract import Game
from faceup.rules.moves import Move


class Played(NamedTuple):
    """A move that was made: in which state, by whom (CHANCE: nobody)."""

    state: Any
    turn: int
    move: Move


class InProgress(Protocol):
    """A game, what was played, and the ``persons`` among those who decide. ``turn`` is a seat, CHANCE or OVER."""

    @property
    def game(self) -> Game: ...
    @property
    def expert(self) -> Expert: ...
    @property
    def state(self) -> Any: ...
    @property
    def history(self) -> Sequence[Played]: ...
    @property
    def seats(self) -> Sequence[Any]: ...
    @property
    def persons(self) -> Sequence[int]: ...
    @property
    def turn(self) -> int: ...
    @property
    def over(self) -> bool: ...
    @property
    def payoff(self) -> Exact: ...


def steps(session: InProgress, first: int = 0) -> Iterator[tuple[int, Move, Any]]:
    """The moves from that number on, from 0: who made each, the move, and the state after it."""
    after = [*(played.state for played in session.history[first + 1 :]), session.state]
    for (_, turn, move), state in zip(session.history[first:], after, strict=False):
        yield turn, move, state
