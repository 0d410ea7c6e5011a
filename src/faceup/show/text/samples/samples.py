"""A sample or a comparison as lines of text."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf, isclose
from typing import Any

from faceup.numbers.value import Value
from faceup.results.chances import at_confidence, percents, rate_text
from faceup.results.samples.comparison import Comparison
from faceup.results.samples.histogram import bar_namer, gather_bars
from faceup.results.samples.sample import LENGTH_QUANTILES, QUANTILES, RARE_QUANTILES, Sample
from faceup.results.sentences.seat_names import possessive
from faceup.show.text.bars import MOST_BARS, NAME, Bar, bar_lines
from faceup.show.text.phrases import ends_in_words
from faceup.show.text.tables import align_rows

FEWEST = 10  # games beyond a rare score, for its quantile to be printed


def sample_lines(sample: Sample, encoding: str, width: int) -> Iterator[str]:
    """The histogram and the figures, in lines of at most ``width``."""
    if len(sample.seats) > 1:
        counts = {seat.name: sample.totals.tops.get(1 << seat.seat, 0) for seat in sample.seats}
        counts |= {"shared": sample.shared} if sample.shared else {}
        yield from _bars(counts, encoding, width, flush=True)
    else:
        scores, ends = gather_bars(sample.histogram, MOST_BARS), ends_in_words(sample)
        name = bar_namer(sample.histogram, MOST_BARS)
        counts = {ends.get(score, name(score).rjust(NAME)): games for score, games in scores.items()}
        yield from _bars(counts, encoding, width, flush=bool(ends))
    yield from figure_lines(sample, width)


def figure_lines(sample: Sample, width: int = sys.maxsize) -> Iterator[str]:
    """The figures with their intervals, and the number of games, in lines of at most ``width``."""
    score, step = ("score", "steps") if sample.dealt or sample.players == 0 else ("payoff", "moves")
    partly = "  of the games that ended" if sample.finished < sample.games else ""
    yield from seat_lines(sample, partly, width) if sample.seats else _score_lines(sample, score, partly)
    yield f"length      {sample.length} {step}{partly}"
    if len(sample.lengths) > 1:
        marks = _marks(sample, LENGTH_QUANTILES, sample.length_quantile)
        shortest, longest = (f"{extreme(sample.lengths):,}" for extreme in (min, max))
        yield f"lasted      shortest met {shortest}, longest met {longest} {step}, quantiles {marks}"
    if sample.endless:
        yield f"endless     {sample.endless_rate}: {sample.endless:,} games known never to end"
    if sample.unfinished:
        yield f"unfinished  {sample.unfinished:,} games reached the limit of steps"
    for what, games in sample.kept.items():
        listed = ", ".join(f"{game.number} ({game.length} {step}, {score} {game.score:g})" for game in games)
        yield f"{what:<11} {listed or 'none'}"
    games_text, stored = f"games       {sample.games:,} of seed {sample.seed}", sample.games - sample.computed
    if sample.games and not sample.computed:
        yield f"{games_text}, all of them from the store"
        return
    more = f", {stored:,} of them from the store" if stored else ""
    yield f"{games_text}{more}, {sample.games_per_second:,.0f} a second ({_engine(sample)})"


def _engine(sample: Sample) -> str:
    """The engine; for CPython also why, if the user did not choose it."""
    return f"{sample.engine}, {sample.interpreted}" if sample.interpreted else sample.engine


def _score_lines(sample: Sample, score: str, partly: str) -> Iterator[str]:
    """The rate of wins, and the score."""
    rates = list(_rates(sample))
    sure = f"  {at_confidence(sample.confidence)}"
    width = max((len(name) for name, _ in rates), default=0)
    for k, (name, rate) in enumerate(rates):
        yield f"{name:<{max(width, 11)}} {rate_text(rate)}{sure * (k == 0)}"
    mean = f"mean {score}"
    yield f"{mean:<11} {sample.mean}{partly}{sure * (not rates)}"
    if sample.variance is not None and not ends_in_words(sample):
        marks = _marks(sample, (*QUANTILES, *RARE_QUANTILES), sample.quantile)
        least, most = (f"{extreme(sample.histogram):.10g}" for extreme in (min, max))
        spread = "larger than any float" if sample.variance == inf else f"{sample.variance:.6g}"
        yield f"spread      least met {least}, most met {most}, variance {spread}, quantiles {marks}"


def _marks(sample: Sample, shares: Sequence[float], quantile: Callable[[float], float | None]) -> str:
    """The quantiles of these shares, if the sample has enough games for them."""
    reliable = [share for share in shares if share in QUANTILES or (1 - share) * sample.finished >= FEWEST]
    return "  ".join(f"{100 * share:.3g}% {quantile(share):.10g}" for share in reliable)


def _bars(counts: Mapping[str, int], encoding: str, width: int, flush: bool = False) -> list[str]:
    """A bar for each result, with its number of games."""
    total = max(sum(counts.values()), 1)
    shares = percents([Fraction(count, total) for count in counts.values()])
    rows = [
        Bar(name, count, (f"{count:,}", share)) for (name, count), share in zip(counts.items(), shares, strict=True)
    ]
    return bar_lines(rows, encoding, width, flush)


def seat_lines(sample: Sample, partly: str, width: int) -> Iterator[str]:
    """The figures of all seats, side by side."""
    score, seats = "score" if sample.dealt else "payoff", sample.seats
    columns = figures_of_seats(seats, score, partly, lambda seat: str(seat.mean))
    yield from align_rows([("", *columns), *zip([seat.name for seat in seats], *columns.values(), strict=True)], width)
    sure = at_confidence(sample.confidence)
    if len(seats) == 1:
        yield f"{'':<12}{sure}"
        return
    tied = "; tied: others have it too" if "tied" in columns else ""
    yield f"won: the highest {score}{tied}; {sure} for all seats of a column together (Bonferroni)"


def figures_of_seats(seats: Sequence[Any], score: str, partly: str, mean: Callable[[Any], str]) -> dict[str, list[str]]:
    """The figures of each seat by name; the mean only if it differs from the rate of wins."""
    columns: dict[str, list[str]] = {}
    if len(seats) > 1:
        columns["won"] = [rate_text(seat.win_rate) for seat in seats]
        if any(seat.tie_rate.value for seat in seats):
            columns["tied"] = [rate_text(seat.tie_rate) for seat in seats]
    if not columns or partly or not all(isclose(seat.mean.value or 0, seat.win_rate.value or 0) for seat in seats):
        columns[f"mean {score}{partly}"] = list(map(mean, seats))
    return columns


def _rates(sample: Sample) -> Iterator[tuple[str, Value]]:
    """The rates of wins of each player, of draws, and the advantage, as far as they are known."""
    stakes = sample.stakes
    if stakes is None:
        yield "won", sample.win_rate
        return
    if sample.won is not None and (stakes.two or stakes.alone == 0):
        yield f"{stakes.name(0)} won".removeprefix("the player "), sample.win_rate
    if stakes.two and sample.drawn is not None:
        yield "drawn", sample.draw_rate
    if sample.lost is not None and (stakes.two or stakes.alone == 1):
        yield f"{stakes.name(1)} won".removeprefix("the player "), sample.loss_rate
    if stakes.two and sample.won is not None and sample.lost is not None:
        yield f"{possessive(stakes.name(0))} advantage", sample.advantage


def comparison_lines(comparison: Comparison, names: tuple[str, str], width: int = sys.maxsize) -> Iterator[str]:
    """The figures of both, and the difference on common deals, in lines of at most ``width``."""
    word, sample = "score" if comparison.first.players == 0 else "payoff", comparison.first
    won_at_all = comparison.win_rate.value is not None
    rows = [("", *(("won",) if won_at_all else ()), f"mean {word}")]
    compared: tuple[Sample | Comparison, ...] = (comparison.first, comparison.second, comparison)
    named = zip((*names, "difference"), compared, strict=True)
    rows += [(name, *((rate_text(one.win_rate),) if won_at_all else ()), str(one.mean)) for name, one in named]
    yield from align_rows(rows, width)
    if comparison.win_rate.value is not None:
        wins: Counter[tuple[bool, bool]] = Counter()
        for (first, second), games in comparison.ends.items():
            wins[first == "won", second == "won"] += games
        yield (
            f"of {sample.games:,} pairs on common deals: {wins[True, False]:,} won by the first alone, "
            f"{wins[False, True]:,} by the second alone, {wins[True, True]:,} by both"
        )
    if comparison.ended < sample.games:
        yield f"both ended in {comparison.ended:,} pairs, which the difference of the means is about"
        for name, one in zip(names, (comparison.first, comparison.second), strict=True):
            yield f"{name}  {one.endless:,} games never end, {one.unfinished:,} are unfinished"
    speed = f"{sample.games_per_second:,.0f} pairs a second ({_engine(sample)})"
    yield f"games  {sample.games:,} of seed {sample.seed}, {at_confidence(sample.confidence)}, {speed}"
