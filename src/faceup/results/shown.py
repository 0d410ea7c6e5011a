"""Results that print, draw themselves in notebooks, and plot to a file."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

LONGEST = 80  # characters of one attribute in a result's repr


class Showable:
    """A result that prints as its command does, draws itself in a notebook, and plots to a file.

    ``brief`` names the attributes of its ``repr``, which is one line. The output belongs to ``faceup.show``, which
    results do not import: importing the package sets ``text``, ``draw`` (which makes HTML) and ``plot``.
    """

    brief: ClassVar[tuple[str, ...]] = ("game",)
    draw: ClassVar[Callable[[Any], str]]
    text: ClassVar[Callable[[Any], str]]
    plot: ClassVar[Callable[[Any, str | Path], None]]

    def __str__(self) -> str:
        return type(self).text(self)

    def __repr__(self) -> str:
        facts = ", ".join(f"{name} {_short(getattr(self, name))}" for name in self.brief)
        return f"<{type(self).__name__}: {facts}>"

    def _repr_html_(self) -> str:
        return type(self).draw(self)


def _short(fact: Any) -> str:
    """The repr of an attribute on one line, cut off if long."""
    text = " ".join(str(fact).split()) if not isinstance(fact, Showable) else repr(fact)
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
