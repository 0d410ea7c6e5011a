"""The library, as tests of one kind of game take it, and what of it is tried in every run."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest

from faceup.library.finding import find_class, library_names
from faceup.rules.facts import facts_of

# One of each kind: it comes round without chance and with it, is thrown by two, bet on unseen, played alone, or simple.
SIX = ("dodgem", "pig", "hog", "kuhn-poker", "shut-the-box", "three-fourteen")
TOO_LARGE = ("connect-four", "hex", "quarto")  # as they are, to be solved in a test


def open_names() -> list[str]:
    """The names of the games in which everybody sees all."""
    return [name for name in library_names() if not facts_of(find_class(name)).hidden]


def six_first(cases: Iterable[Any], kept: Collection[Any] = SIX) -> list[Any]:
    """The cases, of which only those that are kept, or begin with one that is, run where ``deep`` tests are left out.

    For tests of layers that stand on others which every game is tried in.
    """

    def head(case: Any) -> Any:
        return case[0] if isinstance(case, tuple) else case

    def marked(case: Any) -> Any:
        values = case if isinstance(case, tuple) else (case,)
        return pytest.param(*values, marks=() if head(case) in kept else pytest.mark.deep)

    return [marked(case) for case in cases]


def one_in(count: int, cases: Iterable[Any]) -> list[Any]:
    """The cases, of which one in ``count`` runs where ``deep`` tests are left out.

    For long lists whose neighbours are of one kind, so that some of each kind are tried in every run.
    """
    return [case if place % count == 0 else deep(case) for place, case in enumerate(cases)]


def deep(*values: Any) -> Any:
    """A case that is left to ``make test-deep``, for what it tries is tried by others in every run."""
    return pytest.param(*values, marks=pytest.mark.deep)
