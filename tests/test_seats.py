"""Any number of seats, each with a payoff of its own: values, ties, loops, and rules that are wrong."""

import random
from fractions import Fraction
from functools import cached_property
from itertools import count, product
from typing import Any

import numpy as np
import pytest

import faceup
from faceup.engines.exact import component_solver, exact_equilibrium
from faceup.engines.explain.strategies import strategy
from faceup.engines.model import thresholds
from faceup.engines.model.seats import seats_of
from faceup.engines.solve.cyclic.exact_table import POSITION_BYTES
from faceup.engines.solve.engine import NONE_FOUND, Unfit
from faceup.engines.solve.seats import seat_engines
from faceup.games.centipede import Centipede
from faceup.games.coin_race import CoinRace
from faceup.games.fifteen import Fifteen
from faceup.games.triple_duel import TripleDuel
from faceup.numbers import linear_systems
from faceup.numbers.intervals import Bounds
from faceup.results.sentences.solutions import seat_facts
from faceup.results.sentences.strategies import strategy_facts
from faceup.rules import CHANCE, OVER, Game, NamedTuple
from faceup.rules.errors import RulesError, UnsupportedError, UsageError
from faceup.show.text.parts import part_lines
from faceup.show.text.printed import text
from tests.games.seats import Bargain, Lots, NearTie, PaidLots, Table
from tests.games.written import Written
from tests.library import deep

SEED_COUNT = 60


def rows_of(solution: Any) -> tuple[Fraction, ...]:
    return tuple(Fraction(seat.value.exact) for seat in solution.seats)


def outcomes_of_ties(game: Any, state: Any) -> set[tuple[Fraction, ...]]:
    """What a game without loops may be worth, over all ways to break ties: one for each position at a time."""
    who = game.turn(state)
    if who == OVER:
        return {tuple(map(Fraction, game.payoff(state)))}
    after = [sorted(outcomes_of_ties(game, game.play(state, move))) for move in game.moves(state)]
    found = set()
    for rows in product(*after):
        if who == CHANCE:
            odds = [game.odds(state, move) for move in game.moves(state)]
            total = sum(odds)
            found.add(
                tuple(sum(w * row[k] for w, row in zip(odds, rows, strict=True)) / total for k in range(game.players))
            )
        else:
            best = max(row[who] for row in rows)
            found |= {row for row in rows if row[who] == best}
    return found


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_values_are_those_of_a_subgame_perfect_equilibrium(players: int) -> None:
    tied = 0
    for seed in range(SEED_COUNT):
        game = Table(players=players, seed=seed, size=9, most=1)
        possible = outcomes_of_ties(game, game.start())
        solution = faceup.solve(game)
        assert solution.engine == "equilibrium-cpython"
        for ties in ("first", "kind", "spiteful"):
            assert rows_of(faceup.solve(game, ties=ties)) in possible, (game, ties)
        for k, seat in enumerate(solution.seats):
            assert seat.least.exact <= seat.value.exact <= seat.most.exact
            assert min(row[k] for row in possible) <= seat.least.exact
            assert seat.most.exact <= max(row[k] for row in possible)
        for k, number in enumerate(rows_of(faceup.solve(game, ties="random"))):
            assert min(row[k] for row in possible) <= number <= max(row[k] for row in possible)
        tied += len(possible) > 1
    assert tied > 3 or players == 1


def test_an_equilibrium_of_a_cyclic_game_is_one() -> None:
    """No seat does better by another move anywhere, where play surely ends whatever is played."""
    solved = refused = 0
    for seed in range(200):
        game = Table(players=3, seed=seed, size=9, back=True)
        try:
            solution = faceup.solve(game)
        except UnsupportedError:
            refused += 1
            continue
        table = solution.table
        decided = [k for k, (who, targets, *_) in enumerate(game.made) if who >= 0 and table.knows(game.State(k))]
        for k in decided:
            rows, who = table.rows(game.State(k)), game.made[k][0]
            assert max(row[who].low for row in rows.values()) == table.row(game.State(k))[who].low, (seed, k)
        solved += solution.endless is None
    assert solved > 100
    assert refused < 20


