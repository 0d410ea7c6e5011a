"""A solved game, and all deals of a patience, as documents."""

from collections.abc import Sequence
from typing import TypedDict

from faceup.results.distribution import Distribution
from faceup.results.documents.figures import DealFigures, figures
from faceup.results.documents.game import ValuedDocument, game_document
from faceup.results.documents.moves import MoveDocument, move_documents
from faceup.results.solution import Opening, Solution
from faceup.results.value import exact_text, value_columns
from faceup.rules.contract import Patience
from faceup.rules.moves import Move


class Shortcuts(TypedDict, total=False):
    """By a theory: how far it was compared with search. By symmetries: how many, of how many positions."""

    by: str
    checked_sizes: int
    checked_up_to: dict[str, int | str]
    symmetries: int
    positions: int


class RefusalDocument(TypedDict):
    """An engine that was asked before the one that answered, and why it did not."""

    engine: str
    reason: str


class SolvingDocument(TypedDict):
    """Which engine solved the game, why those before it did not, and what it took."""

    states: int
    seconds: float
    engine: str
    refused: list[RefusalDocument]


class Doubts(TypedDict, total=False):
    """Where rounding hides which of several moves is best: false, else left out."""

    best_sure: bool
    line_sure: bool


class After(TypedDict, total=False):
    """The moves that were made before; left out where there are none."""

    after: list[MoveDocument]


class Round(TypedDict, total=False):
    """What a play without end is worth, where a position can come round again; else left out."""

    endless: str


class SolutionDocument(ValuedDocument, SolvingDocument, Shortcuts, Doubts, After, Round):
    """The value of a game, ``best`` first moves, and a ``line`` of best play, which may break off."""

    best: list[MoveDocument]
    line: list[MoveDocument]
    line_complete: bool


class DistributionDocument(ValuedDocument, DealFigures, SolvingDocument):
    """All deals of a patience: the value is the mean score; exact shares are text."""

    win_rate_exact: str | None
    endless: str
    undecided: str
    histogram: dict[str, str]
    lengths: dict[str, str]
    deals: int


def solving_document(solved: Solution | Distribution) -> SolvingDocument:
    return {
        "states": solved.states,
        "seconds": solved.seconds,
        "engine": solved.engine,
        "refused": [{"engine": refusal.engine, "reason": refusal.reason} for refusal in solved.refused],
    }


def solution_document(
    solution: Solution, opening: Opening, whole: bool, after: Sequence[Move] = ()
) -> SolutionDocument:
    """``whole``: the line goes up to its end; it begins ``after`` these moves."""
    return {
        **game_document(solution.game),
        **value_columns(solution.value),
        "best": move_documents(opening.best),
        "line": move_documents(opening.line),
        **solving_document(solution),
        "line_complete": whole,
        **_unsure(opening),
        **_shortcuts(solution),
        **(After(after=move_documents(after)) if after else After()),
        **(Round() if solution.endless is None else Round(endless=str(solution.endless))),
    }


def _unsure(opening: Opening) -> Doubts:
    doubts: Doubts = {}
    if not opening.best_sure:
        doubts["best_sure"] = False
    if not opening.line_sure:
        doubts["line_sure"] = False
    return doubts


def _shortcuts(solution: Solution) -> Shortcuts:
    shortcuts: Shortcuts = {}
    if checked := solution.checked:
        shortcuts |= {"by": "theory", "checked_sizes": checked.sizes, "checked_up_to": dict(checked.largest)}
    if symmetries := solution.symmetries:
        shortcuts |= {"symmetries": symmetries.order, "positions": symmetries.positions}
    return shortcuts


def distribution_document(game: Patience, distribution: Distribution) -> DistributionDocument:
    return {
        **game_document(game),
        **value_columns(distribution.mean),
        **figures(DealFigures, distribution),
        "win_rate_exact": exact_text(distribution.win_rate),
        "endless": str(distribution.endless),
        "undecided": str(distribution.undecided),
        "histogram": {str(score): str(share) for score, share in distribution.histogram.items()},
        "lengths": {str(length): str(share) for length, share in distribution.lengths.items()},
        "deals": distribution.deals,
        **solving_document(distribution),
    }
