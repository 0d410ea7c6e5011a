"""Cyclic games, in machine code: large ones within proven bounds, each in a process of its own."""

import json
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from measuring import Row, python, row
from twins import SOURCES, compiler

TIMES = 3


def runs(*words: str) -> list[dict[str, float]]:
    """What it took, several times."""
    return [json.loads(python("cycle_columns.py", *words)) for _ in range(TIMES)]


def cyclic_games() -> Iterator[Row]:
    """Pig to 100, a long chain, and a race of ten million positions, beside backward induction of one as large."""
    with tempfile.TemporaryDirectory() as folder:
        arrays = str(Path(folder, "arrays"))
        found = [json.loads(python("cycle_columns.py", "pig", "goal=100", "--arrays", arrays)) for _ in range(TIMES)]
        seconds = median(run["seconds"] for run in found)
        yield row("Pig to 100: positions", found[0]["positions"] / 1e6, "million")
        yield row("Pig to 100: walked, solved and proven", seconds, "s", most=2)
        yield row("  between the bounds", found[0]["width"], "", most=1e-12)
        if compiler():
            program = Path(folder, "gauss_seidel")
            source = SOURCES / "gauss_seidel.c"
            subprocess.run([compiler(), "-O3", "-march=native", source, "-o", program, "-lm"], check=True)
            done = [json.loads(subprocess.check_output([program, arrays])) for _ in range(TIMES)]
            by_hand = median(run["seconds"] for run in done)
            solving = median(run["seconds"] - run["walking"] for run in found)
            yield row("  by hand in C, Gauss and Seidel alone", by_hand, "s")
            yield row("  components, values and proof here, times as long", solving / by_hand, "x", most=1.5)
            assert found[0]["low"] - 1e-9 <= done[0]["value"] <= found[0]["high"] + 1e-9
    chain = runs("stroll.py")
    yield row("A fair walk of a million places", median(run["seconds"] for run in chain), "s")
    yield row("  between the bounds", chain[0]["width"], "")
    race = runs("chase.py", "size=47")
    yield row("Chase: positions", race[0]["positions"] / 1e6, "million")
    yield row("Chase: walked and solved", median(run["seconds"] for run in race), "s")
    moves = 3
    yield row("Chase: kept", race[0]["bytes"] / race[0]["positions"], "bytes/position", most=16 + 4 * moves)
    yield row("Chase: at most, on the way", race[0]["peak"] / race[0]["positions"], "bytes/position")
    ends = json.loads(python("induction.py", "1", "ends.py", "cards=4500"))
    yield row("Ends, backward induction: states", ends["states"] / 1e6, "million")
    yield row("Ends, backward induction", ends["seconds"], "s")
    chains = {
        "Pig to 100, all hold at 20": ("pig", "goal=100", "hold"),
        "Pig to 100, best play": ("pig", "goal=100", "best"),
        "Hog to 300 at random, which repeats no position": ("hog", "goal=300", "random"),
    }
    for what, words in chains.items():
        played = [json.loads(python("chain.py", *words)) for _ in range(TIMES)]
        yield row(f"{what}: positions of the chain", played[0]["positions"] / 1e6, "million")
        yield row(f"{what}: value, ends, lengths", median(run["seconds"] for run in played), "s")
        yield row("  wins between the bounds", played[0]["width"], "")
