"""A numbered game, step by step, as a document."""

from typing import NotRequired, TypedDict

from faceup.results.documents.game import GameDocument, game_document
from faceup.results.value import Number
from faceup.rules.contract import Game, Patience


class ReplayStep(TypedDict):
    """What was done, and the table after it where all is to be told."""

    number: int
    what: str
    table: NotRequired[str]


class Ending(TypedDict, total=False):
    """How it ended: with a score, never, or with a payoff; the table then."""

    score: Number
    won: bool
    endless: bool
    steps_taken: int
    payoff: Number
    moves: int
    table: str


class Which(TypedDict, total=False):
    """A numbered game of a seed, or a deal."""

    seed: int
    game_number: int
    deal: str | None


class ReplayDocument(GameDocument, Which, Ending):
    """One game, step by step."""

    steps: list[ReplayStep]


def replay_document(
    game: Game | Patience, seed: int, number: int | None, deal: str | None, steps: list[ReplayStep], end: Ending
) -> ReplayDocument:
    which: Which = {"deal": deal} if number is None else {"seed": seed, "game_number": number}
    return {**game_document(game), **which, "steps": steps, **end}
