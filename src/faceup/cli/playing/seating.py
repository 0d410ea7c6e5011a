"""The players of each seat, from ``as=second`` and ``--strength``."""

from collections.abc import Sequence
from typing import Any

from faceup.cli.common import policy_of
from faceup.results.stakes import Stakes
from faceup.rules.contract import Game
from faceup.rules.errors import UsageError

SIDES = ("first", "second", "both", "none")
MORE_SIDES = ("third", "fourth", "fifth", "sixth")  # at a table of several


def split_side(words: Sequence[str]) -> tuple[str | None, tuple[str, ...]]:
    """The side of ``as=``, and the other words. (``as`` is a keyword of Python, so it is no parameter's name.)"""
    sides = [word for word in words if word.startswith("as=")]
    if not sides:
        return None, tuple(words)
    if len(sides) > 1:
        raise UsageError(f"{sides[1]!r}: as was given twice")
    side = sides[0].removeprefix("as=")
    if side not in (*SIDES, *MORE_SIDES):
        raise UsageError(f"{sides[0]!r}; possible: {', '.join(f'as={one}' for one in SIDES)}")
    return side, tuple(word for word in words if word not in sides)


def seated_players(
    game: Game, stakes: Stakes, side: str | None, strengths: Sequence[str], recorded: Sequence[str] | None
) -> list[Any]:
    """The player of each seat: persons by ``as=``, computers by ``--strength``; others as in the record."""
    strengths = [one.strip() for word in strengths for one in word.split(",")]
    if "person" in strengths:
        raise UsageError(
            "--strength person; possible: best, slips:0.1, random, first, mcts:1000, mcts:0.5s, ab:4, or as=both"
        )
    if stakes.seats:
        return _players_at_table(stakes, side, strengths, recorded)
    if side in MORE_SIDES:
        possible = ", ".join(f"as={one}" for one in SIDES)
        raise UsageError(f"'as={side}'; possible: {possible}")
    if recorded is not None and len(recorded) != 2:
        raise UsageError(f"the record has {len(recorded)} seats; possible: one for each of 2 players")
    leader = stakes.first if stakes.first in (0, 1) else 0
    players = [player for player in (leader, 1 - leader) if player in stakes.players]
    if side is None and recorded is not None:
        persons = {player for player in (0, 1) if recorded[player] == "person"}
    elif not players and stakes.chance:  # chance decides everything
        persons = set[int]()
    elif len(players) == 1 and side in ("second", "both"):
        raise UsageError(f"as={side}: {type(game).name} has one player; possible: as=first, as=none")
    else:
        persons_of = {"first": [leader], "second": [1 - leader], "both": [0, 1], "none": []}[side or "first"]
        persons = {*players} if len(players) == 1 and persons_of else {*persons_of}
        recorded = None
    computers = [player for player in players if player not in persons]
    _check_strengths(strengths, len(computers))
    seats: list[Any] = list(recorded) if recorded else ["best", "best"]
    for player in persons:
        seats[player] = "person"
    for k, player in enumerate(computers if strengths else ()):
        seats[player] = policy_of(strengths[k % len(strengths)])
    return seats


def _check_strengths(strengths: Sequence[str], computers: int) -> None:
    """Raise UsageError unless there is a strength for each of so many computers, or one for all."""
    if strengths and (computers == 0 or len(strengths) not in (1, computers)):
        words = " ".join(f"--strength {word}" for word in strengths)
        there = "is 1 computer" if computers == 1 else f"are {computers or 'no'} computers"
        raise UsageError(f"{words}: there {there} to play so")


def _players_at_table(
    stakes: Stakes, side: str | None, strengths: Sequence[str], recorded: Sequence[str] | None
) -> list[Any]:
    """The player of each seat in a game whose seats have their own payoffs: one person, all persons, or none."""
    count, sides = stakes.seats, ("first", "second", *MORE_SIDES)
    if recorded is not None and len(recorded) != count:
        raise UsageError(f"the record has {len(recorded)} seats; possible: one for each of {count} players")
    if side in sides and sides.index(side) >= count:
        possible = ", ".join(f"as={one}" for one in (*sides[:count], "both", "none"))
        raise UsageError(f"as={side}: there are {count} seats; possible: {possible}")
    if side is None and recorded is not None:
        persons = {seat for seat in range(count) if recorded[seat] == "person"}
    elif not stakes.players or side == "none":
        persons = set()
    else:
        persons = {*range(count)} if side == "both" else {sides.index(side or "first")}
    computers = [seat for seat in range(count) if seat not in persons]
    _check_strengths(strengths, len(computers))
    seats: list[Any] = list(recorded) if recorded and side is None else ["best"] * count
    for k, seat in enumerate(computers if strengths else ()):
        seats[seat] = policy_of(strengths[k % len(strengths)])
    for seat in persons:
        seats[seat] = "person"
    return seats
