"""Information set Monte Carlo tree search, for games with imperfect information.

Each playout begins in a position sampled from the belief of the player to move (``Worlds``). In the playout every
player decides by a tree of their own over what they saw and did since, so no decision uses hidden information
(multiple-observer information set search: Cowling, Powley and Whitehouse 2012). The search assumes that before the
position the other players knew what they see in it.
"""

import time
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from math import inf, nan
from typing import Any

from faceup.engines.hidden.memory import observe_move, story_of, view_of
from faceup.engines.mcts.backends import HELD_PLAYOUTS, Going
from faceup.engines.mcts.information_set_backends import BeliefSample, MoveTotals
from faceup.engines.mcts.two_engines import Engines, decisions_of_a_game
from faceup.engines.model.broken_rules import at, legal_moves_of
from faceup.engines.model.legal_moves import odds_one_by_one
from faceup.engines.model.policies import Thought
from faceup.engines.model.random_stream import below_any
from faceup.engines.model.seats import seats_of
from faceup.results.answers.decision import Did, Event, Seen
from faceup.results.samples.estimate import Estimate, MoveEstimate
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import RulesError, UnsupportedError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move
from faceup.rules.names import seat_name
from faceup.rules.texts import line_of

LEAST_WORLDS, MOST_WORLDS = 50, 200  # particles, by the playouts of a decision;
TRIES = (1, 10, 100)  # times as many, until some agree to the end
MOST_LISTED = 100_000  # states of an information set that are read from the rules
LONGEST_SILENCE = 1000  # moves that a player does not notice, one after another
FINE, TINY = 1 << 53, 1e-200

WeightedStates = dict[Any, float]  # positions, and how likely they are


class Worlds:
    """The belief of a player to move after a story of observations and own moves, tracked from the start of play.

    Chance follows its odds, and other players move at random; only plays that agree with the story count. Equal
    positions merge, so a few positions have exact probabilities. Many positions are resampled after each move in
    proportion to their probabilities (a particle filter: Gordon, Salmond and Smith 1993). If few of these agree with
    the whole story, the rules may list the positions (``information_set``), by the player's view now.
    """

    def __init__(self, game: Game, player: int, story: Sequence[Event]) -> None:
        self.game, self.player, self.story = game, player, story
        views, last = list[Any](), None
        for event in story:
            last = event.view if isinstance(event, Seen) else last
            views.append(last)
        self._views = views  # after each event of the story, the last view

    def sample(self, count: int, stream: list[int], ends: float = inf) -> tuple[list[Any], list[float]]:
        """Return positions with their weights, about ``count`` if there are more; fewer after half of the time to
        ``ends``.

        Raises UnsupportedError if no position agrees with the story.
        """
        half, most = time.monotonic() + (ends - time.monotonic()) / 2, max(count, LEAST_WORLDS)
        for times in TRIES:
            worlds, drawn = self._filter_particles(times * most, stream, half)
            if drawn and len(worlds) < LEAST_WORLDS and "information_set" in facts_of(self.game).overridden:
                worlds, drawn = self._listed_states(most, stream) or worlds, False
            if worlds:
                return list(worlds), list(worlds.values())
            if not drawn:
                break
        raise UnsupportedError(
            f"{type(self.game).__name__}: no position agrees with all that "
            f"{seat_name(self.player, self.game.player_names)} has seen, of those that were followed from the start, "
            f"up to {TRIES[-1] * MOST_WORLDS:,} at once; possible: a method information_set(self, view, player) that "
            "lists them"
        )

    def _listed_states(self, most: int, stream: list[int]) -> WeightedStates:
        """Return the states that the rules list as the player's information set, at most so many. Raises RulesError."""
        game, player, view = self.game, self.player, self._views[-1]
        states = WeightedStates.fromkeys(islice(game.information_set(view, player), MOST_LISTED), 1.0)
        for state in states:
            if game.turn(state) != player or view_of(game, state, player) != view:
                raise RulesError(
                    f"{at(game, state)}: information_set lists this state for player {player} and the view {view!r}; "
                    f"possible: states in which that player is to move and sees that{line_of(game, 'information_set')}"
                )
        return _resample(states, most, stream) if len(states) > most else states

    def _filter_particles(self, most: int, stream: list[int], half: float) -> tuple[WeightedStates, bool]:
        """Return the positions that agree with the whole story, and whether they are a sample."""
        worlds, drawn = WeightedStates(), False
        layers: dict[int, WeightedStates] = {1: {self.game.start(): 1.0}}  # by the number of events so far
        while layers:
            events = min(layers)
            here = layers.pop(events)
            if (largest := max(here.values())) < TINY:
                for layer in (here, worlds, *layers.values()):
                    layer.update({state: weight / largest for state, weight in layer.items()})
            for _ in range(LONGEST_SILENCE):
                room = most if time.monotonic() < half else LEAST_WORLDS
                if len(here) > room:
                    here, drawn = _resample(here, room, stream), True
                silent = WeightedStates()
                for state, weight in here.items():
                    who = self.game.turn(state)
                    if who == self.player and events == len(self.story):
                        worlds[state] = worlds.get(state, 0.0) + weight
                    elif who != OVER:
                        for after, then, share in self._successors(state, who, events):
                            layer = silent if then == events else layers.setdefault(then, {})
                            layer[after] = layer.get(after, 0.0) + weight * share
                here = silent
                if not here:
                    break
        return worlds, drawn

    def _successors(self, state: Any, who: int, events: int) -> Iterator[tuple[Any, int, float]]:
        """Yield the successors that agree with the story, the number of events then, and their probabilities."""
        game, story = self.game, self.story
        moves = legal_moves_of(game, state)
        odds = odds_one_by_one(game, state, moves) if who == CHANCE else [1] * len(moves)
        if who == self.player:
            event = story[events]
            moves, odds = ([event.move], [1]) if isinstance(event, Did) and event.move in moves else ([], [])
        whole, seen = sum(odds), self._views[events - 1]
        for move, weight in zip(moves, odds, strict=True):
            if weight:
                after = game.play(state, move)
                news = observe_move(game, self.player, seen, who, move, after)
                if tuple(story[events : events + len(news)]) == news:
                    yield after, events + len(news), weight / whole


