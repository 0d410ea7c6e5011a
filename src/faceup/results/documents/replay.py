"""A numbered game, step by step, as a document."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypedDict, cast

from faceup.numbers.value import number_document
from faceup.results.reviews.replay import Replay, ReplayText


class EndingDocument(TypedDict, total=False):
    """The end: of a solitaire game a score, unless it never ends; of a game a payoff, or the payoffs of all seats."""

    score: float | None
    scores: list[float | None]
    won: bool
    endless: bool
    steps_taken: int
    payoff: float | None
    payoffs: list[float | None]
    moves: int


@dataclass(frozen=True)
class Replayed:
    """One game, step by step; ``table`` is the last."""

    document_keys = (
        *("game=replay.game", "seed=numbered.seed?", "game_number=numbered.number?", "deal?"),
        *("steps=text.steps", "*end", "table=text.table"),
    )

    replay: Replay
    text: ReplayText

    @property
    def numbered(self) -> Replay | None:
        """The replay, if it is of a numbered game of a seed."""
        return None if self.replay.number is None else self.replay

    @property
    def deal(self) -> str | None:
        """The deal, if the game is no numbered one."""
        return self.replay.deal if self.replay.number is None else None

    @property
    def end(self) -> EndingDocument:
        return ending_document(self.text.end.result)


def ending_document(end: Mapping[str, Any]) -> EndingDocument:
    """Return the facts of an ending."""
    return cast(EndingDocument, {name: _plain(fact) for name, fact in end.items()})


def _plain(fact: Any) -> Any:
    """Return a payoff for JSON: a fraction as text, or the list of a row."""
    if isinstance(fact, list):
        return list(map(_plain, fact))
    return fact if isinstance(fact, bool) else number_document(fact)
