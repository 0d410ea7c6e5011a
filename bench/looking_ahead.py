"""Monte Carlo tree search beside OpenSpiel's in C++: playouts a second, and games won with as many playouts; and
alpha-beta to a depth against it."""

from collections.abc import Iterator
from typing import Any

import pyspiel
from measuring import Row, row, side_by_side

import faceup
from faceup.engines.hidden.memory import story_of
from faceup.engines.mcts.information_sets import InformationSetSearch
from faceup.engines.mcts.thinking import Thinking, engines_of
from faceup.engines.model.policies import Thought, lasting_thoughts
from faceup.engines.model.random_stream import STREAM_SIZE, begin
from faceup.games.connect_four import ConnectFour
from faceup.games.kuhn_poker import KuhnPoker
from faceup.games.leduc_poker import LeducPoker
from faceup.games.liars_dice import LiarsDice
from faceup.games.tic_tac_toe import TicTacToe
from faceup.rules import OVER, Game

PAIRS: dict[str, Game] = {"tic_tac_toe": TicTacToe(), "connect_four": ConnectFour()}
HIDDEN: dict[str, tuple[Game, Any]] = {  # with what is dealt
    "kuhn_poker": (KuhnPoker(), (1, 2)),
    "leduc_poker": (LeducPoker(), (1, 2)),
    "": (LiarsDice(wild=6), (1, 1)),  # of which OpenSpiel draws no worlds
}
ACTIONS = {TicTacToe: 9, ConnectFour: 7}  # OpenSpiel's action is our square modulo this: a cell, or a column
DECISION = 10_000  # playouts of the decision that is timed, in the position at the start
GAMES, PLAYOUTS = 400, 200  # of a match: players take turns to begin
MATCHES = (("ab:2", "mcts:1000"), ("ab:4", "mcts:5000"))  # which take about as long


