"""The cache of compiled code on disk: one folder for each digest of the rules and of the kernel.

Every file begins with a seal, a digest of its place and its content. A file that was cut, swapped or damaged has the
wrong seal; it counts as missing, and the code is compiled again. Machine code with a flipped bit must never run.
"""

import os
import pickle
import platform
import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numba
import numpy
from llvmlite import binding
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, _CacheLocator
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher
from numba.core.runtime.nrt import rtsys

from faceup.native.compiler.whole_code import is_whole, require
from faceup.native.digests.digest import cache_folder, compiled_sources, is_locked

require(Dispatcher.compile, "self", "sig")
require(FunctionCache._load_overload, "self", "sig", "target_context")
require(CompileResultCacheImpl.rebuild, "self", "target_context", "payload")
require(IndexDataCacheFile.__init__, "self", "cache_path", "filename_base", "source_stamp")
require(IndexDataCacheFile.load, "self", "key")
require(IndexDataCacheFile.save, "self", "key", "data")

SEAL = sha256().digest_size  # bytes before the content of each file


@cache
def toolchain() -> str:
    """Return the name of all that compiled code needs besides rules and kernel: our sources, Numba, Python."""
    versions = f"numba{numba.__version__}-numpy{numpy.__version__}-py{platform.python_version()}"
    return f"{compiled_sources()}-{versions}"


LONGEST_WAIT, LOOK_AGAIN = 120.0, 0.02  # seconds
FRAME_WORDS = 70_000  # of 8 bytes each
REFUSED = "refused.json"  # the file in the place of the code, if the compiler refused the rules


def write_sealed(path: Path, content: bytes) -> None:
    """Replace a file of the cache by this content and its seal, in one step. Raises OSError."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        temporary.write_bytes(_seal(path, content) + content)
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise


def read_sealed(path: Path) -> bytes | None:
    """Return the content of a file of the cache; None if there is no file, or one without the right seal."""
    try:
        sealed = path.read_bytes()
    except OSError:
        return None
    content = sealed[SEAL:]
    return content if sealed[:SEAL] == _seal(path, content) else None


def _seal(path: Path, content: bytes) -> bytes:
    """Return the digest of a file's content and of its place in the cache folder, which detects swapped files."""
    place = os.path.relpath(path, cache_folder())
    return sha256(place.encode() + b"\0" + content).digest()


class _SealedFiles(IndexDataCacheFile):
    """The files of one function: an index of signatures, and machine code for each. Damaged files count as missing."""

    def __init__(self, folder: Path, name: str) -> None:
        super().__init__(str(folder), name, toolchain())
        self.folder = folder

    def load(self, key: Hashable) -> Any:
        """Return the code saved for this signature and processor; None if there is none with the right seal."""
        name = self._load_index().get(key)
        content = read_sealed(self.folder / name) if name else None
        return None if content is None else pickle.loads(content)

    def save(self, key: Hashable, data: Any) -> None:
        """Save the code on disk; a full disk is no reason to fail."""
        with suppress(OSError):
            super().save(key, data)

    def _load_index(self) -> dict[Any, str]:
        content = read_sealed(Path(self._index_path))
        return {} if content is None else pickle.loads(content)

    def _save_index(self, overloads: dict[Any, str]) -> None:
        write_sealed(Path(self._index_path), self._dump(overloads))

    def _save_data(self, name: str, data: Any) -> None:
        write_sealed(self.folder / name, self._dump(data))


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
    """Let a Numba dispatcher load its machine code from disk, and save it there under this digest of its sources.

    ``module`` is the module of the rules: Numba's files name the class of states by it, so they serve no other module.
    If the cache cannot be written, the code is compiled each time.
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
            return external_symbols(result.library._final_module), super().reduce(result)

        def rebuild(self, target_context: Any, saved: Any) -> Any:
            symbols, result = saved
            rtsys.initialize(target_context)
            if not all(map(binding.address_of_symbol, symbols)):
                target_context.refresh()  # imports the modules that define them; a missing symbol would end the process
            return super().rebuild(target_context, result)

    class Cache(FunctionCache):
        _impl_class = Implementation

        def __init__(self, py_func: Any) -> None:
            super().__init__(py_func)
            self._cache_file = _SealedFiles(folder, self._impl.filename_base)

        def load_overload(self, signature: Any, target_context: Any) -> Any:
            """Load without the preparations for compiling, which take longer than the rest of loading."""
            with self._guard_against_spurious_io_errors():
                return self._load_overload(signature, target_context)

    compile_here = dispatcher.compile

    def compile_once(signature: Any) -> Any:
        with global_compiler_lock, single_compiler(folder):  # in this order in every thread, or two wait for each other
            return with_room(compile_here, signature)

    dispatcher._cache = Cache(dispatcher.py_func)
    dispatcher.compile = compile_once
    dispatcher.folder = folder


def with_room(function: Callable[[Any], Any], argument: Any) -> Any:
    """Call a function with room for the frames of all that it calls.

    Python keeps frames in pieces of 16 KiB. For a call that no longer fits it takes another from the system, and gives
    it back as the call returns. A compiler makes such calls by the hundred thousand: a fifth of its time (Python 3.11).
    This function claims to need more than half a MiB, is given one MiB, and leaves the rest to what it calls.
    """
    return function(argument)


with_room.__code__ = with_room.__code__.replace(co_stacksize=FRAME_WORDS)


@contextmanager
def single_compiler(folder: Path) -> Iterator[None]:
    """Wait until no other process compiles for this folder, so that its code is loaded, not compiled twice.

    After ``LONGEST_WAIT`` seconds both compile. The system releases the lock of a process that ends.
    """
    with ExitStack() as stack:
        try:
            lock = stack.enter_context(open(folder / "lock", "ab"))
        except OSError:  # the folder was removed, so nobody finds the code either
            lock = None
        until = monotonic() + LONGEST_WAIT
        while lock and monotonic() < until:
            if is_locked(lock):
                break
            sleep(LOOK_AGAIN)
        yield


def external_symbols(module: Any) -> list[str]:
    """Return the symbols that a module of machine code refers to and does not define."""
    parts = (*module.functions, *module.global_variables)
    return sorted(part.name for part in parts if part.is_declaration and not part.name.startswith("llvm."))


def is_cold(dispatcher: Any) -> bool:
    """Whether a dispatcher has no code yet, in memory or on disk, and will save what it compiles."""
    folder: Path | None = getattr(dispatcher, "folder", None)
    if folder is None or dispatcher.signatures:
        return False
    return not any(folder.glob("*.nbi")) and not (folder / REFUSED).exists()
