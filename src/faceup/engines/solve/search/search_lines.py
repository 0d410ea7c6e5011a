"""The certificate of a search: its value is kept, in games that CPython's rules play to their ends.

A value says that player 0 can get as much, and player 1 can keep it to that. So each of the two in turn makes the moves
by which the search keeps the promise, against replies that are drawn, until the game is over by CPython's rules. There
the sum of all gains must keep the promise, and on the way there must always be a move that does. The replies are drawn
from a fixed stream, and how many games are played depends on the number of positions alone.
"""

from collections.abc import Iterator
from typing import Any

from faceup.engines.model.broken_rules import at, listed
from faceup.engines.model.certificates import words_of_stream
from faceup.rules.contract import OVER
from faceup.rules.errors import RulesError

GAMES = 200  # for each of the two, at most
POSITIONS = 2_000  # in these games, after which no other is begun


def held_positions(table: Any, start: Any, low: int | None, high: int | None) -> Iterator[Any]:
    """The positions of games in which player 0 gets ``low`` at least, and of such in which it gets ``high`` at most,
    where these are bounds, each once it is held. Raises RulesError where one is not kept."""
    for seat, bound in ((0, low), (1, high)):
        words, made = _stream(seat), 0
        for _ in range(GAMES if bound is not None else 0):
            for state in _kept(table, start, seat, bound, words):
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


def _kept(table: Any, start: Any, seat: int, bound: Any, words: Iterator[int]) -> Iterator[Any]:
    """The positions of a game in which this seat keeps to its bound."""
    game, state, left = table.game, start, bound
    while (who := game.turn(state)) != OVER:
        yield state
        moves = listed(game, state, "choices")
        if who == seat:
            kept = (move for move in moves if table.keeps(state, move, seat, left))
            move = next(kept, None)
            if move is None:
                raise RulesError(
                    f"{at(game, state)}: machine code has proven {_promise(seat, left)} from here on, and by the rules "
                    "as CPython runs them no move keeps to that"
                )
        else:
            move = moves[next(words) % len(moves)]
        left -= int(game.reward(state, move))
        state = game.play(state, move)
    yield state
    payoff = game.payoff(state)
    if (payoff < left) if seat == 0 else (payoff > left):
        raise RulesError(
            f"{at(game, state)}: machine code has proven {_promise(seat, left)}, and CPython's rules pay {payoff}"
        )


def _promise(seat: int, bound: int) -> str:
    return f"{bound} at least" if seat == 0 else f"{bound} at most"
