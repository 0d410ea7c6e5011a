"""How long best play takes: the native table against plain recursion."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faceup.engines.explain.why import explain
from faceup.engines.solve.dispatch import solve
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.engines.solve.induction.python_table import PythonTable
from faceup.engines.solve.search.search_table import SearchTable
from faceup.engines.solve.table import LONGEST_DISTANCE, Table
from faceup.games.connect_four import ConnectFour
from faceup.games.fifteen import Fifteen
from faceup.games.high_low import HighLow
from faceup.games.hog import Hog
from faceup.games.mnk import Mnk
from faceup.games.nim import Nim
from faceup.games.three_fourteen import ThreeFourteen
from faceup.games.tic_tac_toe import TicTacToe
from faceup.rules import OVER, Cards, Game
from tests.games.arbitrary import LongWalk, PlainScramble, Scramble
from tests.games.hexes import Hex
from tests.games.holding_out import Chased, HeadsAtLast, RareWin, SureThrows
from tests.games.rounds import Standoff
from tests.library import deep
from tests.oracle import oracle


def agree(game: Game) -> None:
    """Compare values and distances of every state."""
    values, table = oracle(game), NativeTable(game)
    table.value(game.start())  # from where on it is known what is at stake
    ends = {game.payoff(state) for state in values if game.turn(state) == OVER}
    nothing = 0 if min(ends) < 0 < max(ends) or not any(ends) else -1 if max(ends) > 0 else 1  # is draw, loss or win

    @cache
    def distance(state: Any) -> int:
        who = game.turn(state)
        if who == OVER:
            return 0
        after = [game.play(state, move) for move in game.moves(state)]
        best = (max if who == 0 else min)(values[state] for state in after)
        fortune = (best or nothing) if who == 0 else -(best or nothing)
        return 1 + (min if fortune > 0 else max)(distance(state) for state in after if values[state] == best)

    for state, value in values.items():
        assert table.value(state).exact == value
        assert table.distance(state) == distance(state)


GAMES = [
    *(deep(Fifteen()), Fifteen(high=7, target=12), deep(ThreeFourteen())),
    *(Nim(), Nim(a=1, b=4, c=5), deep(TicTacToe())),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_distances_of_library_games(game: Game) -> None:
    agree(game)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 40), st.integers(1, 5), st.booleans())
def test_distances_of_arbitrary_games(seed: int, nodes: int, width: int, large: bool) -> None:
    agree(PlainScramble(seed=seed, nodes=nodes, width=width, chance=False, large=large))


@pytest.mark.parametrize(("low", "payoffs", "apart"), [(-1, 2, 1), (0, 2, 1), (-1, 3, 1), (0, 2, 2), (-2, 2, 2)])
def test_distances_of_all_that_can_be_at_stake(low: int, payoffs: int, apart: int) -> None:
    for seed in range(10):
        agree(PlainScramble(seed=seed, nodes=25, chance=False, low=low, payoffs=payoffs, apart=apart))


@pytest.mark.parametrize("kind", [NativeTable, deep(SearchTable)])
def test_a_long_way_counts_as_the_longest(kind: type[Table]) -> None:
    game = LongWalk(length=3000)
    table = kind(game)
    assert table.value(game.start()).exact == -1
    assert table.distance(game.start()) == LONGEST_DISTANCE
    assert table.distance(game.State(2500, 0)) == 333  # two steps, and then three in every two moves


@pytest.mark.parametrize("game", [Scramble(chance=False), HighLow(matthew=Cards(0b11010), cards=6)])
@pytest.mark.parametrize("table", [NativeTable, PythonTable])
def test_no_distance_where_something_is_gained_on_the_way(game: Game, table: type[Table]) -> None:
    assert table(game).distance(game.start()) is None


@pytest.mark.parametrize("game", [*GAMES, Hog(goal=9, dice=2), PlainScramble(seed=3, chance=True, nodes=30)])
def test_every_engine_finds_the_same_distance_and_makes_the_same_move(game: Game) -> None:
    slow, fast = PythonTable(game), NativeTable(game)
    for state in oracle(game):
        known = fast.distance(state)
        assert known in (slow.distance(state), None)
        assert known is not None or fast.with_errors
        if game.turn(state) in (0, 1) and all(value.how == "exact" for value in fast.values(state).values()):
            assert slow.best(state) == fast.best(state)
            assert slow.move(state) == fast.move(state)


def agree_in_search(game: Game) -> None:
    """Compare the distances and moves of a search with those of a table; a search counts nothing where nobody wins."""
    full, search = NativeTable(game), SearchTable(game)
    full.value(game.start())
    search.value(game.start())
    for state in oracle(game):
        won = game.turn(state) == OVER or full._prospect(state) != 0
        assert search.value(state) == full.value(state)
        assert search.distance(state) == (full.distance(state) if won else None)
        if game.turn(state) != OVER:
            assert search.best(state) == full.best(state)
            assert search.move(state) == full._finest(state)[0]
    solution = solve(game, engine="search")
    if solution.distance(game.start()) is not None:
        assert len(solution.line()) == full.distance(game.start())


@pytest.mark.parametrize(
    "game",
    [
        *(
            deep(Fifteen()),
            deep(ThreeFourteen()),
            deep(Nim(a=1, b=4, c=5)),
            deep(TicTacToe()),
            deep(Mnk()),
            deep(ConnectFour(columns=4, rows=4, in_a_row=3)),
        ),
        *(PlainScramble(nodes=25, chance=False, low=low, payoffs=1) for low in (1, -1)),  # one player wins in any case
        *(deep(Hex()), deep(Hex(won=1, lost=0)), deep(Hex(won=0, lost=-1))),
    ],
    ids=repr,
)
def test_a_search_counts_as_a_table_does(game: Game) -> None:
    agree_in_search(game)


def test_a_search_explains_how_soon_each_move_wins() -> None:
    won = 0
    for seed in range(4):
        game = PlainScramble(seed=seed, nodes=20, chance=False, low=-1, payoffs=3)
        table, search = (
            explain(game, solution=solve(game, engine=engine)) for engine in ("induction-native", "search")
        )
        assert table.length == search.length
        assert [group.length for group in table.groups] == [group.length for group in search.groups]
        wins = [each.win and each.win.length for each in (table, search)]
        assert wins[0] == wins[1]
        won += wins[0] is not None
    assert won > 1


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 60), st.integers(1, 5), st.sampled_from([(-1, 3), (0, 2), (-1, 2)]))
def test_a_search_counts_in_arbitrary_games_of_winning(
    seed: int, nodes: int, width: int, paid: tuple[int, int]
) -> None:
    agree_in_search(PlainScramble(seed=seed, nodes=nodes, width=width, chance=False, low=paid[0], payoffs=paid[1]))


@pytest.mark.parametrize(("stakes", "fits"), [(2**52 - 1, True), (2**52, False), (2**53 + 1, False)])
def test_numbers_that_leave_no_room_for_a_distance(stakes: int, fits: bool) -> None:
    game = LongWalk(length=10, stakes=stakes)
    table = NativeTable(game)
    for place in range(10):
        state = game.State(place, 0)
        value, truth = table.value(state), stakes * (1 if (10 - place) % 3 else -1)
        assert value.low <= truth <= value.high
        assert (value.how == "exact") == (stakes < 2**53)
        assert table.distance(state) == (PythonTable(game).distance(state) if value.how == "exact" else None)
    assert table.with_errors != fits


@cache
def plain_distances(game: Game) -> dict[Any, tuple[bool, int]]:
    """Of each state whether the first player wins, and the moves until then when the loser holds out, by recursion."""
    found: dict[Any, tuple[bool, int]] = {}

    def look(state: Any) -> tuple[bool, int]:
        if state not in found:
            who = game.turn(state)
            after = [] if who == OVER else [look(game.play(state, move)) for move in game.moves(state)]
            mine = [moves for first, moves in after if first == (who == 0)]
            if who == OVER:
                found[state] = game.payoff(state) > (game.won + game.lost) / 2, 0  # type: ignore[attr-defined]
            elif mine:
                found[state] = who == 0, 1 + min(mine)
            else:
                found[state] = who == 1, 1 + max(moves for _, moves in after)
        return found[state]

    look(game.start())
    return found


@pytest.mark.parametrize(
    "engine", ["induction-cpython", deep("induction-native"), "cyclic-cpython", deep("cyclic-native")]
)
@pytest.mark.parametrize(("won", "lost"), [deep(1, -1), deep(1, 0), (0, -1)])
def test_a_loser_holds_out_and_a_winner_hurries_however_ends_are_counted(won: int, lost: int, engine: str) -> None:
    game = Hex(won=won, lost=lost)
    solution, truth = solve(game, engine=engine), plain_distances(game)
    for state, (first, moves) in truth.items():
        assert solution.value_of(state).exact == (won if first else lost)
        assert solution.distance(state) == moves
        if moves:
            assert truth[game.play(state, solution.move(state))] == (first, moves - 1)
    assert len(solution.line()) == truth[game.start()][1] == 5
    lost_start = game.play(game.start(), 0)
    assert len(solution.line(lost_start)) == truth[lost_start][1] == 5


def test_what_nothing_counts_is_found_out_though_games_at_random_do_not_show_it() -> None:
    """All but one of 2000 moves lead to a draw."""
    game = RareWin(length=4)
    slow, fast, search = PythonTable(game), NativeTable(game), SearchTable(game)
    assert search.nothing_counts == 0
    search.value(game.start())
    for state in oracle(game):
        assert fast.distance(state) == search.distance(state) == slow.distance(state)
    assert slow.nothing_counts == fast.nothing_counts == search.nothing_counts == -1


@pytest.mark.parametrize("engine", ["induction-cpython", "cyclic-cpython", "cyclic-native"])
def test_a_throw_that_changes_nothing_is_counted(engine: str) -> None:
    """Whoever wins in any case may be kept from winning sooner by a throw."""
    solution = solve(SureThrows(), engine=engine)
    assert solution.value.exact == 1
    assert solution.distance(solution.start) == 6
    assert solution.distance(solution.game.State(3, 1)) == 1


@pytest.mark.parametrize("engine", ["cyclic-cpython", deep("cyclic-native")])
def test_what_may_go_on_for_ever_has_no_distance(engine: str) -> None:
    """A coin thrown until heads wins surely, and nobody can say when; two who wait in turn do not end."""
    patient = solve(HeadsAtLast(), engine=engine)
    assert patient.distance(patient.start) is None
    round_game = solve(Standoff(), engine=engine)
    assert round_game.value.exact == 0
    assert round_game.distance(round_game.start) is None


@pytest.mark.parametrize("engine", ["cyclic-cpython", deep("cyclic-native")])
def test_a_win_that_counts_nothing_is_hurried_to_though_play_could_go_round(engine: str) -> None:
    """The second player wins where the first gets nothing, and takes the shortest of the ways there."""
    solution = solve(Chased(), engine=engine)
    assert solution.value.exact == 0
    assert solution.distance(solution.start) == 6
    assert len(solution.line()) == 6
