"""The reference: what the package and its rules offer, each with its docstring, and what comes back."""

import inspect
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import faceup
import faceup.rules
from faceup.numbers.value import Value
from faceup.results.answers.decision import MixedStrategy
from faceup.results.answers.hidden_solution import BestAnswer, HiddenSolution
from faceup.results.answers.reasons import Explanation, MixedExplanation
from faceup.results.answers.sameness import Sameness, Symmetries
from faceup.results.answers.solution import Solution
from faceup.results.answers.strategy import ShortStrategy, Strategy
from faceup.results.reviews.review import Review
from faceup.results.samples.comparison import Comparison
from faceup.results.samples.distribution import Distribution
from faceup.results.samples.sample import Sample
from faceup.results.samples.sweep import FirstCell, Sweep
from faceup.results.samples.tournament import Tournament

RESULTS = (
    *(Value, Solution, Distribution, Sample, Comparison, Tournament, Strategy, ShortStrategy, Sweep, FirstCell),
    *(Sameness, Symmetries, Explanation, Review, HiddenSolution, MixedStrategy, MixedExplanation, BestAnswer),
)
# What has no docstring of its own, being a number or the name of a kind of field.
PLAIN = {
    "CHANCE": "What ``turn`` gives where nobody decides: the odds do.",
    "OVER": "What ``turn``, and a solitaire game's ``step``, give where the game has ended.",
    "Card": "A field of the state that is one card, shown as such.",
    "Cards": "A field or a parameter that is a set of cards, as a bitset: card 3 is in it where bit 3 is set.",
    "Heap": "A field that is a heap of stones, counters or coins.",
    "Place": "A field that says on which square of the game's ``track`` a counter stands.",
    "Row": "A field that is a row of small whole numbers, a plain tuple to the writer.",
}
ELSEWHERE = ("Fraction", "NamedTuple")  # of the standard library, offered so that a rule file needs one import


def write(folder: Path) -> None:
    """The pages of the reference."""
    folder.mkdir()
    package = {name: getattr(faceup, name) for name in faceup.__all__}
    offered = (name for name in faceup.rules.__all__ if name not in (*ELSEWHERE, *package))
    rules = {name: getattr(faceup.rules, name) for name in offered}
    pages = {
        "index": ("The package", "What `import faceup` offers.", _entries("faceup", package)),
        "rules": (
            "In rule files",
            "What `from faceup.rules import ...` offers, beside `Fraction` and `NamedTuple` of the standard library.",
            _entries("faceup.rules", rules),
        ),
        "results": (
            "Results",
            "What the functions of the package give back: frozen values, which know nothing of their pictures.",
            (line for kind in RESULTS for line in _entry(f"{kind.__module__}.{kind.__name__}", kind)),
        ),
    }
    for name, (title, sentence, entries) in pages.items():
        lines = [f"# {title}", "", sentence, "", "```{eval-rst}", *entries, "```", ""]
        (folder / f"{name}.md").write_text("\n".join(lines))


def _entries(module: str, things: Mapping[str, Any]) -> Iterator[str]:
    yield from (f".. py:currentmodule:: {module}", "")
    for name, thing in things.items():
        if name in PLAIN:
            yield from (f".. py:data:: {name}", "", f"   {PLAIN[name]}", "")
        else:
            yield from _entry(f"{module}.{name}", thing)


def _entry(name: str, thing: Any) -> Iterator[str]:
    """A class or a function, of whatever has a docstring."""
    kind = "function"
    if inspect.isclass(thing):
        kind = "exception" if issubclass(thing, Exception) else "class"
    yield from (f".. auto{kind}:: {name}", *(() if kind == "function" else ("   :members:",)), "")
