"""Fixtures of all tests: one cache folder of a run, deterministic examples, and the installed wheel."""

import gc
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

ROOT = Path(__file__).parent.parent
# What takes longest begins first, so that no process is left alone with it.
FIRST = (
    *("test_docs", "test_simulate_page", "test_play_page", "test_strategy_page", "test_replay_page"),
    *("test_same_page", "test_library_page", "test_solving", "test_words", "test_native_outcomes", "test_site"),
    *("test_mcts", "test_moves", "test_search", "test_simulation", "test_native_rounds", "test_sweep"),
    *("test_web_api", "test_seats", "test_learning", "test_native", "test_same_answers", "test_web_pool"),
    *("test_contract", "test_numbers", "test_compiling", "test_cli", "test_play_command", "test_saved_tables"),
    *("test_digests", "test_pictures", "test_seat_samples", "test_distance", "test_everyday", "test_cluster"),
    *("test_bounds", "test_sorted_rows", "test_rows", "test_running", "test_idioms"),
)

settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)  # other examples each time: --hypothesis-profile=search
settings.load_profile("same")


def pytest_configure(config: pytest.Config) -> None:
    """Start a run, in all of its processes, with an empty cache of compiled code, unless FACEUP_CACHE names one."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # as shells begin what runs in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.set_threshold(200_000, 50, 1000)  # a compiler keeps all that it makes; to look for cycles in it takes long
    os.environ.pop("COLUMNS", None)  # xdist says how wide its own terminal is
    os.environ.setdefault("FACEUP_COMPILE", "here")  # which engine answers shall not depend on who is faster
    if "FACEUP_CACHE" not in os.environ:
        folder = tempfile.mkdtemp(prefix="faceup-tests-")
        os.environ["FACEUP_CACHE"] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Take LLVM's lock without Numba's event messages, which take a twentieth of the time of compilation."""
    if session.config.getoption("numprocesses", None):
        return  # it is the others that test
    from llvmlite.binding import ffi
    from numba.core import base

    for taken, given_back in [*ffi.lib._lock._cblist]:
        if taken.__module__ == base.__name__:
            ffi.unregister_lock_callback(taken, given_back)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect in one process at a time: the first compiles all modules to bytecode, which the others load."""
    with open(__file__) as file:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Any:
    """Call a test with room for its frames; so deep in pytest, many a loop would ask the system for it at each call."""
    from _pytest.python import pytest_pyfunc_call

    from faceup.native.code_cache import with_room

    return with_room(pytest_pyfunc_call, pyfuncitem)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    turns = {name: turn for turn, name in enumerate(FIRST)}
    items.sort(key=lambda item: turns.get(item.path.stem, len(FIRST)))


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """Look for cycles no more, once pytest has; a process that ends would look twice at all that a compiler keeps."""
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Run each file in one process, and all files of the browser in one, with one browser and one server."""
    from xdist.scheduler import LoadFileScheduling

    class TogetherScheduling(LoadFileScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> Any:
            return nodeid.rpartition("/")[0] if "/browser/" in nodeid else super()._split_scope(nodeid)

    return TogetherScheduling(config, log) if config.getvalue("dist") == "loadfile" else None


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment variables with which ``faceup`` is the installed wheel."""
    target = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--no-deps", "--no-compile", "--target", str(target), str(ROOT)], check=True)
    path = f"{target / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PYTHONPATH": str(target), "PATH": path, "COLUMNS": "120"}
