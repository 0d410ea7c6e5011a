"""What each request is answered with. Runs in a worker process; takes a validated request, gives a JSON document."""

import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from faceup.engines.explain.strategies import strategy as strategy_of
from faceup.engines.same.door import same as same_games
from faceup.engines.simulate.door import simulate as simulate_game
from faceup.engines.solve.door import solve as solve_game
from faceup.play.record import recorded_parameters, session_of
from faceup.play.replays import ReplayEnd
from faceup.play.replays import replay as replay_steps
from faceup.play.review import review as review_of
from faceup.play.session import Session
from faceup.results.outcome_sentences import best_play_sentence
from faceup.results.sample import Sample
from faceup.results.value import plain
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import LimitReached, UsageError, quoted
from faceup.rules.parameters import write_parameters
from faceup.web.answers.documents import (
    judged_words,
    number_words,
    sameness_words,
    sample_words,
    scene_words,
    strategy_words,
    value_words,
)
from faceup.web.answers.experts import Experts, with_decisions
from faceup.web.answers.positions import LINE, line_words, position_words
from faceup.web.games import Served, game_of
from faceup.web.limits import Limits

PAUSE = 0.1  # seconds between two reports of a simulation
KEEP = {"wins": 5, "longest": 3, "shortest": 3}
Document = dict[str, Any]


