"""One player with hidden information against chance: a partially observable decision process, solved by beliefs.

A belief is the probability of each position, given all that the player saw and did. It is a sufficient statistic: equal
beliefs have equal values, whatever led to them (K. J. Astrom, Optimal Control of Markov Processes with Incomplete State
Information, 1965).
"""

from math import gcd, lcm
from typing import Any, NamedTuple

from faceup.engines.hidden.memory import view_of
from faceup.engines.hidden.observer import moves_reveal_error
from faceup.engines.model.broken_rules import repeats
from faceup.engines.model.legal_moves import exact_payoff, exact_reward, weighted_moves
from faceup.engines.model.limits import Limits
from faceup.numbers.exact import Exact, product
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.facts import facts_of
from faceup.rules.moves import Move

POSITION_BYTES = 300  # of a belief
LOOK_EVERY = 16  # beliefs, or moves of chance, between two looks at the limits
LOOKED_AT = 1_000  # moves, to find out early whether both players decide
MOST_MOVES = 10_000  # of chance in a row, before this counts as play without end

Belief = frozenset[tuple[Any, int]]  # positions with their weights, which have no common factor
Views = tuple[Any, ...]  # new views, in order
Level = dict[tuple[Any, Any, Views], Exact]  # the probability of each (position, view there, new views on the way)


class OtherPlayerDecides(Exception):
    """The other player decides, too."""


def both_decide(game: Game, start: Any) -> bool:
    """Return whether both players decide, as a few of their moves and the first outcomes of chance show.

    This saves following a deal with many outcomes for one player before the other one's decisions appear behind it.
    """
    players, todo, looked = set[int](), [start], 0
    while todo and looked < LOOKED_AT and len(players) < 2:
        state = todo.pop()
        turn = game.turn(state)
        if turn != OVER:
            players |= {turn} & {0, 1}
            moves, _ = weighted_moves(game, state)
            todo += [game.play(state, move) for move in (moves[:1] if turn == CHANCE else moves)]
            looked += len(moves)
    return len(players) == 2


class Outlook(NamedTuple):
    """The future up to the player's next decisions: the expected ``gain`` of player 0, and the next ``beliefs``.

    Each belief comes with its probability, by the new views that lead to it.
    """

    gain: Exact
    beliefs: dict[Views, tuple[Exact, Belief]]


