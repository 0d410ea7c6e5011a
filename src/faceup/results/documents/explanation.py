"""The explanation of a position as a document."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from faceup.numbers.value import ValueColumns, exact_text, few_digits, finite, value_columns
from faceup.results.answers.reasons import Contest, Explanation, ForcedWin, MoveGroup, Step
from faceup.results.documents.codec import Document, document
from faceup.results.documents.game import (
    Certificate,
    MoveDocument,
    ValuedDocument,
    certificate,
    game_document,
    move_documents,
)


class MoveGroupDocument(TypedDict):
    """Moves that are alike by symmetry, the safe replies to them, and the moves within which they win or lose.

    If seats have their own payoffs, ``seats`` has the value to each, and the value is the mover's.
    """

    moves: list[MoveDocument]
    value: float | None
    exact: str | None
    best: bool
    seats: list[ValueColumns]
    replies: int
    safe: list[MoveDocument]
    distance: int | None


class ContestDocument(TypedDict):
    """Policies against each other; ``games`` were played if there are too many positions for an exact answer."""

    players: list[str]
    mean: float | None
    shares: dict[str, float]
    games: int | None


class ExplanationDocument(ValuedDocument, Certificate):
    """The facts about the position after ``moves``, and the ``sentences`` made of them.

    ``seats`` has the value to each seat with its own payoff.
    """

    moves: list[MoveDocument]
    turn: int
    seats: list[ValueColumns]
    distance: int | None
    positions: int | None
    first_moves: list[MoveGroupDocument]
    forced_win: Annotated[Document, ForcedWin] | None
    line: list[Annotated[Document, Step]]
    symmetries: int | None
    same_as: list[str]
    contests: list[ContestDocument]
    sentences: list[str]


def explanation_document(why: Explanation, sentences: Sequence[str]) -> ExplanationDocument:
    return {
        **game_document(why.game),
        **value_columns(why.value),
        "moves": move_documents(why.moves),
        "turn": why.who,
        "seats": [value_columns(seat.value) for seat in why.seats],
        "distance": why.length,
        "positions": why.positions,
        "first_moves": [_group_document(group) for group in why.groups],
        "forced_win": None if why.win is None else document(why.win),
        "line": [*map(document, why.line)],
        "symmetries": None if why.symmetries is None else why.symmetries.order,
        "same_as": [type(twin.games[1]).name for twin in why.twins],
        "contests": [_contest_document(contest) for contest in why.contests],
        "sentences": list(sentences),
        **certificate(why.certified),
    }


def _group_document(group: MoveGroup) -> MoveGroupDocument:
    return {
        "moves": move_documents(group.moves),
        "value": group.value.value,
        "exact": exact_text(group.value),
        "best": group.best,
        "seats": [value_columns(worth) for worth in group.worth],
        "replies": group.replies,
        "safe": move_documents(group.safe),
        "distance": group.length,
    }


def _contest_document(contest: Contest) -> ContestDocument:
    return {
        "players": list(contest.players),
        "mean": finite(contest.mean),
        "shares": {few_digits(payoff, 6): share for payoff, share in contest.shares.items()},
        "games": contest.games or None,
    }
