"""The squares that a move names by what it changes: those that it fills, or leaves and then fills."""

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from faceup.results.scene.boards.found_boards import FoundBoard, Symbols, found_board
from faceup.results.scene.positions_met import positions_met
from faceup.rules.contract import CHANCE, Game
from faceup.rules.moves import Move
from faceup.rules.texts import move_text

MOST_TRIED = 300  # moves, before none is looked at
STEP = 2  # squares: the one that a piece leaves, and the one to which it goes


def squares_of_moves(game: Game, state: Any, board: FoundBoard, moves: Collection[Move]) -> dict[Move, tuple[int, ...]]:
    """The squares that moves name; without moves that name none."""
    if len(moves) > MOST_TRIED or game.turn(state) == CHANCE:
        return {}
    before = board.read(state)
    changes = {move: symbols_to_compare(before, board.read(game.play(state, move))) for move in moves}
    if board.heaps:
        named = {move: _pit_of_move(game, state, move, find_lowered_pits(*change)) for move, change in changes.items()}
        return {move: pit for move, pit in named.items() if pit}
    named = {move: _squares_named(*change) for move, change in changes.items()}
    many = {move: frozenset(squares) for move, squares in named.items()}
    if len({*map(len, many.values())}) == 1:  # pieces that are laid, or steps
        return {move: squares for move, squares in named.items() if squares}
    if any(len(squares) > STEP for squares in many.values()):
        named |= {move: _own_squares(squares, many.values()) for move, squares in many.items()}
    firsts = {squares[0] for squares in named.values() if squares}
    if len(firsts) == len(named) and not any(before[square] for squares in named.values() for square in squares):
        return {
            move: squares[:1] for move, squares in named.items()
        }  # things that are laid, each on its own first square
    return {move: squares for move, squares in named.items() if squares}


def _squares_named(old: Symbols, new: Symbols) -> tuple[int, ...]:
    changed = [square for square, (one, other) in enumerate(zip(old, new, strict=True)) if one != other]
    left = [square for square in changed if not new[square]]
    filled = [square for square in changed if not old[square]]
    turned = [square for square in changed if old[square] and new[square]]
    if not left:
        return tuple(filled) if len(filled) == 1 or not turned else ()
    if not filled and not turned:
        return tuple(left)
    return (*left, *filled, *turned) if len(left) == 1 and len(changed) <= STEP else ()


def _own_squares(squares: frozenset[int], others: Collection[frozenset[int]]) -> tuple[int, ...]:
    """The square which no smaller of these sets holds, if there is one, as the corner of a bite."""
    own = [square for square in squares if min((one for one in others if square in one), key=len) == squares]
    return tuple(own) if len(own) == 1 else ()


def squares_of_steps(game: Game, state: Any, board: FoundBoard, moves: Collection[Move]) -> dict[Move, tuple[int, ...]]:
    """The squares of each of these moves, if no two have the same; else empty."""
    squares = squares_of_moves(game, state, board, moves)
    return squares if len(squares) == len(moves) == len({*squares.values()}) else {}


def symbols_to_compare(before: Symbols, after: Symbols) -> tuple[Symbols, Symbols]:
    return (before, after) if len(before) == len(after) else ((), ())


@lru_cache(maxsize=64)
def names_of_pits(game: Game) -> dict[tuple[int, int], str]:
    """What the moves of each player call each pit, as (player, pit), of moves that take seeds from no other pit."""
    board = found_board(game)
    names: dict[tuple[int, int], set[str]] = {}
    if board is None:
        return {}
    for one in positions_met(game):
        for move, after in one.after.items():
            lowered = find_lowered_pits(*symbols_to_compare(board.read(one.state), board.read(after)))
            if len(lowered) == 1 and one.turn >= 0:
                names.setdefault((one.turn, lowered[0]), set()).add(move_text(game, one.state, move))
    return {pit: words.pop() for pit, words in names.items() if len(words) == 1}


def find_lowered_pits(old: Symbols, new: Symbols) -> list[int]:
    """The pits from which seeds were taken: that of the move, and those that it captures."""
    return [pit for pit, (one, other) in enumerate(zip(old, new, strict=True)) if int(other) < int(one)]


def _pit_of_move(game: Game, state: Any, move: Move, lowered: list[int]) -> tuple[int, ...]:
    """The pit that a move empties; of several, as in a capture, the one that is called as the move is."""
    if len(lowered) > 1:
        names, turn, word = names_of_pits(game), game.turn(state), move_text(game, state, move)
        lowered = [pit for pit in lowered if names.get((turn, pit)) == word]
    return tuple(lowered) if len(lowered) == 1 else ()
