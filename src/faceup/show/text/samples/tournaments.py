"""A tournament as lines of text."""

import sys
from collections.abc import Iterator, Sequence

from faceup.results.chances import at_confidence, rate_text
from faceup.results.samples.tournament import Standing, Tournament, leader, stronger
from faceup.rules.player_names import seat_name
from faceup.show.text.tables import align_rows


def tournament_lines(found: Tournament, width: int = sys.maxsize) -> Iterator[str]:
    """Policy against policy by seat; each policy, each seat; who does best; and how many games these are."""
    seats = [seat_name(seat, found.sample.player_names) for seat in range(found.seats)]
    others = "against" if found.seats == 2 else "against a table of"
    won = found.cells[0].figures.win_rate.value is not None
    for word in (*(("won",) if won else ()), "mean payoff"):
        yield from align_rows([(f"{word} as", others, *seats), *_rows(found, word)], width, names=2)
        yield ""
    heads = (*(("won",) if won else ()), "mean payoff")
    if found.all_alike:
        yield "all seats got the same, as partners do: policies are compared where everybody plays the same one"
    for title, standings in (("policy", found.by_policy), ("seat", () if found.all_alike else found.by_seat)):
        if standings:
            yield from align_rows([(title, *heads), *((one.name, *_figures(one, won)) for one in standings)], width)
            yield verdict(title, standings)
            yield ""
    if len(found.steps) > 1:
        head = "policy", "against the one before", *heads
        rows = [(step.policy, step.against, *_figures(step.own, won)) for step in found.steps]
        yield from align_rows([head, *rows], width, names=2)
        better = ", ".join(stronger(found.steps))
        yield f"shown to do better than the one before: {better or 'none'}"
        yield ""
    if found.seats > 1 and not found.all_alike:
        first = found.going_first
        rate = f"won {rate_text(first.win_rate)} more of the games, and " if won else ""
        yield f"going first: {rate}{first.mean} more of a mean payoff, than the others on average"
    sample = found.sample
    yield (
        f"all intervals of a figure together {at_confidence(sample.confidence)} (Bonferroni); {len(found.samples)} "
        f"seatings of the same {found.games:,} games of seed {sample.seed}"
    )
    if unfinished := sum(sample.unfinished for sample in found.samples.values()):
        yield f"{unfinished:,} games reached the limit of steps; means are of those that ended"


def _rows(found: Tournament, word: str) -> Iterator[tuple[str, ...]]:
    """A row for each policy and what the others play, with a figure for each seat."""
    cells = found.cells
    for first in range(0, len(cells), found.seats):
        row = cells[first : first + found.seats]
        rates = [rate_text(cell.figures.win_rate) for cell in row]
        yield row[0].policy, row[0].against, *(rates if word == "won" else [str(cell.figures.mean) for cell in row])


def _figures(one: Standing, won: bool) -> tuple[str, ...]:
    return (rate_text(one.win_rate), str(one.mean)) if won else (str(one.mean),)


def verdict(title: str, standings: Sequence[Standing]) -> str:
    """Which policy, or which seat, does best."""
    best = leader(standings)
    if best is None:
        return f"no {title} is shown to be the best"
    return f"{best.name} does best"
