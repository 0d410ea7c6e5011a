"""Numbers near what machine code can hold: bounds hold, nothing rounded is called exact, odds of any size are sound."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faceup.engines.solve.native import NativeTable
from faceup.engines.solve.overflow_check import LeavesFloats
from tests.games.limits import Edges, WholeEdges
from tests.oracle import oracle

edges = st.builds(
    dict,
    seed=st.integers(0, 10**9),
    size=st.integers(0, 10),
    spread=st.integers(1, 11),
    chance=st.integers(0, 10),
    rewards=st.booleans(),
    nodes=st.integers(1, 30),
)


@pytest.mark.parametrize("rules_class", [Edges, WholeEdges])
@given(given_parameters=edges)
@settings(max_examples=300, deadline=None)
def test_bounds_hold_near_all_limits(rules_class: Any, given_parameters: dict[str, int]) -> None:
    game = rules_class(**given_parameters)
    truth = oracle(game)
    table = NativeTable(game)
    try:
        table.value(game.start())
    except LeavesFloats:
        assert max(abs(value) for value in truth.values()) * 2**62 > 10**300
        return
    for state, expected in truth.items():
        found = table.value(state)
        assert found.low <= expected <= found.high, state
        assert (found.how == "exact") <= (found.low == expected), state
        assert found.how == "exact" or found.low < found.high
        if game.turn(state) >= 0:
            values = {m: game.reward(state, m) for m in game.moves(state)}
            assert values