class Beliefs:
    """The values of the beliefs of a ``player`` to that player, each solved when it is first looked up."""

    def __init__(self, game: Game, player: int, limits: Limits) -> None:
        self.game, self.player, self.limits = game, player, limits
        self.worths: dict[Belief, dict[Move, Exact]] = {}  # the value of every move
        self.positions = 0  # in all beliefs
        self.payoffs: set[Exact] = set()  # of play that ends
        self._rewarding = facts_of(game).rewarding
        self._sign = 1 if player == 0 else -1

    def begin(self, start: Any) -> Outlook:
        """Return the outlook from a position that the player knows."""
        return self._up_to_decisions({(start, view_of(self.game, start, self.player), ()): 1}, 0)

    def outlook(self, belief: Belief, move: Move) -> Outlook:
        """Return the outlook after a move at a belief: the Bayesian update for each new observation."""
        game, total = self.game, sum(weight for _, weight in belief)
        gain: Exact = 0
        after: Level = {}
        for state, weight in belief:
            chance = product(1, weight, total)
            gain += self._expected_reward(state, move, chance)
            self._add_position(after, game.play(state, move), view_of(game, state, self.player), (), chance)
        return self._up_to_decisions(after, gain)

    def value(self, outlook: Outlook) -> Exact:
        """Return the value of an outlook to player 0. Raises LimitReached, RepeatingStateError, OtherPlayerDecides."""
        for _, belief in outlook.beliefs.values():
            self.solve(belief)
        return outlook.gain + self._sign * self._expected_value(outlook)

    def solve(self, first: Belief) -> dict[Move, Exact]:
        """Return the value of each move at this belief to the player.

        Solves all later beliefs first, with an explicit stack. Raises RepeatingStateError if a belief repeats.
        """
        unfinished: dict[Belief, dict[Move, Outlook]] = {}
        todo = [first]
        while todo:
            belief = todo[-1]
            if belief in self.worths:
                todo.pop()
            elif belief in unfinished:
                self.worths[belief] = {
                    move: self._sign * outlook.gain + self._expected_value(outlook)
                    for move, outlook in unfinished.pop(belief).items()
                }
            else:
                if len(self.worths) % LOOK_EVERY == 0:
                    self.limits.check(self.game, self.positions, POSITION_BYTES, next(iter(belief))[0])
                self.positions += len(belief)
                unfinished[belief] = {move: self.outlook(belief, move) for move in self.moves(belief)}
                for outlook in unfinished[belief].values():
                    for _, after in outlook.beliefs.values():
                        if after in unfinished:
                            raise repeats(self.game, next(iter(after))[0])
                        todo.append(after)
        return self.worths[first]

    def moves(self, belief: Belief) -> list[Move]:
        """Return the legal moves. Raises RulesError if positions of the belief have different ones."""
        states = [state for state, _ in belief]
        moves, _ = weighted_moves(self.game, states[0])
        for state in states[1:]:
            if set(weighted_moves(self.game, state)[0]) != set(moves):
                raise moves_reveal_error(self.game, self.player, states[0], state)
        return moves

    def _expected_value(self, outlook: Outlook) -> Exact:
        """Return the expected value to the player of the next decisions, under best play in all of them."""
        best = ((chance, max(self.worths[belief].values())) for chance, belief in outlook.beliefs.values())
        return sum((product(chance, worth) for chance, worth in best), start=0)

    def _add_position(self, level: Level, state: Any, last_view: Any, news: Views, chance: Exact) -> None:
        """Add a position with its probability; a view that differs from the last one is appended to the news."""
        view = view_of(self.game, state, self.player)
        key = state, view, news if view == last_view else (*news, view)
        level[key] = level.get(key, 0) + chance

    def _expected_reward(self, state: Any, move: Move, chance: Exact) -> Exact:
        """Return the reward of a move to player 0, times its probability."""
        if not self._rewarding:
            return 0
        return product(chance, exact_reward(self.game, state, move))

    def _up_to_decisions(self, level: Level, gain: Exact) -> Outlook:
        """Follow chance until the player decides or play is over; return the outlook."""
        game, decisions, moves = self.game, dict[Views, dict[Any, Exact]](), 0
        while level:
            moves += 1
            if moves % LOOK_EVERY == 0:
                self.limits.check(game, self.positions + len(level), POSITION_BYTES, next(iter(level))[0])
            if moves > MOST_MOVES:
                raise repeats(game, next(iter(level))[0])
            after: Level = {}
            for (state, view, news), chance in level.items():
                turn = game.turn(state)
                if turn == OVER:
                    payoff = exact_payoff(game, state)
                    self.payoffs.add(payoff)
                    gain += product(chance, payoff)
                elif turn == CHANCE:
                    outcomes, odds = weighted_moves(game, state)
                    total = sum(odds)
                    for outcome, weight in zip(outcomes, odds, strict=True):
                        part = product(chance, weight, total)
                        gain += self._expected_reward(state, outcome, part)
                        self._add_position(after, game.play(state, outcome), view, news, part)
                elif turn == self.player:
                    states = decisions.setdefault(news, {})
                    states[state] = states.get(state, 0) + chance
                else:
                    raise OtherPlayerDecides
            level = after
        return Outlook(gain, {news: (sum(states.values()), _belief(states)) for news, states in decisions.items()})


def _belief(chances: dict[Any, Exact]) -> Belief:
    """Return the belief with probabilities in this proportion."""
    unit = lcm(*(chance.denominator for chance in chances.values()))
    weights = {state: int(chance * unit) for state, chance in chances.items()}
    shared = gcd(*weights.values())
    return frozenset((state, weight // shared) for state, weight in weights.items())
