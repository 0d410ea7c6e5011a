"""Machine code for numbered games: compiled as lightly as it can be, and believed only after CPython has played too."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, Protocol

from faceup.results.totals import Outcomes
from faceup.rules.errors import RulesError
from faceup.rules.game_ends import UNFINISHED

TRIED_GAMES = 200  # that CPython plays too, as long as they take no more steps together than its player says


class Player(Protocol):
    """Plays numbered games of a seed; ``engine`` says how."""

    engine: ClassVar[str]

    def outcomes(self, first: int, count: int) -> Outcomes:
        """Games ``first`` to ``first + count - 1``. Raises RulesError where rules or a policy break."""


def believed(interpreter: Any, compiled: Callable[[], Player], games: int) -> Player | None:
    """The player of machine code, once its first games are those of CPython; None where rules are not compiled.

    ``interpreter`` is CPython's player, a frozen dataclass; ``games`` is about how many will be played. Raises
    RulesError where the rules break, or the games differ.
    """
    from faceup.native.not_compiled import NotCompiled, warn_interpreted

    game, rules = interpreter.game, (interpreter.game, interpreter.policies)
    # Rules that break show it here, with a clear message.
    expected = first_outcomes(interpreter, 1 if rules in _believed else min(TRIED_GAMES, games))
    try:
        player = compiled()
    except NotCompiled as error:
        warn_interpreted(game, error)
        return None
    compare_outcomes(game, interpreter.seed, player.outcomes(0, len(expected.marks)), expected)
    _believed.add(rules)
    return player


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
        mine, theirs = ([array[i].item() for array in outcomes] for outcomes in (compiled, interpreted))
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
