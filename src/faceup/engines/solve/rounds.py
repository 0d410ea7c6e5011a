"""The engine for games that come round."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any

from faceup.engines.limits import Limits
from faceup.engines.numbers_of_rules import exact_number
from faceup.engines.prospects import counts_among, only_plain
from faceup.engines.solve.engine import Engine, Question, Unfit
from faceup.engines.solve.table import COUNTED, LimitHit, Table, drawn_of
from faceup.numbers.exact import Exact
from faceup.numbers.value import Value, within
from faceup.results.solution import Solution
from faceup.rules.contract import Game
from faceup.rules.errors import LimitReached, UnsupportedError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

if TYPE_CHECKING:
    from faceup.engines.graph import GameGraph
    from faceup.engines.rounds import Known

POSITION_BYTES = 1000  # with its moves, about, as the walk has them
FEW, TOGETHER = 10_000, 300  # positions, and those that lead back to each other, before a compiler is called


def all_positions(game: Game, root: Any, limits: Limits, seats: int = 0) -> "GameGraph":
    """The graph of all positions from here on that best play has to look at, as many as the memory is for."""
    from faceup.engines.graph import walk

    options = game.choices if "choices" in facts_of(game).own else None
    most = max(int(limits.memory // POSITION_BYTES), 1)
    return walk(game, start=root, options=options, canonical=True, limits=limits, most=most, seats=seats)


class RoundsTable(Table):
    """Exact values of all states that can be reached, found as soon as one is asked for."""

    farthest = inf
    one_move = True

    def __init__(self, game: Game, limits: Limits | None = None) -> None:
        super().__init__(game, limits)
        self.known: dict[Any, Known] = {}
        self.ends: set[Exact] = set()  # what those are worth that were met

    @property
    def states(self) -> int:
        return len(self.known)

    @property
    def may_stay(self) -> bool:
        return any(known.stays for known in self.known.values())

    @property
    def nothing_counts(self) -> int:
        return counts_among(self.ends, self._nothing(None))

    @property
    def plain_ends(self) -> frozenset[int] | None:
        return only_plain(self.ends)

    @property
    def bytes(self) -> int:
        return len(self.known) * POSITION_BYTES

    def states_drawn(self, count: int) -> list[Any]:
        return drawn_of(list(self.known), count)

    def tally(self) -> Mapping[int, int]:
        found = Counter(tuple(known.value) for known in self.known.values())
        return {worth: found[worth, worth] for worth in COUNTED}

    def value(self, state: Any) -> Value:
        return within(*self.found(state).value)

    def knows(self, state: Any) -> bool:
        return self.game.canon(state) in self.known

    def distance(self, state: Any) -> float | None:
        """As ``Table.distance``; None where chance decides how long it takes."""
        return self.found(state).distance

    def move(self, state: Any) -> Move:
        """The move that gets there: of the best ones, the one by which the value or the distance was found."""
        game, found = self.game, self.found(state)
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

    def found(self, state: Any) -> "Known":
        state = self.game.canon(state)
        with self.lock:
            if state not in self.known:
                self.solve(state)
            return self.known[state]

    def solve(self, root: Any) -> None:
        """Walk all positions from here on, and solve them."""
        from faceup.engines.rounds import values_of

        try:
            graph = all_positions(self.game, root, self.limits)
            self.known |= dict(zip(graph.states, values_of(graph, self.limits), strict=True))
            self.ends |= graph.ends
        except LimitReached as error:
            raise LimitHit(-inf, inf, max(self.states, error.positions), error.limit, error.last) from error


class Cyclic(Engine):
    """Games in which a state can come round again."""

    method = "cyclic"
    takes_rounds = True

    def refuses(self, question: Question) -> str | None:
        reason = super().refuses(question)
        if reason is None and question.repeats is None and question.asked not in (self.name, self.method):
            return "is for games in which a state comes round again"
        return reason

    def solution(self, question: Question, table: Table) -> Solution:
        solution = super().solution(question, table)
        endless = exact_number(question.game, question.start, "endless", question.game.endless)
        return replace(solution, endless=endless if table.may_stay else None)


class PythonCyclic(Cyclic):
    """Exact values, where not too many positions lead back to each other; of ``few``, where it is quick."""

    backend = "cpython"

    def refuses(self, question: Question) -> str | None:
        reason = super().refuses(question)
        return "is asked for all the work it takes" if reason is None and self.few and question.exact else reason

    def table(self, question: Question, limits: Limits) -> Table:
        return RoundsTable(question.game, limits)

    def answer(self, question: Question, limits: Limits) -> Solution:
        if not self.few:
            return self.solution(question, self.table(question, limits))
        few = replace(limits, states=min(FEW, limits.states), together=TOGETHER)
        try:
            solution = self.solution(question, self.table(question, few))
        except UnsupportedError as error:
            raise Unfit("takes no positions that are too many to be solved exactly") from error
        if solution.value.limit == "states" and few.states < limits.states:
            raise Unfit(f"takes more than {FEW:,} positions, which a compiler is worth")
        return solution
