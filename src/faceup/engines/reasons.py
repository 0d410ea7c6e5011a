"""Why: the facts behind a value, from the solved game alone."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from typing import Any

import numpy as np

from faceup.engines import contract
from faceup.engines.graph import GameGraph, walk
from faceup.engines.perfect import PerfectPlayer
from faceup.engines.sameness import same
from faceup.engines.short_strategies import short_strategy
from faceup.engines.simulation import simulate
from faceup.engines.solving import solve
from faceup.engines.strategies import strategy
from faceup.engines.symmetries import symmetries
from faceup.results.reasons import Answer, Contest, Explanation, ForcedWin, MoveGroup, Step
from faceup.results.sameness import Sameness, Symmetries
from faceup.results.solution import Solution
from faceup.results.strategy import ShortStrategy, Strategy
from faceup.results.value import Value
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import FaceupError, LimitReached, UsageError
from faceup.rules.finding import find_class, library_names

MOST_POSITIONS = 30_000  # that are looked at one by one; beyond, facts that need all of them are left out
LONGEST_PLAN = 20  # moves of a forced win that is told with every reply
LARGEST_PLAN = 2_000  # answers in it
LONGEST_LINE = 12
FEW_OUTCOMES = 3
GAMES = 2_000  # of a contest in a game that is too large to look at every position

Chooser = Callable[[Any], Sequence[int]]


def explain(game: Game, moves: Sequence[int] = (), *, memory: float | None = None) -> Explanation:
    """Why the position after these moves is worth what it is; raises UsageError for a move that is not possible."""
    contract.complete(game)
    state = contract.state_after(game, moves)
    solution = solve(game, start=state, memory=memory)
    if solution.value.how == "stopped":
        raise LimitReached("a limit was reached before the value was known")
    return _Reasons(solution, tuple(moves)).all()


class _Reasons:
    def __init__(self, solution: Solution, moves: tuple[int, ...]) -> None:
        self.solution, self.game, self.moves = solution, solution.game, moves
        self.state = solution.start
        self.who = self.game.turn(self.state)
        self.perfect = PerfectPlayer(solution)
        self.known: dict[Any, list[int]] = {}
        self.answers: dict[Any, Answer] = {}
        self.plans: dict[Any, Answer] = {}  # by the move and what follows; equal plans are compared by identity

    def all(self) -> Explanation:
        table = self.table
        return Explanation(
            self.game,
            self.moves,
            self.state,
            self.who,
            self.solution.value,
            self.outcomes,
            None if self.graph is None else len(self.graph.states),
            tuple(self.groups()),
            self.forced_win(),
            tuple(self.line()),
            self.symmetries,
            tuple(self.twins()),
            tuple(self.contests()),
            table,
            self.short(table),
        )

    def best(self, state: Any) -> list[int]:
        """The best moves, looked up once."""
        if state not in self.known:
            self.known[state] = self.solution.best(state)
        return self.known[state]

    @cached_property
    def graph(self) -> GameGraph | None:
        """All positions from here on, where they are few enough."""
        try:
            return walk(self.game, start=self.state, most=MOST_POSITIONS)
        except LimitReached:
            return None

    @cached_property
    def outcomes(self) -> frozenset[float]:
        """The payoffs at the ends of games, as far as they were seen: from here on, and in some random games."""
        if contract.overrides(self.game, "reward"):
            return frozenset()
        found = frozenset(simulate(self.game, 50, longest=1000).histogram)
        if self.graph is not None:
            ends = self.graph.turns == OVER
            found |= {float(self.graph.numbers[k]) for k in set(self.graph.payoffs[ends].tolist())}
        return found

    @cached_property
    def players(self) -> set[int]:
        """Who decides anything from here on."""
        if self.graph is not None:
            return set(self.graph.turns.tolist()) & {0, 1}
        return {0, 1} if simulate(self.game, 50, longest=1000).players == 2 else {0}

    @cached_property
    def symmetries(self) -> Symmetries | None:
        if self.graph is None:
            return None
        try:
            return symmetries(self.game, start=self.state, most=MOST_POSITIONS)
        except FaceupError:  # too long a search
            return None

    @cached_property
    def table(self) -> Strategy | None:
        """The strategy of a game of one player, where thresholds say it all."""
        if len(self.players) > 1 or self.moves:
            return None
        try:
            found = strategy(self.solution, most=MOST_POSITIONS)
        except LimitReached:
            return None
        return found if found.thresholds is not None else None

    def short(self, table: Strategy | None) -> ShortStrategy | None:
        if table is None or table.rows == () or len(table.lines) < 2:
            return None
        try:
            return short_strategy(self.solution, table)
        except (LimitReached, UsageError):
            return None

    def groups(self) -> Iterable[MoveGroup]:
        """The moves here, those that are the same but for names together, best ones first."""
        if self.who not in (0, 1):
            return ()
        values = self.solution.values(self.state)
        best = set(self.solution.best(self.state))
        groups = self.symmetries.openings if self.symmetries else tuple((move,) for move in values)
        sign = 1 if self.who == 0 else -1

        def order(group: tuple[int, ...]) -> tuple[bool, float]:
            value = values[group[0]]
            return group[0] not in best, -sign * (value.value or 0.0)

        return [self.group(group, values[group[0]], group[0] in best) for group in sorted(groups, key=order)]

    def group(self, moves: tuple[int, ...], value: Value, best: bool) -> MoveGroup:
        after = self.game.play(self.state, moves[0])
        if self.game.turn(after) != 1 - self.who:
            return MoveGroup(moves, value, best, 0, ())
        return MoveGroup(moves, value, best, len(list(self.game.moves(after))), tuple(self.solution.best(after)))

    def line(self) -> Iterable[Step]:
        """One line of best play, up to the end or to chance."""
        game, state = self.game, self.state
        for _ in range(LONGEST_LINE):
            who = game.turn(state)
            if who not in (0, 1):
                return
            legal, safe = list(game.moves(state)), self.solution.best(state)
            move = self.perfect.move(state)
            yield Step(who, game.say(state, move), len(safe), len(legal))
            state = game.play(state, move)

    def forced_win(self) -> ForcedWin | None:
        """The quickest win of whoever can force one, in a game that is won, lost or drawn."""
        value = self.solution.value.exact
        if value not in (1, -1) or not self.outcomes <= {-1.0, 0.0, 1.0} or -value not in self.outcomes:
            return None
        if self.who not in (0, 1) or self.graph is None or CHANCE in self.graph.turns:
            return None
        winner = 0 if value == 1 else 1
        length = self.perfect.length(self.state)
        if length > LONGEST_PLAN:
            return ForcedWin(winner, length, None, 0)
        plan: Any = (((), self.answer(self.state)),) if self.who == winner else self.then(self.state)
        answers = _size(plan, LARGEST_PLAN)
        return ForcedWin(winner, length, plan if answers <= LARGEST_PLAN else None, answers)

    def answer(self, state: Any) -> Answer | None:
        """The winner's plan where the winner is to move, one object for equal plans; None where the game is over."""
        if self.game.turn(state) == OVER:
            return None
        if state not in self.answers:
            move = self.perfect.move(state)
            then = self.then(self.game.play(state, move))
            key = move, tuple((replies, id(answer)) for replies, answer in then)
            self.answers[state] = self.plans.setdefault(key, Answer(move, then))
        return self.answers[state]

    def then(self, state: Any) -> tuple[tuple[tuple[int, ...], Answer | None], ...]:
        """The plan for every move of the loser, those with one answer together."""
        if self.game.turn(state) == OVER:
            return ()
        groups: dict[int, tuple[list[int], Answer | None]] = {}
        for move in self.game.moves(state):
            answer = self.answer(self.game.play(state, move))
            groups.setdefault(id(answer), ([], answer))[0].append(move)
        return tuple((tuple(replies), answer) for replies, answer in groups.values())

    def twins(self) -> Iterable[Sameness]:
        """The games of the library that are this one under other names."""
        if self.moves or self.graph is None:
            return
        options = len(self.graph.edges(0))
        for name in library_names():
            rules_class = find_class(name)
            if not issubclass(rules_class, Game):
                continue
            other = rules_class()
            if other == self.game:
                continue
            start = other.start()
            if other.turn(start) != self.who or len(list(other.moves(start))) != options:
                continue
            try:
                found = same(self.game, other, most=MOST_POSITIONS)
            except FaceupError:  # too large, or nothing that can be compared
                continue
            if found.same:
                yield found

    def contests(self) -> Iterable[Contest]:
        """Random and careful play against best play."""
        if self.who == OVER or not self.players:
            return
        pairs: list[tuple[str, ...]] = [("random",)]
        if len(self.players) == 2:
            pairs = [("random", "best"), ("best", "random"), ("careful", "best"), ("best", "careful")]
        if self.graph is None:
            for pair in pairs:
                if "careful" not in pair and not self.moves:
                    sample = simulate(self.game, GAMES, policies=pair, solution=self.solution, engine="cpython")
                    shares = {k: v / sample.games for k, v in sample.histogram.items()} if self.outcomes else {}
                    yield Contest(pair, sample.mean.value or 0.0, _few(shares), sample.games)
            return
        choosers: dict[str, Chooser] = {
            "random": lambda s: list(self.game.moves(s)),
            "best": self.best,
            "careful": partial(careful, self.game),
        }
        found = {pair: self.contest(pair, [choosers[word] for word in pair]) for pair in pairs}
        for pair, contest in found.items():
            rough = tuple("random" if word == "careful" else word for word in pair)
            if rough == pair or contest.mean != found[rough].mean:  # looking one move ahead may change nothing
                yield contest

    def contest(self, pair: tuple[str, ...], choosers: Sequence[Chooser]) -> Contest:
        """What follows when each picks among the chosen moves at random, computed from all positions."""
        graph = self.graph
        assert graph is not None
        numbers = np.array([float(number) for number in graph.numbers])
        kinds = sorted(set(graph.payoffs[graph.turns == OVER].tolist()))
        means = np.zeros(len(graph.states))
        shares = np.zeros((len(graph.states), len(kinds)))
        for level in graph.levels:
            for i in level.tolist():
                who = int(graph.turns[i])
                if who == OVER:
                    means[i] = numbers[graph.payoffs[i]]
                    shares[i, kinds.index(int(graph.payoffs[i]))] = 1.0
                    continue
                edges = np.arange(graph.first[i], graph.first[i + 1])
                if who != CHANCE:
                    chosen = choosers[who % len(choosers)](graph.states[i])
                    edges = edges[np.isin(graph.moves[edges], chosen)]
                weights = graph.weights[edges] / graph.weights[edges].sum()
                after = graph.targets[edges]
                means[i] = weights @ (means[after] + numbers[graph.rewards[edges]])
                shares[i] = weights @ shares[after]
        told = {float(numbers[kind]): float(share) for kind, share in zip(kinds, shares[0], strict=True)}
        return Contest(pair, float(means[0]), _few(told) if self.outcomes else {})


def careful(game: Game, state: Any) -> list[int]:
    """The moves of a player who looks one move ahead: those that win at once, else those that let nobody win at once.

    Where every move lets the other win at once, all of them.
    """
    who = game.turn(state)
    sign = 1 if who == 0 else -1

    def wins(after: Any, sign: int) -> bool:
        return game.turn(after) == OVER and sign * game.payoff(after) > 0

    after = {move: game.play(state, move) for move in game.moves(state)}
    winning = [move for move, there in after.items() if wins(there, sign)]
    if winning:
        return winning
    safe = [
        move
        for move, there in after.items()
        if game.turn(there) != 1 - who or not any(wins(game.play(there, reply), -sign) for reply in game.moves(there))
    ]
    return safe or list(after)


def _few(shares: dict[float, float]) -> dict[float, float]:
    return shares if len(shares) <= FEW_OUTCOMES else {}


def _size(plan: Any, most: int) -> int:
    """How many answers a plan has, counted up to a little more than the most."""
    count, todo = 0, [answer for _, answer in plan]
    while todo and count <= most:
        answer = todo.pop()
        if answer is not None:
            count += 1
            todo.extend(after for _, after in answer.then)
    return count