def test_a_row_with_a_number_for_each_seat_is_told_by_who_has_each() -> None:
    told = [line.strip() for line in str(text(faceup.strategy(faceup.solve(TripleDuel())))).splitlines()]
    assert told[1:3] == ["The first player", "in short    alive of second 0: at third; 1: at second"]
    assert "alive of first   move" in told
    assert "1   alive of second 0: at first; 1: into the air" in told


def test_a_duel_of_three_is_worth_what_is_known() -> None:
    """The weakest shoots in the air: R. Kinnaird (1946), in Gardner's Scientific American column."""
    solution = faceup.solve(TripleDuel(first=Fraction(1, 3), second=Fraction(2, 3), third=Fraction(1), drawn=False))
    assert rows_of(solution) == (Fraction(25, 63), Fraction(8, 21), Fraction(2, 9))
    assert solution.best(solution.start) == [0]


def test_the_seats_are_counted_in_the_rules() -> None:
    assert [seats_of(Table(players=players)) for players in (1, 2, 5)] == [1, 2, 5]
    assert seats_of(Fifteen()) == 0


class LongCount(Game):
    """Three seats count up in turn, for very long; where they stop tells who wins."""

    class State(NamedTuple):
        count: int

    def start(self):
        return self.State(0)

    def turn(self, s):
        return s.count % getattr(self, "players", 3) if s.count < 10**9 else OVER

    def moves(self, s):
        return (1, 2)

    def play(self, s, m):
        return self.State(s.count + m)

    def payoff(self, s):
        return (1, 0, 0) if s.count % 3 == 0 else (0, 1, 0) if s.count % 3 == 1 else (0, 0, 1)


class LongCountAlone(LongCount):
    players: int = 1

    def payoff(self, s):
        return (s.count % 3,)


class LongCountOfAny(LongCount):
    players: int = 2

    def payoff(self, s):
        return tuple(int(s.count % self.players == k) for k in range(self.players))


class LongCountOfOpponents(LongCount):
    players: int = 2

    def payoff(self, s):
        return 1 if s.count % 2 else -1


@pytest.mark.parametrize(
    ("game", "seats"), [(LongCount(), 3), (LongCountAlone(), 1), (LongCountOfAny(), 2), (LongCountOfOpponents(), 0)]
)
def test_the_seats_of_a_game_whose_ends_are_far_are_counted_in_its_source(game: Game, seats: int) -> None:
    assert seats_of(game) == seats


class Uneven(Table):
    def payoff(self, s):  # type: ignore[no-untyped-def]
        return super().payoff(s)[: s.place % 3 + 1]


class Miscounted(Table):
    players: int = 4

    def payoff(self, s):  # type: ignore[no-untyped-def]
        return super().payoff(s)[:3]


class Crowd(Table):
    def turn(self, s):  # type: ignore[no-untyped-def]
        return 7 if super().turn(s) >= 0 else super().turn(s)


def test_rows_that_are_wrong_are_told_with_the_state() -> None:
    with pytest.raises(RulesError, match=r"payoff has \d numbers"):
        faceup.solve(Uneven(seed=1))
    with pytest.raises(RulesError, match="payoff has 3 numbers, and players is 4"):
        faceup.solve(Miscounted())
    with pytest.raises(RulesError, match="turn is 7; possible: 0 to 2, a seat, CHANCE"):
        faceup.solve(Crowd())


def test_who_asks_for_two_opponents_is_told() -> None:
    with pytest.raises(UsageError, match="engine 'induction-cpython' is for two opponents, and here are 3 seats"):
        faceup.solve(Table(), engine="induction-cpython")
    with pytest.raises(UsageError, match="engine 'equilibrium-native' is for games in which payoffs are rows"):
        faceup.solve(Fifteen(), engine="equilibrium")
    with pytest.raises(UnsupportedError, match="and fifteen has two opponents; only games of as many are compared"):
        faceup.same(Table(), Fifteen())
    with pytest.raises(UsageError, match="ties 'nice'; possible: first, random, kind, spiteful"):
        faceup.solve(Table(), ties="nice")
    for name in ("nim", "kuhn-poker", "mastermind"):
        with pytest.raises(UsageError, match=f"each seat has its own payoff; '{name}' is not one of them"):
            faceup.solve(faceup.game(name), ties="first")


