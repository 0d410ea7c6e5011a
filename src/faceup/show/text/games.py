"""A game that is being played, in words: its rules, its moves and what they are worth."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from inspect import cleandoc
from itertools import groupby
from typing import Any

from faceup.numbers.value import Value, amount, nearest
from faceup.results.reviews.replay import Told
from faceup.results.sentences.seat_names import seats_sentence
from faceup.rules.moves import Move, numbers_text
from faceup.show.text.phrases import count_phrase

REPEATED = 4  # words alike in a row that are counted instead


def worth(value: Value) -> str:
    """A value in as little room."""
    if value.exact is not None:
        return amount(value.exact)
    return str(value) if value.middle is None else amount(nearest(value.middle))


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


def rules_paragraphs(rules_class: type) -> list[str]:
    """What the rules say about themselves."""
    text = rules_class.__dict__.get("__doc__") or ""
    if text.startswith(f"{rules_class.__name__}("):  # what dataclasses write where nobody wrote anything
        return []
    return [" ".join(paragraph.split()) for paragraph in cleandoc(text).split("\n\n") if paragraph.strip()]


def replay_lines(told: Told, names: Sequence[str]) -> Iterator[str]:
    """A line for each step, and how the game ended; ``names`` are what its rules call the players."""
    room = max((len(step.what) for step in told.steps), default=0)
    for step in told.steps:
        yield f"{step.number:>4}  {step.what:<{room}}  {step.table or ''}".rstrip()
    if "payoffs" in told.end:
        yield f"{seats_sentence(told.end['payoffs'], names)}  moves {told.end['moves']}"
    else:
        yield ", ".join(_fact(key, value) for key, value in told.end.items())


def _fact(key: str, value: Any) -> str:
    """A fact about the end, in words."""
    if key in ("moves", "steps_taken"):
        return count_phrase(value, "move" if key == "moves" else "step")
    if key == "won":
        return "won" if value else "not won"
    return "it never ends" if key == "endless" else f"{key} {amount(value) if key == 'payoff' else value}"
