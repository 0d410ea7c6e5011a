"""Games along the positions that were met before: the same games, and the outcomes that their odds say."""

import ast
from itertools import product
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import faceup
from faceup.engines.model.policies import play_through
from faceup.engines.model.random_stream import STREAM_SIZE, begin
from faceup.engines.model.seats import seats_of
from faceup.engines.simulate.game_player import CompiledGamePlayer, GamePlayer
from faceup.engines.simulate.kernels.move_lists_kernel import STORED
from faceup.engines.simulate.kernels.positions_met import LONG_ENOUGH, Trial, empty_cache
from faceup.engines.simulate.kernels.positions_met_kernel import (
    CONTENT,
    COUNT,
    FULL,
    GROWING,
    MOST_MOVES,
    MOVES,
    POSITIONS,
    UNUSED,
    follow_cache,
    outcome_at,
    store_position,
)
from faceup.library.finding import find_class
from faceup.native.lowering.forms.memo_keys import has_key, make_key_method
from faceup.native.lowering.tree import definition_of
from faceup.native.rules_type import key_methods
from faceup.rules import Row
from faceup.rules.contract import CHANCE, OVER, Game
from tests.games.arbitrary import Scramble
from tests.library import deep, open_names


class Unpaid(Scramble):
    """With outcomes that never happen, and nothing gained on the way."""

    reward = Game.reward


def highest(game: Any, state: Any) -> Any:
    return max(game.moves(state))


GAMES = [Unpaid(seed=3, nodes=40), Unpaid(seed=8, nodes=12, width=5), faceup.game("left-center-right")]


RANDOM, OWN, FIRST = ("random",), (highest,), ("first", "random")


@pytest.mark.parametrize(
    ("game", "policies"),
    [
        *(deep(GAMES[0], RANDOM), (GAMES[0], OWN), deep(GAMES[0], FIRST)),
        *(deep(GAMES[1], RANDOM), deep(GAMES[1], OWN), deep(GAMES[1], FIRST)),
        *((GAMES[2], RANDOM), deep(GAMES[2], OWN), deep(GAMES[2], FIRST)),
    ],
)
def test_games_are_the_same_whatever_is_kept(game: Any, policies: Any) -> None:
    if len(policies) > 1:
        policies *= (seats_of(game) or 2) // 2
    expected = GamePlayer(game, 5, 10_000, policies).outcomes(0, 300)
    player = CompiledGamePlayer(GamePlayer(game, 5, 10_000, policies))
    registers = player.trial(player.made[0]).cache.registers
    for content in (GROWING, FULL, UNUSED, GROWING):
        registers[CONTENT] = content
        for found, wanted in zip(player.outcomes(0, 300), expected, strict=True):
            assert np.array_equal(found, wanted)
        if content == GROWING:
            assert registers[POSITIONS] > 10
            registers[MOVES] = MOST_MOVES + 1  # from now on what is met is not looked at for good


def test_the_best_moves_are_the_same_whatever_is_kept() -> None:
    game = Unpaid(seed=5, nodes=30)
    playing = GamePlayer(game, 5, 10_000, ("best", "random"), faceup.solve(game))
    expected, player = playing.outcomes(0, 300), CompiledGamePlayer(playing)
    for _ in range(2):
        assert player.outcomes(0, 300).scores.tolist() == expected.scores.tolist()


def test_the_way_that_was_quicker_is_kept_to() -> None:
    game = Unpaid(seed=3, nodes=40)
    player = CompiledGamePlayer(GamePlayer(game, 5, 10_000))
    trial = player.trial(player.made[0])
    games = LONG_ENOUGH // 10
    expected = player.outcomes(0, games).scores.tolist()
    assert len(trial.paces) == 1
    player.outcomes(0, 10)  # which tells nothing
    assert len(trial.paces) == 1
    for _ in range(2):
        assert player.outcomes(0, games).scores.tolist() == expected
    assert len(trial.paces) == 3
    assert trial.cache.registers[CONTENT] == (UNUSED if trial.paces[2] < trial.paces[1] else GROWING)
    assert player.outcomes(0, games).scores.tolist() == expected


def test_what_breaks_off_while_no_positions_are_used_tells_nothing() -> None:
    trial = Trial(empty_cache(1, 4))
    trial.paces = [1.0, 1.0]
    for content in (GROWING, FULL):
        trial.cache.registers[CONTENT] = content
        with pytest.raises(OverflowError), trial.time_games(np.array([2 * LONG_ENOUGH]), [0]):
            raise OverflowError
        assert trial.cache.registers[CONTENT] == content
        assert len(trial.paces) == 2


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 40), min_size=1, max_size=300).filter(any), st.integers(0, 3))
def test_every_point_of_the_odds_has_its_outcome(odds: list[int], large: int) -> None:
    odds = [weight * 10 ** (3 * large) for weight in odds]
    met, total, ends = empty_cache(1, len(odds)), sum(odds), np.cumsum(odds)
    store_position(met, 0, CHANCE, len(odds), total, odds)
    for point in {
        0,
        total - 1,
        *(end for end in ends.tolist() if end < total),
        *(max(int(end) - 1, 0) for end in ends),
    }:
        assert outcome_at(met, 0, point) == int(np.searchsorted(ends, point, side="right"))


