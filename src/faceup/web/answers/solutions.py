"""Solutions, all deals of a patience, comparisons of games, and smaller sizes that can be solved, for pages."""

import time
from collections.abc import Callable, Iterator
from typing import Annotated, Any, TypedDict

from faceup.engines.solve.smaller_sizes import POSITIONS, Numbers, smaller_sizes
from faceup.numbers.value import whole_or_float
from faceup.results.answers.sameness import Sameness
from faceup.results.answers.solution import Solution
from faceup.results.documents.codec import Document, document
from faceup.results.documents.game import GameDocument, MoveDocument, game_document, move_document
from faceup.results.documents.solution import SolvingDocument, solving_document
from faceup.results.samples.distribution import Distribution
from faceup.results.sentences.answers import answer
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import FaceupError
from faceup.rules.player_names import seat_name
from faceup.rules.texts import line_texts, move_text
from faceup.show.text.phrases import title
from faceup.show.text.sameness import board_of, keeps_names, sameness_lines
from faceup.show.text.the_rest import nowhere
from faceup.web.answers.documents import BY_SEAT, ValueDocument, value_document
from faceup.web.answers.positions import LINE


class NamedMoveDocument(TypedDict):
    move: MoveDocument
    word: str


class SeatSolvedDocument(TypedDict):
    """The value of a game to one seat, and its least and most under other ways to break ties."""

    name: str
    value: ValueDocument
    least: ValueDocument
    most: ValueDocument


class SolvedDocument(GameDocument, SolvingDocument):
    """A solved game, or all deals of a patience, which alone has ``win`` and ``histogram``.

    ``says`` is the winner, or else the owner of the value, unless a single player owns it; if seats have their own
    payoffs, it is the first seat's.
    """

    value: ValueDocument
    says: str
    by_seat: Annotated[list[SeatSolvedDocument], BY_SEAT]
    best: list[NamedMoveDocument]
    line: list[str]
    win: ValueDocument | None
    histogram: list[tuple[float, float]] | None


def solution_document(solution: Solution) -> SolvedDocument:
    game, start = solution.game, solution.start
    opening = solution.opening(LINE)
    by_seat: list[SeatSolvedDocument] = [
        {
            "name": seat_name(k, game.player_names),
            "value": value_document(seat.value),
            "least": value_document(seat.least),
            "most": value_document(seat.most),
        }
        for k, seat in enumerate(solution.seats)
    ]
    return {
        **game_document(game),
        **solving_document(solution),
        "value": value_document(solution.value),
        "says": answer(solution),
        "by_seat": by_seat,
        "best": [{"move": move_document(move), "word": move_text(game, start, move)} for move in opening.best],
        "line": line_texts(game, start, opening.line),
        "win": None,
        "histogram": None,
    }


def distribution_document(game: Patience, distribution: Distribution) -> SolvedDocument:
    return {
        **game_document(game),
        **solving_document(distribution),
        "value": value_document(distribution.mean),
        "says": "",
        "by_seat": [],
        "best": [],
        "line": [],
        "win": value_document(distribution.win_rate),
        "histogram": [(whole_or_float(score), float(share)) for score, share in distribution.histogram.items()],
    }


class SquareDocument(TypedDict):
    square: str
    card: str


class ComparedDocument(TypedDict):
    """Whether two games are isomorphic, the renaming, and one game on the board of the other."""

    # The keys beside those of Sameness.
    names_kept: bool
    first: str
    second: str
    text: list[str]
    moves: list[tuple[str, str]]
    board: list[list[SquareDocument]] | None


def compared_document(sameness: Sameness) -> Document:
    shown: ComparedDocument = {
        "names_kept": sameness.renaming is not None and keeps_names(sameness.renaming),
        "first": title(sameness.games[0]),
        "second": title(sameness.games[1]),
        "text": [line for line in sameness_lines(sameness, nowhere) if isinstance(line, str)],
        "moves": _moves(sameness),
        "board": _board(sameness),
    }
    return {**document(sameness), **shown}


def _moves(sameness: Sameness) -> list[tuple[str, str]]:
    """The moves of the first game with their names in the second."""
    if sameness.renaming is None:
        return []
    mine, theirs = (words.of(0) for words in sameness.words)
    return [(mine[old], theirs[new]) for old, new in sameness.renaming.players[0].items()]


def _board(sameness: Sameness) -> list[list[SquareDocument]] | None:
    """The moves of one game on the board of the other, if one has a board."""
    owner = next((i for i in (1, 0) if board_of(sameness.games[i])), None)
    if sameness.renaming is None or sameness.renaming.apart or owner is None:
        return None
    renaming = sameness.renaming.players[0]
    there = {new: old for old, new in renaming.items()} if owner else dict(renaming)
    here, away = sameness.words[owner].of(0), sameness.words[1 - owner].of(0)
    rows = board_of(sameness.games[owner]) or ()
    return [[{"square": here[move], "card": away[there[move]]} for move in row if move in there] for row in rows]


FEW = POSITIONS // 20  # positions of the sizes tried if no larger one is answered


class SmallerDocument(TypedDict):
    """The parameters that differ, for each size that was answered."""

    sizes: list[Numbers]


def solvable_sizes(game: Game | Patience, ask: Callable[[Numbers], Any], seconds: float) -> list[Numbers]:
    """The smaller sizes for which ``ask`` succeeds; no further size is tried after ``seconds``."""
    end = time.monotonic() + seconds
    sizes: list[Numbers] = []
    for positions in (POSITIONS, FEW):
        if not sizes and (seconds_left := end - time.monotonic()) > 0:
            sizes = list(_answer_sizes(game, ask, positions, seconds_left, end))
    return sizes


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
