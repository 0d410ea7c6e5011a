"""What tells two games apart whatever their moves are called, in facts that can be checked, the simplest first."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from faceup.engines.graph import GameGraph
from faceup.engines.numbers_of_rules import exact_number
from faceup.engines.rounds import values_of
from faceup.engines.same.invariants import endings, quickest_wins, rarer
from faceup.engines.same.labelled_graph import OUTCOMES, LabelledGraph
from faceup.engines.same.paid_early import pays_on_the_way
from faceup.engines.same.refinement import Colours
from faceup.engines.seats import exact_endless, seats_of
from faceup.engines.stakes import stakes_of
from faceup.results import difference_sentences
from faceup.results.sameness import Difference, titles
from faceup.results.seat_names import seat_name
from faceup.rules.errors import RepeatingStateError, UnsupportedError
from faceup.rules.texts import line_texts

Pair = tuple[LabelledGraph, LabelledGraph]


def differences(a: LabelledGraph, b: LabelledGraph, colours: tuple[Colours, Colours]) -> tuple[Difference, ...]:
    """All such facts that are cheap; none where only trying every renaming tells the games apart."""
    both = a, b
    games = titles((a.graph.game, b.graph.game))
    kinds = (_names, _endless, _values, _quickest, _endings, _positions)
    facts = tuple(fact for kind in kinds for fact in kind(both, games))
    return facts or tuple(_witness(both, colours, games))


def _names(both: Pair, games: tuple[str, str]) -> Iterator[Difference]:
    """How many moves have a name of their own."""
    for what in ("moves", "outcomes"):
        one, other = (sum((kind == OUTCOMES) == (what == "outcomes") for kind in labelled.kinds) for labelled in both)
        if one != other:
            yield Difference(what, one, other, difference_sentences.names_sentence(games, what, (one, other)))


def _endless(both: Pair, games: tuple[str, str]) -> Iterator[Difference]:
    """What a play without end is worth, where play comes round."""
    one, other = (endless_of(labelled.graph) for labelled in both)
    if one != other:
        yield Difference("endless", one, other, difference_sentences.endless_sentence(games, (one, other)))


def endless_of(graph: GameGraph) -> Any:
    """What a play without end is worth; None where there is none."""
    if not graph.comes_round:
        return None
    if seats := seats_of(graph.game):
        return exact_endless(graph.game, graph.states[0], seats)
    return exact_number(graph.game, graph.states[0], "endless", graph.game.endless)


def _values(both: Pair, games: tuple[str, str]) -> Iterator[Difference]:
    """What best play is worth."""
    if seats_of(both[0].graph.game):  # which is one of several equilibria
        return
    try:
        bounds = [values_of(labelled.graph)[0].value for labelled in both]
    except (UnsupportedError, RepeatingStateError):
        return
    (one, _), (other, _) = bounds
    if all(low == high for low, high in bounds) and one != other:
        text = difference_sentences.value_sentence(games, _seats(both), (one, other), _duels(both))
        yield Difference("value", one, other, text)


def _duels(both: Pair) -> bool:
    return all(stakes_of(labelled.graph).duel for labelled in both)


def _seats(both: Pair) -> tuple[str, str]:
    """What to call the players of both games, in the order of their numbers."""
    return seat_name(0), seat_name(1)


def _quickest(both: Pair, games: tuple[str, str]) -> Iterator[Difference]:
    """How soon a player can win, and with which moves."""
    if not _duels(both):
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
    """How many games, as sequences of moves, end after so many moves with which payoff: the first difference."""
    paid = any(pays_on_the_way(labelled.graph) or seats_of(labelled.graph.game) for labelled in both)
    for length, (one, other) in enumerate(zip_longest(*(endings(labelled.graph) for labelled in both), fillvalue={})):
        if one is None or other is None:
            return
        if paid:  # then payoffs are not all that is gained
            one, other = {0: sum(one.values())}, {0: sum(other.values())}
        for payoff in sorted(one | other, reverse=True):
            counts = one.get(payoff, 0), other.get(payoff, 0)
            if counts[0] != counts[1]:
                told = None if paid else payoff
                text = difference_sentences.endings_sentence(games, _seats(both), length, told, counts, _duels(both))
                yield Difference("games", *counts, text)
                return


def _positions(both: Pair, games: tuple[str, str]) -> Iterator[Difference]:
    """How many positions go on differently."""
    one, other = (len(labelled.graph.states) for labelled in both)
    if one != other:
        yield Difference("positions", one, other, difference_sentences.positions_sentence(games, (one, other)))


def _witness(both: Pair, colours: tuple[Colours, Colours], games: tuple[str, str]) -> Iterator[Difference]:
    """A position such as the other game has not, or not so often."""
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
