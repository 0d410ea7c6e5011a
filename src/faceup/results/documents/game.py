"""How every document about a game begins, and a game of the library with what was published about it."""

from collections.abc import Mapping
from typing import Any, TypedDict

from faceup.numbers.value import ValueColumns
from faceup.rules.contract import position_of
from faceup.rules.parameters import write_parameters
from faceup.rules.theory import Published


class Position(TypedDict, total=False):
    """Where the game begins, as its rules read it; left out where that is their own start."""

    position: str


class GameDocument(Position):
    """Which game, with its parameters as a person writes them."""

    game: str
    parameters: Mapping[str, int | bool | str]


class ValuedDocument(GameDocument, ValueColumns):
    """A game and a value, to player 0."""


class PublishedDocument(TypedDict):
    """A figure that was published, with how exactly it was, and where."""

    what: str
    result: Any
    within: float
    parameters: Mapping[str, Any]
    deal: str
    source: str
    note: str


class RulesDocument(GameDocument):
    """A game of the library with its defaults."""

    rules: str
    published: list[PublishedDocument]


def game_document(game: Any) -> GameDocument:
    begins: Position = {"position": position_of(game)} if position_of(game) else {}
    return {"game": type(game).name, "parameters": write_parameters(game), **begins}


def rules_document(rules_class: Any) -> RulesDocument:
    return {
        "game": rules_class.name,
        "rules": " ".join((rules_class.__doc__ or "").split()),
        "parameters": write_parameters(rules_class()),
        "published": [published_document(published) for published in rules_class.published],
    }


def published_document(published: Published) -> PublishedDocument:
    return {
        "what": published.what,
        "result": published.result,
        "within": published.within,
        "parameters": dict(published.parameters),
        "deal": published.deal,
        "source": published.source,
        "note": published.note,
    }
