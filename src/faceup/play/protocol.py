"""The text protocol: a position is a line with the number of moves, then the moves from the first one on."""

import re
from itertools import chain
from pathlib import Path
from random import SystemRandom
from typing import Any

from faceup.engines.model.broken_rules import legal_moves_of
from faceup.engines.model.legal_moves import moves_by_name, state_after
from faceup.engines.model.limits import default_memory
from faceup.engines.model.policies import AB, MCTS, check_thought, thought_in
from faceup.engines.model.random_stream import STREAM_SIZE, begin
from faceup.play.expert import Expert
from faceup.play.in_progress import by_lot
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import UsageError, quoted
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move, numbers_text, parts_of, plain
from faceup.rules.names import did_you_mean

NUMBER = re.compile(r"-?[0-9]{1,18}")
LONGEST_WORD = 60  # letters of what may be a move
MEMORY = 1 << 31  # bytes by default: a player waits no longer than it takes to fill them


def read_position(game: Game, text: str) -> tuple[list[Move], Any]:
    """The moves on a line and the state they lead to; raises UsageError that quotes the fault."""
    words = text.split()
    form = _form(game)
    if not words:
        raise UsageError(f"nothing on standard input; {form}, and '0' for the beginning")
    if len(text.strip().splitlines()) > 1:
        raise UsageError(f"{quoted(text.strip())} is more than one line; {form}")
    for k, word in enumerate(words):
        may_be_move = k > 0 and word.isprintable() and len(word) <= LONGEST_WORD
        if not (may_be_move or NUMBER.fullmatch(word)):
            wrong = "is not a whole number of up to 18 digits"
            raise UsageError(f"{quoted(word)} in {quoted(text.strip())} {wrong}; {form}")
    count, moves = int(words[0]), group_moves(game, [*map(_part, words[1:])])
    if count != len(moves):
        raise UsageError(f"{quoted(text.strip())} announces {count} moves and has {len(moves)}; {form}")
    try:
        return moves, state_after(game, moves)
    except UsageError as error:
        also = "" if all(map(NUMBER.fullmatch, words)) else f"; {form}"
        raise UsageError(f"{quoted(text.strip())}: {error}{also}") from None


def _form(game: Game) -> str:
    """The syntax of a position, with an example if the first move has words or several numbers."""
    start = game.start()
    legal = [] if game.turn(start) == OVER else legal_moves_of(game, start)
    if legal and isinstance(legal[0], tuple) and len(legal[0]) > 1:
        numbers, word = " ".join(map(str, legal[0])), game.say(start, legal[0])
        parts = "parts" if any(isinstance(part, str) for part in legal[0]) else "numbers"
        each = f"the {len(legal[0])} {parts} of each of that many moves"
        return f"a position is a count and {each}, as in {quoted(f'1 {numbers}')} for {word}"
    if legal and isinstance(legal[0], str):
        return f"a position is a count and that many moves, as in {quoted(f'1 {legal[0]}')}"
    return "a position is a count and that many moves, as in '4 5 2 6 3'"


def group_moves(game: Game, parts: list[int | str]) -> list[Move]:
    """The moves of these numbers and words, one after another; a move that is a tuple takes several of them.

    If no legal move begins with the parts, a move is looked up by its name in words, such as ``3-1``. Without such a
    name, as many parts are taken as the first legal move has.
    """
    moves, state, width = list[Move](), game.start(), 1
    while parts:
        legal = [] if state is None or game.turn(state) == OVER else legal_moves_of(game, state)
        width = len(_parts(legal[0])) if legal else width
        fitting = [move for move in legal if _parts(move) == parts[: len(_parts(move))]]
        longest = max(fitting, key=lambda move: len(_parts(move)), default=None)
        width_used = width if longest is None else len(_parts(longest))
        if longest is None and legal:
            longest, width_used = _move_by_name(game, state, legal, parts) or (None, width)
        state = None if longest is None else game.play(state, longest)
        moves.append(longest if longest is not None else tuple(parts[:width]) if width > 1 else parts[0])
        parts = parts[width_used:]
    return moves


