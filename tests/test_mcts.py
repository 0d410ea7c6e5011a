"""Monte Carlo tree search: both backends grow one tree, and what is settled is the value of the oracle."""

import time
from fractions import Fraction
from itertools import islice
from math import isnan
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import faceup
from faceup.engines.hidden.memory import story_of
from faceup.engines.mcts import backends
from faceup.engines.mcts.information_sets import ROOM, InformationSetSearch, Worlds
from faceup.engines.mcts.thinking import Thinking, engines_of
from faceup.engines.mcts.two_engines import decisions_of_a_game
from faceup.engines.model.broken_rules import legal_moves_of
from faceup.engines.model.contract_check import check_contract
from faceup.engines.model.policies import MOST_PLAYOUTS, Thought, sample_outcome
from faceup.engines.model.random_stream import STREAM_SIZE, begin, below
from faceup.games.triple_duel import TripleDuel
from faceup.library.finding import find_class, library_names
from faceup.play.session import Session
from faceup.results.answers.decision import Seen
from faceup.results.samples.estimate import Estimate
from faceup.rules import CHANCE, OVER, Game, NamedTuple, RulesError, UsageError
from faceup.rules.errors import UnsupportedError
from faceup.rules.facts import facts_of
from tests.games.arbitrary import PlainScramble, Scramble
from tests.library import deep, open_names, six_first
from tests.oracle import oracle

# Of the library, but for those whose view is no machine code.
HIDDEN = {name for name in library_names() if facts_of(find_class(name)).hidden} - {"mastermind"}


def stream(seed: int = 0) -> list[int]:
    numbers = [0] * STREAM_SIZE
    begin(numbers, seed, 0)
    return numbers


def decisions(game: Any, seed: int, most: int) -> list[Any]:
    """States of random games in which somebody decides; fewer where hardly anybody ever does."""
    numbers, found = stream(seed), list[Any]()
    for _ in range(100 * most):
        if len(found) >= most:
            break
        state = game.start()
        for _ in range(50):
            if game.turn(state) == OVER:
                break
            if game.turn(state) != CHANCE and below(numbers, 3) == 0:
                found.append(state)
            moves = [m for m in game.moves(state) if game.turn(state) != CHANCE or game.odds(state, m)]
            state = game.play(state, moves[below(numbers, len(moves))])
    return found


EVERY_RUN = ("dodgem",)  # positions can repeat; games that are made up have chance


def estimated(engine: str, game: Any, state: Any, playouts: int) -> tuple[str, list[int]]:
    numbers, thinking = stream(7), Thinking(game, engine)
    found = thinking.estimate(state, (), Thought(playouts), numbers)
    assert thinking.engine == engine
    return repr(found), numbers


@pytest.mark.parametrize("name", six_first([n for n in open_names() if facts_of(find_class(n)).decisions], EVERY_RUN))
def test_both_backends_estimate_alike(name: str) -> None:
    game = faceup.game(name)
    for state in decisions(game, 1, 3):
        for playouts in (1, 2, 80):
            assert estimated("native", game, state, playouts) == estimated("cpython", game, state, playouts)


class Stuck(Scramble):
    """A random game that may break at a node."""

    stuck: int = -1

    def moves(self, s: Any) -> Any:
        for m in range((1 + self.mix(s.node, s.side, 2) % self.width) * (s.node != self.stuck)):
            yield m


@pytest.mark.parametrize(
    "game", [Stuck(seed=5, nodes=30), TripleDuel(drawn=False), deep(faceup.game("coin-race", players=4))]
)
def test_both_backends_estimate_alike_with_rewards_and_with_seats(game: Any) -> None:
    for state in decisions(game, 2, 4):
        assert estimated("native", game, state, 80) == estimated("cpython", game, state, 80)


