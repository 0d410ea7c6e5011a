"""The values of states, and what follows from them: best moves, and in open games distances and the move to make."""

import threading
from collections.abc import Iterable, Iterator, Mapping
from math import inf
from typing import Any, ClassVar, Generic, TypeVar

from faceup.engines.model.legal_moves import exact_number
from faceup.engines.model.limits import Limits
from faceup.engines.model.prospects import counts_among, only_plain, prospect
from faceup.numbers.exact import Exact
from faceup.numbers.value import Number, Value, total
from faceup.results.certified import Certified
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import LimitReached, UsageError, limit_reached
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move
from faceup.rules.theory import Theory

COUNTED = (-1, 0, 1)  # values of which the positions are counted
Known = TypeVar("Known")  # of a state
LONGEST_DISTANCE = 1023  # moves; an end that is further away is as far as this: machine code has ten bits for it


class LimitHit(LimitReached):
    """The table would grow past a ``limit``; ``bounds`` are those of the root so far, ``states`` how many were met."""

    def __init__(self, low: Number, high: Number, states: int, limit: str = "memory", last: Any = None) -> None:
        super().__init__(f"{limit_reached(limit)} after {states:,} states")
        self.bounds, self.last = (low, high), last
        self.states = states
        self.limit = limit


def look_at_limits(limits: Limits, states: int) -> None:
    """Raise LimitHit, with nothing known of the root, when there is no more time, and GivenUp when nobody waits."""
    if limit := limits.limit_at(states):
        raise LimitHit(-inf, inf, states, limit)


def drawn_of(states: list[Any], count: int) -> list[Any]:
    """So many of these states, by a fixed stream; all, if they are fewer."""
    from faceup.engines.model.certificates import sample_numbers

    return [states[number] for number in sample_numbers(count, len(states)).tolist()]


class Values:
    """Values of states, which an engine finds; what moves are worth follows from them here.

    There are more states as they are asked for; LimitHit is raised where the ``limits`` do not let them be solved.
    """

    theory: Theory | None = None  #: what the values come from, where they come from no search
    seats = 2  #: who may decide: two opponents, or one player
    certified: Certified | None = None  #: how much of what machine code made was held to the rules, where it had a part

    def __init__(self, game: Game, limits: Limits | None = None) -> None:
        self.game = game
        self.limits = limits or Limits()
        self.lock = threading.RLock()  # one thread at a time solves

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, lock=threading.RLock())

    @property
    def states(self) -> int:
        """How many were solved."""
        raise NotImplementedError

    @property
    def keeps_all(self) -> bool:
        """Whether ``states`` counts every position, and not those alone that are kept."""
        return True

    @property
    def plain_ends(self) -> frozenset[int] | None:
        """Which of -1, 0 and 1 the ends are worth that were met; None where others are among them, or unknown."""
        return None

    @property
    def one_wins(self) -> bool:
        """Whether every end gives one of several seats 1 and all others nothing."""
        return False

    @property
    def bytes(self) -> int:
        """In how much memory."""
        raise NotImplementedError

    @property
    def bytes_a_state(self) -> float:
        """The same for one state, where there are many."""
        return self.bytes / max(self.states, 1)

    def value(self, state: Any) -> Value:
        """The value of play from this state on to player 0; solved on the spot when it was not met before."""
        raise NotImplementedError

    def row(self, state: Any) -> tuple[Value, ...]:
        """The value of play from this state on to every seat; the second of two opponents gets what the first loses."""
        value = self.value(state)
        return value, value.to_the_other()

    def rows(self, state: Any, moves: Iterable[Move] | None = None) -> dict[Move, tuple[Value, ...]]:
        """The row of these moves (all legal ones, or outcomes of chance that can happen), reward included."""
        return {move: (value, value.to_the_other()) for move, value in self.values(state, moves).items()}

    def viewer(self, state: Any) -> int:
        """The seat to which ``values`` and ``best`` are told: player 0, or where each seat gains for itself the one
        that is to move, the first where none is."""
        return 0

    def knows(self, state: Any) -> bool:
        """Whether the state was met before."""
        raise NotImplementedError

    def values(self, state: Any, moves: Iterable[Move] | None = None) -> dict[Move, Value]:
        """The value to the ``viewer`` of these moves (all legal ones, or outcomes of chance that can happen)."""
        game, worth = self.game, {}
        for move in self._possible(state, moves):
            after = self.value(game.play(state, move))
            gain: Any = game.reward(state, move)
            if type(gain) is not int:
                gain = exact_number(game, state, f"reward of move {move}", gain)
            worth[move] = after.plus(gain) if gain else after
        return worth

    def _possible(self, state: Any, moves: Iterable[Move] | None) -> Iterator[Move]:
        """These moves, or all; not the outcomes of chance without odds, which may lead to a state that is none."""
        chance = self.game.turn(state) == CHANCE
        for move in self.game.moves(state) if moves is None else moves:
            if not chance or self.game.odds(state, move) != 0:
                yield move

    def best(self, state: Any) -> list[Move]:
        """All best moves of the player to move; where values are rounded, all that may be best."""
        if self.game.turn(state) not in range(self.seats):
            raise UsageError(f"nobody has a choice in {self.game.show(state)}")
        return self._best_of(state)

    def _best_of(self, state: Any, moves: Iterable[Move] | None = None) -> list[Move]:
        """The best of these moves, or of all, to whoever moves."""
        return self._highest(state, self.values(state, moves))

    def _highest(self, state: Any, values: dict[Move, Value]) -> list[Move]:
        """The moves that are best to whoever moves, by these values."""
        return highest(values, self.game.turn(state))


