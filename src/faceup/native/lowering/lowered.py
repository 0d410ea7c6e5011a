"""A function as the compiler gets it: the writer's own, with what the compiler lacks in plain loops and straight code."""

import ast
import builtins
import types
from collections.abc import Callable
from functools import cache
from typing import Any

from faceup.native.lowering.arithmetic import Arithmetic
from faceup.native.lowering.comprehensions import Comprehensions
from faceup.native.lowering.scopes import bound_in
from faceup.native.lowering.statements import Statements
from faceup.native.lowering.syntax import definition_of
from faceup.native.lowering.tree import CHECKED, UNSET
from faceup.native.lowering.tree import function as tree_function

OPERATIONS = ("add", "sub", "mul", "floordiv", "mod", "truediv", "pow", "lshift", "rshift", "neg", "abs", "word")


@cache
def lowered(function: types.FunctionType) -> types.FunctionType:
    """The function in lower terms: a copy, whose lines are those of the writer's file. Raises NoSource, Unlowered."""
    definition = definition_of(function)
    if isinstance(definition, ast.Lambda):
        body: list[ast.stmt] = [ast.copy_location(ast.Return(definition.body), definition)]
        definition = ast.copy_location(ast.FunctionDef("_lambda", definition.args, body, [], None, None), definition)
    definition.decorator_list = []
    definition.returns = None
    is_builtin = _builtins_of(function, definition)
    parts = lowered_definition(definition, is_builtin)
    return _made(function, parts)


_lowered: set[types.FunctionType] = set()


def is_lowered(function: types.FunctionType) -> bool:
    """Whether the function was made by lowering another."""
    return function in _lowered


def lowered_definition(definition: ast.FunctionDef, is_builtin: Callable[[str], bool]) -> list[ast.FunctionDef]:
    """The definition in lower terms, and before it the functions that were made of its expressions."""
    Statements().visit(definition)
    comprehensions = Comprehensions(definition, is_builtin)
    parts = [*comprehensions.lifted, comprehensions.visit(definition)]
    parts = [*comprehensions.lifted, parts[-1]]
    for part in parts:
        Arithmetic(is_builtin).visit(part)
        ast.fix_missing_locations(part)
    return parts


def _builtins_of(function: types.FunctionType, definition: ast.FunctionDef) -> Callable[[str], bool]:
    hidden = bound_in(definition) | set(function.__code__.co_freevars)

    def is_builtin(name: str) -> bool:
        own = function.__globals__.get(name, getattr(builtins, name, None))
        return name not in hidden and own is not None and own is getattr(builtins, name, None)

    return is_builtin


def _made(function: types.FunctionType, parts: list[ast.FunctionDef]) -> types.FunctionType:
    """The functions of these trees, in the place of the one that they stand for."""
    code = function.__code__
    names = list(code.co_freevars)
    # A name like __limit is another one inside a class, and a closure's names are found in the function around it.
    owner = function.__qualname__.rpartition(".")[0].rpartition(".")[2] or "_"
    around: ast.stmt = ast.ClassDef(owner if owner.isidentifier() else "_", [], [], [*parts], [])
    outer = tree_function("_outer", names, [around])
    module = ast.fix_missing_locations(ast.Module([outer], []))
    codes = _codes_in(compile(module, code.co_filename, "exec", dont_inherit=True))
    space = dict(function.__globals__)
    if any(name.startswith(CHECKED) for made in codes.values() for name in _names_in(made)):
        space |= operations()
    made: types.FunctionType | None = None
    cells = dict(zip(names, function.__closure__ or (), strict=True))
    for part in parts:
        closure = tuple(cells[name] for name in codes[part.name].co_freevars)
        made = types.FunctionType(codes[part.name], space, part.name, None, closure)
        made.__module__, made.__qualname__ = function.__module__, part.name
        _lowered.add(made)
        if part is not parts[-1]:
            space[part.name] = made
    assert made is not None
    made.__name__, made.__qualname__ = function.__name__, function.__qualname__
    made.__defaults__, made.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    return made


def _codes_in(module: types.CodeType) -> dict[str, types.CodeType]:
    """The functions' code, which lies in a class in a function in the module."""
    code = module
    for _ in range(2):
        code = next(constant for constant in code.co_consts if isinstance(constant, types.CodeType))
    return {constant.co_name: constant for constant in code.co_consts if isinstance(constant, types.CodeType)}


def _names_in(code: types.CodeType) -> list[str]:
    inner = [name for part in code.co_consts if isinstance(part, types.CodeType) for name in _names_in(part)]
    return [*code.co_names, *inner]


@cache
def operations() -> dict[str, Any]:
    """The checked operations, by the names that lowered code has for them."""
    from faceup.native.lowering import checked
    from faceup.native.lowering.unset import unset

    return {CHECKED + name: getattr(checked, name) for name in OPERATIONS} | {UNSET: unset}
