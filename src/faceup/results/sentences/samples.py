"""Samples, comparisons and tournaments in words."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf, isclose, isnan
from typing import Any, NamedTuple

from faceup.numbers.value import Value, decimal_fraction, few_digits
from faceup.results.number_texts import at_confidence, column_texts, percents, table_texts
from faceup.results.samples.comparison import Comparison
from faceup.results.samples.estimate import Estimate, MoveEstimate
from faceup.results.samples.sample import LENGTH_QUANTILES, QUANTILES, RARE_QUANTILES, Sample
from faceup.results.samples.totals import bar_namer, gather_bars
from faceup.results.samples.tournament import Standing, Tournament, stronger
from faceup.results.sentences.words import Bar, Bars, Fact, Part, Rows, count_phrase
from faceup.rules.moves import Move
from faceup.rules.names import possessive

MOST_BARS = 30  # bars that a screen has room for
NAME = 6  # characters of a score before its bar, at least
MOST_ESTIMATES = 6  # moves of an estimate that are listed
ESTIMATE_DIGITS = 3
SHARES = {0.25: "a quarter", 0.5: "half", 0.75: "three quarters", 0.99: "99 in 100", 0.999: "999 in 1,000"}
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
        number, unsure, _ = str(sample.length).partition(" (no spread seen)")
        yield "length", f"{number} {step}{unsure}{partly}"
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
    texts = column_texts([rate for _, rate in rates], rates=True)
    for k, ((name, _), text) in enumerate(zip(rates, texts, strict=True)):
        yield f"{name:<{max(width, 11)}} ", f"{text}{sure * (k == 0)}"
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
    return "  ".join(f"{100 * share:.3g}% {quantile(share):.10g}" for share in _reliable(sample, shares))


def _reliable(sample: Sample, shares: Sequence[float]) -> list[float]:
    return [share for share in shares if share in QUANTILES or (1 - share) * sample.finished >= FEWEST]


def lengths_sentence(sample: Sample) -> str:
    """Return how long games were, from the shortest to the longest; empty if all that ended were as long."""
    if len(sample.lengths) < len(("shortest", "longest")):
        return ""
    within = {sample.length_quantile(share): SHARES[share] for share in _reliable(sample, LENGTH_QUANTILES)}
    shares = ", ".join(f"{share} within {most:,}" for most, share in within.items() if most != sample.longest)
    ended = shares.replace("within", "ended within", 1) + "; " * bool(shares)
    return f"the shortest game took {sample.shortest:,}; {ended}the longest took {sample.longest:,}"


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
    columns = figures_of_seats(seats, score, partly, column_texts([seat.mean for seat in seats]))
    yield Rows([("", *columns), *zip([seat.name for seat in seats], *columns.values(), strict=True)])
    sure = at_confidence(sample.confidence)
    if len(seats) == 1:
        yield "", sure
        return
    tied = "; tied: others have it too" if "tied" in columns else ""
    yield f"won: the highest {score}{tied}; {sure} for all seats of a column together (Bonferroni)"


def figures_of_seats(seats: Sequence[Any], score: str, partly: str, means: list[str]) -> dict[str, list[str]]:
    """Return the figures of each seat by name; the mean only if it differs from the rate of wins."""
    columns: dict[str, list[str]] = {}
    if len(seats) > 1:
        rates = {"won": [seat.win_rate for seat in seats], "tied": [seat.tie_rate for seat in seats]}
        if not any(rate.value for rate in rates["tied"]):
            del rates["tied"]
        columns |= zip(rates, table_texts([*rates.values()]), strict=True)
    if not columns or partly or not all(isclose(seat.mean.value or 0, seat.win_rate.value or 0) for seat in seats):
        columns[f"mean {score}{partly}"] = means
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
    compared: tuple[Sample | Comparison, ...] = (comparison.first, comparison.second, comparison)
    columns = {"won": column_texts([one.win_rate for one in compared], rates=True)} if won_at_all else {}
    columns[f"mean {word}"] = column_texts([one.mean for one in compared])
    rows = [("", *columns), *zip((*names, "difference"), *columns.values(), strict=True)]
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


MEAN = "mean payoff"


class Column(NamedTuple):
    """A figure of a tournament: its head, and where it stands."""

    head: str
    figure: Callable[[Standing], Value]

    @property
    def is_rate(self) -> bool:
        return self.head != MEAN


def tournament_columns(tournament: Tournament) -> tuple[Column, ...]:
    """Return the figures to show: wins and draws, and mean payoffs where these do not follow from them."""
    figures, columns = [cell.figures for cell in tournament.cells], []
    all_ended = all(sample.finished == sample.games for sample in tournament.samples.values())
    if figures[0].win_rate.value is not None:
        columns.append(Column("won", lambda one: one.win_rate))
        if any(one.tie_rate.value for one in figures):
            columns.append(Column("drawn" if tournament.seats == 2 else "tied", lambda one: one.tie_rate))
    if not columns or not all_ended or not ends_in_words(tournament.sample):
        columns.append(Column(MEAN, lambda one: one.mean))
    return tuple(columns)


def texts_by_head(figures: Mapping[str, Sequence[Value]]) -> dict[str, list[str]]:
    """Return the figures of a tournament's table by their heads; its rates are alike in their decimals."""
    rates = iter(table_texts([column for head, column in figures.items() if head != MEAN]))
    return {head: column_texts(column) if head == MEAN else next(rates) for head, column in figures.items()}


