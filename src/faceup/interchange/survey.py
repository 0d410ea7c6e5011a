"""What other programs want to know of a game before it is played: numbers for moves, and how far everything goes."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np

from faceup.engines.completeness import check_game
from faceup.engines.graph import GameGraph, walk
from faceup.engines.imperfect.memory import view_of
from faceup.engines.seats import seats_of
from faceup.interchange.layout import Layout
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import UsageError
from faceup.rules.facts import plays_itself
from faceup.rules.moves import Move, in_order


class Survey:
    """A game, walked once. ``moves`` of players and ``outcomes`` of chance are numbered by their places."""

    def __init__(self, game: Game) -> None:
        check_game(game)
        if plays_itself(game):
            raise UsageError(f"{type(game).name!r} is a patience that plays itself; possible: games with decisions")
        self.game, self.seats = game, seats_of(game)
        self.players = self.seats or 2
        self.graph: GameGraph = walk(game, seats=self.seats)
        self.moves, self.outcomes = self._made(lambda turns: turns >= 0), self._made(lambda turns: turns == CHANCE)
        self.actions = {move: number for number, move in enumerate(self.moves)}
        self.throws = {move: number for number, move in enumerate(self.outcomes)}

    def _made(self, by: Any) -> list[Move]:
        graph = self.graph
        return in_order(map(graph.named, np.unique(graph.moves[by(graph.turns)[graph.sources]]).tolist()))

    @cached_property
    def layout(self) -> Layout:
        """How what players see is laid out in numbers."""
        states = self.graph.states
        return Layout(dict.fromkeys(view_of(self.game, s, who) for s in states for who in range(self.players)))

    @cached_property
    def most_decisions(self) -> int:
        """The longest play, in moves of players. Raises RepeatingStateError where it has no end."""
        graph = self.graph
        own = (graph.turns >= 0).astype(np.int64)
        counts = np.zeros(len(graph.states), np.int64)
        for level in graph.levels[1:]:
            edges = graph.edges_of(level)
            counts[level] = own[level] + np.maximum.reduceat(counts[graph.targets[edges.edges]], edges.starts)
        return int(counts[0])

    @cached_property
    def gains(self) -> tuple[float, float]:
        """The least and the most that anybody gets in a whole play. Raises RepeatingStateError where it has no end."""
        graph = self.graph
        amounts = np.array([self.row(number) for number in graph.numbers], float)
        least, most = amounts[graph.payoffs], amounts[graph.payoffs]
        for level in graph.levels[1:]:
            edges = graph.edges_of(level)
            paid, after = amounts[graph.rewards[edges.edges]], graph.targets[edges.edges]
            least[level] = np.minimum.reduceat(least[after] + paid, edges.starts)
            most[level] = np.maximum.reduceat(most[after] + paid, edges.starts)
        return float(least[0].min()), float(most[0].max())

    def row(self, gain: Any) -> tuple[float, ...]:
        """What everybody gets of what rules give: of one number, the second loses what the first gains."""
        if isinstance(gain, tuple):
            return tuple(map(float, gain))
        return (float(gain), -float(gain)) if not self.seats else (0.0,) * self.seats

    def gained(self, state: Any, move: Move | None = None) -> tuple[float, ...]:
        """What everybody gets for a move, or at the end."""
        return self.row(self.game.payoff(state) if move is None else self.game.reward(state, move))

    def over(self, state: Any) -> bool:
        return self.game.turn(state) == OVER


def added(one: Iterable[float], other: Iterable[float]) -> tuple[float, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))
