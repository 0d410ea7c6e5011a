"""Play one deal of a solitaire game step by step, and count the outcomes of many."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from faceup.engines.model.dealing import TableWatch, rules_errors
from faceup.engines.simulate.blocks import NOW_AND_THEN, UnderWay
from faceup.results.samples.totals import PAYOFFS_KEPT, KeptGame, Outcomes, Totals, finest
from faceup.rules.contract import ENDLESS, LOST, OVER, UNFINISHED, WON, Patience
from faceup.rules.pile import contents

LOW, BARS = -256, 1024  # whole scores from LOW to LOW + BARS - 1 are counted without sorting
LENGTHS = 1 << 14  # lengths below this are counted without sorting
MARKS = ENDLESS + 1


def count_up(outcomes: Outcomes, first: int, keep: Mapping[str, int], engine: str = "cpython") -> Totals:
    """Return the totals of games numbered from ``first`` on; ``keep`` says how many games of each kind to keep."""
    import numpy as np

    rows, marks, lengths = outcomes
    scores = of_first(rows)
    bars, spans, counts = np.zeros((UNFINISHED, BARS), np.int64), np.zeros(LENGTHS, np.int64), np.zeros(MARKS, np.int64)
    rest = np.zeros(len(marks), np.bool_)
    count = tally if engine == "cpython" else compiled_tally()
    others, long = count(scores, marks, lengths, bars, spans, counts, rest)
    ends: dict[tuple[float, int], int] = {}
    for mark in range(UNFINISHED):
        histogram = _count_bars(bars[mark], LOW) | (_count_distinct(scores[rest & (marks == mark)]) if others else {})
        ends |= {(score, mark): games for score, games in histogram.items()}
    ended = (marks < UNFINISHED) & (lengths >= LENGTHS) if long else None
    return Totals(
        games=len(marks),
        unfinished=int(counts[UNFINISHED]),
        endless=int(counts[ENDLESS]),
        steps=int(lengths.sum()),
        ends=dict(sorted(ends.items())),
        lengths=_count_bars(spans, 0) | (_count_distinct(lengths[ended]) if long else {}),
        kept={what: _pick_games(what, outcomes, first, most) for what, most in keep.items()},
        **(_seats(rows, marks, engine) if rows.ndim > 1 else {}),
    )


def of_first(scores: Any) -> Any:
    """Return the scores; of rows with one for each seat, those of the first seat."""
    import numpy as np

    return np.ascontiguousarray(scores[:, 0]) if scores.ndim > 1 else scores


def _seats(rows: Any, marks: Any, engine: str) -> dict[str, Any]:
    """Count games by the payoff of each seat, and by the set of seats with the highest payoff."""
    import numpy as np

    count, seats = rows.shape
    bars, rest, tops = np.zeros((seats, BARS), np.int64), np.zeros(rows.shape, np.bool_), np.zeros(count, np.uint64)
    others = (tally_seats if engine == "cpython" else compiled_tally_of_seats())(rows, marks, bars, rest, tops)
    payoffs = (
        _count_bars(bars[k], LOW) | (_count_distinct(rows[rest[:, k], k]) if others else {}) for k in range(seats)
    )
    return {
        "payoffs": tuple(dict(sorted(counts.items())) for counts in payoffs),
        "tops": _count_distinct(tops[tops > 0]),
    }


def tally_seats(rows: Any, marks: Any, bars: Any, rest: Any, tops: Any) -> int:
    """Count payoffs that need no sorting, and set ``tops`` to the seats with the highest payoff, as bits.

    ``rest`` marks the other payoffs; returns how many they are.
    """
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
    """Count scores and lengths that need no sorting; ``rest`` marks games with other scores.

    Returns (how many other scores, how many long games).
    """
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


def _count_bars(bars: Any, low: int) -> dict[float, int]:
    return {low + int(k): int(bars[k]) for k in bars.nonzero()[0]}


def _count_distinct(values: Any) -> dict[Any, int]:
    """Return how often each value occurs."""
    import numpy as np

    distinct, counts = np.unique(values, return_counts=True)
    pairs = zip(distinct.tolist(), counts.tolist(), strict=True)
    return {_plain(value): count for value, count in pairs}


def _pick_games(what: str, outcomes: Outcomes, first: int, most: int) -> tuple[KeptGame, ...]:
    """Return the first ``most`` games of a kind: wins, games with a payoff, the shortest or the longest."""
    import numpy as np

    if what == "wins":
        places = (outcomes.marks == WON).nonzero()[0][:most]
    elif what in PAYOFFS_KEPT:
        places = ((outcomes.marks < UNFINISHED) & (of_first(outcomes.scores) == PAYOFFS_KEPT[what])).nonzero()[0][:most]
    else:
        ended = (outcomes.marks < UNFINISHED).nonzero()[0]
        lengths = outcomes.lengths[ended]
        order = np.argsort(lengths if what == "shortest" else -lengths, kind="stable")
        places = ended[order[:most]]
    scores = of_first(outcomes.scores)
    games = (KeptGame(first + i, int(outcomes.lengths[i]), _plain(float(scores[i]))) for i in places.tolist())
    return finest(what, games, most)


def _plain(number: float) -> float:
    """Return a whole number as int, if a float holds it exactly; else the float."""
    return int(number) if abs(number) < 2**53 and float(number).is_integer() else number


WATCH = 1024  # steps after which the game is watched for a repeated table; a power of two


class Playthrough:
    """A game from a table on. Iterating plays it, and yields each step after it was done.

    ``steps`` counts them; afterwards ``end`` is the mark of how the game ended. Raises RulesError if a step breaks.
    """

    def __init__(self, game: Patience, table: Any, longest: int) -> None:
        self.game, self.table, self.longest = game, table, longest
        self.steps, self.end = 0, UNFINISHED

    def __iter__(self) -> Iterator[int]:
        game, table, watch = self.game, self.table, TableWatch()
        with rules_errors(game, table):
            while True:
                step = game.step(table)
                if not isinstance(step, int):
                    raise ValueError(f"step returns {step!r}; possible: the number of what was done, or OVER,")
                if step == OVER:
                    self.end = WON if game.won(table) else LOST
                    return
                self.steps += 1
                yield step
                if self.steps == self.longest:
                    return
                if self.steps >= WATCH and watch.has_repeated(self.steps, contents(table)):
                    self.end = ENDLESS
                    return


def finish(game: Patience, table: Any, longest: int, under_way: UnderWay | None = None) -> tuple[int, int]:
    """Play from a table to the end; return (steps, mark of how the game ended)."""
    play = Playthrough(game, table, longest)
    for _ in play:
        if under_way and not play.steps % NOW_AND_THEN:
            under_way.note_steps(play.steps)
    return play.steps, play.end
