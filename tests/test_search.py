"""Search to a proof: values, best moves and bounds are the oracle's, and machine code is held to the rules."""

from math import inf
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faceup.engines.graph import certificates
from faceup.engines.graph.stakes import payoff_range
from faceup.engines.model import thresholds
from faceup.engines.solve.dispatch import solve
from faceup.engines.solve.induction.native_table import NativeTable
from faceup.engines.solve.search import search_runs, search_table
from faceup.engines.solve.search.search_scores import least_score
from faceup.engines.solve.search.search_table import SearchCertifier, SearchTable
from faceup.games.connect_four import ConnectFour
from faceup.games.high_low import HighLow
from faceup.games.kalah import Kalah
from faceup.games.three_fourteen import ThreeFourteen
from faceup.library.finding import find_game
from faceup.numbers.value import Value
from faceup.rules import OVER, Cards, FaceupError, Game, NamedTuple, RulesError
from faceup.rules.errors import UnsupportedError
from tests.games.arbitrary import PlainScramble, Scramble
from tests.games.written import Once
from tests.library import deep
from tests.oracle import oracle

HAND = Cards(sum(1 << card for card in (1, 3, 4, 5, 7, 8, 9, 13, 15, 16, 19, 21, 22)))  # of 26 cards


def check_against_oracle(game: Game) -> None:
    solution = solve(game, engine="search")
    truth = oracle(game)
    for state, value in truth.items():
        assert solution.value_of(state).exact == value
        if game.turn(state) != OVER:
            best = [
                move for move in game.moves(state) if game.reward(state, move) + truth[game.play(state, move)] == value
            ]
            assert solution.best(state) == best
            assert solution.move(state) == best[0]


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(1, 60), st.integers(1, 5))
def test_arbitrary_games_agree_with_the_oracle(seed: int, nodes: int, width: int) -> None:
    check_against_oracle(Scramble(seed=seed, nodes=nodes, width=width, chance=False))


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.integers(1, 40))
def test_they_agree_where_the_table_is_far_too_small(seed: int, nodes: int) -> None:
    """Most of what was proven is forgotten, and proven again."""
    with mock.patch.object(search_runs, "FIRST_ROWS", 32), mock.patch.object(SearchTable, "grow"):
        check_against_oracle(Scramble(seed=seed, nodes=nodes, width=3, chance=False))


def test_the_table_grows_while_a_search_is_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_runs, "FIRST_ROWS", 32)
    game = HighLow(matthew=HAND, cards=26)
    table = SearchTable(game)
    grown: list[int] = []
    grow = SearchTable.grow

    def growing(self: SearchTable) -> None:
        grow(self)
        grown.append(len(self.table))

    monkeypatch.setattr(SearchTable, "grow", growing)
    monkeypatch.setattr(search_runs, "PAUSES_AFTER", 16)
    assert table.value(game.start()) == solve(game, engine="induction").value
    assert len(set(grown)) > 2


@pytest.mark.parametrize(
    "game",
    [
        *(deep(ThreeFourteen()), deep(Kalah(pits=3, seeds=2))),
        HighLow(matthew=HAND, cards=26, leader=1),
        ConnectFour(columns=4, rows=4),
    ],
    ids=str,
)
def test_games_of_the_library_have_the_value_of_induction(game: Game) -> None:
    found, table = solve(game, engine="search"), solve(game, engine="induction")
    assert found.value == table.value
    assert found.best() == table.best()
    state, left = game.start(), found.value.low
    for move in found.line():
        left, state = left - game.reward(state, move), game.play(state, move)
    assert game.payoff(state) == left
    assert found.certified is not None
    assert found.certified.held > 20


@given(st.integers(0, 2**62 - 1), st.integers(1, 9), st.integers(1, 6), st.integers(2, 5))
def test_lines_of_connect_four_are_those_that_are_counted(discs: int, columns: int, rows: int, count: int) -> None:
    game = ConnectFour(columns=max(columns, count), rows=rows, in_a_row=count)
    places = {divmod(square, game.columns) for square in range(game.columns * rows) if discs >> square & 1}
    lined = any(
        all((row + k * down, column + k * across) in places for k in range(count))
        for row, column in places
        for down, across in ((0, 1), (1, -1), (1, 0), (1, 1))
    )
    assert game.wins(discs & game.squares()) == lined


def test_very_long_games_need_more_room_as_they_go_on() -> None:
    game = Scramble(nodes=6_000, width=2, chance=False)
    assert solve(game, engine="search").value.exact == solve(game).value.exact


class Wide(Once):
    """Name a number; the largest wins as much."""

    numbers: int = 5_000

    def moves(self, s):
        for number in range(1, self.numbers + 1):
            yield number


def test_a_state_may_have_many_moves() -> None:
    found = solve(Dear(times=1, numbers=5_000, least=1, step=1), engine="search")
    assert (found.value.exact, found.best()) == (5_000, [5_000])


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("pig", "is for games without chance"),
        ("kuhn-poker", "is for open games"),
        ("one-handed", "plays itself"),
        ("centipede", "is for two opponents"),
    ],
)
def test_other_games_are_refused_with_the_reason(name: str, reason: str) -> None:
    with pytest.raises(FaceupError, match=reason):
        solve(find_game(name), engine="search")


