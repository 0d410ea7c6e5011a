"""All that best play can meet, for games in which it is little."""

from fractions import Fraction

from faceup.engines.model.graph import walk
from faceup.results.best_play import BestMove, BestPlay, Position
from faceup.results.solution import Solution
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.errors import LimitReached, UsageError

MOST_DRAWN = 60  # positions that a person can still follow in one picture
MOST_COUNTED = 20_000  # before the number of positions is not given any more


def best_play(solution: Solution, most: int = MOST_DRAWN) -> BestPlay:
    """Every position of best play and every best move; raises UsageError with their number where they are many."""
    if solution.value.how == "stopped":
        raise LimitReached("a limit was reached before best play was known").of(solution.game)
    game = solution.game
    possible = f"possible: up to {most}"
    try:
        graph = walk(game, start=solution.start, options=solution.best, most=MOST_COUNTED)
    except LimitReached:
        raise UsageError(
            f"best play of {type(game).name} meets more than {MOST_COUNTED:,} positions; {possible}"
        ) from None
    if len(graph.states) > most:
        raise UsageError(f"best play of {type(game).name} meets {len(graph.states):,} positions; {possible}")
    positions = tuple(
        Position(state, turn, solution.value_of(state))
        for state, turn in zip(graph.states, graph.turns.tolist(), strict=True)
    )
    moves = []
    for i, position in enumerate(positions):
        edges = graph.edges(i)
        total = int(graph.weights[edges.start : edges.stop].sum())
        sure = len(edges) <= 1 or position.turn in (CHANCE, OVER) or _exact(solution, position)
        for edge in edges:
            share = Fraction(int(graph.weights[edge]), total) if position.turn == CHANCE else None
            reward = graph.numbers[graph.rewards[edge]]
            moves.append(BestMove(i, int(graph.targets[edge]), graph.move(edge), reward, share, sure))
    return BestPlay(game, positions, tuple(moves))


def _exact(solution: Solution, position: Position) -> bool:
    """Whether the moves here are known to be equal."""
    return all(value.how == "exact" for value in solution.values(position.state).values())
