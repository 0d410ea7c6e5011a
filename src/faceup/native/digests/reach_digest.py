"""The digest of everything that some values reach, taken in an order that is the same in every process.

Two rules keep an edit from being missed. A value that is not understood gives a digest that no other process computes.
And a name that is left out (most of a module, methods for people) counts as soon as counted code names it.
"""

import builtins
import copyreg
import dis
import enum
import hashlib
import io
import operator
import secrets
import sys
import types
from collections import deque
from collections.abc import Iterable, Mapping
from functools import cached_property
from random import Random
from typing import Any, NamedTuple, get_type_hints

from faceup.native.digests.reach import (
    CACHING,
    cells_of,
    code_content,
    codes_in,
    is_installed,
    is_part_of,
    is_standard,
    names_in,
)
from faceup.rules.contract import Rules

FOR_PEOPLE = {
    "board",
    "faces",
    "name",
    "player_names",
    "published",
    "quantities",
    "read",
    "scores",
    "show",
    "theory",
    "track",
}
MADE_BY_PYTHON = {
    *("__annotations__", "__builtins__", "__cached__", "__dict__", "__doc__", "__file__", "__firstlineno__"),
    *("__loader__", "__module__", "__name__", "__package__", "__path__", "__spec__", "__static_attributes__"),
    *("__weakref__", "_abc_impl", "_hashable_values_", "_unhashable_values_", "_value2member_map_"),
}
PLACES = {"__module__", "__name__"}  # the place of code, which is no part of its meaning
COMPILERS = ("llvmlite", "numba")
PACKAGES = (*COMPILERS, "numpy")  # known by name and version
ATOMS = (int, float, complex, str, bytes, bool, type(None), type(...), type(NotImplemented))
# Code that uses these can reach values that it does not name.
BY_NAME: list[Any] = [getattr, hasattr, vars, dir, globals, locals, eval, exec, compile, get_type_hints]
BY_NAME += [operator.attrgetter, operator.methodcaller]
SPACES = {"__dict__", "__getattribute__", "__globals__", "__subclasses__"}
# Values from these modules depend on more than the rules.
OUTSIDE = ("_io", "gc", "importlib", "inspect", "io", "nt", "os", "pathlib", "pkgutil", "posix", "runpy", "sys")
OPENING = ("__import__", "breakpoint", "input", "open")
HEAP_TYPE = 1 << 9
COPIED_BY = ("__getnewargs__", "__getnewargs_ex__", "__getstate__", "__reduce__", "__reduce_ex__")
SLOTS = (types.GetSetDescriptorType, types.MemberDescriptorType)
METHODS = (types.ClassMethodDescriptorType, types.MethodDescriptorType, types.WrapperDescriptorType)


class Space(NamedTuple):
    """A namespace of which only those names count that occur in counted code."""

    place: int
    names: Mapping[str, Any]
    module: str = ""  # the name of this module, if the writer of the rules did not write it
    unnamed: bool = False  # it counts only if code can reach what it does not name


