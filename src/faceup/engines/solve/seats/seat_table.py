"""What states are worth to every seat, each with gains of its own: an equilibrium."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from math import inf
from typing import Any, Protocol

from faceup.engines.exact.component_solver import Row
from faceup.engines.exact.equilibrium import Ties, conventions, equilibrium, other_ties
from faceup.engines.model.broken_rules import at
from faceup.engines.model.graph import walk
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import exact_endless, exact_gain, seats_of
from faceup.engines.solve.cyclic.exact_table import POSITION_BYTES, Part, TableOfParts, all_positions
from faceup.engines.solve.reductions_check import MEANING
from faceup.engines.solve.table import LimitHit, highest
from faceup.numbers.exact import Exact
from faceup.numbers.value import Number, Value, overlap, within
from faceup.results.sentences.seat_names import winning_seat
from faceup.rules.contract import Game
from faceup.rules.errors import LimitReached, RulesError, UnsupportedError, UsageError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move
from faceup.rules.texts import line_of

CHECKED = 1_000  # positions of a game that is solved without what joins states, too
MANY_TIMES = 10  # as many positions there may be then


class Solved(Part, Protocol):
    """Positions with what each is worth to every seat.

    ``tied``: another choice is the same to whoever decides, and not to the
    others; ``as_found``: in positions that come round, where the first answer that is found breaks ties.
    """

    others_may_be: bool
    paid: bool  # whether anything is gained on the way

    @property
    def tied(self) -> bool: ...

    @property
    def as_found(self) -> bool: ...

    @property
    def ends(self) -> Iterable[Any]:
        """The different rows that ends pay."""

    @property
    def teams(self) -> list[list[int]]:
        """Seats that get the same wherever play ends, and so decide as one."""

    def row(self, place: int) -> tuple[Value, ...]:
        """What a position is worth to every seat."""

    def moves_made(self, place: int) -> list[tuple[Any, Any]]:
        """The moves that are made there, the first one first: where each leads, and what all gain on it (floats)."""

    def by_other_ties(self) -> Iterator[tuple[Value, ...]]:
        """What the first position is worth by other conventions, one after another, as long as there is time."""


class ExactSeats:
    """All positions from one on, in exact numbers. Raises LimitReached, UnsupportedError."""

    held = 0

    def __init__(self, game: Game, root: Any, endless: tuple[Exact, ...], ties: Ties, limits: Limits) -> None:
        self.endless, self.ties, self.limits = endless, ties, limits
        self.graph = all_positions(game, root, limits, len(endless))
        self.found = equilibrium(self.graph, len(endless), endless, ties, limits)
        self.stays, self.teams, self.others_may_be = self.found.stays, self.found.teams, self.found.others_may_be
        self.count, self.ends = len(self.graph.states), self.graph.ends
        self.bytes, self.paid = self.count * POSITION_BYTES, bool(self.graph.rewards.any())
        self.tied, self.as_found = bool(self.found.tied), bool(self.found.as_found)

    @cached_property
    def places(self) -> dict[Any, int]:
        return {state: i for i, state in enumerate(self.graph.states)}

    def find(self, state: Any) -> int | None:
        return self.places.get(state)

    def row(self, place: int) -> tuple[Value, ...]:
        return values(self.found.rows[place])

    def moves_made(self, place: int) -> list[tuple[Any, Any]]:
        graph, taken = self.graph, self.found.taken[place]
        edges = self.found.evenly.get(place, [taken] if taken >= 0 else [])
        return [(graph.states[graph.targets[edge]], as_floats(graph.numbers[graph.rewards[edge]])) for edge in edges]

    def by_other_ties(self) -> Iterator[tuple[Value, ...]]:
        if self.found.tied <= self.found.as_found:
            return
        with suppress(LimitReached):
            for ties in other_ties(self.ties):
                with suppress(UnsupportedError):  # of positions that come round, where no equilibrium was found then
                    found = equilibrium(self.graph, len(self.endless), self.endless, ties, self.limits, self.found)
                    yield values(found.rows[0])


def as_floats(row: Any) -> tuple[float, ...]:
    """What everybody gains, as both kinds of positions have it."""
    return tuple(map(float, row)) if isinstance(row, tuple) else (float(row),)


def values(row: Row) -> tuple[Value, ...]:
    return tuple(within(*bounds) for bounds in row)


class SeatTable(TableOfParts[Solved]):
    """An equilibrium: what each state is worth to every seat, and the move that is made there."""

    one_move = True

    def __init__(self, game: Game, limits: Limits, ties: str, backend: str) -> None:
        super().__init__(game, limits)
        self.seats, self.backend = seats_of(game), backend
        self.ties = conventions(self.seats)[ties]
        self.races = False
        self.ranges: list[tuple[Value, Value]] = []

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """Seats that get the same wherever play ends, and so decide as one."""
        return tuple(map(tuple, self.solved[0].teams))

    @property
    def ties_as_found(self) -> bool:
        """Whether the first answer found breaks ties, in positions that come round."""
        return any(solved.as_found for solved in self.solved)

    @property
    def others_may_be(self) -> bool:
        """Whether there may be other equilibria, without any tie."""
        return any(solved.others_may_be for solved in self.solved)

    @property
    def one_wins(self) -> bool:
        solved = self.solved
        return not any(one.paid for one in solved) and all(
            winning_seat(row) is not None for one in solved for row in one.ends
        )

    def part_from(self, root: Any) -> Solved:
        endless = exact_endless(self.game, root, self.seats)
        given = (self.game, root, endless, self.ties, self.limits)
        try:
            make: Callable[..., Solved] = ExactSeats if self.backend == "cpython" else native_seats
            solved = make(*given)
        except LimitReached as error:
            raise LimitHit(-inf, inf, max(self.states, error.positions), error.limit, error.last) from error
        self.check_reductions(root, solved)
        return solved

    def check_reductions(self, root: Any, solved: Solved) -> None:
        """Solve a small game without ``canon`` and ``choices``, too; raises RulesError where the worth differs.

        Where ties are broken both may be right.
        """
        methods = [method for method in MEANING if method in facts_of(self.game).overridden]
        if not methods or solved.tied or solved.count > CHECKED:
            return
        try:
            plain = walk(self.game, start=root, most=MANY_TIMES * CHECKED, limits=self.limits, seats=self.seats)
            other = equilibrium(plain, self.seats, exact_endless(self.game, root, self.seats), limits=self.limits)
        except (LimitReached, UnsupportedError):
            return
        here, there = solved.row(0), values(other.rows[0])
        if not other.tied and not all(map(overlap, here, there)):
            worth = [" ".join(map(str, row)) for row in (here, there)]
            used = " and ".join(methods)
            raise RulesError(
                f"{at(self.game, root)}: worth {worth[0]} with {used}, and {worth[1]} without; "
                f"{'; '.join(MEANING[method] for method in methods)}{line_of(self.game, methods[0])}"
            )

    def row(self, state: Any) -> tuple[Value, ...]:
        solved, place = self.place(state)
        return solved.row(place)

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
        if self.game.turn(state) < 0:
            raise UsageError(f"there is no move to make: {self.game.show(state)}")
        return self.moves_made(state)[0]

    def moves_made(self, state: Any) -> list[Move]:
        solved, place = self.place(state)
        best, made = self._best_choices(state), solved.moves_made(place)
        found = [move for move in best if self._leads(state, move) in made]
        return found[: len(made)] or best[:1]

    def _leads(self, state: Any, move: Move) -> tuple[Any, Any]:
        """Where a move leads, and what everybody gains on it."""
        game = self.game
        gain = exact_gain(game, state, f"reward of move {move}", game.reward(state, move), self.seats)
        return game.canon(game.play(state, move)), as_floats(gain)

    def distance(self, state: Any) -> int | None:
        return None

    def range_by_ties(self, seat: int) -> tuple[Value, Value]:
        """The least and the most that the start is worth to a seat, by all conventions for ties that are tried."""
        with self.lock:
            if not self.ranges:
                first = self.solved[0]
                columns = zip(first.row(0), *first.by_other_ties(), strict=True)
                self.ranges = [(min(column, key=low_and_high), max(column, key=low_and_high)) for column in columns]
            return self.ranges[seat]


def low_and_high(value: Value) -> tuple[Number, Number]:
    return value.low, value.high


def native_seats(game: Game, root: Any, endless: tuple[Exact, ...], ties: Ties, limits: Limits) -> Solved:
    """The positions in machine code; a compiler is imported where it is needed."""
    from faceup.engines.solve.seats.native_positions import NativeSeats

    return NativeSeats(game, root, endless, ties, limits)