def looking_ahead() -> Iterator[Row]:
    """CPU time of one decision by one thread, and a match."""
    for name, game in PAIRS.items():
        title = type(game).name
        theirs, native, plain = pyspiel.load_game(name), Thinking(game, "native"), Thinking(game, "cpython")

        def decided(thinking: Thinking, playouts: int = DECISION, game: Game = game) -> None:
            thinking.estimate(game.start(), (), Thought(playouts), drawn_from(1))

        assert (
            native.estimate(game.start(), (), Thought(DECISION), drawn_from(1)).playouts == DECISION
        )  # nothing was proven before
        assert bot(theirs, DECISION, 1).mcts_search(theirs.new_initial_state()).explore_count == DECISION
        took = side_by_side(
            {
                "faceup": lambda decided=decided, native=native: [decided(native) for _ in range(10)],
                "in CPython": lambda decided=decided, plain=plain: decided(plain, DECISION // 10),
                "OpenSpiel": lambda theirs=theirs: bot(theirs, DECISION, 1).step(theirs.new_initial_state()),
            },
            rounds=5,
        )
        rates = {"faceup": 10 * DECISION, "in CPython": DECISION // 10, "OpenSpiel": DECISION}
        rates = {label: playouts / took[label] for label, playouts in rates.items()}
        for label, rate in rates.items():
            yield row(f"{title}, mcts: {label}", rate / 1e3, "thousand playouts/s")
        yield row("  faceup / OpenSpiel, speed", rates["faceup"] / rates["OpenSpiel"], "x")
        results = [match(game, native, theirs, seed) for seed in range(GAMES)]
        yield row(f"  won of {GAMES} against OpenSpiel, {PLAYOUTS} playouts", results.count(1), "games")
        yield row("  lost", results.count(-1), "games")
    yield from knowing()
    yield from to_a_depth()


def knowing() -> Iterator[Row]:
    """The same of one decision where something is hidden, after the deal."""
    for name, (game, deal) in HIDDEN.items():
        state = game.play(game.start(), deal)
        story = story_of(game, 0, [deal])

        def decided(search: InformationSetSearch, playouts: int = DECISION, story: Any = story) -> None:
            search.estimate(0, story, Thought(playouts), drawn_from(1))

        native, plain = (InformationSetSearch(game, engines_of(game, engine)) for engine in ("native", "cpython"))
        decided(native)  # which may find that rows are larger than expected
        works = {
            "faceup": lambda decided=decided, native=native: [decided(native) for _ in range(10)],
            "in CPython": lambda decided=decided, plain=plain: decided(plain, DECISION // 10),
        }
        if name:
            theirs = pyspiel.load_game(name).new_initial_state()
            while theirs.is_chance_node():
                theirs.apply_action(theirs.legal_actions()[0])
            assert len(theirs.legal_actions()) == len([*game.moves(state)])
            works["OpenSpiel"] = lambda theirs=theirs: knowing_bot().step(theirs)
        took = side_by_side(works, rounds=5)
        rates = {"faceup": 10 * DECISION, "in CPython": DECISION // 10, "OpenSpiel": DECISION}
        rates = {label: playouts / took[label] for label, playouts in rates.items() if label in took}
        for label, rate in rates.items():
            yield row(f"{type(game).name}, mcts: {label}", rate / 1e3, "thousand playouts/s")
        if name:
            yield row("  faceup / OpenSpiel, speed", rates["faceup"] / rates["OpenSpiel"], "x")


def to_a_depth() -> Iterator[Row]:
    """Alpha-beta to a depth against tree search, in Connect Four: CPU time of a decision at the start, and matches."""
    game = ConnectFour()
    thinking = Thinking(game, "native")

    def decided(thought: Thought) -> None:
        for _ in range(10):
            thinking.estimate(game.start(), (), thought, drawn_from(1))

    for policies in MATCHES:
        thoughts = dict(zip(policies, lasting_thoughts(policies), strict=True))
        decided(thoughts[policies[0]])  # compiled now
        took = side_by_side(
            {name: lambda thought=thought: decided(thought) for name, thought in thoughts.items()}, rounds=5
        )
        for name, seconds in took.items():
            yield row(f"Connect Four, a decision of {name}", 100 * seconds, "ms")
        first, second = (faceup.simulate(game, GAMES // 2, policies=both) for both in (policies, policies[::-1]))
        won, lost = (
            sum(sample.totals.scores.get(score, 0) for sample, score in ((first, ours), (second, -ours)))
            for ours in (1.0, -1.0)
        )
        yield row(f"  won of {GAMES} by {policies[0]} against {policies[1]}", won, "games")
        yield row("  lost", lost, "games")


def knowing_bot() -> Any:
    """OpenSpiel's player where something is hidden."""
    return pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, DECISION)


def bot(game: Any, playouts: int, seed: int) -> Any:
    """OpenSpiel's player, which keeps what is proven, as ours does, with the constant of its own example."""
    return pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, seed), 2.0, playouts, 1000, True, seed, False)


def match(game: Game, thinking: Thinking, theirs: Any, seed: int) -> int:
    """One game, in which we begin where the seed is even: 1 where we win, -1 where OpenSpiel does, 0 a draw."""
    ours, stream, other = seed % 2, drawn_from(seed), bot(theirs, PLAYOUTS, seed)
    state, copy = game.start(), theirs.new_initial_state()
    while game.turn(state) != OVER:
        of = {move % ACTIONS[type(game)]: move for move in game.moves(state)}
        if game.turn(state) == ours:
            action = thinking.choose(state, Thought(PLAYOUTS), stream) % ACTIONS[type(game)]
        else:
            action = other.step(copy)
        state = game.play(state, of[action])
        copy.apply_action(action)
    result = int(game.payoff(state))
    return result if ours == 0 else -result


def drawn_from(seed: int) -> list[int]:
    """A stream of random numbers."""
    stream = [0] * STREAM_SIZE
    begin(stream, seed, 0)
    return stream
