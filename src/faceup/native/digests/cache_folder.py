"""Where everything lies that faceup may lose without harm, and what is noted there of rules that were compiled."""

import os
import sys
from pathlib import Path
from typing import Any

from faceup.native.digests.digest import compiled_sources, lasts, rules_digest


def cache_folder() -> Path:
    """The folder, which need not be there yet."""
    if folder := os.environ.get("FACEUP_CACHE"):
        return Path(folder)
    from platformdirs import user_cache_path

    return user_cache_path("faceup", appauthor=False, opinion=False)


def is_locked(file: Any) -> bool:
    """Whether this process holds the lock of an open file now; always so on Windows, which has no such lock."""
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def is_compiled(rules_class: type, engine: str) -> bool:
    """Whether nothing is left to compile for an engine, or nobody would find it again."""
    return not lasts(rules_class) or os.path.exists(_mark(rules_class, engine))


def note_compiled(rules_class: type, engine: str) -> None:
    """Note that it was done, or that it cannot be done."""
    path = _mark(rules_class, engine)
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "a"):
            pass
    except OSError:
        return


def _mark(rules_class: type, engine: str) -> str:
    return os.path.join(cache_folder(), "native", compiled_sources(), f"{rules_digest(rules_class)}-{engine}")
