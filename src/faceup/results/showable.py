"""What results share: printing, plots, frames, optional libraries, and former names."""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

from faceup.rules.errors import UsageError

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
    """Return the repr of an attribute on one line, cut off if long."""
    text = " ".join(str(fact).split()) if not isinstance(fact, Showable) else repr(fact)
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def optional(module: str, extra: str) -> Any:
    """Import an optional module. Raises UsageError with the extra to install."""
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise UsageError(
            f"this needs {package}, which is not installed: pip install '.[{extra}]' in the folder of faceup"
        ) from error


def renaming(old: str, new: str) -> str:
    """Return the warning of a former name."""
    return f"{old} is now called {new}; the old name goes with the next release"


class FormerName:
    """An attribute under its former name: returns the attribute ``new``, with a DeprecationWarning."""

    def __init__(self, new: str) -> None:
        self.new = new

    def __set_name__(self, owner: type, old: str) -> None:
        self.old = old

    def __get__(self, result: Any, kind: type) -> Any:
        if result is None:
            return self
        name = kind.__name__
        warnings.warn(renaming(f"{name}.{self.old}", f"{name}.{self.new}"), DeprecationWarning, stacklevel=2)
        return getattr(result, self.new)


class FormerTuple:
    """A dataclass that was a tuple until version 0.1: for one more release its fields are unpacked and indexed.

    Fields given by keyword alone are newer than that, and are left out.
    """

    def __iter__(self) -> Iterator[Any]:
        from dataclasses import fields

        return (getattr(self, field.name) for field in fields(self) if not field.kw_only)  # type: ignore[arg-type]

    def __getitem__(self, place: int) -> Any:
        return tuple(self)[place]


LIBRARIES = {"pandas": "frames", "polars": "polars"}  # libraries, each with the extra that installs it


class Tabular:
    """A result that is also a tidy frame."""

    def observations(self) -> Mapping[str, Sequence[Any]]:
        """Return the columns of the frame by name, as lists of equal length."""
        raise NotImplementedError

    frame = FormerName("to_frame")

    def to_frame(self, library: str = "pandas") -> Any:
        """Return one row for each observation, as a frame of ``pandas`` or ``polars``.

        Exact numbers are a column of floats and a column of fractions as text. Raises UsageError if the library is not
        installed.
        """
        if library not in LIBRARIES:
            raise UsageError(f"no frames of {library!r}; possible: {', '.join(LIBRARIES)}")
        columns = {name: list(map(_plain, column)) for name, column in self.observations().items()}
        make = optional(library, LIBRARIES[library]).DataFrame
        return make(columns) if library == "pandas" else make(columns, strict=False)


def columns(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> dict[str, list[Any]]:
    """Return rows as columns."""
    rows_listed = list(rows)
    return {name: [row[k] for row in rows_listed] for k, name in enumerate(names)}


def _plain(item: Any) -> Any:
    return list(item) if isinstance(item, tuple) else item
