"""Loops in machine code, compiled here, or in another process, which stores them on disk."""

import importlib
import os
import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from faceup.engines.model.limits import processors
from faceup.library.finding import load_file
from faceup.rules.contract import Game
from faceup.rules.parameters import kinds

MOVES = 256  # room for the moves of a state, at first
PROGRAM = "from faceup.engines.model.compiling import main; main()"


class CompiledLoop:
    """A loop over the rules in machine code, with room for the moves of a state. Raises NotCompiled."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.compile_lock, self.threads = threading.Lock(), threading.local()
        self.room = MOVES
        self.made = self._compile()

    def _compile(self) -> tuple[Any, ...]:
        """Return the shape of states and the loop, compiled now, and what else belongs to the shape."""
        raise NotImplementedError

    def _current_loop(self) -> Any:
        """Return what ``_compile`` does; compile the loop again if rows have become larger."""
        from faceup.native.state_shape import layout_of

        with self.compile_lock:
            if self.made[0].layout != layout_of(self.game):
                self.made = self._compile()
            return self.made

    def _has_widened(self, error: ArithmeticError, shape: Any) -> bool:
        """Whether the error made more room for rows."""
        from faceup.native.operations.row_type import RowTooSmall
        from faceup.native.state_shape import widen

        return isinstance(error, RowTooSmall) and widen(self.game, error, shape.layout)


class Place(NamedTuple):
    """Where another process finds a class or function of the rules: a rule file, or an importable module."""

    file: str
    module: str
    name: str

    def resolve(self) -> Any:
        """Load and return the class or function."""
        module: Any = load_file(Path(self.file)) if self.file else importlib.import_module(self.module)
        return getattr(module, self.name)


def place_of(thing: Any) -> Place | None:
    """Return where another process finds this class or function; None if only this process has it."""
    name, module = thing.__module__, sys.modules.get(thing.__module__)
    if module is None or name == "__main__":
        return None
    original: Any = vars(module).get(thing.__qualname__)
    if original is None or original != thing or module.__file__ is None:
        return None
    return Place(module.__file__ if name.startswith("faceup_file_") else "", name, original.__qualname__)


class Compilation:
    """A compiler running in another process. It finishes even if nobody waits any more."""

    def __init__(self, task: bytes) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", PROGRAM],  # -P: no module of the current folder hides one of Python
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # an interrupt at the keyboard is not for it
        )
        assert self.process.stdin is not None
        with self.process.stdin as stdin:
            stdin.write(task)

    def done(self) -> bool:
        """Whether the process has ended."""
        return self.process.poll() is not None

    def wait(self, seconds: float) -> bool:
        """Wait until it is done, at most this long; return whether it is."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        return self.done()

    def end(self) -> None:
        """Kill the process."""
        self.process.terminate()
        self.process.wait()


def begin(compile_for: tuple[str, str], game: Any, *things: Any) -> Compilation | None:
    """Call the function ``compile_for`` (module, name) with ``game`` and ``things`` in a new process.

    Returns None if another process is of no use: it cannot find the rules, there is one processor, or
    ``FACEUP_COMPILE=here`` forbids it.
    """
    if os.environ.get("FACEUP_COMPILE") == "here" or processors() < 2:
        return None
    places = [place_of(thing) if callable(thing) else thing for thing in (type(game), *things)]
    if any(place is None for place in places):
        return None
    parameters = {name: getattr(game, name) for name in kinds(type(game))}
    task = (compile_for, *places)
    with _beginning:
        running = _under_way.get(task)
        if running is not None and not running.done():  # for another cell of a sweep, say
            return running
        try:
            _under_way[task] = Compilation(pickle.dumps((sys.path, compile_for, places[0], parameters, places[1:])))
        except OSError:  # no more processes, or one that ended at once
            return None
        return _under_way[task]


def compiler_at_work() -> bool:
    """Whether a compiler that this process started is still running."""
    return any(not compilation.done() for compilation in list(_under_way.values()))


def compilers_begun() -> int:
    """Return how many compilations this process has started so far."""
    return len(_under_way)


_under_way: dict[Any, Compilation] = {}
_beginning = threading.Lock()


def main() -> None:
    """Do the task that comes on standard input."""
    if hasattr(os, "nice"):
        os.nice(5)
    path, (module, name), place, parameters, things = pickle.load(sys.stdin.buffer)
    sys.path[:] = path
    compile_for = getattr(importlib.import_module(module), name)
    compile_for(
        place.resolve()(**parameters), *(thing.resolve() if isinstance(thing, Place) else thing for thing in things)
    )
