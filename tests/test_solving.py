"""Both engines against the oracle, and what a solution promises."""

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

import faceup
from faceup.engines.graph.game_graph import walk
from faceup.engines.graph.stakes import stakes_for
from faceup.engines.model import broken_rules, thresholds
from faceup.engines.model.policies import play_through
from faceup.engines.solve.dispatch import solve
from faceup.engines.solve.induction import native_table, value_rows
from faceup.engines.solve.induction.native_kernel import ROWS_TAKEN, SLOT, STORE, WEIGH, is_open
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.games.best_card import BestCard
from faceup.games.dots_and_boxes import DotsAndBoxes
from faceup.games.fifteen import Fifteen
from faceup.games.hexapawn import Hexapawn
from faceup.games.high_low import HighLow
from faceup.games.hog import Hog
from faceup.games.kalah import Kalah
from faceup.games.nim import Nim
from faceup.games.one_handed import OneHanded
from faceup.games.red_black import RedBlack
from faceup.games.secretary import Secretary
from faceup.games.shut_the_box import ShutTheBox
from faceup.games.three_fourteen import ThreeFourteen
from faceup.games.tic_tac_toe import TicTacToe
from faceup.games.yahtzee_turn import Category, YahtzeeTurn
from faceup.native.state_rows import EMPTY, home_at, homes_at
from faceup.native.state_shape import StateShape
from faceup.native.state_table import table_functions
from faceup.numbers.value import exactly
from faceup.results.documents.codec import document as document_of
from faceup.results.documents.solution import Solved
from faceup.rules import Cards, Game, RulesError
from faceup.rules.errors import FaceupError, LimitReached, RepeatingStateError, UsageError
from faceup.show.text.printed import solution_lines
from tests.games.arbitrary import LongWalk, PlainScramble, Scramble, Thrown, TwoHeaps
from tests.games.broken import Broken
from tests.games.hexes import Hex
from tests.games.milestones import MinusNothing, Thirds, Throws, Turns
from tests.games.rounds import Drawn
from tests.games.wordings import HiddenSayings
from tests.library import deep
from tests.oracle import oracle

BEST_CARD = Fraction(793241858169757, 1275496486264000)
SMALL = [
    Fifteen(high=7, target=12),
    Fifteen(low=2, high=8, target=10, count=2),
    ThreeFourteen(),
    TicTacToe(),
    Nim(),
    Nim(a=1, b=4, c=5),
    RedBlack(red=6, black=5),
    BestCard(deck=12, hand=5),
    BestCard(deck=13, hand=7),
    Secretary(candidates=9),
    Hog(goal=9, dice=2),
    HighLow(matthew=Cards(0b11001010100), cards=10),
    HighLow(matthew=Cards(0b100100110), cards=8, leader=1),
    Kalah(pits=2, seeds=3),
    Hexapawn(columns=2),
    DotsAndBoxes(rows=1),
    ShutTheBox(tiles=5),
    YahtzeeTurn(throws=1, category=Category.FULL_HOUSE, points=True),
]


# One of each kind; of the others the first states are compared with CPython's, in every run.
COMPILED = (Fifteen, Nim, Hog, HighLow)


