"""The answer to each request, in a worker process: from a validated request to a JSON document."""

import queue
import threading
import time
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from secrets import token_bytes
from typing import Any

from faceup.engines.model.legal_moves import moves_in_text, state_after
from faceup.engines.model.positions import at_position, fields_text
from faceup.engines.simulate.sampler import simulate as simulate_game
from faceup.engines.solve.dispatch import solve as solve_game
from faceup.engines.solve.enumeration import too_many_deals
from faceup.engines.solve.smaller_sizes import Numbers
from faceup.play.expert import NO_VALUES, Expert
from faceup.play.record import recorded_parameters, recorded_position, session_of
from faceup.play.replays import replay, replay_deal
from faceup.play.review import review
from faceup.play.seats import COMPUTER, callings
from faceup.play.session import Session
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.solution import Solution
from faceup.results.answers.strategy import Strategy
from faceup.results.documents.codec import document, move_in
from faceup.results.documents.review import Reviewed
from faceup.results.samples.sample import UNVARYING, Sample
from faceup.results.samples.tournament import Tournament, all_seatings
from faceup.results.scene.boards.zone_of_board import has_board
from faceup.results.sentences.solutions import answer
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import MISTAKES, LimitReached, UsageError, quoted
from faceup.rules.facts import facts_of, plays_itself
from faceup.web.answers.documents import SceneDocument
from faceup.web.answers.experts import Experts, with_decisions
from faceup.web.answers.positions import position_shown, sealed_position
from faceup.web.answers.puzzles import puzzle_shown
from faceup.web.answers.replays import replay_shown
from faceup.web.answers.samples import TournamentShown, outcomes_shown, sample_shown, tournament_shown
from faceup.web.answers.setups import setup_document
from faceup.web.answers.solutions import (
    Smaller,
    compared_document,
    distribution_document,
    solution_document,
    solvable_sizes,
)
from faceup.web.answers.strategy_tables import is_long, mixed_document, strategy_document
from faceup.web.games import SECRET_BYTES, ServedGame, default_game, describe, game_of, sealed_session
from faceup.web.limits import VisitorLimits

GLIMPSE_SEED = 1
MOST_GLIMPSE_STEPS = 60  # that are played: by a clock, a busy server would show another position than an idle one
PAUSE = 0.1  # seconds between two reports of a simulation
SOON_FOLLOWED = 100_000  # of a game on a board, all of whose best moves are followed soon
TRIED = 0.25  # the share of an answer's time for each smaller size, and for all before the last
KEEP = {"wins": 5, "longest": 3, "shortest": 3}
Request = dict[str, Any]
Document = Mapping[str, Any]