def tournament_parts(tournament: Tournament) -> Iterator[str | Rows]:
    """Yield who is strongest, every pair of policies over all seats, what the seats got, and the number of games."""
    yield tournament_verdict(tournament)
    yield from tournament_figures(tournament)


def tournament_verdict(tournament: Tournament) -> str:
    """Return who is strongest, and how sure that is: ``strongest policy: best (at 95% confidence)``."""
    return f"{verdict(tournament)} ({at_confidence(tournament.sample.confidence)})"


def tournament_figures(tournament: Tournament) -> Iterator[str | Rows]:
    """Yield the figures of policies, pairs and seats, and the number of games."""
    columns, pairs, sample = tournament_columns(tournament), tournament.pairs, tournament.sample
    if tournament.all_alike:
        yield "all seats got the same, as partners do: policies are compared where everybody plays the same one"
    against = "" if tournament.all_alike else " against the others"
    if tournament.by_policy:
        yield _standings_text(tournament, against, tournament.by_policy)
    if len(pairs) > 1 or (pairs and len(columns) > 1):
        figures = {column.head: [column.figure(pair.own) for pair in pairs] for column in columns}
        if "drawn" in figures:
            figures["lost"] = [pair.others.win_rate for pair in pairs]
        table = texts_by_head(figures)
        names = [pair.policy for pair in pairs], [pair.against for pair in pairs]
        head = "against" if tournament.seats == 2 else "others"
        yield ""
        yield Rows([("policy", head, *table), *zip(*names, *table.values(), strict=True)], names=2)
        better = ", ".join(f"{pair.policy} than {pair.against}" for pair in stronger(pairs))
        if better and len(pairs) > 1:
            yield f"shown to do better: {better}"
        yield ""
    if tournament.seats > 1 and not tournament.all_alike:
        best = f"; {_best_seat(tournament)}" if tournament.by_policy else ""
        yield f"{_standings_text(tournament, ' in each seat, all games together', tournament.by_seat)}{best}"
    yield f"all intervals of a figure together {at_confidence(sample.confidence)} (Bonferroni)"
    seatings = count_phrase(len(tournament.samples), "seating")
    yield (
        f"every policy plays against each one, itself too, from every seat: {seatings} of the same "
        f"{tournament.games:,} games of seed {sample.seed}"
    )
    if unfinished := sum(sample.unfinished for sample in tournament.samples.values()):
        yield f"{unfinished:,} games reached the limit of steps; means are of those that ended"


def _standings_text(tournament: Tournament, where: str, standings: Sequence[Standing]) -> str:
    """Return the figure that decides who is best, the best first: ``games won against the others: best 80%, ...``."""
    heads = [column.head for column in tournament_columns(tournament)]
    name, figures = "games won", [one.win_rate for one in standings]
    if heads[-1] == MEAN:
        name, figures = MEAN, [one.mean for one in standings]
    elif len(heads) > 1:
        name, figures = "points (1 for a win, half for a draw)", [_points(one.mean) for one in standings]
    texts = column_texts(figures, rates=name != MEAN)
    order = sorted(range(len(figures)), key=lambda k: -inf if figures[k].value is None else -(figures[k].value or 0))
    return f"{name}{where}: {', '.join(f'{standings[k].name} {texts[k]}' for k in order)}"


def _points(mean: Value) -> Value:
    """Return the share of the points: a win is one, a draw half."""
    value = None if mean.value is None else (1 + mean.value) / 2
    return Value((1 + mean.low) / 2, (1 + mean.high) / 2, mean.how, value)


def verdict(tournament: Tournament) -> str:
    """Return the strongest policy, of a single one the best seat: ``strongest policy: mcts:200``."""
    if not tournament.by_policy:
        return _best_seat(tournament)
    best = tournament.best_policy
    return "no policy is shown to be the best" if best is None else f"strongest policy: {best.name}"


def _best_seat(tournament: Tournament) -> str:
    best = tournament.best_seat
    return "no seat is shown to be the best" if best is None else f"best seat: {best.name}"


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