def test_many_moves_find_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "MOVES", 4)
    game = Stuck(seed=5, nodes=60, width=30)
    assert estimated("native", game, game.start(), 80) == estimated("cpython", game, game.start(), 80)


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), paid=st.booleans(), chance=st.booleans())
def test_what_is_settled_is_the_value(seed: int, paid: bool, chance: bool) -> None:
    game = (Scramble if paid else PlainScramble)(seed=seed, nodes=9, chance=chance)
    state, values = game.start(), oracle(game)
    while game.turn(state) != OVER:
        who, moves = game.turn(state), legal_moves_of(game, state)
        if who != CHANCE:
            found = Thinking(game, "cpython").estimate(state, (), Thought(3000), stream())
            sign = -1 if who == 1 else 1
            worths = {m: sign * (Fraction(game.reward(state, m)) + values[game.play(state, m)]) for m in moves}
            settled = [row for row in found.moves if row.settled]
            assert all(abs(row.mean - float(worths[row.move])) < 1e-9 for row in settled)
            if len(settled) == len(moves):
                assert found.playouts < 3000
                assert worths[found.move] == max(worths.values())
        state = game.play(state, moves[0])


def test_a_win_in_sight_ends_the_search() -> None:
    game = faceup.game("tic-tac-toe")
    state = game.start()
    for move in (0, 3, 1, 4):
        state = game.play(state, move)
    found = Thinking(game, "cpython").estimate(state, (), Thought(1000), stream())
    assert found.move == 2
    assert next(row for row in found.moves if row.move == 2)[:4] == (2, 1, 1.0, True)
    assert found.playouts < 20


@pytest.mark.parametrize(("name", "parameters"), [deep("three-fourteen", {}), deep("nim", {}), ("dodgem", {})])
def test_it_plays_small_games_perfectly(name: str, parameters: dict[str, Any]) -> None:
    game = faceup.game(name, **parameters)
    solution, state, numbers = faceup.solve(game), game.start(), stream()
    thinking = Thinking(game, "native")
    for _ in range(30):  # where positions can repeat, whoever wins may take any time
        if game.turn(state) == OVER:
            break
        moves = legal_moves_of(game, state)
        if game.turn(state) == CHANCE:
            move = moves[below(numbers, len(moves))]
        else:
            move = thinking.choose(state, Thought(10_000), numbers)
            assert move in solution.best(state)
        state = game.play(state, move)


@pytest.mark.parametrize("engine", ["cpython", "native"])
def test_a_sample_is_the_same_on_any_engine_and_number_of_threads(engine: str) -> None:
    game, policies = faceup.game("dodgem"), ("mcts:20", "mcts:5")
    one = faceup.simulate(game, 40, policies=policies, engine=engine, threads=1)
    two = faceup.simulate(game, 40, policies=policies, threads=2)
    assert one.totals == two.totals
    assert one.engine == engine
    assert one.policies == policies


def test_more_thought_plays_better() -> None:
    game = faceup.game("dodgem")
    found = faceup.tournament(game, ("mcts:80", "mcts:5", "random"), 20)
    against = {names: sample.mean.estimate for names, sample in found.samples.items()}
    assert against[0, 1] > 0.2 > -0.2 > against[1, 0]
    assert against[1, 2] > 0.2 > -0.2 > against[2, 1]


@pytest.mark.parametrize("name", ["dodgem", "leduc-poker"])
def test_whoever_thinks_by_the_clock_stops_in_time(name: str) -> None:
    session = Session(faceup.game(name), ("mcts:0.2s", "person"))
    while not session.history or session.history[-1].turn == CHANCE:
        began = time.monotonic()
        session.step()
    assert 0.15 < time.monotonic() - began < 2


@pytest.mark.parametrize("engine", ["cpython", "native"])
def test_a_tree_that_grows_by_the_clock_is_that_of_its_playouts(engine: str) -> None:
    game = faceup.game("dodgem")
    thinking, own, other = Thinking(game, engine), stream(), stream()
    timed = thinking.estimate(game.start(), (), Thought(2500, seconds=60), own)
    assert timed == thinking.estimate(game.start(), (), Thought(2500), other)
    assert own == other


@pytest.mark.parametrize("played", [lambda g, p: faceup.simulate(g, 9, policies=p), faceup.tournament])
def test_numbered_games_are_not_played_by_the_clock(played: Any) -> None:
    with pytest.raises(UsageError, match="a game by the clock cannot be repeated"):
        played(faceup.game("nim"), ("mcts:0.5s",))


