"""What the positions of a graph are worth, where play can come back to them: those that lead to each other together."""

from collections.abc import Sequence
from math import inf
from typing import Any, NamedTuple

from faceup.engines import broken_rules
from faceup.engines.decision_process import Inexact, Unsettled, settled_parts
from faceup.engines.graph import GameGraph
from faceup.engines.limits import Limits
from faceup.engines.numbers_of_rules import exact_number
from faceup.engines.parts import Parts
from faceup.engines.prospects import counts_among, hurries
from faceup.engines.recursive_game import solved
from faceup.engines.retrograde import ROUND, UNCOUNTED, Forced, Leads, forced
from faceup.numbers.exact import Exact
from faceup.numbers.intervals import Bounds, expected, outwards, plus
from faceup.numbers.linear_systems import NotTransient
from faceup.rules.contract import CHANCE, OVER
from faceup.rules.errors import RepeatingStateError, UnsupportedError
from faceup.rules.moves import Move
from faceup.rules.texts import line_texts

CYCLE = 6  # moves of a way round that are named


class Known(NamedTuple):
    """What a state is worth, in how many moves that is forced, and where to go on.

    The moves are infinite where play goes round, and None where it cannot be told by counting.

    ``stays``: among those that lead back to it play may be kept for ever.
    """

    value: Bounds
    distance: float | None
    onward: Any  # the state that the move leads to
    stays: bool = False


def values_of(
    graph: GameGraph,
    limits: Limits | None = None,
    turns: Sequence[int] | None = None,
    endless: Exact | None = None,
) -> list[Known]:
    """What is known of every position, in their order.

    ``turns`` says who chooses where, if not who the rules say, and ``endless`` what a play without end is worth.
    Raises LimitReached, RulesError where rewards on ways round never settle, UnsupportedError where too many positions
    lead back to each other.
    """
    return _Solving(graph, limits or Limits(), turns, endless).all()


def check_settling(graph: GameGraph) -> None:
    """Raise RepeatingStateError where rewards on ways round may never settle, however all play and what chance does."""
    solving = _Solving(graph, Limits(), None, 0)
    solving.known = [Known(Bounds(0, 0), None, None) for _ in solving.known]  # what anything is worth does not matter
    for part, _ in solving.parts():
        place = {i: k for k, i in enumerate(part)}
        try:
            settled_parts([solving.ways(i, place) for i in part])
        except Unsettled as unsettled:
            raise solving.never_settles([part[k] for k in unsettled.places]) from None


