"""What a worker is told: which games to play, so that any process on any machine plays the same."""

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from faceup.engines.dealing import Dealer, deck_of, order_of
from faceup.engines.policies import Policy
from faceup.engines.simulate.counting import count_up
from faceup.engines.simulate.game_player import GamePlayer
from faceup.engines.simulate.patience_player import PatiencePlayer
from faceup.engines.simulate.travel import packed, packed_game, unpacked, unpacked_game
from faceup.results.solution import Solution
from faceup.results.totals import MARKS, Outcomes, PairTotals, Totals
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import UsageError
from faceup.rules.parameters import write_parameters
from faceup.rules.pile import LARGEST_CARD

SMALLEST, LARGEST = 1 << 14, 1 << 22  # games in a block
SHARE = 32  # where blocks are larger than the smallest, each is at most this part of all games before it
AT_ONCE = 1 << 16  # games counted at once: their outcomes take a megabyte, however long the run
BRIEF = 0.05  # seconds that a piece of a block may take before the next one is not made larger

_lock = threading.Lock()


def blocks(games: int) -> Iterator[tuple[int, int]]:
    """The first game and the number of games of each block; where a block begins depends on nothing else."""
    first = 0
    while first < games:
        size = min(max(1 << (first // SHARE).bit_length() >> 1, SMALLEST), LARGEST)
        yield first, min(size, games - first)
        first += size


class Stopped(Exception):
    """The run was given up while this block was under way."""


def pieces(first: int, count: int, engine: str, stop: threading.Event | None) -> Iterator[tuple[int, int]]:
    """A block in pieces that are counted at once, small where CPython plays, so that a run can be given up."""
    begun, size = first, AT_ONCE if engine == "native" else 16
    while begun < first + count:
        if stop and stop.is_set():
            raise Stopped
        some = min(size, first + count - begun)
        clock = time.perf_counter()
        yield begun, some
        begun += some
        if time.perf_counter() - clock < BRIEF:
            size = min(4 * size, AT_ONCE)


@dataclass(frozen=True)
class Job:
    """Numbered games of one game; ``games`` is about how many. Hashable, and it travels: a solution stays at home."""

    game: Game | Patience
    seed: int
    longest: int
    engine: str
    games: int
    policies: tuple[Policy | str, ...] = ("random",)
    keep: tuple[tuple[str, int], ...] = ()
    solution: Solution | None = field(default=None, compare=False)

    nothing = Totals()

    def __reduce__(self) -> Any:
        policies = tuple(map(packed, self.policies))
        parts = (self.seed, self.longest, self.engine, self.games, policies, self.keep)
        return _job, (packed_game(self.game), *parts)

    @cached_property
    def player(self) -> PatiencePlayer | GamePlayer:
        """Who plays; made once in each process."""
        if isinstance(self.game, Patience):
            return PatiencePlayer(self.game, self.seed, self.longest, self.engine, self.games)
        solution = self.solution
        if solution is None and "best" in self.policies:
            from faceup.engines.solve.door import solve

            solution = solve(self.game)
        return GamePlayer(self.game, self.seed, self.longest, self.engine, self.games, self.policies, solution)

    def play(self, first: int, count: int, stop: threading.Event | None = None) -> Totals:
        """The totals of a block. Raises Stopped soon after ``stop`` is set."""
        totals, keep = self.nothing, dict(self.keep)
        for begun, some in pieces(first, count, self.player.engine, stop):
            found = self.player.outcomes(begun, some)
            totals = totals.plus(count_up(found, begun, keep, self.player.engine), keep)
        return totals

    @property
    def key(self) -> str:
        """All that the outcome of a numbered game depends on, and what is kept of it, as text."""
        from faceup.engines.figures_digest import figures_digest
        from faceup.native.digest import digest_of, rules_digest

        words = {
            "faceup": figures_digest(),
            "rules": rules_digest(type(self.game)),
            "parameters": write_parameters(self.game),
            "seed": self.seed,
            "longest": self.longest,
            "policies": [p if isinstance(p, str) else digest_of(p) for p in self.policies],
            "keep": dict(self.keep),
        }
        return json.dumps(words, sort_keys=True)


def _job(game: Any, seed: int, longest: int, engine: str, games: int, policies: Any, keep: Any) -> Job:
    return Job(unpacked_game(game), seed, longest, engine, games, tuple(map(unpacked, policies)), keep)


@dataclass(frozen=True)
class PairJob:
    """Two rules on common deals: one shuffle of all cards that either deck has, of which each takes its own.

    A game whose deck holds all cards of the other's gets the deals of its own numbered games. Two Games have common
    numbers.
    """

    first: Job
    second: Job

    nothing = PairTotals()
    keep = ()

    def __reduce__(self) -> Any:
        return PairJob, (self.first, self.second)

    @cached_property
    def player(self) -> Any:
        """The first one's, for its engine; both are made, so that neither is while the clock runs."""
        assert self.second.player is not None
        return self.first.player

    def play(self, first: int, count: int, stop: threading.Event | None = None) -> PairTotals:
        """The totals of a block. Raises Stopped soon after ``stop`` is set."""
        totals, engine = self.nothing, self.player.engine
        for begun, some in pieces(first, count, engine, stop):
            a, b = self.outcomes(begun, some)
            found = PairTotals(count_up(a, begun, {}, engine), count_up(b, begun, {}, engine), _pairs(a, b))
            totals = totals.plus(found, {})
        return totals

    def outcomes(self, first: int, count: int) -> tuple[Outcomes, Outcomes]:
        """The outcomes of both, game by game."""
        one, other = self.first.player, self.second.player
        if not isinstance(one, PatiencePlayer) or not isinstance(other, PatiencePlayer):
            return one.outcomes(first, count), other.outcomes(first, count)
        orders = self._orders(first, count)
        return tuple(  # type: ignore[return-value]
            player.outcomes_of(_own_cards(orders, cards))
            for player, cards in zip((one, other), self._cards, strict=True)
        )

    def _orders(self, first: int, count: int) -> Any:
        import numpy as np

        union, seed = list(range(len(self._union))), self.first.seed
        if self.player.engine == "native":
            return Dealer(union).orders(seed, first, count)
        return np.array([order_of(union, seed, first + i) for i in range(count)], np.int8)

    @cached_property
    def _decks(self) -> list[dict[tuple[str, int], int]]:
        return [_faces(job.game) for job in (self.first, self.second)]

    @cached_property
    def _union(self) -> list[tuple[str, int]]:
        larger, smaller = sorted(self._decks, key=len, reverse=True)
        union = list(dict.fromkeys([*larger, *smaller]))
        if len(union) > LARGEST_CARD:
            raise UsageError(f"the two decks have {len(union)} different cards; possible: up to {LARGEST_CARD}")
        return union

    @cached_property
    def _cards(self) -> list[list[int]]:
        """For each game, which card of it each card of the union is, or -1."""
        return [[deck.get(face, -1) for face in self._union] for deck in self._decks]

    @property
    def key(self) -> str:
        """All that the outcomes depend on."""
        return json.dumps([self.first.key, self.second.key])


def _faces(game: Any) -> dict[tuple[str, int], int]:
    """Each card of a deck by its text, and by a number where the deck has it several times."""
    found: dict[tuple[str, int], int] = {}
    for card in deck_of(game):
        k = 0
        while (known := found.get((game.say(card), k))) is not None:
            if known != card:
                raise UsageError(
                    f"{type(game).name}: say calls two cards {game.say(card)!r}, so deals cannot be common"
                )
            k += 1
        found[game.say(card), k] = card
    return found


def _own_cards(orders: Any, cards: list[int]) -> Any:
    """Of each shuffled union the cards of one deck, in the same order."""
    import numpy as np

    mapped = np.array(cards, np.int8)[orders]
    return np.ascontiguousarray(mapped[mapped >= 0].reshape(len(orders), -1))


def _pairs(a: Outcomes, b: Outcomes) -> dict[tuple[float, int, float, int], int]:
    """Pairs of games, counted by score and mark of both."""
    import numpy as np

    kinds: list[Any] = []
    codes: Any = 0
    for outcomes in (a, b):
        scores, places = np.unique(outcomes.scores, return_inverse=True)
        kinds.append(scores.tolist())
        codes = (codes * len(scores) + places) * MARKS + outcomes.marks
    found = {}
    for code, count in zip(*(array.tolist() for array in np.unique(codes, return_counts=True)), strict=True):
        rest, mark_b = divmod(code, MARKS)
        rest, second = divmod(rest, len(kinds[1]))
        first, mark_a = divmod(rest, MARKS)
        found[kinds[0][first], mark_a, kinds[1][second], mark_b] = count
    return found


@lru_cache(maxsize=8)
def _known(job: Any) -> Any:
    return job


def ready(job: Any) -> None:
    """Have the job's player made: compiled, and tried. Threads that ask for players get them one by one."""
    with _lock:
        assert job.player is not None


def play_block(job: Any, first: int, count: int) -> Any:
    """The totals of one block, in whatever process; a player is made once for all its blocks."""
    with _lock:
        job = _known(job)
    ready(job)
    return job.play(first, count)
