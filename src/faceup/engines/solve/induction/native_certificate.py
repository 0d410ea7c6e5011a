"""The certificate of backward induction in machine code: the loop that made the table is asked about it once more."""

from copy import copy
from typing import Any

import numpy as np

from faceup.engines.model.certificates import (
    MOST_MOVES,
    Certifier,
    Positions,
    Worth,
    means,
    plies_by_moves,
    sample_numbers,
)
from faceup.engines.model.graph import stretches
from faceup.engines.solve.induction.native_kernel import (
    A_ROOT,
    DISTANCE_BITS,
    FOUND,
    GAIN,
    LAST_ROWS,
    MOVES_FULL,
    NOTHING,
    ODDS,
    PAUSED,
    RETURN,
    SLOT,
    STACK_FULL,
    SURVEYED,
    TURN,
)
from faceup.engines.solve.table import LONGEST_DISTANCE
from faceup.native.state_rows import EMPTY, StateRows, by_hash, homes_at, look_up
from faceup.rules.contract import CHANCE, OVER

ROWS_ASKED = LAST_ROWS + 2  # of the table in which one position is surveyed
BATCHES = 10  # of the largest sample
FEW_AT_ONCE = 16  # positions without a row, which may have many moves each
FIRST_FOUND = 2  # where on the stack what a survey finds begins: the loop itself uses the places below


class InductionCertifier(Certifier):
    """Holds a ``NativeTable`` to the rules: it asks the loop that made the table about them.

    No position comes round, so values that are the best, or the mean, of those that follow are proven by them.
    """

    def __init__(self, table: Any) -> None:
        super().__init__(table.game, table.shape)
        self.table = table
        self.asked = copy(table)  # the same compiled loop on a table of its own, for one root
        self.asked.reset(table.with_errors)
        rows = StateRows.of(by_hash(1, table.words), table.words, table.numbers)
        few = rows.slots[:ROWS_ASKED]
        self.asked.use(StateRows(few, few.view(np.float64), few, rows.address))

    @property
    def total(self) -> int:
        return int(self.table.states)

    def sample(self, count: int) -> Any:
        return self.table.words_drawn(count)

    def hold(self, states: list[Any]) -> list[Any]:
        """As of other engines; and as many of the positions without a row that they lead to, or as few moves allow."""
        led_to = super().hold(states)
        if led_to and self.table.weighs:
            after = [state for state in dict.fromkeys(led_to) if state not in self.seen]
            without = np.flatnonzero(self.look_up(self.words_of(after)) < 0)
            chosen = [after[without[k]] for k in sample_numbers(len(states), len(without)).tolist()]
            moves = 0
            for begin in range(0, len(chosen), FEW_AT_ONCE):
                if moves >= max(len(led_to), MOST_MOVES // BATCHES):
                    break
                moves += len(self.hold(chosen[begin : begin + FEW_AT_ONCE]))
        return led_to

    def survey(self, words: Any) -> Positions:
        asked, stack = self.asked, self.asked.stack
        stack.registers[:] = 0
        stack.registers[FOUND] = FIRST_FOUND
        asked.surveyed = words
        root = self.state_of(words[0])
        while True:
            asked.shared[0, RETURN] = 0
            said = asked.go_on(stack, root, len(words))
            if said == SURVEYED:
                break
            if said == MOVES_FULL:
                stack.add_moves()
            elif said == STACK_FULL:
                stack.add_states()
            elif said != PAUSED:
                raise asked.broken(said)
        found = slice(FIRST_FOUND, int(stack.registers[FOUND]))
        frames, numbers = stack.frames[found], stack.floats[found, GAIN]
        roots = np.flatnonzero(frames[:, SLOT] == A_ROOT)
        edges = frames[:, SLOT] != A_ROOT
        return Positions(
            frames[roots, TURN].astype(np.int8),
            numbers[roots],
            np.append(roots, len(frames)) - np.arange(len(roots) + 1),
            stack.states[found][edges],
            frames[edges, ODDS].astype(np.float64),
            numbers[edges],
        )

    def look_up(self, words: Any) -> Any:
        rows = self.table.kept
        homes = homes_at(words, rows.address)
        return look_up(words, homes, lambda i: rows.slots[i, rows.value] == EMPTY, rows.words_at)

    def places_and_worth(self, words: Any) -> tuple[Any, Worth | None]:
        """As of other engines; of chance positions that have no row, and ends behind them, by what they lead to."""
        if not self.table.weighs:
            return super().places_and_worth(words)
        places = self.look_up(words)
        known = self.worth(np.maximum(places, 0))
        without = np.flatnonzero(places < 0)
        if len(without):
            here = self.survey(words[without])
            self.places_of(words[without[(here.turns != CHANCE) & (here.turns != OVER)]])  # which have rows
            known.low[without] = known.high[without] = here.payoffs
            thrown = np.flatnonzero(here.turns == CHANCE)
            if len(thrown):
                ahead = self.places_and_worth(here.words)[1]
                assert ahead is not None
                edges, _, starts = stretches(here.first, thrown)
                for end, after in ((known.low, ahead.low), (known.high, ahead.high)):
                    end[without[thrown]] = means(here, edges, starts, (after + here.rewards)[edges])
        return places, known

    def worth(self, places: Any) -> Worth:
        table = self.table
        if not table.with_errors:
            values = (table.kept.slots[places, table.kept.value] >> DISTANCE_BITS).astype(np.float64)
            return Worth(values, values)
        values, errors = (table.kept.numbers[places, table.kept.value + k] for k in range(2))
        return Worth(values - errors, values + errors)

    def find_misplaced(self, own: Any, led_to: Any, here: Positions) -> Any:
        """Where a distance is not one more than the least, or the most, of those that the best moves lead to."""
        table = self.table
        if table.with_errors or not table.races or table.misjudged:  # there are none to hold
            return False
        words = table.kept.slots[:, table.kept.value]
        mine, after = words[own], words[led_to]
        values = mine >> DISTANCE_BITS
        ahead = np.where(values > 0, 1, np.where(values < 0, -1, int(table.stack.registers[NOTHING])))
        best = after >> DISTANCE_BITS == np.repeat(values, here.edges)
        plies = plies_by_moves(here, np.where(here.turns == 0, ahead, -ahead) > 0, best, after & LONGEST_DISTANCE)
        expected = np.minimum(plies, LONGEST_DISTANCE)
        return expected != mine & LONGEST_DISTANCE
