"""The search that closes bounds: values are the oracle's, bounds hold at any time, and CPython's rules confirm them."""

from fractions import Fraction
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faceup.engines.model import thresholds
from faceup.engines.model.limits import Limits
from faceup.engines.solve.dispatch import solve
from faceup.engines.solve.search import bounds_table
from faceup.engines.solve.search.bounds_table import BoundsTable
from faceup.engines.solve.table import LimitHit
from faceup.games.best_card import BestCard
from faceup.games.hog import Hog
from faceup.games.pig import Pig
from faceup.games.red_black import RedBlack
from faceup.games.tic_tac_toe import TicTacToe
from faceup.numbers.value import overlap
from faceup.rules import CHANCE, OVER, FaceupError, Game, NamedTuple, RulesError
from faceup.rules.errors import RepeatingStateError
from tests.games.arbitrary import Scramble
from tests.games.broken import Broken
from tests.library import deep
from tests.oracle import oracle


class Race(Game):
    """Two runners each: roll a die and move one of them; first home wins. Where none can move, positions may repeat."""

    length: int = 3

    class State(NamedTuple):
        mine: tuple[int, int] = (0, 0)
        other: tuple[int, int] = (0, 0)
        roll: int = 0
        player: int = 0

    def start(self):
        return self.State()

    def turn(self, s):
        if min(s.other) == self.length:
            return OVER
        return s.player if s.roll else CHANCE

    def moves(self, s):
        if not s.roll:
            return range(1, 4)
        return [i for i in range(2) if s.mine[i] + s.roll <= self.length] or [-1]

    def play(self, s, m):
        if not s.roll:
            return s._replace(roll=m)
        a, b = s.mine
        after = (a + s.roll if m == 0 else a, b + s.roll if m == 1 else b)
        return self.State(s.other, after, 0, 1 - s.player)

    def canon(self, s):
        return s._replace(mine=(min(s.mine), max(s.mine)), other=(min(s.other), max(s.other)))

    def payoff(self, s):
        return 1 if s.player == 1 else -1


class Thirds(Scramble):
    """Payoffs and rewards that no float holds."""

    def reward(self, s, m):
        return Fraction(self.mix(s.node, s.side, 10 + m) % 7 - 3, 3)

    def payoff(self, s):
        return Fraction(self.mix(s.node, s.side, 40) % 11 - 5, 7)


class Unlikely(Game):
    """Two throws that hardly ever succeed, and a sure gain besides."""

    rest: int = 1 << 40  # the odds of all else
    gain: int = 1

    class State(NamedTuple):
        throws: int = 0
        luck: int = 0

    def start(self):
        return self.State()

    def turn(self, s):
        return 0 if s.throws == 0 else CHANCE if s.throws < 3 else OVER

    def moves(self, s):
        return range(2)

    def play(self, s, m):
        return self.State(s.throws + 1, 2 * s.luck + m)

    def odds(self, s, m):
        return 1 if m else self.rest

    def reward(self, s, m):
        return self.gain if s.throws == 0 else 0

    def payoff(self, s):
        return s.luck % 4 == 3


def check_against_oracle(game: Game) -> None:
    table, truth = BoundsTable(game), oracle(game)
    for state, value in truth.items():
        found = table.value(state)
        assert found.low <= value <= found.high
        assert found.high - found.low < 1e-9
        assert found.how != "exact" or found.low == value
        if game.turn(state) in (0, 1):
            worth = {move: game.reward(state, move) + truth[game.play(state, move)] for move in game.moves(state)}
            assert {move for move in worth if worth[move] == value} <= set(table.best(state))
    table.certify(game.start())


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(1, 60), st.integers(1, 5), st.booleans())
def test_arbitrary_games_agree_with_the_oracle(seed: int, nodes: int, width: int, chance: bool) -> None:
    check_against_oracle(Scramble(seed=seed, nodes=nodes, width=width, chance=chance))


@settings(max_examples=10)
@given(st.integers(0, 10**6), st.integers(1, 40))
def test_numbers_that_no_float_holds_are_inside_the_bounds(seed: int, nodes: int) -> None:
    check_against_oracle(Thirds(seed=seed, nodes=nodes))


@pytest.mark.parametrize("gain", [0, 1, -1])
@pytest.mark.parametrize("rest", [3, 7, 2**40, 2**52, 2**53, 2**53 - 1, 2**60, 2**62])
def test_what_hardly_ever_happens_is_not_rounded_away(rest: int, gain: int) -> None:
    check_against_oracle(Unlikely(rest=rest, gain=gain))


@pytest.mark.parametrize(("rest", "how"), [(3, "exact"), (2, "bounded")])
def test_a_value_is_exact_where_nothing_was_rounded(rest: int, how: str) -> None:
    found = BoundsTable(Unlikely(rest=rest)).value(Unlikely().start())
    assert found.how == how


@pytest.mark.parametrize(
    "game", [Hog(goal=30), deep(RedBlack()), deep(BestCard(deck=30, hand=6)), deep(TicTacToe())], ids=str
)
def test_games_of_the_library_have_the_value_of_induction(game: Game) -> None:
    found, table = solve(game, engine="bounds"), solve(game, engine="induction")
    assert overlap(found.value, table.value)
    assert found.value.high - found.value.low < 1e-9
    assert found.line()[:1] == table.line()[:1]
    assert found.certified is not None
    assert found.certified.held > 100


def test_bounds_close_where_positions_repeat_by_chance() -> None:
    found, slow = solve(Race(), engine="bounds"), solve(Race(), engine="cyclic", exact=True)
    assert overlap(found.value, slow.value)
    assert found.value.high - found.value.low < 1e-9


