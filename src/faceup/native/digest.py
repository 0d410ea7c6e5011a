"""A digest of everything the rules say: their code, and that of every helper they reach.

Compiled code is cached under this digest, so a changed rule, helper or constant can never run old code. It is taken
from the code objects, not from file times: nothing is missed, and a comment costs no compilation.
"""

import hashlib
import os
import secrets
import sys
import types
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from pathlib import PurePath
from typing import Any

from faceup.rules.contract import Game, Patience, Rules

FOR_PEOPLE = ("board", "name", "published", "quantities", "read", "show", "theory")  # no part of how a game is played
STANDARD = PurePath(os.__file__).parent
# Whose names are enough: the contract and its helpers are part of the digest of faceup's own sources.
OWN = ("faceup.rules",)
TOOLS = (*OWN, "faceup.native", "numba", "numpy")  # for kernels: what ``toolchain`` covers


def is_standard(module: str) -> bool:
    """Whether this is a part of the standard library, and not a user's file of the same name."""
    file = getattr(sys.modules.get(module), "__file__", None)
    named_so = module.partition(".")[0] in sys.stdlib_module_names
    return named_so and (file is None or PurePath(file).is_relative_to(STANDARD))


class _Digest:
    def __init__(self, own: tuple[str, ...] = OWN) -> None:
        self.own = own
        self.hash = hashlib.sha256()
        self.lasts = True  # whether another process would come to the same
        self.seen: dict[int, int] = {}

    def say(self, *words: Any) -> None:
        self.hash.update(repr(words).encode())

    def thing(self, value: Any) -> None:
        if id(value) in self.seen and not isinstance(value, int | float | str | bytes | bool | None):
            self.say("again", self.seen[id(value)])
            return
        self.seen[id(value)] = len(self.seen)
        if isinstance(value, int | float | str | bytes | Fraction | None):
            self.say(type(value).__name__, value)
        elif isinstance(value, tuple | list):
            self.say(type(value).__name__, len(value))
            for item in value:
                self.thing(item)
        elif isinstance(value, set | frozenset):
            self.say("set", sorted(map(repr, value)))
        elif isinstance(value, dict):
            self.say("dict", len(value))
            for key, item in value.items():
                self.thing(key)
                self.thing(item)
        elif isinstance(value, staticmethod | classmethod):
            self.thing(value.__func__)
        elif isinstance(value, property):
            self.thing(value.fget)
        elif isinstance(value, cached_property):
            self.thing(value.func)
        elif isinstance(value, types.CodeType):
            self.code(value)
        elif isinstance(value, types.FunctionType):
            self.function(value)
        elif isinstance(value, type):
            self.type(value)
        elif isinstance(value, types.ModuleType | types.BuiltinFunctionType) or type(value).__module__ == "typing":
            self.say("known", type(value).__qualname__, getattr(value, "__name__", ""))
        elif isinstance(value, range):
            self.say(repr(value))
        elif hasattr(value, "py_func"):  # a function that its author compiled
            self.thing(value.py_func)
        elif hasattr(value, "__wrapped__"):  # one that remembers its answers, say
            self.thing(value.__wrapped__)
        elif self.is_own(type(value)):
            self.say("own", type(value).__qualname__, repr(value))
        else:  # of what is not understood no digest is stable: such rules are compiled anew each time
            self.lasts = False
            self.say("unknown", secrets.token_hex())

    def is_own(self, thing: Any) -> bool:
        """Whether the name of a class or function is enough."""
        module = thing.__module__ or ""  # of what was made of a text there is none
        return any(module == name or module.startswith(f"{name}.") for name in self.own)

    def code(self, code: types.CodeType) -> None:
        self.say(code.co_name, code.co_varnames, code.co_names, code.co_freevars, code.co_flags, code.co_code.hex())
        self.say(code.co_exceptiontable.hex())
        for constant in code.co_consts:
            self.thing(constant)

    def function(self, function: types.FunctionType) -> None:
        if self.is_own(function):
            self.say("own", function.__module__, function.__qualname__)
            return
        self.code(function.__code__)
        self.thing(function.__defaults__)
        self.thing(function.__kwdefaults__)
        for _, value in reached(function):
            self.thing(value)

    def type(self, cls: type) -> None:
        if self.is_own(cls) or is_standard(cls.__module__):
            self.say("own", cls.__module__, cls.__qualname__)
            return
        self.say("class", cls.__name__, getattr(cls, "_fields", ()), sorted(getattr(cls, "__annotations__", ())))
        for base in cls.__bases__:
            self.thing(base)
        for name, value in sorted(vars(cls).items()):
            # The fields of a NamedTuple are known already, by their names.
            made_by_python = name.startswith("__") and not isinstance(value, types.FunctionType)
            if not made_by_python and name not in FOR_PEOPLE and type(value).__name__ != "_tuplegetter":
                self.say(name)
                self.thing(value)