def test_a_limit_leaves_the_bounds_that_were_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same ones every time, for states are counted and no clock is asked."""
    game = HighLow(matthew=HAND, cards=26)
    truth = solve(game, engine="induction").value.low
    seen = []
    for most in range(100, 10_000, 2_200):
        monkeypatch.setattr(thresholds, "SEARCHED_AT_MOST", most)
        value = solve(game, engine="search").value
        assert value == solve(game, engine="search").value
        assert value.low <= truth <= value.high
        seen.append(value)
        assert value.how == "exact" or value.limit == "states"
    assert not seen[0].known
    assert seen[-1].how == "exact"
    assert len({(value.low, value.high) for value in seen}) > 3


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Value(3, inf, "stopped"), "at least 3 (stopped at the memory limit)"),
        (Value(-inf, 3, "stopped", limit="time"), "at most 3 (stopped at the time limit)"),
        (Value(1, 3, "stopped"), "between 1 and 3 (stopped at the memory limit)"),
        (Value(-inf, inf, "stopped"), "unknown (stopped at the memory limit)"),
    ],
)
def test_bounds_are_told_in_words(value: Value, text: str) -> None:
    assert str(value) == text


def test_a_proof_that_rules_do_not_keep_is_refused() -> None:
    """Each bound is held: that the first player gets as much, and that the second keeps it to that."""
    game = HighLow(matthew=HAND, cards=26)
    table = SearchTable(game)
    value = int(table.value(game.start()).low)
    for low, high in ((least_score(value + 1), None), (None, least_score(value) - 1)):
        with pytest.raises(RulesError, match="machine code has proven"):
            list(search_table.play_out_bounds(table, game.start(), low, high))
    assert (
        len(set(search_table.play_out_bounds(table, game.start(), least_score(value), least_score(value + 1) - 1))) > 20
    )


def test_moves_to_a_win_that_rules_do_not_keep_are_refused() -> None:
    game = ConnectFour(columns=4, rows=5, in_a_row=3)
    table = SearchTable(game)
    assert table.distance(game.start()) == 11
    score, _ = table.proven_of(game.start())
    for low, high, moves in ((score + 1, None, "within 10 moves"), (None, score - 1, "in 11 moves or more")):
        with pytest.raises(RulesError, match=f"machine code has proven .*{moves}"):
            list(search_table.play_out_bounds(table, game.start(), low, high))
    assert len(set(search_table.play_out_bounds(table, game.start(), score, score))) > 20


def test_a_win_whose_moves_take_too_long_to_count_is_a_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its line is one of the best moves, and the same in every run; later positions are counted where they can be."""
    game = ConnectFour(columns=6, rows=4)
    counted = solve(game, engine="search")
    assert counted.stakes is not None
    assert counted.won_within(counted.start, counted.stakes) == len(counted.line()) == 24
    monkeypatch.setattr(SearchTable, "counted_in", 300)
    found = [solve(game, engine="search") for _ in range(2)]
    assert found[0].value == counted.value
    assert found[0].won_within(counted.start, counted.stakes) is None
    assert found[0].line() == found[1].line()
    assert len(found[0].line()) == 24
    assert found[0].certified == found[1].certified


def test_a_range_that_was_misread_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_runs, "payoff_range", lambda game: (-1, 0))
    game = ConnectFour(columns=4, rows=5, in_a_row=3)
    table = SearchTable(game)
    assert table.value(game.start()).exact == 1
    assert table.range is None
    assert table.distance(game.start()) == 11


def test_a_limit_of_time_leaves_little_to_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """For the whole certificate takes seconds, and the time is over."""
    game, held = HighLow(matthew=HAND, cards=26), []
    monkeypatch.setattr(certificates, "HELD_AT_A_LIMIT", 30)
    monkeypatch.setattr(search_table, "HELD_AT_A_LIMIT", 30)
    hold_all = SearchCertifier.hold_all
    monkeypatch.setattr(
        SearchCertifier, "hold_all", lambda own, states: hold_all(own, (held.append(one) or one for one in states))
    )
    monkeypatch.setattr(thresholds, "SEARCHED_AT_MOST", 2_000)
    found = solve(game, engine="search")
    assert found.value.how == "stopped"
    assert found.certified is not None
    assert 0 < len(held) <= 30


