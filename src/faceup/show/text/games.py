"""Texts of a game in play: its rules, its moves, values, and the steps of a replay."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from inspect import cleandoc
from itertools import groupby
from typing import Any

from faceup.numbers.value import Value, amount, nearest
from faceup.results.reviews.replay import ReplayText
from faceup.results.sentences.seat_names import seats_sentence
from faceup.rules.moves import Move, numbers_text
from faceup.show.text.phrases import count_phrase

REPEATED = 4  # words alike in a row that are counted instead


def worth(value: Value) -> str:
    """A value as a short text."""
    if value.exact is not None:
        return amount(value.exact)
    return str(value) if value.middle is None else amount(nearest(value.middle))


def names_of(words: Sequence[tuple[Move, str]]) -> dict[Move, str]:
    """The name of each move: its word, with its number if several moves share the word."""
    counts = Counter(word for _, word in words)
    return {move: f"{word} ({numbers_text(move)})" if counts[word] > 1 else word for move, word in words}


def runs(words: Iterable[str]) -> str:
    """Words separated by commas; a run of equal words is counted."""
    listed: list[str] = []
    for word, group in groupby(words):
        count = len(list(group))
        listed += [f"{word} ({count} times)"] if count >= REPEATED else [word] * count
    return ", ".join(listed)


def rules_paragraphs(rules_class: type) -> list[str]:
    """The paragraphs of the docstring of the rules."""
    text = rules_class.__dict__.get("__doc__") or ""
    if text.startswith(f"{rules_class.__name__}("):
        return []
    return [" ".join(paragraph.split()) for paragraph in cleandoc(text).split("\n\n") if paragraph.strip()]


def rules_text(rules_class: type) -> str:
    """These paragraphs, with an empty line between them."""
    return "\n\n".join(rules_paragraphs(rules_class))


def replay_lines(steps_and_end: ReplayText, names: Sequence[str]) -> Iterator[str]:
    """A line for each step, and the end of the game; ``names`` are the players' names in the rules."""
    room = max((len(step.what) for step in steps_and_end.steps), default=0)
    for step in steps_and_end.steps:
        yield f"{step.number:>4}  {step.what:<{room}}  {step.table or ''}".rstrip()
    if "payoffs" in steps_and_end.end:
        yield f"{seats_sentence(steps_and_end.end['payoffs'], names)}  moves {steps_and_end.end['moves']}"
    else:
        yield ", ".join(ending_fact(key, value) for key, value in steps_and_end.end.items())


def ending_fact(key: str, value: Any, owner: str = "") -> str:
    """A fact about the end of a game in words; ``owner`` says whose a payoff is."""
    if key in ("moves", "steps_taken"):
        return count_phrase(value, "move" if key == "moves" else "step")
    if key == "won":
        return "won" if value else "not won"
    if key == "endless":
        return "it never ends"
    return f"payoff {amount(value)}{owner}" if key == "payoff" else f"{key} {value}"
