"""The best table of a given size, where the whole strategy is too long to remember, and what it costs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from faceup.engines.explain.full_table import quantity
from faceup.engines.graph import GameGraph, walk
from faceup.engines.policy_values import Evaluator, policy_value
from faceup.results.solution import Solution
from faceup.results.strategy import ShortStrategy, Strategy
from faceup.rules.errors import UsageError

MOST_POSITIONS = 100_000
MOST_TRIED = 20_000  # tables of one line
AT_ONCE = 4_000_000  # values held at once
FORMS = 8  # the best ones of one line, from which tables of more lines are grown
ROUNDS = 50  # of improving one boundary after the other; it ends by itself much sooner


@dataclass(frozen=True)
class _Form:
    """Tables of one form: ``below`` a boundary in ``column`` and ``above`` from there on, for stretches of ``by``.

    ``values`` and ``steps`` are what the two columns say in each of the ``places`` where the player chooses, ``low``
    and ``high`` the edges that the two moves take there.
    """

    column: str
    by: str | None
    below: int
    above: int
    places: Any
    values: Any
    steps: Any
    low: Any
    high: Any

    def edges(self, table: Sequence[tuple[int, int]]) -> Any:
        """The edge taken in each of the places: the table has the first step of each stretch, with its boundary."""
        firsts, boundaries = np.array(table).T
        line = np.searchsorted(firsts, self.steps, side="right") - 1
        return np.where(self.values < boundaries[line], self.low, self.high)


def short_strategy(solution: Solution, full: Strategy, lines: int = 1) -> ShortStrategy | None:
    """The best table of so many lines, each with one boundary between two moves; None where none is legal everywhere.

    Where a move that the table says is not legal, the other is taken. With one line every column, boundary and pair of
    moves is tried, or where those are too many, of moves that are best somewhere: then the best found is not proven to
    be the best. Nor is it with more lines, where boundaries are improved one at a time until none can be. The value is
    that against the best answers. Raises UsageError where there is nothing to shorten, LimitReached where the game is
    too large.
    """
    if lines < 1:
        raise UsageError(f"{lines} lines; possible: 1 or more")
    graph = walk(solution.game, start=solution.start, canonical=full.representatives, most=MOST_POSITIONS)
    deciders = sorted(set(graph.turns[graph.turns >= 0].tolist()))
    player = full.player if full.player is not None else deciders[0] if len(deciders) == 1 else None
    if player is None:
        raise UsageError("a short table is one player's: say which, 0 or 1")
    search = _Search(solution, full, graph, player)
    ranked = search.one_line()
    if not ranked:
        return None
    if lines == 1:
        form, boundary, _ = ranked[0]
        return search.result(form, ((None, boundary),), proven=search.all_moves)
    return search.more_lines(ranked[:FORMS], lines)


class _Search:
    def __init__(self, solution: Solution, full: Strategy, graph: GameGraph, player: int) -> None:
        self.solution, self.full, self.graph, self.player = solution, full, graph, player
        self.evaluator = Evaluator(graph, player)
        self.mine = np.flatnonzero(graph.turns == player)
        counts = np.diff(graph.first)[self.mine]
        self.places = self.mine[counts > 1]
        self.columns = {name: self._column(name) for name in full.quantities}
        self.sign = 1 if player == 0 else -1
        # Where there is one move only, it is taken.
        self.base = graph.first[:-1].copy()
        by_move: dict[int, Any] = {}
        for k, place in enumerate(self.places.tolist()):
            for edge in graph.edges(place):
                by_move.setdefault(int(graph.moves[edge]), np.full(len(self.places), -1))[k] = edge
        self.edge_of = by_move
        best = {move for row in full.rows for move in row.moves}
        values = sum(len(np.unique(column)) + 1 for column in self.columns.values())
        self.all_moves = len(by_move) ** 2 * values <= MOST_TRIED
        self.moves = sorted(by_move if self.all_moves else best)
        if len(self.moves) ** 2 * values > MOST_TRIED:
            raise UsageError("there are too many different moves and values for a table of one line")

    def _column(self, name: str) -> Any:
        game, states = self.graph.game, self.graph.states
        return np.array([quantity(game, states[place], name) for place in self.places.tolist()])

    def forms(self, by: str | None) -> Iterator[_Form]:
        """Every form of table that is legal everywhere."""
        moves = self.moves
        for column, values in self.columns.items():
            if column == by:
                continue
            for below in moves:
                for above in moves:
                    low, high = self.edge_of[below], self.edge_of[above]
                    low, high = np.where(low < 0, high, low), np.where(high < 0, low, high)
                    if (below == above and len(moves) > 1) or (low < 0).any():
                        continue
                    steps = self.columns[by] if by else np.zeros(len(self.places), np.int64)
                    yield _Form(column, by, below, above, self.places, values, steps, low, high)

    def worth(self, form: _Form, tables: Sequence[Sequence[tuple[int, int]]]) -> Any:
        """The value to the player of each table: the first step of each stretch, with its boundary."""
        at_once = max(1, AT_ONCE // len(self.graph.states))
        found = []
        for begin in range(0, len(tables), at_once):
            some = tables[begin : begin + at_once]
            chosen = np.repeat(self.base[:, None], len(some), axis=1)
            for k, table in enumerate(some):
                chosen[form.places, k] = form.edges(table)
            found.append(self.sign * self.evaluator.values(chosen))
        return np.concatenate(found)

    def one_line(self) -> list[tuple[_Form, int, float]]:
        """Every form with its best boundary, by trying all, and what that is worth to the player; best ones first."""
        found = []
        for form in self.forms(None):
            boundaries = self.boundaries(form)
            worth = self.worth(form, [[(0, boundary)] for boundary in boundaries])
            k = int(np.argmax(worth > worth.max() - self.evaluator.error))  # of equal ones the lowest
            found.append((form, boundaries[k], float(worth[k])))
        return sorted(found, key=lambda one: -one[2])

    def boundaries(self, form: _Form) -> list[int]:
        """Every boundary that makes a difference: each value there is, and one above all."""
        values = np.unique(form.values).tolist()
        return [*values, values[-1] + 1]

    def more_lines(self, ranked: Sequence[tuple[_Form, int, float]], lines: int) -> ShortStrategy:
        """Stretches of another column, each with a boundary of its own, improved one at a time."""
        best: tuple[float, _Form, list[tuple[int, int]]] | None = None
        for by in self.columns:
            along = {(form.column, form.below, form.above): form for form in self.forms(by)}
            for form, boundary, _ in ranked:
                if form.column == by:
                    continue
                same = along[form.column, form.below, form.above]
                for start in self.starts(same, boundary, lines):
                    table, worth = self.improved(same, start)
                    if best is None or worth > best[0] + self.evaluator.error:
                        best = worth, same, table
        if best is None:
            raise UsageError(f"{ranked[0][0].column} is all there is to look at: one line is the most")
        _, own, table = best
        steps = np.unique(own.steps).tolist()
        told = []
        for k, (first, mark) in enumerate(table):
            end = table[k + 1][0] if k + 1 < len(table) else steps[-1] + 1
            told.append(((first, max(step for step in steps if step < end)), mark))
        return self.result(own, tuple(told), proven=False)

    def starts(self, form: _Form, boundary: int, lines: int) -> Iterator[list[tuple[int, int]]]:
        """Where to begin: stretches of equal length with one boundary, and those of the full strategy cut in groups."""
        steps = np.unique(form.steps).tolist()
        lines = min(lines, len(steps))
        yield [(steps[k * len(steps) // lines], boundary) for k in range(lines)]
        known = self.full.thresholds
        if (
            known is not None
            and self.full.steps
            and self.full.quantities[0] == form.by
            and form.above == self.full.move
        ):
            own = dict(zip(self.full.steps, known, strict=True))
            marks = [own.get(step) for step in steps]
            jumps = sorted(range(1, len(steps)), key=lambda k: -abs((marks[k] or 0) - (marks[k - 1] or 0)))
            cuts = jumps[: lines - 1]
            edges = [0, *sorted(cuts), len(steps)]
            groups = [[mark for mark in marks[a:b] if mark is not None] for a, b in pairwise(edges)]
            top = self.boundaries(form)[-1]
            yield [
                (steps[a], sorted(group)[len(group) // 2] if group else top)
                for a, group in zip(edges, groups, strict=False)
            ]

    def improved(self, form: _Form, table: list[tuple[int, int]]) -> tuple[list[tuple[int, int]], float]:
        """Change one stretch's boundary or beginning at a time, as long as that helps."""
        steps, boundaries = np.unique(form.steps).tolist(), self.boundaries(form)
        (worth,) = self.worth(form, [table]).tolist()
        for _ in range(ROUNDS):
            before = worth
            for k in range(len(table)):
                tried = [[*table[:k], (table[k][0], mark), *table[k + 1 :]] for mark in boundaries]
                if k:
                    after = table[k + 1][0] if k + 1 < len(table) else steps[-1] + 1
                    tried += [
                        [*table[:k], (step, table[k][1]), *table[k + 1 :]]
                        for step in steps
                        if table[k - 1][0] < step < after
                    ]
                found = self.worth(form, tried)
                top = int(np.argmax(found))
                if found[top] > worth + self.evaluator.error:
                    worth, table = float(found[top]), tried[top]
            if worth == before:
                break
        return table, worth

    def result(self, form: _Form, lines: tuple[tuple[tuple[int, int] | None, int], ...], proven: bool) -> ShortStrategy:
        """The table with its value in exact numbers, where that is little work."""
        graph, game = self.graph, self.graph.game
        table = [(within[0] if within else 0, mark) for within, mark in lines]
        chosen = self.base.copy()
        chosen[form.places] = form.edges(table)
        taken = {graph.states[place]: int(graph.moves[chosen[place]]) for place in self.mine.tolist()}
        own = walk(
            game,
            start=self.solution.start,
            options=lambda s: [taken[s]] if s in taken else game.moves(s),
            canonical=self.full.representatives,
        )
        highest = self.boundaries(form)[-1]
        told = tuple((within, None if mark == highest else mark) for within, mark in lines)
        words = self.full.word(form.below), self.full.word(form.above)
        return ShortStrategy(
            game, self.player, form.column, form.by, told, form.below, form.above, words,
            policy_value(own, self.player), self.solution.value, proven,
        )  # fmt: skip