def test_a_search_goes_on_where_a_table_would_be_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """And gives way to the table where it proves nothing soon; the answer is the same whoever gives it."""
    game = HighLow(matthew=HAND, cards=26)
    table = solve(game, engine="induction")
    monkeypatch.setattr(thresholds, "INDUCTION_WORK", 10)
    monkeypatch.setattr(thresholds, "TABLED_POSITIONS", 10)
    by_search = solve(game)
    assert (by_search.engine, by_search.value) == ("search-native", table.value)
    assert any("takes more than 10 positions" in refusal.reason for refusal in by_search.refused)
    monkeypatch.setattr(thresholds, "SEARCHED_POSITIONS", 10)
    driven, drive = [], NativeTable.drive
    monkeypatch.setattr(NativeTable, "drive", lambda table, root: (driven.append(table), drive(table, root)))
    by_table = solve(game)
    assert (by_table.engine, by_table.value, by_table.states) == ("induction-native", table.value, table.states)
    assert by_table.certified == table.certified
    assert any("proves nothing within 10 positions" in refusal.reason for refusal in by_table.refused)
    assert driven[0] is driven[1], "a table is put aside, and goes on"


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (ThreeFourteen(), (-1, 1)),
        (PlainScramble(), None),
        (ConnectFour(), (-1, 1)),
        (HighLow(), None),  # rounds are gained on the way
        (Wide(), None),
    ],
    ids=str,
)
def test_the_text_of_rules_shows_between_what_payoffs_lie(game: Game, expected: tuple[int, int] | None) -> None:
    assert payoff_range(game) == expected


SCALE = 3


def scaled(win: bool) -> int:
    return SCALE if win else -SCALE


class Payoffs(Wide):
    won: int = 2

    def payoff(self, s):
        if s.named == 1:
            return self.won
        if s.named == 2:
            return scaled(s.named > 1) - 1
        if s.named == 3:
            return int(s.named > 1) + int(bool(s.named)) + 1
        return self.other(s) * 2

    def other(self, s):
        return not s.named or -self.won


def test_parameters_constants_and_helpers_are_followed() -> None:
    assert payoff_range(Payoffs()) == (-4, 3)


class Loop(Game):
    """Win at once, or go to a square that leads back; or, with a fraction, to an end that no search takes."""

    fraction: bool = False
    first: int = 2  # of the squares to go to from the start

    class State(NamedTuple):
        square: int

    def start(self):
        return self.State(0)

    def turn(self, s):
        return OVER if s.square > 1 else s.square

    def moves(self, s):
        yield from (self.first, 3 - self.first) if s.square == 0 else (3, 2) if self.fraction else (0,)

    def play(self, s, square):
        return self.State(square)

    def payoff(self, s):
        return 1 if s.square == 2 else 0.5


@pytest.mark.parametrize("first", [1, 2])
def test_play_that_repeats_is_told_also_behind_the_proof(first: int) -> None:
    with pytest.raises(FaceupError, match=r"can repeat.*is for games in which no state repeats"):
        solve(Loop(first=first), engine="search", seconds=60)


def test_what_a_search_cannot_take_behind_the_proof_is_told_by_later_questions() -> None:
    solution = solve(Loop(fraction=True), engine="induction")
    assert solution.value.exact == 1
    with pytest.raises(UnsupportedError, match="whole numbers"):
        solve(Loop(fraction=True), engine="search").best(Loop.State(1))


class Dear(Game):
    """Three times a great gain: the sum is larger than any number that one move may bring, or that the end may pay."""

    end: int = 0
    times: int = 3
    numbers: int = 2
    least: int = 400_000_000
    step: int = 100_000_000

    class State(NamedTuple):
        moves: int

    def start(self):
        return self.State(0)

    def turn(self, s):
        return OVER if s.moves == self.times else 0

    def moves(self, s):
        for number in range(self.numbers):
            yield self.least + number * self.step

    def play(self, s, gain):
        return self.State(s.moves + 1)

    def reward(self, s, gain):
        return gain

    def payoff(self, s):
        return self.end


def test_sums_may_be_large() -> None:
    assert solve(Dear(), engine="search").value.exact == 1_500_000_000


@pytest.mark.parametrize(("game", "start"), [(Dear(end=2**40), Dear.State(0)), (Loop(fraction=True), Loop.State(1))])
def test_numbers_that_are_not_whole_and_small_are_left_to_others(game: Game, start: Any) -> None:
    with pytest.raises(UnsupportedError, match="whole numbers, and none beyond 536,870,912"):
        solve(game, start=start, engine="search")


def shadowed() -> type[Game]:
    SCALE = 50

    class Shadowed(Wide):
        def payoff(self, s):
            return SCALE if s.named else -SCALE

    return Shadowed


class Captured(Wide):
    def payoff(self, s):
        SCALE = 5 * s.named
        return SCALE if (lambda: SCALE)() else 0


class Asked(Wide):
    @property
    def most(self):
        return 1 // 0

    def payoff(self, s):
        return self.most if s.named > 10 else 0


class Renamed(Wide):
    def payoff(self, s):
        self = s
        return self.named


@pytest.mark.parametrize("kind", [shadowed(), Captured, Asked, Renamed], ids=lambda kind: kind.__name__)
def test_what_the_text_does_not_show_is_not_claimed(kind: type[Game]) -> None:
    assert payoff_range(kind()) is None


def test_reductions_that_are_wrong_are_found_in_play() -> None:
    class Blind(HighLow):
        """As if the lowest card that answers were always as good as any."""

        def choices(self, s):
            for card in self.moves(s):
                yield card
                if s.led:
                    return

    with pytest.raises(RulesError):
        solve(Blind(matthew=HAND, cards=26), engine="search")
