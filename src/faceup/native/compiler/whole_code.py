"""Compiled functions with unique names, each linked into one module with all that it calls.

Numba tells functions apart by name, types and a number that starts again in every process, and code loaded from disk
brings the names of the process that made it. The linker would take two functions of one name and number for one, and a
game would call the code of another (seen with 0.68). So names are made unique here.

A function that only compiled code calls is optimised and emitted inside its callers, not by itself. This saves a third
of the compile time.

Numba compiles mutually recursive functions one after the other, and lets the first call the second through a pointer
that is set later. The saved code lacks the pointer, so loaded code would jump to nowhere (seen with 0.68). Here the
pointer is resolved within the module before optimisation, and the calls become plain ones.
"""

import inspect
import secrets
from contextlib import suppress
from typing import Any
from weakref import WeakValueDictionary

import numba
from llvmlite import binding, ir
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen, RuntimeLinker
from numba.core.environment import lookup_environment
from numba.core.registry import cpu_target
from numba.core.runtime.nrt import rtsys


def require(part: Any, *arguments: str) -> None:
    """Raise ImportError unless this function of Numba, which is replaced or called here, has these parameters."""
    names = tuple(inspect.signature(part).parameters)
    if names != arguments:
        name = f"{part.__module__}.{part.__qualname__}"
        raise ImportError(
            f"numba {numba.__version__} is not one that faceup compiles rules with: {name} takes ({', '.join(names)}), "
            f"and not ({', '.join(arguments)}); install another version of it, or a newer faceup"
        )


def function_from(text: str, **meanings: Any) -> Any:
    """Return the function that a text defines, with these globals and a unique qualified name."""
    space = dict(meanings)
    exec(text, space)
    (name,) = space.keys() - meanings.keys() - {"__builtins__"}
    return unique(space[name])


def unique(function: Any) -> Any:
    """Give a function a unique qualified name; its plain name stays."""
    function.__qualname__ = f"{function.__qualname__}_{secrets.token_hex(8)}"
    return function


# Options of functions that only compiled code calls: no wrappers for Python or C are compiled.
NOT_FROM_PYTHON = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

BYTES = ir.IntType(8).as_pointer()

_home: WeakValueDictionary[str, JITCodeLibrary] = WeakValueDictionary()  # the library that defines each function


class _Whole(JITCodeLibrary):
    """The code of a function and of all that it calls; emitted once its address is needed."""

    _runs = False

    def get_pointer_to_function(self, name: str) -> int:
        if not self._runs:
            if not _defines(self._final_module, name):
                self._ensure_finalized()  # it may be called through a pointer alone
                return 0
            self._runs = True
            if self._finalized:
                self._optimize_final_module()
                self._finalize_final_module()
        return int(super().get_pointer_to_function(name))

    def _set_compiled_object(self, value: Any) -> None:
        self._runs = True  # loaded from disk
        super()._set_compiled_object(value)

    def _finalize_final_module(self) -> None:
        if self._runs:
            super()._finalize_final_module()
        self._finalized = True

    def _finalize_specific(self) -> None:
        super()._finalize_specific()
        for variable in self._final_module.global_variables:
            if environment := lookup_environment(variable.name):
                self._codegen.set_env(variable.name, environment)

    def _optimize_final_module(self) -> None:
        module = self._final_module
        _home.update((name, self) for name in _defined_names(module, binding.Linkage.external))
        linked: list[str] = []
        while names := [name for name in pending(module) if name in _home]:
            for name in names:
                module.link_in(binding.parse_assembly(_pointer(name)))
                if name not in _defined_names(module):
                    module.link_in(_home[name]._get_module_for_linking(), preserve=True)
            linked += names
        for name in linked:
            module.get_global_variable(RuntimeLinker.PREFIX + name).linkage = "internal"
        if self._runs:
            super()._optimize_final_module()


class _Codegen(JITCPUCodegen):
    _library_class = _Whole

    def set_env(self, name: str, environment: Any) -> None:
        """Set the environment of a function whose machine code exists; others get it when they are emitted."""
        if self._engine.get_global_value_address(name):
            super().set_env(name, environment)


rtsys.initialize(cpu_target.target_context)  # the runtime that all code calls must exist first
cpu_target.target_context.codegen().__class__ = _Codegen


def pending(module: Any) -> list[str]:
    """Return the functions that a module calls through a pointer which it does not define."""
    declared = [variable.name for variable in module.global_variables if variable.is_declaration]
    return [name.removeprefix(RuntimeLinker.PREFIX) for name in declared if name.startswith(RuntimeLinker.PREFIX)]


def is_whole(module: Any) -> bool:
    """Whether a module defines all the compiled functions that it calls."""
    return not pending(module) and not any(
        function.is_declaration and function.name.startswith("_ZN") for function in module.functions
    )


def _defines(module: Any, name: str) -> bool:
    with suppress(NameError):
        return not module.get_function(name).is_declaration
    return False


def _defined_names(module: Any, linkage: Any = None) -> set[str]:
    """Return the functions that a module defines, all or those of this linkage."""
    return {
        function.name
        for function in module.functions
        if not function.is_declaration and linkage in (None, function.linkage)
    }


def _pointer(name: str) -> str:
    """Return the text of a module that defines the pointer to this function."""
    module = ir.Module()
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), ()), name)
    pointer = ir.GlobalVariable(module, BYTES, RuntimeLinker.PREFIX + name)
    pointer.global_constant, pointer.initializer = True, function.bitcast(BYTES)
    return str(module)
