"""Benches of ``simulate``: against C and CPython on one core, with two threads, and with a store.

python simulation.py GAME GAMES [STORE]      simulate, and print the peak memory of the process in bytes
"""

import resource
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from math import sqrt
from pathlib import Path
from typing import Any

import plain_loops
from measuring import Row, cpu, in_turns, python, row, side_by_side, wall
from twins import compiler, twin

from faceup import game as find
from faceup import simulate

SEED = 1

# title, game, games for faceup and C in a round, the CPython loop, games for it, and twins with their definitions
RACES: list[tuple[str, str, int, Callable[[int, int], tuple[int, int]], int, dict[str, tuple[str, ...]]]] = [
    (
        "One Handed",
        "one-handed",
        2_000_000,
        plain_loops.one_handed,
        20_000,
        {"C, a draw for each card": ("one_handed", "BY_CARD"), "C, batched draws": ("one_handed",)},
    ),
    (
        "Beggar-My-Neighbour",
        "beggar-my-neighbour",
        1_000_000,  # from here on faceup compiles for these very parameters
        plain_loops.beggar,
        5_000,
        {"C, rings": ("beggar", "PLAIN"), "C, tuned": ("beggar",)},
    ),
    (
        "Clock",
        "clock",
        2_000_000,
        plain_loops.clock,
        20_000,
        {"C, plain": ("clock", "PLAIN"), "C, tuned": ("clock",)},
    ),
]


def simulation() -> Iterator[Row]:
    """Games a second after warm-up, one thread, CPU time: faceup, C written for the game, and a CPython loop."""
    if compiler() is None:
        yield "C twins", "no C compiler, left out", "", ""
    for title, name, games, loop, few, programs in RACES:
        twins = {label: twin(*words) for label, words in programs.items()} if compiler() else {}
        play = partial(simulate, find(name), seed=SEED, engine="native", threads=1)
        warm = play(games)
        for other in twins.values():
            same_rate(title, warm.won, games, other(games, SEED)["wins"], games)
        same_rate(title, warm.won, games, loop(few, SEED)[0], few)
        clocks: dict[str, Callable[[], float]] = {"faceup": lambda play=play, n=games: cpu(partial(play, n)) / n}
        for label, other in twins.items():
            clocks[label] = lambda other=other, n=games: other(n, SEED)["seconds"] / n
        clocks["CPython loop"] = lambda loop=loop, n=few: cpu(partial(loop, n, SEED)) / n
        took = in_turns(clocks, rounds=7)
        for label, seconds in took.items():
            yield row(f"{title}: {label}", 1e-6 / seconds, "M games/s")
        for label in twins:
            yield row(f"  faceup / {label}", took[label] / took["faceup"], "x", least=0.9)
        yield row("  faceup / CPython loop", took["CPython loop"] / took["faceup"], "x")
    yield from random_play()
    yield from table_play()


def random_play() -> Iterator[Row]:
    """Random tic-tac-toe: a Game, not a Patience."""
    games = 2_000_000
    play = partial(simulate, find("tic-tac-toe"), games, seed=SEED, engine="native", threads=1)
    warm = play()
    clocks: dict[str, Callable[[], float]] = {"faceup": lambda: cpu(play) / games}
    if compiler():
        other = twin("tictactoe")
        same_rate("tic-tac-toe", warm.won, games, other(games, SEED)["wins"], games)
        clocks["C"] = lambda: other(games, SEED)["seconds"] / games
    took = in_turns(clocks, rounds=7)
    yield row("Tic-tac-toe at random: faceup", 1e-6 / took["faceup"], "M games/s", least=5)
    if "C" in took:
        yield row("Tic-tac-toe at random: C", 1e-6 / took["C"], "M games/s")


def table_play() -> Iterator[Row]:
    """Left Center Right with three chips each: throws of dice alone, and payoffs for every seat."""
    for players, games in ((3, 300_000), (4, 200_000), (5, 100_000), (6, 100_000)):
        game = find("left-center-right", players=players)
        play = partial(simulate, game, games, seed=SEED, engine="native", threads=1)
        warm = play()
        clocks: dict[str, Callable[[], float]] = {"faceup": lambda play=play, n=games: cpu(play) / n}
        if compiler():
            other = twin("left_center_right", f"PLAYERS={players}")
            same_rate(f"table of {players}", warm.won, games, other(games, SEED)["wins"], games)
            clocks["C"] = lambda other=other, n=games: other(n, SEED)["seconds"] / n
        took = in_turns(clocks, rounds=5)
        for label, seconds in took.items():
            yield row(f"Left Center Right for {players}: {label}", 1e-6 / seconds, "M games/s")
        if "C" in took:
            yield row("  faceup / C", took["C"] / took["faceup"], "x", least=0.5)


def same_rate(title: str, wins: int, games: int, other_wins: int, other_games: int) -> None:
    """Check that two programs play the same game: five standard deviations between their rates of wins."""
    rate = (wins + other_wins) / (games + other_games)
    allowed = 5 * sqrt(rate * (1 - rate) * (1 / games + 1 / other_games))
    apart = abs(wins / games - other_wins / other_games)
    assert apart <= allowed, f"{title}: rates of wins {apart} apart; possible: up to {allowed}"


def threads() -> Iterator[Row]:
    """Wall time of two threads against one."""
    games = 20_000_000
    play = partial(simulate, find("one-handed"), games, seed=SEED, engine="native")
    assert play(threads=1).histogram == play(threads=2).histogram
    took = side_by_side({str(n): partial(play, threads=n) for n in (1, 2)}, rounds=5, clock=wall)
    yield row("20 million One Handed games, one thread", took["1"], "s")
    yield row("20 million One Handed games, two threads", took["2"], "s")
    yield row("  times as fast", took["1"] / took["2"], "x", least=1.85)


def store() -> Iterator[Row]:
    """What keeping the games in a file costs: every run with a store begins a new file."""
    games = 10_000_000
    play = partial(simulate, find("one-handed"), seed=SEED, engine="native", threads=1)
    with tempfile.TemporaryDirectory() as folder:
        files = (str(Path(folder, f"{number}.db")) for number in count())
        plain, stored = play(games), play(games, store=next(files))
        assert plain.histogram == stored.histogram
        works: dict[str, Callable[[], Any]] = {
            "without": lambda: play(games),
            "with": lambda: play(games, store=next(files)),
        }
        for word, clock in (("CPU", cpu), ("wall", wall)):
            took = side_by_side(works, rounds=7, clock=clock)
            more = 100 * (took["with"] / took["without"] - 1)
            yield row(f"10 million One Handed games with a store: more {word} time", more, "%", most=1)
        for number in (games // 10, games):
            words = ("simulation.py", "one-handed", str(number))
            without, kept = int(python(*words)), int(python(*words, next(files)))
            yield row(f"{number // 10**6} million games: peak memory without a store", without / 2**20, "MiB")
            yield row(f"{number // 10**6} million games: peak memory with a store", kept / 2**20, "MiB")


def main(name: str, games: str, path: str | None = None) -> None:
    simulate(find(name), int(games), seed=SEED, engine="native", threads=1, **({"store": path} if path else {}))
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)


if __name__ == "__main__":
    main(*sys.argv[1:])
