"""Moves in the rules' words, or by the squares and dice that plays show, where the rules have none."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from faceup.results.scene.boards.boards_in_text import board_shown
from faceup.results.scene.boards.found_boards import found_board
from faceup.results.scene.boards.squares_of_moves import MOST_TRIED, squares_of_moves, squares_of_steps
from faceup.results.scene.dice import dice_kept, outcome_words
from faceup.rules.contract import CHANCE, Game
from faceup.rules.moves import Move
from faceup.rules.texts import line_texts, move_text


def word_of_move(game: Game, state: Any, move: Move) -> str:
    """A move in the rules' words; in a game without words, by the squares on a board, or the dice, that play shows."""
    words: Mapping[Move, str] = {}
    if type(game).say is Game.say:
        words = _words_of_steps(game, state) if isinstance(move, tuple) else _words_of_numbers(game, state)
    return words.get(move) or move_text(game, state, move)


def words_of_line(game: Game, state: Any, moves: Iterable[Move]) -> list[str]:
    """Moves from a state on, one after another, each in its words, and what chance brought as ``rolled 3 4``."""
    return line_texts(game, state, moves, _word_in_line)


def _word_in_line(game: Game, state: Any, move: Move) -> str:
    if game.turn(state) == CHANCE:
        return outcome_words(game, state, move).removeprefix("chance: ")
    return word_of_move(game, state, move)


@lru_cache(maxsize=16)  # whoever asks for one word mostly asks for all
def _words_of_numbers(game: Game, state: Any) -> dict[Move, str]:
    """Legal moves that are numbers by the squares that they name, without those that name the same; without a board by
    the dice that they keep.
    """
    board, legal = found_board(game), [*game.moves(state)]
    if board is None:
        return {move: f"keep {' '.join(texts) or 'nothing'}" for move, texts in dice_kept(game, state, legal)}
    if board.heaps or not board.columns:
        return {}
    groups = [legal] if len(legal) <= MOST_TRIED else [[move] for move in legal]
    named = (pair for group in groups for pair in squares_of_moves(game, state, board, group).items())
    words = {move: board.name_of_squares(squares) for move, squares in named}
    count = Counter(words.values())
    return {move: word for move, word in words.items() if count[word] == 1}


@lru_cache(maxsize=16)
def _words_of_steps(game: Game, state: Any) -> dict[Move, str]:
    """All legal moves of several parts by the squares that they change, ``b1-c2``; empty if these do not tell them
    apart.
    """
    board = board_shown(game, state)
    if board is None or board.heaps or not board.columns:
        return {}
    squares = squares_of_steps(game, state, board, [*game.moves(state)])
    return {move: board.name_of_squares(changed) for move, changed in squares.items()}
