"""One search in two engines, CPython and machine code, which choose the same moves.

CPython begins. After some time another process compiles, and machine code takes over when it is ready.
"""

import threading
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, TypeVar
from weakref import WeakSet

from faceup.engines.model.broken_rules import legal_moves_of
from faceup.engines.model.compiling import Compilation, begin
from faceup.engines.model.policies import sample_outcome
from faceup.engines.model.random_stream import STREAM_SIZE, below
from faceup.engines.model.random_stream import begin as begin_stream
from faceup.native.digests.digest import is_compiled
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import RulesError
from faceup.rules.moves import Move

LOAD_AFTER = 0.25  # seconds of thought in CPython, if machine code is on disk: it takes as long to load
COMPILE_AFTER = 1.0  # seconds of thought in CPython, if it must be compiled
HELD = 10  # positions of a random game in which both must agree

GoesOn = Callable[[], None]
T = TypeVar("T")
_loaded: dict[str, WeakSet[Game]] = {}  # the games whose machine code this process has, by mark
Estimates = Callable[[Game, Any], Iterator[tuple[Any, Any]]]


class Engines:
    """The two engines of one game; each returns None if it was ended, or cannot decide.

    ``engine`` is ``auto``, ``cpython`` or ``native``, and changes no move. The search calls ``going`` at intervals,
    which may raise to end the work. ``task`` names the function that another process calls to compile; that process
    then notes ``mark``.
    """

    def __init__(
        self,
        game: Game,
        engine: str,
        going: GoesOn,
        cpython: Any,
        compiled: Callable[[Game], Any],
        task: tuple[str, str],
        mark: str,
    ) -> None:
        self.game, self.going, self.cpython, self.task, self.mark = game, going, cpython, task, mark
        self._compiled = compiled
        is_loaded = engine == "auto" and game in _loaded.get(mark, ())
        self.compiled = compiled(game) if is_loaded or engine == "native" else None
        self.thought = 0.0  # seconds, in CPython
        self.compilation: Compilation | None = None
        self.lasting = is_loaded or engine != "auto"  # whether the engine is chosen for good
        self.lock = threading.Lock()

    @property
    def engine(self) -> str:
        """The engine of the next decision."""
        return "native" if self.compiled else "cpython"

    def run(self, think: Callable[[Any, Callable[[], bool]], Any], stream: list[int], waits: bool = True) -> Any:
        """Call ``think`` with a backend and with a function that says whether to go on, and return its result.

        If ``waits`` is false, this process compiles nothing, and a search ends in the engine where it began.
        """
        began, before = time.monotonic(), list(stream)

        def goes_on() -> bool:
            self.going()
            return not waits or self.compiled is not None or not self._is_compiled(time.monotonic() - began, waits)

        def always() -> bool:
            self.going()
            return True

        thought = None if self._is_compiled(0.0, waits) else think(self.cpython, goes_on)
        if thought is None and self.compiled:
            stream[:] = before
            thought = think(self.compiled, always)
        else:
            self.thought += time.monotonic() - began
        if thought is None:  # CPython raises the error in the rules
            stream[:] = before
            thought = think(self.cpython, always)
        assert thought is not None
        return thought

    def _is_compiled(self, seconds: float, waits: bool) -> bool:
        """Whether machine code is ready, after CPython has searched for so many more seconds."""
        thought = self.thought + seconds
        if self.lasting or thought < LOAD_AFTER or (thought < COMPILE_AFTER and not self._is_on_disk):
            return self.compiled is not None
        with self.lock:
            if self.lasting:
                return self.compiled is not None
            if not is_compiled(type(self.game), self.mark):
                self.compilation = self.compilation or begin(self.task, self.game)
                if not (self.compilation.done() if self.compilation else waits):
                    return False
            self.compiled, self.lasting = self._compiled(self.game), True
        return self.compiled is not None

    @cached_property
    def _is_on_disk(self) -> bool:
        """Whether an earlier run has compiled it; looked up once."""
        return is_compiled(type(self.game), self.mark)


def checked_machine_code(
    game: Game, make: Callable[[Game], T], interpreted: Any, estimates: Estimates, mark: str
) -> T | None:
    """Return machine code that agrees with the rules; None if they do not compile. Note this ``mark``.

    Raises RulesError if it differs from CPython in some position of a random game: ``estimates`` yields the positions
    with the estimates of a backend.
    """
    from faceup.native.digests.digest import note_compiled
    from faceup.native.not_compiled import NotCompiled, warn_interpreted

    try:
        compiled = make(game)
    except NotCompiled as error:
        warn_interpreted(game, error)
        return None
    finally:
        note_compiled(type(game), mark)
    both = zip(estimates(game, interpreted), estimates(game, compiled), strict=True)
    for (state, expected), (_, actual) in both:
        if expected and actual and repr(actual) != repr(expected):
            where = f"{type(game).__name__}, in state {state!r}"
            raise RulesError(f"{where}: CPython estimates {expected[0]}, machine code {actual[0]}")
    _loaded.setdefault(mark, WeakSet()).add(game)
    return compiled


def decisions_of_a_game(game: Game) -> Iterator[tuple[Any, list[Move], list[int]]]:
    """Yield the decisions of a random game: the state, the moves before, and a random stream for the search."""
    stream, state, made = [0] * STREAM_SIZE, game.start(), list[Move]()
    begin_stream(stream, 0, 0)
    for _ in range(HELD):
        if game.turn(state) == OVER:
            return
        moves = legal_moves_of(game, state)
        if game.turn(state) == CHANCE:
            made.append(sample_outcome(game, state, moves, stream))
        else:
            yield state, made, list(stream)
            made.append(moves[below(stream, len(moves))])
        state = game.play(state, made[-1])