@pytest.mark.parametrize("word", ["mcts", "mcts:", "mcts:0", "mcts:x", f"mcts:{MOST_PLAYOUTS + 1}"])
def test_other_words_are_refused(word: str) -> None:
    with pytest.raises(UsageError, match="possible: "):
        faceup.simulate(faceup.game("nim"), 10, policies=(word,))


def test_it_cannot_be_followed_exactly() -> None:
    with pytest.raises(UsageError, match="policy 'mcts:10'; possible: random, first, best, or"):
        faceup.outcomes(faceup.game("kuhn-poker"), policies=("mcts:10",))


@pytest.mark.parametrize("engine", ["cpython", "native"])
def test_rules_that_break_in_a_playout_are_told(engine: str) -> None:
    game = Stuck(seed=5, nodes=30, stuck=8)
    with pytest.raises(RulesError, match=r"Stuck, in state State\(node=8, side=1\): no legal move"):
        Thinking(game, engine).choose(game.State(1, 0), Thought(50), stream())


# --- Where something is hidden ------------------------------------------------------------------------------------


def thought(game: Any, moves: list[Any]) -> tuple[int, Estimate]:
    """What whoever is to move after these moves thinks of it."""
    thinker, state = InformationSetSearch(game, engines_of(game)), game.start()
    for move in moves:
        who, state = game.turn(state), game.play(state, move)
        thinker.follow(who, move, state)
    who = game.turn(state)
    return who, Thinking(game).estimate(state, thinker.stories[who], Thought(200), stream())


def both_thought(game: Any, playouts: int, most: int | None = None) -> None:
    """Hold both engines to each other in the decisions of a game, the first ones where ``most`` are asked for."""
    cpython, native = engines_of(game, "cpython"), engines_of(game, "native")
    assert native.engine == "native"
    for state, moves, numbers in islice(decisions_of_a_game(game), most):
        who = game.turn(state)
        for count in (1, 2, playouts):
            own, other = list(numbers), list(numbers)
            story = story_of(game, who, moves)
            found = InformationSetSearch(game, native).estimate(who, story, Thought(count), own)
            assert repr(found) == repr(InformationSetSearch(game, cpython).estimate(who, story, Thought(count), other))
            assert own == other


@pytest.mark.parametrize("name", six_first([name for name in library_names() if name in HIDDEN], ("goofspiel",)))
def test_both_backends_know_alike(name: str) -> None:
    both_thought(faceup.game(name), 20)


def test_both_backends_know_alike_where_room_is_made() -> None:
    both_thought(faceup.game("goofspiel"), 2 * ROOM, most=1)


def test_nobody_decides_by_what_is_hidden() -> None:
    kuhn = faceup.game("kuhn-poker")
    for own in (1, 2, 3):
        others = [card for card in (1, 2, 3) if card != own]
        first = [repr(thought(kuhn, [(own, card)])) for card in others]
        second = [repr(thought(kuhn, [(card, own), 1])) for card in others]
        assert len(set(first)) == len(set(second)) == 1


def test_what_is_certain_is_seen_though_cards_are_hidden() -> None:
    kuhn = faceup.game("kuhn-poker")
    _, lowest = thought(kuhn, [(3, 1), 1])  # facing a bet
    _, highest = thought(kuhn, [(1, 3), 1])
    words = {m: kuhn.say(kuhn.play(kuhn.play(kuhn.start(), (1, 3)), 1), m) for m in (0, 1)}
    assert words[lowest.move] == "fold"
    assert words[highest.move] == "call"
    assert not any(isnan(row.mean) or row.settled for row in highest.moves)


def test_positions_are_drawn_by_their_likeliness() -> None:
    game = faceup.game("kuhn-poker")
    start = game.start()
    after = game.play(start, (2, 1))
    story = [Seen(game.view(start, 0)), Seen(game.view(after, 0))]
    states, weights = Worlds(game, 0, story).sample(400, stream())
    assert after in states
    assert weights == [pytest.approx(1 / 6)] * 2


