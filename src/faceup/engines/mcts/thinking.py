"""Searches for moves: in open games by positions, in games with hidden information by what each seat knows."""

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from math import inf, nan
from typing import Any

from faceup.engines.hidden.memory import story_of
from faceup.engines.mcts.alpha_beta_backends import LooksInCPython, LooksInMachineCode, estimates_to_a_depth
from faceup.engines.mcts.backends import HELD_PLAYOUTS, InCPython, InMachineCode, MachineCode
from faceup.engines.mcts.information_sets import (
    InformationSetSearch,
    InformationSetsInCPython,
    InformationSetsInMachineCode,
    information_set_estimates,
)
from faceup.engines.mcts.tree_search import NONE, PLAYOUTS, Tree
from faceup.engines.mcts.two_engines import Engines, GoesOn, checked_machine_code, decisions_of_a_game
from faceup.engines.model.broken_rules import legal_moves_of
from faceup.engines.model.policies import Thinker, Thought, check_thought
from faceup.engines.model.random_stream import word
from faceup.engines.model.seats import seats_of
from faceup.results.answers.decision import Event
from faceup.results.samples.estimate import Estimate, MoveEstimate, likely_best
from faceup.rules.contract import Game
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

COMPILE = __name__, "compile_search"  # for another process
COMPILE_TO_A_DEPTH = __name__, "compile_search_to_a_depth"


class Searcher:
    """Estimates moves in positions of one game without hidden information, by Monte Carlo tree search."""

    def __init__(self, game: Game, engines: Engines) -> None:
        self.game, self.engines = game, engines

    def estimate(self, state: Any, thought: Thought, stream: list[int]) -> Estimate:
        """Estimate all moves with this much thought, with random numbers from the stream.

        Raises RulesError if the rules break the contract.
        """
        playouts, seconds = thought.playouts, thought.seconds
        tree = self.engines.run(
            lambda backend, going: backend.tree(state, playouts, stream, going, seconds), stream, seconds == inf
        )
        return _estimate_of(self.game, state, tree)


class DepthSearcher:
    """Estimates moves of one game by alpha-beta to a depth; see ``Engines`` for ``engine`` and ``going``."""

    def __init__(self, game: Game, engine: str = "auto", going: GoesOn = lambda: None) -> None:
        self.game = game
        cpython = LooksInCPython(game)
        self.engines = Engines(game, engine, going, cpython, _machine_code_to_a_depth, COMPILE_TO_A_DEPTH, "alpha-beta")

    def estimate(self, state: Any, thought: Thought, stream: list[int]) -> Estimate:
        """Estimate all moves by looking so many moves ahead; one number of the stream is the key of all random numbers.

        Raises RulesError if the rules break the contract.
        """
        key = word(stream)
        estimate: Estimate = self.engines.run(
            lambda backend, going: backend.estimate(state, thought.depth, key, going), stream
        )
        return estimate


def engines_of(game: Game, engine: str = "auto", going: GoesOn = lambda: None) -> Engines:
    """Return the engines of tree search in a game; see ``Engines`` for ``engine`` and ``going``."""
    cpython = InformationSetsInCPython(game) if facts_of(game).hidden else InCPython(game)
    return Engines(game, engine, going, cpython, _machine_code, COMPILE, "mcts")


@lru_cache(maxsize=32)
def _machine_code(game: Game) -> MachineCode | None:
    """Return machine code of tree search that agrees with the rules; None if these do not compile."""
    if facts_of(game).hidden:
        return checked_machine_code(
            game, InformationSetsInMachineCode, InformationSetsInCPython(game), information_set_estimates, "mcts"
        )
    return checked_machine_code(game, InMachineCode, InCPython(game), _estimates, "mcts")


@lru_cache(maxsize=32)
def _machine_code_to_a_depth(game: Game) -> MachineCode | None:
    """Return machine code of alpha-beta that agrees with the rules; None if these do not compile."""
    return checked_machine_code(game, LooksInMachineCode, LooksInCPython(game), estimates_to_a_depth, "alpha-beta")


def _estimates(game: Game, backend: Any) -> Any:
    """Yield the estimates of a backend in some positions of a game."""
    for state, _, stream in decisions_of_a_game(game):
        tree = backend.tree(state, HELD_PLAYOUTS, stream, lambda: True)
        yield state, None if tree is None else (_estimate_of(game, state, tree), stream)


