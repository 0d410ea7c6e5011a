"""Where everything lies that faceup may lose without harm: ``FACEUP_CACHE``, or the user's own cache folder."""

import os
import sys
from pathlib import Path
from typing import Any


def cache_folder() -> Path:
    """The folder, which need not be there yet."""
    if chosen := os.environ.get("FACEUP_CACHE"):
        return Path(chosen)
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
