"""What players remember, and the ways in which play may have come to what one remembers.

Players remember all that they saw and did, in order, so that nobody ever forgets (perfect recall).

In the field's words this is an action-observation history, and whoever has the same one is in the same information
state: V. Kovařík and others, Rethinking Formal Models of Partially Observable Multiagent Decision Making, 2022. Here a
player looks at every position and notices what differs from what was seen last. A move that changes nothing to be seen
passes unnoticed, and so does how many of them there were; own moves are remembered whatever they change.

``observe_move`` is the one step of all memories, from which everything follows that goes by what somebody knows: the
numbers of ``Memories``, the ``ways`` in which play may have come to one, the information states that OpenSpiel asks
for.

The ways in which play may have come to what one player remembers are the histories of an information set. They are
followed event by event, as the player remembers one (``memory``): ``did`` a move, ``saw`` a view. Every way fits all
that is remembered by then, and every one that fits is there. After an own move they are of two kinds, for nobody can
tell whether it changed at once what is seen, or somebody's move after it did. Ways in which it changes nothing are
possible now; those in which it does wait, and are possible as soon as just that is seen.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import Any, NamedTuple

from faceup.engines.model.broken_rules import at
from faceup.engines.model.legal_moves import exact_reward, possible_moves
from faceup.numbers.exact import Exact
from faceup.results.answers.decision import Did, Event, Seen
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import RulesError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move
from faceup.rules.texts import line_of, move_text

NOTHING = -1  # is remembered yet

Pair = tuple[int, int]  # something of each of two players
Held = tuple[int, ...]  # the memory of each player
Story = tuple[Event, ...]  # what one player saw and did, in order


def view_of(game: Game, state: Any, player: int) -> Any:
    """What a player sees; raises RulesError where that cannot be remembered."""
    view = game.view(state, player)
    if not is_view(view):
        raise RulesError(
            f"{at(game, state)}: view returns {view!r}; possible: a whole number, a word, a set, a tuple of them, a "
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


UNSEEN = "a move that is not seen"  # what a player's move is called of which no more is known


#: What an outcome of chance in a state of a game is in words.
OutcomeWords = Callable[[Game, Any, Move], str]


class Told(NamedTuple):
    """A move that is known: who made it, what it is called, and the move; None where several are called so.

    ``seen`` is what whoever made it saw then, where a position does not show that any more; ``says`` is what chance did
    in words, where more is known than what it is called.
    """

    turn: int
    word: str
    move: Move | None
    seen: str = ""
    says: str = ""


class Happened(NamedTuple):
    """What happened that is one event to the player: the move that brought it, and those that passed unnoticed since.

    No move brought what was seen at the start, nor what an own move changed, which is an event before that.
    """

    by: tuple[Told, ...] = ()  # one at most
    since: tuple[Told, ...] = ()


class Way(NamedTuple):
    """One of the ways: the state it led to, what happened for each event, and what that brought player 0."""

    state: Any
    happened: tuple[Happened, ...]
    gained: Exact


class Ways:
    """All ways that fit what a ``player`` remembers, who sees this ``view`` now.

    Where they are more than ``most``, they are ``lost``: what is told of others' moves remains what was known before.
    """

    def __init__(self, game: Game, player: int, most: int, outcome_words: OutcomeWords = lambda *_: "") -> None:
        self.game, self.player, self.most, self._outcome_words = game, player, most, outcome_words
        self.view = view_of(game, game.start(), player)
        self.lost = False
        self._rewarding = facts_of(game).rewarding
        self._ways: list[Way] = []
        self._waiting: list[tuple[Any, Way]] = []  # each with what would be seen
        self._told: list[Told] = []  # when they were lost, and own moves since
        self._keep([Way(game.start(), (Happened(),), 0)])

    def at(self, turn: int) -> list[Way]:
        """Those that are possible where ``turn`` is to move: the player, or nobody as play is over, which all know."""
        if turn not in (self.player, OVER):
            return self._ways
        return [way for way in self._ways if self.game.turn(way.state) == turn]

    def known_moves(self, turn: int) -> list[Told]:
        """The moves that are called alike in all of them."""
        return self._told if self.lost else [*_alike(self.at(turn))]

    def did(self, move: Move, word: str) -> None:
        """The player makes a move, which is called so."""
        told, now = Told(self.player, word, move), list[Way]()
        self._waiting = []
        for way in self.at(self.player):
            if move not in possible_moves(self.game, way.state):
                continue
            state, news = self._play(way, move)
            after = Way(state, (*way.happened, Happened((told,))), self._reward_of(way, move))
            if isinstance(seen := news[-1], Seen):
                self._waiting.append((seen.view, after._replace(happened=(*after.happened, Happened()))))
            else:
                now.append(after)
        self._keep(now)
        if self.lost:
            self._told.append(told)

    def saw(self, view: Any) -> None:
        """The player sees something new."""
        now = [way for seen, way in self._waiting if seen == view]
        self._waiting = []
        for way in self._ways:
            for move, state, news in self._moves_of_others(way):
                if news == (Seen(view),):
                    by = Happened((self._label_move(way, move),))
                    now.append(Way(state, (*way.happened, by), self._reward_of(way, move)))
        self.view = view
        self._keep(now)

    def _keep(self, ways: Iterable[Way]) -> None:
        """Keep these and what may come of them unnoticed; none where they are too many."""
        kept, todo = list[Way](), [] if self.lost else list(ways)
        while todo:
            kept.append(way := todo.pop())
            if len(kept) > self.most:
                self._told, self._ways, self.lost = [*_alike(self._ways)], [], True
                return
            todo += self._add_unnoticed_move(way)
        self._ways = kept

    def _add_unnoticed_move(self, way: Way) -> Iterator[Way]:
        """The ways that are one unnoticed move longer."""
        *before, last = way.happened
        for move, state, news in self._moves_of_others(way):
            if not news:
                happened = (*before, last._replace(since=(*last.since, self._label_move(way, move))))
                yield Way(state, happened, self._reward_of(way, move))

    def _moves_of_others(self, way: Way) -> Iterator[tuple[Move, Any, Story]]:
        """Each move that somebody else may make, where it leads to, and what the player would notice."""
        if self.game.turn(way.state) not in (self.player, OVER):
            for move in dict.fromkeys(possible_moves(self.game, way.state)):
                yield move, *self._play(way, move)

    def _play(self, way: Way, move: Move) -> tuple[Any, Story]:
        state = self.game.play(way.state, move)
        return state, observe_move(self.game, self.player, self.view, self.game.turn(way.state), move, state)

    def _label_move(self, way: Way, move: Move) -> Told:
        turn = self.game.turn(way.state)
        says = self._outcome_words(self.game, way.state, move) if turn == CHANCE else ""
        return Told(turn, move_text(self.game, way.state, move), move, says=says)

    def _reward_of(self, way: Way, move: Move) -> Exact:
        if not self._rewarding:
            return 0
        return way.gained + exact_reward(self.game, way.state, move)


def _alike(ways: Sequence[Way]) -> Iterator[Told]:
    """The moves that are the same in all ways, event by event."""
    for happened in zip(*(way.happened for way in ways), strict=True):
        yield from _called_alike([one.by for one in happened])
        yield from _called_alike([one.since for one in happened])


def _called_alike(runs: Sequence[tuple[Told, ...]]) -> Iterator[Told]:
    """The moves that are called alike in all these runs; nothing where these may differ in length, for nobody can tell
    which move of one is which of another. Where each is one move of the same player, at least that is known."""
    if len(set(map(len, runs))) > 1:
        return
    for moves in zip(*runs, strict=True):
        one = moves[0]
        if len({(other.turn, other.word) for other in moves}) == 1:
            moved, said = {other.move for other in moves}, {other.says for other in moves}
            yield one._replace(move=one.move if len(moved) == 1 else None, says=one.says if len(said) == 1 else "")
        elif len(runs[0]) == 1 and {other.turn for other in moves} == {one.turn} != {CHANCE}:
            yield Told(one.turn, UNSEEN, None)
