"""The winning set of a game: the fewest cards or squares of the winner that the rules still call a win.

Rules need not define it: things are removed from the final state, and the rules say whether it is still won.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from faceup.results.scene.found_boards import found_board
from faceup.results.scene.scene import Scene
from faceup.results.scene.scene_boards import row_of_squares
from faceup.results.scene.shown_boards import squares_that_differ
from faceup.results.scene.things import Item, Made, Zone
from faceup.rules.boards import board_of
from faceup.rules.cards import bits
from faceup.rules.contract import OVER, Game
from faceup.rules.errors import MISTAKES
from faceup.rules.fields import Field, Heap, fields_of, item_kind, label_of
from faceup.rules.parameters import Cards

MOST = 6  # members of such a set
MOST_ASKED = 5_000  # positions for which the rules are called
PLAYERS = 2
Without = Callable[[Iterable[int], Iterable[int]], Any]  # the end, with these things of the winner and of the other


def with_winning_set(
    scene: Scene, game: Game, state: Any, winner_of: Callable[[], int | None], history: Sequence[Made]
) -> Scene:
    """The scene with the winning things marked: squares of the board, else cards of the winner's set.

    ``winner_of`` gives the winner of two players, or None; it is called only if there may be such things.
    """
    if game.turn(state) != OVER:
        return scene
    board, fields = board_of(game), fields_of(state)
    row = row_of_squares(board, fields) if board is not None else _row_found(game, fields)
    squares = None if row is None or item_kind(row.kind) is Heap else row.name
    sets = [field.name for field in fields if field.kind is Cards]
    if (squares is None and len(sets) != PLAYERS) or (winner := winner_of()) is None:
        return scene
    winning = winning_set(game, state, winner, sets, squares, history)
    hand = label_of(sets[winner]) if len(sets) == PLAYERS else None
    if winning and board is None and row is None:
        members = getattr(state, sets[winner]) & ~_set(winning)
        on_board = squares_that_differ(game, state, state._replace(**{sets[winner]: members}))
    else:
        on_board = winning

    def mark(item: Item, zone: Zone) -> Item:
        return item._replace(won=item.square in on_board if zone.kind == "board" else int(item.text) in winning)

    zones = (
        replace(zone, rows=tuple(tuple(mark(item, zone) for item in row) for row in zone.rows))
        if zone.kind == "board" or (zone.kind == "cards" and zone.label == hand)
        else zone
        for zone in scene.zones
    )
    return replace(scene, zones=tuple(zones)) if winning else scene


def _row_found(game: Game, fields: Sequence[Field]) -> Field | None:
    """The row of the squares that play shows."""
    found = found_board(game)
    rows = [field for field in fields if found and field.name in found.fields and isinstance(field.value, tuple)]
    return rows[0] if found and rows and not found.heaps else None


def winning_set(
    game: Game, state: Any, winner: int, sets: Sequence[str], squares: str | None, history: Sequence[Made] = ()
) -> frozenset[int]:
    """The winning set of a player: members of their set, or squares with their number; else empty.

    ``sets`` are the names of the fields with each player's things, ``squares`` that of a row of squares. Several
    smallest sets are shown together if they have a member in common, such as the square that finished two lines.
    """
    payoff, other = game.payoff(state), 1 - winner
    if squares is not None and set(getattr(state, squares)) <= {0, 1, 2}:
        row = getattr(state, squares)
        members = [k for k, number in enumerate(row) if number == winner + 1]

        def board(remaining: Iterable[int], _: Iterable[int]) -> Any:
            removed = set(members) - set(remaining)
            return state._replace(**{squares: tuple(0 if k in removed else number for k, number in enumerate(row))})

        return _smallest(game, payoff, members, [], board)
    if squares is not None:
        return _around_last(game, payoff, squares, history)
    if len(sets) == PLAYERS:
        members, others = list(bits(getattr(state, sets[winner]))), list(bits(getattr(state, sets[other])))

        def hands(remaining: Iterable[int], others_remaining: Iterable[int]) -> Any:
            return state._replace(**{sets[winner]: _set(remaining), sets[other]: _set(others_remaining)})

        return _smallest(game, payoff, members, others, hands)
    return frozenset()


def _around_last(game: Game, payoff: Any, squares: str, history: Sequence[Made]) -> frozenset[int]:
    """The square that the last move filled, with the fewest others that make it win, where pieces are nobody's own."""
    if not history:
        return frozenset()
    before, turn, move = history[-1]
    row, now, empty = (getattr(one, squares) for one in (before, game.play(before, move), game.start()))
    last = [square for square, (one, other) in enumerate(zip(row, now, strict=True)) if one != other]
    if turn < 0 or len(last) != 1:
        return frozenset()

    def board(remaining: Iterable[int], _: Iterable[int]) -> Any:
        kept = {*remaining}
        left = tuple(number if square in kept else empty[square] for square, number in enumerate(row))
        return game.play(before._replace(**{squares: left}), move)

    members = [square for square, number in enumerate(row) if number != empty[square]]
    others = _smallest(game, payoff, members, [], board)
    return others and others | {*last}


def _set(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)


def _smallest(game: Game, payoff: Any, members: list[int], others: list[int], without: Without) -> frozenset[int]:
    """The union of the smallest winning sets, if they have a member in common; else empty."""
    questions = 0

    def wins(subset: tuple[int, ...]) -> Iterator[bool]:
        """Whether the game is won with this subset, for each number of the other's things (rules may count turns)."""
        nonlocal questions
        for dropped in range(len(others) + 1):
            questions += 1
            end = without(subset, others[dropped:])
            yield game.turn(end) == OVER and game.payoff(end) == payoff

    try:
        for size in range(min(MOST, len(members)) + 1):
            smallest = []
            for subset in combinations(members, size):
                if any(wins(subset)):
                    smallest.append(frozenset(subset))
                if questions > MOST_ASKED:
                    return frozenset()
            if smallest:
                return frozenset().union(*smallest) if frozenset.intersection(*smallest) else frozenset()
    except MISTAKES:  # rules need not know positions that never arise
        return frozenset()
    return frozenset()
