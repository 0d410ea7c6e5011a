"""Former names, which work for one more release with a warning."""

import warnings
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
