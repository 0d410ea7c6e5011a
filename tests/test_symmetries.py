"""Symmetries: against trying every renaming; and what solving by them must leave as it was."""

import json
import pickle
from math import factorial
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faceup.engines.model.limits import GivenUp
from faceup.engines.same.isomorphism import check_renaming
from faceup.engines.same.symmetries import reduce_game, symmetries
from faceup.engines.simulate.sampler import simulate
from faceup.engines.solve.dispatch import solve
from faceup.games.best_card import BestCard
from faceup.games.fifteen import Fifteen
from faceup.games.high_low import HighLow
from faceup.games.nim import Nim
from faceup.games.one_handed import OneHanded
from faceup.games.three_fourteen import ThreeFourteen
from faceup.games.tic_tac_toe import TicTacToe
from faceup.results.answers.sameness import Renaming
from faceup.rules import CHANCE, OVER, Cards, Game
from faceup.rules.errors import LimitReached, UsageError
from tests.games.arbitrary import Scramble
from tests.games.disguises import Listed, Marks, Names, agree, disguised, moves_of, renamings, states_of
from tests.oracle import oracle
from tests.test_cli import done, refused
from tests.test_sameness import all_names, scrambles

Capture = pytest.CaptureFixture[str]


# --- the group ----------------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(scrambles)
def test_the_group_is_every_renaming_that_fits(game: Scramble) -> None:
    check_group(game)


@settings(max_examples=40)
@given(st.lists(st.lists(st.integers(0, 1), min_size=4, max_size=4), min_size=1, max_size=4))
def test_the_group_of_tables(rows: list[list[int]]) -> None:
    check_group(Listed.of(rows))


@pytest.mark.parametrize(
    "game",
    [
        Fifteen(high=6, target=9),
        Fifteen(high=6, target=7, count=2),
        Fifteen(high=5, target=60),
        Nim(a=2, b=2, c=1),
        Marks(points=6, marks=2, graph=0),
        Marks(points=6, marks=3, graph=1),
        BestCard(deck=5, hand=3),
    ],
    ids=repr,
)
def test_the_groups_of_small_games(game: Game) -> None:
    check_group(game)


def check_group(game: Game) -> None:
    found = symmetries(game)
    expected = renamings(game, game)
    assert found.order == len(expected)
    assert found.elements is not None
    assert [all_names(renaming) for renaming in found.elements] == expected
    check_closure(found.generators, expected)
    start = game.start()
    if game.turn(start) != OVER:
        who = game.turn(start)
        first = [move for move in game.moves(start) if who != CHANCE or game.odds(start, move)]
        orbits = {frozenset(names[who][move] for names in expected) for move in first}
        assert {frozenset(group) for group in found.openings} == orbits
        assert sum(map(len, found.openings)) == len(set(first))


def check_closure(generators: tuple[Renaming, ...], expected: list[tuple[Names, Names, Names]]) -> None:
    """All follow from the generators."""

    def key(names: tuple[Names, Names, Names]) -> Any:
        return tuple(tuple(sorted(part.items())) for part in names)

    seen = {key(expected[0])}
    todo = [expected[0]]
    assert all(part[old] == old for part in expected[0] for old in part)
    for names in todo:
        for generator in generators:
            made = tuple({old: generator.of(who)[new] for old, new in names[who].items()} for who in (0, 1, CHANCE))
            if key(made) not in seen:  # type: ignore[arg-type]
                seen.add(key(made))  # type: ignore[arg-type]
                todo.append(made)  # type: ignore[arg-type]
    assert seen == {key(names) for names in expected}


def test_tic_tac_toe_and_fifteen() -> None:
    for game, corners in ((TicTacToe(), (0, 2, 6, 8)), (Fifteen(), (2, 4, 6, 8))):
        found = symmetries(game)
        assert (found.order, found.positions, found.different) == (8, 5478, 765)
        assert len(found.openings) == 3
        assert corners in found.openings
        assert len(found.elements or ()) == 8
        assert all(check_renaming(game, game, renaming) for renaming in found.generators)
    assert symmetries(ThreeFourteen()).order == 1


def test_interchangeable_cards_are_not_listed() -> None:
    found = symmetries(Fifteen(high=8, target=60))
    assert (found.order, found.elements) == (factorial(8), None)
    assert found.openings == (tuple(range(1, 9)),)
    assert found.different == 9  # only how many are taken matters
    assert all(check_renaming(found.game, found.game, renaming) for renaming in found.generators)


def test_the_groups_of_two_graphs() -> None:
    """Orders from the literature: 1152 for the rook's graph, 192 for Shrikhande's."""
    assert symmetries(Marks(graph=0)).order == 1152
    assert symmetries(Marks(graph=1)).order == 192
    assert symmetries(Marks(points=60, marks=2, graph=3)).order == 12**10 * factorial(10)


