"""The graph of all positions of a game, in flat arrays, and the walk that fills it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import islice, pairwise
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.model import broken_rules
from faceup.engines.model.contract_check import complete
from faceup.engines.model.legal_moves import exact_payoff, exact_reward, lowest_odds
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import for_two, payoff_row, reward_row
from faceup.numbers.exact import Exact
from faceup.numbers.value import exactly
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import LimitReached, RepeatingStateError, RulesError
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move, parts_of
from faceup.rules.parameters import WORD_MAX, WORD_MIN
from faceup.rules.texts import in_order

MOST_POSITIONS = 2_000_000
POSITION_BYTES = 1000  # with its moves, about
LOOK_EVERY = 64  # positions between two checks of the limits
MOVES_EACH = 8  # a walk also ends after this many moves for each position allowed
MOST_ODDS = 2**53  # the largest sum of odds at a position: floats hold all whole numbers up to here

Options = Callable[[Any], Iterable[Move]]


class LargeOdds(RulesError):
    """Odds that the graph cannot hold."""


class Edges(NamedTuple):
    """The edges of several positions, one position after another."""

    edges: Any
    counts: Any  #: number of edges of each position
    starts: Any  #: where the edges of each position begin in ``edges``


@dataclass(frozen=True, eq=False)
class GameGraph:
    """All reachable positions, the start first, in breadth-first order.

    The moves of position i are the edges ``first[i]:first[i + 1]``, in the order of the rules: ``moves`` holds their
    numbers, ``targets`` their successors, ``weights`` the odds of outcomes in lowest terms (1 for moves of players).
    ``payoffs`` of ends (else 0) and ``rewards`` of edges are indices into ``numbers``, which are exact; the first is 0.
    ``plies`` is the least number of moves from the start. Moves that are words or tuples are indices into ``tuples``.
    """

    game: Game
    states: list[Any]
    turns: Any
    plies: Any
    first: Any
    moves: Any
    targets: Any
    weights: Any
    payoffs: Any
    rewards: Any
    numbers: list[Exact]
    tuples: tuple[Move, ...] = ()

    @property
    def seats(self) -> int:
        """How many seats have numbers of their own; 0 for two opponents."""
        nothing: Any = self.numbers[0]
        return len(nothing) if isinstance(nothing, tuple) else 0

    @cached_property
    def places(self) -> dict[Any, int]:
        """The number of each state."""
        return {state: i for i, state in enumerate(self.states)}

    @cached_property
    def ends(self) -> set[Any]:
        """The different payoffs of ends."""
        return {self.numbers[place] for place in set(self.payoffs[self.turns == OVER].tolist())}

    @cached_property
    def totals(self) -> list[int]:
        """The sum of the weights at each position; 1 at ends."""
        first, weights = self.first.tolist(), self.weights.tolist()
        return [sum(weights[begin:end]) or 1 for begin, end in pairwise(first)]

    @cached_property
    def sources(self) -> Any:
        """The position at which each edge begins."""
        return np.repeat(np.arange(len(self.states)), np.diff(self.first))

    @cached_property
    def levels(self) -> list[Any]:
        """The positions by height (the greatest number of moves to an end): ends first, the start last.

        All moves from a level lead to earlier levels. Raises RepeatingStateError if a position can repeat.
        """
        into, first = self.incoming
        open_moves = np.diff(self.first)
        level = np.flatnonzero(open_moves == 0)
        levels, placed = [], 0
        while len(level):
            levels.append(level)
            placed += len(level)
            edges = into[stretches(first, level).edges]
            befores, times = np.unique(self.sources[edges], return_counts=True)
            open_moves[befores] -= times
            level = befores[open_moves[befores] == 0]
        if placed < len(self.states):
            raise broken_rules.repeats(self.game, self.states[int(np.flatnonzero(open_moves > 0)[-1])])
        return levels

    @cached_property
    def is_cyclic(self) -> bool:
        """Whether a position can repeat."""
        try:
            return len(self.levels) == 0
        except RepeatingStateError:
            return True

    @cached_property
    def incoming(self) -> tuple[Any, Any]:
        """The edges sorted by target, and ``first``: those into position i are ``first[i]:first[i + 1]``."""
        into = np.argsort(self.targets, kind="stable")
        return into, np.searchsorted(self.targets[into], np.arange(len(self.states) + 1))

    def move(self, edge: int) -> Move:
        """Return the move of an edge."""
        return self.move_numbered(int(self.moves[edge]))

    def move_numbered(self, number: int) -> Move:
        """Return the move with this number."""
        return self.tuples[number] if self.tuples else number

    def number(self, move: Move) -> int:
        """Return the number of a move."""
        return self.tuples.index(move) if self.tuples else int(move)  # type: ignore[arg-type]

    def edges(self, i: int) -> range:
        """Return the edges of a position."""
        return range(int(self.first[i]), int(self.first[i + 1]))

    def edges_of(self, positions: Any) -> Edges:
        """Return the edges of several positions."""
        return stretches(self.first, positions)

    def with_edges(self, edges: Any, counts: Any) -> "GameGraph":
        """Return the graph with these of its edges; ``counts`` has the number of them at each position."""
        return replace(
            self,
            first=np.append(0, np.cumsum(counts)),
            moves=self.moves[edges],
            targets=self.targets[edges],
            weights=self.weights[edges],
            rewards=self.rewards[edges],
        )

    def with_positions(self, positions: Any, numbers: Any) -> "GameGraph":
        """Return the graph of these positions; ``numbers`` has the new number of every position that they lead to."""
        edges, counts, _ = self.edges_of(positions)
        return replace(
            self.with_edges(edges, counts),
            states=[self.states[i] for i in positions.tolist()],
            turns=self.turns[positions],
            plies=self.plies[positions],
            payoffs=self.payoffs[positions],
            targets=numbers[self.targets[edges]],
        )

    def reachable(self) -> "GameGraph":
        """Return the part of the graph that the start leads to."""
        reached = np.zeros(len(self.states), np.bool_)
        frontier = np.zeros(1, np.int64)
        while len(frontier):
            reached[frontier] = True
            targets = np.unique(self.targets[self.edges_of(frontier).edges])
            frontier = targets[~reached[targets]]
        return self if reached.all() else self.with_positions(np.flatnonzero(reached), np.cumsum(reached) - 1)

    def path(self, i: int) -> list[Move]:
        """Return a shortest path from the start to a position, as moves."""
        moves = []
        while i:
            into = np.flatnonzero(self.targets == i)
            edge = into[np.argmin(self.plies[self.sources[into]])]
            moves.append(self.move(int(edge)))
            i = int(self.sources[edge])
        return moves[::-1]


def named_moves(game: Game, moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return the different moves in order, to number them by; none if all moves are whole numbers."""
    different = set(moves)
    return tuple(in_order(game, different)) if any(isinstance(move, tuple | str) for move in different) else ()


