"""Simulations, comparisons on common deals, tournaments and sweeps as documents."""

from typing import Any, TypedDict, cast

from faceup.numbers.value import ValueColumns, finite, value_columns
from faceup.results.documents.figures import Differences, DuelFigures, Rates, SampleFigures, SeatRates, figures
from faceup.results.documents.game import Certificate, GameDocument, certificate, game_document
from faceup.results.samples.first_cell import FirstCell
from faceup.results.samples.sample import Comparison, End, Sample
from faceup.results.samples.sweep import Cell, Sweep, figure_columns
from faceup.results.samples.tournament import COLUMNS, Standing, Tournament, leader
from faceup.rules.contract import Game, Patience

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
RARE_QUANTILES = (0.99, 0.999)
LENGTH_QUANTILES = (0.25, 0.5, 0.75, *RARE_QUANTILES)


class KeptGame(TypedDict):
    """A kept game, by its number."""

    number: int
    length: int
    score: float


class Seeded(GameDocument):
    """Numbered games of one seed."""

    seed: int


class SeatDocument(SeatRates):
    """The figures of one seat, counted from 0; a single seat never wins.

    The intervals of a figure hold for all seats together.
    """

    seat: int
    name: str
    histogram: dict[str, int]


class TopDocument(TypedDict):
    """The number of games in which exactly these seats had the highest payoff."""

    seats: list[int]
    games: int


class SampleDocument(Seeded, ValueColumns, SampleFigures, DuelFigures, Certificate):
    """Numbered games, with intervals at ``confidence``; the value is the mean score or payoff.

    ``win_rate`` and ``loss_rate`` are player 0's. A rate is null if unknown: for games with numbers as payoffs, and if
    0 may be a draw or a loss. If seats have their own payoffs, ``seats`` has the figures of each and ``tops`` the seats
    with the highest payoff; all else is about the first seat, whose draws are ties. ``shortest`` and ``longest`` are of
    the sampled games, as ``least`` and ``most`` of their scores or payoffs.
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
    """The number of pairs of games with these ends."""

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


class StandingDocument(Rates):
    """The figures of a policy or a seat on the whole."""

    name: str


class CellDocument(Rates):
    """The figures of a policy at one seat, from 0, with another policy at all others."""

    policy: str
    against: str
    seat: int


class StepDocument(Rates):
    """The figures of a policy against the one named before it, averaged over all seats."""

    policy: str
    against: str


class TournamentDocument(GameDocument):
    """Policies from every seat against each other; all intervals of a figure hold together at ``confidence``.

    ``games`` are those of each of the ``seatings``; ``going_first`` is the average advantage of the first seat over the
    others. ``steps`` has each policy against the one before it. ``best_policy`` and ``best_seat`` are null unless one
    is significantly best.
    """

    seed: int
    confidence: float
    games: int
    seatings: int
    policies: list[str]
    cells: list[CellDocument]
    by_policy: list[StandingDocument]
    by_seat: list[StandingDocument]
    going_first: StandingDocument
    steps: list[StepDocument]
    best_policy: str | None
    best_seat: str | None


def tournament_document(game: Game, tournament: Tournament) -> TournamentDocument:
    policy, seat = leader(tournament.by_policy), leader(tournament.by_seat)
    return {
        **game_document(game),
        "seed": tournament.sample.seed,
        "confidence": tournament.sample.confidence,
        "games": tournament.games,
        "seatings": len(tournament.samples),
        "policies": list(tournament.policies),
        "cells": [cast(CellDocument, dict(zip(COLUMNS, row, strict=True))) for row in tournament.rows],
        "by_policy": list(map(_standing, tournament.by_policy)),
        "by_seat": list(map(_standing, tournament.by_seat)),
        "going_first": _standing(tournament.going_first),
        "steps": [
            {"policy": step.policy, "against": step.against, **figures(Rates, step.own)} for step in tournament.steps
        ],
        "best_policy": policy and policy.name,
        "best_seat": seat and seat.name,
    }


def _standing(one: Standing) -> StandingDocument:
    return {"name": one.name, **figures(Rates, one)}


def first_cell_document(result: FirstCell) -> dict[str, Any]:
    """The first cell for which a condition holds, the one before it, and the tried cells."""
    document = sweep_document(result.tried)

    def of(cell: Cell | None) -> Any:
        return None if cell is None else document["cells"][result.tried.cells.index(cell)]

    ends = {"first": of(result.first), "before": of(result.before)}
    return {**document, "until": result.condition, **ends, "by": result.by, "range": result.cells}


def sweep_document(sweep: Sweep) -> dict[str, Any]:
    """The document of a sweep; its keys depend on the options, and those of a cell on the figures."""
    cells = [
        {
            "parameters": {name: cell.parameters[name] for name in sweep.axes},
            **figure_columns(cell, sweep.figures),
            "kind": cell.kind,
            "problem": cell.problem,
            "seconds": cell.seconds,
            "stored": cell.stored,
        }
        for cell in sweep.cells
    ]
    return {
        "game": sweep.game,
        "parameters": sweep.fixed,
        **sweep.options,
        "axes": sweep.axes,
        "figures": sweep.figures,
        "cells": cells,
        "seconds": sweep.seconds,
    }
