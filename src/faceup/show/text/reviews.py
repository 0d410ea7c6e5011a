"""A game looked back at, as lines and rows of text."""

from faceup.results.review import Review
from faceup.results.review_sentences import (
    SKILL,
    advice,
    called,
    change_text,
    left_out,
    move_sentence,
    skills,
    summary,
)


def review_lines(review: Review) -> list[str]:
    """Luck and skill in a sentence, and every move by which value was thrown away, or given to others."""
    told = [f"{move_sentence(review, row)}; {advice(row)}" for row in review.rows if row.lost or row.favours]
    return list(filter(None, (left_out(review), summary(review), *told)))


def skill_rows(review: Review) -> list[tuple[str, ...]]:
    """What is told of everybody, and then a row for each: how accurate, what moves lost, and of chance what it gave."""
    rows: list[tuple[str, ...]] = [SKILL, *skills(review)] if review.movers else []
    return rows if review.chance else [row[:-1] for row in rows]


def move_rows(review: Review) -> list[tuple[str, ...]]:
    """Every move that was judged: who made which, what the reader could hope for then, and what it changed."""
    return [
        (
            f"{row.number}. {called(review, row.turn)}: {row.word}",
            review.scale.level_text(row.hopes[review.reader]),
            change_text(review, row),
        )
        for row in review.rows
    ]
