"""Numbers near what machine code can hold: bounds hold, nothing rounded is called exact, odds of any size are sound."""

import json
import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import faceup
from faceup.engines.graph.game_graph import walk
from faceup.engines.graph.stakes import stakes_for
from faceup.engines.model.random_stream import STREAM_SIZE, begin, below_any
from faceup.engines.simulate.sampler import simulate
from faceup.engines.solve.dispatch import solve
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.engines.solve.overflow_check import LeavesFloats, LeavesWord
from faceup.engines.sweep.grid import sweep
from faceup.numbers.value import exactly
from faceup.play.review import review
from faceup.play.session import Session
from faceup.results.documents import codec
from faceup.results.documents.codec import document as document_of
from faceup.results.documents.review import Reviewed
from faceup.rules.errors import ParameterError, RulesError
from faceup.rules.parameters import write_parameters
from faceup.show.pictures.first_moves import moves_figure
from faceup.show.text.printed import solution_lines
from faceup.web.answers.positions import position_shown
from faceup.web.limits import VisitorLimits
from tests.games.limits import Bent, BentTerms, Bet, Edges, Sixes, Unseen, WholeEdges
from tests.games.payoffs import Vast, VastFractions
from tests.library import deep
from tests.oracle import exact_number, oracle

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
@settings(max_examples=50, deadline=None)
def test_bounds_hold_near_all_limits(rules_class: Any, given_parameters: dict[str, int]) -> None:
    game = rules_class(**given_parameters)
    truth = oracle(game)
    table = NativeTable(game)
    try:
        table.value(game.start())
    except LeavesFloats:
        assert max(abs(value) for value in truth.values()) * 2**62 > 10**300
        truth = {}  # which CPython would tell
    except LeavesWord:  # large floats are whole, and may be whole numbers in Python
        assert rules_class is Edges
        truth = {}
    for state, expected in truth.items():
        found = table.value(state)
        assert found.low <= expected <= found.high, state
        assert (found.how == "exact") <= (found.low == expected), state
        assert found.how == "exact" or found.low < found.high
        if game.turn(state) >= 0:
            after = {m: exact_number(game.reward(state, m)) + truth[game.play(state, m)] for m in game.moves(state)}
            for move, value in table.values(state).items():
                assert value.low <= after[move] <= value.high, (state, move)
            assert {move for move, value in after.items() if value == expected} <= set(table.best(state))


@pytest.mark.parametrize("dice", [1, 20, 400, 410, 415, 500, 5000])
def test_chances_near_zero_are_bounded(dice: int) -> None:
    game = Sixes(dice=dice)
    found = solve(game, engine="native").value
    assert found.how == "bounded"
    assert found.low < Fraction(1, 6**dice) < found.high
    assert solve(game, exact=True).value.exact == Fraction(1, 6**dice)


def test_digits_of_a_chance_near_zero_are_seen_to_be_cut() -> None:
    assert str(solve(Sixes(dice=500)).value) == "8.40184776472...e-390 (exact)"
    assert str(solve(Sixes(dice=500), engine="native").value).startswith("0 (within ")


# --- odds -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("odds", [2**31, deep(2**33), 2**53 + 1, deep(2**62 - 1), 2**62, 2**63 - 1])
def test_odds_are_sound_to_the_same_size_everywhere(odds: int) -> None:
    game = Bet(odds_each=odds)
    for engine in ("cpython", "native"):
        solution = solve(game, engine=engine)
        assert solution.value.low <= 0 <= solution.value.high
        assert stakes_for(game, solution.value).chance
    played = [simulate(game, 300, engine=engine) for engine in ("cpython", "native")]
    assert played[0].histogram == played[1].histogram
    assert 100 < played[0].histogram[1] < 200
    assert walk(game).weights.tolist() == [1, 1]


def test_odds_beyond_64_bits_are_left_to_cpython() -> None:
    class Vast(Bet):
        def odds(self, s, m):
            return 10**40 + m

    assert solve(Vast()).value.exact == Fraction(1, 10**40)
    assert set(simulate(Vast(), 50, engine="cpython").histogram) == {-1, 1}
    assert not stakes_for(Vast(), solve(Vast()).value).complete


