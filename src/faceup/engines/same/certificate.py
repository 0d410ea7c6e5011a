"""The proof that two games are the same but for names: play both through, by their rules alone.

Nothing here knows how a renaming was found. Positions of both games that have been met together, and all that were met
together with either, form a class; a pair already in one class need not be played on from (Hopcroft and Karp's way to
compare automata). So there are fewer pairs to look at than positions, whatever the states hold.
"""

from collections.abc import Mapping
from math import gcd
from typing import Any, NamedTuple

from faceup.engines.numbers import odds_of, whole_odds
from faceup.results.sameness import Renaming, Verification
from faceup.rules.contract import CHANCE, OVER, Game
from faceup.rules.moves import Move


def check_renaming(first: Game, second: Game, renaming: Renaming) -> Verification:
    """Whether the renaming turns the first game into the second: exact, and by the rules alone.

    Compares who is to move, the moves, their rewards and odds (in proportion), and the payoffs, wherever play can lead.
    """
    for names in (*renaming.players, renaming.chance):
        if len(set(names.values())) < len(names):
            return Verification(0, "two moves have the same new name")
    classes = _Classes()
    compared = 0
    todo = [(first.start(), second.start())]
    while todo:
        mine, theirs = todo.pop()
        if not classes.join((0, mine), (1, theirs)):
            continue
        compared += 1
        here, there = _position(first, mine), _position(second, theirs)
        names = renaming.of(here.turn)
        if difference := _difference(here, there, names):
            return Verification(compared, f"{first.show(mine)} and {second.show(theirs)}: {difference}")
        todo.extend([(first.play(mine, move), second.play(theirs, names[move])) for move in here.moves])
    return Verification(compared)


class _Classes:
    """Positions in classes that grow together; each position is known by its game, 0 or 1, and its state."""

    def __init__(self) -> None:
        self.above: dict[tuple[int, Any], tuple[int, Any]] = {}

    def join(self, one: tuple[int, Any], other: tuple[int, Any]) -> bool:
        """Make their classes one; False where they are already."""
        head, other_head = self.head(one), self.head(other)
        if head == other_head:
            return False
        self.above[head] = other_head
        return True

    def head(self, position: tuple[int, Any]) -> tuple[int, Any]:
        """The position that stands for the class."""
        above = self.above
        while (higher := above.get(position, position)) != position:
            above[position] = above.get(higher, higher)
            position = higher
        return position


class _Position(NamedTuple):
    game: Game
    state: Any
    turn: int
    moves: dict[Move, int]  # with their odds in lowest terms where chance decides, else 1


def _position(game: Game, state: Any) -> _Position:
    """A position with its moves; outcomes that cannot happen are none."""
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


def _difference(here: _Position, there: _Position, names: Mapping[Move, Move]) -> str:
    """How two positions differ, as text; empty where they do not. Python compares numbers of all kinds exactly."""
    if here.turn != there.turn:
        return f"the turn is {here.turn} and {there.turn}"
    if here.turn == OVER:
        payoff, other_payoff = here.game.payoff(here.state), there.game.payoff(there.state)
        return "" if payoff == other_payoff else f"the payoff is {payoff} and {other_payoff}"
    for move in here.moves:
        if move not in names:
            return f"move {move} has no new name"
    if {names[move]: weight for move, weight in here.moves.items()} != there.moves:
        return f"the moves, with their odds, are {here.moves} and {there.moves}"
    for move in here.moves:
        reward, other_reward = here.game.reward(here.state, move), there.game.reward(there.state, names[move])
        if reward != other_reward:
            return f"the reward of {move} and {names[move]} is {reward} and {other_reward}"
    return ""
