"""Results as files: written beside and renamed, so that no file is ever half-written."""

import csv
import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from faceup.results.extras import optional
from faceup.rules.errors import UsageError


def check_place(path: Path) -> None:
    """Raise UsageError where no file can be written, before any work is done for it."""
    if path.is_dir() or not os.access(path.parent, os.W_OK):
        raise UsageError(f"{str(path)!r} cannot be written: {'it is a folder' if path.is_dir() else 'no such place'}")


def write_file(path: Path, write: Callable[[Path], Any]) -> None:
    """Let ``write`` make a file beside, then put it in place; raises UsageError where that is not possible."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.stem}-", suffix=path.suffix, dir=path.parent)
        os.close(handle)
    except OSError as error:
        raise UsageError(f"{str(path)!r} cannot be written: {error.strerror}") from error
    beside = Path(name)
    try:
        write(beside)
        beside.chmod(0o666 & ~_umask())  # what mkstemp makes only its owner may read
        beside.replace(path)
    except OSError as error:
        raise UsageError(f"{str(path)!r} cannot be written: {error.strerror or error}") from error
    finally:
        beside.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_csv(path: Path, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    def write(beside: Path) -> None:
        with beside.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            writer.writerows(rows)

    write_file(path, write)


def write_parquet(path: Path, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    arrow, parquet = optional("pyarrow", "parquet"), optional("pyarrow.parquet", "parquet")
    made = arrow.table(dict(zip(columns, map(list, zip(*rows, strict=True)), strict=True)))
    write_file(path, lambda beside: parquet.write_table(made, beside))
