"""Sending rules and policies to other processes and machines: what was loaded from a file travels as its text."""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from faceup.library.finding import load_file, texts_of
from faceup.rules.parameters import kinds
from faceup.rules.positions import at_position, position_of


class Shipment(NamedTuple):
    """A class or function of a user's file, with the texts of the file and of the helpers beside it."""

    texts: tuple[tuple[str, str], ...]  # path below the file's folder, text; the file itself first
    name: str


def packed(thing: Any) -> Any:
    """A class or function as it can travel: a Shipment where it came from a rule file, else itself."""
    texts = texts_of(getattr(thing, "__module__", ""))
    return Shipment(texts, thing.__qualname__) if texts else thing


def unpacked(thing: Any) -> Any:
    """What ``packed`` was given."""
    return getattr(_module(thing.texts), thing.name) if isinstance(thing, Shipment) else thing


@lru_cache(maxsize=32)
def _module(texts: tuple[tuple[str, str], ...]) -> Any:
    """The module of these texts, kept under their digest so that its compiled code is found again."""
    from faceup.native.cache_folder import cache_folder

    folder = cache_folder() / "rules" / hashlib.sha256(repr(texts).encode()).hexdigest()[:32]
    for name, text in texts:
        path = folder / name
        if not _holds(path, text):  # not there yet, or damaged since
            path.parent.mkdir(parents=True, exist_ok=True)
            beside = path.with_name(f"{path.name}.{id(texts)}")
            beside.write_bytes(text.encode())
            beside.replace(path)
    return load_file(folder / texts[0][0])


def _holds(path: Path, text: str) -> bool:
    """Whether a file has this text."""
    try:
        return path.read_bytes() == text.encode()
    except OSError:
        return False


def packed_game(game: Any) -> tuple[Any, dict[str, Any], str]:
    """A game as it can travel: its class, its parameters, and the position at which it begins."""
    return packed(type(game)), {name: getattr(game, name) for name in kinds(type(game))}, position_of(game)


def unpacked_game(parts: tuple[Any, dict[str, Any], str]) -> Any:
    rules_class, parameters, position = parts
    return at_position(unpacked(rules_class)(**parameters), position)
