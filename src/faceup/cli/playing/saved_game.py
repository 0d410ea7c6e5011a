"""Saved games: reading a record from a file, and writing the game in progress to one."""

import json
import re
import shlex
from itertools import count
from pathlib import Path
from typing import Any

from faceup.engines.model.positions import at_position
from faceup.library.finding import KINDS, find_class, find_game, no_file
from faceup.play.record import read_record, recorded_parameters, recorded_position
from faceup.play.record import record as record_of
from faceup.play.session import Session
from faceup.results.sentences.words import count_phrase
from faceup.rules.contract import Game, Patience
from faceup.rules.errors import UsageError
from faceup.rules.facts import plays_itself
from faceup.rules.moves import Move
from faceup.rules.parameters import read_parameters
from faceup.show.files import write_file

LARGEST_RECORD = 1 << 20  # bytes


def read_saved(path: Path) -> Any:
    """Return the record in a file. Raises UsageError if the file holds none."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_RECORD + 1)
        if len(content) > LARGEST_RECORD:
            raise UsageError(f"{str(path)!r} is longer than {LARGEST_RECORD:,} bytes; a saved game is shorter")
        text = content.decode("utf-8")
    except FileNotFoundError:
        raise no_file(path) from None
    except OSError as error:
        raise UsageError(f"{str(path)!r} cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError:
        raise UsageError(f"{str(path)!r} is not a saved game: it is not text in UTF-8") from None
    try:
        record = read_record(text)
        recorded_parameters(record)  # raises for what is no record
    except UsageError as error:
        raise UsageError(f"{str(path)!r}: {error}") from None
    return record


def recorded_name(record: Any) -> str:
    """Return the name of the game of a record."""
    return recorded_parameters(record)[0]


def recorded_game(name: str, words: tuple[str, ...], record: Any) -> Game | Patience:
    """Return the game with the parameters of the record, which the words must not contradict."""
    recorded, parameters = recorded_parameters(record)
    rules_class = find_class(name)
    if rules_class.name != recorded:
        raise UsageError(f"the record is of {recorded[:60]!r}, not of {rules_class.name!r}")
    game = find_game(name, parameters)
    for word, (parameter, value) in zip(words, read_parameters(rules_class, words).items(), strict=True):
        if getattr(game, parameter) != value:
            there = next(text for text in parameters if text.startswith(f"{parameter}="))
            raise UsageError(f"{word!r} contradicts the record, which has {there}")
    return game if plays_itself(game) else at_position(game, recorded_position(record))


class SavedGame:
    """The file of a game in progress.

    ``word`` is GAME as it was typed, ``place`` the file to write when the person leaves, ``source`` the file that was
    loaded.
    """

    def __init__(self, session: Session, word: str, place: Path | None, source: Path | None) -> None:
        self.session, self.word, self.place = session, word, place
        self.file = place or source
        self._written: tuple[Path, list[Move]] | None = None

    def save(self, name: str) -> str:
        """Write the game to this file, or where it was written before, or to a new file; return a sentence with it."""
        try:
            path = Path(name).expanduser() if name else self.file or self._new_file()
        except RuntimeError as error:  # ~nobody
            raise UsageError(f"{name!r} cannot be written: {error}") from None
        sentence = self._write(path)
        self.file = path
        return sentence

    def leave(self) -> str:
        """Write the game to ``place`` unless it is there; return a sentence with the file or how to go on, or none."""
        moves = self.session.moves
        if self.place and self._written != (self.place, moves):
            return self._write(self.place)
        if self.session.over or self.place or not self.session.known_moves:
            return ""
        if self._written and self._written[1] == moves:
            return self._going_on(self._written[0])
        return "the game is not kept; save keeps it before you leave, and --load FILE goes on with it"

    def _write(self, path: Path) -> str:
        session = self.session
        text = json.dumps(record_of(session)) + "\n"
        try:
            write_file(path, lambda beside: beside.write_text(text, encoding="utf-8"))
        except (OSError, ValueError) as error:  # a name that is too long, or has a NUL in it
            reason = getattr(error, "strerror", None) or error
            raise UsageError(f"{str(path)[:100]!r} cannot be written: {reason}") from None
        self._written = path, session.moves
        sentence = f"saved {count_phrase(session.decided, 'move')} in {str(path)!r}"
        return f"{sentence}; {self._looking_back(path) if session.over else self._going_on(path)}"

    def _going_on(self, path: Path) -> str:
        return f"faceup play {shlex.quote(self.word)} --load {shlex.quote(str(path))} goes on"

    def _looking_back(self, path: Path) -> str:
        game_file = f" {shlex.quote(self.word)}" if any(kind in self.word for kind in KINDS) else ""
        return f"faceup review {shlex.quote(str(path))}{game_file} looks back"

    def _new_file(self) -> Path:
        stem = re.sub(r"[^\w-]+", "-", type(self.session.game).name)
        paths = (Path(f"{stem}{f'-{number}' * (number > 1)}.json") for number in count(1))
        return next(path for path in paths if not path.exists())
