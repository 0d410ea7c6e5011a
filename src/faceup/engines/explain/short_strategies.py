"""The best table of at most so many lines for people, its loss, and the best boundaries between moves.

Backward induction computes the value of each table; in cyclic games, the loops that solve such games compute it within
proven bounds.

The best boundaries for a number of stretches of steps are found exactly if one player goes from step to step. A step is
a value of the column along which stretches lie. If all play that goes on to a step comes through one position, its
gate, then the value at the gate depends on the boundaries of later steps alone, and a larger value at the next gate is
always better. So the search goes from the last step backwards, for each boundary in force (Bellman 1957): the gain from
gate to gate is a constant, plus a share of the value at the next gate.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from math import inf
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.chain.evaluation import Evaluator, Induction, evaluate, mean, single_edges
from faceup.engines.explain.quantities import looked_at
from faceup.engines.graph.game_graph import GameGraph, too_large, walk
from faceup.results.answers.solution import Solution
from faceup.results.answers.strategy import ShortStrategy, Strategy
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.errors import LimitReached, UsageError
from faceup.rules.moves import Move
from faceup.rules.texts import in_order

Table = list[tuple[int, int]]  # the first step of each stretch, with its boundary


class Gates(NamedTuple):
    """The gate of each step, in order, and for each position the first step from there on, -1 if there is none."""

    steps: list[int]
    positions: list[int]
    first: Any


def gates_of(graph: GameGraph, places: Any, steps: Any) -> Gates | None:
    """Return the gates of the steps of these places, if one player alone decides; None if some step has no gate."""
    if graph.is_cyclic or len(set(graph.turns[graph.turns >= 0].tolist())) > 1:
        return None
    order = {step: k for k, step in enumerate(np.unique(steps).tolist())}
    none = len(order)
    own = np.full(len(graph.states), none)
    own[places] = [order[step] for step in steps.tolist()]
    first = own.copy()
    for level in graph.levels[1:]:
        edges, _, starts = graph.edges_of(level)
        first[level] = np.minimum(own[level], np.minimum.reduceat(first[graph.targets[edges]], starts))
    if (first[places] != own[places]).any() or first[0] != 0:
        return None
    before, after = first[graph.sources], first[graph.targets]
    positions = [0]
    for k in range(1, none):
        entered = np.unique(graph.targets[(before < k) & (after >= k) & (after < none)])
        if len(entered) != 1 or first[entered[0]] != k:
            return None
        positions.append(int(entered[0]))
    return Gates(list(order), positions, np.where(first == none, -1, first))


def best_boundaries(
    graph: GameGraph, gates: Gates, choices: dict[int, Any], boundaries: Sequence[int], lines: int, sign: int
) -> tuple[Table, float]:
    """Return the best table of at most so many stretches, and its value to the player.

    ``choices`` has, for each place, the edge taken under each of the ``boundaries``.
    """
    constant, share = _from_gate_to_gate(graph, gates, choices, len(boundaries))
    count = len(gates.steps)
    expected = np.full((count + 1, lines + 1, len(boundaries)), -np.inf)
    expected[count, 1:] = 0.0  # behind the last step nothing is gained
    change = np.zeros((count + 1, lines + 1), np.int64)  # the new boundary, if a stretch begins at this step
    stays = np.zeros(expected.shape, bool)
    for k in reversed(range(count)):
        for left in range(1, lines + 1):
            onward = expected[k + 1, left]
            change[k + 1, left] = int(np.argmax(expected[k + 1, left - 1])) if left > 1 else -1
            other = expected[k + 1, left - 1].max() if left > 1 else -np.inf
            stays[k, left] = onward >= other
            expected[k, left] = sign * constant[k] + share[k] * np.maximum(onward, other)
    here, left = int(np.argmax(expected[0, lines])), lines
    worth, table = float(expected[0, lines, here]), [(gates.steps[0], boundaries[here])]
    for k in range(count - 1):
        if not stays[k, left, here]:
            here, left = int(change[k + 1, left]), left - 1
            table.append((gates.steps[k + 1], boundaries[here]))
    return table, worth


def _from_gate_to_gate(graph: GameGraph, gates: Gates, choices: dict[int, Any], width: int) -> tuple[Any, Any]:
    """Return, for each step and boundary, the gain from the gate of the step on, and the share of the value at the next
    gate.

    The next gate stands for all that lies behind it: an end that pays nothing, and whose share is one.
    """
    behind = len(graph.states)
    first, is_gate = gates.first, np.zeros(behind, bool)
    is_gate[gates.positions] = True
    before, after = first[graph.sources], first[graph.targets]
    cut = replace(
        graph,
        states=[*graph.states, None],
        turns=np.append(graph.turns, np.int8(OVER)),
        first=np.append(graph.first, graph.first[-1]),
        targets=np.where(is_gate[graph.targets] & (after > before) & (before >= 0), behind, graph.targets),
    )
    chosen = np.repeat(cut.first[:-1, None], width, 1)
    for place, edges in choices.items():
        chosen[place] = edges
    numbers = np.array([float(number) for number in graph.numbers])
    ends, shares = np.zeros((2, behind + 1, width))
    ends[:behind] = numbers[graph.payoffs][:, None]
    shares[behind] = 1.0
    induction, rules = Induction(cut), {0: chosen, 1: chosen, CHANCE: mean(graph.weights.astype(float))}
    constant = induction.values(ends, numbers[graph.rewards, None], rules)
    share = induction.values(shares, np.zeros((len(graph.moves), 1)), rules)
    return constant[gates.positions], share[gates.positions]


MOST_POSITIONS = 200_000
FEW_ENOUGH = 30_000  # positions of a cyclic game, in which boundaries are improved one at a time
MOST_TRIED = 20_000  # tables of one line
AT_ONCE = 4_000_000  # values held at once
MOST_FORMS = 8  # the best forms of one line, from which tables of more lines are grown
LITTLE_WORK = 50_000_000  # tables times positions, some seconds
FEWEST_LINES = 2  # of a table that one line shortens
MOST_ROUNDS = 50  # rounds of improving one boundary after the other; it usually ends much sooner


@dataclass(frozen=True)
class _Form:
    """Tables that differ only in their boundaries.

    A table makes the move ``below`` for values of ``column`` under the boundary, and ``above`` from there on; each
    stretch of ``by`` has a boundary of its own. ``places`` are the positions in which the player chooses; there,
    ``values`` and ``steps`` are the values of the two columns, ``low`` and ``high`` the edges of the two moves.
    """

    column: str
    by: str | None
    below: Move
    above: Move
    places: Any
    values: Any
    steps: Any
    low: Any
    high: Any

    def edges(self, table: Table) -> Any:
        """Return the edge that the table takes in each of the places."""
        firsts, boundaries = np.array(table).T
        line = np.searchsorted(firsts, self.steps, side="right") - 1
        return np.where(self.values < boundaries[line], self.low, self.high)


def short_strategy(solution: Solution, full: Strategy, lines: int = 1, most_work: float = inf) -> ShortStrategy | None:
    """Return the best table of at most so many lines, each with one boundary between two moves; None if none is legal.

    If a move of the table is not legal, the player makes the other one. With one line this tries every column, boundary
    and pair of moves; if these are too many, only moves that are best somewhere, so the table may not be the best of
    all (``proven``). With more lines it compares all boundaries if one player goes from step to step, and otherwise
    improves one boundary at a time, which proves nothing. The value is that against best responses. Raises UsageError
    if there is nothing to shorten, or if the tables of one line times the positions exceed ``most_work``; LimitReached
    if the game is too large.
    """
    if lines < 1:
        raise UsageError(f"{lines} lines; possible: 1 or more")
    if solution.states > MOST_POSITIONS:
        raise too_large(solution.game, MOST_POSITIONS, solution.start)
    graph = walk(solution.game, start=solution.start, canonical=full.representatives, most=MOST_POSITIONS)
    deciders = sorted(set(graph.turns[graph.turns >= 0].tolist()))
    player = full.player if full.player is not None else deciders[0] if len(deciders) == 1 else None
    if player is None:
        raise UsageError("a short table is one player's: say which, 0 or 1")
    if lines > 1 and graph.is_cyclic and len(graph.states) > FEW_ENOUGH:
        raise UsageError(f"{lines} lines; possible: 1 where more than {FEW_ENOUGH:,} positions can repeat")
    tables = _Tables(solution, full, graph, player, most_work)
    ranked = tables.of_one_line()
    if not ranked:
        return None
    if lines == 1:
        form, boundary, _ = ranked[0]
        return tables.strategy(form, ((None, boundary),), proven=tables.all_moves)
    return tables.of_more_lines(ranked[:MOST_FORMS], lines)


def one_line_strategies(solution: Solution, full: Strategy) -> Iterator[ShortStrategy]:
    """Yield the best table of one line of each player whose part of the whole has more lines, where there is one."""
    parts = full.by_player or (full,)
    for part in parts:
        if len(part.lines) < FEWEST_LINES:
            continue
        for player in (0, 1) if part.player is None and part.players > 1 else (part.player,):
            try:
                work = inf if part.thresholds is not None else LITTLE_WORK
                short = short_strategy(solution, replace(part, player=player), most_work=work)
            except (LimitReached, UsageError):
                continue
            if short is not None:
                yield short


class _Tables:
    """All tables of one player for a game, and their values."""

    def __init__(self, solution: Solution, full: Strategy, graph: GameGraph, player: int, most_work: float) -> None:
        self.solution, self.full, self.graph, self.player = solution, full, graph, player
        self.evaluator = Evaluator(graph, player)
        self.mine = np.flatnonzero(graph.turns == player)
        counts = np.diff(graph.first)[self.mine]
        self.places = self.mine[counts > 1]
        states = [graph.states[place] for place in self.places.tolist()]
        names = (*(getattr(graph.game, "quantities", ())), *(states[0]._fields if states else ()))
        self.columns = {
            each.name: np.array([each.of(state) for state in states])
            for each in looked_at(graph.game, dict.fromkeys(names), states).quantities
            if each.name in full.quantities and each.name not in full.looks
        }
        self.sign = 1 if player == 0 else -1
        self.first_edges = graph.first[:-1]  # the edge of a position with a single move
        self.edge_of: dict[Move, Any] = {}  # the edge of each move in each of the places, or -1
        for k, place in enumerate(self.places.tolist()):
            for edge in graph.edges(place):
                self.edge_of.setdefault(graph.move(edge), np.full(len(self.places), -1))[k] = edge
        best = {move for row in full.rows for move in row.moves}
        values = sum(len(np.unique(column)) + 1 for column in self.columns.values())
        self.all_moves = len(self.edge_of) ** 2 * values <= MOST_TRIED
        self.moves = in_order(graph.game, self.edge_of if self.all_moves else best)
        tried = len(self.moves) ** 2 * values
        if tried > MOST_TRIED or tried * len(graph.states) > most_work:
            raise UsageError("there are too many different moves and values for a table of one line")

    def forms(self, by: str | None) -> Iterator[_Form]:
        """Yield every form in which one of the two moves is legal everywhere."""
        steps = self.columns[by] if by else np.zeros(len(self.places), np.int64)
        for column, values in self.columns.items():
            if column == by:
                continue
            for below, above in product(self.moves, repeat=2):
                if below == above and len(self.moves) > 1:
                    continue
                low, high = self.edge_of[below], self.edge_of[above]
                low, high = np.where(low < 0, high, low), np.where(high < 0, low, high)
                if (low >= 0).all():
                    yield _Form(column, by, below, above, self.places, values, steps, low, high)

    def worth(self, form: _Form, tables: Sequence[Table]) -> Any:
        """Return the value of each table to the player."""
        at_once = max(1, AT_ONCE // len(self.graph.states))
        worth = []
        for begin in range(0, len(tables), at_once):
            some = tables[begin : begin + at_once]
            chosen = np.repeat(self.first_edges[:, None], len(some), axis=1)
            for k, table in enumerate(some):
                chosen[form.places, k] = form.edges(table)
            worth.append(self.sign * self.evaluator.values(chosen))
        return np.concatenate(worth)

    def of_one_line(self) -> list[tuple[_Form, int, float]]:
        """Return every form with its best boundary, found by trying all, and its value to the player; best first."""
        ranked = []
        for form in self.forms(None):
            boundaries = self.boundaries(form)
            worth = self.worth(form, [[(0, boundary)] for boundary in boundaries])
            k = int(np.argmax(worth > worth.max() - self.evaluator.error))  # the lowest of equal boundaries
            ranked.append((form, boundaries[k], float(worth[k])))
        return sorted(ranked, key=lambda each: -each[2])

    def boundaries(self, form: _Form) -> list[int]:
        """Return every boundary that makes a difference: each value of the column, and one above all."""
        values = np.unique(form.values).tolist()
        return [*values, values[-1] + 1]

    def of_more_lines(self, ranked: Sequence[tuple[_Form, int, float]], lines: int) -> ShortStrategy:
        """Return the best table found with a boundary for each stretch of another column. Raises UsageError if none."""
        best: tuple[float, _Form, Table] | None = None
        proven = self.all_moves
        for by in self.columns:
            if (gates := gates_of(self.graph, self.places, self.columns[by])) is not None:
                for form in self.forms(by):
                    table, worth = self.best_boundaries(form, gates, lines)
                    if best is None or worth > best[0] + self.evaluator.error:
                        best = worth, form, table
                continue
            proven = False
            along = {(form.column, form.below, form.above): form for form in self.forms(by)}
            for one_line, boundary, _ in ranked:
                if one_line.column == by:
                    continue
                form = along[one_line.column, one_line.below, one_line.above]
                for start in self.starts(form, boundary, lines):
                    table, worth = self.improve_table(form, start)
                    if best is None or worth > best[0] + self.evaluator.error:
                        best = worth, form, table
        if best is None:
            raise UsageError(f"{ranked[0][0].column} is all there is to look at: one line is the most")
        _, form, table = best
        table = [part for k, part in enumerate(table) if k == 0 or part[1] != table[k - 1][1]]
        steps = np.unique(form.steps).tolist()
        ends = [*(first for first, _ in table[1:]), steps[-1] + 1]
        within: list[tuple[tuple[int, int] | None, int]] = [
            ((first, max(step for step in steps if step < end)), boundary)
            for (first, boundary), end in zip(table, ends, strict=True)
        ]
        if len(within) == 1:
            within = [(None, within[0][1])]
        return self.strategy(form, tuple(within), proven)

    def best_boundaries(self, form: _Form, gates: Gates, lines: int) -> tuple[Table, float]:
        """Return the best boundaries of this form, and their value to the player."""
        boundaries = self.boundaries(form)
        above = form.values[:, None] >= np.array(boundaries)
        taken = np.where(above, form.high[:, None], form.low[:, None])
        choices = dict(zip(form.places.tolist(), taken, strict=True))
        return best_boundaries(self.graph, gates, choices, boundaries, lines, self.sign)

    def starts(self, form: _Form, boundary: int, lines: int) -> Iterator[Table]:
        """Yield tables to improve: equal stretches with one boundary, and the full strategy's thresholds in groups."""
        steps = np.unique(form.steps).tolist()
        lines = min(lines, len(steps))
        yield [(steps[k * len(steps) // lines], boundary) for k in range(lines)]
        full = self.full
        if full.thresholds is None or not full.steps:
            return
        if full.quantities[0] == form.by and full.move == form.above:
            known = dict(zip(full.steps, full.thresholds, strict=True))
            yield _group_steps(steps, [known.get(step) for step in steps], lines, self.boundaries(form)[-1])

    def improve_table(self, form: _Form, table: Table) -> tuple[Table, float]:
        """Change the boundary or the beginning of one stretch at a time, as long as the value grows."""
        (worth,) = self.worth(form, [table]).tolist()
        for _ in range(MOST_ROUNDS):
            before = worth
            for k in range(len(table)):
                others = list(self.neighbours(form, table, k))
                worths = self.worth(form, others)
                top = int(np.argmax(worths))
                if worths[top] > worth + self.evaluator.error:
                    worth, table = float(worths[top]), others[top]
            if worth == before:
                break
        return table, worth

    def neighbours(self, form: _Form, table: Table, k: int) -> Iterator[Table]:
        """Yield the tables with another boundary for stretch k, then those in which it begins elsewhere."""
        first, own = table[k]
        for boundary in self.boundaries(form):
            yield [*table[:k], (first, boundary), *table[k + 1 :]]
        if k:
            steps = np.unique(form.steps).tolist()
            end = table[k + 1][0] if k + 1 < len(table) else steps[-1] + 1
            for step in steps:
                if table[k - 1][0] < step < end:
                    yield [*table[:k], (step, own), *table[k + 1 :]]

    def strategy(
        self, form: _Form, lines: tuple[tuple[tuple[int, int] | None, int], ...], proven: bool
    ) -> ShortStrategy:
        """Return the table with its exact value."""
        game = self.graph.game
        chosen = self.first_edges.copy()
        chosen[form.places] = form.edges([(within[0] if within else 0, boundary) for within, boundary in lines])
        lowest, *_, highest = self.boundaries(form)
        below = form.above if all(boundary <= lowest for _, boundary in lines) else form.below
        return ShortStrategy(
            game,
            self.player,
            form.column,
            form.by if lines[0][0] else None,
            lines=tuple((within, None if boundary == highest else boundary) for within, boundary in lines),
            below=below,
            above=form.above,
            words=(self.full.word(below), self.full.word(form.above)),
            value=evaluate(self.graph, single_edges(self.graph, chosen[self.mine]), (self.player,))[0],
            best=self.solution.value,
            proven=proven,
            labels=self.full.labels,
        )


def _group_steps(steps: Sequence[int], boundaries: Sequence[int | None], lines: int, highest: int) -> Table:
    """Cut the steps where boundaries differ most; each group gets its median, or ``highest`` if it has no boundary."""
    jumps = sorted(range(1, len(steps)), key=lambda k: -abs((boundaries[k] or 0) - (boundaries[k - 1] or 0)))
    cuts = [0, *sorted(jumps[: lines - 1]), len(steps)]
    groups = [sorted(mark for mark in boundaries[a:b] if mark is not None) for a, b in pairwise(cuts)]
    return [(steps[a], group[len(group) // 2] if group else highest) for a, group in zip(cuts, groups, strict=False)]
