"""Certificates: compare the results of machine code with the rules in CPython before they are an answer.

A compiler may be wrong, and its error would be published as proven. So results of machine code need two certificates.
This module makes those of tables and graphs, ``hidden.tree`` those of trees, and ``simulate.machine_code`` those of
simulated games.

1. The positions are the game's. The rules in CPython are called at positions sampled over all that machine code made,
   at those of the first plies, and along a line of best play. Turn, successors and their order, odds, rewards and
   payoffs must be the same in machine code.
2. The values satisfy the equations. The value of each checked position is the best, or the mean, of its successors,
   within the stored errors: a bound that one step of the equations does not make worse.

If play cannot cycle, the second proves the checked values from those of their successors. If it can, too large a value
in an end component satisfies the equations too; there ``solve.cyclic.certificate`` proves all values.

The number of checked positions depends only on the numbers of positions and moves, and the sample on a fixed stream. So
the same question has the same certificate on every machine.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from faceup.engines.graph.game_graph import stretches
from faceup.engines.model.broken_rules import RAISED, at
from faceup.engines.model.legal_moves import outcomes_with_odds
from faceup.engines.model.seats import seats_of
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import RulesError, error_words
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

if TYPE_CHECKING:
    from faceup.native.state_shape import StateShape

DRAWN = 5_000  # sampled positions of a large table
FEW, LEAST, SHARE = 10_000, 200, 20  # up to FEW positions, one in SHARE is sampled, and at least LEAST
MOST_MOVES = 120_000  # made for each of the three samples: fewer positions are checked if they have many moves
HELD_AT_A_LIMIT = 1_000  # sampled positions if a limit leaves no time
BATCH = 512  # positions checked together
LONGEST_LINE = 200  # plies
NEAR = 2.0**-48  # relative error of the sums in this module

STEP, MIX, FINISH = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def words_of_stream(first: int, count: int) -> Any:
    """Return words ``first`` to ``first + count - 1`` of a fixed random stream (uint64).

    Source: SplitMix64 (Steele, Lea and Flood 2014).
    """
    with np.errstate(over="ignore"):
        word = (np.arange(first, first + count, dtype=np.uint64) + np.uint64(1)) * np.uint64(STEP)
        word = (word ^ (word >> np.uint64(30))) * np.uint64(MIX)
        word = (word ^ (word >> np.uint64(27))) * np.uint64(FINISH)
    return word ^ (word >> np.uint64(31))


def sample_numbers(count: int, total: int) -> Any:
    """Return ``count`` different numbers below ``total`` in random order, or all if they are fewer."""
    if count >= total:
        return np.argsort(words_of_stream(0, total))
    drawn_numbers: dict[int, None] = {}
    for first in range(0, 64 * count, max(2 * count, 1)):
        numbers = (words_of_stream(first, 2 * count) % np.uint64(total)).astype(np.int64)
        drawn_numbers.update(dict.fromkeys(numbers.tolist()))
        if len(drawn_numbers) >= count:
            break
    return np.array(list(drawn_numbers)[:count], np.int64)


def sample_size(total: int) -> int:
    """Return the sample size for this many positions."""
    return min(total, DRAWN if total > FEW else max(LEAST, total // SHARE))


class Positions(NamedTuple):
    """Some positions with their edges, in flat arrays: the edges of position i are ``first[i]:first[i + 1]``.

    ``turns`` (int8) are the players to move; ``payoffs`` (float64) those of ends, 0 elsewhere; ``words`` the successors
    (a row each, as a table stores them); ``weights`` the odds of outcomes, 1 for moves; ``rewards`` those of moves.
    ``payoffs`` and ``rewards`` are rows if every seat has a payoff of its own.
    """

    turns: Any
    payoffs: Any
    first: Any
    words: Any
    weights: Any
    rewards: Any

    @property
    def edges(self) -> Any:
        """How many edges each position has."""
        return np.diff(self.first)


class Certifier:
    """Compares an engine's positions and values with the rules of ``game`` in CPython.

    Engines implement ``total``, ``sample``, ``survey``, ``look_up`` and ``bounds_of``. A position is given as the words
    of its state, in the engine's ``shape``.
    """

    def __init__(self, game: Game, shape: "StateShape") -> None:
        self.game, self.shape = game, shape
        self.canonical = facts_of(game).canonical  # whether successors are representatives
        self.rewarding = facts_of(game).rewarding
        seats = seats_of(game)
        self.row = (seats,) if seats else ()  # the shape of one payoff
        self.seen = set[Any]()  # the positions checked

    @property
    def total(self) -> int:
        """How many positions machine code has."""
        raise NotImplementedError

    def sample(self, count: int) -> Any:
        """Return the words of ``count`` positions, sampled over all."""
        raise NotImplementedError

    def survey(self, words: Any) -> Positions:
        """Return these positions as machine code has them."""
        raise NotImplementedError

    def look_up(self, words: Any) -> Any:
        """Return the numbers of positions; -1 for those that machine code never reached."""
        raise NotImplementedError

    def bounds_of(self, places: Any) -> "PositionBounds | None":
        """Return the bounds on the values of these positions; None if there are no values."""
        return None

    def find_misplaced(self, places: Any, successors: Any, positions: Positions) -> Any:
        """Return where any other result, such as a distance, does not follow from those of the successors."""
        return False

    def options(self, state: Any, turn: int) -> Iterable[Move]:
        """Return the moves that the engine follows, of a player or of chance."""
        return self.game.moves(state) if turn == CHANCE else self.game.choices(state)

    # --- the certificate -----------------------------------------------------------------------------------------

    def certificate(self, start: Any, new: int | None = None) -> int:
        """Check positions and their values; return how many. Raises RulesError for the first that differs.

        The positions are sampled over all, those of the first plies after ``start``, and those along a line of best
        play. If only ``new`` positions were added since the last certificate, fewer are checked.
        """
        self.seen.clear()
        new = self.total if new is None else new
        count = sample_size(new)
        if new == self.total or new > FEW:
            self.hold_all(map(self.state_of, self.sample(count)))
            self.hold_all(self.line(start))
        self._hold_first_plies(start, count)
        return len(self.seen)

    def hold_some(self) -> None:
        """Check a small sample, if a limit leaves no time for more. Raises RulesError."""
        self.hold_all(map(self.state_of, self.sample(HELD_AT_A_LIMIT)))

    def state_of(self, words: Any) -> Any:
        """Return the state of these words."""
        return self.shape.state(words)

    def places_of(self, words: Any) -> Any:
        """Return the numbers of positions. Raises RulesError for one that machine code never reached."""
        places = self.look_up(words)
        if (places < 0).any():
            state = self.state_of(words[np.flatnonzero(places < 0)[0]])
            raise RulesError(f"{at(self.game, state)}: machine code never came to this state")
        return places

    def places_and_bounds(self, words: Any) -> "tuple[Any, PositionBounds | None]":
        """Return the numbers of positions, and their bounds. Raises RulesError for one that was never reached."""
        places = self.places_of(words)
        return places, self.bounds_of(places)

    def wrong_values(self, words: Any, positions: Positions) -> Any:
        """Return where the values of positions, or other results, do not follow from those of their successors."""
        places, bounds = self.places_and_bounds(words)
        if bounds is None:
            return np.zeros(len(words), bool)
        successors, bounds_after = self.places_and_bounds(positions.words)
        assert bounds_after is not None
        return inconsistent_with_moves(positions, bounds, bounds_after) | self.find_misplaced(
            places, successors, positions
        )

    def best_edge(self, state: Any, positions: Positions) -> int:
        """Return the edge by which a line of best play goes on; 0 at chance nodes, and without values."""
        bounds = None if positions.turns[0] == CHANCE else self.places_and_bounds(positions.words)[1]
        if bounds is None:
            return 0
        return int(
            np.argmax(bounds.low + positions.rewards)
            if positions.turns[0] == 0
            else np.argmin(bounds.low + positions.rewards)
        )

    def line(self, start: Any) -> Iterable[Any]:
        """Yield the states along a line of best play, until one repeats."""
        state, visited = start, set[Any]()
        while state not in visited and len(visited) < LONGEST_LINE:
            visited.add(state)
            yield state
            positions, successors = self.by_rules([state])
            if not successors:
                return
            state = successors[self.best_edge(state, positions)]

    def hold_all(self, states: Iterable[Any]) -> None:
        """Check these states, until they have used up the budget of moves."""
        moves_left, batch = MOST_MOVES, dict[Any, None]()
        for state in states:
            if state not in self.seen:
                batch[state] = None
            if len(batch) == BATCH:
                moves_left -= len(self.hold(list(batch)))
                batch = {}
                if moves_left <= 0:
                    return
        self.hold(list(batch))

    def _hold_first_plies(self, start: Any, count: int) -> None:
        """Check the positions nearest to the start, ply by ply."""
        moves_left, ply, visited = MOST_MOVES, [start], {start}
        while ply and count > 0 and moves_left > 0:
            after: list[Any] = []
            for begin in range(0, min(len(ply), count), BATCH):
                batch = ply[begin : begin + min(BATCH, count)]
                count -= len(batch)
                successors = self.hold(batch)
                moves_left -= len(successors)
                after += successors
                if moves_left <= 0:
                    return
            ply = [state for state in dict.fromkeys(after) if state not in visited]
            visited.update(ply)

    def hold(self, states: list[Any]) -> list[Any]:
        """Check these states and their values, or the first of them; return their successors. Raises RulesError.

        Where they have very many moves the others are left out.
        """
        if not states:
            return []
        rules, successors = self.by_rules(states)
        states = states[: len(rules.turns)]
        self.seen.update(states)
        try:
            words = self.words_of(states)
            code = self.survey(words)
        except RAISED as error:  # of machine code, as CPython raised nothing
            raise RulesError(
                f"{at(self.game, states[0])}: at this state, or one of the next, machine code meets what CPython does "
                f"not: {error_words(error)}"
            ) from error
        differing = first_difference(rules, code)
        if differing is not None:
            raise RulesError(f"{at(self.game, states[differing])}: {self.differences(differing, rules, code)}")
        for k in np.flatnonzero(self.wrong_values(words, rules)).tolist():
            raise RulesError(
                f"{at(self.game, states[k])}: the value that machine code gives is not what its moves lead to by the "
                "rules as CPython runs them"
            )
        return successors

    def words_of(self, states: list[Any]) -> Any:
        """Return the words of states, a row each (int64)."""
        rows = states if self.shape.layout is None else [self.shape.words(state) for state in states]
        return np.array(rows, np.int64).reshape(len(states), self.shape.count)

    def by_rules(self, states: list[Any]) -> tuple[Positions, list[Any]]:
        """Return these positions by the rules in CPython, and their successors, one for each edge.

        Positions end with the one that has the last of MOST_MOVES.
        """
        game, turns, payoffs, first = self.game, list[int](), np.zeros((len(states), *self.row)), [0]
        successors: list[Any] = []
        weights: list[int] = []
        rewards: list[Any] = []
        for i, state in enumerate(states):
            turn = game.turn(state)
            turns.append(turn)
            if turn == OVER:
                payoffs[i] = game.payoff(state)
            else:
                moves = list(self.options(state, turn))
                odds = [1] * len(moves)
                if turn == CHANCE:
                    moves, odds = outcomes_with_odds(game, state, moves)
                weights += odds
                successors += [game.play(state, move) for move in moves]
                if self.rewarding:
                    rewards += [game.reward(state, move) for move in moves]
            first.append(len(successors))
            if len(successors) >= MOST_MOVES:
                break
        payoffs = payoffs[: len(turns)]
        if self.canonical:
            successors = list(map(game.canon, successors))
        gains = np.zeros((len(successors), *self.row))
        for edge, reward in enumerate(rewards):
            gains[edge] = reward  # a number, or a row, or 0 for a row of nothing
        words, odds_of_edges = self.words_of(successors), np.array(weights, np.float64)
        return Positions(np.array(turns), payoffs, np.array(first), words, odds_of_edges, gains), successors

    def differences(self, i: int, rules: Positions, code: Positions) -> str:
        """Describe what differs at one position, in words that follow its state."""
        if rules.turns[i] != code.turns[i]:
            return f"CPython gives the turn {rules.turns[i]}, and machine code {code.turns[i]}"
        if not nearly_equal(rules.payoffs[i : i + 1], code.payoffs[i : i + 1]).all():
            return (
                f"CPython gives the payoff {gain_text(rules.payoffs[i])}, and machine code {gain_text(code.payoffs[i])}"
            )
        rule_edges, code_edges = slice(*rules.first[i : i + 2]), slice(*code.first[i : i + 2])
        by_rules, by_code = rules.words[rule_edges], code.words[code_edges]
        if len(by_rules) != len(by_code):
            return f"CPython has {len(by_rules)} moves, and machine code {len(by_code)}"
        for k in range(len(by_rules)):
            if (by_rules[k] != by_code[k]).any():
                states = self.shape.state(by_rules[k]), self.shape.state(by_code[k])
                return f"move {k + 1} leads in CPython to {states[0]!r}, and in machine code to {states[1]!r}"
        for name in ("weights", "rewards"):
            expected, actual = getattr(rules, name)[rule_edges], getattr(code, name)[code_edges]
            for k in np.flatnonzero(~nearly_equal(expected, actual)).tolist():
                quantity = "odds" if name == "weights" else "reward"
                rule_text, code_text = gain_text(expected[k]), gain_text(actual[k])
                return f"move {k + 1} has in CPython the {quantity} {rule_text}, and in machine code {code_text}"
        raise AssertionError("nothing differs here")


def nearly_equal(numbers: Any, others: Any) -> Any:
    """Return where numbers, or rows, are equal up to the rounding of fractions to floats."""
    alike = np.abs(numbers - others) <= 2.0**-51 * np.abs(numbers)
    return alike if alike.ndim == 1 else alike.all(axis=1)


def gain_text(gain: Any) -> str:
    """Return a number, or a row of them, as text."""
    return " ".join(f"{number:g}" for number in np.atleast_1d(gain))


def first_difference(rules: Positions, code: Positions) -> int | None:
    """Return the first position at which these differ; None if none does."""
    differing = (rules.turns != code.turns) | ~nearly_equal(rules.payoffs, code.payoffs) | (rules.edges != code.edges)
    if not differing.any():
        edges = (rules.words != code.words).any(axis=1)
        edges |= ~nearly_equal(rules.weights, code.weights) | ~nearly_equal(rules.rewards, code.rewards)
        if not edges.any():
            return None
        return int(np.searchsorted(rules.first, np.flatnonzero(edges)[0], "right")) - 1
    return int(np.flatnonzero(differing)[0])


class PositionBounds(NamedTuple):
    """Lower and upper bounds on the values of some positions (float64).

    ``scale`` is the size of the largest value, if each bound has a proof of its own, so that one step of the equations
    may make it worse by rounding; 0 if one step must not.
    """

    low: Any
    high: Any
    scale: float = 0.0


def inconsistent_with_moves(positions: Positions, bounds: PositionBounds, bounds_after: PositionBounds) -> Any:
    """Return where the bounds of positions contradict one step of the equations from the bounds of their successors.

    With T for the right side of the equations: T(low) >= low and T(high) <= high must hold, up to rounding here.
    """
    failing = np.zeros(len(positions.turns), bool)
    over = positions.turns == OVER
    failing[over] = (bounds.low[over] > positions.payoffs[over]) | (bounds.high[over] < positions.payoffs[over])
    for turn in (0, 1, CHANCE):
        places = np.flatnonzero(positions.turns == turn)
        if not len(places):
            continue
        edges, _, starts = stretches(positions.first, places)
        gains = positions.rewards[edges]
        low, high = bounds_after.low[edges] + gains, bounds_after.high[edges] + gains
        if turn == CHANCE:
            sizes = np.maximum(np.abs(bounds_after.low[edges]), np.abs(gains))
            low, high, size = (means(positions, edges, starts, numbers) for numbers in (low, high, sizes))
        else:
            best = np.maximum if turn == 0 else np.minimum
            low, high = best.reduceat(low, starts), best.reduceat(high, starts)
            size = np.maximum.reduceat(np.abs(gains), starts)
        exact = (bounds.low[places] == bounds.high[places]) & (turn != CHANCE) & (not bounds.scale and not gains.any())
        rounding = np.where(exact, 0.0, NEAR * (size + np.abs(low) + bounds.scale))
        failing[places] = (low < bounds.low[places] - rounding) | (high > bounds.high[places] + rounding)
    return failing


def means(positions: Positions, edges: Any, starts: Any, values: Any) -> Any:
    """Return the means at chance nodes of ``values``, one for each of the ``edges``, grouped by ``starts``."""
    odds = positions.weights[edges]
    return np.add.reduceat(odds * values, starts) / np.add.reduceat(odds, starts)


def plies_by_moves(these: Positions, hurrying: Any, best: Any, after: Any) -> Any:
    """Return the distances to the end (float64), from those of the successors, ``after``.

    A distance is 1 plus the least over the ``best`` moves if the player to move is ``hurrying``, else 1 plus the
    greatest; infinite if no move is best.
    """
    origins = np.repeat(np.arange(len(these.turns)), these.edges)
    nearest = np.full(len(these.turns), np.inf)
    np.minimum.at(nearest, origins[best], np.where(hurrying[origins], after, -after)[best])
    return np.where(these.turns == OVER, 0.0, np.abs(nearest) + 1.0)
