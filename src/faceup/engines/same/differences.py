"""What tells two games apart whatever their moves are called, in facts that can be checked, the simplest first."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import zip_longest

from faceup.engines.numbers import Exact
from faceup.engines.policy_values import TooLong, exact_value
from faceup.engines.same.invariants import endings, quickest_wins, rarer
from faceup.engines.same.labelled_graph import OUTCOMES, LabelledGraph
from faceup.engines.same.refinement import Colours
from faceup.engines.stakes import stakes_of
from faceup.results.sameness import Difference, titles
from faceup.results.stakes import BY_NUMBER, BY_ORDER

MOST_BITS = 2_000  # of a denominator, before exact values take too long
FRACTION_LENGTH = 12  # characters of a fraction that is written in full
MOST_LISTED = 12  # sets that are listed one by one

Pair = tuple[LabelledGraph, LabelledGraph]
TUPLES = {1: "single moves", 2: "pairs of moves", 3: "triples of moves"}


def differences(a: LabelledGraph, b: LabelledGraph, colours: tuple[Colours, Colours]) -> tuple[Difference, ...]:
    """All such facts that are cheap; none where only trying every renaming tells the games apart."""
    both = a, b
    called = titles((a.graph.game, b.graph.game))
    kinds = (_names, _values, _quickest, _endings, _positions)
    facts = tuple(fact for kind in kinds for fact in kind(both, called))
    return facts or tuple(_witness(both, colours, called))


def _names(both: Pair, called: tuple[str, str]) -> Iterator[Difference]:
    """How many moves have a name of their own."""
    for what in ("moves", "outcomes"):
        one, other = (sum((kind == OUTCOMES) == (what == "outcomes") for kind in labelled.kinds) for labelled in both)
        if one != other:
            words = "moves of the players" if what == "moves" else "outcomes of chance"
            text = f"different {words}: {one:,} in {called[0]}, {other:,} in {called[1]}"
            yield Difference(what, one, other, text)


def _values(both: Pair, called: tuple[str, str]) -> Iterator[Difference]:
    """What best play is worth."""
    try:
        one, other = (exact_value(labelled.graph, most_bits=MOST_BITS) for labelled in both)
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
    return text if len(text) <= FRACTION_LENGTH else f"about {float(number):.12g}"


def _duels(both: Pair) -> bool:
    return all(stakes_of(labelled.graph).duel for labelled in both)


def _seats(both: Pair) -> tuple[str, str]:
    """What to call the players of both games: by who begins, where that is the same player."""
    begins = {int(labelled.graph.turns[0]) for labelled in both}
    return BY_ORDER if begins == {0} else BY_NUMBER


def _quickest(both: Pair, called: tuple[str, str]) -> Iterator[Difference]:
    """How soon a player can win, and with which moves."""
    if not _duels(both):
        return
    for player in (0, 1):
        one, other = (quickest_wins(labelled.graph, player) for labelled in both)
        if one is None or other is None:
            continue
        who = _seats(both)[player]
        if one.length != other.length:
            text = f"{who} can win {called[0]} in {one.length} moves at the earliest, {called[1]} in {other.length}"
            yield Difference("quickest", one.length, other.length, text)
        elif len(one.sets) != len(other.sets):
            texts = [_sets(labelled, player, wins.sets) for labelled, wins in zip(both, (one, other), strict=True)]
            text = (
                f"the quickest wins of {who}, in move {one.length}, are made of {texts[0]} in {called[0]}, "
                f"against {texts[1]} in {called[1]}"
            )
            yield Difference("winning sets", len(one.sets), len(other.sets), text)
        else:
            continue
        return


def _sets(labelled: LabelledGraph, player: int, sets: list[tuple[int, ...]]) -> str:
    """So many sets of moves, one by one where they are few."""
    sizes = {len(moves) for moves in sets}
    size = sizes.pop() if len(sizes) == 1 else None
    kind = "different sets of moves" if size is None else TUPLES.get(size, f"sets of {size} moves")
    texts = labelled.move_texts().of(player)
    each = ", ".join("{" + " ".join(texts[move] for move in moves) + "}" for moves in sets)
    return f"{len(sets):,} {kind}" + (f" ({each})" if len(sets) <= MOST_LISTED else "")


def _endings(both: Pair, called: tuple[str, str]) -> Iterator[Difference]:
    """How many games, as sequences of moves, end after so many moves with which payoff: the first difference."""
    seats = _seats(both)
    ends: dict[Exact, str] = {}
    if _duels(both):
        ends = {1: f"are won by {seats[0]}", 0: "are drawn", -1: f"are won by {seats[1]}"}
    for length, (one, other) in enumerate(zip_longest(*(endings(labelled.graph) for labelled in both), fillvalue={})):
        if one is None or other is None:
            return
        for payoff in sorted(one | other, reverse=True):
            counts = one.get(payoff, 0), other.get(payoff, 0)
            if counts[0] != counts[1]:
                how = ends.get(payoff) or f"end with payoff {written(payoff)}"
                text = f"ways to play that {how} in move {length}: "
                text += f"{counts[0]:,} in {called[0]}, {counts[1]:,} in {called[1]}"
                yield Difference("games", *counts, text)
                return


def _positions(both: Pair, called: tuple[str, str]) -> Iterator[Difference]:
    """How many positions go on differently."""
    one, other = (len(labelled.graph.states) for labelled in both)
    if one != other:
        text = f"positions from which play does not go on alike: {one:,} in {called[0]}, {other:,} in {called[1]}"
        yield Difference("positions", one, other, text)


def _witness(both: Pair, colours: tuple[Colours, Colours], called: tuple[str, str]) -> Iterator[Difference]:
    """A position such as the other game has not, or not so often."""
    for how, lists in (
        ("go on alike", [each.shapes for each in colours]),
        ("come about and go on alike", [each.positions for each in colours]),
    ):
        if rare := rarer(*lists):
            side, i, counts = rare
            graph = both[side].graph
            game, state, texts = graph.game, graph.game.start(), []
            for move in graph.path(i):
                texts.append(game.say(state, move))
                state = game.play(state, move)
            where = f"the one after {', '.join(texts)}" if texts else "the start"
            text = (
                f"whatever the moves are called, positions like {where} in {called[side]}, which {how}, number "
                f"{counts[side]:,} there and {counts[1 - side]:,} in {called[1 - side]}"
            )
            yield Difference("position", *counts, text)
            return