@pytest.mark.parametrize(
    ("game", "engine"),
    [
        (game, engine) if engine == "cpython" or type(game) in COMPILED else deep(game, engine)
        for game in SMALL
        for engine in ("cpython", "native")
    ],
    ids=repr,
)
def test_every_state_has_the_oracles_value(game: Game, engine: str) -> None:
    truth = oracle(game)
    solution = solve(game, engine=engine)
    for state, value in truth.items():
        found = solution.value_of(state)
        assert found.low <= value <= found.high
        if engine == "cpython" or found.how == "exact":
            assert found.exact == value
        else:
            assert float(found.high) - float(found.low) < 1e-12


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.integers(1, 40), st.integers(1, 5), st.booleans())
def test_arbitrary_games_agree_with_the_oracle(seed: int, nodes: int, width: int, chance: bool) -> None:
    game = Scramble(seed=seed, nodes=nodes, width=width, chance=chance)
    truth = oracle(game)
    exact, native = solve(game, engine="cpython"), solve(game, engine="native")
    assert exact.states == native.states == len(truth)
    for state, value in truth.items():
        assert exact.value_of(state).exact == value
        found = native.value_of(state)
        assert found.low <= value <= found.high
        if game.turn(state) in (0, 1):
            assert set(exact.best(state)) <= set(native.best(state))
            moves = exact.values(state)
            top = max(moves.values(), key=lambda v: v.low if game.turn(state) == 0 else -v.low)
            assert top.exact == value


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(1, 40), st.integers(1, 5))
def test_chance_positions_without_a_row_are_worth_as_much(seed: int, nodes: int, width: int) -> None:
    game = Scramble(seed=seed, nodes=nodes, width=width, chance=True)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(NativeTable, "weighing", WEIGH)
        native = solve(game, engine="native")
    for state, value in oracle(game).items():
        found = native.value_of(state)
        assert found.low <= value <= found.high
        assert float(found.high) - float(found.low) < 1e-12 * max(1, abs(value))


def guesses(most: int = 60, tries: int = 5) -> Any:
    """An amount to be guessed, each guess answered by chance: its positions are met once."""
    return faceup.game(str(Path(__file__).parent.parent / "bench" / "guesses.py"), most=most, tries=tries)


def test_chance_positions_that_are_met_once_have_no_row() -> None:
    few, many = guesses(most=30), guesses()
    assert solve(few, engine="native").states == len(walk(few).states)
    found, exact = solve(many, engine="native"), solve(many, engine="cpython")
    assert found.states == sum(many.turn(state) == 0 for state in walk(many).states)
    assert found.certified is not None
    assert found.certified.held > 500
    assert found.best() == exact.best()
    for state in (many.start(), many.play(many.start(), 40), many.play(many.play(many.start(), 40), 1)):
        value = exact.value_of(state).exact
        assert value is not None
        assert found.value_of(state).low <= value <= found.value_of(state).high


def rows_of(game: Game, threads: int = 1) -> tuple[Any, Any]:
    """The table of a solved game, and its rows in the order of the states."""
    solution = solve(game, engine="native", threads=threads)
    table = solution.table
    assert isinstance(table, NativeTable)
    assert table.certified is not None
    kept = table.row_store
    taken = np.flatnonzero(kept.slots[:, kept.value] != EMPTY)
    assert len(taken) == solution.states
    rows = np.hstack([kept.words_at(taken), kept.slots[taken, kept.value :]])
    return table, rows[np.lexsort(rows[:, : table.words].T)]


@pytest.mark.parametrize("fault", [Thrown.MOVES, Thrown.PAYOFF, Thrown.WORD, Thrown.CANON])
def test_what_is_wrong_behind_chance_without_a_row_is_told_as_with_one(
    fault: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broken_rules, "MOST_MOVES", 5_000)
    game, told = Thrown(fault=fault, steps=120 if fault == Thrown.CANON else 30), list[str]()
    for weighing in (STORE, WEIGH):
        monkeypatch.setattr(NativeTable, "weighing", weighing)
        with pytest.raises((FaceupError, ArithmeticError)) as problem:
            solve(game, engine="native")
        told.append(str(problem.value))
    assert "by its own moves" in told[1] if fault == Thrown.CANON else told[0] == told[1]


def test_what_has_no_row_is_known_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NativeTable, "weighing", WEIGH)
    game = Thrown()
    table, truth = solve(game, engine="native").table, oracle(game)
    kept = table.states
    assert kept < len(truth)
    monkeypatch.setattr(NativeTable, "solve", lambda *_: pytest.fail("solved anew"))
    for state, value in truth.items():
        assert table.knows(state)
        found = table.known_value(state)
        assert found is not None
        assert found.low <= value <= found.high
    assert table.distance(game.start()) is None  # as chance decides
    assert table.states == kept
    assert not table.knows(game.State(5, 100, 1))


