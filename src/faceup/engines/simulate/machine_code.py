"""Machine code for numbered games: compiled as lightly as it can be, and believed only after CPython has played too."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from faceup.engines.compiling import Compilation
from faceup.results.totals import Outcomes
from faceup.rules.errors import RulesError
from faceup.rules.game_ends import UNFINISHED

TRIED_GAMES = 200  # that CPython plays too, as long as they take no more steps together than its player says


class Player(Protocol):
    """Plays numbered games of a seed; ``engine`` says how."""

    @property
    def engine(self) -> str:
        """Its name."""

    def outcomes(self, first: int, count: int) -> Outcomes:
        """Games ``first`` to ``first + count - 1``. Raises RulesError where rules or a policy break."""


def believed(
    interpreter: Any, compiled: Callable[[], Player], games: int, begun: Callable[[float], Compilation | None]
) -> Player | None:
    """The player of machine code, once its first games are those of CPython; None where rules are not compiled.

    ``interpreter`` is CPython's player, a frozen dataclass; ``games`` is about how many will be played. ``begun`` gets
    the seconds that CPython would need, and begins to compile in another process where that pays. Raises RulesError
    where the rules break, or the games differ.
    """
    from faceup.native.not_compiled import NotCompiled, warn_interpreted

    game, rules = interpreter.game, (interpreter.game, interpreter.policies)
    # Rules that break show it here, with a clear message.
    began = time.perf_counter()
    expected = first_outcomes(interpreter, 1 if rules in _believed else min(TRIED_GAMES, games))
    needed = (time.perf_counter() - began) * games / len(expected.marks)

    def tried() -> Player | None:
        try:
            player = compiled()
        except NotCompiled as error:
            warn_interpreted(game, error)
            return None
        compare_outcomes(game, interpreter.seed, player.outcomes(0, len(expected.marks)), expected)
        _believed.add(rules)
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

    def outcomes(self, first: int, count: int) -> Outcomes:
        """As any player's; each game by the engine that is ready when it begins."""
        import numpy as np

        parts: list[Outcomes] = []
        for number in range(first, first + count):
            if self.player is None and self.compilation.done():
                with self.lock:
                    self.player = self.player or self.compiled() or self.interpreter
            if self.player is not None:
                parts.append(self.player.outcomes(number, first + count - number))
                break
            parts.append(self.interpreter.outcomes(number, 1))
        return Outcomes(*map(np.concatenate, zip(*parts, strict=True)))


_believed: set[Any] = set()  # games and policies that machine code was tried on in this process


def first_outcomes(interpreter: Any, games: int) -> Outcomes:
    """The outcomes of the first games, in CPython: so many, or until they took ``tried_steps`` together."""
    import numpy as np

    left = interpreter.tried_steps
    player = replace(interpreter, longest=min(interpreter.longest, left))
    found: list[Outcomes] = []
    for number in range(games):
        found.append(player.outcomes(number, 1))
        left -= int(found[-1].lengths[0])
        if left <= 0:
            break
    return Outcomes(*map(np.concatenate, zip(*found, strict=True)))


def compare_outcomes(game: Any, seed: int, compiled: Outcomes, interpreted: Outcomes) -> None:
    """Raise RulesError where the outcomes of machine code are not those of CPython, which may have stopped earlier."""
    for i in range(len(interpreted.marks)):
        mine, theirs = ([array[i].tolist() for array in outcomes] for outcomes in (compiled, interpreted))
        if mine != theirs and theirs[1] != UNFINISHED:
            raise RulesError(
                f"{type(game).__name__}, game {i} of seed {seed}: CPython gives score, end and length {theirs}, "
                f"machine code {mine}; most likely a number leaves 64 bits"
            )


def lightest_kernel(kernel: Callable[[bool], Any], arguments: tuple[Any, ...]) -> Any:
    """The kernel, compiled for arguments like these without counted references, or with them where it must be.

    Rules that make lists need references counted, which makes them several times slower. Raises NotCompiled.
    """
    from faceup.native.kernels import compile_for
    from faceup.native.not_compiled import NotCompiled

    try:
        made = kernel(False)
        compile_for(made, *arguments)
    except NotCompiled:
        made = kernel(True)
        compile_for(made, *arguments)
    return made
