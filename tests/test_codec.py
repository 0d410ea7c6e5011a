"""Documents of records: each field by its annotation, in their order, and only those that the class names."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import NamedTuple

from faceup.games.nim import Nim
from faceup.numbers.exact import Exact
from faceup.numbers.value import Value, exactly, value_columns
from faceup.results.documents.codec import document, key_types
from faceup.results.documents.game import game_document
from faceup.rules.contract import Game
from faceup.rules.moves import Move


class Part(NamedTuple):
    move: Move
    most: float
    share: Exact | None


@dataclass(frozen=True)
class Whole:
    value: Value
    parts: tuple[Part, ...]
    sizes: tuple[int, str]
    names: Mapping[Move, int]
    game: Game
    inside: int = 3

    document_keys = ("value", "parts", "sizes", "names", "game", "twice")

    @property
    def twice(self) -> Exact | None:
        return Fraction(2 * self.inside, 5)


def test_a_document_has_a_key_for_each_field_that_is_named() -> None:
    value = exactly(Fraction(1, 3))
    parts = (Part((1, 2), inf, Fraction(1, 2)), Part(3, 0.5, None))
    made = document(Whole(value, parts, (2, "a"), {(1, 2): 4}, Nim(a=1)))
    assert made == {
        **game_document(Nim(a=1)),
        "value": value_columns(value),
        "parts": [{"move": [1, 2], "most": None, "share": "1/2"}, {"move": 3, "most": 0.5, "share": None}],
        "sizes": [2, "a"],
        "names": {"1-2": 4},
        "twice": "6/5",
    }
    assert [*made] == [*game_document(Nim(a=1)), "value", "parts", "sizes", "names", "twice"]
    assert [*key_types(Whole)] == list(Whole.document_keys)
