"""The certificate of a search: its positions agree with the rules, and its bounds survive play by CPython's rules.

First, positions sampled over the table, those of the first plies and those along a line are compared with the rules:
turn, successors and rewards must be the same in machine code and in CPython (``model.certificates``). Their bounds
cannot be compared with those of their successors, most of which were forgotten.

Second, the bounds of the score are played out. The lower bound claims that player 0 can get that much, the upper one
that player 1 can concede no more; the winner also claims to need no more moves than so many, and the loser, once the
moves are counted, to hold out for as many. So each of the two in turn makes moves by which the search keeps the claim,
against random replies from all legal moves, until the game is over by CPython's rules. There the sum of all gains and
the number of moves must satisfy the claim, and on the way there must always be a move that keeps it. This checks
``canon`` and ``choices`` as well.

The sampled positions and the replies are the same in every run.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from faceup.engines.graph.certificates import Positions, words_of_stream
from faceup.engines.graph.survey import SurveyCertifier
from faceup.engines.model.broken_rules import at, legal_moves_of, repeats
from faceup.engines.solve.search.search_scores import SCALE, distance_of, value_of
from faceup.engines.solve.search.transpositions import EFFORT
from faceup.engines.solve.table import LONGEST_DISTANCE
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.errors import RulesError

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


def held_positions(table: Any, start: Any, low: int | None, high: int | None) -> Iterator[Any]:
    """Play games in which player 0 gets at least the score ``low``, and games in which it gets at most ``high``.

    Yields their positions, each after its check; a bound of None is not played. Raises RulesError if a bound fails.
    """
    for seat, bound in ((0, low), (1, high)):
        words, count = _stream(seat), 0
        for _ in range(GAMES if bound is not None else 0):
            for state in _walk_keeping(table, start, seat, bound, words):
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


def _walk_keeping(table: Any, start: Any, seat: int, bound: Any, words: Iterator[int]) -> Iterator[Any]:
    """Yield the positions of a game in which this seat plays to its bound. Raises RulesError."""
    game, state, promised, path = table.game, start, bound, set[Any]()
    while (turn := game.turn(state)) != OVER:
        yield state
        if state in path:  # the proof did not meet this repetition, but later questions would
            raise repeats(game, state)
        path.add(state)
        moves = legal_moves_of(game, state)
        move = first_keeping(table, state, seat, promised) if turn == seat else moves[next(words) % len(moves)]
        promised = table.promise_after(state, move, seat, promised)
        state = game.play(state, move)
    yield state
    payoff = game.payoff(state)
    if (payoff * SCALE < promised) if seat == 0 else (payoff * SCALE > promised):
        raise RulesError(
            f"{at(game, state)}: machine code has proven {_promise(seat, promised)}, and CPython's rules pay {payoff}"
        )


def first_keeping(table: Any, state: Any, seat: int, promised: Any) -> Any:
    """Return the first of the ``choices`` by which this seat keeps to a bound. Raises RulesError if there is none."""
    move = next((move for move in table.game.choices(state) if table.keeps(state, move, seat, promised)), None)
    if move is None:
        raise RulesError(
            f"{at(table.game, state)}: machine code has proven {_promise(seat, promised)} from here on, but no "
            "move keeps to that by the rules in CPython"
        )
    return move


def _promise(seat: int, bound: int) -> str:
    """What a bound of a score promises to a seat, in words."""
    value, moves = value_of(bound), distance_of(bound)
    words = f"{value} at least" if seat == 0 else f"{value} at most"
    if not 0 < moves <= LONGEST_DISTANCE:
        return words
    late = (bound > value * SCALE) == (seat == 0)  # the other seat wins
    return f"{words}, in {moves} moves or more" if late else f"{words}, within {moves} moves"
