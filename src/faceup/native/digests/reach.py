"""What a function can come to call or read: the names in its code, and what they mean."""

import dis
import functools
import os
import sys
import types
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

STANDARD = PurePath(os.__file__).parent
CACHING = type(functools.cache(lambda: None))
LINE = "__firstlineno__"


def is_standard(module: str) -> bool:
    """Whether this is a part of the standard library, and not a user's file of the same name."""
    file = getattr(sys.modules.get(module), "__file__", None)
    has_standard_name = module.partition(".")[0] in sys.stdlib_module_names
    return has_standard_name and (file is None or PurePath(file).is_relative_to(STANDARD))


def is_installed(module: str) -> bool:
    """Whether this lies where packages are installed, and not among a writer's files."""
    file = PurePath(getattr(sys.modules.get(module), "__file__", None) or "")
    return not {"site-packages", "dist-packages"}.isdisjoint(file.parts)


def is_part_of(module: str, packages: tuple[str, ...]) -> bool:
    """Whether a module is one of these packages, or lies in one."""
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def is_of_rules(function: types.FunctionType) -> bool:
    """Whether a function lies outside of faceup, or in a game of its library."""
    package, *rest = (function.__module__ or "").split(".")
    return package != "faceup" or rest[:1] == ["games"]


def codes_in(code: types.CodeType) -> list[types.CodeType]:
    """The code of a function and of what is defined in it."""
    codes = [code]
    for outer in codes:
        codes.extend(constant for constant in outer.co_consts if isinstance(constant, types.CodeType))
    return codes


def code_content(code: types.CodeType) -> tuple[bytes, tuple[Any, ...]]:
    """What code does, and with which constants, wherever it lies in its file.

    From Python 3.13 on a class's body has a constant that says in which line it begins.
    """
    if LINE not in code.co_names:
        return code.co_code, code.co_consts
    words = [word for word in dis.get_instructions(code) if word.opname != "EXTENDED_ARG"]
    instructions: list[Any] = []
    constants = []
    for word, after in zip(words, (*words[1:], None), strict=True):
        if after and after.opname == "STORE_NAME" and after.argval == LINE:
            continue
        if word.opcode in dis.hasconst:
            constants.append(word.argval)
            instructions.append(word.opname)
        else:
            instructions.append((word.opname, word.arg))
    return repr(instructions).encode(), tuple(constants)


def names_in(code: types.CodeType) -> list[str]:
    """The globals and attributes that a function's code names, each once."""
    return list(dict.fromkeys(name for part in codes_in(code) for name in part.co_names))


def reachable_values(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """Each global, closure variable and module attribute that the function's code names, with its value."""
    names = names_in(function.__code__)
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, types.ModuleType):
            yield from _values_in_module(name, value, names, {value.__name__})
        elif name in function.__globals__:
            yield name, value
    yield from cells_of(function)


def cells_of(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """The variables that a function has from the one around it, with their values."""
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield name, cell.cell_contents
        except ValueError:  # a cell that is still empty
            continue


def _values_in_module(
    place: str, module: types.ModuleType, names: list[str], visited: set[str]
) -> Iterator[tuple[str, Any]]:
    for name in names:
        value = vars(module).get(name)
        if isinstance(value, types.ModuleType):
            if value.__name__ not in visited and not is_standard(value.__name__):  # as in helper.other.name
                yield from _values_in_module(f"{place}.{name}", value, names, visited | {value.__name__})
        elif name in vars(module):
            yield f"{place}.{name}", value


def helpers_of(function: types.FunctionType) -> set[types.FunctionType]:
    """Every plain helper function that this one can come to call, itself too where it recurs."""
    helpers: set[types.FunctionType] = set()
    todo = [function]
    while todo:
        for _, value in reachable_values(todo.pop()):
            helper = value.__wrapped__ if isinstance(value, CACHING) else value
            if isinstance(helper, types.FunctionType) and helper not in helpers:
                helpers.add(helper)
                todo.append(helper)
    return helpers
