"""``same``: are two games one but for the names of their moves?

Two games are the same when one renaming of moves turns the game tree of one into that of the other: the same player to
move, the renamed moves and no others, the same odds (in proportion), and the same gain in every play: it may be paid on
the way in one and at the end in the other, unless play may be kept for ever, or going round may bring both more and
less: then payments are compared move by move. How the rules store a position does not matter, only what can be played.
Moves of players share one renaming; outcomes of chance have one of their own, for a die's three is no player's three.
Where no such renaming exists, one for each player is looked for too. Of several seats with payoffs of their own each
keeps its place, moves have one renaming for all, and payments are compared move by move.

Both games are walked through and reduced to their least graphs; colours narrow what may become what; the search tries
all that is left, so that finding nothing is a proof. What it finds is then held against the rules alone.
"""

import time

from faceup.engines.model.contract_check import open_game
from faceup.engines.model.graph import MOST_POSITIONS, GameGraph, walk
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import seats_of
from faceup.engines.model.stakes import stakes_of
from faceup.engines.same.certificate import check_renaming
from faceup.engines.same.differences import differences, endless_of, quickest_wins
from faceup.engines.same.labelled_graph import label, least_graph, renaming_of
from faceup.engines.same.paid_early import paid_early, pays_on_the_way
from faceup.engines.same.renaming_search import first_renaming, searching
from faceup.results.difference_sentences import tried_sentence
from faceup.results.sameness import Difference, Sameness
from faceup.rules.contract import Game
from faceup.rules.errors import UnsupportedError

PLAYERS = 2  # whose moves may have names apart


def same(first: Game, second: Game, *, most: int = MOST_POSITIONS, limits: Limits | None = None) -> Sameness:
    """Whether the two games are the same but for names: the renaming that proves it, or facts that tell them apart.

    Of several renamings, the first in the order of the moves. Raises LimitReached beyond ``most`` positions of either,
    where other ``limits`` are reached, or when the search takes too long.
    """
    limits = limits or Limits()
    began = time.perf_counter()
    for game in (first, second):
        open_game(game, "compared", seats=True)
    seats = seats_of(first)
    if seats != seats_of(second):
        told = " and ".join(f"{type(game).name} has {_seats_text(seats_of(game))}" for game in (first, second))
        raise UnsupportedError(f"{told}; only games of as many are compared")
    mine, theirs = (walk(game, most=most, limits=limits, seats=seats) for game in (first, second))
    whole = mine, theirs
    early = paid_early(whole) if any(map(pays_on_the_way, whole)) and not seats else None
    totals = early is not None
    one, other = early or whole
    least = least_graph(one), least_graph(other)
    tries = [_Try(least, apart=False, limits=limits)]
    if tries[0].renaming is None and tries[0].alike and seats <= PLAYERS:
        tries.append(_Try(least, apart=True, limits=limits))
    a, b = tries[0].graphs
    renaming = tries[-1].renaming if endless_of(least[0]) == endless_of(least[1]) else None
    check = check_renaming(first, second, renaming, totals) if renaming else None
    if check is not None and not check:  # a mistake in faceup itself: nothing is better than a wrong yes
        raise RuntimeError(f"the renaming found is wrong: {check.disagreement}")
    wins = quickest_wins(least[0], 0) if stakes_of(least[0]).duel else None
    return Sameness(
        (first, second),
        renaming=renaming,
        check=check,
        reasons=() if renaming else _reasons(tries),
        positions=(len(whole[0].states), len(whole[1].states)),
        distinct=(len(least[0].states), len(least[1].states)),
        winning_sets=tuple(wins.sets) if wins else (),
        words=(a.move_texts(), b.move_texts()),
        seconds=time.perf_counter() - began,
        paid_apart=renaming is not None and totals and not check_renaming(first, second, renaming),
    )


def _seats_text(seats: int) -> str:
    return f"{seats} seats, each with a payoff of its own" if seats else "two opponents"


class _Try:
    """The search for a renaming, of the players' moves together or apart."""

    def __init__(self, least: tuple[GameGraph, GameGraph], apart: bool, limits: Limits) -> None:
        a, b = label(least, apart)
        self.graphs = a, b
        self.search, names = searching(a, b, lambda search: (search, first_renaming(search)), limits)
        self.renaming = None if names is None else renaming_of(a, b, names)

    @property
    def alike(self) -> bool:
        """Whether the games go on alike with moves unlabelled."""
        one, other = self.search.colours
        return bool(one.shapes[0] == other.shapes[0])


def _reasons(tries: list[_Try]) -> tuple[Difference, ...]:
    """Why there is no renaming."""
    if facts := differences(*tries[0].graphs, tries[0].search.colours):
        return facts
    tried = sum(each.search.failed for each in tries)
    return (Difference("tried", tried, None, tried_sentence(tried)),)
