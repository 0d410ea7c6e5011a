"""A numbered game, step by step, as a document."""

from collections.abc import Mapping
from typing import Any, TypedDict, cast

from faceup.numbers.value import number_document
from faceup.results.documents.game import GameDocument, game_document
from faceup.results.reviews.replay import Replay, Told, ToldStep


class ReplayStepDocument(TypedDict):
    """What was done."""

    number: int
    what: str


class TableStepDocument(ReplayStepDocument, total=False):
    """What was done, and the table after it where all is to be told."""

    table: str


class EndingDocument(TypedDict, total=False):
    """How it ended: a patience with a score, unless it never ends; a game with a payoff; with all of several seats."""

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


def replay_document(replay: Replay, told: Told) -> ReplayDocument:
    numbered = replay.number is not None
    which: Which = {"seed": replay.seed, "game_number": replay.number} if numbered else {"deal": replay.deal}
    steps = list(map(_step_document, told.steps))
    return {**game_document(replay.game), **which, "steps": steps, **ending_document(told.end), "table": told.table}


def _step_document(step: ToldStep) -> TableStepDocument:
    document: TableStepDocument = {"number": step.number, "what": step.what}
    return document if step.table is None else {**document, "table": step.table}


def ending_document(end: Mapping[str, Any]) -> EndingDocument:
    """The facts of an ending."""
    return cast(EndingDocument, {name: _plain(fact) for name, fact in end.items()})


def _plain(fact: Any) -> Any:
    """A payoff may be a fraction, which JSON has not, or a row."""
    if isinstance(fact, list):
        return list(map(_plain, fact))
    return fact if isinstance(fact, bool) else number_document(fact)
