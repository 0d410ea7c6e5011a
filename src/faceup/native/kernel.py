"""Kernels: engine loops compiled once for each rules class."""

import inspect
import re
import threading
import warnings
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import PurePath
from typing import Any

from numba import njit, typeof

from faceup.native.cache import keep_on_disk
from faceup.native.digest import has_mutual_recursion
from faceup.native.table import state_class_of, table_functions
from faceup.native.types import linked, rules_type
from faceup.rules.contract import Game, Rules

_kernels: dict[tuple[type, str, str], Any] = {}
_making = threading.RLock()  # several threads may solve or simulate the same game; one of them compiles


class InterpretedWarning(UserWarning):
    """Rules that the compiler does not take run in CPython: right, but slow."""


class NotCompiled(Exception):
    """The compiler does not take the rules; the text is the compiler's own."""


def kernel(
    function: Callable[..., Any],
    rules: Rules,
    variant: str = "",
    *,
    inlined: Sequence[Callable[..., Any]] = (),
    counted: bool = True,
    **names: Any,
) -> Any:
    """An engine loop, compiled for the class of these rules and kept on disk.

    ``names`` become globals of the loop, beside the state functions of the game; where they differ from one kernel of
    this function and these rules to the next, ``variant`` must tell them apart. The ``inlined`` are functions that the
    loop is made of, each after those that it calls; they see the same globals. Without ``counted`` Numba does not
    count references to arrays, so the loop can hand them on at no cost, but must not make any.
    """
    key = (type(rules), function.__qualname__, variant)
    with _making:
        if key not in _kernels:
            numba_type = rules_type(type(rules))
            if isinstance(rules, Game):
                names = table_functions(state_class_of(rules)) | names
            for part in inlined:
                body = linked(part)
                body.__globals__.update(names)
                names[part.__name__] = njit(body, forceinline=True, _nrt=counted)
            body = linked(function)
            body.__globals__.update(names)
            dispatcher = njit(nogil=True, error_model="python", _nrt=counted)(body)
            # Numba's cached code of functions that call each other crashes when it is loaded (seen with 0.68).
            if not has_mutual_recursion(type(rules)):
                digest = numba_type.digest + (f"-{sha256(variant.encode()).hexdigest()[:16]}" if variant else "")
                keep_on_disk(dispatcher, digest, type(rules).__module__)
            _kernels[key] = dispatcher
        return _kernels[key]


def shared_kernel(function: Callable[..., Any], **names: Any) -> Any:
    """A loop that needs no rules, compiled and kept on disk."""
    body = linked(function)
    body.__globals__.update(names)
    dispatcher = njit(nogil=True, error_model="numpy")(body)
    keep_on_disk(dispatcher, "shared", function.__module__)
    return dispatcher


def compile_for(dispatcher: Any, *arguments: Any) -> None:
    """Compile, or load from disk, for arguments like these; raises NotCompiled where the compiler refuses the rules.

    Anything the compiler throws means that: Numba has errors outside its own hierarchy for bytecode it cannot read.
    """
    try:
        with _making:
            dispatcher.compile(tuple(typeof(argument) for argument in arguments))
    except Exception as error:
        raise NotCompiled(str(error)) from error


THROUGH = (
    "Failed in",
    "-",
    "During",
    "File",
    ">>>",
    "There are",
    "No implementation",
    "Overload",
    "With argument",
    "Rejected",
    "raised",
    "Of which",
    "Resolution failure",
    "Invalid use of",
    "None",
    "<source",
    "*",
    "^",
)


def explain(rules: Rules, error: NotCompiled) -> str:
    """Which line of the rules the compiler does not take, and what to do about it, in one line."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    own = inspect.getsourcefile(type(rules)) or ""
    place = re.compile(r'([^/\\"\s]+\.py)"?(?:, line |[:(] ?\(?|\s\()(\d+)')
    found = [match for line in lines for match in place.finditer(line)]
    mine = [match for match in found if match[1] == PurePath(own).name]
    where = f"{mine[-1][1]}, line {mine[-1][2]}" if mine else f"{PurePath(own).name}"
    reason = next((line for line in lines if not line.startswith(THROUGH)), "no reason given")
    for line in lines:
        if line.startswith(("Unknown attribute", "Untyped", "Unsupported", "unsupported", "Cannot unify", "Use of")):
            reason = line
            break
    return (
        f"{type(rules).__name__} runs interpreted, slowly: {where} cannot be compiled ({reason[:160]}); "
        "docs/writing-a-game.md says what the compiler takes"
    )


def warn_interpreted(rules: Rules, error: NotCompiled) -> None:
    """Say, once for each rules class, that it runs interpreted."""
    if type(rules) not in _warned:
        _warned.add(type(rules))
        warnings.warn(explain(rules, error), InterpretedWarning, stacklevel=3)


_warned: set[type] = set()
