"""What the words about a result consist of: sentences, facts, tables, rows of figures, bars; and words of them all."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

NO_BREAK = "\N{NO-BREAK SPACE}"
LONGEST_UNBROKEN = 40  # characters of a text that stays in one line
# Parts of texts that stay in one line: brackets, a number in two forms, and a share with its place.
TOGETHER = re.compile(r"[({][^(){}]{1,20}[)}]|\S+ = \S+|\d% -?\d\S*")

Rest = Callable[[str], str]  # the end of a sentence, for the name of the attribute with the rest


class Cells(NamedTuple):
    """A table: the heads of the columns, the rows, and the heads of right-aligned columns."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: frozenset[str] = frozenset()


class Rows(NamedTuple):
    """Rows of figures side by side, the first one of heads; the first ``names`` columns name a row."""

    rows: Sequence[Sequence[str]]
    names: int = 1
    indent: str = ""


class Bar(NamedTuple):
    """A bar, the name before it, and the cells of the columns behind it."""

    name: str
    length: float
    cells: Sequence[str]


class Bars(NamedTuple):
    """Bars under one another; names are ``flush`` left, else end at the bar."""

    bars: Sequence[Bar]
    flush: bool = False


Fact = tuple[str, str]  # a label, which is empty beside a further line of the same, and what it says
Part = str | Fact | Cells | Rows | Bars


def capital(sentence: str) -> str:
    """Return the sentence with its first letter in upper case, and the others as they are."""
    return sentence[:1].upper() + sentence[1:]


def uncapital(sentence: str) -> str:
    """Return the sentence with its first letter in lower case, to stand within another one."""
    return sentence[:1].lower() + sentence[1:]


def count_phrase(number: int, word: str, plural: str = "") -> str:
    """Return a number of things: 1 move, 2 moves."""
    return f"{number:,} {word if number == 1 else plural or word + 's'}"


def listing(words: Sequence[str], joint: str = "and") -> str:
    """Return the words one after another: ``a, b and c``, or with another word before the last."""
    *first, last = words
    return f"{', '.join(first)} {joint} {last}" if first else last


def either(texts: Sequence[str]) -> str:
    """Return alternatives: ``2, 4, 5 or 7``, with more than two consecutive numbers as a range: ``2 to 5 or 7``."""
    runs: list[list[str]] = []
    for text in texts:
        if runs and text.isdigit() and runs[-1][-1].isdigit() and int(text) == int(runs[-1][-1]) + 1:
            runs[-1].append(text)
        else:
            runs.append([text])
    return listing([part for run in runs for part in (run if len(run) < 3 else [f"{run[0]} to {run[-1]}"])], "or")


def unbroken(text: str) -> str:
    """Return a short text, such as a move, with blanks at which no line is broken."""
    return text.replace(" ", NO_BREAK) if len(text) <= LONGEST_UNBROKEN else text


def numbers_unbroken(text: str) -> str:
    """Return a text in which no line is broken within brackets, or between two forms of a number."""
    return TOGETHER.sub(lambda part: part[0].replace(" ", NO_BREAK), text)


def words_of(name: str) -> str:
    """Return a name in the rules as a person writes it."""
    return name.replace("_", " ")


def one_line(text: str, longest: int = 40) -> str:
    """Return a text on one line, cut off if it is long."""
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def in_terminal(name: str) -> str:
    """Return the words that say how to see the rest: the option --all of the command."""
    return "; --all prints them"


def in_json(name: str) -> str:
    """Return the words that say how to see the rest: the option --json, for a command without --all."""
    return "; --json prints them"


def in_notebook(name: str) -> str:
    """Return the words that say how to see the rest: the attribute of the result."""
    return f"; .{name} has them"


def by_reach(python: bool) -> str:
    """Return the words that say how to see decisions that best play never meets, in Python or in a terminal."""
    return '; reach="all" has them' if python else "; --reach all has them"


def nowhere(name: str) -> str:
    """Return an empty text, for readers without access to the rest."""
    return ""