class Table(Values):
    """The values of an open game; all that is asked about a state of it follows from them here."""

    farthest: float = LONGEST_DISTANCE  #: moves up to which distances are counted
    always_exact = False  #: every value is a whole number, or nothing is said
    holds_reductions = True  #: by values of drawn states ``canon`` and ``choices`` are held to the rules
    one_move = False  #: not every best move will do: play may come round, or what is a tie to one is none to another

    def __init__(self, game: Game, limits: Limits | None = None) -> None:
        super().__init__(game, limits)
        self.races = not facts_of(game).rewarding  # there is nothing to be gained on the way
        self._chooses = "choices" in facts_of(game).overridden
        self._distances: dict[Any, float | None] = {}
        self._counted = 0

    @property
    def nothing_counts(self) -> int:
        """What a value of nothing is to player 0, by the ends met so far: see ``prospects``."""
        return 0

    @property
    def may_stay(self) -> bool:
        """Whether somebody can keep play going for ever, somewhere."""
        return False

    def states_drawn(self, count: int) -> list[Any]:
        """So many of the states solved, by a fixed stream (see ``certificates``); all, if they are fewer."""
        return []

    def tally(self) -> Mapping[int, int] | None:
        """How many of the states solved are surely worth -1, 0 and 1; None where values are not kept."""
        return None

    def known_value(self, state: Any) -> Value | None:
        """The same of a state that was met before; None for another."""
        return self.value(state) if self.knows(state) else None

    def moves_made(self, state: Any) -> list[Move]:
        """The moves that best play makes there equally often: ``move`` alone, but where ties are broken at random."""
        return [self.move(state)]

    def move(self, state: Any) -> Move:
        """The one best move to make.

        Among the finest of the ``choices`` it is the one that leaves the opponent most replies that are mistakes, and
        of those the first in their order. Raises UsageError where nobody has a choice.
        """
        if self.game.turn(state) not in (0, 1):
            raise UsageError(f"there is no move to make: {self.game.show(state)}")
        finest = self._finest(state)
        if len(finest) == 1:
            return finest[0]
        return max(finest, key=lambda move: self._mistakes(self.game.play(state, move)))

    def _finest(self, state: Any) -> list[Move]:
        """The best choices that also win as fast as can be, or lose as slowly, where a win is what is played for."""
        best = self._best_choices(state)
        prospect = self._prospect(state)
        if prospect == 0 or len(best) == 1:
            return best
        distances = [self.distance(self.game.play(state, move)) for move in best]
        known = [distance for distance in distances if distance is not None]
        if len(known) < len(best):
            return best
        wanted = min(known) if prospect > 0 else max(known)
        return [move for move, distance in zip(best, known, strict=True) if distance == wanted]

    def distance(self, state: Any) -> float | None:
        """Moves to the end, or to a throw that matters, when the winner hurries and the loser and chance delay.

        A throw matters if its outcomes are not all worth the same. Of the ``choices`` alone, and at most ``farthest``;
        infinite where play goes round. None where something is gained on the way, and where a value on the way is
        rounded.
        """
        if not self.races:
            return None
        game, distances = self.game, self._distances
        if self._counted != self.nothing_counts:  # ends were met that say otherwise
            self._counted = self.nothing_counts
            distances.clear()
        root = game.canon(state)
        stack = [root]  # an explicit one, so any depth will do
        while stack:
            here = stack[-1]
            if here in distances:
                stack.pop()
            elif game.turn(here) == OVER:
                distances[here] = 0
            elif self.value(here).how != "exact":
                distances[here] = None
            else:
                after = self._thrown_states(here) if game.turn(here) == CHANCE else self._best_states(here)
                if not after:
                    distances[here] = 0
                    continue
                unknown = [state for state in after if state not in distances]
                if unknown:
                    stack.extend(unknown)
                    continue
                known = [length for state in after if (length := distances[state]) is not None]
                wanted = (min if self._prospect(here) > 0 else max)(known, default=0)
                distances[here] = min(1 + wanted, self.farthest) if len(known) == len(after) else None
        return distances[root]

    def _thrown_states(self, state: Any) -> list[Any]:
        """Where a throw leads whose outcomes are all worth the same; nowhere where it matters."""
        game, value = self.game, self.value(state)
        after: dict[Any, None] = {}
        for move in game.moves(state):
            if game.odds(state, move) == 0:
                continue
            there = game.canon(game.play(state, move))
            if there not in after and self.value(there) != value:
                return []
            after[there] = None
        return list(after)

    def _best_states(self, state: Any) -> list[Any]:
        """Where the best of the moves lead that are enough to consider."""
        return [self.game.canon(self.game.play(state, move)) for move in self._best_choices(state)]

    def _best_choices(self, state: Any) -> list[Move]:
        """The best of the moves that are enough to consider: the others may lead to states that were never solved."""
        if not self._chooses:
            return self.best(state)
        return self._best_of(state, list(self.game.choices(state)))

    def _mistakes(self, state: Any) -> int:
        """How many of the moves that are enough to consider are worse than the finest."""
        if self.game.turn(state) not in (0, 1):
            return 0
        return len(list(self.game.choices(state))) - len(self._finest(state))

    def _prospect(self, state: Any) -> int:
        """Positive where the player to move wins, negative where they lose, 0 where the distance does not matter."""
        who, value = self.game.turn(state), self.value(state)
        if who not in (0, 1) or value.how != "exact" or not self.races:
            return 0
        return prospect(who, value.low, self._nothing(state), self.nothing_counts)

    def _nothing(self, state: Any) -> Exact:
        """What is worth nothing: more is for player 0 to hurry to."""
        return 0