def test_that_there_may_be_other_equilibria_is_said_where_there_are() -> None:
    solution = faceup.solve(Bargain())
    assert solution.others_may_be
    assert "there may be others" in "\n".join(part_lines(seat_facts(solution), 8))
    assert not faceup.solve(Bargain(opposed=True)).others_may_be  # the value of two opponents is one number
    assert not faceup.solve(Centipede()).others_may_be
    assert faceup.solve(CoinRace()).others_may_be


@pytest.mark.parametrize("positions", [200, 500])
def test_the_memory_says_how_many_positions_there_may_be(positions: int) -> None:
    stopped = faceup.solve(faceup.game("wheel"), memory=positions * POSITION_BYTES)
    assert (stopped.value.how, stopped.value.limit) == ("stopped", "memory")
    assert stopped.states == positions


def test_a_list_in_the_place_of_a_row_is_told() -> None:
    class Listed(Centipede):
        def payoff(self, s: Any) -> Any:
            return list(super().payoff(s))

    with pytest.raises(RulesError, match=r"is the list .*; possible: a number, or a tuple"):
        faceup.solve(Listed())


def test_a_strategy_of_a_seat_is_against_the_others_best_play() -> None:
    found = strategy(faceup.solve(Centipede()), player=1)
    (checked,) = [line for line in part_lines(strategy_facts(found), 12) if line.startswith("checked")]
    assert "for the second player gives this value" in checked
    assert "whatever" not in checked


class Drawn(Game):
    """Three say yes or no; all have something where all say yes, and nobody has anything else."""

    class State(NamedTuple):
        agreed: int
        said: int

    def start(self):  # type: ignore[no-untyped-def]
        return self.State(0, 0)

    def turn(self, s):  # type: ignore[no-untyped-def]
        return OVER if s.said == 3 else s.said

    def moves(self, s):  # type: ignore[no-untyped-def]
        return range(2)

    def play(self, s, m):  # type: ignore[no-untyped-def]
        return self.State(s.agreed + m, s.said + 1)

    def payoff(self, s):  # type: ignore[no-untyped-def]
        return (1, 2, 3) if s.agreed == 3 else 0


class Forever(Drawn):
    """The same without an end."""

    endless = (1, 2)

    def turn(self, s):  # type: ignore[no-untyped-def]
        return s.said % 2

    def play(self, s, m):  # type: ignore[no-untyped-def]
        return self.State(0, 1 - s.said)


def test_a_payoff_of_0_does_not_tell_how_many_seats_there_are() -> None:
    assert rows_of(faceup.solve(Drawn())) == (1, 2, 3)
    assert rows_of(faceup.solve(Forever())) == (1, 2)


class Costly(Game):
    """Everybody in turn may stop, for 5 and 2 for the others, or pass it on; either costs 1."""

    passing: int = 0  # which of the two moves

    class State(NamedTuple):
        mover: int
        stopped: int

    def start(self):  # type: ignore[no-untyped-def]
        return self.State(0, -1)

    def turn(self, s):  # type: ignore[no-untyped-def]
        return s.mover if s.stopped < 0 else OVER

    def moves(self, s):  # type: ignore[no-untyped-def]
        return range(2)

    def play(self, s, m):  # type: ignore[no-untyped-def]
        return self.State((s.mover + 1) % 3, -1) if m == self.passing else self.State(0, s.mover)

    def reward(self, s, m):  # type: ignore[no-untyped-def]
        return tuple(-int(k == s.mover) for k in range(3))

    def payoff(self, s):  # type: ignore[no-untyped-def]
        return tuple(5 if k == s.stopped else 2 for k in range(3))


@pytest.mark.parametrize("passing", [0, 1])
def test_a_way_round_that_costs_is_left_whichever_move_comes_first(passing: int) -> None:
    assert rows_of(faceup.solve(Costly(passing=passing))) == (4, 2, 2)


class Doubtful(Written):
    """The first is paid each time the second stays; who goes lets the third choose what going was worth."""

    who = (0, 1, 2, OVER, OVER)
    leads = ((1,), (2, 0), (3, 4))
    paid = ((0, 1, 0), (0, -2, 0))

    def reward(self, s, m):  # type: ignore[no-untyped-def]
        return (int(s.place == 1 and m == 1), 0, 0)