def test_bounds_hold_after_any_number_of_steps() -> None:
    game = Hog(goal=30)
    value, widths = solve(game, exact=True).value, []
    for most in (1, 100, 10_000, 60_000, 105_000):
        table = BoundsTable(game, Limits(states=most))
        with pytest.raises(LimitHit) as hit:
            table.value(game.start())
        low, high, _ = table.bounds_of(game.start())
        assert low <= value.low <= high
        assert hit.value.bounds == (low if low > table.stakes[0] else -inf, high if high < table.stakes[1] else inf)
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    assert 0 < widths[-1] < widths[0] == 1


def test_a_limit_leaves_the_same_bounds_every_time_and_the_answer_goes_on() -> None:
    game = Hog(goal=30)
    bounds = []
    for _ in range(2):
        table = BoundsTable(game, Limits(states=2_000))
        with pytest.raises(LimitHit):
            table.value(game.start())
        bounds.append(table.bounds_of(game.start()))
    assert bounds[0] == bounds[1]
    table.limits = Limits()
    assert overlap(table.value(game.start()), solve(game).value)


def test_all_that_is_too_small_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FIRST_POSITIONS", "FIRST_MOVES", "FIRST_LISTED", "FIRST_DEPTH"):
        monkeypatch.setattr(bounds_table, name, 4)
    monkeypatch.setattr(bounds_table, "PAUSES_AFTER", 7)
    monkeypatch.setattr(bounds_table, "LOOKS_AT_ONCE", 7)
    for game in (Hog(goal=15), Scramble(seed=5, nodes=80, width=6), Race()):
        check_against_oracle(game) if not isinstance(game, Race) else BoundsTable(game).value(game.start())


def test_memory_is_a_limit_and_is_used() -> None:
    memory = 4_000_000
    table = BoundsTable(Hog(goal=60), Limits(memory=memory))
    with pytest.raises(LimitHit, match="memory"):
        table.value(Hog(goal=60).start())
    assert memory / 2 < table.bytes < memory


def test_positions_whose_numbers_have_no_room_are_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds_table, "MOST_POSITIONS", 6_000)
    table = BoundsTable(Hog(goal=60))
    with pytest.raises(LimitHit, match="memory"):
        table.value(Hog(goal=60).start())
    assert table.positions == 6_000


def test_a_wrong_bound_is_seen_by_the_rules_of_cpython() -> None:
    game = Hog(goal=3)  # of so few positions that all are held
    table = BoundsTable(game)
    table.value(game.start())
    for place in [table.directory.find(game.start()), *np.flatnonzero(table.closed).tolist()]:
        for column, wrong in ((table.low, 0.01), (table.high, -0.01)):
            right = column[place]
            column[place] += wrong
            with pytest.raises(RulesError, match="the value that machine code gives is not what its moves lead to"):
                table.certify(game.start())
            column[place] = right
    table.certify(game.start())


class Wide(Game):
    """Throws with very many outcomes, each taken or left."""

    outcomes: int = 70_000

    class State(NamedTuple):
        throws: int = 0
        total: int = 0
        roll: int = -1

    def start(self):
        return self.State()

    def turn(self, s):
        return OVER if s.throws == 9 else s.throws % 2 if s.roll >= 0 else CHANCE

    def moves(self, s):
        return range(2) if s.roll >= 0 else range(self.outcomes)

    def play(self, s, m):
        if s.roll < 0:
            return s._replace(roll=m)
        return self.State(s.throws + 1, (s.total * 3 + s.roll * m) % 1009)

    def payoff(self, s):
        return s.total % 7


def test_a_limit_is_heard_and_few_are_held_where_positions_have_very_many_moves() -> None:
    game, told = Wide(), list[float]()
    table = BoundsTable(game, Limits(states=60, narrowing=lambda low, high: told.append(low)))
    with pytest.raises(LimitHit):
        table.value(game.start())
    assert len(told) > 3
    assert not table.on_stack.any()
    table.certify(game.start(), limited=True)
    assert table.certified is not None
    assert table.certified.held < 20


def test_where_nothing_makes_play_end_it_is_said_to_repeat() -> None:
    with pytest.raises(RepeatingStateError, match="can repeat"):
        solve(Pig(goal=20), engine="bounds")


@pytest.mark.parametrize("how", range(7))
def test_broken_rules_are_named_as_by_induction(how: int) -> None:
    messages = []
    for engine in ("bounds", "induction-native"):
        with pytest.raises(FaceupError) as error:
            solve(Broken(how=how), engine=engine)
        messages.append(str(error.value))
    assert messages[0] == messages[1].replace("induction-native", "bounds-native")


def test_a_game_that_no_table_holds_is_left_to_it() -> None:
    """A table that memory is too small for gives way to bounds, and is not begun a second time."""
    found = solve(Hog(goal=60), memory=3_000_000)
    assert found.engine == "bounds-native"
    assert [refusal.engine for refusal in found.refused].count("induction-native") == 2
    assert found.value.how == "stopped"
    assert found.value.limit == "memory"


@pytest.mark.parametrize(("steps", "engine"), [(100, "induction-native"), (10_000_000, "bounds-native")])
def test_a_large_table_waits_while_bounds_are_tried(steps: int, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Hog(goal=25)
    value = solve(game).value
    monkeypatch.setattr(thresholds, "INDUCTION_WORK", 100)
    monkeypatch.setattr(thresholds, "TABLED_POSITIONS", 1_000)
    monkeypatch.setattr(thresholds, "STEPS_TRIED", steps)
    found = solve(game)
    assert found.engine == engine
    assert overlap(found.value, value)
    assert "is for games without chance" in {refusal.reason for refusal in found.refused}
