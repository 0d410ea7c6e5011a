"""The options of a command as one frozen value; each field has the name of its option."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from faceup.cli.common import Command, policy_of, with_decisions
from faceup.cli.waiting import waiting
from faceup.engines.model.limits import stop
from faceup.engines.model.positions import at_position
from faceup.engines.model.seats import seats_of
from faceup.library.finding import find_game
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import ParameterError, UsageError
from faceup.rules.moves import Move
from faceup.rules.names import place_named, short_seat_name

if TYPE_CHECKING:
    from faceup.results.answers.hidden_solution import BestAnswer

Options = TypeVar("Options")


def with_options(kind: Callable[..., Options]) -> Callable[[Callable[[Options], int]], Callable[..., int]]:
    """Decorate a command so that it gets its options as one value of this kind."""

    def hand(command: Callable[[Options], int]) -> Callable[..., int]:
        @wraps(command)
        def call_command(**options: Any) -> int:
            return command(kind(**options))

        return call_command

    return hand


@dataclass(frozen=True, kw_only=True)
class GameOptions:
    """The game that a command is about: ``GAME [NAME=VALUE ...]``."""

    name: str
    parameters: tuple[str, ...]

    @cached_property
    def game(self) -> Game | Patience:
        try:
            return find_game(self.name, self.parameters)
        except ParameterError as error:
            from faceup.engines.model.policies import NAMED_IF_SOLVED

            after, words = getattr(self, "after", ""), [word for word in self.parameters if "=" not in word]
            if after and words:
                raise ParameterError(f'{error}; moves stand in one text: --after "{after} {" ".join(words)}"') from None
            policies = getattr(self, "policies", ())
            stray = [word for word in self.parameters if word in NAMED_IF_SOLVED or ".py:" in word]
            if not (policies and stray):
                raise
            together = ",".join(stray if policies == ("random",) else (*policies, *stray))
            raise ParameterError(f"{error}; policies have commas between them: --policy {together}") from None


@dataclass(frozen=True, kw_only=True)
class PositionOptions(GameOptions):
    """A game with decisions, and the position to begin at, by ``--after`` and ``--position``."""

    after: str
    position: str

    @cached_property
    def played_game(self) -> Game:
        """The game with its start moved to ``--position``."""
        return at_position(with_decisions(self.name, self.game), self.position)

    @cached_property
    def moves(self) -> list[Move]:
        from faceup.engines.model.legal_moves import moves_in_text

        return moves_in_text(self.played_game, self.after)

    @property
    def start(self) -> Any:
        """The state of ``played_game`` after the moves of ``--after``."""
        from faceup.engines.model.legal_moves import state_after

        return state_after(self.played_game, self.moves)


@dataclass(frozen=True, kw_only=True)
class PlayerOptions(PositionOptions):
    """A position, and the player that ``--player`` names."""

    player_word: str | None

    @cached_property
    def player(self) -> int | None:
        """The seat of the player, by its number, its name or ``first``; None without ``--player``."""
        if self.player_word is None:
            return None
        game = self.played_game
        seats = range(seats_of(game) or 2)
        names = [short_seat_name(seat, game.player_names) for seat in seats]
        for seat in seats:
            if place_named(self.player_word, (str(seat), names[seat], short_seat_name(seat))) is not None:
                return seat
        possible = ", ".join((*map(str, seats), *names))
        raise UsageError(f"--player {self.player_word[:60]}; possible: {possible}")


def player_option(text: str) -> Command:
    """Return a decorator that adds ``--player PLAYER`` to a command."""
    return click.option(
        "--player", "player_word", metavar="PLAYER", help=f"{text} PLAYER is a name or a number, from 0."
    )


PRINTING_SHARE = 0.2  # of the time limit, kept to print what is known when it is reached,
MAX_PRINTING_SECONDS = 1.0  # and at most so much


@dataclass(frozen=True, kw_only=True)
class LimitOptions:
    """The limits: ``memory`` in bytes, None for the default; ``seconds`` since the command began, or infinity."""

    memory: float | None
    seconds: float

    @property
    def limits(self) -> dict[str, Any]:
        """The memory limit, and the seconds that remain."""
        return {"memory": self.memory, "seconds": min(self.seconds, stop.seconds_left)}

    @property
    def working_limits(self) -> dict[str, Any]:
        """The limits, less some time to print what is known when a limit is reached."""
        seconds = self.limits["seconds"]
        return {"memory": self.memory, "seconds": seconds - min(PRINTING_SHARE * seconds, MAX_PRINTING_SECONDS)}


BEST_PLAY_OPTIONS = ("after", "distribution", "play", "plot", "tree", "symmetries", "lines", "table", "save")


def against_option(text: str) -> Command:
    """Return a decorator that adds ``--against POLICY`` to a command."""
    help = f"For two players with hidden cards: {text}. POLICY is random, first or FILE.py:FUNCTION, of (game, view)."
    return click.option("--against", metavar="POLICY", default="", help=help)


def responses(options: PositionOptions, policy: str, player: int | None, limits: dict[str, Any]) -> "list[BestAnswer]":
    """Return the best responses to a policy, of one player or both. Raises UsageError for options about best play."""
    from faceup.engines.explain.best_answers import best_answer

    for option in BEST_PLAY_OPTIONS:
        if getattr(options, option, None):
            raise UsageError(f"--{option} is about best play; --against has one player answer a policy")
    policy_function, answerer = policy_of(policy), 0 if player is None else player
    with waiting("looking for the best answer"):
        best_answers = [best_answer(options.played_game, policy_function, answerer, **limits)]
        if player is None:
            best_answers.append(best_answer(best_answers[0].best_play, policy_function, 1, **limits))
    return best_answers
