"""The value of a game to every seat, as lines of text."""

from collections.abc import Callable, Iterator, Sequence

from faceup.numbers.value import Value
from faceup.results.answers.solution import Solution
from faceup.rules.player_names import seat_name

ONE_OF_SEVERAL = "an equilibrium: nobody gains by changing alone; where play comes round there may be others"


def value_lines(values: Sequence[tuple[str, Value]], format_value: Callable[[Value], str] = str) -> Iterator[str]:
    """A line with each name and its value."""
    for k, (name, value) in enumerate(values):
        yield f"{'value' * (k == 0):<8}{format_value(value)} for {name}"


def seat_lines(solution: Solution, format_value: Callable[[Value], str] = str) -> Iterator[str]:
    """A line for each seat, and the effect of other ways to break ties."""
    player_names = solution.game.player_names
    yield from value_lines(
        [(seat_name(k, player_names), seat.value) for k, seat in enumerate(solution.seats)], format_value
    )
    for team in solution.teams:
        *others, last = (seat_name(k, player_names) for k in team)
        yield f"team    {', '.join(others)} and {last} play as one: what one of them gets, the others get"
    tied = [(k, seat) for k, seat in enumerate(solution.seats) if seat.least != seat.most]
    for n, (k, seat) in enumerate(tied):
        name = seat_name(k, player_names)
        yield f"{'ties' * (n == 0):<8}broken in other ways they give {name} {seat.least} to {seat.most}"
    if solution.ties_as_found:
        yield f"{'ties' * (not tied):<8}in positions that come round are broken by the first answer found"
    if solution.others_may_be:
        yield f"found   {ONE_OF_SEVERAL}"
