"""Ways to say things in Python: each means the same in machine code as in CPython."""

from collections.abc import Iterator
from types import FunctionType

import pytest
from numba import njit

from faceup.engines.solve.native import NativeTable  # noqa: F401  # registers rules with the compiler
from tests.games.idioms import Idioms

IDIOMS = [
    name
    for name, member in vars(Idioms).items()
    if isinstance(member, FunctionType)
    and name not in ("start", "turn", "moves", "play", "distance", "added", "worth")
    and not name.startswith("__")
]
rules = Idioms()


def states() -> Iterator[Idioms.State]:
    for a in range(6):
        for b in (0, 1, 4):
            yield Idioms.State(a, b, (37 * a + 11 * b + 5) % 512)


@pytest.mark.parametrize("name", IDIOMS)
def test_machine_code_means_what_cpython_means(name: str) -> None:
    space: dict[str, object] = {}
    exec(f"def ask(rules, s):\n    return rules.{name}(s)", space)
    ask = njit(space["ask"])
    for s in states():
        assert ask(rules, s) == getattr(rules, name)(s), s
