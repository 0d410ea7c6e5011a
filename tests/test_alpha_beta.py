"""Alpha-beta to a depth: both backends see what plain minimax sees, and what is sure is the value of the oracle."""

from fractions import Fraction
from math import isnan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import faceup
from faceup.engines.graph.stakes import payoff_range
from faceup.engines.mcts import alpha_beta, alpha_beta_backends, backends
from faceup.engines.mcts.alpha_beta_backends import LooksInCPython, LooksInMachineCode
from faceup.engines.mcts.thinking import Thinking
from faceup.engines.model.broken_rules import legal_moves_of
from faceup.engines.model.policies import Thought
from faceup.engines.model.random_stream import MASK, STREAM_SIZE, begin, below, word
from faceup.engines.model.seats import seats_of
from faceup.library.finding import find_class
from faceup.play.protocol import answer
from faceup.play.session import Session
from faceup.results.samples.estimate import Estimate
from faceup.results.sentences.samples import estimate_sentence
from faceup.rules import CHANCE, OVER, RulesError, UsageError
from faceup.rules.facts import facts_of
from tests.games.arbitrary import PlainScramble, Scramble
from tests.library import open_names, six_first
from tests.oracle import oracle
from tests.test_mcts import Stuck, decisions, stream


def to_a_depth(game: Any, state: Any, depth: int, engine: str = "cpython") -> Estimate:
    return Thinking(game, engine).estimate(state, (), Thought(0, depth=depth), stream(3))


def for_two(name: str) -> bool:
    return bool(facts_of(find_class(name)).decisions) and not seats_of(find_class(name)())


@pytest.mark.parametrize("name", six_first([name for name in open_names() if for_two(name)], ("dodgem",)))
def test_both_backends_look_alike(name: str) -> None:
    game = faceup.game(name)
    native = LooksInMachineCode(game)
    for state in decisions(game, 1, 3):
        for depth in (1, 2, 3):
            asked = state, depth, 5, lambda: True, 200
            assert repr(native.estimate(*asked)) == repr(LooksInCPython(game).estimate(*asked))


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), paid=st.booleans(), chance=st.booleans(), depth=st.integers(1, 6))
def test_random_games_are_looked_at_as_by_minimax(seed: int, paid: bool, chance: bool, depth: int) -> None:
    """The value to a depth is that of minimax without any pruning, and a sure one is that of play to the end."""
    game = (Scramble if paid else PlainScramble)(seed=seed, nodes=12, chance=chance)
    values = oracle(game)
    for state in decisions(game, seed, 2):
        found = to_a_depth(game, state, depth)
        sign = -1 if game.turn(state) == 1 else 1
        plain = minimax(game, state, found.depth)
        best = max(sign * value for value in plain)
        chosen = next(row for row in found.moves if row.move == found.move)
        assert chosen.mean == pytest.approx(best)
        for row, value in zip(found.moves, plain, strict=True):
            assert isnan(row.mean) or row.mean == pytest.approx(sign * value)
            if row.settled:
                reward = Fraction(game.reward(state, row.move))
                assert row.mean == pytest.approx(float(sign * (reward + values[game.play(state, row.move)])))
        assert found.depth == depth or chosen.settled


def minimax(game: Any, state: Any, depth: int) -> list[float]:
    """What each move is worth when play is looked at to a depth, without any pruning."""
    key, known = word(stream(3)), payoff_range(game)
    middle = sum(known) / 2 if known else 0.0

    def value(state: Any, gained: float, path: int, left: int, weight: float = 1) -> float:
        who = game.turn(state)
        if who == OVER:
            return float(gained + game.payoff(state))
        if left == 0:
            mean = estimated(game, state, key, path, min(10, int(30 * weight) + 1))
            return gained + (mean + (middle - mean) * alpha_beta.AWAY)
        moves = legal_moves_of(game, state)
        odds = [game.odds(state, move) for move in moves] if who == CHANCE else [1]
        shares = [weight / sum(odds) for weight in odds] if who == CHANCE else [1] * len(moves)
        paths = [path * 1_000_003 + k + 1 & MASK for k in range(len(moves))]
        after = [
            value(game.play(state, move), gained + game.reward(state, move), way, left - 1, share)
            for move, way, share in zip(moves, paths, shares, strict=True)
        ]
        if who == CHANCE:
            return sum(weight * one for weight, one in zip(odds, after, strict=True)) / sum(odds)
        return max(after) if who == 0 else min(after)

    return [
        value(game.play(state, move), 0.0 + game.reward(state, move), k + 1, depth - 1)
        for k, move in enumerate(legal_moves_of(game, state))
    ]


def estimated(game: Any, state: Any, key: int, path: int, plays: int) -> float:
    """The mean of so many plays at random."""
    numbers, total = [0] * STREAM_SIZE, 0.0
    begin(numbers, key, path)
    for _ in range(plays):
        here = state
        while game.turn(here) != OVER:
            moves = legal_moves_of(game, here)
            if game.turn(here) == CHANCE:
                lots = [k for k, move in enumerate(moves) for _ in range(game.odds(here, move))]
                move = moves[lots[below(numbers, len(lots))]]
            else:
                move = moves[below(numbers, len(moves))]
            total += game.reward(here, move)
            here = game.play(here, move)
        total += game.payoff(here)
    return total / plays


