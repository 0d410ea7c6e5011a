"""Numbered games of one game, which are the same in any process on any machine."""

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
from faceup.engines.simulate.blocks import LONG_GAMES, UnderWay, pieces
from faceup.engines.simulate.counting import count_up
from faceup.engines.simulate.game_player import CompiledGamePlayer, GamePlayer, compile_in_background
from faceup.engines.simulate.machine_code import FallbackPlayer, Player, certified_player
from faceup.engines.simulate.patience_player import CompiledPatiencePlayer, PatiencePlayer
from faceup.engines.simulate.processes import pack, pack_game, unpack, unpack_game
from faceup.results.answers.solution import Solution
from faceup.results.certified import Certified
from faceup.results.samples.totals import Totals
from faceup.rules.contract import Game, Patience, position_of
from faceup.rules.errors import UsageError, limit_reached
from faceup.rules.facts import plays_itself
from faceup.rules.parameters import write_parameters

_making = threading.RLock()  # players are made one by one: several threads may need the same one

COMPILE_FROM = 2000  # CPython plays fewer games before a compiler starts
SOON = 1.0  # seconds: a compiler would not be faster


class Playable(ABC):
    """Numbered games that are played block by block. Hashable and picklable."""

    nothing: ClassVar[Any]  # the totals of no games
    keep: tuple[tuple[str, int], ...]  # how many games of each kind to keep
    under_way: UnderWay  # the progress of this process

    @property
    @abstractmethod
    def engine_used(self) -> str:
        """The engine that plays them. Reading it makes, compiles and checks all players."""

    @property
    def in_threads(self) -> bool:
        """Whether several threads play faster than one."""
        return self.engine_used == "native"

    @property
    def smallest_block(self) -> int:
        """The games of the smallest block; 0 for the default."""
        return 0

    @property
    @abstractmethod
    def interpreted(self) -> str:
        """Why CPython plays them, if nobody asked for it; empty otherwise."""

    @property
    @abstractmethod
    def key(self) -> str:
        """All that the totals of a block depend on, as text. Raises UsageError if the rules have no lasting digest."""

    @abstractmethod
    def totals_of(self, first: int, count: int) -> Any:
        """Play some games and return their totals."""

    def play(self, first: int, count: int, stop: threading.Event | None = None) -> Any:
        """Return the totals of a block, or of its first games if the run ends. Raises GivenUp soon after ``stop``."""
        totals, keep, ends = self.nothing, dict(self.keep), self.under_way.ends
        for begin, size in pieces(first, count, self.under_way, stop):
            if ends and begin > first and ends.is_set():
                break
            try:
                totals = totals.plus(self.totals_of(begin, size), keep)
            except GivenUp:  # the time limit came in the middle of a game
                break
        return totals


@dataclass(frozen=True)
class NumberedGames(Playable):
    """The games of a seed, of which about ``games`` will be played.

    ``engine`` is ``cpython``, ``native``, or, if players look ahead, ``auto``. Pickling drops the solution for policy
    ``best``, the event ``stop`` that cancels solving, and the progress.
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
        policies = tuple(map(pack, self.policies))
        parts = (self.seed, self.longest, self.engine, self.games, policies, self.keep)
        return _unpack, (pack_game(self.game), *parts)

    @cached_property
    def player(self) -> Player:
        """The player, made once in each process."""
        with _making:
            player: Player | None = vars(self).get("player")  # another thread made it while this one waited
            return player or self._new_player()

    @cached_property
    def best_play(self) -> Solution:
        """The solved game. Raises LimitReached."""
        if self.solution is not None:
            return self.solution
        from faceup.engines.solve.dispatch import solve

        seconds = self.under_way.ends.seconds_left if self.under_way.ends else inf
        assert isinstance(self.game, Game)
        solution = solve(self.game, stop=self.stop, seconds=seconds, progress=self.under_way.note_states)
        if solution.value.how == "stopped":
            self.under_way.note_states(solution.states)
            raise self.under_way.none_played(limit_reached(solution.value.limit))
        return solution

    def _new_player(self) -> Player:
        """Return CPython's player, or the one in machine code if it pays and agrees with CPython."""
        interpreted: PatiencePlayer | GamePlayer
        compiled: Callable[[], Player]
        if plays_itself(self.game):
            interpreted = PatiencePlayer(self.game, self.seed, self.longest, self.under_way)
            compiled = partial(CompiledPatiencePlayer, interpreted, self.games)
        else:
            solution = self.best_play if "best" in self.policies else self.solution
            thoughts = lasting_thoughts(self.policies)
            thinking = Thinking(self.game, self.engine, self.under_way.check, thoughts) if thoughts else None
            arguments = self.game, self.seed, self.longest, self.policies, solution, self.under_way, thinking
            interpreted = GamePlayer(*arguments)
            compiled = partial(CompiledGamePlayer, interpreted)
        if self.engine == "cpython" or self.by_what_is_seen or self.looks_ahead:
            return interpreted

        def start_compiler(seconds: float) -> Compilation | None:
            if seconds < SOON or isinstance(interpreted, PatiencePlayer):
                return None
            return compile_in_background(interpreted)

        compared: list[int] = []
        vars(self)["held"] = compared
        return certified_player(interpreted, compiled, self.games, start_compiler, compared) or interpreted

    def certificate(self, ends: Deadline) -> Certified | None:
        """Return how many games were compared with CPython; None if machine code was not ready in time."""
        if isinstance(self.player, FallbackPlayer) and not ends.is_set():
            self.player.settle(ends)
        compared: list[int] = vars(self).get("held", [])
        return Certified(compared[0], self.games, "games") if compared else None

    @property
    def looks_ahead(self) -> bool:
        """Whether some policy looks ahead, which takes nearly all of the time."""
        return bool(lasting_thoughts(self.policies))

    @property
    def smallest_block(self) -> int:
        return LONG_GAMES if self.looks_ahead else 0

    @property
    def by_what_is_seen(self) -> bool:
        """Whether some policy decides by its player's view: machine code knows states only."""
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
        if isinstance(self.player, FallbackPlayer) and self.player.player is None:
            return "as machine code was not ready" if self.under_way.games else ""  # nothing was played here
        return "as the rules do not compile"

    @property
    def in_threads(self) -> bool:
        return self.engine_used == "native" or self.looks_ahead or isinstance(self.player, FallbackPlayer)

    def totals_of(self, first: int, count: int) -> Totals:
        player = self.player
        totals = count_up(player.outcomes(first, count), first, dict(self.keep), player.engine)
        self.under_way.add(totals)
        return totals

    @property
    def key(self) -> str:
        from faceup.engines.figures_digest import figures_digest
        from faceup.native.digests.digest import digest_of, lasts, rules_digest

        # With policy best, a theory may give the moves, and the digest of the rules does not cover it.
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


def _unpack(game: Any, seed: int, longest: int, engine: str, games: int, policies: Any, keep: Any) -> NumberedGames:
    return NumberedGames(unpack_game(game), seed, longest, engine, games, tuple(map(unpack, policies)), keep)


@lru_cache(maxsize=8)
def _first_instance(games: Playable) -> Playable:
    """Return the first equal instance in this process, which has its players already."""
    return games


def play_block(games: Playable, first: int, count: int) -> Any:
    """Return the totals of one block; the players are made once in each process."""
    with _making:
        games = _first_instance(games)
    return games.play(first, count)
