"""Certificates: what machine code made of a game is held to the rules, as CPython runs them, before it is an answer.

A compiler may be wrong, and its error would be published as proven. So what machine code made of the rules is held to
two certificates, which this module gives of tables and graphs (of trees ``hidden.tree`` does, and of simulated games
``simulate.machine_code``):

1. The positions are the game's. CPython's rules are asked about positions drawn over all that machine code made, about
   those of the first plies, and about those along a line of best play: whose turn it is, which positions the moves lead
   to, in which order, with which odds and rewards, and what ends pay. The same must stand in what machine code made.
2. The values are those of these positions. Each position looked at is worth the best, or the mean, of what it leads to,
   within the errors that are stored: a bound that one step of the equations does not make worse.

Where play cannot come round the second one proves the values of what it looks at from those that follow. Where it can,
an end component satisfies the equations with too large a value; ``solve.cyclic.certificate`` proves all values there.

How many positions are looked at depends on their numbers, and those of their moves, alone, and which ones on a fixed
stream, so that the same question has the same certificate wherever and whenever it is asked.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from faceup.engines.model.broken_rules import RAISED, at
from faceup.engines.model.graph import stretches
from faceup.engines.model.legal_moves import outcomes_with_odds
from faceup.engines.model.seats import seats_of
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import RulesError, error_words
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

if TYPE_CHECKING:
    from faceup.native.state_shape import StateShape

DRAWN = 5_000  # positions of a large table
FEW, LEAST, SHARE = 10_000, 200, 20  # of a table of few positions one in SHARE is drawn, and LEAST at least
MOST_MOVES = 120_000  # that are made for each of the three samples: fewer positions are held where moves are many
HELD_AT_A_LIMIT = 1_000  # positions
BATCH = 512  # positions that are asked about together
LONGEST_LINE = 200  # plies
NEAR = 2.0**-48  # of the size of the numbers: what adding them up here may lose

STEP, MIX, FINISH = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def words_of_stream(first: int, count: int) -> Any:
    """Words ``first`` to ``first + count - 1`` of a fixed stream of 64 random bits (uint64).

    SplitMix64 (Steele, Lea and Flood 2014).
    """
    with np.errstate(over="ignore"):
        word = (np.arange(first, first + count, dtype=np.uint64) + np.uint64(1)) * np.uint64(STEP)
        word = (word ^ (word >> np.uint64(30))) * np.uint64(MIX)
        word = (word ^ (word >> np.uint64(27))) * np.uint64(FINISH)
    return word ^ (word >> np.uint64(31))


def sample_numbers(count: int, total: int, is_there: Callable[[Any], Any] | None = None) -> Any:
    """So many different numbers below ``total`` in a random order, or all if they are fewer.

    ``is_there`` says of an array of numbers which may be drawn: of a table's slots those that are taken.
    """
    if count >= total:
        numbers = np.argsort(words_of_stream(0, total))
        return numbers if is_there is None else numbers[is_there(numbers)]
    found: dict[int, None] = {}
    for first in range(0, 64 * count, max(2 * count, 1)):
        numbers = (words_of_stream(first, 2 * count) % np.uint64(total)).astype(np.int64)
        if is_there is not None:
            numbers = numbers[is_there(numbers)]
        found.update(dict.fromkeys(numbers.tolist()))
        if len(found) >= count:
            break
    return np.array(list(found)[:count], np.int64)


def sample_size(total: int) -> int:
    """How many of so many positions are drawn."""
    return min(total, DRAWN if total > FEW else max(LEAST, total // SHARE))


class Positions(NamedTuple):
    """What is so at some positions, in flat arrays: position i has the edges ``first[i]`` to before ``first[i + 1]``.

    ``turns`` are whose turn it is (int8); ``payoffs`` what ends pay (float64), 0 elsewhere; ``words`` the states led to
    (a row each, as a table has them); ``weights`` the odds of outcomes, 1 for moves; ``rewards`` what moves gain.
    ``payoffs`` and ``rewards`` are rows where every seat has gains of its own.
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
    """What an engine has to say about its positions, so that they can be held to the rules of ``game``.

    A position is handed over as the words of its state, in the engine's ``shape``.
    """

    def __init__(self, game: Game, shape: "StateShape") -> None:
        self.game, self.shape = game, shape
        self.canonical = facts_of(game).canonical  # whether moves are taken to lead to representatives
        self.rewarding = facts_of(game).rewarding
        seats = seats_of(game)
        self.row = (seats,) if seats else ()  # the shape of what is gained at once
        self.seen = set[Any]()  # the positions that were held

    @property
    def total(self) -> int:
        """How many positions machine code made."""
        raise NotImplementedError

    def sample(self, count: int) -> Any:
        """So many of them at random, spread over all (words)."""
        raise NotImplementedError

    def survey(self, words: Any) -> Positions:
        """What machine code has, or says, of these positions."""
        raise NotImplementedError

    def look_up(self, words: Any) -> Any:
        """The numbers of positions by which ``worth`` knows them; -1 where machine code never came to them."""
        raise NotImplementedError

    def worth(self, places: Any) -> "Worth | None":
        """The bounds on the values of positions with these numbers; None where values are not known."""
        raise NotImplementedError

    def find_misplaced(self, own: Any, led_to: Any, here: Positions) -> Any:
        """Where anything else that is known of positions is not what it must be by those that they lead to."""
        return False

    def options(self, state: Any, who: int) -> Iterable[Move]:
        """The moves that are followed, of a player or of chance."""
        return self.game.moves(state) if who == CHANCE else self.game.choices(state)

    # --- the certificate -----------------------------------------------------------------------------------------

    def certificate(self, start: Any, new: int | None = None) -> int:
        """Hold positions to the rules and to their values, and say how many; raises RulesError that shows the first
        one that differs.

        They are drawn over all positions, and are those of the first plies after ``start`` and along a line of best
        play. Where only so many are ``new``, fewer are held; none is drawn where these are few.
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
        """Hold some positions that have values, where a limit leaves no time for more. Raises RulesError."""
        self.hold_all(map(self.state_of, self.sample(HELD_AT_A_LIMIT)))

    def state_of(self, words: Any) -> Any:
        """The state of these words."""
        return self.shape.state(words)

    def places_of(self, words: Any) -> Any:
        """The numbers of positions; raises RulesError for one that machine code never came to."""
        places = self.look_up(words)
        if (places < 0).any():
            state = self.state_of(words[np.flatnonzero(places < 0)[0]])
            raise RulesError(f"{at(self.game, state)}: machine code never came to this state")
        return places

    def places_and_worth(self, words: Any) -> "tuple[Any, Worth | None]":
        """The numbers of positions, and their bounds; raises RulesError for one that machine code never came to."""
        places = self.places_of(words)
        return places, self.worth(places)

    def wrong_values(self, words: Any, here: Positions) -> Any:
        """Where these positions are not worth what their moves lead to, or are otherwise misplaced; none if unknown."""
        own, mine = self.places_and_worth(words)
        if mine is None:
            return np.zeros(len(words), bool)
        led_to, theirs = self.places_and_worth(here.words)
        assert theirs is not None
        return unlike_their_moves(here, mine, theirs) | self.find_misplaced(own, led_to, here)

    def best_edge(self, state: Any, here: Positions) -> int:
        """Which of a position's edges a line of best play goes on by; of chance any, and where values are unknown."""
        worth = None if here.turns[0] == CHANCE else self.places_and_worth(here.words)[1]
        if worth is None:
            return 0
        return int(np.argmax(worth.low + here.rewards) if here.turns[0] == 0 else np.argmin(worth.low + here.rewards))

    def line(self, start: Any) -> Iterable[Any]:
        """The states along a line of best play, until one comes round."""
        state, met = start, set[Any]()
        while state not in met and len(met) < LONGEST_LINE:
            met.add(state)
            yield state
            here, led_to = self.by_rules([state])
            if not led_to:
                return
            state = led_to[self.best_edge(state, here)]

    def hold_all(self, states: Iterable[Any]) -> None:
        """Hold these, until they have had moves enough."""
        left, batch = MOST_MOVES, dict[Any, None]()
        for state in states:
            if state not in self.seen:
                batch[state] = None
            if len(batch) == BATCH:
                left -= len(self.hold(list(batch)))
                batch = {}
                if left <= 0:
                    return
        self.hold(list(batch))

    def _hold_first_plies(self, start: Any, count: int) -> None:
        """Hold the positions nearest to the start, ply by ply."""
        left, ply, met = MOST_MOVES, [start], {start}
        while ply and count > 0 and left > 0:
            after: list[Any] = []
            for begin in range(0, min(len(ply), count), BATCH):
                batch = ply[begin : begin + min(BATCH, count)]
                count -= len(batch)
                led_to = self.hold(batch)
                left -= len(led_to)
                after += led_to
                if left <= 0:
                    return
            ply = [state for state in dict.fromkeys(after) if state not in met]
            met.update(ply)

    def hold(self, states: list[Any]) -> list[Any]:
        """Hold these to the rules, and their values; the states that their moves lead to."""
        if not states:
            return []
        self.seen.update(states)
        rules, led_to = self.by_rules(states)
        try:
            words = self.words_of(states)
            code = self.survey(words)
        except RAISED as error:  # of machine code, as CPython raised nothing
            raise RulesError(
                f"{at(self.game, states[0])}: at this state, or one of the next, machine code meets what CPython does "
                f"not: {error_words(error)}"
            ) from error
        wrong = first_difference(rules, code)
        if wrong is not None:
            raise RulesError(f"{at(self.game, states[wrong])}: {self.differences(wrong, rules, code)}")
        for k in np.flatnonzero(self.wrong_values(words, rules)).tolist():
            raise RulesError(
                f"{at(self.game, states[k])}: the value that machine code gives is not what its moves lead to by the "
                "rules as CPython runs them"
            )
        return led_to

    def words_of(self, states: list[Any]) -> Any:
        """The words of states, a row each (int64)."""
        rows = states if self.shape.layout is None else [self.shape.words(state) for state in states]
        return np.array(rows, np.int64).reshape(len(states), self.shape.count)

    def by_rules(self, states: list[Any]) -> tuple[Positions, list[Any]]:
        """What CPython's rules say of these positions, and the states that their moves lead to, one an edge."""
        game, turns, payoffs, first = self.game, list[int](), np.zeros((len(states), *self.row)), [0]
        led_to: list[Any] = []
        weights: list[int] = []
        rewards: list[Any] = []
        for i, state in enumerate(states):
            who = game.turn(state)
            turns.append(who)
            if who == OVER:
                payoffs[i] = game.payoff(state)
            else:
                moves = list(self.options(state, who))
                odds = [1] * len(moves)
                if who == CHANCE:
                    moves, odds = outcomes_with_odds(game, state, moves)
                weights += odds
                led_to += [game.play(state, move) for move in moves]
                if self.rewarding:
                    rewards += [game.reward(state, move) for move in moves]
            first.append(len(led_to))
        if self.canonical:
            led_to = list(map(game.canon, led_to))
        gains = np.zeros((len(led_to), *self.row))
        for edge, reward in enumerate(rewards):
            gains[edge] = reward  # a number, or a row, or 0 for a row of nothing
        words, odds_of_edges = self.words_of(led_to), np.array(weights, np.float64)
        return Positions(np.array(turns), payoffs, np.array(first), words, odds_of_edges, gains), led_to

    def differences(self, i: int, rules: Positions, code: Positions) -> str:
        """What differs at one position, in words that go after its state."""
        if rules.turns[i] != code.turns[i]:
            return f"CPython gives the turn {rules.turns[i]}, and machine code {code.turns[i]}"
        if not same(rules.payoffs[i : i + 1], code.payoffs[i : i + 1]).all():
            return (
                f"CPython gives the payoff {gain_text(rules.payoffs[i])}, and machine code {gain_text(code.payoffs[i])}"
            )
        own, others = slice(*rules.first[i : i + 2]), slice(*code.first[i : i + 2])
        mine, theirs = rules.words[own], code.words[others]
        if len(mine) != len(theirs):
            return f"CPython has {len(mine)} moves, and machine code {len(theirs)}"
        for k in range(len(mine)):
            if (mine[k] != theirs[k]).any():
                states = self.shape.state(mine[k]), self.shape.state(theirs[k])
                return f"move {k + 1} leads in CPython to {states[0]!r}, and in machine code to {states[1]!r}"
        for name in ("weights", "rewards"):
            expected, given = getattr(rules, name)[own], getattr(code, name)[others]
            for k in np.flatnonzero(~same(expected, given)).tolist():
                what = "odds" if name == "weights" else "reward"
                one, other = gain_text(expected[k]), gain_text(given[k])
                return f"move {k + 1} has in CPython the {what} {one}, and in machine code {other}"
        raise AssertionError("nothing differs here")


