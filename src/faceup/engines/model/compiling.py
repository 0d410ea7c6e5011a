"""Machine code made in a process of its own, which leaves it on disk for the one that asked for it."""

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
from faceup.rules.parameters import kinds

PROGRAM = "from faceup.engines.model.compiling import main; main()"


class Place(NamedTuple):
    """Where a class or function of the rules is found again: a rule file, or a module that can be imported."""

    file: str
    module: str
    name: str

    def resolve(self) -> Any:
        """The class or function."""
        module: Any = load_file(Path(self.file)) if self.file else importlib.import_module(self.module)
        return getattr(module, self.name)


def place_of(thing: Any) -> Place | None:
    """Where another process finds this class or function; None where only this process has it."""
    name, module = thing.__module__, sys.modules.get(thing.__module__)
    if module is None or name == "__main__":
        return None
    own: Any = vars(module).get(thing.__qualname__)
    if own is None or own != thing or module.__file__ is None:
        return None
    return Place(module.__file__ if name.startswith("faceup_file_") else "", name, own.__qualname__)


class Compilation:
    """A compiler at work in another process. It finishes its work also when nobody waits for it any more."""

    def __init__(self, task: bytes) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", PROGRAM],  # no module of the current folder hides one of Python
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # an interrupt at the keyboard is not for it
        )
        assert self.process.stdin is not None
        with self.process.stdin as stdin:
            stdin.write(task)

    def done(self) -> bool:
        """Whether machine code lies on disk, or will not come."""
        return self.process.poll() is not None

    def wait(self, seconds: float) -> bool:
        """Wait until it is done, but no longer than this; whether it is."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        return self.done()

    def end(self) -> None:
        """Give it up."""
        self.process.terminate()
        self.process.wait()


def begin(compile_for: tuple[str, str], game: Any, *things: Any) -> Compilation | None:
    """Have a function, named by its module and its name, called with ``game`` and ``things`` in a new process.

    None where nothing would be gained: the rules are in this process alone, there is one processor, or the person wants
    no other process (``FACEUP_COMPILE=here``).
    """
    if os.environ.get("FACEUP_COMPILE") == "here" or processors() < 2:
        return None
    places = [place_of(thing) if callable(thing) else thing for thing in (type(game), *things)]
    if any(place is None for place in places):
        return None
    parameters = {name: getattr(game, name) for name in kinds(type(game))}
    what = (compile_for, *places)
    with _beginning:
        under_way = _under_way.get(what)
        if under_way is not None and not under_way.done():  # for another cell of a sweep, say
            return under_way
        try:
            _under_way[what] = Compilation(pickle.dumps((sys.path, compile_for, places[0], parameters, places[1:])))
        except OSError:  # no more processes, or one that ended at once
            return None
        return _under_way[what]


def compiler_at_work() -> bool:
    """Whether a compiler that was begun here goes on, though nobody may wait for it any more."""
    return any(not compilation.done() for compilation in list(_under_way.values()))


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
