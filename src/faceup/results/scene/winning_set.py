"""What a game was won with: the fewest cards or squares of the winner that the rules still call a win.

No game says this of itself. It is found by taking things away from the end of a game and asking the rules again.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from faceup.results.scene.scene import Scene
from faceup.results.scene.scene_boards import row_of_squares
from faceup.results.scene.things import Item, Zone
from faceup.rules.cards import bits
from faceup.rules.contract import OVER, Game
from faceup.rules.errors import MISTAKES
from faceup.rules.fields import fields_of, label_of
from faceup.rules.parameters import Cards

MOST = 6  # things in such a set
MOST_ASKED = 5_000  # positions about which the rules are asked
PLAYERS = 2
Without = Callable[[Iterable[int], Iterable[int]], Any]  # the end, with these things of the winner and of the other


def with_winning_set(scene: Scene, game: Game, state: Any, winner_of: Callable[[], int | None]) -> Scene:
    """The scene with the things marked that won: squares of the board, else cards of the winner's set.

    ``winner_of`` says who of two players has won, None where nobody has; it is asked where such things may be.
    """
    if game.turn(state) != OVER:
        return scene
    board, fields = getattr(game, "board", None), fields_of(state)
    row = row_of_squares(board, fields) if board is not None else None
    squares = None if row is None else row.name
    sets = [field.name for field in fields if field.kind is Cards]
    if (squares is None and len(sets) != PLAYERS) or (winner := winner_of()) is None:
        return scene
    won = winning_set(game, state, winner, sets, squares)
    hand = label_of(sets[winner]) if len(sets) == PLAYERS else None

    def mark(item: Item, zone: Zone) -> Item:
        return item._replace(won=item.square in won if zone.kind == "board" else int(item.text) in won)

    zones = (
        zone._replace(rows=tuple(tuple(mark(item, zone) for item in row) for row in zone.rows))
        if zone.kind == "board" or (zone.kind == "cards" and zone.label == hand)
        else zone
        for zone in scene.zones
    )
    return replace(scene, zones=tuple(zones)) if won else scene


def winning_set(game: Game, state: Any, winner: int, sets: Sequence[str], squares: str | None) -> frozenset[int]:
    """With which things that player won: members of their set, or squares on which their number lies; else nothing.

    ``sets`` are the names of the fields that hold each player's things, ``squares`` is that of a row with 1 and 2.
    Several smallest sets are shown together where one thing is in all of them, as the square that finished two lines.
    """
    payoff, other = game.payoff(state), 1 - winner
    if squares is not None and set(getattr(state, squares)) <= {0, 1, 2}:
        row = getattr(state, squares)
        own = [k for k, number in enumerate(row) if number == winner + 1]

        def board(kept: Iterable[int], _: Iterable[int]) -> Any:
            gone = set(own) - set(kept)
            return state._replace(**{squares: tuple(0 if k in gone else number for k, number in enumerate(row))})

        return _smallest(game, payoff, own, [], board)
    if len(sets) == PLAYERS:
        own, others = list(bits(getattr(state, sets[winner]))), list(bits(getattr(state, sets[other])))

        def hands(kept: Iterable[int], left: Iterable[int]) -> Any:
            return state._replace(**{sets[winner]: _set(kept), sets[other]: _set(left)})

        return _smallest(game, payoff, own, others, hands)
    return frozenset()


def _set(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)


def _smallest(game: Game, payoff: Any, own: list[int], others: list[int], without: Without) -> frozenset[int]:
    """Of one's own things those of all the smallest sets, where they have one in common and none is won without."""
    asked = 0

    def won(kept: tuple[int, ...]) -> Iterator[bool]:
        """Whether the game is won with these, the other holding all or fewer things: rules may count turns by them."""
        nonlocal asked
        for gone in range(len(others) + 1):
            asked += 1
            end = without(kept, others[gone:])
            yield game.turn(end) == OVER and game.payoff(end) == payoff

    try:
        for size in range(min(MOST, len(own)) + 1):
            found = []
            for kept in combinations(own, size):
                if any(won(kept)):
                    found.append(frozenset(kept))
                if asked > MOST_ASKED:
                    return frozenset()
            if found:
                return frozenset().union(*found) if frozenset.intersection(*found) else frozenset()
    except MISTAKES:  # rules need not know positions that never arise
        return frozenset()
    return frozenset()
