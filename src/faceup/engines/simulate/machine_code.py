"""Machine code for numbered games, cross-checked against games that CPython plays as well.

The certificate of a simulation (see ``model.certificates``): sampled games end the same in both, with the same score,
number of moves and last state.
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

AWAITED = 1.0  # seconds between two checks of the deadline while another process compiles
# Games that CPython plays too: the first ones, and sampled blocks; as many as take STEPS steps, by the length of the
# first ones, or MORE_STEPS in runs of more than MANY games.
FIRST_GAMES, BLOCK, MANY, STEPS, MORE_STEPS = 20, 10, 10_000, 20_000, 40_000
FIRST_STEPS = 100_000  # of the first game alone, so that one at least is played to its end
REMEMBERED = 1000  # checked runs that a process remembers

LastStates = dict[int, Any]  # the last state of each game, by its number

_held: dict[tuple[Any, int], int] = {}  # how many games of a run were compared


class Player(Protocol):
    """Plays numbered games of a seed."""

    @property
    def engine(self) -> str:
        """Its name."""

    def outcomes(self, first: int, count: int, lasts: LastStates | None = None) -> Outcomes:
        """Play games ``first`` to ``first + count - 1``. Raises RulesError if rules or a policy break.

        Adds the last states of games that end to ``lasts``, except for solitaire games.
        """


def certified_player(
    interpreter: Any,
    make_compiled: Callable[[], Player],
    games: int,
    start_compiler: Callable[[float], Compilation | None],
    compared: list[int],
) -> Player | None:
    """Return the player in machine code, after comparing it with CPython; None if the rules do not compile.

    ``interpreter`` is CPython's player, a frozen dataclass; ``games`` is about how many will be played.
    ``start_compiler`` gets the seconds that CPython would need, and compiles in another process if that pays. The
    number of games compared is appended to ``compared``. Raises RulesError if the rules break or the games differ.
    """
    from faceup.engines.graph.certificates import sample_numbers
    from faceup.native.not_compiled import NotCompiled, warn_interpreted

    game = interpreter.game
    key = None if getattr(interpreter, "solution", None) else (interpreter, games)
    if key in _held:
        compared.append(_held[key])
        return make_compiled()
    # Rules that break show it here, with a clear message.
    began = time.perf_counter()
    lasts: LastStates = {}
    expected = first_outcomes(interpreter, min(FIRST_GAMES, games), lasts)
    interpreter.under_way.leave_game()
    seconds = (time.perf_counter() - began) * games / len(expected.marks)
    first, steps = len(expected.marks), int(expected.lengths.sum())
    replayed = min(games, (MORE_STEPS if games > MANY else STEPS) * first // max(steps, 1))
    blocks = max(replayed - first, 0) // BLOCK

    def check_player() -> Player | None:
        try:
            player = make_compiled()
        except NotCompiled as error:
            warn_interpreted(game, error)
            return None
        count = compare_outcomes(interpreter, player, 0, expected, lasts)
        replayer = replace(interpreter, longest=min(interpreter.longest, STEPS))
        for number in (first + BLOCK * sample_numbers(blocks, (games - first) // BLOCK)).tolist():
            again: LastStates = {}
            try:
                outcomes = replayer.outcomes(number, BLOCK, again)
            except RulesError:  # reported when this game is played, if it is
                continue
            count += compare_outcomes(interpreter, player, number, outcomes, again)
        compared.append(count)
        if key and len(_held) < REMEMBERED:
            _held[key] = count
        return player

    try:
        compilation = start_compiler(seconds)
    except NotCompiled as error:
        warn_interpreted(game, error)
        return None
    return check_player() if compilation is None else FallbackPlayer(interpreter, compilation, check_player)


class FallbackPlayer:
    """CPython's player until machine code is ready, and then machine code: the games are the same."""

    def __init__(self, interpreter: Any, compilation: Compilation, check_player: Callable[[], Player | None]) -> None:
        self.interpreter, self.compilation, self.check_player = interpreter, compilation, check_player
        self.player: Player | None = None
        self.lock = threading.Lock()

    @property
    def engine(self) -> str:
        return str((self.player or self.interpreter).engine)

    def outcomes(self, first: int, count: int, lasts: LastStates | None = None) -> Outcomes:
        """Play games, each by the engine that is ready when the game begins."""
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
        """Wait for machine code until ``ends``, and check it, even if CPython has played all games."""
        with self.lock:
            while self.player is None and not self.compilation.wait(min(AWAITED, ends.seconds_left)):
                if ends.is_set():
                    return
            self.player = self.player or self.check_player() or self.interpreter


def first_outcomes(interpreter: Any, games: int, lasts: LastStates) -> Outcomes:
    """Play the first games in CPython: ``games`` of them, or until they took STEPS steps in all."""
    import numpy as np

    steps_left, player = STEPS, replace(interpreter, longest=min(interpreter.longest, FIRST_STEPS))
    games_played: list[Outcomes] = []
    for number in range(games):
        games_played.append(player.outcomes(number, 1, lasts))
        steps_left -= int(games_played[-1].lengths[0])
        if steps_left <= 0:
            break
        player = replace(interpreter, longest=min(interpreter.longest, STEPS))
    return Outcomes(*map(np.concatenate, zip(*games_played, strict=True)))


def compare_outcomes(interpreter: Any, player: Player, first: int, expected: Outcomes, lasts: LastStates) -> int:
    """Compare games from ``first`` on; return how many CPython has finished. Raises RulesError if one differs."""
    compiled_lasts: LastStates = {}
    compiled = player.outcomes(first, len(expected.marks), compiled_lasts)
    for i in range(len(expected.marks)):
        actual, wanted = ([array[i].tolist() for array in outcomes] for outcomes in (compiled, expected))
        label = f"{type(interpreter.game).__name__}, game {first + i} of seed {interpreter.seed}"
        if actual != wanted and wanted[1] != UNFINISHED:
            raise RulesError(f"{label}: CPython gives score, end and length {wanted}, machine code {actual}")
        last = lasts.get(first + i)
        if (compiled_last := compiled_lasts.get(first + i, last)) != last:
            raise RulesError(f"{label}: ends in CPython in {last!r}, and in machine code in {compiled_last!r}")
    return int((expected.marks != UNFINISHED).sum())