class ReachDigest:
    """A walk over all that values reach; objects of ``known_packages`` are known by their names."""

    def __init__(self, values: Iterable[Any], known_packages: tuple[str, ...], inside: tuple[Any, ...] = ()) -> None:
        self.known_packages = (*known_packages, *PACKAGES)
        self.inside = inside  # the sets whose items are being sorted now
        self.lasts = True  # whether every process computes the same digest
        self.names: set[str] = set()  # the names in counted code
        self.all_names = False  # whether counted code can reach what it does not name
        self._hash = hashlib.sha256()
        self._places: dict[int, int] = {}
        self._alive: list[Any] = []  # keeps objects alive, so that no other object gets the same id
        self._waiting: deque[Any] = deque()
        self._spaces: list[tuple[Space, set[str]]] = []
        for value in values:
            self.add_value(value)
        while self._waiting or self._add_named():
            while self._waiting:
                self._look_into(self._waiting.popleft())

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()[:32]

    @property
    def names_left_out(self) -> set[str]:
        """The names of rules that were left out, since they are for people alone."""
        return set() if self.all_names else FOR_PEOPLE - self.names

    def hash_words(self, *words: Any) -> None:
        self._hash.update(repr(words).encode())

    def does_not_last(self) -> None:
        self.lasts = False
        self.hash_words("unknown", secrets.token_hex())

    def add_values(self, what: Any, *values: Any) -> None:
        self.hash_words(what, len(values))
        for value in values:
            self.add_value(value)

    def add_value(self, value: Any) -> None:
        """Hash data at once; queue an object that may refer to itself."""
        kind = type(value)
        if kind is int:
            self.hash_words("int", hex(value))  # of any size
        elif kind in ATOMS:
            self.hash_words(kind.__name__, value)
            if kind is str and value not in MADE_BY_PYTHON:
                self.names.add(value)
        elif kind is tuple:
            self.add_values("tuple", *value)
        elif id(value) in self._places:
            self.hash_words("again", self._places[id(value)])
        else:
            self._places[id(value)] = len(self._alive)
            self._alive.append(value)
            self._waiting.append(value)
            self.hash_words("later")

    def _add_named(self) -> bool:
        """Add the values of names that counted code names by now; whether there were any."""
        more = False
        for space, added in self._spaces:
            names = set() if space.unnamed else (self.names & space.names.keys()) - PLACES
            if self.all_names and not space.module:
                names |= space.names.keys() - MADE_BY_PYTHON
            for name in sorted(names - added):
                more = True
                added.add(name)
                value = space.names[name]
                if is_part_of(space.module, OUTSIDE) and type(value) not in ATOMS:
                    self.does_not_last()
                else:
                    self.add_values(("named", space.place, name), value)
        return more

    def space(self, place: int, names: Mapping[str, Any], module: str = "", unnamed: bool = False) -> None:
        self._spaces.append((Space(place, names, module, unnamed), set()))

    def _look_into(self, value: Any) -> None:
        """Hash what a value consists of."""
        place = self._places[id(value)]
        if isinstance(value, types.FunctionType):
            self.function(value, place)
        elif isinstance(value, type):
            self.class_(value, place)
        elif isinstance(value, types.ModuleType):
            self.module(value, place)
        elif isinstance(value, types.CodeType):
            self.code(value)
        elif isinstance(value, types.BuiltinFunctionType):
            self.builtin(value)
        elif type(value) is list:
            self.add_values("list", *value)
        elif type(value) is dict or isinstance(value, types.MappingProxyType):
            self.pairs(value)
        elif isinstance(value, set | frozenset):
            self.items(value)
        elif isinstance(value, types.MethodType):
            self.add_values("method", value.__func__, value.__self__)
        elif isinstance(value, types.MethodWrapperType):
            self.add_values(("method", value.__name__), value.__self__)
        elif isinstance(value, staticmethod | classmethod):
            self.add_values(type(value).__name__, value.__func__)
        elif type(value) is property:
            self.add_values("property", value.fget, value.fset, value.fdel)
        elif type(value) is cached_property:
            self.add_values("cached_property", value.func)
        elif isinstance(value, CACHING):  # a function under functools.cache
            self.add_values("cached", value.__wrapped__)
        elif isinstance(value, types.CellType):
            self.add_values("cell", *_content(value))
        elif isinstance(value, (*SLOTS, *METHODS)):
            self.add_values(("descriptor", value.__name__), value.__objclass__)
        elif isinstance(value, enum.Enum):
            self.add_values("member", type(value))
            self.attributes(value.__dict__)
        else:
            self.instance(value)

    # Code

    def code(self, code: types.CodeType) -> None:
        """Hash a code object without its place in a file."""
        self.hash_words(
            code.co_name, code.co_varnames, code.co_names, code.co_freevars, code.co_cellvars, code.co_flags
        )
        instructions, constants = code_content(code)
        self.hash_words(code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, instructions.hex())
        self.hash_words(code.co_exceptiontable.hex(), len(constants))
        self.names.update(code.co_names)
        self.all_names = self.all_names or not SPACES.isdisjoint(code.co_names)
        for constant in constants:
            if isinstance(constant, types.CodeType):
                self.code(constant)
            else:
                self.add_value(constant)
                self.names.update([constant] if isinstance(constant, str) else [])

    def function(self, function: types.FunctionType, place: int) -> None:
        """Hash a function: by its name if it is faceup's or the standard library's, else by its code."""
        module = str(function.__globals__.get("__name__"))  # what __module__ is, functools.wraps may have changed
        cells = [value for _, value in cells_of(function)]
        is_named = is_part_of(module, self.known_packages) or is_standard(module)
        if is_named:
            self.from_module(function, module)
            self.hash_words("own", module, function.__qualname__)
        else:
            self.code(function.__code__)
            for name in names_in(function.__code__):
                if name in function.__globals__ and name not in PLACES:
                    self.add_values(("global", name), function.__globals__[name])
                elif name in vars(builtins):
                    self.built_in(name, function)
            self.imports(function)
            self.space(place, {"__annotations__": function.__annotations__, "__doc__": function.__doc__})
            if not is_installed(module):
                self.space(place, function.__globals__, unnamed=True)
        if cells or not is_named:
            self.add_values("around", cells, function.__defaults__, function.__kwdefaults__, function.__dict__)

    def built_in(self, name: str, function: types.FunctionType) -> None:
        """Hash a builtin name in a function, which may also be the name of an attribute."""
        self.from_module(vars(builtins)[name], "builtins")
        if name in OPENING:
            words = (word for code in codes_in(function.__code__) for word in dis.get_instructions(code))
            if any(word.argval == name and word.opname in ("LOAD_GLOBAL", "LOAD_NAME") for word in words):
                self.does_not_last()

    def imports(self, function: types.FunctionType) -> None:
        """Hash the modules that a function imports when it runs."""
        for code in codes_in(function.__code__):
            if dis.opmap["IMPORT_NAME"] not in code.co_code[::2]:
                continue
            constants: list[Any] = []
            for word in dis.get_instructions(code):
                if word.opname == "LOAD_CONST":
                    constants.append(word.argval)
                elif word.opname == "IMPORT_NAME":
                    level, names = constants[-2:]
                    importer = function.__builtins__["__import__"]
                    try:
                        self.add_value(importer(word.argval, function.__globals__, {}, names, level))
                    except Exception:  # whatever a module raises that is imported
                        self.hash_words("not there", word.argval)

    def builtin(self, function: Any) -> None:
        """Hash a function that is not written in Python, or a method of a builtin type such as ``table.get``."""
        owner, module = function.__self__, function.__module__ or ""
        if owner is not None and not isinstance(owner, types.ModuleType):
            self.add_values(("builtin", function.__name__), owner)
            return
        self.from_module(function, module)
        self.hash_words("builtin", module, function.__qualname__)
        is_opening = any(function is vars(builtins)[name] for name in OPENING)
        if is_opening or not (is_standard(module) or is_part_of(module, self.known_packages)):
            self.does_not_last()

    def from_module(self, value: Any, module: str) -> None:
        """Note what it means that code reaches a value of this module, which is known by its name."""
        self.all_names = self.all_names or any(value is one for one in BY_NAME)
        if is_part_of(module, OUTSIDE):
            self.does_not_last()

    # Classes and modules

    def class_(self, cls: type, place: int) -> None:
        """Hash a class: by its name if it is known, else by its bases and members."""
        if self.is_known(cls):
            self.from_module(cls, cls.__module__)
            self.hash_words("own", cls.__module__, cls.__qualname__)
            return
        self.add_values(("class", cls.__qualname__), type(cls), *cls.__bases__)
        members = dict(vars(cls))
        left_out = MADE_BY_PYTHON | (FOR_PEOPLE if issubclass(cls, Rules) else set())
        self.space(place, {name: members.pop(name) for name in left_out & members.keys()})
        for name, value in sorted(members.items()):
            if type(value).__name__ != "_tuplegetter":  # the fields of a NamedTuple are known already, by their names
                self.add_values(("member", name), value)
        for name, kind in vars(cls).get("__annotations__", {}).items():
            self.add_values(("annotation", name), kind, *_meanings(kind, cls.__module__))

    def is_known(self, cls: type) -> bool:
        """Whether a class is known by its name."""
        if not cls.__flags__ & HEAP_TYPE:
            return True
        if not (is_part_of(cls.__module__, self.known_packages) or is_standard(cls.__module__)):
            return False
        resolved: Any = sys.modules.get(cls.__module__)
        for name in cls.__qualname__.split("."):
            resolved = getattr(resolved, name, None)
        return resolved is cls  # a class made at run time is not known by its name

    def module(self, module: types.ModuleType, place: int) -> None:
        """Hash a module: by its name if it is known, else by its members."""
        name, members = module.__name__, vars(module)
        if is_part_of(name, self.known_packages):
            self.hash_words("own", name, str(members.get("__version__")))
        elif is_standard(name):
            self.hash_words("own", name)
            self.space(place, members, name)
        else:
            self.add_values("module", type(module), members.get("__getattr__"))
            self.space(place, members, name if is_installed(name) else "")

    # Data

    def pairs(self, value: Mapping[Any, Any]) -> None:
        if "__build_class__" in value:  # everything that Python knows
            self.does_not_last()
        else:
            self.add_values("dict", *value.keys(), *value.values())

    def items(self, value: Any) -> None:
        """Add the items in the order of their digests, since the order of a set differs between processes."""
        if any(value is outer for outer in self.inside):
            self.hash_words("inside")
            return
        inside, known_packages = (*self.inside, value), tuple(set(self.known_packages) - set(PACKAGES))
        ordered = sorted(
            value,
            key=lambda item: repr(item) if _is_plain(item) else ReachDigest((item,), known_packages, inside).digest,
        )
        self.add_values("set", type(value), getattr(value, "__dict__", None), *ordered)

    def instance(self, value: Any) -> None:
        """Add any other object: its class, and the parts from which Python would copy it."""
        kind = type(value)
        if is_part_of(kind.__module__, COMPILERS) and hasattr(value, "py_func"):  # a function that its author compiled
            self.add_values(("compiled", sorted(map(repr, value.targetoptions.items()))), value.py_func)
        elif is_part_of(kind.__module__, (*COMPILERS, *self.known_packages)) and not is_part_of(
            kind.__module__, ("faceup.rules", "numpy")
        ):
            self.hash_words("own", kind.__qualname__, repr(value))
        elif is_part_of(kind.__module__, ("numpy",)) and hasattr(value, "__name__"):
            self.hash_words("own", kind.__qualname__, value.__name__)
        elif isinstance(value, Random | io.IOBase):
            self.does_not_last()
        else:
            try:
                parts = _parts_of_copy(value)
            except Exception:  # not understood, so no digest lasts, and such rules are compiled each time
                self.does_not_last()
            else:
                self.add_values("instance", kind)
                self.attributes(getattr(value, "__dict__", {}))
                for part in parts:
                    if isinstance(part, dict):
                        self.attributes(part)
                    else:
                        self.add_value(part)

    def attributes(self, values: Mapping[str, Any]) -> None:
        """Add the attributes of an object; their names do not make anything else count."""
        self.hash_words("attributes", *values)
        for name, value in values.items():
            if name not in PLACES:
                self.add_value(value)


