"""What players remember, and the histories of play that are consistent with what one player remembers.

Players remember all that they saw and did, in order: perfect recall.

A memory is an action-observation history, and players with the same one are in the same information state (V. Kovařík
and others, Rethinking Formal Models of Partially Observable Multiagent Decision Making, 2022). Here a player looks at
every position and notices only a view that differs from the last one. A move that changes no view passes unnoticed, and
so does the number of such moves; players remember their own moves whatever these change.

All of this rests on one function, ``observe_move``: the numbers of ``Memories``, the histories in an information set,
and the information states that OpenSpiel asks for.

``ConsistentHistories`` follows the histories of an information set event by event: the player ``did`` a move, or
``saw`` a view. It holds exactly the histories that fit all events so far. An own move may change the view at once, or
leave it to a later move of somebody else, and the player cannot tell which. So histories in which the move changes
nothing are possible at once, and those in which it changes the view wait until that view is seen.
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

NOTHING = -1  # the memory before the first view

Pair = tuple[int, int]  # something of each of two players
JointMemory = tuple[int, ...]  # the memory of each player
Story = tuple[Event, ...]  # what one player saw and did, in order


def view_of(game: Game, state: Any, player: int) -> Any:
    """Return what a player sees. Raises RulesError if that cannot be remembered."""
    view = game.view(state, player)
    if not is_view(view):
        raise RulesError(
            f"{at(game, state)}: view returns {view!r}; possible: a whole number, a word, a set, a tuple of them, a "
            f"NamedTuple or a state{line_of(game, 'view')}"
        )
    return view


def is_view(view: Any) -> bool:
    """Return whether it is a whole number, a word or a set, or a row of them and of such rows."""
    return isinstance(view, int | str | Enum | frozenset) or (isinstance(view, tuple) and all(map(is_view, view)))


def observe_move(game: Game, player: int, last: Any, who: int, move: Move, state: Any) -> Story:
    """Return what a player, who last saw ``last``, remembers of a move that led to this state.

    The mover remembers the move, and every player the new view if it differs from the last one.
    """
    view = view_of(game, state, player)
    if who != player:
        return () if view == last else (Seen(view),)
    return (Did(move),) if view == last else (Did(move), Seen(view))


def story_of(game: Game, player: int, moves: Iterable[Move]) -> list[Event]:
    """Return what a player remembers after these moves from the start, those of chance included."""
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
    """The memories of all ``players`` from some position on, numbered in the order of their first occurrence.

    Each memory is one event more than the one ``before`` it; what differs between memories that are merged is left out.
    """

    def __init__(self, game: Game, players: int = 2) -> None:
        self.game, self.players = game, range(players)
        self.before: list[int] = []
        self.events: list[Event] = []
        self._last: list[Any] = []  # the last view
        self._numbers: dict[tuple[int, int, type, Event], int] = {}

    def begin(self, state: Any) -> JointMemory:
        """Return the memories of players who know only their views of this state."""
        return tuple(self.first(player, state) for player in self.players)

    def first(self, player: int, state: Any) -> int:
        """Return the memory of one player who knows only the view of this state."""
        return self._number(player, NOTHING, Seen(view_of(self.game, state, player)))

    def after(self, memories: JointMemory, who: int, move: Move, state: Any) -> JointMemory:
        """Return the memories after a move, of a player or of chance, that led to this state."""
        return tuple([self.next(player, memory, who, move, state) for player, memory in enumerate(memories)])

    def story(self, memory: int) -> Story:
        """Return the events of a memory, in order."""
        return tuple(self.events[number] for number in reversed([memory, *self.earlier(memory)]))

    def earlier(self, memory: int) -> Iterable[int]:
        """Yield the memories before this one, the last one first."""
        while (memory := self.before[memory]) != NOTHING:
            yield memory

    def next(self, player: int, memory: int, who: int, move: Move, state: Any) -> int:
        """Return the memory of one player after a move."""
        for event in observe_move(self.game, player, self._last[memory], who, move, state):
            memory = self._number(player, memory, event)
        return memory

    def merge(self, player: int, memory: int, into: int) -> None:
        """Let a memory that nothing followed yet be another one of its player whenever it occurs again.

        The other one keeps the last event of both, and of those before only what both have in common.
        """
        event, common = self.events[memory], {*self.earlier(memory)}
        self._numbers[player, self.before[memory], type(event), event] = into
        self.before[into] = next(earlier for earlier in self.earlier(into) if earlier in common)

    def last_view(self, memory: int) -> Any:
        """Return the last view of a memory."""
        return self._last[memory]

    def _number(self, player: int, memory: int, event: Event) -> int:
        """Return the number of the memory that extends another one by an event."""
        key = player, memory, type(event), event  # a view and a move of the same numbers are equal as tuples
        number = self._numbers.setdefault(key, len(self.events))
        if number == len(self.events):
            self.before.append(memory)
            self.events.append(event)
            self._last.append(event.view if isinstance(event, Seen) else self._last[memory])
        return number


UNSEEN = "a hidden move"  # the word for an opponent's move of which no more is known


#: Returns the words of an outcome of chance in a state of a game.
OutcomeWords = Callable[[Game, Any, Move], str]


class KnownMove(NamedTuple):
    """A move that a player knows: who made it (``turn``), its ``word``, and the move; None if several have this word.

    ``seen`` is the view that its maker had then, if a position does not show it any more. ``says`` is the outcome of
    chance in words, if more than its ``word`` is known.
    """

    turn: int
    word: str
    move: Move | None
    seen: str = ""
    says: str = ""


class EventMoves(NamedTuple):
    """The moves behind one event of a player: the move that caused it (``by``), and unnoticed ones ``since``.

    No move causes the first view, nor the view that an own move changes: the own move is the event before it.
    """

    by: tuple[KnownMove, ...] = ()  # one at most
    since: tuple[KnownMove, ...] = ()


class History(NamedTuple):
    """A history that fits: its last state, the moves behind each event, and the rewards so far to player 0."""

    state: Any
    happened: tuple[EventMoves, ...]
    gained: Exact


class ConsistentHistories:
    """All histories that are consistent with the memory of a ``player``, who sees this ``view`` now.

    If they become more than ``most``, they are ``lost``: of others' moves, only those known before remain known.
    """

    def __init__(self, game: Game, player: int, most: int, outcome_words: OutcomeWords = lambda *_: "") -> None:
        self.game, self.player, self.most, self._outcome_words = game, player, most, outcome_words
        self.view = view_of(game, game.start(), player)
        self.lost = False
        self._rewarding = facts_of(game).rewarding
        self._histories: list[History] = []
        self._waiting: list[tuple[Any, History]] = []  # histories that fit if the player sees this view next
        self._known: list[KnownMove] = []  # the moves known when histories were lost, and own moves since
        self._keep([History(game.start(), (EventMoves(),), 0)])

    def at(self, turn: int) -> list[History]:
        """Return the histories in which ``turn`` is to move: the player, or OVER, which everybody knows."""
        if turn not in (self.player, OVER):
            return self._histories
        return [history for history in self._histories if self.game.turn(history.state) == turn]

    def known_moves(self, turn: int) -> list[KnownMove]:
        """Return the moves that have the same word in all histories."""
        return self._known if self.lost else [*common_moves(self.at(turn), turn == OVER)]

    def did(self, move: Move, word: str) -> None:
        """Take in an own move, which is called ``word``."""
        known, now = KnownMove(self.player, word, move), list[History]()
        self._waiting = []
        for history in self.at(self.player):
            if move not in possible_moves(self.game, history.state):
                continue
            state, news = self._play(history, move)
            after = History(state, (*history.happened, EventMoves((known,))), self._reward_of(history, move))
            if isinstance(seen := news[-1], Seen):
                self._waiting.append((seen.view, after._replace(happened=(*after.happened, EventMoves()))))
            else:
                now.append(after)
        self._keep(now)
        if self.lost:
            self._known.append(known)

    def saw(self, view: Any) -> None:
        """Take in a new view."""
        now = [history for seen, history in self._waiting if seen == view]
        self._waiting = []
        for history in self._histories:
            for move, state, news in self._moves_of_others(history):
                if news == (Seen(view),):
                    by = EventMoves((self._label_move(history, move),))
                    now.append(History(state, (*history.happened, by), self._reward_of(history, move)))
        self.view = view
        self._keep(now)

    def _keep(self, histories: Iterable[History]) -> None:
        """Keep these histories and their extensions by unnoticed moves; none if they are too many."""
        kept, todo = list[History](), [] if self.lost else list(histories)
        while todo:
            kept.append(history := todo.pop())
            if len(kept) > self.most:
                self._known, self._histories, self.lost = [*common_moves(self._histories, False)], [], True
                return
            todo += self._add_unnoticed_move(history)
        self._histories = kept

    def _add_unnoticed_move(self, history: History) -> Iterator[History]:
        """Yield the histories that are one unnoticed move longer."""
        *before, last = history.happened
        for move, state, news in self._moves_of_others(history):
            if not news:
                happened = (*before, last._replace(since=(*last.since, self._label_move(history, move))))
                yield History(state, happened, self._reward_of(history, move))

    def _moves_of_others(self, history: History) -> Iterator[tuple[Move, Any, Story]]:
        """Yield each move that somebody else may make, its successor, and what the player would notice."""
        if self.game.turn(history.state) not in (self.player, OVER):
            for move in dict.fromkeys(possible_moves(self.game, history.state)):
                yield move, *self._play(history, move)

    def _play(self, history: History, move: Move) -> tuple[Any, Story]:
        """Return the state after a move, and what the player would notice."""
        state = self.game.play(history.state, move)
        return state, observe_move(self.game, self.player, self.view, self.game.turn(history.state), move, state)

    def _label_move(self, history: History, move: Move) -> KnownMove:
        """Return a move with its words."""
        turn = self.game.turn(history.state)
        says = self._outcome_words(self.game, history.state, move) if turn == CHANCE else ""
        return KnownMove(turn, move_text(self.game, history.state, move), move, says=says)

    def _reward_of(self, history: History, move: Move) -> Exact:
        """Return the rewards to player 0 up to a move, which is included."""
        if not self._rewarding:
            return 0
        return history.gained + exact_reward(self.game, history.state, move)


def common_moves(histories: Sequence[History], over: bool) -> Iterator[KnownMove]:
    """Yield the moves that are the same in all histories, event by event.

    Unnoticed outcomes of chance are left out until play is ``over``: a list that named the hidden code as soon as it
    can be inferred would solve the puzzle.
    """
    for happened in zip(*(history.happened for history in histories), strict=True):
        yield from _common_labels([one.by for one in happened])
        for known in _common_labels([one.since for one in happened]):
            if over or known.turn != CHANCE:
                yield known


def _common_labels(runs: Sequence[tuple[KnownMove, ...]]) -> Iterator[KnownMove]:
    """Yield the moves that have the same words in all these runs.

    Nothing if the runs may differ in length, since moves of one cannot be matched with those of another. If each run is
    one move of the same player, at least that is known.
    """
    if len(set(map(len, runs))) > 1:
        return
    for moves in zip(*runs, strict=True):
        one = moves[0]
        if len({(other.turn, other.word) for other in moves}) == 1:
            moved, said = {other.move for other in moves}, {other.says for other in moves}
            yield one._replace(move=one.move if len(moved) == 1 else None, says=one.says if len(said) == 1 else "")
        elif len(runs[0]) == 1 and {other.turn for other in moves} == {one.turn} != {CHANCE}:
            yield KnownMove(one.turn, UNSEEN, None)