class _Solving(Parts):
    """The values of two opponents, or of one player."""

    def __init__(self, graph: GameGraph, limits: Limits, turns: Sequence[int] | None, endless: Exact | None) -> None:
        super().__init__(graph, turns or graph.turns.tolist(), limits)
        if endless is None:
            endless = exact_number(graph.game, graph.states[0], "endless", graph.game.endless)
        self.endless = endless
        self.counts = counts_among(graph.ends, endless)
        self.known: list[Known | None] = [None] * len(graph.states)

    def gain(self, edge: int, seat: int) -> Exact:
        reward: Exact = self.rewards[edge]
        return reward

    def bounds(self, i: int, seat: int) -> Bounds:
        known = self.known[i]
        assert known is not None
        return known.value

    def all(self) -> list[Known]:
        """What is known of every position, in their order."""
        for part, comes_round in self.parts():
            if comes_round:
                self.together(part)
            else:
                self.known[part[0]] = self.alone(part[0])
        return [known for known in self.known if known is not None]

    def beyond(self, edge: int) -> Known:
        known = self.known[self.targets[edge]]
        assert known is not None
        return known

    def alone(self, i: int) -> Known:
        """A position to which play does not come back."""
        if self.turns[i] == OVER:
            payoff = self.graph.numbers[int(self.graph.payoffs[i])]
            return Known(Bounds(payoff, payoff), 0, None)
        edges = self.edges(i)
        worth = [plus(self.beyond(edge).value, self.rewards[edge]) for edge in edges]
        if self.turns[i] == CHANCE:
            onward = self.graph.states[self.targets[edges[0]]] if len(edges) == 1 else None
            return Known(expected(worth, [self.weights[edge] for edge in edges]), self.thrown(edges, worth), onward)
        return self.chosen(i, edges, worth)

    def thrown(self, edges: range, worth: Sequence[Bounds]) -> float | None:
        """How long it takes after a throw, where all outcomes are worth the same; else 0, for it matters."""
        if any(bounds.low != bounds.high for bounds in worth):
            return None
        if any(bounds != worth[0] for bounds in worth):
            return 0
        distances = [self.beyond(edge).distance for edge in edges]
        known = [distance for distance in distances if distance is not None]
        return 1 + max(known) if len(known) == len(distances) else None

    def chosen(self, i: int, edges: range, worth: Sequence[Bounds]) -> Known:
        sign = 1 if self.turns[i] == 0 else -1
        best = max(range(len(worth)), key=lambda k: sign * (worth[k].low if sign == 1 else worth[k].high))
        value = Bounds(*((max if sign == 1 else min)(bounds[side] for bounds in worth) for side in (0, 1)))
        equal = [k for k, bounds in enumerate(worth) if bounds == worth[best]]
        distances = {k: self.beyond(edges[k]).distance for k in equal}
        wins = hurries(self.turns[i], value.low, self.endless, self.counts)
        counted = {k: distance for k, distance in distances.items() if distance is not None and distance < inf}
        if value.low != value.high or not counted or (len(counted) < len(distances) and not wins):
            told = None if value.low != value.high or None in distances.values() else inf
            return Known(value, told, self.graph.states[self.targets[edges[best]]])
        best = (min if wins else max)(counted, key=counted.__getitem__)
        return Known(value, 1 + counted[best], self.graph.states[self.targets[edges[best]]])

    def together(self, part: Sequence[int]) -> None:
        """Positions that lead back to each other."""
        place = {i: k for k, i in enumerate(part)}
        turns = [self.turns[i] for i in part]
        exact = self.exact_beyond(part, place)
        if CHANCE not in turns and exact and not self.pays_inside(part, place):
            self.without_chance(part, place, turns)
            return
        try:
            decided = any(len(self.edges(i)) > 1 and self.turns[i] != CHANCE for i in part)
            if not decided and self.is_left(part, place):
                (column,) = self.by_chance_alone(part, place)
                for i, value in zip(part, column, strict=True):
                    onward = self.graph.states[self.targets[self.edges(i)[0]]] if self.turns[i] != CHANCE else None
                    self.known[i] = Known(value, None, onward)
                return
            if len(part) > self.limits.together:
                raise Inexact
            low = self.with_chance(part, place, turns, 0)
            high = low if exact else self.with_chance(part, place, turns, 1)
        except Unsettled as unsettled:
            raise self.never_settles([part[k] for k in unsettled.places]) from None
        except (Inexact, NotTransient):
            raise UnsupportedError(
                f"{broken_rules.at(self.graph.game, self.graph.states[part[0]])}: this state and {len(part) - 1:,} "
                "others lead back to each other, which is more than can be solved exactly"
            ) from None
        for k, i in enumerate(part):
            way = low.taken[k]
            onward = self.graph.states[self.targets[self.edges(i)[way]]] if self.turns[i] != CHANCE else None
            value = outwards(Bounds(low.values[k], high.values[k]))
            self.known[i] = Known(value, None, onward, low.stays)

    def with_chance(self, part: Sequence[int], place: dict[int, int], turns: Sequence[int], side: int) -> Any:
        return solved([self.ways(i, place, side=side) for i in part], turns, self.endless)

    def without_chance(self, part: Sequence[int], place: dict[int, int], turns: Sequence[int]) -> None:
        ends: list[tuple[int, Exact]] = []  # where a move leads out to, and what that is worth
        first, targets = [0], list[int]()
        for i in part:
            for edge in self.edges(i):
                there = self.targets[edge]
                if there in place:
                    targets.append(place[there])
                else:
                    targets.append(len(part) + len(ends))
                    ends.append((there, self.beyond(edge).value.low + self.rewards[edge]))
            first.append(len(targets))
        # Only the order of what things are worth decides, so ranks do in the place of exact numbers.
        worths = sorted({self.endless, *(worth for _, worth in ends)})
        rank = {worth: float(k) for k, worth in enumerate(worths)}
        count = len(part)
        leads = Leads(
            turns=[*turns, *[OVER] * len(ends)],
            first=[*first, *[first[-1]] * len(ends)],
            targets=targets,
            rewards=(),
            values=[0.0] * count + [rank[worth] for _, worth in ends],
            errors=(),
            distances=[0] * count + [self.moves_from(there) for there, _ in ends],
            counts=self.counts,
        )
        found = Forced([0.0] * count, [0] * count, [0] * count)
        forced(leads, range(count), [*range(count), *[-1] * len(ends)], -1, rank[self.endless], found)
        reached = [*part, *(there for there, _ in ends)]
        for k, i in enumerate(part):
            worth, moves = worths[int(found.values[k])], found.moves[k]
            distance = inf if moves == ROUND else None if moves == UNCOUNTED else moves
            self.known[i] = Known(Bounds(worth, worth), distance, self.graph.states[reached[found.ways[k]]], stays=True)

    def moves_from(self, i: int) -> int:
        """How many moves an end is away from a position whose value is known, as retrograde analysis counts them."""
        known = self.known[i]
        assert known is not None
        return UNCOUNTED if known.distance is None or known.distance == inf else int(known.distance)

    def never_settles(self, part: Sequence[int]) -> RepeatingStateError:
        """The error for rewards that may be gained again and again, with a way round as moves."""
        graph, inside = self.graph, set(part)
        state, moves, here, seen = graph.states[part[0]], list[Move](), part[0], set[int]()
        while here not in seen and len(moves) < CYCLE:
            seen.add(here)
            edge = next(edge for edge in self.edges(here) if self.targets[edge] in inside)
            moves.append(graph.move(edge))
            here = self.targets[edge]
        way = ", ".join(line_texts(graph.game, state, moves))
        return RepeatingStateError(
            f"{broken_rules.at(graph.game, state)}: play can come back to this state, by {way} and so on, with rewards "
            "on the way, which therefore may never settle: what is gained each time round has no sum"
        )
