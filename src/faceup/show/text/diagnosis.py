"""What is wrong or unusual about rules, and what to expect, as lines of text."""

from collections.abc import Iterator
from math import inf

from faceup.results.answers.diagnosis import Diagnosis, Growth, Trial
from faceup.rules.facts import facts_of, plays_itself
from faceup.show.text.phrases import count_phrase

UNITS = ((2.0**30, "GiB"), (2.0**20, "MiB"), (2.0**10, "KiB"))
TIMES = ((86_400.0, "days"), (3600.0, "hours"), (60.0, "minutes"))


def diagnosis_lines(found: Diagnosis) -> Iterator[str]:
    """The findings first, then the engines."""
    for finding in found.findings:
        yield f"{'wrong   ' if finding.wrong else 'unusual '} {finding.text}"
    if found.wrong:
        return
    if not found.findings:
        yield f"rules    nothing wrong was found{' so far' if found.stopped else ''}"
    if found.interpreted is not None:
        yield f"compiles no: {found.interpreted}"
    prepared = [trial.preparing for trial in found.trials if trial.preparing]
    for seconds in prepared:
        yield f"compiles yes, in {seconds:.1f} s (once; then it is kept)"
    if _compiles(found) and not prepared:
        yield "compiles yes"
    yield from (f"{_runs_by(trial):8} {_speed(found, trial)}" for trial in found.trials)
    if found.answers:
        beyond = f", then {found.beyond}" if found.beyond else ""
        yield f"engine   {found.answers}{' so far' if found.stopped else ''}{beyond}"
    for refusal in found.refused:
        yield f"         not {refusal.engine}, which {refusal.reason}"
    if found.comes_round is not None:
        yield f"round    {found.comes_round}"
    yield from _size(found)
    if found.positions is not None and not found.counted and not found.stopped:
        yield "next     solve a smaller size, or all of it within --seconds and --memory; simulate needs no positions"


def _compiles(found: Diagnosis) -> bool:
    """Whether it is known that the rules compile: all was looked at, and nothing is said against it."""
    return not (found.stopped or found.interpreted or plays_itself(found.game) or facts_of(found.game).hidden)


def _speed(found: Diagnosis, trial: Trial) -> str:
    if _by_seat(trial) and not trial.whole:
        return f"not all in {trial.seconds:.0f} s"
    if not trial.keeps_all:
        kept = f"{count_phrase(trial.number, 'position')} kept"
        return f"all in {trial.seconds:.2f} s, with {kept}" if trial.whole else f"{kept} after {trial.seconds:.2f} s"
    unit = "games" if plays_itself(found.game) else "positions"
    speed = f"{trial.number / max(trial.seconds, 1e-9):,.0f} {unit} a second"
    return f"{speed}; all {count_phrase(trial.number, 'position')} in {trial.seconds:.2f} s" if trial.whole else speed


def _size(found: Diagnosis) -> Iterator[str]:
    if found.positions is not None and found.counted:
        yield f"size     {count_phrase(found.positions, 'position')}"
    elif found.positions is not None:
        yield f"size     at least {_rough(found.positions)} positions: so many were met, in a few seconds of each trial"
    if found.grows is not None:
        yield f"grows    {found.grows}"
    elif found.positions is not None and not found.counted and not found.stopped:
        yield from _estimated(found.positions, found.growth)
    last = found.trials[-1] if found.trials else None
    if found.positions is None or last is None or last.whole or any(trial.whole for trial in found.trials):
        return
    if _runs_by(last) == "cpython" and found.answers is not None and found.answers.endswith("-native"):
        return  # nobody has seen how long that one takes
    if _by_seat(last):
        yield f"a solve  more than {last.seconds:.0f} s"
    elif found.table_bytes is not None:
        seconds, memory = found.positions * last.seconds / max(last.number, 1), found.table_bytes
        in_memory = f", in {_in_units(memory, UNITS, 'bytes')}" if memory else ""  # the engine may not know
        how = "about" if found.counted else "at least"
        yield f"a solve  {how} {_in_units(seconds, TIMES, 's')}{in_memory}"


def _estimated(least: int, growth: Growth | None) -> Iterator[str]:
    """What smaller sizes make likely, and by what way to grow."""
    if growth is None:
        yield "estimate none: no two smaller sizes of the game could be counted"
    else:
        sizes = [f"{' '.join(f'{name}={n}' for name, n in at.items())} has {n:,}" for at, n in growth.sizes]
        yield f"smaller  {' and '.join(sizes)} positions, all of them counted"
        if growth.high <= least:
            yield "estimate none: by that growth there would be fewer than were met"
        else:
            low, high = (_rough(int(n)) if n < inf else "1e304" for n in (max(growth.low, least), growth.high))
            yield f"estimate {low} positions if they grow as a power of the size, {high} if as squares on a board do"


def _runs_by(trial: Trial) -> str:
    """What rules ran by in a trial, where that is one of two."""
    backend = trial.engine.rpartition("-")[2]
    return backend if backend in ("cpython", "native") else "solving"


def _by_seat(trial: Trial) -> bool:
    """Whether an engine was at work that looks at all positions first, and takes them together: it has no speed."""
    return trial.engine.startswith(("equilibrium", "cyclic"))


def _rough(number: int) -> str:
    """A number of which two digits are known at most."""
    digits = max(len(str(number)) - 2, 0)
    return f"{round(number, -digits):,}" if number < 10**9 else f"{number:.1e}"


def _in_units(amount: float, units: tuple[tuple[float, str], ...], smallest: str) -> str:
    for size, name in units:
        if amount >= 2 * size:
            return f"{amount / size:,.0f} {name}"
    return f"{amount:,.0f} {smallest}"
