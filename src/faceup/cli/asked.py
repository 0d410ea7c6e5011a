"""What a command was asked: its options as one frozen value, whose fields have their names."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, TypeVar

from faceup.cli.common import with_decisions
from faceup.engines.model.limits import stop
from faceup.engines.model.positions import at_position
from faceup.library.finding import find_game
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import ParameterError
from faceup.rules.moves import Move

Asked = TypeVar("Asked")


def asked_as(kind: Callable[..., Asked]) -> Callable[[Callable[[Asked], int]], Callable[..., int]]:
    """Hand a command its options as such a value."""

    def hand(command: Callable[[Asked], int]) -> Callable[..., int]:
        @wraps(command)
        def call_command(**options: Any) -> int:
            return command(kind(**options))

        return call_command

    return hand


@dataclass(frozen=True, kw_only=True)
class AboutGame:
    """``GAME [NAME=VALUE ...]``"""

    name: str
    parameters: tuple[str, ...]

    @cached_property
    def game(self) -> Game | Patience:
        try:
            return find_game(self.name, self.parameters)
        except ParameterError as error:
            from faceup.engines.model.policies import NAMED_IF_SOLVED

            policies = getattr(self, "policies", ())
            stray = [word for word in self.parameters if word in NAMED_IF_SOLVED or ".py:" in word]
            if not (policies and stray):
                raise
            together = ",".join(stray if policies == ("random",) else (*policies, *stray))
            raise ParameterError(f"{error}; policies have commas between them: --policy {together}") from None


@dataclass(frozen=True, kw_only=True)
class FromPosition(AboutGame):
    """The same with ``--after`` and ``--position``: where to begin in a game with decisions."""

    after: str
    position: str

    @cached_property
    def played_game(self) -> Game:
        """The game, which begins at the position."""
        return at_position(with_decisions(self.name, self.game), self.position)

    @cached_property
    def moves(self) -> list[Move]:
        from faceup.engines.model.legal_moves import moves_in_text

        return moves_in_text(self.played_game, self.after)

    @property
    def start(self) -> Any:
        """The state after the moves."""
        from faceup.engines.model.legal_moves import state_after

        return state_after(self.played_game, self.moves)


SAYING = 0.2  # of all the time,
MOST_SAYING = 1.0  # and so many seconds at most


@dataclass(frozen=True, kw_only=True)
class Limited:
    """``--memory`` in bytes, None for the usual, and ``--seconds`` from the start of the command on, or infinite."""

    memory: float | None
    seconds: float

    @property
    def limits(self) -> dict[str, Any]:
        """What is left of them."""
        return {"memory": self.memory, "seconds": min(self.seconds, stop.seconds_left)}

    @property
    def most(self) -> dict[str, Any]:
        """The same, with some time left over to say more where a limit is reached."""
        seconds = self.limits["seconds"]
        return {"memory": self.memory, "seconds": seconds - min(SAYING * seconds, MOST_SAYING)}
