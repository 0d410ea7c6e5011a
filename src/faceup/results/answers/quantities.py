"""The quantities that a player looks at to decide, and the names of their values."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from faceup.results.scene.zones import piece_name
from faceup.rules.boards import Board, board_of
from faceup.rules.cards import bits, list_cards
from faceup.rules.contract import Game
from faceup.rules.names import short_seat_name
from faceup.rules.rows import ABSENT, Row, place_label
from faceup.rules.word_numbers import word_labels

Kind = Literal["set", "hand", "piece", "player", "word"]
BUT = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NOTHING = "-"  # the name of an empty set, hand or place


@dataclass(frozen=True)
class Look:
    """The look of a quantity that is not a plain number: the name of each value.

    A ``set`` holds cards or squares; a ``hand`` is dice or cards that lie together, each value an index into ``hands``;
    a ``piece`` stands on a square, a ``player`` is the player to move, a ``word`` an index into the words of the rules.
    Sets and hands have no order; the others have one, but no boundaries.
    """

    kind: Kind
    names: Mapping[int, str]
    hands: tuple[Row, ...] = ()

    @property
    def ordered(self) -> bool:
        """Whether consecutive values may be named together."""
        return self.kind in ("piece", "player", "word")

    def between(self, low: int, high: int) -> str:
        """Return the name of a range: ``X or O``; ``any`` for all values."""
        names = [name for value, name in self.names.items() if low <= value <= high]
        return "any" if len(names) == len(self.names) > 1 else " or ".join(names)


class Group(NamedTuple):
    """Quantities that are the places of one row: the squares of a board, rank by rank, or one rank.

    A hole in a board has no name. ``apart`` places have names of their own, so that each may have a column.
    ``by_seat`` places belong to players, in the order of their seats, or beginning with the player ``to_move``.
    """

    name: str
    ranks: tuple[tuple[str, ...], ...]
    apart: bool = True
    by_seat: bool = False
    to_move: bool = False

    @property
    def names(self) -> Iterator[str]:
        return (name for rank in self.ranks for name in rank if name)


def mover_place_name(row: str, place: int, seats: int, kind: Any) -> str:
    """Return the name of a place in a row that begins with the player to move: ``own score``, ``other's score``."""
    what = place_label(row, kind)
    if place == 0:
        return f"own {what}"
    if seats == len(("own", "other")):
        return f"other's {what}"
    return f"{what} of next" + (f" but {BUT[place - 2]}" if place > 1 else "")


def look_of(game: Game, kind: Kind, values: Sequence[int], hands: tuple[Row, ...] = ()) -> Look:
    """Return the look of a quantity of this kind with these values, in their order."""
    board, words = board_of(game), word_labels(type(game)) if kind == "word" else []

    def name(value: int) -> str:
        if value == ABSENT:
            return NOTHING
        if kind == "set":
            return _set_name(value, board)
        if kind == "hand":
            return " ".join(map(str, hands[value])) or NOTHING
        if kind == "word":
            return words[value]
        return piece_name(game, value) if kind == "piece" else short_seat_name(value, game.player_names)

    return Look(kind, {value: name(value) for value in values}, hands)


def _set_name(members: int, board: Any) -> str:
    """Return a set as names of squares if the board has them, else as card numbers."""
    if isinstance(board, Board) and members >> len(board) * board.columns == 0:
        return " ".join(map(board.square, bits(members))) or NOTHING
    # Written as parameters are, 0-2 looks like a range of numbers beside columns of numbers.
    return list_cards(members) or NOTHING