def same(numbers: Any, others: Any) -> Any:
    """Where numbers, or rows, are the same but for the last digits, which a fraction may lose on its way to a float."""
    alike = np.abs(numbers - others) <= 2.0**-51 * np.abs(numbers)
    return alike if alike.ndim == 1 else alike.all(axis=1)


def gain_text(gain: Any) -> str:
    """A number, or a row of them."""
    return " ".join(f"{number:g}" for number in np.atleast_1d(gain))


def first_difference(rules: Positions, code: Positions) -> int | None:
    """The number of the first position of which not the same is said; None where there is none."""
    wrong = (rules.turns != code.turns) | ~same(rules.payoffs, code.payoffs) | (rules.edges != code.edges)
    if not wrong.any():
        edges = (rules.words != code.words).any(axis=1)
        edges |= ~same(rules.weights, code.weights) | ~same(rules.rewards, code.rewards)
        if not edges.any():
            return None
        return int(np.searchsorted(rules.first, np.flatnonzero(edges)[0], "right")) - 1
    return int(np.flatnonzero(wrong)[0])


class Worth(NamedTuple):
    """Lowest and highest values of some positions (float64), a number each.

    ``scale`` is the size of the numbers that they were proven among, where each has a proof of its own and one step of
    the equations may therefore make them worse by roundings; 0 where one step must not.
    """

    low: Any
    high: Any
    scale: float = 0.0

    def at(self, places: Any) -> "Worth":
        """Those of some of the positions, by number."""
        return Worth(self.low[places], self.high[places], self.scale)


