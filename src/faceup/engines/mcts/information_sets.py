"""Monte Carlo tree search where something is hidden: by what each player knows, and never by what is so.

Each playout begins in a position that whoever thinks may be in, drawn by its likeliness (``Worlds``), and every player
decides in it by an own tree over what that player saw and did since. So nobody's decision rests on what is hidden from
them (multiple-observer information set search: Cowling, Powley and Whitehouse 2012). What the others knew before the
position is taken as what they see in it.
"""

import time
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from math import inf, nan
from typing import Any

from faceup.engines.hidden.memory import observe_move, story_of, view_of
from faceup.engines.mcts.backends import HELD_PLAYOUTS, Going
from faceup.engines.mcts.information_set_backends import Doubt, Found
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
from faceup.rules.player_names import seat_name
from faceup.rules.texts import line_of

LEAST_WORLDS, MOST_WORLDS = 50, 200  # positions that are followed at once, by the playouts of a decision;
TRIES = (1, 10, 100)  # times as many, until some agree to the end
MOST_LISTED = 100_000  # states of an information set that are read from the rules
LONGEST_SILENCE = 1000  # moves that a player does not notice, one after another
FINE, TINY = 1 << 53, 1e-200

Weighed = dict[Any, float]  # positions, and how likely they are


class Worlds:
    """Positions in which a player may be to move who saw and did this, followed from the start of play on.

    Chance follows its odds, and other players move at random, as far as what the player would notice agrees with the
    story. Positions that come together are one, so few are known exactly, with how likely they are; of many some are
    drawn after each move, in proportion to that (a particle filter: Gordon, Salmond and Smith 1993). Where few of those
    agree to the end, the rules may list such positions (``information_set``), by what the player sees now.
    """

    def __init__(self, game: Game, player: int, story: Sequence[Event]) -> None:
        self.game, self.player, self.story = game, player, story
        views, last = list[Any](), None
        for event in story:
            last = event.view if isinstance(event, Seen) else last
            views.append(last)
        self._seen = views  # by how much of the story is known, what was seen last

    def drawn(self, count: int, stream: list[int], ends: float = inf) -> tuple[list[Any], list[float]]:
        """The positions with their weights, about so many where there are more; few once half of the time until
        ``ends`` is over. Raises UnsupportedError."""
        half, most = time.monotonic() + (ends - time.monotonic()) / 2, max(count, LEAST_WORLDS)
        for times in TRIES:
            worlds, drawn = self._followed(times * most, stream, half)
            if drawn and len(worlds) < LEAST_WORLDS and "information_set" in facts_of(self.game).overridden:
                worlds, drawn = self._listed(most, stream) or worlds, False
            if worlds:
                return list(worlds), list(worlds.values())
            if not drawn:
                break
        raise UnsupportedError(
            f"{type(self.game).__name__}: no position was found that agrees with all that "
            f"{seat_name(self.player, self.game.player_names)} has seen, of those that were followed from the start, "
            f"up to {TRIES[-1] * MOST_WORLDS:,} at once; possible: a method information_set(self, view, player) that "
            "lists them"
        )

    def _listed(self, most: int, stream: list[int]) -> Weighed:
        """States that the rules list as the player's information set, at most so many. Raises RulesError."""
        game, player, view = self.game, self.player, self._seen[-1]
        states = Weighed.fromkeys(islice(game.information_set(view, player), MOST_LISTED), 1.0)
        for state in states:
            if game.turn(state) != player or view_of(game, state, player) != view:
                raise RulesError(
                    f"{at(game, state)}: information_set lists this state for player {player} and the view {view!r}; "
                    f"possible: states in which that player is to move and sees that{line_of(game, 'information_set')}"
                )
        return _some_of(states, most, stream) if len(states) > most else states

    def _followed(self, most: int, stream: list[int], half: float) -> tuple[Weighed, bool]:
        """The positions that agree to the end, and whether any were drawn of many."""
        worlds, drawn = Weighed(), False
        layers: dict[int, Weighed] = {1: {self.game.start(): 1.0}}  # by how much of the story is known
        while layers:
            known = min(layers)
            here = layers.pop(known)
            if (largest := max(here.values())) < TINY:
                for layer in (here, worlds, *layers.values()):
                    layer.update({state: weight / largest for state, weight in layer.items()})
            for _ in range(LONGEST_SILENCE):
                room = most if time.monotonic() < half else LEAST_WORLDS
                if len(here) > room:
                    here, drawn = _some_of(here, room, stream), True
                silent = Weighed()
                for state, weight in here.items():
                    who = self.game.turn(state)
                    if who == self.player and known == len(self.story):
                        worlds[state] = worlds.get(state, 0.0) + weight
                    elif who != OVER:
                        for after, then, share in self._ways(state, who, known):
                            layer = silent if then == known else layers.setdefault(then, {})
                            layer[after] = layer.get(after, 0.0) + weight * share
                here = silent
                if not here:
                    break
        return worlds, drawn

    def _ways(self, state: Any, who: int, known: int) -> Iterator[tuple[Any, int, float]]:
        """Where moves lead that agree with the story, how much of it is known then, and how likely they are."""
        game, story = self.game, self.story
        moves = legal_moves_of(game, state)
        odds = odds_one_by_one(game, state, moves) if who == CHANCE else [1] * len(moves)
        if who == self.player:
            event = story[known]
            moves, odds = ([event.move], [1]) if isinstance(event, Did) and event.move in moves else ([], [])
        whole, seen = sum(odds), self._seen[known - 1]
        for move, weight in zip(moves, odds, strict=True):
            if weight:
                after = game.play(state, move)
                news = observe_move(game, self.player, seen, who, move, after)
                if tuple(story[known : known + len(news)]) == news:
                    yield after, known + len(news), weight / whole


