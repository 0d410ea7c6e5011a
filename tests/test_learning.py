"""Games too large for a program: learned in machine code, as one tree, and proven by best answers."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from faceup import best_answer, mixed_strategy, solve
from faceup.engines.hidden import tree, tree_kernel
from faceup.engines.hidden.sequence_form import TreeForm
from faceup.engines.hidden.tree import NotWalked, TreeWalk
from faceup.engines.model import thresholds
from faceup.engines.model.limits import Limits
from faceup.engines.solve.hidden import learned_table
from faceup.games.goofspiel import Goofspiel
from faceup.games.kuhn_poker import KuhnPoker
from faceup.games.leduc_poker import LeducPoker
from faceup.games.liars_dice import LiarsDice
from faceup.games.morra import Morra
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.rules.contract import OVER
from faceup.rules.errors import LimitReached, RulesError, UnsupportedError, UsageError
from faceup.show.text import progress
from tests.commands import Capture
from tests.games.unseen_trees import (
    Announced,
    Bidding,
    Dice,
    Exchange,
    Hand,
    LateChance,
    Offer,
    Paces,
    Paid,
    Scrambled,
    Twice,
)
from tests.library import deep, one_in

THROWN = Dice(sides=3)  # one size for all: states of another have longer rows, and so are compiled anew


@cache
def worth(game: Any) -> Fraction:
    """What the game is worth, by a linear program in fractions."""
    exact = solve(game, engine="sequence-form").value.exact
    assert exact is not None
    return Fraction(exact)


def learned(game: Any, **how: Any) -> HiddenSolution:
    solution = solve(game, engine="regret", **how)
    assert isinstance(solution, HiddenSolution)
    return solution


@pytest.mark.parametrize("rules", [Scrambled, LateChance])
@pytest.mark.parametrize("number", one_in(8, range(40)))
def test_learned_bounds_hold_the_exact_value_of_made_up_trees(rules: Any, number: int) -> None:
    game = rules(number=number, same=number % 2)
    exact = solve(game, engine="sequence-form").value.exact
    solution = learned(game, width=1e-3)
    assert exact is not None
    assert solution.value.low <= exact <= solution.value.high
    assert solution.value.high - solution.value.low < 2e-3


@pytest.mark.parametrize(
    "game",
    [
        *(deep(game) for game in (KuhnPoker(), LeducPoker(ranks=2), LiarsDice(sides=3), Goofspiel(cards=3), Morra())),
        *(deep(Bidding()), Hand()),
    ],
)
def test_moves_of_several_kinds_are_walked_too(game: Any) -> None:
    """A deal of two cards and then a bet: compiled rules have a version for each kind."""
    exact = solve(game, engine="sequence-form").value.exact
    solution = learned(game, width=1e-4)
    assert exact is not None
    assert solution.value.low <= exact <= solution.value.high
    assert solution.value.high - solution.value.low < 2e-4


@pytest.mark.parametrize("how", [0, 1, 2])
def test_a_deal_is_kept_as_the_row_that_it_is(how: int) -> None:
    exact = solve(Hand(how=how), engine="sequence-form").value.exact
    value = learned(Hand(how=how), width=1e-3).value
    assert exact is not None
    assert value.low <= exact <= value.high


@pytest.mark.deep
def test_moves_of_several_kinds_keep_their_kind() -> None:
    decisions = mixed_strategy(learned(Bidding(), width=1e-3), "all").decisions
    assert {type(move) for one in decisions for move in one.moves if one.player == 0} == {Offer}
    assert {type(move) for one in decisions for move in one.moves if one.player == 1} == {int}


@pytest.mark.parametrize("number", one_in(5, range(40, 60)))
def test_samples_come_near_and_what_they_prove_is_true(number: int) -> None:
    game = Scrambled(number=number, same=number % 2)
    exact = solve(game, engine="sequence-form").value.exact
    walk, widths = TreeWalk(game, game.start()), []
    assert exact is not None
    for turns in (200, 20_000):
        walk.learn(turns, Limits())
        walk.plan()
        low, high = walk.measure(Limits())
        assert low <= exact <= high
        widths.append(high - low)
    assert widths[1] < min(0.2, widths[0] / 2)


def test_what_a_plan_proves_is_what_best_answers_in_fractions_bring() -> None:
    """The first plans take all moves alike: against such a player the best answer is a game for one."""
    for game in (THROWN, Scrambled(number=3), *(LateChance(number=number) for number in range(4)), Exchange()):
        walk = TreeWalk(game, game.start())
        walk.plan()
        low, high = walk.measure(Limits())
        first, second = (Fraction(best_answer(game, "random", player=player).value.exact or 0) for player in (0, 1))
        assert (float(low), float(high)) == pytest.approx((-float(second), float(first)), abs=1e-9)
        assert low <= -second
        assert first <= high


def test_what_chance_alone_leads_to_is_one_end_for_each_pair_of_sequences(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind each deal 49 ends are added up as 14."""
    game, most = Exchange(), 6
    walk = TreeWalk(game, game.start())
    walk.note(Limits())
    deals, decisions = most**2, most**2 * (1 + 1 + most)
    assert walk.sets == 2 * most
    assert walk.positions == 1 + most + decisions + deals + (1 + most) * deals * (2 + most)
    assert walk.tree.registers[tree_kernel.ADDED] == 2 * (1 + most) * deals
    monkeypatch.setattr(tree, "FIRST_ROOM", 4)
    often = TreeWalk(game, game.start())
    often.note(Limits())  # adds up what it noted whenever the room is full
    assert often.positions == walk.positions
    assert often.tree.registers[tree_kernel.PAYS] < walk.tree.registers[tree_kernel.PAYS]
    for one, other in zip(TreeForm(often).flat_pays, TreeForm(walk).flat_pays, strict=True):
        assert (one.starts.tolist(), one.columns.tolist()) == (other.starts.tolist(), other.columns.tolist())
        assert one.numbers == pytest.approx(other.numbers, abs=1e-15)


