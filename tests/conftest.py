"""What all tests share: one folder of compiled code for a run, examples that are the same each time, one wheel."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

ROOT = Path(__file__).parent.parent
# What takes longest begins first, so that no process is left alone with it.
LONGEST = ("browser", "test_simulation", "test_solving", "test_cluster", "test_native", "test_docs", "test_web_pool")

settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)  # other examples each time: --hypothesis-profile=search
settings.load_profile("same")


def pytest_configure(config: pytest.Config) -> None:
    """Begin a run, in all of its processes, without any compiled code, unless FACEUP_CACHE names some."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # as shells begin what runs in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if "FACEUP_CACHE" not in os.environ:
        folder = tempfile.mkdtemp(prefix="faceup-tests-")
        os.environ["FACEUP_CACHE"] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def part_of(place: str) -> str:
    """The file of a test without its ending, or the folder."""
    return place.removeprefix("tests/").partition("/")[0].partition("::")[0].removesuffix(".py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def turn(item: pytest.Item) -> int:
        part = part_of(item.nodeid)
        return LONGEST.index(part) if part in LONGEST else len(LONGEST)

    items.sort(key=turn)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Hand out whole files, whose tests share servers and compiled code, all of the browser's, and single pages."""
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            part = part_of(nodeid)
            return nodeid if "::test_page[" in nodeid else part

    config.option.loadscopereorder = False
    return Scheduling(config, log)


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
