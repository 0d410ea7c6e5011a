"""Documents of records: each field by its annotation, in their order, and only those that the class names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from math import inf
from pkgutil import walk_packages
from typing import Annotated, NamedTuple

from faceup.games.nim import Nim
from faceup.numbers.exact import Exact
from faceup.numbers.value import Value, exactly, value_columns
from faceup.results.certified import OverflowCheck
from faceup.results.documents.codec import document, figure_names, game_document, keys_of
from faceup.rules.contract import Game
from faceup.rules.moves import Move


class Part(NamedTuple):
    move: Annotated[Move, "a move"]
    most: float
    share: Exact | None


@dataclass(frozen=True)
class Whole:
    value: Value
    parts: Sequence[Part]
    sizes: tuple[int, str]
    names: Mapping[Move, int]
    game: Game
    inside: int = 3
    half: "Half | None" = None

    document_keys = ("value", "parts", "sizes", "names", "game", "twice", "side=half.side", "side_left=half.side?")

    @property
    def twice(self) -> Exact | None:
        return Fraction(2 * self.inside, 5)


@dataclass(frozen=True)
class Half:
    worth: Value
    side: int

    document_keys = ("*worth", "number=side", "~rate=worth")


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
        "side": None,
    }
    assert [*made] == [*game_document(Nim(a=1)), "value", "parts", "sizes", "names", "twice", "side"]
    names = ["value", "parts", "sizes", "names", "game", "twice", "side", "side_left"]
    assert [(key.name, key.needed) for key in keys_of(Whole)] == [(name, name != "side_left") for name in names]


def test_the_keys_of_a_value_may_stand_among_others_and_keys_without_a_value_be_left_out() -> None:
    value = exactly(2)
    rates = {"rate": 2.0, "rate_low": 2.0, "rate_high": 2.0}
    assert document(Half(value, 7)) == {**value_columns(value), "number": 7, **rates}
    made = document(Whole(value, (), (2, "a"), {}, Nim(a=1), half=Half(value, 7)))
    assert (made["side"], made["side_left"]) == (7, 7)


def test_every_key_that_a_class_names_leads_to_an_annotated_attribute() -> None:
    classes = set[type]()
    for room in ("faceup.results", "faceup.engines", "faceup.web.answers", "faceup.rules"):
        for module in walk_packages(import_module(room).__path__, f"{room}."):
            classes |= {one for one in vars(import_module(module.name)).values() if hasattr(one, "document_keys")}
    assert len(classes) > 30
    for one in classes:
        own = [key for key in keys_of(one) if key.beside != "*"]
        names = [name for key in own for name in (figure_names(key.name) if key.beside == "~" else [key.name])]
        assert len(names) == len(set(names)), one


def test_records_that_were_tuples_are_still_unpacked_and_indexed() -> None:
    check = OverflowCheck(100, "time")
    games, limit, reason = check
    assert (games, limit, reason, check[0], check[-1]) == (100, "time", "", 100, "")
