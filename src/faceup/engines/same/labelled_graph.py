"""Labelled graphs of games for comparison: minimal graphs, common numbers for names and payoffs, and early payments.

Games that pay now and games that pay later have one form here. Let least(s) be the smallest gain from position s on. A
move from s to t with reward r pays r + least(t) - least(s) instead, which is never negative, and least(start) is paid
at every end; so every play has the same total as before. Two games have the same total in each play if and only if
their minimal graphs in this form are the same (weight pushing before minimisation: Mohri 1997).

If positions can repeat, least(s) exists as long as no cycle has a negative gain; otherwise the largest gain may take
its place. Every play must end: nothing is paid at the end of a play that is kept for ever.
"""

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np

from faceup.engines.graph.components import components, end_components
from faceup.engines.graph.game_graph import GameGraph
from faceup.numbers.exact import Exact
from faceup.numbers.value import simplest
from faceup.results.answers.sameness import ByMove, Renaming, Words
from faceup.rules.contract import CHANCE
from faceup.rules.moves import Move
from faceup.rules.texts import move_text


def sorted_by_move(graph: GameGraph) -> GameGraph:
    """Return the graph with the edges of each position sorted by move, each move once."""
    order = np.lexsort((graph.moves, graph.sources))
    sources, moves = graph.sources[order], graph.moves[order]
    again = np.zeros(len(order), bool)
    again[1:] = (sources[1:] == sources[:-1]) & (moves[1:] == moves[:-1])
    return graph.with_edges(order[~again], np.bincount(sources[~again], minlength=len(graph.states)))


def minimal_graph(graph: GameGraph) -> GameGraph:
    """Minimise the graph: merge positions from which the same plays are possible, move by named move.

    Exact: two positions are merged if and only if the player to move, the moves, their rewards and odds, and, from
    there on, everything else up to the payoffs is the same. Edges are in the order of their moves; of merged states,
    the first stands for all.
    """
    graph = sorted_by_move(graph)
    edges = np.stack((graph.moves, graph.rewards, graph.weights, graph.targets), axis=1)
    heads = np.stack((graph.turns.astype(np.int64), graph.payoffs), axis=1)
    classes = np.zeros(len(graph.states), np.int64)
    class_numbers: dict[Any, int] = {}
    if not graph.is_cyclic:
        for level in graph.levels:  # from the ends up: the classes of successors are final
            classes[level] = _classify_positions(graph, edges, heads, classes, level, class_numbers)
    else:  # partition refinement from one class until nothing changes (Moore 1956)
        every, before = np.arange(len(graph.states)), 1
        while True:
            class_numbers = {}
            classes = np.array(_classify_positions(graph, edges, heads, classes, every, class_numbers))
            if len(class_numbers) == before:
                break
            before = len(class_numbers)
    representatives = np.unique(classes, return_index=True)[1]
    representatives.sort()  # in the order of the walk, so that the start is first again
    place = np.empty(len(representatives), np.int64)
    place[classes[representatives]] = np.arange(len(representatives))
    return graph.with_positions(representatives, place[classes])


def _classify_positions(
    graph: GameGraph, edges: Any, heads: Any, classes: Any, chosen: Any, class_numbers: dict[Any, int]
) -> list[int]:
    """Return the class of each chosen position, by its head and its edges with the ``classes`` of their targets.

    ``class_numbers`` has the class of each head with the bytes of its edges.
    """
    own, counts, starts = graph.edges_of(chosen)
    block = edges[own]
    block[:, 3] = classes[block[:, 3]]
    data, width = block.tobytes(), edges.itemsize * edges.shape[1]
    begins, ends = (starts * width).tolist(), ((starts + counts) * width).tolist()
    return [
        class_numbers.setdefault((head, data[begin:end]), len(class_numbers))
        for head, begin, end in zip(map(tuple, heads[chosen].tolist()), begins, ends, strict=True)
    ]


PLAYERS, SECOND, OUTCOMES = 0, 1, 2  # kinds of names; SECOND only if each player's moves have separate names

