"""A game's positions as a graph in flat arrays, for whoever must look at all of them: same, symmetries, strategies."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from math import gcd
from typing import Any

import numpy as np

from faceup.engines import broken_rules
from faceup.engines.completeness import complete
from faceup.engines.numbers import Exact, exact_number
from faceup.results.value import exactly
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import LimitReached, RulesError
from faceup.rules.facts import facts_of
from faceup.rules.parameters import WORD_MAX, WORD_MIN

MOST_POSITIONS = 2_000_000  # about a kilobyte each with its moves
MOVES_EACH = 8  # of as many moves as this for each position allowed, a walk gives up too
MOST_ODDS = 2**53  # that the odds of a position may sum to: up to here floats hold every whole number

Options = Callable[[Any], Iterable[int]]


@dataclass(frozen=True, eq=False)
class GameGraph:
    """Every position that can be reached, the start first, in the order of a breadth-first walk.

    The moves of position ``i`` are edges ``first[i]`` to ``first[i + 1] - 1``, in the order of the rules: ``moves``
    holds their names, ``targets`` where they lead, ``weights`` the odds of outcomes of chance in lowest terms (1 for
    moves of players). ``payoffs`` of positions that are over (else 0) and ``rewards`` of edges are places in
    ``numbers``, which are exact, and whose first is 0. ``plies`` is the least number of moves from the start.
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

    @cached_property
    def places(self) -> dict[Any, int]:
        """Where each state is."""
        return {state: i for i, state in enumerate(self.states)}

    @cached_property
    def sources(self) -> Any:
        """The position each edge begins at."""
        return np.repeat(np.arange(len(self.states)), np.diff(self.first))

    @cached_property
    def levels(self) -> list[Any]:
        """The positions by their height, the greatest number of moves to an end: ends first, the start last.

        All moves from a level lead to earlier levels. Raises RepeatingStateError where a position can come again.
        """
        into = np.argsort(self.targets, kind="stable")
        begins = np.searchsorted(self.targets[into], np.arange(len(self.states) + 1))
        open_moves = np.diff(self.first)
        level = np.flatnonzero(open_moves == 0)
        found, settled = [], 0
        while len(level):
            found.append(level)
            settled += len(level)
            edges = into[spans(begins, level)]
            befores, times = np.unique(self.sources[edges], return_counts=True)
            open_moves[befores] -= times
            level = befores[open_moves[befores] == 0]
        if settled < len(self.states):
            raise broken_rules.repeats(self.game, self.states[int(np.flatnonzero(open_moves > 0)[-1])])
        return found

    def edges(self, i: int) -> range:
        """The edges of a position."""
        return range(int(self.first[i]), int(self.first[i + 1]))

    def path(self, i: int) -> list[int]:
        """A shortest way from the start to a position, as moves."""
        moves = []
        while i:
            into = np.flatnonzero(self.targets == i)
            edge = into[np.argmin(self.plies[self.sources[into]])]
            moves.append(int(self.moves[edge]))
            i = int(self.sources[edge])
        return moves[::-1]


def spans(first: Any, chosen: Any) -> Any:
    """The places ``first[i]`` to ``first[i + 1] - 1`` for each chosen i, one after the other."""
    counts = first[chosen + 1] - first[chosen]
    return np.repeat(first[chosen] - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())


def walk(
    game: Game,
    *,
    start: Any = None,
    options: Options | None = None,
    canonical: bool = False,
    most: int = MOST_POSITIONS,
) -> GameGraph:
    """Walk the positions that can be reached, by all legal moves or by those that ``options(state)`` names.

    ``options`` is asked where a player decides; outcomes of chance without odds are left out. ``canonical`` puts
    representatives in the place of states. Raises LimitReached beyond ``most`` positions, or eight times as many moves,
    RulesError for a move that leaves 64 bits and for odds that sum to more than 2**53 in lowest terms.
    """
    complete(game)
    name = game.canon if canonical else _itself
    root = name(game.start() if start is None else start)
    places = {root: 0}
    states, plies, first = [root], [0], [0]
    numbers: dict[Exact, int] = {0: 0}
    turns: list[int] = []
    payoffs: list[int] = []
    moves: list[int] = []
    targets: list[int] = []
    weights: list[int] = []
    rewards: list[int] = []
    rewarding = facts_of(game).rewarding
    room = MOVES_EACH * most
    for i, state in enumerate(states):
        who = game.turn(state)
        turns.append(who)
        payoffs.append(0)
        if who == OVER:
            number = exact_number(game, state, "payoff", game.payoff(state))
            payoffs[-1] = numbers.setdefault(number, len(numbers))
        elif who == CHANCE:
            odds = _odds(game, state, room)
            if odds is None:
                raise _too_large(game, most)
            moves.extend(odds)
            weights.extend(odds.values())
        elif who in (0, 1):
            legal = list(islice(game.moves(state) if options is None else options(state), room + 1))
            if not legal:
                raise broken_rules.no_moves(game, state)
            moves.extend(legal)
            weights.extend([1] * len(legal))
        else:
            raise broken_rules.bad_turn(game, state, who)
        if len(states) > most or len(moves) > room:
            raise _too_large(game, most)
        for move in moves[first[-1] :]:
            if not WORD_MIN <= move <= WORD_MAX:
                raise _too_long(game, state, move)
            after = name(game.play(state, move))
            place = places.setdefault(after, len(states))
            if place == len(states):
                states.append(after)
                plies.append(plies[i] + 1)
            targets.append(place)
            gain = exact_number(game, state, f"reward of move {move}", game.reward(state, move)) if rewarding else 0
            rewards.append(numbers.setdefault(gain, len(numbers)))
        first.append(len(moves))
    small = np.array(turns, np.int8), np.array(plies, np.int32)
    edges = (np.array(column, np.int64) for column in (first, moves, targets, weights))
    ends = (np.array(column, np.int64) for column in (payoffs, rewards))
    return GameGraph(game, states, *small, *edges, *ends, list(numbers))  # type: ignore[call-arg, arg-type]


def _itself(state: Any) -> Any:
    return state


def _too_large(game: Game, most: int) -> LimitReached:
    return LimitReached(f"{type(game).name} is too large to look at every position: more than {most:,} of them")


def _too_long(game: Game, state: Any, move: int) -> RulesError:
    return RulesError(
        f"{broken_rules.at(game, state)}: move {exactly(move)} leaves 64 bits; possible: {WORD_MIN} to {WORD_MAX}"
    )


def _odds(game: Game, state: Any, most: int) -> dict[int, int] | None:
    """The outcomes that can happen, with their weights in lowest terms; None where there are more than so many."""
    found = {move: game.odds(state, move) for move in islice(game.moves(state), most + 1)}
    if len(found) > most:
        return None
    for move, weight in found.items():
        if not isinstance(weight, int) or weight < 0:
            raise broken_rules.bad_odds(game, state, move, weight)
    if not found:
        raise broken_rules.no_moves(game, state)
    if not any(found.values()):
        raise broken_rules.no_odds(game, state)
    shared = gcd(*found.values())
    lowest = {move: weight // shared for move, weight in found.items() if weight}
    if (total := sum(lowest.values())) > MOST_ODDS:
        move, weight = max(lowest.items(), key=lambda outcome: outcome[1])
        raise RulesError(
            f"{broken_rules.at(game, state)}: in lowest terms the odds of outcome {move} are {exactly(weight)} of "
            f"{exactly(total)}; looking at every position takes odds that sum to {MOST_ODDS} (2**53) at most"
        )
    return lowest
