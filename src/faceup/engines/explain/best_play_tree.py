"""All that best play can meet, where it is little, and the quickest forced win, with an answer to everything."""

from fractions import Fraction
from typing import Any

from faceup.engines.graph.game_graph import walk
from faceup.results.answers.reasons import BestMove, BestPlay, Branch, ForcedWin, Position
from faceup.results.answers.solution import Solution
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.errors import LimitReached, UsageError
from faceup.rules.moves import Move

LONGEST_PLAN = 20  # moves of a win that is given with every reply
MOST_BRANCHES = 2_000  # of it

Plan = tuple[Branch, ...]


def forced_win(solution: Solution) -> ForcedWin | None:
    """How the start of the solution is won, in a game of two players without chance whose value is 1 or -1."""
    value = solution.value.exact
    if value not in (1, -1):
        return None
    winner = 0 if value == 1 else 1
    length = solution.distance(solution.start)
    if length is None:
        return None
    if length > LONGEST_PLAN:
        return ForcedWin(winner, length, None, 0)
    plan = _Plans(solution, winner).plan(solution.start)
    branches = _branches(plan, MOST_BRANCHES)
    return ForcedWin(winner, length, plan if branches <= MOST_BRANCHES else None, branches)


class _Plans:
    """The winner's plans; equal ones are one object, so that they can be compared by identity."""

    def __init__(self, solution: Solution, winner: int) -> None:
        self.solution, self.game, self.winner = solution, solution.game, winner
        self.known: dict[Any, Plan] = {}  # for each state
        self.plans: dict[Any, Plan] = {}  # for what it says

    def plan(self, state: Any) -> Plan:
        """Every move of the loser, those with one answer together; where the winner is to move, the one to make."""
        who = self.game.turn(state)
        if who == OVER:
            return ()
        if state not in self.known:
            moves = [self.solution.move(state)] if who == self.winner else self.game.moves(state)
            groups: dict[int, tuple[list[Move], Plan]] = {}
            for move in moves:
                then = self.plan(self.game.play(state, move))
                groups.setdefault(id(then), ([], then))[0].append(move)
            key = who, tuple((tuple(moves), id(then)) for moves, then in groups.values())
            plan = tuple(Branch(who, tuple(moves), then) for moves, then in groups.values())
            self.known[state] = self.plans.setdefault(key, plan)
        return self.known[state]


def _branches(plan: Plan, most: int) -> int:
    """How many branches a plan has, counted up to a little more than the most."""
    count, todo = 0, list(plan)
    while todo and count <= most:
        branch = todo.pop()
        count += 1
        todo.extend(branch.then)
    return count


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
