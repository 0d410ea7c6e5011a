"""Solved games, and exact distributions, as documents."""

from collections.abc import Sequence
from fractions import Fraction
from math import inf, isinf
from typing import Annotated, Any, TypedDict

from faceup.numbers.exact import Exact
from faceup.numbers.value import ValueColumns, exact_text, fraction_text, value_columns, whole_or_float
from faceup.results.answers.hidden_solution import HiddenSolution
from faceup.results.answers.solution import Growing, Opening, Refusal, Solution, Standings
from faceup.results.documents.codec import Document, document
from faceup.results.documents.figures import DealFigures, figures
from faceup.results.documents.game import (
    Certificate,
    Check,
    MoveDocument,
    ValuedDocument,
    certificate,
    game_document,
    move_documents,
    watched_document,
)
from faceup.results.samples.distribution import QUANTILES, TOTAL_QUANTILES, Beginning, Distribution, Rates
from faceup.results.seats import SeatOutcome
from faceup.results.sentences.answers import answer
from faceup.rules.contract import Game, Patience
from faceup.rules.moves import Move


class Shortcuts(TypedDict, total=False):
    """The agreement of a theory with search; the number of symmetries, and of positions that they make alike."""

    by: str
    checked_sizes: int
    checked_up_to: dict[str, int | str]
    symmetries: int
    positions: int


class SolvingDocument(Certificate):
    """The engine that solved the game, the refusals of others, and the work."""

    states: int
    seconds: float
    engine: str
    refused: list[Annotated[Document, Refusal]]


class Doubts(TypedDict, total=False):
    """False if rounding hides which of several moves is best; else left out."""

    best_sure: bool
    line_sure: bool


class After(TypedDict, total=False):
    """The moves before the position; left out if there are none."""

    after: list[MoveDocument]


class Round(TypedDict, total=False):
    """The value of an endless play, if a player can play for ever; else left out."""

    endless: str


class Grows(TypedDict, total=False):
    """A number that seems to have no bound, if a limit was reached; else left out."""

    grows: Annotated[Document, Growing]


class Shares(TypedDict):
    """Exact shares as text; ``longer`` is what ``lengths`` leave out, ``undecided`` what ``histogram`` does."""

    endless: str
    undecided: str
    longer: str
    histogram: dict[str, str]
    lengths: dict[str, str]


class BeginningDocument(TypedDict):
    """The plays that a player begins, and their share of all; rates are player 0's."""

    player: int
    share: str
    win_rate: ValueColumns
    draw_rate: ValueColumns
    loss_rate: ValueColumns
    mean: ValueColumns
    length: ValueColumns
    length_variance: ValueColumns


class RatesDocument(TypedDict):
    """The rates of wins, draws and losses of the beginner."""

    win_rate: ValueColumns
    draw_rate: ValueColumns
    loss_rate: ValueColumns


class BoundsDocument(TypedDict):
    """The lower and upper bound of a number."""

    low: int | float
    high: int | float


class Quantiles(TypedDict):
    """The lengths and the totals of plays, from the least to the most.

    ``within_bounds`` are bounds on the least number of moves within which such a share of plays ends, ``results`` on
    the least result that such a share does not exceed. ``shortest`` and ``longest`` are of all plays that end, as
    ``least`` and ``most`` of their totals: null if unknown, or if ``endless_lengths``, ``endless_losses`` or
    ``endless_gains`` say that there is no bound.
    """

    within_bounds: dict[str, BoundsDocument | None]
    shortest: int | None
    longest: int | None
    endless_lengths: bool
    results: dict[str, BoundsDocument | None]
    least: int | float | None
    most: int | float | None
    endless_losses: bool
    endless_gains: bool


class OutcomesDocument(Shares, Quantiles, Certificate):
    """The distributions of results and lengths of a game under these policies, seat by seat.

    Rates are player 0's, null if results are not wins, draws and losses. If seats have their own payoffs, ``seats`` has
    the figures of each, and a result is the payoffs of all with commas. ``within`` has the least number of moves within
    which such a share of plays ends. ``begun`` has the plays by beginner, and ``beginner`` the rates of the beginner,
    if chance decides who begins.
    """

    policies: list[str]
    win_rate: ValueColumns
    draw_rate: ValueColumns
    loss_rate: ValueColumns
    mean: ValueColumns
    variance: ValueColumns
    length: ValueColumns
    length_variance: ValueColumns
    usual_length: int | None
    within: dict[str, int | None]
    begun: list[BeginningDocument]
    beginner: RatesDocument | None
    seats: list[Annotated[Document, SeatOutcome]]


