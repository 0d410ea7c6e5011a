"""Where compiled code is kept: ``FACEUP_CACHE``, or the user's cache directory; one folder per digest of the rules."""

import os
import platform
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from faceup.native.digest import package_digest


def cache_root() -> Path:
    """The directory for everything faceup may lose without harm."""
    if chosen := os.environ.get("FACEUP_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "faceup"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "faceup"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "faceup"


@cache
def toolchain() -> str:
    """What compiled code depends on besides the rules."""
    return f"{package_digest()}-numba{numba.__version__}-py{platform.python_version()}"


class _Locator(_CacheLocator):
    """Numba's cache keyed by our digest instead of a file's time stamp."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> tuple[str]:
        return (toolchain(),)

    def get_disambiguator(self) -> str:
        return "faceup"


def keep_on_disk(dispatcher: Any, digest: str, module: str) -> None:
    """Let a Numba dispatcher load its machine code from disk, and save it there, for rules of this digest.

    ``module`` is where the rules live: Numba's files name the state's class by module, so they serve no other.
    A cache that cannot be written is no reason to fail: the code is then compiled anew each time.
    """
    folder = cache_root() / "native" / toolchain() / digest / module
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return
    if not os.access(folder, os.W_OK):
        return

    class Implementation(CompileResultCacheImpl):
        _locator_classes = ()

        def __init__(self, py_func: Any) -> None:
            self._lineno = py_func.__code__.co_firstlineno
            self._locator = _Locator(folder)
            self._filename_base = f"{py_func.__module__}.{py_func.__qualname__}"

    class Cache(FunctionCache):
        _impl_class = Implementation

    dispatcher._cache = Cache(dispatcher.py_func)
