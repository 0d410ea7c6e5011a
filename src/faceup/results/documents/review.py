"""The review of a game as a document."""

from typing import Annotated, Literal, TypedDict

from faceup.numbers.value import ValueColumns, number_document, value_columns
from faceup.results.reviews.review import JudgedMove, Review
from faceup.results.reviews.review_graph import Mark, review_graph
from faceup.results.reviews.review_sentences import (
    Skill,
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


class SkillDocument(TypedDict):
    """One player's skill: the loss by moves, the luck, and how many of the moves that count were best."""

    lost: float | None
    luck: float | None
    best: int
    counted: int
    free: Annotated[int, "moves with nothing to lose, which do not count"]
    accuracy: Annotated[float | None, "the share of best moves among those that count, 0 to 1"]
    text: Annotated[str, "the same for people"]


class SkillWords(TypedDict):
    """One player's skill in words; ``luck`` is empty without chance."""

    who: str
    accuracy: str
    lost: str
    luck: str


class LegendDocument(TypedDict):
    """A mark and its meaning."""

    mark: Mark
    text: str


class ReviewGraphDocument(TypedDict):
    """The reader's expected result as heights from 0 to 1, the first before the first row; rows have ``marks``."""

    label: str
    heights: list[float]
    marks: list[Mark]
    ticks: Annotated[list[str], "what stands at the heights 0, 1/2 and 1"]
    legend: list[LegendDocument]
    says: str


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
    skill: Annotated[list[SkillDocument], "one for each of the players"]
    skill_words: Annotated[list[SkillWords], "one for each about whom there is something to say"]
    counts: Annotated[
        Literal["result", "chance", "points", "own"],
        "in results, chances of winning, points of 100, or as the game counts",
    ]
    graph: ReviewGraphDocument | None
    says: Annotated[str, "luck and lost moves in one sentence"]
    note: Annotated[str, "what an accuracy is"]
    made: Annotated[int, "moves in all; the rows are the last of them"]
    unknown: Annotated[str, "why the first moves could not be judged; empty if all were"]
    left_out: Annotated[str, "which, and why, as a sentence"]


def review_document(review: Review) -> ReviewDocument:
    return {
        "rows": [_judged_document(review, row) for row in review.rows],
        "lost": list(map(number_document, review.lost)),
        "players": list(review.players),
        "reader": review.reader,
        "you": review.person == review.reader,
        "start": list(map(review.scale.level_text, review.start)),
        "skill": [_skill(review, player) for player in range(max(len(review.lost), len(review.players)))],
        "skill_words": [_skill_words(skill) for skill in skills(review)],
        "counts": review.scale.kind,
        "graph": _graph(review),
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


def _skill_words(skill: Skill) -> SkillWords:
    return {"who": skill.who, "accuracy": skill.accuracy, "lost": skill.lost, "luck": skill.luck}


def _graph(review: Review) -> ReviewGraphDocument | None:
    graph = review_graph(review)
    return graph and {
        "label": graph.label,
        "heights": list(graph.heights),
        "marks": list(graph.marks),
        "ticks": list(graph.ticks),
        "legend": [{"mark": mark, "text": text} for mark, text in graph.legend],
        "says": graph.says,
    }
