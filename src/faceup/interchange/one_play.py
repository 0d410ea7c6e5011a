"""A single play of a game for environments, with chance and opponents."""

from collections.abc import Callable
from operator import index
from typing import Any

import numpy as np

from faceup.engines.hidden.memory import view_of
from faceup.engines.mcts.thinking import Thinking
from faceup.engines.model.legal_moves import weighted_moves
from faceup.engines.model.policies import NAMED, Policy, lasting_thought, own_move
from faceup.engines.model.random_stream import STREAM_SIZE, begin
from faceup.engines.model.seats import plus_row
from faceup.engines.solve.dispatch import solve
from faceup.interchange.survey import Survey
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.rules.contract import CHANCE, Game
from faceup.rules.errors import UsageError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move, numbers_text

MOST_OVER = 10_000  # plays in a row without a decision, after which no other one begins


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
        """The player to move, or OVER."""
        turn: int = self.survey.game.turn(self.state)
        return turn

    @property
    def over(self) -> bool:
        return self.survey.over(self.state)

    def take_rewards(self) -> tuple[float, ...]:
        """The rewards of all players since the last call."""
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
        """The observation of a player as a vector."""
        return self.survey.layout.vector(view_of(self.survey.game, self.state, player))

    def act(self, action: int) -> None:
        """Make the move of an action, and let chance follow. Raises UsageError for an illegal action."""
        legal = [self.survey.actions[move] for move in self.legal()]
        if action not in legal:
            named = ", ".join(f"{one} ({numbers_text(self.survey.moves[one])})" for one in sorted(legal)) or "none"
            raise UsageError(f"action {action} is not legal; possible: {named}")
        self._make(self.survey.moves[action])
        self._settle()

    def _settle(self) -> None:
        """Draw outcomes of chance until a player must decide or play is over."""
        while self.who == CHANCE:
            moves, odds = weighted_moves(self.survey.game, self.state)
            point = int(self.random.integers(sum(odds)))
            self._make(moves[int(np.searchsorted(np.cumsum(odds), point, side="right"))])
        if self.over:
            self.gained = plus_row(self.gained, self.survey.rewards_of(self.state))

    def _make(self, move: Move) -> None:
        game = self.survey.game
        if facts_of(game).rewarding:
            self.gained = plus_row(self.gained, self.survey.rewards_of(self.state, move))
        self.state, self.moves = game.play(self.state, move), (*self.moves, move)


class NoPlay:
    """The play of an environment before its first reset: every use raises UsageError."""

    def __getattr__(self, name: str) -> Any:
        raise UsageError("the environment has no play yet; possible: reset() before anything else")


def action_number(survey: Survey, action: Any) -> int:
    """The whole number of an action; raises UsageError for anything else."""
    try:
        return index(action)
    except TypeError:
        raise UsageError(
            f"action {action!r} is not a whole number; possible: 0 to {len(survey.moves) - 1}, the places of moves"
        ) from None


def play_to_decide(
    survey: Survey, random: np.random.Generator, go_on: Callable[[Any], object], who: str
) -> tuple[OnePlay, int]:
    """The first play that reaches a decision, and the number of plays that ended before one.

    Raises UsageError if there is none, certainly or by all appearances.
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


Opponent = Callable[[OnePlay], Move]


def opponent_of(game: Game, policy: Policy | str) -> Opponent:
    """The player of a policy: ``random``, ``first``, ``best``, ``mcts:1000`` or ``ab:4``, or a function of the game and
    a state, or, with hidden information, of the game and the view.
    """
    if callable(policy):
        policy_function = policy
        return lambda play: own_move(game, play.state, policy_function, play.legal())
    if policy == "random":
        return lambda play: play.legal()[int(play.random.integers(len(play.legal())))]
    if policy == "first":
        return lambda play: play.legal()[0]
    if thought := lasting_thought(policy):
        thinking = Thinking(game, thoughts=[thought])

        def looking_ahead(play: OnePlay) -> Move:
            stream = [0] * STREAM_SIZE
            begin(stream, int(play.random.integers(1 << 62)), 0)
            return thinking.after(play.moves, thought, stream).move

        return looking_ahead
    if policy != "best":
        raise UsageError(f"opponent {policy!r}; possible: {', '.join(NAMED)}, or a function")
    solution: Any = solve(game)
    if not isinstance(solution, HiddenSolution):
        return lambda play: solution.move(play.state)

    def by_lot(play: OnePlay) -> Move:
        decision = solution.decision(play.moves)
        # Floats: NumPy's generator, seeded by Gymnasium, draws no whole numbers of this size.
        shares = np.cumsum([float(chance) for chance in decision.chances])
        return decision.moves[int(np.searchsorted(shares, play.random.random() * shares[-1], side="right"))]

    return by_lot