def test_a_convention_without_an_equilibrium_is_left_out_of_the_range() -> None:
    solution = faceup.solve(Doubtful())
    assert rows_of(solution) == (0, 1, 0)
    assert [(seat.least.exact, seat.most.exact) for seat in solution.seats] == [(0, 0), (1, 1), (0, 0)]
    with pytest.raises(UnsupportedError, match="may never settle"):
        faceup.solve(Doubtful(), engine="cpython", ties="spiteful")


class Wandering(Game):
    """Two walks by which the same is reached, by the second with pauses: who sets out on which?

    Fractions of a walk take more than ``MOST_WORK`` where that is little. The first either chooses, or may leave it to
    the second to set out, who may leave it to the first. The first gets the same by either walk; the second gets it too
    by one, and the third by the other.
    """

    size: int = 300  # places of a walk
    passing: bool = True

    class State(NamedTuple):
        walk: int  # 0 before any
        place: int

    @cached_property
    def ways(self):  # type: ignore[no-untyped-def]
        lot = random.Random(1)
        ends = (self.size - 2, self.size - 1)
        return [
            [(lot.choice((*ends, *[lot.randrange(self.size - 2)] * 40)), lot.randint(1, 9)) for _ in range(3)]
            for _ in range(self.size - 2)
        ]

    def start(self):  # type: ignore[no-untyped-def]
        return self.State(0, 0)

    def turn(self, s):  # type: ignore[no-untyped-def]
        if not s.walk:
            return s.place
        return OVER if self.place(s) >= self.size - 2 else CHANCE

    def place(self, s):  # type: ignore[no-untyped-def]
        return s.place if s.walk == 1 else self.size - 1 - s.place

    def moves(self, s):  # type: ignore[no-untyped-def]
        return range(2 + s.walk)

    def odds(self, s, m):  # type: ignore[no-untyped-def]
        return 7 if m == 3 else self.ways[self.place(s)][m][1]

    def play(self, s, m):  # type: ignore[no-untyped-def]
        if m == 3:
            return s
        if s.walk:
            there = self.ways[self.place(s)][m][0]
            return self.State(s.walk, there if s.walk == 1 else self.size - 1 - there)
        if self.passing and m:
            return self.State(0, 1 - s.place)
        return self.State(1, 0) if not m else self.State(2, self.size - 1)

    def payoff(self, s):  # type: ignore[no-untyped-def]
        won = int(self.place(s) == self.size - 2)
        return (won, won * (s.walk == 1), won * (s.walk == 2))


def test_what_is_rounded_beyond_a_way_round_is_not_told_as_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linear_systems, "MOST_WORK", 0)
    game = Wandering()
    table = faceup.solve(game).table
    begun, going = (table.row(state) for state in (game.start(), game.State(1, 0)))
    assert [value.how for value in going] == ["bounded", "bounded", "exact"]
    assert begun == going


def test_a_tie_that_rounding_hides_is_told_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    reach = count(1)

    def wider(bounds: Bounds) -> Bounds:
        """Never twice by as much."""
        slack = Fraction(next(reach), 10**20)
        return bounds if bounds.low == bounds.high else Bounds(bounds.low - slack, bounds.high + slack)

    monkeypatch.setattr(component_solver, "outwards", wider)
    monkeypatch.setattr(linear_systems, "MOST_WORK", 0)
    game = Wandering(passing=False)
    solution = faceup.solve(game)
    ways = list(solution.table.rows(game.start()).values())
    assert ways[0][0] != ways[1][0]  # by rounding alone
    assert solution.best(game.start()) == [0, 1]
    assert not solution.sure(game.start())
    assert solution.seats[1].least.high == 0
    assert solution.seats[2].most.low > 0.4
    assert faceup.solve(game, ties="random").seats[2].value.high < 0.4


def test_no_value_is_exact_that_hangs_on_a_tie_without_a_proof() -> None:
    exact, native = (faceup.solve(NearTie(), engine=f"equilibrium-{by}") for by in ("cpython", "native"))
    assert [seat.value.exact for seat in exact.seats[1:]] == [0, 0]
    first, second, third = (seat.value for seat in native.seats)
    assert first.low <= exact.seats[0].value.low <= first.high
    assert (second.how, third.exact) == ("bounded", 0)
    assert native.table.parts[0].tied


