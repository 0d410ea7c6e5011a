"""Two players against each other, and chance, in positions that come round: Everett's recursive games (1957).

The first player's policy is improved until nothing improves it. Against each the second answers as well as can be, so
that what is found is always a bound that the first player is sure of. Two kinds of step raise it. A move is better
where it leads to more than the policy gets. And where less is got than a play without end is worth, the first player
may stall: in places between which play can be kept at no loss, and which the other leaves only towards more. Where
neither is possible, the bound is the value. For let V be the value, v the bound, and D the places where V - v is
largest, and not 0. Of these the first player has moves into D that lose nothing, chance leads into D alone, and the
other may leave D only towards more than v; there V is what a play without end is worth, at most, and v is less: so the
first player could have stalled in D.
"""

from collections.abc import Sequence

from faceup.engines.exact.decision_process import (
    Response,
    Way,
    Ways,
    best_response,
    better_ways,
    settled_parts,
    way_value,
)
from faceup.numbers.exact import Exact

MOST_ROUNDS = 10_000


def solved(ways: Ways, turns: Sequence[int], endless: Exact) -> Response:
    """The values for player 0, who chooses at places with turn 0 while player 1 does with turn 1.

    Raises Unsettled, Inexact.
    """
    mine = [i for i, turn in enumerate(turns) if turn == 0 and len(ways[i]) > 1]
    theirs = [i for i, turn in enumerate(turns) if turn == 1 and len(ways[i]) > 1]
    if not mine or not theirs:
        return best_response(ways, 1 if mine else -1, endless)
    stays = bool(settled_parts(ways))  # raises Unsettled where both together could go round for rewards
    first = _improved_policy(ways, mine, theirs, endless, 1)
    second = _improved_policy(ways, theirs, mine, endless, -1)
    if first.values != second.values:
        raise AssertionError("the players' best policies are worth different amounts")
    taken = list(first.taken)
    for i in theirs:
        taken[i] = second.taken[i]
    return Response(first.values, taken, stays)


def _improved_policy(ways: Ways, mine: Sequence[int], theirs: Sequence[int], endless: Exact, sign: int) -> Response:
    """The best policy of one player, with what it is worth against the other's best answer."""
    policy = dict.fromkeys(mine, 0)
    for _ in range(MOST_ROUNDS):
        fixed = [[own[policy[i]]] if i in policy else own for i, own in enumerate(ways)]
        answer = best_response(fixed, -sign, endless)
        better = better_ways(ways, mine, answer.values, sign) or _stalling(
            ways, set(mine), set(theirs), policy, answer.values, endless, sign
        )
        if not better:
            taken = [policy.get(i, k) for i, k in enumerate(answer.taken)]
            return Response(answer.values, taken, answer.stays)
        policy |= better
    raise AssertionError("a policy was improved without end")


def _stalling(
    ways: Ways,
    mine: set[int],
    theirs: set[int],
    policy: dict[int, int],
    values: Sequence[Exact],
    endless: Exact,
    sign: int,
) -> dict[int, int]:
    """Ways to stall at no loss, wherever less is got than a play without end is worth."""
    inside = {i for i, value in enumerate(values) if sign * value < sign * endless}

    def stays(way: Way) -> bool:
        return way.stays_in(inside)

    def kept(i: int) -> bool:
        if i in mine:
            return any(stays(way) and way_value(way, values) == values[i] for way in ways[i])
        if i in theirs:
            return all(stays(way) or sign * way_value(way, values) > sign * values[i] for way in ways[i])
        return all(map(stays, ways[i]))

    while leaving := [i for i in inside if not kept(i)]:
        inside.difference_update(leaving)
    better = {}
    for i in inside & mine:
        ways_round = [k for k, way in enumerate(ways[i]) if stays(way) and way_value(way, values) == values[i]]
        if policy[i] not in ways_round:
            better[i] = ways_round[0]
    return better