def _move_by_name(game: Game, state: Any, legal: list[Move], parts: list[int | str]) -> tuple[Move, int] | None:
    """The move with the longest name that the parts begin with, and its number of parts; None if there is none."""
    named = moves_by_name(game, state, legal)
    longest = max(len(name.split()) for name in named)
    for count in range(min(longest, len(parts)), 0, -1):
        if (move := named.get(" ".join(map(str, parts[:count])))) is not None:
            return move, count
    return None


def _parts(move: Move) -> list[int | str]:
    """The parts of a move on a line."""
    if move == ():
        return [numbers_text(move)]
    return [
        each
        for part in parts_of(move)
        for each in (map(_part, part.split()) if isinstance(part, str) else [plain(part)])
    ]


def _part(word: str) -> int | str:
    return int(word) if NUMBER.fullmatch(word) else word


class Answerer:
    """Answers one position after another, and keeps the solution; ``memory`` limits its table, in bytes.

    With ``whole``, the whole game is solved first unless it is too large; else from the position at hand. With hidden
    information, the move is drawn from the mixed strategy, by what the player to move knows; a ``seed`` gives the same
    move after the same moves. ``strength`` is ``best``, or ``mcts:1000``, ``mcts:0.5s`` or ``ab:4``, which search
    without a solution. ``table`` is a file of ``Solution.save``, in which best moves are looked up.
    """

    def __init__(
        self,
        game: Game,
        memory: float | None = None,
        whole: bool = True,
        seed: int | None = None,
        strength: str = "best",
        table: Path | None = None,
    ) -> None:
        self.game, self.seed, self.hidden, self.thought = game, seed, facts_of(game).hidden, thought_in(strength)
        if strength != "best" and not self.thought:
            possible = ["best", MCTS, "mcts:0.5s", AB]
            near = did_you_mean(strength, possible)
            raise UsageError(f"strength {quoted(strength)}; {near}possible: {', '.join(possible)}")
        if table is not None and self.thought:
            raise UsageError(f"strength {quoted(strength)} looks nothing up in a table; possible: best")
        if self.thought:
            check_thought(game, self.thought)
            self.seed = (seed or 0) if self.thought.depth else seed  # a search to a depth has one answer
        most = min(MEMORY, default_memory()) if memory is None else memory
        self.expert = Expert(game, most, whole=whole, table=table)

    def answer(self, text: str) -> str:
        """The line with the perfect player's move added; raises UsageError that quotes the fault."""
        moves, state = read_position(self.game, text)
        who = self.game.turn(state)
        if who == OVER:
            raise UsageError(f"{quoted(text.strip())}: the game is over; {self.game.show(state)}")
        if who == CHANCE:
            raise UsageError(f"{quoted(text.strip())}: chance is to move, add its outcome; {self.game.show(state)}")
        if self.thought:
            moves.append(self.expert.thinking.after(moves, self.thought, self._stream(moves)).move)
        else:
            moves.append(self._sample_move(moves) if self.hidden else self.expert.move(state))
        return " ".join(map(str, [len(moves), *chain.from_iterable(map(_parts, moves))]))

    def _sample_move(self, moves: list[Move]) -> Move:
        """A move drawn from the mixed strategy of best play after these moves."""
        return by_lot(self.expert.decision(moves), self._stream(moves))

    def _stream(self, moves: list[Move]) -> list[int]:
        """The random stream of the move after these."""
        stream = [0] * STREAM_SIZE
        begin(stream, SystemRandom().getrandbits(63) if self.seed is None else self.seed, len(moves))
        return stream


def answer(
    game: Game,
    text: str,
    memory: float | None = None,
    seed: int | None = None,
    strength: str = "best",
    table: Path | None = None,
) -> str:
    """The answer to a single position."""
    return Answerer(game, memory, whole=False, seed=seed, strength=strength, table=table).answer(text)
