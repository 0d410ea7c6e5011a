"""The positions that a strategy is about, and what it is worth to play by its table in them."""

import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from faceup.engines.exact.equilibrium import equilibrium
from faceup.engines.exact.policy_values import policy_value
from faceup.engines.explain.short_strategies import CyclicEvaluator
from faceup.engines.model.graph import GameGraph, walk
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import exact_endless
from faceup.engines.solve.best_moves import ExactBestMoves, Moves
from faceup.numbers.value import Value, within
from faceup.results.solution import Solution
from faceup.rules.errors import LimitReached, UsageError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

FEW_STATES = 200_000  # of a game that names representatives; with more, they stand in the table


class Positions:
    """The states themselves, or representatives of them, that are met when some players may play anything.

    ``free`` are these players; the others play the ``best`` moves.
    """

    def __init__(
        self, solution: Solution, best: ExactBestMoves, free: frozenset[int], most: int, stop: threading.Event | None
    ) -> None:
        self.solution, self.game, self.best, self.free, self.most = solution, solution.game, best, free, most
        self.limits = Limits(stop=stop)
        self._met: GameGraph | None = None
        self.representatives, self.seats = solution.symmetries is not None, len(solution.seats)

    def options(self, state: Any) -> Iterable[Move]:
        """The moves to look at."""
        return self.game.moves(state) if self.game.turn(state) in self.free else self.best.moves(state)

    def walk(self, options: Callable[[Any], Iterable[Move]]) -> GameGraph:
        """Walk them; where the game names representatives and its states are too many, those stand for them."""
        if not self.representatives and facts_of(self.game).canonical:
            try:
                return self._walk_game(options, False, min(self.most, FEW_STATES))
            except LimitReached:
                self.representatives = True
        return self._walk_game(options, self.representatives, self.most)

    def met_positions(self) -> GameGraph:
        """Those that are met when nobody looks at the table."""
        self._met = self.walk(self.options)
        return self._met

    def _says_best(self, table: Mapping[Any, Moves]) -> bool:
        """Whether the table has the best moves everywhere, so that whoever keeps to it meets the same positions."""
        return not self.free and all(set(moves) == {*self.best.moves(state)} for state, moves in table.items())

    def _walk_game(self, options: Callable[[Any], Iterable[Move]], joined: bool, most: int) -> GameGraph:
        start = self.solution.start
        walked = walk(
            self.game, start=start, options=options, canonical=joined, most=most, limits=self.limits, seats=self.seats
        )
        return walked

    def value_of_playing(self, table: Mapping[Any, Moves], players: Iterable[int]) -> Value:
        """The value when a player keeps to the table and the others play as before.

        Of several moves in the table, the worst counts. Of several players the one who fares worst is reported.
        """
        best = self.solution.value.value or 0.0
        if self.seats:
            return self._played_by_all(min(players, default=0), table)
        values = [self._played_by(player, table) for player in sorted(players)]
        return max(values, key=lambda value: abs((value.value or 0.0) - best), default=self.solution.value)

    def _played_by_all(self, player: int, table: Mapping[Any, Moves]) -> Value:
        """What all get who keep to the table where each has a payoff of its own: this player."""
        graph = self.walk(lambda state: table.get(state) or self.best.moves(state))
        endless = exact_endless(self.game, self.solution.start, self.seats)
        return within(*equilibrium(graph, self.seats, endless).rows[0][player])

    def _played_by(self, player: int, table: Mapping[Any, Moves]) -> Value:
        def options(state: Any) -> Iterable[Move]:
            if self.game.turn(state) != player:
                return self.options(state)
            if state in table:
                return table[state]
            (move,) = self.game.moves(state)  # what is not in the table is no choice
            return (move,)

        graph = self._met if self._met and self._says_best(table) else self.walk(options)
        exact = self.solution.value.how == "exact"
        if graph.comes_round and not exact:  # exact equations would take much longer than it took to solve the game
            try:
                return CyclicEvaluator(graph, player).of_worst_moves()
            except UsageError:  # such positions are not for flat arrays
                pass
        return policy_value(graph, player, exact)
