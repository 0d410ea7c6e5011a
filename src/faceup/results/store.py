"""Finished work, kept in an SQLite file: a simulation or a sweep goes on where it was when it was stopped."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

from faceup.rules.errors import UsageError

APPLICATION = 0x66616365  # "face": marks the file as ours
WAIT = 60.0  # seconds for another process to finish its writing

TABLES = """
CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS blocks (
    run INTEGER NOT NULL REFERENCES runs,
    first INTEGER NOT NULL,   -- the number of the block's first game
    games INTEGER NOT NULL,
    totals TEXT NOT NULL,
    PRIMARY KEY (run, first)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS cells (
    run INTEGER NOT NULL REFERENCES runs,
    parameters TEXT NOT NULL,
    figure TEXT NOT NULL,     -- what was found, as text
    PRIMARY KEY (run, parameters)
) WITHOUT ROWID;
"""

# Written ahead: a commit then need not wait for the disk, and a reader never for a writer.
MAKE = f"PRAGMA journal_mode = WAL; PRAGMA application_id = {APPLICATION}; {TABLES}"


class Database:
    """The file. A run is all work of which a ``key`` says everything that it depends on.

    What is put is one transaction, so a kill loses nothing that was put, and two processes may write at once. Used by
    one thread, the one that opened it. Raises UsageError for a file that is no store.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._errors():
            if not path.exists():
                self._make(path)
            self.connection = sqlite3.connect(path, timeout=WAIT)
            (application,) = self.connection.execute("PRAGMA application_id").fetchone()
            tables = {name for (name,) in self.connection.execute("SELECT name FROM sqlite_master")}
            if tables and application != APPLICATION:
                raise UsageError(f"{str(path)!r} is a database of something else")
            if "cells" not in tables:  # an empty file, or a store of simulations alone
                self.connection.executescript(MAKE)
            self.connection.execute("PRAGMA synchronous = NORMAL")

    @staticmethod
    def _make(path: Path) -> None:
        """A new store, whole from its first moment: others may be about to make it too."""
        beside = path.with_name(f".{path.name}-{token_hex(8)}")
        connection = sqlite3.connect(beside)
        connection.executescript(MAKE)
        connection.close()
        try:
            path.hardlink_to(beside)  # unlike a rename, never in the place of another's
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            if not path.exists():
                beside.rename(path)
        finally:
            beside.unlink(missing_ok=True)

    def run_of(self, key: str) -> int:
        """The number of the run of this key, which is new where it was not known."""
        with self._errors(), self.connection:
            self.connection.execute("INSERT OR IGNORE INTO runs (key) VALUES (?)", (key,))
            (run,) = self.connection.execute("SELECT id FROM runs WHERE key = ?", (key,)).fetchone()
        return int(run)

    def close(self) -> None:
        self.connection.close()

    def _text(self, query: str, *words: int | str) -> str | None:
        with self._errors():
            row = self.connection.execute(query, words).fetchone()
        return row and str(row[0])

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise UsageError(f"the store {str(self.path)!r} cannot be used: {error}") from error


class Store(Database):
    """The finished blocks of one simulation, by first game."""

    def __init__(self, path: Path, key: str) -> None:
        super().__init__(path)
        self.run = self.run_of(key)

    def get(self, first: int, games: int) -> str | None:
        """The totals of a finished block of just so many games, or None."""
        return self._text("SELECT totals FROM blocks WHERE run = ? AND first = ? AND games = ?", self.run, first, games)

    def put(self, first: int, games: int, totals: str) -> None:
        """Keep a finished block, unless a longer one that begins alike is there."""
        with self._errors(), self.connection:
            self.connection.execute(
                "INSERT INTO blocks VALUES (?, ?, ?, ?) ON CONFLICT (run, first) DO UPDATE "
                "SET games = excluded.games, totals = excluded.totals WHERE excluded.games > games",
                (self.run, first, games, totals),
            )


class CellStore(Database):
    """The finished cells of a sweep, by parameters; each figure is a run of its own, of which ``keys`` has the key."""

    def __init__(self, path: Path, keys: Mapping[str, str]) -> None:
        super().__init__(path)
        self.runs = {figure: self.run_of(key) for figure, key in keys.items()}

    def get(self, parameters: str, figure: str) -> str | None:
        """What was found for a figure, or None."""
        return self._text("SELECT figure FROM cells WHERE run = ? AND parameters = ?", self.runs[figure], parameters)

    def put(self, parameters: str, figures: Mapping[str, str]) -> None:
        """Keep what was found for some figures of a cell."""
        with self._errors(), self.connection:
            self.connection.executemany(
                "INSERT OR REPLACE INTO cells VALUES (?, ?, ?)",
                [(self.runs[figure], parameters, text) for figure, text in figures.items()],
            )
