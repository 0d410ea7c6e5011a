"""Tables of games of seats: an equilibrium, and the value of each state to every seat."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Protocol

from faceup.engines.exact.component_solver import Row
from faceup.engines.exact.exact_equilibrium import Ties, conventions, equilibrium, other_ties
from faceup.engines.graph.game_graph import walk
from faceup.engines.model.broken_rules import at
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import exact_endless, reward_row, seats_of
from faceup.engines.solve.cyclic.exact_table import GraphPart, Part, TableOfParts
from faceup.engines.solve.reductions_check import MEANING
from faceup.engines.solve.table import highest
from faceup.numbers.exact import Exact
from faceup.numbers.value import Number, Value, overlap, within
from faceup.results.seats import winning_seat
from faceup.rules.contract import Game
from faceup.rules.errors import LimitReached, RulesError, UnsupportedError, UsageError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move
from faceup.rules.texts import line_of

CHECKED = 1_000  # positions of a game that is also solved without its reductions
MANY_TIMES = 10  # without them it may have this many times as many


class SeatPart(Part, Protocol):
    """Positions with the value of each to every seat.

    ``tied``: some other choice is equal for the player to move, but not for the others. ``as_found``: this happens in a
    cycle, where the first equilibrium found breaks the tie. ``others_may_be``: other equilibria may exist without ties.
    """

    others_may_be: bool
    has_rewards: bool

    @property
    def tied(self) -> bool: ...

    @property
    def as_found(self) -> bool: ...

    @property
    def ends(self) -> Iterable[Any]:
        """The different payoff rows of ends."""

    @property
    def teams(self) -> list[list[int]]:
        """Sets of seats with equal payoffs at every end, which decide as one."""

    def row(self, place: int) -> tuple[Value, ...]:
        """Return the value of a position to every seat."""

    def moves_made(self, place: int) -> list[tuple[Any, Any]]:
        """Return the moves of the equilibrium, in order: the successor, and the rewards of all seats (floats)."""

    def by_other_ties(self) -> Iterator[tuple[Value, ...]]:
        """Yield the value of the first position by other conventions for ties, as long as there is time."""


class ExactSeats(GraphPart):
    """All positions reachable from one, with exact values. Raises LimitReached, UnsupportedError."""

    def __init__(self, game: Game, root: Any, endless: tuple[Exact, ...], ties: Ties, limits: Limits) -> None:
        self.endless, self.ties, self.limits = endless, ties, limits
        super().__init__(game, root, limits, len(endless))
        self.solution = equilibrium(self.graph, len(endless), endless, ties, limits)
        self.stays, self.teams, self.others_may_be = (
            self.solution.stays,
            self.solution.teams,
            self.solution.others_may_be,
        )
        self.has_rewards = bool(self.graph.rewards.any())
        self.tied, self.as_found = bool(self.solution.tied), bool(self.solution.as_found)

    def row(self, place: int) -> tuple[Value, ...]:
        return values(self.solution.rows[place])

    def moves_made(self, place: int) -> list[tuple[Any, Any]]:
        graph, first = self.graph, self.solution.policy[place]
        edges = self.solution.evenly.get(place, [first] if first >= 0 else [])
        return [(graph.states[graph.targets[edge]], as_floats(graph.numbers[graph.rewards[edge]])) for edge in edges]

    def by_other_ties(self) -> Iterator[tuple[Value, ...]]:
        if self.solution.tied <= self.solution.as_found:
            return
        with suppress(LimitReached):
            for ties in other_ties(self.ties):
                with suppress(UnsupportedError):  # in a cycle, no equilibrium was found by these conventions
                    other = equilibrium(self.graph, len(self.endless), self.endless, ties, self.limits, self.solution)
                    yield values(other.rows[0])


def as_floats(row: Any) -> tuple[float, ...]:
    """Return the rewards of all seats as floats, the form of both kinds of parts."""
    return tuple(map(float, row)) if isinstance(row, tuple) else (float(row),)


def values(row: Row) -> tuple[Value, ...]:
    return tuple(within(*bounds) for bounds in row)


class SeatTable(TableOfParts[SeatPart]):
    """An equilibrium: the value of each state to every seat, and the move made there."""

    one_move = True

    def __init__(self, game: Game, limits: Limits, ties: str, backend: str) -> None:
        super().__init__(game, limits)
        self.seats, self.backend = seats_of(game), backend
        self.ties = conventions(self.seats)[ties]
        self.races = False
        self.ranges: list[tuple[Value, Value]] = []

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """Sets of seats with equal payoffs at every end, which decide as one."""
        return tuple(map(tuple, self.parts[0].teams))

    @property
    def ties_as_found(self) -> bool:
        """Whether the first equilibrium found breaks a tie in a cycle."""
        return any(solved.as_found for solved in self.parts)

    @property
    def others_may_be(self) -> bool:
        """Whether other equilibria may exist without any tie."""
        return any(solved.others_may_be for solved in self.parts)

    @property
    def one_wins(self) -> bool:
        parts = self.parts
        return not any(part.has_rewards for part in parts) and all(
            winning_seat(row) is not None for part in parts for row in part.ends
        )

    def part_from(self, root: Any) -> SeatPart:
        endless = exact_endless(self.game, root, self.seats)
        solve: Callable[..., SeatPart] = ExactSeats if self.backend == "cpython" else native_seats
        part = solve(self.game, root, endless, self.ties, self.limits)
        self.check_reductions(root, part)
        return part

    def check_reductions(self, root: Any, part: SeatPart) -> None:
        """Solve a small game without ``canon`` and ``choices`` too. Raises RulesError if the values differ.

        Ties are an exception: both values may then be right.
        """
        methods = [method for method in MEANING if method in facts_of(self.game).overridden]
        if not methods or part.tied or part.count > CHECKED:
            return
        try:
            plain = walk(self.game, start=root, most=MANY_TIMES * CHECKED, limits=self.limits, seats=self.seats)
            unreduced = equilibrium(plain, self.seats, exact_endless(self.game, root, self.seats), limits=self.limits)
        except (LimitReached, UnsupportedError):
            return
        reduced_row, plain_row = part.row(0), values(unreduced.rows[0])
        if not unreduced.tied and not all(map(overlap, reduced_row, plain_row)):
            worth = [" ".join(map(str, row)) for row in (reduced_row, plain_row)]
            used = " and ".join(methods)
            raise RulesError(
                f"{at(self.game, root)}: worth {worth[0]} with {used}, and {worth[1]} without; "
                f"{'; '.join(MEANING[method] for method in methods)}{line_of(self.game, methods[0])}"
            )

    def row(self, state: Any) -> tuple[Value, ...]:
        part, place = self.place(state)
        return part.row(place)

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
            gains = reward_row(game, state, move, self.seats)
            row = self.row(game.play(state, move))
            worth[move] = tuple(value.plus(gain) for value, gain in zip(row, gains, strict=True)) if any(gains) else row
        return worth

    def _highest(self, state: Any, values: dict[Move, Value]) -> list[Move]:
        return highest(values, 0)

    def move(self, state: Any) -> Move:
        """Return the first move of the equilibrium."""
        if self.game.turn(state) < 0:
            raise UsageError(f"there is no move to make: {self.game.show(state)}")
        return self.moves_made(state)[0]

    def moves_made(self, state: Any) -> list[Move]:
        part, place = self.place(state)
        best, leads = self._best_choices(state), part.moves_made(place)
        moves = [move for move in best if self._leads(state, move) in leads]
        return moves[: len(leads)] or best[:1]

    def _leads(self, state: Any, move: Move) -> tuple[Any, Any]:
        """Return the successor of a move, and the rewards of all seats."""
        game = self.game
        gain = reward_row(game, state, move, self.seats)
        return game.canon(game.play(state, move)), as_floats(gain)

    def distance(self, state: Any) -> int | None:
        return None

    def range_by_ties(self, seat: int) -> tuple[Value, Value]:
        """Return the least and the greatest value of the start to a seat over the conventions for ties tried."""
        with self.lock:
            if not self.ranges:
                first = self.parts[0]
                columns = zip(first.row(0), *first.by_other_ties(), strict=True)
                self.ranges = [(min(column, key=low_and_high), max(column, key=low_and_high)) for column in columns]
            return self.ranges[seat]


def low_and_high(value: Value) -> tuple[Number, Number]:
    return value.low, value.high


def native_seats(game: Game, root: Any, endless: tuple[Exact, ...], ties: Ties, limits: Limits) -> SeatPart:
    """Solve the positions in machine code. Imports the compiler only here."""
    from faceup.engines.solve.seats.float_equilibrium import FloatSeats

    return FloatSeats(game, root, endless, ties, limits)