@pytest.mark.parametrize("game", [Nim(a=15, b=20, c=25), deep(guesses(most=80, tries=6))], ids=repr)
def test_rows_in_the_order_of_fields_hold_the_same(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed, by_hash = rows_of(game)
    monkeypatch.setattr(native_table, "ORDERED_FROM", 0)
    monkeypatch.setattr(value_rows, "HALF_FULL", 1e-3)
    table, ordered = rows_of(game)
    assert hashed.row_store.address[1] == 0 < table.row_store.address[1]
    assert (by_hash == ordered).all()
    for state in table.sampled_states(300):
        assert table.value(state) == hashed.value(state)
        assert table.distance(state) == hashed.distance(state)
    extreme = [-(1 << 63), -1, 0, 1, 7, 10**15, 1 << 62, (1 << 63) - 1]
    words = np.array([*product(extreme, repeat=table.words), *ordered[:1000, : table.words].tolist()])
    for address in (table.row_store.address, hashed.row_store.address):
        homes = np.zeros(len(words), np.int64)
        compiled_homes(table.shape)(words, address, homes)
        assert homes.tolist() == homes_at(words, address).tolist()
        assert homes.tolist() == [home_at(tuple(row), address) for row in words.tolist()]
    assert len(set(homes_at(ordered[:, : table.words], table.row_store.address))) == len(ordered)


def compiled_homes(shape: StateShape) -> Any:
    """A function in machine code that writes down the home of each of some states."""
    functions = table_functions(shape)
    home, read = functions["home_at"], functions["read_state"]

    @njit
    def write(words, address, homes):  # type: ignore[no-untyped-def]  # of machine code alone
        for i in range(len(words)):
            homes[i] = home(address, read(words, i))

    return write


@pytest.mark.parametrize("stake", [2, deep(1000003), -(10**15)])
def test_states_outside_the_ranges_of_the_fields_find_room(stake: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = TwoHeaps(stake=stake)
    _, expected = rows_of(game)
    monkeypatch.setattr(native_table, "ORDERED_FROM", 6_000)
    laid: list[int] = []
    use = NativeTable.use
    monkeypatch.setattr(NativeTable, "use", lambda self, kept: (laid.append(int(kept.address[1])), use(self, kept))[1])
    table, rows = rows_of(game)
    assert (rows == expected).all()
    assert any(laid)
    assert (table.row_store.address[1] > 0) == (stake == 2)  # else ranges that hold all states are too wide


def test_a_table_in_order_keeps_to_the_memory_that_it_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_table, "ORDERED_FROM", 0)
    game = Nim(a=40, b=45, c=50)
    most, taken, moved = 4e6, list[int](), NativeTable.move_rows

    def noted(table: NativeTable, address: Any) -> Any:
        rows = moved(table, address)
        taken.append(table.row_store.nbytes + rows.nbytes)
        return rows

    monkeypatch.setattr(NativeTable, "move_rows", noted)
    assert solve(game, engine="native", memory=most).value.how == "stopped"
    assert max(taken) <= most


@pytest.mark.parametrize("weighing", [STORE, WEIGH])
@pytest.mark.parametrize(
    "game",
    [
        *(Nim(a=10, b=12, c=15), guesses(most=45), deep(Hog(goal=20, dice=4)), Fifteen()),
        *(deep(Nim(a=20, b=25, c=30)), deep(Hog(goal=30, dice=5)), deep(Fifteen(high=13))),
    ],
    ids=repr,
)
def test_threads_fill_one_table_as_one_does(game: Game, weighing: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NativeTable, "weighing", weighing)
    alone, by_one = rows_of(game)
    monkeypatch.setattr(native_table, "TOGETHER_FROM", 0)
    for threads in (2, 5):
        table, by_all = rows_of(game, threads)
        assert (by_one == by_all).all()
        assert (table.certified, table.ends_met) == (alone.certified, alone.ends_met)
        assert (table.sampled_words(500) == alone.sampled_words(500)).all()


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(1, 40), st.integers(1, 5), st.booleans())
def test_threads_agree_about_arbitrary_games(seed: int, nodes: int, width: int, chance: bool) -> None:
    game = Scramble(seed=seed, nodes=nodes, width=width, chance=chance)
    _, by_one = rows_of(game)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(native_table, "TOGETHER_FROM", 0)
        assert (rows_of(game, threads=3)[1] == by_one).all()


