"""A run, or a solution, while it is under way: a line on a terminal's standard error."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from typing import Any, Protocol

from faceup.results.chances import DIGITS
from faceup.results.samples.sample import Sample

SOON = 1.0  # seconds before anything is shown of a solution
MANY_STEPS = 100_000  # of games none of which has ended


class UnderWay(Protocol):
    """Games that are being played: how many were counted, how many of them ended, and all their steps.

    Before, the states that were met where best play had to be found.
    """

    states: int
    games: int
    ended: int

    @property
    def steps(self) -> int: ...


@contextmanager
def progress(
    games: int | None, figure: str, until: float | None, under_way: UnderWay
) -> Iterator[Callable[[Sample], None] | None]:
    """What to call with the sample so far; None where standard error is no terminal.

    Shows how far, the rate, the time left, and the interval narrowing; the steps of the games under way while none has
    ended, and soon that none may end.
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
            return Text(games_so_far(under_way, int(task.completed)))

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
                needed = int(sample.games * (width / until) ** 2)
                total = min(needed, games) if games else needed
            rate = sample.games / sample.seconds if sample.seconds else 0.0
            display.update(
                task,
                completed=sample.games,
                total=max(total or 0, sample.games),
                rate=f"{rate / 1e6:.2f} M/s" if rate >= 1e5 else f"{rate:,.0f}/s",
                interval=f"{name} {value}",
            )

        yield report


def games_so_far(under_way: UnderWay, played: int) -> str:
    """How many games were played; where none has ended, how far they are, and that there may be no end to them."""
    games = max(played, under_way.games)
    if under_way.states and not (games or under_way.steps):
        return f"solving the game, {under_way.states:,} states"
    if played or under_way.ended or not under_way.steps:
        return f"{games:,} games"
    unfinished = f" of {games:,} games" if games else " games"
    endless = "; they may be endless: see --limit" if under_way.steps >= MANY_STEPS else ""
    return f"0{unfinished} ended, {under_way.steps:,} steps{endless}"


@contextmanager
def solving() -> Iterator[dict[str, Any]]:
    """What ``solve`` tells how far it is, and ``hint``, which takes a text; none where standard error is no terminal.

    Shows the states met, the bounds where they are known, the seconds, and the hint.
    """
    from rich.console import Console
    from rich.live import Live

    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        yield {}
        return
    began, told = time.monotonic(), {"states": "", "bounds": ""}
    hints: list[str] = []

    def draw() -> str:
        seconds = time.monotonic() - began
        return (
            "" if seconds < SOON else "; ".join((", ".join(filter(None, (*told.values(), f"{seconds:.0f} s"))), *hints))
        )

    def note_states(states: int) -> None:
        told["states"] = f"{states:,} states" if states else "compiling the rules"

    def note_bounds(low: float, high: float) -> None:
        told["bounds"] = f"between {low:.{DIGITS}g} and {high:.{DIGITS}g}"

    with Live(console=console, transient=True, get_renderable=draw):
        yield {"progress": note_states, "narrowing": note_bounds, "hint": hints.append}
