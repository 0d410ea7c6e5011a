"""The interface of a game in progress, and the situation in which the player of a seat decides."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from faceup.engines.model.broken_rules import legal_moves_of
from faceup.engines.model.policies import Thought, sample_move
from faceup.numbers.exact import Exact
from faceup.play.expert import Expert
from faceup.results.answers.decision import Decision, Event
from faceup.results.samples.estimate import Estimate
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
    @property
    def paid_at_end(self) -> Sequence[Exact]: ...


def steps(session: InProgress, first: int = 0) -> Iterator[tuple[int, Move, Any]]:
    """The moves from number ``first`` on, counted from 0: the player, the move, and the state after it."""
    after = [*(later.state for later in session.history[first + 1 :]), session.state]
    for (_, turn, move), state in zip(session.history[first:], after, strict=False):
        yield turn, move, state


@dataclass(frozen=True)
class Situation:
    """A ``state`` in which a player decides who sees the ``view`` of it.

    With hidden information, ``story`` is what the player remembers, and ``decision`` that of best play; raises errors
    as ``Expert`` does.
    """

    expert: Expert
    state: Any
    view: Any
    story: Callable[[], Sequence[Event]]
    decision: Callable[[], Decision | None]

    @property
    def game(self) -> Game:
        return self.expert.game

    def legal(self) -> list[Move]:
        return legal_moves_of(self.game, self.state)

    def estimate(self, thought: Thought, stream: list[int]) -> Estimate:
        """The estimates of all moves by so much search."""
        return self.expert.thinking.estimate(self.state, self.story(), thought, stream)

    def best(self) -> set[Move]:
        """The moves of best play."""
        decision = self.decision()
        return set(self.expert.best(self.state)) if decision is None else set(decision.played)

    def best_move(self, stream: list[int]) -> Move:
        """The move of the perfect player, drawn at random if best play is mixed."""
        decision = self.decision()
        return self.expert.move(self.state) if decision is None else by_lot(decision, stream)


def by_lot(decision: Decision, stream: list[int]) -> Move:
    """One of the moves, drawn by their probabilities."""
    return sample_move(stream, list(decision.weights), list(decision.weights.values()))
