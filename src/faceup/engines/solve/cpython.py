"""Backward induction in CPython: exact numbers, an explicit stack, and a budget."""

from collections.abc import Iterator
from math import inf
from typing import Any

from faceup.engines import broken_rules
from faceup.engines.numbers import Exact, exact_number, mean
from faceup.results.value import Number, Value, exactly
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import LimitReached
from faceup.rules.facts import facts_of

STATE_COST = 9  # what a new state costs in moves
STATE_BYTES = 400  # a dict entry, a small NamedTuple and its number, as measured on CPython 3.11


class OutOfBudget(Exception):
    """The game is larger than was meant for this engine."""


class OutOfMemory(LimitReached):
    """The table would grow past its limit; ``bounds`` are those of the root so far, ``states`` how many were met."""

    def __init__(self, low: Number, high: Number, states: int) -> None:
        super().__init__(f"the memory limit was reached after {states:,} states")
        self.bounds = (low, high)
        self.states = states


class PythonTable:
    """Values of states in a dict; grows as states are asked for."""

    def __init__(self, game: Game, budget: float = inf, memory: float = inf) -> None:
        self.game = game
        self.values: dict[Any, Exact] = {}
        self.budget = budget
        self.most_states = memory / STATE_BYTES
        self.canonical = facts_of(game).canonical
        self.rewarding = facts_of(game).rewarding

    @property
    def states(self) -> int:
        return len(self.values)

    @property
    def bytes(self) -> int:
        return len(self.values) * STATE_BYTES

    def value(self, state: Any) -> Value:
        """The value of a state, exactly."""
        if self.canonical:
            state = self.game.canon(state)
        if state not in self.values:
            self.solve(state)
        return exactly(self.values[state])

    def knows(self, state: Any) -> bool:
        """Whether the state was met before."""
        return (self.game.canon(state) if self.canonical else state) in self.values

    def solve(self, root: Any) -> None:
        """Fill the table with every state that matters below the (canonical) root.

        Raises OutOfMemory, and OutOfBudget after ``budget`` units of work: one a move, nine a state, more for large
        denominators.
        """
        stack: list[_Frame] = []
        try:
            self._solve(root, stack)
        except BaseException:
            for frame in stack:  # states under way have no value yet
                self.values.pop(frame.state, None)
            raise

    def _solve(self, root: Any, stack: list["_Frame"]) -> None:
        game, values = self.game, self.values
        play, canonical, rewarding = game.play, self.canonical, self.rewarding
        budget: float = self.budget
        unsolved = object()
        missing = object()
        state: Any = root
        frame: _Frame
        while True:
            # Enter a new state: settle it when the game is over, else open a frame for it.
            who = game.turn(state)
            if who == OVER:
                value: Exact = exact_number(game, state, "payoff", game.payoff(state))
                values[state] = value
            else:
                if who == CHANCE:
                    frame = _Frame(state, CHANCE, iter(game.moves(state)))
                elif who == 0 or who == 1:
                    frame = _Frame(state, who, iter(game.choices(state)))
                else:
                    raise broken_rules.bad_turn(game, state, who)
                values[state] = unsolved  # type: ignore[assignment]
                stack.append(frame)
                value = unsolved  # type: ignore[assignment]
            # Hand finished values down the stack until a move leads to a state not seen before.
            while True:
                if value is not unsolved:
                    if not stack:
                        return
                    frame = stack[-1]
                    if rewarding:
                        value = value + frame.gain
                    if frame.who == CHANCE:
                        frame.outcomes.append((frame.weight, value))
                        budget -= value.denominator.bit_length() >> 5
                    elif frame.best is None or (value > frame.best if frame.who == 0 else value < frame.best):
                        frame.best = value
                state = frame.state
                move = next(frame.moves, None)
                if move is None:
                    value = values[state] = self.close(frame)
                    stack.pop()
                    continue
                if frame.who == CHANCE:
                    weight = game.odds(state, move)
                    if not isinstance(weight, int) or weight < 0:
                        raise broken_rules.bad_odds(game, state, move, weight)
                    if weight == 0:
                        value = unsolved  # type: ignore[assignment]
                        continue
                    frame.weight = weight
                if rewarding:
                    frame.gain = exact_number(game, state, f"reward of move {move}", game.reward(state, move))
                state = play(state, move)
                if canonical:
                    state = game.canon(state)
                budget -= 1
                value = values.get(state, missing)  # type: ignore[arg-type]
                if value is missing:
                    budget -= STATE_COST
                    if budget < 0:
                        raise OutOfBudget
                    if len(values) >= self.most_states:
                        raise OutOfMemory(*_bounds(stack), len(values))
                    break
                if value is unsolved:
                    raise broken_rules.repeats(game, state)

    def close(self, frame: "_Frame") -> Exact:
        """The value of a state all of whose moves are known."""
        if frame.who != CHANCE:
            if frame.best is None:
                raise broken_rules.no_moves(self.game, frame.state)
            return frame.best
        total = sum(weight for weight, _ in frame.outcomes)
        if total == 0:
            if not list(self.game.moves(frame.state)):
                raise broken_rules.no_moves(self.game, frame.state)
            raise broken_rules.no_odds(self.game, frame.state)
        return mean(frame.outcomes, total)


class _Frame:
    """A state whose moves are being tried."""

    __slots__ = ("best", "gain", "moves", "outcomes", "state", "weight", "who")

    def __init__(self, state: Any, who: int, moves: Iterator[int]) -> None:
        self.state = state
        self.who = who
        self.moves = moves
        self.best: Exact | None = None
        self.gain: Exact = 0
        self.weight = 0
        self.outcomes: list[tuple[int, Exact]] = []


def _bounds(stack: list[_Frame]) -> tuple[Number, Number]:
    """What the moves tried so far prove about the root: a player gets at least the best move already known."""
    low: Number = -inf
    high: Number = inf
    for frame in reversed(stack):
        low, high = low + frame.gain, high + frame.gain
        if frame.who == CHANCE:
            low, high = -inf, inf
        elif frame.who == 0:
            low, high = (low if frame.best is None else max(low, frame.best)), inf
        else:
            low, high = -inf, (high if frame.best is None else min(high, frame.best))
    return low, high
