"""Search to a proof: the values of single states, each by a few null-window questions (``search_kernel``).

The certificate of a search: its positions agree with the rules, and its bounds survive play by CPython's rules. First,
positions sampled over the table, those of the first plies and those along a line are compared with the rules: turn,
successors and rewards must be the same in machine code and in CPython (``model.certificates``). Their bounds cannot be
compared with those of their successors, most of which were forgotten.

Second, the bounds of the score are played out. The lower bound claims that player 0 can get that much, the upper one
that player 1 can concede no more; the winner also claims to need no more moves than so many, and the loser, once the
moves are counted, to hold out for as many. So each of the two in turn makes moves by which the search keeps the claim,
against random replies from all legal moves, until the game is over by CPython's rules. There the sum of all gains and
the number of moves must satisfy the claim, and on the way there must always be a move that keeps it. This checks
``canon`` and ``choices`` as well.

The sampled positions and the replies are the same in every run.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from math import inf
from typing import Any

import numpy as np

from faceup.engines.graph.certificates import HELD_AT_A_LIMIT, Positions, words_of_stream
from faceup.engines.graph.survey import SurveyCertifier
from faceup.engines.model import broken_rules
from faceup.engines.model.broken_rules import at, legal_moves_of, repeats
from faceup.engines.model.legal_moves import exact_payoff, exact_reward
from faceup.engines.model.limits import Limits
from faceup.engines.model.thresholds import CERTIFIED_POSITIONS, COUNTED_POSITIONS, FIRST_MOVES_POSITIONS
from faceup.engines.solve.search.search_kernel import (
    EFFORT,
    LEAST,
    LEAST_SCORE,
    LOOKED_AT,
    MOST,
    MOST_SCORE,
    spread_kernel,
)
from faceup.engines.solve.search.search_runs import Misjudged, SearchRuns
from faceup.engines.solve.search.search_scores import SCALE, distance_of, least_score, move_after, value_of, winner_of
from faceup.engines.solve.table import LONGEST_DISTANCE, LimitHit
from faceup.numbers.value import Number, Value, exactly
from faceup.results.certified import Certified
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import RulesError
from faceup.rules.moves import Move

GAMES = 200  # for each bound, at most
POSITIONS = 2_000  # in these games, after which no further game starts


class SearchCertifier(SurveyCertifier):
    """Compares positions of a ``SearchTable`` with the rules, by the compiled rules."""

    def __init__(self, table: Any) -> None:
        super().__init__(table.asked_rules)
        self.table = table

    @property
    def total(self) -> int:
        return int(self.table.states)

    def sample(self, count: int) -> Any:
        """Return the words of the ``count`` states with the least hashes: rows are in the order of hashes."""
        rows, words = self.table.table, self.shape.count
        sampled = np.zeros((0, words), np.int64)
        for begin in range(0, len(rows), max(count, 1)):
            if len(sampled) >= count:
                break
            batch = rows[begin : begin + count]
            sampled = np.concatenate([sampled, batch[batch[:, words + EFFORT] > 0, :words]])
        return sampled[:count]

    def hold(self, states: list[Any]) -> list[Any]:
        """Check these states except chance nodes, which a search may skip, and as many ends that they lead to."""
        turn = self.game.turn
        led_to = super().hold([state for state in states if turn(state) != CHANCE])
        ends = [state for state in dict.fromkeys(led_to) if state not in self.seen and turn(state) == OVER]
        super().hold(ends[: len(states)])
        return led_to

    def wrong_values(self, words: Any, positions: Positions) -> Any:
        return np.zeros(len(words), bool)

    def best_edge(self, state: Any, positions: Positions) -> int:
        """Return the number of the best choice; 0 if a limit left the value unknown."""
        return list(self.game.choices(state)).index(self.table.move(state)) if self.table.knows(state) else 0


def play_out_bounds(table: Any, start: Any, low: int | None, high: int | None) -> Iterator[Any]:
    """Play games in which player 0 gets at least the score ``low``, and games in which it gets at most ``high``.

    Yields their positions, each after its check; a bound of None is not played. Raises RulesError if a bound fails.
    """
    for seat, bound in ((0, low), (1, high)):
        words, count = _stream(seat), 0
        for _ in range(GAMES if bound is not None else 0):
            for state in _play_to_bound(table, start, seat, bound, words):
                count += 1
                yield state
            if count > POSITIONS:
                break


def _stream(seat: int) -> Iterator[int]:
    """Yield random words for ever, a stream of its own for each seat."""
    first = seat << 32
    while True:
        yield from words_of_stream(first, 1024).tolist()
        first += 1024


def _play_to_bound(table: Any, start: Any, seat: int, bound: Any, words: Iterator[int]) -> Iterator[Any]:
    """Yield the positions of a game in which this seat plays to its bound. Raises RulesError."""
    game, state, promised, path = table.game, start, bound, set[Any]()
    while (turn := game.turn(state)) != OVER:
        yield state
        if state in path:  # the proof did not meet this repetition, but later questions would
            raise repeats(game, state)
        path.add(state)
        moves = legal_moves_of(game, state)
        move = first_move_keeping(table, state, seat, promised) if turn == seat else moves[next(words) % len(moves)]
        promised = table.promise_after(state, move, seat, promised)
        state = game.play(state, move)
    yield state
    payoff = game.payoff(state)
    if (payoff * SCALE < promised) if seat == 0 else (payoff * SCALE > promised):
        raise RulesError(
            f"{at(game, state)}: machine code has proven {_promise(seat, promised)}, and CPython's rules pay {payoff}"
        )


def first_move_keeping(table: Any, state: Any, seat: int, promised: Any) -> Any:
    """Return the first of the ``choices`` by which this seat keeps to a bound. Raises RulesError if there is none."""
    move = next((move for move in table.game.choices(state) if table.keeps(state, move, seat, promised)), None)
    if move is None:
        raise RulesError(
            f"{at(table.game, state)}: machine code has proven {_promise(seat, promised)} from here on, but no "
            "move keeps to that by the rules in CPython"
        )
    return move


def _promise(seat: int, bound: int) -> str:
    """Return in words what a bound of a score promises to a seat."""
    value, moves = value_of(bound), distance_of(bound)
    words = f"{value} at least" if seat == 0 else f"{value} at most"
    if not 0 < moves <= LONGEST_DISTANCE:
        return words
    late = (bound > value * SCALE) == (seat == 0)  # the other seat wins
    return f"{words}, in {moves} moves or more" if late else f"{words}, within {moves} moves"


class SearchTable(SearchRuns):
    """The values of the states looked up, and distances where winning is at stake."""

    always_exact, holds_reductions = True, False

    def __init__(self, game: Game, limits: Limits | None = None) -> None:
        super().__init__(game, limits)
        self.proven: dict[Any, tuple[int, int]] = {}  # bounds of the scores of the states looked up
        self.too_far: set[Any] = set()  # states whose distances take too many positions

    @property
    def keeps_all(self) -> bool:
        return False

    def knows(self, state: Any) -> bool:
        low, high = self.value_bounds(self.game.canon(state))
        return low == high

    def value(self, state: Any) -> Value:
        """Return the value of a state, by questions that close its bounds. Raises LimitHit with the bounds so far."""
        with self.lock:
            state, step = self.game.canon(state), 1
            low, high = self.value_bounds(state)
            while low < high:
                if low > LEAST and high < MOST:
                    target = (low + high + 1) // 2
                elif low == LEAST and high == MOST:
                    target = 1
                else:  # doubling steps: the value may be far from the first target
                    target, step = (low + step if high == MOST else high - step + 1), 2 * step
                try:
                    self.tighten_bounds(state, least_score(target))
                except LimitHit as hit:
                    raise LimitHit(*self.bounds(state), hit.positions, hit.limit) from None
                low, high = self.value_bounds(state)
                if low > LEAST and high < MOST:
                    self.limits.tell(low, high)
            if self.presuming:
                self.presuming = False
                self.judge_ends()
            return exactly(low)

    def distance(self, state: Any) -> float | None:
        """Return the moves to the end when the winner hurries and the other delays; None if nobody wins, or unknown.

        The first question is whether the winner needs no more moves than the least number that is still possible, and
        with each answer that number grows.
        """
        with self.lock:
            state, value = self.game.canon(state), int(self.value(state).low)
            if not self.races or self.game.turn(state) == OVER:
                return 0 if self.races else None
            winner = winner_of(value * SCALE, self.counts)
            if winner == 0 or state in self.too_far:
                return None
            low, high = self.proven_of(state)
            if low < high:
                limits, most = self.limits, min(self.limits.states, self.states + self.counted_in)
                self.limits = replace(limits, states=most, seconds=limits.with_half_of_the_rest)
                try:
                    while low < high:
                        low, high = self.tighten_bounds(state, high if winner > 0 else low + 1)
                except LimitHit:
                    self.too_far.add(state)
                finally:
                    self.limits = limits
            return distance_of(low) if low == high else None

    @property
    def counted_in(self) -> int:
        """How many states may be searched for one distance: while solving, as many again as for the value."""
        return max(COUNTED_POSITIONS, self.states if self.answering else 0)

    def reaches(self, state: Any, target: int) -> bool:
        """Whether the score of a state is at least ``target``."""
        with self.lock:
            state = self.game.canon(state)
            low, high = self.proven_of(state)
            while low < target <= high:
                low, high = self.tighten_bounds(state, target)
            return low >= target

    def tighten_bounds(self, state: Any, target: int) -> tuple[int, int]:
        """Ask one question about a (canonical) state; return the bounds of its score after it."""
        low, high = self.proven_of(state)
        try:
            bound = self.prove_bound(state, target)
        except Misjudged:
            self.proven.clear()
            self.take_shape()
            return self.proven_of(state)
        self.proven[state] = (max(low, bound), high) if bound >= target else (low, min(high, bound))
        return self.proven[state]

    def proven_of(self, state: Any) -> tuple[int, int]:
        """Return the bounds of the score of a (canonical) state so far."""
        if state in self.proven:
            return self.proven[state]
        if self.game.turn(state) == OVER:
            payoff: Any = exact_payoff(self.game, state)
            return payoff * SCALE, payoff * SCALE
        return int(self.registers[LEAST_SCORE]), int(self.registers[MOST_SCORE])

    def value_bounds(self, state: Any) -> tuple[int, int]:
        """Return the bounds of the value of a (canonical) state so far, LEAST and MOST if there are none."""
        low, high = self.proven_of(state)
        return (low if low == LEAST else value_of(low)), (high if high == MOST else value_of(high))

    def bounds(self, state: Any) -> tuple[Number, Number]:
        """Return the bounds that questions have proved of a state's value; infinite where none has."""
        low, high = self.value_bounds(self.game.canon(state))
        least, most = self.range or (LEAST, MOST)
        return (-inf if low == least else low), (inf if high == most else high)

    def certify(self, start: Any, limited: bool = False) -> None:
        """Check the bounds of a state's score against the rules in CPython, within a budget. Raises RulesError.

        With ``limited``, check fewer positions: about a second's work, unless the rules are slow.
        """
        self.compile(self.shape.native_state(self.game.canon(start)))
        looked_at, limits = self.states, self.limits
        self.limits = replace(limits, states=looked_at + CERTIFIED_POSITIONS)
        certifier, played_states = SearchCertifier(self), set[Any]()
        low, high = self.proven_of(self.game.canon(start))
        known = self.knows(start)
        try:
            certifier.hold_some() if limited else certifier.certificate(self.game.canon(start))
            least = low if known or low > self.registers[LEAST_SCORE] else None
            most = high if known or high < self.registers[MOST_SCORE] else None
            played_states.update(
                islice(play_out_bounds(self, start, least, most), HELD_AT_A_LIMIT if limited else None)
            )
            self.limits.states = self.states + FIRST_MOVES_POSITIONS
            if known and self.game.turn(start) != OVER:
                self.best(start)  # finds most repetitions now, rather than in a later question
        except LimitHit:
            pass  # replies may lead far from the positions that the search has visited
        finally:
            self.limits = limits
            self.registers[LOOKED_AT] = looked_at
        count = len(certifier.seen | played_states)
        self.certified = Certified(count, max(self.states, count))

    def promise_after(self, state: Any, move: Move, seat: int, promise: int) -> int:
        """Return the bound of the score after a move that keeps a bound: >= it for seat 0, <= it for seat 1."""
        gain: Any = exact_reward(self.game, state, move)
        return move_after(promise + seat - gain * SCALE, self.counts) - seat

    def keeps(self, state: Any, move: Move, seat: int, promise: int) -> bool:
        """Whether a move keeps a bound: player 0's score after it, with the reward, is >= it (seat 0) or <= it (1)."""
        promised, after = self.promise_after(state, move, seat, promise), self.game.play(state, move)
        return self.reaches(after, promised) if seat == 0 else not self.reaches(after, promised + 1)

    def _best_of(self, state: Any, moves: Iterable[Move] | None = None) -> list[Move]:
        """Return the moves that lose nothing, by one question each; the values of the others stay unknown."""
        moves = broken_rules.legal_moves_of(self.game, state) if moves is None else moves
        return list(self._keeping(state, moves, self._worth(state)))

    def _finest(self, state: Any) -> list[Move]:
        """Return the first choice that loses nothing, neither value nor, if they are counted, moves."""
        seat = self.game.turn(state)
        with self.lock:
            if self.distance(state) is None:
                return [first_move_keeping(self, state, seat, self._worth(state))]
            score, _ = self.proven_of(self.game.canon(state))
            move = first_move_keeping(self, state, seat, score)
            after = self.game.canon(self.game.play(state, move))
            if self.game.turn(after) != OVER and distance_of(score) < LONGEST_DISTANCE:  # the moves left are known
                self.proven[after] = (move_after(score, self.counts),) * 2
            return [move]

    def _worth(self, state: Any) -> int:
        """Return the score that the player to move can promise by the value alone."""
        seat = self.game.turn(state)
        return least_score(int(self.value(state).low) + seat) - seat

    def _keeping(self, state: Any, moves: Iterable[Move], promise: int) -> Iterator[Move]:
        seat = self.game.turn(state)
        return (move for move in moves if self.keeps(state, move, seat, promise))


def compile_search(game: Game) -> None:
    """Compile all loops that a search of this game calls."""
    table = SearchTable(game)
    table.compile(table.shape.native_state(game.start()))
    spread_kernel()(table.table, np.zeros((2 * len(table.table), table.table.shape[1]), np.int64))
