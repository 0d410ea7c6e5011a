"""A game solved, or all deals of a patience played, as pages read it."""

from typing import Annotated, TypedDict

from faceup.numbers.value import whole_or_float
from faceup.results.answers.solution import Solution
from faceup.results.documents.game import GameDocument, MoveDocument, game_document, move_document
from faceup.results.documents.solution import SolvingDocument, solving_document
from faceup.results.samples.distribution import Distribution
from faceup.results.sentences.answers import answer
from faceup.rules.contract import Patience
from faceup.rules.player_names import seat_name
from faceup.rules.texts import line_texts, move_text
from faceup.web.answers.documents import BY_SEAT, ValueDocument, value_document
from faceup.web.answers.positions import LINE


class NamedMoveDocument(TypedDict):
    move: MoveDocument
    word: str


class SeatSolvedDocument(TypedDict):
    """What a game is worth to one seat, and the least and most of it that other ways to break ties give."""

    name: str
    value: ValueDocument
    least: ValueDocument
    most: ValueDocument


class SolvedDocument(GameDocument, SolvingDocument):
    """A game solved, or all deals of a patience played, which alone has ``win`` and ``histogram``.

    ``says`` is who wins, or else for whom the value is, where that is not the one who plays; where each seat has a
    payoff of its own, it is the first seat's.
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
