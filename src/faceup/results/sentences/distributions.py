"""Exact distributions in words: of all deals of a solitaire game, and of the results and lengths of a game."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import isfinite
from typing import Any

from faceup.numbers.value import Number, amount, short_fraction, stopped_at
from faceup.results.number_texts import count_text, deviation_text, figure_text, percent, percents, rate_text, span_text
from faceup.results.samples.distribution import Distribution, Rates, Span
from faceup.results.samples.totals import bar_namer, gather_bars
from faceup.results.sentences.outcomes import whose
from faceup.results.sentences.samples import MOST_BARS, NAME, figures_of_seats
from faceup.results.sentences.solutions import value_facts
from faceup.results.sentences.words import Bar, Bars, Fact, Part, Rows

MOST_ROWS = 20  # rows of payoffs that are shown
RARE = Fraction(1, 2000)  # a result without a bar of its own
NEARLY_ALL = Fraction(999, 1000)  # shares of plays
SHARES = ("1/4", "1/2", "3/4", "9/10", "99/100", "999/1000")  # shares of plays


def distribution_parts(distribution: Distribution) -> Iterator[Part]:
    """Yield the histogram and the figures."""
    if shares := one_wins(distribution):
        yield _bars(distribution, shares, flush=True)
        yield from _play_facts(distribution)
        return
    if distribution.seats:
        yield from _row_parts(distribution)
    elif (
        distribution.deals or distribution.long_totals or (len(distribution.histogram) > 1 and distribution.won is None)
    ):
        named, others = _named_shares(distribution)
        yield _bars(distribution, named)
        yield from others
    yield from exact_figures(distribution)


def _named_shares(distribution: Distribution) -> tuple[dict[str, Fraction], list[str]]:
    """Return the shares of results by name, similar ones merged if they are many; and lines about the others."""
    if long_totals := distribution.long_totals:
        spans = long_totals.spans(distribution.histogram, MOST_BARS, NEARLY_ALL)
        named = {f"{amount(first)} to {amount(last)}": share for (first, last), share in spans.items()}
        beyond = 1 - sum(spans.values(), distribution.endless)
        return named, [f"beyond these: {percent(beyond)}"]
    if distribution.undecided > Fraction(1, 2) and not distribution.deals:
        return {}, []
    every = {} if distribution.deals else distribution.histogram
    rare = {score: share for score, share in every.items() if share < RARE}
    if 2 * sum(rare.values()) > sum(every.values()):
        rare = {}
    usual = {score: share for score, share in distribution.histogram.items() if score not in rare}
    name = bar_namer(usual, MOST_BARS)
    named = {name(score).rjust(NAME): share for score, share in gather_bars(usual, MOST_BARS).items()}
    together = percent(sum(rare.values()))
    line = f"others, {len(rare):,} of them, each rarer than 1 in 2000: {together} together"
    return named, [line] if rare else []


def exact_figures(distribution: Distribution) -> Iterator[Part]:
    """Yield the figures and their source."""
    if distribution.seats:
        yield _seat_rows(distribution)
    yield from _play_facts(distribution)


def _play_facts(distribution: Distribution) -> Iterator[str | Fact]:
    """Yield rates of results for one or two players, lengths of plays, and the source of the figures."""
    score, step, play = ("score", "steps", "deals") if distribution.deals else ("result", "moves", "plays")
    rates = {"won": distribution.win_rate, "drawn": distribution.draw_rate, "lost": distribution.loss_rate}
    if distribution.seats:
        rates = {}
    for name, rate in rates.items():
        if rate.value is not None:
            yield name, rate_text(rate)
    if (distribution.won is None and not distribution.seats) or distribution.deals:
        yield "mean", f"{figure_text(distribution.mean)} {score}{deviation_text(distribution.variance)}"
        several = len(distribution.histogram) > 2 or distribution.long_totals is not None
        if several and (quantiles := _quantiles(distribution.total_bounds)):
            yield score, f"quantiles {quantiles}"
        elif distribution.stopped and distribution.undecided > Fraction(1, 1000) and not distribution.deals:
            decided_share = percent(1 - distribution.undecided)
            yield score, f"known of {decided_share} of plays: {stopped_at(distribution.limit)}"
        yield from _span("range", distribution.all_totals, ("least", "most"), "", "there is no bound")
    yield "length", f"{figure_text(distribution.length)} {step}{deviation_text(distribution.length_variance)}"
    several = len(distribution.lengths) > 1 or distribution.long_plays is not None
    if several and (quantiles := _quantiles(distribution.length_bounds)):
        usual = "" if distribution.usual_length is None else f"most often in {distribution.usual_length:,}, "
        yield "ends", f"{usual}quantiles {quantiles} {step}"
    words = "shortest", "longest"
    yield from _span("lasts", distribution.all_lengths, words, step, f"{play} can be arbitrarily long")
    yield from _beginnings(distribution)
    if distribution.endless:
        yield "endless", f"{rate_text(distribution.endless_rate)}: {play} that never end"
    if distribution.undecided and distribution.deals:
        open_share = f"{float(distribution.undecided):.3%} of all deals are undecided"
        yield f"{stopped_at(distribution.limit)}: {open_share}"
    if distribution.deals:
        work = f"from {distribution.states:,} tables in {distribution.seconds:.3f} s"
        yield "deals", f"{distribution.deals:,}{' there are' if distribution.undecided else ', all of them'}, {work}"
    else:
        yield "chain", f"{distribution.states:,} positions in {distribution.seconds:.3f} s"


def _row_parts(distribution: Distribution) -> Iterator[Part]:
    """Yield the rows of payoffs as bars, the most likely first."""
    rows = sorted(distribution.histogram.items(), key=lambda item: -item[1])
    first_rows = rows[:MOST_ROWS]
    yield _bars(distribution, {", ".join(map(amount, row)): share for row, share in first_rows})
    if others := rows[MOST_ROWS:]:
        together = percent(sum(share for _, share in others))
        yield f"others, {len(others):,} of them, none more likely: {together} together"


def _bars(distribution: Distribution, shares: Mapping[str, Fraction], flush: bool = False) -> Bars:
    """Return a bar for each result, with its share, as a fraction too if all fractions are short."""
    exact = [distribution.rate(share).exact for share in shares.values()]
    fractions = ["" if each is None else short_fraction(each) for each in exact]
    short = all("/" in each for each in fractions)
    percentages = percents(list(shares.values()))
    columns = zip(fractions, percentages, strict=True) if short else zip(percentages, strict=True)
    rows = [Bar(name, float(share), texts) for (name, share), texts in zip(shares.items(), columns, strict=True)]
    return Bars(rows, flush)


def one_wins(distribution: Distribution) -> dict[str, Fraction]:
    """Return the share that each seat wins if each play pays 1 to one seat and 0 to the others; else empty."""
    seats, rows = distribution.seats, distribution.histogram
    if len(seats) < 2 or any(sorted(row) != [0] * (len(row) - 1) + [1] for row in rows):
        return {}
    shares = {row.index(1): share for row, share in rows.items()}
    return {f"{seat.name} wins": shares[seat.seat] for seat in seats if seat.seat in shares}


def _seat_rows(distribution: Distribution) -> Rows:
    """Return the figures of all seats, side by side."""
    partly, seats = "" if not distribution.endless else ", of plays that end", distribution.seats

    def mean(seat: Any) -> str:
        return f"{figure_text(seat.mean)}{'' if seat.mean == seat.win_rate else deviation_text(seat.variance)}"

    columns = figures_of_seats(seats, "payoff", partly, list(map(mean, seats)))
    return Rows([("", *columns), *zip([seat.name for seat in seats], *columns.values(), strict=True)])


def _beginnings(distribution: Distribution) -> Iterator[Fact]:
    """Yield results of the plays that each player begins, and how often the beginner wins."""
    for begun in distribution.begun:
        player, name, share, plays = begun.player, begun.name, begun.share, begun.plays
        came = f"mean {figure_text(plays.mean)}" if plays.won is None else _rates_text(plays.rates_of(player))
        yield "begins", f"{name}, {percent(share)} of plays: {came}, {figure_text(plays.length)} moves"
    if distribution.beginner:
        yield "first", f"the beginner {_rates_text(distribution.beginner)}"


def _rates_text(rates: Rates) -> str:
    verbs = zip(("wins", "draws", "loses"), rates, strict=True)
    return ", ".join(f"{verb} {rate_text(rate)}" for verb, rate in verbs if verb != "draws" or rate.value)


def played_facts(distribution: Distribution) -> Iterator[Fact]:
    """Yield the policies and their value to each seat; empty for a solitaire game."""
    if not distribution.policies:
        return
    yield "play", " against ".join(distribution.policies)
    if distribution.seats:
        yield from value_facts([(seat.name, seat.value) for seat in distribution.seats])
    else:
        yield "value", f"{distribution.value}{whose(distribution.stakes) if distribution.stakes else ''}"


def _quantiles(bounds: Callable[[Fraction], tuple[Number, Number] | None]) -> str:
    """Return the quantiles of plays as text, as far as they are known."""
    quantiles = [(share, bounds(Fraction(share))) for share in SHARES]
    return "  ".join(
        f"{float(100 * Fraction(share)):g}% {span_text(*quantile_bounds)}"
        for share, quantile_bounds in quantiles
        if quantile_bounds
    )


def _span(name: str, span: Span, words: tuple[str, str], unit: str, endless: str) -> Iterator[Fact]:
    """Yield the least and the most, if known and different; ``endless`` says why there is no most."""
    if span.least == span.most:
        return
    parts = [
        f"{word} {count_text(number)}" if isfinite(number) else f"no {word}: {endless}"
        for word, number in zip(words, span, strict=True)
        if number is not None
    ]
    yield name, f"{', '.join(parts)}{f' {unit}' * (len(parts) == 2 and isfinite(span.most or 0))}".rstrip()