Name = tuple[int, Move]  # kind and move
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class LabelledGraph:
    """A graph (with edges sorted by move) and its names, numbered from 0.

    ``names`` are all that occur, in order; ``labels`` says which each edge bears. ``payoffs`` and ``rewards`` are
    places in one table that the graphs made together share.
    """

    graph: GameGraph
    names: list[Name]
    labels: Any
    payoffs: Any
    rewards: Any
    apart: bool

    @property
    def kinds(self) -> list[int]:
        """The kind of each name."""
        return [kind for kind, _ in self.names]

    def by_move(self, values: Sequence[T]) -> ByMove[T]:
        """Return the value of each name, by move."""
        parts: list[dict[Move, T]] = [{}, {}, {}]
        for (kind, move), value in zip(self.names, values, strict=True):
            parts[kind][move] = value
        return ByMove((parts[PLAYERS], parts[SECOND]) if self.apart else (parts[PLAYERS],), parts[OUTCOMES])

    def move_texts(self) -> Words:
        """Each move as text, as in its first position; with its number if two have the same text."""
        game, states = self.graph.game, self.graph.states
        edges = np.unique(self.labels, return_index=True)[1]
        sources = self.graph.sources[edges].tolist()
        texts = [move_text(game, states[i], move) for i, (_, move) in zip(sources, self.names, strict=True)]
        times = Counter(zip(self.kinds, texts, strict=True))
        return self.by_move(
            [
                text if times[kind, text] == 1 else f"{text} [{move}]"
                for text, (kind, move) in zip(texts, self.names, strict=True)
            ]
        )


def renaming_of(a: LabelledGraph, b: LabelledGraph, values: Sequence[int]) -> Renaming:
    """Return the renaming that maps each name of a to a name of b."""
    return a.by_move([b.names[value][1] for value in values])


def label(graphs: Sequence[GameGraph], apart: bool = False) -> list[LabelledGraph]:
    """Number the names and payoffs of these graphs in common.

    Moves of players are one kind of names, outcomes of chance another; ``apart`` makes each player's a kind.
    """
    numbers: dict[Exact, int] = {}
    return [_label(graph, apart, numbers) for graph in graphs]


def _label(graph: GameGraph, apart: bool, numbers: dict[Exact, int]) -> LabelledGraph:
    """Number the names of a graph; ``numbers`` has the common numbers of payoffs."""
    turns = graph.turns[graph.sources]
    kinds = np.where(turns == CHANCE, OUTCOMES, turns if apart else PLAYERS)
    names: list[Name] = []
    labels = np.zeros(len(kinds), np.int64)
    for kind in (PLAYERS, SECOND, OUTCOMES):
        edges = np.flatnonzero(kinds == kind)
        moves, places = np.unique(graph.moves[edges], return_inverse=True)
        labels[edges] = places + len(names)
        names.extend((kind, graph.move_numbered(move)) for move in moves.tolist())
    shared = np.array([numbers.setdefault(number, len(numbers)) for number in graph.numbers], np.int64)
    return LabelledGraph(graph, names, labels, shared[graph.payoffs], shared[graph.rewards], apart)


def match_positions(a: LabelledGraph, b: LabelledGraph, renaming: Sequence[int], least: bool = True) -> Any:
    """Play both games through, move by renamed move: return the position of b for each of a, or None if they differ.

    ``renaming`` is the name in b for each name of a. Exact. If the graphs are not the ``least`` ones, different ways to
    one position of a may lead to different positions of b; then the first one stands.
    """
    partners = np.full(len(a.graph.states), -1, np.int64)
    partners[0] = 0
    front = np.zeros(1, np.int64)
    new_names = np.asarray(renaming, np.int64)
    while len(front):
        ends = steps(a, b, new_names, front, partners[front])
        if ends is None:
            return None
        mine, theirs = ends
        fresh = partners[mine] < 0
        partners[mine[fresh]] = theirs[fresh]
        if least and (partners[mine] != theirs).any():
            return None
        front = np.unique(mine[fresh])
    return partners


def steps(a: LabelledGraph, b: LabelledGraph, new_names: Any, positions: Any, there: Any) -> Any:
    """Return the targets of moves from positions of a, and of the renamed moves from those of b; None if
    moves differ.
    """
    mine, theirs = a.graph, b.graph
    from_a, counts, _ = mine.edges_of(positions)
    from_b, counts_there, _ = theirs.edges_of(there)
    if (
        (mine.turns[positions] != theirs.turns[there]).any()
        or (a.payoffs[positions] != b.payoffs[there]).any()
        or (counts != counts_there).any()
    ):
        return None
    names = new_names[a.labels[from_a]]
    groups = np.repeat(np.arange(len(positions)), counts) * max(1, len(b.names))
    order = np.argsort(groups + names)  # edges of b are sorted by name
    from_a = from_a[order]
    if (
        (names[order] != b.labels[from_b]).any()
        or (a.rewards[from_a] != b.rewards[from_b]).any()
        or (mine.weights[from_a] != theirs.weights[from_b]).any()
    ):
        return None
    return mine.targets[from_a], theirs.targets[from_b]


