"""The interface of a game in progress."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from faceup.numbers.exact import Exact
from faceup.play.expert import Expert
from faceup.rules.contract import Game
from faceup.rules.moves import Move


class PlayedMove(NamedTuple):
    """A move, with the state before it and its player, or CHANCE."""

    state: Any
    turn: int
    move: Move


class InProgress(Protocol):
    """A game, its moves so far, and the ``persons`` among its players. ``turn`` is a seat, CHANCE or OVER."""

    @property
    def game(self) -> Game: ...
    @property
    def expert(self) -> Expert: ...
    @property
    def state(self) -> Any: ...
    @property
    def history(self) -> Sequence[PlayedMove]: ...
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
    """The moves from number ``first`` on, counted from 0: the player, the move, and the state after it."""
    after = [*(later.state for later in session.history[first + 1 :]), session.state]
    for (_, turn, move), state in zip(session.history[first:], after, strict=False):
        yield turn, move, state