class Answerer:
    """Answers requests one after another, and keeps solutions. ``games`` are those served, by name.

    All workers of one server have the same ``secret``, from which hidden chance is drawn.

    Raises FaceupError: UsageError and RulesError for impossible requests, LimitReached for too much work.
    """

    def __init__(self, games: Mapping[str, ServedGame], limits: VisitorLimits, secret: bytes | None = None) -> None:
        self.games, self.limits = games, limits
        self.secret = token_bytes(SECRET_BYTES) if secret is None else secret
        self.experts = Experts(limits)

    def answer(self, do: str, name: str, request: Request) -> Document | Generator[Document]:
        """The document that answers request ``do`` about a game; for a simulation several, one after another."""
        if do == "puzzle":
            return self._puzzle(request)
        doing: Callable[[ServedGame, Document], Document | Generator[Document]] = getattr(self, f"_{do}")
        return doing(self.games[name], request)

    def _describe(self, served: ServedGame, _: Request) -> Document:
        return {**describe(served), "glimpse": glimpse(served)}

    # Playing

    def _play(self, served: ServedGame, request: Request) -> Document:
        session, note = self._session(served, request)
        if request.get("solve"):
            with suppress(*NO_VALUES), session.expert.within(self.limits.solving_seconds, more=True):
                session.expert.solution(session.game.start() if session.sight.hidden else session.state)
        if session.sight.hidden:
            sealing = session, request["seats"], request["seed"]
            return document(sealed_position(*sealing, request["values"], self.limits, note))
        most = min(request.get("most") or self.limits.moves, self.limits.moves) if request["go_on"] else 0
        return document(position_shown(session, request["values"], most, self.limits))

    def _load(self, served: ServedGame, request: Request) -> Document:
        record = request["record"]
        name, parameters = recorded_parameters(record)
        if name != served.name:
            raise UsageError(f"the record is of {quoted(name)}, not of {served.name!r}")
        game = with_decisions(game_of(served, dict(word.split("=", 1) for word in parameters)))
        game = at_position(game, recorded_position(record))
        if facts_of(game).hidden:
            raise UsageError(
                f"{served.name} hides something, so a game of it cannot be read here; possible: faceup play"
            )
        session = session_of(record, game, expert=self.experts.on(game))
        if len(session.history) > self.limits.moves:
            raise UsageError(f"the record has {len(session.history):,} moves; possible: up to {self.limits.moves:,}")
        most = self.limits.moves if session.expert.stakes.players else 0  # chance alone waits until it is asked
        return document(position_shown(session, request["values"], most, self.limits))

    def _setup(self, served: ServedGame, request: Request) -> Document:
        game = with_decisions(game_of(served, request["parameters"]))
        if not request["moves"]:
            return setup_document(game, request["position"])
        session, _ = self._session(served, {**request, "seats": ("person",)})
        return setup_document(game, fields_text(session.state))

    def _review(self, served: ServedGame, request: Request) -> Document:
        session, _ = self._session(served, request)
        found = review(session, self.limits.solving_seconds)
        called = callings(found.players, request.get("seats", ()))
        players = tuple(COMPUTER if called.get(name) == COMPUTER else name for name in found.players)
        return document(Reviewed(replace(found, players=players)))

    def _session(self, served: ServedGame, request: Request) -> tuple[Session, str | None]:
        """The session of a request; with hidden information, also the moves of others and a replaced computer."""
        game = with_decisions(game_of(served, request["parameters"]))
        expert = self.experts.on(at_position(game, request.get("position", "")))
        seats, seed = request.get("seats", ("person", "person")), request.get("seed", 0)
        if facts_of(game).hidden:
            if request.get("after"):
                raise UsageError(
                    f"after {quoted(request['after'])}: {served.name} hides something; possible: its start"
                )
            with expert.within(self.limits.reply_seconds):
                return sealed_session(expert, seats, seed, list(map(move_in, request["moves"])), self.secret)
        moves = [*moves_in_text(expert.game, request.get("after", "")), *map(move_in, request["moves"])]
        return Session(expert.game, seats, seed=seed, moves=moves, expert=expert), None

    def _puzzle(self, request: Request) -> Document:
        move = None if request["move"] is None else move_in(request["move"])
        return document(puzzle_shown(self.games, request["day"], move, request["answer"], self.limits))

    # Solving

    def _solve(self, served: ServedGame, request: Request) -> Document:
        game = game_of(served, request["parameters"])
        if plays_itself(game):
            if request.get("after"):
                raise UsageError(f"after {quoted(request['after'])}: in {type(game).name} nobody moves")
            return self._solve_deals(game)
        start = _position(game, request)
        # Solved anew, so that states and seconds are those of this request.
        memory, seconds = self.limits.memory, self.limits.solving_seconds
        solution = solve_game(game, memory=memory, seconds=seconds, start=start, threads=1)
        if solution.value.how == "stopped":
            raise LimitReached(f"{type(game).name} is too large: after {solution.states:,} states {solution.value}")
        return solution_document(solution)

    def _solve_deals(self, game: Patience) -> Document:
        if problem := too_many_deals(game):
            raise LimitReached(f"{problem} to be played here")
        distribution = solve_game(game, memory=self.limits.memory, seconds=self.limits.solving_seconds)
        if distribution.undecided:
            raise LimitReached(
                f"the deck of {type(game).name} is too large for all its deals to be played here: after "
                f"{distribution.states:,} tables {float(distribution.undecided):.3%} of them are undecided"
            )
        return distribution_document(game, distribution)

    def _strategy(self, served: ServedGame, request: Request) -> Document:
        began = time.perf_counter()
        expert = self.experts.of(served, request["parameters"])
        solution = expert.solution(_position(expert.game, request))
        if isinstance(solution, HiddenSolution):
            from faceup.engines.explain.mixed_strategies import mixed_strategy

            reach = request.get("reach") or "best"
            mixed = mixed_strategy(solution, reach, request.get("player"))
            took = time.perf_counter() - began
            return mixed_document(mixed, answer(solution), expert.stakes, self.limits.rows, took, reach)
        strategy = self._strategy_of(solution, request.get("player"), request.get("reach"))
        return strategy_document(
            strategy, answer(solution), expert.stakes, self.limits.rows, time.perf_counter() - began
        )

    def _strategy_of(self, solution: Solution, player: int | None, reach: str | None) -> Strategy:
        """The strategy as asked for; else with all best moves, or if that is too long to play from, with one of them.

        Boards begin with one best move anyway; in a large game the others may take much longer.
        """
        from faceup.engines.explain.strategies import strategy as strategy_of

        if reach is None and player is not None and has_board(solution.game) and solution.states > SOON_FOLLOWED:
            reach = "one"
        found = strategy_of(solution, player=player, reach=reach or "best")
        long = reach is None and player is not None and is_long(found)
        return strategy_of(solution, player=player, reach="one") if long else found

    def _outcomes(self, served: ServedGame, request: Request) -> Document:
        from faceup.engines.chain.outcomes import needs_solution
        from faceup.engines.chain.outcomes import outcomes as outcomes_of

        expert = self.experts.of(served, request["parameters"])
        moves = moves_in_text(expert.game, request["after"])
        start, policies = state_after(expert.game, moves), tuple(request["policies"])
        solution = expert.solution(start) if needs_solution(policies) else expert.game
        distribution = outcomes_of(
            solution, policies, start=start, memory=self.limits.memory, seconds=self.limits.solving_seconds
        )
        return outcomes_shown(expert.game, distribution, expert.stakes, moves)

    def _smaller(self, served: ServedGame, request: Request) -> Document:
        from faceup.web.answers.requests import REQUESTS

        question, parameters = request["question"], request["parameters"]
        plain = REQUESTS[question]().model_dump()
        quick = Answerer(self.games, self.limits.part(TRIED), self.secret)

        def ask(numbers: Numbers) -> None:
            quick.answer(question, served.name, {**plain, "parameters": {**parameters, **numbers}})

        return document(Smaller(solvable_sizes(game_of(served, parameters), ask, quick.limits.seconds)))

    def _same(self, served: ServedGame, request: Request) -> Document:
        from faceup.engines.same.isomorphism import same as same_games

        first = with_decisions(game_of(served, request["first"]["parameters"]))
        other = request["second"]
        second = with_decisions(game_of(self.games[other["game"]], other["parameters"]))
        return compared_document(same_games(first, second))

    # Numbered games

    def _replay(self, served: ServedGame, request: Request) -> Document:
        game, policies, players = self._numbered_players(served, request)
        seed, number, deal = request["seed"], request["number"], request.get("deal", "")
        steps = replay_deal(game, deal) if deal else replay(game, seed, number, policies)
        alike = not plays_itself(game) and {*policies} <= {*UNVARYING} and not self.experts.on(game).stakes.chance
        return document(replay_shown(game, seed, number, policies, steps, players, self.limits.steps, deal, alike))

    def _numbered_players(
        self, served: ServedGame, request: Request
    ) -> tuple[Game | Patience, tuple[str, ...], tuple[str, ...]]:
        """The game, its deciding players (none in a solitaire game), and their names."""
        game = game_of(served, request["parameters"])
        if plays_itself(game):
            return game, ("random",), ()
        expert = self.experts.on(game)
        return game, tuple(request["policies"]) or self._usual_policies(expert), expert.stakes.names

    def _usual_policies(self, expert: Expert) -> tuple[str]:
        """The best moves if somebody decides and they are known soon, else random ones."""
        try:
            with expert.within(self.limits.reply_seconds):
                return ("best",) if expert.decides and expert.solution(expert.game.start()) else ("random",)
        except NO_VALUES:
            return ("random",)

    def _simulate(self, served: ServedGame, request: Request) -> Generator[Document]:
        game, policies, players = self._numbered_players(served, request)
        solution = None
        if "best" in policies and not plays_itself(game):
            solution = self.experts.on(game).solution(game.start())

        def line(sample: Sample, finished: bool) -> Document:
            return document(sample_shown(sample, policies, players, finished))

        how = {"policies": policies, "solution": solution, "keep": KEEP}
        yield from _reports(simulate_game, game, request, how, line, line)

    def _tournament(self, served: ServedGame, request: Request) -> Generator[Document]:
        from faceup.engines.simulate.tournament import seats_to_rotate, tournament

        game = with_decisions(game_of(served, request["parameters"]))
        policies, games, began = tuple(request["policies"]), request["games"], time.perf_counter()
        seatings = len(all_seatings(len(policies), seats_to_rotate(game)))
        if games * seatings > self.limits.games:
            most = self.limits.games // seatings
            raise UsageError(f"{games:,} games in each of {seatings} seatings; possible: 1 to {most:,}")
        solution = self.experts.on(game).solution(game.start()) if "best" in policies else None
        played, last = 0, 0  # games of the seatings before, and of the one at play

        def so_far(sample: Sample, _: bool) -> Document:
            nonlocal played, last
            played, last = played + (games if sample.games <= last else 0), sample.games
            return document(TournamentShown(played + last, games * seatings, time.perf_counter() - began))

        def whole(found: Tournament, _: bool) -> Document:
            return document(tournament_shown(found, time.perf_counter() - began))

        how = {"policies": policies, "solution": solution}
        yield from _reports(tournament, game, request, how, so_far, whole)


