"""A game solved, or all deals of a patience played, as pages read it."""

from typing import TypedDict

from faceup.results.distribution import Distribution
from faceup.results.documents.game import GameDocument, game_document
from faceup.results.documents.moves import MoveDocument, move_document
from faceup.results.documents.solution import SolvingDocument, solving_document
from faceup.results.outcome_sentences import best_play_sentence, whose, within
from faceup.results.solution import Solution
from faceup.results.stakes import Stakes
from faceup.rules.contract import Patience
from faceup.rules.texts import line_texts, move_text
from faceup.web.answers.documents import ValueDocument, number_document, value_document
from faceup.web.answers.positions import LINE


class NamedMoveDocument(TypedDict):
    move: MoveDocument
    word: str


class SolvedDocument(GameDocument, SolvingDocument):
    """A game solved, or all deals of a patience played, which alone has ``win`` and ``histogram``.

    ``says`` is who wins, or else for whom the value is, where that is not the one who plays.
    """

    value: ValueDocument
    says: str
    best: list[NamedMoveDocument]
    line: list[str]
    win: ValueDocument | None
    histogram: list[tuple[float, float]] | None


def solution_document(solution: Solution, stakes: Stakes) -> SolvedDocument:
    game, start = solution.game, solution.start
    says = within(best_play_sentence(stakes, solution.value), solution.won_within(start, stakes))
    best = solution.best(start) if game.turn(start) in (0, 1) else []
    return {
        **game_document(game),
        **solving_document(solution),
        "value": value_document(solution.value),
        "says": says or whose(stakes).strip(),
        "best": [{"move": move_document(move), "word": move_text(game, start, move)} for move in best],
        "line": line_texts(game, start, solution.line(most=LINE)),
        "win": None,
        "histogram": None,
    }


def distribution_document(game: Patience, distribution: Distribution) -> SolvedDocument:
    return {
        **game_document(game),
        **solving_document(distribution),
        "value": value_document(distribution.mean),
        "says": "",
        "best": [],
        "line": [],
        "win": value_document(distribution.win_rate),
        "histogram": [(number_document(score), float(share)) for score, share in distribution.histogram.items()],
    }
