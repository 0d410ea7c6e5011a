"""What the benches share: clocks, medians of rounds, and the rows of the table."""

import platform
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).parent
VECTORS = {"avx512f": "AVX-512", "avx2": "AVX2"}  # by the flag that tells of them, the widest first
Row = tuple[str, str, str, str]  # what, the median, the target, and whether it is met


def processor() -> str:
    """The processor's name, its family and model, and the widest vectors that it has: ratios to C depend on them."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:  # not Linux
        return platform.processor() or platform.machine()
    about: dict[str, str] = {}
    for name, _, text in (line.partition(":") for line in lines):
        about.setdefault(name.strip(), text.strip())
    name = about.get("model name") or platform.machine()
    flags = about.get("flags", "").split()
    vectors = next((word for flag, word in VECTORS.items() if flag in flags), "")
    parts = [f"{part} {about[part]}" for part in ("cpu family", "model") if part in about]
    return ", ".join(filter(None, (name, *parts, vectors)))


def cpu(work: Callable[[], Any]) -> float:
    """Seconds of CPU time for one call."""
    began = time.process_time()
    work()
    return time.process_time() - began


def wall(work: Callable[[], Any]) -> float:
    """Seconds of wall time for one call."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def in_turns(clocks: dict[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """Median of what each returns; they take turns, so that a slow spell of the machine hits all alike."""
    times: dict[str, list[float]] = {name: [] for name in clocks}
    for _ in range(rounds):
        for name, clock in clocks.items():
            times[name].append(clock())
    return {name: median(seconds) for name, seconds in times.items()}


def side_by_side(
    works: dict[str, Callable[[], Any]], rounds: int, clock: Callable[[Callable[[], Any]], float] = cpu
) -> dict[str, float]:
    """Median seconds of each, of CPU time unless another clock is given."""
    return in_turns({name: partial(clock, work) for name, work in works.items()}, rounds)


def row(what: str, figure: float, unit: str, most: float | None = None, least: float | None = None) -> Row:
    """One line of the table."""
    target, met = "", ""
    if most is not None:
        target, met = f"<= {most:g} {unit}", "yes" if figure <= most else "NO"
    if least is not None:
        target, met = f">= {least:g} {unit}", "yes" if figure >= least else "NO"
    return what, f"{figure:.3g} {unit}", target, met


def python(*words: str) -> str:
    """What a Python process in this folder prints."""
    done = subprocess.run([sys.executable, *words], cwd=HERE, check=True, capture_output=True, text=True)
    return done.stdout
