"""Finding a game: by its name in the library, as ``path/to/file.py:Class``, in a Gambit file; new rule files.

The modules beside a rule file: its imports find them first, and no other imports find them.
"""

import ast
import builtins
import hashlib
import importlib
import keyword
import linecache
import os
import pkgutil
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.resources import files
from importlib.util import spec_from_file_location
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import Any

from faceup.rules.contract import Game, Patience, Rules
from faceup.rules.errors import BESIDE, FaceupError, RulesError, UsageError, at_source, error_words, quoted
from faceup.rules.method_source import parse
from faceup.rules.names import did_you_mean, near_names
from faceup.rules.parameters import check_given, kinds, no_parameter, parameter_value, read_parameters
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
    nodes = list(ast.walk(parse(text)))
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


GAMBIT = ".efg"
OTHER_GAMBIT = (".nfg", ".gbt", ".agg", ".bagg")  # Gambit files that are not read
KINDS = (".py", GAMBIT)  # of files that hold games
YOURS = f"possible: rules in a file that ends in .py, or a tree in one of Gambit's that ends in {GAMBIT}"


def library_names() -> list[str]:
    """The names of all library games, in alphabetical order."""
    package = importlib.import_module("faceup.games")
    modules = [module.name for module in pkgutil.iter_modules(package.__path__)]
    return sorted(name.replace("_", "-") for name in modules if not name.endswith("_theory"))


#: Folders of the rule files loaded so far: an error raised there is the user's to mend.
rule_folders: set[str] = {str(Path(__file__).parent.parent / "games")}


def find_class(word: str) -> type[Rules]:
    """The rules class that GAME names; raises UsageError that says what is possible."""
    path, colon, class_name = word.rpartition(":")
    if colon and path.endswith(".py"):
        return class_in(load_file(Path(path)), class_name, word)
    if word.endswith(KINDS):
        return only_class_in(load_file(Path(word)), word)
    if word.lower().endswith(OTHER_GAMBIT):
        raise UsageError(
            f"{word!r} is not read; possible: of Gambit's files those of extensive games, which end in {GAMBIT}; "
            f"write the table of an .nfg file as a tree there, or as rules in Python"
        )
    names = library_names()
    if word in names:
        module = importlib.import_module("faceup.games." + word.replace("-", "_"))
        return only_class_in(module, word)
    if os.path.isdir(word):
        raise UsageError(f"{word!r} is a folder; {YOURS}")
    if os.path.isfile(word):
        raise UsageError(f"{word!r} is not a file of rules; {YOURS}")
    if os.path.isfile(f"{word}.py"):
        raise UsageError(f"no game {word!r} in the library; {word}.py is here, so use its file name")
    raise UsageError(
        f"no game {word!r}; {did_you_mean(word, names)}faceup games lists all {len(names)} of the library; "
        "your own: path/to/file.py, path/to/file.py:Class or path/to/file.efg"
    )


def find_game(word: str, parameters: tuple[str, ...] = ()) -> Game | Patience:
    """The game that GAME and ``name=value`` words name."""
    rules_class = find_class(word)
    instance: Game | Patience = _with_parameters(rules_class, read_parameters(rules_class, parameters))
    return instance


def rules_class_of(game: Any) -> type[Rules]:
    """The rules class of this name, or the class itself; raises UsageError for anything else."""
    if isinstance(game, str):
        return find_class(game)
    if isinstance(game, Game | Patience):
        raise UsageError(
            f"{game!r} already has parameters; possible: its class, as type(game), or its file or name, and the "
            "parameters beside it"
        )
    if not (isinstance(game, type) and issubclass(game, Game | Patience)):
        raise UsageError(f"{game!r} is not a game; possible: the name or the class of one, with parameters beside it")
    return game


def game(name: str | type[Rules], /, **parameters: Any) -> Any:
    """The game of this name, of ``path/to/file.py:Class``, of ``path/to/file.efg`` or of this class.

    Parameters are Python values as they are, or texts as a person types them: ``deck=100``, ``matthew="1-16"``.
    """
    rules_class = rules_class_of(name)
    parameter_kinds = kinds(rules_class)
    for key, value in parameters.items():
        if key not in parameter_kinds:
            raise no_parameter(rules_class, f"{key}={value}")
    values = {key: parameter_value(parameter_kinds[key], key, value) for key, value in parameters.items()}
    return _with_parameters(rules_class, values)


def _with_parameters(rules_class: Any, values: dict[str, Any]) -> Any:
    check_given(rules_class, values)
    return rules_class(**values)


def no_file(path: Path) -> UsageError:
    """The error for a file that is not there, with the nearest of its kind in that folder."""
    beside = {file.stem: file.name for file in path.parent.glob(f"*{path.suffix}") if file.is_file()}
    near = [str(path.with_name(beside[stem])) for stem in near_names(path.stem, beside)]
    return UsageError(f"no file {str(path)!r}" + "".join(f"; did you mean {name}?" for name in near))


