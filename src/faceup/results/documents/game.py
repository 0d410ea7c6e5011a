"""Parts of documents: the game, moves, cross-checks of machine code, and published results."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict

from faceup.numbers.value import How, Value, ValueColumns, value_columns
from faceup.results.certified import Certified, OverflowCheck
from faceup.rules.contract import position_of
from faceup.rules.moves import Move, plain
from faceup.rules.parameters import write_parameters
from faceup.rules.theory import Published


class Position(TypedDict, total=False):
    """The position in which the game begins, as its rules read it; left out for the start of the rules."""

    position: str


class GameDocument(Position):
    """The game, with its parameters as a person writes them."""

    game: str
    parameters: Mapping[str, int | bool | str]


class ValuedDocument(GameDocument, ValueColumns):
    """A game and a value, to player 0."""


class PublishedDocument(TypedDict):
    """A published figure, with its precision and its source."""

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


MoveDocument = int | str | list[int | str]


def move_document(move: Move) -> MoveDocument:
    return list(map(plain, move)) if isinstance(move, tuple) else plain(move)


def move_in(document: MoveDocument) -> Move:
    """The move that a document names."""
    return tuple(document) if isinstance(document, list) else document


def move_documents(moves: Iterable[Move]) -> list[MoveDocument]:
    return [*map(move_document, moves)]


class CertifiedDocument(TypedDict):
    """``held`` of the positions or games (``unit``) of machine code were compared with the rules in CPython."""

    held: int
    of: int
    unit: str


class Certificate(TypedDict, total=False):
    """The cross-check of an answer by machine code; left out without machine code."""

    certified: CertifiedDocument


def certificate(certified: Certified | None) -> Certificate:
    if certified is None:
        return {}
    return {"certified": {"held": certified.held, "of": certified.of, "unit": certified.unit}}


class WatchedDocument(TypedDict):
    """In ``games`` random games no number left 64 bits; ``finished`` unless a limit ended the check; ``not_compiled``
    says why machine code, and so the check, has no part in the game.
    """

    games: int
    finished: bool
    not_compiled: str | None


class Check(TypedDict, total=False):
    """The check for numbers that leave 64 bits; left out if not asked for."""

    watched: WatchedDocument


def watched_document(watched: OverflowCheck | None) -> Check:
    if watched is None:
        return {}
    finished = not watched.limit
    return {"watched": {"games": watched.games, "finished": finished, "not_compiled": watched.not_compiled or None}}


class Computed(TypedDict, total=False):
    """The computed result, with its certainty if it is a value."""

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
    """All checked results, and how many differ."""

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
