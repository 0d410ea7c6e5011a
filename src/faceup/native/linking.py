"""Linking: a copy of each function calls compiled counterparts of its helpers; CPython keeps using the originals."""

import inspect
import threading
import types as python_types
from collections.abc import Callable
from functools import cache
from typing import Any

from numba import njit, typeof
from numba.core import types
from numba.core.typing.templates import infer_getattr, make_overload_attribute_template, make_overload_method_template
from numba.extending import overload

from faceup.native.compiler import exact_casts  # noqa: F401  # from now on whole numbers become floats without rounding
from faceup.native.compiler.generators import ReleasingCompiler
from faceup.native.compiler.whole_code import NOT_FROM_PYTHON, unique
from faceup.native.constants import Mapping
from faceup.native.digests.reach import CACHING, is_of_rules, is_part_of, reachable_values
from faceup.native.lowering.lowered import CACHED, Form, is_lowered, lower
from faceup.native.operations import operation
from faceup.rules import cards, pile, rows

PRIMITIVES = (
    cards.size,
    cards.lowest,
    cards.highest,
    pile.turn_over,
    rows.replaced,
)  # machine code has its own versions of these

HELPER = {"pipeline_class": ReleasingCompiler, "boundscheck": True}  # options of a plain helper function

requests: dict[tuple[Callable[..., Any], tuple[Any, ...]], None] = {}  # the functions that Numba asked for, with types
counterparts: dict[Any, Any] = {}  # the compiled counterpart of each helper
_overloaded: set[Any] = set()
# One thread links at a time: a counterpart is entered before its helpers are linked, and another thread, such as one
# whose question has run out of time, would compile it without them. Nothing is compiled under this lock.
_linking = threading.RLock()


def typer(function: Any, signature: inspect.Signature, form: Form = "") -> Any:
    """Return a function that Numba calls with argument types, and that returns the linked function in this form."""

    def typer(*arguments: Any, **keywords: Any) -> Any:
        ready = link(function, form)
        requests[ready, (*arguments, *keywords.values())] = None
        return ready

    parameters = signature.parameters.values()
    empty, in_place = inspect.Parameter.empty, inspect.Parameter.POSITIONAL_OR_KEYWORD
    bare = [argument.replace(kind=in_place, annotation=empty) for argument in parameters]
    typer.__signature__ = signature.replace(parameters=bare, return_annotation=empty)
    return typer


@cache
def link(function: Any, form: Form = "") -> Any:
    """Return a lowered copy that calls the compiled counterparts of its helpers. Raises NoSource, Unsupported."""
    return link_copy(_lower(function, form))


def link_copy(function: Any) -> Any:
    """Return a linked copy of a function, which is not lowered."""
    with _linking:
        copy = _copy(function)
        _link(copy)
        return copy


def counterpart(value: Any) -> Any:
    """Return the compiled counterpart of a plain helper function; any other value unchanged."""
    cached = is_cached(value)
    if not cached and (not isinstance(value, python_types.FunctionType) or _is_primitive(value)):
        return value
    with _linking:
        if value in counterparts:
            return counterparts[value]
        linked_before = len(counterparts)
        try:
            copy = _copy(lower(value.__wrapped__, CACHED) if cached else _lower(value))
            # Entered before linking: a recursive helper then finds its own counterpart; Numba needs that for its types.
            counterparts[value] = njit(copy, **HELPER, **NOT_FROM_PYTHON)
            _link(copy)
        except BaseException:  # also an interrupt: a copy linked in part would be compiled without its helpers
            for begun in list(counterparts)[linked_before:]:
                del counterparts[begun]
            raise
        return counterparts[value]


def is_cached(value: Any) -> bool:
    """Whether this is a function under functools.cache."""
    return isinstance(value, CACHING) and isinstance(value.__wrapped__, python_types.FunctionType)


def is_writers(function: Any) -> bool:
    """Whether a function is written in rules, and is neither faceup's nor a lowered one."""
    return is_of_rules(function) and not is_lowered(function)


