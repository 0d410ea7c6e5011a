"""Numbered games of one game, as any process on any machine plays them alike."""

import json
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from math import inf
from typing import Any, ClassVar

from faceup.engines.mcts.thinking import Thinking
from faceup.engines.model.compiling import Compilation
from faceup.engines.model.limits import Deadline, GivenUp
from faceup.engines.model.policies import Policy, by_what_is_seen, lasting_thoughts
from faceup.engines.simulate.blocks import LONG_GAMES, pieces
from faceup.engines.simulate.counting import count_up
from faceup.engines.simulate.game_player import CompiledGamePlayer, GamePlayer, compiled_beside
from faceup.engines.simulate.machine_code import Player, PlayerMeanwhile, believed
from faceup.engines.simulate.patience_player import CompiledPatiencePlayer, PatiencePlayer
from faceup.engines.simulate.processes import packed, packed_game, unpacked, unpacked_game
from faceup.engines.simulate.under_way import UnderWay
from faceup.results.answers.solution import Solution
from faceup.results.certified import Certified
from faceup.results.samples.totals import Totals
from faceup.rules.contract import Game, Patience, position_of
from faceup.rules.errors import UsageError, limit_reached
from faceup.rules.facts import plays_itself
from faceup.rules.parameters import write_parameters

_making = threading.RLock()  # players are made one by one, for several threads may ask for the same

COMPILE_FROM = 2000  # fewer games are played sooner in CPython than the compiler starts
SOON = 1.0  # seconds in which CPython is done before a compiler would be


class Playable(ABC):
    """Numbered games that are played block by block. Hashable; and it travels."""

    nothing: ClassVar[Any]  # the totals of no games
    keep: tuple[tuple[str, int], ...]  # how many games of each kind are kept
    under_way: UnderWay  # how far they are in this process

    @property
    @abstractmethod
    def engine_used(self) -> str:
        """In which engine they are played; when this is known all players are made, compiled and tried."""

    @property
    def in_threads(self) -> bool:
        """Whether several threads play faster than one."""
        return self.engine_used == "native"

    @property
    def smallest_block(self) -> int:
        """The games of the smallest block; 0 where nothing is known about it."""
        return 0

    @property
    @abstractmethod
    def interpreted(self) -> str:
        """Why they are played in CPython, where nobody asked for that; empty otherwise."""

    @property
    @abstractmethod
    def key(self) -> str:
        """All that the totals of a block depend on, as text. Raises UsageError where that has no lasting digest."""

    @abstractmethod
    def counted(self, first: int, count: int) -> Any:
        """The totals of some games."""

    def play(self, first: int, count: int, stop: threading.Event | None = None) -> Any:
        """The totals of a block, or of its first games where the run ends. Raises GivenUp soon after ``stop``."""
        totals, keep, ends = self.nothing, dict(self.keep), self.under_way.ends
        for begun, some in pieces(first, count, self.under_way, stop):
            if ends and begun > first and ends.is_set():
                break
            try:
                totals = totals.plus(self.counted(begun, some), keep)
            except GivenUp:  # in a game that went on and on
                break
        return totals


