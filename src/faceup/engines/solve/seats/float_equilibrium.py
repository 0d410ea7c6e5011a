"""Values of all positions of a large game to every seat, computed in machine code within proven bounds."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property, partial
from hashlib import sha256
from typing import Any

import numpy as np

from faceup.engines.exact.exact_equilibrium import Ties, conventions, other_ties
from faceup.engines.graph.certificates import NEAR, PositionBounds, Positions, inconsistent_with_moves
from faceup.engines.graph.component_driver import SEVERAL, STAYS
from faceup.engines.graph.game_graph import stretches
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import Teams, are_opposed, seats_of
from faceup.engines.solve.cyclic.certificate import assured_positions, require_proof
from faceup.engines.solve.cyclic.flat_components import Flat, extract_component, moves_made
from faceup.engines.solve.cyclic.flat_solver import REFUSALS, compile_levels, solve_component, solve_flat
from faceup.engines.solve.cyclic.loops import STEPS
from faceup.engines.solve.cyclic.walk import Graph, Walk, WalkCertifier, check_endless, one_end
from faceup.engines.solve.engine import NONE_FOUND, Unfit
from faceup.engines.solve.seats.float_equilibrium_kernel import (
    MOST_CHANGES,
    NO_EQUILIBRIUM,
    Conventions,
    Seats,
    choices_of,
    column,
    flat_of,
    hold_best_response,
    improve_moves,
    keeps_play,
    mark_stayers,
    solve_seats,
)
from faceup.engines.solve.seats.float_equilibrium_kernel import STEPS as SEAT_STEPS
from faceup.engines.solve.table import LimitHit
from faceup.native.kernels import kernels_of
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import all_around
from faceup.numbers.value import Value, around, exactly, simplest, within
from faceup.rules.contract import CHANCE, OVER, Game

compiled = kernels_of((*STEPS, *SEAT_STEPS))
WORK_BYTES = 50  # of a position, about, while components are solved; columns of seats not included


class SeatWalk(Walk):
    """The walk over all positions, with rows of payoffs and rewards."""

    engine = "equilibrium-native"


class FloatSeats:
    """All reachable positions with bounds on their values to every seat. Raises NotCompiled, Unfit, LimitHit."""

    def __init__(self, game: Game, root: Any, endless: Sequence[Exact], ties: Ties, limits: Limits) -> None:
        self.game, self.ties, self.limits = game, ties, limits
        check_endless(*endless)
        self.endless = np.array(list(map(float, endless)))
        walk = SeatWalk(game, root, limits)
        seats, graph, self.count = len(endless), walk.graph, walk.count
        self.has_rewards, self.choices = bool(graph.rewards.any()), has_choices(graph)
        more = (20 + 16 * seats * self.has_rewards) * len(graph.targets)
        walk.check_memory((WORK_BYTES + 32 * seats) * self.count + more)
        self.directory, self.graph = walk.directory.narrow(), graph
        del walk  # frees the states in 64-bit words
        payoffs = (graph.values[graph.turns == OVER].T, graph.rewards.T)
        columns = [[sha256(column.tobytes()).digest() for column in numbers] for numbers in payoffs if len(numbers)]
        everybody = Teams(zip(*columns, self.endless.tolist(), strict=True))
        self.teams = everybody.among(set(graph.turns.tolist()))
        self.captains = np.array(everybody.captains, np.int8)
        self.seats, self.stays, several = solve_all_seats(graph, self.captains, self.endless, ties, limits)
        opposed = are_opposed([*self.ends, self.endless.tolist()])
        self.others_may_be = several and not (opposed and not self.has_rewards)
        self.certified_count = SeatCertifier(game, self).certificate(root)

    @property
    def bytes(self) -> int:
        return int(self.directory.bytes + sum(array.nbytes for array in (*self.graph, *self.seats)))

    @property
    def tied(self) -> bool:
        return bool(self.seats.tied.any())

    @property
    def as_found(self) -> bool:
        return bool(self.seats.as_found.any())

    @cached_property
    def ends(self) -> set[tuple[float, ...]]:
        return set(map(tuple, np.unique(self.graph.values[self.graph.turns == OVER], axis=0).tolist()))

    def find(self, state: Any) -> int | None:
        return self.directory.find(state)

    def state(self, place: int) -> Any:
        return self.directory.state(place)

    def row(self, place: int) -> tuple[Value, ...]:
        return row_of(self.seats, place)

    def edges_made(self, place: int) -> list[int]:
        """Return the edges of the moves that the equilibrium makes at a position, in order."""
        edges = range(int(self.graph.first[place]), int(self.graph.first[place + 1]))
        return [edge for edge in edges if not self.choices or self.seats.weights[edge] > 0.0]

    def moves_made(self, place: int) -> list[tuple[Any, Any]]:
        graph = self.graph
        nothing = (0.0,) * len(self.endless)
        return [
            (
                self.directory.state(int(graph.targets[edge])),
                tuple(graph.rewards[edge]) if self.has_rewards else nothing,
            )
            for edge in self.edges_made(place)
        ]

    def by_other_ties(self) -> Iterator[tuple[Value, ...]]:
        if (self.seats.tied & ~self.seats.as_found).any():
            with suppress(LimitHit):
                for ties in other_ties(self.ties):
                    with suppress(Unfit):  # no equilibrium was found by these conventions
                        yield row_of(solve_all_seats(self.graph, self.captains, self.endless, ties, self.limits)[0], 0)

    def chain(self, seat: int | None = None) -> Graph:
        """Return the Markov chain of the equilibrium; with ``seat``, that seat may still make all its moves."""
        graph, kinds = self.graph, chain_kinds(self.graph)
        if not self.choices:
            return graph._replace(turns=kinds)
        played = self.seats.weights > 0.0
        if seat is not None:
            deciding = self.seats.turns == self.captains[seat]
            kinds[deciding] = 0
            played |= np.repeat(deciding, np.diff(graph.first))
        return Graph(
            kinds,
            np.concatenate(([0], np.cumsum(played)))[graph.first],
            graph.targets[played],
            self.seats.weights[played],
            graph.rewards[played] if len(graph.rewards) else graph.rewards,
            graph.values,
        )


def solve_all_seats(graph: Graph, captains: Any, endless: Any, ties: Ties, limits: Limits) -> tuple[Seats, bool, bool]:
    """Solve all positions for all seats. Raises Unfit, LimitHit.

    Returns the positions with their values, whether play can be kept somewhere for ever, and whether several seats
    decide in some strongly connected component.
    """
    count = len(graph.turns)
    choices = has_choices(graph)
    weights = graph.odds.copy() if choices else graph.odds
    seats = Seats(
        turns=np.where(graph.turns >= 0, captains[np.maximum(graph.turns, 0)], graph.turns).astype(np.int8),
        players=np.minimum(graph.turns, 0),
        kinds=chain_kinds(graph),
        one_decides=chain_kinds(graph),
        first=graph.first,
        targets=graph.targets,
        weights=weights,
        rewards=graph.rewards.T.copy(),
        values=graph.values.T.copy(),
        errors=np.zeros((len(endless), count)),
        tied=np.zeros(count if choices else 0, np.bool_),
        as_found=np.zeros(count if choices else 0, np.bool_),
        distances=np.zeros(count, np.int32),
        onward=np.full(count, -1, np.int32),
    )

    def solve_one_seat(flat: Flat, members: Any, place: Any, nothing: float) -> bool:
        """Solve a component for one seat, without the moves that others do not make."""
        alone = moves_made(extract_component(flat, members, place)[0])
        inner, inner_place = np.arange(len(members), dtype=np.int32), np.full(len(alone.turns), -1, np.int32)
        inner_place[inner] = inner
        stays = solve_component(alone, inner, inner_place, simplest(Fraction(nothing)), limits)
        flat.values[members], flat.errors[members] = alone.values[inner], alone.errors[inner]
        return stays

    def apart(members: Any, place: Any) -> bool:
        stays = False
        decided = any(compiled(choices_of)(seats, members, seat) for seat in range(len(endless)))
        for _ in range(MOST_CHANGES):
            if decided and compiled(keeps_play)(seats, members, place):
                raise Unfit(NONE_FOUND)
            for seat, nothing in enumerate(endless.tolist()):
                stays |= solve_one_seat(column(seats, seat), members, place, nothing)
            if not compiled(improve_moves)(seats, members):
                break
        else:
            raise Unfit(NONE_FOUND)
        for seat, nothing in enumerate(endless.tolist()):
            if compiled(choices_of)(seats, members, seat):
                values, errors = seats.values[seat, members], seats.errors[seat, members]
                stays |= solve_one_seat(flat_of(seats, seat, seats.one_decides), members, place, nothing)
                if not compiled(hold_best_response)(seats, members, seat, values, errors):
                    raise Unfit(NONE_FOUND)
                stays |= bool(compiled(mark_stayers)(seats, endless, members, place, seat))
        place[members] = -1
        return stays

    loop = partial(compiled(solve_seats), seats, Conventions(endless, np.array(ties.favoured, np.float64), ties.evenly))
    registers = solve_flat(loop, apart, graph.first, graph.targets, REFUSALS | {NO_EQUILIBRIUM: NONE_FOUND}, limits)
    return seats, bool(registers[STAYS]), bool(registers[SEVERAL])


def chain_kinds(graph: Graph) -> Any:
    """Return the turns of a Markov chain: chance everywhere but at ends."""
    return np.where(graph.turns == OVER, OVER, CHANCE).astype(np.int8)


def has_choices(graph: Graph) -> bool:
    """Whether some player has a choice somewhere."""
    return bool((np.diff(graph.first)[graph.turns >= 0] > 1).any())


def row_of(seats: Seats, place: int) -> tuple[Value, ...]:
    """Return the value of a position to every seat."""
    numbers = zip(seats.values[:, place].tolist(), seats.errors[:, place].tolist(), strict=True)
    return tuple(
        within(*around(value, error)) if error else exactly(simplest(Fraction(value))) for value, error in numbers
    )


class SeatCertifier(WalkCertifier):
    """Compares positions with the rules, and proves all bounds, and that no seat has a better move.

    The moves of the equilibrium make the positions a Markov chain, in which each seat's column has its own proof.
    """

    def __init__(self, game: Game, part: FloatSeats) -> None:
        super().__init__(game, part.directory, part.graph)
        self.part = part
        self.low, self.high = all_around(part.seats.values, part.seats.errors)
        self.scales = np.abs(part.seats.values).max(axis=1)

    def columns(self, places: Any) -> Iterator[PositionBounds]:
        """Yield the bounds of these positions, seat by seat."""
        for low, high, scale in zip(self.low, self.high, self.scales.tolist(), strict=True):
            yield PositionBounds(low[places], high[places], scale)

    def best_edge(self, state: Any, positions: Positions) -> int:
        place = int(self.places_of(self.words_of([state]))[0])
        return self.part.edges_made(place)[0] - int(self.graph.first[place])

    def wrong_values(self, words: Any, positions: Positions) -> Any:
        places, successors = self.places_of(words), self.places_of(positions.words)
        odds = positions.weights
        if self.part.choices:
            odds = self.part.seats.weights[stretches(self.graph.first, places).edges]
        kinds = np.where(positions.turns == OVER, OVER, CHANCE)
        failing = np.zeros(len(words), np.bool_)
        for seat, (bounds_here, bounds_after) in enumerate(
            zip(self.columns(places), self.columns(successors), strict=True)
        ):
            column = positions._replace(
                turns=kinds, payoffs=positions.payoffs[:, seat], weights=odds, rewards=positions.rewards[:, seat]
            )
            failing |= inconsistent_with_moves(column, bounds_here, bounds_after) | better_to_move(
                positions, seat, bounds_here, bounds_after
            )
        return failing

    def certificate(self, start: Any, new: int | None = None) -> int:
        checked = super().certificate(start, new)
        chain, proof, seats = self.part.chain(), compiled(assured_positions), self.part.seats
        for seat, nothing in enumerate(self.part.endless.tolist()):
            numbers = seats.values[seat], seats.errors[seat], float(self.scales[seat]), nothing
            proven = proof(column_of(chain, seat), 0, *numbers)
            # No other moves of its own get the seat more.
            alone = self.part.chain(seat) if self.part.choices else chain
            proven &= proof(column_of(alone, seat), 1, *numbers)
            require_proof(proven)
        return checked


def column_of(graph: Graph, seat: int) -> Graph:
    """Return the graph with the payoffs and rewards of one seat."""
    values, rewards = graph.values[:, seat], graph.rewards.T[seat]
    return graph._replace(values=np.ascontiguousarray(values), rewards=np.ascontiguousarray(rewards))


def better_to_move(positions: Positions, seat: int, bounds: PositionBounds, bounds_after: PositionBounds) -> Any:
    """Return where this seat decides and surely has a move with a higher value than its position."""
    better = np.zeros(len(positions.turns), np.bool_)
    places = np.flatnonzero(positions.turns == seat)
    if len(places):
        edges, _, starts = stretches(positions.first, places)
        most = np.maximum.reduceat(bounds_after.low[edges] + positions.rewards[edges, seat], starts)
        better[places] = most > bounds.high[places] + NEAR * (np.abs(most) + bounds.scale)
    return better


def compile_seats(game: Game) -> None:
    """Compile all that this class of games needs here, and store it on disk."""
    with suppress(LimitHit):  # a few positions suffice to compile the walk
        SeatWalk(game, game.start(), Limits(states=1))
    seats = seats_of(game)
    end = one_end(seats)
    solve_all_seats(end, np.arange(seats, dtype=np.int8), np.zeros(seats), conventions(seats)["first"], Limits())
    compiled(assured_positions)(
        end._replace(values=np.zeros(1), rewards=np.zeros(0)), 0, np.zeros(1), np.zeros(0), 1.0, 0.0
    )
    compile_levels()
