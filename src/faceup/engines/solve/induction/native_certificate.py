"""The certificate of backward induction: the compiled rules are asked about sampled positions once more."""

from typing import Any

import numpy as np

from faceup.engines.graph.certificates import (
    FEW,
    MOST_MOVES,
    PositionBounds,
    Positions,
    means,
    plies_by_moves,
    sample_numbers,
    sample_size,
)
from faceup.engines.graph.game_graph import stretches
from faceup.engines.graph.survey import SurveyCertifier
from faceup.engines.solve.induction.native_kernel import DISTANCE_BITS, NOTHING
from faceup.engines.solve.table import LONGEST_DISTANCE
from faceup.native.state_rows import EMPTY, homes_at, look_up
from faceup.rules.contract import CHANCE, OVER

BATCHES = 10  # of the largest sample
FEW_AT_ONCE = 16  # positions without a row in a batch: each may have many moves


class InductionCertifier(SurveyCertifier):
    """Compares a ``NativeTable`` with the rules.

    Positions do not repeat, so a value is proven if it is the best, or the mean, of the values of its successors.
    """

    def __init__(self, table: Any) -> None:
        super().__init__(table.rules)
        self.table = table

    @property
    def total(self) -> int:
        return int(self.table.states)

    def certificate(self, start: Any, new: int | None = None) -> int:
        if not self.table.forgotten:
            return super().certificate(start, new)
        self.seen.clear()
        if new is None or new > FEW:
            self.hold_all(map(self.state_of, self.sample(sample_size(self.total))))
        self.hold_all([start] if self.has_successors(start) else [])
        return len(self.seen)

    def sample(self, count: int) -> Any:
        """Return words of stored states; if some were forgotten, only of states with all successors still stored."""
        words = self.table.sampled_words(count)
        if self.table.forgotten:
            words = words[[self.has_successors(self.state_of(state)) for state in words]]
        return words

    def has_successors(self, state: Any) -> bool:
        """Whether the values of all states that a state leads to are known."""
        game = self.table.game
        if game.turn(state) == OVER:
            return True
        return all(self.table.knows(game.play(state, move)) for move in self.options(state, game.turn(state)))

    def hold(self, states: list[Any]) -> list[Any]:
        """Check these states; then as many of their successors without a row, within a budget of moves."""
        led_to = super().hold(states)
        if led_to and self.table.weighs:
            after = [state for state in dict.fromkeys(led_to) if state not in self.seen]
            without = np.flatnonzero(self.look_up(self.words_of(after)) < 0)
            sampled = [after[without[k]] for k in sample_numbers(len(states), len(without)).tolist()]
            moves = 0
            for begin in range(0, len(sampled), FEW_AT_ONCE):
                if moves >= max(len(led_to), MOST_MOVES // BATCHES):
                    break
                moves += len(self.hold(sampled[begin : begin + FEW_AT_ONCE]))
        return led_to

    def look_up(self, words: Any) -> Any:
        rows = self.table.row_store
        homes = homes_at(words, rows.address)
        return look_up(words, homes, lambda i: rows.slots[i, rows.value] == EMPTY, rows.words_at)

    def places_and_bounds(self, words: Any) -> tuple[Any, PositionBounds | None]:
        """Return places and bounds; of chance nodes and ends without a row, bounds by their successors or payoffs."""
        if not self.table.weighs:
            return super().places_and_bounds(words)
        places = self.look_up(words)
        bounds = self.bounds_of(np.maximum(places, 0))
        without = np.flatnonzero(places < 0)
        if len(without):
            positions = self.survey(words[without])
            self.places_of(
                words[without[(positions.turns != CHANCE) & (positions.turns != OVER)]]
            )  # raises if one has no row
            bounds.low[without] = bounds.high[without] = positions.payoffs
            chances = np.flatnonzero(positions.turns == CHANCE)
            if len(chances):
                ahead = self.places_and_bounds(positions.words)[1]
                assert ahead is not None
                edges, _, starts = stretches(positions.first, chances)
                for end, after in ((bounds.low, ahead.low), (bounds.high, ahead.high)):
                    end[without[chances]] = means(positions, edges, starts, (after + positions.rewards)[edges])
        return places, bounds

    def bounds_of(self, places: Any) -> PositionBounds:
        table = self.table
        if not table.with_errors:
            values = (table.row_store.slots[places, table.row_store.value] >> DISTANCE_BITS).astype(np.float64)
            return PositionBounds(values, values)
        values, errors = (table.row_store.numbers[places, table.row_store.value + k] for k in range(2))
        return PositionBounds(values - errors, values + errors)

    def find_misplaced(self, places: Any, successors: Any, positions: Positions) -> Any:
        """Return where a distance is not 1 plus the least (or most) distance that the best moves lead to."""
        table = self.table
        if table.with_errors or not table.races or table.misjudged:  # the table stores no distances
            return False
        words_of = table.row_store.slots[:, table.row_store.value]
        words_here, after = words_of[places], words_of[successors]
        values = words_here >> DISTANCE_BITS
        ahead = np.where(values > 0, 1, np.where(values < 0, -1, int(table.stack.registers[NOTHING])))
        best = after >> DISTANCE_BITS == np.repeat(values, positions.edges)
        plies = plies_by_moves(
            positions, np.where(positions.turns == 0, ahead, -ahead) > 0, best, after & LONGEST_DISTANCE
        )
        expected = np.minimum(plies, LONGEST_DISTANCE)
        return expected != words_here & LONGEST_DISTANCE
