"""Things on a table: squares, cards, dice, stones, and zones of them."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from faceup.rules.contract import CHANCE
from faceup.rules.moves import Move

Made = tuple[Any, int, Move]  # the state before a move, its player, the move
ZoneKind = Literal["board", "cards", "dice", "pile", "heap", "number", "scores", "track"]


class Item(NamedTuple):
    """A card, a square, a die or a counter: its text, and the move that picking it makes.

    ``owner`` of a square is the number of the set that marks it, from 0; ``square`` is its number, by which moves of
    several numbers lead from one to another. ``name`` is the name of a mere sign. ``won`` items together won the game;
    ``by`` is the player of a card, or of a score.
    """

    text: str
    move: Move | None = None
    owner: int | None = None
    square: int | None = None
    name: str = ""
    won: bool = False
    by: str = ""


class Selection(NamedTuple):
    """A move that is made by choosing things with these texts, one for each."""

    move: Move
    texts: tuple[str, ...]


class Zone(NamedTuple):
    """A zone of the table.

    ``kind`` is ``board`` (rows of squares), ``cards`` (open cards), ``dice``, ``pile`` (the oldest card first),
    ``heap``, ``number``, ``scores`` (one for each player, up to ``goal``, 0 for no limit), or ``track`` (rows of
    squares, and last a row of the counters, each with its square). With ``choices`` these are the moves themselves, as
    cards. ``columns`` and ``ranks`` are the names of a board's columns and rows, if its squares have names; with
    ``heaps`` the numbers on its squares count stones, and with ``hexagons`` each row is shifted half a square to the
    right of the one above it; ``edges`` are the colours of the board's sides, above and below, left and right, and
    ``pieces`` the names of its pieces that are drawn by their words. ``jumps`` lead from square to square of a track.
    ``selections`` are moves that choose some of the items, and ``named`` moves with the squares that they name.
    """

    kind: ZoneKind
    label: str
    rows: tuple[tuple[Item, ...], ...]
    choices: bool = False
    columns: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()
    jumps: tuple[tuple[int, int], ...] = ()
    goal: int = 0
    heaps: bool = False
    hexagons: bool = False
    edges: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    selections: tuple[Selection, ...] = ()
    named: tuple[tuple[Move, tuple[int, ...]], ...] = ()

    @property
    def items(self) -> list[Item]:
        """All rows, one after another."""
        return [item for row in self.rows for item in row]


def last_decider(history: Sequence[Made]) -> int | None:
    """The player who decided last; None if nobody has."""
    return next((turn for _, turn, _ in reversed(history) if turn != CHANCE), None)
