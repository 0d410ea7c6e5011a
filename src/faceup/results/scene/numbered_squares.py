"""Boards whose squares have no names, but numbers by which the rules call moves: ``3 to 4``, ``5 at 3``."""

import re
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from faceup.results.scene.example_plays import positions_met
from faceup.results.scene.found_boards import FoundBoard, Symbols
from faceup.results.scene.scene import Scene
from faceup.results.scene.scene_boards import board_zones
from faceup.results.scene.shown_boards import board_shown, squares_of_moves
from faceup.results.scene.things import Zone
from faceup.rules.boards import Board, DotGrid, board_of
from faceup.rules.contract import Game
from faceup.rules.facts import facts_of
from faceup.rules.fields import fields_of
from faceup.rules.moves import Move
from faceup.rules.texts import move_text

FEWEST = 4  # squares that moves call by their numbers, before it is no accident


def with_numbered_squares(scene: Scene, game: Game, state: Any, legal: Collection[Move]) -> Scene:
    """The scene with the numbers of squares on its board, and the squares that moves name by what they change."""
    board = _numbered_board(game)
    if board is None or not any(zone.kind == "board" for zone in scene.zones):
        return scene
    named = tuple(squares_of_moves(game, state, board, legal).items())

    def numbered(zone: Zone) -> Zone:
        return replace(zone, numbered=True, named=zone.named or named) if zone.kind == "board" else zone

    return replace(scene, zones=tuple(map(numbered, scene.zones)))


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
    return board if len(seen) >= FEWEST else None


def _board_without_names(game: Game) -> FoundBoard | None:
    """The game's own board of rows, or the one that it shows; None for one whose squares have names, or seeds."""
    own = board_of(game)
    if isinstance(own, Board | DotGrid):
        return None
    board = board_shown(game, game.start()) if own is None else FoundBoard(frozenset(), partial(_symbols, game), own)
    return None if board is None or board.columns or board.heaps or board.lines else board


def _symbols(game: Game, state: Any) -> Symbols:
    """What lies on the squares of the game's own board, by their numbers."""
    (zone, *_), _ = board_zones(game, fields_of(state), ())
    texts = {item.square: item.text for item in zone.items if item.square is not None}
    return tuple(texts.get(square, "") for square in range(max(texts, default=-1) + 1))
