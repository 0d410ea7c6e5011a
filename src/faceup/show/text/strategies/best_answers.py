"""Best answers to a policy, as lines and tables."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from faceup.numbers.value import Value, every_digit
from faceup.results.answers.best_answer import BestAnswer
from faceup.results.chances import amount_text, how_sure
from faceup.results.sentences.capital_letters import capital
from faceup.rules.player_names import seat_name
from faceup.show.text.strategies.mixed_cells import as_good
from faceup.show.text.strategies.mixed_strategies import decision_tables

if TYPE_CHECKING:
    from rich.table import Table


def answer_sentence(answer: BestAnswer) -> str:
    """The value of the best response to its player, and its gain over best play, in a sentence."""
    name = seat_name(answer.player, answer.game.player_names)
    brings = f"{amount_text(answer.value)} on average ({how_sure(answer.value)})"
    return f"The best answer of {name} brings {brings}, {amount_text(answer.gain)} more than best play of both."


def value_line(answer: BestAnswer, format_value: Callable[[Value], str] = str) -> str:
    """The value and the gain of the best response in a line."""
    name = seat_name(answer.player, answer.game.player_names)
    return f"value   {format_value(answer.value)} for {name}, {format_value(answer.gain)} more than best play of both"


def answer_tables(answer: BestAnswer, most: int, fractions: bool = False) -> "Iterator[str | Table]":
    """The best response as a table of at most ``most`` rows, with a heading and notes."""
    strategy = answer.strategy
    yield f"{capital(seat_name(answer.player, answer.game.player_names))} against {answer.policy}"
    yield from decision_tables(strategy, answer.player, most, fractions)
    if any(map(as_good, strategy.decisions)):
        yield "* is as good"
    yield value_line(answer, every_digit) if fractions else value_line(answer)
