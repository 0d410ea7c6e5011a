"""A simulation, and two on common deals, as documents."""

from typing import TypedDict, cast

from faceup.numbers.value import ValueColumns, finite, value_columns
from faceup.results.documents.certificate import Certificate, certificate
from faceup.results.documents.figures import Differences, DuelFigures, SampleFigures, SeatRates, figures
from faceup.results.documents.game import GameDocument, game_document
from faceup.results.samples.sample import Comparison, End, Sample
from faceup.rules.contract import Game, Patience

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
RARE_QUANTILES = (0.99, 0.999)
LENGTH_QUANTILES = (0.25, 0.5, 0.75, *RARE_QUANTILES)


class KeptGame(TypedDict):
    """A game that was asked for, by its number."""

    number: int
    length: int
    score: float


class Seeded(GameDocument):
    """Numbered games of one seed."""

    seed: int


class SeatDocument(SeatRates):
    """What became of one seat, counted from 0; nobody wins who sits alone.

    The intervals of a figure hold for all seats together.
    """

    seat: int
    name: str
    histogram: dict[str, int]


class TopDocument(TypedDict):
    """How often these seats, and no others, had the highest payoff."""

    seats: list[int]
    games: int


class SampleDocument(Seeded, ValueColumns, SampleFigures, DuelFigures, Certificate):
    """Numbered games, with intervals at ``confidence``; the value is the mean score or payoff.

    ``win_rate`` and ``loss_rate`` are player 0's. A rate is null where nobody can tell: where the game is for a number,
    and where a payoff of 0 may be a draw or may be none. Where each seat has a payoff of its own, ``seats`` has the
    figures of each and ``tops`` who had the highest; all else is about the first seat, whose draws are ties. The
    ``shortest`` and ``longest`` game, and the ``least`` and ``most`` of scores or payoffs, are those met.
    """

    games: int
    confidence: float
    variance: float | None
    quantiles: dict[str, float | None]
    length_quantiles: dict[str, int | None]
    shortest: int | None
    longest: int | None
    least: float | None
    most: float | None
    unfinished: int
    endless: int
    steps: int
    histogram: dict[str, int]
    lengths: dict[str, int]
    kept: dict[str, list[KeptGame]]
    seats: list[SeatDocument]
    tops: list[TopDocument]
    computed: int
    games_per_second: float


class Pair(TypedDict):
    """How many pairs of games ended so."""

    first: float
    first_end: End
    second: float
    second_end: End
    games: int


class ComparisonDocument(SampleDocument, Differences):
    """A simulation beside another ``against`` it."""

    pairs: list[Pair]
    against: SampleDocument


def sample_document(game: Game | Patience, sample: Sample) -> SampleDocument:
    duel: DuelFigures = figures(DuelFigures, sample) if sample.players == 2 else {}
    return {
        **game_document(game),
        "seed": sample.seed,
        **value_columns(sample.mean),
        "games": sample.games,
        **figures(SampleFigures, sample),
        **duel,
        "confidence": sample.confidence,
        "variance": finite(sample.variance),
        "quantiles": {str(share): sample.quantile(share) for share in (*QUANTILES, *RARE_QUANTILES)},
        "length_quantiles": {str(share): sample.length_quantile(share) for share in LENGTH_QUANTILES},
        "shortest": min(sample.lengths, default=None),
        "longest": max(sample.lengths, default=None),
        "least": min(sample.histogram, default=None),
        "most": max(sample.histogram, default=None),
        "unfinished": sample.unfinished,
        "endless": sample.endless,
        "steps": sample.steps,
        "histogram": {str(score): count for score, count in sample.histogram.items()},
        "lengths": {str(length): count for length, count in sample.lengths.items()},
        "kept": {
            what: [{"number": game.number, "length": game.length, "score": game.score} for game in games]
            for what, games in sample.kept.items()
        },
        "seats": [
            {
                "seat": seat.seat,
                "name": seat.name,
                **figures(SeatRates, seat),
                "histogram": {str(payoff): count for payoff, count in sample.payoffs[seat.seat].items()},
            }
            for seat in sample.seats
        ],
        "tops": [
            {"seats": [seat.seat for seat in sample.seats if mask >> seat.seat & 1], "games": games}
            for mask, games in sample.totals.tops.items()
        ],
        "computed": sample.computed,
        "games_per_second": sample.games_per_second,
        **certificate(sample.certified),
    }


def comparison_document(game: Game | Patience, other: Game | Patience, comparison: Comparison) -> ComparisonDocument:
    pairs = comparison.observations()
    return {
        **sample_document(game, comparison.first),
        **figures(Differences, comparison),
        "pairs": [cast(Pair, dict(zip(pairs, row, strict=True))) for row in zip(*pairs.values(), strict=True)],
        "against": sample_document(other, comparison.second),
    }
