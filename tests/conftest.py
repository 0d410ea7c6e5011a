"""What all tests share: one folder of compiled code for a run, examples that are the same each time, one wheel."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parent.parent
# Tests that share a browser, a server or a cluster stay in one process. What takes longest begins first.
TOGETHER = ("browser", "test_web_api", "test_web_openapi", "test_cluster")
LONG = ("test_docs", "test_simulation", "test_solving", "test_native")

settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)  # other examples each time: --hypothesis-profile=search
settings.load_profile("same")


def pytest_configure(config: pytest.Config) -> None:
    """Begin a run, in all of its processes, without any compiled code, unless FACEUP_CACHE names some."""
    if "FACEUP_CACHE" not in os.environ:
        folder = tempfile.mkdtemp(prefix="faceup-tests-")
        os.environ["FACEUP_CACHE"] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def file_of(item: pytest.Item) -> str:
    return item.path.relative_to(ROOT / "tests").parts[0].removesuffix(".py")


def pytest_itemcollected(item: pytest.Item) -> None:
    if file_of(item) in TOGETHER:
        item.add_marker(pytest.mark.xdist_group(file_of(item)))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    first = [*TOGETHER, *LONG]
    items.sort(key=lambda item: first.index(file_of(item)) if file_of(item) in first else len(first))


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment in which ``faceup`` is the installed wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT)], check=True)
    (wheel,) = folder.glob("faceup-*.whl")
    target = folder / "site"
    subprocess.run([*pip, "install", "--no-deps", "--target", str(target), str(wheel)], check=True)
    path = f"{target / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PYTHONPATH": str(target), "PATH": path, "COLUMNS": "120"}
