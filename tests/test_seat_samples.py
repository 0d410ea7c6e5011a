"""Numbered games of any number of seats: both engines, what is counted, spread and stored, tournaments."""

import json
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import faceup
from faceup.engines.simulate.numbered_games import NumberedGames
from faceup.engines.simulate.processes import Processes
from faceup.engines.simulate.sampler import compare, simulate
from faceup.engines.simulate.tournament import tournament
from faceup.games.dots_and_boxes import DotsAndBoxes
from faceup.games.fifteen import Fifteen
from faceup.games.hog import Hog
from faceup.games.left_center_right import LeftCenterRight
from faceup.games.one_handed import OneHanded
from faceup.games.triple_duel import TripleDuel
from faceup.play import seats as seats_at_table
from faceup.results.reviews.replay import ReplayEnd
from faceup.results.samples.sample import Sample, mean, wilson, z_of
from faceup.results.samples.totals import Totals
from faceup.results.sentences.samples import tournament_columns
from faceup.rules import RulesError, UsageError
from faceup.rules.contract import LOST, SHARED, UNFINISHED, WON
from faceup.rules.names import seat_name
from tests.games.seats import Table
from tests.games.tables import (
    Bank,
    BankOfThree,
    BankWithNothing,
    LooseNumber,
    PaidBank,
    ShortRow,
)
from tests.library import deep
from tests.test_cli import done, run


class Wide(PaidBank):
    """Halves, thousands and large losses."""

    def payoff(self, s):  # type: ignore[no-untyped-def]
        return (s.points[0] * 1000, s.points[1] / 8, -(10**9) * s.points[2])


def careful(game: Any, s: Any) -> int:
    return 1


def bold(game: Any, s: Any) -> int:
    return 0 if s.turns < game.players else 1


def outcomes(game: Any, engine: str, count: int, longest: int = 10_000, **how: Any) -> list[list[Any]]:
    player = NumberedGames(game, 1, longest, engine, 40, **how).player
    assert player.engine == engine
    return [array.tolist() for array in player.outcomes(0, count)]


@pytest.mark.parametrize(
    "game",
    [
        *(deep(LeftCenterRight(players=2)), deep(LeftCenterRight(players=3)), deep(LeftCenterRight(players=6))),
        *(deep(Bank(players=1)), deep(Bank(players=2)), deep(Bank(players=5))),
        *(deep(BankOfThree()), Wide(), deep(PaidBank(players=4)), deep(BankWithNothing()), deep(TripleDuel())),
    ],
    ids=str,
)
def test_machine_code_plays_the_games_of_cpython(game: Any) -> None:
    slow = outcomes(game, "cpython", 300)
    assert slow == outcomes(game, "native", 300)
    rows, marks, _ = slow
    for row, mark in zip(rows, marks, strict=True):
        best = [k for k, payoff in enumerate(row) if payoff == max(row)]
        assert mark == (LOST if best[0] else SHARED if len(best) > 1 else WON)
    assert len(set(map(tuple, rows))) > 1


@pytest.mark.parametrize(
    "policies",
    [
        deep((careful,)),
        (careful, bold, "random"),
        deep(("random", careful, bold)),
        deep(("first", "best", careful)),
        ("best",),
    ],
    ids=["one", "each", "each in another order", "mixed", "best"],
)
def test_every_seat_plays_by_its_own_policy_in_both_engines(policies: tuple[Any, ...]) -> None:
    game = Bank()
    solution = faceup.solve(game) if "best" in policies else None
    slow, fast = (outcomes(game, engine, 300, policies=policies, solution=solution) for engine in ("cpython", "native"))
    assert slow == fast
    for seat in range(3):
        if policies[seat % len(policies)] is careful:  # two points in each of two rounds
            assert {row[seat] for row in slow[0]} == {4}


