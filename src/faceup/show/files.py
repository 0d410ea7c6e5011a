"""Results are written to files atomically: a new file beside the old one is renamed; a pipe gets the bytes directly."""

import csv
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from faceup.results.showable import optional
from faceup.rules.errors import UsageError


def check_place(path: Path) -> None:
    """Raise UsageError if no file can be written at the path, before any work."""
    target = _target(path)
    if target.is_dir():
        raise UsageError(f"{str(path)!r} cannot be written: it is a folder")
    stream = _is_stream(path)
    if not os.access(path if stream else target.parent, os.W_OK):
        raise UsageError(f"{str(path)!r} cannot be written: no such place")
    if not stream:
        try:  # os.access may be wrong, as for root on a read-only file system
            tempfile.TemporaryFile(dir=target.parent, prefix=f".{target.stem}-").close()
        except OSError as error:
            raise UsageError(f"{str(path)!r} cannot be written: {error.strerror}") from error


def write_file(path: Path, write: Callable[[Path], Any]) -> None:
    """Let ``write`` make a file, then move it into place. Raises UsageError if that fails.

    A link stays, and its target is written. A pipe or device gets the bytes of a temporary file.
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
            beside.chmod(0o666 & ~_umask())  # mkstemp makes files that only the owner may read
            beside.replace(target)
    except OSError as error:
        raise UsageError(f"{str(path)!r} cannot be written: {error.strerror or error}") from error
    finally:
        beside.unlink(missing_ok=True)


def _target(path: Path) -> Path:
    """Return the target of the path through all links."""
    return Path(os.path.realpath(path))


def _is_stream(path: Path) -> bool:
    """Whether bytes must be copied into the path: a pipe, a device, or our own standard output."""
    return path.exists() and (_standard_stream(path) is not None or not (path.is_file() or path.is_dir()))


def _standard_stream(path: Path) -> int | None:
    """Return the file descriptor of standard output or error if the path leads to it, as /dev/stdout does."""
    for number in (1, 2):
        try:
            if os.path.samestat(path.stat(), os.fstat(number)):
                return number
        except OSError:  # it is closed
            continue
    return None


def _pour(beside: Path, path: Path) -> None:
    """Write the bytes of a file to a stream; our own output is not reopened, which would truncate it."""
    sys.stdout.flush()
    number = _standard_stream(path)
    with beside.open("rb") as content, open(path if number is None else number, "wb", closefd=number is None) as out:
        shutil.copyfileobj(content, out)


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
    columns_table = arrow.table(dict(zip(columns, map(list, zip(*rows, strict=True)), strict=True)))
    write_file(path, lambda beside: parquet.write_table(columns_table, beside))
