"""Games as OpenSpiel takes them: its own tests of games, its algorithms, and best play held against it."""

import sys
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import faceup
from faceup.library.finding import find_game
from faceup.rules import OVER, Cards, FaceupError
from tests.games.hidden import MadeUp, Peek, ToldByMoves

pyspiel = pytest.importorskip("pyspiel")


@pytest.mark.parametrize(
    "words",
    [
        *("kuhn-poker", "rock-paper-scissors", "nim", "hexapawn", "mastermind"),
        "leduc-poker ranks=2",
        "goofspiel cards=3",  # rows of other lengths, and stakes on the way
        "best-card deck=5 hand=2",
    ],
)
def test_open_spiels_own_tests_of_a_game_pass(words: str) -> None:
    game = faceup.to_open_spiel(find_game(words.split()[0], tuple(words.split()[1:])))
    pyspiel.random_sim_test(game, 2, True, False)


@pytest.mark.parametrize(
    "words",
    [
        *("nim a=1 b=2 c=2", "red-black red=2 black=2", "best-card deck=4 hand=2", "hexapawn rows=3 columns=2"),
        *("secretary candidates=4", "shut-the-box tiles=3", "kalah pits=2 seeds=1", "dodgem size=2"),
        *("hog goal=3 dice=1 sides=2", "high-low matthew=1-2 cards=4", "mnk columns=3 rows=2 in_a_row=2"),
        *(
            "dots-and-boxes rows=1 columns=2",
            "fifteen low=1 high=6 target=10",
            "connect-four columns=3 rows=2 in_a_row=3",
        ),
    ],
)
def test_value_iteration_by_open_spiel_comes_to_the_value(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its states are known by their texts alone."""
    algorithms = pytest.importorskip("open_spiel.python.algorithms")
    simultaneous = "open_spiel.python.algorithms.lp_solver"  # is for moves at once, which no game has, and needs CVXPY
    monkeypatch.setitem(sys.modules, simultaneous, ModuleType(simultaneous))
    monkeypatch.setattr(algorithms, "lp_solver", sys.modules[simultaneous], raising=False)
    iteration = pytest.importorskip("open_spiel.python.algorithms.value_iteration")
    game = find_game(words.split()[0], tuple(words.split()[1:]))
    theirs = faceup.to_open_spiel(game)
    values = iteration.value_iteration(theirs, -1, 1e-9)

    def value(state: Any) -> float:
        if state.is_chance_node():
            return sum(chance * value(state.child(outcome)) for outcome, chance in state.chance_outcomes())
        return float(values[str(state)])

    assert value(theirs.new_initial_state()) == pytest.approx(float(faceup.solve(game, exact=True).value.exact))


class Parameters(MadeUp):
    """A parameter of each kind."""

    far: bool = False
    cards: Cards = 0
    share: Fraction = Fraction(1, 2)
    much: float = 0.5
    mode: str = "plain"


@settings(max_examples=60, deadline=None)
@given(
    seed=st.one_of(st.integers(3, 4), st.integers(-(2**63), 2**63 - 1)),
    far=st.booleans(),
    cards=st.integers(0, 2**63 - 1),
    share=st.fractions(-5, 5, max_denominator=9),
    mode=st.sampled_from(["plain", "steep"]),
)
def test_the_text_of_a_game_is_the_game(seed: int, far: bool, cards: int, share: Fraction, mode: str) -> None:
    game = Parameters(seed=seed, far=far, cards=cards, share=share, much=float(share), mode=mode)
    theirs = faceup.to_open_spiel(game)
    again = pyspiel.load_game(str(theirs))
    assert again.survey.game == game
    assert str(again) == str(theirs)


def test_a_state_is_told_as_players_see_it() -> None:
    game = faceup.to_open_spiel(faceup.game("kuhn-poker", cards=4))
    assert str(game) == "faceup_kuhn_poker(cards=4)"
    assert str(pyspiel.load_game("faceup_kuhn_poker(cards=4)")) == str(game)
    assert (game.num_distinct_actions(), game.max_chance_outcomes(), game.max_game_length()) == (2, 12, 3)
    assert (game.min_utility(), game.max_utility()) == (-2, 2)
    state = game.new_initial_state()
    assert [chance for _, chance in state.chance_outcomes()] == [1 / 12] * 12
    state.apply_action(0)
    state.apply_action(0)
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["check", "bet"]
    assert state.information_state_string(0) == "saw (0 0 ()), saw (1 0 ()), did 0, saw (1 0 (0))"
    assert state.information_state_string(1) == "saw (0 0 ()), saw (0 2 ()), saw (0 2 (0))"
    assert state.observation_tensor(1) == [0, 2, 1, 0, 0, 0]
    again = state.clone()
    again.apply_action(1)
    assert (len(state.history()), len(again.history())) == (2, 3)


@pytest.mark.parametrize("game", [faceup.game("kuhn-poker"), MadeUp(seed=3), MadeUp(seed=4), Peek()], ids=repr)
def test_open_spiel_finds_nothing_better_than_best_play(game: Any) -> None:
    policy = pytest.importorskip("open_spiel.python.policy")
    exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    scores = pytest.importorskip("open_spiel.python.algorithms.expected_game_score")
    theirs, solution = faceup.to_open_spiel(game), faceup.solve(game)
    plan = policy.tabular_policy_from_callable(theirs, theirs.plan(solution))
    assert exploitability.nash_conv(theirs, plan) == pytest.approx(0, abs=1e-9)
    assert scores.policy_value(theirs.new_initial_state(), [plan] * 2)[0] == pytest.approx(float(solution.value.exact))


def test_learning_by_open_spiel_comes_to_the_value_of_kuhn_poker() -> None:
    scores = pytest.importorskip("open_spiel.python.algorithms.expected_game_score")
    solver = pytest.importorskip("open_spiel.python.algorithms.cfr").CFRPlusSolver(
        theirs := faceup.to_open_spiel(faceup.game("kuhn-poker"))
    )
    for _ in range(40):
        solver.evaluate_and_update_policy()
    found = scores.policy_value(theirs.new_initial_state(), [solver.average_policy()] * 2)
    assert found[0] == pytest.approx(-1 / 18, abs=0.002)


def test_seats_keep_their_own_payoffs(tmp_path: Any) -> None:
    text = 'EFG 2 R "" { "A" "B" "C" } p "" 1 1 { "in" "out" } 0 t "" 1 { 1 1 5 } p "" 3 1 { "a" } 0 t "" 2 { 2 0 3 }'
    (tmp_path / "three.efg").write_text(text)
    theirs = faceup.to_open_spiel(faceup.game(str(tmp_path / "three.efg")))
    assert (theirs.num_players(), theirs.min_utility(), theirs.max_utility()) == (3, 0, 5)
    state = theirs.new_initial_state()
    state.apply_action(0)
    assert state.returns() == [1, 1, 5]


def test_a_game_that_is_over_when_it_starts_pays_all_the_same() -> None:
    class Over(MadeUp):
        """Nothing is to be done."""

        def start(self) -> Any:
            return self.State(next(k for k in range(100) if self.node(self.State(k)).turn == OVER))

    game = Over(seed=3)
    state = faceup.to_open_spiel(game).new_initial_state()
    assert (state.is_terminal(), state.returns()) == (True, [(won := game.payoff(game.start())), -won])


def test_what_a_player_does_is_not_called_like_what_chance_may_do_there() -> None:
    class Sides(ToldByMoves):
        """Sides of a coin are called otherwise than guesses."""

        def say(self, s: Any, m: int) -> str:
            return f"side {m}" if s.coin == 0 else f"guess {m}"

    state = faceup.to_open_spiel(Sides()).new_initial_state()
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 0) == "side 1"
    assert state.action_to_string(0, 0) == "1"


def test_play_without_end_is_refused() -> None:
    with pytest.raises(FaceupError, match="can repeat"):
        faceup.to_open_spiel(faceup.game("coin-race"))