@pytest.mark.parametrize(
    ("name", "parameters"), [("tic-tac-toe", {}), ("nim", {"a": 2, "b": 2, "c": 3}), ("fifteen", {})]
)
def test_it_wins_as_fast_as_can_be_and_loses_as_late(name: str, parameters: dict[str, Any]) -> None:
    """Where the end is within its depth its moves are those of the solved game, by value and by distance."""
    game = faceup.game(name, **parameters)
    solution, settled = faceup.solve(game), 0
    for state in decisions(game, 5, 12):
        found = to_a_depth(game, state, 5)
        chosen = next(row for row in found.moves if row.move == found.move)
        if chosen.settled and chosen.mean:
            settled += 1
            assert found.move in solution.best(state)
            after = {move: solution.table.distance(game.play(state, move)) for move in solution.best(state)}
            assert after[found.move] == (min if chosen.mean > 0 else max)(after.values())
    assert settled > 3


def test_it_says_how_far_it_looked_and_looks_no_further_than_there_is_time() -> None:
    game = faceup.game("connect-four")
    looks = LooksInCPython(game)
    little = looks.estimate(game.start(), 9, 1, lambda: True, limit=400)
    assert little is not None
    assert little.depth == 3
    assert little == looks.estimate(game.start(), 3, 1, lambda: True)
    assert not any(row.settled for row in little.moves)
    sentence = estimate_sentence(
        little, {move: game.say(game.start(), move) for move in game.moves(game.start())}, True
    )
    assert sentence.startswith("probably best: ")
    assert sentence.endswith("; estimated by looking 3 moves ahead")


def test_many_moves_and_outcomes_find_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "MOVES", 4)
    monkeypatch.setattr(alpha_beta_backends, "MOVES", 4)
    game = Stuck(seed=5, nodes=60, width=30)
    native, slow = LooksInMachineCode(game), LooksInCPython(game)
    asked = game.start(), 2, 5, lambda: True, 200
    assert repr(native.estimate(*asked)) == repr(slow.estimate(*asked))
    assert min(native.room, slow.room) > 16


def test_further_looks_play_better() -> None:
    game = faceup.game("dodgem")
    found = faceup.tournament(game, ("ab:3", "ab:1", "random"), 14)
    against = {names: sample.mean.estimate for names, sample in found.samples.items()}
    assert against[0, 1] > 0.1 > -0.1 > against[1, 0]
    assert against[1, 2] > 0.2 > -0.2 > against[2, 1]


@pytest.mark.parametrize("engine", ["cpython", "native"])
def test_a_sample_is_the_same_on_any_engine_and_number_of_threads(engine: str) -> None:
    game, policies = faceup.game("dodgem"), ("ab:2", "mcts:20")
    one = faceup.simulate(game, 8, policies=policies, engine=engine, threads=1)
    two = faceup.simulate(game, 8, policies=policies, threads=2)
    assert one.totals == two.totals
    assert one.engine == engine


@pytest.mark.parametrize("word", ["ab", "ab:", "ab:0", "ab:x", "ab:100", "ab:1s", "ab:-1"])
def test_other_words_are_refused(word: str) -> None:
    with pytest.raises(UsageError, match=f"'{word}'; possible: ab:1 to ab:99, the moves to look ahead"):
        faceup.simulate(faceup.game("nim"), 10, policies=(word,))


@pytest.mark.parametrize(
    ("name", "problem"), [("kuhn-poker", "hides something"), ("coin-race", "has a payoff for each seat")]
)
def test_other_games_are_refused(name: str, problem: str) -> None:
    game, said = (
        faceup.game(name),
        f"ab:2 is for two opponents who see everything, and {name} {problem}; possible: mcts:",
    )
    asked = [
        lambda: faceup.simulate(game, 10, policies=("ab:2",)),
        lambda: Session(game, ("ab:2", "person")),
        lambda: answer(game, "0", strength="ab:2"),
    ]
    seated = Session(game, "person")
    asked.append(lambda: seated.sit(["person", "ab:2"]))
    for ask in asked:
        with pytest.raises(UsageError, match=said):
            ask()


@pytest.mark.parametrize("engine", ["cpython", "native"])
def test_rules_that_break_within_the_depth_are_told(engine: str) -> None:
    game = Stuck(seed=5, nodes=30, stuck=8)
    with pytest.raises(RulesError, match=r"Stuck, in state State\(node=8, side=1\): no legal move"):
        Thinking(game, engine).choose(game.State(1, 0), Thought(0, depth=9), stream())


def test_the_same_position_has_the_same_answer() -> None:
    game = faceup.game("dodgem")
    assert len({answer(game, "1 0 1", strength="ab:3") for _ in range(3)}) == 1


def test_it_sits_at_the_table_and_at_an_environment() -> None:
    pytest.importorskip("gymnasium")
    session = Session(faceup.game("dodgem"), ("ab:3", "random"), seed=1)
    while not session.over:
        session.step()
    assert session.payoff is not None
    assert session.payoff >= 0
    assert session.seats[0].name == "ab:3"
    env = faceup.to_gymnasium(faceup.game("nim", a=1, b=2, c=2), "ab:3", seat=1)
    env.reset(seed=1)
    assert env.unwrapped.play.moves


@pytest.mark.deep  # in every run values where there is chance are those of minimax
@pytest.mark.parametrize("name", ["hog", "pig"])
def test_it_knows_chance(name: Any) -> None:
    game = faceup.game(name, goal=20) if isinstance(name, str) else faceup.game("hog", goal=20)
    first = faceup.simulate(game, 60, policies=("ab:3", "random")).mean.estimate
    second = faceup.simulate(game, 60, policies=("random", "ab:3")).mean.estimate
    assert first > second
