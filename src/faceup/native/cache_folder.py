"""Where everything lies that faceup may lose without harm: ``FACEUP_CACHE``, or the user's own cache folder."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """The folder, which need not be there yet."""
    if chosen := os.environ.get("FACEUP_CACHE"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("faceup", appauthor=False, opinion=False)
