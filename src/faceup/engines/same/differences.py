"""Facts that distinguish two games under every renaming of moves, the simplest first; each can be checked.

No renaming can change how soon a player can win, how many plays end with which payoff, and which positions are rare.
"""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np

from faceup.engines.exact.opponents import values_of
from faceup.engines.graph.game_graph import GameGraph, stretches
from faceup.engines.graph.stakes import stakes_of
from faceup.engines.model.legal_moves import endless_value
from faceup.engines.model.seats import exact_endless, seats_of
from faceup.engines.same.labelled_graph import OUTCOMES, LabelledGraph, pays_on_the_way
from faceup.engines.same.refinement import Colours
from faceup.numbers.exact import Exact
from faceup.results.answers.sameness import Difference, titles
from faceup.results.sentences import sameness as difference_sentences
from faceup.rules.contract import OVER
from faceup.rules.errors import RepeatingStateError, UnsupportedError
from faceup.rules.moves import Move
from faceup.rules.names import seat_name
from faceup.rules.texts import in_order, line_texts

MOST_COUNTED = 20_000_000  # moves visited to count the plays: some seconds
LONGEST = 50  # moves of the plays that are counted in cyclic games
MOST_SETS = 10_000  # of winning moves, before they explain nothing


class QuickestWins(NamedTuple):
    """The least moves, of both players, to a win of a player, and all sets of that player's moves for it."""

    length: int
    sets: list[tuple[Move, ...]]


def quickest_wins(graph: GameGraph, player: int) -> QuickestWins | None:
    """Return a player's quickest wins; None if that player cannot win, or if there are too many sets."""
    left = _moves_to_a_win(graph, player)
    if left[0] > len(graph.states):
        return None
    ways: dict[int, set[frozenset[Move]]] = {0: {frozenset()}}  # for each position: the player's moves on the way
    for _ in range(int(left[0])):
        after: dict[int, set[frozenset[Move]]] = {}
        for i, sets in ways.items():
            for edge in graph.edges(i):
                target = int(graph.targets[edge])
                if left[target] == left[i] - 1:
                    own = frozenset({graph.move(edge)} if graph.turns[i] == player else ())
                    after.setdefault(target, set()).update(before | own for before in sets)
        ways = after
        if sum(map(len, ways.values())) > MOST_SETS:
            return None
    shortest = {tuple(in_order(graph.game, moves)) for sets in ways.values() for moves in sets}
    return QuickestWins(int(left[0]), sorted(shortest))


def _moves_to_a_win(graph: GameGraph, player: int) -> Any:
    """Return the smallest number of moves to a win of the player from each position.

    It is more than all positions if there is none. Breadth first, from the wins backwards.
    """
    far = len(graph.states) + 1
    wins = [place for place, number in enumerate(graph.numbers) if (number > 0 if player == 0 else number < 0)]
    left = np.where((graph.turns == OVER) & np.isin(graph.payoffs, wins), 0, far)
    into, first = graph.incoming
    front = np.flatnonzero(left == 0)
    moves = 0
    while len(front):
        moves += 1
        before = np.unique(graph.sources[into[stretches(first, front).edges]])
        front = before[left[before] > moves]
        left[front] = moves
    return left


def endings(graph: GameGraph) -> Iterator[dict[Exact, int] | None]:
    """Yield for each length the number of plays for each payoff; at the end None if there are too many positions."""
    at, ways = np.zeros(1, np.int64), np.array([1], object)
    work = length = 0
    while len(at):
        over = graph.turns[at] == OVER
        ends: dict[Exact, int] = {}
        for place, count in zip(graph.payoffs[at[over]].tolist(), ways[over], strict=True):
            number = graph.numbers[place]
            ends[number] = ends.get(number, 0) + count
        yield ends
        edges, counts, _ = graph.edges_of(at)
        work += len(edges)
        length += 1
        if work > MOST_COUNTED or (length > LONGEST and graph.is_cyclic):
            yield None
            return
        ways = np.repeat(ways, counts)
        order = np.argsort(graph.targets[edges], kind="stable")
        at, begins = np.unique(graph.targets[edges][order], return_index=True)
        ways = np.add.reduceat(ways[order], begins) if len(at) else ways


def rarer(one: Any, other: Any) -> tuple[int, int, tuple[int, int]] | None:
    """Return the last item whose colour has different counts in both lists: its list, its place, and both counts."""
    kinds, places = np.unique(np.concatenate((one, other)), return_inverse=True)
    counts = [np.bincount(part, minlength=len(kinds)) for part in (places[: len(one)], places[len(one) :])]
    for side, part in enumerate((places[: len(one)], places[len(one) :])):
        rare = np.flatnonzero((counts[0] != counts[1])[part])
        if len(rare):
            kind = part[rare[-1]]
            return side, int(rare[-1]), (int(counts[0][kind]), int(counts[1][kind]))
    return None


Pair = tuple[LabelledGraph, LabelledGraph]


