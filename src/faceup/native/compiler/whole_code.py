"""Functions with names of their own that are one piece of code with what they call; what Numba's inside must be for it.

Numba tells functions apart by name, types and a number that begins anew in every process; code loaded from disk brings
the names of the process that made it. Two functions of one name and number would be one to the linker: a game's code
would call another's (seen with 0.68).

What compiled code alone calls is optimised and becomes machine code where it is called, and not by itself before, which
nobody would run: that takes the compiler a third of its time.

Of two functions that call each other Numba makes one before the other is there, and lets it call that through a
pointer which is set once both are. The pointer is not in what is saved: loaded code would jump to nowhere (seen with
0.68). Here the pointer becomes a part of the code as soon as both functions are, before that is optimised: the calls
become plain ones.
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
    """Raise ImportError unless this function of the compiler takes arguments of these names."""
    names = tuple(inspect.signature(part).parameters)
    if names != arguments:
        name = f"{part.__module__}.{part.__qualname__}"
        raise ImportError(
            f"numba {numba.__version__} is not one that faceup compiles rules with: {name} takes ({', '.join(names)}), "
            f"and not ({', '.join(arguments)}); install another version of it, or a newer faceup"
        )


def function_from(text: str, **meanings: Any) -> Any:
    """The one function that a text defines, which reads these names, under a name of its own."""
    space = dict(meanings)
    exec(text, space)
    (name,) = space.keys() - meanings.keys() - {"__builtins__"}
    return unique(space[name])


def unique(function: Any) -> Any:
    """The function, with a qualified name of its own; its plain name stays."""
    function.__qualname__ = f"{function.__qualname__}_{secrets.token_hex(8)}"
    return function


# Options of functions that compiled code alone calls: what Python would need to call them is not compiled.
NOT_FROM_PYTHON = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

BYTES = ir.IntType(8).as_pointer()

_home: WeakValueDictionary[str, JITCodeLibrary] = WeakValueDictionary()  # of each function that is made


class _Whole(JITCodeLibrary):
    """The code of a function and of all that it calls; machine code once something asks where it begins."""

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
        """Tell machine code where a function's environment is; what is not machine code is told when it is."""
        if self._engine.get_global_value_address(name):
            super().set_env(name, environment)


rtsys.initialize(cpu_target.target_context)  # what all code calls is there before any
cpu_target.target_context.codegen().__class__ = _Codegen


def pending(module: Any) -> list[str]:
    """The functions that code in this module calls through a pointer which is not in it."""
    declared = [variable.name for variable in module.global_variables if variable.is_declaration]
    return [name.removeprefix(RuntimeLinker.PREFIX) for name in declared if name.startswith(RuntimeLinker.PREFIX)]


def is_whole(module: Any) -> bool:
    """Whether a module holds all the compiled functions that it calls."""
    return not pending(module) and not any(
        function.is_declaration and function.name.startswith("_ZN") for function in module.functions
    )


def _defines(module: Any, name: str) -> bool:
    with suppress(NameError):
        return not module.get_function(name).is_declaration
    return False


def _defined_names(module: Any, linkage: Any = None) -> set[str]:
    return {
        function.name
        for function in module.functions
        if not function.is_declaration and linkage in (None, function.linkage)
    }


def _pointer(name: str) -> str:
    """A module with the pointer to this function."""
    module = ir.Module()
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), ()), name)
    pointer = ir.GlobalVariable(module, BYTES, RuntimeLinker.PREFIX + name)
    pointer.global_constant, pointer.initializer = True, function.bitcast(BYTES)
    return str(module)