def load_file(path: Path) -> ModuleType:
    """Load a user's file as a module: of rules, which import from their folder as if run, or of Gambit."""
    if path.is_dir():
        raise UsageError(f"{str(path)!r} is a folder; possible: a file")
    if not path.is_file():
        raise no_file(path)
    full = path.resolve()
    # The module's name carries the path, so that two files of one name never meet.
    name = f"faceup_file_{hashlib.sha256(str(full).encode()).hexdigest()[:12]}_{path.stem}"
    module = ModuleType(name)
    module.__file__ = str(full)
    sys.modules[name] = module
    try:
        # Compiled from the text at hand: Python's own bytecode cache looks at the time stamp to the second only.
        text = _text(full, path)
        neighbours = None
        if path.suffix == GAMBIT:
            _read_tree(module, path, text)
        else:
            neighbours = _run(module, path, text)
    except FaceupError:
        raise
    except SyntaxError as error:
        raise RulesError(f"{path}, line {error.lineno}: {at_source(error.msg, (error.text or '').strip())}") from None
    except (Exception, SystemExit) as error:
        lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == str(full)]
        source = linecache.getline(str(full), lines[-1]).strip() if lines else ""
        where = f", line {lines[-1]}" if lines else ""
        raise RulesError(f"{path}{where}: {at_source(error_words(error), source)}") from error
    _texts[name] = (full.name, text), neighbours
    return module


def _text(full: Path, path: Path) -> str:
    """The text of a file; raises UsageError with its name as sent if it is unreadable or no text."""
    try:
        return full.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"{str(path)!r} is not text in UTF-8, so it holds no game") from None
    except OSError as error:
        raise UsageError(f"{str(path)!r} cannot be read: {error.strerror or error}") from None


def _run(module: ModuleType, path: Path, text: str) -> Neighbours:
    """Run a rule file, which can import the modules beside it."""
    full = path.resolve()
    rule_folders.add(str(full.parent))
    neighbours = Neighbours(full)
    linecache.checkcache(str(full))
    vars(module)["__builtins__"] = neighbours.builtins
    with neighbours.findable():
        exec(compile(text, str(full), "exec"), module.__dict__)
    return neighbours


def _read_tree(module: ModuleType, path: Path, text: str) -> None:
    """Read a Gambit file, which needs no other file."""
    from faceup.library.gambit.played_tree import tree_class

    rules_class = tree_class(path, text)
    rules_class.__module__, module.__doc__ = module.__name__, rules_class.played.shape.tree.title
    setattr(module, rules_class.__name__, rules_class)


_texts: dict[str, tuple[tuple[str, str], Neighbours | None]] = {}


def texts_of(module: str) -> tuple[tuple[str, str], ...]:
    """The text of the file loaded under this module name, and the texts of its helpers with their paths."""
    if module not in _texts:
        return ()
    text, neighbours = _texts[module]
    return text, *sorted(neighbours.travelling(text[1]).items() if neighbours else ())


def classes_in(module: ModuleType) -> dict[str, type[Rules]]:
    classes: dict[str, type[Rules]] = {}
    for name, thing in vars(module).items():
        if isinstance(thing, type) and issubclass(thing, Game | Patience) and thing.__module__ == module.__name__:
            classes[name] = thing
    return classes


def class_in(module: ModuleType, name: str, word: str) -> type[Rules]:
    classes = classes_in(module)
    if name not in classes:
        raise UsageError(f"{word!r}: the file has no game {name!r}; it has {', '.join(classes) or 'none'}")
    return classes[name]


def only_class_in(module: ModuleType, word: str) -> type[Rules]:
    classes = classes_in(module)
    if not classes:
        raise UsageError(f"{word!r} holds no game; a game is a class, as class MyGame(Game) or class MyGame(Patience)")
    if len(classes) > 1:
        raise UsageError(f"{word!r} holds {len(classes)} games; say which as {word}:CLASS ({', '.join(classes)})")
    return next(iter(classes.values()))


PLACEHOLDER = "Beginning"


def class_name(path: Path) -> str:
    """The name of the game in a file: ``my_game.py`` has MyGame. Raises UsageError for an impossible file name."""
    words = re.split(r"[_\-\s]+", path.stem)
    name = "".join(word[:1].upper() + word[1:] for word in words)
    if path.suffix != ".py" or not name.isidentifier() or keyword.iskeyword(name):
        raise UsageError(f"{quoted(str(path))} cannot be a rule file; possible: a name like my_game.py")
    return name


def beginning(kind: str, name: str) -> str:
    """The text of a new rule file with a game of this name."""
    text = (files("faceup.library.beginnings") / f"{kind}.py").read_text(encoding="utf-8")
    return text.replace(f"class {PLACEHOLDER}(", f"class {name}(").replace(" A game to begin from.", "")
