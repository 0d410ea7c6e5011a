"""A tournament as lines of text."""

import sys
from collections.abc import Iterator, Sequence

from faceup.results.chances import at_confidence, rate_text
from faceup.results.samples.tournament import Standing, Tournament, leader, stronger
from faceup.rules.player_names import seat_name
from faceup.show.text.tables import align_rows


def tournament_lines(tournament: Tournament, width: int = sys.maxsize) -> Iterator[str]:
    """Policy against policy by seat; the standings of policies and of seats; the best; the number of games."""
    seats = [seat_name(seat, tournament.sample.player_names) for seat in range(tournament.seats)]
    others = "against" if tournament.seats == 2 else "against a table of"
    has_wins = tournament.cells[0].figures.win_rate.value is not None
    for word in (*(("won",) if has_wins else ()), "mean payoff"):
        yield from align_rows([(f"{word} as", others, *seats), *_rows(tournament, word)], width, names=2)
        yield ""
    heads = (*(("won",) if has_wins else ()), "mean payoff")
    if tournament.all_alike:
        yield "all seats got the same, as partners do: policies are compared where everybody plays the same one"
    for title, standings in (
        ("policy", tournament.by_policy),
        ("seat", () if tournament.all_alike else tournament.by_seat),
    ):
        if standings:
            yield from align_rows(
                [(title, *heads), *((one.name, *_figures(one, has_wins)) for one in standings)], width
            )
            yield verdict(title, standings)
            yield ""
    if len(tournament.steps) > 1:
        head = "policy", "against the one before", *heads
        rows = [(step.policy, step.against, *_figures(step.own, has_wins)) for step in tournament.steps]
        yield from align_rows([head, *rows], width, names=2)
        better = ", ".join(stronger(tournament.steps))
        yield f"shown to do better than the one before: {better or 'none'}"
        yield ""
    if tournament.seats > 1 and not tournament.all_alike:
        first = tournament.going_first
        rate = f"won {rate_text(first.win_rate)} more of the games, and " if has_wins else ""
        yield f"going first: {rate}{first.mean} more of a mean payoff, than the others on average"
    sample = tournament.sample
    yield (
        f"all intervals of a figure together {at_confidence(sample.confidence)} (Bonferroni); "
        f"{len(tournament.samples)} seatings of the same {tournament.games:,} games of seed {sample.seed}"
    )
    if unfinished := sum(sample.unfinished for sample in tournament.samples.values()):
        yield f"{unfinished:,} games reached the limit of steps; means are of those that ended"


def _rows(tournament: Tournament, word: str) -> Iterator[tuple[str, ...]]:
    """A row for each policy and opponent, with a figure for each seat."""
    cells = tournament.cells
    for first in range(0, len(cells), tournament.seats):
        row = cells[first : first + tournament.seats]
        rates = [rate_text(cell.figures.win_rate) for cell in row]
        yield row[0].policy, row[0].against, *(rates if word == "won" else [str(cell.figures.mean) for cell in row])


def _figures(one: Standing, has_wins: bool) -> tuple[str, ...]:
    return (rate_text(one.win_rate), str(one.mean)) if has_wins else (str(one.mean),)


def verdict(title: str, standings: Sequence[Standing]) -> str:
    """The policy, or the seat, that does best."""
    best = leader(standings)
    if best is None:
        return f"no {title} is shown to be the best"
    return f"{best.name} does best"
