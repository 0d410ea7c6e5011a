"""Published results that were computed again, as a document."""

from collections.abc import Sequence
from typing import Any, TypedDict

from faceup.numbers.value import How, Value, value_columns
from faceup.results.documents.game import GameDocument, game_document
from faceup.rules.theory import Published


class Computed(TypedDict, total=False):
    """What was computed, with its certainty where it is a value."""

    value: Any
    low: float | None
    high: float | None
    how: How
    exact: str | None


class CheckDocument(GameDocument, Computed):
    """A published figure beside the computed one."""

    what: str
    published: Any
    agrees: bool
    source: str


class ChecksDocument(TypedDict):
    """All that were checked, and how many differ."""

    checks: list[CheckDocument]
    differ: int


def check_document(game: Any, published: Published, computed: Any, agrees: bool) -> CheckDocument:
    columns: Computed = {**value_columns(computed)} if isinstance(computed, Value) else {"value": computed}
    return {
        **game_document(game),
        "what": published.what,
        "published": published.result,
        "agrees": agrees,
        **columns,
        "source": published.source,
    }


def checks_document(checks: Sequence[CheckDocument]) -> ChecksDocument:
    return {"checks": list(checks), "differ": sum(not check["agrees"] for check in checks)}
