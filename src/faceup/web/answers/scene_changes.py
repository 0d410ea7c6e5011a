"""What a step changes on the table, so that a long game is sent as little more than its first position."""

from itertools import takewhile
from operator import eq
from typing import Annotated, TypedDict

from faceup.results.scene import Scene
from faceup.results.things import Item, Zone
from faceup.web.answers.documents import ItemDocument, SceneDocument, item_document, scene_document


class RowChangeDocument(TypedDict):
    """In this row ``drop`` items go, from the item number ``at`` on, and others come in their place."""

    zone: int
    row: int
    at: int
    drop: int
    put: list[ItemDocument]


class SceneChangeDocument(TypedDict):
    """The rows that changed; the whole scene where zones came or went."""

    whole: SceneDocument | None
    rows: list[RowChangeDocument]
    text: str
    more: Annotated[str, {"description": "what of the text is not drawn"}]


def scene_change(before: Scene, after: Scene) -> SceneChangeDocument:
    alike = [_frame(zone) for zone in before.zones] == [_frame(zone) for zone in after.zones]
    whole = None if alike else scene_document(after)
    rows: list[RowChangeDocument] = []
    if alike:
        for k, (old, new) in enumerate(zip(before.zones, after.zones, strict=True)):
            pairs = enumerate(zip(old.rows, new.rows, strict=True))
            rows += [_row_change(k, row, was, now) for row, (was, now) in pairs if was != now]
    return {"whole": whole, "rows": rows, "text": after.text, "more": after.more}


def _frame(zone: Zone) -> tuple[str, str, bool, int]:
    """All of a zone but what lies in it."""
    return zone.kind, zone.label, zone.choices, len(zone.rows)


def _row_change(zone: int, row: int, was: tuple[Item, ...], now: tuple[Item, ...]) -> RowChangeDocument:
    at = _alike(was, now)
    end = _alike(was[at:][::-1], now[at:][::-1])
    put = [item_document(item) for item in now[at : len(now) - end]]
    return {"zone": zone, "row": row, "at": at, "drop": len(was) - end - at, "put": put}


def _alike(one: tuple[Item, ...], other: tuple[Item, ...]) -> int:
    """How many items are the same at the beginning."""
    return sum(takewhile(bool, map(eq, one, other)))