def test_a_game_that_is_cut_off_pays_nothing() -> None:
    for engine in ("cpython", "native"):
        rows, marks, lengths = outcomes(Wide(), engine, 100, longest=7)
        cut = [k for k in range(100) if marks[k] == UNFINISHED]
        assert 0 < len(cut) < 100
        assert all(rows[k] == [0, 0, 0] and lengths[k] == 7 for k in cut)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (ShortRow(), "payoff has 2 numbers, elsewhere 3"),
        (LooseNumber(), "is 1, one number; possible: a row of 3"),
    ],
)
@pytest.mark.parametrize("engine", ["cpython", "native"])
def test_rows_that_are_wrong_are_told_by_both_engines(game: Any, words: str, engine: str) -> None:
    with pytest.raises(RulesError, match=words):
        simulate(game, 3_000, engine=engine)


def test_the_sample_counts_what_was_played() -> None:
    game = Bank()
    rows, marks, lengths = outcomes(game, "cpython", 700)
    for engine in ("cpython", "native"):
        sample = simulate(game, 700, seed=1, engine=engine, keep={"wins": 3, "longest": 1})
        assert sample.engine == engine
        assert sample.payoffs == tuple(Counter(row[k] for row in rows) for k in range(3))
        tops = Counter(sum(1 << k for k in range(3) if row[k] == max(row)) for row in rows)
        assert sample.totals.tops == tops
        assert (sample.won, sample.drawn, sample.lost) == tuple(marks.count(mark) for mark in (WON, SHARED, LOST))
        assert sample.lengths == Counter(lengths)
        assert [kept.number for kept in sample.kept["wins"]] == [k for k in range(700) if marks[k] == WON][:3]
        assert sample.shared == sum(n for mask, n in tops.items() if mask not in (1, 2, 4))
        assert sum(seat.win_rate.value * 700 for seat in sample.seats) + sample.shared == pytest.approx(700)


def test_a_replayed_game_is_the_game_inside_the_run() -> None:
    game = Wide()
    rows, _, lengths = outcomes(game, "native", 40)
    for number in range(40):
        *_, end = faceup.replay(game, 1, number)
        assert isinstance(end, ReplayEnd)
        assert end.result == {"payoff": rows[number][0], "payoffs": rows[number], "moves": lengths[number]}


def test_payoffs_that_are_no_small_whole_numbers_are_counted_too() -> None:
    game = Wide()
    rows, *_ = outcomes(game, "cpython", 500)
    for engine in ("cpython", "native"):
        sample = simulate(game, 500, seed=1, engine=engine)
        assert sample.payoffs == tuple(Counter(row[k] for row in rows) for k in range(3))
        assert list(sample.payoffs[0]) == sorted(sample.payoffs[0])


def test_totals_are_the_same_however_the_work_is_spread(tmp_path: Path) -> None:
    game, count = Bank(), 18_000
    whole = simulate(game, count, seed=3, threads=1)
    assert whole.totals == simulate(game, count, seed=3, threads=2).totals
    with ThreadPoolExecutor(3) as pool:
        assert whole.totals == simulate(game, count, seed=3, executor=pool).totals
    with Processes(1) as pool:
        assert whole.totals == simulate(game, count, seed=3, executor=pool).totals
    store = tmp_path / "runs.db"
    simulate(game, 17_000, seed=3, store=store)
    stored = simulate(game, count, seed=3, store=store)
    assert (stored.totals, stored.computed) == (whole.totals, count - 16_384)
    assert Totals.from_json(whole.totals.to_json()) == whole.totals


def test_rates_and_means_hold_what_is_known_exactly() -> None:
    """Two hundred seats of made-up games, each solved; one of a thousand may lie outside."""
    outside = seats = 0
    for seed in range(40):
        game = Table(seed=seed, players=2 + seed % 4, size=9)
        solution = faceup.solve(game)
        sample = simulate(game, 300, policies=("best",), solution=solution, confidence=0.999)
        for exact, seat in zip(solution.seats, sample.seats, strict=True):
            seats += 1
            outside += not seat.mean.low <= float(exact.value.exact or 0) <= seat.mean.high
    assert seats > 100
    assert outside <= 1