class Answers:
    """Answers one request after another, and keeps what it found out about games. ``games`` are those served, by name.

    Raises FaceupError: UsageError and RulesError for what cannot be, LimitReached where it is too much.
    """

    def __init__(self, games: Mapping[str, Served], limits: Limits) -> None:
        self.games, self.limits = games, limits
        self.experts = Experts(limits)

    def answer(self, do: str, name: str, request: Document) -> Document | Iterator[Document]:
        """The document that answers ``do``, for the game of that name; of a simulation several, one after another."""
        doing: Callable[[Served, Document], Document | Iterator[Document]] = getattr(self, f"_{do}")
        return doing(self.games[name], request)

    # Playing

    def _play(self, served: Served, request: Document) -> Document:
        session = self._session(served, request)
        return position_words(session, request["values"], request["go_on"], self.limits)

    def _load(self, served: Served, request: Document) -> Document:
        found = request["record"]
        name, words = recorded_parameters(found)
        if name != served.name:
            raise UsageError(f"the record is of {quoted(name)}, not of {served.name!r}")
        game = with_decisions(game_of(served, dict(word.split("=", 1) for word in words)))
        session = session_of(found, game, expert=self.experts.on(game))
        if len(session.history) > self.limits.moves:
            raise UsageError(f"the record has {len(session.history):,} moves; possible: up to {self.limits.moves:,}")
        return position_words(session, request["values"], True, self.limits)

    def _review(self, served: Served, request: Document) -> Document:
        session = self._session(served, request)
        found = review_of(session)
        return {
            "rows": [judged_words(row) for row in found.rows],
            "lost": [number_words(lost) for lost in found.lost],
            "players": list(session.expert.stakes.names),
        }

    def _session(self, served: Served, request: Document) -> Session:
        expert = self.experts.of(served, request["parameters"])
        seats, seed = request.get("seats", ("person", "person")), request.get("seed", 0)
        return Session(expert.game, seats, seed=seed, moves=request["moves"], expert=expert)

    # Solving

    def _solve(self, served: Served, request: Document) -> Document:
        game = game_of(served, request["parameters"])
        if isinstance(game, Patience):
            return self._solve_deals(game)
        solution = solve_game(game, memory=self.limits.memory)  # anew, so that states and seconds are those of this
        expert = self.experts.on(game)
        start = game.start()
        if solution.value.how == "stopped":
            raise LimitReached(f"{type(game).name} is too large: after {solution.states:,} states {solution.value}")
        decides = game.turn(start) in (0, 1)
        return {
            "value": value_words(solution.value),
            "says": best_play_sentence(expert.stakes, solution.value),
            "best": [{"move": m, "word": game.say(start, m)} for m in solution.best(start)] if decides else [],
            "line": line_words(game, start, solution.line(most=LINE)),
            "states": solution.states,
            "seconds": solution.seconds,
            "engine": solution.engine,
            "win": None,
            "histogram": None,
        }

    def _solve_deals(self, game: Patience) -> Document:
        found = solve_game(game, memory=self.limits.memory)
        if found.undecided:
            raise LimitReached(
                f"the deck of {type(game).name} is too large for all its deals to be played here: after "
                f"{found.states:,} tables {float(found.undecided):.3%} of them are undecided; possible: a smaller deck"
            )
        return {
            "value": value_words(found.mean),
            "says": "",
            "best": [],
            "line": [],
            "states": found.states,
            "seconds": found.seconds,
            "engine": "cpython",
            "win": value_words(found.win_rate),
            "histogram": [[number_words(score), float(share)] for score, share in found.histogram.items()],
        }

    def _strategy(self, served: Served, request: Document) -> Document:
        began = time.perf_counter()
        expert = self.experts.of(served, request["parameters"])
        found = strategy_of(expert.solution(expert.game.start()))
        more = {"players": list(expert.stakes.names), "seconds": time.perf_counter() - began}
        return strategy_words(found, self.limits.rows) | more

    def _same(self, served: Served, request: Document) -> Document:
        first = with_decisions(game_of(served, request["first"]["parameters"]))
        other = request["second"]
        second = with_decisions(game_of(self.games[other["game"]], other["parameters"]))
        return sameness_words(same_games(first, second))

    # Numbered games

    def _replay(self, served: Served, request: Document) -> Document:
        game = game_of(served, request["parameters"])
        policies = ("random",) if isinstance(game, Patience) else tuple(request["policies"])
        players = () if isinstance(game, Patience) else self.experts.on(game).stakes.names
        steps: list[Document] = []
        start: Document = {}
        left_out, result = 0, {}
        for step in replay_steps(game, request["seed"], request["number"], policies):
            if isinstance(step, ReplayEnd):
                result = {**step.result, "text": ", ".join(_said(*pair, players) for pair in step.result.items())}
            elif step.number == 0:
                start = scene_words(step.scene())
            elif len(steps) < self.limits.steps:
                told = {"number": step.number, "what": step.what, "quiet": step.quiet}
                steps.append({**told, "scene": scene_words(step.scene())})
            else:
                left_out += 1
        return {
            "game": type(game).name,
            "parameters": write_parameters(game),
            "seed": request["seed"],
            "number": request["number"],
            "start": start,
            "steps": steps,
            "result": {key: number_words(v) if key == "payoff" else v for key, v in result.items()},
            "left_out": left_out,
        }

    def _simulate(self, served: Served, request: Document) -> Iterator[Document]:
        game = game_of(served, request["parameters"])
        policies = ("random",) if isinstance(game, Patience) else tuple(request["policies"])
        players = () if isinstance(game, Patience) else self.experts.on(game).stakes.names
        solution = None
        if "best" in policies and isinstance(game, Game):
            solution = self.experts.on(game).solution(game.start())
        found: queue.SimpleQueue[Sample | None] = queue.SimpleQueue()
        pool, stop = ThreadPoolExecutor(1), threading.Event()
        run = pool.submit(
            simulate_game,
            game,
            request["games"],
            seed=request["seed"],
            confidence=request["confidence"],
            policies=policies,
            solution=solution,
            keep=KEEP,
            threads=1,
            stop=stop,
            progress=found.put,
        )
        run.add_done_callback(lambda _: found.put(None))
        told = 0.0
        try:
            while (sample := found.get()) is not None:
                if time.perf_counter() - told >= PAUSE:
                    told = time.perf_counter()
                    yield sample_words(sample, players, done=False)
            yield sample_words(run.result(), players, done=True)
        finally:
            stop.set()
            pool.shutdown()


def _said(name: str, value: Any, players: Sequence[str]) -> str:
    """A fact about a finished game in words."""
    if name == "payoff":
        return f"payoff {plain(float(value), 6)}" + (f" to {players[0]}" if len(players) > 1 else "")
    if name == "won":
        return "won" if value else "not won"
    if name == "endless":
        return "it never ends"
    if name == "steps_taken":
        return f"{value:,} steps"
    return f"{value} moves" if name == "moves" else f"{name} {value}"