@given(st.integers(1, 10**30), st.integers(0, 2**60))
@example(2**63 - 1, 0)
@example(2**32 + 1, 0)
def test_numbers_below_any_bound_are_drawn_alike(bound: int, seed: int) -> None:
    stream = [0] * STREAM_SIZE
    begin(stream, seed, 0)
    drawn = [below_any(stream, bound) for _ in range(40)]
    assert all(0 <= number < bound for number in drawn)
    assert bound < 10 or len({3 * number // bound for number in drawn}) == 3  # no third is missed: 1e-7 by chance


# --- fractions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["2/5", "0.4", ".4", "4e-1", 0.4, Fraction(2, 5)])
def test_a_parameter_may_be_a_fraction(text: Any) -> None:
    game = faceup.game(Bent, p=text)
    assert game.p == Fraction(2, 5)
    assert write_parameters(game) == {"p": "2/5", "throws": 3}
    assert solve(game).value.exact == Fraction(3, 25) == oracle(game)[game.start()]


@pytest.mark.parametrize("text", ["x", "1/0", "1e99999", "1/99999999999999999999", "nan", "", "1/-2", True, None])
def test_what_is_no_fraction_is_refused(text: Any) -> None:
    with pytest.raises(ParameterError, match=r"p[=:]"):
        faceup.game(Bent, p=text)


def test_odds_may_be_fractions_everywhere() -> None:
    game, terms = Bent(p=Fraction(1, 3)), BentTerms(p=Fraction(1, 3))
    truth = oracle(game)
    assert oracle(terms)[terms.start()] == truth[game.start()] == Fraction(1, 10)
    native = solve(terms, engine="native")
    assert native.engine == "induction-native"
    assert native.value.low <= Fraction(1, 10) <= native.value.high
    same = solve(game, engine="native")
    assert (same.engine, same.value) == ("induction-native", native.value)
    assert solve(game).value.exact == Fraction(1, 10)
    played = ((game, "cpython"), (game, "native"), (terms, "cpython"))
    runs = [simulate(one, 500, engine=engine) for one, engine in played]
    assert all(run.histogram == runs[0].histogram for run in runs)
    assert walk(game).weights.tolist() == walk(terms).weights.tolist()
    assert faceup.same(game, terms).same


def test_fractions_are_swept() -> None:
    found = sweep(Bent, {"p": "0.1..0.5:0.2,2/3", "throws": "1"})
    assert found.axes == {"p": ("1/10", "3/10", "1/2", "2/3")}
    assert [cell.values["value"] for cell in found.cells] == [exactly(Fraction(p) / 10) for p in found.axes["p"]]


# --- payoffs ----------------------------------------------------------------------------------------------------


def test_a_payoff_of_a_tenth_is_a_tenth() -> None:
    assert solve(Bent(throws=1, p=Fraction(1))).value.exact == Fraction(1, 10)
    native = solve(BentTerms(throws=1, p=Fraction(1)), engine="native").value
    assert native.low < Fraction(1, 10) < native.high


@pytest.mark.parametrize("engine", ["cpython", "native"])
def test_moves_that_rounding_hides_are_decided_or_said_to_be_unsure(engine: str) -> None:
    short, long = (solve(Unseen(length=length), engine=engine) for length in (401, 30_000))
    small, large = (solution.opening(1000) for solution in (short, long))
    assert small == ([1], True, [1] * 401, True, True)
    assert (large.best_sure, large.line_sure) == (engine == "cpython", engine == "cpython")
    assert 1 in large.best
    words = "\n".join(solution_lines(long, large))
    assert ("cannot be told apart" in words) == (engine == "native")


@pytest.mark.parametrize(
    ("game", "payoff", "won", "lost", "last"),
    [
        (Vast(), 2 - 10**400, "1e+400", "2e+400", 0.0),
        (VastFractions(), -Fraction(10**400, 3**500), "1.429e+4999", "1.429e+4999", 0.5),
    ],
)
def test_numbers_that_no_float_can_hold_are_played_reviewed_and_drawn(
    game: Any, payoff: Fraction, won: str, lost: str, last: float
) -> None:
    session = Session(game, ("person", "mcts:2"), moves=(1, 1, 1))
    shown = codec.document(position_shown(session, True, False, VisitorLimits()))
    json.dumps(shown, allow_nan=False)
    assert [entry["share"] for entry in shown["legal"]] == [1.0]
    assert session.play().payoff == payoff
    assert session.over
    assert "inf" not in session._repr_html_()
    found = review(Session(game, ("person", "best"), moves=(1, 1, 1, 1)))
    document = json.loads(json.dumps(document_of(Reviewed(found)), allow_nan=False))
    assert document["says"] == f"Your mistakes cost {lost} points."
    assert document["graph"]["heights"][0] == 1.0
    assert document["graph"]["heights"][-1] == last
    assert document["graph"]["ticks"][1:] == ["0", won]
    assert re.search(rf"you had {re.escape(won)}, now [^;]+; best: 2", found._repr_html_())
    axes = moves_figure(solve(game)).axes[0]
    assert re.search(r"in units of 1e\+\d+$", axes.get_xlabel())
    assert max(axes.lines[-1].get_xdata()) >= 1


def test_a_payoff_that_no_float_can_hold() -> None:
    assert solve(Vast()).value.exact == 10**400 + Fraction(3, 2)
    for engine in ("cpython", "native"):
        with pytest.raises(RulesError, match=r"State\(left=0, mover=.*sums to more than a float can hold"):
            simulate(Vast(), 2000, engine=engine)