def test_best_card_is_exact_to_the_last_digit() -> None:
    assert solve(BestCard(), exact=True).value.exact == BEST_CARD


@pytest.mark.deep
def test_the_bounds_of_best_card_hold_its_value() -> None:
    native = solve(BestCard(), engine="native").value
    assert native.how == "bounded"
    assert native.low <= BEST_CARD <= native.high


def test_a_large_game_moves_to_machine_code_and_agrees_with_cpython(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thresholds, "INDUCTION_WORK", 1_000)
    game = Fifteen()
    automatic, slow = solve(game), solve(game, engine="cpython")
    assert automatic.engine == "induction-native"
    assert (automatic.value, automatic.states) == (slow.value, slow.states)
    assert automatic.line() == slow.line()


@pytest.mark.parametrize(
    ("engine", "moves"),
    [("cpython", 10_000), ("native", 10_000), deep("cpython", 100_000), deep("native", 1_000_000)],
)
def test_a_very_long_game(engine: str, moves: int) -> None:
    game = LongWalk(length=moves)
    solution = solve(game, engine=engine)
    # Whoever leaves a multiple of three to go wins: a power of ten is one more than such a number.
    assert solution.value.exact == 1
    assert solution.best(game.start()) == [1]
    assert solution.states >= moves


BREAKS = [
    (0, "no legal move", 3),
    (1, "turn is 7", 3),
    (2, "sum to zero", 3),
    (3, "odds of outcome 0 are -1", 3),
    (5, r"reward( of move 0)? is nan", 3),
    (6, "payoff is inf", 5),
]


@pytest.mark.parametrize(
    ("how", "word", "place", "engine"),
    [
        (*case, engine)
        for case in BREAKS
        for engine in ("cpython", "native", "search-native")
        if engine != "search-native" or case[0] not in (2, 3)  # which are of chance
    ],
)
def test_broken_rules_show_the_state(how: int, word: str, place: int, engine: str) -> None:
    with pytest.raises(RulesError, match=word) as raised:
        solve(Broken(how=how), engine=engine)
    assert f"State(place={place}, mover=0)" in str(raised.value)


@pytest.mark.parametrize("engine", ["induction-cpython", "induction-native"])
def test_repeating_states_are_refused(engine: str) -> None:
    with pytest.raises(RepeatingStateError, match=r"State\(place=1, mover=0\).*can repeat") as raised:
        solve(Broken(how=4), engine=engine)
    assert str(raised.value).endswith(
        f"engine {engine!r} is for games in which no state repeats; possible: auto, cyclic-native, cyclic-cpython"
    )
    assert raised.value.state.place == 1


@pytest.mark.parametrize("engine", ["cpython", "native"])
def test_a_limit_stops_with_true_bounds(engine: str) -> None:
    game = Fifteen(high=11, target=17)
    truth = solve(game).value.low
    limits: list[dict[str, float]] = [{"memory": 3e5}, {"memory": 5e5}, {"memory": 1e6}, {"states": 2_000}]
    for limit in limits:
        stopped = solve(game, engine=engine, **limit)
        assert stopped.value.how == "stopped"
        assert stopped.value.low <= truth <= stopped.value.high
        for asked in (stopped.values, stopped.best, stopped.move, stopped.line):
            with pytest.raises(LimitReached, match="a limit was reached before"):
                asked()


