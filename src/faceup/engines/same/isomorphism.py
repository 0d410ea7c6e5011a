"""``same``: are two games isomorphic up to the names of their moves, with a proof if they are.

Two games are the same if one renaming of moves turns the game tree of one into that of the other: the same player to
move, exactly the renamed moves, the same odds (in proportion), and the same gain in every play. A gain may be paid on
the way in one game and at the end in the other, unless play can be kept for ever, or a cycle may pay both more and
less: then payments are compared move by move. How the rules store a position does not matter, only what can be played.
Moves of players share one renaming; outcomes of chance have one of their own, since the three of a die is not the three
of a player. If no such renaming exists, one for each player is tried too. Seats with payoffs of their own keep their
places; there all moves share one renaming, and payments are compared move by move.

Both games are walked and reduced to their minimal graphs. Colours restrict which name may become which; the search
tries all that are left, so that finding nothing is a proof. A renaming that it finds is then checked against the rules
alone.

That check plays both games through together, and knows nothing of how the renaming was found. Positions of both games
that occur together form a class, with all that occur together with either; a pair within one class need not be played
on from (Hopcroft and Karp's comparison of automata, 1971). So there are fewer pairs to check than positions, whatever
the states hold.
"""

import time
from collections import Counter
from collections.abc import Mapping
from math import gcd
from typing import Any, NamedTuple

from faceup.engines.graph.game_graph import MOST_POSITIONS, GameGraph, walk
from faceup.engines.graph.stakes import stakes_of
from faceup.engines.model.contract_check import open_game
from faceup.engines.model.legal_moves import exact_payoff, exact_reward, odds_of
from faceup.engines.model.limits import Limits
from faceup.engines.model.seats import exact_gain, seats_of
from faceup.engines.same.differences import differences, endless_of, quickest_wins
from faceup.engines.same.labelled_graph import label, minimal_graph, pays_on_the_way, renaming_of, with_early_payments
from faceup.engines.same.renaming_search import first_renaming, searching
from faceup.numbers.exact import Exact, whole_odds
from faceup.results.answers.sameness import ByMove, Difference, Renaming, Sameness, Verification, Words, titles
from faceup.results.sentences.sameness import first_moves_sentence, tried_sentence
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.errors import LimitReached, UnsupportedError
from faceup.rules.moves import Move


def check_renaming(first: Game, second: Game, renaming: Renaming, totals: bool = False) -> Verification:
    """Return whether the renaming turns the first game into the second: exact, and by the rules alone.

    Compares the player to move, the moves, their rewards and odds (in proportion), and the payoffs, wherever play can
    lead. With ``totals``, for games in which every play ends, it compares the gain of each whole play instead of
    rewards and payoffs.
    """
    for names in (*renaming.players, renaming.chance):
        if len(set(names.values())) < len(names):
            return Verification(0, "two moves have the same new name")
    classes = _Classes()
    compared = 0
    start: Exact = 0  # the debt of the first game: how much more the second has paid so far
    todo = [(first.start(), second.start(), start)]
    while todo:
        mine, theirs, owed = todo.pop()
        joined = classes.join((0, mine), (1, theirs), owed)
        if joined is False:
            continue
        compared += 1
        here, there = _position(first, mine), _position(second, theirs)
        names = renaming.of(here.turn)
        difference = "" if joined else "what is gained from there on is not always the same"
        difference = difference or _difference(here, there, names, owed if totals else None)
        if difference:
            return Verification(compared, f"{first.show(mine)} and {second.show(theirs)}: {difference}")
        for move in here.moves:
            after = first.play(mine, move), second.play(theirs, names[move])
            debt = owed + _gain(there, names[move]) - _gain(here, move) if totals else owed
            todo.append((*after, debt))
    return Verification(compared)


def _gain(position: "_Position", move: Move) -> Exact:
    game, state = position.game, position.state
    return exact_reward(game, state, move)


