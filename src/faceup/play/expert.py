"""What is known about a game that is being played: its solution, worked out when first asked for and kept."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from typing import Any

from faceup.engines.perfect import PerfectPlayer
from faceup.engines.python_induction import OutOfMemory
from faceup.engines.solving import solve
from faceup.engines.stakes import stakes_seen
from faceup.results.solution import Solution
from faceup.results.stakes import Stakes
from faceup.results.value import Value
from faceup.rules.contract import CHANCE, Game
from faceup.rules.errors import LimitReached


class Expert:
    """Values, best moves and stakes of one game, for as many who play it as like. Values are player 0's.

    ``memory`` is the most for the table, in bytes. Whatever needs a value raises LimitReached where that was not enough
    and UnsupportedError where the game cannot be solved.
    """

    def __init__(self, game: Game, memory: float | None = None, solution: Solution | None = None) -> None:
        self.game, self.memory = game, memory
        self._solution = solution
        self._player: PerfectPlayer | None = None
        self._refused: tuple[Any, str] | None = None  # the state that was too much, and what is said about it

    @cached_property
    def stakes(self) -> Stakes:
        """What the game is played for, as far as some random games show."""
        return stakes_seen(self.game)

    def solution(self, state: Any) -> Solution:
        """The game solved from this state; what was found from other states is kept and used."""
        if self._solution is None:
            if self._refused and self._refused[0] == state:  # a visitor asks again and again
                raise LimitReached(self._refused[1])
            found = solve(self.game, start=state, memory=self.memory)
            if found.value.how == "stopped":
                bounds = "" if found.value.value is None else f"; its value is {found.value}"
                so_far = f"the limit of memory was reached after {found.states:,} states{bounds}"
                self._refused = state, f"{type(self.game).name} is too large to be solved here: {so_far}"
                raise LimitReached(self._refused[1])
            self._solution = found
        if self._solution.start != state:
            self._solution = replace(self._solution, start=state, value=self.value(state))
        return self._solution

    def value(self, state: Any) -> Value:
        """The value of play from here on."""
        with self._within_limits():
            return self._solved(state).value_of(state)

    def values(self, state: Any) -> Mapping[int, Value]:
        """The value of every legal move, or outcome of chance that can happen, from here on."""
        with self._within_limits():
            return self._solved(state).values(state)

    def best(self, state: Any) -> list[int]:
        """All best moves; raises UsageError where nobody has a choice."""
        with self._within_limits():
            return self._solved(state).best(state)

    def move(self, state: Any) -> int:
        """The perfect player's move."""
        with self._within_limits():
            if self._player is None:
                self._player = PerfectPlayer(self._solved(state))
            return self._player.move(state)

    def line(self, state: Any, most: int) -> list[int]:
        """A line of best play from here, of so many moves at most."""
        with self._within_limits():
            return self._solved(state).line(state, most=most)

    @property
    def bytes(self) -> int:
        """The size of the table now; 0 before the game is solved."""
        return 0 if self._solution is None else self._solution.table.bytes

    @property
    def players(self) -> tuple[str, ...]:
        """What to call the players, player 0 first; one where nobody else ever decides."""
        return tuple(map(self.name, (0, 1))) if len(self.stakes.players) > 1 else (self.name(0),)

    def name(self, turn: int) -> str:
        """What to call whoever decides."""
        if turn == CHANCE:
            return "chance"
        return self.stakes.seat(turn) if len(self.stakes.players) > 1 else "the player"

    def _solved(self, state: Any) -> Solution:
        """The game solved from whatever state was asked about first: that is this one, where it is the first."""
        return self._solution or self.solution(state)

    @contextmanager
    def _within_limits(self) -> Iterator[None]:
        """A state off the way so far is solved on the spot, for which there may be no room."""
        try:
            yield
        except OutOfMemory:
            raise LimitReached(f"{type(self.game).name} is too large: the limit of memory was reached") from None