def _some_of(positions: Weighed, count: int, stream: list[int]) -> Weighed:
    """So many positions drawn at equal distances along their weights, each with an equal part of the whole."""
    until, found = list(accumulate(positions.values())), Weighed()
    step = until[-1] / count
    first, states = below_any(stream, FINE) / FINE * step, list(positions)
    for k in range(count):
        state = states[min(bisect_right(until, first + k * step), len(states) - 1)]
        found[state] = found.get(state, 0.0) + step
    return found


class InformationSetSearch:
    """Thinks about the decisions of one game that is played, by these ``engines``."""

    def __init__(self, game: Game, engines: Engines) -> None:
        self.game, self.engines = game, engines
        start = game.start()
        self.stories: list[list[Event]] = [[Seen(view_of(game, start, seat))] for seat in range(seats_of(game) or 2)]

    def follow(self, turn: int, move: Move, state: Any) -> None:
        """Take in what everybody notices of a move, which led to this state."""
        for seat, story in enumerate(self.stories):
            seen = next(event.view for event in reversed(story) if isinstance(event, Seen))
            story += observe_move(self.game, seat, seen, turn, move, state)

    def choose(self, state: Any, thought: Thought, stream: list[int]) -> Move:
        """The move of whoever decides in this state, by what that one knows."""
        who, moves = self.game.turn(state), legal_moves_of(self.game, state)
        return moves[0] if len(moves) == 1 else self.estimate(who, self.stories[who], thought, stream).move

    def estimate(self, player: int, story: Sequence[Event], thought: Thought, stream: list[int]) -> Estimate:
        """What so much thought says of the moves of a player who is to move and remembers this story."""
        playouts, seconds = thought.playouts, thought.seconds
        ends = time.monotonic() + seconds
        worlds, weights = Worlds(self.game, player, story).drawn(min(playouts, MOST_WORLDS), stream, ends)
        until = list(accumulate(weights))

        def think(backend: Any, going: Going) -> Found | None:
            asked = Doubt(player, worlds, until, playouts, ends - time.monotonic())
            found: Found | None = backend.found(asked, stream, going)
            return found

        found = self.engines.asked(think, stream, seconds == inf)
        return _estimate_of(self.game, player, worlds[0], found)


def estimates_of_knowing(game: Game, backend: Any) -> Iterator[Any]:
    """What a backend estimates in some positions of a game."""
    playouts = HELD_PLAYOUTS
    for state, moves, stream in decisions_of_a_game(game):
        player = game.turn(state)
        worlds, weights = Worlds(game, player, story_of(game, player, moves)).drawn(playouts, stream)
        asked = Doubt(player, worlds, list(accumulate(weights)), playouts)
        found = backend.found(asked, stream, lambda: True)
        yield state, None if found is None else (_estimate_of(game, player, worlds[0], found), stream)


def _estimate_of(game: Game, player: int, world: Any, result: Found) -> Estimate:
    """What was found of the moves, in the order that they have in a world."""
    (made, playouts), rows = result, list[MoveEstimate]()
    for move in legal_moves_of(game, world):
        visits, total = made.get(move, (0, nan))
        rows.append(MoveEstimate(move, visits, total / visits if visits else nan, False))
    best = max(rows, key=lambda row: (row.visits, row.mean))
    return Estimate(player, playouts, tuple(rows), best.move)