Member = tuple[int, Any]  # a position: its game, 0 or 1, and its state


class _Classes:
    """Union-find of positions; each has the difference between its future gains and those of the head of its class."""

    def __init__(self) -> None:
        self.above: dict[Member, tuple[Member, Exact]] = {}

    def join(self, one: Member, other: Member, more: Exact) -> bool | None:
        """Merge the classes of two positions, of which ``one`` gains ``more`` from here on.

        Returns False if they are in one class already, and None if they are with another difference.
        """
        (head, mine), (other_head, theirs) = self.head(one), self.head(other)
        if head == other_head:
            return False if mine - theirs == more else None
        self.above[head] = other_head, more + theirs - mine
        return True

    def head(self, position: Member) -> tuple[Member, Exact]:
        """Return the head of the class, and how much more this position gains than the head."""
        above, path = self.above, list[Member]()
        more: Exact = 0
        while position in above:
            path.append(position)
            position = above[position][0]
        for below in reversed(path):
            more += above[below][1]
            above[below] = position, more
        return position, more


class _Position(NamedTuple):
    game: Game
    state: Any
    turn: int
    moves: dict[Move, int]  # with their odds in lowest terms after chance, else 1


def _position(game: Game, state: Any) -> _Position:
    """Return a position with its moves, without outcomes of odds 0."""
    turn = game.turn(state)
    if turn == OVER:
        return _Position(game, state, turn, {})
    if turn != CHANCE:
        return _Position(game, state, turn, dict.fromkeys(game.moves(state), 1))
    given = odds_of(game, state, game.moves(state))
    odds = whole_odds(given.values())
    shared = gcd(*odds)
    lowest: dict[Move, int] = {move: weight // shared for move, weight in zip(given, odds, strict=True) if weight}
    return _Position(game, state, turn, lowest)


def _comparable_gain(position: _Position, what: str, given: Any) -> Any:
    """Return a payoff or reward for comparison; Python compares numbers of all kinds exactly."""
    seats = seats_of(position.game)
    return exact_gain(position.game, position.state, what, given, seats) if seats else given


def _difference(here: _Position, there: _Position, names: Mapping[Move, Move], owed: Exact | None) -> str:
    """Return the difference of two positions as text; empty if there is none.

    ``owed`` is what the first game has yet to pay besides; None if each payment is compared.
    """
    if here.turn != there.turn:
        return f"the turn is {here.turn} and {there.turn}"
    if here.turn == OVER:
        if owed is None:
            payoff, other_payoff = (
                _comparable_gain(each, "payoff", each.game.payoff(each.state)) for each in (here, there)
            )
            return "" if payoff == other_payoff else f"the payoff is {payoff} and {other_payoff}"
        ends = (exact_payoff(each.game, each.state) for each in (here, there))
        last, other_last = ends
        return "" if last == other_last + owed else f"in all {last - owed} and {other_last} are gained"
    for move in here.moves:
        if move not in names:
            return f"move {move} has no new name"
    if {names[move]: weight for move, weight in here.moves.items()} != there.moves:
        return f"the moves, with their odds, are {here.moves} and {there.moves}"
    for move in here.moves if owed is None else ():
        reward, other_reward = (
            _comparable_gain(each, "reward", each.game.reward(each.state, own))
            for each, own in ((here, move), (there, names[move]))
        )
        if reward != other_reward:
            return f"the reward of {move} and {names[move]} is {reward} and {other_reward}"
    return ""


PLAYERS = 2  # whose moves may have separate names
FEW_POSITIONS = 20_000  # of either game; if there are more, their first moves are compared first
FIRST_MOVES, MOST_PLAYS = 4, 2_000  # of these moves, with so many beginnings of plays
NO_WORDS: Words = ByMove(({},), {})


def same(first: Game, second: Game, *, most: int = MOST_POSITIONS, limits: Limits | None = None) -> Sameness:
    """Decide whether two games are the same up to names: return the renaming, or facts that distinguish them.

    Of several renamings, it returns the first in the order of the moves. Raises LimitReached beyond ``most`` positions
    of either game, at other ``limits``, or when the search takes too long.
    """
    limits = limits or Limits()
    began = time.perf_counter()
    for game in (first, second):
        open_game(game, "compared")
    seats = seats_of(first)
    if seats != seats_of(second):
        seat_counts = " and ".join(f"{type(game).name} has {_seats_text(seats_of(game))}" for game in (first, second))
        raise UnsupportedError(f"{seat_counts}; only games of as many are compared")
    few = min(most, FEW_POSITIONS)
    try:
        mine, theirs = (walk(game, most=few, limits=limits, seats=seats) for game in (first, second))
    except LimitReached:
        if difference := _early_difference((first, second)):
            seconds, words = time.perf_counter() - began, (NO_WORDS, NO_WORDS)
            return Sameness((first, second), None, None, (difference,), None, None, (), words, seconds)
        mine, theirs = (walk(game, most=most, limits=limits, seats=seats) for game in (first, second))
    whole = mine, theirs
    early = with_early_payments(whole) if any(map(pays_on_the_way, whole)) and not seats else None
    totals = early is not None
    one, other = early or whole
    least = minimal_graph(one), minimal_graph(other)
    tries = [_Try(least, apart=False, limits=limits)]
    if tries[0].renaming is None and tries[0].alike and seats <= PLAYERS:
        tries.append(_Try(least, apart=True, limits=limits))
    a, b = tries[0].graphs
    renaming = tries[-1].renaming if endless_of(least[0]) == endless_of(least[1]) else None
    check = check_renaming(first, second, renaming, totals) if renaming else None
    if check is not None and not check:  # an error in faceup: no answer is better than a wrong yes
        raise RuntimeError(f"the renaming is wrong: {check.disagreement}")
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


def _early_difference(games: tuple[Game, Game]) -> Difference | None:
    """Return how the first moves differ: in the player to move, or in the number of moves; None if they do not."""
    plays = [[_position(game, game.start())] for game in games]
    for made in range(FIRST_MOVES):
        mine, theirs = (Counter((here.turn, len(here.moves)) for here in positions) for positions in plays)
        if mine != theirs:
            ways = [sum(len(here.moves) for here in positions) for positions in plays]
            turns = [positions[0].turn for positions in plays]
            text = first_moves_sentence(titles(games), made, ways, turns)
            return Difference("first moves", ways[0], ways[1], text)
        plays = [
            [_position(game, game.play(here.state, move)) for here in positions for move in here.moves]
            for game, positions in zip(games, plays, strict=True)
            if sum(len(here.moves) for here in positions) <= MOST_PLAYS
        ]
        if len(plays) < len(games):
            return None
    return None


def _seats_text(seats: int) -> str:
    return f"{seats} seats, each with a payoff of its own" if seats else "two opponents"


class _Try:
    """The search for a renaming, with common or separate names for the players' moves."""

    def __init__(self, least: tuple[GameGraph, GameGraph], apart: bool, limits: Limits) -> None:
        a, b = label(least, apart)
        self.graphs = a, b
        self.search, names = searching(a, b, lambda search: (search, first_renaming(search)), limits)
        self.renaming = None if names is None else renaming_of(a, b, names)

    @property
    def alike(self) -> bool:
        """Whether the unlabelled game trees agree."""
        one, other = self.search.colours
        return bool(one.shapes[0] == other.shapes[0])


def _reasons(tries: list[_Try]) -> tuple[Difference, ...]:
    """Return the reason why there is no renaming."""
    if facts := differences(*tries[0].graphs, tries[0].search.colours):
        return facts
    tried = sum(each.search.failed for each in tries)
    return (Difference("tried", tried, None, tried_sentence(tried)),)
