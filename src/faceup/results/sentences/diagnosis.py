"""The facts of a diagnosis: faults of rules, engines, speed and size."""

from collections.abc import Iterator
from math import inf

from faceup.results.answers.diagnosis import Diagnosis, Growth, Trial
from faceup.results.number_texts import TIMES, UNITS, in_units, rough_text
from faceup.results.sentences.words import Fact, count_phrase
from faceup.rules.facts import facts_of, plays_itself


def diagnosis_facts(diagnosis: Diagnosis) -> Iterator[Fact]:
    """Yield the findings first, then the engines."""
    for finding in sorted(diagnosis.findings, key=lambda finding: not finding.wrong):
        yield "wrong" if finding.wrong else "unusual", finding.text
    if diagnosis.wrong:
        yield from [("grows", str(diagnosis.grows))] * (diagnosis.grows is not None)
        return
    if not diagnosis.findings:
        yield "rules", f"no problems found{' so far' if diagnosis.stopped else ''}"
    if diagnosis.interpreted is not None:
        yield "compiles", f"no: {diagnosis.interpreted}"
    prepared = [trial.compile_seconds for trial in diagnosis.trials if trial.compile_seconds]
    for seconds in prepared:
        yield "compiles", f"yes, in {seconds:.1f} s (once; then it is kept)"
    if _compiles(diagnosis) and not prepared:
        yield "compiles", "yes"
    yield from ((_runs_by(trial), _speed(diagnosis, trial)) for trial in diagnosis.trials)
    if diagnosis.answers:
        beyond = f", then {diagnosis.beyond}" if diagnosis.beyond else ""
        yield "engine", f"{diagnosis.answers}{' so far' if diagnosis.stopped else ''}{beyond}"
    for refusal in diagnosis.refused:
        yield "", f"not {refusal.engine}, which {refusal.reason}"
    if diagnosis.repeating_state is not None:
        yield "cyclic", diagnosis.repeating_state
    yield from _size(diagnosis)
    if diagnosis.positions is not None and not diagnosis.positions_counted and not diagnosis.stopped:
        yield "next", "solve a smaller size, or all of it within --seconds and --memory; simulate needs no positions"


def _compiles(diagnosis: Diagnosis) -> bool:
    """Whether the rules are known to compile: the diagnosis is complete and names no obstacle."""
    return not (
        diagnosis.stopped or diagnosis.interpreted or plays_itself(diagnosis.game) or facts_of(diagnosis.game).hidden
    )


def _speed(diagnosis: Diagnosis, trial: Trial) -> str:
    if _by_seat(trial) and not trial.whole:
        return f"not all in {trial.seconds:.0f} s"
    if not trial.keeps_all:
        stored = f"{count_phrase(trial.number, 'position')} kept"
        return (
            f"all in {trial.seconds:.2f} s, with {stored}" if trial.whole else f"{stored} after {trial.seconds:.2f} s"
        )
    if trial.whole:  # the time has that to begin in it, so it tells no speed
        time = f"{trial.seconds:.2f} s" if trial.seconds >= 0.01 else "less than 0.01 s"
        return f"solves all {count_phrase(trial.number, 'position')} in {time}"
    unit = "games" if plays_itself(diagnosis.game) else "positions"
    return f"{trial.number / max(trial.seconds, 1e-9):,.0f} {unit} a second"


def _size(diagnosis: Diagnosis) -> Iterator[Fact]:
    if diagnosis.positions is not None and diagnosis.positions_counted:
        yield "size", count_phrase(diagnosis.positions, "position")
    elif diagnosis.positions is not None:
        least = rough_text(diagnosis.positions)
        yield "size", f"at least {least} positions: so many were met, in a few seconds of each trial"
    if diagnosis.grows is not None:
        yield "grows", str(diagnosis.grows)
    elif diagnosis.positions is not None and not diagnosis.positions_counted and not diagnosis.stopped:
        yield from _estimate(diagnosis.positions, diagnosis.growth)
    last = diagnosis.trials[-1] if diagnosis.trials else None
    if diagnosis.positions is None or last is None or last.whole or any(trial.whole for trial in diagnosis.trials):
        return
    if _runs_by(last) == "cpython" and diagnosis.answers is not None and diagnosis.answers.endswith("-native"):
        return
    if _by_seat(last):
        yield "a solve", f"more than {last.seconds:.0f} s"
    elif diagnosis.table_bytes is not None:
        seconds, memory = diagnosis.positions * last.seconds / max(last.number, 1), diagnosis.table_bytes
        in_memory = f", in {in_units(memory, UNITS, 'bytes')}" if memory else ""  # the engine may not know
        how = "about" if diagnosis.positions_counted else "at least"
        yield "a solve", f"{how} {in_units(seconds, TIMES, 's')}{in_memory}"


def _estimate(least: int, growth: Growth | None) -> Iterator[Fact]:
    """Yield an estimate of the size from two smaller sizes, by power and by exponential growth."""
    if growth is None:
        yield "estimate", "none: no two smaller sizes of the game could be counted"
    else:
        sizes = [f"{' '.join(f'{name}={n}' for name, n in at.items())} has {n:,}" for at, n in growth.sizes]
        yield "smaller", f"{' and '.join(sizes)} positions, all of them counted"
        if growth.high <= least:
            yield "estimate", "none: by that growth there would be fewer than were met"
        else:
            low, high = (rough_text(int(n)) if n < inf else "1e304" for n in (max(growth.low, least), growth.high))
            yield "estimate", f"{low} positions if they grow as a power of the size, {high} if as squares on a board do"


def _runs_by(trial: Trial) -> str:
    """Return the back end of a trial: cpython, native, or solving for an engine of another kind."""
    backend = trial.engine.rpartition("-")[2]
    return backend if backend in ("cpython", "native") else "solving"


def _by_seat(trial: Trial) -> bool:
    """Whether the engine takes all positions together, so that it has no speed."""
    return trial.engine.startswith(("equilibrium", "cyclic"))
