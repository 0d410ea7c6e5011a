"""A subgame-perfect equilibrium of seats with payoffs of their own, in exact numbers, by backward induction.

Each seat chooses the move with the highest value to itself, given what all choose later. If several moves are equal to
the seat and not to the others, there are several equilibria: a convention breaks the tie (``Ties``). In a cyclic
component where one seat decides, its best policy is that against chance. Where several decide, each in turn plays the
best response to the others; policies that nobody improves are an equilibrium, which is thereby verified. Seats with
equal payoffs at all ends are a team and decide as one.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from faceup.engines.exact.component_solver import ComponentSolver, Places, Row, Traits, mean_row
from faceup.engines.exact.decision_process import Actions, Inexact, Response, best_response, proper_policy
from faceup.engines.graph.components import Unsettled
from faceup.engines.graph.game_graph import GameGraph
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import TIES, Teams, are_opposed
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import Bounds, outwards
from faceup.numbers.linear_systems import NotTransient
from faceup.rules.contract import CHANCE
from faceup.rules.errors import UnsupportedError

MOST_ROUNDS = 200  # of best responses in a component where several seats decide

Numbers = tuple[Exact, ...]  # one for each seat


class SeatEquilibrium(NamedTuple):
    """The value of each position to each seat, and the edge chosen there.

    The edge is -1 where nobody decides, and where values are taken from an equilibrium that was ``known``.

    ``tied`` are the positions where another move is equal to the seat that decides, and not to the others. Of these,
    ``evenly`` has the positions that mix equal moves, with the edges, and ``as_found`` those in cycles, where the first
    equilibrium found breaks the tie. ``stays``: play may be endless. ``teams``: seats that decide as one.
    ``others_may_be``: several seats decide in a cycle, so other equilibria may exist without ties.
    """

    rows: list[Row]
    policy: list[int]
    tied: set[int]
    evenly: dict[int, list[int]]
    as_found: set[int]
    stays: bool
    teams: list[list[int]]
    others_may_be: bool


class Ties(NamedTuple):
    """How a seat chooses among moves that are equal to it.

    It takes the largest total of the values, each seat's weighted by ``favoured``, and the first move of several; with
    ``evenly`` it mixes all of them in equal shares.
    """

    favoured: tuple[int, ...]
    evenly: bool = False


def conventions(seats: int) -> dict[str, Ties]:
    """Return the named conventions for ties."""
    kind, spiteful = (Ties((sign,) * seats) for sign in (1, -1))  # all are equal to the seat that decides
    return dict(zip(TIES, (Ties((0,) * seats), Ties((0,) * seats, True), kind, spiteful), strict=True))


def other_ties(ties: Ties) -> Iterator[Ties]:
    """Yield other conventions to try: the named ones, and the highest or lowest value to one seat."""
    seats = len(ties.favoured)
    yield from (one for one in conventions(seats).values() if one != ties)
    for seat in range(seats):
        for sign in (1, -1):
            yield Ties(tuple(sign * (k == seat) for k in range(seats)))


def equilibrium(
    graph: GameGraph,
    seats: int,
    endless: Numbers,
    ties: Ties | None = None,
    limits: Limits | None = None,
    known: SeatEquilibrium | None = None,
) -> SeatEquilibrium:
    """Return an equilibrium of a graph whose numbers are rows, one entry a seat.

    ``endless`` is the row of an endless play. By default ties take the first move. An equilibrium ``known`` for another
    convention is used again at positions that no tie can reach.

    Raises UnsupportedError if several seats decide in a cycle and no equilibrium is found, or if rewards never settle.
    """
    return _Seats(graph, seats, endless, ties or conventions(seats)["first"], limits or Limits(), known).equilibrium()


class _Seats(ComponentSolver):
    """The values and policies of all seats."""

    by_seat = True

    def __init__(
        self,
        graph: GameGraph,
        seats: int,
        endless: Numbers,
        ties: Ties,
        limits: Limits,
        known: SeatEquilibrium | None,
    ) -> None:
        numbers: list[Any] = graph.numbers
        self.seats, self.endless, self.ties, self.known = seats, endless, ties, known
        self.teams = Teams(zip(*numbers, endless, strict=True))
        captains = self.teams.captains
        super().__init__(graph, [captains[who] if who >= 0 else who for who in graph.turns.tolist()], limits)
        self.tied: set[int] = set()
        self.evenly: dict[int, list[int]] = {}
        self.as_found: set[int] = set()
        self.stays = self.others_may_be = False
        self.opposed = are_opposed([*self.payoffs, endless]) and not self.paying
        self.open: set[int] = set()  # positions whose known values may change

    def equilibrium(self) -> SeatEquilibrium:
        self.solve()
        teams = self.teams.among(set(self.graph.turns.tolist()))
        columns = self.rows, self.policy, self.tied, self.evenly, self.as_found, self.stays, teams
        return SeatEquilibrium(*columns, self.others_may_be)

    def is_solved(self, members: Sequence[int]) -> bool:
        if self.known is None:
            return False
        follows = any(self.targets[edge] in self.open for i in members for edge in self.edges(i))
        if follows or not self.known.tied.isdisjoint(members):
            self.open.update(members)
            return False
        for i in members:
            self.rows[i] = self.known.rows[i]
        return True

    def choose(self, i: int, rows: Sequence[Row]) -> Row:
        who, edges = self.turns[i], self.edges(i)
        most = max(row[who].low for row in rows)
        # Bounds that overlap count as equal.
        equal = [k for k, row in enumerate(rows) if row[who].high >= most]
        self.policy[i] = edges[equal[0]]
        if all(_may_be_one(rows[k], rows[equal[0]]) for k in equal):
            return rows[equal[0]]
        self.tied.add(i)
        if self.ties.evenly:
            self.evenly[i] = [edges[k] for k in equal]
            return mean_row([rows[k] for k in equal], [1] * len(equal))
        choose = max(equal, key=lambda k: self.favour(rows[k]))
        self.policy[i] = edges[choose]
        return rows[choose]

    def favour(self, row: Row) -> Exact:
        """Return the total by which a tie is broken."""
        return sum(favoured * bounds.low for favoured, bounds in zip(self.ties.favoured, row, strict=True) if favoured)

    def is_limited(self, members: Sequence[int], place: Places) -> bool:
        return True  # machine code has a method for each

    def solve_cyclic(self, members: Sequence[int], place: Places, traits: Traits, method: int) -> bool:
        deciding = {self.turns[i] for i in members if self.decides(i)}
        self.others_may_be = self.others_may_be or (traits.deciders > 1 and not self.opposed)
        try:
            policy, played = self.first_policy(members, place), set[tuple[int, ...]]()
            while any(self.play_best_response(who, members, place, policy) for who in sorted(deciding)):
                if tuple(policy) in played or len(played) == MOST_ROUNDS:
                    raise self.no_equilibrium(members)  # the same responses would follow again
                played.add(tuple(policy))
            columns = [self.bounds_to(seat, members, place, policy) for seat in range(self.seats)]
        except (Unsettled, Inexact, NotTransient) as error:
            raise self.unsolved_error(members, error) from None
        for i, action, row in zip(members, policy, zip(*columns, strict=True), strict=True):
            self.rows[i] = row
            if self.turns[i] != CHANCE:
                self.policy[i] = self.edges(i)[action]
        for i in members:
            who = self.turns[i]
            rows = [self.edge_row(edge) for edge in self.edges(i)]
            if who != CHANCE and any(
                row[who].high >= self.rows[i][who].low and not _may_be_one(row, self.rows[i]) for row in rows
            ):
                self.tied.add(i)
                self.as_found.add(i)
        return self.stays

    def first_policy(self, members: Sequence[int], place: Places) -> list[int]:
        """Return the policy to start from; with rewards inside it must be proper, so that totals are finite."""
        if not any(self.pays_inside(members, place, seat) for seat in range(self.seats)):
            return [0] * len(members)
        return proper_policy([self.actions(i, place) for i in members])

    def play_best_response(self, who: int, members: Sequence[int], place: Places, policy: list[int]) -> bool:
        """Set a seat's part of the policy to its best response; return whether that is better for the seat."""
        actions = [self.actions(i, place, who) for i in members]
        own = [None if self.turns[i] == who else action for i, action in zip(members, policy, strict=True)]
        best = best_response(actions, 1, self.endless[who], own, self.check_limits)
        if best.values == self.evaluate(actions, who, policy).values:
            return False
        policy[:] = best.policy
        return True

    def bounds_to(self, seat: int, members: Sequence[int], place: Places, policy: list[int]) -> list[Bounds]:
        """Return the bounds of each member's value to a seat if all keep to the policy."""
        sides = [0] if self.has_exact_exits(members, place, seat) else [0, 1]
        responses = [
            self.evaluate([self.actions(i, place, seat, side) for i in members], seat, policy) for side in sides
        ]
        low, high = responses[0].values, responses[-1].values
        return [outwards(Bounds(*bounds)) for bounds in zip(low, high, strict=True)]

    def evaluate(self, actions: Actions, seat: int, policy: Sequence[int]) -> Response:
        """Return a seat's values if all keep to the policy."""
        response = best_response(actions, 1, self.endless[seat], policy, self.check_limits)
        self.stays = self.stays or response.stays
        return response

    def no_equilibrium(self, members: Sequence[int]) -> UnsupportedError:
        problem = "several seats decide there, and answering each other in turn they came to no equilibrium"
        return UnsupportedError(f"{self.cycle_text(members)}, {problem}")

    def unsolved_error(self, members: Sequence[int], error: ArithmeticError) -> Exception:
        if not isinstance(error, Unsettled):
            return super().unsolved_error(members, error)
        problem = "with rewards on ways round, which therefore may never settle"
        return UnsupportedError(f"{self.cycle_text(members, error.places[0])}, {problem}")


def _may_be_one(row: Row, other: Row) -> bool:
    """Whether two rows may be equal for all seats, by their bounds."""
    return all(a.low <= b.high and b.low <= a.high for a, b in zip(row, other, strict=True))