class ExactTable(Table, Generic[Known]):
    """A table of exact values in a dictionary: what is known of each of the ``known_states``."""

    state_bytes: ClassVar[int]  # for each of them, about

    def __init__(self, game: Game, limits: Limits | None = None) -> None:
        super().__init__(game, limits)
        self.known_states: dict[Any, Known] = {}
        self.ends: set[Exact] = set()  # what those are worth that were met

    @property
    def states(self) -> int:
        return len(self.known_states)

    @property
    def bytes(self) -> int:
        return len(self.known_states) * self.state_bytes

    @property
    def nothing_counts(self) -> int:
        return counts_among(self.ends, self._nothing(None))

    @property
    def plain_ends(self) -> frozenset[int] | None:
        return only_plain(self.ends)

    def states_drawn(self, count: int) -> list[Any]:
        return drawn_of(list(self.known_states), count)


def highest(values: dict[Move, Value], who: int) -> list[Move]:
    """The moves with the best value for whoever moves, or those that may have it."""
    if who == 0:
        most = max(value.low for value in values.values())
        return [move for move, value in values.items() if value.high >= most]
    least = min(value.high for value in values.values())
    return [move for move, value in values.items() if value.low <= least]


def bounds_of_root(frames: Iterable[tuple[int, Number, Number, Exact]]) -> tuple[Number, Number]:
    """What the moves tried so far prove about the root: a player gets at least the best move already known.

    ``frames`` are the states under way, the deepest first: whose turn it is, the lowest and the highest that the best
    move so far may be worth (infinite where there is none), and the reward of the move being tried.
    """
    low: Number = -inf
    high: Number = inf
    for turn, worst, best, gain in frames:
        low, high = total(low, gain), total(high, gain)
        if turn == CHANCE:
            low, high = -inf, inf
        elif turn == 0:
            low, high = max(low, worst), inf
        else:
            low, high = -inf, min(high, best)
    return low, high
