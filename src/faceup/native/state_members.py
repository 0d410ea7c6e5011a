"""Properties and methods that the class of a state, or another of named tuples, has of its own, in compiled rules."""

import inspect
import types as python_types
from typing import Any

from numba import typeof
from numba.core import types
from numba.core.typing.templates import (
    infer_getattr,
    make_overload_attribute_template,
    make_overload_method_template,
)
from numba.extending import overload

from faceup.native.linking import told_of_named_tuples, typer

_registered: set[Any] = set()


def register_members(named_tuple: Any, kind: Any) -> None:
    """Make the properties and methods of a state's class known to the compiler, for this class and this type alone.

    Numba keeps members by kind of type, and all named tuples are of one kind: without care, one game's property would
    stand in for another's field of that name, in every process that meets both.
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


def _of_constants(named_tuple: Any, example: Any) -> None:
    """Of tuples of whole numbers, where there is no example."""
    whole = types.NamedUniTuple(types.int64, len(named_tuple._fields), named_tuple)
    register_members(named_tuple, whole if example is None else typeof(example))


told_of_named_tuples.append(_of_constants)


def _property(kind: Any, name: str, ready: Any) -> Any:
    template = make_overload_attribute_template(kind, name, ready)

    class OwnProperty(template):  # type: ignore[valid-type,misc]
        def __init__(self, context: Any) -> None:
            super().__init__(context)
            self.key = type(kind)  # templates of one very type would hide those of its kind, which know the fields

        def _resolve(self, asked: Any, attribute: str) -> Any:
            return super()._resolve(asked, attribute) if asked == kind else None

    return OwnProperty


def _method(kind: Any, name: str, ready: Any) -> Any:
    # What lowers a method is found by the kind of type and this name, which therefore has to be the class's own.
    own_name = f"{name} of {kind} {id(kind.instance_class)}"
    template = make_overload_method_template(type(kind), own_name, ready, inline="never")

    class OwnMethod(template):  # type: ignore[valid-type,misc]
        def _resolve(self, asked: Any, attribute: str) -> Any:
            return super()._resolve(asked, own_name) if asked == kind and attribute == name else None

    return OwnMethod
