"""Functions that call each other, in code that is kept on disk.

Of two such functions Numba makes one before the other is there, and lets it call that through a pointer which is set
once both are. The pointer is not in what is saved: loaded code would jump to nowhere (seen with 0.68). Here the pointer
becomes a part of the code as soon as both functions are, before that is optimised: the calls become plain ones.
"""

from typing import Any
from weakref import WeakValueDictionary

from llvmlite import binding, ir
from numba.core.codegen import JITCodeLibrary, RuntimeLinker

from faceup.native.generators import GivingBack

BYTES = ir.IntType(8).as_pointer()

_home: WeakValueDictionary[str, JITCodeLibrary] = WeakValueDictionary()  # of each function that is made


class _Whole(JITCodeLibrary):
    """The code of a function and of all that it calls."""

    def _optimize_final_module(self) -> None:
        module = self._final_module
        _home.update((name, self) for name in _defined(module, binding.Linkage.external))
        here: list[str] = []
        while names := [name for name in pending(module) if name in _home]:
            for name in names:
                module.link_in(binding.parse_assembly(_pointer(name)))
                if name not in _defined(module):
                    module.link_in(_home[name]._get_module_for_linking(), preserve=True)
            here += names
        for name in here:
            module.get_global_variable(RuntimeLinker.PREFIX + name).linkage = "internal"
        super()._optimize_final_module()


class WholeCompiler(GivingBack):
    """Numba's compiler, for a kernel and for what it calls."""

    def __init__(self, typing_context: Any, target_context: Any, library: Any, *others: Any) -> None:
        if library is None:
            library = _Whole(target_context.codegen(), "whole")
            library.enable_object_caching()
        super().__init__(typing_context, target_context, library, *others)


def pending(module: Any) -> list[str]:
    """The functions that code in this module calls through a pointer which is not in it."""
    declared = [variable.name for variable in module.global_variables if variable.is_declaration]
    return [name.removeprefix(RuntimeLinker.PREFIX) for name in declared if name.startswith(RuntimeLinker.PREFIX)]


def is_whole(module: Any) -> bool:
    """Whether a module holds all the compiled functions that it calls."""
    return not pending(module) and not any(
        function.is_declaration and function.name.startswith("_ZN") for function in module.functions
    )


def _defined(module: Any, linkage: Any = None) -> set[str]:
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
