"""Games of the library by kind, and the cases of a test that run every time."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest

from faceup.library.finding import find_class, library_names
from faceup.rules.facts import facts_of

# One of each kind: cyclic without chance, cyclic with it, dice of two, hidden cards, a game for one, a simple one.
SIX = ("dodgem", "pig", "hog", "kuhn-poker", "shut-the-box", "three-fourteen")
TOO_LARGE = ("connect-four", "hex", "quarto")  # as they are, to be solved in a test


def open_names() -> list[str]:
    """Return the names of the games with perfect information."""
    return [name for name in library_names() if not facts_of(find_class(name)).hidden]


def six_first(cases: Iterable[Any], every_run: Collection[Any] = SIX) -> list[Any]:
    """Mark all cases as ``deep`` except those in ``every_run``, or whose first item is in it.

    For tests of layers above others that are tested with every game.
    """

    def head(case: Any) -> Any:
        return case[0] if isinstance(case, tuple) else case

    def marked(case: Any) -> Any:
        values = case if isinstance(case, tuple) else (case,)
        return pytest.param(*values, marks=() if head(case) in every_run else pytest.mark.deep)

    return [marked(case) for case in cases]


def one_in(count: int, cases: Iterable[Any]) -> list[Any]:
    """Mark all cases as ``deep`` except one in ``count``.

    For long lists with neighbours of one kind, so that every run tries some of each kind.
    """
    return [case if place % count == 0 else deep(case) for place, case in enumerate(cases)]


def deep(*values: Any) -> Any:
    """Mark a case for ``make test-deep`` only; other cases cover it in every run."""
    return pytest.param(*values, marks=pytest.mark.deep)
