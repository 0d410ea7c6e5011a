"""A numbered game, step by step, as a document."""

from collections.abc import Mapping
from typing import Any, TypedDict, cast

from faceup.numbers.value import number_document
from faceup.results.documents.game import GameDocument, game_document
from faceup.results.reviews.replay import Replay, ReplayText, StepText


class ReplayStepDocument(TypedDict):
    """A step of the game."""

    number: int
    what: str


class TableStepDocument(ReplayStepDocument, total=False):
    """A step of the game, and the table after it at level ``hands``."""

    table: str


class EndingDocument(TypedDict, total=False):
    """The end: of a patience a score, unless it never ends; of a game a payoff, or the payoffs of all seats."""

    score: float | None
    scores: list[float | None]
    won: bool
    endless: bool
    steps_taken: int
    payoff: float | None
    payoffs: list[float | None]
    moves: int


class Which(TypedDict, total=False):
    """A numbered game of a seed, or a deal."""

    seed: int
    game_number: int | None
    deal: str | None


class ReplayDocument(GameDocument, Which, EndingDocument):
    """One game, step by step; ``table`` is the last."""

    steps: list[TableStepDocument]
    table: str


def replay_document(replay: Replay, text: ReplayText) -> ReplayDocument:
    numbered = replay.number is not None
    which: Which = {"seed": replay.seed, "game_number": replay.number} if numbered else {"deal": replay.deal}
    steps = list(map(_step_document, text.steps))
    return {**game_document(replay.game), **which, "steps": steps, **ending_document(text.end), "table": text.table}


def _step_document(step: StepText) -> TableStepDocument:
    document: TableStepDocument = {"number": step.number, "what": step.what}
    return document if step.table is None else {**document, "table": step.table}


def ending_document(end: Mapping[str, Any]) -> EndingDocument:
    """The facts of an ending."""
    return cast(EndingDocument, {name: _plain(fact) for name, fact in end.items()})


def _plain(fact: Any) -> Any:
    """A payoff for JSON: a fraction as text, or the list of a row."""
    if isinstance(fact, list):
        return list(map(_plain, fact))
    return fact if isinstance(fact, bool) else number_document(fact)