class SeatDocument(ValueColumns):
    """The value of a game to one seat, and its least and most under other ways to break ties."""

    least: ValueColumns
    most: ValueColumns


class Seats(TypedDict, total=False):
    """The value to every seat with its own payoff; else left out.

    ``teams`` are seats that always get the same payoff, and play as one; ``ties_as_found`` says that in cyclic play the
    first answer breaks ties, ``others_may_be`` that there may be other equilibria, because several players decide in
    cyclic play.
    """

    seats: list[SeatDocument]
    teams: list[list[int]]
    ties_as_found: bool
    others_may_be: bool


class Ends(TypedDict, total=False):
    """The distributions of results and lengths, if asked for."""

    outcomes: OutcomesDocument


class PlayDocument(ValuedDocument, SolvingDocument, After):
    """The values of given policies, and the distribution of their results."""

    outcomes: OutcomesDocument


class SolutionDocument(ValuedDocument, SolvingDocument, Shortcuts, Doubts, After, Round, Grows, Seats, Ends, Check):
    """The value of a game, ``best`` first moves, and a ``line`` of best play, which may break off.

    ``says`` is the answer as a sentence. ``distance`` has the moves within which the winner has won, if there is a
    certain winner and the number is known.
    """

    says: str
    best: list[MoveDocument]
    line: list[MoveDocument]
    line_complete: bool
    distance: int | None
    standings: Annotated[Document, Standings] | None


class DistributionDocument(ValuedDocument, DealFigures, SolvingDocument, Shares, Quantiles):
    """All deals of a patience: the value is the mean score."""

    win_rate_exact: str | None
    deals: int


def solving_document(solution: Solution | Distribution) -> SolvingDocument:
    return {
        "states": solution.states,
        "seconds": solution.seconds,
        "engine": solution.engine,
        "refused": [*map(document, solution.refused)],
        **certificate(solution.certified),
    }


def solution_document(
    solution: Solution,
    opening: Opening,
    after: Sequence[Move] = (),
    distribution: Distribution | None = None,
) -> SolutionDocument:
    """The document of a solution; its line begins ``after`` these moves."""
    stakes = solution.stakes
    within = solution.won_within(solution.start, stakes) if stakes else None
    standings = solution.standings(stakes) if stakes else None
    return {
        **game_document(solution.game),
        **value_columns(solution.value),
        "says": answer(solution),
        "best": move_documents(opening.best),
        "line": move_documents(opening.line),
        **solving_document(solution),
        **watched_document(solution.watched),
        "line_complete": opening.whole,
        "distance": within,
        "standings": None if standings is None else document(standings),
        **_unsure(opening),
        **_shortcuts(solution),
        **(After(after=move_documents(after)) if after else After()),
        **(Round() if solution.endless is None else Round(endless=str(solution.endless))),
        **(Grows(grows=document(solution.grows)) if solution.grows else Grows()),
        **_seats(solution),
        **(Ends() if distribution is None else Ends(outcomes=outcomes_document(distribution))),
    }


def play_document(game: Game, distribution: Distribution, after: Sequence[Move] = ()) -> PlayDocument:
    """The document of given policies; play begins ``after`` these moves."""
    return {
        **game_document(game),
        **value_columns(distribution.value),
        **solving_document(distribution),
        **(After(after=move_documents(after)) if after else After()),
        "outcomes": outcomes_document(distribution),
    }


def outcomes_document(distribution: Distribution) -> OutcomesDocument:
    return {
        "policies": list(distribution.policies),
        "win_rate": value_columns(distribution.win_rate),
        "draw_rate": value_columns(distribution.draw_rate),
        "loss_rate": value_columns(distribution.loss_rate),
        "mean": value_columns(distribution.mean),
        "variance": value_columns(distribution.variance),
        "length": value_columns(distribution.length),
        "length_variance": value_columns(distribution.length_variance),
        "usual_length": distribution.usual_length,
        "within": {share: distribution.length_within(Fraction(share)) for share in QUANTILES},
        **_quantiles(distribution),
        "begun": [_beginning_document(beginning) for beginning in distribution.begun],
        "beginner": None if distribution.beginner is None else _rates_document(distribution.beginner),
        "seats": [*map(document, distribution.seats)],
        **_shares(distribution),
        **certificate(distribution.certified),
    }