@pytest.mark.deep
def test_left_center_right_comes_to_what_its_solution_says() -> None:
    game = LeftCenterRight(chips=2)
    exact = [float(seat.value.exact or 0) for seat in faceup.solve(game).seats]
    sample = simulate(game, 200_000, confidence=0.999)
    for chance, seat in zip(exact, sample.seats, strict=True):
        assert seat.win_rate.low <= chance <= seat.win_rate.high
        assert seat.win_rate.high - seat.win_rate.low < 0.01
    assert len({round(chance, 3) for chance in exact}) == 3  # so that seats which are mixed up are seen


def test_intervals_hold_for_all_seats_together_by_hand() -> None:
    totals = Totals(
        games=100,
        ends={(0, LOST): 30, (1, WON): 50, (1, SHARED): 20},
        payoffs=({0: 30, 1: 70}, {0: 50, 1: 50}, {0: 100}),
        tops={1: 50, 2: 30, 3: 20},
        lengths={1: 100},
    )
    sample = Sample(totals, seed=0, seconds=1.0, computed=100)
    z = z_of(1 - 0.05 / 3)
    first, second, third = sample.seats
    assert (first.win_rate.low, first.win_rate.high) == wilson(50, 100, z)
    assert (first.tie_rate.low, first.tie_rate.high) == (second.tie_rate.low, second.tie_rate.high)
    assert (first.tie_rate.low, first.tie_rate.high) == wilson(20, 100, z)
    assert first.mean == mean({0: 30, 1: 70}, z)
    assert (third.win_rate.value, third.tie_rate.value) == (0, 0)
    assert (sample.won, sample.drawn, sample.lost, sample.shared) == (50, 20, 30, 20)


def test_who_sits_alone_wins_nothing() -> None:
    sample = simulate(Bank(players=1), 500)
    (seat,) = sample.seats
    assert (sample.won, seat.win_rate.value, seat.tie_rate.value) == (None, None, None)
    assert seat.mean == sample.mean


def test_unfinished_games_may_be_anybodys() -> None:
    sample = simulate(Bank(), 300, longest=7)
    assert 0 < sample.unfinished < 300
    for seat in sample.seats:
        assert seat.win_rate.high - seat.win_rate.low > sample.unfinished / 300


def test_two_tables_are_compared_game_by_game_by_their_first_seat() -> None:
    found = compare(Bank(), Bank(sides=6), 1_000, seed=2)
    assert found.first.totals == simulate(Bank(), 1_000, seed=2).totals
    assert found.win_rate.value == (found.first.won - found.second.won) / 1_000
    assert sum(found.pairs.values()) == 1_000


# --- tournaments ------------------------------------------------------------------------------------------------


def test_a_tournament_plays_every_policy_from_every_seat_on_the_same_games() -> None:
    game, names = Bank(), ("careful", "bold", "random")
    found = tournament(game, (careful, bold, "random"), 200, seed=5)
    assert found.policies == names
    assert len(found.samples) == 3 + 3 * 2 * 3
    assert len(found.cells) == 3 * 3 * 3
    policies = {"careful": careful, "bold": bold, "random": "random"}
    z = z_of(1 - 0.05 / 27)
    for cell in found.cells[::5]:
        seat = cell.figures.seat
        sitting = tuple(policies[cell.policy if k == seat else cell.against] for k in range(3))
        sample = simulate(game, 200, seed=5, policies=sitting)
        wins = sample.totals.tops.get(1 << seat, 0)
        assert (cell.figures.win_rate.low, cell.figures.win_rate.high) == wilson(wins, 200, z)
        met = {payoff for one in found.samples.values() for payoff in one.payoffs[seat]}
        assert cell.figures.mean == mean(sample.payoffs[seat], z, (min(met), max(met)))
    for standing in found.by_policy:
        mine = [cell.figures.mean.value for cell in found.cells if cell.policy == standing.name != cell.against]
        assert standing.mean.value == pytest.approx(sum(mine) / 6)
    for seat, standing in enumerate(found.by_seat):
        mine = [cell.figures.mean.value for cell in found.cells if cell.figures.seat == seat]
        assert standing.mean.value == pytest.approx(sum(mine) / 9)