def reached(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """Each global, closure variable and module attribute that the function's code names, with its value."""
    names: list[str] = []
    codes = [function.__code__]
    for code in codes:
        names.extend(code.co_names)
        codes.extend(constant for constant in code.co_consts if isinstance(constant, types.CodeType))
    for name in dict.fromkeys(names):
        value = function.__globals__.get(name)
        if isinstance(value, types.ModuleType):
            yield from _reached_in(name, value, names)
        elif name in function.__globals__:
            yield name, value
    if function.__closure__:
        for name, cell in zip(function.__code__.co_freevars, function.__closure__, strict=True):
            try:
                yield name, cell.cell_contents
            except ValueError:  # a cell that is still empty
                continue


def _reached_in(name: str, module: types.ModuleType, names: list[str]) -> Iterator[tuple[str, Any]]:
    for attribute in dict.fromkeys(names):
        value = getattr(module, attribute, None)
        if isinstance(value, types.ModuleType):
            if value.__name__.startswith(module.__name__ + "."):  # a package's part, as in package.module.name
                yield from _reached_in(f"{name}.{attribute}", value, names)
        elif hasattr(module, attribute):
            yield f"{name}.{attribute}", value


def rules_digest(rules_class: type) -> str:
    """The digest of a rules class, in hexadecimal; parameters have no part in it."""
    digest = _Digest()
    for cls in rules_class.__mro__:
        if cls in (Game, Patience, Rules, object):
            continue
        digest.thing(cls)
    return digest.hash.hexdigest()[:32]


def digest_of(values: Any) -> str:
    """The digest of functions, or of anything a rule can reach, in hexadecimal."""
    digest = _Digest()
    digest.thing(values)
    return digest.hash.hexdigest()[:32]


def lasts(*values: Any) -> bool:
    """Whether the digest of these is the same in every process: all that they reach is understood."""
    digest = _Digest()
    digest.thing(values)
    return digest.lasts


def kernel_digest(*parts: Any) -> str:
    """The digest of an engine's loop and of what it is given, in hexadecimal."""
    digest = _Digest(TOOLS)
    digest.thing(parts)
    return digest.hash.hexdigest()[:32]


def helpers_of(function: types.FunctionType) -> set[types.FunctionType]:
    """Every plain helper function that this one can come to call, itself too where it recurs."""
    found: set[types.FunctionType] = set()
    todo = [function]
    while todo:
        for _, value in reached(todo.pop()):
            if isinstance(value, types.FunctionType) and value not in found:
                found.add(value)
                todo.append(value)
    return found


def has_mutual_recursion(rules_class: type) -> bool:
    """Whether two different helpers of the rules call each other, directly or round about."""
    methods = [value for cls in rules_class.__mro__ for value in vars(cls).values()]
    plain = {value for value in methods if isinstance(value, types.FunctionType)}
    helpers = {helper for function in plain for helper in helpers_of(function)}
    below = {helper: helpers_of(helper) for helper in helpers}
    return any(one is not other and one in below[other] for one in helpers for other in below[one])