def test_positions_are_found_however_long_the_story_is() -> None:
    game, numbers = faceup.game("secret-heir", players=4), stream(1)
    state, moves = game.start(), list[Any]()
    while game.turn(state) != OVER:
        listed_moves = legal_moves_of(game, state)
        if game.turn(state) == CHANCE:
            moves.append(sample_outcome(game, state, listed_moves, numbers))
        else:
            story = story_of(game, game.turn(state), moves)
            worlds, weights = Worlds(game, game.turn(state), story).sample(20, numbers)
            assert len(worlds) == len(weights) <= 8 * 20
            view = game.view(state, game.turn(state))
            assert all(game.view(world, game.turn(world)) == view for world in worlds)
            moves.append(listed_moves[below(numbers, len(listed_moves))])
        state = game.play(state, moves[-1])
    assert len(moves) > 20


def test_a_story_that_cannot_be_is_one_clear_line() -> None:
    game = faceup.game("kuhn-poker")
    seen = Seen(game.view(game.start(), 0))
    with pytest.raises(UnsupportedError, match="no position agrees with all that the first player has"):
        Worlds(game, 0, [seen, seen, seen]).sample(10, stream())


class Lock(Game):
    """Open a lock of a million secrets after a look at a remainder that ten of them share."""

    REMAINDERS = 99_991

    class State(NamedTuple):
        secret: int  # -1 in the view
        thrown: int
        remainder: int
        done: int

    def start(self) -> Any:
        return self.State(0, 0, -1, -1)

    def turn(self, s: Any) -> int:
        return OVER if s.done >= 0 else CHANCE if s.thrown < 3 else 0

    def moves(self, s: Any) -> Any:
        return range(100) if s.thrown < 3 else range(10)

    def play(self, s: Any, m: int) -> Any:
        if s.thrown == 3:
            return s._replace(done=m)
        secret = 100 * s.secret + m
        return self.State(secret, s.thrown + 1, secret % self.REMAINDERS if s.thrown == 2 else -1, -1)

    def payoff(self, s: Any) -> int:
        return 1 if s.secret // 100_000 == s.done else -1

    def view(self, s: Any, player: int) -> Any:
        return s._replace(secret=-1)


class ListedLock(Lock):
    def information_set(self, view: Any, player: int) -> Any:
        for secret in range(view.remainder, 1_000_000, self.REMAINDERS):
            yield view._replace(secret=secret)


class FalseLock(Lock):
    def information_set(self, view: Any, player: int) -> Any:
        yield view._replace(secret=0, remainder=0)


def test_rules_may_list_the_states_of_an_information_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("faceup.engines.mcts.information_sets.TRIES", (1,))
    moves = [12, 34, 56]
    worlds, weights = Worlds(ListedLock(), 0, story_of(ListedLock(), 0, moves)).sample(50, stream())
    assert [world.secret for world in worlds] == [23_465 + 99_991 * k for k in range(10)]
    assert len(set(weights)) == 1
    assert thought(ListedLock(), moves)[1].playouts == 200
    with pytest.raises(UnsupportedError, match="a method information_set"):
        Worlds(Lock(), 0, story_of(Lock(), 0, moves)).sample(50, stream())
    with pytest.raises(RulesError, match=r"lists this state for player 0 and the view State\(secret=-1, .* line \d+"):
        Worlds(FalseLock(), 0, story_of(FalseLock(), 0, moves)).sample(50, stream())
    with pytest.raises(RulesError, match="does not list this state for the view that player 0 has of it"):
        check_contract(FalseLock())


def test_looking_ahead_beats_chance_where_three_hide_something() -> None:
    game = faceup.game("secret-heir", watchmen=2, copies=1, highest=4)
    found = faceup.simulate(game, 40, policies=("mcts:60", "random", "random"), engine="cpython")
    assert found.seats[0].mean.estimate > max(seat.mean.estimate for seat in found.seats[1:])


@pytest.mark.parametrize("name", ["kuhn-poker", deep("liars-dice"), deep("leduc-poker")])
def test_looking_ahead_beats_chance_where_something_is_hidden(name: str) -> None:
    game = faceup.game(name)
    first = faceup.simulate(game, 100, policies=("mcts:40", "random")).mean.estimate
    second = faceup.simulate(game, 100, policies=("random", "mcts:40")).mean.estimate
    assert first > second
