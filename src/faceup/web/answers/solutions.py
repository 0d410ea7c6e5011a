"""Solutions, all deals of a solitaire game, comparisons of games, and smaller sizes that can be solved, for pages."""

import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from faceup.engines.solve.smaller_sizes import POSITIONS, Numbers, smaller_sizes, whole_numbers
from faceup.numbers.value import whole_or_float
from faceup.results.answers.sameness import Sameness
from faceup.results.answers.solution import Solution
from faceup.results.documents.codec import Document, document, game_document
from faceup.results.documents.solution import solving_document
from faceup.results.samples.distribution import Distribution
from faceup.results.scene.boards.words_of_moves import word_of_move, words_of_line
from faceup.results.sentences.games import headline
from faceup.results.sentences.sameness import keeps_names, sameness_facts
from faceup.results.sentences.solutions import answer
from faceup.results.sentences.words import nowhere
from faceup.rules.boards import Board, board_of
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import FaceupError
from faceup.rules.moves import Move
from faceup.rules.names import seat_name
from faceup.show.text.parts import part_lines
from faceup.web.answers.documents import BY_SEAT, ShownValue
from faceup.web.answers.positions import LINE


class NamedMove(NamedTuple):
    move: Move
    word: str


class SeatSolved(NamedTuple):
    """The value of a game to one seat, and its least and most under other ways to break ties."""

    name: str
    value: ShownValue
    least: ShownValue
    most: ShownValue


class Solved(NamedTuple):
    """A solved game, or all deals of a solitaire game, which alone has ``win`` and ``histogram``.

    ``says`` is the winner, or else the owner of the value, unless a single player owns it; if seats have their own
    payoffs, it is the first seat's.
    """

    value: ShownValue
    says: str = ""
    by_seat: Annotated[Sequence[SeatSolved], BY_SEAT] = ()
    best: Sequence[NamedMove] = ()
    line: Sequence[str] = ()
    win: ShownValue | None = None
    histogram: Sequence[tuple[float, float]] | None = None


def solution_document(solution: Solution) -> Document:
    game, start = solution.game, solution.start
    opening = solution.opening(LINE)
    solved = Solved(
        ShownValue(solution.value),
        answer(solution),
        [
            SeatSolved(seat_name(k, game.player_names), *map(ShownValue, (seat.value, seat.least, seat.most)))
            for k, seat in enumerate(solution.seats)
        ],
        [NamedMove(move, word_of_move(game, start, move)) for move in opening.best],
        words_of_line(game, start, opening.line),
    )
    return {**game_document(game), **solving_document(solution), **document(solved)}


def distribution_document(game: Patience, distribution: Distribution) -> Document:
    histogram = [(whole_or_float(score), float(share)) for score, share in distribution.histogram.items()]
    solved = Solved(ShownValue(distribution.mean), win=ShownValue(distribution.win_rate), histogram=histogram)
    return {**game_document(game), **solving_document(distribution), **document(solved)}


class Square(NamedTuple):
    square: str
    card: str


class Compared(NamedTuple):
    """Whether two games are isomorphic, the renaming, and one game on the board of the other."""

    # The keys beside those of Sameness.
    names_kept: bool
    first: str
    second: str
    text: Sequence[str]
    moves: Sequence[tuple[str, str]]
    board: Sequence[Sequence[Square]] | None


def compared_document(sameness: Sameness) -> Document:
    compared = Compared(
        sameness.renaming is not None and keeps_names(sameness.renaming),
        headline(sameness.games[0], ()),
        headline(sameness.games[1], ()),
        [line for line in part_lines(sameness_facts(sameness, nowhere), 9) if isinstance(line, str)],
        _moves(sameness),
        _board(sameness),
    )
    return {**document(sameness), **document(compared)}


def _moves(sameness: Sameness) -> list[tuple[str, str]]:
    """The moves of the first game with their names in the second."""
    if sameness.renaming is None:
        return []
    both = zip(sameness.words, sameness.games, strict=True)
    mine, theirs = ({**words.of(0), **_places(game)} for words, game in both)
    return [(mine[old], theirs[new]) for old, new in sameness.renaming.players[0].items()]


def _places(game: Game) -> dict[Move, str]:
    """The squares of a board that has no names for them: ``row 1, column 2``; a chess board has."""
    board = board_of(game)
    if board is None or isinstance(board, Board):
        return {}
    rows = enumerate(board, 1)
    return {move: f"row {down}, column {across}" for down, row in rows for across, move in enumerate(row, 1)}


def _board(sameness: Sameness) -> Sequence[Sequence[Square]] | None:
    """The moves of one game on the board of the other, if one has a board."""
    owner = next((i for i in (1, 0) if board_of(sameness.games[i])), None)
    if sameness.renaming is None or sameness.renaming.apart or owner is None:
        return None
    renaming = sameness.renaming.players[0]
    there = {new: old for old, new in renaming.items()} if owner else dict(renaming)
    game, away = sameness.games[owner], sameness.words[1 - owner].of(0)
    squares = {move: f"square {word}" for move, word in sameness.words[owner].of(0).items()} | _places(game)
    rows = board_of(game) or ()
    return [[Square(squares[move], away[there[move]]) for move in row if move in there] for row in rows]


FEW = POSITIONS // 20  # positions of the sizes tried if no larger one is answered
FAR = 3  # by how much a number is smaller in a game that has little left of this one: a board of one row


class Smaller(NamedTuple):
    """The parameters that differ, for each size that was answered."""

    sizes: list[Numbers]


def solvable_sizes(game: Game | Patience, ask: Callable[[Numbers], Any], seconds: float) -> list[Numbers]:
    """The smaller sizes for which ``ask`` succeeds, the nearest to this game first, without those that are far from it
    if others are not; no further size is tried after ``seconds``.
    """
    end = time.monotonic() + seconds
    sizes: list[Numbers] = []
    for positions in (POSITIONS, FEW):
        if not sizes and (seconds_left := end - time.monotonic()) > 0:
            sizes = list(_answer_sizes(game, ask, positions, seconds_left, end))
    now = whole_numbers(game)

    def distance(size: Numbers) -> Fraction:
        return max(Fraction(now[name], max(number, 1)) for name, number in size.items())

    near = [size for size in sizes if distance(size) <= FAR]
    return sorted(near or sizes, key=distance)


def _answer_sizes(
    game: Game | Patience, ask: Callable[[Numbers], Any], positions: int, seconds_left: float, end: float
) -> Iterator[Numbers]:
    for numbers in smaller_sizes(game, positions, seconds_left):
        if time.monotonic() > end:
            return
        try:
            ask(numbers)
        except FaceupError:
            continue
        yield numbers
