"""A tournament as a picture: each pair of policies, or policies of tree search over their playouts."""

from collections.abc import Sequence
from typing import Any

from faceup.numbers.value import Value
from faceup.results.number_texts import at_confidence
from faceup.results.samples.tournament import Step, Tournament
from faceup.results.sentences.games import headline
from faceup.results.sentences.samples import tournament_columns, verdict
from faceup.results.sentences.words import one_line
from faceup.results.showable import optional
from faceup.rules.errors import UsageError
from faceup.show.pictures.house_style import BAR, MARK, house_style, new_axes, new_figure

LONGEST_NAME = 24  # letters of a policy
MOST_PAIRS = 45  # the pairs of ten policies


@house_style()
def tournament_figure(tournament: Tournament) -> Any:
    """Return a figure of every pair of policies, averaged over all seats.

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
    heading = f"{headline(tournament.game)}; {verdict('policy', tournament.by_policy)}"
    has_wins = tournament_columns(tournament)[0].head == "won"
    if not has_wins and any(one.mean.value is None for one in tournament.by_policy):
        raise UsageError("a tournament in which no game of a seating ended has no picture; possible: a larger --limit")
    label = f"{'games won' if has_wins else 'mean payoff'}, average of all seats"
    sure = f"intervals {at_confidence(tournament.sample.confidence)}"
    if weakest > 0 and all(playouts):
        figure = new_figure(heading)
        axes = new_axes(figure)
        _draw(axes, playouts, tournament.steps, has_wins, ("the policy", "the one before"))
        axes.set_xscale("log")
        axes.set_xticks(playouts, [f"{n:,}" for n in playouts])
        axes.xaxis.set_minor_locator(optional("matplotlib.ticker", "plots").NullLocator())
        axes.set_xlabel(f"playouts for each decision; the weakest has {weakest:,}")
        axes.set_ylabel(f"{label}\n{sure}")
    else:
        figure = new_figure(heading, 8, 1.8 + 0.4 * len(pairs))
        axes = new_axes(figure, grid="x")
        places = range(len(pairs))
        _draw(axes, places, pairs, has_wins, ("the first named", "the second named"), across=True)
        names = [f"{one_line(one.policy, LONGEST_NAME)} against {one_line(one.against, LONGEST_NAME)}" for one in pairs]
        axes.set_yticks(places, names)
        axes.set_ylim(len(pairs) - 0.4, -0.6)
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel(f"{label}; {sure}")
    if has_wins:
        side, limit = (axes.yaxis, axes.set_ylim) if weakest > 0 and all(playouts) else (axes.xaxis, axes.set_xlim)
        side.set_major_formatter(lambda share, _: f"{100 * share:.4g}%")
        limit(-0.02, 1.02)
    figure.legend(loc="outside lower left", ncols=2)
    return figure


def _draw(
    axes: Any,
    places: Sequence[int],
    steps: Sequence[Step],
    has_wins: bool,
    labels: tuple[str, str],
    across: bool = False,
) -> None:
    """Draw the figures of both policies of each step with their intervals, joined by lines unless ``across``."""
    for label, colour, mark, standings in (
        (labels[0], BAR, "o", [step.own for step in steps]),
        (labels[1], MARK, "s", [step.others for step in steps]),
    ):
        values: list[Value] = [one.win_rate if has_wins else one.mean for one in standings]
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
