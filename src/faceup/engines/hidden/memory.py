"""What players remember: all that they saw and did, in order, so that nobody ever forgets (perfect recall).

In the field's words this is an action-observation history, and whoever has the same one is in the same information
state: V. Kovařík and others, Rethinking Formal Models of Partially Observable Multiagent Decision Making, 2022. Here a
player looks at every position and notices what differs from what was seen last. A move that changes nothing to be seen
passes unnoticed, and so does how many of them there were; own moves are remembered whatever they change.

``observe_move`` is the one step of all memories, from which everything follows that goes by what somebody knows: the
numbers of ``Memories``, the ``ways`` in which play may have come to one, the information states that OpenSpiel asks
for.
"""

from collections.abc import Iterable
from enum import Enum
from typing import Any

from faceup.engines.model.broken_rules import at
from faceup.results.decision import Did, Event, Seen
from faceup.rules.contract import Game
from faceup.rules.errors import RulesError
from faceup.rules.moves import Move
from faceup.rules.texts import line_of

NOTHING = -1  # is remembered yet

Pair = tuple[int, int]  # something of each of two players
Held = tuple[int, ...]  # the memory of each player
Story = tuple[Event, ...]  # what one player saw and did, in order


def view_of(game: Game, state: Any, player: int) -> Any:
    """What a player sees; raises RulesError where that cannot be remembered."""
    view = game.view(state, player)
    if not is_view(view):
        raise RulesError(
            f"{at(game, state)}: view gives {view!r}; possible: a whole number, a word, a set, a tuple of them, a "
            f"NamedTuple or a state{line_of(game, 'view')}"
        )
    return view


def is_view(view: Any) -> bool:
    """Whether it is a whole number, a word or a set, or a row of them and of such rows."""
    return isinstance(view, int | str | Enum | frozenset) or (isinstance(view, tuple) and all(map(is_view, view)))


def observe_move(game: Game, player: int, last: Any, who: int, move: Move, state: Any) -> Story:
    """What a player, who saw this ``last``, remembers of a move that led to this state: whoever made it that it was
    made, and everybody what is to be seen now, where that is new."""
    view = view_of(game, state, player)
    if who != player:
        return () if view == last else (Seen(view),)
    return (Did(move),) if view == last else (Did(move), Seen(view))


def story_of(game: Game, player: int, moves: Iterable[Move]) -> list[Event]:
    """What a player remembers after these moves from the start, those of chance too."""
    state = game.start()
    seen, story = view_of(game, state, player), list[Event]()
    story.append(Seen(seen))
    for move in moves:
        who, state = game.turn(state), game.play(state, move)
        for event in observe_move(game, player, seen, who, move, state):
            seen = event.view if isinstance(event, Seen) else seen
            story.append(event)
    return story


class Memories:
    """The memories of all ``players`` from some position on, numbered as they are met: each is one event more than one
    ``before`` it."""

    def __init__(self, game: Game, players: int = 2) -> None:
        self.game, self.players = game, range(players)
        self.before: list[int] = []
        self.events: list[Event] = []
        self._last: list[Any] = []  # what was seen last
        self._numbers: dict[tuple[int, int, type, Event], int] = {}

    def begin(self, state: Any) -> Held:
        """What players remember who know nothing but what they see now."""
        return tuple(self.first(player, state) for player in self.players)

    def first(self, player: int, state: Any) -> int:
        """The same of one player."""
        return self._number(player, NOTHING, Seen(view_of(self.game, state, player)))

    def after(self, memories: Held, who: int, move: Move, state: Any) -> Held:
        """What they remember after a move, of a player or of chance, that led to this state."""
        return tuple([self.next(player, memory, who, move, state) for player, memory in enumerate(memories)])

    def story(self, memory: int) -> Story:
        """All of it, in the order in which it happened."""
        return tuple(self.events[number] for number in reversed([memory, *self.earlier(memory)]))

    def earlier(self, memory: int) -> Iterable[int]:
        """The memories that it was before, the last one first."""
        while (memory := self.before[memory]) != NOTHING:
            yield memory

    def next(self, player: int, memory: int, who: int, move: Move, state: Any) -> int:
        """What one player remembers after a move."""
        for event in observe_move(self.game, player, self._last[memory], who, move, state):
            memory = self._number(player, memory, event)
        return memory

    def _number(self, player: int, memory: int, event: Event) -> int:
        key = player, memory, type(event), event  # a view and a move of the same numbers are equal as tuples
        number = self._numbers.setdefault(key, len(self.events))
        if number == len(self.events):
            self.before.append(memory)
            self.events.append(event)
            self._last.append(event.view if isinstance(event, Seen) else self._last[memory])
        return number
