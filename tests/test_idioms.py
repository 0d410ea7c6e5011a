"""Ways to say things in Python: each means the same in machine code as in CPython."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
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
DOCS = Path(__file__).parent.parent / "docs"


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


def test_the_docs_list_them_all() -> None:
    spec = importlib.util.spec_from_file_location("idioms_page", DOCS / "idioms.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text = (DOCS / "python-in-rules.md").read_text(encoding="utf-8")
    assert module.page() == text  # python docs/idioms.py writes it anew
    assert sum(len(bodies) for _, bodies in module.groups(module.SOURCE.read_text(encoding="utf-8"))) >= len(IDIOMS) - 2
