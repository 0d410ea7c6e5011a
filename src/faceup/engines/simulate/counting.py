"""Outcomes of many games, counted."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from faceup.results.samples.totals import PAYOFFS_KEPT, GameRecord, Outcomes, Totals, finest
from faceup.rules.contract import ENDLESS, UNFINISHED, WON

LOW, BARS = -256, 1024  # scores from LOW to LOW + BARS - 1, if whole, are counted without sorting
LENGTHS = 1 << 14  # and lengths below this
MARKS = ENDLESS + 1


def count_up(outcomes: Outcomes, first: int, keep: Mapping[str, int], engine: str = "cpython") -> Totals:
    """The totals of games numbered from ``first`` on; ``keep`` says how many games of each kind to remember."""
    import numpy as np

    rows, marks, lengths = outcomes
    scores = of_first(rows)
    bars, spans, counts = np.zeros((UNFINISHED, BARS), np.int64), np.zeros(LENGTHS, np.int64), np.zeros(MARKS, np.int64)
    rest = np.zeros(len(marks), np.bool_)
    count = tally if engine == "cpython" else compiled_tally()
    others, long = count(scores, marks, lengths, bars, spans, counts, rest)
    ends: dict[tuple[float, int], int] = {}
    for mark in range(UNFINISHED):
        histogram = _numbered(bars[mark], LOW) | (_sorted(scores[rest & (marks == mark)]) if others else {})
        ends |= {(score, mark): games for score, games in histogram.items()}
    ended = (marks < UNFINISHED) & (lengths >= LENGTHS) if long else None
    return Totals(
        games=len(marks),
        unfinished=int(counts[UNFINISHED]),
        endless=int(counts[ENDLESS]),
        steps=int(lengths.sum()),
        ends=dict(sorted(ends.items())),
        lengths=_numbered(spans, 0) | (_sorted(lengths[ended]) if long else {}),
        kept={what: _kept(what, outcomes, first, most) for what, most in keep.items()},
        **(_seats(rows, marks, engine) if rows.ndim > 1 else {}),
    )


def of_first(scores: Any) -> Any:
    """The scores, or where each seat has its own those of the first."""
    import numpy as np

    return np.ascontiguousarray(scores[:, 0]) if scores.ndim > 1 else scores


def _seats(rows: Any, marks: Any, engine: str) -> dict[str, Any]:
    """Games by the payoff of each seat, and by the seats with the highest one."""
    import numpy as np

    count, seats = rows.shape
    bars, rest, tops = np.zeros((seats, BARS), np.int64), np.zeros(rows.shape, np.bool_), np.zeros(count, np.uint64)
    others = (tally_seats if engine == "cpython" else compiled_tally_of_seats())(rows, marks, bars, rest, tops)
    payoffs = (_numbered(bars[k], LOW) | (_sorted(rows[rest[:, k], k]) if others else {}) for k in range(seats))
    return {"payoffs": tuple(dict(sorted(counts.items())) for counts in payoffs), "tops": _sorted(tops[tops > 0])}


def tally_seats(rows: Any, marks: Any, bars: Any, rest: Any, tops: Any) -> int:
    """Count what needs no sorting, and find who has the highest payoff, as bits; returns how many others there are."""
    others = 0
    for i in range(len(marks)):
        if marks[i] < UNFINISHED:
            best, mask, bit = rows[i, 0], 0, 1
            for k in range(rows.shape[1]):
                payoff = rows[i, k]
                bar = int(payoff) - LOW if -1e9 < payoff < 1e9 else -1
                if 0 <= bar < BARS and payoff == int(payoff):
                    bars[k, bar] += 1
                else:
                    rest[i, k] = True
                    others += 1
                if payoff > best:
                    best, mask = payoff, 0
                if payoff == best:
                    mask |= bit
                bit <<= 1
            tops[i] = mask
    return others


def tally(scores: Any, marks: Any, lengths: Any, bars: Any, spans: Any, counts: Any, rest: Any) -> tuple[int, int]:
    """Count what needs no sorting; ``rest`` marks games with other scores. Returns how many those and long ones are."""
    others = long = 0
    for i in range(len(marks)):
        mark = marks[i]
        counts[mark] += 1
        if mark < UNFINISHED:
            score = scores[i]
            bar = int(score) - LOW if -1e9 < score < 1e9 else -1
            if 0 <= bar < BARS and score == int(score):
                bars[mark, bar] += 1
            else:
                rest[i] = True
                others += 1
            if lengths[i] < LENGTHS:
                spans[lengths[i]] += 1
            else:
                long += 1
    return others, long


@cache
def compiled_tally() -> Any:
    from faceup.native.kernels import shared_kernel

    return shared_kernel(tally)


@cache
def compiled_tally_of_seats() -> Any:
    from faceup.native.kernels import shared_kernel

    return shared_kernel(tally_seats)


def _numbered(bars: Any, low: int) -> dict[float, int]:
    return {low + int(k): int(bars[k]) for k in bars.nonzero()[0]}


def _sorted(values: Any) -> dict[Any, int]:
    import numpy as np

    found, counts = np.unique(values, return_counts=True)
    pairs = zip(found.tolist(), counts.tolist(), strict=True)
    return {_plain(value): count for value, count in pairs}


def _kept(what: str, outcomes: Outcomes, first: int, most: int) -> tuple[GameRecord, ...]:
    import numpy as np

    if what == "wins":
        chosen = (outcomes.marks == WON).nonzero()[0][:most]
    elif what in PAYOFFS_KEPT:
        chosen = ((outcomes.marks < UNFINISHED) & (of_first(outcomes.scores) == PAYOFFS_KEPT[what])).nonzero()[0][:most]
    else:
        ended = (outcomes.marks < UNFINISHED).nonzero()[0]
        lengths = outcomes.lengths[ended]
        order = np.argsort(lengths if what == "shortest" else -lengths, kind="stable")
        chosen = ended[order[:most]]
    scores = of_first(outcomes.scores)
    games = (GameRecord(first + i, int(outcomes.lengths[i]), _plain(float(scores[i]))) for i in chosen.tolist())
    return finest(what, games, most)


def _plain(number: float) -> float:
    """A whole number as one, where a float holds it exactly."""
    return int(number) if abs(number) < 2**53 and float(number).is_integer() else number
