"""Lanes: sixty-four games side by side play as CPython plays them one by one, or are refused."""

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, event, given, settings
from hypothesis import strategies as st
from llvmlite import binding

from faceup.games.clock import Clock
from faceup.games.one_handed import OneHanded
from faceup.native.lanes import player as lanes
from faceup.native.lanes.llvm import emit
from faceup.native.lanes.player import LanePlayer, LanesRefused, lanes_player
from faceup.native.lanes.tracing import read_rules
from faceup.rules import OVER, NamedTuple, Patience, Pile, Tally
from faceup.rules.contract import BROKEN as FAILED
from faceup.rules.contract import LOST, UNFINISHED, WON
from faceup.rules.pile import things
from tests.games.arbitrary import OPERATORS, Program
from tests.games.four_piles import Careless, Dealt, EndlessIfOdd, FourPiles, Growing, Pairs, Reckoning, Redealt, Sorting
from tests.library import deep


def plain(game: Patience, order: list[int], longest: int) -> tuple[float, int, int]:
    """Score, mark and length of one game, in CPython."""
    table = game.Table(*(Tally() if kind is Tally else Pile(len(order)) for kind in things(game.Table)))
    game.lay(table, Pile(len(order), order))
    length = 0
    try:
        while length < longest:
            if game.step(table) == OVER:
                return float(game.score(table)), WON if game.won(table) else LOST, length
            length += 1
    except (IndexError, ValueError, ZeroDivisionError):
        return 0.0, FAILED, length
    return 0.0, UNFINISHED, length


def orders_of(game: Patience, count: int, seed: int = 1) -> Any:
    deck = list(game.deck())
    numbers = random.Random(seed)
    return np.array([numbers.sample(deck, len(deck)) for _ in range(count)], np.int8).reshape(count, len(deck))


def in_lanes(player: LanePlayer, orders: Any, longest: int) -> list[tuple[float, int, int]]:
    count = len(orders)
    scores, marks, lengths = np.full(count, -9.0), np.full(count, -9, np.int8), np.full(count, -9)
    player.play(orders, scores, marks, lengths, longest)
    return list(zip(scores.tolist(), marks.tolist(), lengths.tolist(), strict=True))


def compare(game: Patience, count: int = 300, longest: int = 1000) -> set[int]:
    """Play the same games both ways; the marks that occurred."""
    orders = orders_of(game, count)
    found = in_lanes(LanePlayer(game), orders, longest)
    assert found == [plain(game, order, longest) for order in orders.tolist()]
    return {mark for _, mark, _ in found}


# --- the games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "parameters",
    [{}, {"ranks": 12, "lowest": 2}, deep({"ranks": 5}), deep({"suits": 2, "ranks": 3}), {"suits": 1, "ranks": 1},
     deep({"suits": 3}), {"suits": 8, "ranks": 15}],
)  # fmt: skip
def test_one_handed(parameters: dict[str, int]) -> None:
    compare(OneHanded(**parameters), 1500)


@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 200])
def test_any_number_of_games(count: int) -> None:
    compare(OneHanded(), count)


@pytest.mark.parametrize("longest", [0, deep(1), 63, 64, deep(65), 70, deep(128)])
def test_unfinished_games(longest: int) -> None:
    compare(OneHanded(), 200, longest)
    compare(Clock(), 200, longest)


@pytest.mark.parametrize("parameters", [{}, {"ranks": 5}, {"suits": 2, "ranks": 3}, {"suits": 9}])
def test_clock(parameters: dict[str, int]) -> None:
    compare(Clock(**parameters), 1000)


def test_threads_share_a_player() -> None:
    player, orders = lanes_player(OneHanded()), orders_of(OneHanded(), 2000)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: in_lanes(player, orders, 1000), range(12)))
    assert all(each == found[0] for each in found)


def test_lanes_of_another_width() -> None:
    orders = orders_of(OneHanded(), 300)
    assert in_lanes(LanePlayer(OneHanded(), 128), orders, 99) == in_lanes(LanePlayer(OneHanded()), orders, 99)


