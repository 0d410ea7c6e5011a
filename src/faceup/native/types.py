"""Numba types for rules, states and piles: the plain text, handed whole to the compiler.

A rules object becomes a struct of its parameters; its methods, and every helper function they reach, become
overloads of the very same function objects, so that CPython and the compiler read one text.
"""

import inspect
import types as python_types
from typing import Any

from llvmlite import ir
from numba import njit
from numba.core import cgutils, types
from numba.extending import (
    NativeValue,
    intrinsic,
    make_attribute_wrapper,
    models,
    overload,
    overload_attribute,
    overload_method,
    register_model,
    typeof_impl,
    unbox,
)

from faceup.native.digest import reached, rules_digest
from faceup.rules import cards, pile
from faceup.rules.contract import Game, Patience, Rules
from faceup.rules.parameters import kinds


class RulesType(types.Type):
    """The compiled counterpart of one rules class; its name carries the digest of the rules."""

    def __init__(self, digest: str) -> None:
        self.digest = digest
        super().__init__(name=f"Rules<{digest}>")

    def __reduce__(self) -> Any:
        return (_rules_type_of_digest, (self.digest,))


_by_digest: dict[str, RulesType] = {}
_by_class: dict[type, RulesType] = {}
_twins: dict[Any, Any] = {}
_overloaded: set[Any] = set()


def _rules_type_of_digest(digest: str) -> RulesType:
    return _by_digest[digest]


def rules_type(rules_class: type) -> RulesType:
    """The Numba type of a rules class, registered at the first call."""
    if rules_class not in _by_class:
        _by_class[rules_class] = _register(rules_class)
    return _by_class[rules_class]


@typeof_impl.register(Rules)
def _typeof_rules(rules: Rules, context: Any) -> RulesType:
    return rules_type(type(rules))


def _register(rules_class: type) -> RulesType:
    digest = rules_digest(rules_class)
    own_type = type(f"{rules_class.__name__}Type", (RulesType,), {})
    numba_type: RulesType = own_type(digest)
    _by_digest[digest] = numba_type
    fields = [(name, types.boolean if kind is bool else types.int64) for name, kind in kinds(rules_class).items()]

    @register_model(own_type)
    class Model(models.StructModel):
        def __init__(self, manager: Any, frontend: Any) -> None:
            super().__init__(manager, frontend, fields)

    for name, _ in fields:
        make_attribute_wrapper(own_type, name, name)

    @unbox(own_type)
    def unbox_rules(typ: Any, source: Any, c: Any) -> NativeValue:
        struct = cgutils.create_struct_proxy(typ)(c.context, c.builder)
        for name, kind in fields:
            attribute = c.pyapi.object_getattr_string(source, name)
            setattr(struct, name, c.unbox(kind, attribute).value)
            c.pyapi.decref(attribute)
        return NativeValue(struct._getvalue(), is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))

    # A table's ends and tallies are in the kernel's frame, and in registers only where they are not handed on.
    options = {"forceinline": True} if issubclass(rules_class, Patience) else {}
    names = {name for cls in rules_class.__mro__ for name in vars(cls) if not name.startswith("__")}
    for name in sorted(names - {name for name, _ in fields}):
        # The default of choices hands on a generator, which Numba cannot; the moves themselves are the same.
        plain = "moves" if name == "choices" and getattr(rules_class, name) is Game.choices else name
        _register_member(own_type, name, inspect.getattr_static(rules_class, plain), options)
    return numba_type


