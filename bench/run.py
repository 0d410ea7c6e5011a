"""Measure how fast faceup is, and print a table.

    python bench/run.py [BENCH ...]        fifteen, induction, command, enigma, simulation, threads, store,
                                       sameness, theory, sweep, serve, waiting, second_games, checking, fluent, rows,
                                       rounds, search, moves_counted, bounds, saved, looking_ahead; all by default

Work in this process and in solvers is measured in CPU time, whole commands in wall time; every figure is a median.
Nothing is asserted: the targets stand beside the figures.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from statistics import median

from checking import checking
from fluent import fluent
from looking_ahead import looking_ahead
from measuring import Row, processor, python, row, side_by_side, wall
from plain_fifteen import with_bitsets, with_frozensets, with_rules
from rich.console import Console
from rich.table import Table
from rounds import cyclic_games
from rows import rows
from sameness import sameness
from saved import saved
from search import bounds, moves_counted, search
from simulation import simulation, store, threads
from theory import large, sweep
from visitors import serve
from waiting import second_games, waiting

from faceup import solve
from faceup.games.fifteen import Fifteen
from faceup.games.high_low import FIRST, SECOND, THIRD, HighLow
from faceup.rules import Cards, read_cards


def fifteen() -> Iterator[Row]:
    """All 5,478 states of Fifteen: the engines against hand-written recursion."""
    game = Fifteen()
    assert with_bitsets() == with_frozensets() == with_rules(game) == (0, 5478)
    assert solve(game, engine="native").states == solve(game, engine="cpython").states == 5478
    took = side_by_side(
        {
            "bitsets": with_bitsets,
            "frozensets": with_frozensets,
            "rules": lambda: with_rules(game),
            "cpython": lambda: solve(game, engine="cpython"),
            "native": lambda: [solve(game, engine="native") for _ in range(10)],
        },
        rounds=9,
    )
    yield row("Fifteen, by hand with bitsets", took["bitsets"] * 1e3, "ms")
    yield row("Fifteen, by hand with frozen sets", took["frozensets"] * 1e3, "ms")
    yield row("Fifteen, by hand on the game's rules", took["rules"] * 1e3, "ms")
    yield row("Fifteen, engine cpython", took["cpython"] * 1e3, "ms")
    yield row("  times as long as bitsets by hand", took["cpython"] / took["bitsets"], "x", most=1.5)
    yield row("  times as long as frozen sets by hand", took["cpython"] / took["frozensets"], "x", most=1.5)
    yield row("  times as long as by hand on its rules", took["cpython"] / took["rules"], "x", most=1.5)
    yield row("Fifteen, engine native, compiled", took["native"] * 1e2, "ms", most=1.5)


def induction() -> Iterator[Row]:
    """Games of more than 10^6 states, each in a process of its own, on one core; then by two threads."""
    games = {
        "Ends (2 moves)": ("ends.py", "cards=4500"),
        "Fifteen (up to 17 moves)": ("fifteen", "high=17", "target=26"),
        "Hog (10 dice)": ("hog", "goal=300"),
    }
    for name, words in games.items():
        runs, both = ([json.loads(python("induction.py", n, *words)) for _ in range(3)] for n in "12")
        assert runs[0]["value"] == both[0]["value"]
        states = runs[0]["states"]
        speed = states / median(run["seconds"] for run in runs)
        yield row(f"{name}: states", states / 1e6, "million")
        yield row(f"{name}: speed", speed / 1e6, "M states/s", least=1.5)
        yield row(f"{name}: table", runs[0]["bytes"] / states, "bytes/state", most=40)
        yield row(f"{name}: peak memory", median(run["peak"] for run in runs) / 2**20, "MiB")
        one, two = (median(run["wall"] for run in each) for each in (runs, both))
        yield row(f"{name}: two threads", one / two, "times as fast as one", least=1.6)


def command() -> Iterator[Row]:
    """Whole processes, from start to exit."""
    with tempfile.TemporaryDirectory() as folder:
        cache = {**os.environ, "FACEUP_CACHE": folder}

        def seconds(words: str, stdin: str = "") -> float:
            run = partial(
                subprocess.run,
                [sys.executable, "-m", "faceup", *words.split()],
                input=stdin.encode(),
                env=cache,
                check=True,
                capture_output=True,
            )
            return wall(run)

        def often(words: str, stdin: str = "") -> float:
            return median(seconds(words, stdin) for _ in range(7))

        yield row("faceup --help", often("--help"), "s", most=0.2)
        yield row("faceup move three-fourteen", often("move three-fourteen", "0\n"), "s", most=0.3)
        large = "solve fifteen high=12 target=18"
        yield row(f"faceup {large}, first run", seconds(large), "s")
        yield row(f"faceup {large}, again", often(large), "s", most=0.7)


def enigma() -> Iterator[Row]:
    """The three deals of the Enigma, one after another."""
    deals = [HighLow(matthew=Cards(read_cards(hand))) for hand in (FIRST, SECOND, THIRD)]

    def solve_all(engine: str) -> list[int]:
        return [solve(deal, engine=engine).states for deal in deals]

    states = solve_all("native")
    took = side_by_side({engine: lambda engine=engine: solve_all(engine) for engine in ("cpython", "native")}, rounds=5)
    yield row(f"Enigma, 3 deals, {sum(states):,} states, native", took["native"], "s", most=0.1)
    yield row("Enigma, 3 deals, cpython", took["cpython"], "s")


BENCHES = {
    "fifteen": fifteen,
    "induction": induction,
    "command": command,
    "enigma": enigma,
    "simulation": simulation,
    "threads": threads,
    "store": store,
    "sameness": sameness,
    "theory": large,
    "sweep": sweep,
    "serve": serve,
    "waiting": waiting,
    "second_games": second_games,
    "checking": checking,
    "fluent": fluent,
    "rows": rows,
    "rounds": cyclic_games,
    "search": search,
    "moves_counted": moves_counted,
    "bounds": bounds,
    "saved": saved,
    "looking_ahead": looking_ahead,
}


def main(names: list[str]) -> None:
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        sys.exit(f"no bench {', '.join(unknown)}; possible: {', '.join(BENCHES)}")
    table = Table("what", "median", "target", "met", caption=processor())
    for column in table.columns[1:]:
        column.justify = "right"
    for name in names or BENCHES:
        for cells in BENCHES[name]():
            table.add_row(*cells)
        table.add_section()
    Console(width=None if sys.stdout.isatty() else 120).print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
