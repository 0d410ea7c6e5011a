"""Results as files: written beside and renamed, so that no file is ever half-written; pipes are poured into."""

import csv
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from faceup.results.extras import optional
from faceup.rules.errors import UsageError


def check_place(path: Path) -> None:
    """Raise UsageError where no file can be written, before any work is done for it."""
    target = _target(path)
    if target.is_dir():
        raise UsageError(f"{str(path)!r} cannot be written: it is a folder")
    stream = _is_stream(path)
    if not os.access(path if stream else target.parent, os.W_OK):
        raise UsageError(f"{str(path)!r} cannot be written: no such place")
    if not stream:
        try:  # what is asked may be granted and not kept, as where root asks about a place that takes no files
            tempfile.TemporaryFile(dir=target.parent, prefix=f".{target.stem}-").close()
        except OSError as error:
            raise UsageError(f"{str(path)!r} cannot be written: {error.strerror}") from error


def write_file(path: Path, write: Callable[[Path], Any]) -> None:
    """Let ``write`` make a file, then put it in place; raises UsageError where that is not possible.

    A link stays, and what it leads to is written. A pipe or device is given the bytes of a file made elsewhere.
    """
    target, stream = _target(path), _is_stream(path)
    try:
        folder = None if stream else target.parent
        handle, name = tempfile.mkstemp(prefix=f".{target.stem}-", suffix=path.suffix, dir=folder)
        os.close(handle)
    except OSError as error:
        raise UsageError(f"{str(path)!r} cannot be written: {error.strerror}") from error
    beside = Path(name)
    try:
        write(beside)
        if stream:
            _pour(beside, path)
        else:
            beside.chmod(0o666 & ~_umask())  # what mkstemp makes only its owner may read
            beside.replace(target)
    except OSError as error:
        raise UsageError(f"{str(path)!r} cannot be written: {error.strerror or error}") from error
    finally:
        beside.unlink(missing_ok=True)


def _target(path: Path) -> Path:
    """Where the path leads through all links."""
    return Path(os.path.realpath(path))


def _is_stream(path: Path) -> bool:
    """Whether bytes must be poured into what is there: a pipe, a device, or a file that is our own output."""
    return path.exists() and (_own(path) is not None or not (path.is_file() or path.is_dir()))


def _own(path: Path) -> int | None:
    """The number of standard output or standard error where the path leads to it, as /dev/stdout does."""
    for number in (1, 2):
        try:
            if os.path.samestat(path.stat(), os.fstat(number)):
                return number
        except OSError:  # it is closed
            continue
    return None


def _pour(beside: Path, path: Path) -> None:
    """Write the bytes of a file to a stream; our own output is not opened anew, which would begin it again."""
    sys.stdout.flush()
    number = _own(path)
    with beside.open("rb") as made, open(path if number is None else number, "wb", closefd=number is None) as out:
        shutil.copyfileobj(made, out)


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
