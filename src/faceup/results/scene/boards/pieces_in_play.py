"""What plays show of a board's pieces: whether they are laid or drop, and which squares have numbers."""

import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from faceup.results.scene.boards.boards_in_text import board_shown
from faceup.results.scene.boards.found_boards import FoundBoard, Symbols, places_changed
from faceup.results.scene.boards.squares_of_moves import squares_of_moves, symbols_to_compare
from faceup.results.scene.boards.zone_of_board import texts_of_squares
from faceup.results.scene.positions_met import positions_met
from faceup.results.scene.things import Made, Scene, Zone
from faceup.results.scene.zones import board_zones
from faceup.rules.boards import Board, DotGrid, board_of, column_name
from faceup.rules.contract import CHANCE, Game
from faceup.rules.facts import facts_of
from faceup.rules.fields import fields_of
from faceup.rules.moves import Move
from faceup.rules.texts import move_text

FEWEST_NUMBERED = 4  # squares that moves call by their numbers, before it is no accident
FEWEST_LAID = 2  # squares of a piece, before it counts as one that is laid


def with_numbered_squares(scene: Scene, game: Game, state: Any, legal: Collection[Move]) -> Scene:
    """The scene with the numbers of squares on its board, and the squares that moves name by what they change."""
    board = _numbered_board(game)
    if board is None or not any(zone.kind == "board" for zone in scene.zones):
        return scene
    named = tuple(squares_of_moves(game, state, board, legal).items())

    def with_numbers(zone: Zone) -> Zone:
        return replace(zone, numbered=True, named=zone.named or named) if zone.kind == "board" else zone

    return replace(scene, zones=tuple(map(with_numbers, scene.zones)))


@lru_cache(maxsize=64)
def _numbered_board(game: Game) -> FoundBoard | None:
    """The board of a game without names of squares, if in some plays the rules call every decision by the numbers of
    the squares that it changes, in their order; else None.
    """
    board = None if type(game).say is Game.say or facts_of(game).hidden else _board_without_names(game)
    if board is None:
        return None
    seen = set[int]()
    for one in positions_met(game):
        squares = squares_of_moves(game, one.state, board, one.after) if one.turn >= 0 else {}
        for move, named in squares.items():
            numbers = iter(re.findall(r"\d+", move_text(game, one.state, move)))
            if not all(str(square) in numbers for square in named):  # each behind the one before
                return None
            seen.update(named)
    return board if len(seen) >= FEWEST_NUMBERED else None


def _board_without_names(game: Game) -> FoundBoard | None:
    """The game's own board of rows, or the one that it shows; None for one whose squares have names, or seeds."""
    board = None if isinstance(board_of(game), Board | DotGrid) else _board_at_start(game)
    return None if board is None or board.columns or board.heaps or board.lines else board


def _board_at_start(game: Game) -> FoundBoard | None:
    """The game's own board, or the one that it shows."""
    own = board_of(game)
    return board_shown(game, game.start()) if own is None else FoundBoard(frozenset(), partial(_symbols, game), own)


def _symbols(game: Game, state: Any) -> Symbols:
    """What lies on the squares of the game's own board, by their numbers."""
    (zone, *_), _ = board_zones(game, fields_of(state), ())
    texts = {item.square: item.text for item in zone.items if item.square is not None}
    return tuple(texts.get(square, "") for square in range(max(texts, default=-1) + 1))


def with_laid_pieces(scene: Scene, game: Game, state: Any, legal: Collection[Move], made: Iterable[Made]) -> Scene:
    """The scene whose board says whether moves lay pieces of several squares, with the pieces that these moves laid;
    the same scene where one of them changed squares in another way, or would.
    """
    board, size = _board_of_pieces(game)
    if board is None:
        return scene
    past = [(move, turn, places_changed(board, before, game.play(before, move))) for before, turn, move in made]
    now = [(move, game.turn(state), places_changed(board, state, game.play(state, move))) for move in legal]
    for _, turn, change in (*past, *now):
        if any(old or not new for old, new in change.values()) or (turn != CHANCE and len(change) not in (0, size)):
            return scene
    laid = tuple(tuple(change) for _, turn, change in past if change and turn != CHANCE)  # a pass lays none
    named = tuple((move, tuple(change)) for move, _, change in now if change)
    boards = (
        replace(zone, lays=True, laid=laid, named=named) if zone.kind == "board" else zone
        for zone in scene.only_looked_at.zones
    )
    return replace(scene, zones=tuple(boards))


