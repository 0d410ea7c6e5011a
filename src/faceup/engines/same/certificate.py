"""The proof that two games are the same but for names: play both through, by their rules alone.

Nothing here knows how a renaming was found. Positions of both games that have been met together, and all that were met
together with either, form a class; a pair already in one class need not be played on from (Hopcroft and Karp's way to
compare automata). So there are fewer pairs to look at than positions, whatever the states hold.
"""

from collections.abc import Mapping
from math import gcd
from typing import Any

from faceup.results.sameness import Renaming, Verification
from faceup.rules.contract import CHANCE, OVER, Game

Position = tuple[int, Any]  # which game, and its state


def verify(first: Game, second: Game, renaming: Renaming) -> Verification:
    """Whether the renaming turns the first game into the second: exact, and by the rules alone.

    Compares who is to move, the moves, their rewards and odds (in proportion), and the payoffs, wherever play can lead.
    """
    for names in (*renaming.players, renaming.chance):
        if len(set(names.values())) < len(names):
            return Verification(0, "two moves have the same new name")
    classes: dict[Position, Position] = {}

    def head(position: Position) -> Position:
        while (above := classes.get(position, position)) != position:
            classes[position] = classes.get(above, above)
            position = above
        return position

    compared = 0
    todo = [(first.start(), second.start())]
    while todo:
        mine, theirs = todo.pop()
        one, other = head((0, mine)), head((1, theirs))
        if one == other:
            continue
        classes[one] = other
        compared += 1
        turn, turns = first.turn(mine), second.turn(theirs)
        names = renaming.of(turn)
        here, there = _weights(first, mine, turn), _weights(second, theirs, turns)
        if turn != turns:
            differ = f"the turn is {turn} and {turns}"
        elif turn == OVER:
            differ = _numbers("payoff", first.payoff(mine), second.payoff(theirs))
        else:
            differ = _moves(first, mine, here, second, theirs, there, names)
        if differ:
            return Verification(compared, f"{first.show(mine)} and {second.show(theirs)}: {differ}")
        todo.extend([(first.play(mine, move), second.play(theirs, names[move])) for move in here])
    return Verification(compared)


def _moves(
    first: Game,
    mine: Any,
    here: dict[int, int],
    second: Game,
    theirs: Any,
    there: dict[int, int],
    names: Mapping[int, int],
) -> str:
    """How the moves of two positions differ, in words; empty where they do not."""
    for move in here:
        if move not in names:
            return f"move {move} has no new name"
    if {names[move]: weight for move, weight in here.items()} != there:
        return f"the moves, with their odds, are {here} and {there}"
    for move in here:
        rewards = first.reward(mine, move), second.reward(theirs, names[move])
        if differ := _numbers(f"reward of {move} and {names[move]}", *rewards):
            return differ
    return ""


def _numbers(what: str, one: Any, other: Any) -> str:
    """How two numbers differ, in words; Python compares whole numbers, fractions and floats without rounding."""
    return "" if one == other else f"the {what} is {one} and {other}"


def _weights(game: Game, state: Any, turn: int) -> dict[int, int]:
    """The moves, each with its odds in lowest terms where chance decides; outcomes that cannot happen are none."""
    if turn == OVER:
        return {}
    if turn != CHANCE:
        return dict.fromkeys(game.moves(state), 1)
    odds = {move: game.odds(state, move) for move in game.moves(state)}
    shared = gcd(*odds.values())
    return {move: weight // shared for move, weight in odds.items() if weight}
