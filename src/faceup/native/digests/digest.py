"""Digests of rules, with every helper that they reach, and of faceup's code; the cache folder.

Compiled code is cached under the digest of the rules, so a changed rule, helper or constant never runs old code. The
digest is taken from the code objects that Python has loaded, not from file times. So no change is missed, and a comment
or a moved line costs no compilation. The digest of faceup's own code ignores comments and line numbers too.
"""

import marshal
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from types import CodeType
from typing import Any

from faceup.native.digests.reach import code_content
from faceup.native.digests.reach_digest import ReachDigest

OWN_PACKAGES = ("faceup.rules",)  # covered by the digest of faceup's own sources
TOOLS = (*OWN_PACKAGES, "faceup.native")  # for kernels: the packages that ``toolchain`` covers


def rules_digest(rules_class: type) -> str:
    """Return the digest of a rules class, in hexadecimal; the parameters of a game are no part of it."""
    return digest_of(rules_class)


def digest_of(*values: Any) -> str:
    """Return one digest of several functions or other values that rules can reach, in hexadecimal."""
    return ReachDigest(values, OWN_PACKAGES).digest


def lasts(*values: Any) -> bool:
    """Whether the digest of these values is the same in every process, since all that they reach is understood."""
    return ReachDigest(values, OWN_PACKAGES).lasts


def presentation_names(rules_class: type) -> set[str]:
    """Return the methods and constants of rules that only people use, so that no compiled code depends on them."""
    return ReachDigest((rules_class,), OWN_PACKAGES).names_left_out


def kernel_digest(*parts: Any) -> str:
    """Return the digest of an engine's loop and of its arguments, in hexadecimal; empty if it would not last."""
    reach = ReachDigest(parts, TOOLS)
    return reach.digest if reach.lasts else ""


PACKAGE = Path(__file__).parents[2]
FLAT = 2  # the marshal version without references, so that sharing an object changes nothing


@cache
def compiled_sources() -> str:
    """Return the digest of ``rules/`` and ``native/``, which affect all compiled code."""
    return code_digest(modules_in("rules"), modules_in("native"))


def modules_in(folder: str, rooms: bool = True) -> Iterator[str]:
    """Yield the names of the modules in a folder such as ``engines.solve``; with subfolders if ``rooms``."""
    for entry in sorted(PACKAGE.joinpath(*folder.split(".")).iterdir()):
        if entry.suffix == ".py":
            yield folder if entry.stem == "__init__" else f"{folder}.{entry.stem}"
        elif rooms and entry.is_dir():
            yield from modules_in(f"{folder}.{entry.name}")


def code_digest(*modules: Iterable[str]) -> str:
    """Return the digest of the code of some modules of faceup, in hexadecimal."""
    digest = sha256()
    for name in (f"faceup.{module}" for group in modules for module in group):
        spec = find_spec(name)
        code = spec and spec.loader and spec.loader.get_code(name)
        digest.update(marshal.dumps((name, _content(code)), FLAT))
    return digest.hexdigest()[:16]


def _content(value: Any) -> Any:
    """Return the content of a constant; of a code object without its line numbers."""
    if isinstance(value, CodeType):
        names = value.co_name, value.co_varnames, value.co_names, value.co_freevars, value.co_cellvars
        instructions, constants = code_content(value)
        return (
            names,
            value.co_argcount,
            value.co_flags,
            instructions,
            value.co_exceptiontable,
            list(map(_content, constants)),
        )
    if isinstance(value, tuple):
        return [_content(item) for item in value]
    if isinstance(value, frozenset):  # its order changes from process to process
        return sorted(map(repr, value))
    return value


def cache_folder() -> Path:
    """Return the path of the cache folder, which may not exist yet: FACEUP_CACHE, or the user's cache."""
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


class CompileClock:
    """How many seconds this process has compiled, or waited until another one had."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._runs = False

    @contextmanager
    def running(self, compiles: bool = True) -> Iterator[None]:
        """Count the time inside, unless it is counted already."""
        if self._runs or not compiles:
            yield
            return
        began, self._runs = perf_counter(), True
        try:
            yield
        finally:
            self.seconds += perf_counter() - began
            self._runs = False


compile_clock = CompileClock()


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
