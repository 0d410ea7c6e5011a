"""What the names in a function mean: Python's own functions, constants, helpers, parts of modules and classes."""

import ast
import builtins
import inspect
import types
from typing import Any

from faceup.native.constants import attribute
from faceup.native.lowering.scopes import Comprehension, bound_in, targets_of
from faceup.native.lowering.unlowered import Unlowered

MISSING: Any = object()


class Names:
    """The names around one function, those apart that it binds itself."""

    def __init__(self, function: types.FunctionType, definition: ast.FunctionDef) -> None:
        self.space = function.__globals__
        self.owner = function.__qualname__.rpartition(".")[0]
        inner = (targets_of(node) for node in ast.walk(definition) if isinstance(node, Comprehension))
        within = (bound_in(node) for node in ast.walk(definition) if isinstance(node, ast.FunctionDef | ast.Lambda))
        own = bound_in(definition).union(function.__code__.co_freevars)
        self.hidden = own.union(*inner, *within)
        self.refuse_second_meanings(definition, self.hidden - own)

    def refuse_second_meanings(self, definition: ast.FunctionDef, inner: set[str]) -> None:
        """Raise Unlowered where a name that is bound inside is also a function or a module that is used here."""
        for node in ast.walk(definition):
            used = node.func if isinstance(node, ast.Call) else node.value if isinstance(node, ast.Attribute) else None
            if isinstance(used, ast.Name) and used.id in inner:
                meaning = self.space.get(used.id, getattr(builtins, used.id, None))
                if callable(meaning) or isinstance(meaning, types.ModuleType):
                    raise Unlowered(node, f"{used.id}, a name of two things", "give the inner one another name")

    def value(self, node: ast.expr) -> Any:
        """What an expression of names and dots means, or MISSING where only the running function knows."""
        if isinstance(node, ast.Name):
            if node.id in self.hidden:
                return MISSING
            return self.space.get(node.id, getattr(builtins, node.id, MISSING))
        if isinstance(node, ast.Attribute):
            owner = self.value(node.value)
            try:
                return MISSING if owner is MISSING else attribute(owner, node.attr)
            except AttributeError:
                return MISSING
        return MISSING

    def is_generator(self, node: ast.expr) -> bool:
        """Whether an expression means a function of the rules that yields."""
        value = self.value(node)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            value = getattr(self.space.get(self.owner), node.attr, None)
        return inspect.isgeneratorfunction(value)

    def is_builtin(self, name: str) -> bool:
        """Whether a name means Python's own function."""
        own = self.value(ast.Name(name, ast.Load()))
        return own is not MISSING and own is getattr(builtins, name, MISSING)
