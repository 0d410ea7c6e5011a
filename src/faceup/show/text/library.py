"""The library as lines: games by their players, and one game with published figures and their sources."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from faceup.results.sentences.games import (
    players_heading,
    players_order,
    published_text,
    rules_paragraphs,
    sentence_about,
)
from faceup.rules.parameters import write_parameters

LABEL = 12  # columns
NARROWEST = 60  # columns for a name and a sentence side by side


def library_lines(entries: Sequence[tuple[str, str, str]], width: int) -> Iterator[str]:
    """Yield a line for each game with its name and a sentence, grouped by the number of players."""
    named = max((len(name) for _, name, _ in entries), default=0) + 2
    for heading in dict.fromkeys(map(players_heading, sorted((who for who, _, _ in entries), key=players_order))):
        yield heading
        for name, sentence in ((name, sentence) for who, name, sentence in entries if players_heading(who) == heading):
            if width >= NARROWEST:
                yield f"  {name:<{named}}{sentence}"
            else:
                yield f"  {name}"
                yield from textwrap.wrap(
                    sentence, width, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
                )


def game_lines(rules_class: Any, players: str, width: int) -> Iterator[str]:
    """Yield one game: its rules, its players, its parameters, and its published figures."""
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
