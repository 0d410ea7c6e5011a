"""The review of a game as a document, with its graph for a page or a terminal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, inf, log10
from typing import Annotated, NamedTuple

from faceup.numbers.value import Number, add_numbers, few_digits, nearest_float
from faceup.results.reviews.review import JudgedMove, Review, is_nothing
from faceup.results.sentences.reviews import (
    MARKS,
    Mark,
    SkillWords,
    accuracy_note,
    advice,
    change_text,
    graph_sentence,
    hope_text,
    left_out,
    level_text,
    levels_text,
    luck_after,
    luck_before,
    luck_word,
    move_sentence,
    player_label,
    signed_text,
    skills,
    summary,
)

TICKS = (0.0, 0.5, 1.0)
SMALL = 5, 10, 25  # per cent, up to which a graph of small chances reaches
NAMES: dict[str, tuple[str, ...]] = {
    "result": ("loss", "draw", "win"),
    "chance": ("0%", "50%", "100%"),
}
TICK_DIGITS = 4


class Legend(NamedTuple):
    """A mark and its meaning."""

    mark: Mark
    text: str


class ReviewGraph(NamedTuple):
    """The reader's expected results as heights from 0 to 1, the first before the first row.

    A row after unseen luck has a height before its own. ``places`` says which heights are of the rows; ``marks`` are
    of all but the first, and ``legend`` has their meanings; ``label`` is the meaning of the heights, and
    ``says`` names the first and the last. If it has ``ended``, the last height and mark are of the result, after moves
    that are not judged.
    """

    label: str
    heights: tuple[float, ...]
    marks: tuple[Mark, ...]
    ticks: Annotated[tuple[str, ...], "what stands at the heights 0, 1/2 and 1"]
    legend: tuple[Legend, ...]
    says: str
    ended: bool
    names: Annotated[tuple[str, ...], "what stands below each height: the number of a move; of chance nothing"]
    places: tuple[int, ...]


def review_graph(review: Review) -> ReviewGraph | None:
    """The graph; None if nothing is known."""
    if not review.rows:
        return None
    scale = review.scale
    points = [*_points(review)]
    hopes, marks, names = zip(*points, strict=True)
    rows = tuple(k for k, (_, _, name) in enumerate(points) if k and name != LUCK)
    places, marks = rows[: len(review.rows)], marks[1:]
    names = tuple(name.replace(LUCK, "") for name in names)
    if scale.points:
        levels, (low, middle, high) = [scale.level(hope) for hope in hopes], NAMES[scale.kind]
        top = next((most for most in SMALL if max(levels) <= most), 100) if scale.kind == "chance" else 100
        heights = tuple(level / top for level in levels)
        ticks: tuple[str, ...] = (low, middle if scale.draws or scale.kind != "result" else "", high)
        if top < 100:
            ticks = (low, f"{top / 2:g}%", f"{top}%")
    else:
        heights, ticks = _stretch(hopes)
    return ReviewGraph(
        levels_text(review),
        heights,
        marks,
        ticks,
        tuple(
            Legend(mark, luck_word(review) if mark == "luck" else text) for mark, text in MARKS.items() if mark in marks
        ),
        graph_sentence(review),
        bool(review.end),
        names,
        places,
    )


LUCK = "luck"  # names a height that is of no row


def _points(review: Review) -> Iterator[tuple[Number, Mark, str]]:
    """What the reader expects at the start, by luck before a row, after it and at the end: with mark and name."""
    first, reader, hopes = review.rows[0], review.reader, review.hopes(review.reader)
    yield hopes[0], "", str(first.number - first.numbered) if first.place else "0"
    for row, before, after in zip(review.rows, hopes, hopes[1:], strict=False):
        if row.hoped and not row.estimated and not is_nothing(add_numbers(row.hoped[reader], -before)):
            yield row.hoped[reader], "luck", LUCK
        yield after, _mark(row, reader), str(row.number) if row.numbered else ""
    if review.end:
        yield hopes[-1], "luck", "end"


def _stretch(hopes: Sequence[Number]) -> tuple[tuple[float, ...], tuple[str, ...]]:
    """Heights between two round numbers around all, by fractions, because payoffs may exceed any float."""
    exact = [Fraction(hope) for hope in hopes]
    low, high = min(exact), max(exact)
    if low < 0 < high:  # so that 0 stands in the middle
        high = max(-low, high)
        low = -high
    if low == high and low.denominator == 1:
        low, high = low - 1, high + 1
    size = nearest_float(high - low)
    if size < inf:
        step = Fraction(1 if is_nothing(size) else Fraction(10) ** floor(log10(size)))
        low, high = floor(low / step) * step, ceil(high / step) * step
        if (high - low) / step % 2 and high - low > step:  # so that the middle is as round
            high += step
    heights = tuple(float((hope - low) / (high - low)) for hope in exact)
    return heights, tuple(few_digits(number, TICK_DIGITS) for number in (low, (low + high) / 2, high))


def _mark(row: JudgedMove, reader: int) -> Mark:
    if row.lost:
        return "seems" if row.estimated else "lost"
    return "" if is_nothing(row.luck_of(reader)) else "luck"


@dataclass(frozen=True)
class Judged:
    """A move, and its loss in the game's own numbers and in words.

    If seats have their own payoffs, ``before`` and ``after`` are the mover's, for chance the first seat's.
    """

    document_keys = (
        *(
            "number=row.number",
            "numbered=row.numbered",
            "place=row.place",
            "turn=row.turn",
            "who",
            "word=row.word",
            "before=row.before",
            "after=row.after",
        ),
        *("lost=row.lost", "luck=row.luck", "changes=row.changes", "favours=row.favours", "free=row.free"),
        *(
            "best=row.best",
            "text=row.text",
            "reason=row.reason",
            "hopes",
            "hoped",
            "says",
            "advice",
            "change",
            "changed",
            "luck_before",
        ),
        "estimated=row.estimated",
    )

    review: Review
    row: JudgedMove

    @property
    def who(self) -> Annotated[str, "the player's name; you for the one person"]:
        return player_label(self.review, self.row.turn)

    @property
    def hopes(self) -> Annotated[list[str], "what every player may hope for after it"]:
        return [hope_text(self.review.scale, self.row, hope) for hope in self.row.hopes]

    @property
    def hoped(self) -> Annotated[list[str], "the same just before it, if not those after the row before"]:
        return [hope_text(self.review.scale, self.row, hope) for hope in self.row.hoped]

    @property
    def luck_before(self) -> Annotated[str, "the reader's luck since the row before, where others move unseen"]:
        return luck_before(self.review, self.row)

    @property
    def says(self) -> Annotated[str, "the move and its effect, from the reader's side"]:
        return move_sentence(self.review, self.row)

    @property
    def advice(self) -> Annotated[str, "the best moves and the reason, or that it was one"]:
        return advice(self.row)

    @property
    def change(self) -> Annotated[str, "the effect, in a word or two"]:
        return change_text(self.review, self.row)

    @property
    def changed(self) -> Annotated[list[str], "the same of every seat that has a payoff of its own"]:
        return [signed_text(self.review.scale, change) for change in self.row.changes]


@dataclass(frozen=True)
class Reviewed:
    """Every judged move, the total loss of each player, and all of it in words.

    Words address the ``reader``, who is called you if that is the only person who played.
    """

    document_name = "Review"
    document_keys = (
        *("rows", "lost=review.lost", "players=review.players", "reader=review.reader", "you", "start", "end"),
        *("luck_after", "skill=review.skills", "skill_words", "counts=review.scale.kind", "graph", "says", "note"),
        *("made=review.moves", "unknown=review.unknown", "left_out"),
    )

    review: Review

    @property
    def rows(self) -> tuple[Judged, ...]:
        return tuple(Judged(self.review, row) for row in self.review.rows)

    @property
    def you(self) -> Annotated[bool, "whether the reader is the one person who played"]:
        return self.review.person == self.review.reader

    @property
    def start(self) -> Annotated[list[str], "what every player could hope for before the first row"]:
        return [hope_text(self.review.scale, self.review.rows[0], hope) for hope in self.review.start]

    @property
    def end(self) -> Annotated[list[str], "what every player got, if others or chance decided that after the last row"]:
        return [level_text(self.review.scale, hope) for hope in self.review.end]

    @property
    def luck_after(self) -> Annotated[str, "the reader's luck after the last row"]:
        return luck_after(self.review)

    @property
    def skill_words(self) -> Annotated[list[SkillWords], "one for each about whom there is something to say"]:
        return skills(self.review)

    @property
    def graph(self) -> ReviewGraph | None:
        return review_graph(self.review)

    @property
    def says(self) -> Annotated[str, "luck and lost moves in one sentence"]:
        return summary(self.review)

    @property
    def note(self) -> Annotated[str, "what an accuracy is"]:
        return accuracy_note(self.review)

    @property
    def left_out(self) -> Annotated[str, "which, and why, as a sentence"]:
        return left_out(self.review)