@settings(max_examples=30)
@given(scrambles, st.integers(0, 2))
def test_positions_that_a_symmetry_joins_are_one(game: Scramble, memory: int) -> None:
    """Against following every path under every symmetry, with states that hold more than matters too."""
    new = {move: move for move in range(9)}
    other = disguised(game, (new, new, new), memory=memory)
    found = symmetries(other)
    assert found.order == symmetries(game).order
    heads: dict[Any, Any] = {state: state for state in states_of(other)}

    def head(state: Any) -> Any:
        while heads[state] != state:
            state = heads[state]
        return state

    for names in renamings(other, other):
        seen = set()
        todo = [(other.start(), other.start())]
        for mine, theirs in todo:
            if (mine, theirs) in seen or (memory == 0 and mine in {one for one, _ in seen}):
                continue
            seen.add((mine, theirs))
            heads[head(mine)] = head(theirs)
            who = other.turn(mine)
            moves = [] if who == OVER else [m for m in other.moves(mine) if who != CHANCE or other.odds(mine, m)]
            todo.extend((other.play(mine, m), other.play(theirs, names[who][m])) for m in moves)
    least = len({head(state) for state in heads})
    assert found.different >= least
    if memory == 0:
        assert found.different == least


# --- solving by symmetries ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        TicTacToe(),
        Fifteen(),
        ThreeFourteen(),
        Nim(a=2, b=2, c=2),
        Listed(payoffs=30),
        HighLow(matthew=Cards(294), cards=8),
        Fifteen(high=7, target=60),
    ],
    ids=repr,
)
def test_every_state_keeps_its_value_and_its_best_moves(game: Game) -> None:
    plain, smaller = solve(game, engine="cpython"), solve(game, symmetries=True)
    assert smaller.value == plain.value
    assert smaller.symmetries is not None
    assert smaller.states <= plain.states
    if not isinstance(game, HighLow):  # its own canon and choices leave nothing to save
        assert (smaller.states < plain.states) == (smaller.symmetries.order > 1)
    for state, value in oracle(game).items():
        assert smaller.value_of(state).exact == value
        if game.turn(state) in (0, 1):
            assert smaller.best(state) == plain.best(state)


def test_one_state_stands_for_all_that_are_alike() -> None:
    solution = solve(TicTacToe(), symmetries=True)
    assert solution.states == 765
    assert solution.game == TicTacToe()
    assert solution.game.canon(solution.game.State(x=1 << 8, o=0)) == (1, 0)
    assert TicTacToe().canon(TicTacToe.State(x=1 << 8, o=0)) == (1 << 8, 0)
    off_the_path = TicTacToe.State(x=0b11, o=0)  # no play leads to it: O has not moved
    assert solution.value_of(off_the_path).exact == solve(TicTacToe(), start=off_the_path).value.exact
    assert solution.move(TicTacToe.State(0b1, 0)) == 4
    assert pickle.loads(pickle.dumps(solution)).value_of(off_the_path) == solution.value_of(off_the_path)


@settings(max_examples=30)
@given(scrambles)
def test_arbitrary_games_keep_their_values(game: Scramble) -> None:
    solution = solve(game, symmetries=True)
    for state, value in oracle(game).items():
        assert solution.value_of(state).exact == value


def test_a_games_own_canon_is_kept() -> None:
    class Sorted(Nim):
        def canon(self, s: Any) -> Any:
            return self.State(*sorted((s.a, s.b, s.c)), s.mover)

    game = Sorted(a=2, b=2, c=2)
    smaller, found = reduce_game(game)
    assert found.order == 6
    assert smaller.canon(game.State(2, 0, 1, 1)) == smaller.canon(game.State(0, 1, 2, 1))
    assert solve(game, symmetries=True).states <= solve(game).states
    solution = solve(game, symmetries=True)
    for state, value in oracle(game).items():
        assert solution.value_of(state).exact == value


def test_symmetries_from_a_later_state() -> None:
    game = TicTacToe()
    corner = game.State(x=1, o=0)
    found = symmetries(game, start=corner)
    assert found.order == 2  # the mirror through that corner
    assert [len(group) for group in found.openings] == [2, 2, 1, 2, 1]
    solution = solve(game, symmetries=True, start=corner)
    assert solution.value.exact == 0
    assert solution.states == found.different < found.positions


