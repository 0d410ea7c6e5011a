"""A file of arrays in blocks of a fixed size, each with a checksum: it is whole, or it is not there.

    16 bytes    MAGIC
     8 bytes    FORMAT, the number of this layout, little-endian
     8 bytes    how long the header is, little-endian
                the header: JSON, where ``arrays`` has the shape of each array
    32 bytes    of each block of each array its checksum, SHA-256
    32 bytes    the seal: SHA-256 of all that stands before
                from the next page on the arrays, of little-endian int64, each from a page on

No pickle, so a file of somebody else's runs nothing. Damage is what checksums are for; they keep out nobody who forges.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from io import FileIO
from itertools import pairwise
from math import prod
from pathlib import Path
from struct import Struct
from time import monotonic, sleep
from typing import Any, BinaryIO, NamedTuple, NoReturn
from weakref import finalize

import numpy as np

from faceup.native.digests.cache_folder import is_locked
from faceup.rules.errors import UsageError

MAGIC = b"faceup table\r\n\x1a\n"  # a file that was sent as text has lost some of these
FORMAT = 1
FRONT = Struct("<16sQQ")
BLOCK = 1 << 16  # bytes, but for the last block of an array
PAGE = 1 << 12
CHECKSUM = sha256().digest_size
ROWS = BLOCK // 8  # rows of any width that fill whole blocks
AT_ONCE = 16 * ROWS
LONGEST_WAIT, LOOK_AGAIN = 60.0, 0.02  # seconds
AGAIN = "possible: solve the game again and save that"


class Rows(NamedTuple):
    """An array to be written: its shape, and what gives its rows from one number up to, not with, another (int64)."""

    shape: tuple[int, int]
    between: Callable[[int, int], Any]


def write_blocks(path: Path, header: Mapping[str, Any], arrays: Sequence[Rows]) -> None:
    """Write a file beside this one, and put it in place once it is whole. Raises UsageError where that cannot be."""
    text = json.dumps({**header, "arrays": [each.shape for each in arrays]}).encode()
    front = FRONT.pack(MAGIC, FORMAT, len(text)) + text
    places = places_of([each.shape for each in arrays], len(front))
    with replacing(path) as file:
        sums = []
        for each, (place, _) in zip(arrays, places, strict=True):
            file.seek(place)
            for begin in range(0, each.shape[0], AT_ONCE):
                rows = np.ascontiguousarray(each.between(begin, min(begin + AT_ONCE, each.shape[0])), "<i8")
                written = rows.reshape(-1).view(np.uint8).data
                sums += [sha256(written[at : at + BLOCK]).digest() for at in range(0, len(written), BLOCK)]
                file.write(written)
        file.truncate(places[-1][1] if places else None)
        file.seek(0)
        sealed = front + b"".join(sums)
        file.write(sealed + sha256(sealed).digest())


def places_of(shapes: Sequence[tuple[int, int]], front: int) -> list[tuple[int, int]]:
    """Where each array begins and ends in a file whose checksums begin at ``front``, in bytes."""
    sizes = [8 * prod(shape) for shape in shapes]
    end, places = front + CHECKSUM * (sum(map(blocks_in, sizes)) + 1), []
    for size in sizes:
        begin = -(-end // PAGE) * PAGE
        end = begin + size
        places.append((begin, end))
    return places


def blocks_in(size: int) -> int:
    """How many blocks an array of so many bytes has."""
    return -(-size // BLOCK)


class BlockFile:
    """Such a file: its ``arrays`` have memory, and a block is in it once ``check`` was asked for a row there.

    The header is read and checked here. What was checked is what is used: the file is not mapped into memory, so it may
    be replaced, cut or written over meanwhile, and what is written to ``arrays`` stays in this process. Raises
    UsageError, here and later, where the file is none of these, or damaged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._errors():
            if path.is_fifo():
                self.refuse("is a pipe, in which no place can be looked up", "possible: a file")
            self._file = FileIO(path)  # open until nobody has this object any more
            finalize(self, self._file.close)
            shapes = self._read_front(self._file)
            size = os.fstat(self._file.fileno()).st_size
            if size != self.places[-1][1]:
                self.refuse(f"is damaged: it has {size:,} bytes in the place of {self.places[-1][1]:,}")
        self.arrays = [np.empty(shape, "<i8") for shape in shapes]

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            problem = f"cannot be read: {error.strerror or error}"
            self.refuse(problem, "possible: a file that faceup solve --save has written")

    def _read_front(self, file: FileIO) -> list[tuple[int, int]]:
        """Read and check what stands before the arrays: their shapes."""
        size = os.fstat(file.fileno()).st_size
        begin = file.read(FRONT.size)
        if len(begin) < FRONT.size or not begin.startswith(MAGIC):
            self.refuse("is no table that faceup saved", "possible: a file that faceup solve --save has written")
        _, kind, length = FRONT.unpack(begin)
        if kind != FORMAT:
            self.refuse(f"has format {kind}, and this faceup reads format {FORMAT}")
        text = file.read(min(length, size))
        try:
            self.header = json.loads(text)
            shapes = [(int(rows), int(columns)) for rows, columns in self.header["arrays"]]
            self.places = places_of(shapes, FRONT.size + length)
            counts = [blocks_in(end - begin) for begin, end in self.places]
            wanted = CHECKSUM * sum(counts)
        except (ValueError, TypeError, LookupError, OverflowError, RecursionError):
            shapes, counts, wanted = [], [], 0
        sums = file.read(min(wanted, size))
        seal = file.read(CHECKSUM)
        if not shapes or seal != sha256(begin + text + sums).digest():
            self.refuse("is damaged: its header is not what was saved")
        self.sums = [sums[at : at + CHECKSUM] for at in range(0, len(sums), CHECKSUM)]
        self.first = [0]  # the number of the first block of each array, and of all blocks
        for count in counts:
            self.first.append(self.first[-1] + count)
        self.checked = bytearray(self.first[-1])
        return shapes

    def refuse(self, problem: str, possible: str = AGAIN) -> NoReturn:
        """Raise UsageError, which names the file."""
        raise UsageError(f"the table {str(self.path)!r} {problem}; {possible}")

    def check(self, array: int, row: int) -> None:
        """Check the blocks in which a row of an array lies."""
        width = 8 * int(self.arrays[array].shape[1])
        first = self.first[array]
        for number in range(row * width // BLOCK, (row * width + width - 1) // BLOCK + 1):
            if not self.checked[first + number]:
                self._check(array, number)

    def check_all(self) -> None:
        """Check all blocks, before something goes through all rows."""
        for array, (first, end) in enumerate(pairwise(self.first)):
            for number in range(end - first):
                if not self.checked[first + number]:
                    self._check(array, number)

    def _check(self, array: int, number: int) -> None:
        place, end = self.places[array]
        begin = place + number * BLOCK
        with self._errors():
            block = self._bytes(begin, min(begin + BLOCK, end))
        if sha256(block).digest() != self.sums[self.first[array] + number]:
            self.refuse(f"is damaged: the bytes from {begin:,} on are not what was saved")
        self.arrays[array].reshape(-1)[number * ROWS : (number + 1) * ROWS] = np.frombuffer(block, "<i8")
        self.checked[self.first[array] + number] = 1

    def _bytes(self, begin: int, end: int) -> bytes:
        """What stands there in the file; less where the file has been cut."""
        if sys.platform != "win32":  # where a place that forked processes share is not moved
            return os.pread(self._file.fileno(), end - begin, begin)
        self._file.seek(begin)
        return self._file.read(end - begin)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file beside this one, which takes its place once all is written; else there is what was there before.

    One process at a time writes, and goes over what another left that was killed. Raises UsageError.
    """
    target = Path(os.path.realpath(path))  # a link stays, and what it leads to is written
    if target.exists() and not target.is_file():
        what = "a folder" if target.is_dir() else "no file"
        raise UsageError(f"{str(path)!r} cannot be written: it is {what}")
    own = f".{os.getpid()}" if sys.platform == "win32" else ""  # where there are no such locks
    beside = target.with_name(f".{target.name}{own}.part")
    try:
        with _lock_file(beside, path) as file:
            try:
                file.truncate(0)
                yield file
                file.flush()
                os.fsync(file.fileno())
                if own:
                    file.close()
                beside.replace(target)
            except BaseException:
                with suppress(OSError):
                    beside.unlink()
                raise
    except OSError as error:
        problem = "no such place" if isinstance(error, FileNotFoundError) else error.strerror or error
        raise UsageError(f"{str(path)!r} cannot be written: {problem}") from error


@contextmanager
def _lock_file(beside: Path, path: Path) -> Iterator[BinaryIO]:
    """The file, once no other process has it; the system lets go of the lock of a process that ends."""
    until = monotonic() + LONGEST_WAIT
    while True:
        with os.fdopen(os.open(beside, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666), "r+b") as file:
            if is_locked(file) and _is_at(file, beside):
                yield file
                return
        if monotonic() > until:
            raise UsageError(f"{str(path)!r} cannot be written: another process is writing it")
        sleep(LOOK_AGAIN)


def _is_at(file: BinaryIO, path: Path) -> bool:
    """Whether the file still has this name: who held the lock before may have put it in place, or removed it."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False
