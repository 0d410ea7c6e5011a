"""A subgame-perfect equilibrium for any number of seats, in fractions; ``float_equilibrium`` finds it in floats.

Backwards from the ends, each seat takes the move with the highest value to itself. If moves are tied for that seat but
not for the others, there are several equilibria, and a convention breaks ``Ties``. The positions of a cyclic component
are solved together. If one seat decides among them, its best policy is that against chance. If several do, each in turn
gives a best response to the others; when no seat improves any more, the policies are an equilibrium. Seats with equal
payoffs at every end are a team, and decide as one.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from faceup.engines.exact.component_method import Traits
from faceup.engines.exact.component_solver import ComponentSolver, Place, Row, mean_row
from faceup.engines.exact.decision_process import ActionLists, Inexact, Response, best_response, ending_policy
from faceup.engines.graph.components import Unsettled
from faceup.engines.graph.game_graph import GameGraph
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import TIES, Teams, are_opposed
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import Bounds, outwards
from faceup.numbers.linear_systems import NotTransient
from faceup.rules.contract import CHANCE
from faceup.rules.errors import UnsupportedError

MOST_ANSWERS = 200  # rounds of best responses in a component

Numbers = tuple[Exact, ...]  # one for each seat


class SeatEquilibrium(NamedTuple):
    """The value of each position to each seat, and the edge that is taken there, -1 if nobody decides.

    ``tied`` are the positions where another move is equal for the seat that decides, but not for the others. ``evenly``
    has those of them that mix tied moves, with their edges; ``as_found`` those in cycles, where the first equilibrium
    found breaks the tie. ``stays`` says whether play may never end. ``teams`` are the sets of seats that decide as one.
    ``others_may_be`` says whether there may be other equilibria without ties, since several seats decide in a cycle.
    """

    rows: list[Row]
    taken: list[int]
    tied: set[int]
    evenly: dict[int, list[int]]
    as_found: set[int]
    stays: bool
    teams: list[list[int]]
    others_may_be: bool


class Ties(NamedTuple):
    """A convention for tied moves of a seat.

    The move with the highest sum of ``favoured`` times value over all seats is made, the first of several; with
    ``evenly``, each tied move is equally likely.
    """

    favoured: tuple[int, ...]
    evenly: bool = False


def conventions(seats: int) -> dict[str, Ties]:
    """The named conventions for ties: first, random, cooperative (kind) and adversarial (spiteful)."""
    kind, spiteful = (Ties((sign,) * seats) for sign in (1, -1))  # to the seat that decides they are all worth the same
    return dict(zip(TIES, (Ties((0,) * seats), Ties((0,) * seats, True), kind, spiteful), strict=True))


def other_ties(ties: Ties) -> Iterator[Ties]:
    """The other conventions to try: the named ones, and those that favour or harm a single seat."""
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
    """Find an equilibrium of a graph whose numbers are rows, one entry for each of so many ``seats``.

    ``endless`` is the value of an endless play to each seat. By default the first of several tied moves is made. The
    equilibrium ``known`` for another convention is reused where no tie follows.

    Raises UnsupportedError where several who decide among positions that lead back to each other find no equilibrium,
    or where rewards never settle.
    """
    return _Seats(graph, seats, endless, ties or conventions(seats)["first"], limits or Limits(), known).equilibrium()


class _Seats(ComponentSolver):
    """Solves the components of a graph for all seats."""

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
        self.open: set[int] = set()  # positions that may be worth something else than is known

    def equilibrium(self) -> SeatEquilibrium:
        self.solve()
        teams = self.teams.among(set(self.graph.turns.tolist()))
        columns = self.rows, self.taken, self.tied, self.evenly, self.as_found, self.stays, teams
        return SeatEquilibrium(*columns, self.others_may_be)

    def is_solved(self, part: Sequence[int]) -> bool:
        if self.known is None:
            return False
        follows = any(self.targets[edge] in self.open for i in part for edge in self.edges(i))
        if follows or not self.known.tied.isdisjoint(part):
            self.open.update(part)
            return False
        for i in part:
            self.rows[i] = self.known.rows[i]
        return True

    def choose_best(self, i: int, rows: Sequence[Row]) -> Row:
        who, edges = self.turns[i], self.edges(i)
        most = max(row[who].low for row in rows)
        # Where values are rounded, what may be equal counts as equal.
        equal = [k for k, row in enumerate(rows) if row[who].high >= most]
        self.taken[i] = edges[equal[0]]
        if all(_may_be_one(rows[k], rows[equal[0]]) for k in equal):
            return rows[equal[0]]
        self.tied.add(i)
        if self.ties.evenly:
            self.evenly[i] = [edges[k] for k in equal]
            return mean_row([rows[k] for k in equal], [1] * len(equal))
        chosen = max(equal, key=lambda k: self.favour(rows[k]))
        self.taken[i] = edges[chosen]
        return rows[chosen]

    def favour(self, row: Row) -> Exact:
        """The number by which the convention ranks a tied row."""
        return sum(favoured * bounds.low for favoured, bounds in zip(self.ties.favoured, row, strict=True) if favoured)

    def is_limited(self, part: Sequence[int], place: Place) -> bool:
        return True  # machine code has a method for each

    def solve_members(self, part: Sequence[int], place: Place, traits: Traits, method: int) -> bool:
        deciding = {self.turns[i] for i in part if self.decides(i)}
        self.others_may_be = self.others_may_be or (traits.deciders > 1 and not self.opposed)
        try:
            policy, played = self.beginning(part, place), set[tuple[int, ...]]()
            while any(self.play_best_response(who, part, place, policy) for who in sorted(deciding)):
                if tuple(policy) in played or len(played) == MOST_ANSWERS:
                    raise self.no_equilibrium(part)  # the same answers would follow again
                played.add(tuple(policy))
            columns = [self.bounds_to(seat, part, place, policy) for seat in range(self.seats)]
        except (Unsettled, Inexact, NotTransient) as error:
            raise self.unsolved_error(part, error) from None
        for i, action, row in zip(part, policy, zip(*columns, strict=True), strict=True):
            self.rows[i] = row
            if self.turns[i] != CHANCE:
                self.taken[i] = self.edges(i)[action]
        for i in part:
            who = self.turns[i]
            rows = [self.edge_value(edge) for edge in self.edges(i)]
            if who != CHANCE and any(
                row[who].high >= self.rows[i][who].low and not _may_be_one(row, self.rows[i]) for row in rows
            ):
                self.tied.add(i)
                self.as_found.add(i)
        return self.stays

    def beginning(self, part: Sequence[int], place: Place) -> list[int]:
        """The first policy of all seats; if there are rewards inside, one that ends play."""
        if not any(self.pays_inside(part, place, seat) for seat in range(self.seats)):
            return [0] * len(part)
        return ending_policy([self.actions(i, place) for i in part])

    def play_best_response(self, who: int, part: Sequence[int], place: Place, policy: list[int]) -> bool:
        """Replace a seat's part of the policy by a best response; return whether it is better."""
        actions = [self.actions(i, place, who) for i in part]
        own = [None if self.turns[i] == who else action for i, action in zip(part, policy, strict=True)]
        best = best_response(actions, 1, self.endless[who], own, self.look)
        if best.values == self.evaluate(actions, who, policy).values:
            return False
        policy[:] = best.taken
        return True

    def bounds_to(self, seat: int, part: Sequence[int], place: Place, policy: list[int]) -> list[Bounds]:
        """The bounds of each position's value to a seat, if all keep to the policy."""
        sides = [0] if self.exact_beyond(part, place, seat) else [0, 1]
        responses = [self.evaluate([self.actions(i, place, seat, side) for i in part], seat, policy) for side in sides]
        low, high = responses[0].values, responses[-1].values
        return [outwards(Bounds(*bounds)) for bounds in zip(low, high, strict=True)]

    def evaluate(self, actions: ActionLists, seat: int, policy: Sequence[int]) -> Response:
        """The values to a seat, if all keep to the policy."""
        response = best_response(actions, 1, self.endless[seat], policy, self.look)
        self.stays = self.stays or response.stays
        return response

    def no_equilibrium(self, part: Sequence[int]) -> UnsupportedError:
        problem = "several seats decide there, and answering each other in turn they came to no equilibrium"
        return UnsupportedError(f"{self.component_text(part)}, {problem}")

    def unsolved_error(self, part: Sequence[int], error: ArithmeticError) -> Exception:
        if not isinstance(error, Unsettled):
            return super().unsolved_error(part, error)
        problem = "with rewards in a cycle, which therefore may never settle"
        return UnsupportedError(f"{self.component_text(part, error.places[0])}, {problem}")


def _may_be_one(row: Row, other: Row) -> bool:
    """Whether two rows may be equal, as far as their bounds show."""
    return all(a.low <= b.high and b.low <= a.high for a, b in zip(row, other, strict=True))
