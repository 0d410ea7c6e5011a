"""One play of a game, chance included, as environments to learn in go through it."""

from typing import Any

import numpy as np

from faceup.engines.imperfect.memory import view_of
from faceup.engines.legal_moves import weighted_moves
from faceup.interchange.survey import Survey, added
from faceup.rules.contract import CHANCE
from faceup.rules.errors import UsageError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move, numbers_text


class OnePlay:
    """``state`` after ``moves``, those of chance too; ``gained`` is what everybody got since it was last ``taken``."""

    def __init__(self, survey: Survey, random: np.random.Generator) -> None:
        self.survey, self.random = survey, random
        self.state: Any = survey.game.start()
        self.moves: tuple[Move, ...] = ()
        self.gained: tuple[float, ...] = (0.0,) * survey.players
        self._settle()

    @property
    def who(self) -> int:
        """Whose decision it is, or OVER."""
        turn: int = self.survey.game.turn(self.state)
        return turn

    @property
    def over(self) -> bool:
        return self.survey.over(self.state)

    def taken(self) -> tuple[float, ...]:
        """What everybody got since this was last asked."""
        gained, self.gained = self.gained, (0.0,) * self.survey.players
        return gained

    def legal(self) -> list[Move]:
        return [] if self.over else weighted_moves(self.survey.game, self.state)[0]

    def mask(self) -> Any:
        """1 for every action that is legal, 0 for the others."""
        mask = np.zeros(len(self.survey.moves), np.int8)
        mask[[self.survey.actions[move] for move in self.legal()]] = 1
        return mask

    def observed(self, player: int) -> Any:
        """What a player sees, in numbers."""
        return self.survey.layout.vector(view_of(self.survey.game, self.state, player))

    def act(self, action: int) -> None:
        """Make the move of an action, and let chance do what follows. Raises UsageError for what is not legal."""
        legal = [self.survey.actions[move] for move in self.legal()]
        if action not in legal:
            named = ", ".join(f"{one} ({numbers_text(self.survey.moves[one])})" for one in sorted(legal)) or "none"
            raise UsageError(f"action {action} is not legal; possible: {named}")
        self._make(self.survey.moves[action])
        self._settle()

    def _settle(self) -> None:
        """Throw for chance until somebody decides or play is over."""
        while self.who == CHANCE:
            moves, odds = weighted_moves(self.survey.game, self.state)
            point = int(self.random.integers(sum(odds)))
            self._make(moves[int(np.searchsorted(np.cumsum(odds), point, side="right"))])
        if self.over:
            self.gained = added(self.gained, self.survey.gained(self.state))

    def _make(self, move: Move) -> None:
        game = self.survey.game
        if facts_of(game).rewarding:
            self.gained = added(self.gained, self.survey.gained(self.state, move))
        self.state, self.moves = game.play(self.state, move), (*self.moves, move)
