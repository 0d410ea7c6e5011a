"""Backward induction in CPython: exact numbers, an explicit stack, and a budget of work."""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import inf
from typing import Any

from faceup.engines.model import broken_rules
from faceup.engines.model.contract_check import breach
from faceup.engines.model.legal_moves import exact_odds, exact_payoff, exact_reward
from faceup.engines.model.limits import Limits
from faceup.engines.model.prospects import counts_among, only_plain
from faceup.engines.solve.table import COUNTED, LimitHit, Table, bounds_of_root
from faceup.numbers.exact import Exact, mean
from faceup.numbers.value import Number, Value, exactly
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.facts import facts_of

LOOK_EVERY = 64  # states between two checks of the limits: some milliseconds with long fractions
STATE_COST = 9  # work of a new state, in moves


UNSOLVED: Any = object()  # in place of the value of a state on the stack


class OutOfBudget(Exception):
    """The work exceeds the budget: the game is too large for this engine."""


class PythonTable(Table):
    """Exact values of states in a dict; ``budget`` is the work that one question may take, see ``solve``."""

    state_bytes = 400  # a dict entry, a small NamedTuple and its number, as measured on CPython 3.11

    def __init__(self, game: Game, limits: Limits | None = None, budget: float = inf) -> None:
        super().__init__(game, limits)
        self.budget = budget
        self.canonical = facts_of(game).canonical
        self.choosing = "choices" in facts_of(game).overridden
        self.rewarding = facts_of(game).rewarding
        self.known_states: dict[Any, Exact] = {}
        self.ends: set[Exact] = set()  # the payoffs at the ends so far

    @property
    def states(self) -> int:
        return len(self.known_states)

    @property
    def bytes(self) -> int:
        return len(self.known_states) * self.state_bytes

    @property
    def nothing_counts(self) -> int:
        return counts_among(self.ends, 0)

    @property
    def plain_ends(self) -> frozenset[int] | None:
        return only_plain(self.ends)

    def sampled_states(self, count: int) -> list[Any]:
        from faceup.engines.graph.certificates import sample_numbers

        states = list(self.known_states)
        return [states[number] for number in sample_numbers(count, len(states)).tolist()]

    def tally(self) -> Mapping[int, int]:
        counts = Counter(value for value in self.known_states.values() if value in COUNTED)
        return {worth: counts[worth] for worth in COUNTED}

    def value(self, state: Any) -> Value:
        """Return the exact value of a state; solve the state if it is new."""
        if self.canonical:
            state = self.game.canon(state)
        value = self.known_states.get(state, UNSOLVED)
        if value is UNSOLVED:
            with self.lock:
                if state not in self.known_states:
                    self.solve(state)
                value = self.known_states[state]
        return exactly(value)

    def known_value(self, state: Any) -> Value | None:
        state = self.game.canon(state) if self.canonical else state
        value = self.known_states.get(state, UNSOLVED)
        return None if value is UNSOLVED else exactly(value)

    def knows(self, state: Any) -> bool:
        """Whether the state is solved."""
        return self.known_value(state) is not None

    def solve(self, root: Any) -> None:
        """Solve every state that matters below the (canonical) root.

        Raises LimitHit, and OutOfBudget after ``budget`` units of work: 1 for a move, 9 for a state, more for large
        denominators.
        """
        stack: list[_Frame] = []
        try:
            self._solve(root, stack)
        except BaseException as error:
            for frame in stack:  # states on the stack have no value yet
                self.known_states.pop(frame.state, None)
            if isinstance(error, AttributeError | TypeError | ValueError | LookupError):
                raise breach(self.game, stack[-1].state if stack else root) or error from None
            if isinstance(error, OutOfBudget) and self.game.theory() is None:
                broken_rules.legal_moves_of(self.game, stack[-1].state)  # raises if the moves never end
            raise

    def _solve(self, root: Any, stack: list["_Frame"]) -> None:
        """Evaluate depth first with this stack, until the root has a value."""
        game, values, ends = self.game, self.known_states, self.ends
        play, canonical, rewarding = game.play, self.canonical, self.rewarding
        options = game.choices if self.choosing else game.moves
        budget: float = self.budget
        look = 0.0  # the number of states at which the limits are checked next
        missing: Any = object()
        state: Any = root
        frame: _Frame
        while True:
            # Enter a new state: settle it when the game is over, else open a frame for it.
            turn = game.turn(state)
            if turn == OVER:
                value: Exact = exact_payoff(game, state)
                values[state] = value
                ends.add(value)
            else:
                if turn == CHANCE:
                    frame = _Frame(state, CHANCE, broken_rules.some_moves(game, state, game.moves))
                elif turn == 0 or turn == 1:
                    frame = _Frame(state, turn, broken_rules.some_moves(game, state, options))
                else:
                    raise broken_rules.bad_turn(game, state, turn)
                values[state] = UNSOLVED
                stack.append(frame)
                value = UNSOLVED
            # Hand finished values down the stack until a move leads to a state not seen before.
            while True:
                if value is not UNSOLVED:
                    if not stack:
                        return
                    frame = stack[-1]
                    if rewarding:
                        value = value + frame.gain
                    if frame.turn == CHANCE:
                        frame.outcomes.append((frame.weight, value))
                        budget -= value.denominator.bit_length() >> 5
                    elif frame.best is None or (value > frame.best if frame.turn == 0 else value < frame.best):
                        frame.best = value
                state = frame.state
                move = next(frame.moves, None)
                if move is None:
                    value = values[state] = self.close(frame)
                    stack.pop()
                    continue
                if frame.turn == CHANCE:
                    weight = exact_odds(game, state, move, game.odds(state, move))
                    if weight == 0:
                        value = UNSOLVED
                        continue
                    frame.weight = weight
                if rewarding:
                    frame.gain = exact_reward(game, state, move)
                state = play(state, move)
                if canonical:
                    state = game.canon(state)
                budget -= 1
                value = values.get(state, missing)
                if value is missing:
                    budget -= STATE_COST
                    if budget < 0:
                        raise OutOfBudget
                    if len(values) >= look:
                        look = self._look(stack)
                    break
                if value is UNSOLVED:
                    raise broken_rules.repeats(game, state)

    def _look(self, stack: list["_Frame"]) -> float:
        """Check the limits; return the number of states for the next check. Raises LimitHit with the bounds so far."""
        states, most = self.states, min(self.limits.memory / self.state_bytes, self.limits.states)
        limit = self.limits.limit_at(states) or ("memory" if states >= most else "")
        if limit:
            raise LimitHit(*bounds_of_root(frame.bounds for frame in reversed(stack)), states, limit)
        return min(most, states + LOOK_EVERY)

    def close(self, frame: "_Frame") -> Exact:
        """Return the value of a state whose moves all have values."""
        if frame.turn != CHANCE:
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
    """A state on the stack."""

    __slots__ = ("best", "gain", "moves", "outcomes", "state", "turn", "weight")

    def __init__(self, state: Any, turn: int, moves: Iterator[int]) -> None:
        self.state = state
        self.turn = turn
        self.moves = moves
        self.best: Exact | None = None
        self.gain: Exact = 0
        self.weight: Exact = 0
        self.outcomes: list[tuple[Exact, Exact]] = []

    @property
    def bounds(self) -> tuple[int, Number, Number, Exact]:
        """The frame as ``bounds_of_root`` takes it."""
        return self.turn, -inf if self.best is None else self.best, inf if self.best is None else self.best, self.gain
