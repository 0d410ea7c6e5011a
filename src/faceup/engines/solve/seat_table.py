"""What states are worth to every seat, each with gains of its own: an equilibrium."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from math import inf
from typing import Any

from faceup.engines.exact.component_solver import Row
from faceup.engines.exact.equilibrium import CONVENTIONS, Equilibrium, equilibrium, favouring
from faceup.engines.model.broken_rules import at
from faceup.engines.model.graph import GameGraph, walk
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import exact_endless, exact_gain, seats_of
from faceup.engines.solve.cyclic.exact_table import POSITION_BYTES, all_positions
from faceup.engines.solve.reductions_check import MEANING
from faceup.engines.solve.table import LimitHit, Table, highest
from faceup.numbers.value import Value, within
from faceup.results.seat_names import winning_seat
from faceup.rules.contract import Game
from faceup.rules.errors import LimitReached, RulesError, UnsupportedError, UsageError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move
from faceup.rules.texts import line_of

CHECKED = 1_000  # positions of a game that is solved without what joins states, too
MANY_TIMES = 10  # as many positions there may be then


class SeatTable(Table):
    """An equilibrium: what each state is worth to every seat, and the move that is made there."""

    one_move = True

    def __init__(self, game: Game, limits: Limits, ties: str) -> None:
        super().__init__(game, limits)
        self.seats, self.ties = seats_of(game), ties
        self.races = False
        self.ranges: list[tuple[Value, Value]] = []
        self.solved: list[tuple[GameGraph, dict[Any, int], Equilibrium]] = []

    @property
    def states(self) -> int:
        return sum(len(graph.states) for graph, _, _ in self.solved)

    @property
    def bytes(self) -> int:
        return self.states * POSITION_BYTES

    @property
    def may_stay(self) -> bool:
        return any(found.stays for _, _, found in self.solved)

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """Seats that get the same wherever play ends, and so decide as one."""
        return tuple(map(tuple, self.solved[0][2].teams))

    @property
    def ties_as_found(self) -> bool:
        """Whether the first answer found breaks ties, in positions that come round."""
        return any(found.as_found for _, _, found in self.solved)

    @property
    def others_may_be(self) -> bool:
        """Whether there may be other equilibria, without any tie."""
        return any(found.others_may_be for _, _, found in self.solved)

    @property
    def one_wins(self) -> bool:
        paid = any(graph.rewards.any() for graph, _, _ in self.solved)
        return not paid and all(winning_seat(row) is not None for graph, _, _ in self.solved for row in graph.ends)

    def knows(self, state: Any) -> bool:
        state = self.game.canon(state)
        return any(state in places for _, places, _ in self.solved)

    def place(self, state: Any) -> tuple[GameGraph, int, Equilibrium]:
        """Where the state stands; all that can be reached from it is solved when it was not met before."""
        state = self.game.canon(state)
        with self.lock:
            for graph, places, found in self.solved:
                if state in places:
                    return graph, places[state], found
            return self.solve(state)

    def solve(self, root: Any) -> tuple[GameGraph, int, Equilibrium]:
        endless = exact_endless(self.game, root, self.seats)
        try:
            graph = all_positions(self.game, root, self.limits, self.seats)
            found = equilibrium(graph, self.seats, endless, CONVENTIONS[self.ties], self.limits)
        except LimitReached as error:
            raise LimitHit(-inf, inf, max(self.states, error.positions), error.limit, error.last) from error
        self.check_reductions(root, graph, found)
        self.solved.append((graph, {state: i for i, state in enumerate(graph.states)}, found))
        return graph, 0, found

    def check_reductions(self, root: Any, graph: GameGraph, found: Equilibrium) -> None:
        """Solve a small game without ``canon`` and ``choices``, too; raises RulesError where the worth differs.

        Where ties are broken both may be right.
        """
        methods = [method for method in MEANING if method in facts_of(self.game).own]
        if not methods or found.tied or len(graph.states) > CHECKED:
            return
        try:
            plain = walk(self.game, start=root, most=MANY_TIMES * CHECKED, limits=self.limits, seats=self.seats)
        except LimitReached:
            return
        other = equilibrium(plain, self.seats, exact_endless(self.game, root, self.seats), limits=self.limits)
        if not other.tied and any(
            one.high < two.low or two.high < one.low for one, two in zip(found.rows[0], other.rows[0], strict=True)
        ):
            worth = [" ".join(str(within(*bounds)) for bounds in rows) for rows in (found.rows[0], other.rows[0])]
            used = " and ".join(methods)
            raise RulesError(
                f"{at(self.game, root)}: worth {worth[0]} with {used}, and {worth[1]} without; "
                f"{'; '.join(MEANING[method] for method in methods)}{line_of(self.game, methods[0])}"
            )

    def row(self, state: Any) -> tuple[Value, ...]:
        _, i, found = self.place(state)
        return tuple(within(*bounds) for bounds in found.rows[i])

    def value(self, state: Any) -> Value:
        return self.row(state)[0]

    def viewer(self, state: Any) -> int:
        return max(self.game.turn(state), 0)

    def values(self, state: Any, moves: Iterable[Move] | None = None) -> dict[Move, Value]:
        viewer = self.viewer(state)
        return {move: row[viewer] for move, row in self.rows(state, moves).items()}

    def rows(self, state: Any, moves: Iterable[Move] | None = None) -> dict[Move, tuple[Value, ...]]:
        game, worth = self.game, {}
        for move in self._possible(state, moves):
            gains = exact_gain(game, state, f"reward of move {move}", game.reward(state, move), self.seats)
            row = self.row(game.play(state, move))
            worth[move] = tuple(value.plus(gain) for value, gain in zip(row, gains, strict=True)) if any(gains) else row
        return worth

    def _highest(self, state: Any, values: dict[Move, Value]) -> list[Move]:
        return highest(values, 0)

    def move(self, state: Any) -> Move:
        """The move of the equilibrium."""
        graph, i, found = self.place(state)
        if found.taken[i] < 0:
            raise UsageError(f"there is no move to make: {self.game.show(state)}")
        best = self._best_choices(state)
        return next((move for move in best if self._is_edge(state, move, graph, found.taken[i])), best[0])

    def moves_made(self, state: Any) -> list[Move]:
        graph, i, found = self.place(state)
        if i not in found.evenly:
            return [self.move(state)]
        best = self._best_choices(state)
        return [move for move in best if any(self._is_edge(state, move, graph, edge) for edge in found.evenly[i])]

    def _is_edge(self, state: Any, move: Move, graph: GameGraph, edge: int) -> bool:
        """Whether a move leads where an edge of the graph does, for the same reward."""
        game, after = self.game, graph.states[graph.targets[edge]]
        if game.canon(game.play(state, move)) != after:
            return False
        gain = exact_gain(game, state, f"reward of move {move}", game.reward(state, move), self.seats)
        return bool(gain == graph.numbers[graph.rewards[edge]])

    def distance(self, state: Any) -> int | None:
        return None

    def range_by_ties(self, seat: int) -> tuple[Value, Value]:
        """The least and the most that the start is worth to a seat, by all conventions for ties that are tried."""
        with self.lock:
            if not self.ranges:
                columns = zip(*self.by_conventions(), strict=True)
                self.ranges = [(within(*min(column)), within(*max(column))) for column in columns]
            return self.ranges[seat]

    def by_conventions(self) -> Iterator[Row]:
        """What the start is worth to all by one convention after another, as long as there is time."""
        graph, _, found = self.solved[0]
        yield found.rows[0]
        if found.tied <= found.as_found:
            return
        endless = exact_endless(self.game, graph.states[0], self.seats)
        others = [convention for name, convention in CONVENTIONS.items() if name != self.ties]
        with suppress(LimitReached):
            for one in [*others, *(favouring(k, sign) for k in range(self.seats) for sign in (1, -1))]:
                with suppress(UnsupportedError):  # of positions that come round, where no equilibrium was found then
                    yield equilibrium(graph, self.seats, endless, one, self.limits, found).rows[0]
