"""Playing numbered games of a patience, in CPython or in machine code, with the same results."""

import threading
from collections.abc import Generator
from functools import cache, partial
from math import isfinite
from typing import Any

from faceup.engines.completeness import complete
from faceup.engines.dealing import Dealer, deck_of, lay_out, order_of, telling
from faceup.engines.simulate.machine_code_trial import compare_outcomes, first_outcomes
from faceup.engines.simulate.patience_kernel import WATCH, Broken, Run, scalar_player
from faceup.results.totals import ENDLESS, LOST, UNFINISHED, WON, Outcomes, no_outcomes
from faceup.rules.contract import OVER, Patience
from faceup.rules.errors import RulesError
from faceup.rules.pile import contents

TOGETHER = 1 << 13  # games dealt before they are played: their decks stay in the processor's cache
TRIED = 200  # games that CPython plays too, before machine code is believed,
TRIED_STEPS = 20_000  # as long as they take no more steps than these together
SPECIAL_FROM = 1_000_000  # games from which it pays to compile for these very parameters


def play_out(game: Patience, table: Any, longest: int) -> Generator[int, None, int]:
    """Step to the end, in CPython; yields each step after it was done, and returns the mark of the game.

    Brent's way to find a cycle: from step WATCH on a table is remembered, and a later one whenever the number of
    steps has doubled. Raises RulesError for a broken step.
    """
    saved, steps = None, 0
    with telling(game, table):
        while True:
            step = game.step(table)
            if not isinstance(step, int):
                raise ValueError(f"step gives {step!r}; possible: the number of what was done, or OVER,")
            if step == OVER:
                return WON if game.won(table) else LOST
            yield step
            steps += 1
            if steps == longest:
                return UNFINISHED
            if steps >= WATCH:
                now = contents(table)
                if now == saved:
                    return ENDLESS
                if steps & (steps - 1) == 0:
                    saved = now


def finish(game: Patience, table: Any, longest: int) -> tuple[int, int]:
    """Play on from a table, in CPython: the number of steps, and how it ended."""
    steps, playing = 0, play_out(game, table, longest)
    while True:
        try:
            next(playing)
        except StopIteration as end:
            return steps, end.value
        steps += 1


class PatiencePlayer:
    """Plays numbered games of a patience. ``engine`` says how: ``cpython`` or ``native``; ``games`` is about how many.

    Raises RulesError where the rules break, or where machine code and CPython differ.
    """

    def __init__(self, game: Patience, seed: int, longest: int, engine: str, games: int) -> None:
        complete(game)
        self.game, self.seed, self.longest = game, seed, longest
        self.deck = deck_of(game)
        self.engine = "cpython"
        if engine == "native":
            self._prepare(games)

    def outcomes(self, first: int, count: int) -> Outcomes:
        """Games ``first`` to ``first + count - 1``."""
        found = no_outcomes(count)
        if self.engine == "cpython":
            for i in range(count):
                play_one(self.game, self.longest, order_of(self.deck, self.seed, first + i), found, i)
            return found
        for begun in range(0, count, TOGETHER):
            orders = self.dealer.orders(self.seed, first + begun, min(TOGETHER, count - begun))
            self._play(orders, Outcomes(*(array[begun : begun + TOGETHER] for array in found)))
        return found

    def outcomes_of(self, orders: Any) -> Outcomes:
        """One game for each shuffled deck, as rows of int8, the bottom card first."""
        found = no_outcomes(len(orders))
        if self.engine == "cpython":
            play_interpreted(self.game, self.longest, orders, found)
        else:
            self._play(orders, found)
        return found

    def _play(self, orders: Any, found: Outcomes) -> None:
        import numpy as np

        try:
            self._run(orders, found)
        except Broken as error:
            self._explain(orders, error.places)
        self._explain(orders, (~np.isfinite(found.scores)).nonzero()[0].tolist())

    def _explain(self, orders: Any, places: list[int]) -> None:
        """Play games that went wrong in CPython, which tells what it was."""
        for i in places:
            play_one(self.game, self.longest, orders[i].tolist(), no_outcomes(1), 0)
        if places:
            raise RulesError(f"{type(self.game).__name__} breaks in machine code, though not in CPython")

    def _prepare(self, games: int) -> None:
        from faceup.native.not_compiled import NotCompiled, warn_interpreted

        believed = self.game in _believed
        watched = PatiencePlayer(self.game, self.seed, min(self.longest, TRIED_STEPS), "cpython", 1)
        # Rules that break show it here, with a clear message.
        expected = first_outcomes(watched, 1 if believed else min(TRIED, games), TRIED_STEPS)
        try:
            self.dealer = Dealer(self.deck)
            self._run = native_player(self.game, self.deck, self.longest, games)
        except NotCompiled as error:
            warn_interpreted(self.game, error)
            return
        self.engine = "native"
        compare_outcomes(self.game, self.seed, self.outcomes(0, len(expected.marks)), expected)
        _believed.add(self.game)


_believed: set[Patience] = set()  # games that machine code was tried on in this process


def native_player(game: Patience, deck: list[int], longest: int, games: int) -> Run:
    """Plays shuffled decks in machine code: sixty-four side by side where the rules are made for it."""
    from faceup.native.lanes.player import NotLaned, lanes_player
    from faceup.native.not_compiled import NotCompiled

    special = games >= SPECIAL_FROM
    try:
        lanes = lanes_player(game)
    except NotLaned:
        return scalar_player(game, len(deck), longest, special)
    lock = threading.Lock()

    @cache
    def scalar() -> Run:
        try:
            return scalar_player(game, len(deck), longest, special)
        except NotCompiled:
            return partial(play_interpreted, game, longest)

    def run(orders: Any, found: Outcomes) -> None:
        lanes.play(orders, *found, min(longest, WATCH))
        left = (found.marks > (WON if longest > WATCH else UNFINISHED)).nonzero()[0]  # unfinished there, or broken
        if len(left):
            with lock:
                play = scalar()
            rest = no_outcomes(len(left))
            try:
                play(orders[left], rest)
            except Broken as error:
                raise Broken(left[error.places].tolist()) from error
            for array, some in zip(found, rest, strict=True):
                array[left] = some

    return run


def play_interpreted(game: Patience, longest: int, orders: Any, found: Outcomes) -> None:
    """Play shuffled decks in CPython. Raises RulesError that shows the table where the rules break."""
    for i, order in enumerate(orders.tolist()):
        play_one(game, longest, order, found, i)


def play_one(game: Patience, longest: int, order: list[int], found: Outcomes, i: int) -> None:
    """Play one shuffled deck in CPython, and write its outcome down at place i."""
    table = lay_out(game, order)
    found.lengths[i], found.marks[i] = finish(game, table, longest)
    if found.marks[i] in (WON, LOST):
        with telling(game, table):
            found.scores[i] = game.score(table)
        if not isfinite(found.scores[i]):
            raise RulesError(f"{type(game).__name__}: the score is {found.scores[i]} at the table {game.show(table)}")
