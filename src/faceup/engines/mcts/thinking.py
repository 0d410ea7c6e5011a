"""Who looks ahead: in open games by positions, in games with hidden information by what each seat knows."""

from collections.abc import Iterable, Sequence
from typing import Any

from faceup.engines.hidden.memory import story_of
from faceup.engines.mcts.information_sets import InformationSetSearch, engines_of
from faceup.engines.mcts.searcher import Searcher
from faceup.engines.mcts.two_engines import GoesOn
from faceup.engines.model.policies import Thinker, Thought
from faceup.results.decision import Event
from faceup.results.estimate import Estimate
from faceup.rules.contract import Game
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move


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
