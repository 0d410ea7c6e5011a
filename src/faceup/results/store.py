"""Finished blocks of a simulation, kept in an SQLite file: a run goes on where it was when it was stopped."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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
"""


class Store:
    """Blocks by run and first game; a run's ``key`` says everything that its games depend on.

    Each block is one transaction, so a kill loses none that was put, and two processes may write at once: of two
    blocks that begin alike the longer one stays. Raises UsageError for a file that is no store.
    """

    def __init__(self, path: Path, key: str) -> None:
        self.path = path
        with self._errors():
            self.connection = sqlite3.connect(path, timeout=WAIT)
            (application,) = self.connection.execute("PRAGMA application_id").fetchone()
            (tables,) = self.connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if tables and application != APPLICATION:
                raise UsageError(f"{str(path)!r} is a database of something else")
            # Written ahead: a commit then need not wait for the disk, and a reader never for a writer.
            self.connection.execute("PRAGMA journal_mode = WAL")
            self.connection.execute("PRAGMA synchronous = NORMAL")
            self.connection.executescript(f"PRAGMA application_id = {APPLICATION};{TABLES}")
            self.connection.execute("INSERT OR IGNORE INTO runs (key) VALUES (?)", (key,))
            self.connection.commit()
            (self.run,) = self.connection.execute("SELECT id FROM runs WHERE key = ?", (key,)).fetchone()

    def get(self, first: int, games: int) -> str | None:
        """The totals of a finished block of just so many games, or None."""
        with self._errors():
            query = "SELECT totals FROM blocks WHERE run = ? AND first = ? AND games = ?"
            row = self.connection.execute(query, (self.run, first, games)).fetchone()
        return row and str(row[0])

    def put(self, first: int, games: int, totals: str) -> None:
        """Keep a finished block, unless a longer one is there."""
        with self._errors(), self.connection:
            self.connection.execute(
                "INSERT INTO blocks VALUES (?, ?, ?, ?) ON CONFLICT (run, first) DO UPDATE "
                "SET games = excluded.games, totals = excluded.totals WHERE excluded.games > games",
                (self.run, first, games, totals),
            )

    def close(self) -> None:
        self.connection.close()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise UsageError(f"the store {str(self.path)!r} cannot be used: {error}") from error
