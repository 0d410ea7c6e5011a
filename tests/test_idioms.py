"""Ways to say things in Python: each means the same in machine code as in CPython."""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from numba import njit
from numba.core.errors import TypingError
from numba.core.runtime import _nrt_python
from numba.core.runtime.nrt import rtsys

from faceup.engines.solve.induction.native_table import NativeTable  # noqa: F401  # registers rules with the compiler
from faceup.library.finding import find_class
from faceup.native.compiler.whole_code import function_from
from faceup.native.lowering.refusals import LEFT_OUT
from faceup.native.lowering.tree import Unsupported
from faceup.native.not_compiled import NotCompiled
from faceup.native.state_shape import shape_of
from tests.games.dialect import Collect
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
PAGE = (Path(__file__).parent.parent / "docs" / "python-in-rules.md").read_text(encoding="utf-8")
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


# The statements that the table of the page has under a name, since they need several lines.
STATEMENTS = {
    "try": "try:\n    return s.dice[9]\nexcept IndexError:\n    return 0",
    "case [first, *_]": "match s.dice:\n    case [first, *_]:\n        return first\nreturn 0",
    "max(held, key=held.get)": "held = {1: 2}\nreturn max(held, key=held.get)",
    "row or (7, 8)": "row = tuple(die for die in s.dice if die > 2)\nreturn (row or (7, 8))[0]",
    "if s.cards: n = 1 ... return n": "if not s.cards: n = 1\nreturn n",
    "row.sort(reverse=True)": "row = [1, 2]\nrow.sort(reverse=True)\nreturn row[0]",
    "def worth(die, more=1): return die + more": "def worth(die, more=1): return die + more\nreturn worth(2)",
}
TABLE = re.findall(r"^\| (`.+`) \| (.+) \|$", PAGE, re.MULTILINE)
SHOWN = [(code, instead.replace("`", "")) for row, instead in TABLE for code in re.findall("`(.+?)`", row)]
LEFT_OUT_NAMES = {value.__name__: instead.replace("`", "") for value, instead in LEFT_OUT}


def examples() -> tuple[list[str], list[str]]:
    """The definitions that the page shows, and its examples as bodies of methods, those of a block together."""
    definitions, bodies = list[str](), list[str]()
    for block in re.findall(r"```py\n(.*?)```", PAGE, re.DOTALL):
        expressions, body = list[str](), list[str]()
        for node in ast.parse(block).body:
            text = ast.unparse(node)
            if not body and (isinstance(node, ast.FunctionDef | ast.ClassDef) or re.match("[A-Z]+ = ", text)):
                definitions.append(text)
            elif not body and isinstance(node, ast.Expr):
                expressions.append(text)
            else:
                body.append(text)
                if isinstance(node, ast.Return):
                    bodies.append("\n".join(body))
                    body = []
        assert not body, block
        bodies += [f"return ({', '.join(expressions)},)"] if expressions else []
    return definitions, bodies


def asked(bodies: list[str], definitions: list[str], folder: Path) -> Any:
    """The game of the page, with each body as a method ``asked_0``, ``asked_1`` ..."""
    source = (
        Path(inspect.getfile(Collect)).read_text().replace("class Collect", "\n".join([*definitions, "class Collect"]))
    )
    methods = (f"    def asked_{k}(self, s):\n{textwrap.indent(body, ' ' * 8)}\n" for k, body in enumerate(bodies))
    (folder / "asked.py").write_text("\n".join([source, *methods]))
    return find_class(f"{folder / 'asked.py'}:Collect")()


def in_machine_code(game: Any, k: int) -> Callable[[Any], Any]:
    shape = shape_of(game)
    ask = njit(function_from(f"def ask(rules, s):\n    return rules.asked_{k}(s)"), no_cfunc_wrapper=True)
    return lambda state: ask(shape.rules(game), shape.native_state(state))


def test_all_code_of_the_page_means_the_same_in_machine_code(tmp_path: Path) -> None:
    definitions, bodies = examples()
    assert len(definitions) > 5
    assert len(bodies) >= 10
    game = asked(bodies, definitions, tmp_path)
    states = [game.start()]
    for m in (2, 3, 1, "stop"):
        states.append(game.play(states[-1], m))
    for k, body in enumerate(bodies):
        ask = in_machine_code(game, k)
        answers = [getattr(game, f"asked_{k}")(state) for state in states]
        assert [ask(state) for state in states] == answers, body


@pytest.mark.parametrize(("code", "instead"), [pair for pair in SHOWN if pair[0] not in LEFT_OUT_NAMES])
def test_what_the_page_calls_impossible_is_refused_with_its_words(code: str, instead: str, tmp_path: Path) -> None:
    body = STATEMENTS.get(code, code)
    whole = body if "return" in body else f"return {body}" if "=" not in body.replace("==", "") else f"{body}\nreturn 1"
    game = asked([whole], [], tmp_path)
    game.asked_0(game.start())  # CPython has no objection
    with pytest.raises((Unsupported, TypingError)) as refused:
        in_machine_code(game, 0)(game.start())
    assert instead in NotCompiled(game, refused.value).reason.replace("`", "")


def test_the_page_lists_all_that_is_left_out_of_the_standard_library() -> None:
    assert {code: instead for code, instead in SHOWN if code in LEFT_OUT_NAMES} == LEFT_OUT_NAMES
