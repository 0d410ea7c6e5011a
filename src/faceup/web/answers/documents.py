"""The parts that several answers to pages share: numbers, values, scenes, moves.

The codec makes each document from a record; the description of the API is made from the same annotations, together with
the descriptions and bounds given here.
"""

from dataclasses import dataclass
from typing import Annotated

from faceup.engines.model.seats import MOST_SEATS
from faceup.numbers.value import Value, few_digits
from faceup.results.documents.codec import Document
from faceup.results.number_texts import chance_text, how_sure, short_text, value_text
from faceup.results.scene.things import Scene
from faceup.rules.contract import CHANCE

Players = Annotated[
    list[str], {"min_length": 1, "max_length": MOST_SEATS, "description": "what to call the players, player 0 first"}
]
Turn = Annotated[int, {"ge": CHANCE, "lt": MOST_SEATS, "description": "a player, -1 is chance"}]
SceneDocument = Annotated[Document, Scene]
ESTIMATE_DIGITS = 2  # of a badge: more would be sure of nothing
BY_SEAT = "a row for every seat with its own payoff; else none"


@dataclass(frozen=True)
class ShownValue:
    """A value with its certainty, to player 0, or to the seat named by the document that holds it."""

    document_name = "Value"
    document_keys = ("*value", "text", "short")

    value: Value
    chance: Annotated[bool, "whether it is a probability of winning"] = False
    places: Annotated[int | None, "decimals of an estimate whose error is known"] = None

    @property
    def text(self) -> str:
        return f"{chance_text(self.value)} ({how_sure(self.value)})" if self.chance else value_text(self.value)

    @property
    def short(self) -> Annotated[str, "four digits of it, of an estimate those that its error leaves, or per cent"]:
        if self.chance:
            return chance_text(self.value)
        if self.value.how == "estimated":
            if self.places is not None:
                return f"{self.value.value:z.{self.places}f}"
            return f"≈{few_digits(self.value.estimate or 0, ESTIMATE_DIGITS)}"
        return short_text(self.value.middle)


def shown(value: Value | None, chance: bool = False) -> ShownValue | None:
    """A value that may be unknown."""
    return None if value is None else ShownValue(value, chance)