def unlike_their_moves(here: Positions, own: Worth, led_to: Worth) -> Any:
    """Where the bounds of positions are not what one step from the bounds of those they lead to allows.

    With T for what a position's moves make of the positions that they lead to: T(low) >= low and T(high) <= high, but
    for what is lost in adding up here.
    """
    wrong = np.zeros(len(here.turns), bool)
    over = here.turns == OVER
    wrong[over] = (own.low[over] > here.payoffs[over]) | (own.high[over] < here.payoffs[over])
    for who in (0, 1, CHANCE):
        places = np.flatnonzero(here.turns == who)
        if not len(places):
            continue
        edges, _, starts = stretches(here.first, places)
        gains = here.rewards[edges]
        low, high = led_to.low[edges] + gains, led_to.high[edges] + gains
        if who == CHANCE:
            sizes = np.maximum(np.abs(led_to.low[edges]), np.abs(gains))
            low, high, size = (means(here, edges, starts, numbers) for numbers in (low, high, sizes))
        else:
            best = np.maximum if who == 0 else np.minimum
            low, high = best.reduceat(low, starts), best.reduceat(high, starts)
            size = np.maximum.reduceat(np.abs(gains), starts)
        exact = (own.low[places] == own.high[places]) & (who != CHANCE) & (not own.scale and not gains.any())
        lost = np.where(exact, 0.0, NEAR * (size + np.abs(low) + own.scale))
        wrong[places] = (low < own.low[places] - lost) | (high > own.high[places] + lost)
    return wrong


def means(here: Positions, edges: Any, starts: Any, values: Any) -> Any:
    """What chance makes of these values, one for each of the ``edges``; a position's begin where ``starts`` says."""
    odds = here.weights[edges]
    return np.add.reduceat(odds * values, starts) / np.add.reduceat(odds, starts)


def plies_by_moves(here: Positions, hurrying: Any, best: Any, after: Any) -> Any:
    """How many plies the end is away (float64), by those of what the ``best`` of the moves lead to, ``after``: one more
    than the least where the player to move is ``hurrying``, else than the most; infinite where no move is best.
    """
    positions = np.repeat(np.arange(len(here.turns)), here.edges)
    nearest = np.full(len(here.turns), np.inf)
    np.minimum.at(nearest, positions[best], np.where(hurrying[positions], after, -after)[best])
    return np.where(here.turns == OVER, 0.0, np.abs(nearest) + 1.0)
