"""The digests of faceup's own code: every folder is seen where it matters, comments are seen nowhere."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import faceup
from faceup.library.finding import find_class
from faceup.native.digests.digest import lasts, rules_digest

from .library import one_in
from .ways import WAYS

SOURCE = Path(faceup.__file__).parent
# Folders with the digests that see them: what changes no compiled code, numbered game or solved figure is in none.
SEEN_BY = {
    "": set(),
    "rules": {"compiled", "figures", "tables"},
    "numbers": {"figures", "tables"},
    "native": {"compiled", "figures", "tables"},
    **{f"native/{room}": {"compiled", "figures", "tables"} for room in ("compiler", "digests", "lanes", "operations")},
    **{f"native/{room}": {"compiled", "figures", "tables"} for room in ("lowering", "lowering/forms")},
    "engines": set(),
    **{f"engines/{room}": {"figures", "tables"} for room in ("model", "graph")},
    **{f"engines/{room}": {"figures"} for room in ("exact", "hidden", "mcts", "simulate", "chain", "solve")},
    "engines/solve/induction": {"figures", "tables"},
    **{f"engines/solve/{room}": {"figures"} for room in ("search", "cyclic", "seats", "hidden")},
    "engines/simulate/kernels": {"figures"},
    "engines/sweep": set(),  # but for one file
    "engines/explain": {"strategies"},
    "engines/doctor": set(),
    "engines/same": set(),
    "games": set(),  # in the digest of each game
    **{folder: set() for folder in ("library", "library/beginnings", "library/gambit", "interchange")},
    **{f"results/{room}": set() for room in ("answers", "documents", "reviews", "samples", "scene", "sentences")},
    **{folder: set() for folder in ("results", "results/scene/boards", "play", "show", "show/text")},
    **{folder: set() for folder in ("show/drawings", "show/pictures")},
    **{f"show/text/{room}": set() for room in ("strategies", "reasons", "samples", "play")},
    **{folder: set() for folder in ("cli", "cli/playing", "web", "web/answers", "web/server")},
}
SHARED = ("sweep/cell",)
COUNTS = ("distribution", "sample", "totals")
MAY_SEE = {f"engines/{name}.py": {"figures"} for name in SHARED} | {
    f"results/samples/{name}.py": {"figures"} for name in COUNTS
}
MAY_SEE["engines/solve/table.py"] = {"figures", "tables"}

DIGESTS = """
import json, sys
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from faceup.engines import figures_digest as own
from faceup.native.digests import digest
from faceup.native.digests.digest import compiled_sources

# Most files are the same from one question to the next: what they say is made out once.
@cache
def compiled(text, path):
    return compile(text, path, "exec", dont_inherit=True)

content, contents = digest._content, {}

def content_once(value):
    if not isinstance(value, CodeType):
        return content(value)
    if id(value) not in contents:
        contents[id(value)] = content(value)
    return contents[id(value)]

SourceFileLoader.get_code = lambda self, name: compiled(Path(self.path).read_bytes(), self.path)
digest._content = content_once

def digests():
    own.compiled_sources = compiled_sources.__wrapped__
    found = {"compiled": compiled_sources, "figures": own.figures_digest, "strategies": own.strategies_digest}
    return {name: function.__wrapped__() for name, function in (found | {"tables": own.tables_digest}).items()}

source, added, groups = Path(sys.argv[1]), *json.load(sys.stdin)
before, changed = digests(), []
for group in groups:
    texts = {source / file: (source / file).read_text() for file in group}
    for path, text in texts.items():
        path.write_text(text + added if added.startswith("\\n") else added + text)
    after = digests()
    changed.append([name for name in after if after[name] != before[name]])
    for path, text in texts.items():
        path.write_text(text)
print(json.dumps(changed))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, to be changed."""
    place = tmp_path_factory.mktemp("source") / "faceup"
    shutil.copytree(SOURCE, place, ignore=shutil.ignore_patterns("__pycache__", "pages"))
    return place


def changed_by(copy: Path, added: str, groups: list[list[str]]) -> list[set[str]]:
    """For each group of files, which digests change when this is added to all of them."""
    done = subprocess.run(
        [sys.executable, "-c", DIGESTS, str(copy)],
        input=json.dumps([added, groups]),
        env={"PYTHONPATH": str(copy.parent)},
        check=True,
        capture_output=True,
        text=True,
    )
    return list(map(set, json.loads(done.stdout)))


def files_in(copy: Path) -> list[str]:
    return sorted(path.relative_to(copy).as_posix() for path in copy.rglob("*.py"))


def test_a_comment_and_a_moved_line_change_nothing(copy: Path) -> None:
    assert changed_by(copy, "# A comment, and an empty line.\n\n", [files_in(copy)]) == [set()]


@pytest.mark.parametrize("first", one_in(8, range(8)))
def test_what_changes_changes_the_digests_that_matter(copy: Path, first: int) -> None:
    """Of what is seen, one file in eight."""
    (copy / "native" / "lanes" / "deeper").mkdir(exist_ok=True)
    (copy / "native" / "lanes" / "deeper" / "new.py").write_text("")
    folders = {file: file.rpartition("/")[0].removesuffix("/deeper") for file in files_in(copy)}
    seen_by = {file: MAY_SEE.get(file, SEEN_BY[folder]) for file, folder in folders.items()}
    seen = [file for file in seen_by if seen_by[file]]
    unseen = [file for file in seen_by if not seen_by[file]]
    assert min(len(seen), len(unseen)) > 50
    seen = seen[first::8]
    none, *changed = changed_by(copy, "\nADDED = 12345\n", [unseen, *([file] for file in seen)])
    assert none == set()
    assert dict(zip(seen, changed, strict=True)) == {file: seen_by[file] for file in seen}


KEPT = """
import json, os, sys
from itertools import count
from pathlib import Path
import numba

