"""Kernels: engine loops, compiled once for each rules class and cached on disk."""

import threading
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from typing import Any

from numba import config, njit, typeof
from numba.core.errors import NumbaError, NumbaWarning

from faceup.native.code_cache import is_cold, keep_on_disk
from faceup.native.compiler.generators import ReleasingCompiler
from faceup.native.compiler.whole_code import NOT_FROM_PYTHON
from faceup.native.digests.digest import compile_clock, kernel_digest, lasts
from faceup.native.digests.reach import names_in
from faceup.native.linking import link_copy
from faceup.native.lowering.tree import NoSource, Unsupported
from faceup.native.not_compiled import NotCompiled, earlier_refusal, place_of_state, store_refusal
from faceup.native.operations.row_type import BITS
from faceup.native.rules_type import rules_type
from faceup.native.state_shape import MOST_WORDS, LaidOut, Layout, StateShape
from faceup.native.state_table import table_functions
from faceup.rules.contract import Rules
from faceup.rules.parameters import WORD_MAX, WORD_MIN

_kernels: dict[tuple[type, Layout | None, str, str], Any] = {}
_parts: dict[Any, Any] = {}
# Errors that say something about the code; others may depend on the moment, as a lack of memory.
LASTING = (Unsupported, NoSource, NumbaError, NotImplementedError)
CHECKED_OPTIONS = {"nogil": True, "error_model": "python"}
SHARED_OPTIONS = {"nogil": True, "error_model": "numpy"}
_compile_lock = threading.RLock()  # several threads may solve or simulate the same game; one of them compiles


def kernel(
    function: Callable[..., Any],
    rules: Rules,
    variant: str = "",
    *,
    shape: StateShape | None = None,
    inlined: Sequence[Callable[..., Any]] = (),
    counting: Sequence[Callable[..., Any]] = (),
    apart: Sequence[Callable[..., Any]] = (),
    counted: bool = True,
    **names: Any,
) -> Any:
    """Return an engine loop, compiled for the class of these rules; cached on disk if their digest lasts.

    ``names`` become globals of the loop, besides the state functions of a game, whose ``shape`` is given; if they
    differ between kernels of this function and these rules, ``variant`` must tell these apart. The ``inlined`` are
    functions that the loop is made of, each after those that it calls; they see the same globals. Without ``counted``
    Numba does not count references to arrays, so the loop can pass them on at no cost, but must not make any; it never
    counts in the functions ``apart``, which run no rules, and always in those ``counting``, which take and release what
    rules may make.
    """
    layout = shape.layout if shape else None
    require_compiler(rules)
    if shape:
        _require_short_rows(rules, shape)
        require_words(rules)
        variant = f"{variant}{shape.moves.name}"
    key = (type(rules), layout, name_of(function), variant)
    with _compile_lock:
        if key not in _kernels:
            numba_type = rules_type(type(rules), layout, shape.moves.kinds if shape else ())
            code = kernel_digest(function, (*apart, *counting, *inlined), counted, names)
            if shape:
                names = table_functions(shape) | names
            for part in apart:
                names[part.__name__] = _part(part, False, names)
            for part in counting:
                names[part.__name__] = _part(part, True, names)
            for part in inlined:
                names[part.__name__] = _part(part, counted, names)
            options = CHECKED_OPTIONS | {"pipeline_class": ReleasingCompiler}
            dispatcher = njit(_nrt=counted, no_cfunc_wrapper=True, **options)(_with_globals(function, names))
            if code and lasts(type(rules)):
                digest = sha256(f"{numba_type.digest} {code} {variant}".encode()).hexdigest()[:32]
                keep_on_disk(dispatcher, digest, type(rules).__module__)
            _kernels[key] = dispatcher
        return _kernels[key]


def kernel_in_words(
    function: Callable[..., Any], words: StateShape, inlined: Sequence[Callable[..., Any]] = (), **names: Any
) -> Any:
    """Return an engine loop for all games whose states and moves are words of this shape, cached on disk.

    The ``inlined`` functions are parts of the loop, as in ``kernel``; no reference is counted.
    """
    key = (words.state_class, None, name_of(function), words.moves.name)
    with _compile_lock:
        if key not in _kernels:
            code = kernel_digest(function, tuple(inlined), names)
            names = table_functions(words) | names
            for part in inlined:
                names[part.__name__] = _part(part, False, names)
            dispatcher = njit(_nrt=False, no_cfunc_wrapper=True, **CHECKED_OPTIONS)(_with_globals(function, names))
            digest = sha256(f"{code} {words.count}{words.moves.name}".encode()).hexdigest()[:32]
            keep_on_disk(dispatcher, digest, function.__module__)
            _kernels[key] = dispatcher
        return _kernels[key]


def name_of(function: Callable[..., Any]) -> str:
    """Return the name of a function with its module, which is unique."""
    return f"{function.__module__}.{function.__qualname__}"


def require_compiler(rules: Rules) -> None:
    """Raise NotCompiled if Numba is switched off, or rounds otherwise than the error bounds assume."""
    place = place_of_state(type(rules))
    if config.DISABLE_JIT:
        raise NotCompiled(rules, Unsupported(None, "NUMBA_DISABLE_JIT is set", "unset it", *place))
    if fuses():
        fused = "a sum of a product that is rounded once, as this processor's compiler makes it"
        raise NotCompiled(rules, Unsupported(None, fused, "another version of Numba may round twice", *place))


def times_plus(factor: float, multiplier: float, term: float) -> float:
    """Return a product plus a sum, which a compiler may fuse into one operation that rounds once."""
    return factor * multiplier + term


