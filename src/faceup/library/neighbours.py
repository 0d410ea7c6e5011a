"""The modules beside a rule file: its imports find them first, and no other imports find them."""

import ast
import builtins
import linecache
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from faceup.rules.errors import BESIDE
from faceup.rules.texts import print_aside


class Neighbours(MetaPathFinder):
    """The modules beside one file, as first imported; later imports, inside rules, get the same.

    A file whose name is also that of an installed or standard module is no neighbour of itself: a ``random.py`` that
    imports ``random`` means Python's own.
    """

    def __init__(self, file: Path) -> None:
        self.folder, self.file = file.parent, file
        self.loaded: dict[str, ModuleType] = {}
        self.texts: dict[str, str] = {}  # of their files, each with its path below the folder
        self.builtins = {
            **vars(builtins),
            "__import__": self.import_module,
            "print": print_aside,
        }  # for code in the folder
        self.known_as = cache(self._module_name)

    def _module_name(self, top: str) -> str:
        """The name in ``sys.modules`` of the neighbour with this name; None if there is no such module."""
        if top == "faceup" or not any(map(Path.is_file, _files(self.folder, top))):
            return ""
        installed = top not in sys.builtin_module_names and PathFinder.find_spec(top)
        elsewhere = not installed or self.folder not in Path(installed.origin or "").parents
        reserved = top in sys.stdlib_module_names or (installed and elsewhere)
        if reserved and self.folder / f"{top}.py" == self.file:
            return ""
        return BESIDE + top if reserved else top

    def travelling(self, text: str) -> dict[str, str]:
        """The texts of the neighbours that rules need in another process: loaded ones, and imports at run time."""
        texts, todo = dict(self.texts), [text, *self.texts.values()]
        for each in todo:
            for top in _imports_of(each):
                for file in (self.folder / f"{top}.py", *sorted((self.folder / top).rglob("*.py"))):
                    path = file.relative_to(self.folder).as_posix()
                    if self.known_as(top) and path not in texts and file.is_file():
                        texts[path] = file.read_text(encoding="utf-8")
                        todo.append(texts[path])
        return texts

    def import_module(
        self,
        name: str,
        globals: Mapping[str, Any] | None = None,
        locals: Mapping[str, Any] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> ModuleType:
        """``__import__`` for the code of this folder."""
        top, dot, rest = name.partition(".")
        known_as = "" if level else self.known_as(top)
        if not (level or known_as):
            return builtins.__import__(name, globals, locals, fromlist or (), level)
        name = name if level else known_as + dot + rest
        module = self.loaded.get(name)
        if not level and module and all(hasattr(module, part) for part in fromlist or ()):
            return module if fromlist else self.loaded[known_as]
        with self.findable():
            return builtins.__import__(name, globals, locals, fromlist or (), level)

    @contextmanager
    def findable(self) -> Iterator[None]:
        """Make the modules of this folder importable inside, and no other folder's."""
        if self in sys.meta_path:
            yield
            return
        for name, _ in _helpers():
            del sys.modules[name]
        sys.modules.update(self.loaded)
        sys.meta_path.insert(0, self)
        try:
            yield
        finally:
            sys.meta_path.remove(self)
            for name, module in _helpers():
                if self.loaded.get(name) is not module and module.__file__:
                    file = Path(module.__file__)
                    self.texts[file.relative_to(self.folder).as_posix()] = file.read_text(encoding="utf-8")
                    self.loaded[name] = module

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> ModuleSpec | None:
        top, _, rest = fullname.partition(".")
        plain = top.removeprefix(BESIDE)
        if self.known_as(plain) != top:
            return None
        for place in map(Path, path or [self.folder]):
            if self.folder not in (place, *place.parents):
                continue
            for file in _files(place, rest.rpartition(".")[2] or plain):
                if file.is_file():
                    inside = [str(file.parent)] if file.name == "__init__.py" else None
                    loader = _TextLoader(fullname, str(file), self.builtins)
                    return spec_from_file_location(fullname, file, loader=loader, submodule_search_locations=inside)
        return None


def _imports_of(text: str) -> set[str]:
    """The top-level modules that a text imports."""
    nodes = list(ast.walk(ast.parse(text)))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}
    return {name.partition(".")[0] for name in names}


def _files(folder: Path, name: str) -> tuple[Path, Path]:
    return folder / f"{name}.py", folder / name / "__init__.py"


class _TextLoader(SourceFileLoader):
    """Compiles a helper from its text: Python's bytecode cache looks at the time stamp to the second only."""

    def __init__(self, fullname: str, path: str, names: dict[str, Any]) -> None:
        super().__init__(fullname, path)
        self.names = names

    def exec_module(self, module: ModuleType) -> None:
        vars(module)["__builtins__"] = self.names
        super().exec_module(module)

    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        linecache.checkcache(path)
        return self.source_to_code(self.get_data(path), path)


def _helpers() -> list[tuple[str, ModuleType]]:
    """The modules loaded from folders of rule files, by name."""
    modules = list(sys.modules.items())
    return [(name, module) for name, module in modules if isinstance(getattr(module, "__loader__", None), _TextLoader)]
