"""Ways to say things in Python: each means the same in machine code as in CPython."""

import importlib.util
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import pytest
from numba import njit
from numba.core.runtime import _nrt_python
from numba.core.runtime.nrt import rtsys

from faceup.engines.solve.induction.native_table import NativeTable  # noqa: F401  # registers rules with the compiler
from faceup.library.finding import find_class
from tests.games.idioms import Idioms
from tests.library import one_in

IDIOMS = [
    name
    for name, member in vars(Idioms).items()
    if isinstance(member, FunctionType)
    and name not in ("start", "turn", "moves", "play", "distance", "added", "worth", "is_low")
    and not name.startswith("__")
]
rules = Idioms()
DOCS = Path(__file__).parent.parent / "docs"
KEPT = {"own_generator_of_a_list"}  # what a generator is given, Numba never gives back
_nrt_python.memsys_enable_stats()


def states() -> Iterator[Idioms.State]:
    for a in range(6):
        for b in (0, 1, 4):
            yield Idioms.State(a, b, (37 * a + 11 * b + 5) % 512)


@pytest.mark.parametrize("name", one_in(8, IDIOMS))
def test_machine_code_means_what_cpython_means(name: str) -> None:
    space: dict[str, object] = {}
    exec(f"def ask(rules, s):\n    return rules.{name}(s)", space)
    ask = njit(space["ask"], no_cfunc_wrapper=True)  # which only other languages would call
    for s in states():
        assert ask(rules, s) == getattr(rules, name)(s), s
    before = rtsys.get_allocation_stats()
    for s in states():
        ask(rules, s)
    after = rtsys.get_allocation_stats()
    assert (after.alloc - before.alloc == after.free - before.free) == (name not in KEPT)  # all memory is given back


OUT_OF_RANGE = {
    "a long list": "return SQUARES[s.a + 95]",
    "a list": "return WEIGHTS[s.a + 1]",
    "a table": "return self.TABLE[s.a + 3]",
    "a list made": "return [1, 2, 3][s.a]",
    "a text": "return LETTERS[s.a + 2] == 'a'",
    "a dictionary": "return PRICES[s.a]",
    "a state": "return self.State(*[s.a] * s.a).b",
}


@pytest.mark.parametrize("what", OUT_OF_RANGE)
def test_what_is_not_there_is_an_error_in_machine_code_too(what: str, tmp_path: Path) -> None:
    source = Path(inspect.getfile(Idioms)).read_text()
    text = source + f"\n\nclass Outside(Idioms):\n    def asked(self, s):\n        {OUT_OF_RANGE[what]}\n"
    (tmp_path / "outside.py").write_text(text)
    outside = find_class(f"{tmp_path / 'outside.py'}:Outside")()
    ask = njit(lambda rules, s: rules.asked(s), no_cfunc_wrapper=True)
    errors = 0
    for a in range(6):
        s = outside.State(a, 0, 0)
        try:
            expected = outside.asked(s)
        except (LookupError, TypeError):
            errors += 1
            with pytest.raises((LookupError, TypeError)):
                ask(outside, s)
        else:
            assert ask(outside, s) == expected
    assert errors


def test_the_docs_list_them_all() -> None:
    spec = importlib.util.spec_from_file_location("idioms_page", DOCS / "idioms.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text = (DOCS / "python-in-rules.md").read_text(encoding="utf-8")
    assert module.page() == text  # python docs/idioms.py writes it anew
    assert sum(len(bodies) for _, bodies in module.groups(module.SOURCE.read_text(encoding="utf-8"))) >= len(IDIOMS) - 2
