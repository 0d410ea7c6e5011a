"""One play of a game, chance included, as environments to learn in go through it."""

from collections.abc import Callable
from operator import index
from typing import Any

import numpy as np

from faceup.engines.hidden.memory import view_of
from faceup.engines.model.legal_moves import weighted_moves
from faceup.interchange.survey import Survey, add_rows
from faceup.rules.contract import CHANCE
from faceup.rules.errors import UsageError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move, numbers_text

MOST_OVER = 10_000  # plays in a row without a decision, after which no other one is begun


class OnePlay:
    """``state`` after ``moves``, those of chance too; ``gained`` is what everybody got since it was last taken."""

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

    def take_rewards(self) -> tuple[float, ...]:
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

    def observe(self, player: int) -> Any:
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
            self.gained = add_rows(self.gained, self.survey.rewards_of(self.state))

    def _make(self, move: Move) -> None:
        game = self.survey.game
        if facts_of(game).rewarding:
            self.gained = add_rows(self.gained, self.survey.rewards_of(self.state, move))
        self.state, self.moves = game.play(self.state, move), (*self.moves, move)


class NoPlay:
    """What an environment has before it is first reset: whatever is asked of it, it raises UsageError."""

    def __getattr__(self, name: str) -> Any:
        raise UsageError("the environment has no play yet; possible: reset() before anything else")


def action_number(survey: Survey, action: Any) -> int:
    """The whole number that an action is; raises UsageError for what is none."""
    try:
        return index(action)
    except TypeError:
        raise UsageError(
            f"action {action!r} is no whole number; possible: 0 to {len(survey.moves) - 1}, the places of moves"
        ) from None


def play_to_decide(
    survey: Survey, random: np.random.Generator, go_on: Callable[[Any], object], who: str
) -> tuple[OnePlay, int]:
    """The first play that is not over once it has gone on to a decision, and how many plays were over before it.

    Raises UsageError where there is none, surely or to all appearances.
    """
    for over in range(MOST_OVER):
        before = random.bit_generator.state
        play = OnePlay(survey, random)
        go_on(play)
        if not play.over:
            return play, over
        if random.bit_generator.state == before:  # so every other play is the same
            raise UsageError(f"every play of {type(survey.game).name} is over before {who} decides anything")
    raise UsageError(
        f"{MOST_OVER:,} plays of {type(survey.game).name} in a row were over before {who} decided anything"
    )
