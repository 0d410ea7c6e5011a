"""Tables of values, and what follows from them: best moves, distances to the end, and the one move to make."""

import threading
from collections.abc import Iterable, Iterator, Mapping
from math import inf
from typing import Any

from faceup.engines.model.legal_moves import exact_reward, named_moves
from faceup.engines.model.limits import Limits
from faceup.engines.model.prospects import prospect
from faceup.numbers.exact import Exact
from faceup.numbers.value import Number, Value, total
from faceup.results.answers.decision import GivenMoves
from faceup.results.certified import Certified
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import LimitReached, UsageError, limit_reached
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move
from faceup.rules.theory import Theory

COUNTED = (-1, 0, 1)  # the values whose positions ``tally`` counts
LONGEST_DISTANCE = 1023  # moves; larger distances are stored as this one, for machine code has ten bits for them


class LimitHit(LimitReached):
    """The table would grow past a ``limit``. ``bounds`` are the root's so far, ``positions`` the number of states."""

    def __init__(self, low: Number, high: Number, states: int, limit: str = "memory", last: Any = None) -> None:
        super().__init__(f"{limit_reached(limit)} after {states:,} states")
        self.bounds, self.last = (low, high), last
        self.positions, self.limit = states, limit

    @classmethod
    def after(cls, error: LimitReached, states: int = 0) -> "LimitHit":
        """Return the same limit for a table that had so many states when an error ended more work."""
        return cls(-inf, inf, states + error.positions, error.limit, error.last)


def look_at_limits(limits: Limits, states: int) -> None:
    """Raise LimitHit, without bounds on the root, when a limit is reached; raise GivenUp when the caller cancels."""
    if limit := limits.limit_at(states):
        raise LimitHit(-inf, inf, states, limit)


class Values:
    """Values of states by an engine, and the values of moves that follow from them.

    A state that is not yet solved is solved when its value is looked up, which raises LimitHit at one of the
    ``limits``.
    """

    theory: Theory | None = None  #: the source of the values, if it is not search
    seats = 2  #: the number of seats that decide
    certified: Certified | None = None  #: how much was compared with the rules in CPython, if machine code had a part

    def __init__(self, game: Game, limits: Limits | None = None) -> None:
        self.game = game
        self.limits = limits or Limits()
        self.lock = threading.RLock()  # one thread at a time solves

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, lock=threading.RLock())

    @property
    def states(self) -> int:
        """How many states are solved."""
        raise NotImplementedError

    @property
    def keeps_all(self) -> bool:
        """Whether ``states`` counts every position, and not only the stored ones."""
        return True

    @property
    def plain_ends(self) -> frozenset[int] | None:
        """The payoffs at the ends so far, if all are among -1, 0 and 1; None if not, or if unknown."""
        return None

    @property
    def one_wins(self) -> bool:
        """Whether every end pays 1 to one of several seats and nothing to the others."""
        return False

    @property
    def bytes(self) -> int:
        """How much memory the table takes."""
        raise NotImplementedError

    @property
    def bytes_a_state(self) -> float:
        """How much memory one state takes, on average."""
        return self.bytes / max(self.states, 1)

    def value(self, state: Any) -> Value:
        """Return the value of a state to player 0; solve the state if it is new."""
        raise NotImplementedError

    def row(self, state: Any) -> tuple[Value, ...]:
        """Return the value of a state to every seat; of two opponents, the second gets minus the first's value."""
        value = self.value(state)
        return value, value.to_the_other()

    def rows(self, state: Any, moves: Iterable[Move] | None = None) -> dict[Move, tuple[Value, ...]]:
        """Return the values of moves to every seat, rewards included; by default of all moves or possible outcomes."""
        return {move: (value, value.to_the_other()) for move, value in self.values(state, moves).items()}

    def viewer(self, state: Any) -> int:
        """Return the seat whose values ``values`` gives: player 0. In games of seats, the player to move, or seat 0."""
        return 0

    def knows(self, state: Any) -> bool:
        """Whether the state is in the table."""
        raise NotImplementedError

    def state_after(self, start: Any, moves: GivenMoves) -> Any:
        """Return the state after these moves from ``start``. Raises UsageError for one that is not possible."""
        state = start
        for move in named_moves(self.game, moves, start):
            state = self.game.play(state, move)
        return state

    def values(self, state: Any, moves: Iterable[Move] | None = None) -> dict[Move, Value]:
        """Return the values of moves to the ``viewer``, rewards included; by default of all moves or outcomes."""
        game, worth = self.game, {}
        for move in self._possible(state, moves):
            after = self.value(game.play(state, move))
            gain = exact_reward(game, state, move)
            worth[move] = after.plus(gain) if gain else after
        return worth

    def _possible(self, state: Any, moves: Iterable[Move] | None) -> Iterator[Move]:
        """Yield these moves, or all; skip outcomes of chance with odds 0, which may lead to an invalid state."""
        chance = self.game.turn(state) == CHANCE
        for move in self.game.moves(state) if moves is None else moves:
            if not chance or self.game.odds(state, move) != 0:
                yield move

    def best(self, state: Any) -> list[Move]:
        """Return all best moves of the player to move; if values are rounded, all that may be best."""
        if self.game.turn(state) not in range(self.seats):
            raise UsageError(f"nobody has a choice here: {self.game.show(state)}")
        return self._best_of(state)

    def _best_of(self, state: Any, moves: Iterable[Move] | None = None) -> list[Move]:
        """Return the best of these moves, or of all, for the player to move."""
        return self._highest(state, self.values(state, moves))

    def _highest(self, state: Any, values: dict[Move, Value]) -> list[Move]:
        """Return the moves with the best value for the player to move."""
        return highest(values, self.game.turn(state))


