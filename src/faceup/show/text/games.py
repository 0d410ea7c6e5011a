"""A game that is being played, in words: its rules, its moves and what they are worth."""

from collections import Counter
from collections.abc import Iterable, Sequence
from inspect import cleandoc
from itertools import groupby

from faceup.numbers.value import Value, amount, nearest
from faceup.rules.moves import Move, numbers_text

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