def _reports(
    play: Callable[..., Any],
    game: Game | Patience,
    request: Request,
    how: Document,
    so_far: Callable[[Any, bool], Document],
    whole: Callable[[Any, bool], Document],
) -> Generator[Document]:
    """Documents of a simulation in a thread: again and again those of what it reports, at last that of its result."""
    samples: queue.SimpleQueue[Sample | None] = queue.SimpleQueue()
    pool, stop = ThreadPoolExecutor(1), threading.Event()
    run = pool.submit(
        play,
        game,
        games=request["games"],
        seed=request["seed"],
        confidence=request["confidence"],
        certify=False,  # a certificate takes compiling, and the page shows none
        threads=1,
        stop=stop,
        progress=samples.put,
        **how,
    )
    run.add_done_callback(lambda _: samples.put(None))
    reported = 0.0
    try:
        while (sample := samples.get()) is not None:
            report = so_far(sample, False)
            if time.perf_counter() - reported >= PAUSE:
                reported = time.perf_counter()
                yield report
        yield whole(run.result(), True)
    finally:
        stop.set()
        pool.shutdown()


def _position(game: Game, request: Request) -> Any:
    """The state after the moves of a request."""
    return state_after(game, moves_in_text(game, request.get("after", "")))


def glimpse(served: ServedGame) -> SceneDocument | None:
    """The position after half the steps of a random game, as far as it is played; None if the rules fail."""
    try:
        game = default_game(served)
        if game is None:
            return None
        steps = sum(1 for _ in islice(replay(game, GLIMPSE_SEED, 0), MOST_GLIMPSE_STEPS))
        middle = next(islice(replay(game, GLIMPSE_SEED, 0), (steps - 1) // 2, None))
        return document(middle.scene())
    except MISTAKES:  # the error shows when the game is played
        return None