def differences(a: LabelledGraph, b: LabelledGraph, colours: tuple[Colours, Colours]) -> tuple[Difference, ...]:
    """Return all cheap facts that distinguish the games; none if only a search through all renamings does."""
    both = a, b
    games = titles((a.graph.game, b.graph.game))
    kinds = (_names, _endless, _values, _quickest, _endings, _positions)
    facts = tuple(fact for kind in kinds for fact in kind(both, games))
    return facts or tuple(_witness(both, colours, games))


def _names(both: Pair, games: tuple[str, str]) -> Iterator[Difference]:
    """Compare the numbers of names of moves."""
    for what in ("moves", "outcomes"):
        one, other = (sum((kind == OUTCOMES) == (what == "outcomes") for kind in labelled.kinds) for labelled in both)
        if one != other:
            yield Difference(what, one, other, difference_sentences.names_sentence(games, what, (one, other)))


def _endless(both: Pair, games: tuple[str, str]) -> Iterator[Difference]:
    """Compare the values of an endless play, in cyclic games."""
    one, other = (endless_of(labelled.graph) for labelled in both)
    if one != other:
        yield Difference("endless", one, other, difference_sentences.endless_sentence(games, (one, other)))


def endless_of(graph: GameGraph) -> Any:
    """Return the value of an endless play; None if no position can repeat."""
    if not graph.is_cyclic:
        return None
    if seats := seats_of(graph.game):
        return exact_endless(graph.game, graph.states[0], seats)
    return endless_value(graph.game, graph.states[0])


def _values(both: Pair, games: tuple[str, str]) -> Iterator[Difference]:
    """Compare the values of best play."""
    if seats_of(both[0].graph.game):  # the value of one of several equilibria
        return
    try:
        bounds = [values_of(labelled.graph)[0].value for labelled in both]
    except (UnsupportedError, RepeatingStateError):
        return
    (one, _), (other, _) = bounds
    if all(low == high for low, high in bounds) and one != other:
        text = difference_sentences.value_sentence(games, _seats(both), (one, other), _are_duels(both))
        yield Difference("value", one, other, text)


def _are_duels(both: Pair) -> bool:
    return all(stakes_of(labelled.graph).duel for labelled in both)


def _seats(both: Pair) -> tuple[str, str]:
    """Return the names of the players of both games, in the order of their numbers."""
    one, other = (tuple(labelled.graph.game.player_names) for labelled in both)
    own = one if one == other else ()
    return seat_name(0, own), seat_name(1, own)


def _quickest(both: Pair, games: tuple[str, str]) -> Iterator[Difference]:
    """Compare how soon a player can win, and with how many sets of moves."""
    if not _are_duels(both):
        return
    for player in (0, 1):
        one, other = (quickest_wins(labelled.graph, player) for labelled in both)
        if one is None or other is None:
            continue
        who = _seats(both)[player]
        if one.length != other.length:
            text = difference_sentences.quickest_sentence(games, who, (one.length, other.length))
            yield Difference("quickest", one.length, other.length, text)
            return
        if len(one.sets) != len(other.sets):
            sets = []
            for labelled, wins in zip(both, (one, other), strict=True):
                texts = labelled.move_texts().of(player)
                sets.append([[texts[move] for move in moves] for moves in wins.sets])
            text = difference_sentences.winning_sets_sentence(games, who, one.length, sets)
            yield Difference("winning sets", len(one.sets), len(other.sets), text)
            return


def _endings(both: Pair, games: tuple[str, str]) -> Iterator[Difference]:
    """Compare how many plays of each length end with which payoff; report the first difference."""
    paid = any(pays_on_the_way(labelled.graph) or seats_of(labelled.graph.game) for labelled in both)
    for length, (one, other) in enumerate(zip_longest(*(endings(labelled.graph) for labelled in both), fillvalue={})):
        if one is None or other is None:
            return
        if paid:  # then a play gains more than its payoff
            one, other = {0: sum(one.values())}, {0: sum(other.values())}
        for payoff in sorted(one | other, reverse=True):
            counts = one.get(payoff, 0), other.get(payoff, 0)
            if counts[0] != counts[1]:
                payoff_shown = None if paid else payoff
                text = difference_sentences.endings_sentence(
                    games, _seats(both), length, payoff_shown, counts, _are_duels(both)
                )
                yield Difference("games", *counts, text)
                return


def _positions(both: Pair, games: tuple[str, str]) -> Iterator[Difference]:
    """Compare the numbers of positions that differ in their continuations."""
    one, other = (len(labelled.graph.states) for labelled in both)
    if one != other:
        yield Difference("positions", one, other, difference_sentences.positions_sentence(games, (one, other)))


def _witness(both: Pair, colours: tuple[Colours, Colours], games: tuple[str, str]) -> Iterator[Difference]:
    """Yield a kind of position that the other game lacks, or has less often."""
    for how, lists in (
        ("go on alike", [each.shapes for each in colours]),
        ("come about and go on alike", [each.positions for each in colours]),
    ):
        if rare := rarer(*lists):
            side, i, counts = rare
            graph = both[side].graph
            texts = line_texts(graph.game, graph.game.start(), graph.path(i))
            text = difference_sentences.position_sentence(games, side, texts, how, counts)
            yield Difference("position", *counts, text)
            return
