"""Samples, comparisons and tournaments in words."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf, isclose, isnan
from typing import Any, NamedTuple

from faceup.numbers.value import Value, decimal_fraction, few_digits
from faceup.results.number_texts import at_confidence, percents, rate_text
from faceup.results.samples.comparison import Comparison
from faceup.results.samples.estimate import Estimate, MoveEstimate
from faceup.results.samples.sample import LENGTH_QUANTILES, QUANTILES, RARE_QUANTILES, Sample
from faceup.results.samples.totals import bar_namer, gather_bars
from faceup.results.samples.tournament import Standing, Tournament, leader, stronger
from faceup.results.seats import SeatFigures
from faceup.results.sentences.words import Bar, Bars, Fact, Part, Rows, capital, count_phrase, possessive
from faceup.rules.moves import Move
from faceup.rules.names import seat_name

MOST_BARS = 30  # bars that a screen has room for
NAME = 6  # characters of a score before its bar, at least
MOST_ESTIMATES = 6  # moves of an estimate that are listed
ESTIMATE_DIGITS = 3
FEWEST = 10  # games beyond a rare score, for its quantile to be printed


def sample_parts(sample: Sample) -> Iterator[Part]:
    """Yield the histogram and the figures; first, if all games are one game, that they are."""
    if sample.alike:
        yield alike_sentence(sample)
    if len(sample.seats) > 1:
        counts = {seat.name: sample.totals.tops.get(1 << seat.seat, 0) for seat in sample.seats}
        counts |= {"shared": sample.shared} if sample.shared else {}
        yield _bars(counts, flush=True)
    else:
        scores, ends = gather_bars(sample.histogram, MOST_BARS), ends_in_words(sample)
        name = bar_namer(sample.histogram, MOST_BARS)
        order = [score for score in ends if score in scores] if ends.keys() >= scores.keys() else scores
        counts = {ends.get(score, name(score).rjust(NAME)): scores[score] for score in order}
        yield _bars(counts, flush=bool(ends))
    yield from sampled_figures(sample)


def alike_sentence(sample: Sample) -> str:
    """Return why all games of a sample are one game."""
    who = {1: "the player plays", 2: "both play"}.get(sample.players, "all play")
    how = f"{who} perfectly" if {*sample.policies} == {"best"} else "nobody chooses at random"
    return f"every game is the same: there is no chance in it, and {how}"


def sampled_figures(sample: Sample) -> Iterator[Part]:
    """Yield the figures with their intervals, unless all games are one game, and the number of games."""
    score, step = ("score", "steps") if sample.dealt or sample.players == 0 else ("payoff", "moves")
    partly = "  of the games that ended" if sample.finished < sample.games else ""
    if sample.alike:
        yield "length", f"{min(sample.lengths)} {step}"
    else:
        yield from _seat_parts(sample, partly) if sample.seats else _score_facts(sample, score, partly)
        yield "length", f"{sample.length} {step}{partly}"
    if len(sample.lengths) > 1:
        marks = _marks(sample, LENGTH_QUANTILES, sample.length_quantile)
        shortest, longest = (f"{extreme(sample.lengths):,}" for extreme in (min, max))
        yield "lasted", f"shortest met {shortest}, longest met {longest} {step}, quantiles {marks}"
    if sample.endless:
        yield "endless", f"{sample.endless_rate}: {sample.endless:,} games known never to end"
    if sample.unfinished:
        yield "unfinished", f"{sample.unfinished:,} games reached the limit of steps"
    ends = ends_in_words(sample)
    for what, games in sample.kept.items():
        came = {game: ends.get(game.score, f"{score} {game.score:g}") for game in games}
        listed = ", ".join(f"{game.number} ({game.length} {step}, {came[game]})" for game in games)
        yield what, listed or "none"
    games_text, stored = f"{sample.games:,} of seed {sample.seed}", sample.games - sample.computed
    if sample.games and not sample.computed:
        yield "games", f"{games_text}, all of them from the store"
        return
    more = f", {stored:,} of them from the store" if stored else ""
    yield "games", f"{games_text}{more}, {sample.games_per_second:,.0f} a second ({_engine(sample)})"


def _engine(sample: Sample) -> str:
    """Return the engine; for CPython also why, if the user did not choose it."""
    return f"{sample.engine}, {sample.interpreted}" if sample.interpreted else sample.engine


def _score_facts(sample: Sample, score: str, partly: str) -> Iterator[Fact]:
    """Yield the rate of wins, and the score."""
    rates = list(_rates(sample))
    sure = f"  {at_confidence(sample.confidence)}"
    width = max((len(name) for name, _ in rates), default=0)
    for k, (name, rate) in enumerate(rates):
        yield f"{name:<{max(width, 11)}} ", f"{rate_text(rate)}{sure * (k == 0)}"
    if ends_in_words(sample):
        return  # the mean and the spread are rates once more
    mean = f"mean {score}"
    yield mean, f"{sample.mean}{partly}{sure * (not rates)}"
    if sample.variance is not None:
        marks = _marks(sample, (*QUANTILES, *RARE_QUANTILES), sample.quantile)
        least, most = (f"{extreme(sample.histogram):.10g}" for extreme in (min, max))
        spread = "larger than any float" if sample.variance == inf else f"{sample.variance**0.5:.4g}"
        yield "spread", f"least met {least}, most met {most}, standard deviation {spread}, quantiles {marks}"


def _marks(sample: Sample, shares: Sequence[float], quantile: Callable[[float], float | None]) -> str:
    """Return the quantiles of these shares, if the sample has enough games for them."""
    reliable = [share for share in shares if share in QUANTILES or (1 - share) * sample.finished >= FEWEST]
    return "  ".join(f"{100 * share:.3g}% {quantile(share):.10g}" for share in reliable)


def _bars(counts: Mapping[str, int], flush: bool = False) -> Bars:
    """Return a bar for each result, with its number of games."""
    total = max(sum(counts.values()), 1)
    shares = percents([Fraction(count, total) for count in counts.values()])
    rows = [
        Bar(name, count, (f"{count:,}", share)) for (name, count), share in zip(counts.items(), shares, strict=True)
    ]
    return Bars(rows, flush)


def _seat_parts(sample: Sample, partly: str) -> Iterator[Part]:
    """Yield the figures of all seats, side by side."""
    score, seats = "score" if sample.dealt else "payoff", sample.seats
    columns = figures_of_seats(seats, score, partly, lambda seat: str(seat.mean))
    yield Rows([("", *columns), *zip([seat.name for seat in seats], *columns.values(), strict=True)])
    sure = at_confidence(sample.confidence)
    if len(seats) == 1:
        yield "", sure
        return
    tied = "; tied: others have it too" if "tied" in columns else ""
    yield f"won: the highest {score}{tied}; {sure} for all seats of a column together (Bonferroni)"


def figures_of_seats(seats: Sequence[Any], score: str, partly: str, mean: Callable[[Any], str]) -> dict[str, list[str]]:
    """Return the figures of each seat by name; the mean only if it differs from the rate of wins."""
    columns: dict[str, list[str]] = {}
    if len(seats) > 1:
        columns["won"] = [rate_text(seat.win_rate) for seat in seats]
        if any(seat.tie_rate.value for seat in seats):
            columns["tied"] = [rate_text(seat.tie_rate) for seat in seats]
    if not columns or partly or not all(isclose(seat.mean.value or 0, seat.win_rate.value or 0) for seat in seats):
        columns[f"mean {score}{partly}"] = list(map(mean, seats))
    return columns


def _rates(sample: Sample) -> Iterator[tuple[str, Value]]:
    """Yield the rates of wins of each player, of draws, and the advantage, as far as they are known."""
    stakes = sample.stakes
    if stakes is None:
        yield "won", sample.win_rate
        return
    if sample.won is not None and (stakes.two or stakes.alone == 0):
        yield f"{stakes.name(0)} won".removeprefix("the player "), sample.win_rate
    if stakes.two and sample.drawn is not None and sample.drawable:
        yield "drawn", sample.draw_rate
    if sample.lost is not None and (stakes.two or stakes.alone == 1):
        yield f"{stakes.name(1)} won".removeprefix("the player "), sample.loss_rate
    if stakes.two and sample.won is not None and sample.lost is not None:
        yield f"{possessive(stakes.name(0))} advantage", sample.advantage


def comparison_sentence(comparison: Comparison) -> str:
    """Return the difference of the means in a sentence."""
    return f"the mean score of the first is {comparison.mean} more than that of the second"


def comparison_parts(comparison: Comparison, names: tuple[str, str]) -> Iterator[Part]:
    """Yield the figures of both, and the difference on common deals."""
    word, sample = "score" if comparison.first.players == 0 else "payoff", comparison.first
    won_at_all = comparison.win_rate.value is not None
    rows = [("", *(("won",) if won_at_all else ()), f"mean {word}")]
    compared: tuple[Sample | Comparison, ...] = (comparison.first, comparison.second, comparison)
    named = zip((*names, "difference"), compared, strict=True)
    rows += [(name, *((rate_text(one.win_rate),) if won_at_all else ()), str(one.mean)) for name, one in named]
    yield Rows(rows)
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
            yield f"{name}  ", f"{one.endless:,} games never end, {one.unfinished:,} are unfinished"
    speed = f"{sample.games_per_second:,.0f} pairs a second ({_engine(sample)})"
    yield "games  ", f"{sample.games:,} of seed {sample.seed}, {at_confidence(sample.confidence)}, {speed}"


def ends_in_words(sample: Sample) -> dict[float, str]:
    """Return the names of the payoffs -1, 0 and 1 in a game of wins, draws and losses, wins first and draws last; empty
    for other games.
    """
    stakes = sample.stakes
    if stakes is None or stakes.numeric or (not stakes.two and stakes.alone):
        return {}
    won, lost = (f"{stakes.name(0)} won", f"{stakes.name(1)} won") if stakes.two else ("won", "lost")
    called = {"win": won, "loss": lost, "draw": "drawn", "no win": f"{stakes.name(0)} did not win"}
    if not stakes.two:
        called["no win"] = lost
    kinds = {payoff: sample.outcome(float(payoff)).of(0).kind for payoff in (1, -1, 0)}
    order = sorted(kinds, key=lambda payoff: (kinds[payoff] != "win", kinds[payoff] == "draw"))
    return {float(payoff): called[kinds[payoff]] for payoff in order if kinds[payoff] in called}


class Column(NamedTuple):
    """A figure of a tournament: its head, and its text for the figures of a policy or seat."""

    head: str
    text: Callable[[Standing | SeatFigures], str]


def tournament_columns(tournament: Tournament) -> tuple[Column, ...]:
    """Return the figures to show: wins and draws, and mean payoffs where these do not follow from them."""
    figures, columns = [cell.figures for cell in tournament.cells], []
    all_ended = all(sample.finished == sample.games for sample in tournament.samples.values())
    if figures[0].win_rate.value is not None:
        columns.append(Column("won", lambda one: rate_text(one.win_rate)))
        if any(one.tie_rate.value for one in figures):
            columns.append(Column("drawn" if tournament.seats == 2 else "tied", lambda one: rate_text(one.tie_rate)))
    if not columns or not all_ended or not ends_in_words(tournament.sample):
        columns.append(Column("mean payoff", lambda one: str(one.mean)))
    return tuple(columns)


def tournament_parts(tournament: Tournament) -> Iterator[str | Rows]:
    """Yield policy against policy by seat, then the standings of policies, pairs and seats, and the number of games."""
    seats = [f"as {seat_name(seat, tournament.sample.player_names)}" for seat in range(tournament.seats)]
    others = "against" if tournament.seats == 2 else "against a table of"
    columns, cells = tournament_columns(tournament), tournament.cells
    heads = [column.head for column in columns]

    def texts(one: Standing) -> list[str]:
        return [column.text(one) for column in columns]

    for column in columns:
        by_seat = [cells[k : k + tournament.seats] for k in range(0, len(cells), tournament.seats)]
        rows = [(row[0].policy, row[0].against, *(column.text(cell.figures) for cell in row)) for row in by_seat]
        yield f"{capital(column.head)}, seat by seat:"
        yield Rows([("policy", others, *seats), *rows], names=2)
        yield ""
    if tournament.all_alike:
        yield "all seats got the same, as partners do: policies are compared where everybody plays the same one"
    if tournament.by_policy:
        if not tournament.all_alike:
            yield "Each policy against the others, over all seats:"
        yield Rows([("policy", *heads), *((one.name, *texts(one)) for one in tournament.by_policy)])
        yield verdict("policy", tournament.by_policy)
        yield ""
    if len(tournament.pairs) > 1:
        yield "Each pair of policies, over all seats:"
        pairs = [(pair.policy, pair.against, *texts(pair.own)) for pair in tournament.pairs]
        yield Rows([("policy", others, *heads), *pairs], names=2)
        better = ", ".join(f"{pair.policy} than {pair.against}" for pair in stronger(tournament.pairs))
        yield f"shown to do better: {better or 'none'}"
        yield ""
    if tournament.seats > 1 and not tournament.all_alike:
        alone = ", those with one policy everywhere included" if tournament.by_policy else ""
        yield f"Each seat over all seatings{alone}:"
        yield Rows([("seat", *heads), *((one.name, *texts(one)) for one in tournament.by_seat)])
        yield verdict("seat", tournament.by_seat)
        yield ""
    yield from tournament_notes(tournament)


def tournament_notes(tournament: Tournament) -> Iterator[str]:
    """Yield what going first gains, the confidence of all intervals, and the number of games."""
    heads, sample = [column.head for column in tournament_columns(tournament)], tournament.sample
    if tournament.seats > 1 and not tournament.all_alike:
        first, gains = tournament.going_first, []
        if "won" in heads:
            gains.append(f"won {_more_or_less(first.win_rate, rate_text, 'fewer')} of the games")
        if "mean payoff" in heads and first.mean.value is not None:
            gains.append(f"{_more_or_less(first.mean, str, 'less')} of a mean payoff")
        others = "the others on average" if tournament.seats > 2 else "going second"
        if gains:
            yield f"going first: {', and '.join(gains)}{',' * (len(gains) > 1)} than {others}"
    yield (
        f"all intervals of a figure together {at_confidence(sample.confidence)} (Bonferroni); "
        f"{count_phrase(len(tournament.samples), 'seating')} of the same {tournament.games:,} games "
        f"of seed {sample.seed}"
    )
    if unfinished := sum(sample.unfinished for sample in tournament.samples.values()):
        yield f"{unfinished:,} games reached the limit of steps; means are of those that ended"


def _more_or_less(difference: Value, text: Callable[[Value], str], less: str) -> str:
    """Return a difference in words: ``7% (5% to 9%) fewer``."""
    fewer = (difference.middle or 0) < 0
    return f"{text(difference.to_the_other() if fewer else difference)} {less if fewer else 'more'}"


def verdict(title: str, standings: Sequence[Standing]) -> str:
    """Return the strongest policy, or the best seat, as a fact: ``strongest policy: mcts:200``."""
    best, kind = leader(standings), "strongest policy" if title == "policy" else f"best {title}"
    return f"no {title} is shown to be the best" if best is None else f"{kind}: {best.name}"


def estimate_sentence(estimate: Estimate, names: Mapping[Move, str], decided: bool) -> str:
    """Return the move to make and the others, the most likely first; in points of 100 for ``decided`` games (won, drawn
    or lost).
    """
    rows = [row for row in estimate.moves if not isnan(row.mean)]
    first = next(row for row in rows if row.move == estimate.move)
    others = sorted((row for row in rows if row is not first), key=lambda row: (row.mean, row.visits), reverse=True)

    def row_text(row: MoveEstimate) -> str:
        number = few_digits(decimal_fraction(50.0 * (row.mean + 1.0) if decided else row.mean), ESTIMATE_DIGITS)
        name = names[row.move]
        return f"{name}{':' * name[-1:].isdigit()} {number}{' for certain' * row.settled}"

    more = "; then " + ", ".join(map(row_text, others[:MOST_ESTIMATES])) if others else ""
    points, rest = " points of 100" if decided else "", ", ..." * (len(others) > MOST_ESTIMATES)
    return f"probably best: {row_text(first)}{points}{more}{rest}; {estimated_how(estimate)}"


def estimated_how(estimate: Estimate) -> str:
    """Return the way of an estimate: ``estimated by 1,000 playouts``, ``estimated by looking 4 moves ahead``."""
    if estimate.depth:
        return f"estimated by looking {count_phrase(estimate.depth, 'move')} ahead"
    return f"estimated by {count_phrase(estimate.playouts, 'playout')}"