@dataclass(frozen=True)
class NumberedGames(Playable):
    """The games of a seed, of which about ``games`` will be played; ``engine`` is ``cpython``, ``native``, or, where
    players look ahead, ``auto``.

    What stays at home when they travel: a solution for policy ``best``, ``stop``, by which finding one is given up, and
    how far they are.
    """

    game: Game | Patience
    seed: int
    longest: int
    engine: str
    games: int
    policies: tuple[Policy | str, ...] = ("random",)
    keep: tuple[tuple[str, int], ...] = ()
    solution: Solution | None = field(default=None, compare=False)
    stop: threading.Event | None = field(default=None, compare=False)
    under_way: UnderWay = field(default_factory=UnderWay, compare=False)

    nothing: ClassVar[Totals] = Totals()

    def __reduce__(self) -> Any:
        policies = tuple(map(packed, self.policies))
        parts = (self.seed, self.longest, self.engine, self.games, policies, self.keep)
        return _unpacked, (packed_game(self.game), *parts)

    @cached_property
    def player(self) -> Player:
        """Who plays; made once in each process."""
        with _making:
            made: Player | None = vars(self).get("player")  # by another thread, while this one waited
            return made or self._new_player()

    @cached_property
    def best_play(self) -> Solution:
        """The solved game. Raises LimitReached."""
        if self.solution is not None:
            return self.solution
        from faceup.engines.solve.dispatch import solve

        seconds = self.under_way.ends.seconds_left if self.under_way.ends else inf
        assert isinstance(self.game, Game)
        solution = solve(self.game, stop=self.stop, seconds=seconds, progress=self.under_way.solving)
        if solution.value.how == "stopped":
            self.under_way.solving(solution.states)
            raise self.under_way.none_played(limit_reached(solution.value.limit))
        return solution

    def _new_player(self) -> Player:
        interpreted: PatiencePlayer | GamePlayer
        compiled: Callable[[], Player]
        if plays_itself(self.game):
            interpreted = PatiencePlayer(self.game, self.seed, self.longest, self.under_way)
            compiled = partial(CompiledPatiencePlayer, interpreted, self.games)
        else:
            solution = self.best_play if "best" in self.policies else self.solution
            thoughts = lasting_thoughts(self.policies)
            thinking = Thinking(self.game, self.engine, self.under_way.check, thoughts) if thoughts else None
            given = self.game, self.seed, self.longest, self.policies, solution, self.under_way, thinking
            interpreted = GamePlayer(*given)
            compiled = partial(CompiledGamePlayer, interpreted)
        if self.engine == "cpython" or self.by_what_is_seen or self.looks_ahead:
            return interpreted

        def begun(seconds: float) -> Compilation | None:
            if seconds < SOON or isinstance(interpreted, PatiencePlayer):
                return None
            return compiled_beside(interpreted)

        held: list[int] = []
        vars(self)["held"] = held
        return believed(interpreted, compiled, self.games, begun, held) or interpreted

    def certified(self, ends: Deadline) -> Certified | None:
        """How many games CPython plays too, to hold machine code to; None where that is not there in time."""
        if isinstance(self.player, PlayerMeanwhile) and not ends.is_set():
            self.player.settle(ends)
        held: list[int] = vars(self).get("held", [])
        return Certified(held[0], self.games, "games") if held else None

    @property
    def looks_ahead(self) -> bool:
        """Whether somebody looks ahead, which takes nearly all of the time."""
        return bool(lasting_thoughts(self.policies))

    @property
    def smallest_block(self) -> int:
        return LONG_GAMES if self.looks_ahead else 0

    @property
    def by_what_is_seen(self) -> bool:
        """Whether somebody decides by what is seen: machine code knows states alone."""
        return not plays_itself(self.game) and by_what_is_seen(self.game, self.policies)

    @property
    def engine_used(self) -> str:
        return self.player.engine

    @property
    def interpreted(self) -> str:
        if self.engine_used == "native":
            return ""
        if self.looks_ahead:
            return ""
        if self.engine == "cpython":
            return "for so few games" if self.games < COMPILE_FROM else ""
        if self.by_what_is_seen:
            return "as players decide by what they see"
        if isinstance(self.player, PlayerMeanwhile) and self.player.player is None:
            return "as machine code was not ready" if self.under_way.games else ""  # nothing was played here
        return "as the rules do not compile"

    @property
    def in_threads(self) -> bool:
        return self.engine_used == "native" or self.looks_ahead or isinstance(self.player, PlayerMeanwhile)

    def counted(self, first: int, count: int) -> Totals:
        player = self.player
        totals = count_up(player.outcomes(first, count), first, dict(self.keep), player.engine)
        self.under_way.counted(totals)
        return totals

    @property
    def key(self) -> str:
        from faceup.engines.figures_digest import figures_digest
        from faceup.native.digests.digest import digest_of, lasts, rules_digest

        # Where players play their best, a theory may say what that is; it is no part of the rules.
        rules_class = type(self.game)
        theory = getattr(rules_class, "theory", None) if "best" in self.policies else None
        if not lasts(rules_class, *self.policies, theory):
            raise UsageError("these rules reach something that has no lasting digest, so their games cannot be stored")
        parts = {
            "faceup": figures_digest(),
            "rules": rules_digest(rules_class),
            "parameters": write_parameters(self.game),
            **({"position": position_of(self.game)} if position_of(self.game) else {}),
            "seed": self.seed,
            "longest": self.longest,
            "policies": [p if isinstance(p, str) else digest_of(rules_class, p) for p in self.policies],
            "keep": dict(self.keep),
            "theory": digest_of(rules_class, theory),
        }
        return json.dumps(parts, sort_keys=True)


def _unpacked(game: Any, seed: int, longest: int, engine: str, games: int, policies: Any, keep: Any) -> NumberedGames:
    return NumberedGames(unpacked_game(game), seed, longest, engine, games, tuple(map(unpacked, policies)), keep)


@lru_cache(maxsize=8)
def _met(games: Playable) -> Playable:
    """These games as they were first met in this process, with their players."""
    return games


def play_block(games: Playable, first: int, count: int) -> Any:
    """The totals of one block, in whatever process; players are made once for all its blocks."""
    with _making:
        games = _met(games)
    return games.play(first, count)
