"""Results as frames of pandas or polars: one row for each observation."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from faceup.results.extras import optional
from faceup.results.renamed import FormerName
from faceup.rules.errors import UsageError

LIBRARIES = {"pandas": "frames", "polars": "polars"}  # with the extra that installs each


class Tabular:
    """A result that is also a tidy frame."""

    def observations(self) -> Mapping[str, Sequence[Any]]:
        """The columns of the frame by name, as lists of equal length."""
        raise NotImplementedError

    frame = FormerName("to_frame")

    def to_frame(self, library: str = "pandas") -> Any:
        """One row for each observation, as a frame of ``pandas`` or ``polars``.

        Exact numbers are a column of floats and a column of fractions as text. Raises UsageError if the library is not
        installed.
        """
        if library not in LIBRARIES:
            raise UsageError(f"no frames of {library!r}; possible: {', '.join(LIBRARIES)}")
        columns = {name: list(map(_plain, column)) for name, column in self.observations().items()}
        make = optional(library, LIBRARIES[library]).DataFrame
        return make(columns) if library == "pandas" else make(columns, strict=False)


def columns(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> dict[str, list[Any]]:
    """Rows as columns."""
    rows_listed = list(rows)
    return {name: [row[k] for row in rows_listed] for k, name in enumerate(names)}


def _plain(item: Any) -> Any:
    return list(item) if isinstance(item, tuple) else item
