"""Tables that consist of parts, each all positions that are reachable from one; and such a table of a cyclic game."""

from collections.abc import Collection, Mapping
from math import inf
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from faceup.engines.model.legal_moves import endless_value
from faceup.engines.model.limits import Limits
from faceup.engines.model.prospects import counts_among, only_plain
from faceup.engines.solve.table import COUNTED, LimitHit, Table
from faceup.numbers.exact import Exact
from faceup.numbers.value import Value, within
from faceup.results.certified import Certified
from faceup.rules.contract import Game
from faceup.rules.errors import LimitReached
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

if TYPE_CHECKING:
    from faceup.engines.exact.opponents import Known
    from faceup.engines.graph.game_graph import GameGraph
    from faceup.numbers.intervals import Bounds

POSITION_BYTES = 1000  # of a position with its moves, about, in the graph


def all_positions(game: Game, root: Any, limits: Limits, seats: int = 0) -> "GameGraph":
    """Return the graph of all positions from the root that best play needs. Raises LimitReached."""
    from faceup.engines.graph.game_graph import walk

    options = game.choices if "choices" in facts_of(game).overridden else None
    most = max(int(limits.memory // POSITION_BYTES), 1)
    return walk(game, start=root, options=options, canonical=True, limits=limits, most=most, seats=seats)


class Part(Protocol):
    """All positions reachable from one, which has the number 0."""

    stays: bool  # whether best play may cycle for ever
    certified_count: int  # positions at which machine code was compared with the rules

    @property
    def count(self) -> int: ...

    @property
    def bytes(self) -> int: ...

    def find(self, state: Any) -> int | None:
        """Return the number of a (canonical) state; None if it is not in this part."""

    def state(self, place: int) -> Any:
        """Return the state with this number."""


class GraphPart:
    """All positions reachable from one, walked in CPython. Raises LimitReached."""

    certified_count = 0

    def __init__(self, game: Game, root: Any, limits: Limits, seats: int = 0) -> None:
        self.graph = all_positions(game, root, limits, seats)
        self.count, self.ends = len(self.graph.states), self.graph.ends
        self.bytes = self.count * POSITION_BYTES

    def find(self, state: Any) -> int | None:
        return self.graph.places.get(state)

    def state(self, place: int) -> Any:
        return self.graph.states[place]


AnyPart = TypeVar("AnyPart", bound=Part)


class TableOfParts(Table, Generic[AnyPart]):
    """Values of all reachable states, in parts: a new state that is looked up adds all states reachable from it."""

    def __init__(self, game: Game, limits: Limits | None = None) -> None:
        super().__init__(game, limits)
        self.parts: list[AnyPart] = []

    @property
    def states(self) -> int:
        return sum(part.count for part in self.parts)

    @property
    def bytes(self) -> int:
        return sum(part.bytes for part in self.parts)

    @property
    def certified(self) -> Certified | None:  # type: ignore[override]  # here it grows with what was solved
        checked = sum(part.certified_count for part in self.parts)
        return Certified(checked, self.states) if checked else None

    @property
    def may_stay(self) -> bool:
        return any(part.stays for part in self.parts)

    def knows(self, state: Any) -> bool:
        state = self.game.canon(state)
        return any(part.find(state) is not None for part in self.parts)

    def sampled_states(self, count: int) -> list[Any]:
        from faceup.engines.graph.certificates import sample_numbers

        first = self.parts[0]
        return list(map(first.state, sample_numbers(count, first.count).tolist()))

    def place(self, state: Any) -> tuple[AnyPart, int]:
        """Return the part and the number of a state; solve all states reachable from it if it is new."""
        state = self.game.canon(state)
        with self.lock:
            for part in self.parts:
                if (place := part.find(state)) is not None:
                    return part, place
            try:
                self.parts.append(self.part_from(state))
            except LimitReached as error:
                raise LimitHit(-inf, inf, max(self.states, error.positions), error.limit, error.last) from error
            return self.parts[-1], 0

    def part_from(self, root: Any) -> AnyPart:
        """Return all positions reachable from the root, solved. Raises LimitReached."""
        raise NotImplementedError


class CyclicPart(Part, Protocol):
    """Positions with their values and distances."""

    @property
    def ends(self) -> Collection[Any]:
        """The different payoffs of ends."""

    def bounds(self, place: int) -> "Bounds":
        """Return the lowest and the highest value of the position with this number."""

    def known_at(self, place: int) -> "Known":
        """Return bounds, distance and next position of the position with this number."""

    def count_with_value(self, worth: int) -> int:
        """Return how many positions have exactly this value."""


class ExactPart(GraphPart):
    """Positions solved in exact numbers."""

    def __init__(self, game: Game, root: Any, limits: Limits) -> None:
        from faceup.engines.exact.opponents import values_of

        super().__init__(game, root, limits)
        self.known = values_of(self.graph, limits)
        self.stays = any(entry.stays for entry in self.known)

    def bounds(self, place: int) -> "Bounds":
        return self.known[place].value

    def known_at(self, place: int) -> "Known":
        return self.known[place]

    def count_with_value(self, worth: int) -> int:
        return sum(entry.value == (worth, worth) for entry in self.known)


AnyCyclicPart = TypeVar("AnyCyclicPart", bound=CyclicPart)


class CyclicTable(TableOfParts[AnyCyclicPart], Generic[AnyCyclicPart]):
    """Values of all reachable states of a cyclic game, with distances."""

    farthest = inf
    one_move = True

    @property
    def nothing_counts(self) -> int:
        return counts_among(self.ends, self._nothing(None))

    @property
    def plain_ends(self) -> frozenset[int] | None:
        return only_plain(self.ends)

    @property
    def ends(self) -> set[Any]:
        """The different payoffs of the ends so far."""
        return {end for part in self.parts for end in part.ends}

    def tally(self) -> Mapping[int, int]:
        return {worth: sum(part.count_with_value(worth) for part in self.parts) for worth in COUNTED}

    def value(self, state: Any) -> Value:
        part, place = self.place(state)
        return within(*part.bounds(place))

    def distance(self, state: Any) -> float | None:
        """Return the moves to the end under best play, as ``Table.distance``; None if chance decides."""
        return self.look_up(state).distance

    def move(self, state: Any) -> Move:
        """Return the best move by which the value or the distance was computed: not every best move makes progress."""
        game, entry = self.game, self.look_up(state)
        best = self._best_choices(state)
        if self.races and all(self.distance(game.play(state, move)) is not None for move in best):
            return super().move(state)
        return next((move for move in best if self._leads_on(entry, game.play(state, move))), best[0])

    def _leads_on(self, entry: "Known", after: Any) -> bool:
        if entry.onward is not None or entry.distance is None:
            return bool(self.game.canon(after) == entry.onward)
        return self.distance(after) == entry.distance - 1

    def _nothing(self, state: Any) -> Exact:
        return endless_value(self.game, state)

    def look_up(self, state: Any) -> "Known":
        part, place = self.place(state)
        return part.known_at(place)


class ExactCyclicTable(CyclicTable[ExactPart]):
    """Exact values."""

    def part_from(self, root: Any) -> ExactPart:
        return ExactPart(self.game, root, self.limits)
