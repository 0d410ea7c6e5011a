"""The text protocol: a position is one line, the number of moves made and then the moves, from the first one on."""

import re
from typing import Any

from faceup.engines.broken_rules import listed
from faceup.engines.legal_moves import state_after
from faceup.engines.memory import default_memory
from faceup.play.expert import Expert
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import UsageError, quoted
from faceup.rules.moves import Move

NUMBER = re.compile(r"-?[0-9]{1,18}")
MEMORY = 1 << 31  # bytes, unless more is asked for: whoever waits for a move waits no longer than this takes to fill


def read_position(game: Game, text: str) -> tuple[list[Move], Any]:
    """The moves on the line and the state they lead to; raises UsageError that quotes what is wrong."""
    words = text.split()
    form = "a position is a count and that many moves, as in '4 5 2 6 3'"
    if not words:
        raise UsageError(f"nothing on standard input; {form}, and '0' for the beginning")
    if len(text.strip().splitlines()) > 1:
        raise UsageError(f"{quoted(text.strip())} is more than one line; {form}")
    for word in words:
        if not NUMBER.fullmatch(word):
            raise UsageError(f"{quoted(word)} in {quoted(text.strip())} is not a whole number; {form}")
    count, numbers = int(words[0]), [int(word) for word in words[1:]]
    moves = grouped(game, numbers)
    if count != len(moves):
        raise UsageError(f"{quoted(text.strip())} announces {count} moves and has {len(moves)}; {form}")
    try:
        return moves, state_after(game, moves)
    except UsageError as error:
        raise UsageError(f"{quoted(text.strip())}: {error}") from None


def grouped(game: Game, numbers: list[int]) -> list[Move]:
    """The moves that these numbers are: of moves that are tuples, each takes as many as the first move has."""
    first = next(iter(listed(game, game.start(), most=1)), 0)
    if not isinstance(first, tuple):
        return [*numbers]
    return [tuple(numbers[k : k + len(first)]) for k in range(0, len(numbers), len(first))]


class Answerer:
    """Answers one position after another, and keeps the solved game; ``memory`` is the most for a table, in bytes.

    With ``whole`` the whole game is solved first, where it is not too large; else from the position at hand.
    """

    def __init__(self, game: Game, memory: float | None = None, whole: bool = True) -> None:
        self.game = game
        self.expert = Expert(game, min(MEMORY, default_memory()) if memory is None else memory, whole=whole)

    def answer(self, text: str) -> str:
        """The line with the perfect player's move added; raises UsageError that quotes what is wrong."""
        moves, state = read_position(self.game, text)
        who = self.game.turn(state)
        if who == OVER:
            raise UsageError(f"{quoted(text.strip())}: the game is over; {self.game.show(state)}")
        if who == CHANCE:
            raise UsageError(f"{quoted(text.strip())}: chance is to move, add its outcome; {self.game.show(state)}")
        moves.append(self.expert.move(state))
        numbers = (number for move in moves for number in (move if isinstance(move, tuple) else (move,)))
        return " ".join(map(str, [len(moves), *numbers]))


def answer(game: Game, text: str, memory: float | None = None) -> str:
    """One line answered, of one position."""
    return Answerer(game, memory, whole=False).answer(text)
