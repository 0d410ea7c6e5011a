"""The progress of a simulation or of a solution: a line on a terminal's standard error."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from typing import Any, Protocol

from faceup.results.number_texts import DIGITS
from faceup.results.samples.sample import Sample

SOON = 1.0  # seconds before a solution shows progress
MANY_STEPS = 100_000  # steps of games none of which has ended


class UnderWay(Protocol):
    """A running simulation: its games, those that ended, all their steps, and the states of a solution before it."""

    states: int
    games: int
    ended: int

    @property
    def steps(self) -> int: ...


@contextmanager
def progress(
    games: int | None, figure: str, until: float | None, under_way: UnderWay
) -> Iterator[Callable[[Sample], None] | None]:
    """Yield a function that takes the sample so far; None if standard error is no terminal.

    The line has the games, the rate, the time left, and the interval; before the first game has ended, the number of
    steps, and after many of them that games may be endless.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
    from rich.text import Text

    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        yield None
        return

    class Games(ProgressColumn):
        def render(self, task: Task) -> Text:
            counted = int(task.completed)
            task.completed = max(counted, under_way.games)  # the bar beside it goes on between two reports
            return Text(games_so_far(under_way, counted))

    columns: tuple[Any, ...] = (
        Games(),
        BarColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[interval]}"),
    )
    with Progress(*columns, console=console, transient=True) as display:
        task = display.add_task("", total=games, rate="", interval="")

        def report(sample: Sample) -> None:
            name = "mean" if figure == "win_rate" and sample.won is None else figure
            value = getattr(sample, name)
            width = float(value.high) - float(value.low)
            total = games
            if until is not None and width < inf:  # the width falls with the square root of the number of games
                games_needed = int(sample.games * (width / until) ** 2)
                total = min(games_needed, games) if games else games_needed
            rate = sample.games / sample.seconds if sample.seconds else 0.0
            display.update(
                task,
                completed=sample.games,
                total=max(total or 0, sample.games),
                rate=f"{rate / 1e6:.2f} M/s" if rate >= 1e5 else f"{rate:,.0f}/s",
                interval=f"{name} {value}",
            )

        yield report


def games_so_far(under_way: UnderWay, counted_games: int) -> str:
    """Return the number of games; if none has ended, their steps, and a warning that they may be endless.

    Before the first game, what is done instead.
    """
    games = max(counted_games, under_way.games)
    if under_way.states and not (games or under_way.steps):
        return f"solving the game, {under_way.states:,} states"
    if not games and not under_way.steps:
        return "getting the rules ready"
    if counted_games or under_way.ended or not under_way.steps:
        return f"{games:,} games"
    unfinished = f" of {games:,} games" if games else " games"
    endless = "; they may be endless: see --limit" if under_way.steps >= MANY_STEPS else ""
    return f"0{unfinished} ended, {under_way.steps:,} steps{endless}"


@contextmanager
def solving() -> Iterator[dict[str, Any]]:
    """Yield the callbacks of ``solve``, and ``hint``, which takes a text; none if standard error is no terminal.

    The line has the states, the bounds if known, the seconds, and the hint.
    """
    from rich.console import Console
    from rich.live import Live

    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        yield {}
        return
    began, status = time.monotonic(), {"states": "", "bounds": ""}
    hints: list[str] = []

    def draw() -> str:
        seconds = time.monotonic() - began
        return (
            ""
            if seconds < SOON
            else "; ".join((", ".join(filter(None, (*status.values(), f"{seconds:.0f} s"))), *hints))
        )

    def note_states(states: int) -> None:
        status["states"] = f"{states:,} states" if states > 1 else "compiling the rules"

    def note_bounds(low: float, high: float) -> None:
        status["bounds"] = f"between {low:.{DIGITS}g} and {high:.{DIGITS}g}"

    with Live(console=console, transient=True, get_renderable=draw):
        yield {"progress": note_states, "narrowing": note_bounds, "hint": hints.append}
