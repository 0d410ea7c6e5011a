"""What compiles means what it means in Python, or is refused: never something else."""

import ast
import marshal
from contextlib import suppress
from functools import cache
from inspect import isgeneratorfunction
from types import FunctionType
from typing import Any

import pytest
from numba import njit
from numba.core.errors import NumbaError
from numba.core.runtime import _nrt_python
from numba.core.runtime.nrt import rtsys

from faceup.native import rules_type  # noqa: F401  # what compiled rules know
from faceup.native.compiler.whole_code import require
from faceup.native.linking import HELPER, link
from faceup.native.lowering.lowered import _parts
from faceup.native.lowering.names import Names
from faceup.native.lowering.refusals import LEFT_OUT, refuse_left_out
from faceup.native.lowering.tree import NoSource, Unsupported, definition_of, same_code
from faceup.native.operations.operation import TooLarge
from tests.games import idioms, meanings
from tests.library import one_in

HELPERS = [
    name
    for name, member in vars(meanings).items()
    if isinstance(member, FunctionType)
    and member.__module__ == meanings.__name__
    and member.__code__.co_argcount - len(member.__defaults__ or ()) == 1
    and not isgeneratorfunction(member)
]


# They hand a list to a generator, which Numba never gives back.
KEPT = {"drained_by_need", "filled_while_asked", "first_natural"}
_nrt_python.memsys_enable_stats()

REFUSED = (Unsupported, NumbaError, NotImplementedError)
ERRORS = (
    LookupError,
    NameError,
    TooLarge,
    ZeroDivisionError,
    ValueError,
    OverflowError,
    TypeError,
    RuntimeError,
    AssertionError,
)


def outcome(function: Any, x: int) -> Any:
    """The answer, or the kind of error."""
    try:
        return function(x)
    except REFUSED:
        raise
    except ERRORS as error:
        return LookupError if isinstance(error, LookupError) else type(error)


@cache
def compiled(name: str) -> Any:
    """The helper in machine code as rules would call it, or None where that is refused."""
    try:
        helper = njit(link(getattr(meanings, name)), **HELPER, no_cfunc_wrapper=True)
        outcome(helper, 3)
    except REFUSED:
        return None
    return helper


@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")  # of a truth value, from Python 3.12 on
@pytest.mark.parametrize("name", one_in(8, HELPERS))
def test_machine_code_means_the_same_or_is_refused(name: str) -> None:
    helper, native = getattr(meanings, name), compiled(name)
    answers = {x: outcome(native, x) for x in range(-3, 8)} if native else {}
    expected = {x: outcome(helper, x) for x, answer in answers.items()}
    assert {x: answer for x, answer in answers.items() if answer not in (expected[x], TooLarge)} == {}
    whole = [x for x, answer in answers.items() if not isinstance(answer, type)]  # an error leaves memory behind
    before = rtsys.get_allocation_stats()
    for x in whole:
        native(x)
    after = rtsys.get_allocation_stats()
    assert (after.alloc - before.alloc == after.free - before.free) == (name not in KEPT or not whole)


@pytest.mark.parametrize("space", [vars(idioms.Idioms), vars(meanings)], ids=["idioms", "meanings"])
def test_no_part_of_a_lowered_tree_stands_in_two_places(space: dict[str, Any]) -> None:
    """A stage that changes trees in place would change it twice; names and constants are no trees."""
    functions = [member for member in space.values() if isinstance(member, FunctionType)]
    looked_at = 0
    for function in functions:
        with suppress(Unsupported, NoSource):
            parts, _ = _parts(function, definition_of(function))
            nodes = [node for part in parts for node in ast.walk(part) if isinstance(node, ast.stmt | ast.expr)]
            trees = [id(node) for node in nodes if not isinstance(node, ast.Name | ast.Constant)]
            assert len(trees) == len(set(trees)), function.__name__
            looked_at += 1
    assert looked_at > 15


def test_a_set_in_code_is_the_same_in_whatever_order_it_was_read() -> None:
    code = meanings.order_of_a_set_in_pairs.__code__
    again = marshal.loads(marshal.dumps(code))
    for _ in range(2):
        again = marshal.loads(marshal.dumps(again))
        assert same_code(code, again)
    one, other = (compile(f"def f(x): return x in {{{items}}}", "", "exec").co_consts[0] for items in ("1, 2", "1, 3"))
    assert not same_code(one, other)
    assert same_code(one.replace(co_consts=(None, frozenset((9, 1)))), one.replace(co_consts=(None, frozenset((1, 9)))))


def test_what_others_compile_in_the_same_process_is_left_alone() -> None:
    def taken(x: int) -> float:
        rows = [[1], [2, 3], [4]]
        rows.pop(0)
        del rows[-1]
        near = 0.5 if x < 0 else x
        return len(rows[0]) + near * 2

    assert njit(taken)(2**60) == 2.0**61


def test_a_compiler_of_which_too_little_is_known_is_named() -> None:
    with pytest.raises(ImportError, match=r"numba .* \(this, builder\), and not \(self, builder, val\); install"):
        require(lambda this, builder: None, "self", "builder", "val")


def test_most_of_them_compile() -> None:
    tried = HELPERS[::8]
    assert sum(compiled(name) is not None for name in tried) > len(tried) / 2


@pytest.mark.parametrize(("value", "instead"), LEFT_OUT)
def test_what_is_left_out_is_refused_with_a_way_around(value: object, instead: str) -> None:
    text = "def ask(row):\n    return sum(row) + sum(left_out(row))"
    space: dict[str, Any] = {"left_out": value}
    exec(text, space)
    (definition,) = ast.parse(text).body
    assert isinstance(definition, ast.FunctionDef)
    with pytest.raises(Unsupported) as refused:
        refuse_left_out(definition, Names(space["ask"], definition))
    assert (refused.value.line, str(refused.value)) == (2, f"`left_out`; {instead}")
