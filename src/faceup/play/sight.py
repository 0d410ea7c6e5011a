"""A session without hidden information as everybody sees it: the position, the moves, and their values."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import starmap
from typing import Any

from faceup.engines.hidden.memory import KnownMove
from faceup.engines.model.legal_moves import possible_moves
from faceup.numbers.exact import Exact
from faceup.numbers.value import Value
from faceup.play.in_progress import InProgress
from faceup.play.situation import Situation
from faceup.results.answers.decision import Decision
from faceup.results.answers.solution import WinningScale
from faceup.results.scene.dice import outcome_words
from faceup.results.scene.scene_in_play import scene_in_play
from faceup.results.scene.shown_boards import word_of_move
from faceup.results.scene.things import Scene
from faceup.rules.contract import CHANCE, Game
from faceup.rules.moves import Move
from faceup.rules.texts import move_text, state_text


def told_move(game: Game, state: Any, turn: int, move: Move) -> KnownMove:
    """A move that everybody sees, as an observed move."""
    says = outcome_words(game, state, move) if turn == CHANCE else ""
    return KnownMove(
        turn, move_text(game, state, move) if turn == CHANCE else word_of_move(game, state, move), move, says=says
    )


class Sight:
    """The view of a session in which everybody sees everything, with values of positions."""

    hidden = False

    def __init__(self, session: InProgress) -> None:
        self.session, self.game, self.expert = session, session.game, session.expert

    @property
    def text(self) -> str:
        """The position as the rules show it."""
        return state_text(self.game, self.session.state)

    @property
    def scene(self) -> Scene:
        """The scene of the position, with the moves of the player to move."""
        session = self.session
        legal = self.legal() if session.turn >= 0 else ()
        return scene_in_play(self.game, session.state, legal, session.history, lambda: self.expert.stakes)

    @property
    def known_moves(self) -> list[KnownMove]:
        """The moves that the viewer knows."""
        return list(starmap(partial(told_move, self.game), self.session.history))

    @property
    def reward_so_far(self) -> Exact | None:
        """The rewards to player 0 so far; None if unknown."""
        return self.session.payoff

    @property
    def places(self) -> Sequence[int]:
        """The number of moves before each point that ``back`` can return to."""
        return range(len(self.session.history))

    @property
    def reviewed_players(self) -> Sequence[int]:
        """The players whose decisions may be reviewed now."""
        return range(len(self.session.seats))

    def legal(self) -> list[Move]:
        """The legal moves of the player to move."""
        return possible_moves(self.game, self.session.state)

    def words(self, moves: Sequence[Move]) -> tuple[str, ...]:
        """The names of these moves."""
        return tuple(word_of_move(self.game, self.session.state, move) for move in moves)

    def situation(self) -> Situation:
        """The situation of the player to move."""
        state = self.session.state
        return Situation(self.expert, state, state, lambda: (), lambda: None)

    # Values

    @property
    def decision(self) -> Decision | None:
        """The mixed decision of best play; None without hidden information."""
        return None

    def value(self) -> Value:
        return self.expert.value(self.session.state)

    def values(self) -> Mapping[Move, Value]:
        return self.expert.values(self.session.state)

    def best(self) -> list[Move]:
        return self.expert.best(self.session.state)

    def line(self, most: int) -> list[Move]:
        return self.expert.line(self.session.state, most)

    def won_within(self) -> int | None:
        return self.expert.won_within(self.session.state)

    def won_after(self, move: Move) -> int | None:
        return self.expert.won_after(self.session.state, move)

    def winning_scale(self, points: bool = False) -> WinningScale | None:
        return self.expert.winning_scale(self.session.state, points)

    def forget(self) -> None:
        """Forget all observations, because moves were taken back."""