def test_what_was_not_looked_at_is_left_to_the_rules() -> None:
    met, stream = empty_cache(1, 4), np.zeros(STREAM_SIZE, np.int64)
    begin(stream, 1, 2)
    met.positions[0, COUNT] = -1
    assert follow_cache(met, [1, 1], stream, 0, 3, 10) == (0, -1, 3, CHANCE)
    store_position(met, 0, 1, 2, 0, [])
    assert follow_cache(met, [1, 1], stream, 0, 3, 10) == (0, 0, 3, 1)
    met.onward[0] = 0
    assert follow_cache(met, [1, 1], stream, 0, 3, 10) == (0, -1, 10, 1)


class Guarded(Game):
    """Throws whose dice stand in a row that may be empty, and a payoff that is a list in machine code."""

    rounds: int = 4

    class State(NamedTuple):
        left: Row
        score: int
        round: int
        throwing: bool

    def start(self):
        return self.State((1, 2), 0, 0, True)

    def turn(self, s):
        return OVER if s.round == self.rounds else CHANCE if s.throwing else 0

    def first(self, s):
        return s.left[0]  # which breaks where there is none

    def moves(self, s):
        if not s.throwing:
            return [*range(s.score % 3 + 1)]
        if not s.left:
            return (0,)
        most = self.first(s)
        return [10 * face + step for face in range(most + 1) for step in range(len(s.left)) if s.left[step] <= most]

    def odds(self, s, face):
        return 1 + (s.left[0] * face if s.left else 0)

    def play(self, s, m):
        left = tuple(range(m % 4)) if s.throwing else s.left
        return s._replace(left=left, score=s.score + m, round=s.round + 1 - s.throwing, throwing=not s.throwing)

    def payoff(self, s):
        return tuple(k * (s.score % 7) for k in range(2))


def test_a_key_breaks_nowhere_where_the_moves_do_not() -> None:
    game = Guarded()
    expected = GamePlayer(game, 5, 10_000).outcomes(0, 100)
    player = CompiledGamePlayer(GamePlayer(game, 5, 10_000))
    trial = player.trial(player.made[0])
    for content in (GROWING, UNUSED):
        trial.cache.registers[CONTENT] = content
        for found, wanted in zip(player.outcomes(0, 100), expected, strict=True):
            assert np.array_equal(found, wanted)
    assert 3 < trial.lists.registers[STORED] < 30


def keyed_names() -> list[str]:
    """The open games of the library whose lists of moves are kept under keys."""
    games = {name: faceup.game(name) for name in open_names() if issubclass(find_class(name), Game)}
    return [name for name, game in games.items() if key_methods(game)]


@pytest.mark.parametrize("name", keyed_names())
def test_states_with_one_key_have_one_list_of_moves(name: str) -> None:
    """Slices of methods, run by CPython, where what machine code cannot hold is a key too."""
    game = faceup.game(name)
    keys = [slice_of(getattr(type(game), method)) for method in key_methods(game)]
    met: dict[Any, Any] = {}
    for number in range(20):
        for state, move in play_through(game, 1, number, ("random",), None, 200):
            if move is not None:
                told = keys if game.turn(state) == CHANCE else keys[:1]
                key = tuple(repr(each(game, state)) for each in told)
                moves = list(game.moves(state))
                found = moves, [game.odds(state, each) for each in moves if len(told) > 1]
                assert "None" in key or met.setdefault(key, found) == found


class Changing:
    """Lists of moves for which something is changed in its place before it is looked at."""

    def state_given_again(self, s):
        yield from range(s.x + 1)
        s = s._replace(x=0)
        yield 10 + s.y + s.x

    def another_name(self, s):
        left = list(s.left)
        other = left
        other.append(3)
        return [s.x] if len(left) == 1 else [9, s.y]

    def put_in_order(self, s):
        left = [*s.left, 0]
        left.sort()
        return [s.x] if left[-1] == 0 else [9, s.y]

    def filled_elsewhere(self, s):
        left = [0]
        self.fill(left, s)
        return [s.x] if left[-1] else [9, s.y]

    def fill(self, row, s):
        row.append(s.left)

    def item_of_item(self, s):
        rows = [[n] for n in s.left] or [[2]]
        first = rows[0]
        first.append(1)
        return [s.x] if rows[0] == [2, 1] else [9, s.y]

    def smallest(self, s):
        rows = [[n] for n in s.left] or [[2]]
        low = min(rows)
        low[0] = 0
        return [s.x] if max(rows) == [0] else [9, s.y]

    def emptied(self, s):
        left = set(s.left)
        while left:
            left.pop()
        return [s.x] if not left else [9, s.y]

    def taken_from_helper(self, s):
        row = self.row(s)
        row[0] += s.x
        return [s.y] if row[0] > 1 else [7]

    def row(self, s):
        return [len(s.left)]


class Lot(NamedTuple):
    left: tuple[int, ...]
    x: int
    y: int


LISTING = [each for name, each in vars(Changing).items() if name not in ("fill", "row") and not name.startswith("_")]


@pytest.mark.parametrize("method", LISTING)
def test_what_is_changed_in_its_place_tells_no_key(method: Any) -> None:
    rules, met = Changing(), dict[str, list[int]]()
    sliced = slice_of(method) if has_key(definition_of(method)) else lambda rules, s: None
    for left, x, y in product(((), (1,), (2,), (2, 1)), range(3), range(3)):
        state = Lot(left, x, y)
        key, moves = repr(sliced(rules, state)), list(method(rules, state))
        assert "None" in key or met.setdefault(key, moves) == moves


def slice_of(method: Any) -> Any:
    definition = definition_of(method)
    make_key_method(definition)
    definition.name = "sliced"
    space = method.__globals__ | {"_operation_memo_key": lambda parts: parts or None}
    exec(compile(ast.fix_missing_locations(ast.Module([definition], [])), "", "exec"), space)
    return space["sliced"]
