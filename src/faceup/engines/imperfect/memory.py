"""What players remember: all that they saw and did, in order, so that nobody ever forgets.

A player looks at every position and notices what differs from what was seen last. A move that changes nothing to be
seen passes unnoticed, and so does how many of them there were; own moves are remembered whatever they change.
"""

from collections.abc import Iterable
from typing import Any

from faceup.engines.broken_rules import at
from faceup.results.decision import Did, Event, Seen
from faceup.rules.contract import Game
from faceup.rules.errors import RulesError
from faceup.rules.moves import Move
from faceup.rules.texts import line_of

NOTHING = -1  # is remembered yet

Pair = tuple[int, int]  # something of each player


def view_of(game: Game, state: Any, player: int) -> Any:
    """What a player sees; raises RulesError where that cannot be remembered."""
    view = game.view(state, player)
    if not is_view(view):
        raise RulesError(
            f"{at(game, state)}: view gives {view!r}; possible: a whole number, a tuple of them, a "
            f"NamedTuple or a state{line_of(game, 'view')}"
        )
    return view


def is_view(view: Any) -> bool:
    """Whether it is a whole number, or a row of them and of such rows."""
    return isinstance(view, int) or (isinstance(view, tuple) and all(map(is_view, view)))


class Memories:
    """The memories of both players from some position on, numbered as they are met: each is one event more than one
    ``before`` it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.before: list[int] = []
        self.events: list[Event] = []
        self._last: list[Any] = []  # what was seen last
        self._numbers: dict[tuple[int, int, type, Event], int] = {}

    def begin(self, state: Any) -> Pair:
        """What players remember who know nothing but what they see now."""
        return self._seeing(0, NOTHING, state), self._seeing(1, NOTHING, state)

    def after(self, memories: Pair, who: int, move: Move, state: Any) -> Pair:
        """What they remember after a move, of a player or of chance, that led to this state."""
        known = [
            self._number(player, memory, Did(move), self._last[memory]) if player == who else memory
            for player, memory in enumerate(memories)
        ]
        return self._seeing(0, known[0], state), self._seeing(1, known[1], state)

    def story(self, memory: int) -> tuple[Event, ...]:
        """All of it, in the order in which it happened."""
        return tuple(self.events[number] for number in reversed([memory, *self.earlier(memory)]))

    def earlier(self, memory: int) -> Iterable[int]:
        """The memories that it was before, the last one first."""
        while (memory := self.before[memory]) != NOTHING:
            yield memory

    def _seeing(self, player: int, memory: int, state: Any) -> int:
        view = view_of(self.game, state, player)
        if memory != NOTHING and self._last[memory] == view:
            return memory
        return self._number(player, memory, Seen(view), view)

    def _number(self, player: int, memory: int, event: Event, view: Any) -> int:
        key = player, memory, type(event), event  # a view and a move of the same numbers are equal as tuples
        number = self._numbers.setdefault(key, len(self.events))
        if number == len(self.events):
            self.before.append(memory)
            self.events.append(event)
            self._last.append(view)
        return number