# Python takes a file for unchanged that has its size and was written in the same second.
def write(path, text):
    path.write_text(text)
    time = next(times)
    os.utime(path, (time, time))

# A process for each edit meets the package anew; all of them share one Numba.
def kept():
    read, write = os.pipe()
    if not os.fork():
        try:
            from faceup.engines.solve.induction.native_table import NativeTable
            from faceup.games.nim import Nim
            os.write(write, NativeTable(Nim()).induct._cache.cache_path.encode())
        finally:
            os._exit(0)
    os.wait()
    os.close(write)
    return os.read(read, 1 << 16).decode()

times, found = count(2_000_000_000), [kept()]
for file, old, new in json.load(sys.stdin):
    path = Path(sys.argv[1]) / file
    text = path.read_text()
    assert old in text
    write(path, text.replace(old, new, 1) if old else text + new)
    found.append(kept())
    write(path, text)
print(json.dumps([*found, kept()]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no fork there")
def test_a_kernel_is_cold_when_its_own_code_has_changed(copy: Path, tmp_path: Path) -> None:
    edits = [
        ("engines/explain/strategies.py", "", "ADDED = 1\n", False),
        ("engines/solve/induction/native_table.py", "FULLEST = 0.80", "FULLEST = 0.81", False),
        ("engines/solve/induction/native_kernel.py", "SLICE = 1 << 22", "SLICE = 1 << 21", True),
        ("engines/solve/induction/native_kernel.py", "sums[4] + 1.0", "sums[4] + 2.0", True),
        ("native/state_rows.py", "SLACK = 4096", "SLACK = 4097", True),
    ]
    done = subprocess.run(
        [sys.executable, "-c", KEPT, str(copy)],
        input=json.dumps([edit[:3] for edit in edits]),
        env={"PYTHONPATH": str(copy.parent), "FACEUP_CACHE": str(tmp_path)},
        check=True,
        capture_output=True,
        text=True,
    )
    before, *changed, after = json.loads(done.stdout)
    assert before
    assert [path != before for path in changed] == [edit[3] for edit in edits]
    assert after == before


LASTING = """
import json, sys
from faceup.library.finding import find_class
from faceup.native.digests.digest import lasts, rules_digest
found = [find_class(path) for path in sys.argv[1:]]
print(json.dumps([(rules_digest(cls), lasts(cls)) for cls in found]))
"""


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """For each way the digest in another process, of files in another folder, and whether it lasts."""
    folders = {name: tmp_path_factory.mktemp("way") for name in WAYS}
    paths = [str(way.write(folders[name], 5)) for name, way in WAYS.items()]
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    done = subprocess.run([sys.executable, "-c", LASTING, *paths], env=environment, check=True, capture_output=True)
    return dict(zip(WAYS, json.loads(done.stdout), strict=True))


@pytest.mark.parametrize("name", WAYS)
def test_an_edited_constant_is_another_digest(tmp_path: Path, again: dict[str, Any], name: str) -> None:
    def loaded(constant: int) -> Any:
        return find_class(str(way.write(tmp_path, constant)))

    way = WAYS[name]
    before = loaded(5)
    digest = rules_digest(before)
    assert rules_digest(loaded(6)) != digest
    assert lasts(before) == way.lasting
    assert again[name][1] == way.lasting
    assert ((rules_digest(loaded(5)), again[name][0]) == (digest, digest)) == way.lasting


PAID = """
import sys
from faceup.library.finding import find_game
from faceup.native.kernels import compile_for, kernel

def paid(game):
    return game.payoff(game.start())

for path in sys.argv[1:]:
    game = find_game(path)
    dispatcher = kernel(paid, game)
    compile_for(dispatcher, game)
    print(dispatcher(game), "loaded" if dispatcher.stats.cache_hits else "compiled")
"""


@pytest.mark.deep  # in every run the digests of all these edits differ, and two of them meet machine code on disk
def test_edited_rules_never_run_as_they_were(tmp_path: Path) -> None:
    def paid(constant: int) -> list[str]:
        paths = [str(WAYS[name].write(tmp_path / name, constant)) for name in names]
        environment = {**os.environ, "FACEUP_CACHE": str(tmp_path / "cache")}
        command = [sys.executable, "-c", PAID, *paths]
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.split()

    names = ("a method called board", "a module in a module", "helpers that call each other")
    assert paid(5) == ["5", "compiled"] * 3
    assert paid(6) == ["6", "compiled"] * 3
    assert paid(5) == ["5", "loaded"] * 3