def test_solutions_by_symmetries_serve_as_policies() -> None:
    game = TicTacToe()
    by_symmetries, plain = solve(game, symmetries=True), solve(game)
    found, expected = (
        simulate(game, 200, seed=1, policies=("best", "random"), solution=solution, engine="cpython")
        for solution in (by_symmetries, plain)
    )
    assert found.histogram == expected.histogram


def test_what_symmetries_cannot_do() -> None:
    with pytest.raises(UsageError, match="native"):
        solve(TicTacToe(), symmetries=True, engine="native")
    with pytest.raises(UsageError, match="theory"):
        solve(BestCard(), symmetries=True, by="theory")
    with pytest.raises(LimitReached):
        symmetries(TicTacToe(), most=1000)
    with pytest.raises(LimitReached, match="the memory limit was reached after"):
        solve(TicTacToe(), symmetries=True, memory=1e6)
    with pytest.raises(LimitReached, match="the time limit was reached after"):
        solve(TicTacToe(), symmetries=True, seconds=0)
    stop = Event()
    stop.set()
    with pytest.raises(GivenUp):
        solve(TicTacToe(), symmetries=True, stop=stop)
    with pytest.raises(UsageError, match="solitaire"):
        symmetries(OneHanded())  # type: ignore[arg-type]


# --- the commands -------------------------------------------------------------------------------------------------


def test_the_command_lists_a_small_group(capsys: Capture) -> None:
    out = done(capsys, "symmetries", "tic-tac-toe")
    assert "8 renamings of moves" in out
    assert "(a3 c3 c1 a1) (b3 c2 b1 a2)" in out
    assert "9, of which 3 are really different: a3 c3 a1 c1 | b3 a2 c2 b1 | b2" in out
    assert "5,478, of which 765 are really different" in out


def test_the_command_tells_a_large_group_by_its_generators(capsys: Capture) -> None:
    words = ("symmetries", "fifteen", "high=5", "target=60")
    out = done(capsys, *words)
    assert "120 renamings" in out
    assert "all follow from these:" in out
    assert out.count("(") == 4
    assert done(capsys, *words, "--all").count("\n") > 120
    assert "none: no renaming" in done(capsys, "symmetries", "three-fourteen")
    assert "outcomes    12, all really different" in done(capsys, "symmetries", "best-card", "deck=12", "hand=3")
    assert "(take 1 from heap a, take 1 from heap b)" in done(capsys, "symmetries", "nim", "a=2", "b=2", "c=0")


def test_the_document_of_symmetries(capsys: Capture) -> None:
    words = json.loads(done(capsys, "symmetries", "tic-tac-toe", "--json"))
    assert (words["game"], words["order"], words["positions"], words["different"]) == ("tic-tac-toe", 8, 5478, 765)
    assert len(words["elements"]) == 8
    assert words["elements"][0]["moves"] == {str(square): square for square in range(9)}
    assert len(words["openings"]) == 3
    large = json.loads(done(capsys, "symmetries", "fifteen", "high=8", "target=60", "--json"))
    assert (large["order"], large["elements"], len(large["generators"])) == (factorial(8), None, 7)


def test_solving_by_symmetries_says_what_was_saved(capsys: Capture, tmp_path: Path) -> None:
    out = done(capsys, "solve", "tic-tac-toe", "--symmetries")
    assert "states  765 in " in out
    assert "for 5,478 positions and 8 symmetries" in out
    words = json.loads(done(capsys, "solve", "tic-tac-toe", "--symmetries", "--json"))
    assert (words["exact"], words["states"], words["positions"], words["symmetries"]) == ("0", 765, 5478, 8)
    assert ", no symmetries" in done(capsys, "solve", "three-fourteen", "--symmetries")
    file = tmp_path / "squares.py"
    file.write_text("from faceup.games.tic_tac_toe import TicTacToe\nclass Squares(TicTacToe):\n    pass\n")
    assert "states  765 in " in done(capsys, "solve", f"{file}:Squares", "--symmetries")
    assert "solitaire" in refused(capsys, "solve", "one-handed", "--symmetries")
    assert "solitaire" in refused(capsys, "symmetries", "clock")


def test_agree_is_no_rubber_stamp() -> None:
    """The slow twin itself: a renaming that must fail, and one that must not."""
    swapped = {0: 0, 1: 1, 2: 2, 3: 3, 4: 5, 5: 4, 6: 6, 7: 7, 8: 8}
    turned = {square: square % 3 * 3 + square // 3 for square in range(9)}
    assert not agree(TicTacToe(), TicTacToe(), (swapped, swapped, {}))
    assert agree(TicTacToe(), TicTacToe(), (turned, turned, {}))
    assert moves_of(TicTacToe()) == {0: set(range(9)), 1: set(range(9)), CHANCE: set(), OVER: set()}
