"""What compiles means what it means in Python, or is refused: never something else."""

from types import FunctionType
from typing import Any

import pytest
from numba.core.errors import NumbaError

from faceup.native import rules_type  # noqa: F401  # what compiled rules know
from faceup.native.linking import twin
from faceup.native.lowering.unlowered import Unlowered
from faceup.native.operations.operation import TooLarge
from tests.games import meanings

HELPERS = [
    name
    for name, member in vars(meanings).items()
    if isinstance(member, FunctionType) and member.__module__ == meanings.__name__ and member.__code__.co_argcount == 1
]


REFUSED = (Unlowered, NumbaError, NotImplementedError)
ERRORS = (LookupError, NameError, TooLarge, ZeroDivisionError)


def outcome(function: Any, x: int) -> Any:
    """The answer, or the kind of error."""
    try:
        return function(x)
    except ERRORS as error:
        return LookupError if isinstance(error, LookupError) else type(error)


def compiled(name: str) -> Any:
    """The helper in machine code, or None where that is refused."""
    try:
        helper = twin(getattr(meanings, name))
        outcome(helper, 3)
    except REFUSED:
        return None
    return helper


@pytest.mark.parametrize("name", HELPERS)
def test_machine_code_means_the_same_or_is_refused(name: str) -> None:
    helper, native = getattr(meanings, name), compiled(name)
    answers = {x: outcome(native, x) for x in range(-3, 8)} if native else {}
    expected = {x: outcome(helper, x) for x, answer in answers.items()}
    assert {x: answer for x, answer in answers.items() if answer not in (expected[x], TooLarge)} == {}


def test_most_of_them_compile() -> None:
    assert sum(compiled(name) is not None for name in HELPERS) > len(HELPERS) / 2
