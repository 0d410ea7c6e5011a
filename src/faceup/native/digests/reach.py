"""The functions and values that a function can reach: the names in its code, and their meanings."""

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
    """Whether a module belongs to the standard library, and is no user's file of the same name."""
    file = getattr(sys.modules.get(module), "__file__", None)
    has_standard_name = module.partition(".")[0] in sys.stdlib_module_names
    return has_standard_name and (file is None or PurePath(file).is_relative_to(STANDARD))


def is_installed(module: str) -> bool:
    """Whether a module is an installed package, and no rule writer's file."""
    file = PurePath(getattr(sys.modules.get(module), "__file__", None) or "")
    return not {"site-packages", "dist-packages"}.isdisjoint(file.parts)


def is_part_of(module: str, packages: tuple[str, ...]) -> bool:
    """Whether a module is one of these packages or inside one."""
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def is_of_rules(function: types.FunctionType) -> bool:
    """Whether a function belongs to rules: it is outside faceup, or in a game of its library."""
    package, *rest = (function.__module__ or "").split(".")
    return package != "faceup" or rest[:1] == ["games"]


def codes_in(code: types.CodeType) -> list[types.CodeType]:
    """Return the code of a function and of all functions inside it."""
    codes = [code]
    for outer in codes:
        codes.extend(constant for constant in outer.co_consts if isinstance(constant, types.CodeType))
    return codes


def code_content(code: types.CodeType) -> tuple[bytes, tuple[Any, ...]]:
    """Return the instructions and constants of code, without its place in a file.

    From Python 3.13 on, the body of a class has a constant with its first line, which is left out.
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
    """Return the names of globals and attributes in the code of a function, each once."""
    return list(dict.fromkeys(name for part in codes_in(code) for name in part.co_names))


def reachable_values(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield the globals, closure variables and module attributes that a function's code names, with their values."""
    names = names_in(function.__code__)
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, types.ModuleType):
            yield from _values_in_module(name, value, names, {value.__name__})
        elif name in function.__globals__:
            yield name, value
    yield from cells_of(function)


def cells_of(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield the closure variables of a function, with their values."""
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield name, cell.cell_contents
        except ValueError:  # a cell that is still empty
            continue


def _values_in_module(
    place: str, module: types.ModuleType, names: list[str], visited: set[str]
) -> Iterator[tuple[str, Any]]:
    """Yield the values of these names in a module and in the modules that they name."""
    for name in names:
        value = vars(module).get(name)
        if isinstance(value, types.ModuleType):
            if value.__name__ not in visited and not is_standard(value.__name__):  # as in helper.other.name
                yield from _values_in_module(f"{place}.{name}", value, names, visited | {value.__name__})
        elif name in vars(module):
            yield f"{place}.{name}", value


def helpers_of(function: types.FunctionType) -> set[types.FunctionType]:
    """Return every plain function that this one can call, directly or not; also itself if it is recursive."""
    helpers: set[types.FunctionType] = set()
    todo = [function]
    while todo:
        for _, value in reachable_values(todo.pop()):
            helper = value.__wrapped__ if isinstance(value, CACHING) else value
            if isinstance(helper, types.FunctionType) and helper not in helpers:
                helpers.add(helper)
                todo.append(helper)
    return helpers
