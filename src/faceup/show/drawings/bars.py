"""Bar charts of results and lengths of games: shares of sampled games, of all deals or of all plays."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from faceup.numbers.value import FINE, Value, measure, plain
from faceup.results.number_texts import DIGITS, amount_text, percent, rate_text
from faceup.results.samples.distribution import Distribution
from faceup.results.samples.sample import Sample, histogram_rows
from faceup.results.samples.totals import bar_namer, bar_width, gather_bars
from faceup.results.seats import SeatFigures, most_wins
from faceup.results.sentences.outcomes import most_wins_sentence
from faceup.results.sentences.samples import ends_in_words
from faceup.results.sentences.words import count_phrase
from faceup.rules.errors import UsageError
from faceup.rules.names import short_name
from faceup.show.drawings.drawing import Axis, Bar, Drawing, Line, new_drawing, numbers, places, shares

MOST_BARS = 130
NEARLY_ALL = Fraction(999, 1000)  # the share of plays that are drawn
ROOM = 1.1  # the height of the picture, in highest bars: the rest is for text
FEW_SEATS = 6  # seats that names tell apart at a glance


class Share(NamedTuple):
    """A frequency as a number, as text, and as the cells of a table row."""

    share: float
    text: str
    cells: list[str]
    bounds: tuple[float, float] | None = None


def sample_drawing(sample: Sample) -> Drawing:
    """Return the share of each score with its interval, and the mean; with several seats, the games that each wins."""
    sure = f"intervals at {sample.confidence:.0%}"
    if len(sample.seats) > 1:
        return seats_drawing(sample.seats, f"share of games, {sure} together", sample.games)
    first = sample.stakes.name(0) if sample.stakes and sample.stakes.two else ""
    word = "score" if sample.dealt else f"payoff to {first}" if first else "payoff"
    rate, ends, games = sample.win_rate.value, ends_in_words(sample), count_phrase(sample.games, "game")
    won = rate_text(sample.win_rate).partition(" ")[0]  # with no digit that the interval leaves open
    finding = games if rate is None else f"{first} won {won} of {games}".lstrip()
    rows = {
        score: Share(
            share, f"{count_phrase(int(count), 'game')}, {percent(share)}", [f"{count:,}", percent(share)], (low, high)
        )
        for score, count, share, low, high in histogram_rows(sample, gather_bars(sample.histogram, MOST_BARS))
    }
    columns, label = ["games", "share"], f"share of games, {sure}"
    if ends:
        rows = dict(reversed(rows.items()))  # the first player's wins first, as everywhere
        bars = [
            _bar(k, 1, ends[score], f"{ends[score]}: {row.text}", row) for k, (score, row) in enumerate(rows.items())
        ]
        names = [ends[score] for score in rows]
        short = [name.replace("the ", "").replace(" player", "") for name in names]
        who = [name.replace(" won", "") if "the " in names[0] else name for name in short]
        return new_drawing(
            finding, places("", [names, short, who]), _up(label, bars), [{"bars": bars}], columns=["end", *columns]
        )
    columns[:0] = [word.partition(" ")[0]]
    return _histogram(
        _title(finding, word, sample.mean.value), label, word, columns, sample.histogram, rows, sample.mean
    )


def distribution_drawing(distribution: Distribution) -> Drawing:
    """Return the shares that several seats win, else the scores of all deals, or the lengths of all plays."""
    if len(distribution.seats) > 1:
        return played_seats_drawing(distribution, "share of all plays, exact")
    return deals_drawing(distribution) if distribution.deals else lengths_drawing(distribution)


def deals_drawing(distribution: Distribution) -> Drawing:
    """Return the exact share of each score among all deals."""
    won = f"won {'at least ' if distribution.undecided else ''}{percent(distribution.won or 0)}"
    title = _title(
        f"{won} of all {distribution.deals:,} deals{_endless(distribution)}", "score", distribution.mean.value
    )
    rows = {
        score: Share(float(share), percent(share), [percent(share)])
        for score, share in gather_bars(distribution.histogram, MOST_BARS).items()
    }
    label = f"share of {distribution.deals:,} deals, exact" if distribution.deals < 1e9 else "share of all deals, exact"
    return _histogram(title, label, "score", ["score", "share"], distribution.histogram, rows, distribution.mean)


def lengths_drawing(distribution: Distribution, unit: str = "moves") -> Drawing:
    """Return the lengths of a game in this unit, until nearly all plays end. Raises UsageError if no play ends."""
    rates = {"won": distribution.win_rate, "drawn": distribution.draw_rate, "lost": distribution.loss_rate}
    rates_text = ", ".join(f"{name} {percent(rate.value)}" for name, rate in rates.items() if rate.value)
    if len(distribution.seats) > 1:  # these rates are the first seat's
        rates_text = "length of the game"
    elif distribution.stakes and distribution.stakes.two and rates_text.startswith(("won", "lost")):
        rates_text = f"{distribution.stakes.name(0)} {rates_text.replace('drawn', 'drew')}"
    if not rates_text and distribution.mean != distribution.length:  # where each move counts one, they are the same
        rates_text = f"mean result {amount_text(distribution.mean)}"
    title = _title(rates_text + _endless(distribution), "length", distribution.length.value)
    _, last = distribution.length_bounds(NEARLY_ALL) or (0, max(distribution.lengths, default=0))
    spans: Mapping[int, Fraction]
    if distribution.long_plays:
        spans = distribution.long_plays.spans(distribution.lengths, last, MOST_BARS)
    else:
        spans = {length: share for length, share in distribution.lengths.items() if length <= last}
    rows = {
        length: Share(float(share), f"{percent(share)} of plays", [percent(share)])
        for length, share in gather_bars(spans, MOST_BARS).items()
    }
    word = f"{unit}{' (without the longest of 1,000 plays)' * (len(spans) < len(distribution.lengths))}"
    return _histogram(title, "share of all plays", word, [unit, "share"], spans, rows, distribution.length)


def _endless(distribution: Distribution) -> str:
    """Return the share of endless plays, for a title. Raises UsageError if no play ends."""
    if distribution.endless == 1:
        raise UsageError(f"nothing to draw: {'no deal' if distribution.deals else 'no play'} ever ends")
    return f", never end: {percent(distribution.endless)}" if distribution.endless else ""


def seats_drawing(seats: Sequence[SeatFigures], label: str, games: int = 0) -> Drawing:
    """Return the share that each seat wins, and, if there are ties, the share in which it ties for the highest payoff;
    of all plays, or of so many sampled games.
    """
    ties = any(seat.tie_rate.value for seat in seats)
    bars = []
    for k, seat in enumerate(seats):
        for side, word, rate in ((-1, "won", seat.win_rate), (1, "tied", seat.tie_rate))[: 1 + ties]:
            percentage = percent(rate.value or 0.0)
            bounds = (float(rate.low), float(rate.high)) if games else None
            row = Share(rate.value or 0.0, percentage, [percentage], bounds)
            place, width = (k + 0.2 * side, 0.4) if ties else (k, 0.8)
            bars.append(_bar(place, width, seat.name, f"{seat.name}: {word} {rate_text(rate)}", row, side > 0))
    names = [seat.name for seat in seats]
    short = [*map(short_name, names)]
    full = [names] if len(seats) <= FEW_SEATS else []
    axis = places("player" if len(seats) > FEW_SEATS else "", [*full, short, [str(seat.seat + 1) for seat in seats]])
    keys = [("bar", "won"), ("bar bar-tied", "tied")] if ties else []
    return new_drawing(
        _winner(seats, games), axis, _up(label, bars), [{"bars": bars}], keys, columns=["player", "share"]
    )


def played_seats_drawing(distribution: Distribution, label: str) -> Drawing:
    """Return the share of all plays that each seat wins, and of endless plays. Raises UsageError if no play ends."""
    endless = _endless(distribution)
    drawing = seats_drawing(distribution.seats, label)
    return {**drawing, "title": drawing["title"] + endless}


def _winner(seats: Sequence[SeatFigures], games: int) -> str:
    """Return a sentence on the seat that wins most often, with its rate if the intervals are apart."""
    best, of = most_wins(seats), f" of {count_phrase(games, 'game')}" if games else ""
    if best is None:
        return "; ".join(filter(None, (of.removeprefix(" of "), most_wins_sentence(seats))))
    return f"{most_wins_sentence(seats)}, {percent(best.win_rate.value or 0.0)}{of}"


def _title(finding: str, word: str, mean: float | None) -> str:
    return finding if mean is None else f"{finding}, mean {word} {plain(mean, DIGITS)}".removeprefix(", ")


def _histogram(
    title: str,
    label: str,
    word: str,
    columns: list[str],
    counts: Mapping[Any, Any],
    rows: Mapping[Any, Share],
    mean: Value,
) -> Drawing:
    """Return bars at their scores or numbers of moves, some of them merged, and the mean."""
    step, name_bar = bar_width(counts, MOST_BARS), bar_namer(counts, MOST_BARS)
    gap = step if step > 1 else min((b - a for a, b in pairwise(rows)), default=1)
    scale = measure(rows)
    spread = Fraction(max(rows, default=0)) - Fraction(min(rows, default=0))
    gap = max(Fraction(gap), spread / FINE)  # a narrower bar would be invisible
    unit = columns[0]
    bars = []
    for score, row in rows.items():
        name = name_bar(score)
        name_of_unit = f"{name} {unit}" if unit.endswith("s") else f"{unit} {name}"
        middle = Fraction(score) + Fraction(step - 1) / 2
        bars.append(_bar(scale.place(middle), scale.length(gap), name, f"{name_of_unit}: {row.text}", row))
    low, high = (bars[0]["ends"][0], bars[-1]["ends"][1]) if bars else (0.0, 1.0)
    up = _up(label, bars)
    lines: list[Line] = []
    if mean.value is not None and len(bars) > 1:
        there = scale.place(mean.middle or 0)
        ends = [(there, 0.0), (there, up["ends"][1])]
        lines.append({"look": "mean", "points": ends, "text": f"mean {plain(mean.value, DIGITS)}"})
    whole = all(scale.place(score).is_integer() for score in rows)
    return new_drawing(
        title, numbers(f"{word}{scale.words}", low, high, whole), up, [{"bars": bars, "lines": lines}], columns=columns
    )


def _bar(at: float, width: float, name: str, text: str, row: Share, second: bool = False) -> Bar:
    return {
        "ends": (float(at - width / 2), float(at + width / 2)),
        "share": row.share,
        "bounds": row.bounds,
        "second": second,
        "cells": [name, *row.cells],
        "text": text,
    }


def _up(label: str, bars: Sequence[Bar]) -> Axis:
    """Return the axis of shares, as high as the highest of them."""
    highest = max((bar["bounds"][1] if bar["bounds"] else bar["share"] for bar in bars), default=0.0)
    return shares(label, ROOM * highest or 1.0)