def stretches(first: Any, positions: Any) -> Edges:
    """Return the ranges ``first[i]:first[i + 1]`` for each of these positions i, concatenated."""
    counts = first[positions + 1] - first[positions]
    starts = np.cumsum(counts) - counts
    return Edges(np.repeat(first[positions] - starts, counts) + np.arange(counts.sum()), counts, starts)


def first_of_kept(first: Any, kept: Any) -> Any:
    """Return where the edges of each position begin if only the ``kept`` edges are left."""
    return np.append(0, np.cumsum(kept))[first]


def lengthen_array(array: Any, count: int) -> Any:
    """Return a copy with room for ``count`` rows; the new rows are uninitialised."""
    longer = np.empty((count, *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer


def double_array(array: Any) -> Any:
    """Return a copy of twice the length, padded with zeros."""
    return np.concatenate([array, np.zeros_like(array)])


def walk(
    game: Game,
    *,
    start: Any = None,
    options: Options | None = None,
    canonical: bool = False,
    most: int = MOST_POSITIONS,
    limits: Limits | None = None,
    seats: int = 0,
) -> GameGraph:
    """Walk all reachable positions, by all legal moves or by those of ``options(state)``.

    ``options`` is called for players' decisions; outcomes of chance with odds 0 are left out. ``canonical`` replaces
    states by their representatives. The ``numbers`` are rows if ``seats`` have payoffs of their own. Raises
    LimitReached past ``most`` positions, past eight times as many moves, and at other ``limits``; RulesError for a move
    that leaves 64 bits; LargeOdds if odds in lowest terms sum to more than 2**53.
    """
    complete(game)
    if not seats:
        for_two(game, "looked at position by position")
    begun = game.start() if start is None else start
    representative = game.canon if canonical else itself
    return fill_graph(game, begun, options or game.moves, representative, most, limits, seats)


def fill_graph(
    game: Game,
    start: Any,
    options: Options,
    representative: Callable[[Any], Any],
    most: int,
    limits: Limits | None,
    seats: int = 0,
    most_odds: float = MOST_ODDS,
) -> GameGraph:
    """Return the graph as ``walk`` does, without checking that the rules are complete."""
    payoff_of: Any = partial(payoff_row, seats=seats) if seats else exact_payoff
    reward_of: Any = partial(reward_row, seats=seats) if seats else exact_reward
    nothing: Any = (0,) * seats if seats else 0
    rewarding = facts_of(game).rewarding
    room = MOVES_EACH * most
    states = [representative(start)]
    places = {states[0]: 0}
    plies, turns, payoffs, first = [0], list[int](), list[int](), [0]
    moves, targets, weights, rewards = list[Move](), list[int](), list[int](), list[int]()
    numbers: dict[Any, int] = {nothing: 0}
    for i, state in enumerate(states):
        if limits is not None and i % LOOK_EVERY == 0:
            limits.check(game, len(states), POSITION_BYTES, states[-1])
        turn = game.turn(state)
        payoff = payoff_of(game, state) if turn == OVER else nothing
        turns.append(turn)
        payoffs.append(numbers.setdefault(payoff, len(numbers)))
        if not (turn == OVER or CHANCE <= turn < (seats or 2)):
            raise broken_rules.bad_turn(game, state, turn, seats)
        widest = min(room, max(most, broken_rules.MOST_MOVES))
        legal, odds = _possible(game, state, turn, options, widest, most_odds)
        if len(legal) > max(most, broken_rules.MOST_MOVES):
            raise broken_rules.endless_moves(game, state)
        if len(states) > most or len(moves) + len(legal) > room:
            raise too_large(game, most, states[-1])
        moves += legal
        weights += odds
        first.append(len(moves))
        for move in legal:
            for number in parts_of(move):
                if not isinstance(number, str) and not WORD_MIN <= number <= WORD_MAX:
                    raise _too_long(game, state, number)
            after = representative(game.play(state, move))
            place = places.setdefault(after, len(states))
            if place == len(states):
                states.append(after)
                plies.append(plies[i] + 1)
            targets.append(place)
            gain = reward_of(game, state, move) if rewarding else nothing
            rewards.append(numbers.setdefault(gain, len(numbers)))
    tuples = named_moves(game, moves)
    numbered = {move: k for k, move in enumerate(tuples)}
    column = partial(np.array, dtype=np.int64)
    return GameGraph(
        game,
        states,
        turns=column(turns, dtype=np.int8),
        plies=column(plies, dtype=np.int32),
        first=column(first),
        moves=column([numbered[move] for move in moves] if tuples else moves),
        targets=column(targets),
        weights=column(weights, dtype=object if max(weights, default=0) > MOST_ODDS else np.int64),
        payoffs=column(payoffs),
        rewards=column(rewards),
        numbers=list(numbers),
        tuples=tuples,
    )


def itself(state: Any) -> Any:
    return state


def _possible(
    game: Game, state: Any, turn: int, options: Options, most: int, most_odds: float
) -> tuple[list[Move], list[int]]:
    """Return the moves or outcomes at a position, with their weights; no weights if there are more than ``most``."""
    if turn == OVER:
        return [], []
    if turn == CHANCE:
        return _outcomes(game, state, most, most_odds)
    legal = list(islice(options(state), most + 1))
    if not legal:
        raise broken_rules.no_moves(game, state)
    return legal, [1] * len(legal)


def _outcomes(game: Game, state: Any, most: int, most_odds: float) -> tuple[list[Move], list[int]]:
    """Return the possible outcomes, with odds in lowest terms; without odds if there are more than ``most``."""
    outcomes = list(islice(game.moves(state), most + 1))
    if len(outcomes) > most:
        return outcomes, []
    lowest = lowest_odds(game, state, outcomes)
    if (total := sum(lowest.values())) > most_odds:
        move, weight = max(lowest.items(), key=lambda outcome: outcome[1])
        raise LargeOdds(
            f"{broken_rules.at(game, state)}: in lowest terms the odds of outcome {move} are {exactly(weight)} of "
            f"{exactly(total)}; looking at every position takes odds that sum to {MOST_ODDS} (2**53) at most"
        )
    return list(lowest), list(lowest.values())


def too_large(game: Game, most: int, last: Any) -> LimitReached:
    """The refusal of a walk through more positions than that; ``last`` is the one at which it ended."""
    error = LimitReached(f"{type(game).name} is too large to look at every position: more than {most:,} of them")
    error.positions, error.last = most, last
    return error.of(game)


def _too_long(game: Game, state: Any, move: int) -> RulesError:
    return RulesError(
        f"{broken_rules.at(game, state)}: move {exactly(move)} leaves 64 bits; possible: {WORD_MIN} to {WORD_MAX}"
    )