# --- other processors ---------------------------------------------------------------------------------------------


def test_the_plainest_processor_of_this_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "host", lambda: ("", ""))
    compare(OneHanded(), 200)
    compare(Clock(ranks=5), 200)


@pytest.mark.parametrize("triple", ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"])
def test_code_for_other_processors(triple: str) -> None:
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(triple).create_target_machine(opt=2)
    text = emit(read_rules(OneHanded()), 64).text
    assert "play" in machine.emit_assembly(binding.parse_assembly(text))


# --- constructs ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        *(Pairs(), deep(Pairs(suits=3)), Sorting(), deep(Sorting(ranks=5))),
        *(Dealt(), deep(Dealt(suits=3)), Reckoning(), Redealt(ranks=3)),
    ],
)
def test_constructs(game: Patience) -> None:
    assert compare(game, 1000) <= {LOST, WON}


def test_errors_are_marked() -> None:
    assert compare(Careless(), 2000) >= {LOST, WON, FAILED}
    assert compare(Growing(), 200) >= {LOST, FAILED}


def test_games_without_an_end() -> None:
    assert compare(EndlessIfOdd(), 100, 700) == {LOST, UNFINISHED}


# --- refusals -----------------------------------------------------------------------------------------------------

LOG: list[int] = []
steps_taken = 0


def refused(step: Any, **members: Any) -> str:
    kind = type("Refused", (FourPiles,), {"step": step, **members})
    with pytest.raises(LanesRefused) as caught:
        lanes_player(kind())
    return str(caught.value)


def test_refusals() -> None:
    def tucks(self, t):
        t.heap.tuck(t.stock.pop())

    def loops(self, t):
        while t.stock.size() > 0 and t.stock.top(1) != 7:
            t.heap.push(t.stock.pop())
        while t.heap.size() > 0 and t.heap.top(1) != 9:
            t.left.push(t.heap.pop())
        return OVER

    def fraction(self, t):
        t.heap.push(t.stock.pop() / 2)

    def cells(self, t):
        return t.heap.cells[0]

    def large(self, t):
        return OVER if t.stock.top(1) ** 2 * t.stock.top(2) ** 9 > 5 else 0

    def distinct(self, t):
        return OVER if str(t.stock.top(1) * t.stock.top(2)) == "5" else 0

    def wide(self, t):
        card = t.stock.top(1)
        return OVER if card * card * card * card * card * card * t.stock.top(2) > 99 else 0

    def identity(self, t):
        return OVER if t.stock.top(1) is t.stock.top(2) else 0

    def sets_a_global(self, t):
        global steps_taken
        steps_taken += 1
        return 0

    def remembers(self, t):
        LOG.append(1)
        return OVER if t.stock.size() > len(LOG) else 0

    def fails(self, t):
        raise TypeError("no such thing")

    assert "tuck" in refused(tucks)
    assert "ways" in refused(loops)
    assert "whole number" in refused(fraction)
    assert "cells" in refused(cells)
    assert "ways" in refused(large)
    assert "128" in refused(distinct)
    assert "32 bits" in refused(wide)
    assert "is" in refused(identity)
    assert "global" in refused(sets_a_global)
    assert "more than the table" in refused(remembers)
    assert "no such thing" in refused(fails)
    assert "empty" in refused(fails, deck=lambda self: iter(()))
    assert "score" in refused(lambda self, t: OVER, score=lambda self, t: t.score)
    assert "0.5 where" in refused(lambda self, t: OVER, score=lambda self, t: 0.5)


def test_lay_must_not_look_at_the_cards() -> None:
    def lay(self, t, deck):
        if deck.top(1) > 3:
            t.stock.push(deck.pop())

    assert "lay" in refused(lambda self, t: OVER, lay=lay)


