"""Finding out what a game is played for."""

from typing import TYPE_CHECKING

from faceup.engines import broken_rules
from faceup.engines.policies import played
from faceup.results.stakes import Stakes
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.facts import facts_of

if TYPE_CHECKING:
    from faceup.engines.graph import GameGraph

GAMES = 50
MOVES = 60_000  # of all games looked at together


def stakes_of(graph: "GameGraph") -> Stakes:
    """What all positions of the graph show."""
    numbers = {float(graph.numbers[place]) for place in set(graph.payoffs[graph.turns == OVER].tolist())}
    turns = set(graph.turns.tolist())
    payoffs = frozenset() if graph.rewards.any() else frozenset(numbers)
    return Stakes(payoffs, frozenset(turns & {0, 1}), CHANCE in turns, int(graph.turns[0]), True)


def stakes_seen(game: Game) -> Stakes:
    """What some games show that are played at random from the start."""
    payoffs: set[float] = set()
    turns: set[int] = set()
    left = MOVES
    for number in range(GAMES):
        for state, move in played(game, 0, number, ("random",), None, left):
            left -= 1
            turns.add(game.turn(state))
            if move is None:
                payoffs.add(float(broken_rules.checked_number(game, state, "payoff", game.payoff(state))))
        if left <= 0:
            break
    if facts_of(game).rewarding:
        payoffs = set()
    first = game.turn(game.start())
    return Stakes(frozenset(payoffs), frozenset(turns & {0, 1}), CHANCE in turns, first, False)