def test_opponents_are_rotated_too() -> None:
    found = tournament(Hog(goal=12), ("best", "random"), 1_000)
    assert set(found.samples) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    first, second = [cell.figures for cell in found.cells if (cell.policy, cell.against) == ("best", "random")]
    assert first.win_rate.value == found.samples[0, 1].win_rate.value
    assert second.win_rate.value == found.samples[1, 0].loss_rate.value
    assert second.mean.value == -found.samples[1, 0].mean.value
    exact = faceup.solve(Hog(goal=12)).value.value
    (best_first,) = (c.figures for c in found.cells if c.policy == c.against == "best" and c.figures.seat == 0)
    assert best_first.mean.low <= exact <= best_first.mean.high
    assert [one.name for one in found.by_policy] == ["best", "random"]
    assert found.by_policy[0].win_rate.low > found.by_policy[1].win_rate.high


def test_equal_games_of_one_seating_leave_no_average_without_bounds() -> None:
    found = tournament(Fifteen(), ("best", "random"), 60)
    same = next(cell.figures.mean for cell in found.cells if (cell.policy, cell.against) == ("best", "best"))
    assert same.value is not None
    assert -1 <= same.low <= same.value <= same.high <= 1
    assert same.high - same.low == pytest.approx(2 * wilson(0, 60, z_of(1 - 0.05 / 8))[1])
    assert found.best_policy is not None
    assert same != found.sample.seat(0).mean


@pytest.mark.parametrize("game", [Bank(), Hog(), DotsAndBoxes()])
def test_of_games_that_did_not_end_nobody_is_the_best(game: Any) -> None:
    found = tournament(game, ("random", "first"), 20, longest=2)
    assert found.sample.unfinished == 20
    assert (found.all_alike, found.best_policy, found.best_seat) == (False, None, None)
    assert [(pair.policy, pair.against) for pair in found.pairs] == [("random", "first")]
    assert tournament_columns(found)[-1].head == "mean payoff"
    name, win_rate, average = found.by_policy[0]  # the tuple that it was
    assert (name, win_rate, average) == ("random", found.by_policy[0].win_rate, found.by_policy[0].mean)


def test_who_has_nothing_to_rotate_is_told() -> None:
    with pytest.raises(UsageError, match="one-handed has no two players, so there are no seats to rotate"):
        tournament(OneHanded(), ("random",), 100)
    with pytest.raises(UsageError, match="policies random, random: each needs a name of its own"):
        tournament(Fifteen(), ("random", "random"), 100)
    with pytest.raises(
        UsageError, match="policy 'worse'; possible: random, first, best, mcts:1000, ab:4, or a function"
    ):
        tournament(Fifteen(), ("worse",), 100)
    with pytest.raises(UsageError, match="policy 'bset'; did you mean best\\? possible: random, first"):
        tournament(Fifteen(), ("bset",), 100)
    with pytest.raises(UsageError, match="player 'rnadom'; did you mean random\\? possible: person, best"):
        seats_at_table.seat("rnadom")
    with pytest.raises(UsageError, match="2 policies; possible: one for all players, or one for each of 3 seats"):
        simulate(Bank(), 100, policies=("random", "first"))


# --- the command ------------------------------------------------------------------------------------------------

TABLES = "tests/games/tables.py"


