"""A numbered game as lines of text."""

from collections.abc import Iterator, Sequence
from typing import Any

from faceup.numbers.value import amount
from faceup.results.reviews.replay import Told
from faceup.results.sentences.seat_names import seats_sentence
from faceup.show.text.phrases import count_phrase


def replay_lines(told: Told, names: Sequence[str]) -> Iterator[str]:
    """A line for each step, and how the game ended; ``names`` are what its rules call the players."""
    room = max((len(step.what) for step in told.steps), default=0)
    for step in told.steps:
        yield f"{step.number:>4}  {step.what:<{room}}  {step.table or ''}".rstrip()
    if "payoffs" in told.end:
        yield f"{seats_sentence(told.end['payoffs'], names)}  moves {told.end['moves']}"
    else:
        yield ", ".join(_fact(key, value) for key, value in told.end.items())


def _fact(key: str, value: Any) -> str:
    """A fact about the end, in words."""
    if key in ("moves", "steps_taken"):
        return count_phrase(value, "move" if key == "moves" else "step")
    if key == "won":
        return "won" if value else "not won"
    return "it never ends" if key == "endless" else f"{key} {amount(value) if key == 'payoff' else value}"
