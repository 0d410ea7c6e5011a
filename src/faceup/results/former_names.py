"""Former names, which work for one more release with a warning."""

import warnings
from collections.abc import Iterator
from dataclasses import fields
from typing import Any


def renaming(old: str, new: str) -> str:
    """The warning of a former name."""
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
    """A dataclass that was a tuple until version 0.1: for one more release its fields are unpacked and indexed."""

    def __iter__(self) -> Iterator[Any]:
        return (getattr(self, field.name) for field in fields(self))  # type: ignore[arg-type]

    def __getitem__(self, place: int) -> Any:
        return tuple(self)[place]
