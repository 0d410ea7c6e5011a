"""What tells two games apart whatever their moves are called, in facts that can be checked, the simplest first."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import zip_longest
from typing import Any

import numpy as np

from faceup.engines.graph import GameGraph, spans
from faceup.engines.numbers import Exact
from faceup.engines.policy_values import TooLong, exact_value
from faceup.engines.same.labelled_graph import OUTCOMES, Named
from faceup.engines.same.refinement import Colours
from faceup.engines.stakes import stakes_of
from faceup.results.sameness import Difference, titles
from faceup.results.stakes import BY_NUMBER, BY_ORDER
from faceup.rules.contract import OVER

MOST_WORK = 20_000_000  # moves looked at for one fact: some seconds
MOST_BITS = 2_000  # of a denominator, before exact values take too long
MOST_SETS = 10_000  # of winning moves, before they explain nothing
LONGEST = 12  # characters of a fraction
LISTED = 12  # sets that are told one by one

Pair = tuple[Named, Named]
TUPLES = {1: "single moves", 2: "pairs of moves", 3: "triples of moves"}


def differences(a: Named, b: Named, colours: tuple[Colours, Colours]) -> tuple[Difference, ...]:
    """All such facts that are cheap; none where only trying every renaming tells the games apart."""
    both = a, b
    called = titles((a.graph.game, b.graph.game))
    found: list[Difference] = []
    for look in (_names, _values, _quickest, _endings, _positions):
        found.extend(look(both, called))
    return tuple(found) or tuple(_witness(both, colours, called))


def _names(both: Pair, called: tuple[str, str]) -> Iterator[Difference]:
    """How many moves have a name of their own."""
    for what in ("moves", "outcomes"):
        one, other = (sum((kind == OUTCOMES) == (what == "outcomes") for kind in named.kinds) for named in both)
        if one != other:
            words = "moves of the players" if what == "moves" else "outcomes of chance"
            text = f"different {words}: {one:,} in {called[0]}, {other:,} in {called[1]}"
            yield Difference(what, one, other, text)


def _values(both: Pair, called: tuple[str, str]) -> Iterator[Difference]:
    """What best play is worth."""
    try:
        one, other = (exact_value(named.graph, most_bits=MOST_BITS) for named in both)
    except TooLong:
        return
    if one == other:
        return
    seats = _seats(both)
    if _duels(both):
        said = {1: f"{seats[0]} wins {{}}", 0: "{} is a draw", -1: f"{seats[1]} wins {{}}"}
        text = f"under best play {said[int(one)].format(called[0])}, and {said[int(other)].format(called[1])}"
    else:
        words = [written(number) for number in (one, other)]
        if words[0] == words[1]:
            words[1] = f"{'more' if other > one else 'less'} by {float(abs(Fraction(other) - one)):.3g}"
        text = f"under best play {called[0]} is worth {words[0]} to {seats[0]}, {called[1]} {words[1]}"
    yield Difference("value", one, other, text)


def written(number: Exact) -> str:
    """A number as text, in decimals where its digits are many."""
    text = str(number)
    return text if len(text) <= LONGEST else f"about {float(number):.12g}"


def _duels(both: Pair) -> bool:
    return all(stakes_of(named.graph).duel for named in both)


def _seats(both: Pair) -> tuple[str, str]:
    """What to call the players of both games: by who begins, where that is the same player."""
    begins = {int(named.graph.turns[0]) for named in both}
    return BY_ORDER if begins == {0} else BY_NUMBER


def _quickest(both: Pair, called: tuple[str, str]) -> Iterator[Difference]:
    """How soon a player can win, and with which moves."""
    if not _duels(both):
        return
    for player in (0, 1):
        one, other = (quickest_wins(named.graph, player) for named in both)
        if one is None or other is None:
            continue
        (soonest, sets), (later, others) = one, other
        who = _seats(both)[player]
        if soonest != later:
            text = f"{who} can win {called[0]} in {soonest} moves at the earliest, {called[1]} in {later}"
            yield Difference("quickest", soonest, later, text)
        elif len(sets) != len(others):
            words = [_told(named, player, found) for named, found in zip(both, (sets, others), strict=True)]
            text = (
                f"the quickest wins of {who}, in move {soonest}, are made of {words[0]} in {called[0]}, "
                f"against {words[1]} in {called[1]}"
            )
            yield Difference("winning sets", len(sets), len(others), text)
        else:
            continue
        return


def _told(named: Named, player: int, sets: list[tuple[int, ...]]) -> str:
    """So many sets of moves, one by one where they are few."""
    sizes = {len(found) for found in sets}
    size = sizes.pop() if len(sizes) == 1 else None
    kind = "different sets of moves" if size is None else TUPLES.get(size, f"sets of {size} moves")
    words = named.words().of(player)
    each = ", ".join("{" + " ".join(words[move] for move in found) + "}" for found in sets)
    return f"{len(sets):,} {kind}" + (f" ({each})" if len(sets) <= LISTED else "")


def quickest_wins(graph: GameGraph, player: int) -> tuple[int, list[tuple[int, ...]]] | None:
    """In how many moves (of both) a player can win at the earliest, and all sets of that player's moves that do it.

    None where that player cannot win, or where the sets are many.
    """
    far = len(graph.states) + 1
    wins = [place for place, number in enumerate(graph.numbers) if (number > 0 if player == 0 else number < 0)]
    left = np.where((graph.turns == OVER) & np.isin(graph.payoffs, wins), 0, far)  # moves to a win
    for level in graph.levels[1:]:
        begins = np.concatenate(([0], np.cumsum(graph.first[level + 1] - graph.first[level])[:-1]))
        left[level] = np.minimum.reduceat(left[graph.targets[spans(graph.first, level)]], begins) + 1
    if left[0] >= far:
        return None
    ways: dict[int, set[frozenset[int]]] = {0: {frozenset()}}  # for each position: the player's moves on the way
    for _ in range(int(left[0])):
        after: dict[int, set[frozenset[int]]] = {}
        for i, sets in ways.items():
            for edge in graph.edges(i):
                target = int(graph.targets[edge])
                if left[target] == left[i] - 1:
                    own = frozenset({int(graph.moves[edge])} if graph.turns[i] == player else ())
                    after.setdefault(target, set()).update(found | own for found in sets)
        ways = after
        if sum(map(len, ways.values())) > MOST_SETS:
            return None
    return int(left[0]), sorted({tuple(sorted(found)) for sets in ways.values() for found in sets})


def _endings(both: Pair, called: tuple[str, str]) -> Iterator[Difference]:
    """How many games, as sequences of moves, end after so many moves with which payoff: the first difference."""
    seats = _seats(both)
    ends: dict[Exact, str] = {}
    if _duels(both):
        ends = {1: f"are won by {seats[0]}", 0: "are drawn", -1: f"are won by {seats[1]}"}
    for length, (one, other) in enumerate(zip_longest(*(endings(named.graph) for named in both), fillvalue={})):
        if one is None or other is None:
            return
        for payoff in sorted(one | other, reverse=True):
            counts = one.get(payoff, 0), other.get(payoff, 0)
            if counts[0] != counts[1]:
                how = ends.get(payoff) or f"end with payoff {written(payoff)}"
                told = f"{counts[0]:,} in {called[0]}, {counts[1]:,} in {called[1]}"
                yield Difference("games", *counts, f"ways to play that {how} in move {length}: {told}")
                return


def endings(graph: GameGraph) -> Iterator[dict[Exact, int] | None]:
    """For each length, how many sequences of moves end with which payoff; None, and no more, where there are too many
    positions to count on."""
    at, ways = np.zeros(1, np.int64), np.array([1], object)
    work = 0
    while len(at):
        over = graph.turns[at] == OVER
        found: dict[Exact, int] = {}
        for place, count in zip(graph.payoffs[at[over]].tolist(), ways[over], strict=True):
            number = graph.numbers[place]
            found[number] = found.get(number, 0) + count
        yield found
        edges = spans(graph.first, at)
        work += len(edges)
        if work > MOST_WORK:
            yield None
            return
        counts = np.repeat(ways, graph.first[at + 1] - graph.first[at])
        order = np.argsort(graph.targets[edges], kind="stable")
        at, begins = np.unique(graph.targets[edges][order], return_index=True)
        ways = np.add.reduceat(counts[order], begins) if len(at) else counts


def _positions(both: Pair, called: tuple[str, str]) -> Iterator[Difference]:
    """How many positions go on differently."""
    one, other = (len(named.graph.states) for named in both)
    if one != other:
        text = f"positions from which play does not go on alike: {one:,} in {called[0]}, {other:,} in {called[1]}"
        yield Difference("positions", one, other, text)


def _witness(both: Pair, colours: tuple[Colours, Colours], called: tuple[str, str]) -> Iterator[Difference]:
    """A position such as the other game has not, or not so often."""
    for how, lists in (
        ("go on alike", [found.shapes for found in colours]),
        ("come about and go on alike", [found.positions for found in colours]),
    ):
        if found := _rarer(*lists):
            side, i, counts = found
            graph = both[side].graph
            game, state, words = graph.game, graph.game.start(), []
            for move in graph.path(i):
                words.append(game.say(state, move))
                state = game.play(state, move)
            where = f"the one after {', '.join(words)}" if words else "the start"
            text = (
                f"whatever the moves are called, positions like {where} in {called[side]}, which {how}, number "
                f"{counts[side]:,} there and {counts[1 - side]:,} in {called[1 - side]}"
            )
            yield Difference("position", *counts, text)
            return


def _rarer(one: Any, other: Any) -> tuple[int, int, tuple[int, int]] | None:
    """The last thing whose colour is not as frequent in both lists: in which list, where, and how often in each."""
    kinds, places = np.unique(np.concatenate((one, other)), return_inverse=True)
    counts = [np.bincount(part, minlength=len(kinds)) for part in (places[: len(one)], places[len(one) :])]
    for side, part in enumerate((places[: len(one)], places[len(one) :])):
        rare = np.flatnonzero((counts[0] != counts[1])[part])
        if len(rare):
            kind = part[rare[-1]]
            return side, int(rare[-1]), (int(counts[0][kind]), int(counts[1][kind]))
    return None
