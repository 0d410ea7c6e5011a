"""A game looked back at, as a document."""

from typing import Annotated, Literal, TypedDict

from faceup.results.review import Judged, Review
from faceup.results.review_scale import Scale
from faceup.results.stakes import Stakes
from faceup.results.value import Number, ValueColumns, number_document, value_columns


class HopeDocument(TypedDict):
    """What a player may hope for: from 0 to 100 or the game's own number, and as people say it."""

    level: float
    text: str


class ScaleDocument(TypedDict):
    """In what levels count, and what one of the game's own numbers is in them."""

    kind: Literal["result", "chance", "points", "own"]
    factor: float


class JudgedDocument(TypedDict):
    """A move that was made, and what it threw away, in the game's own numbers.

    Where each seat has a payoff of its own, ``before`` and ``after`` are of whoever moved, of chance the first seat's.
    """

    number: int
    turn: int
    who: str
    word: str
    before: ValueColumns
    after: ValueColumns
    lost: Annotated[float, {"ge": 0}]
    luck: float | None
    changes: Annotated[list[float], {"description": "what it changed for every seat that has a payoff of its own"}]
    favours: Annotated[bool, {"description": "whether it was no worse than others, and changed what others get"}]
    free: Annotated[bool, {"description": "whether no legal move would have lost anything, so that it does not count"}]
    best: list[str]
    text: str
    reason: Annotated[str, {"description": "what the best move keeps, and how best play answers this one"}]
    hopes: Annotated[list[HopeDocument], {"description": "what every player may hope for after it"}]


class SkillDocument(TypedDict):
    """Of one player: what their moves lost, what chance gave, and how many of the moves that count were best."""

    lost: float
    luck: float
    best: int
    counted: int
    free: Annotated[int, {"description": "moves with nothing to lose, which do not count"}]
    accuracy: Annotated[float | None, {"description": "the share of best moves among those that count, 0 to 1"}]
    text: Annotated[str, {"description": "the same for people"}]


class ReviewDocument(TypedDict):
    """Every move that could be judged, and what each player threw away in all."""

    rows: list[JudgedDocument]
    lost: list[float]
    players: list[str]
    start: Annotated[list[HopeDocument], {"description": "what every player could hope for before the first row"}]
    skill: Annotated[list[SkillDocument], {"description": "one for each of the players"}]
    scale: ScaleDocument
    made: Annotated[int, {"description": "moves in all; the rows are the last of them"}]
    unknown: Annotated[str, {"description": "why the first moves could not be judged, where that is so"}]


def review_document(review: Review, stakes: Stakes) -> ReviewDocument:
    scale, names = review.scale, stakes.names
    return {
        "rows": [_judged_document(row, scale) for row in review.rows],
        "lost": list(map(number_document, review.lost)),
        "players": list(names),
        "start": _hopes(review.start, scale),
        "skill": [_skill(review, player) for player in range(max(len(review.lost), len(names)))],
        "scale": {"kind": scale.kind, "factor": scale.size(1)},
        "made": review.moves,
        "unknown": review.unknown,
    }


def _judged_document(row: Judged, scale: Scale) -> JudgedDocument:
    return {
        "number": row.number,
        "turn": row.turn,
        "who": row.who,
        "word": row.word,
        "before": value_columns(row.before),
        "after": value_columns(row.after),
        "lost": number_document(row.lost),
        "luck": None if row.luck is None else number_document(row.luck),
        "changes": list(map(number_document, row.changes)),
        "favours": row.favours,
        "free": row.free,
        "best": list(row.best),
        "text": row.text,
        "reason": row.reason,
        "hopes": _hopes(row.hopes, scale),
    }


def _hopes(hopes: tuple[Number, ...], scale: Scale) -> list[HopeDocument]:
    return [{"level": scale.level(hope), "text": scale.level_text(hope)} for hope in hopes]


def _skill(review: Review, player: int) -> SkillDocument:
    accuracy = review.accuracy(player)
    return {
        "lost": number_document(review.lost[player]),
        "luck": number_document(review.luck(player)),
        "best": accuracy.best,
        "counted": accuracy.counted,
        "free": accuracy.free,
        "accuracy": accuracy.share,
        "text": accuracy.text,
    }
