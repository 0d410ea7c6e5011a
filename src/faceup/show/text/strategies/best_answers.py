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
    """What the answer brings to whom, and what it gains."""
    name = seat_name(answer.player, answer.game.player_names)
    brings = f"{amount_text(answer.value)} on average ({how_sure(answer.value)})"
    return f"The best answer of {name} brings {brings}, {amount_text(answer.gain)} more than best play of both."


def value_line(answer: BestAnswer, written: Callable[[Value], str] = str) -> str:
    """The same in whole fractions."""
    name = seat_name(answer.player, answer.game.player_names)
    return f"value   {written(answer.value)} for {name}, {written(answer.gain)} more than best play of both"


def answer_tables(answer: BestAnswer, most: int, fractions: bool = False) -> "Iterator[str | Table]":
    """The answer by what is seen, in so many rows, with what stands above and below."""
    strategy = answer.strategy
    yield f"{capital(seat_name(answer.player, answer.game.player_names))} against {answer.policy}"
    yield from decision_tables(strategy, answer.player, most, fractions)
    if any(map(as_good, strategy.decisions)):
        yield "* is as good"
    yield value_line(answer, every_digit) if fractions else value_line(answer)
