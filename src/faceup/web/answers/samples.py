"""Simulations, finished or so far, and exact distributions, for pages."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from faceup.numbers.value import Number, Value, whole_or_float
from faceup.results.documents.codec import Document, document
from faceup.results.documents.solution import Played
from faceup.results.number_texts import short_text
from faceup.results.samples.distribution import Distribution
from faceup.results.samples.sample import Sample
from faceup.results.samples.totals import KeptGame, bar_width, gather_bars
from faceup.results.samples.tournament import Tournament
from faceup.results.scene.dice import rolls_dice
from faceup.results.seats import SeatFigures
from faceup.results.sentences.distributions import exact_figures
from faceup.results.sentences.games import headline
from faceup.results.sentences.outcomes import end_sentence, most_wins_sentence
from faceup.results.sentences.samples import (
    alike_sentence,
    lengths_sentence,
    texts_by_head,
    tournament_columns,
    tournament_figures,
    tournament_verdict,
)
from faceup.results.sentences.words import Rows, capital
from faceup.results.stakes import UNITS, Stakes
from faceup.rules.contract import Game, Patience
from faceup.rules.facts import plays_itself
from faceup.rules.moves import Move
from faceup.rules.texts import speaks_of_dice
from faceup.show.drawings.bars import lengths_drawing, played_seats_drawing, sample_drawing
from faceup.show.drawings.drawing import Drawing
from faceup.show.text.parts import part_lines
from faceup.web.answers.documents import BY_SEAT, Players, ShownValue

PAIR = 2  # players
UNIT = "what lengths are counted in: moves, with rolls, or rolls or steps if nobody decides"
MOST_SCORES = 1000  # of a histogram, before neighbours are merged


class SeatSample(NamedTuple):
    """The figures of one seat: it wins with the highest payoff, and ties if others have the same.

    Intervals of a figure of simulated games hold for all seats together; rates are null for a single seat.
    """

    name: str
    win_rate: ShownValue | None
    tie_rate: ShownValue | None
    mean: ShownValue


@dataclass(frozen=True, kw_only=True)
class SampleShown:
    """A simulation so far; the last line has ``done``.

    If seats have their own payoffs, ``by_seat`` has the figures of each, ``tied`` counts the games in which several
    share the highest, and all else is about the first seat. ``most`` names the seat that significantly won most.

    In a very long histogram, neighbouring scores are merged, ``step`` of them under the lowest. Rates are null if
    unknown, as in games with numbers as payoffs. ``drawing`` is a picture of it all.
    """

    document_name = "Sample"

    policies: Sequence[str]
    games: int
    wins: int | None
    win_rate: ShownValue | None
    mean: ShownValue
    measure: Annotated[str, "what the mean is, as a heading; empty where it is the share of games won"]
    length: ShownValue
    unit: Annotated[str, UNIT]
    lasted: Annotated[str, "how long games were, from the shortest to the longest; empty if all are as long"]
    histogram: list[tuple[float, int]]
    ends: Annotated[list[str] | None, "the meaning of each score of the histogram, in games of wins and losses"]
    step: Annotated[float, "how many whole scores are under one in the histogram"]
    players: Sequence[str]
    by_seat: Annotated[list[SeatSample], BY_SEAT]
    tied: int
    most: str
    seconds: float
    games_per_second: float
    seed: int
    confidence: float
    done: bool
    kept: dict[str, list[KeptGame]]
    unfinished: int
    endless: int
    duel: bool
    draw_rate: ShownValue | None
    loss_rate: ShownValue | None
    engine: str
    alike: Annotated[str, "why every game is the same, if it is so"]
    drawing: Drawing


def sample_shown(sample: Sample, policies: Sequence[str], players: Sequence[str], finished: bool) -> SampleShown:
    """``players`` are what to call them, ``policies`` how they play."""
    counts, step, stakes = sample.histogram, 1.0, sample.stakes
    if len(counts) > MOST_SCORES:
        counts, step = gather_bars(counts), bar_width(counts)
    return SampleShown(
        policies=policies,
        games=sample.games,
        wins=sample.won,
        win_rate=_rate(sample.win_rate),
        mean=ShownValue(sample.mean),
        measure=_measure(sample, players),
        length=ShownValue(sample.length),
        unit=_unit(sample.game, bool(sample.policies)),
        lasted=lengths_sentence(sample),
        histogram=[(whole_or_float(score), count) for score, count in counts.items()],
        ends=[end_sentence(stakes, sample.outcome(score)) for score in counts] if stakes and sample.duel else None,
        step=whole_or_float(step),
        players=players,
        by_seat=[*map(_seat, sample.seats)],
        tied=sample.shared,
        most=most_wins_sentence(sample.seats),
        seconds=sample.seconds,
        games_per_second=sample.games_per_second,
        seed=sample.seed,
        confidence=sample.confidence,
        done=finished,
        kept={
            what: [game._replace(score=whole_or_float(game.score)) for game in games]
            for what, games in sample.kept.items()
        },
        unfinished=sample.unfinished,
        endless=sample.endless,
        duel=sample.duel,
        draw_rate=_rate(sample.draw_rate) if sample.duel and sample.drawable else None,
        loss_rate=_rate(sample.loss_rate) if sample.duel else None,
        engine=sample.engine,
        alike=capital(alike_sentence(sample)) + "." if sample.alike else "",
        drawing=sample_drawing(sample),
    )


def _unit(game: Game | Patience, decided: bool) -> str:
    if plays_itself(game):
        return "steps"
    rolls = rolls_dice(game) or speaks_of_dice(game)
    return f"moves{' and rolls' * rolls}" if decided else "rolls" if rolls else "steps"


def _measure(sample: Sample, players: Sequence[str]) -> str:
    if sample.dealt:
        return "Average score"
    if sample.stakes and (unit := sample.stakes.unit):
        return "" if unit == UNITS[1] else capital(unit)
    return "Average payoff" + (f" to {players[0]}" if len(players) > 1 else "")


def _seat(seat: SeatFigures) -> SeatSample:
    return SeatSample(seat.name, _rate(seat.win_rate), _rate(seat.tie_rate), ShownValue(seat.mean))


def _rate(rate: Value) -> ShownValue | None:
    return None if rate.value is None else ShownValue(rate)


class PairShown(NamedTuple):
    """A policy against another over all seats: its share of games won, or its mean payoff if nothing is won.

    Of two opponents who win or draw, the other's share follows from it.
    """

    policy: str
    against: str
    value: ShownValue
    others: Annotated[str, "the other figures of the pair"]


class TextPart(NamedTuple):
    """A sentence, or a table; the first of ``rows`` has the heads of the columns."""

    text: str
    rows: list[Sequence[str]]


@dataclass(frozen=True)
class TournamentShown:
    """A tournament so far; the last line has ``done``, and all figures in the words of the command.

    ``pairs`` has every pair of policies, and each the other way round too if that does not follow.
    """

    games: Annotated[int, "played so far, in all seatings"]
    wanted: int
    seconds: float
    done: bool = False
    found: Annotated[str, "the strongest policy, in a sentence"] = ""
    measure: Annotated[str, "what pairs are compared by"] = ""
    share: Annotated[bool, "whether that is a share of games"] = False
    pairs: list[PairShown] = field(default_factory=list)
    parts: list[TextPart] = field(default_factory=list)


def tournament_shown(tournament: Tournament, seconds: float) -> TournamentShown:
    first, *others = tournament_columns(tournament)
    share, games = first.is_rate, tournament.games * tournament.seatings
    follows = share and tournament.seats == PAIR and all(column.is_rate for column in others)
    sides = [(pair, pair.own) for one in tournament.pairs for pair in ((one,) if follows else (one, one.turned))]
    texts = texts_by_head({column.head: [column.figure(own) for _, own in sides] for column in others})
    return TournamentShown(
        games,
        games,
        seconds,
        done=True,
        found=tournament_verdict(tournament),
        measure=first.head,
        share=share,
        pairs=[
            PairShown(
                pair.policy,
                pair.against,
                ShownValue(own.win_rate if share else own.mean),
                ", ".join(f"{head} {text[k]}" for head, text in texts.items()),
            )
            for k, (pair, own) in enumerate(sides)
        ],
        parts=_text_parts(tournament),
    )


def _text_parts(tournament: Tournament) -> list[TextPart]:
    """The sentences and tables about a tournament."""
    return [
        TextPart("", list(part.rows)) if isinstance(part, Rows) else TextPart(part, [])
        for part in tournament_figures(tournament)
        if part
    ]


MOST_RESULTS = 2000  # the first of them are sent


@dataclass(frozen=True, kw_only=True)
class OutcomesShown:
    """The document of ``--json`` for policies, and what a page adds: pictures, and rounded shares of results.

    If seats have their own payoffs, ``by_seat`` has the figures of each, ``rows`` the share of each row of payoffs (as
    numbers, null beyond all floats, and as text), and ``most`` names the seat that wins most.
    """

    title: str
    unit: Annotated[str, UNIT]
    players: Players
    worth: ShownValue
    lengths_drawing: Annotated[Drawing | None, "null if no play ends"]
    seats_drawing: Drawing | None
    results: list[tuple[Number, float, str]]
    by_seat: Annotated[list[SeatSample], BY_SEAT]
    rows: list[tuple[Sequence[Number], float, list[str]]]
    most: str
    text: list[str]


def outcomes_shown(game: Game, distribution: Distribution, stakes: Stakes, after: list[Move]) -> Document:
    ends, seats = distribution.endless < 1, distribution.seats
    shares = [(result, float(share)) for result, share in distribution.histogram.items()][:MOST_RESULTS]
    unit = _unit(game, bool(stakes.players))
    outcomes = OutcomesShown(
        title=headline(game, after),
        unit=unit,
        players=list(stakes.names),
        worth=ShownValue(distribution.value),
        lengths_drawing=lengths_drawing(distribution, unit) if ends else None,
        seats_drawing=played_seats_drawing(distribution, "share of all plays") if ends and len(seats) > 1 else None,
        results=[] if seats else [(result, share, short_text(result)) for result, share in shares],
        by_seat=[*map(_seat, seats)],
        rows=[(row, share, [*map(short_text, row)]) for row, share in shares] if seats else [],
        most=most_wins_sentence(seats),
        text=list(part_lines(exact_figures(distribution), 8)),
    )
    return {**document(Played(game, distribution, after)), **document(outcomes)}