@pytest.mark.parametrize(
    ("game", "plain", "memory", "threads"),
    [
        *(deep(Turns(), Throws(), 2e6, 1), (Turns(), Throws(), 2e6, 2)),
        (Thirds(high=11, target=17), Fifteen(high=11, target=17), 2.5e6, 1),
        deep(Thirds(high=11, target=17), Fifteen(high=11, target=17), 2.5e6, 2),
    ],
    ids=["chance-1", "chance-2", "distances-1", "distances-2"],
)
def test_milestones_are_enough_where_memory_is_short(
    monkeypatch: pytest.MonkeyPatch, game: Any, plain: Any, memory: float, threads: int
) -> None:
    monkeypatch.setattr(native_table, "TOGETHER_FROM", 1_000)
    whole, found = solve(plain, engine="native"), solve(game, engine="native", memory=memory, threads=threads)
    assert solve(plain, engine="native", memory=memory).value.how == "stopped"
    assert found.open_table.forgotten > 10_000
    assert found.states > whole.states
    assert (found.value, found.opening(), found.certified.held > 0) == (whole.value, whole.opening(), True)
    for number in range(20):
        for state, _ in play_through(plain, 0, number, ("random",), None, 30):
            assert (found.value_of(state), found.distance(state)) == (whole.value_of(state), whole.distance(state))
            if game.turn(state) >= 0:
                assert (found.values(state), found.move(state)) == (whole.values(state), whole.move(state))


def test_a_state_under_way_has_a_row_although_another_thread_settled_it_and_the_table_forgot_it() -> None:
    table = NativeTable(Turns())
    table.reset(with_errors=True)
    root, stack = table.game.start(), table.stack
    assert table.run(stack, root, 3_000) == ROWS_TAKEN
    frames, words = stack.frames[: stack.depth], stack.states[: stack.depth]
    between = [k for k in range(stack.depth) if not table.game.milestone(stack.state(k))]
    table.row_store.slots[frames[between, SLOT], table.row_store.value] = np.float64(1.0).view(np.int64)
    assert table.forget(table.stored)
    table.grow()
    rows = table.row_store
    assert rows.words_at(frames[:, SLOT]).tolist() == words.tolist()
    assert all(map(is_open, rows.slots[frames[:, SLOT], rows.value].tolist()))
    assert table.value(root) == solve(Throws()).value


def test_a_table_that_forgets_again_and_again_stops_with_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_table, "MOST_FORGOTTEN", 0)
    stopped = solve(Turns(), engine="native", memory=2e6)
    assert stopped.value.how == "stopped"
    assert stopped.value.low <= solve(Throws(), engine="native").value.low <= stopped.value.high


def test_nothing_has_no_sign() -> None:
    """Whichever thread comes first would else decide about it."""
    rows = solve(MinusNothing(), engine="native").open_table.row_store
    nothing = rows.numbers[:, rows.value] == 0.0
    assert nothing.any()
    assert not rows.slots[nothing, rows.value].any()


def test_bounds_of_a_stopped_game_use_the_moves_already_known() -> None:
    for engine in ("cpython", "native"):
        value = solve(LongWalk(prize=5), engine=engine, memory=2e6).value
        assert value.how == "stopped"
        assert value.low == 5


def test_the_line_of_the_article_is_best_throughout() -> None:
    solution = solve(Fifteen())
    state = Fifteen().start()
    for card in (9, 5, 8, 7, 3, 4, 6, 1, 2):
        assert card in solution.best(state)
        state = Fifteen().play(state, card)
    assert Fifteen().show(state) == "first holds 2 3 6 8 9; second holds 1 4 5 7"


@pytest.mark.parametrize(("hand", "rounds"), [("1-16,36-44", 16), ("1-7,16-33", 17), ("1-8,30-46", 12)])
@pytest.mark.parametrize(
    ("engine", "leader"), [("cpython", 0), deep("cpython", 1), deep("native", 0), deep("native", 1)]
)
def test_enigma_988(hand: str, rounds: int, engine: str, leader: int) -> None:
    game = faceup.game("high-low", matthew=hand, leader=leader)
    assert 25 - solve(game, engine=engine).value.low == rounds


def test_a_perfect_player_never_gives_value_away() -> None:
    for game in (TicTacToe(), Nim(), Scramble(seed=5, chance=False)):
        solution = solve(game)
        for state in oracle(game):
            if game.turn(state) in (0, 1):
                move = solution.move(state)
                assert solution.values(state)[move].exact == solution.value_of(state).exact


