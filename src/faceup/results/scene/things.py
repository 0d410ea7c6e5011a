"""Things on a table, zones of them, and the scene of a position for a terminal and a page alike."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, NamedTuple

from faceup.results.showable import Showable
from faceup.rules.contract import CHANCE, Game
from faceup.rules.moves import Move

Made = tuple[Any, int, Move]  # the state before a move, its player, the move
ZoneKind = Literal["board", "cards", "dice", "pile", "heap", "number", "scores", "track"]


class Item(NamedTuple):
    """A card, a square, a die or a counter: its text, and the move that picking it makes.

    ``owner`` of a square is the number of the set that marks it, from 0; by their numbers, moves of several numbers
    lead from one ``square`` to another.
    """

    text: str
    move: Move | None = None
    owner: int | None = None
    square: Annotated[int | None, "the number of a square of a board or track, or of a counter's square"] = None
    name: Annotated[str, "the name of a mere sign; else empty"] = ""
    won: Annotated[bool, "whether it is one of those that together won the game"] = False
    by: Annotated[str, "who played a card that lies between the hands, or has this score"] = ""


class Selection(NamedTuple):
    """A move that is made by choosing things with these texts, one for each."""

    move: Move
    texts: tuple[str, ...]


class Change(NamedTuple):
    """A move that is made by picking one square, and all the squares that it changes, as a bite does."""

    move: Move
    squares: tuple[int, ...]


@dataclass(frozen=True)
class Zone:
    """A zone of the table.

    ``kind`` is ``board`` (rows of squares), ``cards`` (open cards), ``dice``, ``pile`` (the oldest card first),
    ``heap``, ``number``, ``scores`` (one for each player), or ``track`` (rows of squares, and last a row of the
    counters, each with its square). With ``choices`` these are the moves themselves, as cards. ``named`` has moves with
    the squares that they name.
    """

    kind: ZoneKind
    label: str
    rows: tuple[tuple[Item, ...], ...]
    choices: bool = False
    columns: Annotated[tuple[str, ...], "names of a board's columns, if its squares have names"] = ()
    ranks: Annotated[tuple[str, ...], "names of its rows"] = ()
    jumps: Annotated[
        tuple[tuple[int, ...], ...],
        "pairs of squares of a track: a counter on the first moves to the second",
    ] = ()
    goal: Annotated[int, "the largest score; 0 for none"] = 0
    heaps: Annotated[bool, "whether the numbers on a board's squares are counters that lie there"] = False
    hexagons: Annotated[bool, "whether each row lies half a square to the right of the one above"] = False
    lines: Annotated[bool, "whether its squares are the lines between dots, around boxes"] = False
    edges: Annotated[tuple[str, ...], "colours of a board's sides: above and below, left and right"] = ()
    pieces: Annotated[tuple[str, ...], "names of a board's pieces that are drawn by their words"] = ()
    owners: Annotated[tuple[str, ...], "names of each player's piece on a board, if it has one each"] = ()
    colours: Annotated[tuple[str, ...], "colours of the owners of a board's squares, if players have them by name"] = ()
    selections: Annotated[
        tuple[Selection, ...], "moves that choose some of the items, by what is written on these"
    ] = ()
    numbered: Annotated[bool, "whether moves call a board's squares by their numbers"] = False
    falls: Annotated[bool, "whether pieces drop into a board's columns, by which moves are called"] = False
    lays: Annotated[bool, "whether each move lays one piece on all the squares that it names, as a domino"] = False
    laid: Annotated[tuple[tuple[int, ...], ...], "the squares of each such piece that moves have laid"] = ()
    changes: Annotated[tuple[Change, ...], "moves that change more squares of a board than the one that is picked"] = ()
    named: tuple[tuple[Move, tuple[int, ...]], ...] = ()

    document_keys = (
        *("kind", "label", "rows", "choices", "columns", "ranks", "jumps"),
        *("selections", "heaps", "hexagons", "lines", "edges", "pieces", "owners", "colours", "goal"),
        *("numbered", "falls", "lays", "laid", "changes"),
    )

    @property
    def items(self) -> list[Item]:
        """All rows, one after another."""
        return [item for row in self.rows for item in row]


def last_decider(history: Sequence[Made]) -> int | None:
    """The player who decided last; None if nobody has."""
    return next((turn for _, turn, _ in reversed(history) if turn != CHANCE), None)


@dataclass(frozen=True)
class Scene:
    """The things on the table, and the position as the rules show it."""

    zones: tuple[Zone, ...]
    text: str
    more: Annotated[str, "what of the text is not drawn"]

    @property
    def moves(self) -> set[Move]:
        """The moves that can be made by picking a thing."""
        return {item.move for zone in self.zones for item in zone.items if item.move is not None}

    @property
    def squares(self) -> dict[Move, tuple[int, ...]]:
        """The squares that moves name by what they change on the board that ``show`` draws."""
        return {move: squares for zone in self.zones for move, squares in zone.named}

    def without_moves(self, words: Collection[str]) -> "Scene":
        """The scene without a text beside the drawing that is nothing but the words of the moves so far."""
        return replace(self, more="") if self.zones and words and {*self.more.split(", ")} <= {*words} else self

    @property
    def only_looked_at(self) -> "Scene":
        """The scene without moves to pick."""
        rows = (tuple(tuple(item._replace(move=None) for item in row) for row in zone.rows) for zone in self.zones)
        pairs = zip(self.zones, rows, strict=True)
        return replace(
            self, zones=tuple(replace(zone, rows=still, selections=(), changes=(), named=()) for zone, still in pairs)
        )


@dataclass(frozen=True, repr=False)
class PositionCard(Showable):
    """A scene, and ``told``, lines with the last moves, and the legal moves or the result."""

    game: Game
    scene: Scene
    told: tuple[str, ...]