def compile_search(game: Game) -> None:
    """Compile tree search for a game, and store it on disk."""
    _machine_code(game)


def compile_search_to_a_depth(game: Game) -> None:
    """Compile alpha-beta for a game, and store it on disk."""
    _machine_code_to_a_depth(game)


def _estimate_of(game: Game, state: Any, tree: Tree) -> Estimate:
    """Return the estimates of the moves at the root of a tree."""
    moves, who, seats = legal_moves_of(game, state), int(game.turn(state)), seats_of(game)
    rows, width, child = [MoveEstimate(move, 0, nan, False) for move in moves], len(tree.row), int(tree.children[0])
    while child != NONE:
        place, visits, settled = int(tree.places[child]), int(tree.visits[child]), bool(tree.settled[child])
        total = float(tree.totals[child * width + (who if seats else 0)])
        mean = total if settled else total / visits
        rows[place] = MoveEstimate(moves[place], visits, -mean if who == 1 and not seats else mean, settled)
        child = int(tree.siblings[child])
    return Estimate(who, int(tree.registers[PLAYOUTS]), tuple(rows), likely_best(rows))


class Thinking:
    """Estimates and chooses moves of one game in any number of plays; see ``Engines`` for ``engine`` and ``going``.

    It is made ready for these ``thoughts``. Raises UsageError for one that is not for the game.
    """

    def __init__(
        self,
        game: Game,
        engine: str = "auto",
        going: GoesOn = lambda: None,
        thoughts: Iterable[Thought] = (),
    ) -> None:
        self.game, self.given = game, (game, engine, going)
        self.ready: list[Engines] = []
        for thought in thoughts:
            self._made_for(thought)

    @property
    def engine(self) -> str:
        """The engine of the next decision: machine code if some of its thoughts are compiled."""
        return max((engines.engine for engines in self.ready), default="cpython")  # of two words the later one

    @cached_property
    def engines(self) -> Engines:
        """The engines of tree search."""
        return self._ready(engines_of(*self.given))

    @cached_property
    def searcher(self) -> Searcher:
        """The searcher of trees of positions."""
        return Searcher(self.game, self.engines)

    @cached_property
    def depth_searcher(self) -> DepthSearcher:
        """The searcher to a depth."""
        searcher = DepthSearcher(*self.given)
        self._ready(searcher.engines)
        return searcher

    def _ready(self, engines: Engines) -> Engines:
        self.ready.append(engines)
        return engines

    def _made_for(self, thought: Thought) -> Searcher | DepthSearcher | Engines:
        """Return the searcher for such thoughts."""
        check_thought(self.game, thought)
        if thought.depth:
            return self.depth_searcher
        return self.engines if facts_of(self.game).hidden else self.searcher

    def begin_game(self) -> Thinker:
        """Return a thinker for one game that begins now."""
        return InformationSetSearch(self.game, self.engines) if facts_of(self.game).hidden else self

    def choose(self, state: Any, thought: Thought, stream: list[int]) -> Move:
        """Return the move to make in a state without hidden information."""
        moves = legal_moves_of(self.game, state)
        return moves[0] if len(moves) == 1 else self.estimate(state, (), thought, stream).move

    def follow(self, turn: int, move: Move, state: Any) -> None:
        """Do nothing: without hidden information the position shows all."""

    def after(self, moves: Iterable[Move], thought: Thought, stream: list[int]) -> Estimate:
        """Estimate the moves that are legal after these moves from the start, with this much thought."""
        moves, state = list(moves), self.game.start()
        for move in moves:
            state = self.game.play(state, move)
        story = story_of(self.game, self.game.turn(state), moves) if facts_of(self.game).hidden else []
        return self.estimate(state, story, thought, stream)

    def estimate(self, state: Any, story: Sequence[Event], thought: Thought, stream: list[int]) -> Estimate:
        """Estimate the moves in this state with this much thought, for the player to move, who remembers this story."""
        made = self._made_for(thought)
        if not isinstance(made, Engines):
            return made.estimate(state, thought, stream)
        search = InformationSetSearch(self.game, made)
        return search.estimate(self.game.turn(state), story, thought, stream)
