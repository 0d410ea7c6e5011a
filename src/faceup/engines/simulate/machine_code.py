"""Machine code for numbered games: compiled as lightly as it can be, and held to games that CPython plays again.

The certificate of a simulation (see ``model.certificates``): whatever random numbers a game is given, it ends the
same, after as many moves, with the same score, and in the same state.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any, Protocol

from faceup.engines.model.compiling import Compilation
from faceup.engines.model.limits import Deadline
from faceup.results.samples.totals import Outcomes
from faceup.rules.contract import UNFINISHED
from faceup.rules.errors import RulesError

AWAITED = 1.0  # seconds between two looks at a compiler that is awaited
# Games that CPython plays too: the first ones, and others in blocks that are drawn among all; as many as take so many
# steps, by what the first ones take, and more where MANY are played.
FIRST_GAMES, BLOCK, MANY, STEPS, MORE_STEPS = 20, 10, 10_000, 20_000, 40_000
FIRST_STEPS = 100_000  # of the first game alone, so that one at least is played to its end
REMEMBERED = 1000  # runs of a process that are known to have been held

LastStates = dict[int, Any]  # of games, by their numbers

_held: dict[tuple[Any, int], int] = {}  # how many games were held of a run


class Player(Protocol):
    """Plays numbered games of a seed; ``engine`` says how."""

    @property
    def engine(self) -> str:
        """Its name."""

    def outcomes(self, first: int, count: int, lasts: LastStates | None = None) -> Outcomes:
        """Games ``first`` to ``first + count - 1``. Raises RulesError where rules or a policy break.

        The last states of games that end are added to ``lasts``, by their numbers, but for those of patiences.
        """


def believed(
    interpreter: Any,
    compiled: Callable[[], Player],
    games: int,
    begun: Callable[[float], Compilation | None],
    held: list[int],
) -> Player | None:
    """The player of machine code, once the games that CPython plays too are the same; None where rules do not compile.

    ``interpreter`` is CPython's player, a frozen dataclass; ``games`` is about how many will be played. ``begun`` gets
    the seconds that CPython would need, and begins to compile in another process where that pays. How many games were
    compared is put into ``held`` once it was done. Raises RulesError where the rules break, or the games differ.
    """
    from faceup.engines.model.certificates import sample_numbers
    from faceup.native.not_compiled import NotCompiled, warn_interpreted

    game = interpreter.game
    run = None if getattr(interpreter, "solution", None) else (interpreter, games)
    if run in _held:
        held.append(_held[run])
        return compiled()
    # Rules that break show it here, with a clear message.
    began = time.perf_counter()
    lasts: LastStates = {}
    expected = first_outcomes(interpreter, min(FIRST_GAMES, games), lasts)
    interpreter.under_way.left()
    needed = (time.perf_counter() - began) * games / len(expected.marks)
    first, steps = len(expected.marks), int(expected.lengths.sum())
    replayed = min(games, (MORE_STEPS if games > MANY else STEPS) * first // max(steps, 1))
    blocks = max(replayed - first, 0) // BLOCK

    def tried() -> Player | None:
        try:
            player = compiled()
        except NotCompiled as error:
            warn_interpreted(game, error)
            return None
        count = compare_outcomes(interpreter, player, 0, expected, lasts)
        replayer = replace(interpreter, longest=min(interpreter.longest, STEPS))
        for number in (first + BLOCK * sample_numbers(blocks, (games - first) // BLOCK)).tolist():
            again: LastStates = {}
            try:
                outcomes = replayer.outcomes(number, BLOCK, again)
            except RulesError:  # which is told when this game is played, if it is
                continue
            count += compare_outcomes(interpreter, player, number, outcomes, again)
        held.append(count)
        if run and len(_held) < REMEMBERED:
            _held[run] = count
        return player

    try:
        compilation = begun(needed)
    except NotCompiled as error:
        warn_interpreted(game, error)
        return None
    return tried() if compilation is None else PlayerMeanwhile(interpreter, compilation, tried)


class PlayerMeanwhile:
    """CPython's player until machine code is made, and then that of machine code: the games are the same."""

    def __init__(self, interpreter: Any, compilation: Compilation, compiled: Callable[[], Player | None]) -> None:
        self.interpreter, self.compilation, self.compiled = interpreter, compilation, compiled
        self.player: Player | None = None
        self.lock = threading.Lock()

    @property
    def engine(self) -> str:
        return str((self.player or self.interpreter).engine)

    def outcomes(self, first: int, count: int, lasts: LastStates | None = None) -> Outcomes:
        """As any player's; each game by the engine that is ready when it begins."""
        import numpy as np

        parts: list[Outcomes] = []
        for number in range(first, first + count):
            if self.player is None and self.compilation.done():
                self.settle(Deadline(inf))
            if self.player is not None:
                parts.append(self.player.outcomes(number, first + count - number, lasts))
                break
            parts.append(self.interpreter.outcomes(number, 1, lasts))
        return Outcomes(*map(np.concatenate, zip(*parts, strict=True)))

    def settle(self, ends: Deadline) -> None:
        """Wait for machine code, and hold it to the rules, though CPython may have played all games; not longer."""
        with self.lock:
            while self.player is None and not self.compilation.wait(min(AWAITED, ends.seconds_left)):
                if ends.is_set():
                    return
            self.player = self.player or self.compiled() or self.interpreter


def first_outcomes(interpreter: Any, games: int, lasts: LastStates) -> Outcomes:
    """The outcomes of the first games, in CPython: so many, or until they took STEPS together; one may take more."""
    import numpy as np

    left, player = STEPS, replace(interpreter, longest=min(interpreter.longest, FIRST_STEPS))
    found: list[Outcomes] = []
    for number in range(games):
        found.append(player.outcomes(number, 1, lasts))
        left -= int(found[-1].lengths[0])
        if left <= 0:
            break
        player = replace(interpreter, longest=min(interpreter.longest, STEPS))
    return Outcomes(*map(np.concatenate, zip(*found, strict=True)))


def compare_outcomes(interpreter: Any, player: Player, first: int, expected: Outcomes, lasts: LastStates) -> int:
    """How many games from ``first`` on CPython has finished; raises RulesError where one ends otherwise there."""
    met: LastStates = {}
    compiled = player.outcomes(first, len(expected.marks), met)
    for i in range(len(expected.marks)):
        mine, theirs = ([array[i].tolist() for array in outcomes] for outcomes in (compiled, expected))
        where = f"{type(interpreter.game).__name__}, game {first + i} of seed {interpreter.seed}"
        if mine != theirs and theirs[1] != UNFINISHED:
            raise RulesError(f"{where}: CPython gives score, end and length {theirs}, machine code {mine}")
        if met.get(first + i, lasts.get(first + i)) != lasts.get(first + i):
            raise RulesError(
                f"{where}: ends in CPython in {lasts[first + i]!r}, and in machine code in {met[first + i]!r}"
            )
    return int((expected.marks != UNFINISHED).sum())
