"""The review of a game as a document."""

from typing import Annotated, Literal, TypedDict

from faceup.numbers.value import ValueColumns, number_document, value_columns
from faceup.results.documents.codec import Document, document
from faceup.results.reviews.review import JudgedMove, Review, Skill
from faceup.results.reviews.review_graph import ReviewGraph, review_graph
from faceup.results.reviews.review_sentences import (
    SkillWords,
    accuracy_note,
    advice,
    change_text,
    left_out,
    move_sentence,
    player_label,
    skills,
    summary,
)


class JudgedDocument(TypedDict):
    """A move, and its loss in the game's own numbers and in words.

    If seats have their own payoffs, ``before`` and ``after`` are the mover's, for chance the first seat's.
    """

    number: int
    turn: int
    who: Annotated[str, "the player's name; you for the one person"]
    word: str
    before: ValueColumns
    after: ValueColumns
    lost: Annotated[float | None, "0 or more; null beyond all floats"]
    luck: float | None
    changes: Annotated[list[float | None], "of every seat that has a payoff of its own"]
    favours: Annotated[bool, "whether it was no worse than others, and changed what others get"]
    free: Annotated[bool, "whether no legal move would have lost anything, so that it does not count"]
    best: list[str]
    text: Annotated[str, "the loss, if it is a win or a draw"]
    reason: Annotated[str, "what the best move keeps, and how best play answers this one"]
    hopes: Annotated[list[str], "what every player may hope for after it"]
    says: Annotated[str, "the move and its effect, from the reader's side"]
    advice: Annotated[str, "the best moves and the reason, or that it was one"]
    change: Annotated[str, "the effect, in a word or two"]
    changed: Annotated[list[str], "the same of every seat that has a payoff of its own"]


class ReviewDocument(TypedDict):
    """Every judged move, the total loss of each player, and all of it in words.

    Words address the ``reader``, who is called you if that is the only person who played.
    """

    rows: list[JudgedDocument]
    lost: list[float | None]
    players: list[str]
    reader: Annotated[
        int, {"ge": 0, "description": "the player of the numbers: the one person, else a deciding player"}
    ]
    you: Annotated[bool, "whether the reader is the one person who played"]
    start: Annotated[list[str], "what every player could hope for before the first row"]
    skill: Annotated[list[Annotated[Document, Skill]], "one for each of the players"]
    skill_words: Annotated[list[Annotated[Document, SkillWords]], "one for each about whom there is something to say"]
    counts: Annotated[
        Literal["result", "chance", "points", "own"],
        "in results, chances of winning, points of 100, or as the game counts",
    ]
    graph: Annotated[Document, ReviewGraph] | None
    says: Annotated[str, "luck and lost moves in one sentence"]
    note: Annotated[str, "what an accuracy is"]
    made: Annotated[int, "moves in all; the rows are the last of them"]
    unknown: Annotated[str, "why the first moves could not be judged; empty if all were"]
    left_out: Annotated[str, "which, and why, as a sentence"]


def review_document(review: Review) -> ReviewDocument:
    graph = review_graph(review)
    return {
        "rows": [_judged_document(review, row) for row in review.rows],
        "lost": list(map(number_document, review.lost)),
        "players": list(review.players),
        "reader": review.reader,
        "you": review.person == review.reader,
        "start": list(map(review.scale.level_text, review.start)),
        "skill": [*map(document, review.skills)],
        "skill_words": [*map(document, skills(review))],
        "counts": review.scale.kind,
        "graph": graph and document(graph),
        "says": summary(review),
        "note": accuracy_note(review),
        "made": review.moves,
        "unknown": review.unknown,
        "left_out": left_out(review),
    }


def _judged_document(review: Review, row: JudgedMove) -> JudgedDocument:
    return {
        "number": row.number,
        "turn": row.turn,
        "who": player_label(review, row.turn),
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
        "hopes": list(map(review.scale.level_text, row.hopes)),
        "says": move_sentence(review, row),
        "advice": advice(row),
        "change": change_text(review, row),
        "changed": list(map(review.scale.signed_text, row.changes)),
    }
