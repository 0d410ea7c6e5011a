"""Moves by Monte Carlo tree search, in CPython or in machine code, which make the same.

Machine code is made in another process once CPython has thought for some time, and takes over when it is there.
"""

import threading
import time
from collections.abc import Callable
from functools import lru_cache
from math import nan
from typing import Any

from faceup.engines.mcts.backends import InCPython, InMachineCode
from faceup.engines.mcts.tree_search import NONE, PLAYOUTS, Tree
from faceup.engines.model.broken_rules import legal_moves_of
from faceup.engines.model.compiling import Compilation, begin
from faceup.engines.model.random_stream import STREAM_SIZE, below
from faceup.engines.model.random_stream import begin as begin_stream
from faceup.engines.model.seats import seats_of
from faceup.native.compiled_before import compiled_before
from faceup.results.estimate import Estimate, MoveEstimate
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import RulesError
from faceup.rules.moves import Move

COMPILE = __name__, "compile_search"  # for another process
COMPILE_AFTER = 1.0  # seconds of thought in CPython
HELD, HELD_PLAYOUTS = 10, 30  # positions of a random game that both must see alike, with so many playouts each


class Searcher:
    """Thinks about positions of one game, in which all lies open.

    ``engine`` is ``auto``, ``cpython`` or ``native``, and changes no move. ``going`` is called now and then while it
    thinks, and may raise to end the work.
    """

    def __init__(self, game: Game, engine: str = "auto", going: Callable[[], None] = lambda: None) -> None:
        self.game, self.going = game, going
        self.cpython, self.compiled = InCPython(game), None if engine != "native" else _compiled(game)
        self.thought = 0.0  # seconds, in CPython
        self.compilation: Compilation | None = None
        self.lasting = engine != "auto"  # whether the engine is chosen for good
        self.lock = threading.Lock()

    @property
    def engine(self) -> str:
        """The engine of the next decision."""
        return "native" if self.compiled else "cpython"

    def choose(self, state: Any, playouts: int, stream: list[int]) -> Move:
        """The move to make in a state in which somebody has a choice."""
        moves = legal_moves_of(self.game, state)
        return moves[0] if len(moves) == 1 else self.estimate(state, playouts, stream).move

    def follow(self, turn: int, move: Move, state: Any) -> None:
        """Nothing is remembered of moves: the position shows all."""

    def estimate(self, state: Any, playouts: int, stream: list[int]) -> Estimate:
        """What so many playouts say of all moves; random numbers are drawn from the stream.

        Raises RulesError where rules break.
        """
        began, before = time.monotonic(), list(stream)

        def goes_on() -> bool:
            self.going()
            return self.compiled is not None or not self._is_compiled(time.monotonic() - began)

        def always() -> bool:
            self.going()
            return True

        tree = None if self._is_compiled(0.0) else self.cpython.tree(state, playouts, stream, goes_on)
        if tree is None and self.compiled:
            stream[:] = before
            tree = self.compiled.tree(state, playouts, stream, always)
        else:
            self.thought += time.monotonic() - began
        if tree is None:  # which says what is wrong with the rules
            tree = self.cpython.tree(state, playouts, stream, always)
        assert tree is not None
        return _estimate_of(self.game, state, tree)

    def _is_compiled(self, seconds: float) -> bool:
        """Whether machine code is there, now that CPython has thought for so much longer."""
        if self.lasting or self.thought + seconds < COMPILE_AFTER:
            return self.compiled is not None
        with self.lock:
            if self.lasting:
                return self.compiled is not None
            if not compiled_before(type(self.game), "mcts"):
                self.compilation = self.compilation or begin(COMPILE, self.game)
                if self.compilation is not None and not self.compilation.done():
                    return False
            self.compiled, self.lasting = _compiled(self.game), True
        return self.compiled is not None


@lru_cache(maxsize=32)
def _compiled(game: Game) -> InMachineCode | None:
    """Machine code, held to the rules; None where they do not compile."""
    from faceup.native.compiled_before import note_compiled
    from faceup.native.not_compiled import NotCompiled, warn_interpreted

    try:
        made = InMachineCode(game)
    except NotCompiled as error:
        warn_interpreted(game, error)
        return None
    finally:
        note_compiled(type(game), "mcts")
    _hold(game, made)
    return made


def _hold(game: Game, compiled: InMachineCode) -> None:
    """Raise RulesError where machine code thinks otherwise than CPython in some positions of a random game."""
    interpreted, stream, state = InCPython(game), [0] * STREAM_SIZE, game.start()
    begin_stream(stream, 0, 0)
    for _ in range(HELD):
        if game.turn(state) == OVER:
            return
        moves = legal_moves_of(game, state)
        if game.turn(state) != CHANCE:
            own, other = list(stream), list(stream)
            expected = interpreted.tree(state, HELD_PLAYOUTS, own, lambda: True)
            found = compiled.tree(state, HELD_PLAYOUTS, other, lambda: True)
            if expected and found:
                mine, theirs = (_estimate_of(game, state, tree) for tree in (found, expected))
                if repr((mine, own)) != repr((theirs, other)):
                    where = f"{type(game).__name__}, in state {state!r}"
                    raise RulesError(f"{where}: CPython estimates {theirs}, machine code {mine}")
        state = game.play(state, moves[below(stream, len(moves))])


def compile_search(game: Game) -> None:
    """Compile what thinks about a game, and leave it on disk."""
    _compiled(game)


def _estimate_of(game: Game, state: Any, tree: Tree) -> Estimate:
    """What a tree says of the moves at its root."""
    moves, who, seats = legal_moves_of(game, state), int(game.turn(state)), seats_of(game)
    rows, width, child = [MoveEstimate(move, 0, nan, False) for move in moves], len(tree.row), int(tree.children[0])
    while child != NONE:
        place, visits, settled = int(tree.places[child]), int(tree.visits[child]), bool(tree.settled[child])
        total = float(tree.totals[child * width + (who if seats else 0)])
        mean = total if settled else total / visits
        rows[place] = MoveEstimate(moves[place], visits, -mean if who == 1 and not seats else mean, settled)
        child = int(tree.siblings[child])
    return Estimate(who, int(tree.registers[PLAYOUTS]), tuple(rows), _best_of(rows).move)


def _best_of(rows: list[MoveEstimate]) -> MoveEstimate:
    """The move that most playouts made, unless one whose value is certain is worth as much."""
    tried = (row for row in rows if row.visits and not row.settled)
    best = max(tried, key=lambda row: (row.visits, row.mean), default=None)
    proven = max((row for row in rows if row.settled), key=lambda row: row.mean, default=None)
    if best is None or (proven is not None and proven.mean >= best.mean):
        assert proven is not None
        return proven
    return best