def _quantiles(distribution: Distribution) -> Quantiles:
    lengths, totals = distribution.all_lengths, distribution.all_totals
    return {
        "within_bounds": {share: _bounds(distribution.length_bounds(Fraction(share))) for share in QUANTILES},
        "shortest": _finite(lengths.least),
        "longest": _finite(lengths.most),
        "endless_lengths": lengths.most == inf,
        "results": {share: _bounds(distribution.total_bounds(Fraction(share))) for share in TOTAL_QUANTILES},
        "least": _finite(totals.least),
        "most": _finite(totals.most),
        "endless_losses": totals.least == -inf,
        "endless_gains": totals.most == inf,
    }


def _bounds(bounds: tuple[Exact, Exact] | None) -> BoundsDocument | None:
    return None if bounds is None else {"low": _number(bounds[0]), "high": _number(bounds[1])}


def _finite(number: Exact | float | None) -> Any:
    return None if number is None or isinf(number) else _number(number)


def _number(number: Exact | float) -> int | float:
    return number if isinstance(number, int) else whole_or_float(float(number))


def _beginning_document(beginning: Beginning) -> BeginningDocument:
    plays = beginning.plays
    return {
        "player": beginning.player,
        "share": fraction_text(beginning.share),
        **_rates_document(plays.rates_of(0)),
        "mean": value_columns(plays.mean),
        "length": value_columns(plays.length),
        "length_variance": value_columns(plays.length_variance),
    }


def _rates_document(rates: Rates) -> RatesDocument:
    win, draw, loss = map(value_columns, rates)
    return {"win_rate": win, "draw_rate": draw, "loss_rate": loss}


def _shares(distribution: Distribution) -> Shares:
    return {
        "endless": fraction_text(distribution.endless),
        "undecided": fraction_text(distribution.undecided),
        "longer": fraction_text(distribution.longer),
        "histogram": {_result_text(score): fraction_text(share) for score, share in distribution.histogram.items()},
        "lengths": {str(length): fraction_text(share) for length, share in distribution.lengths.items()},
    }


def _result_text(result: Any) -> str:
    return ", ".join(map(str, result)) if isinstance(result, tuple) else str(result)


def _seats(solution: Solution) -> Seats:
    if isinstance(solution, HiddenSolution) and solution.own_values:
        seats: list[SeatDocument] = [
            {**value_columns(value), "least": value_columns(value), "most": value_columns(value)}
            for value in solution.own_values
        ]
        return {"seats": seats, "teams": [], "ties_as_found": False, "others_may_be": False}
    if not solution.seats:
        return {}
    return {
        "seats": [
            {**value_columns(seat.value), "least": value_columns(seat.least), "most": value_columns(seat.most)}
            for seat in solution.seats
        ],
        "teams": [list(team) for team in solution.teams],
        "ties_as_found": solution.ties_as_found,
        "others_may_be": solution.others_may_be,
    }


def _unsure(opening: Opening) -> Doubts:
    doubts: Doubts = {}
    if not opening.best_sure:
        doubts["best_sure"] = False
    if not opening.line_sure:
        doubts["line_sure"] = False
    return doubts


def _shortcuts(solution: Solution) -> Shortcuts:
    shortcuts: Shortcuts = {}
    if checked := solution.checked:
        shortcuts |= {"by": "theory", "checked_sizes": checked.sizes, "checked_up_to": dict(checked.largest)}
    if symmetries := solution.symmetries:
        shortcuts |= {"symmetries": symmetries.order, "positions": symmetries.positions}
    return shortcuts


def distribution_document(game: Patience, distribution: Distribution) -> DistributionDocument:
    return {
        **game_document(game),
        **value_columns(distribution.mean),
        **figures(DealFigures, distribution),
        "win_rate_exact": exact_text(distribution.win_rate),
        **_shares(distribution),
        **_quantiles(distribution),
        "deals": distribution.deals,
        **solving_document(distribution),
    }