def test_samples_repeat_bit_by_bit_however_they_are_cut() -> None:
    game = THROWN
    once, often = TreeWalk(game, game.start()), TreeWalk(game, game.start())
    once.learn(600, Limits())
    for turns in (1, 99, 500):
        often.learn(turns, Limits())
    for one in (once, often):
        one.plan()
    count = once.sequences
    assert count == often.sequences
    assert once.tree.plan[:count].tobytes() == often.tree.plan[:count].tobytes()
    assert once.measure(Limits()) == often.measure(Limits())


def test_large_games_are_learned_and_small_ones_left_to_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = worth(THROWN)
    monkeypatch.setattr(thresholds, "STAGE_POSITIONS", 150)
    program = solve(THROWN)
    assert program.engine == "sequence-form"
    assert worth(Dice(sides=4)) == Fraction(-1, 8)
    assert any("few enough for a linear program" in one.reason for one in program.refused)
    monkeypatch.setattr(thresholds, "PROGRAM_SEQUENCES", 100)
    solution = solve(THROWN, width=1e-4)
    assert isinstance(solution, HiddenSolution)
    assert solution.engine == "regret"
    assert solution.method.endswith("CFR in machine code")
    assert solution.value.low <= exact <= solution.value.high
    assert solution.value.high - solution.value.low <= 2e-4
    assert solution.information_sets == 3 * 2**6


def test_trees_too_large_to_be_taken_down_are_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(walk: TreeWalk, limits: Limits) -> None:
        raise LimitReached("no room")

    monkeypatch.setattr(TreeWalk, "note", full)
    exact = worth(THROWN)
    solution = learned(THROWN, width=0.02)
    assert solution.method == "external sampling"
    assert solution.value.how == "bounded"
    assert solution.value.low <= exact <= solution.value.high
    assert solution.value.high - solution.value.low <= 0.02
    monkeypatch.setattr(TreeWalk, "measure", full)
    stopped = learned(THROWN)
    assert stopped.value.how == "stopped"
    assert stopped.decision((1, 1)).chances


def test_no_room_at_all_leaves_the_bounds_of_payoffs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "FIRST_ROOM", 4)  # the tree grows beyond it
    solution = learned(THROWN, memory=1)
    assert solution.value.how == "stopped"
    assert solution.value.limit == "memory"
    assert (solution.value.low, solution.value.high) == (-1, 1)


def test_learned_plans_are_told_and_played() -> None:
    game = THROWN
    solution = learned(game, width=1e-4)
    known = solution.known
    for move in (2, 3):
        known = solution.after(known, move)
    decision, move_weights = solution.decision((2, 3)), solution.move_weights(known)
    assert decision.player == 0
    assert decision.worths is None
    assert decision.moves == (1, 2, 3, 4, 5, 6)
    assert sum(map(Fraction, decision.chances)) == 1
    assert {move: Fraction(lot, sum(move_weights.values())) for move, lot in move_weights.items()} == {
        move: chance for move, chance in zip(decision.moves, decision.chances, strict=True) if chance
    }
    assert solution.decision((2, 1)).chances == decision.chances  # the other's die is not seen
    while game.turn(known.state) != OVER:
        moves = solution.move_weights(known)
        move = max(moves, key=moves.__getitem__)
        if game.turn(game.play(known.state, move)) == OVER:
            break
        known = solution.after(known, move)
    with pytest.raises(UsageError, match="nobody has a choice"):
        solution.decision(())
    with pytest.raises(UsageError, match="not all players know"):
        solution.value_of(known.state)