def test_fractions_do_not_begin_where_machine_code_found_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_none(self: Any, question: Any, limits: Any) -> None:
        raise Unfit(NONE_FOUND)

    monkeypatch.setattr(seat_engines.NativeEquilibrium, "answer", find_none)
    monkeypatch.setattr(thresholds, "CYCLIC_POSITIONS", 1_000)
    large = CoinRace(players=3, goal=4)
    with pytest.raises(UnsupportedError, match="takes no more than 1,000 positions where machine code found no equil"):
        faceup.solve(large)
    assert faceup.solve(large, engine="cpython").states == 1_152


@pytest.mark.parametrize("kind", [deep(Lots), PaidLots])
def test_machine_code_finds_the_equilibria_of_fractions(kind: type[Lots]) -> None:
    """Of choices, and of throws that repeat behind them, by every convention for ties."""
    tied = cyclic = 0
    for seed, ties in product(range(8), ("first", "random", "kind", "spiteful")):
        game = kind(seed=seed)
        exact, native = (faceup.solve(game, engine=f"equilibrium-{by}", ties=ties) for by in ("cpython", "native"))
        assert native.certified is not None
        (fractions,), (floats,) = exact.table.parts, native.table.parts
        assert fractions.count == floats.count
        for state, known in zip(fractions.graph.states, fractions.solution.rows, strict=True):
            for bounds, value in zip(known, native.table.row(state), strict=True):
                assert value.low <= bounds.low <= value.high
                assert value.high - value.low < 1e-12
            if game.turn(state) >= 0:
                assert native.table.moves_made(state) == exact.table.moves_made(state)
        assert floats.tied == fractions.tied
        for one, other in zip(exact.seats, native.seats, strict=True):
            assert other.least.low <= one.least.low <= other.least.high
            assert other.most.low <= one.most.low <= other.most.high
        tied += floats.tied
        cyclic += fractions.graph.is_cyclic
    assert tied > 6
    assert cyclic > 10


class BankOrThrow(Game):
    """Throw for one point or two, or lose those of this turn; or bank them. All together may throw for ever."""

    goal: int = 2
    players: int = 3
    quitting: int = -1  # what banking for the goal costs the others

    class State(NamedTuple):
        points: tuple[int, ...]
        pot: int
        mover: int
        throwing: bool

    def start(self):
        return self.State((0,) * self.players, 0, 0, False)

    def turn(self, s):
        return OVER if max(s.points) >= self.goal else CHANCE if s.throwing else s.mover

    def moves(self, s):
        yield from ("nothing", 1, 2, "lost") if s.throwing else ("throw", "bank")

    def play(self, s, m):
        if m == "throw":
            return s._replace(throwing=True)
        after = (s.mover + 1) % self.players
        if m == "bank":
            points = list(s.points)
            points[s.mover] = min(self.goal, points[s.mover] + s.pot)
            return self.State(tuple(points), 0, after, False)
        if m == "lost":
            return self.State(s.points, 0, after, False)
        return s._replace(pot=s.pot if m == "nothing" else min(self.goal, s.pot + m), throwing=False)

    def payoff(self, s):
        return tuple(1 if points >= self.goal else self.quitting for points in s.points)


