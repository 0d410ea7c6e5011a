"""What a game is worth to every seat, as lines of text."""

from collections.abc import Iterator

from faceup.results.seat_names import seat_name
from faceup.results.solution import Solution


def seat_lines(solution: Solution) -> Iterator[str]:
    """A line for each seat, and what other ways to break ties would change."""
    for k, seat in enumerate(solution.seats):
        yield f"{'value' * (k == 0):<8}{seat.value} for {seat_name(k)}"
    others = [(k, seat) for k, seat in enumerate(solution.seats) if seat.least != seat.most]
    for n, (k, seat) in enumerate(others):
        yield f"{'ties' * (n == 0):<8}broken in other ways they give {seat_name(k)} {seat.least} to {seat.most}"
