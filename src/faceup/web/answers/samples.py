"""Simulations, finished or so far, and exact distributions, for pages."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from faceup.numbers.value import Value, number_document, whole_or_float
from faceup.results.documents.codec import Document, document
from faceup.results.documents.solution import Played
from faceup.results.samples.distribution import Distribution
from faceup.results.samples.histogram import bar_width, gather_bars
from faceup.results.samples.sample import Sample
from faceup.results.samples.totals import KeptGame
from faceup.results.seats import SeatFigures
from faceup.results.sentences.distributions import exact_figures
from faceup.results.sentences.games import title
from faceup.results.sentences.outcomes import end_sentence, most_wins_sentence
from faceup.results.stakes import Stakes
from faceup.rules.contract import Game
from faceup.rules.moves import Move
from faceup.show.drawings.bars import lengths_drawing, played_seats_drawing, sample_drawing
from faceup.show.drawings.drawing import Drawing
from faceup.show.text.parts import part_lines
from faceup.web.answers.documents import BY_SEAT, Players, ValueDocument, short_text, value_document

MOST_SCORES = 1000  # of a histogram, before neighbours are merged


class SeatSampleDocument(TypedDict):
    """The figures of one seat: it wins with the highest payoff, and ties if others have the same.

    Intervals of a figure of simulated games hold for all seats together; rates are null for a single seat.
    """

    name: str
    win_rate: ValueDocument | None
    tie_rate: ValueDocument | None
    mean: ValueDocument


class SampleDocument(TypedDict):
    """A simulation so far; the last line has ``done``.

    If seats have their own payoffs, ``by_seat`` has the figures of each, ``tied`` counts the games in which several
    share the highest, and all else is about the first seat. ``most`` names the seat that significantly won most.

    In a very long histogram, neighbouring scores are merged, ``step`` of them under the lowest. Rates are null if
    unknown, as in games with numbers as payoffs. ``drawing`` is a picture of it all.
    """

    games: int
    wins: int | None
    win_rate: ValueDocument | None
    mean: ValueDocument
    length: ValueDocument
    histogram: list[tuple[float, int]]
    ends: Annotated[list[str] | None, "the meaning of each score of the histogram, in games of wins and losses"]
    step: Annotated[float, "how many whole scores are under one in the histogram"]
    players: list[str]
    by_seat: Annotated[list[SeatSampleDocument], BY_SEAT]
    tied: int
    most: str
    seconds: float
    games_per_second: float
    seed: int
    confidence: float
    done: bool
    kept: dict[str, list[Annotated[Document, KeptGame]]]
    unfinished: int
    endless: int
    duel: bool
    draw_rate: ValueDocument | None
    loss_rate: ValueDocument | None
    engine: str
    drawing: Drawing


def sample_document(sample: Sample, players: Sequence[str], finished: bool) -> SampleDocument:
    """``players`` are what to call them."""
    counts, step, stakes = sample.histogram, 1.0, sample.stakes
    if len(counts) > MOST_SCORES:
        counts, step = gather_bars(counts), bar_width(counts)
    return {
        "games": sample.games,
        "wins": sample.won,
        "win_rate": _rate(sample.won, sample.win_rate),
        "mean": value_document(sample.mean),
        "length": value_document(sample.length),
        "histogram": [(whole_or_float(score), count) for score, count in counts.items()],
        "ends": [end_sentence(stakes, sample.outcome(score)) for score in counts] if stakes and sample.duel else None,
        "step": whole_or_float(step),
        "players": list(players),
        "by_seat": [seat_document(seat) for seat in sample.seats],
        "tied": sample.shared,
        "most": most_wins_sentence(sample.seats),
        "seconds": sample.seconds,
        "games_per_second": sample.games_per_second,
        "seed": sample.seed,
        "confidence": sample.confidence,
        "done": finished,
        "kept": {what: [_kept_game(game) for game in games] for what, games in sample.kept.items()},
        "unfinished": sample.unfinished,
        "endless": sample.endless,
        "duel": sample.duel,
        "draw_rate": _rate(sample.drawn, sample.draw_rate) if sample.duel else None,
        "loss_rate": _rate(sample.lost, sample.loss_rate) if sample.duel else None,
        "engine": sample.engine,
        "drawing": sample_drawing(sample),
    }


def seat_document(seat: SeatFigures) -> SeatSampleDocument:
    rates = [None if rate.value is None else value_document(rate) for rate in (seat.win_rate, seat.tie_rate)]
    return {"name": seat.name, "win_rate": rates[0], "tie_rate": rates[1], "mean": value_document(seat.mean)}


def _rate(count: int | None, rate: Value) -> ValueDocument | None:
    return None if count is None else value_document(rate)


def _kept_game(game: KeptGame) -> Document:
    return {**document(game), "score": whole_or_float(game.score)}


MOST_RESULTS = 2000  # the first of them are sent


class OutcomesShownDocument(TypedDict):
    """The document of ``--json`` for policies, and what a page adds: pictures, and rounded shares of results.

    If seats have their own payoffs, ``by_seat`` has the figures of each, ``rows`` the share of each row of payoffs (as
    numbers, null beyond all floats, and as text), and ``most`` names the seat that wins most.
    """

    # The keys beside those of Played.
    title: str
    players: Players
    worth: ValueDocument
    lengths_drawing: Annotated[Drawing | None, "null if no play ends"]
    seats_drawing: Drawing | None
    results: list[tuple[float | None, float, str]]
    by_seat: Annotated[list[SeatSampleDocument], BY_SEAT]
    rows: list[tuple[list[float | None], float, list[str]]]
    most: str
    text: list[str]


def outcomes_shown(game: Game, distribution: Distribution, stakes: Stakes, after: list[Move]) -> Document:
    ends = distribution.endless < 1
    shares = [(result, float(share)) for result, share in distribution.histogram.items()]
    shown: OutcomesShownDocument = {
        "title": title(game, after),
        "players": list(stakes.names),
        "worth": value_document(distribution.value),
        "lengths_drawing": lengths_drawing(distribution) if ends else None,
        "seats_drawing": played_seats_drawing(distribution, "share of all plays")
        if ends and len(distribution.seats) > 1
        else None,
        "results": []
        if distribution.seats
        else [(number_document(result), share, short_text(result)) for result, share in shares[:MOST_RESULTS]],
        "by_seat": [seat_document(seat) for seat in distribution.seats],
        "rows": [
            (list(map(number_document, row)), share, list(map(short_text, row))) for row, share in shares[:MOST_RESULTS]
        ]
        if distribution.seats
        else [],
        "most": most_wins_sentence(distribution.seats),
        "text": list(part_lines(exact_figures(distribution), 8)),
    }
    return {**document(Played(game, distribution, after)), **shown}