def test_the_command_tells_of_every_seat(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ("simulate", f"{TABLES}:Bank", "players=4", "--games", "400", "--policy", "first,random,best,random")
    text = done(capsys, *words)
    for name in map(seat_name, range(4)):
        assert text.count(name) == 2
    assert "shared" in text
    assert "at 95% confidence for all seats of a column together (Bonferroni)" in text
    plot, csv = tmp_path / "seats.svg", tmp_path / "seats.csv"
    document = json.loads(done(capsys, *words, "--json", "--plot", str(plot), "--csv", str(csv)))
    sample = simulate(Bank(players=4), 400, policies=("first", "random", "best", "random"))
    assert [seat["win_rate"] for seat in document["seats"]] == [seat.win_rate.value for seat in sample.seats]
    assert [seat["mean"] for seat in document["seats"]] == [seat.mean.value for seat in sample.seats]
    assert document["seats"][1]["mean_low"] == sample.seats[1].mean.low
    assert {sum(1 << k for k in top["seats"]): top["games"] for top in document["tops"]} == sample.totals.tops
    assert all(seat_name(k) in plot.read_text() for k in range(4))
    head, *rows = csv.read_text().splitlines()
    assert head == "seat,score,games,share,low,high"
    assert len(rows) == sum(map(len, sample.payoffs))
    assert sum(Fraction(row.split(",")[2]) for row in rows) == 4 * 400


def test_a_tournament_is_one_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def careful(game, s):\n    return 1\n")
    words = ("simulate", f"{TABLES}:Bank", "--games", "500", "--policy", f"random,{file}:careful", "--rotate")
    text = done(capsys, *words)
    assert "policy" in text.splitlines()[1]  # the verdict comes first
    assert "mean payoff against the others: " in text
    assert "mean payoff in each seat, all games together: " in text
    document = json.loads(done(capsys, *words, "--json", "--csv", str(tmp_path / "cells.csv")))
    assert (document["seatings"], len(document["cells"]), document["games"]) == (8, 12, 500)
    assert [one["name"] for one in document["by_seat"]] == list(map(seat_name, range(3)))
    assert len((tmp_path / "cells.csv").read_text().splitlines()) == 13
    assert "in each seat" in tournament(Bank(), ("random",), 100)._repr_html_()
    code, _, err = run(capsys, *words, "--until", "0.1")
    assert code == 2
    assert "--rotate plays a tournament" in err


@pytest.mark.parametrize("game", [deep("pig goal=20"), f"{TABLES}:Bank"])
def test_each_pair_of_policies_is_told_and_drawn(game: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ("simulate", *game.split(), "--games", "16", "--rotate", "--policy")
    plot = ("--plot", str(tmp_path / "steps.svg"))
    text = done(capsys, *words, "first,mcts:2,mcts:20", *plot)
    pairs = [{"first", "mcts:2"}, {"first", "mcts:20"}, {"mcts:2", "mcts:20"}]
    told = [{*line.split()[:2]} for line in text.splitlines()]
    assert [pair for pair in told if pair in pairs] == pairs
    drawn = (tmp_path / "steps.svg").read_text()
    if "pig" in game:  # one bar for both of two opponents
        names = re.findall(r">(first|mcts:\d+)</text>", drawn)
        assert [{*pair} for pair in zip(names[:3], names[3:], strict=True)] == pairs  # at the left and at the right
        assert "won by the policy at the right" in drawn
    else:
        sides = re.findall(r"([a-z]+(?::\d+)?) against ([a-z]+(?::\d+)?)", drawn)
        assert [{*pair} for pair in sides[::2]] == pairs
        assert sides[1::2] == [(other, one) for one, other in sides[::2]]
    assert (">tied<" in drawn) == (" tied " in text)
    done(capsys, *words, "mcts:2,mcts:20", *plot)
    assert "the weakest has 2" in (tmp_path / "steps.svg").read_text()
    document = json.loads(done(capsys, *words, "first,mcts:2,mcts:20", "--json"))
    for step in document["steps"]:
        both = step["policy"], step["against"]
        cells = [cell["mean"] for cell in document["cells"] if (cell["policy"], cell["against"]) == both]
        assert step["mean"] == pytest.approx(sum(cells) / len(cells))
    assert [(step["policy"], step["against"]) for step in document["steps"]] == [
        ("mcts:2", "first"),
        ("mcts:20", "mcts:2"),
    ]
    code, _, err = run(capsys, *words, "random", *plot)
    assert code == 2
    assert "possible: several with --rotate" in err


def test_a_replay_takes_a_policy_for_each_seat(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("replay", f"{TABLES}:Bank", "--number", "2", "--json")
    one, other = (json.loads(done(capsys, *words, "--policy", names)) for names in ("first,random,random", "random"))
    assert len(one["payoffs"]) == len(other["payoffs"]) == 3
    assert one["steps"] != other["steps"]