def test_learned_decisions_are_those_of_the_exact_plans() -> None:
    learned_ones = mixed_strategy(learned(THROWN, width=1e-5), "all").decisions
    exact_ones = mixed_strategy(solve(THROWN, engine="sequence-form"), "all").decisions
    by_story = {(one.player, one.story): one for one in exact_ones}
    assert len(learned_ones) == len(exact_ones)
    for one in learned_ones:
        other = by_story[one.player, one.story]
        assert (one.moves, one.words, one.done) == (other.moves, other.words, other.done)
        assert sum(map(Fraction, one.chances)) == 1
    assert sum(float(one.reach or 0) for one in learned_ones if one.player == 0 and not one.done) == pytest.approx(1)


def test_rules_that_machine_code_cannot_walk_are_left_to_others() -> None:
    with pytest.raises(UnsupportedError, match="breaks the rules"):
        learned(Announced(sides=3))
    with pytest.raises(RulesError, match="the moves tell player"):
        solve(Announced(sides=3))


@pytest.mark.deep
def test_what_cannot_be_walked_is_told_for_each_way() -> None:
    with pytest.raises(UnsupportedError, match="breaks the rules"):
        learned(Twice())
    with pytest.raises(UnsupportedError, match="one after another"):
        learned(Paces())
    with pytest.raises(NotWalked):
        TreeWalk(Paces(), Paces().start()).note(Limits())


def test_whoever_waits_is_told_how_the_bounds_close_in() -> None:
    told: list[tuple[float, float]] = []
    solution = learned(THROWN, width=1e-3, narrowing=lambda low, high: told.append((low, high)))
    assert told
    for low, high in told:
        assert low - 1e-9 <= worth(THROWN) <= high + 1e-9
    assert solution.value.high - solution.value.low <= 2e-3


def test_a_terminal_shows_states_and_bounds(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # as if it were one
    monkeypatch.setattr(progress, "SOON", 0.0)
    with progress.solving() as told:
        told["progress"](1_605_584)
        told["narrowing"](-0.1125, -0.1)
    shown = capsys.readouterr().err
    assert "1,605,584 states, between -0.1125 and -0.1" in shown


def test_a_file_is_told_nothing_on_the_way(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    with progress.solving() as told:
        assert told == {}
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("large", [1000, 10**9, 2**50])
def test_what_floats_lose_on_the_way_is_in_the_bounds(large: int) -> None:
    """Rewards that are paid back at the end leave less than they were rounded by."""
    value = learned(Paid(large=large)).value
    exact = Fraction(str(large + 0.1)) - large  # a float stands for the shortest decimal that is read as it
    assert value.how == "bounded"
    assert value.low <= exact <= value.high


def test_learned_solutions_are_kept_in_files() -> None:
    solution = learned(THROWN, width=1e-4)
    again = pickle.loads(pickle.dumps(solution))
    assert again.value == solution.value
    for moves in ((1, 2), (3, 3, 2, 5)):
        assert again.decision(moves).chances == solution.decision(moves).chances


def test_plans_are_the_same_to_many_threads_at_once() -> None:
    game = THROWN
    solution = learned(game, width=1e-3)

    def played(first: int) -> list[Any]:
        found, known = [], solution.after(solution.after(solution.known, first), 2)
        while game.turn(known.state) != OVER:
            move_weights = solution.move_weights(known)
            found.append(move_weights)
            known = solution.after(known, min(move_weights))
        return found

    alone = [played(1 + k) for k in range(3)]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(played, [1 + k % 3 for k in range(300)]))
    assert together == [alone[k % 3] for k in range(300)]


def test_what_is_told_of_learned_plans_leaves_the_rest_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learned_table, "MOST_POSITIONS", 50)
    solution = learned(THROWN, width=1e-3)
    strategy = mixed_strategy(solution, "all")
    assert strategy.later > 0
    assert len(strategy.decisions) + strategy.left_out + strategy.later <= solution.information_sets
    assert all(one.reach for one in mixed_strategy(solution).decisions)