@cache
def fuses() -> bool:
    """Whether the compiler fuses multiply and add: (1 + 2**-30)(1 - 2**-30) is 1 once it is rounded."""
    return bool(shared_kernel(times_plus)(1.0 + 2.0**-30, 1.0 - 2.0**-30, -1.0) != 0.0)


def _require_short_rows(rules: Rules, shape: StateShape) -> None:
    """Raise NotCompiled if a row takes so many words that compiling would take too long."""
    if shape.layout and max(shape.layout.words, default=0) > MOST_WORDS:
        longest = MOST_WORDS * BITS // shape.layout.width - 1
        place = place_of_state(type(rules))
        long_rows = Unsupported(None, f"rows of more than {longest} numbers", "keep them in several rows", *place)
        raise NotCompiled(rules, long_rows)


def require_words(rules: Any) -> None:
    """Raise NotCompiled if a number of the first state does not fit in 64 bits."""
    start = rules.start()
    for field, number in zip(getattr(start, "_fields", ()), start, strict=False):
        if isinstance(number, int) and not WORD_MIN <= number <= WORD_MAX:
            mend = "keep it in several fields, or in a row of smaller numbers"
            raise NotCompiled(rules, Unsupported(None, f"{field} leaves 64 bits", mend, *place_of_state(type(rules))))


def _part(function: Callable[..., Any], counted: bool, names: dict[str, Any]) -> Any:
    """Return a function that loops call, compiled once for all loops that give its names the same values."""
    used = tuple((name, names[name]) for name in names_in(function.__code__) if name in names)
    key = function, counted, used
    if key not in _parts:
        _parts[key] = njit(_with_globals(function, names), forceinline=True, _nrt=counted, **NOT_FROM_PYTHON)
    return _parts[key]


def shared_kernel(function: Callable[..., Any], steps: Sequence[Callable[..., Any]] = (), **names: Any) -> Any:
    """Return a loop that needs no rules, compiled and cached on disk.

    The ``steps`` are functions that it calls, each after those that it calls itself. A step that takes functions is
    inlined, for cached code can hold no addresses of others.
    """
    digest = kernel_digest(function, steps, names)
    for step in steps:
        used = tuple((name, names[name]) for name in names_in(step.__code__) if name in names)
        if (step, used) not in _parts:
            inline = "always" if takes_functions(step) else "never"
            _parts[step, used] = njit(_with_globals(step, names), inline=inline, **SHARED_OPTIONS, **NOT_FROM_PYTHON)
        names[step.__name__] = _parts[step, used]
    dispatcher = njit(_with_globals(function, names), **SHARED_OPTIONS, no_cfunc_wrapper=True)
    if config.DISABLE_JIT:  # then this is a function of plain Python, which gives the same, slowly
        return dispatcher
    keep_on_disk(dispatcher, digest, function.__module__)
    return dispatcher


def takes_functions(step: Callable[..., Any]) -> bool:
    """Whether a step takes other steps as arguments."""
    return any(getattr(kind, "__origin__", None) is Callable for kind in step.__annotations__.values())


def kernels_of(steps: Sequence[Callable[..., Any]]) -> Callable[[Callable[..., Any]], Any]:
    """Return a function that compiles one of these steps, or a loop that calls all of them, once."""

    @cache
    def compile_kernel(function: Callable[..., Any]) -> Any:
        return shared_kernel(function, steps[: steps.index(function)] if function in steps else steps)

    return compile_kernel


def _with_globals(function: Callable[..., Any], names: dict[str, Any]) -> Any:
    body = link_copy(function)
    body.__globals__.update(names)
    return body


def compile_for(dispatcher: Any, rules: Rules | LaidOut, *arguments: Any) -> None:
    """Compile, or load from disk, for arguments like these; raises NotCompiled if the compiler refuses the rules.

    Anything the compiler throws means that: Numba has errors outside its own hierarchy for bytecode it cannot read.
    """
    game = rules.game if isinstance(rules, LaidOut) else rules
    compile_types(dispatcher, game, tuple(typeof(argument) for argument in (rules, *arguments)))


def compile_types(dispatcher: Any, rules: Rules, arguments: tuple[Any, ...]) -> None:
    """Compile, or load from disk, for arguments of these types. Raises NotCompiled if the rules are refused."""
    if earlier := earlier_refusal(dispatcher, rules):
        raise earlier
    try:
        with _compile_lock, warnings.catch_warnings(), compile_clock.running(is_cold(dispatcher)):
            warnings.simplefilter("ignore", NumbaWarning)
            dispatcher.compile(arguments)
    except Exception as error:  # Numba has errors outside its own hierarchy
        refusal = NotCompiled(rules, error)
        if isinstance(error, LASTING):
            store_refusal(dispatcher, refusal)
        raise refusal from error


def compile_loop(loop: Any, *arguments: Any) -> None:
    """Compile, or load from disk, a loop without rules, for arguments like these."""
    with _compile_lock, compile_clock.running(is_cold(loop)):
        loop.compile(tuple(map(typeof, arguments)))


def lightest_kernel(kernel: Callable[[bool], Any], arguments: tuple[Any, ...]) -> Any:
    """Return the kernel, compiled for arguments like these without reference counts if possible, else with them.

    Rules that make lists need reference counts, which make a loop several times slower. Raises NotCompiled.
    """
    try:
        dispatcher = kernel(False)
        compile_for(dispatcher, *arguments)
    except NotCompiled:
        dispatcher = kernel(True)
        compile_for(dispatcher, *arguments)
    return dispatcher
