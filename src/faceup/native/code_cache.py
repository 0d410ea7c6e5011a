"""Compiled code kept on disk, in a folder for each digest of the rules and of the kernel."""

import os
import platform
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy
from llvmlite import binding
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.runtime.nrt import rtsys

from faceup.native.cache_folder import cache_folder
from faceup.native.compiler_parts import require
from faceup.native.source_digest import compiled_sources
from faceup.native.whole_code import is_whole

require(FunctionCache._load_overload, "self", "sig", "target_context")
require(CompileResultCacheImpl.rebuild, "self", "target_context", "payload")


@cache
def toolchain() -> str:
    """What compiled code depends on besides the rules and the kernel."""
    versions = f"numba{numba.__version__}-numpy{numpy.__version__}-py{platform.python_version()}"
    return f"{compiled_sources()}-{versions}"


REFUSED = "refused.json"  # lies where the code would, when the compiler did not take the rules


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
    """Let a Numba dispatcher load its machine code from disk, and save it there, under this digest of all it says.

    ``module`` is where the rules live: Numba's files name the state's class by module, so they serve no other.
    A cache that cannot be written is no reason to fail: the code is then compiled anew each time.
    """
    folder = cache_folder() / "native" / toolchain() / digest / module
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
            self._filename_base = f"{py_func.__module__}.{py_func.__name__}"

        def check_cachable(self, result: Any) -> bool:
            return bool(super().check_cachable(result)) and is_whole(result.library._final_module)

        def reduce(self, result: Any) -> Any:
            return needed_by(result.library._final_module), super().reduce(result)

        def rebuild(self, target_context: Any, saved: Any) -> Any:
            needed, result = saved
            rtsys.initialize(target_context)
            if not all(map(binding.address_of_symbol, needed)):
                target_context.refresh()  # imports what has them; what is missing still would end the process
            return super().rebuild(target_context, result)

    class Cache(FunctionCache):
        _impl_class = Implementation

        def load_overload(self, signature: Any, target_context: Any) -> Any:
            """Without all that Numba needs to compile, which takes longer than everything else about loading."""
            with self._guard_against_spurious_io_errors():
                return self._load_overload(signature, target_context)

    dispatcher._cache = Cache(dispatcher.py_func)
    dispatcher.folder = folder


def needed_by(module: Any) -> list[str]:
    """The names of what a piece of machine code finds outside."""
    parts = (*module.functions, *module.global_variables)
    return sorted(part.name for part in parts if part.is_declaration and not part.name.startswith("llvm."))


def is_cold(dispatcher: Any) -> bool:
    """Whether the code is still to be compiled, and will then be kept on disk."""
    folder: Path | None = getattr(dispatcher, "folder", None)
    if folder is None or dispatcher.signatures:
        return False
    return not any(folder.glob("*.nbi")) and not (folder / REFUSED).exists()