def _content(cell: types.CellType) -> list[Any]:
    try:
        return [cell.cell_contents]
    except ValueError:
        return []


def _meanings(kind: Any, module: str) -> list[Any]:
    """Return the values of the names in an annotation that is a text."""
    if not isinstance(kind, str):
        return []
    space = vars(sys.modules.get(module, builtins))
    try:
        return [space[name] for name in names_in(compile(kind, "", "eval")) if name in space]
    except SyntaxError:
        return []


def _parts_of_copy(value: Any) -> list[Any]:
    """Return the parts from which Python would copy an object; raises TypeError if its class overrides copying."""
    reducer = copyreg.dispatch_table.get(type(value))
    for cls in type(value).__mro__:
        for name in COPIED_BY:
            method = vars(cls).get(name)
            if isinstance(method, types.FunctionType) and not is_standard(str(method.__globals__.get("__name__"))):
                raise TypeError(f"{cls} has {name} of its own")
    reduced: Any = reducer(value) if reducer else value.__reduce_ex__(4)
    if isinstance(reduced, str):
        return [reduced]
    maker, arguments, state, *items = (*reduced, None)[:6]
    states = state if isinstance(state, tuple) and len(state) == 2 else (state,)  # the second holds the slots
    return [maker, arguments, *states, *(list(part) if part else part for part in items)]


def _is_plain(value: Any) -> bool:
    return type(value) in ATOMS or (type(value) is tuple and all(map(_is_plain, value)))
