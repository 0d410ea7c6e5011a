"""A run, or a solution, while it is under way: a line on a terminal's standard error."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from typing import Any

from faceup.results.chances import DIGITS
from faceup.results.sample import Sample

SOON = 1.0  # seconds before anything is shown of a solution


@contextmanager
def progress(games: int | None, figure: str, until: float | None) -> Iterator[Callable[[Sample], None] | None]:
    """What to call with the sample so far; None where standard error is no terminal.

    Shows how far, the rate, the time left, and the interval narrowing.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        yield None
        return
    columns: tuple[Any, ...] = (
        TextColumn("{task.completed:,.0f} games"),
        BarColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[interval]}"),
    )
    with Progress(*columns, console=console, transient=True) as display:
        task = display.add_task("", total=games, rate="", interval="")

        def report(sample: Sample) -> None:
            name = "mean" if figure == "win_rate" and sample.wins is None else figure
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

    def drawn() -> str:
        seconds = time.monotonic() - began
        return (
            "" if seconds < SOON else "; ".join((", ".join(filter(None, (*told.values(), f"{seconds:.0f} s"))), *hints))
        )

    def met(states: int) -> None:
        told["states"] = f"{states:,} states" if states else "compiling the rules"

    def narrowed(low: float, high: float) -> None:
        told["bounds"] = f"between {low:.{DIGITS}g} and {high:.{DIGITS}g}"

    with Live(console=console, transient=True, get_renderable=drawn):
        yield {"progress": met, "narrowing": narrowed, "hint": hints.append}
