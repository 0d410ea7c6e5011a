"""Playing numbered games of a patience, in CPython or in machine code, with the same results."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import isfinite
from typing import Any, ClassVar

from faceup.engines.model.contract_check import complete
from faceup.engines.model.dealing import Dealer, deck_of, lay_out, order_of, rules_errors
from faceup.engines.model.seats import checked_score, seats_of
from faceup.engines.simulate import row_gains
from faceup.engines.simulate.patience_kernel import BrokenGames, scalar_player
from faceup.engines.simulate.playthrough import WATCH, finish
from faceup.engines.simulate.under_way import UnderWay
from faceup.results.samples.totals import Outcomes, no_outcomes
from faceup.rules.contract import LOST, UNFINISHED, WON, Patience
from faceup.rules.errors import RulesError

DEALT_TOGETHER = 1 << 13  # games dealt before they are played: their decks stay in the processor's cache
SPECIAL_FROM = 1_000_000  # games from which it pays to compile for these very parameters


@dataclass(frozen=True)
class PatiencePlayer:
    """Plays numbered games of a patience in CPython."""

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
        """How many have a score of their own; 0 where it is one number."""
        return seats_of(self.game)

    def outcomes(self, first: int, count: int, lasts: Any = None) -> Outcomes:
        found = no_outcomes(count, self.seats)
        for i in range(count):
            self.play(order_of(self.deck, self.seed, first + i), found, i)
        return found

    def outcomes_of(self, orders: Any) -> Outcomes:
        """One game for each shuffled deck, as rows of int8, the bottom card first."""
        found = no_outcomes(len(orders), self.seats)
        self.play_orders(orders, found)
        return found

    def play_orders(self, orders: Any, found: Outcomes) -> None:
        """Play shuffled decks. Raises RulesError that shows the table where the rules break."""
        for i, order in enumerate(orders.tolist()):
            self.play(order, found, i)

    def play(self, order: list[int], found: Outcomes, i: int) -> None:
        """Play one shuffled deck, and write its outcome down at place i."""
        game, table = self.game, lay_out(self.game, order)
        found.lengths[i], found.marks[i] = finish(game, table, self.longest, self.under_way)
        if found.marks[i] not in (WON, LOST):
            return
        with rules_errors(game, table):
            score = game.score(table)
        found.scores[i] = checked_score(game, table, score, self.seats)
        if not all(map(isfinite, found.scores[i].ravel())):
            raise RulesError(f"{type(game).__name__}: the score is {score} at the table {game.show(table)}")
        if self.seats:
            found.marks[i] = row_gains.end_of(found.scores, i, LOST)


class CompiledPatiencePlayer:
    """Plays them in machine code, ``games`` or so; games that break in CPython, which tells what is wrong.

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
        found = no_outcomes(count, self.interpreted.seats)
        for begun in range(0, count, DEALT_TOGETHER):
            some = min(DEALT_TOGETHER, count - begun)
            orders = self.dealer.orders(self.interpreted.seed, first + begun, some)
            self.play_orders(orders, Outcomes(*(array[begun : begun + some] for array in found)))
        return found

    def outcomes_of(self, orders: Any) -> Outcomes:
        """One game for each shuffled deck, as rows of int8, the bottom card first."""
        found = no_outcomes(len(orders), self.interpreted.seats)
        self.play_orders(orders, found)
        return found

    def play_orders(self, orders: Any, found: Outcomes) -> None:
        """Play shuffled decks. Raises RulesError where the rules break."""
        import numpy as np

        from faceup.native.operations.operation import TooLarge

        places = np.arange(len(orders))
        games, outcomes = orders, found  # those left to play
        while len(games):
            cause, again = None, list[int]()
            try:
                self.play(games, outcomes)
                finite = np.isfinite(outcomes.scores)
                broken = (~(finite.all(axis=1) if finite.ndim > 1 else finite)).nonzero()[0].tolist()
            except BrokenGames as error:
                broken, again, cause = error.places, error.not_begun, error.__cause__
            for i in broken:
                self.interpreted.play(games[i].tolist(), outcomes, i)
            if broken and not isinstance(cause, TooLarge):
                name = type(self.interpreted.game).__name__
                raise RulesError(f"{name} breaks in machine code, though not in CPython")
            if outcomes is not found:
                for array, some in zip(found, outcomes, strict=True):
                    array[places] = some
            places = places[again]
            games, outcomes = orders[places], no_outcomes(len(places), self.interpreted.seats)


PatiencePlayers = PatiencePlayer | CompiledPatiencePlayer


def fastest_player(interpreted: PatiencePlayer, special: bool) -> Callable[[Any, Outcomes], None]:
    """Plays shuffled decks in machine code: sixty-four side by side where the rules are made for it.

    ``special`` code serves these parameters alone.
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

    def play(orders: Any, found: Outcomes) -> None:
        lanes.play(orders, *found, min(longest, WATCH))
        left = (found.marks > (WON if longest > WATCH else UNFINISHED)).nonzero()[0]  # unfinished there, or broken
        if len(left):
            with lock:
                play_one_by_one = scalar()
            rest = no_outcomes(len(left))
            try:
                play_one_by_one(orders[left], rest)
            except BrokenGames as error:
                raise BrokenGames(left[error.places].tolist(), left[error.not_begun].tolist()) from error.__cause__
            finally:
                for array, some in zip(found, rest, strict=True):
                    array[left] = some

    return play