def pays_on_the_way(graph: GameGraph) -> bool:
    return bool(graph.rewards.any())


def with_early_payments(graphs: Sequence[GameGraph]) -> list[GameGraph] | None:
    """Return the games with every certain gain paid as early as possible; None if one of them has no such form."""
    if any(graph.is_cyclic and _can_cycle_for_ever(graph) for graph in graphs):
        return None
    for sign in (1, -1):
        sure = [_certain_gains(graph, sign) for graph in graphs]
        known = [one for one in sure if one is not None]
        if len(known) == len(graphs):
            return [_with_payments(graph, one) for graph, one in zip(graphs, known, strict=True)]
    return None


def _can_cycle_for_ever(graph: GameGraph) -> bool:
    """Whether all players together can keep play in a cycle for ever."""
    first, targets, turns = graph.first.tolist(), graph.targets.tolist(), graph.turns.tolist()
    parts = components(first, targets)
    round_ = [
        i for part in parts if len(part) > 1 or part[0] in targets[first[part[0]] : first[part[0] + 1]] for i in part
    ]

    def ways(i: int) -> list[list[int]]:
        onward = targets[first[i] : first[i + 1]]
        return [[there] for there in onward] if turns[i] >= 0 else [onward]

    return bool(end_components(round_, lambda i: turns[i] >= 0, ways))


def _certain_gains(graph: GameGraph, sign: int) -> list[Exact] | None:
    """Return the smallest gain from each position on, the largest if ``sign`` is -1; None if there is none."""
    first, targets = graph.first.tolist(), graph.targets.tolist()
    gains = [sign * graph.numbers[k] for k in graph.rewards.tolist()]
    least = [sign * graph.numbers[k] for k in graph.payoffs.tolist()]
    into: list[list[int]] = [[] for _ in least]  # from which positions
    for edge, i in enumerate(graph.sources.tolist()):
        into[targets[edge]].append(i)
    for part in components(first, targets):
        if not _relax_component(part, first, targets, gains, least, into):
            return None
    return [sign * one for one in least]


def _relax_component(
    part: Sequence[int],
    first: Sequence[int],
    targets: Sequence[int],
    gains: Sequence[Exact],
    least: list[Exact],
    into: Sequence[Sequence[int]],
) -> bool:
    """Compute the smallest gains in a strongly connected component; False if a cycle gains ever less."""
    known = {i for i in part if first[i] == first[i + 1]}
    inside, waiting = set(part), deque(i for i in part if i not in known)
    queued, changes = set(waiting), dict.fromkeys(part, 0)
    unknown = inside - known
    while waiting:
        i = waiting.popleft()
        queued.discard(i)
        ways = [
            gains[edge] + least[there]
            for edge in range(first[i], first[i + 1])
            if (there := targets[edge]) not in unknown
        ]
        if not ways or (i not in unknown and min(ways) >= least[i]):
            continue
        unknown.discard(i)
        least[i] = min(ways)
        changes[i] += 1
        if changes[i] > len(part):
            return False
        for before in into[i]:
            if before in inside and before not in queued:
                queued.add(before)
                waiting.append(before)
    return True


def _with_payments(graph: GameGraph, sure: Sequence[Exact]) -> GameGraph:
    """Return the game in which each move pays the gain that becomes certain by it."""
    targets = graph.targets.tolist()
    gains = [graph.numbers[k] for k in graph.rewards.tolist()]
    numbers: dict[Exact, int] = {0: 0}

    def place(number: Exact) -> int:
        return numbers.setdefault(simplest(Fraction(number)), len(numbers))

    rewards = [place(gains[edge] + sure[targets[edge]] - sure[i]) for edge, i in enumerate(graph.sources.tolist())]
    ends = np.diff(graph.first) == 0
    return replace(
        graph,
        rewards=np.array(rewards, np.int64),
        payoffs=np.where(ends, place(sure[0]), 0),
        numbers=list(numbers),
    )