def _resample(positions: WeightedStates, count: int, stream: list[int]) -> WeightedStates:
    """Systematic resampling: ``count`` positions at equal distances along their weights, with equal weights."""
    until, resampled = list(accumulate(positions.values())), WeightedStates()
    step = until[-1] / count
    first, states = below_any(stream, FINE) / FINE * step, list(positions)
    for k in range(count):
        state = states[min(bisect_right(until, first + k * step), len(states) - 1)]
        resampled[state] = resampled.get(state, 0.0) + step
    return resampled


class InformationSetSearch:
    """The search in one game as it is played, by these ``engines``."""

    def __init__(self, game: Game, engines: Engines) -> None:
        self.game, self.engines = game, engines
        start = game.start()
        self.stories: list[list[Event]] = [[Seen(view_of(game, start, seat))] for seat in range(seats_of(game) or 2)]

    def follow(self, turn: int, move: Move, state: Any) -> None:
        """Record what each seat observes of a move that led to this state."""
        for seat, story in enumerate(self.stories):
            seen = next(event.view for event in reversed(story) if isinstance(event, Seen))
            story += observe_move(self.game, seat, seen, turn, move, state)

    def choose(self, state: Any, thought: Thought, stream: list[int]) -> Move:
        """Choose a move for the player to move, by the information of that player."""
        who, moves = self.game.turn(state), legal_moves_of(self.game, state)
        return moves[0] if len(moves) == 1 else self.estimate(who, self.stories[who], thought, stream).move

    def estimate(self, player: int, story: Sequence[Event], thought: Thought, stream: list[int]) -> Estimate:
        """Estimate the moves of the player to move, who remembers this story."""
        playouts, seconds = thought.playouts, thought.seconds
        ends = time.monotonic() + seconds
        worlds, weights = Worlds(self.game, player, story).sample(min(playouts, MOST_WORLDS), stream, ends)
        until = list(accumulate(weights))

        def think(backend: Any, going: Going) -> MoveTotals | None:
            belief = BeliefSample(player, worlds, until, playouts, ends - time.monotonic())
            totals: MoveTotals | None = backend.search(belief, stream, going)
            return totals

        totals = self.engines.run(think, stream, seconds == inf)
        return _estimate_of(self.game, player, worlds[0], totals)


def information_set_estimates(game: Game, backend: Any) -> Iterator[Any]:
    """Yield the estimates of a backend in some positions of a game."""
    playouts = HELD_PLAYOUTS
    for state, moves, stream in decisions_of_a_game(game):
        player = game.turn(state)
        worlds, weights = Worlds(game, player, story_of(game, player, moves)).sample(playouts, stream)
        belief = BeliefSample(player, worlds, list(accumulate(weights)), playouts)
        totals = backend.search(belief, stream, lambda: True)
        yield state, None if totals is None else (_estimate_of(game, player, worlds[0], totals), stream)


def _estimate_of(game: Game, player: int, world: Any, result: MoveTotals) -> Estimate:
    """Return the estimates of the moves, in the order of a world's legal moves."""
    (made, playouts), rows = result, list[MoveEstimate]()
    for move in legal_moves_of(game, world):
        visits, total = made.get(move, (0, nan))
        rows.append(MoveEstimate(move, visits, total / visits if visits else nan, False))
    best = max(rows, key=lambda row: (row.visits, row.mean))
    return Estimate(player, playouts, tuple(rows), best.move)