def test_a_tally_must_be_bounded() -> None:
    class Counting(FourPiles):
        class Table(NamedTuple):
            stock: Pile
            number: Tally

        def score(self, t):
            return 0

        def step(self, t):
            t.number.n += 1
            return 0 if t.stock.top(1) > 5 else OVER

    with pytest.raises(LanesRefused, match="bounds of a tally"):
        lanes_player(Counting())


def test_games_of_very_different_length_are_refused() -> None:
    class Patient(FourPiles):
        """Rarely plays far."""

        def step(self, t):
            if t.stock.size() == 0 or t.stock.top(1) > 5:
                return OVER
            t.heap.push(t.stock.pop())
            return 0

    with pytest.raises(LanesRefused, match="of the lanes"):
        lanes_player(Patient())


def test_steps_that_do_too_many_different_things_are_refused() -> None:
    with pytest.raises(LanesRefused, match="instructions"):
        lanes_player(Redealt())


def test_arrays_must_fit() -> None:
    player, orders = lanes_player(OneHanded()), orders_of(OneHanded(), 3)
    for wrong in (orders[:, :9], orders.astype(np.int16), np.asfortranarray(orders)):
        with pytest.raises(ValueError):  # noqa: PT011
            in_lanes(player, wrong, 9)


# --- random rules -------------------------------------------------------------------------------------------------

PHASES = [phase for phase in Phase if phase not in (Phase.shrink, Phase.explain)]  # each example is compiled


def expressions() -> Any:
    place = st.integers(0, 2)
    leaves = st.one_of(
        st.integers(-3, 12),
        st.tuples(st.just("top"), place, st.integers(1, 4)),
        st.tuples(st.just("size"), place),
        st.tuples(st.just("tally")),
    )
    return st.recursive(leaves, lambda inner: st.tuples(st.sampled_from(sorted(OPERATORS)), inner, inner), max_leaves=5)


def statements() -> Any:
    place, value = st.integers(0, 2), expressions()
    plain_ones = st.one_of(
        st.tuples(st.just("move"), place, place),
        st.tuples(st.just("push"), place, value),
        st.tuples(st.just("drop"), place, st.integers(0, 3)),
        st.tuples(st.just("clear"), place),
        st.tuples(st.just("note"), value),
        st.tuples(st.just("return"), st.sampled_from([0, 1, OVER])),
    )
    return st.recursive(
        plain_ones,
        lambda inner: st.tuples(
            st.just("if"), value, st.lists(inner, min_size=1, max_size=3), st.lists(inner, max_size=2)
        ),
        max_leaves=6,
    )


@settings(max_examples=15, phases=PHASES)
@given(st.lists(statements(), min_size=1, max_size=5), st.integers(0, 1000))
def test_random_rules(program: Any, seed: int) -> None:
    game = type("RandomRules", (Program,), {"program": tuple(program)})()
    try:
        player = LanePlayer(game)
    except LanesRefused as refusal:
        reason = str(refusal)
        event("refused")
    else:
        reason = ""
    if reason:
        assert any(word in reason for word in ("ways", "parts", "asks", "instructions", "may not fit", "its value"))
    else:
        orders = orders_of(game, 70, seed)
        assert in_lanes(player, orders, 80) == [plain(game, order, 80) for order in orders.tolist()]


@pytest.mark.parametrize("depth", [1, deep(2), deep(3), 4])
def test_a_tally_may_be_a_card_that_nothing_else_looks_at(depth: int) -> None:
    """Found by chance among random rules: such rows were not kept."""
    note = [("note", ("top", 0, depth))]
    for body in (note, [*note, ("move", 0, 0)], [("if", ("tally",), [("clear", 0)], [*note, ("push", 1, 4)])]):
        program = [("if", ("size", 2), [("return", OVER)], []), ("push", 2, 1), *body]
        game = type("RandomRules", (Program,), {"program": tuple(program)})()
        orders = orders_of(game, 70)
        assert in_lanes(LanePlayer(game), orders, 5) == [plain(game, order, 5) for order in orders.tolist()]