def _lower(function: Any, form: Form = "") -> Any:
    """Return the lowered function if it is written in rules, else the function itself."""
    return lower(function, form) if is_writers(function) else function


def _copy(function: Any) -> Any:
    """Return a copy of a function with globals and cells of its own."""
    cells = function.__closure__ and tuple(python_types.CellType(cell.cell_contents) for cell in function.__closure__)
    copy = python_types.FunctionType(
        function.__code__, dict(function.__globals__), function.__name__, function.__defaults__, cells
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__annotations__ = {}  # which Numba would compare, and lowering may have left out
    copy.__dict__.update(function.__dict__)
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return unique(copy)


def _link(copy: Any) -> None:
    """Replace the helpers that a copy names by their compiled counterparts."""
    for name, value in list(reachable_values(copy)):
        _register_named_tuples(value)
        if name in copy.__globals__:
            copy.__globals__[name] = counterpart(value)
        elif "." in name and isinstance(value, python_types.FunctionType) and not _is_known(value):
            overload(value, jit_options={"pipeline_class": ReleasingCompiler})(typer(value, inspect.signature(value)))
            _overloaded.add(value)
    for cell in copy.__closure__ or ():
        cell.cell_contents = counterpart(cell.cell_contents)


def _register_named_tuples(value: Any) -> None:
    """Register the members of a NamedTuple class that a function reaches: directly, by an instance, or by a row.

    Without an instance, its fields count as whole numbers.
    """
    kind = value if isinstance(value, type) else type(value)
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        whole = types.NamedUniTuple(types.int64, len(kind._fields), kind)
        register_members(kind, whole if value is kind else typeof(value))
    elif kind is tuple and value:
        _register_named_tuples(value[0])
    elif kind is Mapping and value.values:
        _register_named_tuples(value.values[0])


def _is_known(function: Any) -> bool:
    """Whether the compiler already has an implementation of a function."""
    return function in _overloaded or _is_primitive(function) or is_part_of(function.__module__, ("numpy",))


def _is_primitive(function: Any) -> bool:
    is_listed = function in PRIMITIVES or hasattr(function, operation.DISPATCH_MARK)
    return is_listed or function.__module__.startswith(operation.__package__)


_registered: set[Any] = set()


def register_members(named_tuple: Any, kind: Any) -> None:
    """Register the properties and methods of a class of states with the compiler, for this class and type alone.

    Numba keeps members by the class of a type, which all named tuples share. Without care, a property of one game would
    hide a field of that name in another game of the same process.
    """
    if kind in _registered:
        return
    _registered.add(kind)
    for name, member in vars(named_tuple).items():
        function = member.fget if isinstance(member, property) else member
        if not name.startswith("_") and isinstance(function, python_types.FunctionType):
            ready = typer(function, inspect.signature(function))
            infer_getattr((_property if isinstance(member, property) else _method)(kind, name, ready))
            overload(ready)(ready)


def _property(kind: Any, name: str, ready: Any) -> Any:
    """Return the template of a property of this type alone."""
    template = make_overload_attribute_template(kind, name, ready)

    class OwnProperty(template):  # type: ignore[valid-type,misc]
        def __init__(self, context: Any) -> None:
            super().__init__(context)
            self.key = type(kind)  # a template for one type would hide the common one, which knows the fields

        def _resolve(self, owner: Any, attribute: str) -> Any:
            return super()._resolve(owner, attribute) if owner == kind else None

    return OwnProperty


def _method(kind: Any, name: str, ready: Any) -> Any:
    """Return the template of a method of this type alone."""
    # Numba finds the code of a method by the class of its type and this name, so the name must be unique.
    own_name = f"{name} of {kind} {id(kind.instance_class)}"
    template = make_overload_method_template(type(kind), own_name, ready, inline="never")

    class OwnMethod(template):  # type: ignore[valid-type,misc]
        def _resolve(self, owner: Any, attribute: str) -> Any:
            return super()._resolve(owner, own_name) if owner == kind and attribute == name else None

    return OwnMethod
