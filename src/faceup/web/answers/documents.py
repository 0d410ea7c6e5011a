"""Parts of the answers to pages: numbers, values, scenes, moves.

A document is a JSON dictionary. The description of the API is made from its type, with annotated descriptions and
bounds.
"""

from collections.abc import Iterable
from typing import Annotated

from faceup.engines.model.seats import MOST_SEATS
from faceup.numbers.value import Number, Value, ValueColumns, cut_decimals, few_digits, value_columns
from faceup.results.chances import DIGITS
from faceup.results.documents.codec import Document
from faceup.results.scene.scene import Scene
from faceup.rules.contract import CHANCE

LONGEST_FRACTION = 60  # characters, beyond which decimals say more

Players = Annotated[
    list[str], {"min_length": 1, "max_length": MOST_SEATS, "description": "what to call the players, player 0 first"}
]
Turn = Annotated[int, {"ge": CHANCE, "lt": MOST_SEATS, "description": "a player, -1 is chance"}]
SceneDocument = Annotated[Document, Scene]
BY_SEAT = "a row for every seat with its own payoff; else none"


class ValueDocument(ValueColumns):
    """A value with its certainty, to player 0, or to the seat named by the document that holds it."""

    text: str
    short: Annotated[str, "four digits of it"]


def value_document(value: Value) -> ValueDocument:
    columns = value_columns(value)
    exact = columns["exact"]
    long = value.exact is not None and len(exact or "") > LONGEST_FRACTION
    text = f"{cut_decimals(value.exact or 0)} (exact)" if long else str(value)
    return {**columns, "text": text, "short": short_text(value.middle)}


def short_text(number: Number | None) -> str:
    """A number for a small badge."""
    return "?" if number is None else few_digits(number, DIGITS)


def value_documents(values: Iterable[Value]) -> list[ValueDocument]:
    """A row of values, one for each seat."""
    return [value_document(value) for value in values]
