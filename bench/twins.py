"""Twins: games written by hand in C, for one core, without vector code; twins/*.c, compiled for this machine.

A twin is run as ``twin GAMES SEED`` and prints one line of JSON: games, seconds (CPU time of the playing alone), wins,
sum and squares (the sums of scores and of their squares), steps, and histogram (score to games).
"""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).parent / "twins"
Twin = Callable[[int, int], dict[str, Any]]


def compiler() -> str | None:
    """The C compiler: the one that the environment's CC names, or cc; None where there is none."""
    return shutil.which(os.environ.get("CC", "cc"))


@cache
def _programs() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="faceup-twins-")  # gone when Python ends


@cache
def twin(name: str, *defines: str) -> Twin:
    """Compile ``twins/NAME.c`` with ``-D`` for each of ``defines``; returns what plays (games, seed)."""
    cc = compiler()
    if cc is None:
        raise FileNotFoundError("no C compiler")
    program = Path(_programs().name, "-".join((name, *defines)))
    flags = ["-O3", "-march=native", *(f"-D{define}" for define in defines)]
    subprocess.run([cc, *flags, str(SOURCES / f"{name}.c"), "-o", str(program)], check=True)

    def play(games: int, seed: int) -> dict[str, Any]:
        done = subprocess.run([program, str(games), str(seed)], check=True, capture_output=True, text=True)
        return json.loads(done.stdout)

    return play
