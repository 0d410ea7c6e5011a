"""A tournament as a picture: each pair of policies, or policies of tree search over their playouts."""

from collections.abc import Sequence
from typing import Any

from faceup.numbers.value import Value
from faceup.results.number_texts import at_confidence
from faceup.results.samples.tournament import Standing, Step, Tournament
from faceup.results.sentences.games import headline
from faceup.results.sentences.samples import tournament_columns, verdict
from faceup.results.sentences.words import one_line
from faceup.results.showable import optional
from faceup.rules.errors import UsageError
from faceup.show.pictures.house_style import (
    BAR,
    FAINT,
    INK,
    MARK,
    SOFT,
    draw_lengths,
    house_style,
    new_axes,
    new_figure,
)

LONGEST_NAME = 24  # letters of a policy
MOST_PAIRS = 45  # the pairs of ten policies
PAIR = 2.5  # places of a pair: two lines, and room before the next
EDGE = 0.38  # places from the middle of a bar to its intervals: the first's below, the other's above
BELOW = 0.3  # places from the games won to those drawn


@house_style()
def tournament_figure(tournament: Tournament) -> Any:
    """Return a figure of every pair of policies, averaged over all seats: a line for each of both.

    Policies that differ in their playouts alone, the weakest first, are points over these, each against the one before
    it. Raises UsageError if there are no two policies, if there are too many, if all seats get the same, or if a figure
    is unknown.
    """
    pairs = tournament.pairs
    if not pairs:
        subject = "partners, who all get the same" if tournament.all_alike else "a single policy"
        raise UsageError(f"a tournament of {subject} has no picture; possible: several policies")
    if len(pairs) > MOST_PAIRS:
        raise UsageError(f"{len(tournament.policies)} policies are too many for a picture; possible: up to 10")
    weakest, *playouts = map(_playouts, tournament.policies)
    heading = f"{headline(tournament.game)}; {verdict(tournament)}"
    heads = [column.head for column in tournament_columns(tournament)]
    has_wins, tied = heads[0] == "won", next((head for head in heads if head in ("drawn", "tied")), "")
    if not has_wins and any(one.mean.value is None for one in tournament.by_policy):
        raise UsageError("a tournament in which no game of a seating ended has no picture; possible: a larger --limit")
    label = f"{'share of games' if tied else 'games won' if has_wins else 'mean payoff'}, average of all seats"
    sure = f"intervals {at_confidence(tournament.sample.confidence)}"
    over_playouts = weakest > 0 and all(playouts)
    if over_playouts:
        figure = new_figure(heading)
        axes = new_axes(figure)
        own, others = ([getattr(step, whose) for step in tournament.steps] for whose in ("own", "others"))
        won = "won by " if tied else ""
        _draw(axes, playouts, _results(own, has_wins), f"{won}the policy", BAR, "o")
        _draw(axes, playouts, _results(others, has_wins), f"{won}the one before", MARK, "s")
        if tied:
            _draw(axes, playouts, [one.tie_rate for one in own], tied, SOFT, "D")
        axes.set_xscale("log")
        axes.set_xticks(playouts, [f"{n:,}" for n in playouts])
        axes.xaxis.set_minor_locator(optional("matplotlib.ticker", "plots").NullLocator())
        axes.set_xlabel(f"playouts for each decision; the weakest has {weakest:,}")
        axes.set_ylabel(f"{label}\n{sure}")
    elif has_wins and tournament.seats == 2:
        figure = new_figure(heading, 8, 1.6 + 0.5 * len(pairs))
        axes = new_axes(figure, grid="x")
        _draw_shares(axes, pairs, tied)
        axes.set_xlabel(f"{label}; small lines beside a bar: {sure}")
    else:
        both = (((one.own, one.policy, one.against), (one.others, one.against, one.policy)) for one in pairs)
        sides = [side for pair in both for side in pair]
        places = [PAIR * (k // 2) + k % 2 for k in range(len(sides))]
        figure = new_figure(heading, 8, 1.8 + 0.3 * PAIR * len(pairs))
        axes = new_axes(figure, grid="x")
        standings = [one for one, *_ in sides]
        _draw(axes, places, _results(standings, has_wins), "won", BAR, "o", across=True)
        if tied:
            _draw(axes, [y + BELOW for y in places], [one.tie_rate for one in standings], tied, SOFT, "D", across=True)
        names = [f"{one_line(one, LONGEST_NAME)} against {one_line(other, LONGEST_NAME)}" for _, one, other in sides]
        axes.set_yticks(places, names)
        axes.set_ylim(max(places) + 0.8, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel(f"{label}; {sure}")
    if has_wins:
        side, limit = (axes.yaxis, axes.set_ylim) if over_playouts else (axes.xaxis, axes.set_xlim)
        side.set_major_formatter(lambda share, _: f"{100 * share:.4g}%")
        limit(-0.02, 1.02)
    if over_playouts or has_wins:
        figure.legend(loc="outside lower left", ncols=3)
    return figure


def _draw_shares(axes: Any, pairs: Sequence[Step], tied: str) -> None:
    """Draw a bar for each pair of two opponents: what the one at the left won, what was drawn, what the other won."""
    places = list(range(len(pairs)))
    won, lost = [one.own.win_rate for one in pairs], [one.others.win_rate for one in pairs]
    drawn = [one.own.tie_rate for one in pairs]
    left = [0.0] * len(pairs)
    for values, colour, label in (
        (won, BAR, "won by the policy at the left"),
        (drawn, FAINT, tied),
        (lost, MARK, "won by the policy at the right"),
    ):
        lengths = [float(value) for value in values]
        if not label or not any(lengths):
            continue
        draw_lengths(axes, left, lengths, [f"{100 * length:.0f}%" for length in lengths], colour, label)
        left = [start + length for start, length in zip(left, lengths, strict=True)]
    _draw(axes, [place + EDGE for place in places], won, "", INK, "none", across=True)
    if tied:
        _draw(
            axes,
            [place - EDGE for place in places],
            [one.to_the_other(1) for one in lost],
            "",
            INK,
            "none",
            across=True,
        )
    axes.set_yticks(places, [one_line(one.policy, LONGEST_NAME) for one in pairs])
    for place, one in zip(places, pairs, strict=True):
        right = {"xycoords": axes.get_yaxis_transform(), "textcoords": "offset points", "va": "center_baseline"}
        axes.annotate(one_line(one.against, LONGEST_NAME), (1, place), (6, 0), color=SOFT, **right)
    axes.set_ylim(len(pairs) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)


def _results(standings: Sequence[Standing], has_wins: bool) -> list[Value]:
    return [one.win_rate if has_wins else one.mean for one in standings]


def _draw(
    axes: Any,
    places: Sequence[float],
    values: Sequence[Value],
    label: str,
    colour: str,
    mark: str,
    across: bool = False,
) -> None:
    """Draw one figure at each place with its interval, joined by lines unless ``across``."""
    numbers = [float(value) for value in values]
    reach = [
        [number - float(value.low) for number, value in zip(numbers, values, strict=True)],
        [float(value.high) - number for number, value in zip(numbers, values, strict=True)],
    ]
    xs, ys = (numbers, places) if across else (places, numbers)
    look = {"linestyle": "none", "xerr": reach} if across else {"yerr": reach}
    axes.errorbar(xs, ys, **look, color=colour, marker=mark, capsize=3, label=label)


def _playouts(policy: str) -> int:
    """Return the number of playouts in a policy's name, or 0."""
    number = policy.removeprefix("mcts:")
    return int(number) if number != policy and number.isdecimal() else 0