def constants(rules: Rules) -> Any:
    """An intrinsic that gives these very rules whatever rules it is given: their parameters become constants."""
    numba_type = rules_type(type(rules))

    @intrinsic
    def fixed(typing_context: Any, given: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            struct = cgutils.create_struct_proxy(numba_type)(context, builder)
            for name, kind in kinds(type(rules)).items():
                word = types.boolean if kind is bool else types.int64
                setattr(struct, name, context.get_constant(word, getattr(rules, name)))
            return struct._getvalue()

        return numba_type(given), generate

    return fixed


def _register_member(own_type: type, name: str, member: Any, options: dict[str, bool]) -> None:
    if isinstance(member, staticmethod):
        plain = linked(member.__func__)
        signature = inspect.signature(plain)
        own = inspect.Parameter("self_", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        overload_method(own_type, name)(
            typer(_unbound(plain), signature.replace(parameters=[own, *signature.parameters.values()]))
        )
    elif isinstance(member, python_types.FunctionType):
        overload_method(own_type, name, jit_options=options)(typer(linked(member), inspect.signature(member)))
    elif isinstance(member, type) and hasattr(member, "_fields") and name != "Table":
        constant = state_maker(member)
        overload_attribute(own_type, name)(lambda self: lambda self: constant)
    elif isinstance(member, bool | int | float | tuple):
        value = member
        overload_attribute(own_type, name)(lambda self: lambda self: value)


def _unbound(function: Any) -> Any:
    """A static method as compiled code calls it: with the rules in front."""
    names = list(inspect.signature(function).parameters)
    space = {"function": njit(function)}
    exec(f"def call({', '.join(['self_', *names])}):\n    return function({', '.join(names)})", space)
    return space["call"]


def typer(function: Any, signature: inspect.Signature) -> Any:
    """Numba asks, with types, for the function to compile; the answer is always the plain function itself."""

    def typer(*arguments: Any) -> Any:
        return function

    typer.__signature__ = signature  # type: ignore[attr-defined]
    return typer


def linked(function: Any) -> Any:
    """A copy of the function in which every plain helper it reaches is replaced by that helper's compiled twin."""
    copy = _copy(function)
    _link(copy, function)
    return copy


def twin(value: Any) -> Any:
    """The compiled twin of a plain helper function; anything else as it is."""
    if not isinstance(value, python_types.FunctionType) or _is_primitive(value):
        return value
    if value not in _twins:
        copy = _copy(value)
        # Known before it is linked: a recursive helper finds its own twin, which is what lets Numba type recursion.
        _twins[value] = njit(copy)
        _link(copy, value)
    return _twins[value]


def _copy(function: Any) -> Any:
    cells = function.__closure__ and tuple(python_types.CellType() for _ in function.__closure__)
    copy = python_types.FunctionType(
        function.__code__, dict(function.__globals__), function.__name__, function.__defaults__, cells
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__annotations__ = function.__annotations__
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return copy


def _link(copy: Any, function: Any) -> None:
    for name, value in list(reached(function)):
        if name in copy.__globals__:
            copy.__globals__[name] = twin(value)
        elif "." in name and isinstance(value, python_types.FunctionType) and not _is_known(value):
            _overloaded.add(value)
            overload(value)(typer(linked(value), inspect.signature(value)))
    for mine, theirs in zip(copy.__closure__ or (), function.__closure__ or (), strict=True):
        mine.cell_contents = twin(theirs.cell_contents)


def _is_known(function: Any) -> bool:
    return function in _overloaded or _is_primitive(function)


def _is_primitive(function: Any) -> bool:
    return function in PRIMITIVES


def state_maker(named_tuple: Any) -> Any:
    """A compiled constructor of a state whose fields are all 64-bit integers, whatever the rules hand in."""
    fields = named_tuple._fields
    parts = ", ".join(f"int64({field})" for field in fields)
    space = {"State": named_tuple, "int64": types.int64}
    exec(f"def make({', '.join(fields)}):\n    return State({parts})", space)
    return njit(space["make"])


# --- bitsets: one machine instruction each ------------------------------------------------------------------------


def _instruction(name: str) -> Any:
    @intrinsic
    def call(typing_context: Any, word: Any) -> Any:
        if not isinstance(word, types.Integer):
            return None

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value = context.cast(builder, arguments[0], word, types.int64)
            if name == "ctpop":
                return builder.ctpop(value)
            return getattr(builder, name)(value, ir.Constant(ir.IntType(1), 0))

        return types.int64(word), generate

    return call


_popcount, _trailing, _leading = _instruction("ctpop"), _instruction("cttz"), _instruction("ctlz")

PRIMITIVES = (cards.size, cards.lowest, cards.highest, pile.turn_over)


@overload(cards.size, inline="always")
def _size(cards):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    return lambda cards: _popcount(cards)


@overload(cards.lowest, inline="always")
def _lowest(cards):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    return lambda cards: _trailing(cards)


@overload(cards.highest, inline="always")
def _highest(cards):  # type: ignore[no-untyped-def]  # Numba compares signatures, annotations too
    return lambda cards: 63 - _leading(cards)
