"""A file of arrays in blocks of a fixed size, each with a checksum. It is written whole or not at all.

    16 bytes    MAGIC
     8 bytes    FORMAT, the number of this layout, little-endian
     8 bytes    length of the header in bytes, little-endian
                the header: JSON; ``arrays`` has the shape of each array
    32 bytes    SHA-256 checksum, for each block of each array
    32 bytes    the seal: SHA-256 of all bytes before it
                the arrays, little-endian int64, each from the beginning of a page

The file holds no pickle, so a foreign file cannot run code. The checksums detect damage, not forgery.
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

from faceup.native.digests.digest import is_locked
from faceup.rules.errors import UsageError

MAGIC = b"faceup table\r\n\x1a\n"  # a transfer in text mode changes these bytes
FORMAT = 1
FRONT = Struct("<16sQQ")
BLOCK = 1 << 16  # bytes, except for the last block of an array
PAGE = 1 << 12
CHECKSUM = sha256().digest_size
ROWS = BLOCK // 8  # rows of any width that fill whole blocks
AT_ONCE = 16 * ROWS
LONGEST_WAIT, LOOK_AGAIN = 60.0, 0.02  # seconds
AGAIN = "possible: solve the game again and save that"


class Rows(NamedTuple):
    """An array to write: its shape, and a function that returns the rows in a range (int64)."""

    shape: tuple[int, int]
    between: Callable[[int, int], Any]


def write_blocks(path: Path, header: Mapping[str, Any], arrays: Sequence[Rows]) -> None:
    """Write a temporary file, and replace ``path`` by it when it is whole. Raises UsageError if that fails."""
    text = json.dumps({**header, "arrays": [array.shape for array in arrays]}).encode()
    front = FRONT.pack(MAGIC, FORMAT, len(text)) + text
    places = places_of([array.shape for array in arrays], len(front))
    with replacing(path) as file:
        sums = []
        for array, (place, _) in zip(arrays, places, strict=True):
            file.seek(place)
            for begin in range(0, array.shape[0], AT_ONCE):
                rows = np.ascontiguousarray(array.between(begin, min(begin + AT_ONCE, array.shape[0])), "<i8")
                data = rows.reshape(-1).view(np.uint8).data
                sums += [sha256(data[at : at + BLOCK]).digest() for at in range(0, len(data), BLOCK)]
                file.write(data)
        file.truncate(places[-1][1] if places else None)
        file.seek(0)
        sealed = front + b"".join(sums)
        file.write(sealed + sha256(sealed).digest())


def places_of(shapes: Sequence[tuple[int, int]], front: int) -> list[tuple[int, int]]:
    """Return where each array begins and ends, in bytes, in a file whose checksums begin at ``front``."""
    sizes = [8 * prod(shape) for shape in shapes]
    end, places = front + CHECKSUM * (sum(map(blocks_in, sizes)) + 1), []
    for size in sizes:
        begin = -(-end // PAGE) * PAGE
        end = begin + size
        places.append((begin, end))
    return places


def blocks_in(size: int) -> int:
    """Return the number of blocks of an array of ``size`` bytes."""
    return -(-size // BLOCK)


class BlockFile:
    """A file of blocks, open for reading. ``check`` reads the block of a row into ``arrays`` and verifies it.

    The constructor reads and verifies the header. Only verified bytes are used: the file is not mapped into memory, so
    it may be replaced, cut or overwritten meanwhile, and writes to ``arrays`` stay in this process. The constructor and
    the checks raise UsageError if the file is damaged or of another kind.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._errors():
            if path.is_fifo():
                self.refuse("is a pipe, in which no place can be looked up", "possible: a file")
            self._file = FileIO(path)  # open until this object is collected
            finalize(self, self._file.close)
            shapes = self._read_front(self._file)
            size = os.fstat(self._file.fileno()).st_size
            if size != self.places[-1][1]:
                self.refuse(f"is damaged: it has {size:,} bytes in the place of {self.places[-1][1]:,}")
        self.arrays = [np.empty(shape, "<i8") for shape in shapes]

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Refuse the file if reading it fails with an OSError."""
        try:
            yield
        except OSError as error:
            problem = f"cannot be read: {error.strerror or error}"
            self.refuse(problem, "possible: a file that faceup solve --save wrote")

    def _read_front(self, file: FileIO) -> list[tuple[int, int]]:
        """Read and verify all before the arrays; return the shapes of these."""
        size = os.fstat(file.fileno()).st_size
        begin = file.read(FRONT.size)
        if len(begin) < FRONT.size or not begin.startswith(MAGIC):
            self.refuse("is not a table that faceup saved", "possible: a file that faceup solve --save wrote")
        _, kind, length = FRONT.unpack(begin)
        if kind != FORMAT:
            self.refuse(f"has format {kind}, and this faceup reads format {FORMAT}")
        text = file.read(min(length, size))
        try:
            self.header = json.loads(text)
            shapes = [(int(rows), int(columns)) for rows, columns in self.header["arrays"]]
            self.places = places_of(shapes, FRONT.size + length)
            counts = [blocks_in(end - begin) for begin, end in self.places]
            sums_size = CHECKSUM * sum(counts)
        except (ValueError, TypeError, LookupError, OverflowError, RecursionError):
            shapes, counts, sums_size = [], [], 0
        sums = file.read(min(sums_size, size))
        seal = file.read(CHECKSUM)
        if not shapes or seal != sha256(begin + text + sums).digest():
            self.refuse("is damaged: its header is not what was saved")
        self.sums = [sums[at : at + CHECKSUM] for at in range(0, len(sums), CHECKSUM)]
        self.first = [0]  # number of the first block of each array; last, the number of blocks
        for count in counts:
            self.first.append(self.first[-1] + count)
        self.checked = bytearray(self.first[-1])
        return shapes

    def refuse(self, problem: str, possible: str = AGAIN) -> NoReturn:
        """Raise UsageError, which names the file."""
        raise UsageError(f"the table {str(self.path)!r} {problem}; {possible}")

    def check(self, array: int, row: int) -> None:
        """Read and verify the blocks that hold this row of this array."""
        width = 8 * int(self.arrays[array].shape[1])
        first = self.first[array]
        for number in range(row * width // BLOCK, (row * width + width - 1) // BLOCK + 1):
            if not self.checked[first + number]:
                self._check(array, number)

    def check_all(self) -> None:
        """Read and verify all blocks."""
        for array, (first, end) in enumerate(pairwise(self.first)):
            for number in range(end - first):
                if not self.checked[first + number]:
                    self._check(array, number)

    def _check(self, array: int, number: int) -> None:
        """Read one block of an array, and verify its checksum."""
        place, end = self.places[array]
        begin = place + number * BLOCK
        with self._errors():
            block = self._bytes(begin, min(begin + BLOCK, end))
        if sha256(block).digest() != self.sums[self.first[array] + number]:
            self.refuse(f"is damaged: the bytes from {begin:,} on are not what was saved")
        self.arrays[array].reshape(-1)[number * ROWS : (number + 1) * ROWS] = np.frombuffer(block, "<i8")
        self.checked[self.first[array] + number] = 1

    def _bytes(self, begin: int, end: int) -> bytes:
        """Read these bytes of the file; fewer if the file has been cut."""
        if sys.platform != "win32":  # pread does not move the file offset, which forked processes share
            return os.pread(self._file.fileno(), end - begin, begin)
        self._file.seek(begin)
        return self._file.read(end - begin)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a temporary file that replaces ``path`` when the block ends; after an error ``path`` is as it was.

    One process at a time writes; it overwrites what a killed process has left. Raises UsageError.
    """
    target = Path(os.path.realpath(path))  # keep a link, and write its target
    if target.exists() and not target.is_file():
        kind = "a folder" if target.is_dir() else "no file"
        raise UsageError(f"{str(path)!r} cannot be written: it is {kind}")
    suffix = f".{os.getpid()}" if sys.platform == "win32" else ""  # no such locks there
    beside = target.with_name(f".{target.name}{suffix}.part")
    try:
        with _lock_file(beside, path) as file:
            try:
                file.truncate(0)
                yield file
                file.flush()
                os.fsync(file.fileno())
                if suffix:
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
    """Open the file and wait until no other process holds its lock; the system unlocks when a process ends."""
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
    """Whether the file still has this name: the previous holder of the lock may have renamed or removed it."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False