def test_solve_refuses_what_it_cannot_do() -> None:
    with pytest.raises(UsageError, match="possible: auto"):
        solve(Nim(), engine="gpu")
    every = "possible: auto, induction-native, search-native, bounds-native, induction-cpython, cyclic-native, "
    every += "cyclic-cpython$"
    with pytest.raises(UsageError, match=rf"'theory' .*nim has no theory .*; {every}"):
        solve(Nim(), engine="theory")
    with pytest.raises(
        UsageError, match=r"'induction-native' is for games with decisions.*; possible: auto, enumeration$"
    ):
        solve(OneHanded(suits=2, ranks=3), engine="native")
    with pytest.raises(UsageError, match=rf"'enumeration' is for solitaire games.*; {every}"):
        solve(Nim(), engine="enumeration")
    assert solve(HiddenSayings()).engine == "beliefs"
    with pytest.raises(
        UsageError,
        match=r"'induction-native' is for open games, and hidden-sayings hides .*; possible: auto, beliefs, regret, ",
    ):
        solve(HiddenSayings(), engine="native")
    with pytest.raises(UsageError, match="nobody has a choice"):
        solve(Secretary()).best(Secretary().start())


@pytest.mark.parametrize("engine", ["induction-cpython", "induction-native", "cyclic-cpython", deep("cyclic-native")])
@pytest.mark.parametrize(
    "game",
    [
        deep(TicTacToe()),
        Fifteen(high=7, target=12),
        deep(PlainScramble(seed=3, nodes=60, chance=True)),
        deep(Hex()),
    ],
    ids=str,
)
def test_won_lost_and_drawn_positions_are_counted(game: Any, engine: str) -> None:
    solution, truth = solve(game, engine=engine), Counter(oracle(game).values())
    assert {worth: truth[worth] for worth in (-1, 0, 1)} == solution.table.tally()
    assert solution.states == truth.total()


def test_positions_are_counted_for_player_0_and_told_in_words() -> None:
    solution = solve(Fifteen())
    stakes = stakes_for(solution.game, solution.value)
    truth = Counter(oracle(Fifteen()).values())
    assert solution.standings(stakes) == (truth[1], truth[0], truth[-1])
    told = solution_lines(solution, solution.opening())[-1]
    assert told == "of them 2,936 won by the first player, 1,474 won by the second player, 1,068 drawn"
    document = document_of(Solved(solution, solution.opening()))
    assert document["standings"] == {"won": 2936, "drawn": 1068, "lost": 1474}
    assert solve(Kalah(pits=2, seeds=2)).standings(stakes_for(Kalah(pits=2, seeds=2), exactly(0))) is None


@pytest.mark.parametrize("engine", ["cyclic-cpython", "cyclic-native"])
def test_positions_that_repeat_are_counted(engine: str) -> None:
    for seed in range(4):
        game = Drawn(seed=seed, size=30, chance=False, low=-1, payoffs=3)
        solution = solve(game, engine=engine)
        worths = Counter(solution.value_of(state).exact for state in walk(game).states)
        assert solution.table.tally() == {worth: worths[worth] for worth in (-1, 0, 1)}


def test_positions_are_won_by_the_second_player_where_the_first_gets_nothing() -> None:
    game = Hex(lost=0)
    solution, truth = solve(game), Counter(oracle(game).values())
    assert solution.standings(stakes_for(game, solution.value)) == (truth[1], 0, truth[0])
    bet = BestCard(deck=12, hand=5)
    assert solve(bet).standings(stakes_for(bet, solve(bet).value)) is None


@pytest.mark.parametrize("given", ["5, 2", 5, [5, 2]], ids=str)
def test_moves_stand_for_the_state_that_they_lead_to(given: Any) -> None:
    game = Fifteen()
    solution, state = solve(game), game.start()
    for move in (5,) if given == 5 else (5, 2):
        state = game.play(state, move)
    for ask in (solution.values, solution.best, solution.move, solution.value_of):
        assert ask(given) == ask(state)
        with pytest.raises(UsageError, match=r"move 2 .* is not legal; legal moves: 1, 2, 3, 4"):
            ask("5 5")
