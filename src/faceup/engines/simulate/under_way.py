"""How far the games of a run are, and when to leave them: what this process plays, for whoever waits."""

import threading
from typing import Any

from faceup.engines.model.limits import Deadline, GivenUp, stop
from faceup.results.samples.totals import Totals
from faceup.rules.errors import LimitReached

NOW_AND_THEN = 1 << 10  # steps of a game in CPython, after which it is told that it goes on


class UnderWay:
    """The games of a run that the threads of this process play.

    ``games`` were counted, of which ``ended`` came to an end; ``ends`` is set when no game is to be played on. Before,
    so many ``states`` were met where best play had to be found.
    """

    def __init__(self, ends: Deadline | None = None) -> None:
        self.states = self.games = self.ended = self.counted_steps = 0
        self.at_once = 1  # games that are counted at once: few where they are long
        self.going: dict[int, int] = {}  # by thread, the steps of the game that CPython plays there
        self.ends = ends
        self.lock = threading.Lock()

    def __reduce__(self) -> Any:
        return UnderWay, ()  # another process plays other games

    @property
    def steps(self) -> int:
        """All steps so far, or moves."""
        return self.counted_steps + sum(self.going.copy().values())

    def goes_on(self, steps: int) -> None:
        """A game has come so far without an end. Raises as ``check`` does."""
        self.going[threading.get_ident()] = steps
        self.check()

    def check(self) -> None:
        """Raise GivenUp where the game of this thread is to be left."""
        if self.ends and self.ends.is_set():
            raise GivenUp

    def solving(self, states: int) -> None:
        """So many states were met of the game whose best play is asked for; 0 while the rules are compiled."""
        self.states = states or self.states

    @property
    def unfinished(self) -> str:
        """That nothing is known yet, in words that go on with why the work ends."""
        if self.states and not self.steps:
            return f" before best play was known, after {self.states:,} state{'s' * (self.states > 1)}"
        if not self.steps:
            return " before any game came to its end"
        return f" before any game came to its end, after {self.steps:,} steps; --limit ends games sooner"

    def none_played(self, reason: str = "") -> LimitReached:
        """That a limit was reached before any game came to its end; the reason is the time, unless it is given."""
        reason = reason or (self.ends.reason if self.ends else stop.reason)
        return LimitReached(f"{reason}{self.unfinished}{stop.way_out}")

    def left(self) -> None:
        """The game that this thread has played is not counted, or was."""
        self.going.pop(threading.get_ident(), None)

    def counted(self, totals: Totals) -> None:
        """This thread has played these games."""
        with self.lock:
            self.games += totals.games
            self.ended += totals.games - totals.unfinished - totals.endless
            self.counted_steps += totals.steps
        self.left()
