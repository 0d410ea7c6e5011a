"""Parts of the answers to pages: numbers, values, scenes, moves.

A document is a JSON dictionary. The description of the API is made from its type, with annotated descriptions and
bounds.
"""

from collections.abc import Iterable
from typing import Annotated, TypedDict

from faceup.engines.model.seats import MOST_SEATS
from faceup.numbers.value import Number, Value, ValueColumns, cut_decimals, few_digits, value_columns
from faceup.results.chances import DIGITS
from faceup.results.documents.game import MoveDocument, move_document
from faceup.results.scene.scene import Scene
from faceup.results.scene.things import Item, Zone, ZoneKind
from faceup.rules.contract import CHANCE

LONGEST_FRACTION = 60  # characters, beyond which decimals say more

Players = Annotated[
    list[str], {"min_length": 1, "max_length": MOST_SEATS, "description": "what to call the players, player 0 first"}
]
Turn = Annotated[int, {"ge": CHANCE, "lt": MOST_SEATS, "description": "a player, -1 is chance"}]
BY_SEAT = {"description": "a row for every seat with its own payoff; else none"}


class ValueDocument(ValueColumns):
    """A value with its certainty, to player 0, or to the seat named by the document that holds it."""

    text: str
    short: Annotated[str, {"description": "four digits of it"}]


class ItemDocument(TypedDict):
    text: str
    move: MoveDocument | None
    owner: int | None
    square: Annotated[
        int | None, {"description": "the number of a square of a board or track, or of a counter's square"}
    ]
    name: Annotated[str, {"description": "the name of a mere sign; else empty"}]
    won: Annotated[bool, {"description": "whether it is one of those that together won the game"}]
    by: Annotated[str, {"description": "who played a card that lies between the hands, or has this score"}]


class SelectionDocument(TypedDict):
    move: MoveDocument
    texts: list[str]


class ZoneDocument(TypedDict):
    kind: ZoneKind
    label: str
    rows: list[list[ItemDocument]]
    choices: bool
    columns: Annotated[list[str], {"description": "names of a board's columns, if its squares have names"}]
    ranks: Annotated[list[str], {"description": "names of its rows"}]
    jumps: Annotated[
        list[list[int]], {"description": "pairs of squares of a track: a counter on the first moves to the second"}
    ]
    selections: Annotated[
        list[SelectionDocument], {"description": "moves that choose some of the items, by what is written on these"}
    ]
    heaps: Annotated[bool, {"description": "whether the numbers on a board's squares are counters that lie there"}]
    hexagons: Annotated[bool, {"description": "whether each row lies half a square to the right of the one above"}]
    edges: Annotated[list[str], {"description": "colours of a board's sides: above and below, left and right"}]
    pieces: Annotated[list[str], {"description": "names of a board's pieces that are drawn by their words"}]
    goal: Annotated[int, {"description": "the largest score; 0 for none"}]


class SceneDocument(TypedDict):
    """The scene of a position."""

    zones: list[ZoneDocument]
    text: str
    more: Annotated[str, {"description": "what of the text is not drawn"}]


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


def scene_document(scene: Scene) -> SceneDocument:
    return {"zones": [_zone_document(zone) for zone in scene.zones], "text": scene.text, "more": scene.more}


def _zone_document(zone: Zone) -> ZoneDocument:
    return {
        "kind": zone.kind,
        "label": zone.label,
        "rows": [[item_document(item) for item in row] for row in zone.rows],
        "choices": zone.choices,
        "columns": list(zone.columns),
        "ranks": list(zone.ranks),
        "jumps": list(map(list, zone.jumps)),
        "selections": [{"move": move_document(move), "texts": list(texts)} for move, texts in zone.selections],
        "heaps": zone.heaps,
        "hexagons": zone.hexagons,
        "edges": list(zone.edges),
        "pieces": list(zone.pieces),
        "goal": zone.goal,
    }


def item_document(item: Item) -> ItemDocument:
    return {
        "text": item.text,
        "move": None if item.move is None else move_document(item.move),
        "owner": item.owner,
        "square": item.square,
        "name": item.name,
        "won": item.won,
        "by": item.by,
    }
