"""The gain of each policy over the one before it; for policies that look ahead, over the number of playouts."""

from collections.abc import Sequence
from typing import Any

from faceup.numbers.value import Value
from faceup.results.number_texts import at_confidence
from faceup.results.samples.tournament import Tournament
from faceup.results.sentences.games import headline
from faceup.results.sentences.words import one_line
from faceup.results.showable import optional
from faceup.rules.errors import UsageError
from faceup.show.pictures.house_style import BAR, MARK, new_axes, new_figure

LONGEST_NAME = 24  # letters below the axis


def tournament_figure(tournament: Tournament) -> Any:
    """Each policy against the one before it, averaged over all seats, and that one's figures in the same games."""
    steps = tournament.steps
    if not steps:
        subject = "partners, who all get the same" if tournament.all_alike else "a single policy"
        raise UsageError(f"a tournament of {subject} has no picture; possible: several policies, the weakest first")
    has_wins = steps[0].own.win_rate.value is not None
    figure = new_figure(f"{headline(tournament.game)}: each policy against the one before it")
    axes = new_axes(figure)
    weakest, *playouts = map(_playouts, tournament.policies)
    looking_ahead = weakest > 0 and all(playouts)
    spots = [float(n) if looking_ahead else float(k) for k, n in enumerate(playouts)]
    figures = "win_rate" if has_wins else "mean"
    _draw(axes, spots, [getattr(step.others, figures) for step in steps], "the one before", MARK, "s")
    _draw(axes, spots, [getattr(step.own, figures) for step in steps], "the policy", BAR, "o")
    if looking_ahead:
        axes.set_xscale("log")
        axes.set_xticks(spots, [f"{n:,}" for n in playouts])
        axes.xaxis.set_minor_locator(optional("matplotlib.ticker", "plots").NullLocator())
        axes.set_xlabel(f"playouts for each decision; the weakest has {weakest:,}")
    else:
        names = [f"{one_line(s.policy, LONGEST_NAME)}\nagainst {one_line(s.against, LONGEST_NAME)}" for s in steps]
        axes.set_xticks(spots, names)
        axes.margins(x=0.15)
    if has_wins:
        axes.yaxis.set_major_formatter(lambda share, _: f"{100 * share:.4g}%")
        axes.set_ylim(0, 1)
    named = "games won" if has_wins else "mean payoff"
    axes.set_ylabel(f"{named}, from every seat alike\nbars: intervals {at_confidence(tournament.sample.confidence)}")
    axes.legend()
    return figure


def _draw(axes: Any, spots: Sequence[float], values: Sequence[Value], label: str, colour: str, mark: str) -> None:
    """Figures with their intervals."""
    numbers_known = [(x, value, value.value) for x, value in zip(spots, values, strict=True) if value.value is not None]
    heights = [number for _, _, number in numbers_known]
    reach = [
        [number - value.low for _, value, number in numbers_known],
        [value.high - number for _, value, number in numbers_known],
    ]
    axes.errorbar(
        [x for x, _, _ in numbers_known], heights, yerr=reach, color=colour, marker=mark, capsize=3, label=label
    )


def _playouts(policy: str) -> int:
    """The number of playouts in a policy's name, or 0."""
    number = policy.removeprefix("mcts:")
    return int(number) if number != policy and number.isdecimal() else 0
