"""What positions are worth to every seat, found in machine code within proven bounds: those of a large game."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property, partial
from hashlib import sha256
from typing import Any

import numpy as np

from faceup.engines.exact.equilibrium import Ties, conventions, other_ties
from faceup.engines.model.broken_rules import at
from faceup.engines.model.certificates import NEAR, Positions, Worth, unlike_their_moves
from faceup.engines.model.component_driver import SEVERAL, STAYS
from faceup.engines.model.graph import stretches
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import Teams, are_opposed, seats_of
from faceup.engines.solve.cyclic.certificate import assured_positions
from faceup.engines.solve.cyclic.flat_solver import REFUSALS, compile_levels, solve_apart, solve_flat
from faceup.engines.solve.cyclic.loops import STEPS
from faceup.engines.solve.cyclic.walk import Graph, Walk, WalkCertifier, check_endless, one_end
from faceup.engines.solve.engine import Unfit
from faceup.engines.solve.seats.seat_values import (
    MOST_CHANGES,
    NO_EQUILIBRIUM,
    Given,
    Seats,
    choices_of,
    column,
    flat_of,
    hold_best_response,
    improve_moves,
    settle_seats,
)
from faceup.engines.solve.seats.seat_values import STEPS as SEAT_STEPS
from faceup.engines.solve.table import LimitHit
from faceup.native.kernels import kernels_of
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import all_around
from faceup.numbers.value import Value, around, exactly, simplest, within
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import RulesError

compiled = kernels_of((*STEPS, *SEAT_STEPS))
NO_BEST = "finds no equilibrium where seats decide among positions that lead back to each other, or may stay there"
NOT_PROVEN = "the value that machine code gives is not proven by its moves"
WORK_BYTES = 50  # a position, about, while components are found and solved, but for what is kept of each seat


class SeatWalk(Walk):
    """All positions, with rows of what is gained."""

    engine = "equilibrium-native"


class NativeSeats:
    """All positions from one on, with what each is worth to every seat. Raises NotCompiled, Unfit, LimitHit."""

    def __init__(self, game: Game, root: Any, endless: Sequence[Exact], ties: Ties, limits: Limits) -> None:
        self.game, self.ties, self.limits = game, ties, limits
        check_endless(*endless)
        self.endless = np.array(list(map(float, endless)))
        walk = SeatWalk(game, root, limits)
        seats, graph, self.count = len(endless), walk.graph, walk.count
        self.paid, self.choices = bool(graph.rewards.any()), has_choices(graph)
        more = (20 + 16 * seats * self.paid) * len(graph.targets)
        walk.check_memory((WORK_BYTES + 32 * seats) * self.count + more)
        self.directory, self.graph = walk.directory.narrow(), graph
        del walk  # and the wide words of states with it
        gained = (graph.values[graph.turns == OVER].T, graph.rewards.T)
        columns = [[sha256(column.tobytes()).digest() for column in numbers] for numbers in gained if len(numbers)]
        everybody = Teams(zip(*columns, self.endless.tolist(), strict=True))
        self.teams = everybody.among(set(graph.turns.tolist()))
        self.captains = np.array(everybody.captains, np.int8)
        self.seats, self.stays, several = settle_graph(graph, self.captains, self.endless, ties, limits)
        opposed = are_opposed([*self.ends, self.endless.tolist()])
        self.others_may_be = several and not (opposed and not self.paid)
        self.held = SeatCertifier(game, self).certificate(root)

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

    def row(self, place: int) -> tuple[Value, ...]:
        return row_of(self.seats, place)

    def edges_made(self, place: int) -> list[int]:
        """The edges of the moves that are made at a position, the first one first."""
        edges = range(int(self.graph.first[place]), int(self.graph.first[place + 1]))
        return [edge for edge in edges if not self.choices or self.seats.weights[edge] > 0.0]

    def moves_made(self, place: int) -> list[tuple[Any, Any]]:
        graph = self.graph
        nothing = (0.0,) * len(self.endless)
        return [
            (self.directory.state(int(graph.targets[edge])), tuple(graph.rewards[edge]) if self.paid else nothing)
            for edge in self.edges_made(place)
        ]

    def by_other_ties(self) -> Iterator[tuple[Value, ...]]:
        if (self.seats.tied & ~self.seats.as_found).any():
            with suppress(LimitHit):
                for ties in other_ties(self.ties):
                    with suppress(Unfit):  # where no equilibrium was found then
                        yield row_of(settle_graph(self.graph, self.captains, self.endless, ties, self.limits)[0], 0)

    def chain(self, seat: int | None = None) -> Graph:
        """The positions as a chain, in which everybody makes these moves; but for a seat that has all of its own."""
        graph, kinds = self.graph, chain_kinds(self.graph)
        if not self.choices:
            return graph._replace(turns=kinds)
        followed = self.seats.weights > 0.0
        if seat is not None:
            own = self.seats.turns == self.captains[seat]
            kinds[own] = 0
            followed |= np.repeat(own, np.diff(graph.first))
        return Graph(
            kinds,
            np.concatenate(([0], np.cumsum(followed)))[graph.first],
            graph.targets[followed],
            self.seats.weights[followed],
            graph.rewards[followed] if len(graph.rewards) else graph.rewards,
            graph.values,
        )


def settle_graph(graph: Graph, captains: Any, endless: Any, ties: Ties, limits: Limits) -> tuple[Seats, bool, bool]:
    """The positions with what they are worth; whether play may be kept somewhere for ever, and several seats decide
    where play comes round. Raises Unfit, LimitHit.
    """
    count = len(graph.turns)
    choices = has_choices(graph)
    weights = graph.weights if len(graph.weights) else np.ones(len(graph.targets))
    if choices:
        weights = weights.copy()
    seats = Seats(
        turns=np.where(graph.turns >= 0, captains[np.maximum(graph.turns, 0)], graph.turns).astype(np.int8),
        players=np.minimum(graph.turns, 0),
        kinds=chain_kinds(graph),
        one=chain_kinds(graph),
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

    def apart(members: Any, place: Any) -> bool:
        stays = False
        for _ in range(MOST_CHANGES):
            for seat, nothing in enumerate(endless.tolist()):
                flat = column(seats, seat)
                stays |= solve_apart(flat, members, place, simplest(Fraction(nothing)), limits)
            if not compiled(improve_moves)(seats, members):
                break
        else:
            raise Unfit(NO_BEST)
        for seat, nothing in enumerate(endless.tolist()):
            if compiled(choices_of)(seats, members, seat):
                values, errors = seats.values[seat, members], seats.errors[seat, members]
                flat = flat_of(seats, seat, seats.one)
                solve_apart(flat, members, place, simplest(Fraction(nothing)), limits)
                if not compiled(hold_best_response)(seats, members, seat, values, errors):
                    raise Unfit(NO_BEST)
        place[members] = -1
        return stays

    loop = partial(compiled(settle_seats), seats, Given(endless, np.array(ties.favoured, np.float64), ties.evenly))
    found = solve_flat(loop, apart, graph.first, graph.targets, REFUSALS | {NO_EQUILIBRIUM: NO_BEST}, limits)
    return seats, bool(found[STAYS]), bool(found[SEVERAL])


def chain_kinds(graph: Graph) -> Any:
    """The turns of a chain, in which nobody decides."""
    return np.where(graph.turns == OVER, OVER, CHANCE).astype(np.int8)


def has_choices(graph: Graph) -> bool:
    """Whether somebody has a choice somewhere."""
    return bool((np.diff(graph.first)[graph.turns >= 0] > 1).any())


def row_of(seats: Seats, place: int) -> tuple[Value, ...]:
    """What a position is worth to every seat."""
    numbers = zip(seats.values[:, place].tolist(), seats.errors[:, place].tolist(), strict=True)
    return tuple(
        within(*around(value, error)) if error else exactly(simplest(Fraction(value))) for value, error in numbers
    )


class SeatCertifier(WalkCertifier):
    """Holds positions to the rules, and proves the bounds of all of them, and that nobody has a better move.

    Once moves are chosen the positions are a chain, in which each column has a proof of its own.
    """

    def __init__(self, game: Game, solved: NativeSeats) -> None:
        super().__init__(game, solved.directory, solved.graph)
        self.solved = solved
        self.low, self.high = all_around(solved.seats.values, solved.seats.errors)
        self.scales = np.abs(solved.seats.values).max(axis=1)

    def columns(self, places: Any) -> Iterator[Worth]:
        """Within which bounds these positions are worth something, seat by seat."""
        for low, high, scale in zip(self.low, self.high, self.scales.tolist(), strict=True):
            yield Worth(low[places], high[places], scale)

    def best_edge(self, state: Any, here: Positions) -> int:
        place = int(self.places_of(self.words_of([state]))[0])
        return self.solved.edges_made(place)[0] - int(self.graph.first[place])

    def wrong_values(self, words: Any, here: Positions) -> Any:
        own, led_to = self.places_of(words), self.places_of(here.words)
        odds = here.weights
        if self.solved.choices:
            odds = self.solved.seats.weights[stretches(self.graph.first, own).edges]
        kinds = np.where(here.turns == OVER, OVER, CHANCE)
        wrong = np.zeros(len(words), np.bool_)
        for seat, (mine, theirs) in enumerate(zip(self.columns(own), self.columns(led_to), strict=True)):
            one = here._replace(turns=kinds, payoffs=here.payoffs[:, seat], weights=odds, rewards=here.rewards[:, seat])
            wrong |= unlike_their_moves(one, mine, theirs) | better_to_move(here, seat, mine, theirs)
        return wrong

    def certificate(self, start: Any, new: int | None = None) -> int:
        held = super().certificate(start, new)
        chain, proof = self.solved.chain(), compiled(assured_positions)
        for seat, nothing in enumerate(self.solved.endless.tolist()):
            low, high, scale = self.low[seat], self.high[seat], float(self.scales[seat])
            proven = proof(column_of(chain, seat), 0, low, scale, nothing)
            # No more than that is got by any moves of its own either.
            alone = self.solved.chain(seat) if self.solved.choices else chain
            proven &= proof(column_of(alone, seat), 1, -high, scale, -nothing)
            if not proven.all():
                state = self.directory.state(int(np.argmin(proven)))
                raise RulesError(f"{at(self.game, state)}: {NOT_PROVEN}")
        return held


def column_of(graph: Graph, seat: int) -> Graph:
    """The graph with the numbers of one seat."""
    values, rewards = graph.values[:, seat], graph.rewards.T[seat]
    return graph._replace(values=np.ascontiguousarray(values), rewards=np.ascontiguousarray(rewards))


def better_to_move(here: Positions, seat: int, own: Worth, led_to: Worth) -> Any:
    """Where this seat decides, and surely has a move worth more than its position."""
    better = np.zeros(len(here.turns), np.bool_)
    places = np.flatnonzero(here.turns == seat)
    if len(places):
        edges, _, starts = stretches(here.first, places)
        most = np.maximum.reduceat(led_to.low[edges] + here.rewards[edges, seat], starts)
        better[places] = most > own.high[places] + NEAR * (np.abs(most) + own.scale)
    return better


def compile_seats(game: Game) -> None:
    """Compile all that this class of games needs here, and leave it on disk."""
    with suppress(LimitHit):  # a few positions are enough to compile the walk
        SeatWalk(game, game.start(), Limits(states=1))
    seats = seats_of(game)
    end = one_end(seats)
    settle_graph(end, np.arange(seats, dtype=np.int8), np.zeros(seats), conventions(seats)["first"], Limits())
    compiled(assured_positions)(end._replace(values=np.zeros(1), rewards=np.zeros(0)), 0, np.zeros(1), 1.0, 0.0)
    compile_levels()
