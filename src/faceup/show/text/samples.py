"""A sample or a comparison as lines of text."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from faceup.results.chances import percent, rate_text
from faceup.results.documents.sample import QUANTILES
from faceup.results.histogram import gathered
from faceup.results.sample import Comparison, Sample
from faceup.results.value import Value
from faceup.show.text.bars import Bar, bar_lines
from faceup.show.text.phrases import ends_in_words


def sample_lines(sample: Sample, encoding: str, width: int) -> Iterator[str]:
    """Histogram, in lines no wider than that, and figures."""
    if len(sample.seats) > 1:
        counts = {seat.name: sample.totals.tops.get(1 << seat.seat, 0) for seat in sample.seats}
        counts |= {"shared": sample.shared} if sample.shared else {}
        yield from _bars(counts, encoding, width, left=True)
    else:
        scores, ends = gathered(sample.histogram), ends_in_words(sample)
        counts = {ends.get(score, f"{score:>6.12g}"): games for score, games in scores.items()}
        yield from _bars(counts, encoding, width, left=bool(ends))
    yield from figure_lines(sample)


def figure_lines(sample: Sample) -> Iterator[str]:
    """Figures with their intervals, and how many games they come from."""
    score, step = ("score", "steps") if sample.dealt or sample.players == 0 else ("payoff", "moves")
    partly = "  of the games that ended" if sample.finished < sample.games else ""
    yield from seat_lines(sample, partly) if sample.seats else _score_lines(sample, score, partly)
    yield f"length      {sample.length} {step}{partly}"
    if sample.endless:
        yield f"endless     {sample.endless_rate}: {sample.endless:,} games known never to end"
    if sample.unfinished:
        yield f"unfinished  {sample.unfinished:,} games reached the limit of steps"
    for what, games in sample.kept.items():
        listed = ", ".join(f"{game.number} ({game.length} {step}, {score} {game.score:g})" for game in games)
        yield f"{what:<11} {listed or 'none'}"
    stored = sample.games - sample.computed
    more = f", {stored:,} of them from the store" if stored else ""
    speed = f"{sample.games_per_second:,.0f} a second ({_engine(sample)})"
    yield f"games       {sample.games:,} of seed {sample.seed}{more}, {speed}"


def _engine(sample: Sample) -> str:
    """The engine; of CPython, why, where nobody asked for it."""
    return f"{sample.engine}, {sample.interpreted}" if sample.interpreted else sample.engine


def _score_lines(sample: Sample, score: str, partly: str) -> Iterator[str]:
    """How often it was won, and the score."""
    rates = list(_rates(sample))
    sure = f"  at {sample.confidence:.4g} confidence"
    width = max((len(name) for name, _ in rates), default=0)
    for k, (name, rate) in enumerate(rates):
        yield f"{name:<{max(width, 11)}} {rate_text(rate)}{sure * (k == 0)}"
    mean = f"mean {score}"
    yield f"{mean:<11} {sample.mean}{partly}{sure * (not rates)}"
    if sample.variance is not None and not ends_in_words(sample):
        marks = "  ".join(f"{share:.0%} {sample.quantile(share):g}" for share in QUANTILES)
        yield f"spread      variance {sample.variance:.6g}, quantiles {marks}"


def _bars(counts: Mapping[str, int], encoding: str, width: int, left: bool = False) -> list[str]:
    """A bar for each, with how many games those are."""
    total = max(sum(counts.values()), 1)
    rows = [Bar(name, count, f"{count:,} ({percent(count / total)})") for name, count in counts.items()]
    return bar_lines(rows, encoding, width, left)


def seat_lines(sample: Sample, partly: str) -> Iterator[str]:
    """The figures of each seat, side by side."""
    score = "score" if sample.dealt else "payoff"
    heads = ("", *(("won", "tied") if len(sample.seats) > 1 else ()), f"mean {score}{partly}")
    rows = [heads]
    for seat in sample.seats:
        rates = (rate_text(seat.win_rate), rate_text(seat.tie_rate)) if len(sample.seats) > 1 else ()
        rows.append((seat.name, *rates, str(seat.mean)))
    yield from aligned(rows)
    if len(sample.seats) == 1:
        yield f"            at {sample.confidence:.4g} confidence"
        return
    yield (
        f"won: the highest {score}; tied: others have it too; at {sample.confidence:.4g} confidence for all seats of a "
        "column together (Bonferroni)"
    )


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows of one length as lines, column under column."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(f"{text:<{width}}" for text, width in zip(row, widths, strict=True)).rstrip()


def _rates(sample: Sample) -> Iterator[tuple[str, Value]]:
    """How often each of those who play won, as far as that is known, and how often nobody did."""
    stakes = sample.stakes
    if stakes is None:
        yield "won", sample.win_rate
        return
    if sample.wins is not None and (stakes.two or stakes.alone == 0):
        yield f"{stakes.name(0)} won".removeprefix("the player "), sample.win_rate
    if stakes.two and sample.draws is not None:
        yield "drawn", sample.draw_rate
    if sample.losses is not None and (stakes.two or stakes.alone == 1):
        yield f"{stakes.name(1)} won".removeprefix("the player "), sample.loss_rate
    if stakes.two and sample.wins is not None and sample.losses is not None:
        yield f"{stakes.name(0)}'s advantage", sample.advantage


def comparison_lines(comparison: Comparison, names: tuple[str, str]) -> Iterator[str]:
    """Each one's figures, and the difference on common deals."""
    word = "score" if comparison.first.players == 0 else "payoff"
    width = max(map(len, names))
    for name, sample in zip(names, (comparison.first, comparison.second), strict=True):
        yield f"{name:<{width}}  {_won(sample.win_rate)}mean {word} {sample.mean}"
    yield f"{'difference':<{width}}  {_won(comparison.win_rate)}mean {word} {comparison.mean}"
    sample = comparison.first
    if comparison.win_rate.value is not None:
        won: Counter[tuple[bool, bool]] = Counter()
        for (first, second), games in comparison.ends.items():
            won[first == "won", second == "won"] += games
        yield (
            f"of {sample.games:,} pairs on common deals: {won[True, False]:,} won by the first alone, "
            f"{won[False, True]:,} by the second alone, {won[True, True]:,} by both"
        )
    if comparison.ended < sample.games:
        yield f"both ended in {comparison.ended:,} pairs, which the difference of the means is about"
        for name, one in zip(names, (comparison.first, comparison.second), strict=True):
            yield f"{name:<{width}}  {one.endless:,} games never end, {one.unfinished:,} are unfinished"
    speed = f"{sample.games_per_second:,.0f} pairs a second ({_engine(sample)})"
    yield f"games  {sample.games:,} of seed {sample.seed}, at {sample.confidence:.4g} confidence, {speed}"


def _won(rate: Value) -> str:
    """The share of wins as words before the mean; none where nobody can tell."""
    return "" if rate.value is None else f"won {rate_text(rate)}  "
