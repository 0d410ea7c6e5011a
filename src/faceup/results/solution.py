"""What solving a game gives."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from faceup.results.value import Value, overlap
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import UsageError


class ValueTable(Protocol):
    """Where an engine keeps the values of the states it solved."""

    @property
    def states(self) -> int:
        """How many."""

    @property
    def bytes(self) -> int:
        """In how much memory."""

    def value(self, state: Any) -> Value:
        """The value of a state; solved on the spot when it was not met before."""


@dataclass(frozen=True)
class Solution:
    """A solved game: the value of every state that can be reached, and so perfect play.

    ``value``, of the state ``start``, and all others are player 0's; ``states`` counts the distinct states solved,
    ``seconds`` is wall time, ``bytes`` the size of the table, ``engine`` is ``cpython`` or ``native``.
    """

    game: Game
    value: Value
    start: Any
    states: int
    seconds: float
    engine: str
    bytes: int
    table: ValueTable

    def value_of(self, state: Any) -> Value:
        """The value of play from this state on (rewards already gained are not in it)."""
        return self.table.value(state)

    def values(self, state: Any) -> Mapping[int, Value]:
        """The value of every legal move, reward included."""
        found = {}
        for move in self.game.moves(state):
            after = self.table.value(self.game.play(state, move))
            gain = self.game.reward(state, move)
            estimate = None if after.estimate is None else after.estimate + gain
            found[move] = Value(after.low + gain, after.high + gain, after.how, estimate)
        return found

    def best(self, state: Any) -> list[int]:
        """All best moves of the player to move; in a bounded solution, all that may be best."""
        who = self.game.turn(state)
        if who not in (0, 1):
            raise UsageError(f"nobody has a choice in {self.game.show(state)}")
        values = self.values(state)
        sign = 1 if who == 0 else -1
        top = max(values.values(), key=lambda value: sign * (value.low + value.high))
        return [move for move, value in values.items() if overlap(value, top)]

    def line(self, state: Any = None) -> list[int]:
        """One line of best play, up to the end or to the first throw of chance with several outcomes."""
        game = self.game
        state = self.start if state is None else state
        moves: list[int] = []
        while (who := game.turn(state)) != OVER:
            if who == CHANCE:
                options = [move for move in game.moves(state) if game.odds(state, move) > 0]
            else:
                options = self.best(state)
            if who == CHANCE and len(options) > 1:
                break
            moves.append(options[0])
            state = game.play(state, options[0])
        return moves
