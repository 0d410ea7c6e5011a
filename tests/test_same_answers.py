"""The same question has the same document: cold, warm, and beside busy processes; and every fault is caught."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from faceup.games import fifteen, hog, one_handed, pig
from tests.faults import ENGINES, faults
from tests.library import deep, six_first

# What takes long, as machine code that is nowhere else needed to show this, is asked by `make test-deep`.
SLOW = """
solve wheel
solve nim
simulate hog.py goal=10 --games 300
solve hog.py goal=10 --distribution --seconds 100
solve pig.py goal=25 --engine cyclic-native
solve hog.py goal=50
solve hog.py goal=50 --engine native
solve hog.py goal=50 --distribution
solve hog.py goal=50 --distribution --seconds 100
solve hog.py goal=20
solve fifteen.py --engine native
simulate hog.py goal=50 --games 20000 --seed 4
solve pig.py goal=25
sweep hog.py goal=10,50
"""
QUESTIONS = """
solve fifteen
solve hog.py goal=10 --engine native
solve hog.py goal=10 --distribution
why hog.py goal=10
strategy hog.py goal=10
simulate one_handed.py --games 20000 --seed 4
solve pig goal=10
solve kuhn-poker
solve one-handed ranks=2
sweep hog.py goal=5,10
"""
ASK = """
import io, json, sys
from contextlib import redirect_stdout, suppress
from faceup.cli import main
found = []
for line in sys.stdin.read().split("\\n"):
    out = io.StringIO()
    with redirect_stdout(out), suppress(SystemExit):
        main([*line.split(), "--json"])
    found.append(json.loads(out.getvalue()))
print(json.dumps(found))
"""
VARY = ("seconds", "games_per_second")  # the only keys that may differ


def asked(questions: list[str], folder: Path) -> list[Any]:
    """The documents of these questions, asked in a process of their own with the files of a folder."""
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        input="\n".join(questions),
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    return [steady(document) for document in json.loads(done.stdout)]


@contextmanager
def beside_a_busy_process() -> Iterator[None]:
    """While this lasts, what is begun has one processor, where that can be said, and shares it with another process."""
    ours = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else None
    if ours:
        os.sched_setaffinity(0, {min(ours)})
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        yield
    finally:
        busy.kill()
        busy.wait()
        if ours:
            os.sched_setaffinity(0, ours)


def steady(document: Any) -> Any:
    """A document without what may differ."""
    if isinstance(document, list):
        return [steady(part) for part in document]
    if isinstance(document, dict):
        return {key: steady(part) for key, part in document.items() if key not in VARY}
    return document


@pytest.mark.parametrize("asking", [QUESTIONS, deep(SLOW)], ids=["quick", "slow"])
def test_questions_have_the_same_answers_cold_and_warm_and_beside_a_busy_process(asking: str, tmp_path: Path) -> None:
    """Cold are rules in files that nobody has seen; the loops of engines may have been compiled by other tests."""
    questions, folder = asking.strip().split("\n"), Path(tempfile.mkdtemp(dir=tmp_path))
    for rules in (fifteen, hog, one_handed, pig):
        shutil.copy(rules.__file__, folder)
    cold = asked(questions, folder)
    with beside_a_busy_process():
        beside = asked(questions, folder)
    for question, one, other in zip(questions, cold, beside, strict=True):
        assert one == other, question
    for question, document in zip(questions, cold, strict=True):
        if document.get("engine", "").endswith("native") or "20000" in question or "hog.py goal=20" in question:
            assert document["certified"]["held"] > 100, question


@pytest.mark.parametrize("engine", six_first(ENGINES, ("native", "search", "simulation")))
def test_faults_of_what_is_compiled_are_caught(engine: str) -> None:
    """More of them: ``python -m tests.faults``."""
    counted = 0
    for fault in faults(engine, 8, seed=1):
        if fault.share > 0.005 or fault.first:
            counted += 1
            assert fault.caught, fault
    assert counted > 3
