"""Rows in order of size are in machine code what ``sorted`` makes of them in Python."""

from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from faceup.engines.simulate.game_player import CompiledGamePlayer, GamePlayer
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.engines.solve.induction.python_table import PythonTable
from faceup.native import rules_type  # noqa: F401  # what compiled rules know
from faceup.native.operations.row_type import NARROW, WIDTHS, PackedRow, RowTooSmall, RowType, same
from faceup.native.operations.sorted_rows import insert_item, network, sort_row, times_in
from tests.games.rows import Sorting
from tests.library import deep

KINDS = [RowType(width, words) for width in WIDTHS for words in (1, 2, 3, 8)]
KINDS += [RowType(NARROW, 1), RowType(8, 24), RowType(16, 4)]


@st.composite
def rows(draw: Any) -> PackedRow:
    """A row of one of the kinds, with small numbers, of which several are equal, or any that fit."""
    kind = draw(st.sampled_from(KINDS))
    most = draw(st.sampled_from((1, 2 ** (kind.width - 1) - 1)))
    return PackedRow(draw(st.lists(st.integers(-most - 1, most), max_size=kind.capacity)), kind)


@cache
def asked(text: str) -> Any:
    """A compiled function of a row and two other values."""
    names = {"sort_row": sort_row, "times_in": times_in, "inserted": insert_item, "same": same}
    return njit(eval(f"lambda row, a, b: {text}", names), no_cfunc_wrapper=True)


@pytest.mark.parametrize("size", [1, 2, 4, 8, deep(16)])
def test_a_network_puts_all_that_there_is_in_order(size: int) -> None:
    """A network that puts zeros and ones in order, however they lie, puts anything in order (D. Knuth)."""
    steps = [*network(size)]
    for row in product((0, 1), repeat=size):
        items = [*row]
        for one, other in (pair for pairs in steps for pair in pairs):
            items[one], items[other] = min(items[one], items[other]), max(items[one], items[other])
        assert items == sorted(row)


def test_the_pairs_of_a_step_share_no_place() -> None:
    for pairs in network(32):
        places = [place for pair in pairs for place in pair]
        assert len(places) == len({*places})


@given(rows(), st.booleans())
def test_rows_are_put_in_order(row: PackedRow, reverse: bool) -> None:
    assert asked("sort_row(row, a > 0)")(row, int(reverse), 0) == tuple(sorted(row, reverse=reverse))


@given(rows())
def test_nothing_is_left_behind_the_last_item(row: PackedRow) -> None:
    assert asked("same(sort_row(row, False), a)")(row, PackedRow(sorted(row), row.kind), 0)


@given(rows(), st.data())
def test_items_are_counted(row: PackedRow, data: st.DataObject) -> None:
    sought = data.draw(st.sampled_from((*row, 0, -1, len(row), 2**40, -(2**63))))
    assert asked("times_in(row, a)")(row, sought, 0) == row.count(sought)


@given(rows(), st.data())
def test_an_item_is_put_in_where_there_is_room(row: PackedRow, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(row)))
    most = 2 ** (row.kind.width - 1) - 1
    item = data.draw(st.sampled_from((0, -1, most, -most - 1, 2**62)))
    fits = len(row) < row.kind.capacity and item <= most
    try:
        assert asked("inserted(row, a, b)")(row, place, item) == (*row[:place], item, *row[place:])
        assert fits
    except RowTooSmall:
        assert not fits


@pytest.mark.parametrize("step", [1, deep(9), deep(100), deep(500)])
def test_rows_in_order_grow_shrink_and_need_more_room(step: int) -> None:
    game = Sorting(step=step)
    table, expected = NativeTable(game), PythonTable(game)
    assert table.value(game.start()) == expected.value(game.start())
    assert table.states == expected.states


@pytest.mark.deep
def test_rows_in_order_are_played_alike() -> None:
    player = GamePlayer(Sorting(step=7, times=9), seed=3, longest=100, policies=("random", "random"))
    one, other = player.outcomes(0, 80), CompiledGamePlayer(player).outcomes(0, 80)
    assert [array.tolist() for array in one] == [array.tolist() for array in other]
