"""Keeping a game in a file, to go on with it another time."""

import json
import re
import shlex
from itertools import count
from pathlib import Path

from faceup.play.record import record
from faceup.play.session import Session
from faceup.rules.errors import UsageError
from faceup.show.files import write_file
from faceup.show.text.phrases import counted


class Keeper:
    """Files of one game. ``word`` is GAME as it was typed, ``place`` where the game is kept when it is left, ``source``
    the file that it came from.
    """

    def __init__(self, session: Session, word: str, place: Path | None, source: Path | None) -> None:
        self.session, self.word, self.place = session, word, place
        self.file = place or source
        self._written: tuple[Path, list[int]] | None = None

    def save(self, name: str) -> str:
        """Write the game to the file of that name, or where it was written before, or to a new one; says where."""
        try:
            path = Path(name).expanduser() if name else self.file or self._new_file()
        except RuntimeError as error:  # ~nobody
            raise UsageError(f"{name!r} cannot be written: {error}") from None
        told = self._write(path)
        self.file = path
        return told

    def leave(self) -> str:
        """Write the game where it is to be kept, unless that is done; says so, or how it goes on; may be empty."""
        moves = self.session.moves
        if self.place and self._written != (self.place, moves):
            return self._write(self.place)
        if self.session.over or self.place or not moves:
            return ""
        if self._written and self._written[1] == moves:
            return self._going_on(self._written[0])
        return "the game is not kept; save keeps it before you leave, and --load FILE goes on with it"

    def _write(self, path: Path) -> str:
        session = self.session
        text = json.dumps(record(session)) + "\n"
        try:
            write_file(path, lambda beside: beside.write_text(text, encoding="utf-8"))
        except (OSError, ValueError) as error:  # a name that is too long, or has a NUL in it
            reason = getattr(error, "strerror", None) or error
            raise UsageError(f"{str(path)[:100]!r} cannot be written: {reason}") from None
        self._written = path, session.moves
        told = f"saved {counted(len(session.history), 'move')} in {str(path)!r}"
        return told if session.over else f"{told}; {self._going_on(path)}"

    def _going_on(self, path: Path) -> str:
        return f"faceup play {shlex.quote(self.word)} --load {shlex.quote(str(path))} goes on"

    def _new_file(self) -> Path:
        stem = re.sub(r"[^\w-]+", "-", type(self.session.game).name)
        paths = (Path(f"{stem}{f'-{number}' * (number > 1)}.json") for number in count(1))
        return next(path for path in paths if not path.exists())
