"""Play numbered deals of a solitaire game, in CPython or in machine code, with the same results."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import isfinite
from typing import Any, ClassVar

from faceup.engines.model.contract_check import complete
from faceup.engines.model.dealing import Dealer, deck_of, lay_out, order_of, rules_errors
from faceup.engines.model.seats import checked_score, seats_of
from faceup.engines.simulate.blocks import UnderWay
from faceup.engines.simulate.counting import WATCH, finish
from faceup.engines.simulate.kernels import row_gains
from faceup.engines.simulate.kernels.patience_kernel import BrokenGames, scalar_player
from faceup.results.samples.totals import Outcomes, no_outcomes
from faceup.rules.contract import LOST, UNFINISHED, WON, Patience
from faceup.rules.errors import RulesError

DEALT_TOGETHER = 1 << 13  # games dealt before they are played: their decks fit in the processor's cache
SPECIAL_FROM = 1_000_000  # games from which compiling for these parameters pays


@dataclass(frozen=True)
class PatiencePlayer:
    """Plays numbered deals of a solitaire game in CPython."""

    game: Patience
    seed: int
    longest: int
    under_way: UnderWay = field(default_factory=UnderWay, compare=False)

    engine: ClassVar[str] = "cpython"
    policies: ClassVar[tuple[Any, ...]] = ()

    def __post_init__(self) -> None:
        complete(self.game)

    @cached_property
    def deck(self) -> list[int]:
        return deck_of(self.game)

    @cached_property
    def seats(self) -> int:
        """How many seats have a score of their own; 0 if the score is one number."""
        return seats_of(self.game)

    def outcomes(self, first: int, count: int, lasts: Any = None) -> Outcomes:
        results = no_outcomes(count, self.seats)
        for i in range(count):
            self.play(order_of(self.deck, self.seed, first + i), results, i)
        return results

    def outcomes_of(self, orders: Any) -> Outcomes:
        """Play one game for each shuffled deck (rows of int8, bottom card first)."""
        outcomes = no_outcomes(len(orders), self.seats)
        self.play_orders(orders, outcomes)
        return outcomes

    def play_orders(self, orders: Any, outcomes: Outcomes) -> None:
        """Play shuffled decks. Raises RulesError, which shows the table, if the rules break."""
        for i, order in enumerate(orders.tolist()):
            self.play(order, outcomes, i)

    def play(self, order: list[int], outcomes: Outcomes, i: int) -> None:
        """Play one shuffled deck, and write its outcome at place i."""
        game, table = self.game, lay_out(self.game, order)
        outcomes.lengths[i], outcomes.marks[i] = finish(game, table, self.longest, self.under_way)
        if outcomes.marks[i] not in (WON, LOST):
            return
        with rules_errors(game, table):
            score = game.score(table)
        outcomes.scores[i] = checked_score(game, table, score, self.seats)
        if not all(map(isfinite, outcomes.scores[i].ravel())):
            raise RulesError(f"{type(game).__name__}: the score is {score} at the table {game.show(table)}")
        if self.seats:
            outcomes.marks[i] = row_gains.end_of(outcomes.scores, i, LOST)


class CompiledPatiencePlayer:
    """Plays about ``games`` numbered games in machine code; CPython plays games that break, and reports why.

    Raises NotCompiled.
    """

    engine: ClassVar[str] = "native"

    def __init__(self, interpreted: PatiencePlayer, games: int) -> None:
        from faceup.native.kernels import require_compiler

        require_compiler(interpreted.game)
        self.interpreted = interpreted
        self.dealer = Dealer(interpreted.deck)
        self.play = fastest_player(interpreted, special=games >= SPECIAL_FROM)

    def outcomes(self, first: int, count: int, lasts: Any = None) -> Outcomes:
        results = no_outcomes(count, self.interpreted.seats)
        for begin in range(0, count, DEALT_TOGETHER):
            size = min(DEALT_TOGETHER, count - begin)
            orders = self.dealer.orders(self.interpreted.seed, first + begin, size)
            self.play_orders(orders, Outcomes(*(array[begin : begin + size] for array in results)))
        return results

    def outcomes_of(self, orders: Any) -> Outcomes:
        """Play one game for each shuffled deck (rows of int8, bottom card first)."""
        outcomes = no_outcomes(len(orders), self.interpreted.seats)
        self.play_orders(orders, outcomes)
        return outcomes

    def play_orders(self, orders: Any, outcomes: Outcomes) -> None:
        """Play shuffled decks. Raises RulesError if the rules break."""
        import numpy as np

        from faceup.native.operations.operation import TooLarge

        places = np.arange(len(orders))
        games, results = orders, outcomes  # those left to play
        while len(games):
            cause, again = None, list[int]()
            try:
                self.play(games, results)
                finite = np.isfinite(results.scores)
                broken = (~(finite.all(axis=1) if finite.ndim > 1 else finite)).nonzero()[0].tolist()
            except BrokenGames as error:
                broken, again, cause = error.places, error.not_begun, error.__cause__
            for i in broken:
                self.interpreted.play(games[i].tolist(), results, i)
            if broken and not isinstance(cause, TooLarge):
                name = type(self.interpreted.game).__name__
                raise RulesError(f"{name} breaks in machine code, though not in CPython")
            if results is not outcomes:
                for array, part in zip(outcomes, results, strict=True):
                    array[places] = part
            places = places[again]
            games, results = orders[places], no_outcomes(len(places), self.interpreted.seats)


PatiencePlayers = PatiencePlayer | CompiledPatiencePlayer


def fastest_player(interpreted: PatiencePlayer, special: bool) -> Callable[[Any, Outcomes], None]:
    """Compile a function that plays shuffled decks: 64 side by side in bit lanes if the rules allow it.

    ``special`` code is for these parameters only.
    """
    from faceup.native.lanes.player import LanesRefused, lanes_player
    from faceup.native.not_compiled import NotCompiled

    game, cards, longest = interpreted.game, len(interpreted.deck), interpreted.longest
    if interpreted.seats:
        return scalar_player(game, cards, longest, special)
    try:
        lanes = lanes_player(game)
    except LanesRefused:
        return scalar_player(game, cards, longest, special)
    lock = threading.Lock()

    @cache
    def scalar() -> Callable[[Any, Outcomes], None]:
        try:
            return scalar_player(game, cards, longest, special)
        except NotCompiled:
            return interpreted.play_orders

    def play(orders: Any, outcomes: Outcomes) -> None:
        lanes.play(orders, *outcomes, min(longest, WATCH))
        rows = (outcomes.marks > (WON if longest > WATCH else UNFINISHED)).nonzero()[0]  # unfinished there, or broken
        if len(rows):
            with lock:
                play_one_by_one = scalar()
            rest = no_outcomes(len(rows))
            try:
                play_one_by_one(orders[rows], rest)
            except BrokenGames as error:
                raise BrokenGames(rows[error.places].tolist(), rows[error.not_begun].tolist()) from error.__cause__
            finally:
                for array, part in zip(outcomes, rest, strict=True):
                    array[rows] = part

    return play
