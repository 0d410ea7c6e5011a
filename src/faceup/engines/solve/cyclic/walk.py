"""Walk positions in machine code, all of a game or those that policies reach, into arrays that grow as needed."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.graph.certificates import Certifier, Positions, sample_numbers
from faceup.engines.graph.game_graph import double_array, lengthen_array, stretches
from faceup.engines.model import broken_rules
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import seats_of
from faceup.engines.solve.cyclic.walk_kernel import (
    BROKEN,
    CAPACITY,
    CHOICE,
    COUNT,
    DONE,
    EDGES_FULL,
    EVERY_MOVE,
    MOST,
    MOVES_FULL,
    NEEDS_WEIGHTS,
    PLACES_FULL,
    REGISTERS,
    ROOM,
    STATES_NARROW,
    STEPS,
    Walked,
    explore,
    rehash,
)
from faceup.engines.solve.engine import Unfit
from faceup.engines.solve.table import LimitHit, look_at_limits
from faceup.native.digests.digest import note_compiled
from faceup.native.kernels import kernel_in_words
from faceup.native.operations.row_type import RowTooSmall
from faceup.native.rules_pointer import CompiledRules, loop_in_words
from faceup.native.state_rows import SLACK, home_of, homes_of, look_up
from faceup.native.state_shape import StateShape, shape_of, widen
from faceup.numbers.exact import Exact
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.facts import facts_of

FULLEST = 0.80  # load factor of the hash table; linear probing stays short below it
GROWTH = 2.0
LARGEST = 1 << 1023  # numbers as large as this are near the end of floats
FIRST_POSITIONS, FIRST_EDGES, FIRST_MOVES = 1 << 14, 1 << 16, 1 << 10
NARROW = np.int16  # words of states, until one does not fit
MOST_POSITIONS = 2**31 - 2**20  # their numbers have 32 bits


class Directory(NamedTuple):
    """A hash table from states to numbers. ``states`` has a row of words for each state."""

    shape: StateShape
    places: Any
    states: Any
    capacity: int

    def find(self, state: Any) -> int | None:
        """Return the number of a (canonical) state; None if the walk never reached it."""
        try:
            words = self.shape.words(state)
        except RowTooSmall:
            return None
        i = home_of(words, self.capacity)
        while (place := int(self.places[i])) >= 0:
            if tuple(self.states[place].tolist()) == words:
                return place
            i += 1
        return None

    def state(self, place: int) -> Any:
        """Return the state with this number."""
        return self.shape.state(self.states[place])

    def places_of(self, words: Any) -> Any:
        """Return the numbers of the states with these words (a row each); -1 for states never reached."""
        slots = look_up(
            words,
            homes_of(words, self.capacity),
            lambda i: self.places[i] < 0,
            lambda i: self.states[self.places[i].astype(np.int64)],
        )
        return np.where(slots < 0, -1, self.places[slots])

    def words(self, places: Any = slice(None)) -> Any:
        """Return the words of the states with these numbers, a row each (int64)."""
        return self.states[places].astype(np.int64, copy=False)

    def narrow(self) -> "Directory":
        """Return the directory with the states in the narrowest integers that hold all words."""
        return self._replace(states=narrowest(self.states))

    @property
    def bytes(self) -> int:
        return int(self.places.nbytes + self.states.nbytes)


def places_for(positions: int, fill: Callable[..., bool], states: Any, count: int) -> tuple[Any, int]:
    """Return the places of a directory for this many positions, and its capacity; ``fill`` places the ``count`` states.

    Raises LimitHit.
    """
    capacity = int(positions / FULLEST)
    places = np.full(capacity + SLACK, -1, np.int32)
    if count and not fill(places, states, count, capacity):
        raise LimitHit(-np.inf, np.inf, count)  # too many equal hashes: never seen
    return places, capacity


class Graph(NamedTuple):
    """The graph of a walk: player to move, and the edges of position i in ``first[i]:first[i + 1]``.

    ``weights`` is empty if all odds are 1, ``rewards`` without rewards. ``values`` holds the payoffs of ends.
    ``rewards`` and ``values`` have a row for each edge or position if every seat has a payoff of its own.
    """

    turns: Any
    first: Any
    targets: Any
    weights: Any
    rewards: Any
    values: Any

    @property
    def odds(self) -> Any:
        """The weights, also where all are 1."""
        return self.weights if len(self.weights) else np.ones(len(self.targets))

    @property
    def has_chance(self) -> bool:
        return bool((self.turns == CHANCE).any())


def narrowest(numbers: Any) -> Any:
    """Return these whole numbers as the narrowest integers that hold all of them."""
    least, greatest = numbers.min(initial=0), numbers.max(initial=0)
    kinds = [np.iinfo(f"int{bits}") for bits in (8, 16, 32, 64)]
    kind = next(kind for kind in kinds if kind.min <= least and greatest <= kind.max)
    return numbers.astype(kind.dtype, copy=False)


def one_end(*seats: int) -> Graph:
    """Return a graph of one end, which suffices to compile loops for graphs of this type."""
    return Graph(
        turns=np.array([OVER], np.int8),
        first=np.zeros(2, np.int64),
        targets=np.zeros(0, np.int32),
        weights=np.zeros(0),
        rewards=np.zeros((0, *seats)),
        values=np.zeros((1, *seats)),
    )


class WalkCertifier(Certifier):
    """Checks the graph of a walk against the rules."""

    def __init__(self, game: Game, directory: Directory, graph: Graph) -> None:
        super().__init__(game, directory.shape)
        self.directory, self.graph = directory, graph

    @property
    def total(self) -> int:
        return len(self.graph.turns)

    def sample(self, count: int) -> Any:
        return self.directory.words(sample_numbers(count, self.total))

    def survey(self, words: Any) -> Positions:
        graph, places = self.graph, self.places_of(words)
        edges, _, starts = stretches(graph.first, places)
        payoffs = graph.values[places]
        payoffs[graph.turns[places] != OVER] = 0.0
        return Positions(
            graph.turns[places],
            payoffs,
            np.append(starts, len(edges)),
            self.directory.words(graph.targets[edges]),
            graph.weights[edges] if len(graph.weights) else np.ones(len(edges)),
            graph.rewards[edges] if len(graph.rewards) else np.zeros((len(edges), *self.row)),
        )

    def look_up(self, words: Any) -> Any:
        return self.directory.places_of(words)


class Walk:
    """The walk from one position. Raises NotCompiled, LimitHit, and Unfit for rules that CPython has to report on.

    It follows all moves, or those of policies: the ``seats`` play them by ``answers``, one for each of the first
    ``answer_count`` positions.
    """

    engine = "cyclic-native"  # noted as compiled afterwards
    answers: Any = np.empty(0, np.int32)
    answer_count: Any = np.full(1, EVERY_MOVE, np.int64)

    def __init__(self, game: Game, root: Any, limits: Limits) -> None:
        self.game, self.limits = game, limits
        self.rows = seats_of(game)  # payoffs a position has; 0 if a payoff is one number
        self.seats = self.seats_playing()
        while True:
            self.shape = shape_of(game)
            try:
                self.go(root)
                return
            except RowTooSmall as error:
                if not widen(game, error, self.shape.layout):
                    raise Unfit("met a row that is too long for machine code") from error

    def go(self, root: Any) -> None:
        """Walk from the root, with arrays that start small; raise Unfit if CPython has to report on the rules."""
        game, shape = self.game, self.shape
        self.rules = CompiledRules(game, shape, self.rows)
        words = self.rules.words
        loop, self.fill = loop_in_words(explore, words, STEPS), kernel_in_words(rehash, words)
        try:
            rules = self.rules.pointer
        finally:
            if self.engine:
                note_compiled(type(game), self.engine)
        self.registers = np.zeros(REGISTERS, np.int64)
        count, edges = FIRST_POSITIONS, FIRST_EDGES
        self.wide, self.narrow = (
            np.zeros((room, shape.count), kind) for room, kind in ((0, np.int64), (count, NARROW))
        )
        self.ahead, self.homes = np.zeros((ROOM, shape.count), np.int64), np.zeros(ROOM, np.int64)
        self.moves = words.moves.room(FIRST_MOVES)
        self.turns = np.zeros(count, np.int8)
        self.values = np.zeros((count, *self.row))
        self.first = np.zeros(count + 1, np.int64)
        self.targets = np.zeros(edges, np.int32)
        self.weights = np.zeros(0)
        self.rewards = np.zeros((edges if facts_of(game).rewarding else 0, *self.row))
        self.make_places(count)
        begin = self.rules.state_in_words(root)
        while True:
            with broken_rules.errors_as_unfit(Unfit):
                status = loop(rules, *self.loop_arguments(), begin)
            if status == DONE:
                break
            if status == BROKEN:
                raise Unfit("met a state that breaks the rules, or odds that are too large")
            look_at_limits(self.limits, self.count)
            self.serve(status)

    def seats_playing(self) -> Any:
        """Return how each seat plays: RANDOM, FIRST, ANSWER or CHOICE of ``walk_kernel``."""
        return np.full(self.rows or 2, CHOICE, np.int8)

    @property
    def row(self) -> tuple[int, ...]:
        """The shape of one payoff or reward."""
        return (self.rows,) if self.rows else ()

    def loop_arguments(self) -> tuple[Any, ...]:
        """Return the arguments of the loop between rules and root."""
        return self.arrays(), self.seats, self.answers, self.answer_count

    def serve(self, status: int) -> None:
        """Provide what the loop asked for with this status: room, wider numbers, or weights."""
        if status == PLACES_FULL:
            self.grow_positions()
        elif status == EDGES_FULL:
            self.grow_edges()
        elif status == MOVES_FULL:
            self.grow_moves()
        elif status == STATES_NARROW:
            self.check_memory(8 * self.narrow.size)
            self.wide, self.narrow = self.narrow.astype(np.int64), np.zeros((0, self.shape.count), NARROW)
        elif status == NEEDS_WEIGHTS:
            self.check_memory(8 * len(self.targets))
            self.weights = np.ones(len(self.targets))

    def arrays(self) -> Walked:
        """Return the memory of the loop."""
        return Walked(
            self.places,
            self.wide,
            self.narrow,
            self.turns,
            self.values,
            self.first,
            self.targets,
            self.weights,
            self.rewards,
            self.registers,
            self.ahead,
            self.homes,
            self.moves,
        )

    @property
    def count(self) -> int:
        return int(self.registers[COUNT])

    def make_places(self, positions: int) -> None:
        """Make a hash table for this many positions."""
        self.places, capacity = places_for(positions, self.fill, self.rows_of_states, self.count)
        self.registers[CAPACITY], self.registers[MOST] = capacity, positions

    def grow_positions(self) -> None:
        """Make room for more positions within the memory limit, with a larger hash table. Raises LimitHit."""
        count = self.count
        room = (self.limits.memory - self.bytes()) / self.bytes_a_position
        larger = int(min(count * GROWTH, count + room, MOST_POSITIONS))
        if larger < count * 1.05:
            raise LimitHit(-np.inf, np.inf, count)
        if len(self.narrow):
            self.narrow = lengthen_array(self.narrow, larger)
        else:
            self.wide = lengthen_array(self.wide, larger)
        self.turns, self.values = lengthen_array(self.turns, larger), lengthen_array(self.values, larger)
        self.first = lengthen_array(self.first, larger + 1)
        self.places = np.empty(0, np.int32)  # frees the old table before the new one is made
        self.make_places(larger)

    def grow_moves(self) -> None:
        if len(self.moves) > broken_rules.MOST_MOVES:
            raise Unfit("met a state with moves that may have no end")
        self.check_memory(self.moves.nbytes)
        self.moves = double_array(self.moves)

    def grow_edges(self) -> None:
        """Make room for more edges. Raises LimitHit."""
        more = int(len(self.targets) * GROWTH)
        self.check_memory(
            (more - len(self.targets)) * (4 + 8 * bool(len(self.weights)) + self.gain_bytes * bool(len(self.rewards)))
        )
        self.targets = lengthen_array(self.targets, more)
        self.weights = lengthen_array(self.weights, more) if len(self.weights) else self.weights
        self.rewards = lengthen_array(self.rewards, more) if len(self.rewards) else self.rewards

    @property
    def bytes_a_position(self) -> float:
        return float(self.rows_of_states.itemsize) * self.shape.count + 4 / FULLEST + 1 + 8 + self.gain_bytes

    @property
    def gain_bytes(self) -> int:
        return 8 * (self.rows or 1)

    def bytes(self) -> int:
        return int(sum(column.nbytes for column in self.arrays()))

    def check_memory(self, more: float) -> None:
        """Raise LimitHit if ``more`` bytes exceed the memory limit."""
        if self.bytes() + more > self.limits.memory:
            raise LimitHit(-np.inf, np.inf, self.count)

    @property
    def rows_of_states(self) -> Any:
        """The words of the states, a row each, with unused rows behind them."""
        return self.narrow if len(self.narrow) else self.wide

    @property
    def directory(self) -> Directory:
        """The numbers of all states."""
        return Directory(self.shape, self.places, self.rows_of_states[: self.count], int(self.registers[CAPACITY]))

    @property
    def graph(self) -> Graph:
        """The graph of all positions."""
        count, edges = self.count, int(self.first[self.count])
        return Graph(
            self.turns[:count],
            self.first[: count + 1],
            self.targets[:edges],
            self.weights[:edges],
            self.rewards[:edges],
            self.values[:count],
        )


def check_endless(*numbers: Exact) -> None:
    """Raise Unfit if the value of an endless play is not a float."""
    if any(not -LARGEST < number < LARGEST or float(number) != number for number in numbers):
        raise Unfit("takes only values of `endless` that a float can hold")
