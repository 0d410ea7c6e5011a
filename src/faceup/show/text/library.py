"""The library in words: games, their players, and published figures with their sources."""

import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction
from inspect import getmodule
from typing import Any

from faceup.numbers.value import Value
from faceup.results.chances import amount_text
from faceup.results.sentences.capital_letters import capital
from faceup.results.stakes import Stakes
from faceup.rules.parameters import write_parameters
from faceup.rules.theory import Published
from faceup.show.text.games import rules_paragraphs
from faceup.show.text.phrases import result_text

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
LABEL = 12  # columns
NARROWEST = 60  # columns for a name and a sentence side by side


def sentence_about(rules_class: Any) -> str:
    """The docstring of the game's file, else the first paragraph of its rules."""
    text = " ".join((getattr(getmodule(rules_class), "__doc__", None) or "").split())
    return text or next(iter(rules_paragraphs(rules_class)), "")


def title_and_sentence(rules_class: Any, titled: bool = False) -> tuple[str, str]:
    """The title of the game, and a sentence about it that does not repeat the title.

    ``titled`` means that its file begins ``Title: sentence``, as in the library; otherwise only the game's name counts
    as a title.
    """
    text = sentence_about(rules_class)
    title, _, rest = text.partition(": ")
    if rest and (titled or _letters(title) in (_letters(rules_class.name), _letters(f"the {rules_class.name}"))):
        return title, capital(rest)
    return capital(rules_class.name.replace("-", " ")), text


def short_sentence(rules_class: Any) -> str:
    """A sentence about the game that does not repeat its name."""
    return title_and_sentence(rules_class)[1]


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def players_text(stakes: Stakes) -> str:
    """The number of players, as in ``two, chance``."""
    if not stakes.players:
        return f"chance alone, for {_number(stakes.seats)}" if stakes.seats else "chance alone"
    return _number(max(len(stakes.players), stakes.seats)) + (", chance" if stakes.chance else "")


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def library_lines(entries: Sequence[tuple[str, str, str]], width: int) -> Iterator[str]:
    """A line for each game with its name and a sentence, grouped by the number of players."""
    named = max((len(name) for _, name, _ in entries), default=0) + 2
    for players in dict.fromkeys(sorted((players for players, _, _ in entries), key=_by_players)):
        yield _kind(players)
        for name, sentence in ((name, sentence) for who, name, sentence in entries if who == players):
            if width >= NARROWEST:
                yield f"  {name:<{named}}{sentence}"
            else:
                yield f"  {name}"
                yield from textwrap.wrap(
                    sentence, width, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
                )


def _kind(players: str) -> str:
    """The players as a heading: ``Two players and chance``."""
    number, _, chance = players.partition(", ")
    if number not in NUMBERS:
        return capital(players)
    return f"{capital(number)} player{'s' * (number != 'one')}{' and chance' if chance else ''}"


def _by_players(players: str) -> tuple[int, str]:
    """The sort key of players: by number, then chance alone and patiences."""
    first = players.partition(",")[0]
    return (NUMBERS.index(first) if first in NUMBERS else len(NUMBERS), players)


def game_lines(rules_class: Any, players: str, width: int) -> Iterator[str]:
    """One game: its rules, its players, its parameters, and its published figures."""
    for paragraph in dict.fromkeys((sentence_about(rules_class), *rules_paragraphs(rules_class))):
        yield from (*textwrap.wrap(paragraph, width), "")
    parameters = write_parameters(rules_class())
    yield from _label_lines("players", players, width)
    if parameters:
        yield from _label_lines("parameters", " ".join(f"{name}={value}" for name, value in parameters.items()), width)
    sources = Sources()
    for k, published in enumerate(rules_class.published):
        number = sources.number(published.source)
        yield from _label_lines("" if k else "published", f"{published_text(published)}  {number}", width)
    for line in sources.lines():
        yield from _label_lines("", line, width)


def _label_lines(label: str, text: str, width: int) -> list[str]:
    return textwrap.wrap(
        text, width, initial_indent=f"{label:{LABEL}}", subsequent_indent=" " * LABEL, break_on_hyphens=False
    )


class Sources:
    """Numbered sources, which keep a table narrow."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def number(self, source: str) -> str:
        return f"({self.numbers.setdefault(source, len(self.numbers) + 1)})"

    def lines(self) -> list[str]:
        return [f"({number}) {source}" for source, number in self.numbers.items()]


def published_text(published: Published) -> str:
    """A published figure with its parameters, in one line."""
    about = " ".join(f"{name}={value}" for name, value in published.parameters.items())
    rounded = "about " if published.within else ""
    text = f"{published.what.replace('_', ' ')} {rounded}{result_text(published.result)}"
    deal = "  of one deal" if published.deal else ""
    return text + deal + (f"  {about}" if about else "") + (f"  ({published.note})" if published.note else "")


def checked_text(published: Published, computed: Any) -> str:
    """A published figure, with the computed one if it differs in text."""
    return published_text(published) + ("" if _equal(published.result, computed) else f", computed {_short(computed)}")


def _equal(result: Any, computed: Any) -> bool:
    """Whether the two are exactly the same."""
    if isinstance(computed, Value) and isinstance(result, int | str):
        return computed.exact == Fraction(result)
    return result_text(result) == result_text(computed)


def _short(computed: Any) -> str:
    return amount_text(computed) if isinstance(computed, Value) and computed.how != "sampled" else result_text(computed)
