"""A game that is being played, in words: moves and what they are worth, how it ended, what was thrown away."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from inspect import cleandoc
from itertools import groupby

from faceup.results.review import NOTHING, Judged, Review
from faceup.results.value import Number, Value, amount, rounded
from faceup.rules.contract import CHANCE
from faceup.rules.moves import Move, numbers_text

MOST_BEST = 6  # best moves named in a review
REPEATED = 4  # words alike in a row that are counted instead


def worth(value: Value) -> str:
    """A value in as little room."""
    if value.exact is not None:
        return amount(value.exact)
    return str(value) if value.value is None else amount(value.value)


def names_of(words: Sequence[tuple[Move, str]]) -> dict[Move, str]:
    """What to call each move: its word, with its number where several moves have that word."""
    many = Counter(word for _, word in words)
    return {move: f"{word} ({numbers_text(move)})" if many[word] > 1 else word for move, word in words}


def runs(words: Iterable[str]) -> str:
    """Words with commas between; many alike in a row are counted."""
    listed: list[str] = []
    for word, group in groupby(words):
        count = len(list(group))
        listed += [f"{word} ({count} times)"] if count >= REPEATED else [word] * count
    return ", ".join(listed)


def review_lines(review: Review, name: Callable[[int], str], person: int | None) -> list[str]:
    """Every move by which value was thrown away, the sums, and what chance gave; the one person is ``you``."""

    def called(turn: int) -> str:
        return "you" if turn == person else name(turn)

    lines = [_mistake(row, called(row.turn)) for row in review.mistakes]
    movers = dict.fromkeys(row.turn for row in review.rows if row.turn != CHANCE)
    sums = [f"{called(turn)} {amount(review.lost[turn])}" for turn in movers if review.lost[turn]]
    if len(lines) > 1:
        lines.append(f"thrown away in all: {', '.join(sums)}")
    elif not lines and movers:
        lines.append("nothing was thrown away")
    lines += [_favour(row, called) for row in review.rows if row.favours]
    chance = [row for row in review.rows if row.luck is not None]
    if chance and chance[0].changes and person is None:
        return [*lines, f"luck: chance gave {_lucks(chance, called)}"]
    return [*lines, *_luck(chance, called(person or 0), person or 0)] if chance else lines


def _mistake(row: Judged, who: str) -> str:
    more = len(row.best) - MOST_BEST
    best = ", ".join(row.best[:MOST_BEST]) + (f" and {more} more" if more > 0 else "")
    return f"move {row.number}, {who}: {row.word} {row.text or f'lost {amount(row.lost)}'}; best: {best}"


def _favour(row: Judged, called: Callable[[int], str]) -> str:
    """A move that was the same to whoever made it, and not to others."""
    gave = ", ".join(
        f"{called(seat)} {signed(change)}" for seat, change in enumerate(row.changes) if abs(rounded(change)) > NOTHING
    )
    return f"move {row.number}, {called(row.turn)}: {row.word} cost nothing, and changed what others get: {gave}"


def signed(number: Number) -> str:
    """A difference, with its sign."""
    return f"{'+' * (number > 0)}{amount(number)}"


def _luck(rows: Sequence[Judged], who: str, seat: int) -> list[str]:
    """What chance gave one player beyond what was to be expected, and where most of it."""
    lucks = [_lucky(row, seat) for row in rows]
    total: Number = sum(lucks)
    if abs(rounded(total)) < NOTHING:
        return [f"luck: chance gave {who} what was to be expected"]
    more = f"{amount(total)} more" if total > 0 else f"{amount(-total)} less"
    text = f"luck: chance gave {who} {more} than was to be expected"
    most = max(range(len(rows)), key=lambda k: abs(rounded(lucks[k])))
    where = f"{signed(lucks[most])} at move {rows[most].number} ({rows[most].word})"
    return [f"{text}, {where}" if len(rows) > 1 else text]


def _lucks(rows: Sequence[Judged], called: Callable[[int], str]) -> str:
    """What chance gave each of several seats, where there is no one person to tell."""
    totals: list[Number] = [sum(gave) for gave in zip(*(row.changes for row in rows), strict=True)]
    return ", ".join(f"{called(seat)} {signed(total)}" for seat, total in enumerate(totals))


def _lucky(row: Judged, seat: int) -> Number:
    """What chance gave to a seat; where there are two opponents, one gets what the other loses."""
    if row.changes:
        return row.changes[seat]
    return -(row.luck or 0) if seat == 1 else row.luck or 0


def rules_paragraphs(rules_class: type) -> list[str]:
    """What the rules say about themselves."""
    text = rules_class.__dict__.get("__doc__") or ""
    if text.startswith(f"{rules_class.__name__}("):  # what dataclasses write where nobody wrote anything
        return []
    return [" ".join(paragraph.split()) for paragraph in cleandoc(text).split("\n\n") if paragraph.strip()]
