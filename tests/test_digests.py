"""The digests of faceup's own code: every folder is seen where it matters, comments are seen nowhere."""

import json
import os
import shutil
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import faceup
from faceup.library.finding import find_class
from faceup.native.digest import lasts, rules_digest

from .ways import WAYS

SOURCE = Path(faceup.__file__).parent
# Folders with the digests that see them: what changes no compiled code, numbered game or solved figure is in none.
SEEN_BY = {
    "": set(),
    "rules": {"compiled", "figures"},
    "native": {"compiled", "figures"},
    "native/lanes": {"compiled", "figures"},
    "native/lowering": {"compiled", "figures"},
    "native/operations": {"compiled", "figures"},
    "engines": set(),  # but for some files
    "engines/solve": {"figures"},
    "engines/simulate": {"figures"},
    "engines/sweep": set(),  # but for one file
    "engines/explain": {"strategies"},
    "engines/same": set(),
    "games": set(),  # in the digest of each game
    **{folder: set() for folder in ("library", "results", "play", "show", "show/text", "show/pictures")},
    **{folder: set() for folder in ("cli", "cli/playing", "web", "web/answers", "web/server", "results/documents")},
}
SHARED = ("cycle_finding", "dealing", "numbers", "policies", "random_stream", "sweep/cell")
COUNTS = ("distribution", "sample", "totals", "value")
MAY_SEE = {f"engines/{name}.py": {"figures"} for name in SHARED} | {
    f"results/{name}.py": {"figures"} for name in COUNTS
}

DIGESTS = """
import json, sys
from pathlib import Path
from faceup.engines.figures_digest import figures_digest, strategies_digest
from faceup.native.source_digest import compiled_sources

def digests():
    found = {"compiled": compiled_sources, "figures": figures_digest, "strategies": strategies_digest}
    return {name: function.__wrapped__() for name, function in found.items()}

source, added = Path(sys.argv[1]), json.loads(sys.argv[2])
before, changed = digests(), {}
for path in sorted(source.rglob("*.py")):
    text = path.read_text()
    path.write_text(text + added if added.startswith("\\n") else added + text)
    after = digests()
    changed[path.relative_to(source).as_posix()] = [name for name in after if after[name] != before[name]]
    path.write_text(text)
print(json.dumps(changed))
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, to be changed."""
    place = tmp_path_factory.mktemp("source") / "faceup"
    shutil.copytree(SOURCE, place, ignore=shutil.ignore_patterns("__pycache__", "pages"))
    return place


def changed_by(copy: Path, added: str) -> Any:
    """For each file, which digests change with what is added to it."""
    command = [sys.executable, "-c", DIGESTS, str(copy), json.dumps(added)]
    done = subprocess.run(command, env={"PYTHONPATH": str(copy.parent)}, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def test_a_comment_and_a_moved_line_change_nothing(copy: Path) -> None:
    assert not any(changed_by(copy, "# A comment, and an empty line.\n\n").values())


def test_what_changes_changes_the_digests_that_matter(copy: Path) -> None:
    (copy / "native" / "lanes" / "deeper").mkdir()
    (copy / "native" / "lanes" / "deeper" / "new.py").write_text("")
    changed = changed_by(copy, "\nADDED = 12345\n")
    assert len(changed) > 150
    for file, digests in changed.items():
        folder = file.rpartition("/")[0].removesuffix("/deeper")
        assert set(digests) == MAY_SEE.get(file, SEEN_BY[folder]), file


KEPT = """
from faceup.engines.solve.native import NativeTable
from faceup.games.nim import Nim
print(NativeTable(Nim()).induct._cache.cache_path)
"""


def kept(copy: Path, cache: Path) -> str:
    """Where the compiled code of a kernel is kept."""
    environment = {"PYTHONPATH": str(copy.parent), "FACEUP_CACHE": str(cache)}
    command = [sys.executable, "-c", KEPT]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


def test_a_kernel_is_cold_when_its_own_code_has_changed(copy: Path, tmp_path: Path) -> None:
    def write(path: Path, text: str) -> None:
        """Python takes a file for unchanged that has its size and was written in the same second."""
        path.write_text(text)
        time = next(times)
        os.utime(path, (time, time))

    times, before = count(2_000_000_000), kept(copy, tmp_path)
    for file, old, new, cold in [
        ("engines/explain/strategies.py", "", "ADDED = 1\n", False),
        ("engines/solve/native.py", "FULLEST = 0.80", "FULLEST = 0.81", False),
        ("engines/solve/native_kernel.py", "SLICE = 1 << 22", "SLICE = 1 << 21", True),
        ("engines/solve/native_kernel.py", "SEEN] += 1.0", "SEEN] += 2.0", True),
        ("native/state_table.py", "SLACK = 4096", "SLACK = 4097", True),
    ]:
        path = copy / file
        text = path.read_text()
        assert old in text
        write(path, text.replace(old, new, 1) if old else text + new)
        assert (kept(copy, tmp_path) != before) == cold, (file, new)
        write(path, text)
    assert kept(copy, tmp_path) == before


LASTING = """
import json, sys
from faceup.library.finding import find_class
from faceup.native.digest import lasts, rules_digest
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


SOLVED = """
import sys
from faceup import solve
from faceup.engines.solve.native_kernel import induct
from faceup.library.finding import find_game
from faceup.native.kernels import _kernels
for path in sys.argv[1:]:
    game = find_game(path)
    value = solve(game, engine="native").value.exact
    print(value, "loaded" if _kernels[type(game), induct.__qualname__, ""].stats.cache_hits else "compiled")
"""


def test_edited_rules_never_run_as_they_were(tmp_path: Path) -> None:
    def solved(constant: int) -> list[str]:
        paths = [str(WAYS[name].write(tmp_path / name, constant)) for name in names]
        environment = {**os.environ, "FACEUP_CACHE": str(tmp_path / "cache")}
        command = [sys.executable, "-c", SOLVED, *paths]
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.split()

    names = ("a method called board", "a module in a module", "helpers that call each other")
    assert solved(5) == ["5", "compiled"] * 3
    assert solved(6) == ["6", "compiled"] * 3
    assert solved(5) == ["5", "loaded"] * 3
