"""The expert on a game in play: its solution, computed on demand and kept."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

from faceup.engines.graph.stakes import decides, stakes_seen
from faceup.engines.mcts.thinking import Thinking
from faceup.engines.model.compiling import compiler_at_work, compilers_begun
from faceup.engines.model.limits import default_memory
from faceup.engines.model.opposed import as_played
from faceup.engines.solve.dispatch import solve
from faceup.engines.solve.table import LimitHit
from faceup.numbers.value import Value
from faceup.results.answers.decision import Decision
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.solution import Solution
from faceup.results.answers.winning_scale import WinningScale, winning_scale
from faceup.results.stakes import Stakes
from faceup.rules.contract import Game
from faceup.rules.errors import LimitReached, RepeatingStateError, UnsupportedError, limit_reached
from faceup.rules.moves import Move

#: Errors after which a game goes on without values.
NO_VALUES = (LimitReached, RepeatingStateError, UnsupportedError)
WHOLE = 1 << 29  # bytes within which the whole game is solved first
AGAIN = 60.0  # seconds between a time limit and the next attempt to solve: the machine may have been busy


class Expert:
    """Values, best moves and stakes of one game, for any number of players. Values are player 0's.

    The game is solved from its start, so that an answer does not depend on earlier questions. If that takes more than
    ``WHOLE`` bytes, or is not wanted, it is solved from the state of the question, and again for states that are not in
    the table. ``memory`` limits a table, in bytes, ``seconds`` and ``states`` limit one question, and ``threads`` are
    by default one for each processor. Questions about values raise LimitReached if these limits are too small,
    RepeatingStateError and UnsupportedError if the game cannot be solved. For a game with hidden information and two
    opponents in different units, ``game`` is the game of two. ``table`` is a file of ``Solution.save`` with the
    answers; UsageError is raised if it cannot be used.
    """

    def __init__(
        self,
        game: Game,
        memory: float | None = None,
        whole: bool = True,
        seconds: float = inf,
        states: float = inf,
        stakes: Stakes | None = None,
        threads: int | None = None,
        table: Path | None = None,
    ) -> None:
        self.game, self.memory, self.whole, self.seconds = as_played(game), memory, whole, seconds
        self.compiling = False  # whether a compiler took the time of the last question that was not answered
        self.states, self.threads, self.table = states, threads, table
        self._stakes = stakes
        self._solution: Solution | None = None
        #: states that were too much: the error, until when, and the seconds within which it was tried
        self._refused: dict[Any, tuple[LimitReached, float, float]] = {}

    @property
    def stakes(self) -> Stakes:
        """The stakes: from all ends once the whole game is solved, before that from some random games."""
        whole = self._solution.stakes if self._solution and self._whole_solved else None
        return whole or self._stakes_seen

    @cached_property
    def _stakes_seen(self) -> Stakes:
        return self._stakes or stakes_seen(self.game)

    @cached_property
    def thinking(self) -> Thinking:
        """The player that looks ahead without a solution."""
        return Thinking(self.game)

    @cached_property
    def decides(self) -> bool:
        """Whether some player has a choice, as far as some random games show."""
        return decides(self.game)

    def solution(self, state: Any) -> Solution:
        """The game solved from this state."""
        solution = self._solution_for(state)
        return solution if solution.start == state else replace(solution, start=state, value=self.value(state))

    def value(self, state: Any) -> Value:
        """The value of play from here on to player 0, or to the player to move if each seat has its own payoff."""
        with self._within_limits():
            return self._solution_for(state).table.row(state)[self.viewer(state)]

    def viewer(self, state: Any) -> int:
        """The seat of ``value`` and ``values``."""
        with self._within_limits():
            return self._solution_for(state).table.viewer(state)

    def values(self, state: Any) -> Mapping[Move, Value]:
        """The value of every legal move, or possible outcome of chance, from here on."""
        with self._within_limits():
            return self._solution_for(state).values(state)

    def row(self, state: Any) -> tuple[Value, ...]:
        """The value of play from here on to every seat."""
        with self._within_limits():
            return self._solution_for(state).table.row(state)

    def rows(self, state: Any) -> Mapping[Move, tuple[Value, ...]]:
        """The values to every seat of every legal move, or possible outcome of chance."""
        with self._within_limits():
            return self._solution_for(state).table.rows(state)

    def best(self, state: Any) -> list[Move]:
        """All best moves; raises UsageError if no player has a choice."""
        with self._within_limits():
            return self._solution_for(state).best(state)

    def move(self, state: Any) -> Move:
        """The perfect player's move."""
        with self._within_limits():
            return self._solution_for(state).move(state)

    def won_within(self, state: Any) -> int | None:
        """The number of moves within which the winner has won; None without a certain winner, or if unknown."""
        with self._within_limits():
            return self._solution_for(state).won_within(state, self.stakes)

    def won_after(self, state: Any, move: Move) -> int | None:
        """The number of moves within which the winner has won after this move, which counts too."""
        with self._within_limits():
            return self._solution_for(state).won_after(state, move, self.stakes)

    def winning_scale(self, state: Any, points: bool = False) -> WinningScale | None:
        """The scale from values to probabilities of winning, or to ``points`` if there are draws; None without one."""
        with self._within_limits():
            return winning_scale(self._solution_for(state), self.stakes, points)

    def one_wins(self, state: Any) -> bool:
        """Whether every play from here ends with one of several seats winning, so that values are probabilities."""
        with self._within_limits():
            solution = self._solution_for(state)
            return bool(self.stakes.seats) and solution.endless is None and solution.table.one_wins

    def line(self, state: Any, most: int) -> list[Move]:
        """A line of best play from here, of at most so many moves."""
        with self._within_limits():
            return self._solution_for(state).line(state, most=most)

    def decision(self, moves: Sequence[Move]) -> Decision:
        """The decision of best play after these moves, by what the player to move knows (hidden information)."""
        with self._within_limits():
            solution = self._solution_for(self.game.start())
            assert isinstance(solution, HiddenSolution)
            return solution.decision(moves)

    @property
    def bytes(self) -> int:
        """The size of the table now; 0 before the game is solved."""
        return 0 if self._solution is None else self._solution.table.bytes

    def _solution_for(self, state: Any) -> Solution:
        """A solution whose table has this state, or will have it soon."""
        start = self.game.start()
        refused_lately = self._is_refused(start)
        if not (self.whole and self._solve_whole()) and not (self._solution and self._solution.table.knows(state)):
            if self.whole and not refused_lately:  # solving has just taken all the time of this question
                raise self._refused[start][0].with_traceback(None)
            self._solution = self._from(state, self.memory)
        assert self._solution is not None
        return self._solution

    @property
    def _whole_solved(self) -> bool:
        return self._solution is not None and self._solution.start == self.game.start()

    def _solve_whole(self) -> bool:
        """Solve the whole game unless that is done; return whether there was room."""
        if not self._whole_solved:
            memory = default_memory() if self.memory is None else self.memory
            try:
                self._solution = self._from(self.game.start(), min(memory, WHOLE))
            except LimitReached as error:
                if self._refused[self.game.start()][1] < inf:
                    return False  # a time limit: the whole game is tried again later
                self.whole = False
                if memory > WHOLE and error.limit != "states":
                    self._refused.clear()
                return False
        return True

    def _is_refused(self, state: Any) -> bool:
        """Whether solving from this state was too much, so recently that it is not tried again."""
        _, until, seconds = self._refused.get(state, (None, 0.0, 0.0))
        return monotonic() < until and (until == inf or self.seconds <= seconds)

    def has_use_for(self, seconds: float) -> bool:
        """Whether some question was refused for want of time, and never had so many seconds."""
        return any(until < inf and tried < seconds for _, until, tried in self._refused.values())

    @contextmanager
    def within(self, seconds: float, more: bool = False) -> Iterator[None]:
        """Answer questions within so many seconds, or fewer where there are fewer already, unless ``more``."""
        before, self.seconds = self.seconds, seconds if more else min(self.seconds, seconds)
        try:
            yield
        finally:
            self.seconds = before

    def _from(self, state: Any, memory: float | None) -> Solution:
        if self._is_refused(state):  # a player asks again with every move
            raise self._refused[state][0].with_traceback(None)
        begun = compilers_begun()
        try:
            limits: dict[str, Any] = {"memory": memory, "seconds": self.seconds, "states": self.states}
            solution = solve(self.game, start=state, **limits, threads=self.threads, table=self.table)
        except LimitReached as error:  # before there was a table
            self._refused[state] = error, monotonic() + AGAIN, self.seconds
            raise
        if solution.value.how == "stopped":
            value, ends = solution.value, self.stakes.payoffs
            told = value.known and not (self.stakes.decided and value.low <= min(ends) and max(ends) <= value.high)
            bounds = f"; its value is {value.bounds_text()}" if told else ""
            count = f"{solution.states:,} state{'s' * (solution.states != 1)}"
            timed = solution.value.limit == "time"
            self.compiling = timed and (compiler_at_work() or compilers_begun() > begun)
            done = "while the rules were being compiled" if self.compiling else f"after {count}"
            so_far = f"{limit_reached(solution.value.limit)} {done}{bounds}"
            why = "was not solved in time" if timed else "is too large to be solved here"
            refusal = LimitReached(f"{type(self.game).name} {why}: {so_far}")
            refusal.limit, refusal.unfinished = solution.value.limit, self.compiling
            until = monotonic() + (0 if self.compiling else AGAIN) if timed else inf
            self._refused[state] = refusal, until, self.seconds
            raise refusal
        self._refused.pop(state, None)
        return solution

    @contextmanager
    def _within_limits(self) -> Iterator[None]:
        """Solve a state off the line of play now, for which there may be no room."""
        try:
            yield
        except LimitHit:
            raise LimitReached(f"{type(self.game).name} is too large: the limit of memory was reached") from None
