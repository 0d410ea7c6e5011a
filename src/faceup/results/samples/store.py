"""Finished work in an SQLite file, so that a stopped simulation or sweep continues where it was.

Each entry begins with a seal: the digest of its content, its place and the key of its run. An entry without the right
seal was damaged on the disk; it is removed with a warning, and its work is done again. Entries written before there
were seals are plain JSON, which no sealed entry is; they are read as they are.
"""

import json
import os
import sqlite3
import warnings
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import Any

from faceup.rules.errors import UsageError

APPLICATION = 0x66616365  # "face": marks the file as ours
WAIT = 60.0  # seconds to wait for another process's transaction

TABLES = """
CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS blocks (
    run INTEGER NOT NULL REFERENCES runs,
    first INTEGER NOT NULL,   -- the number of the block's first game
    games INTEGER NOT NULL,
    totals TEXT NOT NULL,     -- sealed
    PRIMARY KEY (run, first)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS cells (
    run INTEGER NOT NULL REFERENCES runs,
    parameters TEXT NOT NULL,
    figure TEXT NOT NULL,     -- sealed
    PRIMARY KEY (run, parameters)
) WITHOUT ROWID;
"""

# Written ahead: a commit then need not wait for the disk, and a reader never for a writer.
MAKE = f"PRAGMA journal_mode = WAL; PRAGMA application_id = {APPLICATION}; {TABLES}"


def check_store(path: Path) -> None:
    """Raise UsageError, before any work, if the path is no store and none can be made there."""
    if path.exists():
        Database(path).close()
    elif not os.access(path.parent, os.W_OK):
        raise UsageError(f"the store {str(path)!r} cannot be used: no such place")


class Database:
    """The file, opened for these runs. A run is all work with the same ``key``, which holds everything the work depends
    on.

    Each write is one transaction, so a kill loses nothing that was written, and two processes may write at once. Only
    the thread that opened it may use it. Raises UsageError for a file that is no store.
    """

    def __init__(self, path: Path, *keys: str) -> None:
        self.path = path
        with self._errors():
            if not path.exists():
                self._make(path)
            self.connection = sqlite3.connect(path, timeout=WAIT)
            self.connection.text_factory = _text  # the seal shows what is damaged
            try:
                self._make_ready()
                self.run_of = {key: self._run_of(key) for key in keys}
            except BaseException:
                self.close()
                raise

    def _make_ready(self) -> None:
        (application,) = self.connection.execute("PRAGMA application_id").fetchone()
        tables = {name for (name,) in self.connection.execute("SELECT name FROM sqlite_master")}
        if tables and application != APPLICATION:
            raise UsageError(f"{str(self.path)!r} is a database of something else")
        if "cells" not in tables:  # an empty file, or a store of simulations alone
            self.connection.executescript(MAKE)
        self.connection.execute("PRAGMA synchronous = NORMAL")

    @staticmethod
    def _make(path: Path) -> None:
        """Make a new store atomically: other processes may make it too."""
        beside = path.with_name(f".{path.name}-{token_hex(8)}")
        with closing(sqlite3.connect(beside)) as connection:
            connection.executescript(MAKE)
        try:
            path.hardlink_to(beside)  # unlike a rename, a link never replaces another's store
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            if not path.exists():
                beside.rename(path)
        finally:
            beside.unlink(missing_ok=True)

    def _run_of(self, key: str) -> int:
        """Return the number of the run of this key; a new number for a new key."""
        with self.connection:
            self.connection.execute("INSERT OR IGNORE INTO runs (key) VALUES (?)", (key,))
            (run,) = self.connection.execute("SELECT id FROM runs WHERE key = ?", (key,)).fetchone()
        return int(run)

    def close(self) -> None:
        self.connection.close()

    def _row(self, columns: str, table: str, key: str, run: int, place: int | str) -> tuple[Any, ...] | None:
        """Return the row of a run at a place, with its entry last and unsealed; None if there is none.

        A damaged row is removed with a warning. ``columns`` are the place, what else the seal covers, and the entry;
        ``key`` is that of the run.
        """
        where = f"run = ? AND {columns.partition(',')[0]} = ?"
        with self._errors():
            row = self.connection.execute(f"SELECT {columns} FROM {table} WHERE {where}", (run, place)).fetchone()
        if row is None:
            return None
        *sealed_with, entry = row
        text = unseal_entry(entry, key, *sealed_with)
        if text is None:
            with self._errors(), self.connection:
                self.connection.execute(f"DELETE FROM {table} WHERE {where}", (run, place))
            warnings.warn(f"a damaged entry of the store {str(self.path)!r} is computed again", stacklevel=3)
            return None
        return *sealed_with, text

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise UsageError(f"the store {str(self.path)!r} cannot be used: {error}") from error


def _text(data: bytes) -> str:
    return data.decode(errors="replace")


def seal_entry(text: str, *place: int | str) -> str:
    """Return a sealed entry with this content for this place."""
    return f"{_seal(text, place)} {text}"


def unseal_entry(entry: object, *place: int | str) -> str | None:
    """Return the content of an entry; None if it is damaged, or was written for another place."""
    if not isinstance(entry, str):
        return None
    seal, _, text = entry.partition(" ")
    if seal == _seal(text, place):
        return text
    try:
        json.loads(entry)
    except ValueError:
        return None
    return entry  # written before there were seals


def _seal(text: str, place: tuple[int | str, ...]) -> str:
    return sha256(json.dumps([text, *place]).encode()).hexdigest()


class Store(Database):
    """The finished blocks of one simulation, by first game."""

    def __init__(self, path: Path, key: str) -> None:
        super().__init__(path, key)
        self.key, self.run = key, self.run_of[key]

    def get(self, first: int, games: int) -> str | None:
        """Return the totals of a finished block of exactly this many games, or None."""
        row = self._row("first, games, totals", "blocks", self.key, self.run, first)
        return row[2] if row and row[1] == games else None

    def put(self, first: int, games: int, totals: str) -> None:
        """Store a finished block, unless a longer one with the same first game is there."""
        with self._errors(), self.connection:
            self.connection.execute(
                "INSERT INTO blocks VALUES (?, ?, ?, ?) ON CONFLICT (run, first) DO UPDATE "
                "SET games = excluded.games, totals = excluded.totals WHERE excluded.games > games",
                (self.run, first, games, seal_entry(totals, self.key, first, games)),
            )


class CellStore(Database):
    """The finished cells of a sweep, by parameters; each figure is a run of its own, of which ``keys`` has the key."""

    def __init__(self, path: Path, keys: Mapping[str, str]) -> None:
        super().__init__(path, *keys.values())
        self.keys, self.runs = keys, {figure: self.run_of[key] for figure, key in keys.items()}

    def get(self, parameters: str, figure: str) -> str | None:
        """Return the stored result of a figure, or None."""
        row = self._row("parameters, figure", "cells", self.keys[figure], self.runs[figure], parameters)
        return row[1] if row else None

    def put(self, parameters: str, figures: Mapping[str, str]) -> None:
        """Store the results of some figures of a cell."""
        with self._errors(), self.connection:
            self.connection.executemany(
                "INSERT OR REPLACE INTO cells VALUES (?, ?, ?)",
                [
                    (self.runs[figure], parameters, seal_entry(text, self.keys[figure], parameters))
                    for figure, text in figures.items()
                ],
            )