class Table(Values):
    """The values of a game without hidden information, and all answers about a state that follow from them."""

    farthest: float = LONGEST_DISTANCE  #: distances are counted up to this many moves
    always_exact = False  #: every value is a whole number, or the table has none
    holds_reductions = True  #: sampled values are used to check ``canon`` and ``choices``
    one_move = False  #: not every best move will do: play may cycle, or another seat may not be indifferent

    def __init__(self, game: Game, limits: Limits | None = None) -> None:
        super().__init__(game, limits)
        self.races = not facts_of(game).rewarding  # no rewards on the way
        self._chooses = "choices" in facts_of(game).overridden
        self._distances: dict[Any, float | None] = {}
        self._counted = 0

    @property
    def nothing_counts(self) -> int:
        """Whether a value of nothing is a win (1) or a loss (-1) for player 0, or neither (0); see ``prospects``."""
        return 0

    @property
    def may_stay(self) -> bool:
        """Whether some player can keep play going for ever from some state."""
        return False

    def sampled_states(self, count: int) -> list[Any]:
        """Return a sample of the solved states, by a fixed stream (see ``certificates``); all if they are fewer."""
        return []

    def tally(self) -> Mapping[int, int] | None:
        """Return how many solved states have exactly the values -1, 0 and 1; None if values are not stored."""
        return None

    def known_value(self, state: Any) -> Value | None:
        """Return the value of a state that is in the table; None for another."""
        return self.value(state) if self.knows(state) else None

    def moves_made(self, state: Any) -> list[Move]:
        """Return the moves that best play makes with equal probability: one, unless ties are broken at random."""
        return [self.move(state)]

    def move(self, state: Any) -> Move:
        """Return the one best move to make.

        Of the finest ``choices`` it is the first one that leaves the opponent the most replies that are mistakes.
        Raises UsageError if no player decides.
        """
        if self.game.turn(state) not in (0, 1):
            raise UsageError(f"there is no move to make: {self.game.show(state)}")
        finest = self._finest(state)
        if len(finest) == 1:
            return finest[0]
        return max(finest, key=lambda move: self._mistakes(self.game.play(state, move)))

    def _finest(self, state: Any) -> list[Move]:
        """Return the best choices that also win as fast as possible, or lose as slowly, in games of winning."""
        best = self._best_choices(state)
        prospect = self._prospect(state)
        if prospect == 0 or len(best) == 1:
            return best
        distances = [self.distance(self.game.play(state, move)) for move in best]
        finite = [distance for distance in distances if distance is not None]
        if len(finite) < len(best):
            return best
        target = min(finite) if prospect > 0 else max(finite)
        return [move for move, distance in zip(best, finite, strict=True) if distance == target]

    def distance(self, state: Any) -> float | None:
        """Return the moves to the end, or to a chance node that matters, if the winner hurries and all others delay.

        A chance node matters if its outcomes differ in value. Only ``choices`` count, and distances stop at
        ``farthest``; infinite if play cycles. None in games with rewards, and if a value on the way is rounded.
        """
        if not self.races:
            return None
        game, distances = self.game, self._distances
        if self._counted != self.nothing_counts:  # new ends have changed it
            self._counted = self.nothing_counts
            distances.clear()
        root = game.canon(state)
        stack = [root]  # explicit, so that no depth exceeds the recursion limit
        while stack:
            position = stack[-1]
            if position in distances:
                stack.pop()
            elif game.turn(position) == OVER:
                distances[position] = 0
            elif self.value(position).how != "exact":
                distances[position] = None
            else:
                after = self._outcome_states(position) if game.turn(position) == CHANCE else self._best_states(position)
                if not after:
                    distances[position] = 0
                    continue
                unknown = [state for state in after if state not in distances]
                if unknown:
                    stack.extend(unknown)
                    continue
                lengths = [length for state in after if (length := distances[state]) is not None]
                farthest = (min if self._prospect(position) > 0 else max)(lengths, default=0)
                distances[position] = min(1 + farthest, self.farthest) if len(lengths) == len(after) else None
        return distances[root]

    def _outcome_states(self, state: Any) -> list[Any]:
        """Return the successors of a chance node if its outcomes have equal values; none if chance decides."""
        game, value = self.game, self.value(state)
        after: dict[Any, None] = {}
        for move in game.moves(state):
            if game.odds(state, move) == 0:
                continue
            outcome = game.canon(game.play(state, move))
            if outcome not in after and self.value(outcome) != value:
                return []
            after[outcome] = None
        return list(after)

    def _best_states(self, state: Any) -> list[Any]:
        """Return the states that the best choices lead to."""
        return [self.game.canon(self.game.play(state, move)) for move in self._best_choices(state)]

    def _best_choices(self, state: Any) -> list[Move]:
        """Return the best of the ``choices``: other moves may lead to states that were never solved."""
        if not self._chooses:
            return self.best(state)
        return self._best_of(state, list(self.game.choices(state)))

    def _mistakes(self, state: Any) -> int:
        """Return how many of the ``choices`` are worse than the finest."""
        if self.game.turn(state) not in (0, 1):
            return 0
        return len(list(self.game.choices(state))) - len(self._finest(state))

    def _prospect(self, state: Any) -> int:
        """Return 1 if the player to move wins, -1 if they lose, 0 if the distance does not matter."""
        player, value = self.game.turn(state), self.value(state)
        if player not in (0, 1) or value.how != "exact" or not self.races:
            return 0
        return prospect(player, value.low, self._nothing(state), self.nothing_counts)

    def _nothing(self, state: Any) -> Exact:
        """Return the value that is nothing: 0, or that of an endless play. Player 0 hurries to more."""
        return 0


def highest(values: dict[Move, Value], player: int) -> list[Move]:
    """Return the moves that have, or may have, the best value for this player."""
    if player == 0:
        most = max(value.low for value in values.values())
        return [move for move, value in values.items() if value.high >= most]
    least = min(value.high for value in values.values())
    return [move for move, value in values.items() if value.low <= least]


def bounds_of_root(frames: Iterable[tuple[int, Number, Number, Exact]]) -> tuple[Number, Number]:
    """Return the bounds on the root that the moves tried so far prove: a player gets at least the best of them.

    ``frames`` are the states in progress, the deepest first: the player to move, the lowest and the highest value that
    the best move so far may have (infinite if there is none), and the reward of the move being tried.
    """
    low: Number = -inf
    high: Number = inf
    for turn, worst, best, gain in frames:
        low, high = total(low, gain), total(high, gain)
        if turn == CHANCE:
            low, high = -inf, inf
        elif turn == 0:
            low, high = max(low, worst), inf
        else:
            low, high = -inf, min(high, best)
    return low, high