@pytest.mark.parametrize(
    "game",
    [
        *(deep(CoinRace(goal=3)), deep(CoinRace(goal=2, players=2)), deep(TripleDuel())),
        *(BankOrThrow(), deep(BankOrThrow(goal=2, players=4, quitting=0))),
    ],
    ids=str,
)
def test_machine_code_finds_equilibria_of_cyclic_games(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """On any number of threads the same to the bit."""
    exact, native = (faceup.solve(game, engine=f"equilibrium-{by}") for by in ("cpython", "native"))
    monkeypatch.setattr(thresholds, "SORTED_POSITIONS", 0)
    monkeypatch.setattr(thresholds, "SHARED_POSITIONS", 2)
    together = faceup.solve(game, engine="equilibrium-native", threads=3)
    for one, other in zip(native.table.parts[0].seats, together.table.parts[0].seats, strict=True):
        assert np.array_equal(one, other)
    assert (native.others_may_be, native.ties_as_found) == (exact.others_may_be, exact.ties_as_found)
    for state in exact.table.parts[0].graph.states:
        for value, other in zip(exact.table.row(state), native.table.row(state), strict=True):
            assert other.low <= value.low <= other.high
            assert other.high - other.low < 1e-12


def test_answers_that_come_again_are_no_equilibrium(monkeypatch: pytest.MonkeyPatch) -> None:
    answers, respond = count(), exact_equilibrium.best_response
    monkeypatch.setattr(exact_equilibrium, "best_response", lambda *given: (next(answers), respond(*given))[1])
    with pytest.raises(UnsupportedError, match="they came to no equilibrium"):
        faceup.solve(Table(seed=856, size=12, chance=False, back=True, most=9), engine="cpython")
    assert next(answers) < exact_equilibrium.MOST_ROUNDS


def test_machine_code_goes_on_where_fractions_find_no_equilibrium(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_equilibrium, "MOST_ROUNDS", 0)
    solution = faceup.solve(BankOrThrow())
    assert solution.engine == "equilibrium-native"
    assert {refusal.engine: refusal.reason for refusal in solution.refused}["equilibrium-cpython"] == "finds no values"


def test_seats_that_decide_among_many_positions_are_left_to_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    assert faceup.solve(BankOrThrow()).engine == "equilibrium-cpython"
    monkeypatch.setattr(thresholds, "CYCLIC_COMPONENT", 2)
    assert faceup.solve(BankOrThrow()).engine == "equilibrium-native"


class Waiting(Written):
    """Whoever goes on a throw ends it all, for less than waiting for ever is worth."""

    who = (0, 1, 2, CHANCE, CHANCE, CHANCE, OVER)
    leads = ((1, 3), (2, 4), (0, 5), (1, 6), (2, 6), (0, 6))
    paid = ((-1, -2, -3),)


def test_play_that_goes_on_for_ever_by_best_moves_is_known_by_fractions() -> None:
    assert rows_of(faceup.solve(Waiting())) == (0, 0, 0)


@pytest.mark.deep  # the rules of Lent are refused for the same reason in every run
def test_play_that_goes_on_for_ever_by_best_moves_is_left_to_fractions() -> None:
    with pytest.raises(UnsupportedError, match="finds no equilibrium where seats decide among positions"):
        faceup.solve(Waiting(), engine="equilibrium-native")


class Indifferent(Written):
    """The first player may stop, which pays the others and not them, or go on for ever, which pays nobody."""

    who = (0, 1, OVER)
    leads = ((1, 2), (0,))
    paid = ((0, 1, 1),)


def test_a_seat_that_may_as_well_go_on_for_ever_leaves_a_tie() -> None:
    for engine in ("equilibrium-native", "equilibrium-cpython"):
        assert "broken by the first answer found" in text(faceup.solve(Indifferent(), engine=engine)), engine


class Lent(Game):
    """One seat, round after round: it gains, by one move with a loan that is paid back later, by the other some more.

    What is more by the second is less than floats tell of a round, and adds up over all of them.
    """

    rounds: int = 300_007  # on average
    base: int = 10**10 + 7
    loan: int = 10**5

    class State(NamedTuple):
        step: int

    def start(self):
        return self.State(0)

    def turn(self, s):
        return (0, CHANCE, CHANCE, OVER, CHANCE)[s.step]

    def moves(self, s):
        return range(2)

    def odds(self, s, m):
        return 1 if m else self.rounds - 1 if s.step == 2 else 63

    def play(self, s, m):
        if s.step == 0:
            return self.State(4 if m else 1)
        if s.step == 2:
            return self.State(3 if m else 0)
        return self.State(2 if m else s.step)

    def reward(self, s, m):
        if s.step == 0:
            return (self.base + (1 if m else self.loan),)
        return (-self.loan if s.step == 1 and m else 0,)

    def payoff(self, s):
        return (0,)


def test_what_adds_up_while_play_goes_on_is_not_left_out_of_bounds() -> None:
    assert faceup.solve(Lent()).value.exact == 3000070002400056
    with pytest.raises(UnsupportedError, match="finds no equilibrium where seats decide"):
        faceup.solve(Lent(), engine="equilibrium-native")
    few = faceup.solve(Lent(rounds=20), engine="equilibrium-native").value
    assert few.low <= faceup.solve(Lent(rounds=20)).value.exact <= few.high