@lru_cache(maxsize=64)
def _board_of_pieces(game: Game) -> tuple[FoundBoard | None, int]:
    """The board on which, in some plays, each move of a player fills as many free squares, several side by side, and
    nothing else changes anything, and how many; else None.
    """
    board = None if isinstance(own := board_of(game), DotGrid) or facts_of(game).hidden else _board_at_start(game)
    if board is None or board.heaps or board.lines or getattr(own, "hexagons", False):
        return None, 0
    at = {place: (down, across) for down, row in enumerate(board.rows) for across, place in enumerate(row)}
    sizes = set[int]()
    for one in positions_met(game):
        for after in one.after.values():
            pairs = enumerate(zip(*symbols_to_compare(board.read(one.state), board.read(after)), strict=True))
            changed = {at[place]: pair for place, pair in pairs if pair[0] != pair[1]}
            if any(old or not new for old, new in changed.values()) or not _hang_together({*changed}):
                return None, 0
            sizes |= {len(changed)} if one.turn >= 0 else set()
    size = min(sizes) if len(sizes) == 1 else 0
    return (board, size) if size >= FEWEST_LAID else (None, 0)


def _hang_together(squares: Collection[tuple[int, int]]) -> bool:
    """Whether a way leads from each of the squares, as (row, column), to each other over their sides."""
    reached, left = [*squares][:1], {*squares} - {*[*squares][:1]}
    for down, across in reached:
        near = left & {(down - 1, across), (down + 1, across), (down, across - 1), (down, across + 1)}
        reached += near
        left -= near
    return not left


def with_falling_pieces(scene: Scene, game: Game) -> Scene:
    """The scene whose board says whether pieces drop into its columns."""
    boards = [zone for zone in scene.zones if zone.kind == "board" and len(zone.rows) > 1 and not zone.lines]
    if not boards or facts_of(game).hidden or not _pieces_fall(game):
        return scene
    return replace(scene, zones=tuple(replace(zone, falls=zone in boards) for zone in scene.zones))


@lru_cache(maxsize=64)
def _pieces_fall(game: Game) -> bool:
    """Whether in some plays each move of a player fills the lowest free square of a column alone, and its last word is
    the name or number of that column.
    """
    called, decisions = set[str](), 0
    for one in positions_met(game):
        before = texts_of_squares(game, one.state)
        for move, after in one.after.items() if one.turn >= 0 else ():
            filled = [
                (down, across)
                for down, pair in enumerate(zip(before, texts_of_squares(game, after), strict=True))
                for across, (old, new) in enumerate(zip(*pair, strict=True))
                if old != new
            ]
            if len(filled) != 1 or any((row[filled[0][1]] != "") != (k > filled[0][0]) for k, row in enumerate(before)):
                return False
            across, word = filled[0][1], move_text(game, one.state, move).split()[-1]
            calling = {column_name(across): "name", str(across): "from 0", str(across + 1): "from 1"}
            called.add(calling.get(word, ""))
            decisions += 1
    return decisions > 0 and len(called) == 1 and called != {""}


def squares_that_differ(game: Game, state: Any, other: Any) -> frozenset[int]:
    """The squares on which the boards of two states differ; none if the game has none."""
    board = board_shown(game, state)
    pairs = () if board is None else zip(board.read(state), board.read(other), strict=False)
    return frozenset(square for square, pair in enumerate(pairs) if pair[0] != pair[1])
