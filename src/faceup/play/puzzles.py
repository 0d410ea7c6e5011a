"""A puzzle for each day: a position of a small game with a single best move. It depends on the date alone.

The day's ordinal, which is 1 for the first of January of year 1, selects the game, in turn from all games. It is also
the seed of random games 0, 1, 2, ..., as ``faceup replay`` plays them: the first of them with a position after its
start in which ``is_puzzle`` holds has the puzzle. If it has several, they take turns: the next one when the game has
its next turn.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import count
from typing import Any, NamedTuple

from faceup.engines.model.policies import play_through
from faceup.engines.model.seats import seats_of
from faceup.numbers.value import Value
from faceup.play.expert import Expert
from faceup.play.session import Session
from faceup.rules.contract import Game
from faceup.rules.errors import UsageError, quoted
from faceup.rules.moves import Move

FEWEST_MOVES = 3  # legal moves of a puzzle
CLEARLY = 9, 10  # the largest value of other moves in a game for one, as a share of the best move's
LONGEST_PLAY = 1000  # moves of a random game that are looked at


class Puzzle(NamedTuple):
    """A puzzle: the position after some moves of a game, and the one move that solves it."""

    day: date
    expert: Expert
    moves: tuple[Move, ...]
    answer: Move

    @property
    def game(self) -> Game:
        return self.expert.game

    def session(self, *more: Move) -> Session:
        """The session here, or after ``more`` moves; the player to move is a person, all others play best."""
        return Session(
            self.game, self._seats, seed=self.day.toordinal(), moves=(*self.moves, *more), expert=self.expert
        )

    @property
    def _seats(self) -> tuple[str, ...]:
        state = self.game.start()
        for move in self.moves:
            state = self.game.play(state, move)
        mover = self.game.turn(state)
        return tuple("person" if seat == mover else "best" for seat in range(max(seats_of(self.game), 2)))

    @property
    def task(self) -> str:
        """The task of the puzzle: ``You are the first player: find the move that wins``."""
        stakes, turn = self.expert.stakes, self.session().turn
        if stakes.two:
            return f"You are {stakes.name(turn)}: find the move that wins"
        return "Your move: find the one that is best"


def puzzle_of(day: date, games: Sequence[Game]) -> Puzzle:
    """The puzzle of a day, in one of these small games."""
    number = day.toordinal()
    expert = Expert(games[number % len(games)], threads=1)
    for play in count():
        puzzles = [(moves, state) for moves, state in _positions(expert.game, number, play) if is_puzzle(expert, state)]
        if puzzles:
            moves, state = puzzles[number // len(games) % len(puzzles)]
            return Puzzle(day, expert, moves, expert.best(state)[0])
    raise AssertionError("games are numbered without end")


def _positions(game: Game, seed: int, number: int) -> Iterator[tuple[tuple[Move, ...], Any]]:
    """The positions of a random game after its start, each after its moves."""
    moves: list[Move] = []
    for state, move in play_through(game, seed, number, ("random",), None, LONGEST_PLAY):
        if moves:
            yield tuple(moves), state
        if move is not None:
            moves.append(move)


def is_puzzle(expert: Expert, state: Any) -> bool:
    """Whether one of at least ``FEWEST_MOVES`` moves is best: between two players the only one that wins, and not at
    once; for a single player the only one with its value, all others clearly less.
    """
    turn = expert.game.turn(state)
    if turn < 0:
        return False
    values, stakes = expert.values(state), expert.stakes
    if len(values) < FEWEST_MOVES:
        return False
    if stakes.two:
        winning = [move for move, value in values.items() if stakes.kind_for(turn, value) == "win"]
        return len(winning) == 1 and expert.won_after(state, winning[0]) != 1
    best = expert.best(state)
    return len(best) == 1 and all(
        _clearly_less(value, values[best[0]]) for move, value in values.items() if move != best[0]
    )


def _clearly_less(value: Value, best: Value) -> bool:
    share, whole = CLEARLY
    return value.high is not None and best.low is not None and whole * value.high < share * best.low


def day_named(text: str, today: date) -> date:
    """The day named by a text as ``2026-11-28``, or today if it is empty. Raises UsageError for days to come."""
    try:
        day = date.fromisoformat(text) if text else today
    except ValueError:
        raise UsageError(f"day {quoted(text)}; possible: a date such as {today}") from None
    if day > today:
        raise UsageError(f"day {quoted(text)} is still to come; possible: up to {today}")
    return day
