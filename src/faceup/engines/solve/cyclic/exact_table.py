"""Tables of all positions that can be reached, where positions come again: part by part, and in exact numbers."""

from collections import Counter
from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from faceup.engines.model.legal_moves import exact_number
from faceup.engines.model.limits import Limits
from faceup.engines.solve.table import COUNTED, ExactTable, LimitHit, Table
from faceup.numbers.exact import Exact
from faceup.numbers.value import Value, within
from faceup.results.certified import Certified
from faceup.rules.contract import Game
from faceup.rules.errors import LimitReached
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

if TYPE_CHECKING:
    from faceup.engines.exact.opponents import Known
    from faceup.engines.model.graph import GameGraph

POSITION_BYTES = 1000  # with its moves, about, as the walk has them


def all_positions(game: Game, root: Any, limits: Limits, seats: int = 0) -> "GameGraph":
    """The graph of all positions from here on that best play has to look at, as many as the memory is for."""
    from faceup.engines.model.graph import walk

    options = game.choices if "choices" in facts_of(game).overridden else None
    most = max(int(limits.memory // POSITION_BYTES), 1)
    return walk(game, start=root, options=options, canonical=True, limits=limits, most=most, seats=seats)


class CyclicTable(ExactTable["Known"]):
    """Exact values of all states that can be reached, found as soon as one is asked for."""

    farthest = inf
    one_move = True
    state_bytes = POSITION_BYTES

    @property
    def may_stay(self) -> bool:
        return any(known.stays for known in self.known_states.values())

    def tally(self) -> Mapping[int, int]:
        found = Counter(tuple(known.value) for known in self.known_states.values())
        return {worth: found[worth, worth] for worth in COUNTED}

    def value(self, state: Any) -> Value:
        return within(*self.look_up(state).value)

    def knows(self, state: Any) -> bool:
        return self.game.canon(state) in self.known_states

    def distance(self, state: Any) -> float | None:
        """As ``Table.distance``; None where chance decides how long it takes."""
        return self.look_up(state).distance

    def move(self, state: Any) -> Move:
        """The move that gets there: of the best ones, the one by which the value or the distance was found."""
        game, found = self.game, self.look_up(state)
        best = self._best_choices(state)
        if self.races and all(self.distance(game.play(state, move)) is not None for move in best):
            return super().move(state)
        return next((move for move in best if self._leads_on(found, game.play(state, move))), best[0])

    def _leads_on(self, found: "Known", after: Any) -> bool:
        if found.onward is not None or found.distance is None:
            return bool(self.game.canon(after) == found.onward)
        return self.distance(after) == found.distance - 1

    def _nothing(self, state: Any) -> Exact:
        return exact_number(self.game, state, "endless", self.game.endless)

    def look_up(self, state: Any) -> "Known":
        state = self.game.canon(state)
        with self.lock:
            if state not in self.known_states:
                self.solve(state)
            return self.known_states[state]

    def solve(self, root: Any) -> None:
        """Walk all positions from here on, and solve them."""
        from faceup.engines.exact.opponents import values_of

        try:
            graph = all_positions(self.game, root, self.limits)
            self.known_states |= dict(zip(graph.states, values_of(graph, self.limits), strict=True))
            self.ends |= graph.ends
        except LimitReached as error:
            raise LimitHit(-inf, inf, max(self.states, error.positions), error.limit, error.last) from error


class Part(Protocol):
    """All positions from one on, which has the number 0."""

    stays: bool  # whether play may go round for ever
    held: int  # positions that machine code was held to the rules at

    @property
    def count(self) -> int: ...

    @property
    def bytes(self) -> int: ...

    def find(self, state: Any) -> int | None:
        """The number of a (canonical) state; None where it was not met."""


AnyPart = TypeVar("AnyPart", bound=Part)


class TableOfParts(Table, Generic[AnyPart]):
    """Values of all states that can be reached: part by part, from each state that was asked for and was not met."""

    def __init__(self, game: Game, limits: Limits | None = None) -> None:
        super().__init__(game, limits)
        self.solved: list[AnyPart] = []

    @property
    def states(self) -> int:
        return sum(part.count for part in self.solved)

    @property
    def bytes(self) -> int:
        return sum(part.bytes for part in self.solved)

    @property
    def certified(self) -> Certified | None:  # type: ignore[override]  # here it grows with what was solved
        held = sum(part.held for part in self.solved)
        return Certified(held, self.states) if held else None

    @property
    def may_stay(self) -> bool:
        return any(part.stays for part in self.solved)

    def knows(self, state: Any) -> bool:
        state = self.game.canon(state)
        return any(part.find(state) is not None for part in self.solved)

    def place(self, state: Any) -> tuple[AnyPart, int]:
        """Where the state stands; all that can be reached from it is solved when it was not met before."""
        state = self.game.canon(state)
        with self.lock:
            for part in self.solved:
                if (place := part.find(state)) is not None:
                    return part, place
            self.solved.append(self.part_from(state))
            return self.solved[-1], 0

    def part_from(self, root: Any) -> AnyPart:
        """All positions from here on, solved."""
        raise NotImplementedError
