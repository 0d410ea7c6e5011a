"""Who looks ahead: in open games by positions, in games with hidden information by what each seat knows."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import inf, nan
from typing import Any

from faceup.engines.hidden.memory import story_of
from faceup.engines.mcts.backends import InCPython, InMachineCode, MachineCode
from faceup.engines.mcts.information_set_backends import KnowingInCPython, KnowingInMachineCode
from faceup.engines.mcts.information_sets import InformationSetSearch, estimates_of_knowing
from faceup.engines.mcts.tree_search import NONE, PLAYOUTS, Tree
from faceup.engines.mcts.two_engines import Engines, GoesOn, decisions_of_a_game, held_machine_code
from faceup.engines.model.broken_rules import legal_moves_of
from faceup.engines.model.policies import Thinker, Thought
from faceup.engines.model.seats import seats_of
from faceup.results.answers.decision import Event
from faceup.results.samples.estimate import Estimate, MoveEstimate
from faceup.rules.contract import Game
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

COMPILE = __name__, "compile_search"  # for another process


class Searcher:
    """Thinks about positions of one game, in which all lies open; see ``Engines`` for ``engine`` and ``going``."""

    def __init__(self, game: Game, engine: str = "auto", going: GoesOn = lambda: None) -> None:
        self.game, self.engines = game, engines_of(game, engine, going)

    @property
    def engine(self) -> str:
        """The engine of the next decision."""
        return self.engines.engine

    def choose(self, state: Any, playouts: int, stream: list[int]) -> Move:
        """The move to make in a state in which somebody has a choice."""
        moves = legal_moves_of(self.game, state)
        return moves[0] if len(moves) == 1 else self.estimate(state, playouts, stream).move

    def follow(self, turn: int, move: Move, state: Any) -> None:
        """Nothing is remembered of moves: the position shows all."""

    def estimate(self, state: Any, playouts: int, stream: list[int], seconds: float = inf) -> Estimate:
        """What so many playouts say of all moves, or those that ``seconds`` allow; random numbers are drawn from the
        stream.

        Raises RulesError where rules break.
        """
        tree = self.engines.asked(
            lambda backend, going: backend.tree(state, playouts, stream, going, seconds), stream, seconds == inf
        )
        return _estimate_of(self.game, state, tree)


def engines_of(game: Game, engine: str = "auto", going: GoesOn = lambda: None) -> Engines:
    """What thinks about any play of a game; see ``Engines`` for ``engine`` and ``going``."""
    cpython = KnowingInCPython(game) if facts_of(game).hidden else InCPython(game)
    return Engines(game, engine, going, cpython, _compiled, COMPILE)


@lru_cache(maxsize=32)
def _compiled(game: Game) -> MachineCode | None:
    """Machine code, held to the rules; None where they do not compile."""
    if facts_of(game).hidden:
        return held_machine_code(game, KnowingInMachineCode, KnowingInCPython(game), estimates_of_knowing)
    return held_machine_code(game, InMachineCode, InCPython(game), _estimates)


def _estimates(game: Game, backend: Any, playouts: int) -> Any:
    """What a backend estimates in some positions of a game."""
    for state, _, stream in decisions_of_a_game(game):
        tree = backend.tree(state, playouts, stream, lambda: True)
        yield state, None if tree is None else (_estimate_of(game, state, tree), stream)


def compile_search(game: Game) -> None:
    """Compile what thinks about a game, and leave it on disk."""
    _compiled(game)


def _estimate_of(game: Game, state: Any, tree: Tree) -> Estimate:
    """What a tree says of the moves at its root."""
    moves, who, seats = legal_moves_of(game, state), int(game.turn(state)), seats_of(game)
    rows, width, child = [MoveEstimate(move, 0, nan, False) for move in moves], len(tree.row), int(tree.children[0])
    while child != NONE:
        place, visits, settled = int(tree.places[child]), int(tree.visits[child]), bool(tree.settled[child])
        total = float(tree.totals[child * width + (who if seats else 0)])
        mean = total if settled else total / visits
        rows[place] = MoveEstimate(moves[place], visits, -mean if who == 1 and not seats else mean, settled)
        child = int(tree.siblings[child])
    return Estimate(who, int(tree.registers[PLAYOUTS]), tuple(rows), _best_of(rows).move)


def _best_of(rows: list[MoveEstimate]) -> MoveEstimate:
    """The move that most playouts made, unless one whose value is certain is worth as much."""
    tried = (row for row in rows if row.visits and not row.settled)
    best = max(tried, key=lambda row: (row.visits, row.mean), default=None)
    proven = max((row for row in rows if row.settled), key=lambda row: row.mean, default=None)
    if best is None or (proven is not None and proven.mean >= best.mean):
        assert proven is not None
        return proven
    return best


class Thinking:
    """Thinks about one game, however often it is played; see ``Engines`` for ``engine`` and ``going``."""

    def __init__(self, game: Game, engine: str = "auto", going: GoesOn = lambda: None) -> None:
        self.game = game
        self.searcher = None if facts_of(game).hidden else Searcher(game, engine, going)
        self.engines = self.searcher.engines if self.searcher else engines_of(game, engine, going)

    @property
    def engine(self) -> str:
        """In which engine it thinks now."""
        return self.engines.engine

    def begun(self) -> Thinker:
        """A thinker for one game, which begins now."""
        return self.searcher or InformationSetSearch(self.game, self.engines)

    def after(self, moves: Iterable[Move], thought: Thought, stream: list[int]) -> Estimate:
        """What so much thought says of the moves that are possible after these from the start on."""
        moves, state = list(moves), self.game.start()
        for move in moves:
            state = self.game.play(state, move)
        story = [] if self.searcher else story_of(self.game, self.game.turn(state), moves)
        return self.estimate(state, story, thought, stream)

    def estimate(self, state: Any, story: Sequence[Event], thought: Thought, stream: list[int]) -> Estimate:
        """What so much thought says of the moves in this state, to whoever is to move and remembers this story."""
        if self.searcher:
            return self.searcher.estimate(state, thought.playouts, stream, thought.seconds)
        known = InformationSetSearch(self.game, self.engines)
        return known.estimate(self.game.turn(state), story, thought.playouts, stream, thought.seconds)
