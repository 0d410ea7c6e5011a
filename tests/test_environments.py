"""Games as environments of Gymnasium and PettingZoo: their own checks, rewards, seeds, and what is refused."""

import warnings
from statistics import mean
from typing import Any

import pytest

import faceup
from faceup.library.finding import find_game
from faceup.rules import UsageError
from faceup.rules.errors import UnsupportedError
from tests.games.hidden import ToldByMoves

GAMES = (
    *("kuhn-poker", "rock-paper-scissors", "nim", "hexapawn", "goofspiel cards=3", "centipede", "coin-race"),
    *("best-card deck=5 hand=2", "dice-alike dice=2 sides=2", "first-orchard trees=2 fruit=2 steps=3"),
)


class Large(ToldByMoves):
    """A game that shows a number of many bits."""

    def view(self, s: Any, player: int) -> Any:
        return s.guess << 70


def game_of(words: str) -> Any:
    return find_game(words.split()[0], tuple(words.split()[1:]))


@pytest.mark.parametrize("words", GAMES)
def test_gymnasiums_own_check_passes(words: str) -> None:
    checker = pytest.importorskip("gymnasium.utils.env_checker")
    with warnings.catch_warnings(record=True) as told:
        checker.check_env(faceup.to_gymnasium(game_of(words)), skip_render_check=True)
    assert [str(one.message) for one in told if "spec" not in str(one.message)] == []


@pytest.mark.parametrize("words", GAMES)
def test_pettingzoos_own_test_passes(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    zoo = pytest.importorskip("pettingzoo.test")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a mask beside what is seen, and of numbers that are all zero
        zoo.api_test(faceup.to_pettingzoo(game_of(words)), num_cycles=50)
    assert "Passed" in capsys.readouterr().out


def played(env: Any, seed: int, choose: Any) -> tuple[list[Any], float]:
    """All that was observed, and the sum of the rewards."""
    seen, info = env.reset(seed=seed)
    all_seen, total, over = [seen.tolist()], 0.0, False
    while not over:
        seen, reward, over, _, info = env.step(choose(info["action_mask"]))
        all_seen.append(seen.tolist())
        total += reward
    return all_seen, total


def test_a_seed_tells_what_chance_and_the_opponent_do() -> None:
    pytest.importorskip("gymnasium")
    env = faceup.to_gymnasium(faceup.game("kuhn-poker"), seat=1)
    plays = [played(env, seed, lambda mask: mask.argmax()) for seed in (*range(20), *range(20))]
    assert plays[:20] == plays[20:]
    assert len({repr(play) for play in plays}) > 5


@pytest.mark.parametrize(
    ("words", "opponent", "seat"),
    [
        ("pig goal=10", "best", 1),
        ("hog goal=2 dice=1 sides=2", "random", 1),
        ("first-orchard trees=2 fruit=2 steps=3", "random", 0),
    ],
)
def test_reset_goes_on_until_there_is_a_decision(words: str, opponent: str, seat: int) -> None:
    pytest.importorskip("gymnasium")
    env = faceup.to_gymnasium(game_of(words), opponent, seat)
    begun = [env.reset(seed=seed) for seed in (*range(60), *range(60))]
    assert all(info["action_mask"].any() for _, info in begun)
    assert any(info["plays_over"] for _, info in begun)
    told = [(seen.tolist(), info["plays_over"]) for seen, info in begun]
    assert told[:60] == told[60:]


def test_against_best_play_nobody_wins_more_than_the_value() -> None:
    pytest.importorskip("gymnasium")
    env = faceup.to_gymnasium(faceup.game("nim", a=1, b=2, c=3), "best")  # which the first player loses
    assert [played(env, seed, lambda mask: mask.argmax())[1] for seed in range(5)] == [-1] * 5
    env = faceup.to_gymnasium(faceup.game("rock-paper-scissors"), "best", seat=1)
    assert abs(mean(played(env, seed, lambda mask: 0)[1] for seed in range(400))) < 0.2
    env = faceup.to_gymnasium(faceup.game("rock-paper-scissors"), lambda game, state: 2)  # always paper
    assert [played(env, 0, lambda mask, action=action: action)[1] for action in range(3)] == [-1, 0, 1]


def test_what_is_not_legal_ends_the_play() -> None:
    pytest.importorskip("gymnasium")
    env = faceup.to_gymnasium(faceup.game("fifteen"), "first", illegal=-7)
    env.reset(seed=1)
    _, _, over, _, info = env.step(0)
    assert (over, info["action_mask"].tolist()) == (False, [0, 0, 1, 1, 1, 1, 1, 1, 1])
    assert env.step(0)[1:3] == (-7, True)
    assert "first" in env.render()
    with pytest.raises(UsageError, match="seat 1 decides nothing; possible: 0"):
        faceup.to_gymnasium(faceup.game("best-card", deck=4, hand=2), seat=1)
    with pytest.raises(UsageError, match="'coupons' has no decisions; possible: games in which somebody decides"):
        faceup.to_gymnasium(faceup.game("coupons", kinds=2))
    with pytest.raises(UsageError, match="every play of centipede is over before seat 1 decides anything"):
        faceup.to_gymnasium(faceup.game("centipede"), "best", 1).reset(seed=1)
    with pytest.raises(UsageError, match=r"the environment has no play yet; possible: reset\(\)"):
        faceup.to_gymnasium(faceup.game("nim")).step(0)
    with pytest.raises(UsageError, match="action 'a' is not a whole number"):
        env.step("a")
    with pytest.raises(UsageError, match="'clock' is a solitaire game that plays itself"):
        faceup.to_gymnasium(faceup.game("clock"))
    with pytest.raises(
        UsageError, match="opponent 'clever'; possible: random, first, best, mcts:1000, ab:4, or a function"
    ):
        faceup.to_gymnasium(faceup.game("nim"), "clever")
    with pytest.raises(UnsupportedError, match=f"a player sees the number {3 << 70}; environments take numbers of 64"):
        faceup.to_gymnasium(Large())
    zoo = pytest.importorskip("pettingzoo") and faceup.to_pettingzoo(faceup.game("nim", a=1, b=1, c=1))
    zoo.reset(seed=1)
    with pytest.raises(UsageError, match="action 9 is not legal; possible: "):
        zoo.step(9)


@pytest.mark.parametrize(
    ("name", "package"), [("to_open_spiel", "pyspiel"), ("to_gymnasium", "gymnasium"), ("to_pettingzoo", "pettingzoo")]
)
def test_a_library_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, name: str, package: str) -> None:
    monkeypatch.setitem(__import__("sys").modules, package, None)
    extra = "openspiel" if package == "pyspiel" else package
    with pytest.raises(UsageError, match=rf"this needs {package}.*pip install '\.\[{extra}\]'"):
        getattr(faceup, name)(faceup.game("nim"))
