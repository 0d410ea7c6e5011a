"""The walk into flat arrays: what does not fit is refused, and what just fits is held exactly."""

from fractions import Fraction
from math import gcd

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faceup.engines.exact.opponents import values_of
from faceup.engines.explain.why import best_play
from faceup.engines.graph.game_graph import MOST_ODDS, walk
from faceup.engines.same.isomorphism import same
from faceup.engines.solve.dispatch import solve
from faceup.rules import CHANCE, OVER, Game, NamedTuple, RulesError
from faceup.rules.parameters import WORD_MAX, WORD_MIN
from tests.games.chance import Doubles, Even, Loaded


class State(NamedTuple):
    place: int


def drawing(odds: list[int]) -> Game:
    """Chance draws place 1, 2, ... with these odds, and pays it."""

    class Drawing(Game):
        State = State

        def start(self):
            return State(0)

        def turn(self, s):
            return OVER if s.place else CHANCE

        def moves(self, s):
            return range(1, len(odds) + 1)

        def odds(self, s, m):
            return odds[m - 1]

        def play(self, s, m):
            return State(m)

        def payoff(self, s):
            return s.place

    return Drawing()


def choosing(moves: list[int]) -> Game:
    """A choice of moves of these names; the last pays most."""

    class Choosing(Game):
        State = State

        def start(self):
            return State(-1)

        def turn(self, s):
            return 0 if s.place < 0 else OVER

        def moves(self, s):
            return list(moves)

        def play(self, s, m):
            return State(moves.index(m))

        def payoff(self, s):
            return s.place

    return Choosing()


@pytest.mark.parametrize("odds", [[2**62, 2**62 - 1, 2**62 - 2], [1, MOST_ODDS], [10**5000, 1]], ids=range(3))
def test_odds_that_floats_and_sums_cannot_hold_are_refused(odds: list[int]) -> None:
    game = drawing(odds)
    largest = odds.index(max(odds)) + 1
    words = rf"Drawing, in state State\(place=0\): in lowest terms the odds of outcome {largest} .*9007199254740992"
    with pytest.raises(RulesError, match=words):
        walk(game)
    solution = solve(game)  # search in CPython still holds them
    assert solution.value.exact == Fraction(sum(k * n for k, n in enumerate(odds, 1)), sum(odds))
    with pytest.raises(RulesError, match=words):
        best_play(solution)


@given(st.lists(st.integers(0, 2**70), min_size=1, max_size=5).filter(any), st.integers(1, 2**70))
def test_odds_that_are_held_are_exact(odds: list[int], shared: int) -> None:
    game = drawing([shared * weight for weight in odds])
    lowest = [weight // gcd(*odds) for weight in odds if weight]
    if sum(lowest) > MOST_ODDS:
        with pytest.raises(RulesError, match="odds"):
            walk(game)
    else:
        graph = walk(game)
        assert graph.weights.tolist() == lowest
        assert float(graph.weights.astype(float).sum()) == sum(lowest)
        assert values_of(graph)[0].value == (solve(game).value.exact,) * 2


@pytest.mark.parametrize("move", [2**70, WORD_MAX + 1, WORD_MIN - 1, -(10**5000)], ids=range(4))
def test_moves_beyond_64_bits_are_refused(move: int) -> None:
    words = rf"Choosing, in state State\(place=-1\): move .* leaves 64 bits; possible: {WORD_MIN} to {WORD_MAX}"
    with pytest.raises(RulesError, match=words):
        walk(choosing([0, move]))
    with pytest.raises(RulesError, match=words):
        best_play(solve(choosing([0, move])))


def test_the_longest_moves_are_held() -> None:
    moves = [WORD_MIN, 0, WORD_MAX]
    assert walk(choosing(moves)).moves.tolist() == moves
    assert [move.move for move in best_play(solve(choosing(moves))).moves] == [WORD_MAX]


def test_an_outcome_that_is_named_twice_has_both_chances() -> None:
    graph = walk(Doubles())
    assert graph.weights.tolist() == [2, 1]
    assert solve(Doubles()).value == solve(Loaded()).value != solve(Even()).value
    assert same(Doubles(), Loaded())
    assert not same(Doubles(), Even())
