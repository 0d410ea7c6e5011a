"""The cache folder, whose files can all be made again, and the marks there of rules that were compiled."""

import os
import sys
from pathlib import Path
from typing import Any

from faceup.native.digests.digest import compiled_sources, lasts, rules_digest


def cache_folder() -> Path:
    """The path of the cache folder, which may not exist yet: FACEUP_CACHE, or the user's cache."""
    if folder := os.environ.get("FACEUP_CACHE"):
        return Path(folder)
    from platformdirs import user_cache_path

    return user_cache_path("faceup", appauthor=False, opinion=False)


def is_locked(file: Any) -> bool:
    """Try to lock an open file; whether this process holds the lock now. Always true on Windows, which has no flock."""
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def is_compiled(rules_class: type, engine: str) -> bool:
    """Whether an engine has nothing to compile for these rules, or could not load it again later."""
    return not lasts(rules_class) or os.path.exists(_mark(rules_class, engine))


def note_compiled(rules_class: type, engine: str) -> None:
    """Note that these rules were compiled for an engine, or that they cannot be."""
    path = _mark(rules_class, engine)
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "a"):
            pass
    except OSError:
        return


def _mark(rules_class: type, engine: str) -> str:
    return os.path.join(cache_folder(), "native", compiled_sources(), f"{rules_digest(rules_class)}-{engine}")
