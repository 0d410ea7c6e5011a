"""The certificate of a search: the positions are the game's, and what was proven is kept in play by CPython's rules.

First, positions drawn over the table, those of the first plies and those along a line are held to the rules: machine
code must say of each whose turn it is, where the moves lead and what they gain, as CPython says it
(``model.certificates``). Their bounds cannot be held to those of the next positions, of which most were forgotten.

Second, the bounds of the value are played out. The lower one says that player 0 can get as much, the upper one that
player 1 can keep it to that. So each of the two in turn makes moves by which the search keeps the promise, against
replies that are drawn from all legal moves, until the game is over by CPython's rules. There the sum of all gains must
keep the promise, and on the way there must always be a move that does. So ``canon`` and ``choices`` are held as well.

Which positions are drawn, and which replies, is the same wherever and whenever it is asked.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from faceup.engines.model.broken_rules import at, legal_moves_of, repeats
from faceup.engines.model.certificates import Certifier, Positions, words_of_stream
from faceup.engines.model.legal_moves import exact_number
from faceup.engines.solve.search.search_kernel import EFFORT
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.errors import RulesError

GAMES = 200  # for each of the two, at most
POSITIONS = 2_000  # in these games, after which no other is begun


class SearchCertifier(Certifier):
    """Holds positions of a ``SearchTable`` to the rules: the compiled rules are asked about them."""

    def __init__(self, table: Any) -> None:
        super().__init__(table.game, table.shape)
        self.table = table

    @property
    def total(self) -> int:
        return int(self.table.states)

    def sample(self, count: int) -> Any:
        """Those with the least hashes: rows stand in the order of hashes."""
        rows, words = self.table.table, self.shape.count
        found = np.zeros((0, words), np.int64)
        for begin in range(0, len(rows), max(count, 1)):
            if len(found) >= count:
                break
            here = rows[begin : begin + count]
            found = np.concatenate([found, here[here[:, words + EFFORT] > 0, :words]])
        return found[:count]

    def hold(self, states: list[Any]) -> list[Any]:
        """As of other engines, and as many ends that they lead to; but for chance, which a search may pass by."""
        turn = self.game.turn
        led_to = super().hold([state for state in states if turn(state) != CHANCE])
        ends = [state for state in dict.fromkeys(led_to) if state not in self.seen and turn(state) == OVER]
        super().hold(ends[: len(states)])
        return led_to

    def survey(self, words: Any) -> Positions:
        table, count, room = self.table, len(words), 1024
        turns, payoffs, ends = np.zeros(count, np.int64), np.zeros(count), np.zeros(count, np.int64)
        after, gains, done = np.zeros((0, words.shape[1]), np.int64), np.zeros(0), 0
        while done < count:
            after = np.concatenate([after, np.zeros((room, words.shape[1]), np.int64)])
            gains, room = np.concatenate([gains, np.zeros(room)]), 2 * room
            done = int(table.survey(table.rules, words, done, turns, payoffs, ends, after, gains))
        edges = int(ends[-1])
        first = np.concatenate([[0], ends])
        return Positions(turns.astype(np.int8), payoffs, first, after[:edges], np.ones(edges), gains[:edges])

    def wrong_values(self, words: Any, here: Positions) -> Any:
        return np.zeros(len(words), bool)

    def best_edge(self, state: Any, here: Positions) -> int:
        """As of other engines; where a limit left the value unknown, any."""
        return list(self.game.choices(state)).index(self.table.move(state)) if self.table.knows(state) else 0


def held_positions(table: Any, start: Any, low: int | None, high: int | None) -> Iterator[Any]:
    """The positions of games in which player 0 gets ``low`` at least, and of such in which it gets ``high`` at most,
    where these are bounds, each once it is held. Raises RulesError where one is not kept."""
    for seat, bound in ((0, low), (1, high)):
        words, made = _stream(seat), 0
        for _ in range(GAMES if bound is not None else 0):
            for state in _walk_keeping(table, start, seat, bound, words):
                made += 1
                yield state
            if made > POSITIONS:
                break


def _stream(seat: int) -> Iterator[int]:
    """Random words without end, others for each seat."""
    first = seat << 32
    while True:
        yield from words_of_stream(first, 1024).tolist()
        first += 1024


def _walk_keeping(table: Any, start: Any, seat: int, bound: Any, words: Iterator[int]) -> Iterator[Any]:
    """The positions of a game in which this seat keeps to its bound."""
    game, state, left, met = table.game, start, bound, set[Any]()
    while (who := game.turn(state)) != OVER:
        yield state
        if state in met:  # the proof did without it, and later questions would not
            raise repeats(game, state)
        met.add(state)
        moves = legal_moves_of(game, state)
        if who == seat:
            kept = (move for move in game.choices(state) if table.keeps(state, move, seat, left))
            move = next(kept, None)
            if move is None:
                raise RulesError(
                    f"{at(game, state)}: machine code has proven {_promise(seat, left)} from here on, and by the rules "
                    "as CPython runs them no move keeps to that"
                )
        else:
            move = moves[next(words) % len(moves)]
        left -= exact_number(game, state, f"reward of move {move}", game.reward(state, move))
        state = game.play(state, move)
    yield state
    payoff = game.payoff(state)
    if (payoff < left) if seat == 0 else (payoff > left):
        raise RulesError(
            f"{at(game, state)}: machine code has proven {_promise(seat, left)}, and CPython's rules pay {payoff}"
        )


def _promise(seat: int, bound: int) -> str:
    return f"{bound} at least" if seat == 0 else f"{bound} at most"
