"""Rows of numbers in a state mean in machine code what tuples mean in Python."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit
from numba.core.errors import TypingError

from faceup.engines.simulate.game_player import CompiledGamePlayer, GamePlayer
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.engines.solve.induction.python_table import PythonTable
from faceup.native import rules_type, state_shape  # noqa: F401  # what compiled rules know
from faceup.native.compiler.whole_code import function_from
from faceup.native.not_compiled import NotCompiled
from faceup.native.operations.row_type import NARROW, TOO_LONG, WIDTHS, RowTooSmall, pack_row, unpack_row
from faceup.native.state_shape import layout_of, shape_of, widen
from tests.games.rows import Growing, Questions
from tests.library import deep, one_in

NAMES = [name for name in vars(Questions) if name.startswith(("asked_", "made_"))]
# Rows of a few words and of many, with items of one byte and of several; most questions differ in none of that.
LAYOUTS = {
    "narrow": Questions(longest=10, largest=3),
    "short": Questions(longest=6),
    "many words": Questions(longest=50),
    "wide": Questions(largest=2**40),
}
LAID_OUT = ("asked_slices", "made_parts", *(name for name in NAMES if "sorted" in name))
IN_EVERY_RUN = {
    *(("asked_slices", "narrow"), ("asked_slices", "wide")),
    *(("made_sorted_ends", "short"), ("made_sorted_ends", "many words")),
}
STATES = (
    ((1, 5, -2, 5), (), 3),
    ((0, 0, 0, 0), (7,), 0),
    ((-128, 127, 3, 2), (1, 2, 3), -5),
    ((3, 1, 2, 0), (0, 0, 0, 0, 0, 5), 4),
)
ERRORS = (LookupError, ValueError, TypeError, UnboundLocalError)


def outcome(function: Any, *arguments: Any) -> Any:
    """The answer, or the kind of error."""
    try:
        return function(*arguments)
    except ERRORS as error:
        return next(kind for kind in ERRORS if isinstance(error, kind))


def differences(game: Questions, name: str) -> list[Any]:
    """Where a method's answers differ in machine code; a row may be too long for it."""
    asked = njit(function_from(f"def ask(rules, s, x):\n    return rules.{name}(s, x)"), no_cfunc_wrapper=True)
    shape, found, answers = shape_of(game), [], 0
    for fields, x in product(STATES, range(6)):
        state = game.State(*fields)
        try:
            answer = outcome(asked, shape.rules(game), shape.native_state(state), x)
        except RowTooSmall:
            continue
        answers += 1
        if answer != outcome(getattr(game, name), state, x):
            found.append((state, x, answer))
    assert answers > len(STATES)
    return found


@pytest.mark.parametrize("name", one_in(4, NAMES))
def test_rows_are_tuples(name: str) -> None:
    assert differences(Questions(), name) == []


@pytest.mark.parametrize(
    ("name", "layout"),
    [case if case in IN_EVERY_RUN else deep(*case) for case in product(LAID_OUT, LAYOUTS)],
)
def test_rows_are_tuples_however_they_are_packed(name: str, layout: str) -> None:
    assert differences(LAYOUTS[layout], name) == []


@given(st.lists(st.integers(-(2**63), 2**63 - 1), max_size=8), st.sampled_from((NARROW, *WIDTHS)), st.integers(1, 9))
def test_a_row_is_packed_and_unpacked_or_refused(row: list[int], width: int, words: int) -> None:
    fits = len(row) < words * 64 // width and all(-(2 ** (width - 1)) <= item < 2 ** (width - 1) for item in row)
    if fits:
        made = pack_row(tuple(row), width, words)
        assert all(-(2**63) <= word < 2**63 for word in made)
        assert unpack_row(made, width) == tuple(row)
    else:
        with pytest.raises(RowTooSmall):
            pack_row(tuple(row), width, words)


@pytest.mark.deep
def test_rows_that_grow_beyond_what_was_seen_get_more_room() -> None:
    game = Growing(length=9, step=40)  # in length and in their numbers
    table = NativeTable(game)
    before = table.shape.count
    expected = PythonTable(game).value(game.start())
    assert table.value(game.start()) == expected
    assert table.shape.count > before
    longest = max(PythonTable(game).known_states or [game.start()], key=lambda state: len(state.row))
    assert table.value(longest) == PythonTable(game).value(longest)


@pytest.mark.deep
@pytest.mark.parametrize(("step", "length"), [(0, 22), (1, 14)])
def test_narrow_rows_spare_words_until_one_does_not_fit(
    step: int, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state_shape, "_least", {})
    game = Growing(length=length, step=step, first=8)
    before = layout_of(game)
    assert before is not None
    assert (before.width, before.words) == (NARROW, (1,))
    assert NativeTable(game).value(game.start()) == PythonTable(game).value(game.start())
    after = layout_of(game)
    assert after is not None
    assert after.width > NARROW


def test_games_with_rows_are_played_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a row outgrows the narrow words that all rows begin with."""
    monkeypatch.setattr(state_shape, "_least", {})
    game = Growing(length=22, step=1, first=8)
    before = layout_of(game)
    assert before is not None
    assert (before.width, before.words) == (NARROW, (1,))
    player = GamePlayer(game, seed=5, longest=100, policies=("first", "random"))
    one, other = player.outcomes(0, 60), CompiledGamePlayer(player).outcomes(0, 60)
    assert [array.tolist() for array in one] == [array.tolist() for array in other]
    assert max(one.lengths) > 7
    after = layout_of(game)
    assert after is not None
    assert after.width > NARROW


def test_rows_that_do_not_fit_are_widened_once() -> None:
    game = Growing(length=9, step=3)
    failed = layout_of(game)
    assert failed is not None
    assert widen(game, RowTooSmall(TOO_LONG), failed)
    wider = layout_of(game)
    assert wider != failed
    assert widen(game, RowTooSmall(TOO_LONG), failed)  # somebody else met the same
    assert layout_of(game) == wider


def test_very_long_rows_run_in_cpython() -> None:
    with pytest.raises(NotCompiled, match="rows of more than 127 numbers"):
        NativeTable(Growing(length=400, step=1, first=300))


def test_the_text_of_a_row_is_refused() -> None:
    with pytest.raises(TypingError, match="the text of a whole row or state"):
        differences(Questions(), "text_of_row")
